"""Undo of a party: exact, to any depth, whatever was done."""

import os
import random
from contextlib import suppress

import pytest
from django.core import serializers

from director.core.club.people import add_person, remove_person
from director.core.files.backups.database import restore_backup, write_backup_file
from director.core.night.history import filter_undone_acts
from director.errors import DeskError
from director.models import Person, Session
from director.party.movement.parties import fetch_party_by_session
from director.party.play.draw import draw_party, undo_party_draw
from director.party.play.history import redo_party, undo_party
from director.party.play.people import LateArrival, change_players
from director.party.play.play import finish_party, remove_table_result, seat_next_round
from director.party.play.results import draw_prize_number
from director.party.play.seats import name_player
from director.party.play.setup import set_up_party
from movements.errors import MovementError
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_party,
    make_seated_party,
    play_round,
)

pytestmark = pytest.mark.django_db
SEEDS = range(12 if os.environ.get("CI") else 3)


def dump_party_records(party):
    """Return every record of *party* but its journal, as a backup would write it."""
    party = fetch_party_by_session(party.pk)
    results = [
        result
        for contest_round in party.played_rounds.all()
        for result in contest_round.results.order_by("pk")
    ]
    records = [
        party,
        Session.objects.get(pk=party.pk),
        *party.players.order_by("pk"),
        *party.played_rounds.all(),
    ]
    return serializers.serialize("json", [*records, *results])


def act_at_random(party, draw: random.Random) -> None:
    """Do one thing that a director may do; what makes no sense now is refused and changes nothing."""
    latest_round = get_latest_round(party)
    tables = (
        [table["table"] for table in latest_round.seating if len(table["sides"]) > 1]
        if latest_round
        else []
    )
    players = list(party.players.values_list("number", flat=True))
    anywhere = [
        lambda: name_player(
            party=party, number=draw.choice(players), name=f"Ida {draw.randrange(9)}", user=None
        ),
        lambda: draw_party(party=party, seed=draw.randrange(99), user=None),
        lambda: set_up_party(
            party=party, user=None, rounds=draw.randrange(5, 20), minutes=draw.randrange(5, 20)
        ),
    ]
    seated = [
        lambda: enter_winner(party, draw.choice(tables), draw.randrange(2)),
        lambda: enter_winner(party, draw.choice(tables), draw.randrange(2), tie="half-game"),
        lambda: enter_winner(party, 1, draw.randrange(2), round_no=1),
        lambda: undo_party_draw(party=party, user=None),
        lambda: finish_party(party=party, is_over=bool(draw.randrange(2)), user=None),
        lambda: change_players(
            party=party, arrivals=[LateArrival("", "A")] * 4, leavers=[], user=None
        ),
        lambda: change_players(
            party=party, arrivals=[], leavers=draw.sample(players, 4), user=None
        ),
        lambda: remove_table_result(
            party=party, round_no=latest_round.round_no, table_no=draw.choice(tables), user=None
        ),
        *[lambda: [enter_winner(party, table, draw.randrange(2)) for table in tables]] * 6,
        *[lambda: seat_next_round(party=party, round_no=latest_round.round_no, user=None)] * 8,
    ]
    with suppress(DeskError, MovementError):
        draw.choice([*anywhere, *seated] if latest_round else anywhere)()


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_goes_back_through_every_state_to_the_first(seed):
    draw = random.Random(seed)
    party = make_seated_party(
        players=draw.choice((12, 16, 21))
    )  # never read again: what two tablets do is the same
    known = {}
    for _step in range(20):
        known[party.acts.filter(undone_at__isnull=True).first().number] = dump_party_records(party)
        act_at_random(party, draw)
    while act := party.acts.filter(undone_at__isnull=True).first():
        if act.number in known:
            assert dump_party_records(party) == known[act.number]
        undo_party(party=party, number=act.number, user=None)
        party = fetch_party_by_session(party.pk)
    assert party.system == ""
    assert party.players.count() == 0
    assert party.played_rounds.count() == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_redo_goes_forward_through_every_state_to_the_last(seed):
    draw = random.Random(seed)
    party = make_seated_party(players=draw.choice((12, 16, 21)))
    for _step in range(12):
        act_at_random(party, draw)
    states = [dump_party_records(party)]
    standing = party.acts.filter(undone_at__isnull=True)
    for act in standing[: draw.randrange(1, standing.count() + 1)]:
        undo_party(party=party, number=act.number, user=None)
        states.append(dump_party_records(party))
    while again := filter_undone_acts(party.acts.all()).first():
        assert dump_party_records(party) == states.pop()
        if draw.randrange(4) == 0:  # to and fro in between
            redone = redo_party(party=party, number=again.number, user=None)
            undo_party(party=party, number=redone.number, user=None)
            again = filter_undone_acts(party.acts.all()).first()
        done = redo_party(party=party, number=again.number, user=None)
        assert done.words == again.words
        assert done.again_of == again
    assert [dump_party_records(party)] == states


def test_redo_pressed_twice_is_done_once():
    party = make_seated_party()
    enter_winner(party, 1, 0)
    undone = undo_party(party=party, number=party.acts.first().number, user=None)
    first = redo_party(party=party, number=undone.number, user=None)
    assert redo_party(party=party, number=undone.number, user=None) == first
    assert party.acts.filter(undone_at__isnull=True).first() == first


def test_redo_is_over_once_something_else_is_done():
    party = make_seated_party()
    enter_winner(party, 1, 0)
    undone = undo_party(party=party, number=party.acts.first().number, user=None)
    enter_winner(party, 2, 1)
    assert filter_undone_acts(party.acts.all()).first() is None
    with pytest.raises(DeskError) as refused:
        redo_party(party=party, number=undone.number, user=None)
    assert (
        str(refused.value) == "Nothing is left to redo: something else was changed after the undo."
    )


def test_redo_refuses_an_act_that_was_not_undone_last():
    party = make_seated_party()
    enter_winner(party, 1, 0)
    enter_winner(party, 2, 0)
    later, earlier = (
        undo_party(
            party=party, number=party.acts.filter(undone_at__isnull=True).first().number, user=None
        )
        for _time in range(2)
    )
    with pytest.raises(DeskError) as refused:
        redo_party(party=party, number=later.number, user=None)
    assert str(refused.value) == (
        f"Another change was undone: {earlier.words} Check it before you redo."
    )


def test_undo_refuses_an_act_that_is_not_the_latest():
    party = make_seated_party()
    enter_winner(party, 1)
    old = party.acts.first().number
    enter_winner(party, 2)
    with pytest.raises(DeskError) as refused:
        undo_party(party=party, number=old, user=None)
    said = party.acts.first().words
    assert str(refused.value) == f"There is a newer change: {said} Check it before you undo."


def test_undo_of_nothing_is_refused():
    party = make_party()
    undo_party(party=party, number=1, user=None)
    assert undo_party(party=party, number=1, user=None).number == 1  # once more: it is undone
    with pytest.raises(DeskError, match=r"^Nothing is left to undo\.$"):
        undo_party(party=party, number=2, user=None)


def test_a_refused_act_leaves_no_trace():
    party = make_seated_party()
    before, acts = dump_party_records(party), party.acts.count()
    with pytest.raises(DeskError):
        enter_winner(party, 99)
    assert dump_party_records(party) == before
    assert party.acts.count() == acts


def test_the_same_again_is_no_act():
    party = make_seated_party()
    enter_winner(party, 1)
    acts = party.acts.count()
    enter_winner(party, 1)
    assert party.acts.count() == acts


def test_an_undone_act_is_kept_with_who_and_when(director):
    party = make_seated_party()
    enter_winner(party, 1)
    act = undo_party(party=party, number=party.acts.first().number, user=director)
    act.refresh_from_db()
    assert act.undone_by == director
    assert act.undone_at is not None
    assert act.kind == "result"


def test_a_corrected_result_keeps_its_former_value_in_the_journal():
    party = make_seated_party()
    enter_winner(party, 1, 0)
    enter_winner(party, 1, 1)
    change = party.acts.first().changes[0]
    assert (change["before"]["winner"], change["after"]["winner"]) == (0, 1)


def test_undo_of_a_move_brings_the_clock_back():
    party = make_seated_party()
    Session.objects.filter(pk=party.pk).update(clock="paused", seconds_left=61)
    party = fetch_party_by_session(party.pk)
    play_round(party)
    undo_party(party=party, number=party.acts.first().number, user=None)
    session = Session.objects.get(pk=party.pk)
    assert session.round_no == 1
    assert session.clock == "paused"
    assert session.seconds_left == 61


def test_undo_survives_a_person_who_is_off_the_list():
    party = make_party()
    add_person(club=party.session.event.club, name="Ada Ash")
    name_player(party=party, number=1, name="Ada Ash", user=None)
    name_player(party=party, number=1, name="", user=None)
    remove_person(person=Person.objects.get(name="Ada Ash"))
    undo_party(party=party, number=party.acts.first().number, user=None)
    assert party.players.get(number=1).person is None


def test_the_drawn_number_is_drawn_once():
    party = make_seated_party(prizes={"drawn": 1})
    enter_winner(party, 1)
    number = draw_prize_number(party=party, seed=7, user=None)
    assert draw_prize_number(party=fetch_party_by_session(party.pk), seed=8, user=None) == number
    assert fetch_party_by_session(party.pk).answers["drawn_seed"] == 7


def test_a_party_comes_back_from_a_backup_and_can_be_undone_there(tmp_path):
    party = make_seated_party(named=True)
    before = dump_party_records(party)
    enter_winner(party, 1)
    write_backup_file(path=tmp_path / "club.backup")
    restore_backup(path=tmp_path / "club.backup", safety_path=tmp_path / "before.backup")
    party = fetch_party_by_session(party.pk)
    undo_party(party=party, number=party.acts.first().number, user=None)
    assert dump_party_records(party) == before
