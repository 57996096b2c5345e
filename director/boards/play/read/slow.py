"""Which tables brought the last result of a round after its end, how late, and how much that is for every pair."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from director.boards.scores.read.line_entry import LATER
from director.boards.scores.read.lines import Line, SectionLines
from director.models import Section, Session
from director.models.event import Clock

LEAST = 60
"""Seconds by which a table is late at least: less is nobody's fault."""


@dataclass(frozen=True, slots=True)
class SlowTable:
    """A table in a round: the two pairs as they are called, and how many seconds late its last result was."""

    round_no: int
    table_no: int
    pairs: tuple[str, str]
    seconds: int

    @property
    def minutes(self) -> int:
        """Whole minutes."""
        return self.seconds // 60


@dataclass(frozen=True, slots=True)
class SlowPair:
    """What comes together for a pair that sat at such tables."""

    label: str
    rounds: int
    seconds: int

    @property
    def minutes(self) -> int:
        """Whole minutes of all the rounds."""
        return self.seconds // 60


@dataclass(frozen=True, slots=True)
class SlowPlay:
    """The slow tables by round, and the pairs at them, those with the most minutes first."""

    tables: tuple[SlowTable, ...]
    pairs: tuple[SlowPair, ...]


def slow_play(section: Section, lines: SectionLines) -> SlowPlay:
    """Return who was slow in *section*, whose lines are *lines*; one query, none before a round is over.

    A result counts from when it came in first, whatever was corrected since; a table whose results are not all in is
    still playing, or owes them, and is not told here.
    """
    ends = round_ends(section.session, timezone.now())
    if not ends:
        return SlowPlay((), ())
    came_in = _came_in(section)
    by_table: dict[tuple[int, int], list[Line]] = {}
    for line in lines.all:
        if line.round_no and line.table_no and line.round_no in ends:
            by_table.setdefault((line.round_no, line.table_no), []).append(line)
    slow: list[tuple[SlowTable, Line]] = []
    for (round_no, table_no), own in sorted(by_table.items()):
        if all(line.is_in for line in own):
            last = max(came_in[line.result.pk] for line in own if line.result)
            seconds = int((last - ends[round_no]).total_seconds())
            pairs = (section.label(own[0].ns), section.label(own[0].ew))
            slow += [(SlowTable(round_no, table_no, pairs, seconds), own[0])] * (seconds >= LEAST)
    return SlowPlay(tuple(table for table, _line in slow), _pairs(section, slow))


def round_ends(session: Session, now: datetime) -> Mapping[int, datetime]:
    """Return when each round of *session* was over, that on the clock among them if its time is up."""
    ends = {number: datetime.fromisoformat(at) for number, at in session.round_ends}
    if session.clock == Clock.RUNNING and session.round_ends_at and session.round_ends_at < now:
        ends[session.round_no] = session.round_ends_at
    return ends


def _came_in(section: Section) -> dict[int, datetime]:
    """Return by its key when each result came in first; one query."""
    is_nothing = Q(versions__text__in=("", LATER))
    first = Coalesce(Min("versions__entered_at", filter=~is_nothing), "entered_at")
    return dict(section.results.order_by().annotate(first=first).values_list("pk", "first"))


def _pairs(section: Section, slow: list[tuple[SlowTable, Line]]) -> tuple[SlowPair, ...]:
    """Return the pairs, players or teams that sat at *slow* tables."""
    seconds: dict[int, list[int]] = {}
    for table, line in slow:
        for pair_no in (*section.members(line.ns), *section.members(line.ew)):
            seconds.setdefault(pair_no, []).append(table.seconds)
    order = sorted(seconds, key=lambda pair_no: (-sum(seconds[pair_no]), pair_no))
    return tuple(SlowPair(section.label(pair_no), len(seconds[pair_no]), sum(seconds[pair_no])) for pair_no in order)
