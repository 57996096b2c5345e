"""The cards of a cribbage evening compared: which lines belong together, who is in line for a prize, what counts."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.deals.cribbage import CardLine, CribbageEntry, compare_all_cards, compute_game_points

MARGINS = {
    "12": 12, "13": -5, "14": 33, "15": 8, "16": -17, "23": 21, "24": -31, "25": 4, "26": 9, "34": 15, "35": -2,
    "36": 40, "45": -11, "46": 6, "56": -30,
}  # fmt: skip
"""The margins of six people, all against all, for the one named first."""


def make_card_line(against, margin, points=None):
    entry = CribbageEntry(margin > 0, margin)
    return CardLine(against, compute_game_points(entry) if points is None else points, margin)


def make_evening_cards():
    """Return the cards of the six, every game on both cards, in the order of the opponents."""
    return {
        player: [
            make_card_line(
                other, MARGINS[player + other] if player < other else -MARGINS[other + player]
            )
            for other in "123456"
            if other != player
        ]
        for player in "123456"
    }


def totals(cards, prizes=0):
    """Return game points, games won and spread by player."""
    told = {player: [0, 0, 0] for player in cards}
    for game in compare_all_cards(cards, prizes):
        for player, entry in zip(game.players, game.counted_entries, strict=True):
            if entry:
                own = (compute_game_points(entry), int(entry.is_won), entry.signed_margin)
                told[player] = [old + new for old, new in zip(told[player], own, strict=True)]
    return told


def settled(cards, prizes=0):
    """Return the game of players 1 and 2 as margins that count, and why."""
    (game,) = (game for game in compare_all_cards(cards, prizes) if set(game.players) == {"1", "2"})
    margins = dict(
        zip(
            game.players,
            (entry.signed_margin if entry else None for entry in game.counted_entries),
            strict=True,
        )
    )
    return margins["1"], margins["2"], game.difference_text


def test_cards_that_agree_make_the_totals_of_the_evening():
    assert totals(make_evening_cards(), prizes=3) == {
        "1": [7, 3, 31],
        "2": [6, 3, -9],
        "3": [7, 3, 37],
        "4": [5, 2, -22],
        "5": [4, 2, -29],
        "6": [4, 2, -8],
    }
    assert {game.difference_text for game in compare_all_cards(make_evening_cards(), 3)} == {""}


@pytest.mark.parametrize(
    ("prizes", "counts"),
    [(0, (12, -11)), (2, (11, -11)), (3, (11, -12))],
    ids=["nobody in line", "the winner in line", "both in line"],
)
def test_who_is_in_line_for_a_prize_takes_the_worse_figure(prizes, counts):
    cards = make_evening_cards()
    cards["2"][0] = make_card_line("1", -11)
    assert settled(cards, prizes)[:2] == counts


def test_a_blank_takes_the_other_card():
    cards = make_evening_cards()
    cards["2"][0] = None
    assert settled(cards, 3) == (12, -12, "One card is blank, so the other counts.")
    assert totals(cards) == totals(make_evening_cards())


@pytest.mark.parametrize(
    ("first", "second", "counts"),
    [
        (make_card_line("2", 12), make_card_line("1", -12, 2), (12, -12)),
        (make_card_line("2", 12, 0), make_card_line("1", -11, 0), (11, -11)),
        (make_card_line("2", 12), make_card_line("1", 12), (-12, -12)),
        (make_card_line("2", -9, 0), make_card_line("1", -9, 0), (-9, -9)),
        (make_card_line("2", -12, 2), make_card_line("1", 12, 0), (12, -12)),
    ],
    ids=[
        "two wins",
        "two losses",
        "two wins in plus",
        "two losses in minus",
        "columns changed on both",
    ],
)
def test_columns_decide_where_both_won_or_both_lost(first, second, counts):
    cards = make_evening_cards()
    cards["1"][0], cards["2"][0] = first, second
    assert settled(cards, 3)[:2] == counts


def test_lines_belong_together_wherever_they_stand_on_the_cards():
    cards = make_evening_cards()
    cards["2"] = cards["2"][::-1]
    assert totals(cards) == totals(make_evening_cards())
    (game,) = (game for game in compare_all_cards(cards, 0) if game.players == ("1", "2"))
    assert game.game_numbers == (1, 5)


def test_a_card_that_is_not_in_leaves_the_other_as_it_is():
    cards = make_evening_cards()
    del cards["2"]
    assert settled(cards, 3) == (12, None, "")


def test_a_card_with_another_opponent_there_is_told():
    cards = make_evening_cards()
    cards["2"][0] = make_card_line("4", -12)
    assert settled(cards, 3) == (12, None, "The other card has a different opponent. Check both.")


@given(st.data())
def test_every_line_counts_once_and_cards_that_agree_stay_as_they_are(data):
    """Lines may be lost on either card, never on both: the evening is that of the whole cards."""
    cards = make_evening_cards()
    for first, second in combinations("123456", 2):
        lost = data.draw(st.sampled_from(("", first, second)))
        if lost:
            other = second if lost == first else first
            at = next(no for no, told in enumerate(cards[lost]) if told and told.opponent == other)
            cards[lost][at] = None
    assert totals(cards, data.draw(st.integers(0, 6))) == totals(make_evening_cards())


@given(st.data())
def test_whatever_stands_on_the_cards_no_line_is_lost_and_nobody_has_more_games_than_boxes(data):
    people = "1234"
    lines = st.one_of(
        st.none(),
        st.builds(
            CardLine, st.sampled_from("12345"), st.sampled_from((0, 2, 3)), st.integers(1, 60)
        ),
    )
    cards = {player: data.draw(st.lists(lines, min_size=4, max_size=4)) for player in people}
    cards = {
        player: [None if told and told.opponent == player else told for told in card]
        for player, card in cards.items()
    }
    games = compare_all_cards(cards, data.draw(st.integers(0, 4)))
    written = [told for card in cards.values() for told in card if told]
    assert sum(line is not None for game in games for line in game.lines) == len(written)
    for player in people:
        places = [
            place
            for game in games
            for other, place, entry in zip(
                game.players, game.game_numbers, game.counted_entries, strict=True
            )
            if other == player and entry
        ]
        assert len(places) == len(set(places)) <= 4
