"""The games of a party as ``scoring`` counts them, the standings and the prizes."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from director.party.models import Party, PartyCard, PartyPlayer, PartyResult, PartyRound
from director.party.movement.games.card_faults import Sum, sums
from director.party.movement.games.cards import (
    all_handed_in,
    card_games,
    card_presence,
    closed_rounds,
    has_round_cards,
    read_cards,
    rounds_presence,
)
from director.party.movement.games.cribbage import blank_presence, compared_games
from director.party.movement.games.tables import games_at
from director.party.movement.options import (
    contest_word,
    counted_unit,
    counts_flags,
    full_table,
    is_skat,
    party_system,
    ranked_as_one,
    ranks_pairs,
    settled_options,
)
from director.party.movement.seating.contestants import Contestant, Contestants
from director.party.movement.seating.read import (
    Names,
    SeatAtTable,
    named_player,
    party_names,
    players_named,
    read_seating,
    seats_by_player,
)
from movements import OUT, PartySystem, PartyTable, Seating
from scoring import (
    BEST,
    BY_HALVES,
    SHORT_TABLE,
    Decision,
    Draws,
    PartyGame,
    PartyMethod,
    PartyPresence,
    PartyRanking,
    PartyStanding,
    Prize,
    PrizeRules,
    ScoringError,
    check_party,
    find_party_method,
    party_prizes,
    party_standings,
    slips,
    totals_after,
)

RAFFLE = "raffle"
"""The kind of prizes that go by the number of one person, whoever plays together."""


@dataclass(frozen=True)
class PlayedRound:
    """A stored round: its seats, and the report of each table."""

    round_no: int
    seating: Seating
    results: dict[int, PartyResult]
    system: PartySystem | None = None  # which tells what the chairs are called

    @cached_property
    def has_rows(self) -> bool:
        """Whether the room has several aisles."""
        return len({table.row for table in self.seating}) > 1

    @cached_property
    def places(self) -> dict[str, SeatAtTable]:
        """Where everybody sits, by player."""
        return seats_by_player(self.seating, self.system)

    @property
    def tables(self) -> tuple[PartyTable, ...]:
        """The tables that play."""
        return tuple(table for table in self.seating if not table.sits_out)

    def waiting_at(self, table_no: int) -> tuple[str, ...]:
        """Return the players who wait to come in at a table."""
        return tuple(
            player
            for table in self.seating
            if table.waits_at == table_no
            for player in table.players
        )

    @property
    def waiting(self) -> tuple[int, ...]:
        """The tables without a report."""
        return tuple(table.table_no for table in self.tables if table.table_no not in self.results)


@dataclass(frozen=True)
class Evening:
    """Everything that was played at a party, read in a constant number of queries.

    *told* are the rounds in which any table has told its result, where *rounds* do not hold every
    table.  With *apart* everybody is ranked for himself, as in a season or a raffle, also where
    partners stay together.  *known* are the contestants where *rounds* do not tell them.
    """

    party: Party
    names: Names
    rounds: tuple[PlayedRound, ...]
    told: frozenset[int] | None = None
    cards: tuple[PartyCard, ...] = ()
    apart: bool = False
    known: Contestants | None = None

    @property
    def latest(self) -> PlayedRound | None:
        """The round that is played or was played last, ``None`` before the draw."""
        if self.rounds:
            return self.rounds[-1]
        return None

    @cached_property
    def method(self) -> PartyMethod:
        """How the party is counted."""
        return find_party_method(self.party.method)

    @cached_property
    def full(self) -> int:
        """How many sit at a full table."""
        return full_table(self.party)

    @cached_property
    def seats(self) -> int:
        """How many play at a full table."""
        system = self.system
        if system:
            return system.rule(settled_options(system, self.party.options)).size
        return self.full

    @cached_property
    def best_only(self) -> bool:
        """Whether only the best of a short table scores."""
        return bool(self.party.method_options.get(SHORT_TABLE.name, BEST) == BEST)

    @cached_property
    def pairs(self) -> Contestants:
        """The pairs that are ranked together."""
        rounds = (
            (played.round_no, ranked_as_one(self.party, played.round_no, played.seating))
            for played in self.rounds
        )
        return self.known or Contestants(self.names, rounds, contest_word(self.party))

    @property
    def contestants(self) -> Contestants:
        """Who is ranked, paid and tied: the pairs, or everybody."""
        if self.apart:
            return Contestants(self.names)
        return self.pairs

    @cached_property
    def games(self) -> tuple[PartyGame, ...]:
        """Every game of every player, by round and table, then the cards."""
        at_tables = (
            game
            for played_round in self.rounds
            if not self.cards or played_round.round_no < self.party.first_on_card
            for table in played_round.tables
            if table.table_no in played_round.results
            for game in games_at(
                self, played_round.round_no, table, played_round.results[table.table_no]
            )
        )
        places = self.rounds[0].places if self.rounds and self.cards else {}
        totals = [card for card in self.cards if not card.games]
        return (
            *at_tables,
            *card_games(self.party, self.pairs, totals, places),
            *compared_games(self.party, self.names, self.cards, places),
        )

    @cached_property
    def contest(self) -> tuple[PartyGame, ...]:
        """Every game of every contestant."""
        contestants = self.contestants
        if self.apart and self.pairs.are_teams:
            return self._of_each_member
        if not contestants.are_pairs:
            return self.games
        of_team, games = contestants.are_teams, dict[tuple[str, int, int], PartyGame]()
        for game in self.games:
            key = contestants.of(game.player).key
            at = key, game.round_no, game.table_no if of_team and game.handed is None else 0
            own = games.get(at)
            if own:
                games[at] = own._replace(lone=own.lone + game.lone)
            else:
                games[at] = game._replace(player=key, group="", of_team=of_team)
        return tuple(games.values())

    @property
    def _of_each_member(self) -> tuple[PartyGame, ...]:
        """The games of teams, one for every member of that round."""
        members = {}
        for played in self.rounds:
            for together in ranked_as_one(self.party, played.round_no, played.seating):
                members[(self.pairs.of(together[0]).key, played.round_no)] = together
        return tuple(
            game._replace(player=player, group=self.names.group(player))
            for game in replace(self, apart=False).contest
            for player in (
                members[game.player, game.round_no]
                if game.handed is None
                else self.pairs.of(game.player).everybody
            )
        )

    @cached_property
    def system(self) -> PartySystem | None:
        """How people move, ``None`` before that is chosen."""
        return party_system(self.party)

    @cached_property
    def has_flags(self) -> bool:
        """Whether a hand won is a flag that one team takes from another."""
        return counts_flags(self.party)

    @cached_property
    def sums_off(self) -> tuple[Sum, ...]:
        """Wrong totals of all cards, once none is missing."""
        cards = {self.contestants.of(str(card.player)).key: card for card in reversed(self.cards)}
        seating, playing = self.latest.seating if self.latest else (), len(self.contestants.playing)
        lines = sums(self.party, list(cards.values()), playing, seating, word=self.contestants.word)
        return tuple(line for line in lines if line.off)

    @cached_property
    def prize_rules(self) -> PrizeRules:
        """Which prizes the party gives."""
        return prize_rules(self.party)

    @cached_property
    def hands_played(self) -> Counter[str]:
        """How many hands every contestant has played."""
        of_both = 2 if self.contestants.are_teams else 1
        hands: Counter[str] = Counter()
        for game in self.contest:
            hands[game.player] += 1 if game.handed is None else of_both * game.rounds
        return hands

    @property
    def is_ranked(self) -> bool:
        """Whether the evening has standings. Sessions of a Skat congress are not added up."""
        return (
            bool(self.party.method)
            and not is_skat(self.party)
            and bool(self.games or self.presences)
        )

    @cached_property
    def ranking(self) -> PartyRanking:
        """The standings.

        :raises ScoringError: if the games cannot be counted so
        """
        options = self.party.method_options
        return party_standings(
            self.party.method, self.contest, options=options, presences=self.presences
        )

    @property
    def standings(self) -> tuple[PartyStanding, ...]:
        """The standings, empty if nothing is ranked."""
        if self.is_ranked:
            return self.ranking.standings
        return ()

    @cached_property
    def half_totals(self) -> dict[str, Fraction]:
        """Half-time totals by player, as far as known.

        :raises ScoringError: if the games cannot be counted so
        """
        told = {"options": self.party.method_options, "presences": self.presences}
        return totals_after(self.party.method, self.contest, self.party.half_round, **told)

    @cached_property
    def presences(self) -> tuple[PartyPresence, ...]:
        """Who came late, left or sat out."""
        told = self.told
        if told is None:
            told = frozenset(
                played_round.round_no for played_round in self.rounds if played_round.results
            )
        own: dict[str, list[PartyGame]] = {}
        for game in self.contest:
            own.setdefault(game.player, []).append(game)
        cards = {
            self.contestants.of(str(card.player)).key: card for card in self.cards if not card.part
        }
        closed = closed_rounds(self.party, self.cards)
        presences = (
            rounds_presence(contestant.key, own[contestant.key], closed)
            if has_round_cards(self.party)
            else self._presence(
                contestant, own.get(contestant.key, []), told, cards.get(contestant.key)
            )
            for contestant in self.contestants
            if contestant.key in own
            or (not has_round_cards(self.party) and self._sat_out(contestant, told))
        )
        return tuple(presence for presence in presences if presence.text)

    def _presence(
        self,
        contestant: Contestant,
        own: Sequence[PartyGame],
        told: Collection[int],
        card: PartyCard | None,
    ) -> PartyPresence:
        """Return when *contestant* was present, by the tables and the *card*."""
        known = self.names.by_player
        if card and card.games:
            are_all_in = all_handed_in(self.party, self.contestants, self.cards)
            return blank_presence(self.party, known[str(card.player)], own, are_all_in=are_all_in)
        left = [known[player].left_round for player in contestant.players if player in known]
        sat_out = self._sat_out(contestant, told)
        played = {*sat_out, *(no for game in own for no in (game.round_no, game.last_round))}
        joined = min(
            *played, *(known[who].joined_round for who in contestant.everybody if who in known)
        )
        between = sorted(no for no in told if joined < no < max(played) and no not in played)
        group = "" if self.contestants.are_pairs else self.names.group(contestant.key)
        if contestant.key in self._rests:
            row = self._rests[contestant.key][-1].places[contestant.key].row
        else:
            row = 1
        presence = PartyPresence(
            player=contestant.key,
            joined=joined,
            left=_first_missed_round(
                None if None in left else max(filter(None, left)), max(played), max(told, default=0)
            ),
            sat_out=sat_out,
            away=tuple(no for no in between if not self._is_seated(contestant, no)),
            group=group,
            row=row,
        )
        if card:
            return card_presence(self.party, card, presence)
        return presence

    @cached_property
    def _rests(self) -> dict[str, list[PlayedRound]]:
        """The rounds in which each player sits out."""
        rests: dict[str, list[PlayedRound]] = {}
        for played in self.rounds:
            for table in played.seating:
                for player in table.players if table.sits_out and table.waits_at != OUT else ():
                    rests.setdefault(player, []).append(played)
        return rests

    def _sat_out(self, contestant: Contestant, told: Collection[int]) -> tuple[int, ...]:
        """Return the rounds with results in which *contestant* sat out."""
        rests = set()
        for player in contestant.everybody:
            for played in self._rests.get(player, ()):
                rests.add(played.round_no)
        return tuple(sorted(rests & set(told)))

    def _is_seated(self, contestant: Contestant, round_no: int) -> bool:
        """Return whether *contestant* has a seat in round *round_no*."""
        rounds = (played for played in self.rounds if played.round_no == round_no)
        return any(player in played.places for played in rounds for player in contestant.everybody)

    @cached_property
    def prizes(self) -> tuple[Prize, ...]:
        """The prizes, with open ties."""
        rules = prize_rules(self.party)
        if not self.contestants.are_pairs:
            return self._awarded(rules)
        raffle = PrizeRules(places=0, booby=False, by_group=False, raffle=rules.raffle)
        return (
            *self._awarded(replace(rules, raffle=0)),
            *replace(self, apart=True)._awarded(raffle),
        )

    def _awarded(self, rules: PrizeRules) -> tuple[Prize, ...]:
        return party_prizes(
            self.ranking,
            rules,
            decisions=decisions(self.party),
            drawn=Draws(
                self.party.answers.get("drawn"),
                (self.half_totals or None) if counts_half_time(self.party) else None,
                self.party.answers.get("raffle"),
            ),
            unit=counted_unit(self.party),
            name=self.contestants.__getitem__,
            group_names={letter: self.party.group_name(letter) for letter in "AB"},
        )

    def among(self, prize: Prize) -> Contestants:
        """Return who can win *prize*: contestants, or people in a raffle."""
        if prize.kind == RAFFLE:
            return Contestants(self.names)
        return self.contestants


def _first_missed_round(left: int | None, last_game: int, last_round: int) -> int | None:
    """Return the first round that a leaver missed, or None."""
    if left is not None and last_game < left <= last_round:
        return left
    return None


def party_evening(party: Party) -> Evening:
    """Return everything that was played at *party*. Three queries, or four with cards."""
    results = PartyResult.objects.defer(
        "cut", "out", "entered_at"
    )  # nothing of an evening goes by these
    rounds = party.played_rounds.order_by("round_no").prefetch_related(Prefetch("results", results))
    played_rounds = tuple(round_read(round_row) for round_row in rounds)
    return Evening(
        party,
        Names(party, players_named(party.players.all())),
        played_rounds,
        cards=read_cards(party),
    )


def party_evenings(parties: QuerySet[Party]) -> list[Evening]:
    """Return everything that was played at several *parties*, in as many queries."""
    rounds = PartyRound.objects.order_by("round_no").prefetch_related("results")
    players = PartyPlayer.objects.select_related("person").order_by("number")
    cards = PartyCard.objects.order_by("part", "player")
    known = parties.prefetch_related(
        Prefetch("played_rounds", rounds), Prefetch("players", players), Prefetch("cards", cards)
    )
    return [_evening_known(party) for party in known]


def _evening_known(party: Party) -> Evening:
    """Return *party* whose players, rounds and cards are fetched already."""
    played_rounds = tuple(round_read(round_row) for round_row in party.played_rounds.all())
    cards = tuple(party.cards.all()) if party.has_cards else ()
    return Evening(
        party, Names(party, map(named_player, party.players.all())), played_rounds, cards=cards
    )


def table_faults(
    party: Party, round_no: int, table: PartyTable, result: PartyResult
) -> list[ScoringError]:
    """Return why a report can't be counted by the party's method. One query."""
    if not party.method:
        return []
    evening = Evening(party, party_names(party, table.players), ())
    settings = evening.method.settings(party.method_options)
    return check_party(evening.method, list(games_at(evening, round_no, table, result)), settings)


def prize_rules(party: Party) -> PrizeRules:
    """Return which prizes *party* gives, and how ties for them are settled.

    Pairs are of no group, and where several hands are written in one figure nobody knows the tricks
    of each.
    """
    tie = party.options.get("final_tie", PrizeRules().final_tie)
    usual = {"final_tie": "halves" if party.has_cards and tie == PrizeRules().final_tie else tie}
    of_pairs = {"by_group": False} if ranks_pairs(party) else {}
    of_hands = {"tens": False} if party.hands > 1 else {}
    return PrizeRules(**{**usual, **party.prizes, **of_pairs, **of_hands})


def counts_half_time(party: Party) -> bool:
    """Return whether a prize or a tie-break of *party* uses half-time totals."""
    rules = prize_rules(party)
    return bool(rules.half) or rules.final_tie in BY_HALVES


def drawn_numbers(party: Party) -> tuple[int, ...]:
    """Return the hundred numbers from which *party* draws, if a prize needs them."""
    if party.method and not is_skat(party) and prize_rules(party).drawn:
        return slips()
    return ()


def decisions(party: Party, session: int = 0) -> tuple[Decision, ...]:
    """Return how ties for prizes were settled, of one *session* if given."""
    settled = party.answers.get(ties_key(session), [])
    return tuple(
        Decision(tuple(decision["order"]), decision["how"], decision["kind"], decision["seed"])
        for decision in settled
    )


def ties_key(session: int) -> str:
    """Return the key of settled ties. *session* 0 means the whole party."""
    if session:
        return f"ties-{session}"
    return "ties"


def round_read(round_row: PartyRound) -> PlayedRound:
    """Return one round with its results. At most one query."""
    return PlayedRound(
        round_row.round_no,
        read_seating(round_row.seating),
        {result.table_no: result for result in round_row.results.all()},
        party_system(round_row.party),
    )
