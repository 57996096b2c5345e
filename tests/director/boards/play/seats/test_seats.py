"""Step 2: typing, pasting, swapping and drawing who sits where."""

import pytest
from django.test import Client

from director.boards.play.plan import store_plan
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import draw_entries, name_entries, swap_entries
from director.boards.play.seats.undoing import undo_entries_draw
from director.errors import DeskError
from director.models import Person
from movements.registry import make_plan
from tests.cases import leave_to_slow
from tests.director.boards.play.seats.seating import make_seats_form, read_seat_texts, seats_address
from tests.director.pages import HTMX, count_queries, find_elements, find_errors, find_texts
from tests.factories import LARGE_FIELD_PAIRS, make_club, make_night, make_section

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "typed", leave_to_slow(["54SS=", "5", "4012345", "A60", "A6040", "AVE-", "ave+"], but=1)
)
def test_a_result_typed_as_a_name_makes_nobody_unless_people_has_them(desk, typed):
    section = make_night(pairs=4, named=False)
    club = make_club()
    form = make_seats_form(section, p1_1=typed, p1_2="Bert Birch")
    assert find_errors(desk.post(seats_address(section, "1/"), form, **HTMX)) == [
        f"Nobody in People is called “{typed}” or has it as a number. Type the name, or add the person in People first."
    ]
    assert not Person.objects.exists()
    Person.objects.create(club=club, name=typed)
    assert desk.post(seats_address(section, "1/"), form, **HTMX).status_code == 200
    assert read_seat_texts(section)[1] == f"{typed} & Bert Birch"


@pytest.mark.slow
def test_draw_shows_its_seed_and_can_be_undone(desk):
    section = make_night(pairs=8)
    before = read_seat_texts(section)
    response = desk.post(seats_address(section, "draw/"), make_seats_form(section), **HTMX)
    section.refresh_from_db()
    assert len(section.draws) == 1
    assert find_texts(response, ".success") == ["Seats drawn."]
    seat_texts = read_seat_texts(section)
    assert seat_texts != before
    assert sorted(seat_texts.values()) == sorted(before.values())
    response = desk.post(seats_address(section, "undraw/"), make_seats_form(section), **HTMX)
    assert find_texts(response, ".success") == ["Draw undone."]
    assert read_seat_texts(section) == before


def step(desk, page, way):
    """Press Undo or Redo of a page of Seats."""
    (button,) = [
        button for button in find_elements(page, "#steps button") if button.get("name") == way
    ]
    sent = {way: button.get("value"), "sure": button.get("value")}
    return desk.post(button.get("formaction"), sent, follow=True)


@pytest.mark.slow
def test_names_and_places_are_undone_to_any_depth_and_done_again(desk):
    section = make_night(pairs=8)
    seen = [read_seat_texts(section)]
    draw_entries(section=section, seed=7)
    seen.append(read_seat_texts(section))
    name_entries(section=section, pairs=[(5, ["New Face", "Other Face"])])
    seen.append(read_seat_texts(section))
    swap_entries(section=section, first_no=5, second_no=6)
    page, swapped = desk.get(seats_address(section)), read_seat_texts(section)
    for state in reversed(seen):
        page = step(desk, page, "undo")
        assert read_seat_texts(section) == state
    assert find_texts(page, "#messages .success") == ["Undone: Draw for seats."]
    for state in [*seen[1:], swapped]:
        page = step(desk, page, "redo")
        assert read_seat_texts(section) == state
    assert find_texts(page, "#messages .success") == ["Redone: Pairs 1 E-W and 2 E-W swapped."]
    assert [button.get("name") for button in find_elements(page, "#steps button")] == ["undo"]


def test_another_movement_forgets_the_draws():
    section = make_night(pairs=8)
    draw_entries(section=section, seed=7)
    store_plan(section=section, movement=make_plan("howell", pairs=8))
    with pytest.raises(DeskError, match="nothing can be undone"):
        undo_entries_draw(section=section)


@pytest.mark.slow
def test_once_results_are_in_nothing_is_drawn_but_pairs_can_be_swapped(desk):
    section = make_night(pairs=8)
    draw_entries(section=section, seed=7)
    enter_result(section=section, board_no=1, ns=1, ew=5, text="4SS=", user=None)
    before = read_seat_texts(section)
    for tail, sentence in (
        (
            "draw/",
            "Results have been entered, so you can’t draw seats now. Swap two pairs instead.",
        ),
        (
            "undraw/",
            "Results have been entered, so you can’t undo the draw now. Swap two pairs instead.",
        ),
    ):
        response = desk.post(seats_address(section, tail), make_seats_form(section))
        assert response.status_code == 422
        assert find_errors(response) == [sentence]
    assert read_seat_texts(section) == before
    swap_entries(section=section, first_no=1, second_no=2)
    assert read_seat_texts(section) == before | {1: before[2], 2: before[1]}
    step(desk, desk.get(seats_address(section)), "undo")
    assert read_seat_texts(section) == before
    assert find_errors(step(desk, desk.get(seats_address(section)), "undo")) == [
        "Results have been entered, so you can’t undo the draw now. Swap two pairs instead."
    ]


@pytest.mark.parametrize("page", ["seats/", "play/", "scores/"])
def test_a_night_without_a_movement_asks_on_every_page_how_many_play(desk, page):
    section = make_section()
    response = desk.get(f"/sessions/{section.session_id}/{page}")
    (box,) = find_elements(response, "main form #how-many")
    assert box.get("name") == "pairs"
    address = f"/sessions/{section.session_id}/field/"
    assert f"{address}#advice" in [
        form.get("action") for form in find_elements(response, "main form")
    ]
    assert find_elements(desk.get(address, {"pairs": "14"}), "#advice button")


@pytest.mark.parametrize(
    "tail",
    leave_to_slow(
        ["", "1/", "1/clear/", "swap/", "swap/1/2/", "draw/", "undraw/", "undo/", "redo/", "list/"],
        but=1,
    ),
)
def test_signed_out_nothing_is_stored(client: Client, tail):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    response = client.post(
        seats_address(section, tail), make_seats_form(section, p1_1="Mallory") | {"text": "A & B"}
    )
    assert response.status_code == 403
    assert read_seat_texts(section) == before
    assert client.get(seats_address(section)).url == f"/sign-in/?next={seats_address(section)}"


@pytest.mark.parametrize("text", ["Ada Ash and Bob Birch", "Ada Ash, Bob Birch"])
def test_a_pair_in_the_first_box_is_saved_and_answered_as_two(desk, text):
    section = make_night(pairs=4, named=False)
    desk.post(seats_address(section), make_seats_form(section, p1_1=text))
    assert read_seat_texts(section)[1] == "Ada Ash & Bob Birch"
    typed = {
        "name-2-1": text.replace("Ada Ash", "Eda Esh").replace("Bob", "Rob"),
        "name-2-2": "",
        "was-2": "",
    }
    response = desk.post(seats_address(section, "2/"), typed, **HTMX)
    shown, *fills = find_elements(response, "#state-2 input")
    assert shown.get("value") == "Eda Esh & Rob Birch"
    assert [(fill.get("data-fill"), fill.get("value")) for fill in fills] == [
        ("name-2-1", "Eda Esh"),
        ("name-2-2", "Rob Birch"),
    ]


def test_queries_do_not_grow_with_the_size(desk):
    small, large = make_night(pairs=4), make_night(pairs=LARGE_FIELD_PAIRS)
    assert count_queries(desk, seats_address(small)) == count_queries(desk, seats_address(large))
