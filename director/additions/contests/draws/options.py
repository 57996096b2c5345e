"""Options of drawn contests that ``movements`` doesn't know: about points, and when to draw."""

from collections.abc import Iterable

from director.boards.movement.lines.section_lines import Bye, SectionLine
from director.models import Plan
from movements.model import Movement
from movements.option import Option

AVERAGE = "average"
"""The choice of points by the average of the contestant's own matches."""
PERCENTAGE_BEFORE_AVERAGE = 60
"""What ``AVERAGE`` gives until the contestant's first match is over, in percent."""
BYE_POINTS = Option(
    "bye_points",
    "A sit-out gives",
    {
        "60": "60% of a match",
        "75": "75% of a match",
        "50": "half of a match",
        "0": "nothing",
        AVERAGE: "average of its own matches",
    },
    note=(
        "60% of 20 victory points are 12. An average changes with each match, and is 60% before the "
        "first one is over."
    ),
)
MISSED_POINTS = Option(
    "missed_points",
    "A round missed by a late entry gives",
    {
        "0": "nothing",
        "40": "40% of a match",
        "50": "half of a match",
        "60": "60% of a match",
        AVERAGE: "average of its own matches",
    },
)
DRAWN_FROM = Option(
    "drawn_from",
    "Draw each round from",
    {
        "last": "the standings after the round before",
        "behind": "the standings one round earlier, so that play never waits",
    },
    note="One round earlier: round 3 is drawn from the standings after round 1, and round 2 without any.",
)
DESK_OPTIONS = (BYE_POINTS, MISSED_POINTS, DRAWN_FROM)
"""Options of a Swiss that ``movements`` doesn't know: about points, and when to draw."""

STANDINGS_AFTER = "standings_after"
"""The option of a plan with the round whose standings its last round was drawn from."""


def get_points_percentage(plan: Plan | Movement, option: Option) -> int:
    """Return the share of a match that *option* of a drawn contest gives, in percent.

    For an average, this is the share until the contestant has a match.
    """
    if has_average_option(plan, option):
        return PERCENTAGE_BEFORE_AVERAGE
    return int(option.get_choice(dict(plan.options)))


def has_average_option(plan: Plan | Movement, option: Option) -> bool:
    """Return whether *option* of a drawn contest gives the average of a contestant's matches."""
    return option.get_choice(dict(plan.options)) == AVERAGE


def get_standings_round(plan: Plan | Movement) -> int:
    """Return the round whose standings the last draw of *plan* used."""
    return int(dict(plan.options).get(STANDINGS_AFTER, plan.rounds - 1))


def make_byes(plan: Plan, lines: Iterable[SectionLine], base: int) -> list[Bye]:
    """Return the sit-outs of a drawn contest, which are worth points.

    *base* has been added to the numbers in *lines*, and is added to those in the byes. A round that
    a late entry missed is a bye too, if the contest gives points for it.
    """
    percentage = get_points_percentage(plan, BYE_POINTS)
    is_average = has_average_option(plan, BYE_POINTS)
    byes = []
    first_rounds: dict[int, int] = {}
    for round_no, contestant, *_rest in plan.sit_outs:
        bye = Bye(
            round_no,
            base + contestant,
            boards=plan.boards_per_set,
            percentage=percentage,
            is_average=is_average,
        )
        byes.append(bye)
        first_rounds.setdefault(base + contestant, round_no)
    missed_percentage = get_points_percentage(plan, MISSED_POINTS)
    is_missed_average = has_average_option(plan, MISSED_POINTS)
    if not missed_percentage:
        return byes
    for line in lines:
        if line.round_no and not line.is_extra:
            for number in (line.ns, line.ew):
                first_rounds[number] = min(line.round_no, first_rounds.get(number, line.round_no))
    for number, first_round in sorted(first_rounds.items()):
        for round_no in range(1, first_round):
            bye = Bye(
                round_no,
                number,
                boards=plan.boards_per_set,
                percentage=missed_percentage,
                is_missed=True,
                is_average=is_missed_average,
            )
            byes.append(bye)
    return byes
