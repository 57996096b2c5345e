"""Scores: enter, correct and undo results, by traveller, by table or by match."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.boards.movement.acts import BOARD_PLAY, GROUPS
from director.boards.movement.lines.fouled import LETTERS, fetch_board_groups, fetch_groups_act
from director.boards.movement.lines.page_input import RefusedLine, TypedLine, format_line_key
from director.boards.movement.rounds import is_by_round
from director.boards.movement.sections import fetch_section
from director.boards.pages.scores.page import ScoresPage, make_scores_page
from director.boards.pages.steps import make_session_context
from director.boards.play.draws.notices import list_draw_notices
from director.boards.play.phones.read import count_disputed_lines
from director.boards.play.problems.irregularities import count_open_findings
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.scores.fouled import group_board
from director.boards.play.scores.history import fetch_result_values
from director.boards.play.scores.places import EntryPage, find_first_page
from director.boards.play.scores.reported import are_matches_reported
from director.boards.play.scores.result import EntryOutcome, enter_results
from director.boards.play.scores.trumps import store_trump
from director.boards.play.scores.undoing import (
    LineChange,
    describe_undo,
    explain_undo_refusal,
    list_line_changes,
    make_act_buttons,
)
from director.boards.scoring.adjusted_forms import get_result_example, list_adjusted_forms
from director.boards.scoring.standings.place_changes import list_place_changes, load_standing_rows
from director.boards.scoring.units import has_own_average
from director.core.base.forms import parse_act_number, parse_small_number
from director.core.base.place_changes import PlaceChange, add_change_sentences
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.core.night.history.read import describe_undone_by_others, fetch_last_undo_number
from director.core.pages.undoing import SURE, ask_before_undo, find_undo_question
from director.errors import DeskError
from director.models import Act, Event, Section, Stage
from director.models.event import SectionPlace
from scoring import ScoringError, find_method, read_entry

_TEXT_BOX = re.compile(r"text-([1-9]\d{0,3})-(\d{1,5})-(\d{1,5})")
_GROUP_BOX = re.compile(r"group-(\d{1,5})-(\d{1,5})")
_VERSION = re.compile(r"\d{1,9}")


def read_lines(data: Mapping[str, str]) -> list[TypedLine]:
    """Return the lines of a posted page, in its order.

    Each line comes as ``text-7-4-11`` (board, N-S, E-W) with ``shown-7-4-11``, the earlier text,
    and ``version-7-4-11``.  If somebody else has changed a line since, the page asks which result
    to keep: ``put`` names the line to store over theirs (whose version is ``theirs-7-4-11``),
    ``keep`` names the line to leave unchanged.
    """
    lines = []
    for name in data:
        match = _TEXT_BOX.fullmatch(name)
        key = name.removeprefix("text-")
        if match is None or key == data.get("keep"):
            continue
        board_no, ns, ew = map(int, match.groups())
        is_chosen = data.get("put") == key
        # A chosen result replaces the other person's version, which the user has just seen.
        version_field = f"theirs-{key}" if is_chosen else f"version-{key}"
        version = _parse_version_number(data.get(version_field, ""))
        shown = data.get(f"shown-{key}", "")
        lines.append(TypedLine(board_no, ns, ew, data[name], shown, version, is_chosen))
    return lines


def read_groups(data: Mapping[str, str]) -> dict[tuple[int, int], str]:
    """Return the group letter of each line from ``group-4-11`` (N-S, E-W)."""
    return {
        (int(match[1]), int(match[2])): data[name].strip()
        for name in data
        if (match := _GROUP_BOX.fullmatch(name))
    }


def read_act(data: Mapping[str, str]) -> int:
    """Return the number of the act that a button names, or 0 without one."""
    return _parse_version_number(data.get("change", ""))


def _parse_version_number(text: str) -> int:
    """Return a number that the page sends, or 0."""
    if _VERSION.fullmatch(text):
        return int(text)
    return 0


class RefusedTrump(NamedTuple):
    """A trump that was typed and refused."""

    typed: str
    error: str


STATE = "state"
"""The parameter of a page that asks for news, with the state that it shows."""
ALREADY_UNDONE = "That was already undone."
ALREADY_REDONE = "That was already redone."
AVERAGE_FOR_BOTH = ("AVE", "average for both")
AVERAGES = (
    ("AVE+/AVE-", "average plus for N-S, average minus for E-W"),
    ("AVE-/AVE+", "average minus for N-S, average plus for E-W"),
    AVERAGE_FOR_BOTH,
    ("AVE+", "average plus for both"),
    ("AVE-", "average minus for both"),
)
FLAT = ("A6040", "60% for N-S, 40% for E-W, flat")
STORED_AVERAGES = {
    (text, is_own): str(read_entry(text, has_own_average=is_own))
    for text, _meaning in (*AVERAGES, FLAT)
    for is_own in (False, True)
}
"""The stored text of an average, by its short form and whether a pair's own average counts."""
SHARES_HELP = "Type A, then the percentages for N-S and E-W: A6040 gives 60% and 40%."
NO_SHARES_HELP = (
    "This scoring method has no rule for percentages. Type the score that should count."
)
OWN_AVERAGE_HELP = (
    " Average plus and minus are A60+ and A40-: a pair’s average on its other boards replaces 60% if higher, 40% if "
    "lower."
)
NO_RESULT = (("NP: no time", "not played, and why"), ("LATER", "to be played later"))


@require_safe
def redirect_to_missing_result(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Go to the first page with a missing result: ``?by=board``, ``table`` or ``match``.

    Without ``by`` it is by board, or by match if only results of matches have been entered.
    """
    section = fetch_section(session_id)
    entered_by = request.GET.get("by") or ("match" if are_matches_reported(section) else "board")
    if entered_by == "match":
        return redirect("session_scores_matches", session_id=session_id)
    page_place = find_first_page(section, entered_by)
    if page_place is None:
        return render(request, "boards/scores.html", make_session_context(section, "scores"))
    return redirect(page_place.path(session_id))


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def enter_board(request: DeskRequest, session_id: SectionPlace, board_no: int) -> HttpResponse:
    """Enter one board at all tables."""
    part = parse_small_number(request.GET.get("part", "")) or 1
    return _show_or_enter_lines(
        request, fetch_section(session_id), EntryPage(board_no=board_no, part=part)
    )


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def enter_table(
    request: DeskRequest, session_id: SectionPlace, round_no: int, table_no: int
) -> HttpResponse:
    """Enter all boards of one table in one round."""
    return _show_or_enter_lines(
        request, fetch_section(session_id), EntryPage(round_no=round_no, table_no=table_no)
    )


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def enter_match(
    request: DeskRequest, session_id: SectionPlace, round_no: int, home: int, away: int
) -> HttpResponse:
    """Enter all boards of one match, both tables of a board side by side."""
    low, high = sorted((home, away))
    return _show_or_enter_lines(
        request, fetch_section(session_id), EntryPage(round_no=round_no, teams=(low, high))
    )


@require_role_to_send(Role.SCORER)
@require_POST
def change_groups(request: DeskRequest, session_id: SectionPlace, board_no: int) -> HttpResponse:
    """Store which tables played other cards on a board, or undo the latest change of groups."""
    section = fetch_section(session_id)
    page_place = EntryPage(board_no=board_no)
    if "undo" in request.POST:
        groups_acts = section.acts.filter(kind=GROUPS)
        number = parse_act_number(request.POST["undo"])
        back = page_place.path(section)
        if question := ask_before_undo(request, groups_acts, number, back=back):
            return question
    try:
        if "undo" in request.POST:
            undo_section(section=section, number=number, user=request.user, kinds=(GROUPS,))
        else:
            group_board(
                section=section,
                board_no=board_no,
                groups=read_groups(request.POST),
                user=request.user,
            )
    except (DeskError, ScoringError) as error:
        return _render_scores_page(
            request,
            fetch_section(session_id),
            page_place,
            refused=explain_undo_refusal(section, error),
        )
    group_letters = sorted(set(fetch_board_groups(section, board_no).values()))
    if group_letters:
        outcome = f"is scored in groups: as dealt and {', '.join(group_letters)}"
    else:
        outcome = "is scored as one board"
    messages.success(request, f"Board {board_no} {outcome}.")
    return redirect(page_place.path(session_id))


@require_role_to_send(Role.SCORER)
@require_POST
def enter_trump(request: DeskRequest, session_id: SectionPlace, board_no: int) -> HttpResponse:
    """Store the trump of a deal of whist. A refused one stays in its box."""
    section, page_place = fetch_section(session_id), EntryPage(board_no=board_no)
    typed_text = request.POST.get("trump", "")
    try:
        trump = store_trump(section=section, board_no=board_no, text=typed_text, user=request.user)
    except (DeskError, ScoringError) as error:
        return _render_scores_page(
            request,
            fetch_section(session_id),
            page_place,
            trump=RefusedTrump(typed_text, str(error)),
        )
    outcome = f"is {trump}" if trump else "is deleted"
    messages.success(request, f"The trump of board {board_no} {outcome}.")
    return redirect(page_place.path(session_id))


@require_role_to_send(Role.SCORER)
@require_POST
def undo_entry(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Undo the act that the button names, and go to its line."""
    return _undo_or_redo_entry(request, session_id, undo_section, ALREADY_UNDONE, describe_undo)


@require_role_to_send(Role.SCORER)
@require_POST
def redo_entry(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Redo the act that the button names, and go to its line."""
    return _undo_or_redo_entry(
        request,
        session_id,
        redo_section,
        ALREADY_REDONE,
        lambda _section, act: f"Redone: {act.words}",
    )


def _undo_or_redo_entry(
    request: DeskRequest,
    session_id: SectionPlace,
    step: Callable[..., Act | None],
    stale_text: str,
    success_text: Callable[[Section, Act], str],
) -> HttpResponse:
    """Undo or redo an act and go to its line. If somebody was faster, show *stale_text*."""
    section = fetch_section(session_id)
    entered_by = request.POST.get("by", "board")
    named_act = section.acts.filter(kind__in=BOARD_PLAY, number=read_act(request.POST)).first()
    lines = list_line_changes(named_act) if named_act else []
    page_place: EntryPage | None
    if lines:
        page_place = _find_line_page(section, lines[-1], entered_by)
    else:
        page_place = find_first_page(section, entered_by)
    if named_act is None or page_place is None:
        messages.warning(request, stale_text)
        return redirect("session_scores", session_id=session_id)
    is_redo = step is redo_section
    question = find_undo_question(
        request, section.acts.filter(kind__in=BOARD_PLAY), named_act.number, is_redo=is_redo
    )
    if question:
        asked = {
            "question": question,
            "number": named_act.number,
            "way": "redo" if is_redo else "undo",
        }
        return _render_scores_page(request, section, page_place, asked=asked)
    rows_before = load_standing_rows(section)
    try:
        act = step(section=section, number=named_act.number, user=request.user, kinds=BOARD_PLAY)
    except (DeskError, ScoringError) as error:
        return _render_scores_page(
            request,
            fetch_section(session_id),
            page_place,
            refused=explain_undo_refusal(section, error),
        )
    if act:
        sides = [side for line in lines for side in line.line[1:]]
        moved = list_place_changes(section, sides, rows_before)
        messages.success(request, add_change_sentences(success_text(section, act), moved))
    else:
        messages.warning(request, stale_text)
    fragment = f"#line-{format_line_key(*lines[-1].line)}" if lines else ""
    return redirect(page_place.path(section) + fragment)


@require_safe
def show_line_history(
    request: DeskRequest, session_id: SectionPlace, result_id: int
) -> HttpResponse:
    """Show every version of a line, who entered it and when."""
    section = fetch_section(session_id)
    result = get_object_or_404(section.results.select_related("entered_by"), pk=result_id)
    context = {
        "result": result,
        "ns": section.label(result.ns),
        "ew": section.label(result.ew),
        "key": format_line_key(result.board_no, result.ns, result.ew),
        "values": fetch_result_values(result),
    }
    return render(
        request, "boards/scores/history.html", make_session_context(section, "scores") | context
    )


def _find_line_page(section: Section, line: LineChange, entered_by: str) -> EntryPage:
    """Return the page of *line* among those that results are *entered_by*, else its board's."""
    if entered_by == "match":
        _board_no, *sides = line.line
        low, high = sorted(sides)
        is_round_match = section.plan is not None and is_by_round(section.plan)
        round_no = line.round_no or 0 if is_round_match else 0
        return EntryPage(round_no=round_no, teams=(low, high))
    if entered_by == "table" and line.round_no and line.table_no:
        return EntryPage(round_no=line.round_no, table_no=line.table_no)
    return EntryPage(board_no=line.board_no)


def _show_or_enter_lines(request: DeskRequest, section: Section, place: EntryPage) -> HttpResponse:
    if request.method != "POST":
        if request.htmx and STATE in request.GET:
            return _show_news(request, section, place)
        return _render_scores_page(request, section, place)
    typed = read_lines(request.POST)
    corrected: list[int] = []
    for line in typed:
        if line.shown_text and line.is_changed:
            corrected += [line.ns, line.ew]
    # The standings before are only needed for a correction; a new result costs nothing more.
    rows_before = load_standing_rows(section) if corrected else {}
    outcome = enter_results(
        section=section,
        typed=typed,
        user=request.user,
        round_and_table=place.round_and_table,
    )
    moved: list[PlaceChange] = []
    if corrected and outcome.saved_results:
        moved = list_place_changes(section, corrected, rows_before)
    if request.htmx:
        return _show_saved(request, section, place, outcome, moved)
    if outcome.saved_results:
        has_several = len(outcome.saved_results) > 1
        saved_text = (
            f"{len(outcome.saved_results)} results saved." if has_several else "1 result saved."
        )
        if moved:
            saved_text = add_change_sentences(saved_text, moved)
        messages.success(request, saved_text)
    if outcome.refused_lines:
        return _render_scores_page(request, section, place, lines=outcome.refused_lines)
    return redirect(place.path(section))


def _get_page_or_404(
    section: Section, place: EntryPage, refused: Sequence[RefusedLine]
) -> ScoresPage:
    page = make_scores_page(section, place, refused)
    if page is None:
        raise Http404
    return page


def _make_scores_context(
    request: DeskRequest, section: Section, page: ScoresPage
) -> dict[str, object]:
    return {
        "page": page,
        "section": section,
        "session": section.session,
        "notices": list_draw_notices(section, page.plan, page.lines),
        "to_settle": count_open_findings(section, page.plan, page.sheets) if page.plan else 0,
        "questions": count_disputed_lines(section),
        **make_act_buttons(
            section, page.lines, request.user, parse_small_number(request.GET.get("undo", ""))
        ),
    }


def _render_scores_page(
    request: DeskRequest,
    section: Section,
    place: EntryPage,
    *,
    lines: Sequence[RefusedLine] = (),
    refused: str = "",
    trump: RefusedTrump | None = None,
    asked: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Show the page, with what was *refused*, or the question *asked* before an undo."""
    # Read before the results, so that a change during the reading is asked for again.
    state, undone_no = _get_scores_state(section), fetch_last_undo_number(section.session.event)
    context = make_session_context(section, "scores") | _make_scores_context(
        request, section, _get_page_or_404(section, place, lines)
    )
    scored_by = section.session.scored_by
    has_shares = find_method(scored_by.scoring).artificial == "share"
    context |= {"adjustments": _list_usual_adjustments(scored_by), "has_shares": has_shares}
    context |= {"adjusted_forms": list_adjusted_forms(scored_by)}
    context |= {"result_example": get_result_example(scored_by.game)}
    if has_shares:
        context["adjust_help"] = SHARES_HELP
        if has_own_average(scored_by):
            context["adjust_help"] += OWN_AVERAGE_HELP
    else:
        context["adjust_help"] = NO_SHARES_HELP
    context |= {"refused": refused, "letters": LETTERS, "refused_trump": trump}
    context |= {"state": state, "undone_no": undone_no, "asked": asked, "sure": SURE}
    context["focus"] = "" if trump else context["page"].first_open
    context["groups_act"] = fetch_groups_act(section, place.board_no) if place.board_no else None
    status = 422 if lines or refused or trump else 200
    if asked:
        status = 409
    return render(request, "boards/scores.html", context, status=status)


def _list_usual_adjustments(scored_by: Event | Stage) -> list[tuple[str, str]]:
    """Return usual adjustments of the method, as typed, with their meaning."""
    method = find_method(scored_by.scoring)
    is_own = has_own_average(scored_by)
    averages_by_kind = {
        # The flat 60% differs from average plus only if a pair's own average counts.
        "share": [*AVERAGES, FLAT] if is_own else [*AVERAGES],
        "direction": [AVERAGE_FOR_BOTH],
        "nothing": [AVERAGE_FOR_BOTH],
    }
    averages = averages_by_kind.get(method.artificial, [])
    return [*((STORED_AVERAGES[text, is_own], meaning) for text, meaning in averages), *NO_RESULT]


def _get_scores_state(section: Section) -> str:
    """Return a key that changes with everything that Scores shows. No query."""
    return str(section.session.event.change_no)


def _show_news(request: DeskRequest, section: Section, place: EntryPage) -> HttpResponse:
    """Answer a page that asks for what others changed since its *state*, with 204 for nothing.

    It gets every line, the grid, the buttons and what others undid of the user's entries.
    """
    state = _get_scores_state(section)
    if request.GET[STATE] == state:
        return HttpResponse(status=204)
    since = parse_small_number(request.GET.get("undone", ""))
    page = _get_page_or_404(section, place, ())
    context = _make_scores_context(request, section, page) | {
        "others": page.rows,
        "state": state,
        "undone_no": since,
        "undone": describe_undone_by_others(section.acts.all(), request.user, since),
    }
    return render(request, "boards/scores/_news.html", context)


def _show_saved(
    request: DeskRequest,
    section: Section,
    place: EntryPage,
    outcome: EntryOutcome,
    moved: Sequence[PlaceChange],
) -> HttpResponse:
    """Answer a saved line with its row and all other parts of the page that it changes.

    *moved* are the places of both sides before and after a correction.
    """
    page = _get_page_or_404(section, place, outcome.refused_lines)
    saved = [row for row in page.rows if f"text-{row.key}" in request.POST]
    context = _make_scores_context(request, section, page) | {
        "saved": saved,
        "others": [row for row in page.rows if row not in saved],
        "squares": page.progress.list_board_squares({row.board_no for row in saved}),
        "said": "" if outcome.refused_lines else "Saved.",
        "moved": moved,
    }
    status = 422 if outcome.refused_lines else 200
    return render(request, "boards/scores/_lines_saved.html", context, status=status)
