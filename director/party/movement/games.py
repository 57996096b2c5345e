"""The games of a party as ``scoring`` counts them, the standings and the prizes.

:class:`PartyRecord` holds what was read from the database once. It works out the rest on demand:
games, presences, standings, prizes. ``scoring`` counts and ranks. A *game* is one player at one
table in one round. A *contestant* is a line of the standings: a player, a pair or a team.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, QuerySet

from director.party.models import Party, PartyCard, PartyPlayer, PartyResult, PartyRound
from director.party.movement.card_sums import CardSum, compute_card_sums
from director.party.movement.cards import (
    derive_presence_from_rounds,
    get_last_closed_round,
    has_all_cards,
    has_round_cards,
    limit_presence_to_card,
    make_card_games,
    read_cards,
)
from director.party.movement.contestants import Contestant, Contestants
from director.party.movement.options import (
    compute_deciding_points,
    get_contestant_noun,
    get_counted_unit,
    get_full_table_size,
    get_party_system,
    is_ranked_by_pairs,
    is_scored_in_flags,
    is_skat,
    list_ranked_partners,
    resolve_options,
)
from director.party.movement.seating import (
    PartyNames,
    SeatAtTable,
    describe_rest,
    fetch_party_names,
    fetch_player_facts,
    get_seat_names,
    get_seats_by_player,
    read_seating,
    to_player_facts,
)
from director.party.presets import MIX
from director.party.sheets import PartySeat, TableRecord
from director.party.trumps import is_misere
from movements.party.model import OUT_TABLE_NO, PartySystem, PartyTable, Seating
from scoring.errors import ScoringError
from scoring.party.awarding import Prize
from scoring.party.faults import check_party
from scoring.party.methods import get_party_method
from scoring.party.model import SET_BACK, PartyGame, PartyMethod, PartyRanking, PartyStanding
from scoring.party.presence import BEST_AT_TABLE, SHORT_TABLE, PartyPresence
from scoring.party.prize_ties import HALF_NAME_BY_TIE_RULE, Decision
from scoring.party.prizes import PrizeDraws, PrizeRules, list_party_prizes
from scoring.party.ranking import compute_totals_by_player, rank_party_games
from scoring.party.slips import list_slips, list_slips_between
from scoring.party.ties import get_tie_rule, list_scoring_sides

RAFFLE = "raffle"
"""The kind of prize that is drawn among people, also if pairs are ranked."""


@dataclass(frozen=True)
class PlayedRound:
    """A stored round: its seats, and the report of each table."""

    round_no: int
    seating: Seating
    results: dict[int, PartyResult]
    system: PartySystem | None = None  # for the names of its chairs

    @cached_property
    def has_rows(self) -> bool:
        """Whether the room has several aisles."""
        return len({table.row for table in self.seating}) > 1

    @cached_property
    def seat_by_player(self) -> dict[str, SeatAtTable]:
        """The seat of each player."""
        return get_seats_by_player(self.seating, self.system)

    @property
    def tables(self) -> tuple[PartyTable, ...]:
        """The tables that play."""
        return tuple(table for table in self.seating if not table.sits_out)

    def list_waiting_players(self, table_no: int) -> tuple[str, ...]:
        """Return the players waiting to come in at a table."""
        waiting_players: list[str] = []
        for table in self.seating:
            if table.waits_at == table_no:
                waiting_players.extend(table.players)
        return tuple(waiting_players)

    @property
    def unreported_tables(self) -> tuple[int, ...]:
        """The tables without a report."""
        return tuple(table.table_no for table in self.tables if table.table_no not in self.results)


@dataclass(frozen=True)
class PartyRecord:
    """Everything that was played at a party, read in a constant number of queries."""

    party: Party
    names: PartyNames
    # For the page of one player, these hold only the tables of that player.
    rounds: tuple[PlayedRound, ...]
    rounds_with_reports: frozenset[int] | None = None  # None if *rounds* are complete
    cards: tuple[PartyCard, ...] = ()
    ranks_players: bool = False  # players instead of pairs, as in a season or a raffle
    known_contestants: Contestants | None = None  # None if *rounds* are complete

    @property
    def latest_round(self) -> PlayedRound | None:
        """The current or last round, or None before the draw."""
        if self.rounds:
            return self.rounds[-1]
        return None

    @cached_property
    def method(self) -> PartyMethod:
        """The scoring method of the party."""
        return get_party_method(self.party.method)

    @cached_property
    def full_table_size(self) -> int:
        """The fewest players of a table that isn't short."""
        return get_full_table_size(self.party)

    @cached_property
    def system_table_size(self) -> int:
        """The players of a full table by the system, perhaps more than *full_table_size*."""
        system = self.system
        if system:
            return system.rule(resolve_options(system, self.party.options)).size
        return self.full_table_size

    @cached_property
    def scores_best_only(self) -> bool:
        """Whether only the best of a short table scores."""
        return bool(self.party.method_options.get(SHORT_TABLE.name, BEST_AT_TABLE) == BEST_AT_TABLE)

    @cached_property
    def pairs(self) -> Contestants:
        """The pairs or teams of the party, or its players if players are ranked."""
        if self.known_contestants:
            return self.known_contestants
        partners_by_round = []
        for played_round in self.rounds:
            partners = list_ranked_partners(self.party, played_round.round_no, played_round.seating)
            partners_by_round.append((played_round.round_no, partners))
        return Contestants(self.names, partners_by_round, get_contestant_noun(self.party))

    @property
    def contestants(self) -> Contestants:
        """The pairs, teams or players who are ranked and win prizes."""
        if self.ranks_players:
            return Contestants(self.names)
        return self.pairs

    @cached_property
    def games(self) -> tuple[PartyGame, ...]:
        """Every game of every player: by round and table, then those on cards."""
        table_games: list[PartyGame] = []
        for played_round in self.rounds:
            # From this round on the cards count, even if a table has reported too.
            if self.cards and played_round.round_no >= self.party.first_card_round:
                continue
            for table in played_round.tables:
                result = played_round.results.get(table.table_no)
                if result:
                    table_games += make_table_games(self, played_round.round_no, table, result)
        # Cards name no seat, so groups, aisles and tables of the standings follow the first seats.
        first_seats = self.rounds[0].seat_by_player if self.rounds and self.cards else {}
        return (
            *table_games,
            *make_card_games(self.party, self.pairs, self.cards, first_seats),
        )

    @cached_property
    def contestant_games(self) -> tuple[PartyGame, ...]:
        """Every game of every contestant."""
        contestants = self.contestants
        if self.ranks_players and self.pairs.are_teams:
            return self._member_games
        if not contestants.are_pairs:
            return self.games
        is_team = contestants.are_teams
        game_by_key: dict[tuple[str, int, int], PartyGame] = {}
        for game in self.games:
            contestant_key = contestants.get_contestant(game.player).key
            # A pair has one game per round; a team has one at each of its tables, or one card.
            table_no = game.table_no if is_team and game.card_total is None else 0
            game_key = (contestant_key, game.round_no, table_no)
            partner_game = game_by_key.get(game_key)
            if partner_game:
                # The partner has the same result; only lone hands are a player's own.
                game_by_key[game_key] = partner_game._replace(
                    lone_hands=partner_game.lone_hands + game.lone_hands
                )
            else:
                game_by_key[game_key] = game._replace(
                    player=contestant_key, group="", is_team=is_team
                )
        return tuple(game_by_key.values())

    @property
    def _member_games(self) -> tuple[PartyGame, ...]:
        """The games of teams, one for each member in that round."""
        members_by_team_round = {}
        for played_round in self.rounds:
            for members in list_ranked_partners(
                self.party, played_round.round_no, played_round.seating
            ):
                team_key = self.pairs.get_contestant(members[0]).key
                members_by_team_round[team_key, played_round.round_no] = members
        games = []
        for game in replace(self, ranks_players=False).contestant_games:
            if game.card_total is None:
                members = members_by_team_round[game.player, game.round_no]
            else:
                # A card covers many rounds, so it counts for everybody who was in the team.
                members = self.pairs.get_contestant(game.player).all_players
            for player in members:
                games.append(game._replace(player=player, group=self.names.get_group(player)))
        return tuple(games)

    @cached_property
    def system(self) -> PartySystem | None:
        """The movement of the party, or None before it is chosen."""
        return get_party_system(self.party)

    @cached_property
    def has_flags(self) -> bool:
        """Whether a team that wins a hand takes a flag from the other team."""
        return is_scored_in_flags(self.party)

    @cached_property
    def wrong_sums(self) -> tuple[CardSum, ...]:
        """Wrong totals of all cards, once none is missing."""
        contestants = self.contestants
        # Both partners may have handed in a card. The first one counts, so it is stored last.
        card_by_contestant = {
            contestants.get_contestant(str(card.player)).key: card for card in reversed(self.cards)
        }
        card_sums = compute_card_sums(
            self.party,
            list(card_by_contestant.values()),
            contestants,
            self.latest_round.seating if self.latest_round else (),
        )
        return tuple(card_sum for card_sum in card_sums if card_sum.is_wrong)

    @cached_property
    def prize_rules(self) -> PrizeRules:
        """Which prizes the party gives."""
        return get_prize_rules(self.party)

    @cached_property
    def hand_counts(self) -> Counter[str]:
        """The number of hands that each contestant has played."""
        tables_per_contestant = 2 if self.contestants.are_teams else 1
        hands: Counter[str] = Counter()
        for game in self.contestant_games:
            if game.card_total is None:
                hands[game.player] += 1
            else:
                hands[game.player] += tables_per_contestant * game.rounds
        return hands

    @property
    def is_ranked(self) -> bool:
        """Whether the party has standings. Sessions of a Skat congress are not added up."""
        if not self.party.method or is_skat(self.party):
            return False
        return bool(self.games or self.presences)

    @cached_property
    def ranking(self) -> PartyRanking:
        """The standings.

        :raises ScoringError: if the party's method can't count the games
        """
        options = self.party.method_options
        return rank_party_games(
            self.party.method, self.contestant_games, options=options, presences=self.presences
        )

    @property
    def standings(self) -> tuple[PartyStanding, ...]:
        """The standings, empty if nothing is ranked."""
        if self.is_ranked:
            return self.ranking.standings
        return ()

    @cached_property
    def half_totals_by_player(self) -> dict[str, Fraction]:
        """Half-time totals of the players for whom they are known.

        :raises ScoringError: if the party's method can't count the games
        """
        return compute_totals_by_player(
            self.party.method,
            self.contestant_games,
            self.party.half_round,
            options=self.party.method_options,
            presences=self.presences,
        )

    @cached_property
    def presences(self) -> tuple[PartyPresence, ...]:
        """Contestants who came late, left or sat out."""
        games_by_contestant: dict[str, list[PartyGame]] = {}
        for game in self.contestant_games:
            games_by_contestant.setdefault(game.player, []).append(game)
        card_by_contestant = {
            self.contestants.get_contestant(str(card.player)).key: card
            for card in self.cards
            if not card.part
        }
        presences = []
        for contestant in self.contestants:
            key = contestant.key
            presence = self._find_presence(
                contestant, games_by_contestant.get(key, []), card_by_contestant.get(key)
            )
            if presence and presence.description:
                presences.append(presence)
        return tuple(presences)

    def _find_presence(
        self, contestant: Contestant, games: Sequence[PartyGame], card: PartyCard | None
    ) -> PartyPresence | None:
        """Return when *contestant* was present, or None without a game and a sit-out."""
        if has_round_cards(self.party):
            if not games:
                return None
            return derive_presence_from_rounds(contestant.key, games, self._last_closed_round)
        if games or self._list_sit_out_rounds(contestant):
            return self._compute_presence(contestant, games, card)
        return None

    @cached_property
    def _last_closed_round(self) -> int:
        return get_last_closed_round(self.party, self.cards)

    @cached_property
    def _reported_rounds(self) -> frozenset[int]:
        if self.rounds_with_reports is not None:
            return self.rounds_with_reports
        return frozenset(
            played_round.round_no for played_round in self.rounds if played_round.results
        )

    def _compute_presence(
        self, contestant: Contestant, games: Sequence[PartyGame], card: PartyCard | None
    ) -> PartyPresence:
        """Return when *contestant* was present, from *games* at tables and the *card*."""
        facts_by_player = self.names.facts_by_player
        rounds_sat_out = self._list_sit_out_rounds(contestant)
        present_rounds = set(rounds_sat_out)
        for game in games:
            present_rounds |= {game.round_no, game.last_round}
        joined_round = min(present_rounds)
        for player in contestant.all_players:
            if player in facts_by_player:
                joined_round = min(joined_round, facts_by_player[player].joined_round)
        last_present_round = max(present_rounds)
        missed_rounds = sorted(
            round_no
            for round_no in self._reported_rounds
            if joined_round < round_no < last_present_round and round_no not in present_rounds
        )
        # Without a game the standings learn the aisle from here.
        row = 1
        if contestant.key in self._sit_outs_by_player:
            row = self._sit_outs_by_player[contestant.key][-1].seat_by_player[contestant.key].row
        presence = PartyPresence(
            player=contestant.key,
            joining_round=joined_round,
            leaving_round=_find_first_missed_round(
                self._find_left_round(contestant),
                last_present_round,
                last_reported_round=max(self._reported_rounds, default=0),
            ),
            rounds_sat_out=rounds_sat_out,
            # A seat without a report is no absence: the report may come later.
            rounds_away=tuple(no for no in missed_rounds if not self._is_seated(contestant, no)),
            group="" if self.contestants.are_pairs else self.names.get_group(contestant.key),
            row=row,
        )
        if card:
            return limit_presence_to_card(self.party, card, presence)
        return presence

    def _find_left_round(self, contestant: Contestant) -> int | None:
        """Return the round from which all players of *contestant* have left, or None."""
        left_rounds = []
        for player in contestant.players:
            player_facts = self.names.facts_by_player.get(player)
            if player_facts and player_facts.left_round is None:
                return None
            if player_facts and player_facts.left_round:
                left_rounds.append(player_facts.left_round)
        return max(left_rounds)

    @cached_property
    def _sit_outs_by_player(self) -> dict[str, list[PlayedRound]]:
        """The rounds in which each player sits out, without those out for the evening."""
        sit_outs_by_player: dict[str, list[PlayedRound]] = {}
        for played_round in self.rounds:
            for table in played_round.seating:
                if not table.sits_out or table.waits_at == OUT_TABLE_NO:
                    continue
                for player in table.players:
                    sit_outs_by_player.setdefault(player, []).append(played_round)
        return sit_outs_by_player

    def _list_sit_out_rounds(self, contestant: Contestant) -> tuple[int, ...]:
        """Return the rounds with reports in which *contestant* sat out."""
        sit_out_rounds = set()
        for player in contestant.all_players:
            for played_round in self._sit_outs_by_player.get(player, ()):
                sit_out_rounds.add(played_round.round_no)
        return tuple(sorted(sit_out_rounds & self._reported_rounds))

    def _is_seated(self, contestant: Contestant, round_no: int) -> bool:
        for played_round in self.rounds:
            if played_round.round_no == round_no:
                return any(
                    player in played_round.seat_by_player for player in contestant.all_players
                )
        return False

    @cached_property
    def prizes(self) -> tuple[Prize, ...]:
        """The prizes, with open ties."""
        rules = get_prize_rules(self.party)
        if not self.contestants.are_pairs:
            return self._compute_prizes(rules)
        # Pairs win the prizes, but people the raffle: so prizes are awarded in two parts.
        raffle = PrizeRules(places=0, booby=False, by_group=False, raffle=rules.raffle)
        return (
            *self._compute_prizes(replace(rules, raffle=0)),
            *replace(self, ranks_players=True)._compute_prizes(raffle),
        )

    def _compute_prizes(self, rules: PrizeRules) -> tuple[Prize, ...]:
        half_totals = None
        if needs_half_totals(self.party):
            half_totals = self.half_totals_by_player or None
        answers = self.party.answers
        return list_party_prizes(
            self.ranking,
            rules,
            decisions=read_tie_decisions(self.party),
            draws=PrizeDraws(answers.get("drawn"), half_totals, answers.get("raffle")),
            unit=get_counted_unit(self.party),
            get_name=self.contestants.__getitem__,
            group_names={group: self.party.get_group_name(group) for group in "AB"},
        )

    def get_prize_candidates(self, prize: Prize) -> Contestants:
        """Return the contestants who can win *prize*. In a raffle these are players."""
        if prize.kind == RAFFLE:
            return Contestants(self.names)
        return self.contestants


def _find_first_missed_round(
    left_round: int | None, last_present_round: int, *, last_reported_round: int
) -> int | None:
    """Return *left_round* if the leaver has really missed a round by now, or None."""
    if left_round is not None and last_present_round < left_round <= last_reported_round:
        return left_round
    return None


def fetch_party_record(party: Party) -> PartyRecord:
    """Return everything that was played at *party*. (Costs three queries, or four with cards.)"""
    # Neither standings nor sheets need these columns.
    results = PartyResult.objects.defer("cut", "out", "entered_at")
    rounds = party.played_rounds.order_by("round_no").prefetch_related(Prefetch("results", results))
    played_rounds = tuple(read_round(round_row) for round_row in rounds)
    return PartyRecord(
        party,
        PartyNames(party, fetch_player_facts(party.players.all())),
        played_rounds,
        cards=read_cards(party),
    )


def fetch_party_records(parties: QuerySet[Party]) -> list[PartyRecord]:
    """Return everything that was played at *parties*. (Costs five queries for any number.)"""
    rounds = PartyRound.objects.order_by("round_no").prefetch_related("results")
    players = PartyPlayer.objects.select_related("person").order_by("number")
    cards = PartyCard.objects.order_by("part", "player")
    fetched_parties = parties.prefetch_related(
        Prefetch("played_rounds", rounds), Prefetch("players", players), Prefetch("cards", cards)
    )
    return [_make_prefetched_record(party) for party in fetched_parties]


def _make_prefetched_record(party: Party) -> PartyRecord:
    played_rounds = tuple(read_round(round_row) for round_row in party.played_rounds.all())
    cards = tuple(party.cards.all()) if party.has_cards else ()
    return PartyRecord(
        party,
        PartyNames(party, map(to_player_facts, party.players.all())),
        played_rounds,
        cards=cards,
    )


def is_play_over(record: PartyRecord) -> bool:
    """Return whether every result is in, or the director has ended play. (Costs no query.)"""
    party = record.party
    if party.is_over:
        return True
    if _is_typed_from_cards(record):
        return bool(record.cards) and has_all_cards(party, record.contestants, record.cards)
    latest_round = record.latest_round
    if latest_round is None or latest_round.round_no < party.rounds:
        return False
    return not latest_round.unreported_tables


def _is_typed_from_cards(record: PartyRecord) -> bool:
    """Return whether cards are handed in, and no table has reported a round planned on cards."""
    party = record.party
    if not party.has_cards:
        return False
    card_rounds = [
        played_round
        for played_round in record.rounds
        if played_round.round_no >= party.first_card_round
    ]
    if party.entry == MIX and not card_rounds:
        return False
    return not any(played_round.results for played_round in card_rounds)


def check_table_report(
    party: Party, round_no: int, table: PartyTable, result: PartyResult
) -> list[ScoringError]:
    """Return why the party's method can't count a report. (Costs one query.)"""
    if not party.method:
        return []
    record = PartyRecord(party, fetch_party_names(party, table.players), ())
    settings = record.method.complete_settings(party.method_options)
    return check_party(
        record.method, list(make_table_games(record, round_no, table, result)), settings
    )


def get_prize_rules(party: Party) -> PrizeRules:
    """Return the prizes of *party*, and the tie-breaks for them."""
    default_tie = PrizeRules().final_tie
    final_tie = party.options.get("final_tie", default_tie)
    if party.has_cards and final_tie == default_tie:
        final_tie = "halves"
    rules = {"final_tie": final_tie, **party.prizes}
    if is_ranked_by_pairs(party):
        rules["by_group"] = False  # partners may be of different groups
    if party.hands > 1:
        rules["tens"] = False  # a figure for several hands doesn't tell the tricks of each
    return PrizeRules(**rules)


def needs_half_totals(party: Party) -> bool:
    """Return whether a prize or a tie-break of *party* uses half-time totals."""
    rules = get_prize_rules(party)
    return bool(rules.half) or rules.final_tie in HALF_NAME_BY_TIE_RULE


def list_numbers_to_draw(record: PartyRecord) -> tuple[int, ...]:
    """Return the numbers to draw from: the lowest to the highest total of *record*.

    Empty if no prize needs them, or nobody has a total yet. The numbers no longer change after the
    draw, even if a total is corrected.
    """
    party = record.party
    if not party.method or is_skat(party) or not get_prize_rules(party).drawn:
        return ()
    if "drawn" in party.answers:
        draw_range = party.answers.get("drawn_between")
        # An older version drew from the hundred slips of the book, 1402 to 2098.
        return list_slips_between(*draw_range) if draw_range else list_slips()
    if not record.is_ranked or not record.ranking.standings:
        return ()
    totals = [standing.total for standing in record.ranking.standings]
    return list_slips_between(min(totals), max(totals))


def read_tie_decisions(party: Party, session: int = 0) -> tuple[Decision, ...]:
    """Return how ties for prizes were settled. *session* 0 means the whole party."""
    stored_decisions = party.answers.get(make_ties_key(session), [])
    return tuple(
        Decision(tuple(decision["order"]), decision["how"], decision["kind"], decision["seed"])
        for decision in stored_decisions
    )


def make_ties_key(session: int) -> str:
    """Return the key of settled ties in ``Party.answers``. *session* 0 means the whole party."""
    if session:
        return f"ties-{session}"
    return "ties"


def read_round(round_row: PartyRound) -> PlayedRound:
    """Return one round with its results. (Costs at most one query.)"""
    return PlayedRound(
        round_row.round_no,
        read_seating(round_row.seating),
        {result.table_no: result for result in round_row.results.all()},
        get_party_system(round_row.party),
    )


# The report of a table, as games for ``scoring`` and as a sheet for pages.


def make_table_games(
    record: PartyRecord, round_no: int, table: PartyTable, result: PartyResult
) -> Iterator[PartyGame]:
    """Yield a game for each player at *table*, from its *result*."""
    party = record.party
    points = tuple(result.points)
    deciding_points = compute_deciding_points(party, points, result.beside)
    full_size = record.full_table_size if record.scores_best_only else 0
    counted_sides = _compute_counted_sides(table, result, deciding_points, full_size)
    # Options such as the hands of a round may have changed since the report.
    hands = min(result.hands or 0, party.hands)
    table_fields: dict[str, Any] = {
        "row": table.row,
        "is_short": len(table.players) < record.system_table_size,
        "is_misere": is_misere(party.trumps, round_no, party.hands),
        "hands_played": hands,
        "hands_unplayed": party.hands - hands if hands else 0,
    }
    for side, players in enumerate(table.sides):
        side_fields = table_fields | {
            "games_won": _compute_games_won(result, side, deciding_points),
            "is_counted": counted_sides[side],
            **_make_second_figure_fields(record.method, result, side),
        }
        if points:
            side_fields["own_points"] = points[side]
            side_fields["other_points"] = max(_select_other_figures(points, side))
        if result.deals:
            side_fields["deals_won"], side_fields["deals_lost"] = result.deals[side]
        for player in players:
            group = record.names.get_group(player)
            lone_hands = result.lone.get(player, 0)
            yield PartyGame(
                player, round_no, table.table_no, side, group, lone_hands=lone_hands, **side_fields
            )


def _select_other_figures(figures: Sequence[int], side: int) -> list[int]:
    """Return the *figures* of the sides other than *side*."""
    return [*figures[:side], *figures[side + 1 :]]


def _compute_counted_sides(
    table: PartyTable, result: PartyResult, points: tuple[int, ...], full_size: int
) -> tuple[bool, ...]:
    """Return for each side whether it scores. At a short table only the best one does."""
    if not table.is_for_singles or len(table.sides) >= full_size:
        return (True,) * len(table.sides)
    if points:
        return list_scoring_sides(points)
    return tuple(side == result.winner for side in range(len(table.sides)))


def _compute_games_won(result: PartyResult, side: int, points: tuple[int, ...]) -> Fraction:
    """Return the games that *side* won: 1, 0 or its share of a tie."""
    if result.shares:
        return Fraction(result.shares[side])
    if len(points) > 2:
        # Of three or more who play alone, all with the best points have won.
        is_winner = points[side] == max(points)
    else:
        is_winner = side == result.winner
    return Fraction(1) if is_winner else Fraction(0)


def _make_second_figure_fields(
    method: PartyMethod, result: PartyResult, side: int
) -> dict[str, int]:
    """Return the fields of a game for a side's second figure, if it has one."""
    if not result.beside:
        return {}
    if method.extra_figure == SET_BACK:
        return {"set_back": result.beside[side]}
    return {
        "games_made": result.beside[side],
        "other_games_made": max(_select_other_figures(result.beside, side), default=0),
    }


def make_table_record(
    record: PartyRecord, played_round: PlayedRound, table: PartyTable
) -> TableRecord:
    """Return one table of a round with its report."""
    result = played_round.results.get(table.table_no)
    rest_text = describe_rest(table.waits_at) if table.sits_out else ""
    winner = result.winner if result else None
    points = tuple(result.points) if result else ()
    tie_rule_name = get_tie_rule(result.tie).name if result and result.tie else ""
    return TableRecord(
        table_no=table.table_no,
        row=table.row,
        sides=list_seats_by_side(record, table),
        sits_out=table.sits_out,
        rest=rest_text,
        is_entered=result is not None,
        winner=winner,
        points=points,
        tie=tie_rule_name,
    )


def list_seats_by_side(record: PartyRecord, table: PartyTable) -> tuple[tuple[PartySeat, ...], ...]:
    """Return the players on each side of *table* with their chairs."""
    names = record.names
    sides = []
    for side, side_chairs in zip(table.sides, get_seat_names(table, record.system), strict=True):
        # A system may name more chairs than a short side has players.
        seats_of_side = [
            PartySeat(int(player), names[player], chair, names.get_group(player))
            for player, chair in zip(side, side_chairs, strict=False)
        ]
        sides.append(tuple(seats_of_side))
    return tuple(sides)
