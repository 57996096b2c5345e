"""Rounds of a Swiss: the worked contests, what the draw promises, and decisions made by hand."""

import json
from collections import defaultdict
from itertools import chain, combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.errors import MovementError
from movements.swiss.drawing import draw_round, explain_pairings
from movements.swiss.field import SwissEntrant, SwissField
from tests.golden import GOLDEN

PRINTED = json.loads((GOLDEN / "movements" / "swiss_examples.json").read_text(encoding="utf-8"))


def iter_printed_rounds(contest):
    """Yield each round of a worked contest, after the field that it was drawn from."""
    met = {number: [] for number in range(1, contest["teams"] + 1)}
    bye_counts = dict.fromkeys(met, 0)
    triangle_counts = dict.fromkeys(met, 0)
    odd = "triangle" if contest["odd"] == "triangle" else "bye"
    for printed in contest["list"]:
        entrants = tuple(
            SwissEntrant(
                number,
                score,
                opponents=tuple(met[number]),
                bye_count=bye_counts[number],
                triangle_count=triangle_counts[number],
            )
            for number, score in printed["standings"]
        )
        options = (("odd", odd), ("first_round", "halves"))
        yield SwissField(entrants, printed["round"], options), printed
        for match in [*printed["results"], *printed.get("triangle_results", [])]:
            this, other = match["teams"]
            met[this].append(other)
            met[other].append(this)
        if "bye" in printed:
            bye_counts[printed["bye"]] += 1
        for number in printed.get("triangle", []):
            triangle_counts[number] += 1


ROUNDS = [
    pytest.param(
        field, printed, id=f"{contest['teams']} teams, {contest['odd']}, round {printed['round']}"
    )
    for contest in PRINTED["examples"]
    for field, printed in iter_printed_rounds(contest)
]


@pytest.mark.parametrize(("field", "printed"), ROUNDS)
def test_worked_contests_are_drawn_as_they_are_printed(field, printed):
    drawn_round = draw_round(field)
    assert [list(pair) for pair in drawn_round.pairings] == printed["pairings"]
    assert drawn_round.bye == printed.get("bye")
    assert list(drawn_round.triangle) == printed.get("triangle", [])
    assert drawn_round.repeated_pairings == ()
    assert drawn_round.notes == ()


@pytest.mark.parametrize(("field", "printed"), ROUNDS)
def test_danish_rounds_follow_the_standings_alone(field, printed):
    entrants = tuple(
        SwissEntrant(entrant.number, entrant.score, entrant.opponents) for entrant in field.entrants
    )
    danish = SwissField(
        entrants, field.round_no, (("meetings", "danish"), ("first_round", "neighbours"))
    )
    assert [list(pair) for pair in draw_round(danish).pairings] == printed["danish"]


@pytest.mark.parametrize(
    "blocked", PRINTED["blocked"], ids=lambda blocked: f"{blocked['teams']} teams"
)
def test_a_blocked_field_reports_its_only_rematch(blocked):
    met = {number: [] for number in range(1, blocked["teams"] + 1)}
    for this, other in chain.from_iterable(blocked["rounds"]):
        met[this].append(other)
        met[other].append(this)
    entrants = tuple(SwissEntrant(number, 0, tuple(others)) for number, others in met.items())
    drawn_round = draw_round(SwissField(entrants, len(blocked["rounds"]) + 1))
    assert drawn_round.repeated_pairings == ((1, 2),)
    assert drawn_round.notes == ("Rematches can’t be avoided: 1 and 2 meet again.",)


def make_field(*scores, met=(), **decisions):
    """Return a field for round 2 with these *scores*, whose *met* pairs have played each other."""
    others = {number: [] for number in range(1, len(scores) + 1)}
    for this, other in met:
        others[this].append(other)
        others[other].append(this)
    entrants = [
        SwissEntrant(number, score, tuple(others[number]))
        for number, score in enumerate(scores, start=1)
    ]
    return SwissField(tuple(entrants), **{"round_no": 2, **decisions})


def test_pairings_made_by_hand_are_kept_and_what_they_repeat_is_reported():
    drawn_round = draw_round(
        make_field(
            40,
            30,
            20,
            10,
            met=[(4, 1)],
            fixed_pairings=((4, 1),),
            forbidden_couples=frozenset({frozenset((1, 4))}),
        )
    )
    assert drawn_round.pairings == ((4, 1), (2, 3))
    assert drawn_round.repeated_pairings == ((4, 1),)
    assert drawn_round.notes == (
        "4 and 1 are paired by hand and have met before.",
        "4 and 1 are paired by hand, although you chose to keep them apart.",
    )


def test_the_entrant_with_fewer_home_matches_plays_at_home():
    entrants = (
        SwissEntrant(1, 30, home_count=1),
        SwissEntrant(2, 20, home_count=0),
    )
    assert draw_round(SwissField(entrants, 2)).pairings == ((2, 1),)


def test_two_may_meet_twice_where_that_is_allowed_but_not_three_times():
    once = make_field(40, 30, 20, 10, met=[(1, 2)], options=(("meetings", "twice"),))
    twice = make_field(40, 30, 20, 10, met=[(1, 2), (1, 2)], options=(("meetings", "twice"),))
    assert draw_round(once).pairings == ((1, 2), (3, 4))
    assert draw_round(twice).pairings == ((1, 3), (2, 4))


def test_a_bye_goes_to_the_lowest_of_those_with_the_fewest():
    entrants = tuple(
        SwissEntrant(number, 50 - number, bye_count=1 if number > 3 else 0)
        for number in range(1, 6)
    )
    assert draw_round(SwissField(entrants, 3)).bye == 3


def test_a_bye_is_given_again_only_when_all_have_had_one_and_is_told():
    drawn_round = draw_round(
        SwissField(tuple(SwissEntrant(number, 9 - number, bye_count=1) for number in (1, 2, 3)), 4)
    )
    assert drawn_round.bye == 3
    assert drawn_round.notes == ("3 sits out again: everybody who hasn’t yet is needed.",)


def test_a_bye_and_a_triangle_by_hand_are_kept():
    with_bye = draw_round(make_field(9, 8, 7, 6, 5, bye=1))
    assert with_bye.bye == 1
    assert with_bye.pairings == ((2, 3), (4, 5))
    with_triangle = draw_round(make_field(9, 8, 7, 6, 5, triangle=(1, 3, 5), met=[(3, 5)]))
    assert with_triangle.triangle == (1, 3, 5)
    assert with_triangle.pairings == ((2, 4),)
    assert with_triangle.bye is None
    assert with_triangle.notes == ("In the triangle 3 and 5 have met before.",)


def test_the_same_seed_draws_the_same_lot_and_another_draws_another():
    def draw_by_lot(seed):
        entrants = tuple(SwissEntrant(number) for number in range(1, 33))
        return draw_round(SwissField(entrants, 1, (("first_round", "lot"),), seed=seed))

    assert draw_by_lot("club night") == draw_by_lot("club night")
    assert draw_by_lot("club night").pairings != draw_by_lot("another night").pairings


def test_a_draw_by_lot_without_a_seed_chooses_one():
    entrants = (SwissEntrant(1), SwissEntrant(2))
    assert draw_round(SwissField(entrants, 1, (("first_round", "lot"),))).seed != ""


def test_forbidden_couples_are_not_drawn_and_a_field_of_nothing_else_is_refused():
    forbidden = frozenset({frozenset((1, 2))})
    drawn_round = draw_round(make_field(4, 3, 2, 1, forbidden_couples=forbidden))
    assert drawn_round.pairings == ((1, 3), (2, 4))
    with pytest.raises(MovementError, match="Allow one of 1-2"):
        draw_round(make_field(4, 3, forbidden_couples=forbidden))


@pytest.mark.parametrize(
    ("decisions", "code"),
    [
        pytest.param({"fixed_pairings": ((1, 9),)}, "hand-made-unknown", id="not in the field"),
        pytest.param({"fixed_pairings": ((1, 2), (2, 3))}, "hand-made-twice", id="placed twice"),
        pytest.param(
            {"bye": 1, "fixed_pairings": ((1, 2),)}, "hand-made-twice", id="sits out and plays"
        ),
        pytest.param({"bye": 1}, "hand-made-odd", id="a bye in an even field"),
        pytest.param({"triangle": (1, 2, 3)}, "hand-made-odd", id="a triangle in an even field"),
    ],
)
def test_an_impossible_decision_by_hand_is_refused(decisions, code):
    with pytest.raises(MovementError) as refusal:
        draw_round(make_field(4, 3, 2, 1, **decisions))
    assert refusal.value.code == code


def test_a_field_of_one_is_refused():
    with pytest.raises(MovementError, match="It takes at least"):
        draw_round(make_field(4))


def test_opponents_of_an_earlier_stage_are_kept_apart():
    previous_opponents = {1: (2, 3), 2: (1,), 3: (1,)}
    entrants = tuple(
        SwissEntrant(number, previous_opponents=previous_opponents.get(number, ()))
        for number in range(1, 5)
    )
    drawn_round = draw_round(SwissField(entrants, 1, (("first_round", "halves"),)))
    assert drawn_round.pairings == ((1, 4), (2, 3))
    assert drawn_round.notes == ()


def test_a_rematch_is_worse_than_opponents_of_an_earlier_stage():
    # All of the four met in the stage before, so only the matches of this contest count.
    everybody = (1, 2, 3, 4)
    met = {1: (2,), 2: (1,), 3: (4,), 4: (3,)}
    entrants = tuple(
        SwissEntrant(
            number,
            opponents=met[number],
            previous_opponents=tuple(other for other in everybody if other != number),
        )
        for number in everybody
    )
    drawn_round = draw_round(SwissField(entrants, 2))
    assert {frozenset(pair) for pair in drawn_round.pairings} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert drawn_round.notes[0] == "Rematches can’t be avoided: 1 and 3 meet again."


def test_a_danish_draw_avoids_previous_opponents_in_its_first_round_only():
    entrants = (
        SwissEntrant(1, previous_opponents=(2,)),
        *(SwissEntrant(number) for number in (2, 3, 4)),
    )
    danish = (("meetings", "danish"), ("first_round", "neighbours"))
    assert (1, 2) not in draw_round(SwissField(entrants, 1, danish)).pairings
    assert (1, 2) in draw_round(SwissField(entrants, 2, danish)).pairings


NORTH_CLUB = (1, 2, 3, 4, 9, 10, 11)
SOUTH_CLUB = (5, 6, 13, 14)


def forbid_clubmates(*clubs):
    """Return the couples of members of one club; *clubs* are the numbers of their members."""
    return frozenset(frozenset(couple) for members in clubs for couple in combinations(members, 2))


def test_top_and_bottom_half_meet_though_clubs_are_kept_apart():
    entrants = tuple(SwissEntrant(number, 0) for number in range(1, 17))
    field = SwissField(
        entrants,
        1,
        (("first_round", "halves"),),
        forbidden_couples=forbid_clubmates(NORTH_CLUB, SOUTH_CLUB),
    )
    drawn_round = draw_round(field)
    expected = ((1, 12), (2, 13), (3, 14), (4, 15), (5, 9), (6, 10), (7, 11), (8, 16))
    assert drawn_round.pairings == expected
    assert explain_pairings(field, drawn_round.pairings)[4] == "top against bottom"


@given(st.data())
def test_halves_meet_whenever_clubs_allow_it(data):
    size = 2 * data.draw(st.integers(1, 8))
    first_round = data.draw(st.sampled_from(["halves", "accelerated"]))
    members_by_club = defaultdict(list)
    for number in range(1, size + 1):
        members_by_club[data.draw(st.integers(1, 3))].append(number)
    forbidden = forbid_clubmates(*members_by_club.values())
    entrants = tuple(SwissEntrant(number, 0) for number in range(1, size + 1))
    field = SwissField(entrants, 1, (("first_round", first_round),), forbidden_couples=forbidden)
    try:
        pairings = draw_round(field).pairings
    except MovementError:
        return
    assert forbidden.isdisjoint(map(frozenset, pairings))
    if first_round == "halves" and size <= 10:  # 5! ways of pairing the halves can be tried
        top, bottom = range(1, size // 2 + 1), range(size // 2 + 1, size + 1)
        can_meet = any(
            forbidden.isdisjoint(map(frozenset, zip(top, others, strict=True)))
            for others in permutations(bottom)
        )
        crosses = all((home <= size // 2) != (away <= size // 2) for home, away in pairings)
        assert crosses is can_meet
