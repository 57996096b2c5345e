"""Tables of Skat, Schafkopf and Doppelkopf in series: fours first, as few others as can be, teams apart."""

from collections import Counter
from random import Random

import pytest

from movements.errors import MovementError
from movements.party.rounds import change_players, make_opening_seating
from movements.party.rules.series import compute_series_sizes, separate_teams
from movements.party.uneven import list_uneven_choices
from tests.movements.party.parties import make_player_ids


def test_five_make_no_table_and_the_sentence_says_what_does():
    with pytest.raises(MovementError) as refused:
        make_opening_seating("skat-series", *make_player_ids(5))
    assert str(refused.value) == (
        "Skat in series doesn’t work for 5 players. It takes 3, 4, or 6 to 400 players, because five make neither a "
        "table nor two; the nearest are 4 and 6."
    )


@pytest.mark.parametrize("number", [6, 7, 11])
def test_numbers_without_tables_of_four_and_five_are_refused(number):
    assert compute_series_sizes(number, 4, 5) == []
    with pytest.raises(MovementError):
        make_opening_seating("schafkopf-series", *make_player_ids(number))


def test_an_order_of_one_group_is_seated_as_it_is():
    order = list("EIACBHJFKGD")
    assert [table.players for table in make_opening_seating("skat-series", order, [])] == [
        tuple("EIAC"),
        tuple("BHJF"),
        tuple("KGD"),
    ]


def test_who_comes_and_goes_leaves_tables_that_are_legal():
    seating = make_opening_seating("skat-series", *make_player_ids(11))
    after = change_players("skat-series", seating, ["A1", "B2"], ["N1"], [], round_no=1)
    assert [len(table.sides) for table in after] == [4, 3, 3]


def test_tables_of_three_are_told_before_the_start():
    assert [choice.text for choice in list_uneven_choices("skat-series", 6, 5)] == [
        "One of the tables has three players."
    ]


@pytest.mark.parametrize("seed", range(40))
def test_members_of_a_team_sit_apart_where_that_is_possible(seed):
    chance = Random(seed)
    number = chance.choice([8, 11, 12, 16, 19, 32, 43])
    people = [str(player) for player in range(number)]
    sizes = compute_series_sizes(number)
    teams = {
        player: f"team {index // len(sizes[:4])}"
        for index, player in enumerate(people)
        if chance.random() < 0.8
    }
    order = chance.sample(people, number)
    seated = separate_teams(order, sizes, teams)
    assert sorted(seated) == sorted(people)
    tables, at = [], 0
    for size in sizes:
        tables.append([teams.get(player) for player in seated[at : at + size]])
        at += size
    assert all(count == 1 for table in tables for team, count in Counter(table).items() if team)


def test_an_order_without_teams_stays():
    assert separate_teams(list("EIACBHJFKGD"), [4, 4, 3], {"A": "red"}) == list("EIACBHJFKGD")


def test_two_of_a_team_at_one_table_stay():
    assert separate_teams(list("abcd"), [4], {"a": "red", "b": "red"}) == list("abcd")
