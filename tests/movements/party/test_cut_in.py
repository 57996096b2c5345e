"""Cut-in tables: who has played longest goes out, whoever waits comes in, and nobody is lost or waits twice running."""

import random

import pytest

from movements.errors import MovementError
from movements.party.model import PartyTable, TableOutcome
from movements.party.rounds import (
    add_players,
    get_progressive_system,
    list_leaving_players,
    make_next_seating,
    make_opening_seating,
    remove_players,
)
from movements.party.uneven import list_uneven_choices
from tests.movements.party.parties import (
    draw_outcomes,
    list_option_sets,
    list_players,
    make_player_ids,
)

CHOICES = list_option_sets(get_progressive_system("cut-in"))


def waiting(seating) -> dict[str, int]:
    """Return who waits at which table."""
    return {
        player: table.waits_at for table in seating if table.sits_out for player in table.players
    }


def playing(seating) -> dict[str, int]:
    return {
        player: table.table_no
        for table in seating
        if not table.sits_out
        for player in table.players
    }


def rounds(options, number, count, seed=1):
    """Yield the seatings of an evening with the outcomes of each game."""
    draw = random.Random(seed)
    seating = make_opening_seating("cut-in", *make_player_ids(number), options=options)
    for round_no in range(1, count + 1):
        outcomes = draw_outcomes(seating, draw)
        yield seating, outcomes
        seating = make_next_seating("cut-in", seating, outcomes, options=options, round_no=round_no)


@pytest.mark.parametrize("options", CHOICES, ids=lambda options: " ".join(options.values()))
@pytest.mark.parametrize("number", [4, 5, 6, 7, 9, 11, 18, 23])
def test_everybody_keeps_the_table_and_nobody_waits_two_games_running(options, number):
    table_of, waited, everybody = {}, set(), None
    for seating, _outcomes in rounds(options, number, 12):
        here = playing(seating) | waiting(seating)
        table_of = table_of or here
        everybody = everybody or list_players(seating)
        assert here == table_of
        assert list_players(seating) == everybody
        assert not waited & set(waiting(seating))
        waited = set(waiting(seating))


def test_losers_go_out_where_that_is_chosen_and_the_table_may_name_others():
    seating = make_opening_seating(
        "cut-in", ["a", "c", "e"], ["b", "d", "f"], options={"shared_by": "6"}
    )
    assert [table.sides for table in seating] == [(("a", "b"), ("c", "d")), (("e", "f"),)]
    table, losers = seating[0], {"shared_by": "6", "goes_out": "losers"}
    assert list_leaving_players("cut-in", table, 2, TableOutcome(winner=0), options=losers) == (
        "c",
        "d",
    )
    named = {1: TableOutcome(winner=0, players_out=("b",))}
    after = make_next_seating("cut-in", seating, named, options=losers | {"partners": "vacant"})
    assert [table.sides for table in after] == [(("a", "e"), ("f", "d")), (("b", "c"),)]


def test_partners_change_after_every_game_until_all_at_a_table_of_four_have_played_together():
    seating, met = make_opening_seating("cut-in", ["a", "c"], ["b", "d"]), set()
    for round_no in (1, 2, 3):
        met |= {frozenset(side) for side in seating[0].sides}
        seating = make_next_seating(
            "cut-in", seating, {1: TableOutcome(winner=0)}, round_no=round_no
        )
    assert len(met) == 6
    assert {frozenset(side) for side in seating[0].sides} == {frozenset("ab"), frozenset("cd")}


@pytest.mark.parametrize("named", [("e",), ("a", "b"), ("x",), ("a", "a")])
def test_who_does_not_play_there_or_more_than_wait_cannot_go_out(named):
    seating = make_opening_seating("cut-in", ["a", "c", "e"], ["b", "d"])
    with pytest.raises(MovementError) as refused:
        make_next_seating("cut-in", seating, {1: TableOutcome(winner=0, players_out=named)})
    assert str(refused.value) == (
        f"At table 1, {' and '.join(named)} can’t sit out: a, b, c, d play and 1 wait. Name as many players as are "
        "waiting, each once."
    )


def test_who_comes_waits_where_fewest_are_and_who_waits_fills_the_seat_of_who_leaves():
    seating = make_opening_seating("cut-in", *make_player_ids(9))
    assert len(waiting(seating)) == 1
    assert set(waiting(seating).values()) == {1}
    fuller = add_players("cut-in", seating, ["X"])
    assert waiting(fuller) == waiting(seating) | {"X": 2}
    gone = seating[1].players[0]
    fewer = remove_players("cut-in", seating, [gone])
    (line,) = waiting(seating)
    assert (waiting(fewer), playing(fewer)) == (
        {},
        playing(seating) | {line: 2} | {},
    ) or gone not in playing(fewer)
    assert fewer[1].players[0] == line


def test_enough_who_wait_make_a_table_and_too_few_to_play_give_one_up():
    seating = make_opening_seating("cut-in", *make_player_ids(10))
    fuller = add_players("cut-in", seating, ["X", "Y"], ["Z"], options={})
    assert sum(not table.sits_out for table in fuller) == 3
    fewer = remove_players("cut-in", seating, list_players(seating)[:3])
    assert [len(table.sides) for table in fewer] == [2, 1]
    assert len(waiting(fewer)) == 3


def test_the_numbers_say_how_many_wait():
    (choice,) = list_uneven_choices("cut-in", 3, 3, options={"shared_by": "6"})
    assert choice.text == "Two players wait at their tables, different ones each game."
    assert list_uneven_choices("cut-in", 2, 2) == ()
    assert (
        list_uneven_choices("cut-in", 5, 4)[0].text
        == "One player waits at the table, a different one each game."
    )


def test_a_table_for_which_nobody_plays_is_no_seating():
    seating = (
        *make_opening_seating("cut-in", *make_player_ids(4)),
        PartyTable(2, (("x",),), waits_at=3),
    )
    with pytest.raises(MovementError):
        make_next_seating("cut-in", seating, {1: TableOutcome(winner=0)})
