"""What tables said about their lines by their private addresses, as the director has to know it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min, Q, QuerySet

from director.boards.movement.lines.progress import ALONE, ASKED, TURNED, WAITS
from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.scoring_field import Key
from director.core.night.phones.write import table_settings
from director.models import Section, TableWord
from director.models.access import OUTSIDE


class Word(NamedTuple):
    """A result that a table said, or a look it was asked for; a record of each would cost ten times as long."""

    pk: int
    kind: str
    board_no: int
    ns: int
    ew: int
    table_no: int
    text: str
    ns_score: int | None
    lead: str
    from_board: int | None
    version: int | None
    is_dispute: bool
    waits: bool
    agreed_at: datetime | None
    agreed_device: str
    device: str
    side: str
    heard_at: datetime
    round_no: int | None
    is_outside: bool | None  # of a board that the movement does not have at that table

    @property
    def key(self) -> Key:
        """The line that it is about."""
        return (self.board_no, self.ns, self.ew)

    @property
    def is_asked(self) -> bool:
        """Whether somebody has to decide between it and the stored result."""
        return self.version is None

    @property
    def is_agreed(self) -> bool:
        """Whether nobody's word is missing."""
        return self.agreed_at is not None or not self.waits


_Kind = TableWord.Kind
_PATHS = {"table_no": "access__table_no", "is_outside": f"answer__{OUTSIDE}"}
_STORED = tuple(_PATHS.get(name, name) for name in Word._fields)


def _said(section: Section) -> QuerySet[TableWord]:
    kinds = (TableWord.Kind.RESULT, TableWord.Kind.LOOK)
    return TableWord.objects.filter(access__section=section, kind__in=kinds)


def entries_version(section: Section, now: datetime) -> tuple[Any, ...]:
    """Return what changes whenever :func:`section_words` would tell something else; one query, whatever was said.

    It moves every minute while anything waits, for how long is told with it.
    """
    is_open = Q(dropped_at__isnull=True)
    waits = Q(version__isnull=True) | Q(waits=True, agreed_at__isnull=True)
    figures = _said(section).aggregate(
        said=Max("pk"),
        agreed=Count("agreed_at"),
        stored=Count("version"),
        dropped=Count("dropped_at"),
        last=Max("dropped_at"),
        since=Min("heard_at", filter=is_open & waits),
    )
    since = figures.pop("since")
    return (*figures.values(), since and minutes_since(since, now))


def minutes_since(moment: datetime, now: datetime) -> int:
    """Return the whole minutes that have gone by."""
    return max(0, int((now - moment).total_seconds()) // 60)


@dataclass(frozen=True)
class SectionWords:
    """What the tables of a section entered and was not dropped, with the lines as stored."""

    section: Section
    lines: SectionLines
    all: tuple[Word, ...]
    looks: tuple[
        Word, ...
    ] = ()  # by which tables were asked to look again, until the director has read the answer

    @cached_property
    def asked(self) -> dict[Key, list[Word]]:
        """The entries to be decided, by line, in order; without those that have been stored since."""
        asked: dict[Key, list[Word]] = {}
        for word in self.all:
            line = self.lines.find(*word.key) if word.is_asked and not word.is_outside else None
            if line and line.text != word.text:
                asked.setdefault(word.key, []).append(word)
        return asked

    @cached_property
    def outside(self) -> dict[Key, list[Word]]:
        """What tables say they played though the movement has it elsewhere, by line."""
        outside: dict[Key, list[Word]] = {}
        for word in self.all:
            if word.is_asked and word.is_outside:
                outside.setdefault(word.key, []).append(word)
        return outside

    @cached_property
    def standing(self) -> dict[Key, Word]:
        """The entries that made the stored results, by line."""
        return {word.key: word for word in self.all if self._stands(word)}

    @property
    def waiting(self) -> list[Word]:
        """The stored entries that the opponents have to confirm."""
        return [word for word in self.standing.values() if not word.is_agreed]

    @property
    def alone(self) -> list[Word]:
        """The stored entries that were confirmed on the phone that sent them, where each side has to use its own."""
        return [
            word
            for word in self.standing.values()
            if word.device
            and word.agreed_at
            and word.device == word.agreed_device
            and self._wants_own(word.table_no)
        ]

    def marks(self, turned: Iterable[SectionLine]) -> dict[Key, str]:
        """Return the state of each square that is more than entered; *turned* may have the wrong sign."""
        marks = dict.fromkeys((word.key for word in self.alone), ALONE)
        marks |= dict.fromkeys((word.key for word in self.waiting), WAITS)
        marks |= {(line.board_no, line.ns, line.ew): TURNED for line in turned}
        return marks | dict.fromkeys(self.asked, ASKED)

    def _wants_own(self, table_no: int) -> bool:
        return table_settings(self.section, table_no).confirm == "own"

    def _stands(self, word: Word) -> bool:
        """Return whether *word* made the result of its line; undo restores versions, so the text is compared too."""
        line = self.lines.find(*word.key)
        result = line.result if line else None
        return result is not None and word.version == result.version and word.text == result.text


def section_words(section: Section, lines: SectionLines) -> SectionWords:
    """Return what the tables of *section* said about its *lines*; one query."""
    said = _said(section).filter(
        dropped_at__isnull=True, board_no__isnull=False, ns__isnull=False, ew__isnull=False
    )
    words = list(map(Word._make, said.order_by("pk").values_list(*_STORED)))
    results, looks = (
        tuple(word for word in words if word.kind == kind) for kind in (_Kind.RESULT, _Kind.LOOK)
    )
    return SectionWords(section, lines, results, looks)


def words_by_table(words: Iterable[Word]) -> Mapping[int, list[Word]]:
    """Return *words* by their tables, in order."""
    tables: dict[int, list[Word]] = {}
    for word in sorted(words, key=lambda word: (word.table_no, word.board_no)):
        tables.setdefault(word.table_no, []).append(word)
    return tables
