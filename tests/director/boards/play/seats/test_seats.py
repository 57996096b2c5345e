"""Step 2: typing, pasting, swapping and drawing who sits where."""

import pytest
from django.test import Client

from director.boards.contests import Entrant
from director.boards.movement.words import PairExtras
from director.boards.play.plan import choose_plan
from director.boards.play.results.extras import store_extras
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.undoing import undo_entries_draw
from director.boards.play.seats.write import draw_entries, name_entries, name_entry, swap_entries
from director.boards.scoring.extras import Extras
from director.errors import DeskError
from director.models import EntryPlayer, Person
from movements import make_plan
from tests.director.boards.play.seats.seating import address, boxes, names
from tests.director.pages import HTMX, elements, errors_shown, queries, texts
from tests.factories import MANY, make_club, make_night, make_section, player_names

pytestmark = pytest.mark.django_db


def test_page_shows_every_place_with_its_start_and_names(desk):
    section = make_night(pairs=5)
    response = desk.get(address(section))
    assert texts(response, ".seats tbody th") == [
        "1 N-S table 1, N-S", "2 N-S table 2, N-S", "3 N-S sits out first", "1 E-W table 1, E-W", "2 E-W table 2, E-W",
    ]  # fmt: skip
    values = [box.get("value") for box in elements(response, ".couple input")]
    assert values[:2] == list(player_names(0))
    assert texts(response, "#named") == ["5 of 5 pairs named"]


def test_people_of_the_club_are_offered_with_a_number_where_a_name_is_shared(desk):
    section = make_night(pairs=4, named=False)
    for name, number in (("Ada Ash", "1002"), ("ada ash", ""), ("Bert Birch", "1003")):
        Person.objects.create(club=make_club(), name=name, number=number)
    offered = [
        option.get("value") for option in elements(desk.get(address(section)), "#people option")
    ]
    assert offered == ["Ada Ash (1002)", "ada ash (no number)", "Bert Birch"]


def test_saving_stores_every_changed_pair(desk):
    section = make_night(pairs=4)
    before = names(section)
    response = desk.post(address(section), boxes(section, p1_1="New Face", p3_2=""))
    assert response.url == address(section)
    assert names(section) == before | {1: f"New Face & {player_names(0)[1]}", 3: player_names(2)[0]}
    assert texts(desk.get(response.url), "#messages p") == ["Saved the names of 2 pairs."]


def test_saving_takes_names_that_change_places(desk):
    section = make_night(pairs=4)
    before = names(section)
    first, second = player_names(0), player_names(1)
    swapped = {"p1_1": second[0], "p1_2": second[1], "p2_1": first[0], "p2_2": first[1]}
    desk.post(address(section), boxes(section, **swapped))
    assert names(section) == before | {1: before[2], 2: before[1]}


def test_saving_leaves_alone_what_somebody_else_changed_meanwhile(desk):
    section = make_night(pairs=4)
    shown = boxes(section)
    name_entries(section=section, pairs=[(2, ["Late Lena", "Late Lou"])])
    desk.post(address(section), shown | {"name-1-1": "New Face"})
    assert names(section)[2] == "Late Lena & Late Lou"
    assert names(section)[1].startswith("New Face & ")


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_person_in_two_pairs_is_refused_at_the_row_and_nothing_typed_is_lost(desk, headers):
    section = make_night(pairs=4, named=False)
    typed = {"p1_1": "Ada Ash", "p1_2": "Bert Birch", "p4_1": "Cleo Cole", "p4_2": "ada ash"}
    response = desk.post(address(section), boxes(section, **typed), **headers)
    assert response.status_code == 422
    assert texts(response, "#state-4 .bad") == errors_shown(response) == [
        "Ada Ash already plays in pair 1 N-S. Remove the name there first, or correct this one."
    ]  # fmt: skip
    values = [box.get("value") for box in elements(response, ".couple input")]
    assert values == ["Ada Ash", "Bert Birch", "", "", "", "", "Cleo Cole", "ada ash"]
    assert not EntryPlayer.objects.exists()
    again = {
        key: value
        for key, value in boxes(section, **typed | {"p4_2": "Dora Dunn"}).items()
        if "was" not in key
    }
    was = {one.get("name"): one.get("value") for one in elements(response, ".state input")}
    assert desk.post(address(section), again | was).status_code == 302
    assert names(section) == {1: "Ada Ash & Bert Birch", 2: "", 3: "", 4: "Cleo Cole & Dora Dunn"}


def test_name_that_several_carry_needs_the_number(desk):
    section = make_night(pairs=4, named=False)
    for number in ("", "1002"):
        Person.objects.create(club=make_club(), name="Ada Ash", number=number)
    response = desk.post(address(section), boxes(section, p1_1="Ada Ash"))
    assert errors_shown(response) == [
        "2 people are called Ada Ash. Add the number, as in Ada Ash (1002)."
    ]
    desk.post(address(section), boxes(section, p1_1="Ada Ash (1002)", p1_2="Ada Ash (no number)"))
    assert names(section)[1] == "Ada Ash (1002) & Ada Ash (no number)"
    assert Person.objects.count() == 2
    assert desk.post(address(section), boxes(section, p2_1="Bert")).status_code == 302


def test_row_is_saved_as_soon_as_it_is_typed(desk):
    section = make_night(pairs=4, named=False)
    response = desk.post(
        address(section, "2/"),
        boxes(section, p2_1=" Ada  Ash ", p2_2="Bert Birch", p3_1="not yet"),
        **HTMX,
    )
    assert response.templates[0].name == "core/seats/_state.html"
    assert texts(response, "#state-2 small") == ["✓ saved"]
    assert texts(response, "#named") == ["1 of 4 pairs named"]
    assert names(section) == {1: "", 2: "Ada Ash & Bert Birch", 3: "", 4: ""}


@pytest.mark.parametrize("path", ["1/", ""], ids=["typed", "saved"])
def test_the_mark_of_the_step_goes_with_the_last_name(desk, path):
    section = make_night(pairs=4)
    name_entry(section=section, pair_no=1, names=Entrant((), ""), user=None)
    assert texts(desk.get(address(section)), "#night-steps .state")[1] == "→"
    response = desk.post(
        address(section, path), boxes(section, p1_1="Ada Ash", p1_2="Bert Birch"), **HTMX
    )
    assert texts(response, "#night-steps .state")[1] == "✓"


def test_refused_row_answers_with_its_sentence_alone(desk):
    section = make_night(pairs=4)
    taken = player_names(0)[0]
    response = desk.post(address(section, "2/"), boxes(section, p2_1=taken), **HTMX)
    assert response.status_code == 422
    assert errors_shown(response) == [
        f"{taken} already plays in pair 1 N-S. Remove the name there first, or correct this one."
    ]


def test_unknown_pair_number_is_refused(desk):
    section = make_night(pairs=4)
    for tail in ("9/", "9/clear/", "swap/9/1/", "swap/1/9/"):
        response = desk.post(address(section, tail), {"name-9-1": "Ada"})
        assert response.status_code == 422
        assert errors_shown(response) == [
            "There is no pair 9 here. The pairs are 1 N-S, 2 N-S, 1 E-W, 2 E-W."
        ]


def test_longest_number_of_an_address_is_only_another_unknown_pair(desk):
    section = make_night(pairs=4)
    response = desk.post(address(section, "999999999/clear/"), boxes(section))
    assert errors_shown(response) == [
        "There is no pair 999999999 here. The pairs are 1 N-S, 2 N-S, 1 E-W, 2 E-W."
    ]
    assert desk.post(address(section, f"{'9' * 30}/clear/"), boxes(section)).status_code == 404


def test_clearing_a_pair_takes_its_names_out(desk):
    section = make_night(pairs=4)
    before = names(section)
    response = desk.post(address(section, "3/clear/"), boxes(section))
    assert names(section) == before | {3: ""}
    assert texts(desk.get(response.url), "#messages p") == ["Cleared the names of pair 1 E-W."]


@pytest.mark.parametrize("which", ["first", "second"])
def test_any_two_pairs_can_be_chosen_to_swap(desk, which):
    section = make_night(pairs=4)
    offered = elements(desk.get(address(section)), f"#swap-{which} option")
    assert [option.get("value") for option in offered] == ["", "1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("tail", "chosen"),
    [("swap/3/2/", {}), ("swap/", {"first": "2", "second": "3"})],
    ids=["neighbours", "the two that were chosen"],
)
def test_swapping_saves_what_was_typed_first(desk, tail, chosen):
    section = make_night(pairs=4)
    before = names(section)
    response = desk.post(address(section, tail), boxes(section, p3_1="New Face") | chosen)
    assert response.status_code == 302
    assert names(section) == before | {2: f"New Face & {player_names(2)[1]}", 3: before[2]}


@pytest.mark.parametrize(
    "chosen",
    [{}, {"first": "2", "second": "2"}, {"first": "x", "second": "9" * 5000}],
    ids=["none", "the same", "no numbers"],
)
def test_swapping_needs_two_pairs(desk, chosen):
    section = make_night(pairs=4)
    response = desk.post(address(section, "swap/"), boxes(section) | chosen)
    assert (response.status_code, errors_shown(response)) == (
        422,
        ["Choose two different pairs to swap."],
    )


@pytest.mark.parametrize(
    ("tail", "focused"),
    [("swap/3/2/", "swap/2/1/"), ("swap/2/1/", "swap/1/2/"), ("swap/2/3/", "swap/3/4/")],
    ids=["up", "up to the top", "down"],
)
def test_focus_stays_with_the_pair_that_moves(desk, tail, focused):
    section = make_night(pairs=4)
    response = desk.post(address(section, tail), boxes(section), **HTMX)
    assert response.templates[0].name == "core/seats/_part.html"
    buttons = elements(response, ".dots button")
    assert [one.get("formaction") for one in buttons if one.get("autofocus") is not None] == [
        address(section, focused)
    ]


def test_draw_shows_its_seed_and_can_be_undone(desk):
    section = make_night(pairs=8)
    before = names(section)
    response = desk.post(address(section, "draw/"), boxes(section), **HTMX)
    section.refresh_from_db()
    assert len(section.draws) == 1
    assert texts(response, ".success") == ["Seats drawn."]
    drawn = names(section)
    assert drawn != before
    assert sorted(drawn.values()) == sorted(before.values())
    response = desk.post(address(section, "undraw/"), boxes(section), **HTMX)
    assert texts(response, ".success") == ["Draw undone."]
    assert names(section) == before


def step(desk, page, way):
    """Press Undo or Redo of a page of Seats."""
    (button,) = [button for button in elements(page, "#steps button") if button.get("name") == way]
    return desk.post(button.get("formaction"), {way: button.get("value")}, follow=True)


@pytest.mark.slow
def test_names_and_places_are_undone_to_any_depth_and_done_again(desk):
    section = make_night(pairs=8)
    seen = [names(section)]
    draw_entries(section=section, seed=7)
    seen.append(names(section))
    name_entries(section=section, pairs=[(5, ["New Face", "Other Face"])])
    seen.append(names(section))
    swap_entries(section=section, first=5, second=6)
    page, swapped = desk.get(address(section)), names(section)
    for state in reversed(seen):
        page = step(desk, page, "undo")
        assert names(section) == state
    assert texts(page, "#messages .success") == ["Undone: Draw for seats."]
    for state in [*seen[1:], swapped]:
        page = step(desk, page, "redo")
        assert names(section) == state
    assert texts(page, "#messages .success") == ["Redone: Pairs 1 E-W and 2 E-W swapped."]
    assert [button.get("name") for button in elements(page, "#steps button")] == ["undo"]


def test_a_draw_is_undone_once_the_names_that_were_typed_since_are(desk):
    section = make_night(pairs=8)
    before = names(section)
    draw_entries(section=section, seed=7)
    name_entries(section=section, pairs=[(5, ["New Face", "Other Face"])])
    now, page = names(section), desk.get(address(section))
    refused = desk.post(address(section, "undraw/"))
    assert errors_shown(refused) == [
        "A later change depends on this one. Undo that first: Names of 1 pair."
    ]
    assert names(section) == now
    page = step(desk, page, "undo")
    (button,) = [button for button in elements(page, "button") if button.get("name") == "draw"]
    for _pressed_twice in range(2):
        undone = desk.post(address(section, "undraw/"), {"draw": button.get("value")}, follow=True)
        assert texts(undone, "#messages .success") == ["Draw undone."]
    assert names(section) == before


def test_a_place_that_was_empty_and_is_taken_since_stays_with_whoever_took_it(desk):
    section = make_night(pairs=8)
    name_entries(section=section, pairs=[(1, [])])
    draw_entries(section=section, seed=7)
    (empty,) = [number for number, text in names(section).items() if not text]
    name_entries(section=section, pairs=[(empty, ["New Face", "Other Face"])])
    with pytest.raises(DeskError, match=r"first: Names of 1 pair\."):
        undo_entries_draw(section=section)


def test_what_pairs_were_given_since_a_draw_stands_in_its_way():
    section = make_night(pairs=8)
    draw_entries(section=section, seed=7)
    store_extras(section=section, extras=Extras({1: PairExtras(stratum="A")}), user=None)
    with pytest.raises(DeskError, match="Handicaps, strata and carry-over: changed"):
        undo_entries_draw(section=section)


def test_draws_are_undone_one_by_one():
    section = make_night(pairs=8)
    seen = [names(section)]
    for seed in (1, 2):
        draw_entries(section=section, seed=seed)
        seen.append(names(section))
    assert undo_entries_draw(section=section) == 2
    assert names(section) == seen[1]
    assert undo_entries_draw(section=section) == 1
    assert names(section) == seen[0]


def test_undoing_without_a_draw_is_refused(desk):
    section = make_night(pairs=4)
    response = desk.post(address(section, "undraw/"), boxes(section))
    assert errors_shown(response) == ["No seats have been drawn, so nothing can be undone."]


def test_another_movement_forgets_the_draws():
    section = make_night(pairs=8)
    draw_entries(section=section, seed=7)
    choose_plan(section=section, movement=make_plan("howell", pairs=8))
    with pytest.raises(DeskError, match="nothing can be undone"):
        undo_entries_draw(section=section)


def test_once_results_are_in_nothing_is_drawn_but_pairs_can_be_swapped(desk):
    section = make_night(pairs=8)
    draw_entries(section=section, seed=7)
    enter_result(section=section, board_no=1, ns=1, ew=5, text="4SS=", user=None)
    before = names(section)
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
        response = desk.post(address(section, tail), boxes(section))
        assert (response.status_code, errors_shown(response)) == (422, [sentence])
    assert names(section) == before
    swap_entries(section=section, first=1, second=2)
    assert names(section) == before | {1: before[2], 2: before[1]}
    step(desk, desk.get(address(section)), "undo")
    assert names(section) == before
    assert errors_shown(step(desk, desk.get(address(section)), "undo")) == [
        "Results have been entered, so you can’t undo the draw now. Swap two pairs instead."
    ]


def test_a_draw_that_was_undone_is_not_done_again_once_results_are_in(desk):
    section = make_night(pairs=8)
    draw_entries(section=section, seed=7)
    undo_entries_draw(section=section)
    before = names(section)
    enter_result(section=section, board_no=1, ns=1, ew=5, text="4SS=", user=None)
    assert errors_shown(step(desk, desk.get(address(section)), "redo")) == [
        "Results have been entered, so you can’t draw seats now. Swap two pairs instead."
    ]
    assert names(section) == before


def test_without_a_movement_the_page_sends_to_step_1(desk):
    section = make_section()
    response = desk.get(address(section))
    assert texts(response, "#seats .warn") == [
        "No movement has been chosen yet. Choose one in Field."
    ]
    assert desk.post(address(section), {}).status_code == 302


@pytest.mark.parametrize(
    "tail",
    ["", "1/", "1/clear/", "swap/", "swap/1/2/", "draw/", "undraw/", "undo/", "redo/", "list/"],
)
def test_signed_out_nothing_is_stored(client: Client, tail):
    section = make_night(pairs=4)
    before = names(section)
    response = client.post(
        address(section, tail), boxes(section, p1_1="Mallory") | {"text": "A & B"}
    )
    assert response.status_code == 403
    assert names(section) == before
    assert client.get(address(section)).url == f"/sign-in/?next={address(section)}"


def test_queries_do_not_grow_with_the_size(desk):
    small, large = make_night(pairs=4), make_night(pairs=MANY)
    assert queries(desk, address(small)) == queries(desk, address(large))
