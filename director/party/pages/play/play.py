"""Step 4, Play, of a party: results at tables, the next seats, the clock.

The whole page of a round is cached, because many tablets show it. They ask for news every few
seconds and are sent changed tables, nothing, or the order to load the page again. Parties with
other papers (Skat sheets, lists of series, tally cards) have pages of their own.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest, get_page_status, render_page
from director.core.base.roles import Role, require_role_to_send
from director.core.base.versions import LruCache, fetch_event_version
from director.core.night.screens import PageRequest, ScreenContent
from director.core.pages.history import find_undo_question_page
from director.core.pages.play import PlayView
from director.core.pages.standings_question import (
    REMOVE_BUTTON,
    ask_before_standings_change,
    confirm_published_change,
    confirm_standings_change,
)
from director.errors import DeskError, PartyError
from director.party.models import Party
from director.party.movement.cards import is_typed_from_cards
from director.party.movement.clock import make_card_clock, make_party_clock
from director.party.movement.options import has_lists, is_skat
from director.party.movement.parties import fetch_party_by_session, fetch_party_night
from director.party.movement.tables import list_cut_fields, with_typed_data
from director.party.movement.waiting import parse_leaving_players
from director.party.pages.play.cards import render_cards_page
from director.party.pages.play.page import (
    HistoryState,
    PartyRoundPage,
    fetch_history_state,
    fetch_party_play,
    read_posted_version,
)
from director.party.pages.play.series import render_series_page
from director.party.pages.play.skat import render_skat_page
from director.party.pages.screens.room import fetch_party_room
from director.party.pages.shell import make_party_context, make_play_undo_context
from director.party.play.history import redo_party, undo_party
from director.party.play.play import (
    enter_party_result,
    fetch_round,
    finish_party,
    get_table,
    has_table_result,
    remove_table_result,
    seat_next_round,
)
from director.party.play.report import PartyTableReport
from movements.errors import MovementError
from movements.party.model import PartyTable
from scoring.errors import ScoringError

MAX_DIGITS = 6
MAX_LONE_DIGITS = 2
REPORT_BUTTONS = ("winner", "tie", REMOVE_BUTTON)
"""The buttons of a table besides the one that stores its boxes."""


def restore_pressed_button(data: Mapping[str, str]) -> dict[str, str]:
    """Return the data of a repeated report, with its button as a field.

    A refused report can be sent once more. Its ``put`` names the button that was pressed first.
    """
    fields = dict(data.items())
    button, _, value = fields.pop("put", "").partition("=")
    if button in REPORT_BUTTONS:
        fields[button] = value
    return fields


def read_table_report(data: Mapping[str, str], table: PartyTable) -> PartyTableReport:
    """Return the report in the form of *table*.

    :raises PartyError: if a box has no number
    """
    sides = range(len(table.sides))
    table_text = f"Table {table.table_no}"
    tie_rule = data.get("tie-rule", "") if "tie" in data else ""
    # If a tie was settled, another box has the winner.
    winner_box = "tie" if tie_rule else "winner"
    cut_sides = [_parse_side_index(data.get(name, "")) for name in list_cut_fields(len(sides))]
    second_figures = tuple(
        _parse_points(table_text, data.get(f"beside-{side}", "")) or 0 for side in sides
    )
    return PartyTableReport(
        winner=_parse_side_index(data.get(winner_box, "")),
        points=tuple(_parse_points(table_text, data.get(f"points-{side}", "")) for side in sides),
        tie=tie_rule,
        cut=tuple(side for side in cut_sides if side is not None),
        players_out=parse_leaving_players(data),
        # Zeros only are the same as nothing written.
        second_figures=second_figures if any(second_figures) else (),
        lone_hands={
            player: _parse_lone_hands(table_text, data.get(f"lone-{player}", ""))
            for player in table.players
        },
        hands=_parse_points(table_text, data.get("hands", "")),
        is_confirmed="as-it-is" in data,
        shown_players=data.get("players"),
    )


def _parse_side_index(text: str) -> int | None:
    if text.isdecimal() and len(text) <= 2:
        return int(text)
    return None


def _parse_lone_hands(table_text: str, text: str) -> int:
    """Return the lone hands in a player's box, 0 if it is empty."""
    text = text.strip()
    if text and not (text.isdecimal() and len(text) <= MAX_LONE_DIGITS):
        raise PartyError(
            "no-number-of-loners",
            "{where}: “{text}” isn’t a number of lone hands. Type a whole number, such as 1.",
            where=table_text,
            text=text[:20],
        )
    return int(text or 0)


def _parse_points(table_text: str, text: str) -> int | None:
    """Return the number in a box, or None if it is empty. Any dash is a minus."""
    text = text.strip()
    if not text:
        return None
    digits = text.lstrip("-−–+")
    has_one_sign = len(text) - len(digits) <= 1
    if not (digits.isdecimal() and len(digits) <= MAX_DIGITS and has_one_sign):
        raise PartyError(
            "no-number-of-points",
            "{where}: “{text}” isn’t a number of points. Type a whole number, such as 7.",
            field="points",
            where=table_text,
            text=text[:20],
        )
    if text[0] in "-−–":
        return -int(digits)
    return int(digits)


ROUNDS_CACHE = LruCache[dict[str, Any]](4)
"""Contexts of rounds, read once after each change. With 100 tables a page takes 16 ms instead of 42."""
_SINCE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


class PartyPlay(PlayView[int, Party]):
    """Play of a party."""

    url_prefix = "party"
    is_by_bell = True

    @method_decorator(vary_on_headers("HX-Request"))
    def get(self, request: DeskRequest, ref: int) -> HttpResponse:
        """Show a round. The page asks for news every few seconds."""
        party = fetch_party_by_session(ref)
        since = _read_history_state(request)
        if request.htmx and since:
            return _render_news(request, party, since)
        round_no = parse_small_number(request.GET.get("round", "")) or None
        return _render_play_page(request, party, round_no)

    def load_contest(self, ref: int) -> Party:
        """Return the party at *ref*."""
        return fetch_party_by_session(ref)

    def count_rounds(self, party: Party) -> int:
        """Return the number of rounds of the clock."""
        return make_party_clock(party).round_count

    def get_round_noun(self, party: Party) -> str:
        """Return what a round of *party* is called."""
        return party.round_noun

    def make_screen_content(
        self, party: Party, page_request: PageRequest, *, show: str, letter: str
    ) -> ScreenContent:
        """Return what the screens show."""
        return fetch_party_room(party, page_request, show=show, letter=letter)

    def render_page(self, request: DeskRequest, party: Party, *, refusal: str = "") -> HttpResponse:
        """Return only the clock, so that typed text stays on the page."""
        if not request.htmx:
            return _render_play_page(request, party, error=refusal)
        context = {"clock": make_card_clock(party), "refused": refusal}
        response = render_page(request, "party/_clock.html", context, problems=refusal)
        # The clock replaces its element out of band, and nothing else is replaced.
        response["HX-Reswap"] = "none"
        return response


@require_role_to_send(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def store_table_report(
    request: DeskRequest, ref: int, round_no: int, table_no: int
) -> HttpResponse:
    """Store the report of one table.

    A stored result is corrected by one tap, so that asks first if results are published.
    """
    party = fetch_party_by_session(ref)
    store = partial(_store_table_report, request, party, round_no, table_no)
    event = party.session.event
    if event.is_published and has_table_result(party, round_no, table_no):
        return confirm_standings_change(request, event, store)
    return store()


def _store_table_report(
    request: DeskRequest, party: Party, round_no: int, table_no: int
) -> HttpResponse:
    fields = restore_pressed_button(request.POST)
    try:
        table = get_table(fetch_round(party, round_no), table_no)
        table_args: dict[str, Any] = {
            "party": party,
            "round_no": round_no,
            "table_no": table_no,
            "version": read_posted_version(fields),
            "user": request.user,
        }
        if REMOVE_BUTTON in fields:
            remove_table_result(**table_args)
        elif "keep" not in fields:
            report = read_table_report(fields, table)
            enter_party_result(**table_args, report=report, must_be_current="current" in fields)
    except (DeskError, ScoringError) as error:
        return _render_refused_table(request, party, round_no, table_no, error)
    if not request.htmx:
        return redirect(_make_round_address(party, round_no) + f"#table-{table_no}")
    if "current" in fields and party.played_rounds.filter(round_no__gt=round_no).exists():
        # Everybody has moved on, so the page shows a round that is over.
        return _make_reload_response()
    return _render_tables(request, party, round_no, {table_no})


@require_role_to_send(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def start_next_round(request: DeskRequest, ref: int, round_no: int) -> HttpResponse:
    """Seat everybody for the round after *round_no*. A round after the last one asks first."""
    seat = partial(
        _run_play_act,
        request,
        ref,
        lambda party: seat_next_round(party=party, round_no=round_no, user=request.user),
    )
    party = fetch_party_by_session(ref)
    if not fetch_party_night(party).is_over:
        return seat()
    return confirm_standings_change(
        request, party.session.event, seat, verb=f"Extra {party.round_noun}"
    )


@require_role_to_send(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
@ask_before_standings_change
def undo_act(request: DeskRequest, ref: int, number: int) -> HttpResponse:
    """Undo the latest act."""
    if question := _confirm_undo(request, ref, number, is_redo=False):
        return question
    return _run_play_act(
        request, ref, lambda party: undo_party(party=party, number=number, user=request.user)
    )


@require_role_to_send(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
@ask_before_standings_change
def redo_act(request: DeskRequest, ref: int, number: int) -> HttpResponse:
    """Redo the act that was undone last."""
    if question := _confirm_undo(request, ref, number, is_redo=True):
        return question
    return _run_play_act(
        request, ref, lambda party: redo_party(party=party, number=number, user=request.user)
    )


def _confirm_undo(
    request: DeskRequest, ref: int, number: int, *, is_redo: bool
) -> HttpResponse | None:
    acts = fetch_party_by_session(ref).acts
    back = reverse("party_play", args=[ref])
    return find_undo_question_page(request, acts, number, back=back, is_redo=is_redo)


@require_role_to_send(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def finish_or_reopen_play(request: DeskRequest, ref: int) -> HttpResponse:
    """Close play, or reopen it."""
    is_over = request.POST.get("over") == "1"
    finish = partial(
        _run_play_act,
        request,
        ref,
        lambda party: finish_party(party=party, is_over=is_over, user=request.user),
    )
    event = fetch_party_by_session(ref).session.event
    verb = "End play" if is_over else "Reopen play"
    return confirm_published_change(request, event, finish, verb=verb)


def _run_play_act(request: DeskRequest, ref: int, act: Callable[[Party], object]) -> HttpResponse:
    """Run *act* on the party and show the page."""
    party = fetch_party_by_session(ref)
    try:
        act(party)
    except (DeskError, MovementError) as error:
        return _render_play_page(request, fetch_party_by_session(ref), error=str(error))
    if request.htmx:
        return _render_play_page(request, fetch_party_by_session(ref))
    return redirect("party_play", ref=ref)


def _render_play_page(
    request: DeskRequest,
    party: Party,
    round_no: int | None = None,
    *,
    error: Exception | str = "",
    at_table: int | None = None,
) -> HttpResponse:
    """Show a round, or the page of another kind of paper.

    *error* is why the report of *at_table*, or an act, was refused.
    """
    if is_skat(party):
        return render_skat_page(request, party, error=str(error))
    if has_lists(party):
        return render_series_page(request, party, error=str(error))
    if party.system and party.method and is_typed_from_cards(party, round_no):
        if not request.htmx:
            return render_cards_page(request, party, error=str(error))
        # The page that asks isn't the one for cards.
        if error:
            messages.warning(request, str(error))
        return _make_reload_response()
    try:
        context = _make_cached_round_context(party, round_no, is_cached=not error)
    except DeskError as no_seats:
        messages.warning(request, str(no_seats))
        return redirect("party_play", ref=party.pk)
    play = context["play"]
    if play:
        # The clock runs on while the rest is cached.
        has_results = play.is_current and play.report_count > 0
        clock = make_party_clock(party, is_played=context["night"].is_over, has_results=has_results)
        play = replace(play, clock=clock)
    if play and at_table and error:
        play = _with_refused_table(play, at_table, request.POST, error)
    is_whole_page = not request.htmx or request.htmx.history_restore_request
    # A new dictionary, because the cached one is shared.
    context = context | {
        "play": play,
        "error": error,
        "has_page_error": bool(error),
    }
    template = "party/play.html" if is_whole_page else "party/play/_play.html"
    status = get_page_status(error)
    return TemplateResponse(request, template, context, status=status)


def _with_refused_table(
    play: PartyRoundPage, table_no: int, data: Mapping[str, str], error: Exception | str
) -> PartyRoundPage:
    tables = list(play.tables)
    for index, table in enumerate(play.tables):
        if table.record.table_no == table_no:
            tables[index] = with_typed_data(table, data, error)
    return replace(play, tables=tuple(tables))


def _make_cached_round_context(
    party: Party, round_no: int | None, *, is_cached: bool
) -> dict[str, Any]:
    # A refused act may have left *party* half changed, so its context isn't cached.
    if not is_cached:
        return _make_round_context(party, round_no)

    def make_from_stored_party() -> dict[str, Any]:
        # *party* was read before the version and may be older, so it is read again.
        return _make_round_context(fetch_party_by_session(party.pk), round_no)

    version = partial(fetch_event_version, party.session.event_id)
    return ROUNDS_CACHE.get_or_make(version, make_from_stored_party, round_no or 0)


def _make_round_context(party: Party, round_no: int | None) -> dict[str, Any]:
    play = fetch_party_play(party, round_no) if party.system and party.method else None
    return make_party_context(party, "play") | {"play": play}


def _render_refused_table(
    request: DeskRequest, party: Party, round_no: int, table_no: int, error: Exception
) -> HttpResponse:
    """Show a table with its refused report and the error."""
    try:
        play = fetch_party_play(party, round_no, table_nos={table_no})
    except DeskError:
        play = None
    if not play or not play.tables or not request.htmx:
        return _render_play_page(
            request, party, round_no if play else None, error=error, at_table=table_no
        )
    table = with_typed_data(play.tables[0], request.POST, error)
    context = {"form": play.form, "table": table}
    return render_page(request, "party/play/_table.html", context, problems=error)


def _render_tables(
    request: DeskRequest, party: Party, round_no: int, table_nos: set[int]
) -> HttpResponse:
    """Answer with some tables and the progress of the round."""
    play = fetch_party_play(party, round_no, table_nos=table_nos)
    context = {
        "party": party,
        "session": party.session,
        "play": play,
        **make_play_undo_context(party),
    }
    return render(request, "party/play/_tapped.html", context)


def _render_news(request: DeskRequest, party: Party, since: HistoryState) -> HttpResponse:
    """Answer with the clock and the changed tables. After an undo the page is loaded again."""
    current_state = fetch_history_state(party)
    clock = make_party_clock(party, is_played=fetch_party_night(party).is_over)
    clock_mark = clock.version_mark
    if current_state == since and request.GET.get("clock", clock_mark) == clock_mark:
        return HttpResponse(status=204)
    play = fetch_party_play(party, after_act=since.act_no)
    if (
        play is None
        or current_state.undone_count != since.undone_count
        or request.GET.get("round") != str(play.round_no)
    ):
        return _make_reload_response()
    context = {
        "party": party,
        "session": party.session,
        "play": play,
        **make_play_undo_context(party),
    }
    return render(request, "party/play/_news.html", context)


def _make_reload_response() -> HttpResponse:
    """Tell htmx to load the page again."""
    response = HttpResponse(status=204)
    response["HX-Refresh"] = "true"
    return response


def _read_history_state(request: DeskRequest) -> HistoryState | None:
    match = _SINCE.fullmatch(request.GET.get("since", ""))
    if match:
        return HistoryState(int(match[1]), int(match[2]))
    return None


def _make_round_address(party: Party, round_no: int) -> str:
    return f"{reverse('party_play', args=[party.pk])}?round={round_no}"
