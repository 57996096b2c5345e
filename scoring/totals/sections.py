"""Sections of a field: comparison within each section, and places by section.

Each section is scored as a field of its own; the places go across all of them, by percentage where
the method has one and by total where it has none.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from movements.option import Option
from scoring.model import Board, Field, Ranking, ScoredBoard, Standing
from scoring.ranking import FinalFigures, Key, contestant_keys, line_keys, place
from scoring.totals.standings import UNRANKED, standings_of
from scoring.totals.ties import break_ties

Compute: TypeAlias = Callable[[Field, Mapping[str, str]], Ranking]

COMPARE = Option(
    "compare",
    "Results compared",
    {"field": "across the field", "section": "within the same section"},
)


def divide_by_section(field: Field) -> Field:
    """Return *field* with each board once for every section that played it.

    Sections are in the order of their first boards.

    >>> from scoring.model import Line
    >>> lines = (Line(1, 2, 50, section="A"), Line(3, 4, 50, section="B"), Line(5, 6, 50, section="A"))
    >>> [[line.ns for line in board.lines] for board in divide_by_section(Field(1, (Board(7, lines),))).boards]
    [[1, 5], [3]]
    """
    names = _names(field)
    if len(names) < 2:
        return field
    boards = (
        replace(board, lines=lines)
        for board in field.boards
        for name in names
        if (lines := tuple(line for line in board.lines if line.section == name))
    )
    return replace(field, boards=tuple(boards))


def _names(field: Field) -> list[str]:
    return list(dict.fromkeys(line.section for board in field.boards for line in board.lines))


def section_fields(field: Field) -> dict[str, Field]:
    """Return the field of each section: its lines, and the credits of its contestants."""
    whole = divide_by_section(field)
    field_of = {}
    for name in _names(field):
        boards = tuple(board for board in whole.boards if board.section == name)
        members = {
            key for board in boards for line in board.lines for key in contestant_keys(field, line)
        }
        credits = tuple(
            credit for credit in field.credits if (credit.direction, credit.contestant) in members
        )
        field_of[name] = replace(field, boards=boards, credits=credits, carried=field.most_carried)
    return field_of


def comparing(compute: Compute, *, is_percent: bool) -> Compute:
    """Return *compute* with the option ``COMPARE``. *is_percent* says whether it ranks by
    percentage.
    """

    def compute_either(field: Field, options: Mapping[str, str]) -> Ranking:
        if options["compare"] == "field":
            return compute(field, options)
        return compute_sections(field, options)

    def compute_sections(field: Field, options: Mapping[str, str]) -> Ranking:
        parts = section_fields(field)
        if len(parts) < 2:
            return compute(field, options)
        rankings = {name: compute(part, options) for name, part in parts.items()}
        boards = _in_order(divide_by_section(field).boards, rankings)
        results = [
            _result(seen, is_percent) for ranking in rankings.values() for seen in ranking.standings
        ]
        standings = place(break_ties(field, boards, results, options.get("ties", "split")))
        notes = (
            f"Section {name}: {note}"
            for name, ranking in rankings.items()
            for note in ranking.notes
        )
        return Ranking(next(iter(rankings.values())).method, boards, standings, tuple(notes))

    return compute_either


def _in_order(boards: Iterable[Board], rankings: Mapping[str, Ranking]) -> tuple[ScoredBoard, ...]:
    """Return the scored boards of all sections in the order of *boards*."""
    left = {name: iter(ranking.boards) for name, ranking in rankings.items()}
    return tuple(replace(next(left[board.section]), section=board.section) for board in boards)


def _result(seen: Standing, is_percent: bool) -> FinalFigures:
    merit = (UNRANKED if seen.percent is None else seen.percent) if is_percent else seen.total
    return FinalFigures(
        seen.contestant, seen.direction, seen.total, seen.percent, seen.boards, merit
    )


def section_standings(ranking: Ranking) -> dict[str, tuple[Standing, ...]]:
    """Return the places within each section of *ranking*, empty if lines name no sections.

    Totals and percentages are those of the whole ranking.
    """
    members: dict[str, set[Key]] = {}
    is_two = any(seen.direction for seen in ranking.standings)
    for board in ranking.boards:
        for scored in board.lines:
            line = scored.line
            if line.section:
                members.setdefault(line.section, set()).update(line_keys(line, is_two=is_two))
    return {name: standings_of(ranking.standings, keys) for name, keys in members.items()}
