"""What everybody does between two rounds, in the words a director calls out."""

from dataclasses import dataclass

from director.boards.sides import seated_moves
from director.models import Section
from movements import Plan as Movement
from movements import TableMoves

NUMBER_WORDS = {1: "one", 2: "two", 3: "three"}
BY_THE_CARDS = "Everybody moves as the guide card says."


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves after *round_no* in one sentence, and who then has no opponents."""

    round_no: int
    text: str
    sitting_out: str  # "7 N-S", or ""


def next_moves(section: Section, movement: Movement, round_no: int) -> Moves | None:
    """Return the moves after *round_no* of *movement*; ``None`` after the last round and before the first."""
    if not 1 <= round_no < movement.rounds:
        return None
    moves = seated_moves(movement, round_no)
    waiting = [section.label(sit_out.contestant) for sit_out in movement.sit_outs if sit_out.round_no == round_no + 1]
    return Moves(round_no, moves_text(moves, movement.tables), " and ".join(waiting))


def moves_text(moves: dict[int, TableMoves], tables: int) -> str:
    """Return *moves* in one sentence where each side does the same at every table.

    >>> from movements import make_plan, moves_after
    >>> moves_text(moves_after(make_plan("mitchell", tables=7), 1), 7)
    'N-S stay, E-W up one table, boards down one table.'
    >>> moves_text(moves_after(make_plan("howell", pairs=8), 1), 4)
    'Everybody moves as the guide card says.'
    """
    sides = {
        "N-S": _pair_steps(moves, "NS", tables),
        "E-W": _pair_steps(moves, "EW", tables),
        "boards": _board_steps(moves, tables),
    }
    known = [f"{who} {steps}" for who, steps in sides.items() if steps]
    unknown = [who for who in sides if not sides[who]]
    if len(unknown) > 1:
        return BY_THE_CARDS
    return ", ".join(known + [f"{who} as the guide cards say" for who in unknown]) + "."


def _pair_steps(moves: dict[int, TableMoves], side: str, tables: int) -> str:
    """Return what all pairs of *side* do, or ``""`` where they differ or change sides."""
    steps = set()
    for table_no, at_table in moves.items():
        if move := at_table.ns if side == "NS" else at_table.ew:
            if move.side not in (side, None) or move.table_no is None:
                return ""
            steps.add((move.table_no - table_no) % tables)
    return _steps_text(steps, tables)


def _board_steps(moves: dict[int, TableMoves], tables: int) -> str:
    """Return what all board sets do, or ``""`` where they differ or some rest on a bye-stand."""
    steps = set()
    for table_no, at_table in moves.items():
        if move := at_table.boards:
            if move.kind not in ("table", "stay") or move.table_no is None:
                return ""
            steps.add((move.table_no - table_no) % tables)
    return _steps_text(steps, tables)


def _steps_text(steps: set[int], tables: int) -> str:
    """Return the one step that is in *steps*, or ``""`` where there are several or none."""
    if len(steps) != 1:
        return ""
    (up,) = steps
    if up == 0:
        return "stay"
    count, way = (up, "up") if up <= tables - up else (tables - up, "down")
    return f"{way} {NUMBER_WORDS.get(count, count)} table{'' if count == 1 else 's'}"
