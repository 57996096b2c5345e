"""Several sessions together: sums and means of what each gave, and places of those who played most of them."""

from fractions import Fraction

from hypothesis import strategies as st

from scoring.model import Standing
from scoring.totals.sections import are_sections_finals, combine_sessions

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
                Standing(
                    number,
                    direction,
                    draw(FIGURES),
                    draw(FIGURES) if is_percent else None,
                    1,
                    False,
                    7,
                )
                for direction, number in sorted(present, key=str)
            ]
        )
    return is_percent, directions, played


def test_whoever_is_in_no_final_is_below_the_last_one():
    equal = [Standing(n, None, Fraction(0), Fraction(0), 1, False, 7) for n in (1, 2)]
    after = combine_sessions(
        [equal], ranks_by_percent=True, ranks_directions_apart=False, final_by_contestant={1: 2}
    )
    assert [(standing.contestant, standing.rank) for standing in after.standings] == [
        (1, 1),
        (2, 2),
    ]


def couples(*sections: str) -> list[tuple[int, int, int]]:
    """Return where everybody sits now, sat before and was placed: ``"A1 B2"`` for each section of the last session."""
    return [
        (index, "AB".index(seat[0]), int(seat[1:]))
        for index, section in enumerate(sections)
        for seat in section.split()
    ]


def test_sections_that_follow_the_places_before_are_finals():
    assert are_sections_finals(couples("A1 A2 B3 B4", "A5 A6 B7 B8"))  # the best of the field
    assert are_sections_finals(couples("A1 A2 B7 B8", "A3 A4 B9 B10"))  # the best of each section
    assert are_sections_finals(
        couples("A1 A2 B3 A6", "A4 A5 B7 B8")
    )  # one withdrew, and the next best came in for it


def test_sections_that_go_on_or_were_mixed_are_no_finals():
    assert not are_sections_finals(couples("A1 A2 A3", "B4 B5 B6"))  # nobody left their section
    assert not are_sections_finals(couples("A1 A4 B5 B8", "A2 A3 B6 B7"))
    assert not are_sections_finals(couples("A5 A6 B7 B8", "A1 A2 B3 B4"))  # turned round
    assert not are_sections_finals([])


def test_who_changes_direction_is_in_one_list():
    first = [Standing(1, "NS", Fraction(60), Fraction(60), 1, False, 8)]
    second = [Standing(1, "EW", Fraction(50), Fraction(50), 1, False, 8)]
    (seen,) = combine_sessions(
        [first, second], ranks_by_percent=True, ranks_directions_apart=False
    ).standings
    assert seen.direction is None
    assert seen.percent == 55
    apart = combine_sessions([first, second], ranks_by_percent=True, ranks_directions_apart=True)
    assert [(standing.direction, standing.percent) for standing in apart.standings] == [
        ("NS", 60),
        ("EW", 50),
    ]
    assert apart.incomplete_contestants == (("NS", 1), ("EW", 1))


def test_a_session_without_a_percentage_counts_as_not_played():
    first = [Standing(1, None, Fraction(0), None, 1, False, 0)]
    assert (
        combine_sessions([first], ranks_by_percent=True, ranks_directions_apart=False).standings
        == ()
    )
