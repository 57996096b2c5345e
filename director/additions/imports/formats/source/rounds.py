"""Number the rounds of a session from 1, as a movement has them here."""

from bisect import bisect_left, bisect_right
from dataclasses import replace

from director.additions.imports.formats.source.model import SourceEvent, SourcePair, SourceSection
from director.formats.errors import Doubt
from movements.model import join_with_and


def with_rounds_from_one(event: SourceEvent) -> SourceEvent:
    """Return *event* with the rounds of each session from 1, and a doubt about each renumbering.

    A file may have the later rounds of a contest only, or leave out rounds without a result.
    """
    sessions = []
    doubts = []
    for session in event.sessions:
        numbers = sorted({number for section in session for number in _list_rounds(section)})
        if numbers == list(range(1, len(numbers) + 1)):
            sessions.append(session)
            continue
        sessions.append(tuple(_renumber_rounds(section, numbers) for section in session))
        doubts.append(_make_doubt(numbers))
    return replace(event, sessions=tuple(sessions), warnings=(*event.warnings, *doubts))


def _list_rounds(section: SourceSection) -> set[int]:
    """Return the numbers of the rounds in which somebody plays."""
    rounds = {row.round_no for row in section.rounds if row.boards and row.ns_no and row.ew_no}
    return rounds | {match.round_no for match in section.matches if match.round_no}


def _make_doubt(numbers: list[int]) -> Doubt:
    """Return the doubt about a session that has only the rounds *numbers*."""
    if len(numbers) == 1:
        return Doubt(
            "doubt-round",
            "The file has results of round {round_no} only, which is numbered 1 here.",
            round_no=numbers[0],
        )
    return Doubt(
        "doubt-rounds",
        "The file has results of rounds {rounds} only, which are numbered 1 to {last} here.",
        rounds=join_with_and(numbers),
        last=len(numbers),
    )


def _renumber_rounds(section: SourceSection, numbers: list[int]) -> SourceSection:
    """Return *section* with its rounds numbered by their index in *numbers*, from 1."""
    new_numbers = {number: index for index, number in enumerate(numbers, start=1)}
    rows = [row for row in section.rounds if row.round_no in new_numbers]
    return replace(
        section,
        pairs=tuple(_renumber_players(pair, numbers) for pair in section.pairs),
        rounds=tuple(replace(row, round_no=new_numbers[row.round_no]) for row in rows),
        matches=tuple(
            replace(match, round_no=new_numbers.get(match.round_no, match.round_no))
            for match in section.matches
        ),
    )


def _renumber_players(pair: SourcePair, numbers: list[int]) -> SourcePair:
    """Return *pair* with the spans of its earlier players renumbered."""
    spans = []
    for span in pair.earlier_players:
        # A span may begin or end with a round that the file leaves out.
        first_round = bisect_left(numbers, span.first_round) + 1
        last_round = bisect_right(numbers, span.last_round)
        spans.append(replace(span, first_round=first_round, last_round=last_round))
    return replace(pair, earlier_players=tuple(spans))
