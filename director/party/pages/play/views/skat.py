"""Play of a Skat congress: the sheets of a session, typed or pasted, and the next session."""

import secrets
from collections.abc import Collection
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
    """Show the sheets of the session in ``?round=``, or of the latest one."""
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
        for _, sheet in pasted_sheets(request.POST.get("pasted", "")):
            cards[sheet.number] = sheet.card()
        count = store_skat(
            party=party,
            round_no=round_no,
            cards=cards,
            shown_sheets={number: sheet.before for number, sheet in changed.items()},
            user=request.user,
        )
        messages.success(request, _stored_message(count))
    except DeskError as error:
        # Read again, without what the refused change left on *party*.
        return _page(request, party_of_session(session_id), round_no, error=error, typed=typed)
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
    except (DeskError, MovementError) as error:
        return _page(request, party_of_session(session_id), round_no, error=str(error))
    return redirect("party_play", session_id=party.pk)


def _skat_party(session_id: int) -> Party:
    """Return the Skat congress of a session.

    :raises GoneError: if the party isn't a Skat congress, or no longer
    """
    party = party_of_session(session_id)
    if not is_skat(party):
        raise GoneError(PartySentences.NO_SKAT_CONGRESS)
    return party


def _stored_message(count: int) -> str:
    if count == 1:
        return "1 sheet saved."
    if count:
        return f"{count} sheets saved."
    return "Nothing changed."


def _page(
    request: DeskRequest,
    party: Party,
    round_no: int,
    *,
    error: object = "",
    typed: dict[int, TypedSheet] | None = None,
) -> HttpResponse:
    typed = typed or {}
    params = getattr(error, "params", {})
    faulty_player = params.get("at_player")
    is_overtaken = "is_overtaken" in params
    play = skat_play(party_evening(party), round_no)
    requested_table = small_number(request.GET.get("table", ""))
    tables: list[tuple[SkatTable, list[SkatRow]]] = []
    is_error_shown = False
    for table in _open_tables(play, {*typed, faulty_player}, requested_table):
        rows = []
        for row in table.rows:
            error_text = str(error) if row.number == faulty_player else ""
            rows.append(_typed_row(row, typed.get(row.number), error_text, is_overtaken))
            is_error_shown = is_error_shown or bool(error_text)
        tables.append((table, rows))
    context = party_shell(party, "play") | {
        "play": play,
        "tables": tables,
        "open_tables": [table.table_no for table, _ in tables],
        "headings": HEADINGS,
        "error": "" if is_error_shown else error,
        "pasted": request.POST.get("pasted", ""),
    }
    is_whole = not request.htmx or request.htmx.history_restore_request
    template = "party/skat.html" if is_whole else "party/skat/_skat.html"
    status = 422 if error else 200
    return TemplateResponse(request, template, context, status=status)


def _open_tables(
    play: SkatPlay | None, refused_players: Collection[object], requested_table: int
) -> list[SkatTable]:
    """Return the tables whose boxes are open: those with refused sheets, or one."""
    if not play:
        return []
    refused_tables = []
    for table in play.session.tables:
        if any(row.number in refused_players for row in table.rows):
            refused_tables.append(table)
    return refused_tables or [table_open(play.session.tables, requested_table)]


def _typed_row(
    row: SkatRow, sheet: TypedSheet | None, error_text: str, is_overtaken: bool
) -> SkatRow:
    """Return *row* with the typed *sheet* and its error."""
    if sheet is None:
        return replace(row, error=error_text)
    boxes = tuple(zip(BOXES, HEADINGS, sheet.boxes, strict=True))
    # If somebody else has changed the sheet, the page now knows their version: sending the boxes
    # once more replaces it on purpose.
    shown_text = row.before if error_text and is_overtaken else sheet.before
    return replace(row, boxes=boxes, before=shown_text, error=error_text)
