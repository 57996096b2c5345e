"""Names of teams whose players sit one by one: each box is a player of the movement, the last are reserves."""

import pytest

from director.boards.contests import Entrant
from director.boards.movement.words import fetch_name_by_seat
from director.boards.play.seats.seating import draw_entries, name_entries, swap_entries
from director.errors import DeskError
from director.models.event import Contest
from tests.director.boards.others import make_contest_section
from tests.director.boards.play.seats.seating import seats_address
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db


def make_seated(key: str = "awl-24", **how):
    return make_contest_section(Contest.TEAMS, key=key, **({"size": 2} | how))


def test_a_list_of_more_than_the_team_seats_is_refused_in_one_sentence(desk):
    section = make_seated("large-teams-progressive", named=False)
    names = ", ".join(f"{letter}a Ash{letter}" for letter in "ABCDEFGHIJK")
    response = desk.post(seats_address(section, "list/"), {"text": f"1 Lions: {names}"})
    assert response.status_code == 422
    assert response.context["list_problems"] == [
        "Line 1: Lions has 11 players, but a team needs 1 to 10. Remove players."
    ]
    with pytest.raises(DeskError, match="Team 1 has 11 players, but a team has 1 to 10"):
        name_entries(
            section=section, pairs=[(1, Entrant([f"{letter}a Ash" for letter in "ABCDEFGHIJK"]))]
        )


def test_what_a_page_sends_is_stored_box_by_box(desk):
    section = make_seated("harvard-sixes", named=False)
    sent = {
        "was-1": "",
        "team-1": "Lions",
        "captain-1": "2",
        "name-1-1": "Ada Ash",
        "name-1-2": "Bert Birch",
    }
    assert desk.post(seats_address(section), sent).status_code == 302
    page = desk.get(seats_address(section))
    assert page.context["rows"][0].seat.names[:3] == ("Ada Ash", "Bert Birch", "")
    assert page.context["rows"][0].seat.captain == 2


def test_teams_that_change_places_take_their_players_along():
    section = make_seated()
    before = fetch_name_by_seat(section)
    swap_entries(section=section, first_no=1, second_no=2)
    after = fetch_name_by_seat(section)
    assert {number: after[(number + 3) % 8 + 1] for number in before} == before
    draw_entries(section=section, seed=5)
    assert sorted(fetch_name_by_seat(section).values()) == sorted(before.values())


def test_there_are_no_line_ups_where_the_movement_seats_everybody(desk):
    section = make_seated()
    response = desk.get(f"/sessions/{section.session_id}/lineups/")
    assert response.status_code == 422
    assert str(response.context["refused"]) == (
        "This movement seats each player in each round, so there are no line-ups. Change "
        "names at Seats."
    )
    links = [
        link.get("href", "")
        for page in ("seats/", "play/")
        for link in find_elements(desk.get(f"/sessions/{section.session_id}/{page}"), "a")
    ]
    assert [link for link in links if "lineups" in link] == []


@pytest.mark.slow
def test_a_ruling_can_name_the_pair_of_a_team_where_the_team_has_the_board_twice(desk):
    section = make_seated("harvard-sixes")
    page = desk.get(f"/sessions/{section.session_id}/rulings/")
    choices = find_texts(page, "#id_pair_no option")
    assert {"1+2", "11+12"} <= {choice.partition(" ")[0] for choice in choices}
    given = {"facts": "Late.", "decision": "Warned.", "law": "74", "board_no": "1"}
    refused = desk.post(f"/sessions/{section.session_id}/rulings/", given | {"pair_no": "1"})
    assert refused.status_code == 422
    assert len(find_errors(refused)) == 1
    stored = desk.post(f"/sessions/{section.session_id}/rulings/", given | {"pair_no": "1001"})
    assert stored.status_code == 302
    ruling = section.rulings.get()
    assert (ruling.ns, ruling.ew) == (1001, 1002)
