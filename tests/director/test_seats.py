"""Step 2: typing, pasting, swapping and drawing who sits where."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from director.errors import DeskError
from director.models import EntryPlayer, Person
from director.selectors.seats import section_seats
from director.services.entry import entries_draw, entries_name, entries_paste, entries_swap, entries_undraw
from director.services.plan import plan_choose
from director.services.result import result_enter
from movements import make_plan
from tests.director.pages import elements, errors_shown, queries, texts
from tests.factories import make_club, make_night, make_section, player_names

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


def address(section, tail: str = "") -> str:
    return f"/sessions/{section.session_id}/seats/{tail}"


def names(section) -> dict[int, str]:
    return {seat.pair_no: seat.text for seat in section_seats(section, None).rows}


def boxes(section, **changes: str) -> dict[str, str]:
    """Return what the page sends: all boxes as they are, with *changes* such as ``p3_1="Ada"`` typed over them."""
    data = {}
    for seat in section_seats(section, None).rows:
        data[f"was-{seat.pair_no}"] = seat.text
        for box in (1, 2):
            data[f"name-{seat.pair_no}-{box}"] = changes.get(f"p{seat.pair_no}_{box}", seat.names[box - 1])
    return data


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
    offered = [option.get("value") for option in elements(desk.get(address(section)), "#people option")]
    assert offered == ["Ada Ash (1002)", "Bert Birch", "ada ash (no number)"]


def test_saving_stores_every_changed_pair(desk):
    section = make_night(pairs=4)
    before = names(section)
    response = desk.post(address(section), boxes(section, p1_1="New Face", p3_2=""))
    assert response.url == address(section)
    assert names(section) == before | {1: f"New Face & {player_names(0)[1]}", 3: player_names(2)[0]}
    assert texts(desk.get(response.url), "#messages p") == ["The names of 2 pairs are saved."]


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
    entries_name(section=section, pairs=[(2, ["Late Lena", "Late Lou"])])
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
        "Ada Ash already plays in pair 1 N-S. Take the name out there first, or correct this one."
    ]  # fmt: skip
    values = [box.get("value") for box in elements(response, ".couple input")]
    assert values == ["Ada Ash", "Bert Birch", "", "", "", "", "Cleo Cole", "ada ash"]
    assert not EntryPlayer.objects.exists()
    again = {key: value for key, value in boxes(section, **typed | {"p4_2": "Dora Dunn"}).items() if "was" not in key}
    was = {one.get("name"): one.get("value") for one in elements(response, ".state input")}
    assert desk.post(address(section), again | was).status_code == 302
    assert names(section) == {1: "Ada Ash & Bert Birch", 2: "", 3: "", 4: "Cleo Cole & Dora Dunn"}


def test_name_that_several_carry_needs_the_number(desk):
    section = make_night(pairs=4, named=False)
    for number in ("", "1002"):
        Person.objects.create(club=make_club(), name="Ada Ash", number=number)
    response = desk.post(address(section), boxes(section, p1_1="Ada Ash"))
    assert errors_shown(response) == ["2 people are called Ada Ash. Add the number, as in Ada Ash (1002)."]
    desk.post(address(section), boxes(section, p1_1="Ada Ash (1002)", p1_2="Ada Ash (no number)"))
    assert names(section)[1] == "Ada Ash (1002) & Ada Ash (no number)"
    assert Person.objects.count() == 2
    assert desk.post(address(section), boxes(section, p2_1="Bert")).status_code == 302


def test_row_is_saved_as_soon_as_it_is_typed(desk):
    section = make_night(pairs=4, named=False)
    response = desk.post(
        address(section, "2/"), boxes(section, p2_1=" Ada  Ash ", p2_2="Bert Birch", p3_1="not yet"), **HTMX
    )
    assert response.templates[0].name == "director/partials/_seat_state.html"
    assert texts(response, "#state-2 small") == ["✓ saved"]
    assert texts(response, "#named") == ["1 of 4 pairs named"]
    assert names(section) == {1: "", 2: "Ada Ash & Bert Birch", 3: "", 4: ""}


def test_refused_row_answers_with_its_sentence_alone(desk):
    section = make_night(pairs=4)
    taken = player_names(0)[0]
    response = desk.post(address(section, "2/"), boxes(section, p2_1=taken), **HTMX)
    assert response.status_code == 422
    assert errors_shown(response) == [
        f"{taken} already plays in pair 1 N-S. Take the name out there first, or correct this one."
    ]


def test_unknown_pair_number_is_refused(desk):
    section = make_night(pairs=4)
    for tail in ("9/", "9/clear/", "swap/9/1/"):
        response = desk.post(address(section, tail), {"name-9-1": "Ada"})
        assert response.status_code == 422
        assert errors_shown(response) == ["There is no pair 9 here. The pairs are 1 N-S, 2 N-S, 1 E-W, 2 E-W."]


def test_clearing_a_pair_takes_its_names_out(desk):
    section = make_night(pairs=4)
    before = names(section)
    response = desk.post(address(section, "3/clear/"), boxes(section))
    assert names(section) == before | {3: ""}
    assert texts(desk.get(response.url), "#messages p") == ["Pair 1 E-W has no names now."]


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


@pytest.mark.parametrize("chosen", [{}, {"first": "2", "second": "2"}, {"first": "2", "second": "x"}], ids=str)
def test_swapping_needs_two_pairs(desk, chosen):
    section = make_night(pairs=4)
    response = desk.post(address(section, "swap/"), boxes(section) | chosen)
    assert (response.status_code, errors_shown(response)) == (422, ["Choose two different pairs to swap."])


@pytest.mark.parametrize(
    ("tail", "focused"),
    [("swap/3/2/", "Move pair 2 N-S up"), ("swap/2/1/", "Move pair 1 N-S down"), ("swap/2/3/", "Move pair 1 E-W down")],
    ids=["up", "up to the top", "down"],
)
def test_focus_stays_with_the_pair_that_moves(desk, tail, focused):
    section = make_night(pairs=4)
    response = desk.post(address(section, tail), boxes(section), **HTMX)
    assert response.templates[0].name == "director/partials/_seats.html"
    buttons = elements(response, ".moves button")
    assert [one.get("aria-label") for one in buttons if one.get("autofocus") is not None] == [focused]


def test_draw_shows_its_seed_and_can_be_undone(desk):
    section = make_night(pairs=8)
    before = names(section)
    response = desk.post(address(section, "draw/"), boxes(section), **HTMX)
    section.refresh_from_db()
    (seed,) = section.draws
    assert texts(response, ".success") == [f"The places are drawn by lot, with the seed {seed}."]
    drawn = names(section)
    assert drawn != before
    assert sorted(drawn.values()) == sorted(before.values())
    response = desk.post(address(section, "undraw/"), boxes(section), **HTMX)
    assert texts(response, ".success") == [f"The draw with the seed {seed} is undone."]
    assert names(section) == before


def test_undoing_a_draw_keeps_names_that_were_corrected_since():
    section = make_night(pairs=8)
    before = names(section)
    entries_draw(section=section, seed=7)
    place = next(number for number, text in names(section).items() if text == before[5])
    entries_name(section=section, pairs=[(place, ["New Face", "Other Face"])])
    entries_undraw(section=section)
    assert names(section) == before | {5: "New Face & Other Face"}


def test_draws_are_undone_one_by_one():
    section = make_night(pairs=8)
    seen = [names(section)]
    for seed in (1, 2):
        entries_draw(section=section, seed=seed)
        seen.append(names(section))
    assert entries_undraw(section=section) == 2
    assert names(section) == seen[1]
    assert entries_undraw(section=section) == 1
    assert names(section) == seen[0]


def test_undoing_without_a_draw_is_refused(desk):
    section = make_night(pairs=4)
    response = desk.post(address(section, "undraw/"), boxes(section))
    assert errors_shown(response) == ["Nothing was drawn by lot here, so there is no draw to undo."]


def test_another_movement_forgets_the_draws():
    section = make_night(pairs=8)
    entries_draw(section=section, seed=7)
    plan_choose(section=section, movement=make_plan("howell", pairs=8))
    with pytest.raises(DeskError, match="there is no draw to undo"):
        entries_undraw(section=section)


def test_once_results_are_in_nothing_is_drawn_but_pairs_can_be_swapped(desk):
    section = make_night(pairs=8)
    entries_draw(section=section, seed=7)
    result_enter(section=section, board_no=1, ns=1, ew=5, text="4SS=", user=None)
    before = names(section)
    for tail, sentence in (
        ("draw/", "Results are in, so places cannot be drawn any more. Swap two pairs instead."),
        ("undraw/", "Results are in, so the draw cannot be undone any more. Swap two pairs instead."),
    ):
        response = desk.post(address(section, tail), boxes(section))
        assert (response.status_code, errors_shown(response)) == (422, [sentence])
    assert names(section) == before
    entries_swap(section=section, first=1, second=2)
    assert names(section) == before | {1: before[2], 2: before[1]}


LIST = "Ada Ash & Bert Birch\nCleo Cole & Dora Dunn\n"


def test_pasted_list_fills_the_places(desk):
    section = make_night(pairs=4, named=False)
    response = desk.post(address(section, "list/"), {"text": LIST})
    assert names(section) == {1: "Ada Ash & Bert Birch", 2: "Cleo Cole & Dora Dunn", 3: "", 4: ""}
    assert texts(desk.get(response.url), "#messages p") == ["The names of 2 pairs are in."]


def test_uploaded_list_fills_the_places(desk):
    section = make_night(pairs=4, named=False)
    upload = SimpleUploadedFile("pairs.csv", "2;Ada Ash;Bert Birch\r\n4;Zoë Żak;Dora Dunn\r\n".encode())
    desk.post(address(section, "list/"), {"file": upload})
    assert names(section) == {1: "", 2: "Ada Ash & Bert Birch", 3: "", 4: "Zoë Żak & Dora Dunn"}


def test_pasted_list_goes_to_the_empty_places_and_to_its_numbers():
    section = make_night(pairs=6, named=False)
    entries_name(section=section, pairs=[(1, ["A A", "B B"]), (5, ["C C", "D D"])])
    entries_paste(section=section, source="E E & F F\n3 G G & H H\nI I & J J\n5 K K & L L")
    assert names(section) == {1: "A A & B B", 2: "E E & F F", 3: "G G & H H", 4: "I I & J J", 5: "K K & L L", 6: ""}


def test_list_with_directions_uses_the_numbers_people_call_the_pairs_by():
    section = make_night(pairs=8, named=False)
    entries_paste(section=section, source="2 E-W Ada & Bert\n2 N-S Cleo & Dora\nE-W: Edith & Fred")
    assert {number: text for number, text in names(section).items() if text} == {
        2: "Cleo & Dora", 5: "Edith & Fred", 6: "Ada & Bert"
    }  # fmt: skip


def test_with_one_winner_directions_say_nothing():
    section = make_night(key="howell", pairs=8, named=False)
    entries_paste(section=section, source="2 E-W Ada & Bert\nE-W Cleo & Dora")
    assert {number: text for number, text in names(section).items() if text} == {1: "Cleo & Dora", 2: "Ada & Bert"}


def test_list_can_seat_everybody_afresh(desk):
    section = make_night(pairs=4)
    desk.post(address(section, "list/"), {"text": LIST, "start_again": "on"})
    assert names(section) == {1: "Ada Ash & Bert Birch", 2: "Cleo Cole & Dora Dunn", 3: "", 4: ""}


NO_PLACE = (
    "The list has more pairs without a number than there are empty places. "
    "Give the pairs their numbers, or tick that everybody is seated afresh."
)
BAD_LISTS = [
    pytest.param("", ['The list holds no pairs; write one pair to a line, as "Ada Ash & Bert Hazel".'], id="empty"),
    pytest.param(
        "1 Ada & Bert\n1 Cleo & Dora\nGwen",
        [
            'Line 3 has one name only ("Gwen"); write both partners with & between them.',
            "Line 2: pair 1 is already in line 1; give each pair a number of its own.",
        ],
        id="a number twice and a name alone",
    ),
    pytest.param(
        "Ada & Bert\nCleo & Ada",
        ["Line 2: Ada is already in line 1; a person plays in one pair, so correct one."],
        id="a person twice",
    ),
    pytest.param(
        "9 Ada & Bert",
        ["There is no pair 9 here. The pairs are 1 N-S, 2 N-S, 1 E-W, 2 E-W."],
        id="an unknown number",
    ),
    pytest.param(
        "1 E-W Ada & Bert\n3 Cleo & Dora",
        ["Pair 1 E-W is in the list 2 times. Give every pair a number of its own."],
        id="one pair called by two numbers",
    ),
    pytest.param(
        "\n".join(f"A{n} & B{n}" for n in range(5)),
        ["The list has 5 pairs, but this movement seats 4."],
        id="longer than the movement",
    ),
    pytest.param("\n".join(f"A{n} & B{n}" for n in range(4)), [NO_PLACE], id="longer than the empty places"),
    pytest.param(
        "E-W: Ada & Bert\nE-W: Cleo & Dora\nE-W: Ed & Flo",
        [NO_PLACE.replace("empty", "E-W empty")],
        id="longer than the empty places of a line",
    ),
    pytest.param(
        f"Ada & {player_names(0)[0]}",
        [f"{player_names(0)[0]} already plays in pair 1 N-S. Take the name out there first, or correct this one."],
        id="a person who sits elsewhere",
    ),
]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize(("text", "sentences"), BAD_LISTS)
def test_bad_list_is_answered_and_nothing_is_lost(desk, text, sentences, headers):
    section = make_night(pairs=4, named=False)
    entries_name(section=section, pairs=[(1, player_names(0))])
    before = names(section)
    response = desk.post(address(section, "list/"), {"text": text}, **headers)
    assert response.status_code == 422
    assert errors_shown(response) == sentences
    (box,) = elements(response, "textarea")
    assert (box.text or "").strip() == text
    assert names(section) == before
    assert Person.objects.count() == 2


def test_file_that_is_no_list_is_refused(desk):
    section = make_night(pairs=4, named=False)
    upload = SimpleUploadedFile("pairs.pdf", b"%PDF-1.7 ...")
    response = desk.post(address(section, "list/"), {"file": upload})
    assert errors_shown(response) == [
        "The file looks like a PDF, not like a list of names; copy the names and paste them, or save them as CSV."
    ]


def test_without_a_movement_the_page_sends_to_step_1(desk):
    section = make_section()
    response = desk.get(address(section))
    assert texts(response, "#seats .warn") == ["No movement is chosen yet. Choose one in step 1, Field."]
    assert desk.post(address(section), {}).status_code == 302


@pytest.mark.parametrize("tail", ["", "1/", "1/clear/", "swap/", "swap/1/2/", "draw/", "undraw/", "list/"])
def test_signed_out_nothing_is_stored(client: Client, tail):
    section = make_night(pairs=4)
    before = names(section)
    response = client.post(address(section, tail), boxes(section, p1_1="Mallory") | {"text": LIST})
    assert response.status_code == 403
    assert names(section) == before
    assert client.get(address(section)).url == f"/sign-in/?next={address(section)}"


def test_queries_do_not_grow_with_the_size(desk):
    small, large = make_night(pairs=4), make_night(pairs=40)
    assert queries(desk, address(small)) == queries(desk, address(large))
