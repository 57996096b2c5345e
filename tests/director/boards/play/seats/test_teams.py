"""Teams: a name, four to eight members in order, and a captain."""

import pytest

from director.boards.contests import Entrant
from director.boards.movement.sections import fetch_scoring_field, fetch_section
from director.boards.movement.words import fetch_field_name_by_number, fetch_name_by_pair
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import (
    draw_entries,
    name_entries,
    name_entry,
    seat_list,
    swap_entries,
)
from director.boards.play.seats.section_seats import fetch_section_seats
from director.boards.play.seats.undoing import fetch_offered_acts, redo_seats, undo_seats
from director.boards.play.sessions import add_session
from director.boards.scoring.standings.sheets import SessionResults
from director.errors import DeskError
from director.formats.errors import ImportFileError
from director.models import Entry, Person
from movements.registry import make_plan
from tests.director.boards.play.seats.contests import make_team_form, make_teams_section
from tests.director.boards.play.seats.seating import read_seat_texts, seats_address
from tests.director.pages import HTMX, count_queries, find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db

LIONS = ("Ada Ash", "Bert Birch", "Cid Cole", "Dee Dunn")
OTHERS = ("Edith Elm", "Fred Fox", "Gwen Gray", "Hugh Hill", "Ida Iden")


def seat_lions(section, **said):
    name_entry(section=section, pair_no=1, names=Entrant(LIONS, **({"team": "Red Lions"} | said)))


def test_a_team_has_a_name_members_in_order_and_a_captain():
    section = make_teams_section()
    seat_lions(section, captain=3)
    assert (
        read_seat_texts(section)[1]
        == "Red Lions: Ada Ash & Bert Birch & Cid Cole (captain) & Dee Dunn"
    )
    assert list(section.entries.get(pair_no=1).entry_players.values_list("order", "is_captain")) == [
        (1, False), (2, False), (3, True), (4, False),
    ]  # fmt: skip


def test_without_a_word_of_it_the_first_is_captain_and_whoever_was_stays():
    section = make_teams_section()
    seat_lions(section)
    assert fetch_section_seats(section, None).rows[0].captain == 1
    name_entry(section=section, pair_no=1, names=Entrant(LIONS, captain=4))
    name_entry(section=section, pair_no=1, names=[LIONS[3], *LIONS[:3]])
    assert (
        read_seat_texts(section)[1]
        == "Red Lions: Dee Dunn (captain) & Ada Ash & Bert Birch & Cid Cole"
    )


def test_empty_boxes_between_members_are_closed_up():
    section = make_teams_section()
    seated = ("", *LIONS[:2], "", *LIONS[2:], "", "")
    name_entry(section=section, pair_no=1, names=Entrant(seated, "Red Lions", captain=5))
    assert fetch_section_seats(section, None).rows[0].names == (*LIONS, "", "", "", "")
    assert fetch_section_seats(section, None).rows[0].captain == 3


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param(
            Entrant(LIONS[:3], "Cats"),
            "Team 2 has 3 players, but a team has 4 to 8. Add players.",
            id="three",
        ),
        pytest.param(
            Entrant([f"Player {n}" for n in range(9)], "Cats"),
            "Team 2 has 9 players, but a team has 4 to 8. Remove players.",
            id="a ninth",
        ),
        pytest.param(
            Entrant((*OTHERS[:3], "ada ash"), "Cats"),
            "Ada Ash already plays in team 1. Remove the name there first, or correct this one.",
            id="somebody of another team",
        ),
        pytest.param(
            Entrant((*OTHERS[:3], "fred fox"), "Cats"),
            "Fred Fox already plays in team 2. Remove the name there first, or correct this one.",
            id="somebody twice",
        ),
        pytest.param(
            Entrant(OTHERS, "RED lions"),
            "Team 1 is already called Red Lions. Choose another name.",
            id="a name twice",
        ),
        pytest.param(
            Entrant(OTHERS, "54SS="),
            "“54SS=” isn’t the name of a team. Type a name, or leave it empty: every team has a number.",
            id="a result",
        ),
        pytest.param(
            Entrant(OTHERS, "x" * 81),
            f"The team name “{'x' * 40}…” is too long. Use at most 80 letters.",
            id="a long name",
        ),
        pytest.param(
            Entrant(OTHERS, "Cats", captain=8),
            "The captain of team 2 isn’t one of its players. Choose one of them.",
            id="a captain who does not play",
        ),
    ],
)
def test_impossible_names_of_a_team_are_refused_and_stay_typed(desk, typed, sentence):
    section = make_teams_section()
    seat_lions(section)
    before, people = read_seat_texts(section), Person.objects.count()
    with pytest.raises(DeskError) as refused:
        name_entry(section=section, pair_no=2, names=typed)
    assert str(refused.value) == sentence
    post_data = make_team_form(2, *typed.names, team=typed.team, captain=str(typed.captain))
    response = desk.post(seats_address(section), post_data)
    assert response.status_code == 422
    assert find_errors(response) == find_texts(response, "#state-2 .bad") == [sentence]
    shown = {
        box.get("name"): box.get("value")
        for box in find_elements(response, "#pair-2 input")
        if box.get("list")
    }
    assert [shown[f"name-2-{number}"] for number in range(1, len(typed.names) + 1)] == list(
        typed.names
    )
    (team,) = find_elements(response, "#team-2")
    assert team.get("value") == typed.team
    assert [fold.get("open") for fold in find_elements(response, "details.team")] == [
        None,
        "",
        None,
        None,
    ]
    assert read_seat_texts(section) == before
    assert Person.objects.count() == people


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_teams_typed_on_the_page_are_stored_together(desk, headers):
    section = make_teams_section()
    data = make_team_form(1, *LIONS, team="Red Lions", captain="2") | make_team_form(
        3, *OTHERS, team="Blue Cats"
    )
    desk.post(seats_address(section), data, **headers)
    assert read_seat_texts(section) == {
        1: "Red Lions: Ada Ash & Bert Birch (captain) & Cid Cole & Dee Dunn",
        2: "",
        3: "Blue Cats: Edith Elm (captain) & Fred Fox & Gwen Gray & Hugh Hill & Ida Iden",
        4: "",
    }
    assert find_texts(desk.get(seats_address(section)), "#named") == ["2 of 4 teams named"]


def test_two_teams_that_exchange_names_on_the_page_do(desk):
    section = make_teams_section()
    name_entries(
        section=section, pairs=[(1, Entrant((), "Red Lions")), (2, Entrant((), "Blue Cats"))]
    )
    desk.post(
        seats_address(section),
        make_team_form(1, team="Blue Cats", was="Red Lions: ")
        | make_team_form(2, team="Red Lions", was="Blue Cats: "),
    )
    assert fetch_name_by_pair(section) == {1: "Blue Cats", 2: "Red Lions", 3: "", 4: ""}


def test_a_list_of_teams_is_pasted(desk):
    section = make_teams_section()
    text = (
        "2. Red Lions: Ada Ash, Bert Birch (captain), Cid Cole, Dee Dunn\nBlue Cats: "
        + "; ".join(OTHERS)
    )
    response = desk.post(seats_address(section, "list/"), {"text": text})
    assert find_texts(desk.get(response.url), "#messages p") == ["Imported 2 teams."]
    assert read_seat_texts(section) == {
        1: "Blue Cats: Edith Elm (captain) & Fred Fox & Gwen Gray & Hugh Hill & Ida Iden",
        2: "Red Lions: Ada Ash & Bert Birch (captain) & Cid Cole & Dee Dunn",
        3: "",
        4: "",
    }
    seat_list(section=section, source="2. Green Dogs: " + ", ".join(LIONS))
    assert fetch_name_by_pair(section)[2] == "Green Dogs"


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_bad_list_of_teams_is_answered_and_nothing_is_lost(desk, headers):
    section = make_teams_section()
    seat_lions(section)
    before = read_seat_texts(section)
    text = (
        "Cats: Edith Elm, Fred Fox, Gwen Gray\nDogs: "
        + ", ".join(OTHERS)
        + "\nDogs: A A, B B, C C, Ida Iden"
    )
    response = desk.post(seats_address(section, "list/"), {"text": text}, **headers)
    assert (response.status_code, find_errors(response)) == (422, [
        "Line 1: Cats has 3 players, but a team needs 4 to 8. Add players.",
        "Line 3: Ida Iden is already in line 2. Correct one, or use “Ida Iden 2” for another person.",
        "Line 3: Dogs is already the team in line 2. Rename one.",
    ])  # fmt: skip
    (box,) = find_elements(response, "textarea")
    assert box.text.strip() == text
    assert read_seat_texts(section) == before


def test_a_list_of_more_teams_than_there_are_places_is_refused():
    section = make_teams_section()
    with pytest.raises(ImportFileError, match="The list has no teams"):
        seat_list(section=section, source="")
    lines = [f"Team{n}: " + ", ".join(f"{letter}{n} Ash" for letter in "ABCD") for n in "PQRST"]
    with pytest.raises(DeskError, match=r"^The list has 5 teams, but this movement seats 4\.$"):
        seat_list(section=section, source="\n".join(lines))
    assert fetch_name_by_pair(section) == dict.fromkeys(range(1, 5), "")


def four_teams():
    section = make_teams_section()
    for number, called in ((1, "Lions"), (2, "Cats"), (3, ""), (4, "Dogs")):
        players = [
            f"{first} {called or 'Nameless'}" for first in ("Ada", "Bert", "Cid", "Dee", "Eve")
        ]
        name_entry(section=section, pair_no=number, names=Entrant(players, called, captain=number))
    return section


def test_swap_draw_and_undo_take_name_members_and_captain_along():
    section = four_teams()
    before = read_seat_texts(section)
    swap_entries(section=section, first_no=1, second_no=3)
    swapped = read_seat_texts(section)
    assert swapped == before | {1: before[3], 3: before[1]}
    draw_entries(section=section, seed=7)
    seat_texts = read_seat_texts(section)
    assert seat_texts != swapped
    assert sorted(seat_texts.values()) == sorted(before.values())
    name_entry(section=section, pair_no=2, names=Entrant((), ""))
    for state in (seat_texts, swapped, before):
        undo_seats(section=section, number=fetch_offered_acts(section)[0].number, user=None)
        assert read_seat_texts(section) == state
    for state in (swapped, seat_texts, seat_texts | {2: ""}):
        redo_seats(section=section, number=fetch_offered_acts(section)[1].number, user=None)
        assert read_seat_texts(section) == state


def test_the_acts_say_team(desk):
    section = four_teams()
    swap_entries(section=section, first_no=1, second_no=3)
    assert fetch_offered_acts(section)[0].words == "Teams 1 and 3 swapped."
    page = desk.get(seats_address(section))
    assert "pair" not in " ".join(find_texts(page, "#seats")).lower().replace("personal guide", "")
    response = desk.post(seats_address(section, "1/clear/"), {}, follow=True)
    assert find_texts(response, "#messages .success") == ["Cleared the names of team 1."]
    assert fetch_name_by_pair(section)[1] == ""


def test_teams_keep_name_and_captain_under_another_movement_and_in_the_next_session():
    section = four_teams()
    name_entry(section=section, pair_no=2, names=Entrant((), "Only a name"))
    before = read_seat_texts(section)
    store_plan(section=section, movement=make_plan("round-robin", teams=6, boards_per_set=2))
    section = fetch_section(section.session_id)
    assert read_seat_texts(section) == before | {5: "", 6: ""}
    session = add_session(section=section, number=2, is_seated=True)
    assert read_seat_texts(fetch_section(session.pk)) == before | {5: "", 6: ""}


def test_a_team_is_called_by_its_name_or_the_family_names_of_its_members():
    section = four_teams()
    called = {
        1: "Lions",
        2: "Cats",
        3: "Nameless, Nameless, Nameless, Nameless, Nameless",
        4: "Dogs",
    }
    assert (
        fetch_name_by_pair(section)
        == fetch_field_name_by_number(fetch_scoring_field(section))
        == SessionResults(fetch_scoring_field(section)).name_by_number
        == called
    )


def test_the_page_of_many_teams_with_long_names_costs_no_more_queries(desk):
    small, large = (
        make_teams_section(4, key="fours-mitchell"),
        make_teams_section(40, key="fours-mitchell", boards_per_set=1),
    )
    long = "Wolfeschlegelsteinhausenbergerdorff"
    teams = [
        (
            number,
            Entrant(
                [f"Hubert {long} {'x' * index} {number}" for index in range(8)],
                f"{number} {'Bear' * 14}",
            ),
        )
        for number in range(1, 41)
    ]
    name_entries(section=large, pairs=teams)
    assert Entry.objects.filter(section=large).exclude(name="").count() == 40
    assert count_queries(desk, seats_address(small)) == count_queries(desk, seats_address(large))
    assert len(find_elements(desk.get(seats_address(large)), "details.team")) == 25  # a page
