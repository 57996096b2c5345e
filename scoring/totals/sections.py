"""Sections of a field: comparison within each section, and places by section.

If results are compared within sections, each section is scored as a separate field. The places
still go across all sections, by percentage if the method has one, otherwise by total.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from movements.option import Option
from scoring.model import (
    Board,
    Field,
    Key,
    Points,
    Ranking,
    ScoredBoard,
    Standing,
    get_contestant_keys,
    get_line_keys,
)
from scoring.ranking import FinalFigures, place
from scoring.totals.standings import UNRANKED, standings_of
from scoring.totals.ties import break_ties

Compute: TypeAlias = Callable[[Field, Mapping[str, str]], Ranking]

COMPARE = Option(
    "compare",
    "Results compared",
    {"field": "across the field", "section": "within the same section"},
)


def divide_by_section(field: Field) -> Field:
    """Return *field* with a separate board for each section that played it.

    Sections are in the order of their first boards.

    >>> from scoring.model import Line
    >>> lines = (Line(1, 2, 50, section="A"), Line(3, 4, 50, section="B"), Line(5, 6, 50, section="A"))
    >>> [[line.ns for line in board.lines] for board in divide_by_section(Field(1, (Board(7, lines),))).boards]
    [[1, 5], [3]]
    """
    names = _list_section_names(field)
    if len(names) < 2:
        return field
    section_boards = []
    for board in field.boards:
        for name in names:
            lines = tuple(line for line in board.lines if line.section == name)
            if lines:
                section_boards.append(replace(board, lines=lines))
    return replace(field, boards=tuple(section_boards))


def _list_section_names(field: Field) -> list[str]:
    return list(dict.fromkeys(line.section for board in field.boards for line in board.lines))


def make_section_fields(field: Field) -> dict[str, Field]:
    """Return the field of each section: its lines, and the credits of its contestants."""
    divided_field = divide_by_section(field)
    fields = {}
    for name in _list_section_names(field):
        boards = tuple(board for board in divided_field.boards if board.section == name)
        members: set[Key] = set()
        for board in boards:
            for line in board.lines:
                members.update(get_contestant_keys(field, line))
        section_credits = tuple(
            credit for credit in field.credits if (credit.direction, credit.contestant) in members
        )
        # Percentages of all sections need the same base: the largest carry-over of the whole field.
        fields[name] = replace(
            field, boards=boards, credits=section_credits, carried=field.max_carry_over
        )
    return fields


def with_compare_option(compute: Compute, *, is_percent: bool) -> Compute:
    """Return *compute* with the option ``COMPARE``.

    *is_percent* says whether the method ranks by percentage.
    """

    def compute_either(field: Field, options: Mapping[str, str]) -> Ranking:
        if options["compare"] == "field":
            return compute(field, options)
        return compute_sections(field, options)

    def compute_sections(field: Field, options: Mapping[str, str]) -> Ranking:
        fields = make_section_fields(field)
        if len(fields) < 2:
            return compute(field, options)
        rankings = {name: compute(section_field, options) for name, section_field in fields.items()}
        boards = _collect_boards_in_order(divide_by_section(field).boards, rankings)
        all_figures: list[FinalFigures] = []
        notes: list[str] = []
        for name, ranking in rankings.items():
            all_figures += [
                _make_final_figures(standing, is_percent) for standing in ranking.standings
            ]
            notes += [f"Section {name}: {note}" for note in ranking.notes]
        # Without the option, ties share the place.
        tie_rule = options.get("ties", "split")
        standings = place(break_ties(field, boards, all_figures, tie_rule))
        first_ranking = next(iter(rankings.values()))
        return Ranking(first_ranking.method, boards, standings, tuple(notes))

    return compute_either


def _collect_boards_in_order(
    boards: Iterable[Board], rankings: Mapping[str, Ranking]
) -> tuple[ScoredBoard, ...]:
    """Return the scored boards of all sections in the order of *boards*."""
    # Each section has its boards in the same order as the field.
    boards_of_section = {name: iter(ranking.boards) for name, ranking in rankings.items()}
    boards_in_order = []
    for board in boards:
        scored_board = next(boards_of_section[board.section])
        boards_in_order.append(scored_board.with_section(board.section))
    return tuple(boards_in_order)


def _make_final_figures(standing: Standing, is_percent: bool) -> FinalFigures:
    merit: Points
    if not is_percent:
        merit = standing.total
    elif standing.percent is None:
        merit = UNRANKED
    else:
        merit = standing.percent
    return FinalFigures(
        contestant=standing.contestant,
        direction=standing.direction,
        total=standing.total,
        percent=standing.percent,
        boards=standing.boards,
        merit=merit,
    )


def section_standings(ranking: Ranking) -> dict[str, tuple[Standing, ...]]:
    """Return the places within each section of *ranking*, empty if lines name no sections.

    Totals and percentages are taken from the whole ranking.
    """
    members: dict[str, set[Key]] = {}
    # With two winners every place belongs to a direction.
    has_two_winners = any(standing.direction for standing in ranking.standings)
    for board in ranking.boards:
        for scored in board.lines:
            line = scored.line
            if line.section:
                keys = get_line_keys(line, is_two=has_two_winners)
                members.setdefault(line.section, set()).update(keys)
    return {
        name: standings_of(ranking.standings, section_keys)
        for name, section_keys in members.items()
    }
