"""Entries that tables have sent about results, the results that they made, and the lines to send.

A *stored entry* came from a phone (``TableWord``). A *question* is an entry that
doesn't count yet: the other side, or the director, decides between it and the result of the line.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from director.boards.contests import get_contest_record
from director.boards.movement.sections import Key
from director.models import Section, TableWord
from director.models.award import ResultQuerySet
from director.models.composed import ComposedQuery

SIDE_NAMES = {"ns": "N-S", "ew": "E-W"}


class LineResult(NamedTuple):
    """The result of a line that counts."""

    text: str
    score: int | None
    version: int
    entered_at: datetime
    is_by_director: bool  # no player entered it

    @property
    def is_entered(self) -> bool:
        """Whether it has a result, even if that is only "to be played later"."""
        return bool(self.text)


def fetch_result_by_line(section: Section, keys: Iterable[Key]) -> dict[Key, LineResult]:
    """Return the results of the lines *keys* of *section*. One query."""
    keys = set(keys)
    if not keys:
        return {}
    # The three filters also match other combinations of these numbers, so the keys are compared below.
    boards, ns, ew = map(set, zip(*keys, strict=True))
    results = _index_results(
        _select_counted(section.results.filter(board_no__in=boards, ns__in=ns, ew__in=ew))
    )
    return {key: line_result for key, line_result in results.items() if key in keys}


def fetch_side_result_by_line(section: Section, numbers: Collection[int]) -> dict[Key, LineResult]:
    """Return the results of the pairs or teams *numbers*, also off schedule. One query."""
    return _index_results(
        _select_counted(section.results.filter(Q(ns__in=numbers) | Q(ew__in=numbers)))
    )


def _select_counted(results: ResultQuerySet) -> QuerySet[Any, Any]:
    counted_results: QuerySet[Any, Any] = results.counted()
    rows: QuerySet[Any, Any] = (
        counted_results.annotate(given_by=F("standing__given_by"), award=F("standing__pk"))
        .order_by()
        .values_list(
            "board_no",
            "ns",
            "ew",
            "counted",
            "counted_score",
            "version",
            "entered_at",
            "entered_by",
            "given_by",
            "award",
        )
    )
    return rows


def _index_results(rows: Iterable[Sequence[Any]]) -> dict[Key, LineResult]:
    results = {}
    for board_no, ns, ew, text, score, version, entered_at, entered_by, awarded_by, award in rows:
        # An award replaces the entered result, so its author counts.
        user_id = awarded_by if award else entered_by
        results[board_no, ns, ew] = LineResult(
            text=text,
            score=score,
            version=version,
            entered_at=entered_at,
            is_by_director=user_id is not None,
        )
    return results


def find_source_entry(
    stored_entries: Sequence[TableWord], line_result: LineResult
) -> TableWord | None:
    """Return the one of *stored_entries* that made *line_result*, if any."""
    for stored_entry in reversed(stored_entries):
        # Undo restores a version, so the text is compared too.
        if stored_entry.version == line_result.version and stored_entry.text == line_result.text:
            return stored_entry
    return None


def fetch_side_entries_by_line(
    section: Section, numbers: Collection[int]
) -> dict[Key, list[TableWord]]:
    """Return the entries of results of the pairs or teams *numbers*, latest last. One query."""
    stored_entries = _fetch_result_entries(section.pk).filter(Q(ns__in=numbers) | Q(ew__in=numbers))
    return group_by_line(stored_entries.order_by("pk"))


def fetch_entries_by_line(section: Section) -> dict[Key, list[TableWord]]:
    """Return the entries of results of *section* by line, latest last. One query."""
    return group_by_line(_fetch_result_entries(section.pk).order_by("pk"))


def _fetch_result_entries(section_id: int) -> QuerySet[TableWord]:
    return TableWord.objects.filter(
        access__section=section_id, kind=TableWord.Kind.RESULT, dropped_at__isnull=True
    )


_OPEN_ENTRIES_QUERY = ComposedQuery(
    lambda section_id: (
        _fetch_result_entries(section_id)
        .filter(version__isnull=True)
        .order_by()
        .values_list("pk")[:1]
    )
)


def filter_seen_lines(
    section: Section, marks: Iterable[Sequence[int | None]], lines: Collection[Key]
) -> frozenset[Key]:
    """Return the *lines* whose players have seen results of other tables.

    Each of *marks* is a board, N-S and E-W.
    """
    # Of a team only the half that played there has seen the board. The other half is at another
    # table, with the same numbers the other way round.
    if get_contest_record(section).has_halves:
        marked_lines = set(map(tuple, marks))
        return frozenset(line for line in lines if line in marked_lines)
    # A pair has seen a board whoever it meets on it, and on either side.
    seen_boards = {(board_no, pair) for board_no, *pairs in marks for pair in pairs}
    return frozenset(
        (board_no, ns, ew)
        for board_no, ns, ew in lines
        if not seen_boards.isdisjoint({(board_no, ns), (board_no, ew)})
    )


def group_by_line(stored_entries: Iterable[TableWord]) -> dict[Key, list[TableWord]]:
    """Return *stored_entries* by the line that each is about."""
    lines: dict[Key, list[TableWord]] = defaultdict(list)
    for stored_entry in stored_entries:
        if all(stored_entry.line_key):
            lines[stored_entry.line_key].append(stored_entry)
    return dict(lines)


def count_disputed_lines(section: Section) -> int:
    """Count the lines of *section* with an open question. One query, two if phones asked any.

    A question doesn't count once its result is stored.
    """
    # Nearly always there are none, and the whole query takes long to compose.
    if not _OPEN_ENTRIES_QUERY.fetch_rows(section.pk):
        return 0
    open_entries = _fetch_result_entries(section.pk).filter(version__isnull=True)
    line = {name: OuterRef(name) for name in ("board_no", "ns", "ew")}
    counted_results: QuerySet[Any] = section.results.counted()
    same_result = counted_results.filter(**line, counted=OuterRef("text"))
    questions = open_entries.filter(~Exists(same_result))
    return questions.values("board_no", "ns", "ew").distinct().count()


def fetch_seen_lines(section: Section, lines: Collection[Key]) -> frozenset[Key]:
    """Return the *lines* whose players have seen the results of other tables. One query."""
    return filter_seen_lines(
        section, fetch_marks(section, lines).values_list("board_no", "ns", "ew"), lines
    )


def fetch_marks(section: Section, lines: Iterable[Key]) -> QuerySet[TableWord]:
    """Return the marks of players who have seen other results of the boards of *lines*."""
    marks = TableWord.objects.filter(
        access__section=section, kind=TableWord.Kind.SHOWN, dropped_at__isnull=True
    )
    return marks.filter(board_no__in={board_no for board_no, *_pairs in lines})
