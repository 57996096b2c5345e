"""Step 4, Play, of a section: the round, the clock, what has been entered and what needs attention.

The page asks every few seconds whether it still shows what is stored (:func:`compute_play_state`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from hashlib import sha256

from django import forms
from django.contrib import messages
from django.db.models import Min, Q
from django.db.models.functions import Coalesce
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from director.boards.contests import get_contest_record
from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.movement.formats import get_format
from director.boards.movement.lines.entries import LATER
from director.boards.movement.lines.progress import (
    EntryProgress,
    compute_section_progress,
    has_entry_in_play,
)
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    is_published_in_full,
    load_movement,
)
from director.boards.movement.rounds import (
    count_rounds_to_draw,
    get_round_to_draw,
    make_round_clock,
)
from director.boards.movement.schedule import RoundMoves, find_next_moves
from director.boards.movement.sections import (
    SETTLED_AT_PLAY,
    count_session_rounds,
    fetch_section,
    fetch_section_acts,
    fetch_session_field,
)
from director.boards.movement.words import fetch_name_by_pair, format_boards
from director.boards.pages.steps import make_session_context, with_second_final
from director.boards.play.hooks import RULING_DESK
from director.boards.play.plan_changes import ChangeNotice, fetch_change_notice
from director.boards.play.problems.doubts import detect_odd_lines, detect_turned_lines
from director.boards.play.problems.found import (
    SectionProblems,
    SuspiciousLines,
    fetch_section_problems,
    fetch_settled_acts,
)
from director.boards.play.problems.phones import SectionPhones, fetch_section_phones
from director.boards.play.problems.settling import settle_dispute, settle_not_played
from director.boards.play.problems.table_entries import (
    TableEntries,
    fetch_entries_version,
    fetch_table_entries,
)
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.undoing import explain_undo_refusal
from director.boards.play.screens import enter_call, read_boards_room
from director.boards.play.seats.section_seats import fetch_missing_numbers
from director.boards.scoring.deals import fetch_impossible_leads, fetch_makeable_by_board
from director.boards.scoring.standings.event import load_session_sheets
from director.core.base.act_kinds import ActKind
from director.core.base.forms import PageForm, TextField, parse_small_number
from director.core.base.requests import DeskRequest, get_page_status
from director.core.base.roles import Role, get_role, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages
from director.core.night.clock import ClockFace, get_clock_phase, get_round_in_play
from director.core.night.room import (
    AnsweredCall,
    WaitingTable,
    fetch_shown_messages,
    fetch_table_calls,
    set_call_answered,
    undo_call_change,
)
from director.core.night.screens import PageRequest, ScreenContent
from director.core.pages.history import find_undo_question_page
from director.core.pages.play import PlayView, make_number_field, make_play_context
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError
from director.models import Act, Message, Plan, Section, Session
from director.models.event import Clock, SectionRef
from director.names import join_names
from movements.model import Movement

MAX_NUMBER_DIGITS = 18
"""Digits of the largest number of a record."""
GRID_ROUND_PARAM = "round"
"""Query parameter: the round that the grid of a large hall shows."""
AGREED, PLAYED_LATER, NOT_PLAYED = "stands", "later", "np"
"""Values of the buttons that choose none of the entered results."""
PAGE_OUT_OF_DATE = "This page is out of date. Open step 4, Play, and try again there."
MIN_SECONDS_LATE = 60
"""Seconds from which a table counts as late. A shorter delay is nobody's fault."""


@dataclass(frozen=True, slots=True)
class SlowTable:
    """A table that ended a round late."""

    round_no: int
    table_no: int
    pairs: tuple[str, str]
    seconds_late: int  # of its last result, after the end of the round

    @property
    def minutes(self) -> int:
        """Whole minutes."""
        return self.seconds_late // 60


@dataclass(frozen=True, slots=True)
class SlowPair:
    """A pair that sat at slow tables."""

    label: str
    rounds: int
    seconds_late: int  # of all these rounds together

    @property
    def minutes(self) -> int:
        """Whole minutes of all the rounds."""
        return self.seconds_late // 60


@dataclass(frozen=True, slots=True)
class SlowPlay:
    """Slow tables by round, and their pairs by minutes."""

    tables: tuple[SlowTable, ...]
    pairs: tuple[SlowPair, ...]


def fetch_slow_play(section: Section, lines: SectionLines) -> SlowPlay:
    """Return the tables and pairs that were slow in *section*. One query.

    A result counts from its first entry, even if it was corrected later. A table with missing
    results is still playing or owes them, so it is not listed here. Nor is the table of a match
    that was entered without its boards: nobody knows when it ended.
    """
    end_time_by_round = get_end_by_round(section.session, timezone.now())
    # Results that are entered after play don't tell when a table ended.
    if not end_time_by_round or section.session.event.club.enters_after_play:
        return SlowPlay((), ())
    entry_time_by_result = _fetch_entry_time_by_result(section)
    lines_by_table: dict[tuple[int, int], list[SectionLine]] = {}
    for line in lines.all:
        if line.round_no and line.table_no and line.round_no in end_time_by_round:
            lines_by_table.setdefault((line.round_no, line.table_no), []).append(line)
    slow_tables: list[tuple[SlowTable, SectionLine]] = []
    for (round_no, table_no), table_lines in sorted(lines_by_table.items()):
        results = [line.result for line in table_lines if line.is_entered and line.result]
        has_all_boards = len(results) == len(table_lines) and not any(
            line.is_settled for line in table_lines
        )
        if has_all_boards:
            last_entry_time = max(entry_time_by_result[result.pk] for result in results)
            seconds_late = int((last_entry_time - end_time_by_round[round_no]).total_seconds())
            pairs = (section.get_label(table_lines[0].ns), section.get_label(table_lines[0].ew))
            if seconds_late >= MIN_SECONDS_LATE:
                table = SlowTable(round_no, table_no, pairs, seconds_late)
                slow_tables.append((table, table_lines[0]))
    return SlowPlay(
        tuple(table for table, _line in slow_tables), _list_slow_pairs(section, slow_tables)
    )


def get_end_by_round(session: Session, now: datetime) -> Mapping[int, datetime]:
    """Return when each round of *session* ended."""
    end_time_by_round = {
        number: datetime.fromisoformat(end_text) for number, end_text in session.round_ends
    }
    if session.clock == Clock.RUNNING and session.round_ends_at and session.round_ends_at < now:
        end_time_by_round[session.round_no] = session.round_ends_at
    return end_time_by_round


def _fetch_entry_time_by_result(section: Section) -> dict[int, datetime]:
    """Return when each result was first entered, by its key. One query."""
    has_no_result = Q(versions__text__in=("", LATER))
    first_entered = Coalesce(Min("versions__entered_at", filter=~has_no_result), "entered_at")
    return dict(section.results.order_by().annotate(first=first_entered).values_list("pk", "first"))


def _list_slow_pairs(
    section: Section, slow_tables: list[tuple[SlowTable, SectionLine]]
) -> tuple[SlowPair, ...]:
    """Return the pairs, players or teams that sat at *slow_tables*, the slowest first."""
    delays_by_pair: dict[int, list[int]] = {}
    for table, line in slow_tables:
        members = (*section.list_members(line.ns), *section.list_members(line.ew))
        # Nobody counts twice for one table.
        for pair_no in dict.fromkeys(members):
            delays_by_pair.setdefault(pair_no, []).append(table.seconds_late)
    slow_pairs = []
    for pair_no in sorted(delays_by_pair, key=lambda no: (-sum(delays_by_pair[no]), no)):
        delays = delays_by_pair[pair_no]
        slow_pairs.append(SlowPair(section.get_label(pair_no), len(delays), sum(delays)))
    return tuple(slow_pairs)


@dataclass(frozen=True, slots=True)
class PlayPage:
    """The clock, the next move and the grid of one section."""

    plan: Plan
    lines: SectionLines
    clock: ClockFace
    moves: RoundMoves | None
    is_moving: bool  # the moves are to be made now, not after this round
    seats: tuple[str, ...]  # after the moves, a sentence for each table
    round_to_draw: int  # the next round if it isn't drawn yet, else 0
    progress: EntryProgress
    render_grid: Callable[[], str]  # makes its HTML when the page shows it
    slow_play: SlowPlay
    problems: SectionProblems
    phones: SectionPhones
    waiting_tables: list[WaitingTable]
    done_calls: list[AnsweredCall]
    unsettled_count: int  # problems off schedule that wait for the director
    draw_notices: tuple[str, ...] | None  # on corrections since the last round was drawn


@dataclass(frozen=True, slots=True)
class PlaySnapshot:
    """What Play reads before anything else.

    *state* is a key that changes whenever the page would look different. It depends on the event's
    change number, and on what doesn't change that number: the clock, the screen messages, the calls
    of tables, the entries of phones, and which phones are connected.
    """

    room_messages: list[Message]
    waiting_tables: list[WaitingTable]
    answered_calls: list[AnsweredCall]
    phones: SectionPhones
    has_entries: bool  # whether tables have sent anything
    state: str


def fetch_play_snapshot(section: Section) -> PlaySnapshot:
    """Return what Play of *section* reads first, and its state. Four queries."""
    now = timezone.now()
    session = section.session
    room_messages = fetch_shown_messages(session)
    waiting_tables, answered_calls = fetch_table_calls(session)
    phones = fetch_section_phones(section)
    entries_version = fetch_entries_version(section, now)
    shown_state = (
        session.event.change_no,
        get_clock_phase(session, now),
        [message.pk for message in room_messages],
        (waiting_tables, answered_calls),
        entries_version,
        phones.state_version,
    )
    return PlaySnapshot(
        room_messages=room_messages,
        waiting_tables=waiting_tables,
        answered_calls=answered_calls,
        phones=phones,
        has_entries=bool(entries_version),
        state=sha256(repr(shown_state).encode()).hexdigest()[:16],
    )


def make_play_page(
    section: Section, snapshot: PlaySnapshot, *, knows_cards: bool, grid_round: str
) -> PlayPage | None:
    """Return the content of step 4, or None before a movement is chosen.

    *snapshot* is what the page has read already. *grid_round* is the requested round of the grid of
    a large hall.

    Results and leads that contradict the hands are listed only if *knows_cards*: a player could
    learn from them.

    At most eight queries.
    """
    session = section.session
    session_results = load_session_sheets(section)
    plan = session_results.plan_by_section.get(section.pk)
    if plan is None:
        return None
    movement = session_results.compute_once(("movement", section.pk), lambda: load_movement(plan))
    lines = session_results.get_section_lines(section)
    has_results = lines.has_round_results(session.round_no)
    round_in_play = get_round_in_play(session, has_results=has_results)
    clock = _make_clock(section, plan, movement, lines, has_results=has_results)
    suspicious = session_results.compute_once(
        ("suspicious", section.pk, knows_cards),
        lambda: _fetch_suspicious_lines(section, lines, knows_cards=knows_cards),
    )
    phones = snapshot.phones
    table_entries = TableEntries(section, lines)
    if snapshot.has_entries:
        table_entries = fetch_table_entries(section, lines)
    marks = table_entries.make_mark_by_line(suspicious.turned_lines)
    can_be_late = has_entry_in_play(section, lines)
    progress_key = (section.pk, knows_cards, frozenset(marks.items()), can_be_late)
    progress = session_results.compute_once(
        ("progress", *progress_key),
        lambda: compute_section_progress(
            section, lines, plan, suspicious.odd_lines, marks, can_be_late=can_be_late
        ),
    )
    progress = with_second_final(progress, plan)
    # A phone that is silent matters only at a table that owes results.
    owing_tables = {line.table_no for line in (*progress.late_lines, *progress.current_lines)}
    # Between rounds the clock already shows the next round, and the pairs move into it.
    last_played_round = clock.round_no - 1 if round_in_play.is_moving else clock.round_no
    moves: RoundMoves | None = None
    seats: tuple[str, ...] = ()
    if not clock.is_over:
        moves = session_results.compute_once(
            ("moves", section.pk, last_played_round),
            lambda: find_next_moves(section, movement, last_played_round),
        )
    if moves:
        next_round = moves.round_no + 1
        seats = session_results.compute_once(
            ("seats", section.pk, next_round),
            lambda: _describe_seats(section, movement, next_round),
        )
    settled_acts = session_results.compute_once(
        ("settled", section.pk), lambda: fetch_settled_acts(section)
    )
    round_format = get_format(plan)
    # From the last drawn round on, whether or not all its results are in.
    is_last_drawn_round = clock.round_no >= plan.rounds
    return PlayPage(
        plan=plan,
        lines=lines,
        clock=clock,
        moves=moves,
        is_moving=round_in_play.is_moving,
        seats=seats,
        round_to_draw=get_round_to_draw(plan, is_complete=is_last_drawn_round),
        progress=progress,
        render_grid=partial(
            session_results.compute_once,
            # The text of a browser is cut, so that long ones don't fill the cache.
            ("grid", *progress_key, grid_round[:4], last_played_round),
            lambda: _render_grid(progress, grid_round, last_played_round),
        ),
        slow_play=fetch_slow_play(section, lines),
        problems=fetch_section_problems(
            section,
            lines,
            table_entries=table_entries,
            suspicious=suspicious,
            phones=phones,
            owing_tables=owing_tables,
            last_settled_act=next(iter(settled_acts), None),
        ),
        phones=phones,
        waiting_tables=snapshot.waiting_tables,
        done_calls=snapshot.answered_calls,
        unsettled_count=RULING_DESK.answers.count_unsettled_problems(
            section, plan, session_results
        ),
        draw_notices=round_format.list_notices(section, plan, lines),
    )


def _make_clock(
    section: Section,
    plan: Plan,
    movement: Movement,
    lines: SectionLines,
    *,
    has_results: bool,
) -> ClockFace:
    """Return the clock with its address, and a note on contestants that sit out this round."""
    rounds = count_session_rounds(section, plan)
    clock = make_round_clock(section.session, rounds, (plan,), has_results=has_results)
    if is_published_in_full(section.session, lines):
        clock = clock.with_play_over()
    sitting_out_labels = [
        section.get_label(sit_out.contestant)
        for sit_out in movement.sit_outs
        if sit_out.round_no == clock.round_no
    ]
    note = clock.note
    if sitting_out_labels and not clock.is_over:
        verb = "Sits" if len(sitting_out_labels) == 1 else "Sit"
        note = f"{note} {verb} out: {join_names(sitting_out_labels)}."
    return replace(clock, address=reverse("session_open", args=[section.ref]), note=note)


def _describe_seats(section: Section, movement: Movement, round_no: int) -> tuple[str, ...]:
    """Return a sentence on each table in *round_no*: who sits there, with which boards."""
    sentences = []
    for row in movement.rows:
        if row.round_no == round_no:
            ns, ew = section.get_label(row.ns), section.get_label(row.ew)
            boards = _format_boards(row.boards)
            sentences.append(f"Table {row.table_no}: {ns} against {ew}, {boards}")
    return tuple(sentences)


def _render_grid(progress: EntryProgress, grid_round: str, current_round: int) -> str:
    grid = progress.make_grid(grid_round, current_round)
    return render_to_string("boards/grid/_grid.html", {"grid": grid})


def _fetch_suspicious_lines(
    section: Section, lines: SectionLines, *, knows_cards: bool
) -> SuspiciousLines:
    """Return the *lines* that look wrong. (Costs two queries if the page *knows_cards*.)"""
    game = section.session.event.game
    makeable = fetch_makeable_by_board(section) if knows_cards else {}
    leads = fetch_impossible_leads(section, lines) if knows_cards else set()
    return SuspiciousLines(
        detect_turned_lines(lines, game), detect_odd_lines(lines, game, makeable), leads
    )


def _format_boards(numbers: Sequence[int]) -> str:
    return f"board{'s' * (len(numbers) > 1)} {format_boards(numbers)}"


def compute_play_state(section: Section) -> str:
    """Return the state of Play as it is now. Four queries."""
    return fetch_play_snapshot(section).state


class CallForm(PageForm):
    """Which table calls the director."""

    table_no = make_number_field(
        "Table",
        missing_message="Type the number of the table, such as 4.",
        invalid_message="The table must be a number, such as 4.",
    )


class SettleForm(PageForm):
    """A line to settle."""

    board_no = forms.IntegerField(min_value=1)
    ns = forms.IntegerField(min_value=1)
    ew = forms.IntegerField(min_value=1)
    seen = TextField(required=False)  # the line's result as the page showed it
    take = TextField(required=False)  # the value of the button that was pressed

    @property
    def counting_entry_no(self) -> int:
        """The number of the entry that is to count, or 0 if the button names none."""
        take = self.cleaned_data["take"]
        if take.isascii() and take.isdecimal() and len(take) <= MAX_NUMBER_DIGITS:
            return int(take)
        return 0


class SectionPlay(PlayView[SectionRef | int, Section]):
    """Play of a section."""

    url_prefix = "session"

    @method_decorator(vary_on_headers("HX-Request"))
    def get(self, request: DeskRequest, ref: SectionRef | int) -> HttpResponse:
        """Show the night as it is. The page refreshes its parts every few seconds.

        The browser sends the state it shows, and gets 204 without content while nothing has changed.
        """
        section = fetch_section(ref)
        if request.htmx and request.GET.get("state") == compute_play_state(section):
            return HttpResponse(status=204)
        return self.render_page(request, section)

    def load_contest(self, ref: SectionRef | int) -> Section:
        """Return the section at *ref*."""
        return fetch_section(ref)

    def count_rounds(self, section: Section) -> int:
        """Return the number of rounds of the session's longest movement."""
        return count_session_rounds(section, fetch_required_plan(section))

    def make_screen_content(
        self, section: Section, page_request: PageRequest, *, show: str, letter: str
    ) -> ScreenContent:
        """Return what the screens of all sections of the session show."""
        return read_boards_room(
            fetch_session_field(section.session), page_request, show=show, letter=letter
        )

    def refuse_start(self, section: Section) -> None:
        """Raise if the round isn't drawn yet."""
        plan = fetch_required_plan(section)
        round_no = section.session.round_no
        if count_rounds_to_draw(plan) and round_no > plan.rounds:
            raise DeskError(
                "draw-first",
                "Round {round_no} has not been drawn yet. A director must draw it before it starts.",
                round_no=round_no,
            )

    @require_role_to_send(Role.SCORER)
    @method_decorator(require_POST)
    def store_director_call(self, request: DeskRequest, ref: SectionRef) -> HttpResponse:
        """Store that a table calls the director."""
        act = partial(enter_call, section=fetch_section(ref), user=request.user)
        return self.store_form(request, ref, CallForm(request.POST), act, context_name="call_form")

    def render_page(
        self, request: DeskRequest, section: Section, *, refusal: str = ""
    ) -> HttpResponse:
        """Show step 4."""
        # Read before the page: if something changes meanwhile, the browser asks again at its next poll.
        snapshot = fetch_play_snapshot(section)
        context = {
            "section": section,
            "session": section.session,
            "contestant_noun": get_contest_record(section).contestant_noun,
            "state": snapshot.state,
            "refused": refusal,
            "call_form": CallForm(),
            **make_play_context(
                section.session, self.url_prefix, room_messages=snapshot.room_messages
            ),
        }
        grid_round = request.GET.get(GRID_ROUND_PARAM, "")
        page = make_play_page(
            section,
            snapshot,
            knows_cards=get_role(request.user) is Role.DIRECTOR,
            grid_round=grid_round,
        )
        context |= {
            "page": page,
            "grid_round": grid_round,
            "change_notice": _fetch_change_notice(section, page),
        }
        status = get_page_status(refusal)
        if request.htmx and not request.htmx.history_restore_request:
            return TemplateResponse(request, "boards/play/_play.html", context, status=status)
        plan = page.plan if page else None
        counts = page.lines if page else None
        context |= make_session_context(section, "play", counts=counts, plan=plan) | {
            "missing_names": _list_missing_names(section, page),
        }
        return TemplateResponse(request, "boards/play.html", context, status=status)


@require_role_to_send(Role.SCORER)
@require_POST
def mark_call_answered(request: DeskRequest, ref: SectionRef, number: int) -> HttpResponse:
    """Mark a table's call as answered, or reopen it."""
    section = fetch_section(ref)
    is_answered = request.POST.get("done") != "0"
    with show_refusals_as_messages(request):
        set_call_answered(
            section=section, number=number, is_answered=is_answered, user=request.user
        )
    return redirect("session_play", ref=ref)


@require_role_to_send(Role.SCORER)
@require_POST
def undo_call(request: DeskRequest, ref: SectionRef, number: int) -> HttpResponse:
    """Undo that a table's call was answered, or that a call was noted."""
    section = fetch_section(ref)
    is_answered = request.POST.get("done") == "1"
    with show_refusals_as_messages(request):
        act = undo_call_change(
            session=section.session, number=number, is_answered=is_answered, user=request.user
        )
        messages.success(request, f"Undone: {act.words}")
    return redirect("session_play", ref=ref)


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def settle_disputed_line(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Settle a dispute, or a board that a table says it didn't play."""
    section, form = fetch_section(ref), SettleForm(request.POST)
    if not form.is_valid():
        messages.warning(request, PAGE_OUT_OF_DATE)
        return redirect("session_play", ref=ref)
    data = form.cleaned_data
    settlement = {name: data[name] for name in ("board_no", "ns", "ew")} | {
        "seen_text": data["seen"],
        "section": section,
        "user": request.user,
    }
    with show_refusals_as_messages(request):
        if data["take"] in (PLAYED_LATER, NOT_PLAYED):
            settle_not_played(**settlement, is_later=data["take"] == PLAYED_LATER)
        else:
            entry_number = None if data["take"] == AGREED else form.counting_entry_no
            settle_dispute(**settlement, take=entry_number)
    return redirect("session_play", ref=ref)


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def undo_settlement(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Undo a settlement, so that the question is asked again."""
    section = fetch_section(ref)
    number = parse_small_number(request.POST.get("act", ""))
    acts = fetch_section_acts(section, SETTLED_AT_PLAY)
    back = reverse("session_play", args=[ref])
    if question := find_undo_question_page(request, acts, number, back=back):
        return question
    with show_refusals_as_messages(request):
        act = undo_section(section=section, number=number, user=request.user, kinds=SETTLED_AT_PLAY)
        messages.success(request, _format_undone_text(act) if act else "That was already undone.")
    return redirect("session_play", ref=ref)


@require_POST
@ask_before_standings_change
def undo_plan_change(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Restore the previous movement."""
    section = fetch_section(ref)
    number = parse_small_number(request.POST.get("act", ""))
    acts = fetch_section_acts(section, (ActKind.PLAN,))
    back = reverse("session_play", args=[ref])
    if question := find_undo_question_page(request, acts, number, back=back):
        return question
    with show_refusals_as_messages(request, explain=partial(explain_undo_refusal, section)):
        act = undo_section(section=section, number=number, user=request.user, kinds=(ActKind.PLAN,))
        messages.success(request, f"Undone: {act.words}" if act else "That was already undone.")
    return redirect("session_play", ref=ref)


def _format_undone_text(act: Act) -> str:
    is_question = act.kind == ActKind.SETTLED and any(change["before"] for change in act.changes)
    if is_question:
        return f"Undone: {act.words} The question has been reopened."
    return f"Undone: {act.words}"


def _list_missing_names(section: Section, page: PlayPage | None) -> list[str]:
    """Return the contestants that the check-in list misses, until the first result is entered."""
    if page is None or page.progress.results_in:
        return []
    missing_numbers = fetch_missing_numbers(section)
    names = fetch_name_by_pair(section, missing_numbers) if missing_numbers else {}
    return [
        f"{section.get_label(number)} {names.get(number, '')}".strip() for number in missing_numbers
    ]


def _fetch_change_notice(section: Section, page: PlayPage | None) -> ChangeNotice | None:
    """Return the notice of a movement that was changed during play, or None."""
    # Most nights keep their first movement, and need no more queries.
    if page is None or (page.plan.number == 1 and not get_format(page.plan).is_drawn):
        return None
    lines = load_session_sheets(section).get_section_lines(section)
    return fetch_change_notice(section, page.plan, lines)
