"""The three ways of laying out more than one board to a set in a Howell or Safford.

A set has neighbouring boards, boards far apart so that the dealer varies, or one board of each pass
if all rounds are repeated with new boards.  The schedule itself is in
:mod:`movements.families.howell.full`.
"""

from dataclasses import replace

from movements.model import Movement, RoundLimits
from movements.option import Option
from movements.refusals import make_choice_does_not_fit_error

SETS = Option(
    "sets",
    "Board sets",
    {
        "trays": "neighbouring boards",
        "spread": "boards far apart",
        "again": "repeat all rounds with new boards",
    },
    note="Only with more boards than rounds. Boards far apart differ by the number of sets, so that the dealer varies.",
    # Advice doesn't suggest "spread": it changes nothing but the dealers.
    suggested_choices=("trays", "again"),
)
MAX_ROUNDS = 36
"""Rounds after which the schedule isn't repeated, as in the book's list of deals."""
DEFAULT_ROUNDS = 26
"""Rounds of a usual session if the schedule is repeated."""


def refuse_long_schedules(movement: str, pairs: int, schedule_rounds: int) -> None:
    """Raise if a schedule of *schedule_rounds* can't be played twice in a session.

    >>> refuse_long_schedules("Howell", 18, 17)

    :raises MovementError: from 19 pairs on.
    """
    if 2 * schedule_rounds > MAX_ROUNDS:
        raise make_choice_does_not_fit_error(
            movement=movement,
            option=SETS.name,
            choice="again",
            requirement="at most 18 pairs (9 tables)",
            size=pairs,
            tables=(pairs + 1) // 2,
            alternative="sets=trays or sets=spread",
        )


def compute_pass_limits(min_rounds: int, schedule_rounds: int) -> RoundLimits:
    """Return the possible rounds if the schedule is played several times, each time a pass.

    The usual number of rounds is the one of whole passes that is nearest to 26.

    >>> compute_pass_limits(1, 7)
    RoundLimits(legal_rounds=range(1, 36), default_rounds=28)

    Source: [WDW1900] p. 42, the numbers of deals.
    """
    most_passes = MAX_ROUNDS // schedule_rounds
    most_rounds = most_passes * schedule_rounds
    # Advice suggests whole passes only, at least two.
    whole_passes = tuple(range(2 * schedule_rounds, most_rounds + 1, schedule_rounds))
    default_rounds = min(whole_passes, key=lambda rounds: abs(rounds - DEFAULT_ROUNDS))
    return RoundLimits(
        legal_rounds=range(min_rounds, most_rounds + 1),
        default_rounds=default_rounds,
        max_reason="it can’t be repeated more often",
        suggested_rounds=whole_passes,
    )


def spread_boards(plan: Movement, cycle: int) -> Movement:
    """Number the boards of each set *cycle* apart.

    With a cycle of seven, set 1 has the boards 1, 8, 15 and so on. Each pass of *cycle* sets, such as
    a half of the six-pair schedule, has its own boards.

    >>> from movements.registry import make_plan
    >>> [row.boards for row in make_plan("howell", pairs=8, boards_per_set=4, options={"sets": "spread"}).rows[:2]]
    [(1, 8, 15, 22), (4, 11, 18, 25)]

    Source: [WDW1900] p. 42.
    """
    boards_per_pass = cycle * plan.boards_per_set

    def spread_number(board_no: int) -> int:
        # All numbers count from 0 here.
        board_set, place_in_set = divmod(board_no - 1, plan.boards_per_set)
        pass_index, set_in_pass = divmod(board_set, cycle)
        return pass_index * boards_per_pass + place_in_set * cycle + set_in_pass + 1

    rows = []
    for row in plan.rows:
        boards = tuple(spread_number(board_no) for board_no in row.boards)
        rows.append(replace(row, boards=boards))
    return replace(plan, rows=tuple(rows))
