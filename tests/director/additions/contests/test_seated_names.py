"""Names of teams whose players sit one by one: each box is a player of the movement, the last are reserves."""

import pytest

from director.boards.contests import Entrant
from director.boards.movement.sections import fetch_scoring_field, fetch_section
from director.boards.movement.sitters import fetch_sitters_by_line
from director.boards.movement.words import fetch_name_by_seat, fetch_name_by_side
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import draw_entries, name_entries, name_entry, swap_entries
from director.errors import DeskError
from director.models import EntryPlayer, LineUpSeat
from director.models.event import Contest
from movements.registry import make_plan
from tests.director.boards.others import make_contest_section
from tests.director.boards.play.seats.seating import seats_address
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db


def make_seated(key: str = "awl-24", **how):
    return make_contest_section(Contest.TEAMS, key=key, **({"size": 2} | how))


def test_every_box_says_which_player_it_is(desk):
    section = make_seated(named=False)
    page = desk.get(seats_address(section))
    boxes = [box.get("aria-label") for box in find_elements(page, ".couple input")]
    assert boxes == [
        *(f"Team 1, player {number}" for number in range(1, 5)),
        *(f"Team 1, reserve {number}" for number in range(1, 5)),
        *(f"Team 2, player {number}" for number in range(5, 9)),
        *(f"Team 2, reserve {number}" for number in range(1, 5)),
    ]
    assert find_texts(page, "tbody th small") == ["players 1–4", "players 5–8"]
    assert find_texts(page, "details.team summary") == ["Captain, more players"] * 2


def test_a_new_team_is_typed_in_one_row(desk):
    section = make_seated(named=False)
    typed = {"team-1": "Lions", "name-1-1": "Ann", "name-1-2": "Bob", "captain-1": "2"}
    desk.post(seats_address(section), typed | {"save": "1"})
    page = desk.get(seats_address(section))
    assert find_texts(page, "#pair-1 summary span")[0].startswith("Lions")
    assert page.context["rows"][0].seat.captain == 2
    assert find_texts(page, "#pair-2 summary")[0] == "Captain, more players"


def test_large_teams_have_a_box_for_every_player_and_none_for_reserves(desk):
    section = make_seated("large-teams-progressive", named=False)
    rows = desk.get(seats_address(section)).context["rows"]
    assert [len(list(row.boxes)) for row in rows] == [10, 10]
    assert [box.player for box in rows[1].boxes] == [str(number) for number in range(11, 21)]


def test_an_empty_box_leaves_its_seat_empty():
    section = make_seated(named=False)
    name_entry(
        section=section,
        pair_no=2,
        names=Entrant(["Ada Ash", "", "Cid Cole", "", "Eve Elm"], "Owls", 3),
    )
    assert fetch_name_by_seat(section) == {5: "Ada Ash", 7: "Cid Cole"}
    assert EntryPlayer.objects.get(is_captain=True).person.name == "Cid Cole"
    assert [player.order for player in EntryPlayer.objects.order_by("order")] == [1, 3, 5]


def test_a_reserve_does_not_sit_until_named_in_another_box():
    section = make_seated(named=False)
    name_entry(
        section=section, pair_no=1, names=Entrant(["A Ash", "B Birch", "C Cole", "D Dunn", "E Elm"])
    )
    assert "E Elm" not in fetch_name_by_seat(section).values()
    name_entry(
        section=section, pair_no=1, names=Entrant(["E Elm", "B Birch", "C Cole", "D Dunn", "A Ash"])
    )
    assert fetch_name_by_seat(section)[1] == "E Elm"
    assert fetch_name_by_side(section)[1001] == "E Elm & B Birch"


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


def test_names_changed_after_results_store_no_line_ups(desk):
    section = make_seated()
    desk.post(f"/sessions/{section.session_id}/scores/boards/1/", {"result-1-1001-1002": "4SS="})
    name_entry(section=section, pair_no=1, names=Entrant(["A Ash", "B Birch", "C Cole", "D Dunn"]))
    assert not LineUpSeat.objects.exists()


def test_names_keep_their_order_when_another_movement_is_chosen():
    section = make_seated()
    before = fetch_name_by_seat(section)
    store_plan(section=section, movement=make_plan("team-match", teams=2))
    plain = fetch_section(section.session_id)
    assert plain.team_size == 0
    assert plain.partners == {}
    store_plan(section=plain, movement=make_plan("new-england-trophy", teams=2))
    assert fetch_name_by_seat(fetch_section(section.session_id)) == before


def test_lines_know_who_sat_north_east_south_and_west():
    section = make_seated()
    sitters = fetch_sitters_by_line(fetch_scoring_field(section), [])
    row = section.plan.rows.first()
    names = fetch_name_by_seat(section)
    four = sitters[row.boards[0], row.ns, row.ew]
    assert [sitter.name for sitter in four] == [names[player] for player in row.players]


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
