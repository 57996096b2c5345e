"""Teams: a name, four to eight members in order, and a captain."""

import pytest

from director.boards.contests import Entrant
from director.boards.movement.words import fetch_name_by_pair
from director.boards.play.seats.seating import (
    name_entries,
    name_entry,
    seat_list,
)
from director.errors import DeskError
from director.formats.errors import ImportFileError
from director.models import Entry, Person
from tests.director.boards.play.seats.contests import make_team_form, make_teams_section
from tests.director.boards.play.seats.seating import read_seat_texts, seats_address
from tests.director.pages import count_queries, find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db

LIONS = ("Ada Ash", "Bert Birch", "Cid Cole", "Dee Dunn")
OTHERS = ("Edith Elm", "Fred Fox", "Gwen Gray", "Hugh Hill", "Ida Iden")


def seat_lions(section, **said):
    name_entry(section=section, pair_no=1, names=Entrant(LIONS, **({"team": "Red Lions"} | said)))


@pytest.mark.slow
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


def test_a_list_of_more_teams_than_there_are_places_is_refused():
    section = make_teams_section()
    with pytest.raises(ImportFileError, match="The list has no teams"):
        seat_list(section=section, source="")
    lines = [f"Team{n}: " + ", ".join(f"{letter}{n} Ash" for letter in "ABCD") for n in "PQRST"]
    with pytest.raises(DeskError, match=r"^The list has 5 teams, but this movement seats 4\.$"):
        seat_list(section=section, source="\n".join(lines))
    assert fetch_name_by_pair(section) == dict.fromkeys(range(1, 5), "")


@pytest.mark.slow
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
