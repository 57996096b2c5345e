"""Marks and what becomes of them, whatever is typed and in whatever order the tables come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.boards.movement.lines.dependent_scores import settle_marks
from director.boards.movement.lines.entries import (
    ExchangedHands,
    Revoke,
    WrongCards,
    parse_line_entry,
    turn_revoke,
)
from scoring.bridge.rulings import LineState
from scoring.errors import ScoringError
from scoring.laws.remedies import OffendingSide
from scoring.model import Board, Line

SIDES = st.sampled_from(("NS", "EW"))


@st.composite
def marked_boards(draw):
    """A board of whist with 1 to 9 tables, and marks on some of its lines."""
    lines, marks = [], {}
    for index in range(draw(st.integers(1, 9))):
        tricks = draw(st.integers(0, 13))
        mark = draw(
            st.none()
            | st.builds(Revoke, SIDES, st.integers(1, 3), is_1900=st.booleans())
            | st.builds(ExchangedHands)
            | st.builds(WrongCards, st.sampled_from(OffendingSide))
        )
        scored = not isinstance(mark, WrongCards)
        group = draw(st.sampled_from(("", "", "B")))
        lines.append(
            Line(index + 1, index + 101, score=tricks, group=group)
            if scored
            else Line(index + 1, index + 101, group=group)
        )
        if mark:
            marks[index] = mark
    return Board(7, tuple(lines)), marks


@pytest.mark.parametrize(
    ("text", "others", "counted"),
    [  # tricks of N-S; their average at the other tables is 6, or 4
        pytest.param("7-R 1900", (6,), 5, id="one revoke"),
        pytest.param("9-R 1900", (6,), 6, id="no more than the average"),
        pytest.param("2-2R 1900", (4,), 0, id="no more than were won"),
    ],
)
def test_the_law_of_1900_settles_a_revoke(text, others, counted):
    entered = parse_line_entry(text, game="whist")
    lines = [Line(1, 101, score=entered.entry.tricks)]
    lines += [Line(number, number + 100, score=tricks) for number, tricks in enumerate(others, 2)]
    settled = settle_marks(Board(7, tuple(lines)), {0: entered.mark})
    assert settled.board.lines[0].score == counted
    assert settled.reason_by_index[0].endswith("([WDW1900] p. 65).")


def test_no_tricks_are_safe_by_the_law_of_1900():
    with pytest.raises(ScoringError):
        parse_line_entry("9-R 1900 AFTER 4", game="whist")


@given(st.integers(0, 13), SIDES, st.integers(1, 4), st.integers(0, 5))
def test_a_revoke_reads_back_and_turned_twice_is_itself(tricks, side, revokes, before):
    text = f"{tricks}{Revoke(side, revokes, before)}"
    entered = parse_line_entry(text, game="whist")
    assert entered.text == text
    assert entered.entry.tricks == tricks
    assert entered.mark == Revoke(side, revokes, before)
    assert turn_revoke(turn_revoke(text)) == text


@given(marked_boards(), st.randoms(use_true_random=False))
def test_no_order_of_the_tables_changes_what_a_line_counts(board_and_marks, chance):
    board, marks = board_and_marks
    order = list(range(len(board.lines)))
    chance.shuffle(order)
    turned = Board(7, tuple(board.lines[at] for at in order))
    settled = settle_marks(board, marks)
    again = settle_marks(turned, {order.index(at): mark for at, mark in marks.items()})
    assert {line.ns: line for line in again.board.lines} == {
        line.ns: line for line in settled.board.lines
    }
    assert {order[at]: why for at, why in again.reason_by_index.items()} == settled.reason_by_index


@given(marked_boards())
def test_a_settled_line_gets_a_score_or_the_average_and_others_stay(board_and_marks):
    board, marks = board_and_marks
    settled = settle_marks(board, marks)
    for index, (before, after) in enumerate(zip(board.lines, settled.board.lines, strict=True)):
        if index not in settled.reason_by_index:
            assert after == before
        elif after.state is LineState.ARTIFICIAL:
            assert str(after.artificial) == "A5050"
            assert after.score is None
        else:
            assert 0 <= after.score <= 13
