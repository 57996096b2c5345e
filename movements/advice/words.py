"""The sentence that says why a movement is advised, and what it lacks."""

from collections.abc import Iterator
from math import floor

from movements.advice.facts import Length, Wishes
from movements.balance import shown_quality

EQUAL = 100
TIMES = {1: "", 2: " twice"}
NOTABLY_UNFAIR = 75
"""A fairness figure below this is worth a word."""


def reason(length: Length, boards_per_set: int, wishes: Wishes) -> str:
    """Return in one sentence what speaks for a movement of this *length* and, after a "but", what against."""
    strong = ", ".join(_strengths(length, wishes))
    *front, last = [*_weaknesses(length, boards_per_set, wishes)] or [""]
    weak = f"{', '.join(front)} and {last}" if front else last
    return f"{strong}; but {weak}." if weak else f"{strong}."


def _strengths(length: Length, wishes: Wishes) -> Iterator[str]:
    everybody = "Every N-S pair meets every E-W pair" if length.winners == 2 else "Everybody meets everybody"
    if length.field_met < 1:
        yield f"A pair meets {floor(length.field_met * 100)} % of its possible opponents"
    else:
        fewest, most = length.meetings
        times = TIMES.get(most, f" {most} times") if fewest == most else ""
        yield f"{everybody}{times}"
    if length.ns_pairs_stay:
        yield "N-S pairs keep their seats"
    elif wishes.stationary:
        yield "1 pair keeps its table" if length.stationary == 1 else f"{length.stationary} pairs keep their tables"
    if length.winners == 1 and length.qf == EQUAL:
        yield "any two pairs are compared equally"


def _weaknesses(length: Length, boards_per_set: int, wishes: Wishes) -> Iterator[str]:  # noqa: C901  a line a weakness
    boards = length.most_rounds * boards_per_set
    if wishes.wrong_winners(length.winners):
        yield "N-S and E-W are ranked separately" if length.winners == 2 else "everybody is ranked in one list"
    if wishes.boards_outside(boards):
        yield f"{boards} boards are {'fewer' if boards < wishes.low else 'more'} than wanted"
    if over := wishes.minutes_over(length.rounds, boards_per_set):
        yield f"it takes {over} minutes too long"
    if length.stationary < wishes.stationary:
        yield f"only {length.stationary} of {wishes.stationary} pairs can keep their tables"
    if length.again:
        yield "some meet the same opponents twice"
    if length.shared:
        yield "tables share boards"
    if length.compared < 1:
        yield "some boards are played at one table only"
    if length.sit_outs > 1:
        yield f"a pair sits out up to {length.sit_outs} rounds"
    if boards_per_set == 1:
        yield "everybody moves after every board"
    if length.qf is not None and length.qf < NOTABLY_UNFAIR:
        yield f"pairs are compared unevenly (fairness {shown_quality(length.qf):g} of 100)"
