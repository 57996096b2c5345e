"""Going on by another movement after play has begun: nothing that was entered changes, and undo is exact."""

from dataclasses import replace

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import continue_plan
from director.errors import DeskError
from movements.check.faults import check_plan
from movements.model import Movement, SitOut
from movements.registry import make_plan
from tests.factories import enter_on_line, make_night

pytestmark = pytest.mark.django_db


def with_late_pair(from_round: int) -> Movement:
    """Return a Mitchell of 13 pairs in which the fourteenth fills the half table from a round on."""
    short, full = (make_plan("mitchell", pairs=pairs, boards_per_set=1) for pairs in (13, 14))
    rows = [row for row in short.rows if row.round_no < from_round]
    rows += [row for row in full.rows if row.round_no >= from_round]
    waits = [sit_out for sit_out in short.sit_outs if sit_out.round_no < from_round]
    waits += [SitOut(round_no, 14) for round_no in range(1, from_round)]
    movement = replace(full, rows=tuple(rows), sit_outs=tuple(waits), guarantees=())
    assert not check_plan(movement)
    return movement


@pytest.fixture
def section():
    return make_night(key="mitchell", pairs=13, boards_per_set=1)


def entered(section, round_no: int, text: str = "4SS=") -> None:
    """Enter the first line of a round."""
    line = next(line for line in fetch_section_lines(section).all if line.round_no == round_no)
    enter_on_line(section, line, text)


def test_a_round_less_is_refused_once_it_has_a_result(section):
    entered(section, 7)
    movement = make_plan("mitchell", pairs=13, boards_per_set=1, rounds=6)
    with pytest.raises(DeskError, match="isn’t in the new movement"):
        continue_plan(
            section=section,
            movement=movement,
            from_round=7,
            reason="the last round is cut",
            user=None,
        )
    assert section.plans.count() == 1


def test_a_long_story_is_kept_as_far_as_there_is_room(section):
    why = "the cards of another movement were followed, " * 8
    continue_plan(section=section, movement=with_late_pair(3), from_round=3, reason=why, user=None)
    assert section.plan.why == why[:200]
    assert section.acts.get(kind="plan").words == f"From round 3: {why}"[:300]
