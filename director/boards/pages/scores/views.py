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
from director.boards.movement.lines.fouled import LETTERS, board_groups, groups_act
from director.boards.movement.lines.page_input import RefusedLine, TypedLine, line_key
from director.boards.movement.rounds import is_by_round
from director.boards.movement.sections import section_of_session
from director.boards.pages.scores.page import ScoresPage, scores_page
from director.boards.pages.steps import shell
from director.boards.play.draws.notices import draw_notices
from director.boards.play.phones.read import disputed_lines
from director.boards.play.problems.irregularities import things_to_settle
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.scores.fouled import group_board
from director.boards.play.scores.history import result_values
from director.boards.play.scores.places import EntryPage, first_place
from director.boards.play.scores.reported import enters_matches
from director.boards.play.scores.result import EntryOutcome, enter_results
from director.boards.play.scores.trumps import store_trump
from director.boards.play.scores.undoing import (
    LineChange,
    act_buttons,
    line_changes,
    undo_refused,
    undone_words,
)
from director.boards.scoring.adjusted_forms import adjusted_forms, result_example
from director.boards.scoring.standings.place_changes import place_changes, stored_rows
from director.boards.scoring.units import has_own_average
from director.core.base.forms import act_number, small_number
from director.core.base.place_changes import PlaceChange, sentences
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, sent_by
from director.core.night.history.read import last_undo, undone_by_others
from director.core.pages.undoing import SURE, ask_before_undo, question_about
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
        version = _number(data.get(version_field, ""))
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
    return _number(data.get("change", ""))


def _number(text: str) -> int:
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
def session_scores(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Go to the first page with a missing result: ``?by=board``, ``table`` or ``match``.

    Without ``by`` it is by board, or by match if only results of matches have been entered.
    """
    section = section_of_session(session_id)
    entered_by = request.GET.get("by") or ("match" if enters_matches(section) else "board")
    if entered_by == "match":
        return redirect("session_scores_matches", session_id=session_id)
    page_place = first_place(section, entered_by)
    if page_place is None:
        return render(request, "boards/scores.html", shell(section, "scores"))
    return redirect(page_place.path(session_id))


@sent_by(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def session_scores_board(
    request: DeskRequest, session_id: SectionPlace, board_no: int
) -> HttpResponse:
    """Enter one board at all tables."""
    part = small_number(request.GET.get("part", "")) or 1
    return _entry_answer(
        request, section_of_session(session_id), EntryPage(board_no=board_no, part=part)
    )


@sent_by(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def session_scores_table(
    request: DeskRequest, session_id: SectionPlace, round_no: int, table_no: int
) -> HttpResponse:
    """Enter all boards of one table in one round."""
    return _entry_answer(
        request, section_of_session(session_id), EntryPage(round_no=round_no, table_no=table_no)
    )


@sent_by(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def session_scores_match(
    request: DeskRequest, session_id: SectionPlace, round_no: int, home: int, away: int
) -> HttpResponse:
    """Enter all boards of one match, both tables of a board side by side."""
    low, high = sorted((home, away))
    return _entry_answer(
        request, section_of_session(session_id), EntryPage(round_no=round_no, teams=(low, high))
    )


@sent_by(Role.SCORER)
@require_POST
def session_scores_groups(
    request: DeskRequest, session_id: SectionPlace, board_no: int
) -> HttpResponse:
    """Store which tables played other cards on a board, or undo the latest change of groups."""
    section = section_of_session(session_id)
    page_place = EntryPage(board_no=board_no)
    if "undo" in request.POST:
        groups_acts = section.acts.filter(kind=GROUPS)
        number = act_number(request.POST["undo"])
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
        return _show(
            request,
            section_of_session(session_id),
            page_place,
            refused=undo_refused(section, error),
        )
    group_letters = sorted(set(board_groups(section, board_no).values()))
    if group_letters:
        outcome = f"is scored in groups: as dealt and {', '.join(group_letters)}"
    else:
        outcome = "is scored as one board"
    messages.success(request, f"Board {board_no} {outcome}.")
    return redirect(page_place.path(session_id))


@sent_by(Role.SCORER)
@require_POST
def session_scores_trump(
    request: DeskRequest, session_id: SectionPlace, board_no: int
) -> HttpResponse:
    """Store the trump of a deal of whist. A refused one stays in its box."""
    section, page_place = section_of_session(session_id), EntryPage(board_no=board_no)
    typed_text = request.POST.get("trump", "")
    try:
        trump = store_trump(section=section, board_no=board_no, text=typed_text, user=request.user)
    except (DeskError, ScoringError) as error:
        return _show(
            request,
            section_of_session(session_id),
            page_place,
            trump=RefusedTrump(typed_text, str(error)),
        )
    outcome = f"is {trump}" if trump else "is deleted"
    messages.success(request, f"The trump of board {board_no} {outcome}.")
    return redirect(page_place.path(session_id))


@sent_by(Role.SCORER)
@require_POST
def session_scores_undo(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Undo the act that the button names, and go to its line."""
    return _undo_or_redo(request, session_id, undo_section, ALREADY_UNDONE, undone_words)


@sent_by(Role.SCORER)
@require_POST
def session_scores_redo(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Redo the act that the button names, and go to its line."""
    return _undo_or_redo(
        request,
        session_id,
        redo_section,
        ALREADY_REDONE,
        lambda _section, act: f"Redone: {act.words}",
    )


def _undo_or_redo(
    request: DeskRequest,
    session_id: SectionPlace,
    step: Callable[..., Act | None],
    stale_text: str,
    success_text: Callable[[Section, Act], str],
) -> HttpResponse:
    """Undo or redo an act and go to its line. If somebody was faster, show *stale_text*."""
    section = section_of_session(session_id)
    entered_by = request.POST.get("by", "board")
    named_act = section.acts.filter(kind__in=BOARD_PLAY, number=read_act(request.POST)).first()
    lines = line_changes(named_act) if named_act else []
    page_place: EntryPage | None
    if lines:
        page_place = _place_of(section, lines[-1], entered_by)
    else:
        page_place = first_place(section, entered_by)
    if named_act is None or page_place is None:
        messages.warning(request, stale_text)
        return redirect("session_scores", session_id=session_id)
    is_redo = step is redo_section
    question = question_about(
        request, section.acts.filter(kind__in=BOARD_PLAY), named_act.number, is_redo=is_redo
    )
    if question:
        asked = {
            "question": question,
            "number": named_act.number,
            "way": "redo" if is_redo else "undo",
        }
        return _show(request, section, page_place, asked=asked)
    rows_before = stored_rows(section)
    try:
        act = step(section=section, number=named_act.number, user=request.user, kinds=BOARD_PLAY)
    except (DeskError, ScoringError) as error:
        return _show(
            request,
            section_of_session(session_id),
            page_place,
            refused=undo_refused(section, error),
        )
    if act:
        sides = [side for line in lines for side in line.line[1:]]
        moved = place_changes(section, sides, rows_before)
        messages.success(request, sentences(success_text(section, act), moved))
    else:
        messages.warning(request, stale_text)
    fragment = f"#line-{line_key(*lines[-1].line)}" if lines else ""
    return redirect(page_place.path(section) + fragment)


@require_safe
def session_scores_history(
    request: DeskRequest, session_id: SectionPlace, result_id: int
) -> HttpResponse:
    """Show every version of a line, who entered it and when."""
    section = section_of_session(session_id)
    result = get_object_or_404(section.results.select_related("entered_by"), pk=result_id)
    context = {
        "result": result,
        "ns": section.label(result.ns),
        "ew": section.label(result.ew),
        "key": line_key(result.board_no, result.ns, result.ew),
        "values": result_values(result),
    }
    return render(request, "boards/scores/history.html", shell(section, "scores") | context)


def _place_of(section: Section, line: LineChange, entered_by: str) -> EntryPage:
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


def _entry_answer(request: DeskRequest, section: Section, place: EntryPage) -> HttpResponse:
    if request.method != "POST":
        if request.htmx and STATE in request.GET:
            return _show_news(request, section, place)
        return _show(request, section, place)
    typed = read_lines(request.POST)
    corrected: list[int] = []
    for line in typed:
        if line.shown and line.is_changed:
            corrected += [line.ns, line.ew]
    # The standings before are only needed for a correction; a new result costs nothing more.
    rows_before = stored_rows(section) if corrected else {}
    outcome = enter_results(
        section=section,
        typed=typed,
        user=request.user,
        round_and_table=place.round_and_table,
    )
    moved: list[PlaceChange] = []
    if corrected and outcome.stored:
        moved = place_changes(section, corrected, rows_before)
    if request.htmx:
        return _show_saved(request, section, place, outcome, moved)
    if outcome.stored:
        has_several = len(outcome.stored) > 1
        saved_text = f"{len(outcome.stored)} results saved." if has_several else "1 result saved."
        if moved:
            saved_text = sentences(saved_text, moved)
        messages.success(request, saved_text)
    if outcome.refused:
        return _show(request, section, place, lines=outcome.refused)
    return redirect(place.path(section))


def _page(section: Section, place: EntryPage, refused: Sequence[RefusedLine]) -> ScoresPage:
    page = scores_page(section, place, refused)
    if page is None:
        raise Http404
    return page


def _context(request: DeskRequest, section: Section, page: ScoresPage) -> dict[str, object]:
    return {
        "page": page,
        "section": section,
        "session": section.session,
        "notices": draw_notices(section, page.plan, page.lines),
        "to_settle": things_to_settle(section, page.plan) if page.plan else 0,
        "questions": disputed_lines(section),
        **act_buttons(section, page.lines, request.user, small_number(request.GET.get("undo", ""))),
    }


def _show(
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
    state, undone_no = _state(section), last_undo(section.session.event)
    context = shell(section, "scores") | _context(request, section, _page(section, place, lines))
    scored_by = section.session.scored_by
    has_shares = find_method(scored_by.scoring).artificial == "share"
    context |= {"adjustments": _adjustments(scored_by), "has_shares": has_shares}
    context |= {"adjusted_forms": adjusted_forms(scored_by)}
    context |= {"result_example": result_example(scored_by.game)}
    if has_shares:
        context["adjust_help"] = SHARES_HELP
        if has_own_average(scored_by):
            context["adjust_help"] += OWN_AVERAGE_HELP
    else:
        context["adjust_help"] = NO_SHARES_HELP
    context |= {"refused": refused, "letters": LETTERS, "refused_trump": trump}
    context |= {"state": state, "undone_no": undone_no, "asked": asked, "sure": SURE}
    context["focus"] = "" if trump else context["page"].first_open
    context["groups_act"] = groups_act(section, place.board_no) if place.board_no else None
    status = 422 if lines or refused or trump else 200
    if asked:
        status = 409
    return render(request, "boards/scores.html", context, status=status)


def _adjustments(scored_by: Event | Stage) -> list[tuple[str, str]]:
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


def _state(section: Section) -> str:
    """Return a key that changes with everything that Scores shows. No query."""
    return str(section.session.event.change_no)


def _show_news(request: DeskRequest, section: Section, place: EntryPage) -> HttpResponse:
    """Answer a page that asks for what others changed since its *state*, with 204 for nothing.

    It gets every line, the grid, the buttons and what others undid of the user's entries.
    """
    state = _state(section)
    if request.GET[STATE] == state:
        return HttpResponse(status=204)
    since = small_number(request.GET.get("undone", ""))
    page = _page(section, place, ())
    context = _context(request, section, page) | {
        "others": page.rows,
        "state": state,
        "undone_no": since,
        "undone": undone_by_others(section.acts.all(), request.user, since),
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
    page = _page(section, place, outcome.refused)
    saved = [row for row in page.rows if f"text-{row.key}" in request.POST]
    context = _context(request, section, page) | {
        "saved": saved,
        "others": [row for row in page.rows if row not in saved],
        "squares": page.progress.squares_of({row.board_no for row in saved}),
        "said": "" if outcome.refused else "Saved.",
        "moved": moved,
    }
    status = 422 if outcome.refused else 200
    return render(request, "boards/scores/_lines_saved.html", context, status=status)
