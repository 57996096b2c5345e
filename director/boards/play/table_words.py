"""What tables have sent about results, and the results that it made.

A *word* is a stored entry of a phone or a program (``TableWord``). A *question* is a word that
doesn't count yet: the other side, or the director, decides between it and the result of the line.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from director.boards.contests import get_contest
from director.boards.movement.scoring_field import Key
from director.models import Section, TableWord
from director.models.award import ResultQuerySet

SIDE_WORDS = {"ns": "N-S", "ew": "E-W"}


class LineResult(NamedTuple):
    """The result of a line.

    *text* is the result that counts. With *is_by_director* no player entered it.
    """

    text: str
    score: int | None
    version: int
    entered_at: datetime
    is_by_director: bool

    @property
    def is_entered(self) -> bool:
        """Whether it has a result, even if that is only "to be played later"."""
        return bool(self.text)


def fetch_line_results(section: Section, keys: Iterable[Key]) -> dict[Key, LineResult]:
    """Return the results of the lines *keys* of *section*. One query."""
    keys = set(keys)
    if not keys:
        return {}
    # The three filters also match other combinations of a board and two pairs.
    boards, ns, ew = map(set, zip(*keys, strict=True))
    results = _index_results(
        _select_counted(section.results.filter(board_no__in=boards, ns__in=ns, ew__in=ew))
    )
    return {key: line_result for key, line_result in results.items() if key in keys}


def fetch_side_results(section: Section, numbers: Collection[int]) -> dict[Key, LineResult]:
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
    for board_no, ns, ew, text, score, version, entered_at, entered_by, given_by, award in rows:
        # With an award, whoever gave it decides, since it replaces the entered result.
        user_id = given_by if award else entered_by
        results[board_no, ns, ew] = LineResult(
            text=text,
            score=score,
            version=version,
            entered_at=entered_at,
            is_by_director=user_id is not None,
        )
    return results


def find_result_word(table_words: Sequence[TableWord], line_result: LineResult) -> TableWord | None:
    """Return the one of *table_words* that made *line_result*, if any."""
    for table_word in reversed(table_words):
        # Undo restores a version, so the text is compared too.
        if table_word.version == line_result.version and table_word.text == line_result.text:
            return table_word
    return None


def fetch_side_words(section: Section, numbers: Collection[int]) -> dict[Key, list[TableWord]]:
    """Return the words about results of the pairs or teams *numbers*, latest last. One query."""
    table_words = _fetch_result_words(section).filter(Q(ns__in=numbers) | Q(ew__in=numbers))
    return group_by_line(table_words.order_by("pk"))


def fetch_line_words(section: Section) -> dict[Key, list[TableWord]]:
    """Return the words about results of *section* by line, latest last. One query."""
    return group_by_line(_fetch_result_words(section).order_by("pk"))


def _fetch_result_words(section: Section) -> QuerySet[TableWord]:
    return TableWord.objects.filter(
        access__section=section, kind=TableWord.Kind.RESULT, dropped_at__isnull=True
    )


def filter_seen_lines(
    section: Section, marks: Iterable[Sequence[int | None]], lines: Collection[Key]
) -> frozenset[Key]:
    """Return the *lines* whose players have seen other results, by *marks*.

    A mark is a board, N-S and E-W.
    """
    # Of a team only the half that played there has seen the board. The other half is at another
    # table, with the same numbers the other way round.
    if get_contest(section).has_halves:
        marked_lines = set(map(tuple, marks))
        return frozenset(line for line in lines if line in marked_lines)
    # A pair has seen a board whoever it meets on it, and on either side.
    seen_boards = {(board_no, pair) for board_no, *pairs in marks for pair in pairs}
    return frozenset(
        line for line in lines if any((line[0], pair) in seen_boards for pair in line[1:])
    )


def group_by_line(table_words: Iterable[TableWord]) -> dict[Key, list[TableWord]]:
    """Return *table_words* by the line that each is about."""
    lines: dict[Key, list[TableWord]] = defaultdict(list)
    for table_word in table_words:
        if table_word.board_no and table_word.ns and table_word.ew:
            lines[table_word.board_no, table_word.ns, table_word.ew].append(table_word)
    return dict(lines)


def count_disputed_lines(section: Section) -> int:
    """Count the lines of *section* with an open question. One query, two if phones asked any.

    A question doesn't count once its result is stored.
    """
    open_words = _fetch_result_words(section).filter(version__isnull=True)
    # Nearly always there are none, and the whole query takes three times as long to put together.
    if not open_words.exists():
        return 0
    line = {name: OuterRef(name) for name in ("board_no", "ns", "ew")}
    counted_results: QuerySet[Any] = section.results.counted()
    same_result = counted_results.filter(**line, counted=OuterRef("text"))
    questions = open_words.filter(~Exists(same_result))
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
