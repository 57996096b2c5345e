"""Step 4 of a party: who won at each table, who goes where next, the clock."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.forms import small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, sent_by
from director.core.base.storage.lru_cache import LruCache
from director.core.base.versions import event_version
from director.core.pages.phones.page import new_phone_tables
from director.core.pages.play.views import PlayStep
from director.errors import DeskError
from director.party.models import Party
from director.party.movement.clock import cards_clock, party_clock
from director.party.movement.games.cards import is_typed_from_cards
from director.party.movement.options import has_lists, is_skat
from director.party.movement.parties import party_of_session
from director.party.movement.tables import typed_over
from director.party.pages.play.forms import chosen_again, posted_version, table_reported
from director.party.pages.play.page import Since, party_play, party_since
from director.party.pages.play.views.cards import cards_answer
from director.party.pages.play.views.series import series_page
from director.party.pages.play.views.skat import skat_page
from director.party.pages.screens.read import party_room
from director.party.pages.shell import party_shell, undo_context
from director.party.play.history import redo_party, undo_party
from director.party.play.play import (
    enter_party_result,
    find_round,
    find_table,
    finish_party,
    party_next,
    remove_table_result,
)
from movements import MovementError
from scoring import ScoringError

ROUNDS_CACHE = LruCache[dict[str, Any]](4)
"""The pages that tablets show, read once after each change: at 100 tables 16 ms a page in place of 42."""
_SINCE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


@require_safe
@vary_on_headers("HX-Request")
def party_play_page(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show a round. The page asks for news every few seconds."""
    party = party_of_session(session_id)
    if request.htmx and (since := _since(request)):
        return _news(request, party, since)
    return _page(request, party, small_number(request.GET.get("round", "")) or None)


@sent_by(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def party_play_table(
    request: DeskRequest, session_id: int, round_no: int, table_no: int
) -> HttpResponse:
    """Store the report of one table."""
    party = party_of_session(session_id)
    sent = chosen_again(request.POST)
    try:
        table = find_table(find_round(party, round_no), table_no)
        told: dict[str, Any] = {
            "party": party,
            "round_no": round_no,
            "table_no": table_no,
            "user": request.user,
        }
        told["version"] = posted_version(sent)
        if "take-out" in sent:
            remove_table_result(**told)
        elif "keep" not in sent:
            enter_party_result(
                **told, reported=table_reported(sent, table), as_current="current" in sent
            )
    except (DeskError, ScoringError) as error:
        return _refused_table(request, party, round_no, table_no, error)
    if not request.htmx:
        return redirect(_address(party, round_no) + f"#table-{table_no}")
    if "current" in sent and party.played_rounds.filter(round_no__gt=round_no).exists():
        return _reload_answer()  # everybody has gone on, so the page shows a round that is over
    return _tables(request, party, round_no, {table_no})


@sent_by(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def party_play_next(request: DeskRequest, session_id: int, round_no: int) -> HttpResponse:
    """Go on to the round after *round_no*."""
    return _act(
        request,
        session_id,
        lambda party: party_next(party=party, round_no=round_no, user=request.user),
    )


@sent_by(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def party_play_undo(request: DeskRequest, session_id: int, number: int) -> HttpResponse:
    """Undo the latest act."""
    return _act(
        request, session_id, lambda party: undo_party(party=party, number=number, user=request.user)
    )


@sent_by(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def party_play_redo(request: DeskRequest, session_id: int, number: int) -> HttpResponse:
    """Do the act that was undone last again."""
    return _act(
        request, session_id, lambda party: redo_party(party=party, number=number, user=request.user)
    )


@sent_by(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def party_play_finish(request: DeskRequest, session_id: int) -> HttpResponse:
    """Close play, or open it again."""
    over = request.POST.get("over") == "1"
    return _act(
        request, session_id, lambda party: finish_party(party=party, over=over, user=request.user)
    )


def _act(request: DeskRequest, session_id: int, act: Callable[[Party], object]) -> HttpResponse:
    """Do something to the whole party and show it as it is then."""
    party = party_of_session(session_id)
    try:
        act(party)
    except (DeskError, MovementError) as error:
        return _page(request, party_of_session(session_id), error=str(error))
    if request.htmx:
        return _page(request, party_of_session(session_id))
    return redirect("party_play", session_id=session_id)


def _page(
    request: DeskRequest,
    party: Party,
    round_no: int | None = None,
    *,
    error: Exception | str = "",
    at_table: int | None = None,
) -> HttpResponse:
    if is_skat(party):
        return skat_page(request, party, error=str(error))
    if has_lists(party):
        return series_page(request, party, error=str(error))
    if party.system and party.method and is_typed_from_cards(party, round_no):
        if request.htmx and error:
            messages.warning(request, str(error))
        if request.htmx:
            return _reload_answer()
        return cards_answer(request, party, error=str(error))
    try:
        if error:  # whoever was refused may have left something half done in *party*
            context = _round(party, round_no)
        else:
            version = partial(event_version, party.session.event_id)
            # *party* was read before its version, so what is held is made of the party as it is stored then.
            make = partial(_round_stored, party.pk, round_no)
            context = ROUNDS_CACHE.get_or_make(version, make, round_no or 0)
    except DeskError as refused:
        messages.warning(request, str(refused))
        return redirect("party_play", session_id=party.pk)
    play = context["play"]
    play = replace(play, clock=party_clock(party)) if play else None
    if play and at_table and error:
        tables = [
            typed_over(shown, request.POST, error) if shown.sheet.table_no == at_table else shown
            for shown in play.tables
        ]
        play = replace(play, tables=tuple(tables))
    context = context | {"play": play, "error": error, "is_told": bool(error)}
    whole = not request.htmx or request.htmx.history_restore_request
    context["came"] = new_phone_tables(party.session) if whole else ()
    template = "party/play.html" if whole else "party/play/_play.html"
    status = 422 if error else 200
    return TemplateResponse(request, template, context, status=status)


def _round_stored(session_id: int, round_no: int | None) -> dict[str, Any]:
    return _round(party_of_session(session_id), round_no)


def _round(party: Party, round_no: int | None) -> dict[str, Any]:
    """Return the context of a round as it is stored."""
    play = party_play(party, round_no) if party.system and party.method else None
    return party_shell(party, "play") | {"play": play}


def _refused_table(
    request: DeskRequest, party: Party, round_no: int, table_no: int, error: Exception
) -> HttpResponse:
    """Show a table as typed, with its fault."""
    try:
        play = party_play(party, round_no, only={table_no})
    except DeskError:
        play = None
    if not play or not play.tables or not request.htmx:
        return _page(request, party, round_no if play else None, error=error, at_table=table_no)
    table = typed_over(play.tables[0], request.POST, error)
    return render(
        request, "party/play/_table.html", {"form": play.form, "table": table}, status=422
    )


def _tables(request: DeskRequest, party: Party, round_no: int, numbers: set[int]) -> HttpResponse:
    """Answer with some tables and how far the round is."""
    play = party_play(party, round_no, only=numbers)
    context = {"party": party, "session": party.session, "play": play, **undo_context(party)}
    return render(request, "party/play/_tapped.html", context)


def _news(request: DeskRequest, party: Party, since: Since) -> HttpResponse:
    """Answer with the clock and the changed tables, or all after an undo."""
    now, clock = party_since(party), party_clock(party).mark
    if now == since and request.GET.get("clock", clock) == clock:
        return HttpResponse(status=204)
    play = party_play(party, after=since.act)
    if play is None or now.undone != since.undone or request.GET.get("round") != str(play.round_no):
        return _reload_answer()
    context = {"party": party, "session": party.session, "play": play, **undo_context(party)}
    return render(request, "party/play/_news.html", context)


def _reload_answer() -> HttpResponse:
    """Answer that the page is to be loaded again."""
    answer = HttpResponse(status=204)
    answer["HX-Refresh"] = "true"
    return answer


def _since(request: DeskRequest) -> Since | None:
    match = _SINCE.fullmatch(request.GET.get("since", ""))
    if match:
        return Since(int(match[1]), int(match[2]))
    return None


def _clock(request: DeskRequest, party: Party, refused: str = "") -> HttpResponse:
    """Show the clock only, so that typed text stays."""
    if not request.htmx:
        return _page(request, party, error=refused)
    context = {"clock": cards_clock(party), "refused": refused}
    status = 422 if refused else 200
    answer = render(request, "party/_clock.html", context, status=status)
    answer["HX-Reswap"] = "none"
    return answer


def _address(party: Party, round_no: int) -> str:
    return f"{reverse('party_play', args=[party.pk])}?round={round_no}"


PLAY = PlayStep(
    step="party",
    night=party_of_session,
    rounds=lambda party: party_clock(party).rounds,
    show=_clock,
    room=party_room,
    word=lambda party: party.round_word,
    by_bell=True,
)
