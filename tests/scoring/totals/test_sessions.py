"""Several sessions together: sums and means of what each gave, and places of those who played them all."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring import Standing, after_sessions

FIGURES = st.fractions(min_value=-50, max_value=100, max_denominator=6)


@st.composite
def sessions(draw):
    """Return the standings of one to four sessions among ten contestants, places left at 1."""
    is_percent, directions = draw(st.booleans()), draw(st.sampled_from([(None,), ("NS", "EW")]))
    played = []
    for _session in range(draw(st.integers(1, 4))):
        present = draw(st.sets(st.tuples(st.sampled_from(directions), st.integers(1, 5))))
        played.append(
            [
                Standing(number, direction, draw(FIGURES), draw(FIGURES) if is_percent else None, 1, False, 7)
                for direction, number in sorted(present, key=str)
            ]
        )
    return is_percent, directions, played


@given(sessions())
def test_figures_and_places_are_those_of_the_plain_definition(drawn):
    is_percent, directions, played = drawn
    apart = len(directions) == 2
    after = after_sessions(played, by_percent=is_percent, apart=apart)
    by_session = [{(seen.direction, seen.contestant): seen for seen in session} for session in played]
    everybody = {key for session in by_session for key in session}
    finished = {key for key in everybody if all(key in session for session in by_session)}
    assert {(seen.direction, seen.contestant) for seen in after.standings} == finished
    assert set(after.unfinished) == everybody - finished
    for seen in after.standings:
        own = [session[seen.direction, seen.contestant] for session in by_session]
        assert seen.total == sum(part.total for part in own)
        assert seen.percent == (Fraction(sum(part.percent for part in own), len(own)) if is_percent else None)
        assert seen.boards == 7 * len(own)
        rivals = [other for other in after.standings if other.direction == seen.direction]
        merit = (lambda standing: standing.percent) if is_percent else (lambda standing: standing.total)
        assert seen.place == 1 + sum(merit(other) > merit(seen) for other in rivals)
        assert seen.is_tied == (sum(merit(other) == merit(seen) for other in rivals) > 1)


def test_who_changes_direction_is_in_one_list():
    first = [Standing(1, "NS", Fraction(60), Fraction(60), 1, False, 8)]
    second = [Standing(1, "EW", Fraction(50), Fraction(50), 1, False, 8)]
    (seen,) = after_sessions([first, second], by_percent=True, apart=False).standings
    assert (seen.direction, seen.percent) == (None, 55)
    assert after_sessions([first, second], by_percent=True, apart=True).standings == ()


def test_a_session_without_a_percentage_counts_as_not_played():
    first = [Standing(1, None, Fraction(0), None, 1, False, 0)]
    assert after_sessions([first], by_percent=True, apart=False).standings == ()
