"""Enter what was played off schedule: turned or swapped tables, and unplanned meetings."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from director.boards.contests import get_contest_record
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    fetch_section_lines,
)
from director.boards.movement.sections import TABLES, Key, fetch_section, fetch_section_acts
from director.boards.movement.words import (
    fetch_name_by_pair,
    fetch_name_by_side,
    format_boards,
    format_choice,
    list_number_choices,
)
from director.boards.pages.steps import make_session_context
from director.boards.play.line_store import find_first_score
from director.boards.play.plan_changes import fetch_played_rounds
from director.boards.play.scores.off_schedule import (
    move_entry,
    swap_table_boards,
    swap_table_opponents,
    turn_table,
    turn_tables,
)
from director.boards.play.scores.result import (
    fetch_line,
    fetch_played_line,
    store_unscheduled_result,
)
from director.boards.refusals import OTHERWISE_FOR_PAIRS
from director.core.base.forms import (
    ChoiceField,
    PageForm,
    TextField,
    WholeNumberField,
    parse_small_number,
)
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.night.history import find_act_to_undo
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError, NotMeetingError
from director.models import Plan, PlanRow, Section
from director.models.event import SectionRef
from movements.option import format_count
from scoring.errors import ScoringError

NO_LINE_CHOSEN = "Choose whose result it is."
TURNED, OPPONENTS, BOARDS = "turned", "opponents", "boards"
_NO_TABLE_CHOSEN = "Choose the other table."


class OffScheduleForm(PageForm):
    """What differed from the movement at a table, and the other table if one is needed."""

    how = ChoiceField(
        choices=[(how, how) for how in (TURNED, OPPONENTS, BOARDS)],
        missing="Choose one of the buttons.",
    )
    other = WholeNumberField(
        what="the other table", example=2, required=False, min_value=1, max_value=999
    )

    def clean_other(self) -> int | None:
        """Ask for the other table if one is needed."""
        other_table: int | None = self.cleaned_data["other"]
        if other_table is None and self.cleaned_data.get("how") in (OPPONENTS, BOARDS):
            raise forms.ValidationError(_NO_TABLE_CHOSEN)
        return other_table


class PlayedForm(PageForm):
    """A result of two pairs that the movement doesn't let meet on the board."""

    ns = forms.TypedChoiceField(
        label="N-S", coerce=int, error_messages={"required": "Choose who sat N-S."}
    )
    ew = forms.TypedChoiceField(
        label="E-W", coerce=int, error_messages={"required": "Choose who sat E-W."}
    )
    round_no = WholeNumberField(
        what="the round", example=3, label="Round", min_value=1, max_value=99
    )
    table_no = WholeNumberField(
        what="the table", example=2, label="Table", min_value=1, max_value=999
    )
    text = TextField(
        label="Result",
        max_length=200,
        error_messages={"required": "Type the result, such as 4SS=."},
    )
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, typed: QueryDict | None = None, *, section: Section) -> None:
        super().__init__(typed)
        pairs = [("", "–"), *list_number_choices(section)]
        for name in ("ns", "ew"):
            self.set_choices(name, pairs)


class MoveForm(PageForm):
    """A result entered for the wrong board: the pairs and the right board."""

    line = ChoiceField(label="Result", missing=NO_LINE_CHOSEN)
    to = WholeNumberField(
        what="the board", example=4, label="Correct board", min_value=1, max_value=999
    )
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, typed: QueryDict | None = None, *, lines: Iterable[SectionLine], section: Section
    ) -> None:
        super().__init__(typed)
        name_by_side = fetch_name_by_side(section)
        choices = []
        for line in lines:
            if line.is_entered:
                ns = format_choice(section, line.ns, name_by_side)
                ew = format_choice(section, line.ew, name_by_side)
                choices.append(
                    (f"{line.ns}-{line.ew} {line.text}", f"{ns} against {ew}: {line.text}")
                )
        self.set_choices("line", choices)

    @property
    def has_choices(self) -> bool:
        """Whether there is any result to move."""
        return bool(self["line"].field.choices)  # type: ignore[attr-defined]

    def get_pairs(self) -> tuple[int, int]:
        """Return the N-S and E-W pair of the result."""
        ns, ew = self.cleaned_data["line"].partition(" ")[0].split("-")
        return int(ns), int(ew)

    def get_shown_text(self) -> str:
        """Return the result's text as the page showed it."""
        text: str = self.cleaned_data["line"].partition(" ")[2]
        return text


TABLE_SWAPS = {OPPONENTS: swap_table_opponents, BOARDS: swap_table_boards}


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def store_off_schedule_table(
    request: DeskRequest, session_id: SectionRef, round_no: int, table_no: int
) -> HttpResponse:
    """Store that a table was turned, or had other opponents or boards."""
    section, form = fetch_section(session_id), OffScheduleForm(request.POST)
    path = reverse("session_scores_table", args=[session_id, round_no, table_no])
    if not form.is_valid():
        messages.error(request, str(next(iter(form.errors.values()))[0]))
        return redirect(path)
    table_params: dict[str, Any] = {
        "section": section,
        "round_no": round_no,
        "user": request.user,
    }
    with show_refusals_as_messages(request):
        if not get_contest_record(section).is_whole_side:
            raise DeskError(*OTHERWISE_FOR_PAIRS)
        if swap := TABLE_SWAPS.get(form.cleaned_data["how"]):
            swap(**table_params, first=table_no, second=form.cleaned_data["other"])
        else:
            turn_table(**table_params, table_no=table_no)
        messages.success(
            request,
            f"Round {round_no}, table {table_no} saved as played. You can undo it in Scores.",
        )
    return redirect(path)


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def enter_off_schedule_result(
    request: DeskRequest, session_id: SectionRef, board_no: int
) -> HttpResponse:
    """Enter a result of pairs that don't meet. Differences are confirmed first."""
    section = fetch_section(session_id)
    if not get_contest_record(section).is_whole_side:
        messages.error(request, OTHERWISE_FOR_PAIRS[1].format())
        return redirect("session_scores_board", session_id=session_id, board_no=board_no)
    form = PlayedForm(request.POST if request.method == "POST" else None, section=section)
    difference = ""
    if form.is_valid():
        key = (board_no, form.cleaned_data["ns"], form.cleaned_data["ew"])
        round_and_table = (form.cleaned_data["round_no"], form.cleaned_data["table_no"])
        with show_refusals_at(form):
            difference = (
                ""
                if form.cleaned_data["sure"]
                else _describe_difference(section, key, round_and_table)
            )
            if not difference:
                text = form.cleaned_data["text"]
                store_unscheduled_result(
                    section=section,
                    key=key,
                    text=text,
                    user=request.user,
                    round_and_table=round_and_table,
                )
                messages.success(
                    request, f"Board {board_no} saved as played. You can undo it in Scores."
                )
                return redirect("session_scores_board", session_id=session_id, board_no=board_no)
    context = {
        "form": form,
        "move_form": _make_move_form(section, board_no),
        "difference": difference,
    }
    return _render_off_schedule_page(
        request, section, board_no, context, is_wrong=bool(form.errors or difference)
    )


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def move_result_to_board(
    request: DeskRequest, session_id: SectionRef, board_no: int
) -> HttpResponse:
    """Move a result to another board. Differences are confirmed first."""
    section = fetch_section(session_id)
    form, difference = _make_move_form(section, board_no, request.POST), ""
    if form.is_valid():
        (ns, ew), target_board = form.get_pairs(), form.cleaned_data["to"]
        with show_refusals_at(form):
            if form.cleaned_data["sure"] or target_board == board_no:
                difference = ""
            else:
                difference = _describe_difference(section, (target_board, ns, ew), None)
            if not difference:
                key = (board_no, ns, ew)
                move_entry(
                    section=section,
                    line=key,
                    target_board=target_board,
                    user=request.user,
                    shown_text=form.get_shown_text(),
                )
                messages.success(
                    request,
                    f"Moved from board {board_no} to board {target_board}. You can undo it in Scores.",
                )
                return redirect(
                    "session_scores_board", session_id=session_id, board_no=target_board
                )
    context = {
        "form": PlayedForm(section=section),
        "move_form": form,
        "move_difference": difference,
    }
    return _render_off_schedule_page(request, section, board_no, context, is_wrong=True)


def _make_move_form(section: Section, board_no: int, typed: QueryDict | None = None) -> MoveForm:
    return MoveForm(
        typed, lines=fetch_section_lines(section).get_board_lines(board_no), section=section
    )


def _render_off_schedule_page(
    request: DeskRequest,
    section: Section,
    board_no: int,
    context: dict[str, Any],
    *,
    is_wrong: bool,
) -> HttpResponse:
    page_context = make_session_context(section, "scores") | {"board_no": board_no}
    return render_page(
        request,
        "boards/scores/off_schedule.html",
        page_context | context,
        problems=is_wrong,
    )


def _describe_difference(
    section: Section, key: Key, round_and_table: tuple[int, int] | None
) -> str:
    """Return how the result differs from the movement and which score becomes void, or "".

    :raises DeskError: if the pairs can't have met on the board
    """
    fetch_played_line(section, key, round_and_table)
    try:
        fetch_line(section, key, round_and_table)
    except NotMeetingError as error:
        first_result = find_first_score(section, *key)
        if first_result is None:
            return str(error)
        ns, ew = section.get_label(first_result.ns), section.get_label(first_result.ew)
        second_score_text = (
            "Board {board_no} already has a score for these pairs: {ns} against {ew}, {text}. The "
            "second one will be void (Law 15B1)."
        ).format(board_no=first_result.board_no, ns=ns, ew=ew, text=first_result.counted)
        return f"{error} {second_score_text}"
    return ""


# The page of tables that sat the wrong way in a round, such as after a forgotten arrow-switch.


@dataclass(frozen=True, slots=True)
class TurnableTable:
    """A table of a round, with the results that turn with it."""

    table_no: int
    boards: str
    ns_pair: int  # the pair that has the N-S cards now
    ew_pair: int
    ns: str  # "3 N-S Ada Ash & Bert Birch"
    ew: str
    results: tuple[str, ...]  # "7: 4SS="
    is_turned: bool
    is_ticked: bool


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@ask_before_standings_change
def turn_round(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show which lines turn in a round, and turn the ticked tables in one act."""
    section = fetch_section(session_id)
    plan = section.plan
    if plan is None:
        return redirect("session_field", session_id=session_id)
    if not get_contest_record(section).is_whole_side:
        messages.error(request, OTHERWISE_FOR_PAIRS[1].format())
        return redirect("session_play", session_id=session_id)
    params = request.POST if request.method == "POST" else request.GET
    page = _DirectionPage(section, plan, params)
    if request.method != "POST":
        return _render_direction_page(request, page)
    if refusal := _explain_refusal(page):
        return _render_direction_page(request, page, refusal=refusal)
    try:
        turn_tables(
            section=section,
            round_no=page.round_no,
            tables=page.ticked_numbers,
            user=request.user,
        )
    except (DeskError, ScoringError) as error:
        return _render_direction_page(request, page, refusal=str(error))
    count = len(page.ticked_numbers)
    messages.success(request, f"Round {page.round_no}: {format_count(count, 'table')} turned.")
    path = reverse("session_direction", args=[session_id])
    return redirect(f"{path}?round={page.round_no}")


@dataclass(frozen=True)
class _DirectionPage:
    """The rounds that can be turned, and the tables of the chosen one."""

    section: Section
    plan: Plan
    params: QueryDict

    @cached_property
    def rounds(self) -> list[int]:
        """The rounds that have begun or have results, at least the first."""
        _begun, latest_round = fetch_played_rounds(self.section, self.lines)
        entered_rounds = {
            line.round_no for line in self.lines.all if line.round_no and line.is_entered
        }
        return sorted({1, *range(1, min(latest_round, self.plan.rounds) + 1), *entered_rounds})

    @cached_property
    def lines(self) -> SectionLines:
        """Every line of the section."""
        return fetch_section_lines(self.section, self.plan)

    @cached_property
    def due_row_by_table(self) -> dict[tuple[int, int], PlanRow]:
        """The planned rows by round and table."""
        return {(row.round_no, row.table_no): row for row in self.plan.rows.all()}

    @cached_property
    def switched_rounds(self) -> list[int]:
        """The rounds that have an arrow-switch in the movement."""
        return sorted(
            {row.round_no for row in self.due_row_by_table.values() if row.arrow_switched}
        )

    @property
    def has_unturned_switch(self) -> bool:
        """Whether the round has an arrow-switch, and a table in it isn't turned."""
        is_switched = self.round_no in self.switched_rounds
        return is_switched and not all(table.is_turned for table in self.tables)

    @cached_property
    def round_no(self) -> int:
        """The chosen round, or else the last one with an arrow-switch, or the last that began."""
        chosen_round = parse_small_number(self.params.get("round", ""))
        if chosen_round in self.rounds:
            return chosen_round
        likely_rounds = [round_no for round_no in self.rounds if round_no in self.switched_rounds]
        if likely_rounds:
            return likely_rounds[-1]
        return self.rounds[-1]

    @cached_property
    def ticked_numbers(self) -> list[int]:
        """The tables that were ticked."""
        numbers = map(parse_small_number, self.params.getlist("table"))
        return sorted({number for number in numbers if number})

    @cached_property
    def name_by_number(self) -> dict[int, str]:
        """The names at each number."""
        return fetch_name_by_pair(self.section)

    @cached_property
    def tables(self) -> list[TurnableTable]:
        """The tables of the round, in order."""
        tables = []
        for round_no, table_no in sorted(self.due_row_by_table):
            lines = [
                line for line in self.lines.get_table_lines(round_no, table_no) if not line.is_extra
            ]
            if round_no == self.round_no and lines:
                tables.append(self._make_table(table_no, lines))
        return tables

    def _make_table(self, table_no: int, lines: list[SectionLine]) -> TurnableTable:
        """Return a table. When the page is opened, tables that sit as planned are ticked."""
        due_row = self.due_row_by_table[self.round_no, table_no]
        ns_pair, ew_pair = lines[0].ns, lines[0].ew
        is_turned = (ns_pair, ew_pair) == (due_row.ew, due_row.ns)
        is_submitted = "shown" in self.params
        return TurnableTable(
            table_no=table_no,
            boards=format_boards(tuple(line.board_no for line in lines)),
            ns_pair=ns_pair,
            ew_pair=ew_pair,
            ns=self._format_pair(ns_pair),
            ew=self._format_pair(ew_pair),
            results=tuple(f"{line.board_no}: {line.text}" for line in lines if line.is_entered),
            is_turned=is_turned,
            is_ticked=table_no in self.ticked_numbers if is_submitted else not is_turned,
        )

    def _format_pair(self, pair_no: int) -> str:
        return format_choice(self.section, pair_no, self.name_by_number)

    @property
    def shown(self) -> str:
        """The pairs at each table as a text. The form sends it back, to notice a change since."""
        return " ".join(
            f"{table.table_no}-{table.ns_pair}-{table.ew_pair}" for table in self.tables
        )


def _explain_refusal(page: _DirectionPage) -> str:
    """Return why the ticked tables can't be turned as they were shown, or ""."""
    if page.params.get("shown") != page.shown:
        return (
            "The tables of round {round_no} have changed since you opened this page. Check them "
            "again."
        ).format(round_no=page.round_no)
    if not page.ticked_numbers:
        return "Tick the tables that sat the wrong way."
    return ""


def _render_direction_page(
    request: DeskRequest, page: _DirectionPage, *, refusal: str = ""
) -> HttpResponse:
    section = page.section
    context = make_session_context(section, "play") | {
        "page": page,
        "refusal": refusal,
        "has_switch": page.has_unturned_switch,
        "act": find_act_to_undo(fetch_section_acts(section, (TABLES,))),
    }
    return render_page(request, "boards/scores/direction.html", context, problems=refusal)
