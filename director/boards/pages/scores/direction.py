"""Turn the tables that sat the wrong way in a round, such as after a forgotten arrow-switch."""

from dataclasses import dataclass
from functools import cached_property

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from director.boards.contests import get_contest_record
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    fetch_section_lines,
)
from director.boards.movement.sections import fetch_section, fetch_section_acts
from director.boards.movement.words import fetch_name_by_pair, format_boards, format_choice
from director.boards.pages.steps import make_session_context
from director.boards.play.plan_changes import fetch_played_rounds
from director.boards.play.scores.off_schedule import turn_tables
from director.boards.refusals import make_wrong_seats_contest_error
from director.core.base.act_kinds import ActKind
from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_send
from director.core.night.history import find_act_to_undo
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError
from director.models import Plan, PlanRow, Section
from director.models.event import SectionRef
from movements.option import format_count
from scoring.errors import ScoringError


@dataclass(frozen=True, slots=True)
class TurnableTable:
    """A table of a round, with the results that turn with it."""

    table_no: int
    boards: str
    ns_pair: int  # the pair that has the N-S cards now
    ew_pair: int
    ns_label: str  # "3 N-S Ada Ash & Bert Birch"
    ew_label: str
    results: tuple[str, ...]  # "7: 4SS="
    is_turned: bool
    is_ticked: bool


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@ask_before_standings_change
def turn_round(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show which lines turn in a round, and turn the ticked tables in one act."""
    section = fetch_section(ref)
    plan = section.plan
    if plan is None:
        return redirect("session_field", ref=ref)
    if not get_contest_record(section).is_whole_side:
        messages.error(request, str(make_wrong_seats_contest_error()))
        return redirect("session_play", ref=ref)
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
    path = reverse("session_direction", args=[ref])
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
            if round_no != self.round_no:
                continue
            table_lines = self.lines.get_table_lines(round_no, table_no)
            lines = [line for line in table_lines if not line.is_extra]
            if lines:
                tables.append(self._make_table(table_no, lines))
        return tables

    def _make_table(self, table_no: int, lines: list[SectionLine]) -> TurnableTable:
        """Return a table. When the page is opened, tables that sit as planned are ticked."""
        due_row = self.due_row_by_table[self.round_no, table_no]
        ns_pair, ew_pair = lines[0].ns, lines[0].ew
        is_turned = (ns_pair, ew_pair) == (due_row.ew, due_row.ns)
        is_submitted = "shown" in self.params
        is_ticked = table_no in self.ticked_numbers if is_submitted else not is_turned
        return TurnableTable(
            table_no=table_no,
            boards=format_boards(tuple(line.board_no for line in lines)),
            ns_pair=ns_pair,
            ew_pair=ew_pair,
            ns_label=self._format_pair(ns_pair),
            ew_label=self._format_pair(ew_pair),
            results=tuple(f"{line.board_no}: {line.text}" for line in lines if line.is_entered),
            is_turned=is_turned,
            is_ticked=is_ticked,
        )

    def _format_pair(self, pair_no: int) -> str:
        return format_choice(self.section, pair_no, self.name_by_number)

    @property
    def shown_pairs(self) -> str:
        """The pairs at each table as a text. The form sends it back, to notice a change since."""
        return " ".join(
            f"{table.table_no}-{table.ns_pair}-{table.ew_pair}" for table in self.tables
        )


def _explain_refusal(page: _DirectionPage) -> str:
    """Return why the ticked tables can't be turned as they were shown, or ""."""
    if page.params.get("shown") != page.shown_pairs:
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
        "act": find_act_to_undo(fetch_section_acts(section, (ActKind.TABLES,))),
    }
    return render_page(request, "boards/scores/direction.html", context, problems=refusal)
