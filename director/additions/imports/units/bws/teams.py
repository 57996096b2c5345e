"""Find matches of teams in the movement of table units.

Both tables of a match have the numbers of the teams: N-S at one table and E-W at the other are
team-mates. The two tables can be in one section, or in two: one for each room.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from director.additions.imports.formats.source.model import SourceRound
from director.additions.imports.formats.source.results import FlatLine, FlatSection

ONE_WINNER = 1


def has_both_tables(rounds: Iterable[SourceRound]) -> bool:
    """Return whether each table of *rounds* has the other one of its match in the same round.

    >>> table = SourceRound(1, 1, 1, 2, (1, 2))
    >>> has_both_tables([table, replace(table, table_no=2, ns_no=2, ew_no=1)])
    True
    >>> has_both_tables([table, replace(table, table_no=2, ns_no=3, ew_no=4)])
    False
    """
    meetings = {
        (row.round_no, row.boards, row.ns_no, row.ew_no)
        for row in rounds
        if row.ns_no and row.ew_no
    }
    return bool(meetings) and all(
        ns_no != ew_no and (round_no, boards, ew_no, ns_no) in meetings
        for round_no, boards, ns_no, ew_no in meetings
    )


def are_teams(sections: Sequence[FlatSection]) -> bool:
    """Return whether the movement of *sections* can be one of teams only.

    Two pairs with two winners can have the same numbers at two tables all night. So if all meet
    one opponent only, it is known just where each number is one contestant.
    """
    rounds = [row for section in sections for row in section.rounds]
    if not has_both_tables(rounds):
        return False
    opponents = defaultdict(set)
    for row in rounds:
        if row.ns_no and row.ew_no:
            opponents[row.ns_no].add(row.ew_no)
    is_one_winner = all(section.winners == ONE_WINNER for section in sections)
    return is_one_winner or any(len(met) > 1 for met in opponents.values())


def join_rooms(sections: Sequence[FlatSection]) -> list[FlatSection]:
    """Return the *sections* of a session, made one if each is a room of the same matches."""
    rounds = [row for section in sections for row in section.rounds]
    if len(sections) < 2 or any(has_both_tables(section.rounds) for section in sections):
        return list(sections)
    if not has_both_tables(rounds):
        return list(sections)
    first = sections[0]
    return [
        FlatSection(
            session=first.session,
            winners=first.winners,
            lines=list(_renumber_lines(sections)),
            pairs=[pair for section in sections for pair in section.pairs],
            rounds=tuple(_renumber_rounds(sections)),
            hands=first.hands or [hand for section in sections for hand in section.hands],
        )
    ]


def _renumber_lines(sections: Iterable[FlatSection]) -> Iterator[FlatLine]:
    """Yield the lines of all rooms, each table with a number of its own."""
    for section, offset in _compute_table_offsets(sections):
        for line in section.lines:
            table_no = line.table_no and line.table_no + offset
            yield line._replace(where=f"Section {section.name}, {line.where}", table_no=table_no)


def _renumber_rounds(sections: Iterable[FlatSection]) -> Iterator[SourceRound]:
    for section, offset in _compute_table_offsets(sections):
        for row in section.rounds:
            yield replace(row, table_no=row.table_no + offset)


def _compute_table_offsets(sections: Iterable[FlatSection]) -> Iterator[tuple[FlatSection, int]]:
    """Yield each section with the number of tables before it."""
    tables = 0
    for section in sections:
        yield section, tables
        tables += max((row.table_no for row in section.rounds), default=0)
