from dataclasses import replace

import pytest

from scoring.bridge.contracts import DUPLICATE_GAMES
from scoring.errors import ScoringError
from scoring.methods.columns import score_by_columns
from scoring.model import Field, Ranking
from scoring.registry import (
    MATCH_METHODS,
    SCORING_METHODS,
    TEAM_METHODS,
    check_game,
    check_weighted_score,
    get_default_method,
    get_method,
    list_methods_for_game,
    rank_field,
    register_methods,
)

METHODS = (*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS)
KEYS = ", ".join(method.key for method in METHODS)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_find_method_finds_every_registered_method(method):
    assert get_method(method.key) is method


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_every_default_is_among_its_choices_and_explained(method):
    assert [
        option.name
        for option in method.options
        if option.default not in option.choices or not option.help
    ] == []


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_every_choice_of_every_option_ranks_a_field(method):
    choices = [{option.name: choice} for option in method.options for choice in option.choices]
    rankings = [
        method.rank(Field(1, (), contest=method.contest), choice) for choice in [{}, *choices]
    ]
    assert {ranking.method for ranking in rankings} == {method.key}


@pytest.mark.parametrize(
    ("key", "options", "sentence"),
    [
        ("no-such", {}, f"Unknown scoring method “no-such”. Choose one of {KEYS}."),
        (
            "average",
            {"top": "6"},
            "Unknown option “top” for average. Choose from rounding, compare.",
        ),
        (
            "matchpoints",
            {"per_beaten": "3"},
            "Option per_beaten of matchpoints can’t be “3”. Choose one of 2, 1.",
        ),
    ],
    ids=["method", "option", "choice"],
)
def test_rank_refuses_what_it_does_not_know(key, options, sentence):
    with pytest.raises(ScoringError) as refusal:
        rank_field(key, Field(1, ()), options)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("game", DUPLICATE_GAMES, ids=lambda game: game.key)
def test_excess_is_offered_wherever_scores_are_points(game):
    offered = [method.key for method in list_methods_for_game(game.key)]
    assert ("excess" in offered) == (game.unit == "points")


@pytest.mark.parametrize("game", ["auction", "auction-1914"])
def test_both_scales_of_auction_have_the_same_methods_and_begin_with_compass(game):
    offered = [method.key for method in list_methods_for_game(game)]
    assert {"compass", "excess", "average", "howell-losses"} <= set(offered)
    assert not {"cross-imps", "butler", "total-imps"} & set(offered)
    assert get_default_method(game).key == "compass"


@pytest.mark.parametrize(
    ("key", "game"),
    [
        ("cross-imps", "bridge"),
        ("butler", "bridge"),
        ("total-imps", "bridge"),
        ("compass", "auction"),
        ("excess", "bridge and auction"),
    ],
)
def test_a_method_made_for_other_scores_is_refused_at_whist(key, game):
    names = ", ".join(method.name for method in list_methods_for_game("whist"))
    with pytest.raises(ScoringError) as refused:
        check_game(key, "whist")
    name = get_method(key).name
    assert str(refused.value) == f"{name} scores {game}, not whist. Choose one of {names}."


@pytest.mark.parametrize(
    "method",
    [method for method in METHODS if "assigned" in method.accepted_rulings],
    ids=lambda method: method.key,
)
def test_a_weighted_score_is_worth_the_points_of_its_parts(method):
    check_weighted_score(method)


def rank_by_three_points_a_win(field, _settings):
    def compute_points(counts):
        points = {}
        for score in counts.weight_by_score:
            ns = ew = -1
            for other, weight in counts.weight_by_score.items():
                ns += weight * (3 if score > other else score == other)
                ew += weight * (3 if score < other else score == other)
            points[score] = (ns, ew)
        return points

    boards = [
        score_by_columns(board, None, compute_points, lambda _score: (0, 0))
        for board in field.boards
    ]
    return Ranking("three-one", tuple(boards), ())


def test_a_method_is_refused_whose_comparisons_of_a_result_with_itself_dont_cancel():
    method = replace(get_method("matchpoints"), key="three-one", compute=rank_by_three_points_a_win)
    with pytest.raises(
        ValueError, match="half of 100 and half of -100 is worth 7/4, not half of 3 and 0"
    ):
        register_methods([method])
    assert method not in SCORING_METHODS


@pytest.mark.parametrize(
    ("rulings", "missing"),
    [
        ({"moved"}, "it must accept a unit to move: mp, imp, points"),
        ({"moved", "%", "vp"}, "it must accept a unit to move: mp, imp, points"),
        ({"one-sided", "mp"}, "it must accept “assigned”"),
    ],
)
def test_a_method_says_which_ruling_another_one_needs(rulings, missing):
    with pytest.raises(ValueError, match=missing):
        replace(get_method("matchpoints"), key="own", accepted_rulings=frozenset(rulings))
