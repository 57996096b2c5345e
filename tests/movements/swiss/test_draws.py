"""Rounds of a Swiss as they are drawn: the worked contests, what the draw promises, and what is settled by hand."""

import json
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movements.errors import MovementError
from movements.swiss.drawing import draw_round, explain_pairings
from movements.swiss.field import SwissEntrant, SwissField
from movements.swiss.matching import find_best_pairs, find_lightest_pairs, make_standings_rank
from tests.golden import GOLDEN

PRINTED = json.loads((GOLDEN / "movements" / "swiss_examples.json").read_text(encoding="utf-8"))


def rounds_of(contest):
    """Return every round of a worked contest with the field it was drawn from."""
    met = {number: [] for number in range(1, contest["teams"] + 1)}
    byes, triangles = dict.fromkeys(met, 0), dict.fromkeys(met, 0)
    odd = "triangle" if contest["odd"] == "triangle" else "bye"
    for printed in contest["list"]:
        entrants = tuple(
            SwissEntrant(number, score, tuple(met[number]), byes[number], triangles[number])
            for number, score in printed["standings"]
        )
        yield (
            SwissField(entrants, printed["round"], (("odd", odd), ("first_round", "halves"))),
            printed,
        )
        for match in [*printed["results"], *printed.get("triangle_results", [])]:
            this, other = match["teams"]
            met[this].append(other)
            met[other].append(this)
        for number in [printed["bye"]] if "bye" in printed else []:
            byes[number] += 1
        for number in printed.get("triangle", []):
            triangles[number] += 1


ROUNDS = [
    pytest.param(
        field, printed, id=f"{contest['teams']} teams, {contest['odd']}, round {printed['round']}"
    )
    for contest in PRINTED["examples"]
    for field, printed in rounds_of(contest)
]


@pytest.mark.parametrize(("field", "printed"), ROUNDS)
def test_worked_contests_are_drawn_as_they_are_printed(field, printed):
    drawn_round = draw_round(field)
    assert [list(two) for two in drawn_round.pairings] == printed["pairings"]
    assert (drawn_round.bye, list(drawn_round.triangle)) == (
        printed.get("bye"),
        printed.get("triangle", []),
    )
    assert (drawn_round.repeated_pairings, drawn_round.notes) == ((), ())


@pytest.mark.parametrize(("field", "printed"), ROUNDS)
def test_danish_rounds_follow_the_standings_alone(field, printed):
    entrants = tuple(
        SwissEntrant(entrant.number, entrant.score, entrant.opponents) for entrant in field.entrants
    )
    danish = SwissField(
        entrants, field.round_no, (("meetings", "danish"), ("first_round", "neighbours"))
    )
    assert [list(two) for two in draw_round(danish).pairings] == printed["danish"]


@pytest.mark.parametrize(
    "blocked", PRINTED["blocked"], ids=lambda blocked: f"{blocked['teams']} teams"
)
def test_a_blocked_field_has_one_second_meeting_and_is_told_of_it(blocked):
    met = {number: [] for number in range(1, blocked["teams"] + 1)}
    for this, other in (two for games in blocked["rounds"] for two in games):
        met[this].append(other)
        met[other].append(this)
    entrants = tuple(SwissEntrant(number, 0, tuple(others)) for number, others in met.items())
    drawn_round = draw_round(SwissField(entrants, len(blocked["rounds"]) + 1))
    assert drawn_round.repeated_pairings == ((1, 2),)
    assert drawn_round.notes == ("Rematches can’t be avoided: 1 and 2 meet again.",)


def by_trying(order, repeats, forbidden):
    """Return the second meetings and the pairs of the best round, found by trying every round from the top."""
    if not order:
        return 0, []
    first, *rest = order
    tried = []
    for other in rest:
        couple = frozenset((first, other))
        further = (
            None
            if couple in forbidden
            else by_trying([left for left in rest if left != other], repeats, forbidden)
        )
        if further is not None:
            tried.append((further[0] + repeats.get(couple, 0), [(first, other), *further[1]]))
    return min(tried, key=lambda answer: answer[0]) if tried else None


@st.composite
def fields(draw_from):
    size = 2 * draw_from(st.integers(1, 4))
    couples = [frozenset(two) for two in combinations(range(1, size + 1), 2)]
    order = draw_from(st.permutations(range(1, size + 1)))
    repeats = draw_from(
        st.dictionaries(st.sampled_from(couples), st.integers(1, 2), max_size=len(couples))
    )
    forbidden = draw_from(st.frozensets(st.sampled_from(couples), max_size=3))
    return order, repeats, forbidden


@given(fields())
def test_weights_find_the_round_that_trying_everything_finds(field):
    order, repeats, forbidden = field
    tried = by_trying(order, repeats, forbidden)
    wanted = None if tried is None else tried[1]
    assert find_lightest_pairs(order, make_standings_rank(order), repeats, forbidden) == wanted
    assert find_best_pairs(order, make_standings_rank(order), repeats, forbidden) == wanted


@settings(max_examples=25)
@given(st.integers(12, 24), st.randoms(use_true_random=False))
def test_what_needs_no_look_ahead_is_what_weights_find(half, chance):
    order = list(range(1, 2 * half + 1))
    repeats = {}
    for _ in range(4):
        shuffled = chance.sample(order, len(order))
        repeats |= {
            frozenset(shuffled[number : number + 2]): 1 for number in range(0, len(order), 2)
        }
    rank = make_standings_rank(order)
    assert find_best_pairs(order, rank, repeats, frozenset()) == find_lightest_pairs(
        order, rank, repeats, frozenset()
    )


@settings(max_examples=15)
@given(st.integers(5, 24), st.sampled_from(["bye", "triangle"]), st.randoms(use_true_random=False))
def test_seven_rounds_of_any_field(size, odd, chance):
    """Nobody meets again while a round without exists for sure; byes and triangles are spread as far as they go."""
    state = {number: SwissEntrant(number) for number in range(1, size + 1)}
    for round_no in range(1, 8):
        field = SwissField(
            tuple(state.values()), round_no, (("odd", odd), ("first_round", "halves"))
        )
        drawn_round = draw_round(field)
        busy = [*(number for two in drawn_round.pairings for number in two), *drawn_round.triangle]
        assert sorted([*busy, *([drawn_round.bye] if drawn_round.bye else [])]) == sorted(state)
        if size % 2 == 0 and size - round_no >= size / 2:
            assert drawn_round.repeated_pairings == ()
        met = [*drawn_round.pairings, *combinations(drawn_round.triangle, 2)]
        for number, entrant in state.items():
            others = [other for two in met if number in two for other in two if other != number]
            state[number] = SwissEntrant(
                number,
                entrant.score + chance.randint(0, 20),
                (*entrant.opponents, *others),
                entrant.bye_count + (drawn_round.bye == number),
                entrant.triangle_count + (number in drawn_round.triangle),
                entrant.home_count + any(two[0] == number for two in drawn_round.pairings),
            )
    byes = [entrant.bye_count for entrant in state.values()]
    if size > 9:
        assert max(byes) - min(byes) <= 1


def field_of(*scores, met=(), **settled):
    others = {number: [] for number in range(1, len(scores) + 1)}
    for this, other in met:
        others[this].append(other)
        others[other].append(this)
    entrants = [
        SwissEntrant(number, score, tuple(others[number]))
        for number, score in enumerate(scores, start=1)
    ]
    return SwissField(tuple(entrants), **{"round_no": 2, **settled})


def test_pairings_made_by_hand_are_kept_and_what_they_repeat_is_reported():
    drawn_round = draw_round(
        field_of(
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


def test_who_was_not_at_home_before_is_at_home_and_of_equals_the_higher():
    entrants = (
        SwissEntrant(1, 30, home_count=1),
        SwissEntrant(2, 20, home_count=0),
        SwissEntrant(3, 10, home_count=1),
        SwissEntrant(4, 5, home_count=1),
    )
    assert draw_round(SwissField(entrants, 2)).pairings == ((2, 1), (3, 4))


def test_two_may_meet_twice_where_that_is_allowed_but_not_three_times():
    once = field_of(40, 30, 20, 10, met=[(1, 2)], options=(("meetings", "twice"),))
    twice = field_of(40, 30, 20, 10, met=[(1, 2), (1, 2)], options=(("meetings", "twice"),))
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
    assert (drawn_round.bye, drawn_round.notes) == (
        3,
        ("3 sits out again: everybody who hasn’t yet is needed.",),
    )


def test_a_bye_and_a_triangle_by_hand_are_kept():
    by_hand = draw_round(field_of(9, 8, 7, 6, 5, bye=1))
    three = draw_round(field_of(9, 8, 7, 6, 5, triangle=(1, 3, 5), met=[(3, 5)]))
    assert (by_hand.bye, by_hand.pairings) == (1, ((2, 3), (4, 5)))
    assert (three.triangle, three.pairings, three.bye) == ((1, 3, 5), ((2, 4),), None)
    assert three.notes == ("In the triangle 3 and 5 have met before.",)


def test_the_same_seed_draws_the_same_lot_and_another_draws_another():
    def lot(seed):
        options = (("first_round", "lot"),)
        return draw_round(
            SwissField(
                tuple(SwissEntrant(number) for number in range(1, 33)), 1, options, seed=seed
            )
        )

    assert lot("club night") == lot("club night")
    assert lot("club night").pairings != lot("another night").pairings
    assert (
        draw_round(
            SwissField((SwissEntrant(1), SwissEntrant(2)), 1, (("first_round", "lot"),))
        ).seed
        != ""
    )


def test_forbidden_couples_are_not_drawn_and_a_field_without_a_way_is_refused():
    forbidden = frozenset({frozenset((1, 2))})
    assert draw_round(field_of(4, 3, 2, 1, forbidden_couples=forbidden)).pairings == (
        (1, 3),
        (2, 4),
    )
    with pytest.raises(MovementError, match="Allow one of 1-2"):
        draw_round(field_of(4, 3, forbidden_couples=forbidden))


@pytest.mark.parametrize(
    ("settled", "code"),
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
def test_what_cannot_be_settled_by_hand_is_refused(settled, code):
    with pytest.raises(MovementError) as refused:
        draw_round(field_of(4, 3, 2, 1, **settled))
    assert refused.value.code == code


def test_nobody_to_meet_is_refused():
    with pytest.raises(MovementError, match="It takes at least"):
        draw_round(field_of(4))


def test_opponents_of_an_earlier_stage_are_kept_apart():
    former = {1: (2, 3), 2: (1,), 3: (1,)}
    entrants = tuple(
        SwissEntrant(number, previous_opponents=former.get(number, ())) for number in range(1, 5)
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
    assert {frozenset(both) for both in drawn_round.pairings} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert drawn_round.notes[0] == "Rematches can’t be avoided: 1 and 3 meet again."


def test_a_danish_draw_keeps_them_apart_in_its_first_round_alone():
    entrants = (
        SwissEntrant(1, previous_opponents=(2,)),
        *(SwissEntrant(number) for number in (2, 3, 4)),
    )
    danish = (("meetings", "danish"), ("first_round", "neighbours"))
    assert (1, 2) not in draw_round(SwissField(entrants, 1, danish)).pairings
    assert (1, 2) in draw_round(SwissField(entrants, 2, danish)).pairings


NORTH, SOUTH = (1, 2, 3, 4, 9, 10, 11), (5, 6, 13, 14)


def couples_of_clubs(*clubs):
    return frozenset(frozenset(couple) for members in clubs for couple in combinations(members, 2))


def test_top_and_bottom_half_meet_though_clubs_are_kept_apart():
    entrants = tuple(SwissEntrant(number, 0) for number in range(1, 17))
    field = SwissField(
        entrants,
        1,
        (("first_round", "halves"),),
        forbidden_couples=couples_of_clubs(NORTH, SOUTH),
    )
    drawn_round = draw_round(field)
    expected = ((1, 12), (2, 13), (3, 14), (4, 15), (5, 9), (6, 10), (7, 11), (8, 16))
    assert drawn_round.pairings == expected
    assert explain_pairings(field, drawn_round.pairings)[4] == "top against bottom"


@given(st.data())
def test_halves_meet_whenever_clubs_allow_it(data):
    size = 2 * data.draw(st.integers(1, 8))
    first_round = data.draw(st.sampled_from(["halves", "accelerated"]))
    clubs = [data.draw(st.integers(1, 3)) for _number in range(size)]
    members = [[n + 1 for n, club in enumerate(clubs) if club == one] for one in (1, 2, 3)]
    forbidden = couples_of_clubs(*members)
    entrants = tuple(SwissEntrant(number, 0) for number in range(1, size + 1))
    field = SwissField(entrants, 1, (("first_round", first_round),), forbidden_couples=forbidden)
    try:
        pairings = draw_round(field).pairings
    except MovementError:
        return
    assert forbidden.isdisjoint(map(frozenset, pairings))
    if first_round == "halves" and size <= 10:
        top, bottom = range(1, size // 2 + 1), range(size // 2 + 1, size + 1)
        can_meet = any(
            forbidden.isdisjoint(map(frozenset, zip(top, others, strict=True)))
            for others in permutations(bottom)
        )
        crosses = all((home <= size // 2) != (away <= size // 2) for home, away in pairings)
        assert crosses is can_meet
