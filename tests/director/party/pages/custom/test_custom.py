"""A club's own way of moving: built, shown, kept, chosen like any system, and of no evening that has it another."""

import pytest

from director.party.models import Party, PartyWay
from director.party.movement.custom import simulate_sample_room
from director.party.movement.parties import fetch_party_by_session
from director.party.play.custom import archive_movement, save_movement
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


@pytest.mark.slow
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
