import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.contracts import (
    Contract,
    Vulnerability,
    compute_contract_score,
    get_dealer,
    get_vulnerability,
    is_vulnerable,
)
from scoring.errors import DealError
from scoring.hands.makeable import MakeableTricks, compute_par
from tests.scoring.hands.cards import read_club_games

tables = st.text("0123456789abcd", min_size=20, max_size=20).map(MakeableTricks)


def value(makeable, side, bid, vulnerable):
    tricks = makeable.get_side_tricks(side, bid[1])
    score = compute_contract_score(
        Contract(*bid, doubled=int(tricks < bid[0] + 6)), tricks, is_vulnerable(side, vulnerable)
    )
    return score if side == "NS" else -score


@pytest.mark.parametrize("board_no", range(1, 29))
def test_par_of_a_real_evening_is_as_its_dealing_program_has_it(board_no):
    _deal, makeable, score = read_club_games()[board_no]
    assert compute_par(makeable, get_vulnerability(board_no), get_dealer(board_no)).score == score


@pytest.mark.parametrize(
    ("board_no", "contracts"),
    [
        (1, [("3NT", "EW", 1)]),
        (3, [("4SX", "NS", -3)]),
        (7, [("3H", "N", 0)]),
        (9, [("5C", "EW", 0), ("5D", "EW", 0)]),
    ],
    ids=["game", "sacrifice", "one-player-only", "two-suits"],
)
def test_contracts_of_par(board_no, contracts):
    _deal, makeable, _score = read_club_games()[board_no]
    reached = compute_par(makeable, get_vulnerability(board_no), get_dealer(board_no)).contracts
    assert [(str(each.contract), each.declarers, each.overtricks) for each in reached] == contracts


def test_nobody_makes_anything_so_all_pass():
    assert compute_par(MakeableTricks("6" * 20), Vulnerability.ALL, "N").score == 0


@given(tables, st.integers(0, 3))
def test_makeable_tricks_turn_with_the_cards(makeable, quarters):
    seats = dict(zip("NESW", "NESWNES"[quarters : quarters + 4], strict=True))
    turned = makeable.turn_by_quarters(quarters)
    assert all(
        turned.get_tricks(seats[seat], "S") == makeable.get_tricks(seat, "S") for seat in "NESW"
    )


@pytest.mark.parametrize("text", ["", "3" * 19, "g" * 20])
def test_other_figures_are_refused(text):
    with pytest.raises(DealError) as refusal:
        MakeableTricks(text)
    assert str(refusal.value) == (
        f"“{text}” isn’t a list of makeable tricks. Enter 20 figures from 0 to d: N, S, E and W by NT, S, H, D and C."
    )
