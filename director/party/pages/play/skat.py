"""Play for a Skat congress: a session's sheets, typed or pasted, and the next session."""

import secrets
from collections.abc import Collection
from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from director.core.base.forms import parse_small_number
from director.core.base.refusals import GoneError
from director.core.base.requests import DeskRequest, get_page_status
from director.core.base.roles import Role, require_role_to_send
from director.errors import DeskError
from director.party.models import Party
from director.party.movement.games import fetch_party_record
from director.party.movement.options import is_skat
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.play.page import choose_open_table
from director.party.pages.shell import make_party_context
from director.party.play.skat import draw_next_session, store_session_sheets
from director.party.play.typed_sheets import TypedSheet, parse_pasted_sheets, read_typed_sheets
from director.party.scoring.skat import (
    BOXES,
    HEADINGS,
    SkatPlay,
    SkatRow,
    SkatTable,
    fetch_skat_play,
)
from movements.errors import MovementError


def render_skat_page(request: DeskRequest, party: Party, *, error: str = "") -> HttpResponse:
    """Show the sheets of the session ``?round=``, by default the latest."""
    return _render_sheets_page(
        request, party, parse_small_number(request.GET.get("round", "")), error=error
    )


@require_role_to_send(Role.SCORER)
@require_POST
def store_skat_sheets(request: DeskRequest, ref: int, round_no: int) -> HttpResponse:
    """Store typed and pasted sheets. Refused ones keep everything typed."""
    party = _fetch_skat_party(ref)
    typed_sheets: dict[int, TypedSheet] = {}
    try:
        typed_sheets = read_typed_sheets(
            request.POST, party.players.values_list("number", flat=True)
        )
        changed_sheets = {
            number: sheet for number, sheet in typed_sheets.items() if sheet.is_changed
        }
        card_by_player = {number: sheet.parse_card() for number, sheet in changed_sheets.items()}
        for _, sheet in parse_pasted_sheets(request.POST.get("pasted", "")):
            card_by_player[sheet.number] = sheet.parse_card()
        count = store_session_sheets(
            party=party,
            round_no=round_no,
            cards=card_by_player,
            shown_sheets={number: sheet.shown_text for number, sheet in changed_sheets.items()},
            user=request.user,
        )
        messages.success(request, _format_stored_message(count))
    except DeskError as error:
        # Read again, without what the refused change left on *party*.
        return _render_sheets_page(
            request,
            fetch_party_by_session(ref),
            round_no,
            error=error,
            typed_sheets=typed_sheets,
        )
    return redirect(f"{reverse('party_play', args=[party.pk])}?round={round_no}")


@require_role_to_send(Role.SCORER)
@require_POST
def start_next_session(request: DeskRequest, ref: int, round_no: int) -> HttpResponse:
    """Draw the seats of the next session."""
    party = _fetch_skat_party(ref)
    try:
        seed = secrets.randbelow(1_000_000)
        draw_next_session(party=party, round_no=round_no, seed=seed, user=request.user)
        messages.success(request, f"The seats of session {round_no + 1} have been drawn.")
    except (DeskError, MovementError) as error:
        return _render_sheets_page(request, fetch_party_by_session(ref), round_no, error=str(error))
    return redirect("party_play", ref=party.pk)


def _fetch_skat_party(session_id: int) -> Party:
    """Return the Skat congress of a session.

    :raises GoneError: if the party isn't a Skat congress, or no longer
    """
    party = fetch_party_by_session(session_id)
    if not is_skat(party):
        raise GoneError(
            "no-skat-congress",
            "This party isn’t a Skat congress, so it has no sheets. Choose another system in step "
            "1, Field.",
        )
    return party


def _format_stored_message(count: int) -> str:
    if count == 1:
        return "1 sheet saved."
    if count:
        return f"{count} sheets saved."
    return "Nothing changed."


def _render_sheets_page(
    request: DeskRequest,
    party: Party,
    round_no: int,
    *,
    error: DeskError | str = "",
    typed_sheets: dict[int, TypedSheet] | None = None,
) -> HttpResponse:
    typed_sheets = typed_sheets or {}
    params = error.params if isinstance(error, DeskError) else {}
    refused_player = params.get("at_player")
    is_overtaken = "is_overtaken" in params
    play = fetch_skat_play(fetch_party_record(party), round_no)
    requested_table = parse_small_number(request.GET.get("table", ""))
    tables: list[tuple[SkatTable, list[SkatRow]]] = []
    is_error_shown = False
    for table in _choose_open_tables(play, {*typed_sheets, refused_player}, requested_table):
        rows = []
        for row in table.rows:
            error_text = str(error) if row.number == refused_player else ""
            rows.append(
                _with_typed_sheet(row, typed_sheets.get(row.number), error_text, is_overtaken)
            )
            is_error_shown = is_error_shown or bool(error_text)
        tables.append((table, rows))
    context = make_party_context(party, "play") | {
        "play": play,
        "tables": tables,
        "open_tables": [table.table_no for table, _ in tables],
        "headings": HEADINGS,
        "error": "" if is_error_shown else error,
        "pasted": request.POST.get("pasted", ""),
    }
    is_whole_page = not request.htmx or request.htmx.history_restore_request
    template = "party/skat.html" if is_whole_page else "party/skat/_skat.html"
    status = get_page_status(error)
    return TemplateResponse(request, template, context, status=status)


def _choose_open_tables(
    play: SkatPlay | None, refused_players: Collection[object], requested_table: int
) -> list[SkatTable]:
    """Return the tables whose boxes are open: those with refused sheets, or one."""
    if not play:
        return []
    refused_tables = []
    for table in play.session.tables:
        if any(row.number in refused_players for row in table.rows):
            refused_tables.append(table)
    return refused_tables or [choose_open_table(play.session.tables, requested_table)]


def _with_typed_sheet(
    row: SkatRow, sheet: TypedSheet | None, error_text: str, is_overtaken: bool
) -> SkatRow:
    """Return *row* with the typed *sheet* and its error."""
    if sheet is None:
        return replace(row, error=error_text)
    boxes = tuple(zip(BOXES, HEADINGS, sheet.boxes, strict=True))
    # If somebody else has changed the sheet, the page now knows their version: sending the boxes
    # once more replaces it on purpose.
    shown_text = row.stored_text if error_text and is_overtaken else sheet.shown_text
    return replace(row, boxes=boxes, stored_text=shown_text, error=error_text)
