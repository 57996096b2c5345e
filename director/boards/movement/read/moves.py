"""What everybody does between two rounds, in the words a director calls out."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.boards.rounds import is_drawn
from director.boards.sides import seated_moves
from director.models import Section
from movements import PairMove, TableMoves
from movements import Plan as Movement

NUMBER_WORDS = {1: "one", 2: "two", 3: "three"}
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West", "NS": "N-S", "EW": "E-W", "": ""}
SEAT_RULE = "the seat "  # what a note has that tells every single player where to go
BY_THE_CARDS = "Everybody moves as the guide card says."
BY_THE_DRAW = "Everybody moves as the draw says."


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
    waiting = [section.label(sit_out.contestant) for sit_out in movement.sit_outs if sit_out.round_no == round_no + 1]
    if is_drawn(movement.key):
        text = BY_THE_DRAW
    elif movement.names_players:
        text = _told(movement)
    else:
        text = moves_text(seated_moves(movement, round_no), movement.tables)
    return Moves(round_no, text, listed(waiting))


def listed(names: Sequence[str]) -> str:
    """Return *names* as they are said one after the other.

    >>> listed(["3", "7", "9"]), listed(["7 N-S"]), listed([])
    ('3, 7 and 9', '7 N-S', '')
    """
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last


def _told(movement: Movement) -> str:
    """Return how single players find their next seat where one sentence tells it to all."""
    return next((note for note in movement.notes if SEAT_RULE in note), BY_THE_CARDS)


def players_next(section: Section, moves: TableMoves, table_no: int) -> tuple[str, ...]:
    """Return where the four at a table go next, by seat: "4 stays", "1 to table 2 South", "2 sits out".

    Empty after the last round, and where pairs or teams play.
    """
    return tuple(
        f"{section.label(move.contestant)} {_player_words(move, table_no)}"
        for move in moves.players
        if move.table_no is not None or move.sits_out
    )


def _player_words(move: PairMove, table_no: int) -> str:
    if move.sits_out:
        return "sits out"
    if move.stays:
        return "stays"
    seat = SEAT_NAMES[move.side or ""]
    return f"turns to {seat}" if move.table_no == table_no else f"to table {move.table_no} {seat}"


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
