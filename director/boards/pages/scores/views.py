"""Scores: enter, correct and undo results, by traveller, by table or by match."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.boards.movement.formats import get_format
from director.boards.movement.lines.dependent_scores import (
    LETTERS,
    fetch_board_group_by_pairs,
    fetch_groups_act,
)
from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.narrow_grid import list_changed_squares
from director.boards.movement.lines.progress import RefusedLine, TypedLine, format_line_key
from director.boards.movement.lines.section_lines import SectionLine
from director.boards.movement.sections import BOARD_PLAY, fetch_section
from director.boards.pages.scores.page import EntryRow, ScoresPage, make_scores_page
from director.boards.pages.steps import make_session_context
from director.boards.play.hooks import RULING_DESK
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.scores.off_schedule import group_board
from director.boards.play.scores.result import EntryOutcome, enter_results, store_trump
from director.boards.play.scores.undoing import (
    EntryPage,
    LineChange,
    PageLink,
    describe_undo,
    explain_undo_refusal,
    fetch_result_values,
    find_first_page,
    list_line_changes,
    make_act_buttons,
)
from director.boards.play.table_words import count_disputed_lines
from director.boards.scoring.hooks import MATCHES
from director.boards.scoring.standings.event import load_session_sheets
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.standings.versions import (
    list_rank_changes,
    load_results_before,
)
from director.boards.scoring.units import get_result_example, has_own_average, list_adjusted_forms
from director.core.base.act_kinds import ActKind
from director.core.base.forms import (
    merge_box_value,
    parse_record_number,
    parse_small_number,
    read_boxes_by_numbers,
)
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_send
from director.core.base.standings_versions import RankChange, append_change_descriptions
from director.core.base.tags.cards import format_points
from director.core.night.history import fetch_last_undo_number, list_undone_messages
from director.core.pages.history import (
    CONFIRMED_FIELD,
    fetch_undo_question,
    find_undo_question_page,
)
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError
from director.models import Act, Event, Section, Stage
from director.models.event import SectionRef
from scoring.bridge.entry_codes import (
    ARTIFICIAL_CODES,
    AVERAGE,
    AVERAGES,
    FLAT_SHARES,
    NOT_PLAYED,
    SHIFTED,
    TO_BE_PLAYED,
    WRONG_CARDS,
)
from scoring.errors import ScoringError
from scoring.registry import get_method

GROUPS_PARAM = "groups"
"""Query parameter that asks for the form for the groups of a fouled board."""
STATE_PARAM = "state"
"""Query parameter: the state of the results that the page shows when it polls."""
SHOWN_LINES_PARAM = "lines"
"""Parameter with the keys and fingerprints of the lines that a browser shows."""
OTHER_PAGE = "other"
"""The value of ``SHOWN_LINES_PARAM`` from a browser that shows another page by now."""
SHOWN_LINKS_PARAM = "links"
"""Parameter with the first letter of the state of each link that a browser shows, in order."""
ALREADY_UNDONE = "That was already undone."
ALREADY_REDONE = "That was already redone."
NOT_IN_HISTORY = (
    "That change isn’t in the history, so it can’t be undone or redone. Correct the result in its "
    "line."
)
PERCENTAGES_HELP = "Type A, then the percentages for N-S and E-W: A6040 gives 60% and 40%."
NO_PERCENTAGES_HELP = (
    "This scoring method has no rule for percentages. Type the score that should count."
)
OWN_AVERAGE_HELP = (
    " Average plus and minus are A60+ and A40-: a pair’s average on its other boards replaces 60% if higher, 40% if "
    "lower."
)


def read_typed_lines(data: Mapping[str, str]) -> list[TypedLine]:
    """Return the lines of a posted page, in its order.

    The numbers of a field are the board, N-S and E-W of its line:

    - ``text-7-4-11``: the text in the box
    - ``shown-7-4-11`` and ``version-7-4-11``: the text and the version that the page showed

    If somebody else has changed a line since, the page asks which result to keep:

    - ``put``: the line to store over theirs, whose version is ``theirs-7-4-11``
    - ``keep``: the line to leave unchanged
    """
    lines = []
    for (board_no, ns, ew), text in read_boxes_by_numbers(data, "text", number_count=3).items():
        key = format_line_key(board_no, ns, ew)
        if key == data.get("keep"):
            continue
        is_chosen = data.get("put") == key
        # A chosen result replaces the other person's version, which the user has just seen.
        version_field = f"theirs-{key}" if is_chosen else f"version-{key}"
        version = parse_record_number(data.get(version_field, ""))
        shown_text = data.get(f"shown-{key}", "")
        lines.append(TypedLine(board_no, ns, ew, text, shown_text, version, is_chosen))
    return lines


def read_entry_page(numbers: Mapping[str, int], query_params: Mapping[str, str]) -> EntryPage:
    """Return the page that an address leads to.

    *numbers* are a ``board_no``, a ``round_no`` and ``table_no``, or a ``round_no`` and the teams
    ``home`` and ``away`` of a match in any order. ``part`` of *query_params* is a part of a board.
    """
    if "board_no" in numbers:
        part_no = parse_small_number(query_params.get("part", "")) or 1
        return EntryPage(board_no=numbers["board_no"], part_no=part_no)
    if "table_no" in numbers:
        return EntryPage(round_no=numbers["round_no"], table_no=numbers["table_no"])
    low, high = sorted((numbers["home"], numbers["away"]))
    return EntryPage(round_no=numbers["round_no"], teams=(low, high))


def read_group_by_line(
    data: Mapping[str, str], stored_groups: Mapping[tuple[int, int], str]
) -> dict[tuple[int, int], str]:
    """Return the group letter of each line from ``group-4-11`` (N-S, E-W).

    A line whose menu was left alone keeps its letter of *stored_groups*.

    :raises ChangedMeanwhileError: if another desk has changed a line that was changed here
    """
    return {
        (ns, ew): merge_box_value(
            typed_value=text.strip(),
            shown_value=data.get(f"was-group-{ns}-{ew}"),
            stored_value=stored_groups.get((ns, ew), ""),
        )
        for (ns, ew), text in read_boxes_by_numbers(data, "group", number_count=2).items()
    }


def read_act_number(data: Mapping[str, str]) -> int:
    """Return the number of the act that a button names, or 0 without one."""
    return parse_record_number(data.get("change", ""))


class RefusedTrump(NamedTuple):
    """A typed trump that was refused, with the reason."""

    typed_text: str
    error: str


@require_safe
def redirect_to_missing_result(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Go to the first page with a missing result: ``?by=board``, ``table`` or ``match``.

    Without ``by`` pages are by board, or by match if the contest enters its matches first.
    """
    section = fetch_section(ref)
    page_kind = request.GET.get("by", "")
    if address := MATCHES.answers.find_entry_address(section, page_kind):
        return redirect(address)
    entry_page = find_first_page(section, page_kind or "board")
    if entry_page is None:
        return render(request, "boards/scores.html", make_session_context(section, "scores"))
    return redirect(entry_page.get_path(ref))


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def enter_lines(request: DeskRequest, ref: SectionRef, **numbers: int) -> HttpResponse:
    """Show and enter the lines of a board, of a table in a round, or of a match.

    *numbers* are those of the address, as :func:`read_entry_page` reads them.
    """
    section = fetch_section(ref)
    entry_page = read_entry_page(numbers, request.GET)
    if request.method != "POST":
        return _show_lines(request, section, entry_page)
    typed_lines = read_typed_lines(request.POST)
    corrected_contestants = _list_corrected_contestants(typed_lines)
    # Only a correction says who moved in the standings, so a new result doesn't load them twice.
    results_before = load_results_before(section) if corrected_contestants else None
    outcome = enter_results(
        section=section,
        typed_lines=typed_lines,
        user=request.user,
        round_and_table=entry_page.round_and_table,
    )
    if request.htmx:
        return _render_saved(
            request, section, entry_page, outcome, corrected_contestants, results_before
        )
    if outcome.saved_results:
        saved_count = len(outcome.saved_results)
        saved_text = "1 result saved." if saved_count == 1 else f"{saved_count} results saved."
        if corrected_contestants:
            rank_changes = list_rank_changes(
                load_session_sheets(section), section, corrected_contestants, results_before
            )
            saved_text = append_change_descriptions(saved_text, rank_changes)
        messages.success(request, saved_text)
    if outcome.refused_lines:
        return _render_scores_page(
            request, section, entry_page, refused_lines=outcome.refused_lines
        )
    return redirect(entry_page.get_path(section))


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def change_groups(request: DeskRequest, ref: SectionRef, board_no: int) -> HttpResponse:
    """Store which tables played other cards on a board, or undo the latest change of groups."""
    section = fetch_section(ref)
    entry_page = EntryPage(board_no=board_no)
    if "undo" in request.POST:
        groups_acts = section.acts.filter(kind=ActKind.GROUPS)
        number = parse_record_number(request.POST["undo"])
        back = entry_page.get_path(section)
        if question := find_undo_question_page(request, groups_acts, number, back=back):
            return question
    try:
        if "undo" in request.POST:
            undo_section(section=section, number=number, user=request.user, kinds=(ActKind.GROUPS,))
        else:
            group_board(
                section=section,
                board_no=board_no,
                groups=read_group_by_line(
                    request.POST, fetch_board_group_by_pairs(section, board_no)
                ),
                user=request.user,
            )
    except (DeskError, ScoringError) as error:
        return _render_scores_page(
            request,
            fetch_section(ref),
            entry_page,
            refusal=explain_undo_refusal(section, error),
        )
    group_letters = sorted(set(fetch_board_group_by_pairs(section, board_no).values()))
    if group_letters:
        outcome = f"is scored in groups: as dealt and {', '.join(group_letters)}"
    else:
        outcome = "is scored as one board"
    messages.success(request, f"Board {board_no} {outcome}.")
    return redirect(entry_page.get_path(ref))


@require_role_to_send(Role.SCORER)
@require_POST
def enter_trump(request: DeskRequest, ref: SectionRef, board_no: int) -> HttpResponse:
    """Store the trump of a deal of whist. A refused one stays in its box."""
    section, entry_page = fetch_section(ref), EntryPage(board_no=board_no)
    typed_text = request.POST.get("trump", "")
    try:
        trump = store_trump(section=section, board_no=board_no, text=typed_text, user=request.user)
    except (DeskError, ScoringError) as error:
        return _render_scores_page(
            request,
            fetch_section(ref),
            entry_page,
            trump=RefusedTrump(typed_text, str(error)),
        )
    outcome = f"is {trump}" if trump else "is deleted"
    messages.success(request, f"The trump of board {board_no} {outcome}.")
    return redirect(entry_page.get_path(ref))


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def undo_entry(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Undo the act that the button names, and go to its line."""
    return _undo_or_redo_entry(request, ref, is_redo=False)


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def redo_entry(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Redo the act that the button names, and go to its line."""
    return _undo_or_redo_entry(request, ref, is_redo=True)


def _undo_or_redo_entry(request: DeskRequest, ref: SectionRef, *, is_redo: bool) -> HttpResponse:
    """Undo or redo the act that the button names.

    The user is asked first if the act needs a confirmation, and told if it can't be undone.
    """
    section = fetch_section(ref)
    page_kind = request.POST.get("by", "board")
    named_act = section.acts.filter(
        kind__in=BOARD_PLAY, number=read_act_number(request.POST)
    ).first()
    line_changes = list_line_changes(named_act) if named_act else []
    entry_page: EntryPage | None
    if line_changes:
        entry_page = _get_line_page(section, line_changes[-1].line, page_kind)
    else:
        entry_page = find_first_page(section, page_kind)
    if named_act is None or entry_page is None:
        is_undone = named_act is not None and named_act.undone_at is not None and not is_redo
        messages.warning(request, ALREADY_UNDONE if is_undone else NOT_IN_HISTORY)
        return redirect("session_scores", ref=ref)
    question = fetch_undo_question(
        request, section.acts.filter(kind__in=BOARD_PLAY), named_act.number, is_redo=is_redo
    )
    if question:
        undo_question = {
            "question": question,
            "number": named_act.number,
            "action": "redo" if is_redo else "undo",
        }
        return _render_scores_page(request, section, entry_page, undo_question=undo_question)
    return _store_undo_or_redo(
        request,
        section,
        entry_page,
        number=named_act.number,
        line_changes=line_changes,
        is_redo=is_redo,
    )


def _store_undo_or_redo(
    request: DeskRequest,
    section: Section,
    entry_page: EntryPage,
    *,
    number: int,
    line_changes: Sequence[LineChange],
    is_redo: bool,
) -> HttpResponse:
    """Undo or redo the act *number*, then go to the last line that it changed."""
    results_before = load_results_before(section)
    undo_or_redo = redo_section if is_redo else undo_section
    try:
        act = undo_or_redo(section=section, number=number, user=request.user, kinds=BOARD_PLAY)
    except (DeskError, ScoringError) as error:
        return _render_scores_page(
            request,
            fetch_section(section.ref),
            entry_page,
            refusal=explain_undo_refusal(section, error),
        )
    if act:
        corrected_contestants: list[int] = []
        for change in line_changes:
            corrected_contestants += [change.line.ns, change.line.ew]
        rank_changes = list_rank_changes(
            load_session_sheets(section), section, corrected_contestants, results_before
        )
        text = f"Redone: {act.words}" if is_redo else describe_undo(section, act)
        messages.success(request, append_change_descriptions(text, rank_changes))
    else:
        messages.warning(request, ALREADY_REDONE if is_redo else ALREADY_UNDONE)
    fragment = ""
    if line_changes:
        line = line_changes[-1].line
        fragment = f"#line-{format_line_key(line.board_no, line.ns, line.ew)}"
    return redirect(entry_page.get_path(section) + fragment)


@require_safe
def show_line_history(request: DeskRequest, ref: SectionRef, result_id: int) -> HttpResponse:
    """Show every version of a line, who entered it and when."""
    section = fetch_section(ref)
    result = get_object_or_404(section.results.select_related("entered_by"), pk=result_id)
    context = {
        "result": result,
        "ns": section.get_label(result.ns),
        "ew": section.get_label(result.ew),
        "key": format_line_key(result.board_no, result.ns, result.ew),
        "values": fetch_result_values(result),
    }
    return render(
        request, "boards/scores/history.html", make_session_context(section, "scores") | context
    )


def _get_line_page(section: Section, line: SectionLine, page_kind: str) -> EntryPage:
    """Return the page of *page_kind* on which *line* is entered, or the page of its board."""
    if page_kind == "match":
        low, high = sorted((line.ns, line.ew))
        is_round_match = section.plan is not None and get_format(section.plan).is_by_round
        round_no = 0
        if is_round_match and line.round_no:
            round_no = line.round_no
        return EntryPage(round_no=round_no, teams=(low, high))
    if page_kind == "table" and line.round_no and line.table_no:
        return EntryPage(round_no=line.round_no, table_no=line.table_no)
    return EntryPage(board_no=line.board_no)


def _show_lines(request: DeskRequest, section: Section, entry_page: EntryPage) -> HttpResponse:
    """Show the page, or the part of it that its script asks for."""
    if request.htmx and STATE_PARAM in request.GET:
        return _render_changes(request, section, entry_page)
    if request.htmx and GROUPS_PARAM in request.GET:
        return _render_groups_form(request, section, entry_page)
    return _render_scores_page(request, section, entry_page)


def _render_groups_form(
    request: DeskRequest, section: Section, entry_page: EntryPage
) -> HttpResponse:
    """Render the form for the groups of a fouled board, which Scores fetches when it is opened."""
    context = {
        "section": section,
        "page": _get_page_or_404(section, entry_page, ()),
        "letters": LETTERS,
        "groups_act": fetch_groups_act(section, entry_page.board_no),
    }
    return render(request, "boards/scores/_groups.html", context)


def _list_corrected_contestants(typed_lines: Sequence[TypedLine]) -> list[int]:
    """Return both contestants of each line whose stored result was changed."""
    contestants: list[int] = []
    for line in typed_lines:
        if line.shown_text and line.is_changed:
            contestants += [line.ns, line.ew]
    return contestants


def _get_page_or_404(
    section: Section, entry_page: EntryPage, refused_lines: Sequence[RefusedLine]
) -> ScoresPage:
    page = make_scores_page(section, entry_page, refused_lines)
    if page is None:
        raise Http404
    return page


def _make_scores_context(
    request: DeskRequest, section: Section, page: ScoresPage, *, new_act: Act | None = None
) -> dict[str, object]:
    unsettled_count = 0
    if page.plan:
        unsettled_count = RULING_DESK.answers.count_unsettled_problems(
            section, page.plan, page.session_results
        )
    return {
        "page": page,
        "section": section,
        "session": section.session,
        "notices": page.plan and get_format(page.plan).list_notices(section, page.plan, page.lines),
        "unsettled_count": unsettled_count,
        "disputed_count": count_disputed_lines(section),
        **make_act_buttons(
            section,
            page.lines,
            request.user,
            parse_small_number(request.GET.get("undo", "")),
            new_act=new_act,
        ),
    }


def _render_scores_page(
    request: DeskRequest,
    section: Section,
    entry_page: EntryPage,
    *,
    refused_lines: Sequence[RefusedLine] = (),
    refusal: str = "",
    trump: RefusedTrump | None = None,
    undo_question: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Show the page with a *refusal*, or with the *undo_question* to answer before an undo."""
    # Read before the results: if they change meanwhile, the browser asks again at its next poll.
    state = _get_scores_state(section)
    undone_no = fetch_last_undo_number(section.session.event)
    page = _get_page_or_404(section, entry_page, refused_lines)
    scoring_record = section.session.scoring_record
    groups_act: Act | None = None
    if entry_page.board_no:
        groups_act = fetch_groups_act(section, entry_page.board_no)
    context = {
        **make_session_context(section, "scores"),
        **_make_scores_context(request, section, page),
        "adjustments": _list_common_adjustments(scoring_record),
        "artificial_codes": ARTIFICIAL_CODES if _has_percentages(scoring_record) else (),
        "adjusted_forms": list_adjusted_forms(scoring_record),
        "adjust_help": _get_adjust_help(scoring_record),
        "line_codes": _list_line_codes(scoring_record.game),
        "refusal": refusal,
        "letters": LETTERS,
        "refused_trump": trump,
        "state": state,
        "undone_no": undone_no,
        "undo_question": undo_question,
        "confirmed_field": CONFIRMED_FIELD,
        "focus": "" if trump else page.first_open_key,
        "groups_act": groups_act,
        "shows_groups": groups_act is not None or GROUPS_PARAM in request.GET,
    }
    if undo_question:
        return render(request, "boards/scores.html", context, status=HTTPStatus.CONFLICT)
    problems = refused_lines or refusal or trump
    return render_page(request, "boards/scores.html", context, problems=problems)


def _has_percentages(scoring_record: Event | Stage) -> bool:
    return get_method(scoring_record.scoring).artificial_basis == "share"


def _get_adjust_help(scoring_record: Event | Stage) -> str:
    if not _has_percentages(scoring_record):
        return NO_PERCENTAGES_HELP
    if has_own_average(scoring_record):
        return PERCENTAGES_HELP + OWN_AVERAGE_HELP
    return PERCENTAGES_HELP


def _list_common_adjustments(scoring_record: Event | Stage) -> list[tuple[str, str]]:
    """Return the adjustments that the method offers first, as stored, with their meaning."""
    method = get_method(scoring_record.scoring)
    uses_own = has_own_average(scoring_record)
    averages_by_kind = {
        # The flat 60% differs from average plus only if a pair's own average counts.
        "share": (*AVERAGES, FLAT_SHARES) if uses_own else AVERAGES,
        "direction": (AVERAGE,),
        "nothing": (AVERAGE,),
    }
    codes = (*averages_by_kind.get(method.artificial_basis, ()), NOT_PLAYED, TO_BE_PLAYED)
    return [
        (parse_line_entry(code.example, has_own_average=uses_own).text, code.meaning)
        for code in codes
    ]


def _list_line_codes(game: str) -> list[tuple[str, str]]:
    """Return the codes of lines without an artificial score, as typed at *game*, with their meaning."""
    codes = (NOT_PLAYED, SHIFTED, WRONG_CARDS, TO_BE_PLAYED)
    result = get_result_example(game)
    return [(code.example.replace("4SS=", result), code.meaning) for code in codes]


def _get_scores_state(section: Section) -> str:
    """Return a key that changes with everything that Scores shows. No query."""
    return str(section.session.event.change_no)


def _make_changed_links(page: ScoresPage, shown_states: str) -> dict[str, list[PageLink]]:
    """Return the links of *page* whose state the browser doesn't show yet.

    *shown_states* is empty if the browser doesn't say what it shows; then all links are returned.
    """
    links = [*page.rounds, *page.stops]
    # Another number of links belongs to another round or movement.
    if len(shown_states) != len(links):
        return {"rounds": [*page.rounds], "stops": [*page.stops]}
    changed_links = [
        link if link.state[0] != shown_letter else None
        for link, shown_letter in zip(links, shown_states, strict=True)
    ]
    round_count = len(page.rounds)
    return {
        "rounds": [*filter(None, changed_links[:round_count])],
        "stops": [*filter(None, changed_links[round_count:])],
    }


def _make_others_context(
    page: ScoresPage, rows: Sequence[EntryRow], shown_lines: str
) -> dict[str, object]:
    """Return the *rows* that the browser doesn't show yet, and the points of all others.

    *shown_lines* is what the browser shows, such as ``1-1-6:5f3a01c2,1-2-8:77b0e4d9``. If it is
    empty, every row is returned.
    """
    if shown_lines == OTHER_PAGE:
        return {"other_rows": (), "points_by_line": {}}
    shown_items = set(shown_lines.split(","))
    shown_keys = {row.key for row in rows if f"{row.key}:{row.fingerprint}" in shown_items}
    shown_rows = [row for row in rows if row.key in shown_keys]
    other_rows = [row for row in rows if row.key not in shown_keys]
    return {
        "other_rows": other_rows,
        "points_by_line": {
            row.key: [_format_line_points(row, page.decimals), row.is_odd] for row in shown_rows
        },
        "has_odd_points": any(row.is_odd for row in shown_rows),
    }


def _format_line_points(row: EntryRow, decimals: int) -> str:
    """Return the points of *row* as its line shows them."""
    return "–" if row.is_only_result else format_points(row.points, decimals)


def _render_changes(request: DeskRequest, section: Section, entry_page: EntryPage) -> HttpResponse:
    """Return what others have changed since the page's state, or 204 if nothing has.

    The answer has every line that differs from the one shown, the points of the others, the grid,
    the buttons, and messages on entries of this user that somebody else has undone.
    """
    state = _get_scores_state(section)
    if request.GET[STATE_PARAM] == state:
        return HttpResponse(status=204)
    last_undone_no = parse_small_number(request.GET.get("undone", ""))
    page = _get_page_or_404(section, entry_page, ())
    context = _make_scores_context(request, section, page) | {
        **_make_others_context(page, page.rows, request.GET.get(SHOWN_LINES_PARAM, "")),
        "state": state,
        "undone_no": last_undone_no,
        "undone_messages": list_undone_messages(section.acts.all(), request.user, last_undone_no),
    }
    return render(request, "boards/scores/_news.html", context)


def _render_saved(
    request: DeskRequest,
    section: Section,
    entry_page: EntryPage,
    outcome: EntryOutcome,
    corrected_contestants: Sequence[int],
    results_before: SessionResults | None,
) -> HttpResponse:
    """Answer a saved line with its row and all other parts of the page that it changes.

    *results_before* are the results before the correction.
    """
    page = _get_page_or_404(section, entry_page, outcome.refused_lines)
    saved_rows = [row for row in page.rows if f"text-{row.key}" in request.POST]
    other_rows = [row for row in page.rows if f"text-{row.key}" not in request.POST]
    saved_lines = []
    for line in entry_page.get_lines(page.lines):
        key = format_line_key(line.board_no, line.ns, line.ew)
        if f"text-{key}" in request.POST:
            saved_lines.append(line)
    rank_changes: list[RankChange] = []
    if outcome.saved_results:
        rank_changes = list_rank_changes(
            page.session_results, section, corrected_contestants, results_before
        )
    context = _make_scores_context(request, section, page, new_act=outcome.last_act) | {
        "saved_rows": saved_rows,
        "grid_labels": page.progress.list_line_labels(saved_lines),
        **_make_others_context(page, other_rows, request.POST.get(SHOWN_LINES_PARAM, "")),
        **_make_changed_links(page, request.POST.get(SHOWN_LINKS_PARAM, "")),
        "changed_squares": list_changed_squares(page.progress, saved_lines),
        "status_text": "" if outcome.refused_lines else "Saved.",
        "rank_changes": rank_changes,
    }
    return render_page(
        request, "boards/scores/_lines_saved.html", context, problems=outcome.refused_lines
    )
