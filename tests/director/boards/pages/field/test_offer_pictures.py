"""The pictures of Field: each suggestion has a plan of the room and a bar of the evening."""

import pytest

from director.boards.movement.offers import assess_movement
from director.models.event import Contest
from movements.registry import make_plan
from tests.director.boards.others import make_empty_section
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import field_address, make_night, make_section

pytestmark = pytest.mark.django_db


def test_each_suggestion_has_a_room_and_an_evening_and_the_others_have_none(desk):
    response = desk.get(field_address(make_section()), {"pairs": "14", "start": "19:15"})
    offers = response.context["ask_form"].cleaned_data["offers"]
    assert len(find_elements(response, "#advice .because .room-plan")) == len(offers.recommended)
    assert len(find_elements(response, "#advice .evening")) == len(offers.recommended)
    assert find_texts(response, "#advice .evening span") == ["19:15"] * len(offers.recommended)
    ends = [offer.facts.end_time.strftime("%H:%M") for offer in offers.recommended]
    assert [text.text for text in find_elements(response, "#advice .evening text")] == ends
    assert not find_elements(response, "#advice .further .room-plan")


def test_rooms_and_evenings_are_described_for_those_who_cannot_see_them(desk):
    response = desk.get(field_address(make_section()), {"pairs": "13", "minutes": "240"})
    labels = [svg.get("aria-label") for svg in find_elements(response, ".evening svg")]
    assert labels[0] == "13 rounds of 15 minutes, 21 minutes to spare."
    page = response.content.decode()
    assert "7 tables, one of them a half table. N-S keep their tables at " in page


def test_the_key_explains_only_what_is_drawn(desk):
    section = make_section()
    plain = desk.get(field_address(section), {"pairs": "14"})
    assert find_texts(plain, ".picture-key span") == [
        "keep their table",
        "N-S",
        "E-W",
        "boards",
    ]
    more = desk.get(field_address(section), {"pairs": "13", "minutes": "240"})
    assert find_texts(more, ".picture-key span") == [
        "keep their table",
        "N-S",
        "E-W",
        "boards",
        "240 minutes",
    ]


def test_a_break_of_the_clock_is_in_the_bar_and_in_the_end(desk):
    section = make_section()
    section.session.breaks = [[3, 20]]
    section.session.save()
    response = desk.get(field_address(section), {"pairs": "14", "start": "19:15", "winners": "2"})
    (first, *_others) = response.context["ask_form"].cleaned_data["offers"].recommended
    assert first.advice.rounds == 7
    assert first.facts.end_time.strftime("%H:%M") == "23:17"
    assert "a break of 20 minutes after round 3" in response.content.decode()
    preview = desk.get(f"{field_address(section)}movement/?{first.query}")
    assert "ends 23:17" in find_texts(preview, "#preview .status span")


def test_boards_of_pairs_are_counted_as_a_span(desk):
    query = {"key": "mitchell", "rounds": "6", "boards": "4", "pairs": "13"}
    preview = desk.get(f"{field_address(make_section())}movement/", query)
    assert "20–24 boards each" in find_texts(preview, "#preview .status span")


def test_nobody_has_asked_for_the_boards_that_a_movement_of_the_library_has():
    """Of 13 pairs each sits out once, so that the session has more boards than anybody plays."""
    plan = make_plan("howell", pairs=13, rounds=13, boards_per_set=2)
    assert "asked" not in assess_movement(plan).weaknesses


@pytest.mark.parametrize("size", ["3", "4", "5", "35", "79", "80"])
def test_any_number_of_pairs_is_drawn(desk, size):
    response = desk.get(field_address(make_section()), {"pairs": size, "minutes": "200"})
    assert response.status_code == 200
    assert find_elements(response, "#advice .because .room-plan")


@pytest.mark.parametrize(
    ("contest", "unit", "size"),
    [(Contest.INDIVIDUAL, "players", "13"), (Contest.TEAMS, "teams", "7")],
)
def test_players_and_teams_are_drawn_too(desk, contest, unit, size):
    response = desk.get(field_address(make_empty_section(contest)), {unit: size, "start": "19:15"})
    assert find_elements(response, "#advice .because .room-plan")
    assert find_elements(response, "#advice .evening")


def test_pictures_take_no_queries(desk):
    url = field_address(make_section())
    assert count_queries(desk, f"{url}?pairs=3") == count_queries(desk, f"{url}?pairs=40")


@pytest.mark.parametrize(
    ("pairs", "switch"),
    [("12", "arrow-switch at some tables"), ("14", "arrow-switch in round 7")],
)
def test_a_one_winner_mitchell_says_that_boards_are_turned(desk, pairs, switch):
    section = make_section()
    query = {"pairs": pairs, "key": "one-winner-mitchell"}
    query["switch"] = "tables" if "tables" in switch else "rounds"
    preview = desk.get(f"{field_address(section)}movement/", query)
    assert switch in find_texts(preview, "#preview .status span")
    listed = desk.get(field_address(section), {"pairs": "14", "low": "9", "high": "12"})
    assert (
        "One winner · a pair meets 7 of the 13 others, arrow-switch in round 7; "
        "but 14 boards is more than you asked for Why?"
    ) in find_texts(listed, "#advice tr.because summary")


def test_fairness_is_one_scale_in_every_sentence(desk):
    response = desk.get(field_address(make_section()), {"pairs": "13"})
    text = " ".join(find_texts(response, "#advice"))
    assert "fairness 97.9 of 100 (2.1 less)" in text
    assert "less fair" not in text
    assert "points fairer" not in text


def test_the_preview_of_a_movement_has_the_same_pictures(desk):
    section = make_section()
    query = {"pairs": "13", "key": "mitchell", "start": "19:15", "minutes": "200"}
    preview = desk.get(f"{field_address(section)}movement/", query)
    assert len(find_elements(preview, "#preview .scroll .room-plan")) == 1
    assert find_texts(preview, "#preview .evening span") == ["19:15"]
    refused = desk.get(f"{field_address(section)}movement/", query | {"pairs": "2"})
    assert not find_elements(refused, "#preview .room-plan")


def test_change_shows_the_movements_for_as_many_as_now_at_once(desk):
    section = make_night(pairs=14, named=False)
    page = desk.get(field_address(section), {"tab": "change"})
    assert find_texts(page, "#advice tbody th a")
    boxes = [box for box in find_elements(page, "main input") if "autofocus" in box.attrib]
    assert [(box.get("name"), box.get("value")) for box in boxes] == [("pairs", "14")]
    assert "Enter the number" not in " ".join(find_texts(page, "#advice"))
