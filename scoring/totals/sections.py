"""Sections of a field: results compared within each section instead of across the field, and places of a section.

Each section is scored as a field of its own; the places go across all of them, by percentage where the method has one
and by total where it has none.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
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
    note="Sections as entered with the results.",
)


def divided(field: Field) -> Field:
    """Return *field* with each board once for every section that played it, the sections in the order they come first.

    >>> from scoring.model import Line
    >>> lines = (Line(1, 2, 50, section="A"), Line(3, 4, 50, section="B"), Line(5, 6, 50, section="A"))
    >>> [[line.ns for line in board.lines] for board in divided(Field(1, (Board(7, lines),))).boards]
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
    whole = divided(field)
    field_of = {}
    for name in _names(field):
        boards = tuple(board for board in whole.boards if board.section == name)
        members = {key for board in boards for line in board.lines for key in contestant_keys(field, line)}
        credits = tuple(credit for credit in field.credits if (credit.direction, credit.contestant) in members)
        field_of[name] = replace(field, boards=boards, credits=credits)
    return field_of


def comparing(compute: Compute, *, is_percent: bool) -> Compute:
    """Return *compute* with the choice of ``COMPARE``; *is_percent*: whether it ranks by percentage."""

    def compute_either(field: Field, options: Mapping[str, str]) -> Ranking:
        return compute(field, options) if options["compare"] == "field" else compute_sections(field, options)

    def compute_sections(field: Field, options: Mapping[str, str]) -> Ranking:
        parts = section_fields(field)
        if len(parts) < 2:
            return compute(field, options)
        rankings = {name: compute(part, options) for name, part in parts.items()}
        boards = _in_order(divided(field).boards, rankings)
        results = [_result(seen, is_percent) for ranking in rankings.values() for seen in ranking.standings]
        standings = place(break_ties(field, boards, results, options.get("ties", "split")))
        notes = (f"Section {name}: {note}" for name, ranking in rankings.items() for note in ranking.notes)
        return Ranking(next(iter(rankings.values())).method, boards, standings, tuple(notes))

    return compute_either


def _in_order(boards: Iterable[Board], rankings: Mapping[str, Ranking]) -> tuple[ScoredBoard, ...]:
    """Return the scored boards of all sections in the order of *boards*."""
    left = {name: iter(ranking.boards) for name, ranking in rankings.items()}
    return tuple(replace(next(left[board.section]), section=board.section) for board in boards)


def _result(seen: Standing, is_percent: bool) -> FinalFigures:
    merit = (UNRANKED if seen.percent is None else seen.percent) if is_percent else seen.total
    return FinalFigures(seen.contestant, seen.direction, seen.total, seen.percent, seen.boards, merit)


def section_standings(ranking: Ranking) -> dict[str, tuple[Standing, ...]]:
    """Return the places within each section of *ranking*; nothing where lines name none.

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


# Several sessions of one event: what contestants have after all of them, and their places.
#
# Each session is ranked by itself; sessions count alike, however many boards they had.


@dataclass(frozen=True, slots=True)
class AfterSessions:
    """The places of those who have a figure of every session; *parts* are the standings of each contestant, in order.

    *unfinished* have none of some session, by number: they have no place yet.
    """

    standings: tuple[Standing, ...]
    unfinished: tuple[Key, ...]
    parts: dict[Key, tuple[Standing | None, ...]]


def after_sessions(sessions: Sequence[Iterable[Standing]], *, by_percent: bool, apart: bool) -> AfterSessions:
    """Return the places after *sessions*, in whose standings a contestant has the same number throughout.

    *by_percent*: by the mean of the percentages of the sessions; else by the sum of the totals.  *apart*: N-S and E-W
    are ranked by themselves, as they were in every session.

    >>> first = [Standing(1, None, Fraction(60), Fraction(60), 1, False, 8)]
    >>> second = [Standing(1, None, Fraction(90), Fraction(45), 2, False, 16)]
    >>> (seen,) = after_sessions([first, second], by_percent=True, apart=False).standings
    >>> seen.total, seen.percent, seen.place_text, seen.boards
    (Fraction(150, 1), Fraction(105, 2), '1', 24)
    """
    seen: dict[Key, list[Standing | None]] = defaultdict(lambda: [None] * len(sessions))
    for at, standings in enumerate(sessions):
        for standing in standings:
            if not by_percent or standing.percent is not None:
                seen[standing.direction if apart else None, standing.contestant][at] = standing
    results, unfinished = [], []
    for key, parts in seen.items():
        played = [part for part in parts if part is not None]
        if len(played) < len(sessions):
            unfinished.append(key)
        else:
            results.append(_sessions_result(key, played, by_percent))
    unfinished.sort(key=lambda key: (key[0] == "EW", key[1]))
    return AfterSessions(place(results), tuple(unfinished), {key: tuple(parts) for key, parts in seen.items()})


def after_stages(before: Iterable[Standing], last: Sequence[Standing]) -> tuple[Standing, ...]:
    """Return the standings of the *last* stage, in which some went out; below them all others as they were *before*.

    >>> def seen(number: int, place: int) -> Standing:
    ...     return Standing(number, None, Fraction(40 - place), None, place, False, 8)
    >>> standings = after_stages([seen(1, 1), seen(2, 2), seen(3, 3), seen(4, 4)], [seen(3, 1), seen(1, 2)])
    >>> [(each.contestant, each.place_text) for each in standings]
    [(3, '1'), (1, '2'), (2, '3'), (4, '4')]
    """
    through = {standing.contestant for standing in last}
    others = [standing for standing in before if standing.contestant not in through]
    keys = [(standing.direction, standing.contestant) for standing in others]
    below = standings_of(others, keys)
    return (*last, *(replace(standing, place=standing.place + len(last)) for standing in below))


def _sessions_result(key: Key, parts: Sequence[Standing], by_percent: bool) -> FinalFigures:
    direction, contestant = key
    total = sum((part.total for part in parts), Fraction(0))
    percents = [part.percent for part in parts if part.percent is not None]
    percent = sum(percents, Fraction(0)) / len(parts) if by_percent else None
    merit = percent if percent is not None else total
    return FinalFigures(contestant, direction, total, percent, sum(part.boards for part in parts), merit)
