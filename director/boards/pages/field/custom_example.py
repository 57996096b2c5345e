"""Examples of a custom movement as a director types it, each explained part by part."""

from dataclasses import dataclass

_FIRST_LINES = (
    ("# boards_per_set: {boards}", "{boards} boards per round. Without it, the usual number."),
    ("round", "The first column: the number of the round."),
    ("table 1", "One column for each table, in order."),
)
_LAST_LINES = (
    ("(blank)", "Nobody plays at this table in this round."),
    ("sit out", "A last column, if you need it: who sits out, such as 7."),
)


@dataclass(frozen=True, slots=True)
class MovementExample:
    """An example of a custom movement, as *text*.

    *title* names its size. *parts* are words of the text, each with its meaning.
    """

    title: str
    text: str
    parts: tuple[tuple[str, str], ...]


def _make_example_parts(
    boards: int, *contest_parts: tuple[str, str]
) -> tuple[tuple[str, str], ...]:
    first_parts = [
        (word.format(boards=boards), meaning.format(boards=boards))
        for word, meaning in _FIRST_LINES
    ]
    return (*first_parts, *contest_parts, *_LAST_LINES)


EXAMPLES = {
    "pairs": MovementExample(
        title="6 pairs, 3 tables, 5 rounds",
        text="""\
# boards_per_set: 4
round, table 1, table 2, table 3
1, 6-1/1, 4-5/3, 2-3/4
2, 6-2/2, 5-1/4, 3-4/5
3, 6-3/3, 1-2/5, 4-5/1
4, 6-4/4, 2-3/1, 5-1/2
5, 6-5/5, 3-4/2, 1-2/3
""",
        parts=_make_example_parts(
            4, ("4-5/3", "Pair 4 sits N-S, pair 5 E-W. They play board set 3: boards 9–12.")
        ),
    ),
    "individual": MovementExample(
        title="8 players, 2 tables, 7 rounds",
        text="""\
# contest: individual
# boards_per_set: 4
round, table 1, table 2
1, 8-5-1-6/1, 2-3-4-7/1
2, 8-6-2-7/2, 3-4-5-1/2
3, 8-7-3-1/3, 4-5-6-2/3
4, 8-1-4-2/4, 5-6-7-3/4
5, 8-2-5-3/5, 6-7-1-4/5
6, 8-3-6-4/6, 7-1-2-5/6
7, 8-4-7-5/7, 1-2-3-6/7
""",
        parts=(
            ("# contest: individual", "Needed: players, not pairs."),
            *_make_example_parts(
                4,
                ("8-6-2-7/2", "Players 8 N, 6 E, 2 S and 7 W. They play board set 2: boards 5–8."),
            ),
        ),
    ),
    "teams": MovementExample(
        title="4 teams, 4 tables, 3 rounds",
        text="""\
# contest: teams
# boards_per_set: 8
round, table 1, table 2, table 3, table 4
1, 1-4/1, 4-1/1, 2-3/1, 3-2/1
2, 4-3/2, 3-4/2, 1-2/2, 2-1/2
3, 2-4/3, 4-2/3, 3-1/3, 1-3/3
""",
        parts=(
            ("# contest: teams", "Needed: teams, not pairs."),
            *_make_example_parts(
                8, ("4-3/2", "Team 4 sits N-S, team 3 E-W. They play board set 2: boards 9–16.")
            ),
        ),
    ),
}
"""Examples by kind of contest."""
