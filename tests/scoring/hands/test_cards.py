import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import DealError
from scoring.hands.cards import DEAL_COUNT, make_numbered_deal, parse_hands
from tests.scoring.hands.cards import read_club_games

DEAL = "N:K843.T542.J6.863 AQJ7.K.Q75.AT942 962.AJ7.KT82.J75 T5.Q9863.A943.KQ"
deals = st.integers(0, DEAL_COUNT - 1).map(make_numbered_deal)


@given(deals, st.sampled_from("NESW"))
def test_deal_is_read_as_it_was_written_from_any_seat(deal, first):
    assert parse_hands(deal.format_pbn(first)) == deal


@given(deals)
def test_points_of_every_deal_are_forty(deal):
    assert sum(map(deal.count_points, "NESW")) == 40


def test_one_turn_gives_everybody_the_hand_of_who_sat_before():
    deal = parse_hands(DEAL)
    assert [deal.turn_by_quarters(1).get_hand(seat) for seat in "ESWN"] == [
        deal.get_hand(seat) for seat in "NESW"
    ]


def test_ten_may_be_written_out_and_small_letters_do():
    assert parse_hands(DEAL.replace("T", "10").lower()) == parse_hands(DEAL)


def test_points_of_the_first_board_of_a_real_evening():
    assert [read_club_games()[1][0].count_points(seat) for seat in "NESW"] == [4, 16, 9, 11]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param(
            DEAL.replace("K843", "K84"),
            "North has 12 cards instead of 13. Correct the file.",
            id="twelve",
        ),
        pytest.param(
            DEAL.replace("K843", "K842"),
            "South and North both have the 2 of spades. Correct the file.",
            id="card-twice",
        ),
        pytest.param(
            DEAL.replace("K843", "K844"),
            "North has the 4 of spades twice. Correct the file.",
            id="card-twice-in-a-hand",
        ),
        pytest.param(
            "N:- - - T5.Q9863.A943.KQ",
            "3 of the four hands are missing. A deal needs at least three.",
            id="unknown",
        ),
        pytest.param(
            "four hands",
            "“four hands” isn’t a deal. Enter four hands, spades to clubs, such as “N:AKQ.T98.765.432 …”.",
            id="words",
        ),
        pytest.param(
            "N:... ... ... ...", "North has 0 cards instead of 13. Correct the file.", id="no-cards"
        ),
    ],
)
def test_text_that_is_no_deal_is_refused_in_one_sentence(text, sentence):
    with pytest.raises(DealError) as refusal:
        parse_hands(text)
    assert str(refusal.value) == sentence
