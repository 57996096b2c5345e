"""Late arrivals and leavers: what changes is shown first, and as few as possible change places."""

import pytest

from director.errors import DeskError
from director.selectors.party_seating import seating_read
from director.services.party_people import Arrival, people_change, people_preview
from tests.director.party.parties import latest, make_seated, play_round, win
from tests.director.party.test_journal import everything

pytestmark = pytest.mark.django_db
FOUR = [Arrival("Ada Ash", "A"), Arrival("", "B"), Arrival("", "A"), Arrival("", "B")]


def test_a_preview_stores_nothing():
    party = make_seated(players=16)
    before = everything(party)
    done = people_preview(party=party, arrivals=FOUR, leavers=[])
    assert everything(party) == before
    assert {change.player for change in done.changes if change.before is None} == {"17", "18", "19", "20"}


def test_four_who_come_have_a_table_and_nobody_else_moves():
    party = make_seated(players=16)
    before = seating_read(latest(party).seating)
    done = people_change(party=party, arrivals=FOUR, leavers=[], user=None)
    after = seating_read(latest(party).seating)
    assert done.after == after
    assert after[: len(before)] == before
    assert [(one.number, str(one), one.joined_round) for one in party.players.filter(number__gt=16)] == [
        (17, "Ada Ash", 1),
        (18, "Player 18", 1),
        (19, "Player 19", 1),
        (20, "Player 20", 1),
    ]


def test_whoever_leaves_keeps_the_score_and_has_no_seat():
    party = make_seated(players=16)
    play_round(party, lambda table: 0)
    gone = [int(player) for player in seating_read(latest(party).seating)[1].players]
    people_change(party=party, arrivals=[], leavers=gone, user=None)
    seated = {player for table in seating_read(latest(party).seating) for player in table.players}
    assert seated == {str(number) for number in range(1, 17)} - {str(number) for number in gone}
    assert {one.left_round for one in party.players.filter(number__in=gone)} == {2}
    assert party.players.filter(left_round__isnull=True).count() == 12


def test_nobody_comes_while_a_round_is_played():
    party = make_seated(players=16)
    win(party, 1)
    with pytest.raises(DeskError) as refused:
        people_preview(party=party, arrivals=FOUR, leavers=[])
    assert str(refused.value) == (
        "Round 1 is being played. Move on to the next round first; whoever comes or leaves is seated before it starts."
    )


def test_nobody_leaves_twice():
    party = make_seated(players=16)
    with pytest.raises(DeskError) as refused:
        people_preview(party=party, arrivals=[], leavers=[99])
    assert str(refused.value) == "Player 99 has no seat in round 1, so nobody leaves."


def test_the_page_shows_what_changes_before_it_changes_it(desk):
    party = make_seated(players=16)
    before = everything(party)
    sent = {"names": "Ada Ash\nBert Birch", "more_a": "1", "more_b": "1"}
    answer = desk.post(f"/parties/{party.pk}/play/people/", sent)
    assert sorted((move["name"], move["before"]) for move in answer.context["moves"]) == [
        ("Ada Ash", "not seated"),
        ("Bert Birch", "not seated"),
        ("Player 19", "not seated"),
        ("Player 20", "not seated"),
    ]
    assert everything(party) == before
    assert desk.post(f"/parties/{party.pk}/play/people/", sent | {"accept": "1"}).url == f"/parties/{party.pk}/play/"
    assert party.players.count() == 20


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({}, "__all__", "Nobody comes and nobody leaves. Say who before the seats can change."),
        ({"leavers": "12, x"}, "leavers", "“x” is no player’s number. Type numbers, such as 12, 17."),
        ({"leavers": "77"}, "leavers", "Player 77 has no seat in round 1, so nobody leaves."),
        ({"more_a": "51"}, "more_a", "A number of people is 50 at most, such as 1, not 51."),
    ],
    ids=["nobody", "no-number", "no-player", "too-many"],
)
def test_what_cannot_be_is_said(desk, sent, field, sentence):
    party = make_seated(players=16)
    answer = desk.post(f"/parties/{party.pk}/play/people/", sent)
    assert (answer.status_code, answer.context["form"].errors[field]) == (422, [sentence])
