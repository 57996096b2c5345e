"""Cards of 1900 for the movements they belong to: Howell's movement card and Safford's score card."""

from collections.abc import Iterable

from director.boards.movement.cards.cards import SIDES, GuideRows
from director.boards.movement.lines.read import plan_movement
from director.boards.movement.words import boards_of_set, boards_text, heading, paper_label
from director.models import Plan, Section
from director.sheets import Heading, HowellCard, SaffordCard, SaffordLine
from movements import MOVEMENTS, Movement, PairMove, score_card

PLAYERS = {"NS": ("North", "South"), "EW": ("East", "West")}


def _own_card(plan: Plan) -> str:
    """Return whose printed card belongs to the movement of *plan*, or ""."""
    return next((spec.own_card for spec in MOVEMENTS if spec.key == plan.key), "")


def howell_cards(section: Section, plan: Plan) -> tuple[HowellCard, ...]:
    """Return Howell's card of every table, if each seat of *plan* always moves the same way.

    Source: [WDW1900] p. 41, the card of table 2 for eight pairs.
    """
    if _own_card(plan) != "howell" or section.winners == 2:
        return ()
    movement = plan_movement(plan)
    head = heading(section, plan)
    rows = GuideRows(section, movement, paper_label(section, head))
    tables = range(1, movement.tables + 1)
    ways = {table_no: way for table_no in tables if (way := _ways(rows, table_no))}
    if len(ways) < movement.tables:
        return ()
    return tuple(
        _howell_card(head, movement, rows, table_no, way) for table_no, way in ways.items()
    )


def safford_cards(section: Section, plan: Plan) -> tuple[SaffordCard, ...]:
    """Return Safford's score card of every pair, or none for other movements.

    Source: [WDW1900] pp. 36-38, the card of pair 5.
    """
    if _own_card(plan) != "safford":
        return ()
    movement = plan_movement(plan)
    head = heading(section, plan)
    numbers = sorted({pair for row in movement.rows for pair in (row.ns, row.ew)})
    return tuple(_safford_card(head, section, movement, number, numbers) for number in numbers)


def _ways(rows: GuideRows, table_no: int) -> tuple[str, str, str, str, str] | None:
    """Return the constant move of each player and the boards from a table, None where it varies."""
    moves = [
        rows.moves(round_no)[table_no]
        for round_no in rows.rounds[:-1]
        if table_no in rows.moves(round_no)
    ]
    ns, ew = _one(move.ns for move in moves), _one(move.ew for move in moves)
    boards = {row.boards_next.partition(" for round ")[0] for row in rows.of_table(table_no)} - {""}
    if ns is None or ew is None or len(boards) > 1:
        return None
    north, south = (_seat_words(ns, table_no, player) for player in range(2))
    east, west = (_seat_words(ew, table_no, player) for player in range(2))
    return north, east, south, west, next(iter(boards), "")


def _one(moves: Iterable[PairMove | None]) -> tuple[int | None, str | None, bool] | None:
    """Return the only move in *ways* (table, side, whether it is a sit-out), or None."""
    ways = {(move.table_no, move.side, move.sits_out) for move in moves if move}
    if len(ways) > 1:
        return None
    return next(iter(ways), (None, None, False))


def _seat_words(way: tuple[int | None, str | None, bool], table_no: int, player: int) -> str:
    """Return the next seat of the first or second *player* of a side: "East at table 4"."""
    to_table, side, sits_out = way
    if sits_out:
        if to_table:
            return f"sit out at table {to_table}"
        return "sit out"
    if to_table is None or side is None:
        return ""
    seat = PLAYERS[side][player]
    if to_table == table_no:
        return f"{seat} here"
    return f"{seat} at table {to_table}"


def _howell_card(
    head: Heading,
    movement: Movement,
    rows: GuideRows,
    table_no: int,
    way: tuple[str, str, str, str, str],
) -> HowellCard:
    north, east, south, west, boards_next = way
    first = rows.row(table_no, 1)
    return HowellCard(
        heading=head,
        table_no=table_no,
        ns=first.ns,
        ew=first.ew,
        boards=_lying(movement, table_no),
        north=north,
        east=east,
        south=south,
        west=west,
        boards_next=boards_next,
        rows=rows.of_table(table_no),
    )


def _lying(movement: Movement, table_no: int) -> tuple[str, ...]:
    """Return the boards that lie at a table before play, because it needs them first.

    A pair that waits at a table has a set before it, too.
    """
    uses = [(row.round_no, row.board_set, row.table_no) for row in movement.rows]
    uses += [
        (wait.round_no, wait.board_set, wait.table_no or 0)
        for wait in movement.sit_outs
        if wait.board_set
    ]
    first: dict[int, int] = {}
    for _round_no, board_set, table in sorted(uses):
        first.setdefault(board_set, table)
    return tuple(
        boards_text(boards_of_set(board_set, movement.boards_per_set))
        for board_set, table in first.items()
        if table == table_no
    )


def _safford_card(
    head: Heading, section: Section, movement: Movement, number: int, numbers: list[int]
) -> SaffordCard:
    label = paper_label(section, head)
    boards = {(row.round_no, row.table_no): row.boards for row in movement.rows}
    return SaffordCard(
        heading=head,
        label=label(number),
        others=tuple(label(other) for other in numbers if other != number),
        lines=tuple(
            SaffordLine(
                round_no=line.round_no,
                table_no=line.table_no,
                side=SIDES[line.side],
                boards=boards_text(boards[line.round_no, line.table_no]),
                opponents=label(line.opponent),
                shared_with=tuple(label(other) for other in line.shared_with),
            )
            for line in score_card(movement, number)
        ),
    )
