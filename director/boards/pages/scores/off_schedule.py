"""Enter what was played off schedule: turned or swapped tables, and unplanned meetings."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from director.boards.contests import get_contest_record
from director.boards.movement.lines.section_lines import SectionLine, fetch_section_lines
from director.boards.movement.sections import Key, fetch_section
from director.boards.movement.words import (
    fetch_name_by_side,
    format_boards,
    format_choice,
    list_number_choices,
)
from director.boards.pages.steps import make_session_context
from director.boards.play.line_store import find_first_score
from director.boards.play.scores.entry_moves import (
    BoardMove,
    list_board_moves,
    move_board,
    move_entry,
)
from director.boards.play.scores.off_schedule import (
    fetch_table_swaps,
    swap_table_boards,
    swap_table_opponents,
    turn_table,
)
from director.boards.play.scores.result import (
    fetch_line,
    fetch_played_line,
    store_unscheduled_result,
)
from director.boards.refusals import make_wrong_seats_contest_error
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
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError, NotMeetingError
from director.models import Section
from director.models.event import SectionRef

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
@require_http_methods(["GET", "HEAD", "POST"])
def show_or_store_off_schedule_table(
    request: DeskRequest, ref: SectionRef, round_no: int, table_no: int
) -> HttpResponse:
    """Show who plays whom if the table is swapped with ``?other=``, or store how it was played."""
    if request.method == "POST":
        return _store_off_schedule_table(request, ref=ref, round_no=round_no, table_no=table_no)
    if not request.htmx:
        path = reverse("session_scores_table", args=[ref, round_no, table_no])
        return redirect(f"{path}?wrong=1#otherwise")
    section = fetch_section(ref)
    other_table = parse_small_number(request.GET.get("other", ""))
    swaps = fetch_table_swaps(section, round_no, table_no, other_table) if other_table else None
    context: dict[str, object] = {}
    if swaps:
        name_by_side = fetch_name_by_side(section, round_no)
        opponents = [
            f"table {table.table_no}: {format_choice(section, table.ns, name_by_side)} against "
            f"{format_choice(section, table.ew, name_by_side)}"
            for table in swaps.with_other_opponents
        ]
        boards = [
            f"table {table.table_no}: boards {format_boards(table.boards)}"
            for table in swaps.with_other_boards
        ]
        context = {"opponents": opponents, "boards": boards}
    return render(request, "boards/scores/off_schedule/_swaps.html", context)


@ask_before_standings_change
def _store_off_schedule_table(
    request: DeskRequest, ref: SectionRef, round_no: int, table_no: int
) -> HttpResponse:
    section, form = fetch_section(ref), OffScheduleForm(request.POST)
    path = reverse("session_scores_table", args=[ref, round_no, table_no])
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
            raise make_wrong_seats_contest_error()
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
def enter_off_schedule_result(request: DeskRequest, ref: SectionRef, board_no: int) -> HttpResponse:
    """Enter a result of pairs that don't meet. Differences are confirmed first."""
    section = fetch_section(ref)
    if not get_contest_record(section).is_whole_side:
        messages.error(request, str(make_wrong_seats_contest_error()))
        return redirect("session_scores_board", ref=ref, board_no=board_no)
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
                return redirect("session_scores_board", ref=ref, board_no=board_no)
    context = {
        "form": form,
        "move_form": _make_move_form(section, board_no),
        "difference": difference,
        **_make_whole_context(
            section, board_no, WholeBoardForm(request.GET if "whole" in request.GET else None)
        ),
    }
    return _render_off_schedule_page(
        request, section, board_no, context, is_wrong=bool(form.errors or difference)
    )


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def move_result_to_board(request: DeskRequest, ref: SectionRef, board_no: int) -> HttpResponse:
    """Move a result to another board. Differences are confirmed first."""
    section = fetch_section(ref)
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
                return redirect("session_scores_board", ref=ref, board_no=target_board)
    context = {
        "form": PlayedForm(section=section),
        "move_form": form,
        "move_difference": difference,
        **_make_whole_context(section, board_no, WholeBoardForm()),
    }
    return _render_off_schedule_page(request, section, board_no, context, is_wrong=True)


class WholeBoardForm(PageForm):
    """The board to which all results belong, and the results as the preview showed them."""

    whole = WholeNumberField(
        what="the board", example=8, label="Correct board", min_value=1, max_value=999
    )
    shown = forms.CharField(required=False, strip=False)


class _ListedMove(NamedTuple):
    """A result in the preview, with the label and the names of each side."""

    move: BoardMove
    sides: list[tuple[str, str]]


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def move_results_of_board(request: DeskRequest, ref: SectionRef, board_no: int) -> HttpResponse:
    """Move all results of a board to another, and those of that board here."""
    section = fetch_section(ref)
    form = WholeBoardForm(request.POST)
    context = _make_whole_context(section, board_no, form)
    if form.is_valid() and form.cleaned_data["shown"] != context["whole_shown"]:
        form.add_error("whole", "Results have changed since. Check the preview again.")
    elif form.is_valid():
        with show_refusals_at(form, "whole"):
            moves = [listed.move for listed in context["whole_moves"]]
            move_board(section=section, moves=moves, user=request.user)
            target_board = form.cleaned_data["whole"]
            messages.success(
                request,
                f"Results of board {board_no} are on board {target_board} now. You can undo it in Scores.",
            )
            return redirect("session_scores_board", ref=ref, board_no=target_board)
    context |= {
        "form": PlayedForm(section=section),
        "move_form": _make_move_form(section, board_no),
    }
    return _render_off_schedule_page(request, section, board_no, context, is_wrong=True)


def _make_whole_context(section: Section, board_no: int, form: WholeBoardForm) -> dict[str, Any]:
    """Return the preview of all results of a board on the board that was typed."""
    listed_moves: list[_ListedMove] = []
    if form.is_valid():
        target_board = form.cleaned_data["whole"]
        name_by_side = fetch_name_by_side(section)
        with show_refusals_at(form, "whole"):
            if target_board == board_no:
                raise DeskError("same-board", "These are its results now. Type the other board.")
            for move in list_board_moves(section, board_no, target_board):
                numbers = move.key[1:]
                sides = [(section.get_label(no), name_by_side.get(no, "")) for no in numbers]
                listed_moves.append(_ListedMove(move, sides))
    return {
        "whole_form": form,
        "whole_moves": listed_moves,
        "whole_shown": "; ".join(
            f"{listed.move.key} {listed.move.text}" for listed in listed_moves
        ),
        "is_swap": len({listed.move.target_board for listed in listed_moves}) > 1,
        "has_undue": any(not listed.move.is_due for listed in listed_moves),
    }


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
        round_no = round_and_table[0] if round_and_table else None
        first_result = find_first_score(section, *key, round_no)
        if first_result is None:
            return str(error)
        ns, ew = section.get_label(first_result.ns), section.get_label(first_result.ew)
        second_score_text = (
            "Board {board_no} already has a score for these pairs: {ns} against {ew}, {text}. The "
            "second one will be void (Law 15B1)."
        ).format(board_no=first_result.board_no, ns=ns, ew=ew, text=first_result.counted)
        return f"{error} {second_score_text}"
    return ""
