"""Files a director takes away."""

from django.http import HttpRequest, HttpResponse

from director.boards.results.read.sheets import event_sheets
from director.boards.sections import section_of_event
from director.boards.words import file_stem
from director.desk.answers import file_answer, sentence
from director.files.formats import ExportError, export_file
from director.pairs.files import pairs_files
from director.party.files import party_files
from director.party.parties import party_find
from director.party.results.read.sheets import party_sheets
from scoring import ScoringError


def event_export(request: HttpRequest, event_id: int, form: str) -> HttpResponse:
    """Answer with the event as a file of the format *form*, printed on the club's paper.

    ``?table=`` names one table for a CSV file, ``?separator=semicolon`` is for spreadsheets with a decimal comma.
    """
    party = party_find(event_id)
    section = None if party else section_of_event(event_id)
    try:
        tables = party_files(party_sheets(party)) if party else pairs_files(event_sheets(section))
        file = export_file(
            tables,
            form,
            table=request.GET.get("table", ""),
            separator=request.GET.get("separator", ""),
            paper=(party or section).session.event.club.paper,
        )
    except (ExportError, ScoringError) as error:
        status = 404 if isinstance(error, ExportError) else 422
        return sentence(str(error), status)
    name = f"{file_stem((party or section).session.event)}{file.suffix}"
    return file_answer(file.content, name, file.content_type)
