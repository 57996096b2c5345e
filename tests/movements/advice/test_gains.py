"""What one more set of boards, five more minutes or one more pair would give."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.advice.advise import Advice, advise
from movements.advice.facts import Limits
from movements.advice.gains import MORE_MINUTES, Gain, list_gains


def gains_for(
    pairs: int, *, minutes: int | None = None, copies: int | None = None, **asked
) -> tuple[Advice, dict[str, Gain]]:
    """Return the first suggestion and the gains by what is added."""

    def advise_again(pairs, minutes, copies):
        return advise(pairs, minutes=minutes, limits=Limits(copies=copies), **asked)

    suggestions = advise_again(pairs, minutes, copies)
    gains = list_gains(suggestions, advise_again, minutes=minutes, copies=copies)
    return suggestions[0], {gain.kind: gain for gain in gains}


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [*range(35, 62), 32])
def test_a_second_set_is_named_with_its_reason_in_large_fields(pairs):
    first, gains = gains_for(pairs)
    gain = gains["set"]
    assert gain.advice.copies == 2
    assert not gain.advice.has_shared_boards
    if pairs > 36:
        assert first.has_shared_boards
        assert f"({first.sharing_tables} of {first.tables} tables now)" in gain.text
    else:
        boards = gain.advice.boards_per_pair[1]
        in_play = first.boards_in_play
        assert f"the same {boards} boards ({in_play} in play now)" in gain.text


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [*range(6, 32), 33, 34])
def test_fields_in_which_a_second_set_gives_nothing_have_no_such_line(pairs):
    """With 34 pairs one set seats everybody, and a web of 17 tables takes three copies."""
    _first, gains = gains_for(pairs)
    assert "set" not in gains


@pytest.mark.parametrize(("pairs", "fairness"), [(39, "59.29"), (40, "63.81"), (56, "39.3")])
def test_with_one_winner_the_fairness_that_a_second_set_gives_is_named(pairs, fairness):
    _first, gains = gains_for(pairs, one_winner=True)
    assert f", fairness {fairness} of 100 (" in gains["set"].text


@pytest.mark.slow
def test_a_set_more_than_the_club_has():
    _first, gains = gains_for(42, copies=2)
    assert gains["set"].copies == 3
    assert gains["set"].lead == "With one more set of the boards"
    assert "set" not in gains_for(40, copies=2)[1]


def test_five_more_minutes():
    first, gains = gains_for(8, minutes=165)
    assert (first.rounds, first.boards_per_set) == (6, 3)
    assert gains["minutes"].text == (
        "With 5 more minutes: Howell 7 × 3, fairness 100 of 100 (20 more) and 1 more opponent, "
        "but 1 fewer pair keeps its table."
    )
    assert "minutes" not in gains_for(8, minutes=170)[1]
    assert "minutes" not in gains_for(8)[1]


@pytest.mark.slow
def test_one_more_pair_fills_the_half_table():
    _first, gains = gains_for(11, one_winner=True, minutes=200)
    assert gains["pair"].pairs == 12
    assert gains["pair"].text == (
        "With one more pair: Howell 11 × 2, fairness 100 of 100 (9.09 more) and nobody sits out."
    )
    assert "pair" not in gains_for(12)[1]


@pytest.mark.slow
@given(
    pairs=st.integers(4, 44),
    minutes=st.none() | st.integers(100, 260),
    one_winner=st.none() | st.booleans(),
    copies=st.none() | st.integers(1, 2),
)
def test_a_gain_uses_what_is_added_and_can_be_taken(pairs, minutes, one_winner, copies):
    first, gains = gains_for(pairs, minutes=minutes, copies=copies, one_winner=one_winner)
    for kind, gain in gains.items():
        taken, _ = gains_for(
            gain.pairs, minutes=gain.minutes, copies=gain.copies, one_winner=one_winner
        )
        assert taken == gain.advice
        if kind == "set":
            assert first.copies < gain.advice.copies <= gain.copies
        elif kind == "minutes":
            assert minutes < gain.advice.minutes <= minutes + MORE_MINUTES
        else:
            assert gain.pairs == pairs + 1 == gain.advice.pairs
            assert gain.advice.sit_outs < first.sit_outs
