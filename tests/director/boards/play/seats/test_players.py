"""Single players: one name a place, at a seat of a table."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.seats.seating import (
    draw_entries,
    move_entry,
    name_entries,
    name_entry,
    swap_entries,
)
from director.boards.play.seats.undoing import fetch_offered_acts, redo_seats, undo_seats
from director.boards.play.sessions import add_section
from director.errors import DeskError
from tests.director.boards.play.seats.contests import make_players_section
from tests.director.boards.play.seats.seating import read_seat_texts, seats_address
from tests.director.pages import HTMX, find_elements, find_errors, find_texts
from tests.factories import enter_on_line

pytestmark = pytest.mark.django_db

EIGHT = [
    "Ada Ash",
    "Bert Birch",
    "Cid Cole",
    "Dee Dunn",
    "Edith Elm",
    "Fred Fox",
    "Gwen Gray",
    "Hugh Hill",
]


def eight():
    section = make_players_section()
    name_entries(section=section, pairs=[(None, [name]) for name in EIGHT])
    return section


def test_every_place_has_one_box_and_names_its_seat_of_round_1(desk):
    section = make_players_section()
    page = desk.get(seats_address(section))
    row = section.plan.rows.get(round_no=1, table_no=2)
    seats = dict(zip(row.players, ("North", "East", "South", "West"), strict=True))
    heads = find_texts(page, ".seats tbody th")
    assert len(heads) == len(find_elements(page, ".couple input")) == 8
    assert {heads[number - 1] for number in seats} == {
        f"{number} table 2 {seat}" for number, seat in seats.items()
    }
    assert find_texts(page, "#named") == ["0 of 8 players named"]
    assert "pair" not in " ".join(find_texts(page, "#seats")).lower()


def test_a_name_is_saved_as_soon_as_it_is_typed(desk):
    section = make_players_section()
    response = desk.post(seats_address(section, "3/"), {"name-3-1": "Ada Ash", "was-3": ""}, **HTMX)
    assert response.status_code == 200
    assert find_texts(response, "#named") == ["1 of 8 players named"]
    assert read_seat_texts(section)[3] == "Ada Ash"


def test_a_list_of_players_is_pasted(desk):
    section = make_players_section()
    response = desk.post(
        seats_address(section, "list/"), {"text": "5 Ash, Ada\nBert Birch\nCid Cole"}
    )
    assert find_texts(desk.get(response.url), "#messages p") == ["Imported 3 players."]
    assert read_seat_texts(section) == dict.fromkeys(range(1, 9), "") | {
        5: "Ada Ash",
        1: "Bert Birch",
        2: "Cid Cole",
    }


def test_two_names_in_one_box_are_refused_at_the_row(desk):
    section = make_players_section()
    response = desk.post(seats_address(section), {"name-2-1": "Ada Ash & Bert Birch", "was-2": ""})
    assert find_texts(response, "#state-2 .bad") == find_errors(response) == [
        "“Ada Ash & Bert Birch” is two names. Everybody plays alone, so give player 2 one of them."
    ]  # fmt: skip
    assert [box.get("value") for box in find_elements(response, "#name-2-1")] == [
        "Ada Ash & Bert Birch"
    ]


def test_somebody_at_two_places_is_refused():
    section = eight()
    with pytest.raises(DeskError, match=r"^Ada Ash already plays as player 1\."):
        name_entry(section=section, pair_no=4, names=["Ada Ash"])


def test_swap_draw_and_undo():
    section = eight()
    before = read_seat_texts(section)
    swap_entries(section=section, first_no=1, second_no=8)
    swapped = before | {1: before[8], 8: before[1]}
    assert read_seat_texts(section) == swapped
    draw_entries(section=section, seed=3, uses_history=True)
    seat_texts = read_seat_texts(section)
    assert sorted(seat_texts.values()) == sorted(EIGHT)
    for state in (swapped, before):
        undo_seats(section=section, number=fetch_offered_acts(section)[0].number, user=None)
        assert read_seat_texts(section) == state
    assert fetch_offered_acts(section)[1].words == "Players 1 and 8 swapped."
    for state in (swapped, seat_texts):
        redo_seats(section=section, number=fetch_offered_acts(section)[1].number, user=None)
        assert read_seat_texts(section) == state


def test_a_player_with_a_result_stays_in_the_section():
    section = eight()
    add_section(section=section, letter="B")
    line = fetch_section_lines(section).all[0]
    enter_on_line(section, line, "4SS=")
    number = section.partners[str(line.ns)][0]
    with pytest.raises(
        DeskError,
        match=rf"^Results of player {number} have been entered, so it stays in section A\.",
    ):
        move_entry(section=section, pair_no=number, letter="B")
