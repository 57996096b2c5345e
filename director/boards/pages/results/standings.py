"""Step 6: standings and files at the desk, and what visitors read once a night is published.

Visitors read standings, cards, travellers and the recap.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString

from director.boards.movement.formats import get_format
from director.boards.movement.sections import (
    fetch_first_section,
    fetch_section,
    fetch_session_sections,
    is_event_divided,
)
from director.boards.pages.hooks import EXPORT_CHECKS
from director.boards.pages.results.forms import ScoringForm
from director.boards.pages.results.scoring_question import (
    ANSWER_FIELD,
    ScoringQuestion,
    make_change_key,
)
from director.boards.pages.steps import make_desk_view, make_results_page_context
from director.boards.paper.exports import is_exportable
from director.boards.play.hands import make_board_hands
from director.boards.play.problems.doubts import list_public_doubts
from director.boards.play.results.method import compare_scoring, set_scoring
from director.boards.refusals import make_section_gone_error
from director.boards.scoring.explanation import explain_board_line, explain_standings
from director.boards.scoring.json import serialize_results
from director.boards.scoring.standings.carried import find_carry_over_due
from director.boards.scoring.standings.event import filter_section_standings, list_played_parts
from director.boards.scoring.units import get_points_label
from director.boards.tables.card_curve import make_card_curve
from director.boards.tables.field_pictures import make_standings_picture
from director.boards.tables.grids import (
    STANDINGS_TEMPLATE,
    list_hidden_columns,
    make_board_table,
    make_card_grid,
    make_recap_tables,
    make_standings_tables,
)
from director.boards.tables.results_context import (
    ResultsContext,
    make_page_context,
    read_desk_results,
    serve_to_readers,
)
from director.core.base.forms import parse_record_number
from director.core.base.grids import ExplainedScores
from director.core.base.headlines import FieldPicture
from director.core.base.hooks import PagePart
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import can_score
from director.core.base.shown_refusals import show_refusals_at
from director.core.club.players import fetch_entry_people, fetch_entry_players
from director.core.night.doubts import serialize_doubts
from director.core.night.page_cache import cache_event_page
from director.core.pages.publishing import render_changes, render_export_page, render_standings
from director.errors import DeskError
from director.models import Event, Section
from director.models.event import SectionRef
from director.names import has_words
from director.sheets import BoardSheet, Link, Points, StandingRow, Standings
from scoring.errors import ScoringError
from scoring.registry import get_method

MAX_SECTIONS_TOGETHER = 4
"""The most sections that the desk shows on one page. Of more, it shows one at a time."""
ALL_SECTIONS = "all"
"""The section in the address of a page with all of them, however many there are."""


class RenderedTable(NamedTuple):
    """A table of standings as HTML, without the request, and whether its figures can be pressed."""

    html: SafeString
    has_explanations: bool


def show_export_tab(
    request: DeskRequest, section: Section, *, refused_form: Form | None = None
) -> HttpResponse:
    """Show the files of the event, and to scorers what other programs would reject.

    *refused_form* is the submitted form of an addition, if it has errors.
    """
    event = section.session.event
    is_checked = is_exportable(event) and can_score(request)
    scoring_error = ""
    check: PagePart | None = None
    make_check = EXPORT_CHECKS.answers.make_check
    results_context = read_desk_results(section)
    results, sheets = results_context.results, results_context.session_results
    try:
        _scored = sheets.scored  # raises if the event can't be scored
        if is_checked:
            check = make_check(section, results, refused=refused_form)
    except ScoringError as error:
        scoring_error = str(error)
        if is_checked:
            check = make_check(section, None, refused=refused_form)
    context = make_results_page_context(request, section, "export", sheets) | {
        "no_standings": scoring_error,
        "check": check,
    }
    return render_export_page(
        request,
        context,
        {"players": "per player"},
        with_results_formats=is_exportable(event),
        problems=refused_form,
    )


def edit_results(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show a tab of the results: standings, scoring, exports or boards."""
    section = fetch_section(ref)
    tab = request.GET.get("tab", "")
    if request.method == "POST":
        return _change_scoring(request, section)
    if tab == "scoring":
        return _render_scoring_tab(request, section, make_scoring_form(section, None))
    if tab == "export":
        return show_export_tab(request, section)
    if not tab and "section" in request.GET:
        requested_section = _find_requested_section(request, section)
        if requested_section:
            address = reverse("session_results", args=[requested_section])
            return redirect(f"{address}?{request.GET.urlencode()}")
    if tab == "boards":
        results_context = read_desk_results(section)
        board_numbers = results_context.session_results.board_numbers
        if board_numbers:
            return redirect(results_context.addresses.get_board_address(board_numbers[0]))
    return render_standings(request, make_standings_context(request, section), STANDINGS_TEMPLATE)


def _change_scoring(request: DeskRequest, section: Section) -> HttpResponse:
    """Store the chosen scoring. If it changes any rank or figure, ask first and list them."""
    form = make_scoring_form(section, request.POST)
    if not form.is_valid():
        return _render_scoring_tab(request, section, form)
    chosen: dict[str, Any] = {
        "scoring": form.cleaned_data["scoring"],
        "options": form.get_options(),
        **form.event_settings,
    }
    with show_refusals_at(form):
        change = compare_scoring(section=section, **chosen)
        # The answer names the choices that it confirms, so other choices are asked about again.
        change_key = make_change_key(chosen)
        if change.rows and request.POST.get(ANSWER_FIELD) != change_key:
            return _render_scoring_tab(
                request, section, form, question=ScoringQuestion(change, change_key)
            )
        set_scoring(section=section, user=request.user, **chosen)
        if request.htmx:  # The method may be new, so the form needs the new method's options.
            return _render_scoring_tab(
                request, section, make_scoring_form(section, None), message=change.message
            )
        messages.success(request, change.message)
        return redirect("session_results", ref=section)
    return _render_scoring_tab(request, section, form)


def _render_scoring_tab(
    request: DeskRequest,
    section: Section,
    form: ScoringForm,
    *,
    message: str = "",
    question: ScoringQuestion | None = None,
) -> HttpResponse:
    context = make_results_page_context(request, section, "scoring") | {
        "form": form,
        "message": message,
        "question": question,
        "own_action": True,
    }
    # Nothing is stored with a question, so the same form can be sent again.
    return render_page(
        request, "boards/results/scoring.html", context, problems=form.errors or question
    )


def make_scoring_form(section: Section, data: Mapping[str, Any] | None) -> ScoringForm:
    """Return the scoring form of *section*."""
    prefetch_related_objects([section], "plans")  # The page needs the plans again.
    event, plan = section.session.event, section.plan
    scoring_record = section.session.scoring_record
    method = get_method(scoring_record.scoring)
    return ScoringForm(
        data,
        event=event,
        method=method,
        settings=method.complete_settings(scoring_record.scoring_options),
        has_matches=plan is not None and get_format(plan).is_drawn,
        is_divided=not section.is_alone and is_event_divided(event),
        has_sessions=not section.is_alone and section.session.is_one_of_several,
    )


def _find_requested_section(request: HttpRequest, section: Section) -> Section | None:
    """Return the section that *request* names by its letter, if it is another than *section*.

    :raises GoneError: if the session has no section with this letter
    """
    letter = request.GET.get("section", ALL_SECTIONS)
    if letter in (section.letter, ALL_SECTIONS):
        return None
    for session_section in fetch_session_sections(section.session_id):
        if session_section.letter == letter:
            return session_section
    raise make_section_gone_error(letter=letter)


def make_standings_context(request: DeskRequest, section: Section) -> dict[str, object]:
    """Return the context of the standings, or of a page that says why there are none.

    An event of many sections has a page for each of them, and one for all.
    """
    results_context = read_desk_results(section)
    results, sheets = results_context.results, results_context.session_results
    try:
        scored, standings = sheets.scored, sheets.standings
        event_standings = results.standings if results.has_several_sessions else None
    except ScoringError as error:
        return make_results_page_context(request, section, "standings", sheets) | {
            "no_standings": str(error)
        }

    has_many_sections = len(sheets.scoring_field.sections) > MAX_SECTIONS_TOGETHER
    shows_all = not has_many_sections or request.GET.get("section") == ALL_SECTIONS

    def make_tables(
        shown_standings: Standings, *, is_explained: bool = False
    ) -> list[RenderedTable]:
        explained_groups: Sequence[ExplainedScores] = ()
        if not shows_all:
            shown_standings = filter_section_standings(results, shown_standings, section)
        if is_explained:
            explained_groups = explain_standings(
                scored, shown_standings, _get_requested_figure(request)
            )
        tables = make_standings_tables(
            shown_standings,
            addresses=results_context.addresses,
            request=request,
            explained_groups=explained_groups,
        )
        return [RenderedTable(table.html, table.has_explanations) for table in tables]

    # Beside the results, the tables depend on the section of the address and on its query, which
    # says the rows, their order and the explained figure.
    section_ref = section.ref
    cache_key = (section_ref, request.GET.urlencode())
    context = make_results_page_context(request, section, "standings", sheets, is_scored=True) | {
        "standings": standings,
        "picture": sheets.compute_once(
            ("picture", section_ref, shows_all),
            lambda: _make_desk_picture(results_context, standings, None if shows_all else section),
        ),
        "carry_over_due": _count_carry_over_due(section),
        "tables": sheets.compute_once(
            ("tables", *cache_key), lambda: make_tables(standings, is_explained=True)
        ),
        "event_tables": [],
    }
    if has_many_sections:
        address = reverse("session_results", args=[section])
        link = Link("All", f"{address}?section={ALL_SECTIONS}", is_current=shows_all)
        context["event_sections"].link_to_all = link
        is_part_of_ranking = not shows_all and not sheets.ranking_field.is_ranked_by_section
        context["all_sections_address"] = link.address if is_part_of_ranking else ""
    if event_standings:
        context["event_tables"] = sheets.compute_once(
            ("after all", *cache_key), lambda: make_tables(event_standings)
        )
    return context


def _make_desk_picture(
    results_context: ResultsContext, standings: Standings, section: Section | None
) -> FieldPicture | None:
    """Return the headline of the winners with the dots of all contestants, or of *section* alone.

    If sections are ranked together, a section's page has the winners of all sections and no dots.
    """
    session_results = results_context.session_results
    is_ranked_by_section = session_results.ranking_field.is_ranked_by_section
    if section and is_ranked_by_section:
        standings = filter_section_standings(results_context.results, standings, section)
    return make_standings_picture(
        standings,
        addresses=results_context.addresses,
        scoring_record=session_results.scoring_field.scoring_record,
        has_plot=section is None or is_ranked_by_section,
    )


def _count_carry_over_due(section: Section) -> int:
    """Return how many carry-overs differ from the rule of *section*."""
    if not section.carry_over_rule:
        return 0
    try:
        carry_over_due = find_carry_over_due(section)
    except (DeskError, ScoringError):
        return 0
    return len(carry_over_due.numbers) if carry_over_due else 0


def render_publishing_refusal(
    request: DeskRequest, event: Event, refusal: dict[str, Any]
) -> HttpResponse:
    """Show the results with the *refusal* of publishing, as context keys."""
    context = make_standings_context(request, fetch_first_section(event.pk)) | refusal
    return render_standings(request, context, STANDINGS_TEMPLATE, problems=refusal)


@dataclass(frozen=True, slots=True)
class ScoreCount:
    """A score of a board with the number of its tables."""

    score: Fraction | int  # from the N-S side; tricks at whist
    group: str  # the group of a fouled board, whose scores are counted apart
    table_count: int
    percentage: int  # of the tables of the most frequent score, 1 to 100
    ns_points: Points


def make_score_counts(board: BoardSheet) -> tuple[ScoreCount, ...]:
    """Return the scores of *board* with their tables, best for N-S first, then by group."""
    tables: Counter[tuple[Fraction | int, str]] = Counter()
    points: dict[tuple[Fraction | int, str], Points] = {}
    for line in board.lines:
        if line.score is not None:
            key = (line.score, line.group)
            tables[key] += 1
            points[key] = line.ns.points
    highest_count = max(tables.values(), default=1)
    score_counts = []
    for score, group in sorted(tables, key=lambda key: (-key[0], key[1])):
        count = tables[score, group]
        percentage = count * 100 // highest_count
        score_counts.append(ScoreCount(score, group, count, percentage, points[score, group]))
    return tuple(score_counts)


def has_frequencies(counts: Sequence[ScoreCount]) -> bool:
    """Return whether any score was made at several tables, so that its bar says something."""
    return any(count.table_count > 1 for count in counts)


def compute_field_average(board: BoardSheet) -> Fraction | None:
    """Return the mean N-S score of *board*, or None before any score."""
    scores = [line.score for line in board.lines if line.score is not None]
    if scores:
        return Fraction(sum(scores), len(scores))
    return None


@serve_to_readers
def show_event_results(request: HttpRequest, results_context: ResultsContext) -> HttpResponse:
    """Show the standings: of the event, or of one of its sessions."""
    scored, standings = results_context.session_results.scored, results_context.results.standings
    explained_groups: list[ExplainedScores] = []
    if not results_context.has_several_sessions:
        standings = results_context.session_results.standings
        explained_groups = explain_standings(scored, standings, _get_requested_figure(request))
    search_text = request.GET.get("find", "").strip()
    found_rows = _find_rows(standings, search_text) if search_text else []
    found_links = [
        Link(row.names, results_context.addresses.get_pair_address(row.contestant, row.session_no))
        for row in found_rows
    ]
    if len(found_links) == 1:
        return redirect(found_links[0].address)
    tables = make_standings_tables(
        standings,
        addresses=results_context.addresses,
        request=request,
        explained_groups=explained_groups,
    )
    context = make_page_context(results_context, "standings") | {
        "tables": tables,
        "standings": standings,
        "picture": make_standings_picture(
            standings,
            addresses=results_context.addresses,
            scoring_record=results_context.session_results.scoring_field.scoring_record,
        ),
        "find": search_text,
        "found_links": found_links,
    }
    return render_standings(request, context, STANDINGS_TEMPLATE)


event_session = cache_event_page(show_event_results)
"""The standings of one session of several."""


def _find_rows(standings: Standings, text: str) -> list[StandingRow]:
    """Return the rows of *standings* that a search for *text* finds, by names or number."""
    rows = (row for group in standings.groups for row in group.rows)
    return [row for row in rows if has_words(text, row.names, [row.label])]


def show_pair_page(
    request: HttpRequest, results_context: ResultsContext, pair_no: int
) -> HttpResponse:
    """Show a pair's card, with links to the other cards of its section."""
    sheets, addresses = results_context.session_results, results_context.addresses
    card = sheets.find_card(pair_no)
    if card is None:
        number = sheets.scoring_field.get_current_number(pair_no)
        if number != pair_no and sheets.find_card(number):
            return redirect(addresses.get_pair_address(number))
        raise Http404(f"There is no {sheets.heading.contestant_noun} {pair_no}.")
    card = replace(card, lines=tuple(sorted(card.lines, key=lambda line: line.board_no)))
    table = make_card_grid(sheets, card, addresses=addresses, request=request)
    get_letter = sheets.scoring_field.get_letter
    section_links = [
        (row, addresses.get_pair_address(row.contestant))
        for row in sheets.numbered_rows
        if get_letter(row.contestant) == get_letter(pair_no)
    ]
    section, number = sheets.scoring_field.get_section_and_number(pair_no)
    context = make_page_context(results_context, "pair") | {
        "card": card,
        "table": table,
        "curve": make_card_curve(card),
        "picture": make_standings_picture(
            sheets.standings,
            addresses=addresses,
            scoring_record=sheets.scoring_field.scoring_record,
            own_contestant=pair_no,
        ),
        "section_links": section_links,
    }
    is_at_desk = bool(results_context.desk_context)
    if is_at_desk:
        context["people"] = fetch_entry_people(section, number)
    else:
        club = results_context.results.event.club
        context["people"] = fetch_entry_players(club, section, number)
    context["leads_to_people"] = is_at_desk
    context["hidden_columns"] = list_hidden_columns(card.standing)
    played_parts = list_played_parts(sheets, card.standing)
    context["played_parts"] = played_parts
    # The parts of a team that played several say who sat in each.
    if card.heading.contestant_noun == "team" and not played_parts:
        context["members"] = sheets.starters_by_number.get(pair_no)
    else:
        context["members"] = ()
    return render(request, "boards/public/pair.html", context)


def show_board_page(
    request: HttpRequest, results_context: ResultsContext, board_no: int
) -> HttpResponse:
    """Show a board's traveller, how often each score was made and the field's average."""
    sheets, addresses = results_context.session_results, results_context.addresses
    numbers = sheets.board_numbers
    if board_no not in numbers:
        raise Http404(f"There is no board {board_no}.")
    index = numbers.index(board_no)
    board = sheets.get_board_sheet(board_no)
    explained_scores = explain_board_line(sheets.scored, board, _get_requested_figure(request))
    own_number = parse_record_number(request.GET.get("own", ""))
    previous_board: Link | None = None
    next_board: Link | None = None
    if index > 0:
        previous_no = numbers[index - 1]
        previous_board = Link(f"Board {previous_no}", addresses.get_board_address(previous_no))
    if index + 1 < len(numbers):
        next_no = numbers[index + 1]
        next_board = Link(f"Board {next_no}", addresses.get_board_address(next_no))
    score_counts = make_score_counts(board)
    context = make_page_context(results_context, "board") | {
        "board": board,
        "table": make_board_table(
            board,
            addresses=addresses,
            request=request,
            explained_scores=explained_scores,
            own_number=own_number,
        ),
        "hands": make_board_hands(sheets.scoring_field, sheets.visible_hands_by_key, board_no),
        "score_counts": score_counts if has_frequencies(score_counts) else (),
        # In matches, one score can have different points in each match.
        "has_score_points": not sheets.scoring_field.has_matches,
        "points_label": get_points_label(board.heading),
        "average": compute_field_average(board),
        "previous_board": previous_board,
        "next_board": next_board,
    }
    return render(request, "boards/public/board.html", context)


def show_recap_page(request: HttpRequest, results_context: ResultsContext) -> HttpResponse:
    """Show the whole field, board by board."""
    tables = make_recap_tables(
        results_context.session_results.recap, addresses=results_context.addresses, request=request
    )
    return render(
        request,
        "boards/public/recap.html",
        make_page_context(results_context, "recap") | {"tables": tables},
    )


@serve_to_readers
def show_event_changes(request: HttpRequest, results_context: ResultsContext) -> HttpResponse:
    """Show the corrections after publishing, and each version of the standings."""
    return render_changes(request, make_page_context(results_context, "changes"))


@serve_to_readers
def render_event_json(request: HttpRequest, results_context: ResultsContext) -> HttpResponse:
    """Answer with the results for programs, explained with ``?explain``."""
    payload = serialize_results(results_context.results, has_explanations="explain" in request.GET)
    payload |= serialize_doubts(list_public_doubts(results_context.results.sessions))
    return JsonResponse(payload, json_dumps_params={"indent": 1})


def _get_requested_figure(request: HttpRequest) -> str:
    """Return the key of the figure that a visitor asks about."""
    return request.GET.get("why", "")


# The pages that visitors and the desk share, each in its frame.

event_pair = cache_event_page(serve_to_readers(show_pair_page))
event_board = cache_event_page(serve_to_readers(show_board_page))
event_recap = cache_event_page(serve_to_readers(show_recap_page))
session_results_pair = make_desk_view(show_pair_page, "standings")
session_results_board = make_desk_view(show_board_page, "boards")
session_results_recap = make_desk_view(show_recap_page, "recap")
