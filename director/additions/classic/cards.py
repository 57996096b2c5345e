"""Howell's movement card and Safford's score card, printed as in 1900.

Each belongs to the movement of its inventor (``inventor_card`` of its specification). The
source is [WDW1900].
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import NamedTuple

from director.boards.movement.cards.cards import FOR_ROUND, SIDES, GuideRows
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.words import (
    format_boards,
    make_heading,
    make_paper_label_function,
)
from director.models import Plan, Section
from director.sheets import GuideCardRow, Heading
from movements.families.safford import make_scorecard
from movements.model import Movement
from movements.moves import PairMove
from movements.registry import MOVEMENTS

PLAYERS_BY_SIDE = {"NS": ("North", "South"), "EW": ("East", "West")}


class SeatMoves(NamedTuple):
    """The moves from a table, for its card."""

    north: str  # "East at table 4", "East here"
    east: str
    south: str
    west: str
    boards: str


class NextSeat(NamedTuple):
    """Where the pair of a side moves. Nowhere if all fields are empty."""

    table_no: int | None = None
    side: str | None = None
    sits_out: bool = False


@dataclass(frozen=True, slots=True)
class HowellCard:
    """Howell's card of one table: its first pairs and boards, and the next seat from each seat."""

    heading: Heading
    table_no: int
    ns: str  # label of the pair that begins here, "–" for an empty seat
    ew: str
    boards: tuple[str, ...]  # the first board set, then those that wait here
    north: str  # "East at table 4", "East here"
    east: str
    south: str
    west: str
    boards_next: str
    rows: tuple[GuideCardRow, ...]


@dataclass(frozen=True, slots=True)
class SaffordRow:
    """A board set of one pair, and the pairs into whose squares its total is copied."""

    round_no: int
    table_no: int
    side: str  # "N-S" or "E-W"
    boards: tuple[str, ...]
    opponents: str
    shared_with: tuple[str, ...]  # labels
    table_letter: str = ""  # "C" in place of table 3, if the card names tables by letters

    @property
    def table(self) -> str:
        """The table as the card names it."""
        return self.table_letter or str(self.table_no)


@dataclass(frozen=True, slots=True)
class SaffordCard:
    """The scorecard of one pair."""

    heading: Heading
    label: str
    other_labels: tuple[str, ...]  # each has a square for the total that it shares with the pair
    lines: tuple[SaffordRow, ...]


def _get_card_inventor(plan: Plan) -> str:
    """Return the inventor whose printed card belongs to the movement of *plan*, or ""."""
    return next((spec.inventor_card for spec in MOVEMENTS if spec.key == plan.key), "")


def make_howell_cards(section: Section, plan: Plan) -> tuple[HowellCard, ...]:
    """Return Howell's card of every table, if each seat of *plan* always moves the same way.

    Source: [WDW1900] p. 41, the card of table 2 for eight pairs.
    """
    if _get_card_inventor(plan) != "howell" or section.winners == 2:
        return ()
    movement = load_movement(plan)
    heading = make_heading(section, plan)
    rows = GuideRows(section, movement, make_paper_label_function(section, heading))
    cards = []
    for table_no in range(1, movement.tables + 1):
        seat_moves = _find_constant_moves(rows, table_no)
        if seat_moves is None:
            return ()
        cards.append(_make_howell_card(heading, movement, rows, table_no, seat_moves))
    return tuple(cards)


def is_safford(plan: Plan) -> bool:
    """Return whether *plan* is a movement for Safford's score cards."""
    return _get_card_inventor(plan) == "safford"


def make_safford_cards(
    section: Section, plan: Plan, *, has_table_letters: bool = False
) -> tuple[SaffordCard, ...]:
    """Return Safford's score card of every pair, or no card for other movements.

    Source: [WDW1900] pp. 36-38, the card of pair 5. The book names tables by letters.
    """
    if not is_safford(plan):
        return ()
    movement = load_movement(plan)
    heading = make_heading(section, plan)
    numbers = sorted({pair for row in movement.rows for pair in (row.ns, row.ew)})
    cards = tuple(
        _make_safford_card(heading, section, movement, number, numbers) for number in numbers
    )
    if has_table_letters:
        return tuple(_name_tables_by_letters(card) for card in cards)
    return cards


def get_table_letter(table_no: int) -> str:
    """Return the letter of a table of Safford, which has at most sixteen.

    >>> get_table_letter(3)
    'C'
    """
    return ascii_uppercase[table_no - 1]


def _name_tables_by_letters(card: SaffordCard) -> SaffordCard:
    lines = tuple(
        replace(line, table_letter=get_table_letter(line.table_no)) for line in card.lines
    )
    return replace(card, lines=lines)


def _find_constant_moves(rows: GuideRows, table_no: int) -> SeatMoves | None:
    """Return the move of each player and the boards from a table, or None if it varies."""
    moves = []
    for round_no in rows.rounds[:-1]:  # nobody moves after the last round
        moves_by_table = rows.get_moves_by_table(round_no)
        if table_no in moves_by_table:
            moves.append(moves_by_table[table_no])
    ns = _find_only_move(move.ns for move in moves)
    ew = _find_only_move(move.ew for move in moves)
    board_moves = {
        row.boards_next.partition(FOR_ROUND)[0] for row in rows.list_table_rows(table_no)
    }
    board_moves.discard("")
    if ns is None or ew is None or len(board_moves) > 1:
        return None
    north, south = (_format_next_seat(ns, table_no, player) for player in range(2))
    east, west = (_format_next_seat(ew, table_no, player) for player in range(2))
    return SeatMoves(north, east, south, west, boards=next(iter(board_moves), ""))


def _find_only_move(moves: Iterable[PairMove | None]) -> NextSeat | None:
    """Return the seat to which all *moves* lead, or None if they differ."""
    next_seats = {NextSeat(move.table_no, move.side, move.sits_out) for move in moves if move}
    if len(next_seats) > 1:
        return None
    return next(iter(next_seats), NextSeat())


def _format_next_seat(next_seat: NextSeat, table_no: int, player: int) -> str:
    """Return the next seat of player 0 or 1 of a side at *table_no*: "East at table 4"."""
    if next_seat.sits_out:
        if next_seat.table_no:
            return f"sit out at table {next_seat.table_no}"
        return "sit out"
    if next_seat.table_no is None or next_seat.side is None:
        return ""
    seat = PLAYERS_BY_SIDE[next_seat.side][player]
    if next_seat.table_no == table_no:
        return f"{seat} here"
    return f"{seat} at table {next_seat.table_no}"


def _make_howell_card(
    heading: Heading,
    movement: Movement,
    rows: GuideRows,
    table_no: int,
    seat_moves: SeatMoves,
) -> HowellCard:
    first_row = rows.make_row(table_no, 1)
    return HowellCard(
        heading=heading,
        table_no=table_no,
        ns=first_row.ns,
        ew=first_row.ew,
        boards=_list_starting_boards(movement, table_no),
        north=seat_moves.north,
        east=seat_moves.east,
        south=seat_moves.south,
        west=seat_moves.west,
        boards_next=seat_moves.boards,
        rows=rows.list_table_rows(table_no),
    )


def _list_starting_boards(movement: Movement, table_no: int) -> tuple[str, ...]:
    """Return the boards that lie at a table before play, because it needs them first.

    A pair that waits at a table has a set before it, too.
    """
    uses = [(row.round_no, row.board_set, row.table_no) for row in movement.rows]
    uses += [
        (sit_out.round_no, sit_out.board_set, sit_out.table_no or 0)
        for sit_out in movement.sit_outs
        if sit_out.board_set
    ]
    first_table_by_set: dict[int, int] = {}
    for _round_no, board_set, set_table_no in sorted(uses):
        first_table_by_set.setdefault(board_set, set_table_no)
    return tuple(
        format_boards(movement.get_set_boards(board_set))
        for board_set, first_table_no in first_table_by_set.items()
        if first_table_no == table_no
    )


def _make_safford_card(
    heading: Heading, section: Section, movement: Movement, number: int, numbers: list[int]
) -> SaffordCard:
    make_label = make_paper_label_function(section, heading)
    boards = {(row.round_no, row.table_no): row.boards for row in movement.rows}
    lines = []
    for line in make_scorecard(movement, number):
        card_line = SaffordRow(
            round_no=line.round_no,
            table_no=line.table_no,
            side=SIDES[line.side],
            boards=tuple(map(str, boards[line.round_no, line.table_no])),
            opponents=make_label(line.opponent),
            shared_with=tuple(make_label(other_number) for other_number in line.shared_with),
        )
        lines.append(card_line)
    return SaffordCard(
        heading=heading,
        label=make_label(number),
        other_labels=tuple(
            make_label(other_number) for other_number in numbers if other_number != number
        ),
        lines=tuple(lines),
    )
