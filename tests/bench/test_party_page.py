"""How long the last tap of a round of 100 tables takes to show the next seats: ``pytest -m bench``."""

import pytest

from director.party.journal.write import party_undo
from director.party.parties import party_of_session
from tests.director.party.parties import latest, make_seated, play_round, win
from tests.factories import make_director
from tests.laid import laid

pytestmark = [pytest.mark.bench, pytest.mark.django_db]


@laid
def make_room_of_100():
    """Return a party of 400 whose fourth round lacks one table."""
    party = make_seated(players=400, named=True)
    for _round in range(3):
        play_round(party)
    for table_no in range(1, 100):
        win(party, table_no)
    return party_of_session(party.pk)


@pytest.fixture
def room_of_100(client, db):
    """A signed-in browser and that party."""
    client.force_login(make_director())
    return client, make_room_of_100()


def test_next_seats_after_the_last_tap_at_100_tables(benchmark, room_of_100):
    client, party = room_of_100
    sides = iter(range(10**6))

    def tap():
        return client.post(
            f"/parties/{party.pk}/play/rounds/4/tables/100/",
            {"winner": str(next(sides) % 2)},
            headers={"HX-Request": "true"},
        )

    assert "Who sits where in round 5" in benchmark(tap).content.decode()
    assert latest(party).round_no == 4


def test_moving_on_at_100_tables(benchmark, room_of_100):
    client, party = room_of_100
    win(party, 100)

    def back():
        if latest(party).round_no == 5:
            party_undo(party=party, number=party.acts.latest("number").number, user=None)

    def move_on():
        return client.post(f"/parties/{party.pk}/play/rounds/4/next/", headers={"HX-Request": "true"})

    answer = benchmark.pedantic(move_on, setup=back, rounds=10, warmup_rounds=1)
    assert "Round 5 of" in answer.content.decode()
    assert latest(party).round_no == 5


def test_evening_page_of_100_tables(benchmark, room_of_100):
    client, party = room_of_100
    assert benchmark(client.get, f"/parties/{party.pk}/play/").status_code == 200


def test_phone_after_three_rounds_of_100_tables(benchmark, room_of_100):
    client, party = room_of_100
    assert benchmark(client.get, f"/p/{party.players.first().token}/").status_code == 200
