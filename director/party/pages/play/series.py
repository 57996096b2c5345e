"""Play for an evening in series: lists of tables, the next series, teams and tandems.

Each table of Skat plays a *series* of games and writes them on one *list*.
"""

import secrets
from collections.abc import Mapping
from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from director.core.base.forms import parse_small_number
from director.core.base.refusals import GoneError
from director.core.base.requests import DeskRequest, get_page_status, render_page
from director.core.base.roles import Role, require_role_to_send
from director.errors import DeskError
from director.party.models import Party
from director.party.movement.games import PartyRecord, fetch_party_record
from director.party.movement.options import has_lists
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.play.page import choose_open_table, read_posted_version
from director.party.pages.shell import make_party_context
from director.party.play.play import fetch_round, get_table
from director.party.play.report import refuse_other_players
from director.party.play.series import (
    ListFigures,
    TypedList,
    begin_next_series,
    is_list_complete,
    name_teams,
    read_list,
    read_typed_list,
    store_list,
)
from director.party.scoring.skat_series import (
    ListTable,
    check_typed_list,
    fetch_team_rows,
    has_game_counts,
    has_minus_points,
    make_series_play,
)
from movements.errors import MovementError
from movements.party.model import PartyTable
from scoring.errors import ScoringError

MAX_NAME_LENGTH = 60


def render_series_page(request: DeskRequest, party: Party, *, error: str = "") -> HttpResponse:
    """Show the lists of the series ``?round=``, by default the latest."""
    return _render_lists_page(
        request, party, parse_small_number(request.GET.get("round", "")), error=error
    )


@require_role_to_send(Role.SCORER)
@require_POST
def store_table_list(request: DeskRequest, ref: int, round_no: int, table_no: int) -> HttpResponse:
    """Store the list of a table. A refused one keeps everything typed."""
    party = _fetch_series_party(ref)
    typed_list: TypedList | None = None
    try:
        table = get_table(fetch_round(party, round_no), table_no)
        typed_list = read_typed_list(request.POST, table.players)
        refuse_other_players(table, typed_list.shown_players)
        # An empty list deletes the stored one.
        table_list = (
            None
            if typed_list.is_empty
            else _read_list(fetch_party_record(party), typed_list, table)
        )
        stored_result = store_list(
            party=party,
            round_no=round_no,
            table_no=table_no,
            version=read_posted_version(request.POST),
            figures=table_list,
            is_confirmed=typed_list.is_confirmed,
            user=request.user,
        )
        if stored_result:
            message = f"Table {table_no} saved."
        else:
            message = f"The list of table {table_no} was deleted."
        messages.success(request, message)
    except (DeskError, ScoringError) as error:
        return _render_lists_page(
            request,
            fetch_party_by_session(ref),
            round_no,
            error=error,
            at_table=table_no,
            typed_list=typed_list,
        )
    return redirect(f"{reverse('party_play', args=[party.pk])}?round={round_no}")


@require_role_to_send(Role.SCORER)
@require_POST
def check_table_list(request: DeskRequest, ref: int, round_no: int, table_no: int) -> HttpResponse:
    """Answer with remarks on a list that is being typed."""
    party = _fetch_series_party(ref)
    message = ""
    agrees = True
    try:
        table = get_table(fetch_round(party, round_no), table_no)
        record = fetch_party_record(party)
        typed_list = read_typed_list(request.POST, table.players)
        # A list that is half typed would always be wrong.
        if is_list_complete(typed_list, table.players, counts_games=has_game_counts(record)):
            table_list = _read_list(record, typed_list, table)
            message, agrees = check_typed_list(
                record,
                table_list.lines,
                passed=table_list.passed,
                written_sum=table_list.written_sum,
            )
    except DeskError as error:
        message = str(error)
        agrees = False
    context = {"message": message, "state": "" if agrees else "warn", "table_no": table_no}
    return render(request, "party/series/_check.html", context)


@require_role_to_send(Role.SCORER)
@require_POST
def start_next_series(request: DeskRequest, ref: int, round_no: int) -> HttpResponse:
    """Seat everybody for the next series."""
    party = _fetch_series_party(ref)
    try:
        begin_next_series(
            party=party, round_no=round_no, seed=secrets.randbelow(1_000_000), user=request.user
        )
        messages.success(request, f"Series {round_no + 1} is seated.")
    except (DeskError, MovementError, ScoringError) as error:
        return _render_lists_page(request, fetch_party_by_session(ref), round_no, error=error)
    return redirect("party_play", ref=party.pk)


@require_role_to_send(Role.SCORER)
def edit_teams(request: DeskRequest, ref: int) -> HttpResponse:
    """Show teams and tandems. A POST stores them."""
    party = fetch_party_by_session(ref)
    if not has_lists(party):
        return redirect("party_seats", ref=party.pk)
    error_text = ""
    stored_rows = fetch_team_rows(party)
    if request.method == "POST":
        try:
            messages.success(request, _store_teams(request, party))
            return redirect("party_teams", ref=party.pk)
        except DeskError as error:
            error_text = str(error)
    rows = []
    for number, name, *stored_names in stored_rows:
        names = stored_names
        # A player who came after the page was opened isn't on it.
        if error_text and f"team-{number}" in request.POST:
            names = _merge_typed_names(request.POST, number, *stored_names)
        rows.append((number, name, *names, *stored_names))
    context = make_party_context(party, "seats") | {"rows": rows, "error": error_text}
    return render_page(request, "party/series/teams.html", context, problems=error_text)


def _store_teams(request: DeskRequest, party: Party) -> str:
    """Store the typed teams and tandems and return the message about them.

    :raises ChangedMeanwhileError: if another desk has changed a name that was changed here too
    """
    typed_names = {}
    shown_names = {}
    for number in party.players.values_list("number", flat=True):
        if f"team-{number}" in request.POST:
            typed_names[number] = _read_typed_names(request.POST, number)
            shown_names[number] = (
                request.POST.get(f"was-team-{number}"),
                request.POST.get(f"was-tandem-{number}"),
            )
    changed_count = name_teams(
        party=party, names_by_player=typed_names, shown_names=shown_names, user=request.user
    )
    if changed_count:
        return f"{changed_count} {'player' if changed_count == 1 else 'players'} changed."
    return "Nothing changed."


def _merge_typed_names(
    data: Mapping[str, str], number: int, stored_team: str, stored_tandem: str
) -> list[str]:
    """Return what the refused page shows of player *number*: the boxes that weren't touched as stored."""
    team, tandem = _read_typed_names(data, number)
    return [
        stored_team if team == data.get(f"was-team-{number}") else team,
        stored_tandem if tandem == data.get(f"was-tandem-{number}") else tandem,
    ]


def _read_typed_names(data: Mapping[str, str], number: int) -> tuple[str, str]:
    """Return the team and the tandem of player *number*."""
    team = " ".join(data.get(f"team-{number}", "").split())
    tandem = " ".join(data.get(f"tandem-{number}", "").split())
    return team[:MAX_NAME_LENGTH], tandem[:MAX_NAME_LENGTH]


def _fetch_series_party(session_id: int) -> Party:
    """Return the evening in series of a session.

    :raises GoneError: if the party isn't played in series, or no longer
    """
    party = fetch_party_by_session(session_id)
    if not has_lists(party):
        raise GoneError(
            "no-lists",
            "This party has no lists from tables. Choose another system in step 1, Field.",
        )
    return party


def _read_list(record: PartyRecord, typed_list: TypedList, table: PartyTable) -> ListFigures:
    name_by_player = {player: record.names[player] for player in table.players}
    return read_list(
        typed_list,
        table.players,
        name_by_player,
        counts_games=has_game_counts(record),
        has_minus_points=has_minus_points(record),
    )


def _render_lists_page(
    request: DeskRequest,
    party: Party,
    round_no: int,
    *,
    error: object = "",
    at_table: int | None = None,
    typed_list: TypedList | None = None,
) -> HttpResponse:
    """Show the lists. *typed_list* is the refused list of *at_table*."""
    play = make_series_play(fetch_party_record(party), round_no) if party.method else None
    table: ListTable | None = None
    if play:
        requested_table = at_table or parse_small_number(request.GET.get("table", ""))
        table = choose_open_table(play.tables, requested_table)
    if table and typed_list is not None and at_table:
        table = _with_typed_list(table, typed_list, error)
    context = make_party_context(party, "play") | {
        "play": play,
        "table": table,
        "open_tables": [table.table_no] if table else [],
        "error": "" if typed_list is not None else error,
    }
    is_whole_page = not request.htmx or request.htmx.history_restore_request
    template = "party/series.html" if is_whole_page else "party/series/_series.html"
    status = get_page_status(error)
    return TemplateResponse(request, template, context, status=status)


def _with_typed_list(table: ListTable, typed_list: TypedList, error: object) -> ListTable:
    """Return *table* with the refused list in its boxes, and the error.

    The boxes stay as stored if the list was typed for players who no longer sit there.
    """
    if getattr(error, "code", "") == "other-players":
        return replace(table, error=str(error))
    rows = []
    for row in table.rows:
        boxes = tuple(
            (name, heading, typed_list.boxes.get(name, "")) for name, heading, _ in row.boxes
        )
        rows.append(replace(row, boxes=boxes))
    return replace(
        table,
        rows=tuple(rows),
        passed=typed_list.boxes["passed"],
        written_sum=typed_list.boxes["said"],
        error=str(error),
        needs_confirmation="needs_confirmation" in getattr(error, "params", {}),
    )
