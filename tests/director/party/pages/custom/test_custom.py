"""A club's own way of moving: built, shown, kept, chosen like any system, and of no evening that has it another."""

import pytest

from director.party.models import Party, PartyWay
from director.party.movement.custom import simulate_sample_room
from director.party.movement.options import get_party_system
from director.party.movement.parties import fetch_party_by_session
from director.party.play.custom import archive_movement, save_movement
from director.party.play.history import undo_party
from director.party.play.setup import set_up_party
from movements.party.rounds import get_progressive_system
from tests.director.pages import find_elements, find_texts, read_table_rows
from tests.director.party.parties import get_latest_round, make_party, make_seated_party, play_round

pytestmark = pytest.mark.django_db

HEAD = "own-llssc-sszzk-llssc"
CHOSEN = {
    "by": "result",
    "tables": "5",
    "round": "2",
    "win_a": "h",
    "win_b": "h",
    "lose_a": "s",
    "lose_b": "s",
    "partners": "c",
}


def url(party: Party, tail: str = "") -> str:
    return f"/parties/{party.pk}/ways/{tail}"


def test_moves_are_a_table_with_the_rule_in_words(desk):
    party = make_party()
    page = desk.get(url(party))
    assert find_texts(page, "#room p")[0].startswith(
        "The winner in seat A goes to the next higher table"
    )
    assert find_texts(page, ".moves thead th") == ["Table", "Winners", "Losers", "Next round"]
    assert read_table_rows(page, ".moves")[0][0] == "1"
    assert len(read_table_rows(page, ".moves")) == 4
    assert find_elements(page, "svg.way") == []
    other = desk.get(url(party), CHOSEN).content.decode()
    assert "round 2" in other
    assert "round=3" in other
    assert "round=1" in other


def test_movement_by_chairs_names_no_winners(desk):
    page = desk.get(url(make_party()), {"way": "own-seats-0-b1-1-2"})
    assert find_texts(page, ".moves thead th") == ["Table", "N and S", "E and W", "Next round"]
    assert "The winners are invented" not in page.content.decode()


def test_moves_lead_to_the_seats_of_the_next_round():
    room = simulate_sample_room("own-hlssc", 5, 3)
    assert room == simulate_sample_room("own-hlssc", 5, 3)
    next_tables = {}
    for table in room.tables:
        for partners in table.next_sides:
            next_tables |= dict.fromkeys(partners.split(" + "), table.table_no)
    moves = [move for table in room.tables for side in table.sides for move in side]
    assert {move.player: move.table_no for move in moves} == next_tables
    for table in room.tables:
        winners, losers = table.sides
        higher = table.table_no % 5 + 1
        lower = (table.table_no - 2) % 5 + 1
        assert [move.table_no for move in winners] == [higher, lower]
        assert [move.is_staying for move in losers] == [True, True]


def test_a_movement_that_does_not_work_out_is_reported_and_cannot_be_saved(desk):
    party = make_party()
    page = desk.get(url(party), CHOSEN | {"win_a": "f"}).content.decode()
    assert "With 2 tables, table 1 would get" in page
    assert "Save movement" not in page
    desk.post(url(party, "keep/"), {"name": "All first", "key": "own-fhssc"})
    assert PartyWay.objects.count() == 0


@pytest.mark.parametrize(
    "sent", [{"win_a": "q"}, {"tables": "99"}, {"round": "x"}, {"n": "7"}, {"by": ""}]
)
def test_wrong_choices_are_refused_without_a_fault(desk, sent):
    assert desk.get(url(make_party()), CHOSEN | sent).status_code == 422


def test_table_1_may_move_otherwise_and_chairs_by_themselves(desk):
    party = make_party()
    head = {
        "head": "on",
        "head_win_a": "s",
        "head_win_b": "s",
        "head_lose_a": "z",
        "head_lose_b": "z",
        "head_partners": "k",
    }
    page = desk.get(url(party), CHOSEN | head | {"win_a": "l", "win_b": "l"}).content.decode()
    assert f'name="key" value="{HEAD}"' in page
    page = desk.get(
        url(party), CHOSEN | {"by": "chair", "n": "0", "s": "-1", "e": "1", "w": "2"}
    ).content.decode()
    assert 'name="key" value="own-seats-0-b1-1-2"' in page


def test_a_way_is_kept_chosen_played_and_undone(desk):
    party = make_party(players=20)
    desk.post(url(party, "keep/"), {"name": "Friday  drive", "key": HEAD})
    page = desk.get(f"/parties/{party.pk}/field/").content.decode()
    assert "Friday drive" in page
    asked = {
        "players": "20",
        "game": "whist",
        "system": HEAD,
        "shown": HEAD,
        "method": "tricks",
        "rounds": "6",
        "minutes": "9",
    }
    response = desk.post(
        f"/parties/{party.pk}/field/",
        asked | {"group_words": "letters", "prize-places": "2", "preset": "", "shown-preset": ""},
    )
    assert response.status_code == 302, response.content.decode()[:3000]
    party = fetch_party_by_session(party.pk)
    assert party.system == HEAD
    assert party.system_name == "Friday drive"
    assert get_party_system(party).name == "Friday drive"
    undo_party(party=party, number=party.acts.first().number, user=None)
    assert fetch_party_by_session(party.pk).system != HEAD


def test_an_evening_that_has_a_way_stays_when_the_club_keeps_another_by_its_name(desk):
    party = make_seated_party(players=20, system=HEAD, system_name="Friday drive")
    club = party.session.event.club
    first = save_movement(club=club, name="Friday drive", key=HEAD)
    second = save_movement(club=club, name="Friday drive", key="own-hlssc")
    first.refresh_from_db()
    assert first.put_away_at is not None
    assert second.put_away_at is None
    play_round(party)
    before = get_latest_round(party)
    assert before.round_no >= 1
    page = desk.get(f"/parties/{party.pk}/field/").content.decode()
    assert page.count(f'value="{HEAD}"') >= 1
    assert fetch_party_by_session(party.pk).system == HEAD


def test_a_way_is_put_away_and_taken_back(desk):
    party = make_party()
    way = save_movement(club=party.session.event.club, name="Friday", key=HEAD)
    desk.post(url(party, f"{way.pk}/"), {})
    assert "Friday" not in find_texts(desk.get(f"/parties/{party.pk}/field/"), ".suggestions th")
    other = save_movement(club=party.session.event.club, name="Friday", key="own-hlssc")
    desk.post(url(party, f"{way.pk}/"), {"back": "1"})
    other.refresh_from_db()
    way.refresh_from_db()
    assert way.put_away_at is None
    assert bool(other.put_away_at)


def test_keeping_twice_keeps_one(desk):
    party = make_party()
    for _ in range(2):
        desk.post(url(party, "keep/"), {"name": "N" * 60, "key": HEAD})
    assert [(way.name, way.key) for way in PartyWay.objects.all()] == [("N" * 60, HEAD)]
    for name in ("", "  ", "N" * 61):
        desk.post(url(party, "keep/"), {"name": name, "key": HEAD})
    assert PartyWay.objects.count() == 1


def test_another_system_has_its_own_name_again():
    party = make_party(players=20, system=HEAD, system_name="Friday drive")
    set_up_party(party=party, user=None, system="classic-drive", options={})
    assert (
        get_party_system(fetch_party_by_session(party.pk)).name
        == get_progressive_system("classic-drive").name
    )


def test_a_kept_way_moves_as_its_key_says():
    archive_movement(
        movement=save_movement(club=make_party().session.event.club, name="W", key="own-hlssc"),
        is_archived=True,
    )
    assert (
        get_progressive_system(PartyWay.objects.get().key)
        .rule({"odd": "sit-out"})
        .summary.startswith("The winner in seat A")
    )
