"""A Skat congress: sheets of a session, typed or pasted, and the next session."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from director.core.base.forms import small_number
from director.core.base.gone import GoneError
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, sent_by
from director.errors import DeskError
from director.party.models import Party
from director.party.movement.games.read import party_evening
from director.party.movement.options import is_skat
from director.party.movement.parties import party_of_session
from director.party.pages.play.page import table_open
from director.party.pages.shell import party_shell
from director.party.play.skat.sheet_input import TypedSheet, pasted_sheets, typed_sheets
from director.party.play.skat.write import skat_next_session, store_skat
from director.party.scoring.skat import BOXES, HEADINGS, SkatRow, SkatTable
from director.party.scoring.skat_play import SkatPlay, skat_play
from director.party.sentences import PartySentences
from movements import MovementError


def skat_page(request: DeskRequest, party: Party, *, error: str = "") -> HttpResponse:
    """Show the sheets of the session that is asked for, or of the latest one."""
    return _page(request, party, small_number(request.GET.get("round", "")), error=error)


@sent_by(Role.SCORER)
@require_POST
def party_skat_store(request: DeskRequest, session_id: int, round_no: int) -> HttpResponse:
    """Store typed and pasted sheets. Refused ones keep everything typed."""
    party = _skat_party(session_id)
    typed: dict[int, TypedSheet] = {}
    try:
        typed = typed_sheets(request.POST, party.players.values_list("number", flat=True))
        changed = {number: sheet for number, sheet in typed.items() if sheet.is_changed}
        cards = {number: sheet.card() for number, sheet in changed.items()}
        cards |= {
            sheet.number: sheet.card()
            for _line, sheet in pasted_sheets(request.POST.get("pasted", ""))
        }
        before = {number: sheet.before for number, sheet in changed.items()}
        count = store_skat(
            party=party, round_no=round_no, cards=cards, before=before, user=request.user
        )
        messages.success(request, _stored_message(count))
    except DeskError as refused:
        return _page(request, party_of_session(session_id), round_no, error=refused, typed=typed)
    return redirect(f"{reverse('party_play', args=[party.pk])}?round={round_no}")


@sent_by(Role.SCORER)
@require_POST
def party_skat_next(request: DeskRequest, session_id: int, round_no: int) -> HttpResponse:
    """Draw the seats of the next session."""
    party = _skat_party(session_id)
    try:
        seed = secrets.randbelow(1_000_000)
        skat_next_session(party=party, round_no=round_no, seed=seed, user=request.user)
        messages.success(request, f"The seats of session {round_no + 1} have been drawn.")
    except (DeskError, MovementError) as refused:
        return _page(request, party_of_session(session_id), round_no, error=str(refused))
    return redirect("party_play", session_id=party.pk)


def _skat_party(session_id: int) -> Party:
    """Return the Skat congress of a session.

    :raises GoneError: if the party is none (any more)
    """
    party = party_of_session(session_id)
    if not is_skat(party):
        raise GoneError(PartySentences.NO_SKAT_CONGRESS)
    return party


def _stored_message(count: int) -> str:
    if count:
        return f"{'1 sheet' if count == 1 else f'{count} sheets'} saved."
    return "Nothing changed."


def _page(
    request: DeskRequest,
    party: Party,
    round_no: int,
    *,
    error: object = "",
    typed: dict[int, TypedSheet] | None = None,
) -> HttpResponse:
    params = getattr(error, "params", {})
    wrong, is_overtaken = {params.get("at_player"): str(error)}, "is_overtaken" in params
    play = skat_play(party_evening(party), round_no)
    tables = [
        (
            table,
            [
                _typed_row(row, typed or {}, wrong.get(row.number, ""), is_overtaken)
                for row in table.rows
            ],
        )
        for table in _open_tables(
            play, {*(typed or ()), *wrong}, small_number(request.GET.get("table", ""))
        )
    ]
    context = party_shell(party, "play") | {
        "play": play,
        "tables": tables,
        "open_tables": [table.table_no for table, _rows in tables],
        "headings": HEADINGS,
        "error": ""
        if error and any(row.error for _table, rows in tables for row in rows)
        else error,
        "pasted": request.POST.get("pasted", ""),
    }
    whole = not request.htmx or request.htmx.history_restore_request
    template = "party/skat.html" if whole else "party/skat/_skat.html"
    status = 422 if error else 200
    return TemplateResponse(request, template, context, status=status)


def _open_tables(play: SkatPlay | None, players: Collection[object], asked: int) -> list[SkatTable]:
    """Return the tables whose boxes are open: those with refused sheets, or one."""
    if not play:
        return []
    refused = [
        table for table in play.session.tables if any(row.number in players for row in table.rows)
    ]
    return refused or [table_open(play.session.tables, asked)]


def _typed_row(
    row: SkatRow, typed: Mapping[int, TypedSheet], error: str, is_overtaken: bool
) -> SkatRow:
    """Return *row* as typed, with its fault.

    A sheet that somebody else has changed is told to the page, so that whoever stores his own once
    more means it.
    """
    if row.number not in typed:
        return replace(row, error=error)
    sheet = typed[row.number]
    boxes = tuple(zip(BOXES, HEADINGS, sheet.boxes, strict=True))
    before = row.before if error and is_overtaken else sheet.before
    return replace(row, boxes=boxes, before=before, error=error)
