import pytest

from scoring.bridge.contracts import Vulnerability, get_dealer, get_vulnerability, is_vulnerable
from scoring.errors import ScoringError

# As printed on every set of boards: number, dealer, vulnerable.
PRINTED = """
1 N none  2 E ns    3 S ew    4 W all
5 N ns    6 E ew    7 S all   8 W none
9 N ew   10 E all  11 S none 12 W ns
13 N all 14 E none 15 S ns   16 W ew
"""
CELLS = PRINTED.split()
BOARDS = list(zip(map(int, CELLS[::3]), CELLS[1::3], CELLS[2::3], strict=True))


@pytest.mark.parametrize(
    ("board_no", "deals", "vulnerable"), BOARDS, ids=[f"board-{row[0]}" for row in BOARDS]
)
def test_board_is_as_printed(board_no, deals, vulnerable):
    assert get_dealer(board_no) == deals
    assert get_vulnerability(board_no).value == vulnerable


def test_board_repeats_after_sixteen():
    later = {
        board_no: (get_dealer(board_no + 16), get_vulnerability(board_no + 16))
        for board_no in range(1, 49)
    }
    assert later == {
        board_no: (get_dealer(board_no), get_vulnerability(board_no)) for board_no in range(1, 49)
    }


@pytest.mark.parametrize("ask", [get_dealer, get_vulnerability], ids=["dealer", "vulnerability"])
def test_board_below_one_is_refused(ask):
    with pytest.raises(ScoringError) as refusal:
        ask(0)
    assert str(refusal.value) == "There is no board 0. Board numbers start at 1."


def test_is_vulnerable_refuses_an_unknown_seat():
    with pytest.raises(ScoringError) as refusal:
        is_vulnerable("Q", Vulnerability.ALL)
    assert str(refusal.value) == "“Q” isn’t a seat. Use N, E, S or W, or NS or EW for a side."
