"""An evening in series: lists of tables, the next series, teams and tandems."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

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

MOST_LETTERS = 60


def series_page(request: DeskRequest, party: Party, *, error: str = "") -> HttpResponse:
    """Show the lists of the series that is asked for, or of the latest one."""
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
        read = None if typed.is_empty else _read(party_evening(party), typed, table)
        at: dict[str, Any] = {
            "party": party,
            "round_no": round_no,
            "table_no": table_no,
            "version": posted_version(request.POST),
        }
        stored = store_list(**at, read=read, as_it_is=typed.is_confirmed, user=request.user)
        if stored:
            said = f"Table {table_no} saved."
        else:
            said = f"The list of table {table_no} was deleted."
        messages.success(request, said)
    except (DeskError, ScoringError) as refused:
        return _page(
            request,
            party_of_session(session_id),
            round_no,
            error=refused,
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
    words, state = "", ""
    try:
        table = find_table(find_round(party, round_no), table_no)
        evening, typed = party_evening(party), typed_list(request.POST, table.players)
        if is_whole(typed, table.players, counts_games=counts_games(evening)):
            read = _read(evening, typed, table)
            words, agrees = list_check(evening, read.lines, passed=read.passed, said=read.said)
            state = "" if agrees else "warn"
    except DeskError as refused:
        words, state = str(refused), "warn"
    return render(
        request, "party/series/_check.html", {"words": words, "state": state, "table_no": table_no}
    )


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
    except (DeskError, MovementError, ScoringError) as refused:
        return _page(request, party_of_session(session_id), round_no, error=refused)
    return redirect("party_play", session_id=party.pk)


@sent_by(Role.SCORER)
def party_teams(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show and store teams and tandems."""
    party = party_of_session(session_id)
    if not has_lists(party):
        return redirect("party_seats", session_id=party.pk)
    error = ""
    if request.method == "POST":
        try:
            messages.success(request, _names_message(request, party))
            return redirect("party_teams", session_id=party.pk)
        except DeskError as refused:
            error = str(refused)
    rows = team_rows(party)
    if error:
        rows = [
            (number, name, *_boxes(request.POST, number)) for number, name, _team, _tandem in rows
        ]
    context = party_shell(party, "seats") | {"rows": rows, "error": error}
    status = 422 if error else 200
    return render(request, "party/series/teams.html", context, status=status)


def _names_message(request: DeskRequest, party: Party) -> str:
    numbers = [
        number
        for number in party.players.values_list("number", flat=True)
        if f"team-{number}" in request.POST
    ]
    changed = name_teams(
        party=party,
        named={number: _boxes(request.POST, number) for number in numbers},
        user=request.user,
    )
    if changed:
        return f"{changed} {'player' if changed == 1 else 'players'} changed."
    return "Nothing changed."


def _boxes(data: Mapping[str, str], number: int) -> tuple[str, str]:
    team, tandem = (
        " ".join(data.get(f"{box}-{number}", "").split())[:MOST_LETTERS]
        for box in ("team", "tandem")
    )
    return team, tandem


def _series_party(session_id: int) -> Party:
    """Return the evening in series of a session.

    :raises GoneError: if the party is none (any more)
    """
    party = party_of_session(session_id)
    if not has_lists(party):
        raise GoneError(PartySentences.NO_LISTS)
    return party


def _read(evening: Evening, typed: TypedList, table: PartyTable) -> ReadList:
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
    play = series_play(party_evening(party), round_no) if party.method else None
    if play:
        table = table_open(play.tables, at_table or small_number(request.GET.get("table", "")))
    else:
        table = None
    if table and typed is not None and at_table:
        table = _typed_over(table, typed, error)
    context = party_shell(party, "play") | {
        "play": play,
        "table": table,
        "open_tables": [table.table_no] if table else [],
        "error": "" if typed is not None else error,
    }
    whole = not request.htmx or request.htmx.history_restore_request
    context["came"] = new_phone_tables(party.session) if whole else ()
    template = "party/series.html" if whole else "party/series/_series.html"
    status = 422 if error else 200
    return TemplateResponse(request, template, context, status=status)


def _typed_over(table: ListTable, typed: TypedList, error: object) -> ListTable:
    """Return *table* as typed, with its faults."""
    rows = tuple(
        replace(
            row,
            boxes=tuple(
                (name, heading, typed.boxes.get(name, "")) for name, heading, _text in row.boxes
            ),
        )
        for row in table.rows
    )
    params = getattr(error, "params", {})
    return replace(
        table,
        rows=rows,
        passed=typed.boxes["passed"],
        said=typed.boxes["said"],
        error=str(error),
        asks_again="is_asked" in params,
    )
