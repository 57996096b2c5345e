"""The data of a player's own page: next seat, partner, opponents and score.

If partners stay together, the pair or team is one *contestant*, and its result is the player's.
Only the rounds and tables of the player are read, because every phone asks after every result.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from django.db.models import Exists, OuterRef
from django.http import Http404

from director.party.models import Party, PartyPlayer, PartyResult
from director.party.movement.cards import is_on_cards, read_cards
from director.party.movement.contestants import Contestants
from director.party.movement.games import PartyRecord, PlayedRound
from director.party.movement.options import (
    get_contestant_noun,
    get_counted_unit,
    get_party_system,
    is_ranked_by_pairs,
    is_scored_in_flags,
    list_ranked_partners,
)
from director.party.movement.parties import refuse_ended_method
from director.party.movement.seating import (
    PartyNames,
    SeatAtTable,
    SeatedTableJson,
    fetch_party_names,
    read_seating,
)
from director.party.movement.words import (
    describe_card_deadline,
    describe_presence,
    format_figure_with_unit,
    format_noun_count,
)
from movements.party.model import OUT_TABLE_NO
from scoring.errors import ScoringError
from scoring.party.model import PartyGame

RoundSeating = tuple[int, list[SeatedTableJson]]
"""The number of a round, and its tables as they are stored."""


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of a player: the seat and the result."""

    round_no: int
    seat_at_table: SeatAtTable
    partners: str
    opponents: str
    is_entered: bool
    own_points: int | None  # of the player's side
    best_other_points: int | None  # of the best other side
    games_won: Fraction  # 1/2 for a halved game
    trump: str = ""  # if trumps rotate
    opposing_team: str = ""

    @property
    def is_alone(self) -> bool:
        """Whether every opponent has a result of their own."""
        return not self.seat_at_table.partners and len(self.seat_at_table.opponents) > 1

    @property
    def outcome(self) -> str:
        """The outcome of a game without points: won, lost or halved."""
        return {Fraction(1): "won", Fraction(0): "lost"}.get(self.games_won, "halved")

    @property
    def rest_text(self) -> str:
        """What a player without a seat does, or "" with a seat."""
        if not self.seat_at_table.sits_out:
            return ""
        if self.seat_at_table.waits_at == OUT_TABLE_NO:
            return "are out"
        if self.seat_at_table.waits_at:
            return f"wait at table {self.seat_at_table.waits_at} and come in next"
        return "sit out"


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """The rounds of a player and the total.

    If partners stay together, the total and the presence are those of the pair or team.
    """

    player: PartyPlayer
    rounds: tuple[PlayerRound, ...]
    total: Fraction | None  # None before the first result
    unit: str
    latest_round_no: int = 0  # the latest round of the party with seats
    has_rows: bool = False  # that round has several aisles
    partner: str = ""  # the others of the pair or team, if partners stay together
    contestant_noun: str = "player"  # what is ranked, such as "player", "pair" or "fort"
    team: str = ""  # its name, such as "Fort 3 (blue)"
    lost_flags: Fraction | None = None  # if flags are counted
    presence: str = ""  # missed rounds, such as "left after round 5, sat out 1 round", or ""
    games_played: str = ""  # the number of games in words, if some were missed

    @property
    def total_text(self) -> str:
        """The total with its unit, or "" before the first result."""
        if self.total is None:
            return ""
        return format_figure_with_unit(self.total, self.unit)

    @property
    def latest_round(self) -> PlayerRound | None:
        """The latest round of the player, or None before the draw and after leaving."""
        if self.rounds and not self.has_left:
            return self.rounds[-1]
        return None

    @property
    def has_left(self) -> bool:
        """Whether the player has left."""
        left_round = self.player.left_round
        return left_round is not None and left_round <= self.latest_round_no

    @property
    def is_played_on_cards(self) -> bool:
        """Whether nobody reports which round is played, because all write cards."""
        if self.latest_round and self.latest_round.is_entered:
            return False
        return is_on_cards(self.player.party, self.latest_round_no)

    @property
    def card_deadline(self) -> str:
        """When cards are handed in, in words."""
        return describe_card_deadline(self.player.party)

    @property
    def played_rounds(self) -> tuple[PlayerRound, ...]:
        """The rounds with a result, the latest first."""
        return tuple(
            player_round for player_round in reversed(self.rounds) if player_round.is_entered
        )


def fetch_player_by_token(token: str) -> PartyPlayer:
    """Return the player with the link *token*, with the party. Raise 404 if there is none."""
    player = (
        PartyPlayer.objects.select_related("person", "party__session__event__club")
        .filter(token=token)
        .first()
    )
    if player is None or player.party.session.event.removed_at:
        raise Http404("No player has this address.")
    refuse_ended_method(player.party)
    return player


def fetch_player_summary(player: PartyPlayer) -> PlayerSummary:
    """Return the rounds and the total of *player*. (Costs three queries.)"""
    party = player.party
    number = str(player.number)
    is_reported = Exists(PartyResult.objects.filter(round=OuterRef("pk")))
    stored_rounds = list(
        party.played_rounds.order_by("round_no")
        .annotate(is_reported=is_reported)
        .values_list("round_no", "seating", "is_reported")
    )
    seatings = [(round_no, seating) for round_no, seating, _ in stored_rounds]
    rounds_with_reports = frozenset(
        round_no for round_no, _, is_reported in stored_rounds if is_reported
    )
    record = _fetch_reduced_record(player, seatings, rounds_with_reports)
    contestants = record.contestants
    contestant = contestants.get_contestant(number)
    games = []
    if party.method:
        games = [game for game in record.contestant_games if game.player == contestant.key]
    presences = (presence for presence in record.presences if presence.player == contestant.key)
    presence_text = describe_presence(record.party, next(presences, None))
    games_played = ""
    if presence_text:
        games_played = format_noun_count(sum(game.rounds for game in games), party.round_noun)
    latest_round_no, latest_seating = seatings[-1] if seatings else (0, [])
    return PlayerSummary(
        player=player,
        rounds=_make_player_rounds(record, number, games),
        total=_find_total(record, contestant.key) if record.is_ranked else None,
        unit=get_counted_unit(party),
        team=contestants.get_team_title(number),
        lost_flags=_find_lost_flags(record, contestant.key),
        partner=record.names.join(partner for partner in contestant.players if partner != number),
        contestant_noun=contestants.contestant_noun,
        presence=presence_text,
        games_played=games_played,
        latest_round_no=latest_round_no,
        has_rows=len({table["row"] for table in latest_seating}) > 1,
    )


def _fetch_reduced_record(
    player: PartyPlayer, seatings: Sequence[RoundSeating], rounds_with_reports: frozenset[int]
) -> PartyRecord:
    """Return the party's record with only the tables and cards that decide the player's result."""
    party = player.party
    contestants = _make_contestants(party, seatings)
    contestant = contestants.get_contestant(str(player.number))
    player_tables = _list_player_tables(seatings, contestant.all_players)
    names = fetch_party_names(
        party, _collect_needed_players(player, seatings, player_tables, contestants)
    )
    rounds = _fetch_played_rounds(party, player_tables)
    cards = tuple(card for card in read_cards(party) if str(card.player) in contestant.all_players)
    return PartyRecord(
        party,
        names,
        rounds,
        rounds_with_reports=rounds_with_reports,
        cards=cards,
        known_contestants=contestants.with_names(names),
    )


def _make_contestants(party: Party, seatings: Sequence[RoundSeating]) -> Contestants:
    """Return the contestants of *party* without their names."""
    partners_by_round = []
    if is_ranked_by_pairs(party):
        for round_no, seating in seatings:
            partners_by_round.append(
                (round_no, list_ranked_partners(party, round_no, read_seating(seating)))
            )
    return Contestants(PartyNames(party, ()), partners_by_round, get_contestant_noun(party))


def _list_player_tables(
    seatings: Sequence[RoundSeating], players: Sequence[str]
) -> list[RoundSeating]:
    """Return the tables of *players* in every round in which they have one."""
    player_tables = []
    for round_no, seating in seatings:
        tables = [table for table in seating if not _get_table_players(table).isdisjoint(players)]
        if tables:
            player_tables.append((round_no, tables))
    return player_tables


def _get_table_players(table: SeatedTableJson) -> set[str]:
    return set(chain.from_iterable(table["sides"]))


def _collect_needed_players(
    player: PartyPlayer,
    seatings: Sequence[RoundSeating],
    player_tables: Sequence[RoundSeating],
    contestants: Contestants,
) -> set[str]:
    """Return the players whose names the page needs."""
    needed_players = {str(player.number)}
    for _, tables in player_tables:
        for table in tables:
            needed_players |= {str(int(number)) for number in _get_table_players(table)}
    if contestants.are_teams and seatings:
        # The name of a team is stored with its first player.
        _, first_seating = seatings[0]
        for table in first_seating:
            needed_players |= {
                contestants.get_contestant(number).key for number in _get_table_players(table)
            }
    return needed_players


def _fetch_played_rounds(
    party: Party, player_tables: Sequence[RoundSeating]
) -> tuple[PlayedRound, ...]:
    """Return the rounds with only *player_tables*, and their reports."""
    round_tables = {
        (round_no, table["table"]) for round_no, tables in player_tables for table in tables
    }
    result_by_round_table = _fetch_results_by_round_table(party, round_tables)
    rounds = []
    for round_no, tables in player_tables:
        result_by_table = {}
        for table in tables:
            result = result_by_round_table.get((round_no, table["table"]))
            if result:
                result_by_table[table["table"]] = result
        played_round = PlayedRound(
            round_no, read_seating(tables), result_by_table, get_party_system(party)
        )
        rounds.append(played_round)
    return tuple(rounds)


def _fetch_results_by_round_table(
    party: Party, round_tables: Collection[tuple[int, int]]
) -> dict[tuple[int, int], PartyResult]:
    """Return the reports of *round_tables*, by round and table."""
    if not round_tables:
        return {}
    # This reads all rounds of these tables. The others are left out below.
    table_nos = {table_no for _, table_no in round_tables}
    results = PartyResult.objects.filter(round__party=party, table_no__in=table_nos).select_related(
        "round"
    )
    result_by_round_table = {}
    for result in results:
        round_table = (result.round.round_no, result.table_no)
        if round_table in round_tables:
            result_by_round_table[round_table] = result
    return result_by_round_table


def _make_player_rounds(
    record: PartyRecord, number: str, games: Sequence[PartyGame]
) -> tuple[PlayerRound, ...]:
    """Return the rounds in which player *number* has a seat, with the game at that table."""
    # A card of several rounds is no game of one round.
    game_by_round_table = {
        (game.round_no, game.table_no): game for game in games if game.card_total is None
    }
    player_rounds = []
    for played_round in record.rounds:
        if number in played_round.seat_by_player:
            table_no = played_round.seat_by_player[number].table_no
            game = game_by_round_table.get((played_round.round_no, table_no))
            player_rounds.append(_make_player_round(record, played_round, number, game))
    return tuple(player_rounds)


def _make_player_round(
    record: PartyRecord, played_round: PlayedRound, number: str, game: PartyGame | None
) -> PlayerRound:
    seat_at_table = played_round.seat_by_player[number]
    opposing_team = ""
    if seat_at_table.opponents:
        opposing_team = record.contestants.get_team_title(seat_at_table.opponents[0])
    return PlayerRound(
        round_no=played_round.round_no,
        seat_at_table=seat_at_table,
        partners=record.names.join(seat_at_table.partners),
        opponents=record.names.join(seat_at_table.opponents),
        is_entered=game is not None,
        own_points=game.own_points if game else None,
        best_other_points=game.other_points if game else None,
        games_won=game.games_won if game else Fraction(0),
        trump=record.party.describe_trump(played_round.round_no),
        opposing_team=opposing_team,
    )


def _find_lost_flags(record: PartyRecord, key: str) -> Fraction | None:
    if not (is_scored_in_flags(record.party) and record.is_ranked):
        return None
    total = _find_total(record, key)
    if total is None:
        return None
    # Each hand wins or loses one flag.
    return record.hand_counts[key] - total


def _find_total(record: PartyRecord, key: str) -> Fraction | None:
    try:
        standings = record.ranking.standings
    except ScoringError:
        return None
    return next((standing.total for standing in standings if standing.player == key), None)
