"""Step 2: typing, pasting, swapping and drawing who sits where."""

import pytest
from django.test import Client

from director.boards.contests import Entrant
from director.boards.movement.words import PairExtras
from director.boards.play.plan import store_plan
from director.boards.play.results.extras import store_extras
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import draw_entries, name_entries, name_entry, swap_entries
from director.boards.play.seats.undoing import undo_entries_draw
from director.boards.scoring.extras import SectionExtras
from director.errors import DeskError
from director.models import EntryPlayer, Person
from movements.registry import make_plan
from tests.director.boards.play.seats.seating import make_seats_form, read_seat_texts, seats_address
from tests.director.pages import HTMX, count_queries, find_elements, find_errors, find_texts
from tests.factories import LARGE_FIELD_PAIRS, make_club, make_night, make_pair_names, make_section

pytestmark = pytest.mark.django_db


def test_page_shows_every_place_with_its_start_and_names(desk):
    section = make_night(pairs=5)
    response = desk.get(seats_address(section))
    assert find_texts(response, ".seats tbody th") == [
        "1 N-S table 1, N-S", "2 N-S table 2, N-S", "3 N-S sits out first", "1 E-W table 1, E-W", "2 E-W table 2, E-W",
    ]  # fmt: skip
    values = [box.get("value") for box in find_elements(response, ".couple input")]
    assert values[:2] == list(make_pair_names(0))
    assert find_texts(response, "#named") == ["5 of 5 pairs named"]


def test_people_of_the_club_are_offered_with_a_number_where_a_name_is_shared(desk):
    section = make_night(pairs=4, named=False)
    for name, number in (("Ada Ash", "1002"), ("ada ash", ""), ("Bert Birch", "1003")):
        Person.objects.create(club=make_club(), name=name, number=number)
    offered = [
        option.get("value")
        for option in find_elements(desk.get(seats_address(section)), "#people option")
    ]
    assert offered == ["Ada Ash (1002)", "ada ash (no number)", "Bert Birch"]


def test_saving_stores_every_changed_pair(desk):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    response = desk.post(seats_address(section), make_seats_form(section, p1_1="New Face", p3_2=""))
    assert response.url == seats_address(section)
    assert read_seat_texts(section) == before | {
        1: f"New Face & {make_pair_names(0)[1]}",
        3: make_pair_names(2)[0],
    }
    assert find_texts(desk.get(response.url), "#messages p") == ["Saved the names of 2 pairs."]


def test_saving_takes_names_that_change_places(desk):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    first, second = make_pair_names(0), make_pair_names(1)
    swapped = {"p1_1": second[0], "p1_2": second[1], "p2_1": first[0], "p2_2": first[1]}
    desk.post(seats_address(section), make_seats_form(section, **swapped))
    assert read_seat_texts(section) == before | {1: before[2], 2: before[1]}


def test_saving_leaves_alone_what_somebody_else_changed_meanwhile(desk):
    section = make_night(pairs=4)
    shown = make_seats_form(section)
    name_entries(section=section, pairs=[(2, ["Late Lena", "Late Lou"])])
    desk.post(seats_address(section), shown | {"name-1-1": "New Face"})
    assert read_seat_texts(section)[2] == "Late Lena & Late Lou"
    assert read_seat_texts(section)[1].startswith("New Face & ")


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_person_in_two_pairs_is_refused_at_the_row_and_nothing_typed_is_lost(desk, headers):
    section = make_night(pairs=4, named=False)
    typed = {"p1_1": "Ada Ash", "p1_2": "Bert Birch", "p4_1": "Cleo Cole", "p4_2": "ada ash"}
    response = desk.post(seats_address(section), make_seats_form(section, **typed), **headers)
    assert response.status_code == 422
    assert find_texts(response, "#state-4 .bad") == find_errors(response) == [
        "Ada Ash already plays in pair 1 N-S. Remove the name there first, or correct this one."
    ]  # fmt: skip
    values = [box.get("value") for box in find_elements(response, ".couple input")]
    assert values == ["Ada Ash", "Bert Birch", "", "", "", "", "Cleo Cole", "ada ash"]
    assert not EntryPlayer.objects.exists()
    again = {
        key: value
        for key, value in make_seats_form(section, **typed | {"p4_2": "Dora Dunn"}).items()
        if "was" not in key
    }
    was = {
        element.get("name"): element.get("value")
        for element in find_elements(response, ".state input")
    }
    assert desk.post(seats_address(section), again | was).status_code == 302
    assert read_seat_texts(section) == {
        1: "Ada Ash & Bert Birch",
        2: "",
        3: "",
        4: "Cleo Cole & Dora Dunn",
    }


def test_name_that_several_carry_needs_the_number(desk):
    section = make_night(pairs=4, named=False)
    for number in ("", "1002"):
        Person.objects.create(club=make_club(), name="Ada Ash", number=number)
    response = desk.post(seats_address(section), make_seats_form(section, p1_1="Ada Ash"))
    assert find_errors(response) == [
        "2 people are called Ada Ash. Add the number, as in Ada Ash (1002)."
    ]
    desk.post(
        seats_address(section),
        make_seats_form(section, p1_1="Ada Ash (1002)", p1_2="Ada Ash (no number)"),
    )
    assert read_seat_texts(section)[1] == "Ada Ash (1002) & Ada Ash (no number)"
    assert Person.objects.count() == 2
    assert (
        desk.post(seats_address(section), make_seats_form(section, p2_1="Bert")).status_code == 302
    )


@pytest.mark.parametrize("typed", ["54SS=", "5", "4012345", "A60", "A6040", "AVE-", "ave+"])
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


def test_row_is_saved_as_soon_as_it_is_typed(desk):
    section = make_night(pairs=4, named=False)
    response = desk.post(
        seats_address(section, "2/"),
        make_seats_form(section, p2_1=" Ada  Ash ", p2_2="Bert Birch", p3_1="not yet"),
        **HTMX,
    )
    assert response.templates[0].name == "core/seats/_state.html"
    assert find_texts(response, "#state-2 small") == ["✓ saved"]
    assert find_texts(response, "#named") == ["1 of 4 pairs named"]
    assert read_seat_texts(section) == {1: "", 2: "Ada Ash & Bert Birch", 3: "", 4: ""}


@pytest.mark.parametrize("path", ["1/", ""], ids=["typed", "saved"])
def test_the_mark_of_the_step_goes_with_the_last_name(desk, path):
    section = make_night(pairs=4)
    name_entry(section=section, pair_no=1, names=Entrant((), ""), user=None)
    assert find_texts(desk.get(seats_address(section)), "#night-steps .state")[1] == "→"
    response = desk.post(
        seats_address(section, path),
        make_seats_form(section, p1_1="Ada Ash", p1_2="Bert Birch"),
        **HTMX,
    )
    assert find_texts(response, "#night-steps .state")[1] == "✓"


def test_refused_row_answers_with_its_sentence_alone(desk):
    section = make_night(pairs=4)
    taken = make_pair_names(0)[0]
    response = desk.post(seats_address(section, "2/"), make_seats_form(section, p2_1=taken), **HTMX)
    assert response.status_code == 422
    assert find_errors(response) == [
        f"{taken} already plays in pair 1 N-S. Remove the name there first, or correct this one."
    ]


def test_unknown_pair_number_is_refused(desk):
    section = make_night(pairs=4)
    for tail in ("9/", "9/clear/", "swap/9/1/", "swap/1/9/"):
        response = desk.post(seats_address(section, tail), make_seats_form(section))
        assert response.status_code == 422
        assert find_errors(response) == [
            "There is no pair 9 here. The pairs are 1 N-S, 2 N-S, 1 E-W, 2 E-W."
        ]


def test_longest_number_of_an_address_is_only_another_unknown_pair(desk):
    section = make_night(pairs=4)
    response = desk.post(seats_address(section, "999999999/clear/"), make_seats_form(section))
    assert find_errors(response) == [
        "There is no pair 999999999 here. The pairs are 1 N-S, 2 N-S, 1 E-W, 2 E-W."
    ]
    assert (
        desk.post(
            seats_address(section, f"{'9' * 30}/clear/"), make_seats_form(section)
        ).status_code
        == 404
    )


def test_clearing_a_pair_takes_its_names_out(desk):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    response = desk.post(seats_address(section, "3/clear/"), make_seats_form(section))
    assert read_seat_texts(section) == before | {3: ""}
    assert find_texts(desk.get(response.url), "#messages p") == ["Cleared the names of pair 1 E-W."]


@pytest.mark.parametrize("which", ["first", "second"])
def test_any_two_pairs_can_be_chosen_to_swap(desk, which):
    section = make_night(pairs=4)
    offered = find_elements(desk.get(seats_address(section)), f"#swap-{which} option")
    assert [option.get("value") for option in offered] == ["", "1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("tail", "chosen"),
    [("swap/3/2/", {}), ("swap/", {"first": "2", "second": "3"})],
    ids=["neighbours", "the two that were chosen"],
)
def test_swapping_saves_what_was_typed_first(desk, tail, chosen):
    section = make_night(pairs=4)
    before = read_seat_texts(section)
    response = desk.post(
        seats_address(section, tail), make_seats_form(section, p3_1="New Face") | chosen
    )
    assert response.status_code == 302
    assert read_seat_texts(section) == before | {
        2: f"New Face & {make_pair_names(2)[1]}",
        3: before[2],
    }


@pytest.mark.parametrize(
    "chosen",
    [{}, {"first": "2", "second": "2"}, {"first": "x", "second": "9" * 5000}],
    ids=["none", "the same", "no numbers"],
)
def test_swapping_needs_two_pairs(desk, chosen):
    section = make_night(pairs=4)
    response = desk.post(seats_address(section, "swap/"), make_seats_form(section) | chosen)
    assert response.status_code == 422
    assert find_errors(response) == ["Choose two different pairs to swap."]


@pytest.mark.parametrize(
    ("tail", "focused"),
    [("swap/3/2/", "swap/2/1/"), ("swap/2/1/", "swap/1/2/"), ("swap/2/3/", "swap/3/4/")],
    ids=["up", "up to the top", "down"],
)
def test_focus_stays_with_the_pair_that_moves(desk, tail, focused):
    section = make_night(pairs=4)
    response = desk.post(seats_address(section, tail), make_seats_form(section), **HTMX)
    assert response.templates[0].name == "core/seats/_part.html"
    buttons = find_elements(response, ".dots button")
    assert [
        button.get("formaction") for button in buttons if button.get("autofocus") is not None
    ] == [seats_address(section, focused)]


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


def test_a_draw_is_undone_once_the_names_that_were_typed_since_are(desk):
    section = make_night(pairs=8)
    before = read_seat_texts(section)
    draw_entries(section=section, seed=7)
    name_entries(section=section, pairs=[(5, ["New Face", "Other Face"])])
    now, page = read_seat_texts(section), desk.get(seats_address(section))
    refused = desk.post(seats_address(section, "undraw/"))
    assert find_errors(refused) == [
        "A later change depends on this one. Undo that first: Names of 1 pair."
    ]
    assert read_seat_texts(section) == now
    page = step(desk, page, "undo")
    (button,) = [button for button in find_elements(page, "button") if button.get("name") == "draw"]
    number = button.get("value")
    asked = desk.post(seats_address(section, "undraw/"), {"draw": number})
    assert asked.status_code == 409
    for _pressed_twice in range(2):
        undone = desk.post(
            seats_address(section, "undraw/"), {"draw": number, "sure": number}, follow=True
        )
        assert find_texts(undone, "#messages .success") == ["Draw undone."]
    assert read_seat_texts(section) == before


def test_a_place_that_was_empty_and_is_taken_since_stays_with_whoever_took_it(desk):
    section = make_night(pairs=8)
    name_entries(section=section, pairs=[(1, [])])
    draw_entries(section=section, seed=7)
    (empty,) = [number for number, text in read_seat_texts(section).items() if not text]
    name_entries(section=section, pairs=[(empty, ["New Face", "Other Face"])])
    with pytest.raises(DeskError, match=r"first: Names of 1 pair\."):
        undo_entries_draw(section=section)


def test_a_draw_is_not_undone_once_pairs_have_extras():
    section = make_night(pairs=8)
    draw_entries(section=section, seed=7)
    store_extras(section=section, extras=SectionExtras({1: PairExtras(stratum="A")}), user=None)
    with pytest.raises(DeskError, match="Handicaps, strata and carry-over: changed"):
        undo_entries_draw(section=section)


def test_draws_are_undone_one_by_one():
    section = make_night(pairs=8)
    seen = [read_seat_texts(section)]
    for seed in (1, 2):
        draw_entries(section=section, seed=seed)
        seen.append(read_seat_texts(section))
    assert undo_entries_draw(section=section) == 2
    assert read_seat_texts(section) == seen[1]
    assert undo_entries_draw(section=section) == 1
    assert read_seat_texts(section) == seen[0]


def test_undoing_without_a_draw_is_refused(desk):
    section = make_night(pairs=4)
    response = desk.post(seats_address(section, "undraw/"), make_seats_form(section))
    assert find_errors(response) == ["No seats have been drawn, so nothing can be undone."]


def test_another_movement_forgets_the_draws():
    section = make_night(pairs=8)
    draw_entries(section=section, seed=7)
    store_plan(section=section, movement=make_plan("howell", pairs=8))
    with pytest.raises(DeskError, match="nothing can be undone"):
        undo_entries_draw(section=section)


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


def test_a_draw_that_was_undone_is_not_done_again_once_results_are_in(desk):
    section = make_night(pairs=8)
    draw_entries(section=section, seed=7)
    undo_entries_draw(section=section)
    before = read_seat_texts(section)
    enter_result(section=section, board_no=1, ns=1, ew=5, text="4SS=", user=None)
    assert find_errors(step(desk, desk.get(seats_address(section)), "redo")) == [
        "Results have been entered, so you can’t draw seats now. Swap two pairs instead."
    ]
    assert read_seat_texts(section) == before


def test_without_a_movement_the_page_sends_to_step_1(desk):
    section = make_section()
    response = desk.get(seats_address(section))
    assert find_texts(response, "#seats .warn") == [
        "No movement has been chosen yet. Choose one in Field."
    ]
    assert desk.post(seats_address(section), {}).status_code == 302


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
    ["", "1/", "1/clear/", "swap/", "swap/1/2/", "draw/", "undraw/", "undo/", "redo/", "list/"],
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


def test_queries_do_not_grow_with_the_size(desk):
    small, large = make_night(pairs=4), make_night(pairs=LARGE_FIELD_PAIRS)
    assert count_queries(desk, seats_address(small)) == count_queries(desk, seats_address(large))


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
