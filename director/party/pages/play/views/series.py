"""Play of an evening in series: the lists of tables, the next series, teams and tandems.

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

from director.core.base.forms import small_number
from director.core.base.gone import GoneError
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, sent_by
from director.core.pages.phones.page import new_phone_tables
from director.errors import DeskError
from director.party.models import Party
from director.party.movement.games.read import Evening, party_evening
from director.party.movement.options import has_lists
from director.party.movement.parties import party_of_session
from director.party.pages.play.forms import posted_version
from director.party.pages.play.page import table_open
from director.party.pages.shell import party_shell
from director.party.play.play import find_round, find_table
from director.party.play.skat.series.list_input import (
    ReadList,
    TypedList,
    is_whole,
    read_list,
    typed_list,
)
from director.party.play.skat.series.write import begin_next_series, name_teams, store_list
from director.party.scoring.skat_series import (
    ListTable,
    counts_games,
    list_check,
    series_play,
    team_rows,
)
from director.party.sentences import PartySentences
from movements import MovementError, PartyTable
from scoring import ScoringError

MAX_NAME_LENGTH = 60


def series_page(request: DeskRequest, party: Party, *, error: str = "") -> HttpResponse:
    """Show the lists of the series in ``?round=``, or of the latest one."""
    return _page(request, party, small_number(request.GET.get("round", "")), error=error)


@sent_by(Role.SCORER)
@require_POST
def party_list_store(
    request: DeskRequest, session_id: int, round_no: int, table_no: int
) -> HttpResponse:
    """Store the list of a table. A refused one keeps everything typed."""
    party = _series_party(session_id)
    typed: TypedList | None = None
    try:
        table = find_table(find_round(party, round_no), table_no)
        typed = typed_list(request.POST, table.players)
        # An empty list deletes the stored one.
        table_list = None if typed.is_empty else _read_list(party_evening(party), typed, table)
        is_stored = store_list(
            party=party,
            round_no=round_no,
            table_no=table_no,
            version=posted_version(request.POST),
            read=table_list,
            as_it_is=typed.is_confirmed,
            user=request.user,
        )
        if is_stored:
            message = f"Table {table_no} saved."
        else:
            message = f"The list of table {table_no} was deleted."
        messages.success(request, message)
    except (DeskError, ScoringError) as error:
        return _page(
            request,
            party_of_session(session_id),
            round_no,
            error=error,
            at_table=table_no,
            typed=typed,
        )
    return redirect(f"{reverse('party_play', args=[party.pk])}?round={round_no}")


@sent_by(Role.SCORER)
@require_POST
def party_list_check(
    request: DeskRequest, session_id: int, round_no: int, table_no: int
) -> HttpResponse:
    """Answer with remarks on a list that is being typed."""
    party = _series_party(session_id)
    remark = ""
    agrees = True
    try:
        table = find_table(find_round(party, round_no), table_no)
        evening = party_evening(party)
        typed = typed_list(request.POST, table.players)
        # A list that is half typed would always be wrong.
        if is_whole(typed, table.players, counts_games=counts_games(evening)):
            table_list = _read_list(evening, typed, table)
            remark, agrees = list_check(
                evening, table_list.lines, passed=table_list.passed, written_sum=table_list.said
            )
    except DeskError as error:
        remark = str(error)
        agrees = False
    context = {"words": remark, "state": "" if agrees else "warn", "table_no": table_no}
    return render(request, "party/series/_check.html", context)


@sent_by(Role.SCORER)
@require_POST
def party_series_next(request: DeskRequest, session_id: int, round_no: int) -> HttpResponse:
    """Seat everybody for the next series."""
    party = _series_party(session_id)
    try:
        begin_next_series(
            party=party, round_no=round_no, seed=secrets.randbelow(1_000_000), user=request.user
        )
        messages.success(request, f"Series {round_no + 1} is seated.")
    except (DeskError, MovementError, ScoringError) as error:
        return _page(request, party_of_session(session_id), round_no, error=error)
    return redirect("party_play", session_id=party.pk)


@sent_by(Role.SCORER)
def party_teams(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show teams and tandems. A POST stores them."""
    party = party_of_session(session_id)
    if not has_lists(party):
        return redirect("party_seats", session_id=party.pk)
    error_text = ""
    if request.method == "POST":
        try:
            messages.success(request, _store_teams(request, party))
            return redirect("party_teams", session_id=party.pk)
        except DeskError as error:
            error_text = str(error)
    rows = team_rows(party)
    if error_text:
        # Refused names stay in their boxes.
        rows = [(number, name, *_typed_names(request.POST, number)) for number, name, *_ in rows]
    context = party_shell(party, "seats") | {"rows": rows, "error": error_text}
    status = 422 if error_text else 200
    return render(request, "party/series/teams.html", context, status=status)


def _store_teams(request: DeskRequest, party: Party) -> str:
    """Store the typed teams and tandems and return the message about them."""
    typed_names = {}
    for number in party.players.values_list("number", flat=True):
        if f"team-{number}" in request.POST:
            typed_names[number] = _typed_names(request.POST, number)
    changed = name_teams(party=party, named=typed_names, user=request.user)
    if changed:
        return f"{changed} {'player' if changed == 1 else 'players'} changed."
    return "Nothing changed."


def _typed_names(data: Mapping[str, str], number: int) -> tuple[str, str]:
    """Return the team and the tandem of player *number*."""
    team = " ".join(data.get(f"team-{number}", "").split())
    tandem = " ".join(data.get(f"tandem-{number}", "").split())
    return team[:MAX_NAME_LENGTH], tandem[:MAX_NAME_LENGTH]


def _series_party(session_id: int) -> Party:
    """Return the evening in series of a session.

    :raises GoneError: if the party isn't played in series, or no longer
    """
    party = party_of_session(session_id)
    if not has_lists(party):
        raise GoneError(PartySentences.NO_LISTS)
    return party


def _read_list(evening: Evening, typed: TypedList, table: PartyTable) -> ReadList:
    names = {player: evening.names[player] for player in table.players}
    return read_list(typed, table.players, names, counts_games=counts_games(evening))


def _page(
    request: DeskRequest,
    party: Party,
    round_no: int,
    *,
    error: object = "",
    at_table: int | None = None,
    typed: TypedList | None = None,
) -> HttpResponse:
    """Show the lists. *typed* is the refused list of *at_table*."""
    play = series_play(party_evening(party), round_no) if party.method else None
    table: ListTable | None = None
    if play:
        requested_table = at_table or small_number(request.GET.get("table", ""))
        table = table_open(play.tables, requested_table)
    if table and typed is not None and at_table:
        table = _with_typed_list(table, typed, error)
    context = party_shell(party, "play") | {
        "play": play,
        "table": table,
        "open_tables": [table.table_no] if table else [],
        "error": "" if typed is not None else error,
    }
    is_whole_page = not request.htmx or request.htmx.history_restore_request
    context["came"] = new_phone_tables(party.session) if is_whole_page else ()
    template = "party/series.html" if is_whole_page else "party/series/_series.html"
    status = 422 if error else 200
    return TemplateResponse(request, template, context, status=status)


def _with_typed_list(table: ListTable, typed: TypedList, error: object) -> ListTable:
    """Return *table* with the refused list in its boxes, and the error."""
    rows = []
    for row in table.rows:
        boxes = tuple((name, heading, typed.boxes.get(name, "")) for name, heading, _ in row.boxes)
        rows.append(replace(row, boxes=boxes))
    return replace(
        table,
        rows=tuple(rows),
        passed=typed.boxes["passed"],
        said=typed.boxes["said"],
        error=str(error),
        asks_again="is_asked" in getattr(error, "params", {}),
    )
