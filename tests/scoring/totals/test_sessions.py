"""Several sessions together: sums and means of what each gave, and places of those who played most of them."""

from fractions import Fraction

from hypothesis import given
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


@given(sessions())
def test_figures_and_places_match_the_plain_definition(drawn):
    is_percent, directions, played = drawn
    apart = len(directions) == 2
    after = combine_sessions(played, ranks_by_percent=is_percent, ranks_directions_apart=apart)
    by_session = [
        {(seen.direction, seen.contestant): seen for seen in session} for session in played
    ]
    everybody = {key for session in by_session for key in session}
    finished = {key for key in everybody if all(key in session for session in by_session)}
    assert {(standing.direction, standing.contestant) for standing in after.standings} == everybody
    assert len(after.standings) == len(everybody)
    assert set(after.incomplete_contestants) == everybody - finished
    tiers = {}
    for key in everybody:
        present = [index for index, session in enumerate(by_session) if key in session]
        tiers[key] = len(played) - len(present), -max(present)
    for seen in after.standings:
        own = [
            session[seen.direction, seen.contestant]
            for session in by_session
            if (seen.direction, seen.contestant) in session
        ]
        assert seen.total == sum(part.total for part in own)
        assert seen.percent == (
            Fraction(sum(part.percent for part in own), len(own)) if is_percent else None
        )
        assert seen.board_count == 7 * len(own)
        rivals = [other for other in after.standings if other.direction == seen.direction]

        def rank(standing: Standing) -> tuple:
            missed, since = tiers[standing.direction, standing.contestant]
            return missed, since, -(standing.percent if is_percent else standing.total)

        assert seen.rank == 1 + sum(rank(other) < rank(seen) for other in rivals)
        assert seen.is_tied == (sum(rank(other) == rank(seen) for other in rivals) > 1)


def test_whoever_is_in_no_final_is_below_the_last_one():
    equal = [Standing(n, None, Fraction(0), Fraction(0), 1, False, 7) for n in (1, 2)]
    after = combine_sessions(
        [equal], ranks_by_percent=True, ranks_directions_apart=False, final_by_contestant={1: 2}
    )
    assert [(standing.contestant, standing.rank) for standing in after.standings] == [
        (1, 1),
        (2, 2),
    ]


@given(sessions(), st.data())
def test_whoever_is_in_a_higher_final_is_ranked_above(drawn, data):
    is_percent, directions, played = drawn
    finals = data.draw(st.dictionaries(st.integers(1, 5), st.integers(0, 2)))
    after = combine_sessions(
        played,
        ranks_by_percent=is_percent,
        ranks_directions_apart=len(directions) == 2,
        final_by_contestant=finals,
    )
    plain = combine_sessions(
        played, ranks_by_percent=is_percent, ranks_directions_apart=len(directions) == 2
    )
    figures = {
        (standing.direction, standing.contestant): (
            standing.total,
            standing.percent,
            standing.board_count,
        )
        for standing in plain.standings
    }
    for direction in directions:
        rows = [standing for standing in after.standings if standing.direction == direction]
        in_order = [finals.get(row.contestant, 9) for row in rows]
        assert in_order == sorted(in_order)
        assert [row.rank for row in rows] == sorted(row.rank for row in rows)
        assert all(
            figures[direction, row.contestant] == (row.total, row.percent, row.board_count)
            for row in rows
        )


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
