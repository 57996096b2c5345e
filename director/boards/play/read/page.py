"""Everything step 4 shows, and how to tell cheaply that it still shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from django.db.models import Count, Max, Min, Q, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone

from director.boards.deals.made import doubted_leads, section_makeable
from director.boards.draws.notices import draw_notices
from director.boards.irregularities.read import things_to_settle
from director.boards.lines.entry import LATER
from director.boards.lines.progress import Progress, section_progress
from director.boards.lines.read import Line, SectionLines, plan_movement, section_lines, section_plan
from director.boards.movement.read.schedule import Moves, next_moves
from director.boards.play.read.needs import Needs, Suspicious, section_needs
from director.boards.play.read.phones import Phones, section_phones
from director.boards.play.read.words import section_words, words_mark
from director.boards.rounds import round_clock, rounds_to_draw
from director.boards.scores.read.turned import all_odd, all_turned
from director.boards.sections import session_rounds
from director.core.clock.read import ClockFace, clock_phase
from director.core.screens.read import SeenTo, Waiting, messages_shown, tables_called
from director.models import Section, Session
from director.models.event import Clock

# Which tables brought the last result of a round after its end, how late, and how much that is for every pair.

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
        for pair_no in dict.fromkeys((*section.members(line.ns), *section.members(line.ew))):
            seconds.setdefault(pair_no, []).append(table.seconds)
    order = sorted(seconds, key=lambda pair_no: (-sum(seconds[pair_no]), pair_no))
    return tuple(SlowPair(section.label(pair_no), len(seconds[pair_no]), sum(seconds[pair_no])) for pair_no in order)


@dataclass(frozen=True, slots=True)
class PlayPage:
    """The clock, the next move and the grid of one section."""

    clock: ClockFace
    moves: Moves | None
    is_moving: bool  # the moves are to be made now, not after this round
    round_to_draw: int  # which comes next and is not drawn yet, 0 where it is known
    progress: Progress
    slow: SlowPlay
    needs: Needs
    phones: Phones
    waiting: list[Waiting]
    seen_to: list[SeenTo]
    to_settle: int  # how much went otherwise than planned and waits for the director
    draw_notices: tuple[str, ...] | None  # of what was corrected since the last round was drawn


def play_page(section: Section, *, knows_cards: bool = False) -> PlayPage | None:
    """Return what step 4 shows of *section*, ``None`` before a movement is chosen.

    What the cards say against results and leads is told where *knows_cards*: whoever plays could ask them so.

    Fifteen queries at most whatever the size.
    """
    plan = section_plan(section)
    if plan is None:
        return None
    plan.section = section
    movement = plan_movement(plan)
    session, lines = section.session, section_lines(section, plan)
    clock = round_clock(session, session_rounds(section, plan), (plan,))
    is_moving = session.clock == Clock.WAITING and clock.round_no > 1
    waiting = [section.label(sit_out.contestant) for sit_out in movement.sit_outs if sit_out.round_no == clock.round_no]
    is_over = session.clock == Clock.OVER
    sitting_out = f" Sitting out: {' and '.join(waiting)}." if waiting and not is_over else ""
    address = reverse("session_open", args=[section.place])
    calls, seen_to = tables_called(session)
    odd = all_odd(lines, session.event.game, section_makeable(section) if knows_cards else {})
    leads = doubted_leads(section, lines) if knows_cards else set()
    suspicious = Suspicious(all_turned(lines, session.event.game), odd, leads)
    words, phones = section_words(section, lines), section_phones(section)
    progress = section_progress(section, lines, plan, suspicious.odd, words.marks(suspicious.turned))
    owing = {owed.table_no for owed in (*progress.late, *progress.playing)}
    return PlayPage(
        clock=replace(clock, address=address, note=f"{clock.note}{sitting_out}"),
        moves=None if is_over else next_moves(section, movement, clock.round_no - is_moving),
        is_moving=is_moving,
        round_to_draw=plan.rounds + 1 if rounds_to_draw(plan) and clock.round_no >= plan.rounds else 0,
        progress=progress,
        slow=slow_play(section, lines),
        needs=section_needs(section, lines, words=words, suspicious=suspicious, phones=phones, owing=owing),
        phones=phones,
        waiting=calls,
        seen_to=seen_to,
        to_settle=things_to_settle(section, plan),
        draw_notices=draw_notices(section, plan, lines),
    )


def play_state(section: Section) -> str:
    """Return sixteen signs that stay the same for as long as step 4 would show the same of *section*; six queries.

    They stand for what the room reads, the tables that call, the movement, the clock with what time alone changes of
    it, the versions of the results (every result that is entered, corrected or taken out again counts one up), what the
    tables said of them, which is no act, and which phones are alive.
    """
    now = timezone.now()
    session, plan = section.session, section_plan(section)
    results = section.results.aggregate(Count("pk"), Sum("version"), Max("pk"), Max("entered_at"))
    shown = (
        plan and (plan.pk, plan.chosen_at, plan.fingerprint),
        session.event.game,
        (session.clock, session.round_no, session.round_minutes, session.round_ends_at, session.seconds_left),
        (session.warning_minutes, session.breaks, session.break_ends_at, session.round_ends),
        clock_phase(session, now),
        sorted(results.items()),
        [message.pk for message in messages_shown(session)],
        tables_called(session),
        words_mark(section, now),
        section_phones(section).mark,
        section.at_tables,
    )
    return sha256(repr(shown).encode()).hexdigest()[:16]
