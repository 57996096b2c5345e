"""Ties at a table: who progresses, who has the game, and what is refused."""

from fractions import Fraction

import pytest

from scoring.errors import ScoringError
from scoring.party.ties import TIE_RULES, get_tie_rule, settle_tie

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("rule", "winner", "shares"),
    [
        ("cut", 0, (1, 0)),
        ("cut", 1, (0, 1)),
        ("half-game", 1, (HALF, HALF)),
        ("first-made", 0, (1, 0)),
        ("half-first-made", 1, (HALF, HALF)),
    ],
)
def test_who_wins_the_cut_or_was_first_progresses(rule, winner, shares):
    settled = settle_tie(rule, winner=winner)
    assert (settled.progressing_side, settled.shares) == (winner, shares)


@pytest.mark.parametrize(
    ("turned", "progresses"), [((3, 2), 0), ((2, 3), 1), ((0, 3), 1), ((4, 1), 0)]
)
def test_third_trick_turned_down_scores_and_progresses(turned, progresses):
    settled = settle_tie("turned-trick", turned_tricks=turned)
    assert settled.progressing_side == progresses
    assert settled.shares[progresses] == 1
    assert sum(settled.shares) == 1


@pytest.mark.parametrize("rule", TIE_RULES, ids=lambda rule: rule.key)
@pytest.mark.parametrize("winner", [0, 1])
def test_shares_always_make_one_game(rule, winner):
    turned = (3, 0) if winner == 0 else (0, 3)
    settled = settle_tie(rule.key, winner=winner, turned_tricks=turned)
    assert sum(settled.shares) == 1
    assert settled.progressing_side == winner


@pytest.mark.parametrize(
    ("rule", "given", "sentence"),
    [
        (
            "toss",
            {"winner": 0},
            "Unknown tie rule “toss”. Choose one of cut, half-game, first-made, half-first-made, turned-trick.",
        ),
        ("cut", {}, "The tie rule “cut” needs the side that won the cut, 0 or 1, not nothing."),
        (
            "first-made",
            {"winner": 2},
            "The tie rule “first-made” needs the side that made its points first, 0 or 1, not 2.",
        ),
        (
            "turned-trick",
            {"winner": 1},
            "The tie rule “turned-trick” needs the tricks that each side had turned down, two numbers that make 5 at "
            "most, not nothing.",
        ),
        (
            "turned-trick",
            {"turned_tricks": (3, 3)},
            "The tie rule “turned-trick” needs the tricks that each side had turned down, two numbers that make 5 at "
            "most, not (3, 3).",
        ),
        (
            "turned-trick",
            {"turned_tricks": (2, 2)},
            "Neither side had turned down its third trick, so it’s still a tie. Use another tie rule: cut, "
            "half-game, first-made, half-first-made.",
        ),
    ],
    ids=["unknown", "nothing", "no-such-side", "no-tricks", "six-tricks", "still-open"],
)
def test_figures_that_settle_nothing_are_refused(rule, given, sentence):
    with pytest.raises(ScoringError) as refused:
        settle_tie(rule, **given)
    assert str(refused.value) == sentence


def test_every_tie_rule_says_what_it_does_and_where_it_stands():
    assert [
        (rule.key, rule.source[:11], rule.description[-1])
        for rule in map(get_tie_rule, (r.key for r in TIE_RULES))
    ] == [(rule.key, "[HOYLE1926]", ".") for rule in TIE_RULES]
