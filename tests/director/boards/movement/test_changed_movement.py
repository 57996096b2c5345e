"""Going on by another movement after play has begun: nothing that was entered changes, and undo is exact."""

from dataclasses import replace

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.boards.movement.sections import fetch_section_acts
from director.boards.play.plan import continue_plan, store_plan
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.seats.seating import name_entry
from director.errors import DeskError
from director.models import Session
from director.models.event import Clock
from movements.check.faults import check_plan
from movements.model import Movement, SitOut
from movements.registry import make_plan
from tests.factories import enter_on_line, make_night, reload_section

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


def test_a_late_pair_plays_from_its_round_on_and_what_was_played_stays(section):
    entered(section, 1)
    before = load_movement(section.plan)
    plan = continue_plan(
        section=section,
        movement=with_late_pair(3),
        from_round=3,
        reason="a pair fills the half table",
        user=None,
    )
    after = load_movement(reload_section(section).plan)
    assert [row for row in after.rows if row.round_no < 3] == [
        row for row in before.rows if row.round_no < 3
    ]
    assert {row.round_no for row in after.rows if 14 in (row.ns, row.ew)} == {3, 4, 5, 6, 7}
    assert plan.number == 2
    assert plan.from_round == 3
    assert section.plans.count() == 2
    assert section.entries.count() == 14
    assert {reload_section(section).get_label(number) for number in (7, 14)} == {"7 N-S", "7 E-W"}
    assert fetch_section_lines(reload_section(section)).results_in == 1


def test_undo_puts_the_former_movement_in_force_and_redo_the_later(section):
    continue_plan(
        section=section,
        movement=with_late_pair(3),
        from_round=3,
        reason="a pair arrives",
        user=None,
    )
    (act,) = (act for act in fetch_section_acts(section) if act.kind == "plan")
    assert act.words == "From round 3: a pair arrives."
    undo_section(section=section, number=act.number, user=None)
    assert section.plan.contestants == 13
    assert section.entries.count() == 13
    assert section.plans.count() == 1
    redo_section(section=section, number=act.number, user=None)
    assert section.plan.contestants == 14
    assert section.entries.count() == 14
    assert section.plans.count() == 2
    assert load_movement(section.plan) == with_late_pair(3)


def test_a_result_under_the_new_movement_is_taken_back_before_the_movement(section):
    continue_plan(
        section=section,
        movement=with_late_pair(3),
        from_round=3,
        reason="a pair arrives",
        user=None,
    )
    new = reload_section(section)
    line = next(
        line
        for line in fetch_section_lines(new).all
        if {7, 14} & {line.ns, line.ew} and line.round_no == 3
    )
    enter_on_line(new, line, "PASS")
    act = section.acts.get(kind="plan")
    label = new.get_label
    said = f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}, isn’t in the former movement"
    with (
        pytest.raises(DeskError, match=said)
        if 7 in (line.ns, line.ew)
        else pytest.raises(DeskError)
    ):
        undo_section(section=new, number=act.number, user=None)
    assert section.plan.number == 2


def test_names_of_a_late_pair_are_taken_back_before_it(section):
    continue_plan(
        section=section,
        movement=with_late_pair(3),
        from_round=3,
        reason="a pair arrives",
        user=None,
    )
    number = next(
        iter(
            {7, 14}
            - {entry.pair_no for entry in section.entries.filter(entry_players__isnull=False)}
        )
    )
    name_entry(section=reload_section(section), pair_no=number, names=("Ada Late", "Bo Late"))
    with pytest.raises(DeskError, match="Names of"):
        undo_section(
            section=reload_section(section), number=section.acts.get(kind="plan").number, user=None
        )
    assert section.entries.get(pair_no=number).entry_players.count() == 2


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


def test_the_clock_goes_on_where_a_round_is_cut_or_added(section):
    session = section.session
    cut = make_plan("mitchell", pairs=13, boards_per_set=1, rounds=6)
    Session.objects.filter(pk=session.pk).update(round_no=7)
    continue_plan(
        section=section, movement=cut, from_round=7, reason="the last round is cut", user=None
    )
    session.refresh_from_db()
    assert session.clock == Clock.OVER
    assert session.round_no == 6
    whole = make_plan("mitchell", pairs=13, boards_per_set=1)
    continue_plan(
        section=reload_section(section),
        movement=whole,
        from_round=7,
        reason="a round more",
        user=None,
    )
    session.refresh_from_db()
    assert session.clock == Clock.WAITING
    assert session.round_no == 7


def test_a_movement_chosen_again_before_play_leaves_no_former_ones(section):
    continue_plan(
        section=section,
        movement=with_late_pair(3),
        from_round=3,
        reason="a pair arrives",
        user=None,
    )
    store_plan(section=reload_section(section), movement=make_plan("howell", pairs=14))
    assert [plan.number for plan in section.plans.all()] == [1]
    assert not fetch_section_acts(section, ("plan",)).exists()


def test_a_long_story_is_kept_as_far_as_there_is_room(section):
    why = "the cards of another movement were followed, " * 8
    continue_plan(section=section, movement=with_late_pair(3), from_round=3, reason=why, user=None)
    assert section.plan.why == why[:200]
    assert section.acts.get(kind="plan").words == f"From round 3: {why}"[:300]
