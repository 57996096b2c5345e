"""The next round: seats from the tables' reports, announced changes, and each player's move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from director.errors import PartyError
from director.party.models import Party, PartyPlayer
from director.party.movement.games import PartyRecord, PlayedRound, make_table_record
from director.party.movement.options import is_fixed, make_table_outcome
from director.party.movement.words import format_table_number
from director.party.sheets import PartySeat, TableRecord
from movements.errors import MovementError
from movements.party.model import OUT_TABLE_NO, PartyTable, Seating, TableSeat
from movements.party.rounds import (
    change_players,
    list_seat_changes,
    make_next_seating,
)


def compute_next_seating(party: Party, played_round: PlayedRound) -> Seating:
    """Return the seats of the round after *played_round*.

    :raises PartyError: if reports are missing
    :raises MovementError: if the movement can't seat the players after these reports
    """
    unreported_tables = played_round.unreported_tables
    if unreported_tables and not is_fixed(party):
        raise make_winners_missing_error(party, unreported_tables, played_round.round_no)
    outcome_by_table = {
        table_no: make_table_outcome(party, result)
        for table_no, result in played_round.results.items()
    }
    seating = make_next_seating(
        party.system,
        played_round.seating,
        outcome_by_table,
        options=party.options,
        round_no=played_round.round_no,
    )
    next_round_no = played_round.round_no + 1
    changes = fetch_announced_changes(party, next_round_no)
    return with_announced_changes(party, seating, changes, next_round_no)


@dataclass(frozen=True, slots=True)
class AnnouncedChanges:
    """Arrivals and leavers announced for a round before its seats are made."""

    round_no: int
    arrivals: tuple[PartyPlayer, ...]
    leavers: tuple[PartyPlayer, ...]
    round_noun: str = "round"

    @property
    def text(self) -> str:
        """All arrivals and leavers in a sentence, or ""."""
        parts = [
            _join_names_with_verb(self.arrivals, "comes", "come"),
            _join_names_with_verb(self.leavers, "leaves", "leave"),
        ]
        text = "; ".join(filter(None, parts))
        if text:
            return f"From {self.round_noun} {self.round_no}: {text}."
        return ""


def fetch_announced_changes(party: Party, round_no: int) -> AnnouncedChanges:
    """Return arrivals and leavers announced for *round_no*. (Costs one query.)"""
    players = party.players.select_related("person").filter(
        Q(joined_round=round_no) | Q(left_round=round_no)
    )
    # Somebody announced for this round who has already withdrawn takes no seat.
    arrivals = tuple(
        player
        for player in players
        if player.joined_round == round_no and player.left_round is None
    )
    leavers = tuple(player for player in players if player.left_round == round_no)
    return AnnouncedChanges(round_no, arrivals, leavers, party.round_noun)


def with_announced_changes(
    party: Party, seating: Seating, changes: AnnouncedChanges, round_no: int
) -> Seating:
    """Return *seating* of round *round_no* with arrivals and without leavers.

    :raises MovementError: if the system can't seat this number of players
    """
    seated_players = {player for table in seating for player in table.players}
    leavers = [
        str(player.number) for player in changes.leavers if str(player.number) in seated_players
    ]
    arrivals_a: list[str] = []
    arrivals_b: list[str] = []
    for player in changes.arrivals:
        # Players without a group take B seats.
        arrivals = arrivals_a if player.group == "A" else arrivals_b
        arrivals.append(str(player.number))
    return change_players(
        party.system,
        seating,
        leavers,
        arrivals_a,
        arrivals_b,
        options=party.options,
        round_no=round_no,
    )


def _join_names_with_verb(
    players: Sequence[PartyPlayer], singular_verb: str, plural_verb: str
) -> str:
    names = [str(player) for player in players]
    if not names:
        return ""
    if len(names) == 1:
        return f"{names[0]} {singular_verb}"
    return f"{', '.join(names[:-1])} and {names[-1]} {plural_verb}"


def make_winners_missing_error(
    party: Party, unreported_tables: Sequence[int], round_no: int
) -> PartyError:
    """Return the error for a step that needs the reports of the *unreported_tables*."""
    return PartyError(
        "winners-missing",
        "{tables_have} no winner in {noun} {round_no} yet. Enter that first.",
        tables_have=format_tables_have(unreported_tables),
        noun=party.round_noun,
        round_no=round_no,
    )


def format_tables_have(table_nos: Sequence[int]) -> str:
    """Return the beginning of a sentence about tables.

    >>> format_tables_have([4]), format_tables_have([4, 7])
    ('Table 4 has', 'Tables 4 and 7 have')
    """
    if len(table_nos) == 1:
        return f"Table {table_nos[0]} has"
    return f"Tables {', '.join(map(str, table_nos[:-1]))} and {table_nos[-1]} have"


@dataclass(frozen=True, slots=True)
class NextTable:
    """A table of the next round, with each player's move."""

    record: TableRecord
    sides: tuple[tuple[tuple[PartySeat, str], ...], ...]  # seat and move, such as "from table 4"


def make_next_tables(
    record: PartyRecord, played_round: PlayedRound
) -> tuple[tuple[NextTable, ...], str]:
    """Return the tables of the next round, and a problem if they can't be made."""
    party = record.party
    if played_round.unreported_tables and not is_fixed(party):
        return (), ""  # the page lists the missing reports already
    try:
        seating = compute_next_seating(party, played_round)
    except (PartyError, MovementError) as error:
        return (), str(error)
    if all(table.sits_out for table in seating):
        return (), ""
    return make_seated_next_tables(record, played_round, seating), ""


def make_seated_next_tables(
    record: PartyRecord, played_round: PlayedRound, seating: Seating
) -> tuple[NextTable, ...]:
    """Return the tables of *seating*, which follows *played_round*."""
    next_round = PlayedRound(played_round.round_no + 1, seating, {}, played_round.system)
    previous_seats = {
        change.player: change.previous_seat
        for change in list_seat_changes(played_round.seating, seating)
    }
    row_by_table = {}
    if played_round.has_rows:
        row_by_table = {table.table_no: table.row for table in played_round.seating}
    tables = []
    for table in seating:
        table_record = make_table_record(record, next_round, table)
        sides = []
        for side in table_record.sides:
            moves = [_describe_arrival(previous_seats, seat, table, row_by_table) for seat in side]
            sides.append(tuple(zip(side, moves, strict=True)))
        tables.append(NextTable(table_record, tuple(sides)))
    return tuple(tables)


def _describe_arrival(
    previous_seats: Mapping[str, TableSeat | None],
    seat: PartySeat,
    table: PartyTable,
    row_by_table: Mapping[int, int],
) -> str:
    player = str(seat.number)
    previous_seat = previous_seats.get(player)
    if table.waits_at == OUT_TABLE_NO and (previous_seat is None or previous_seat.sits_out):
        return ""  # already out, as the heading of the table says
    if player not in previous_seats:
        return "stays"
    if previous_seat is None:
        return "new"
    if previous_seat.sits_out or table.waits_at:
        return _describe_rest_change(previous_seat)
    if previous_seat.table_no == table.table_no:
        return "stays, other seat"
    previous_table = format_table_number(
        previous_seat.table_no,
        row_by_table.get(previous_seat.table_no, 1),
        has_rows=bool(row_by_table),
    )
    return f"from {previous_table}"


def _describe_rest_change(previous_seat: TableSeat) -> str:
    """Return the change of a player who sat out at *previous_seat*, or sits out next."""
    if not previous_seat.sits_out:
        return "goes out"
    if previous_seat.waits_at:
        return "comes in"
    return "sat out"
