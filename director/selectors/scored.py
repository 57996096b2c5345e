"""A section as the field that is scored, and what the scoring method of its event makes of it.

Contestants of the field have the numbers by which people call them, so that notes and explanations name them so too:
with two winners a N-S and an E-W pair share a number.
"""

from dataclasses import dataclass
from functools import cached_property

from director.models import Plan, Section
from director.selectors.lines import Line, SectionLines, section_lines
from director.sheets import Points
from scoring import Board, Entry, EntryKind, Explainer, Field, Ranking, ScoredLine, rank, read_entry
from scoring import Line as ScoringLine

Key = tuple[int, int, int]
"""Board, N-S pair and E-W pair, all by their numbers in the plan."""


@dataclass(frozen=True)
class Scored:
    """One section with its lines, what stands on them, and the ranking; *points* and *tops* are looked up by line."""

    section: Section
    lines: SectionLines
    entries: dict[Key, Entry]
    field: Field
    ranking: Ranking
    points: dict[Key, ScoredLine]
    tops: dict[int, Points]

    @cached_property
    def explainer(self) -> Explainer:
        """What explains any figure of the section, without ranking it again."""
        event = self.section.session.event
        return Explainer(event.scoring, self.field, event.scoring_options, ranking=self.ranking)


def section_scored(section: Section, lines: SectionLines | None = None, plan: Plan | None = None) -> Scored:
    """Return *section* scored by its event's method; queries only for what is not passed.

    :raises ScoringError: if the results that are in cannot be scored so
    """
    lines = lines or section_lines(section, plan)
    entries = {
        line_of(line): read_entry(line.result.text, game=section.session.event.game) for line in lines.all if line.is_in
    }
    played = _played(lines, entries)
    field = Field(section.winners, tuple(_board(section, board_no, on, entries) for board_no, on in played.items()))
    event = section.session.event
    ranking = rank(event.scoring, field, event.scoring_options)
    return Scored(
        section=section,
        lines=lines,
        entries=entries,
        field=field,
        ranking=ranking,
        points={
            line_of(line): scored
            for board in ranking.boards
            for line, scored in zip(played[board.board_no], board.lines, strict=True)
        },
        tops={board.board_no: board.top for board in ranking.boards},
    )


def line_of(line: Line) -> Key:
    """Return the key of *line*."""
    return line.board_no, line.ns, line.ew


def _played(lines: SectionLines, entries: dict[Key, Entry]) -> dict[int, list[Line]]:
    """Return the lines of each board that have a result; a line not played has none."""
    boards = {
        board_no: [
            line
            for line in lines.on_board(board_no)
            if line.is_in and entries[line_of(line)].kind is not EntryKind.NOT_PLAYED
        ]
        for board_no in lines.boards
    }
    return {board_no: found for board_no, found in boards.items() if found}


def _board(section: Section, board_no: int, lines: list[Line], entries: dict[Key, Entry]) -> Board:
    return Board(
        board_no,
        tuple(
            ScoringLine(
                ns=section.number(line.ns),
                ew=section.number(line.ew),
                score=line.result.ns_score,
                artificial=entries[line_of(line)].artificial,
            )
            for line in lines
        ),
    )
