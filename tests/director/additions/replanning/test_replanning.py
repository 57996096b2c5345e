"""What has happened is asked, the ways out are shown with their prices, one press takes one, another takes it back."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.boards.play.problems.phones import fetch_section_phones
from director.boards.play.results.acts import redo_section
from director.boards.play.scores.off_schedule import swap_table_boards, turn_table
from director.boards.play.scores.result import enter_result, import_result
from director.boards.play.seats.section_seats import fetch_arrivals, fetch_section_seats
from director.core.base.act_kinds import ActKind
from director.core.night.links.opening import open_table_addresses
from director.models import Session
from director.models.event import Clock
from movements.check.faults import check_plan
from tests.cases import leave_to_slow
from tests.director.pages import HTMX, find_elements, find_errors, find_texts
from tests.director.sent_forms import find_form, send_form
from tests.factories import (
    LARGE_FIELD_PAIRS,
    change_address,
    enter_on_line,
    make_night,
    reload_section,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    return make_night(pairs=13, boards_per_set=3)


def enter_rounds(section, rounds: int) -> None:
    """Enter a result for every line of the first *rounds* rounds."""
    lines = fetch_section_lines(section)
    for line in lines.all:
        if line.round_no <= rounds:
            import_result(section=section, line=line, text="4SS=", user=None)


def ask_for_options(desk, section, **typed):
    """Choose a reason on the page and fill its boxes, as a browser sends them."""
    page = desk.get(change_address(section))
    boxes = {"kind": "pair-arrives", "from_round": "3"} | typed
    return send_form(desk, change_address(section), page, ask_form(page), boxes)


def ask_form(page):
    """Return the form of *page* that asks for a reason."""
    return find_form(page, "form", box="kind")


def ask_by_query(desk, section, **typed):
    """Ask what the page doesn't offer."""
    boxes = {"kind": "pair-arrives", "pairs": "1", "from_round": "3"} | typed
    return desk.get(change_address(section), boxes)


def apply_option(desk, page, at: int = 0, **typed):
    """Press *Apply* of the way out number *at*, with boxes filled."""
    form = find_elements(page, ".proposal form")[at]
    return send_form(desk, form.get("action"), page, form, typed, follow=True)


@pytest.mark.parametrize(
    ("pairs", "label", "start"),
    leave_to_slow(
        [
            (13, "7 E-W", "comes in round 3, table 2, E-W"),
            (14, "15 N-S", "comes in round 3, table "),
        ],
        but=1,
    ),
)
def test_seats_says_when_a_late_pair_comes_and_lists_it_in_its_direction(desk, pairs, label, start):
    section = make_night(key="mitchell", pairs=pairs)
    enter_rounds(section, 2)
    apply_option(desk, ask_for_options(desk, section, kind="pair-arrives", from_round="3"))
    section = reload_section(section)
    seats = fetch_section_seats(section, section.plan).rows
    start_by_label = {seat.label: seat.start_seat for seat in seats}
    assert start_by_label[label].startswith(start)
    directions = [seat_label.split()[1] for seat_label in start_by_label]
    assert directions == sorted(directions, reverse=True)
    doors = [entry.name.split()[1] for entry in fetch_arrivals(section)]
    assert doors == directions


@pytest.mark.slow
def test_the_line_of_a_change_goes_when_the_next_round_starts(desk, section):
    enter_rounds(section, 2)
    apply_option(desk, ask_for_options(desk, section))
    play_path = f"/sessions/{section.session_id}/play/"
    session = Session.objects.filter(pk=section.session_id)
    session.update(round_no=3)
    assert find_texts(desk.get(play_path), "#change b")  # the pairs still move to their seats
    session.update(
        clock=Clock.RUNNING,
        round_ends_at=timezone.now() + timedelta(minutes=session.get().round_minutes),
    )
    assert not find_texts(desk.get(play_path), "#change b")
    # A browser that already shows Play drops the line with its next question.
    assert find_elements(desk.get(play_path, **HTMX), "#change")[0].get("hx-swap-oob") == "true"
    assert not find_texts(desk.get(play_path, **HTMX), "#change b")
    # The change can still be undone where it was made.
    assert "Undo change" in find_texts(desk.get(change_address(section)), "button")


@pytest.mark.slow
def test_cards_that_were_printed_are_not_asked_for_again(desk, section):
    enter_rounds(section, 2)
    apply_option(desk, ask_for_options(desk, section))
    section = reload_section(section)
    section.printed_fingerprint = section.plan.fingerprint
    section.save()
    page = desk.get(f"/sessions/{section.session_id}/play/")
    assert find_texts(page, "#change b")
    assert "Print" not in " ".join(find_texts(page, "#change"))


@pytest.mark.slow
@pytest.mark.parametrize("on", [1, 3])
def test_a_late_pair_plays_the_round_that_is_on(desk, section, on):
    enter_rounds(section, on - 1)
    Session.objects.filter(pk=section.session_id).update(
        clock=Clock.PAUSED, seconds_left=600, round_no=on
    )
    page = ask_for_options(desk, section, from_round=str(on + 1))
    titles = ["Fill the half table now", "Fill the half table", "Leave the late pair out"]
    assert find_texts(page, ".proposal h3") == titles
    (wait,) = [wait for wait in load_movement(section.plan).sit_outs if wait.round_no == on]
    answer = apply_option(desk, page)
    assert find_texts(answer, "#change b") == [
        f"Pair 7 E-W plays from round {on}, table {wait.table_no}"
    ]
    assert f"round {on} at table {wait.table_no}" in find_texts(answer, "#change details p")[0]
    movement = load_movement(reload_section(section).plan)
    (row,) = [row for row in movement.rows if (row.round_no, row.table_no) == (on, wait.table_no)]
    assert row.board_set == wait.board_set
    assert {row.ns, row.ew} == {wait.contestant, 14}
    assert check_plan(movement) == ()
    board = {"board_no": row.boards[0], "ns": row.ns, "ew": row.ew}
    enter_result(section=reload_section(section), **board, text="4SS=", user=None)
    assert fetch_section_lines(reload_section(section)).results_in == 18 * (on - 1) + 1


@pytest.mark.slow
def test_a_press_on_an_old_page_changes_nothing(desk, section):
    page = ask_for_options(desk, section)
    enter_rounds(section, 1)
    response = apply_option(desk, page)
    assert response.status_code == 422
    assert "Choose again from the new options." in find_texts(response, ".say.bad")[0]
    assert section.plans.count() == 1


def test_the_same_pair_does_not_leave_twice(desk, section):
    page = ask_for_options(
        desk, section, kind="pair-leaves", pair="3", other_pair="3", from_round="5"
    )
    assert find_errors(page) == [
        "Both boxes have the same pair. Choose another one, or nobody else."
    ]


@pytest.mark.slow
def test_a_table_more_has_its_address_at_once_and_shows_at_play(desk):
    section = make_night(pairs=10, boards_per_set=2)
    enter_rounds(section, 1)
    page = ask_for_options(desk, section, pairs="2", from_round="2")
    assert find_texts(page, ".proposal h3")[0] == "Extra table with a spare set: Skip Mitchell"
    apply_option(desk, page)
    assert not section.session.accesses.exists()
    number = section.acts.latest("number").number
    desk.post(f"{change_address(section)}undo/", {"act": number, "sure": number})
    open_table_addresses(session=section.session, section=section, tables=range(1, 6))
    apply_option(desk, ask_for_options(desk, section, pairs="2", from_round="2"))
    assert list(
        section.session.accesses.order_by("table_no").values_list("table_no", flat=True)
    ) == [*range(1, 7)]
    assert [table.table_no for table in fetch_section_phones(reload_section(section)).tables] == [
        *range(1, 7)
    ]
    live = section.session.accesses.filter(revoked_at__isnull=True).order_by("table_no")
    number = section.acts.latest("number").number
    desk.post(f"{change_address(section)}undo/", {"act": number, "sure": number})
    assert list(live.values_list("table_no", flat=True)) == [*range(1, 6)]
    redo_section(section=reload_section(section), number=number, user=None, kinds=(ActKind.PLAN,))
    assert list(live.values_list("table_no", flat=True)) == [*range(1, 7)]


REASONS = {
    "pair-arrives": {"pairs": "1"},
    "pair-leaves": {"pair": "3"},
    "table-closes": {"closing_table": "3"},
    "late-table": {"late_table": "3"},
    "rounds": {"rounds": "6"},
    "boards-per-set": {"boards": "2"},
    "movement": {"key": "howell"},
    "followed": {"followed_key": "howell", "first_round": "1", "last_round": "1"},
    "as-they-sit": {},
    "boards-exchanged": {"table": "2", "other_table": "5", "exchange_round": "1"},
}


@pytest.mark.slow
def test_a_swap_in_the_round_that_is_on_is_before_the_change(desk, section):
    boxes = {"kind": "boards-exchanged", "table": "2", "other_table": "5", "exchange_round": "1"}
    refused = ask_for_options(desk, section, from_round="1", **boxes)
    assert find_texts(refused, ".bad") == [
        "Round 1 isn’t before the change, which takes effect from round 1. Choose an earlier one."
    ]
    heading = "What happens after tables 2 and 5 swapped boards in round 1"
    assert find_texts(ask_for_options(desk, section, from_round="2", **boxes), "#ways") == [heading]


@pytest.mark.slow
def test_a_round_is_cut_after_boards_were_exchanged_and_a_replay_is_named(desk, section):
    enter_rounds(section, 2)
    swap_table_boards(section=section, round_no=2, first=3, second=6, user=None)
    page = ask_for_options(desk, section, kind="rounds", rounds="6")
    assert find_texts(page, ".proposal h3") == ["Drop the last rounds"]
    (why,) = (text for text in find_texts(page, ".proposal p") if "Not played" in text)
    assert why.startswith("The last rounds aren’t played. Not played, because a pair has had")
    apply_option(desk, page)
    movement = load_movement(reload_section(section).plan)
    assert movement.rounds == 6
    assert check_plan(movement) == ()
    assert fetch_section_lines(reload_section(section)).results_in == 36


@pytest.mark.slow
def test_a_table_entered_as_it_was_played_is_taken_back_before_the_movement(desk, section):
    enter_rounds(section, 1)
    response = apply_option(desk, ask_for_options(desk, section))
    (button,) = [
        button for button in find_elements(response, "button") if button.get("name") == "act"
    ]
    turn_table(section=section, round_no=3, table_no=3, user=None)
    due = next(line for line in fetch_section_lines(section).all if line.round_no == 4)
    enter_on_line(section, due, "4SS=")
    undo = {"act": button.get("value"), "sure": button.get("value")}
    refused = desk.post(f"{change_address(section)}undo/", undo, follow=True)
    assert find_texts(refused, "#messages p") == [
        "A later change depends on this one. Undo that first: Round 3, table 3: sat the other way round. Go to it"
    ]
    assert reload_section(section).plan.contestants == 14
    (link,) = find_elements(refused, "#messages a")
    offered = find_elements(desk.get(link.get("href").partition("#")[0]), "#undo button")[0]
    assert offered.get("aria-label").startswith("Undo: Round 3, table 3")
    number = offered.get("value")
    response = desk.post(
        f"/sessions/{section.session_id}/scores/undo/",
        {offered.get("name"): number, "sure": number},
    )
    assert response.status_code == 302
    assert not section.played_rows.exists()
    desk.post(f"{change_address(section)}undo/", undo)
    assert reload_section(section).plan.contestants == 13
    assert fetch_section_lines(reload_section(section)).results_in == 19


def test_the_cards_of_another_movement_were_followed(desk):
    section = make_night(pairs=12, boards_per_set=2)
    Session.objects.filter(pk=section.session_id).update(
        clock=Clock.PAUSED, seconds_left=60, round_no=2
    )
    page = ask_for_options(
        desk, section, kind="followed", followed_key="howell", first_round="1", last_round="2"
    )
    assert page.status_code == 200
    assert find_elements(page, ".proposal")


def test_before_a_movement_is_chosen_the_question_leads_to_the_first_step(desk):
    section = make_night(pairs=6)
    section.plans.all().delete()
    response = desk.get(change_address(section), follow=True)
    assert response.redirect_chain[-1][0] == f"/sessions/{section.session_id}/field/"


def test_an_address_of_a_reason_shows_its_question(desk, section):
    page = ask_by_query(desk, section, kind="late-table", late_table="3")
    chosen = [
        box.get("value") for box in find_elements(page, "input") if box.get("checked") is not None
    ]
    assert chosen == ["time", "late-table"]


def test_a_reason_of_another_question_is_not_taken(desk, section):
    """A browser also sends the reason that was chosen before the question."""
    page = ask_by_query(desk, section, about="time", kind="pair-leaves", pair="3")
    assert page.status_code == 422
    assert find_texts(page, ".bad") == ["Choose a reason."]
    assert not find_elements(page, ".proposal")


def test_reasons_call_pairs_as_the_section_does(desk):
    section = make_night(pairs=10, boards_per_set=2)
    page = ask_for_options(desk, section, pairs="2", from_round="2")
    assert (
        "Pair 6 E-W plays at tables 2, 4, 1 and 3 in turn; pair 12 N-S plays at tables 2, 5, 3 and 1 in turn; pairs "
        "1 E-W, 2 E-W, 3 E-W, 4 E-W, 2 N-S, 5 N-S, 3 N-S and 1 N-S sit out."
    ) in find_texts(page, ".proposal p")


@pytest.mark.slow
def test_queries_are_as_many_at_any_size(desk):
    counts = []
    for pairs in (7, LARGE_FIELD_PAIRS - 1):
        section = make_night(pairs=pairs, boards_per_set=1)
        enter_rounds(section, 1)
        with CaptureQueriesContext(connection) as queries:
            assert ask_for_options(desk, section, from_round="2").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
