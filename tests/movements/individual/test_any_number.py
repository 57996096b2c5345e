"""Individuals of any number of players: balanced where that can be, and honest about what they lack elsewhere."""

from collections import Counter

import pytest

from movements.errors import MovementError
from movements.partnerships import count_opponent_rounds_by_couple, count_partner_rounds_by_couple
from movements.registry import make_plan
from tests.movements.grids import read_golden_records


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    read_golden_records("individual_whist.csv"),
    ids=lambda line: f"{line['players']} players",
)
def test_whist_tournaments_are_complete(line):
    players = int(line["players"])
    plan = make_plan("individual", players=players)
    couples = players * (players - 1) // 2
    assert plan.rounds == int(line["rounds"])
    assert Counter(count_partner_rounds_by_couple(plan).values()) == {
        int(line["partners"]): couples
    }
    assert Counter(count_opponent_rounds_by_couple(plan).values()) == {
        int(line["opponents"]): couples
    }
    assert {"everybody-partners-everybody", "everybody-opposes-everybody-twice"} <= set(
        plan.guarantees
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    read_golden_records("individual_counts.csv"),
    ids=lambda line: f"{line['players']} players",
)
def test_every_number_has_the_counts_it_is_known_for(line):
    known = {name: int(number) for name, number in line.items()}
    plan = make_plan("individual", players=known["players"])
    together, against = (
        Counter(count_partner_rounds_by_couple(plan).values()),
        Counter(count_opponent_rounds_by_couple(plan).values()),
    )
    couples = known["players"] * (known["players"] - 1) // 2
    assert {
        "players": plan.contestants,
        "rounds": plan.rounds,
        "sit_out": len(plan.sit_outs) // plan.rounds,
        "partners_never": couples - together.total(),
        "partners_once": together[1],
        "opponents_never": couples - against.total(),
        "opponents_once": against[1],
        "opponents_twice": against[2],
    } == known
    assert max(together) == 1
    assert max(against) <= 2


@pytest.mark.parametrize("players", [8, 13])
def test_a_complete_schedule_lacks_nothing(players):
    assert [
        note for note in make_plan("individual", players=players).notes if note.startswith("Not ")
    ] == []


@pytest.mark.parametrize(("players", "nearest"), [(3, "4"), (42, "41"), (-1, "4")])
def test_other_numbers_are_refused_with_the_nearest(players, nearest):
    with pytest.raises(MovementError) as refused:
        make_plan("individual", players=players)
    assert str(refused.value) == (
        f"Individual doesn’t work for {players} players. It takes 4 to 41 players; the nearest number that works is "
        f"{nearest}."
    )


def test_a_contest_in_which_somebody_would_only_sit_out_is_refused():
    with pytest.raises(MovementError) as refused:
        make_plan("individual", players=7, rounds=3)
    assert (
        str(refused.value)
        == "Individual for 7 players takes 4 to 7 rounds, not 3: one player would only sit out."
    )
