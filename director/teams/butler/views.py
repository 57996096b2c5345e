"""What each player of a team event made, for visitors and as a file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from director.boards.pages.steps import at_desk
from director.boards.paper.tables.reading import ResultsContext, for_readers, page_context
from director.core.base.answers import file_answer, file_stem
from director.core.night.publishing.page_cache import kept_for_visitors
from director.formats.csv import table_csv
from director.models.event import Game
from director.teams.butler.read import PlayersRecord, players_record
from director.teams.butler.table import PlayersTable, players_table

CSV, XLSX = "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def players_page(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show every player by IMPs per board: over the event, or one of its sessions."""
    record = _record(reading)
    table = PlayersTable(
        players_table(record),
        request=request,
        caption="Players",
        note="IMPs against the datum of each board",
    )
    context = page_context(reading, "players") | {
        "record": record,
        "table": table,
        "players_csv": _file(reading, "event_players_csv"),
        "players_xlsx": _file(reading, "event_players_xlsx"),
    }
    return render(request, "teams/players.html", context)


event_players = kept_for_visitors(for_readers(players_page))
session_results_players = at_desk(players_page, "players")


@for_readers
def event_players_csv(_request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Answer with the players as a CSV file."""
    name = f"{file_stem(reading.results.event)}-players.csv"
    return file_answer(table_csv(players_table(_record(reading))), name, CSV)


@for_readers
def event_players_xlsx(_request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Answer with the players as a spreadsheet, printed on the club's paper."""
    results = reading.results
    from director.formats.xlsx import tables_xlsx  # openpyxl is slow to import

    content = tables_xlsx(
        [players_table(_record(reading))], results.heading, results.event.club.paper
    )
    return file_answer(content, f"{file_stem(results.event)}-players.xlsx", XLSX)


def _file(reading: ResultsContext, name: str) -> str:
    return reverse(name, args=[reading.at.event_id, *filter(None, (reading.at.session_no,))])


def _record(reading: ResultsContext) -> PlayersRecord:
    event = reading.results.event
    if reading.sheets.heading.called != "team" or event.game != Game.BRIDGE:
        raise Http404("Player records exist only for teams at bridge.")
    return players_record(reading.results.sessions if reading.is_whole else [reading.sheets])
