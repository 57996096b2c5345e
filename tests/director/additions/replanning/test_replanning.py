"""What has happened is asked, the ways out are shown with their prices, one press takes one, another takes it back."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.additions.replanning.page import CHANGE_REASONS, FORGOTTEN_SWITCH_KEY
from director.boards.movement.lines.section_lines import (
    SectionLine,
    fetch_section_lines,
    load_movement,
)
from director.boards.movement.sections import PLAN
from director.boards.movement.words import fetch_name_by_pair
from director.boards.paper.pdf.name_slips import make_sit_out_slips
from director.boards.paper.section_job import SectionJob
from director.boards.play.plan import number_boards, store_plan
from director.boards.play.problems.reports import fetch_section_phones
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.scores.off_schedule import swap_table_boards, turn_table
from director.boards.play.scores.result import enter_result, import_result
from director.boards.play.seats.seating import name_entries
from director.boards.play.seats.section_seats import fetch_arrivals, fetch_section_seats
from director.core.night.links import open_table_addresses
from director.core.night.publishing import finalise_results, publish_results
from director.errors import DeskError
from director.models import Session
from director.models.event import Clock, Contest
from movements.check.faults import check_plan
from movements.layout import compute_fingerprint
from movements.registry import make_plan
from tests.director.boards.others import make_contest_section
from tests.director.pages import HTMX, find_elements, find_errors, find_texts, parse_page
from tests.director.sent_forms import (
    find_form,
    iterate_controls,
    list_form_parts,
    read_shown_values,
    send_form,
)
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


def preview_first_option(desk, page, **typed):
    """Press *Preview* of the first way out, with boxes filled."""
    form = find_elements(page, ".proposal form")[0]
    return send_form(desk, form.get("action"), page, form, typed, which=1)


def test_a_changed_movement_plays_boards_of_the_night(desk, section):
    number_boards(session=section.session, first_board=13, user=None)
    boards_before = set(fetch_section_lines(reload_section(section)).boards)
    enter_rounds(reload_section(section), 2)
    apply_option(desk, ask_for_options(desk, section))
    movement = load_movement(reload_section(section).plan)
    assert check_plan(movement) == ()
    assert {board for row in movement.rows for board in row.boards} <= boards_before
    assert min(boards_before) == 13


def test_a_late_pair_has_no_slip_for_rounds_before_it_came(desk, section):
    enter_rounds(section, 2)
    apply_option(desk, ask_for_options(desk, section))
    guides = SectionJob(reload_section(section)).guides
    late = next(guide for guide in guides if guide.pair_no == 14)
    assert [line.round_no for line in late.lines] == [3, 4, 5, 6, 7]
    assert not any(line.sits_out for line in late.lines)
    assert 14 not in {slip.guide.pair_no for slip in make_sit_out_slips(guides)}


def test_the_ways_out_have_their_prices_and_nothing_changes_before_the_press(desk, section):
    enter_rounds(section, 2)
    page = ask_for_options(desk, section)
    assert find_texts(page, "#ways") == ["What happens when one pair comes late"]
    assert find_texts(page, ".proposal h3") == ["Fill the half table", "Leave the late pair out"]
    figures = dict(
        zip(find_texts(page, ".proposal dd"), find_texts(page, ".proposal dt"), strict=True)
    )
    assert figures["sit-outs from now, planned 5"] == "0"
    assert figures["boards for late pairs"] in ("15", "0")
    assert figures["guide cards to reprint (late pairs): tables 2, 3, 4, 5 and 6"] == "5"
    assert "Pair 7 E-W: round 3 at table 2, boards 10–12" in find_texts(page, ".proposal b")
    assert len(find_elements(page, "#rows tbody tr")) == 5
    assert section.plans.count() == 1


def test_a_late_pair_is_named_where_it_is_added(desk, section):
    enter_rounds(section, 2)
    page = ask_for_options(desk, section)
    labels = ["Pair 7 E-W, first player (optional)", "Pair 7 E-W, second player (optional)"]
    assert find_texts(page, ".proposal .field label") == labels
    names = {"name-14-1": "Ann Late", "name-14-2": "Bob Late"}
    seen = preview_first_option(desk, page, **names)
    refused = apply_option(desk, seen, **(names | {"name-14-2": "Ann Late"}))
    for shown in (seen, refused):  # what was typed stays, and nothing has changed yet
        assert find_elements(shown, ".proposal .field input")[0].get("value") == "Ann Late"
        assert section.plans.count() == 1
    apply_option(desk, seen)
    assert [
        str(seat.person) for seat in section.entries.get(pair_no=14).entry_players.all()
    ] == list(names.values())
    undo_section(
        section=section, number=section.acts.latest("number").number, user=None, kinds=(PLAN,)
    )
    assert not section.entries.filter(pair_no=14).exists()


@pytest.mark.parametrize(
    ("pairs", "label", "start"),
    [(13, "7 E-W", "comes in round 3, table 2, E-W"), (14, "15 N-S", "comes in round 3, table ")],
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


def test_one_press_puts_it_in_force_and_another_takes_it_back(desk, section):
    enter_rounds(section, 2)
    answer = apply_option(desk, ask_for_options(desk, section))
    plan = reload_section(section).plan
    assert (plan.number, plan.from_round, plan.contestants) == (2, 3, 14)
    assert plan.why == "late arrival of one pair: Fill the half table"
    assert not check_plan(load_movement(plan))
    assert fetch_section_lines(reload_section(section)).results_in == 36
    assert find_texts(answer, "#messages p") == []  # one line says all
    assert find_texts(answer, "#change b") == ["Pair 7 E-W plays from round 3, table 2"]
    (details,) = find_texts(answer, "#change details p")
    assert details.startswith("Movement changed from round 3 (late arrival of one pair)")
    assert "Pair 7 E-W: round 3 at table 2, boards 10–12." in details
    assert "Reprint the guide cards of tables 2, 3, 4, 5 and 6." in details
    link, _seats = find_elements(answer, "#change a")
    assert "".join(link.itertext()).strip() == "Print 5 cards"
    assert "Page 1 of 5" in find_texts(desk.get(link.get("href")), "#preview .head p")[0]
    (button,) = [
        button for button in find_elements(answer, "button") if button.get("name") == "act"
    ]
    undo = {"act": button.get("value"), "sure": button.get("value")}
    undone = desk.post(f"{change_address(section)}undo/", undo, follow=True)
    said = "Undone: Movement changed from round 3 (late arrival of one pair): Fill the half table."
    assert find_texts(undone, "#messages p") == [said]
    assert reload_section(section).plan.contestants == 13
    again = desk.post(f"{change_address(section)}undo/", undo, follow=True)
    assert find_texts(again, "#messages p") == ["That was already undone."]


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


def test_results_of_the_next_round_end_the_line_where_nobody_uses_the_clock(desk, section):
    enter_rounds(section, 2)
    apply_option(desk, ask_for_options(desk, section))
    assert find_texts(desk.get(f"/sessions/{section.session_id}/play/"), "#change b")
    enter_rounds(reload_section(section), 3)
    assert not find_texts(desk.get(f"/sessions/{section.session_id}/play/"), "#change b")


def test_cards_that_were_printed_are_not_asked_for_again(desk, section):
    enter_rounds(section, 2)
    apply_option(desk, ask_for_options(desk, section))
    section = reload_section(section)
    section.printed_fingerprint = section.plan.fingerprint
    section.save()
    page = desk.get(f"/sessions/{section.session_id}/play/")
    assert find_texts(page, "#change b")
    assert "Print" not in " ".join(find_texts(page, "#change"))


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


@pytest.mark.parametrize("case", ["not begun", "entered", "off schedule", "played"])
def test_nobody_joins_a_round_that_cannot_take_a_late_pair(desk, section, case):
    clock = Clock.WAITING if case == "not begun" else Clock.PAUSED
    Session.objects.filter(pk=section.session_id).update(clock=clock, seconds_left=600, round_no=3)
    enter_rounds(section, 3 if case == "entered" else 2)
    section = reload_section(section)
    if case == "off schedule":
        swap_table_boards(section=section, round_no=3, first=3, second=6, user=None)
    if case == "played":
        (wait,) = [wait for wait in load_movement(section.plan).sit_outs if wait.round_no == 3]
        line = SectionLine(3 * wait.board_set, wait.contestant, 8, None, None, None)
        import_result(section=section, line=line, text="4SS=", user=None)
    page = ask_for_options(desk, section, from_round="4")
    assert "Fill the half table now" not in find_texts(page, ".proposal h3")


def test_a_double_click_does_it_once(desk, section):
    page = ask_for_options(desk, section)
    apply_option(desk, page)
    apply_option(desk, page)
    assert section.plans.count() == 2


def test_a_press_on_an_old_page_changes_nothing(desk, section):
    page = ask_for_options(desk, section)
    enter_rounds(section, 1)
    response = apply_option(desk, page)
    assert response.status_code == 422
    assert "Choose again from the new options." in find_texts(response, ".say.bad")[0]
    assert section.plans.count() == 1


def test_a_pair_goes_home(desk, section):
    enter_rounds(section, 4)
    page = ask_for_options(
        desk, section, kind="pair-leaves", pair="3", other_pair="", from_round="5"
    )
    assert find_texts(page, "#ways") == ["What happens when pair 3 N-S leaves"]
    apply_option(desk, page)
    movement = load_movement(reload_section(section).plan)
    assert all(3 not in (row.ns, row.ew) for row in movement.rows if row.round_no >= 5)
    assert fetch_section_lines(reload_section(section)).results_in == 72


def test_pairs_that_may_leave_are_chosen_by_name(desk, section):
    enter_rounds(section, 4)
    entry = section.entries.get(pair_no=3)
    names = " & ".join(player.name for player in entry.players.all())
    page = ask_for_options(
        desk, section, kind="pair-leaves", pair="3", other_pair="", from_round="5"
    )
    for box in ("pair", "other_pair"):
        labels = {
            option.get("value"): " ".join("".join(option.itertext()).split())
            for option in find_elements(page, f"#id_{box} option")
        }
        assert labels["3"] == f"3 N-S {names}"


def test_the_same_pair_does_not_leave_twice(desk, section):
    page = ask_for_options(
        desk, section, kind="pair-leaves", pair="3", other_pair="3", from_round="5"
    )
    assert find_errors(page) == [
        "Both boxes have the same pair. Choose another one, or nobody else."
    ]


def test_reasons_call_pairs_as_the_room_does(desk):
    section = make_night(pairs=10, boards_per_set=2)
    enter_rounds(section, 3)
    typed = {"kind": "pair-leaves", "pair": "3", "other_pair": "8", "from_round": "4"}
    assert find_texts(ask_for_options(desk, section, **typed), ".say.warn") == [
        "In round 4 pairs 1 N-S and 5 E-W have no opponents, but can’t play each other: they have met before and no "
        "board set is new to both."
    ]


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
    redo_section(section=reload_section(section), number=number, user=None, kinds=(PLAN,))
    assert list(live.values_list("table_no", flat=True)) == [*range(1, 7)]


def test_the_last_round_is_cut(desk, section):
    enter_rounds(section, 6)
    page = ask_for_options(desk, section, kind="rounds", rounds="6", from_round="7")
    apply_option(desk, page)
    assert reload_section(section).plan.rounds == 6


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


@pytest.mark.parametrize(
    "reason", [question.key for question in CHANGE_REASONS if question.key != FORGOTTEN_SWITCH_KEY]
)  # which leads to a page of its own
def test_every_reason_is_answered_by_its_own_boxes(desk, section, reason):
    enter_rounds(section, 1)
    boxes = REASONS[reason]
    answer = ask_for_options(desk, section, kind=reason, **boxes)
    assert not [text for text in find_texts(answer, ".bad") if "is empty" in text]
    shown = {
        control.get("name"): read_shown_values(control)
        for control in iterate_controls(list_form_parts(parse_page(answer), ask_form(answer)))
    }
    assert {name: shown[name] for name in boxes} == {name: [boxes[name]] for name in boxes}
    assert find_texts(answer, "#ways") or find_texts(answer, ".bad")


def test_a_swap_in_the_round_that_is_on_is_before_the_change(desk, section):
    boxes = {"kind": "boards-exchanged", "table": "2", "other_table": "5", "exchange_round": "1"}
    refused = ask_for_options(desk, section, from_round="1", **boxes)
    assert find_texts(refused, ".bad") == [
        "Round 1 isn’t before the change, which takes effect from round 1. Choose an earlier one."
    ]
    heading = "What happens after tables 2 and 5 swapped boards in round 1"
    assert find_texts(ask_for_options(desk, section, from_round="2", **boxes), "#ways") == [heading]


def test_two_tables_played_each_others_boards(desk, section):
    enter_rounds(section, 1)
    boards = {
        "kind": "boards-exchanged",
        "table": "2",
        "other_table": "5",
        "exchange_round": "2",
        "from_round": "3",
    }
    Session.objects.filter(pk=section.session_id).update(
        clock=Clock.PAUSED, seconds_left=60, round_no=2
    )
    page = ask_for_options(desk, section, **boards)
    assert find_texts(page, "#ways") == [
        "What happens after tables 2 and 5 swapped boards in round 2"
    ]
    before = {
        row.table_no: row.board_set for row in load_movement(section.plan).rows if row.round_no == 2
    }
    apply_option(desk, page)
    after = {
        row.table_no: row.board_set
        for row in load_movement(reload_section(section).plan).rows
        if row.round_no == 2
    }
    assert (after[2], after[5]) == (before[5], before[2])


def test_the_night_goes_on_from_the_seats_as_played(desk, section):
    enter_rounds(section, 2)
    swap_table_boards(section=section, round_no=2, first=3, second=6, user=None)
    page = ask_for_options(desk, section, kind="as-they-sit")
    assert find_texts(page, "#ways") == ["What happens after wrong seats"]
    apply_option(desk, page)
    movement = load_movement(reload_section(section).plan)
    assert not check_plan(movement)
    boards = {row.table_no: row.boards for row in movement.rows if row.round_no == 2}
    played = {row.table_no: tuple(row.boards) for row in section.played_rows.all()}
    assert {table_no: boards[table_no] for table_no in played} == played
    assert fetch_section_lines(reload_section(section)).results_in == 36


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


def test_a_table_that_sat_the_other_way_does_not_stand_in_the_way(desk, section):
    enter_rounds(section, 2)
    turn_table(section=section, round_no=2, table_no=3, user=None)
    apply_option(desk, ask_for_options(desk, section))
    assert reload_section(section).plan.contestants == 14


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


def test_a_pair_named_after_the_change_is_where_the_undo_leads(desk, section):
    answer = apply_option(desk, ask_for_options(desk, section))
    (button,) = [
        button for button in find_elements(answer, "button") if button.get("name") == "act"
    ]
    name_entries(section=reload_section(section), pairs=[(14, ["New Face", "Other Face"])])
    undo = {"act": button.get("value"), "sure": button.get("value")}
    refused = desk.post(f"{change_address(section)}undo/", undo, follow=True)
    assert find_texts(refused, "#messages p") == [
        "A later change depends on this one. Undo that first: Names of 1 pair. Go to it"
    ]
    assert [link.get("href") for link in find_elements(refused, "#messages a")] == [
        f"/sessions/{section.session_id}/seats/"
    ]


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


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"kind": ""}, "Choose a reason."),
        ({"kind": "flood"}, "Choose a reason."),
        ({"kind": "pair-leaves", "pair": ""}, "“Pair” is empty. Fill it in."),
        ({"kind": "rounds", "rounds": "six"}, "“six” isn’t "),
        ({"kind": "rounds", "rounds": ""}, "“Total rounds” is empty."),
        ({"kind": "rounds", "rounds": "1"}, "1 rounds doesn’t work: 2 have started"),
        ({"from_round": "1"}, "Choose a round that has not been played."),
        ({"from_round": "x"}, "Choose a round that has not been played."),
    ],
)
def test_impossible_requests_are_refused_in_a_sentence_and_stay_typed(desk, section, typed, said):
    enter_rounds(section, 2)
    page = ask_by_query(desk, section, **typed)
    assert page.status_code == 422
    assert any(said in text for text in find_texts(page, ".say.bad"))
    if "rounds" in typed:
        (box,) = (box for box in find_elements(page, "input") if box.get("name") == "rounds")
        assert box.get("value", "") == typed["rounds"]


def test_the_round_that_is_being_played_does_not_change(desk, section):
    Session.objects.filter(pk=section.session_id).update(
        clock=Clock.PAUSED, seconds_left=60, round_no=4
    )
    page = desk.get(change_address(section))
    (choice,) = (box for box in find_elements(page, "select") if box.get("name") == "from_round")
    assert [option.get("value") for option in choice.iter("option")] == ["5", "6", "7"]


def test_before_a_movement_is_chosen_the_question_leads_to_the_first_step(desk):
    section = make_night(pairs=6)
    section.plans.all().delete()
    response = desk.get(change_address(section), follow=True)
    assert response.redirect_chain[-1][0] == f"/sessions/{section.session_id}/field/"


def test_queries_are_as_many_at_any_size(desk):
    counts = []
    for pairs in (7, LARGE_FIELD_PAIRS - 1):
        section = make_night(pairs=pairs, boards_per_set=1)
        enter_rounds(section, 1)
        with CaptureQueriesContext(connection) as queries:
            assert ask_for_options(desk, section, from_round="2").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_visitor_sees_nothing_of_it(client, section):
    assert client.get(change_address(section)).status_code == 302
    assert (
        client.post(
            change_address(section), {"way": compute_fingerprint(load_movement(section.plan))}
        ).status_code
        == 403
    )


def test_a_round_of_which_a_table_was_told_does_not_change(desk, section):
    """The turned table would keep its old pairs in the middle of the new movement."""
    turn_table(section=section, round_no=3, table_no=1, user=None)
    page = ask_by_query(desk, section, from_round="3")
    assert page.status_code == 422
    assert "Choose a round that has not been played." in find_texts(page, ".say.bad")
    apply_option(desk, ask_for_options(desk, section, from_round="4"))
    assert reload_section(section).plan.from_round == 4
    assert [row.round_no for row in section.played_rows.all()] == [3]


def offered_rounds(page) -> tuple[int, list[int]]:
    """Return the round from which the change takes effect at first, and all that can be chosen."""
    (box,) = (box for box in find_elements(page, "select") if box.get("name") == "from_round")
    options = [*box.iter("option")]
    (chosen,) = (option for option in options if option.get("selected") is not None)
    return int(chosen.get("value")), [int(option.get("value")) for option in options]


def test_the_change_begins_after_the_last_complete_round_whatever_stray_result_there_is(
    desk, section
):
    enter_rounds(section, 2)
    assert offered_rounds(desk.get(change_address(section)))[0] == 3
    (stray, *_others) = (line for line in fetch_section_lines(section).all if line.round_no == 6)
    import_result(section=section, line=stray, text="4SS=", user=None)
    assert offered_rounds(desk.get(change_address(section)))[0] == 3
    # most tables have begun round 3
    third = [line for line in fetch_section_lines(section).all if line.round_no == 3]
    for table_no in sorted({line.table_no for line in third})[:5]:
        line = next(line for line in third if line.table_no == table_no)
        import_result(section=section, line=line, text="4SS=", user=None)
    assert offered_rounds(desk.get(change_address(section))) == (4, [*range(3, 8)])


def questions(page) -> list[str]:
    return find_texts(page, ".reason label")


def test_three_questions_lead_to_the_reasons(desk, section):
    page = desk.get(change_address(section))
    assert find_texts(page, ".questions b") == [
        "Somebody comes or goes",
        "We must finish earlier or later",
        "Something was played wrongly",
    ]
    assert find_texts(page, ".questions small")[0] == "Late pair, pair leaves, table closes"
    assert not [
        box for box in find_elements(page, "input") if box.get("checked") is not None
    ]  # nothing is chosen for the director
    reasons = {
        group.get("data-about"): [
            "".join(label.itertext()).strip() for label in group.findall("./div/label")
        ]
        for group in find_elements(page, ".reasons")
    }
    assert reasons["people"] == ["Late pair", "Pair leaves", "Table closes"]
    assert reasons["time"] == [
        "Fewer or more rounds",
        "Fewer boards per round",
        "Table one round behind",
    ]
    assert reasons["play"][0] == "Arrow-switch forgotten"


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


def test_a_link_to_a_reason_says_that_it_is_too_late_and_refuses_nothing(desk, section):
    enter_rounds(section, 7)
    page = desk.get(change_address(section), {"kind": "pair-arrives"})
    assert page.status_code == 200
    assert find_texts(page, ".bad") == []
    assert "rounds can only be added" in find_texts(page, "#over")[0]


def test_the_only_reason_of_a_question_needs_no_press(desk, section):
    enter_rounds(section, 7)
    page = ask_by_query(desk, section, about="time", kind="", rounds="8", from_round="8")
    assert find_texts(page, "#ways") == ["What happens with 8 rounds in all"]


def test_contests_of_players_ask_only_what_is_possible(desk):
    section = make_contest_section(Contest.INDIVIDUAL, key="individual", size=12)
    page = desk.get(change_address(section))
    assert find_texts(page, ".questions b") == [
        "Somebody comes or goes",
        "We must finish earlier or later",
    ]
    assert find_texts(page, ".questions small")[0] == "Late player, player leaves"


def test_pairs_that_may_leave_have_their_names(desk, section):
    (box,) = (
        box
        for box in find_elements(desk.get(change_address(section)), "select")
        if box.get("name") == "pair"
    )
    assert "".join([*box.iter("option")][3].itertext()) == "3 N-S Cleo Ash Cole & Hugh Fox 2"


def test_two_pairs_that_leave_are_both_in_the_heading(desk, section):
    page = ask_by_query(desk, section, kind="pair-leaves", pair="3", other_pair="4")
    assert find_texts(page, "#ways") == ["What happens when pairs 3 N-S and 4 N-S leave"]


def test_results_typed_by_traveller_say_nothing_of_the_last_round_played(desk, section):
    lines = fetch_section_lines(section)
    for line in lines.get_board_lines(1):
        import_result(section=section, line=line, text="4SS=", user=None)
    assert max(line.round_no for line in lines.get_board_lines(1)) == 7
    page = desk.get(change_address(section))
    assert find_elements(page, "#over") == []
    assert offered_rounds(page) == (1, [*range(1, 8)])
    page = ask_for_options(desk, section, from_round="4")
    assert find_texts(page, ".proposal h3") == ["Fill the half table", "Leave the late pair out"]
    assert len(questions(page)) > 2
    apply_option(desk, page)
    assert reload_section(section).plan.from_round == 4
    assert fetch_section_lines(reload_section(section)).results_in == 6


def test_a_way_that_loses_the_place_of_a_result_names_it_and_has_no_button(desk, section):
    enter_rounds(section, 4)
    line = next(
        line for line in fetch_section_lines(section).all if (line.round_no, line.ns) == (5, 1)
    )
    import_result(section=section, line=line, text="4SS=", user=None)
    page = ask_for_options(desk, section, kind="rounds", rounds="4", from_round="5")
    assert find_texts(page, ".proposal .warn") == [
        f"A result has no place here: board {line.board_no}, 1 N-S against 4 E-W. To apply this, delete it in Scores "
        "first."
    ]
    assert find_texts(page, ".proposal button") == ["Preview"]
    assert section.plans.count() == 1
    assert fetch_section_lines(section).results_in == 73


def test_once_the_last_round_has_begun_only_a_round_more_is_asked_for(desk, section):
    enter_rounds(section, 7)
    page = desk.get(change_address(section))
    assert find_texts(page, "#over")[0].startswith(
        "The last round has begun, so rounds can only be added."
    )
    assert questions(page) == ["Extra rounds", "Total rounds", "Arrow-switch forgotten"]
    assert [
        box.get("value") for box in find_elements(page, "input") if box.get("name") == "rounds"
    ] == ["8"]
    Session.objects.filter(pk=section.session_id).update(
        clock=Clock.PAUSED, seconds_left=60, round_no=7
    )
    page = desk.get(change_address(section))
    assert find_texts(page, "#over")[0].startswith(
        "The last round has begun, so rounds can only be added."
    )
    asked_for = ask_for_options(desk, section, kind="rounds", rounds="8", from_round="8")
    assert find_texts(asked_for, "#ways") == ["What happens with 8 rounds in all"]
    by_hand = ask_by_query(desk, section, kind="as-they-sit", from_round="8")
    assert find_elements(by_hand, ".proposal") == []


def test_a_final_event_says_so_at_the_top_and_has_no_button(desk, section):
    enter_rounds(section, 2)
    page = ask_for_options(desk, section)
    event = section.session.event
    publish_results(event=event)
    finalise_results(event=event)
    answer = apply_option(desk, page)
    for shown in (ask_by_query(desk, section), desk.get(change_address(section)), answer):
        assert find_texts(shown, ".say.warn")[0].startswith("Tuesday pairs is final since ")
        assert not find_elements(shown, ".proposal") + find_elements(shown, ".reason")
    assert section.plans.count() == 1


def test_undo_does_not_bring_back_the_turned_tables_of_a_previous_movement(desk, section):
    turn_table(section=section, round_no=5, table_no=3, user=None)
    turn_table(section=section, round_no=5, table_no=3, user=None)
    back = section.acts.filter(kind="tables").first()
    apply_option(desk, ask_for_options(desk, section))
    with pytest.raises(
        DeskError, match=r"Movement changed from round 3 \(late arrival of one pair\)"
    ):
        undo_section(section=reload_section(section), number=back.number, user=None)
    assert not section.played_rows.exists()
    store_plan(section=reload_section(section), movement=make_plan("howell", pairs=14))
    with pytest.raises(DeskError, match="Nothing is left to undo"):
        undo_section(section=reload_section(section), number=back.number, user=None)


def test_the_number_of_a_pair_that_left_before_it_played_is_not_given_to_a_late_one(desk, section):
    name_entries(section=section, pairs=[(3, ("Ada Gone", "Bo Gone"))])
    apply_option(desk, ask_for_options(desk, section, kind="pair-leaves", pair="3", from_round="1"))
    assert 3 not in {row.ns for row in load_movement(reload_section(section).plan).rows}
    page = ask_for_options(desk, section, from_round="1")
    boxes = {
        box.get("name")
        for box in find_elements(page, "input")
        if box.get("name", "").startswith("name-")
    }
    assert boxes == {"name-14-1", "name-14-2"}
    apply_option(desk, page, **{"name-14-1": "Cy Late", "name-14-2": "Di Late"})
    names = fetch_name_by_pair(reload_section(section))
    assert (names[3], names[14]) == ("Ada Gone & Bo Gone", "Cy Late & Di Late")


def test_reasons_call_pairs_as_the_section_does(desk):
    section = make_night(pairs=10, boards_per_set=2)
    page = ask_for_options(desk, section, pairs="2", from_round="2")
    assert (
        "Pair 6 E-W plays at tables 2, 4, 1 and 3 in turn; pair 12 N-S plays at tables 2, 5, 3 and 1 in turn; pairs "
        "1 E-W, 2 E-W, 3 E-W, 4 E-W, 2 N-S, 5 N-S, 3 N-S and 1 N-S sit out."
    ) in find_texts(page, ".proposal p")
