"""What each player of a team event made, for visitors and as a file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from director.additions.contests.butler import PlayersRecord, compute_players_record
from director.additions.contests.butler import PlayersTable, make_players_table
from director.boards.pages.steps import make_desk_view
from director.boards.tables.grids import ResultsContext, make_page_context, serve_to_readers
from director.core.base.requests import make_file_response, make_file_stem
from director.core.night.page_cache import kept_for_visitors
from director.formats.figures import write_table_csv
from director.models.event import Game

CSV, XLSX = "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def show_players(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show every player by IMPs per board: over the event, or one of its sessions."""
    record = _compute_record(reading)
    table = PlayersTable(
        make_players_table(record),
        request=request,
        caption="Players",
        note="IMPs against the datum of each board",
    )
    context = make_page_context(reading, "players") | {
        "record": record,
        "table": table,
        "players_csv": _reverse_file(reading, "event_players_csv"),
        "players_xlsx": _reverse_file(reading, "event_players_xlsx"),
    }
    return render(request, "additions/contests/players.html", context)


event_players = kept_for_visitors(serve_to_readers(show_players))
session_results_players = make_desk_view(show_players, "players")


@serve_to_readers
def download_players_csv(_request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Answer with the players as a CSV file."""
    name = f"{make_file_stem(reading.results.event)}-players.csv"
    return make_file_response(
        write_table_csv(make_players_table(_compute_record(reading))), name, CSV
    )


@serve_to_readers
def download_players_xlsx(_request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Answer with the players as a spreadsheet, printed on the club's paper."""
    results = reading.results
    from director.formats.xlsx import write_workbook  # openpyxl is slow to import

    content = write_workbook(
        [make_players_table(_compute_record(reading))], results.heading, results.event.club.paper
    )
    return make_file_response(content, f"{make_file_stem(results.event)}-players.xlsx", XLSX)


def _reverse_file(reading: ResultsContext, name: str) -> str:
    return reverse(
        name, args=[reading.addresses.event_id, *filter(None, (reading.addresses.session_no,))]
    )


def _compute_record(reading: ResultsContext) -> PlayersRecord:
    event = reading.results.event
    if reading.sheets.heading.contestant_word != "team" or event.game != Game.BRIDGE:
        raise Http404("Player records exist only for teams at bridge.")
    return compute_players_record(
        reading.results.sessions if reading.shows_several_sessions else [reading.sheets]
    )
