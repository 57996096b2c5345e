"""The three ways of laying out more than one board to a set in a Howell.

Responsible for the choice and what follows from it: trays of one number side by side, numbers
spread so that the lead changes, or the whole schedule played again with other boards.  Leaves the
schedule itself to
:mod:`movements.families.howell.full`.
"""

from dataclasses import replace

from movements.errors import MovementError
from movements.model import Movement, RoundLimits
from movements.option import Option
from movements.sentences import MovementSentences

SETS = Option(
    "sets",
    "Board sets",
    {
        "trays": "neighbouring boards",
        "spread": "boards far apart",
        "again": "repeat all rounds with new boards",
    },
    note="Only with more boards than rounds. Boards far apart differ by the number of sets, so that the dealer varies.",
    advised=("trays", "again"),
)
LONGEST = 36
"""Rounds beyond which the schedule is not played again, as in the book's list of deals."""

USUAL_ROUNDS = 26


def refuse_long_schedules(movement: str, pairs: int, schedule: int) -> None:
    """Raise if a schedule of that many rounds can't be played twice in a session.

    >>> refuse_long_schedules("Howell", 18, 17)

    :raises MovementError: from 19 pairs on.
    """
    if 2 * schedule > LONGEST:
        raise MovementError(
            MovementSentences.CHOICE_DOES_NOT_FIT,
            movement=movement,
            option=SETS.name,
            choice="again",
            needed="at most 18 pairs (9 tables)",
            size=pairs,
            tables=(pairs + 1) // 2,
            instead="sets=trays or sets=spread",
        )


def limits_of_passes(fewest: int, schedule: int) -> RoundLimits:
    """Return the possible rounds if a schedule is repeated, usually near 26.

    >>> limits_of_passes(1, 7)
    RoundLimits(legal=range(1, 36), usual=28)

    Source: [WDW1900] p. 42, the numbers of deals.
    """
    passes = range(2, LONGEST // schedule + 1)
    usual = min(passes, key=lambda number: abs(number * schedule - USUAL_ROUNDS)) * schedule
    whole = tuple(number * schedule for number in passes)
    return RoundLimits(
        range(fewest, passes[-1] * schedule + 1), usual, "it can't be repeated more often", whole
    )


def spread(plan: Movement, cycle: int) -> Movement:
    """Number the boards of each set *cycle* apart: set 1 of seven has boards 1, 8, 15 and so on.

    The parts of the six-pair schedule are numbered one after the other.

    >>> from movements import make_plan
    >>> [row.boards for row in make_plan("howell", pairs=8, boards_per_set=4, options={"sets": "spread"}).rows[:2]]
    [(1, 8, 15, 22), (4, 11, 18, 25)]

    Source: [WDW1900] p. 42.
    """
    each = plan.boards_per_set

    def number(board: int) -> int:
        board_set, place = divmod(board - 1, each)
        part, first = divmod(board_set, cycle)
        return part * cycle * each + place * cycle + first + 1

    rows = (replace(row, boards=tuple(number(board) for board in row.boards)) for row in plan.rows)
    return replace(plan, rows=tuple(rows))
