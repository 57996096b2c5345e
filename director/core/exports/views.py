"""Files a director takes away."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from director.core import sentences
from director.core.accounts.roles import Role, may_score, role_of
from director.core.answers import file_answer, file_stem, sentence
from director.core.exports.read import event_tables
from director.errors import DeskError
from director.formats.errors import ExportError
from director.formats.formats import WITH_SECRETS, export_file
from director.models import Event
from scoring import ScoringError


def event_export(request: HttpRequest, event_id: int, form: str) -> HttpResponse:
    """Answer with the event as a file of the format *form*, printed on the club's paper.

    What holds the cards of boards that are still to be played is for directors, numbers of people are for scorers.

    ``?table=`` names one table for a CSV file, ``?separator=semicolon`` is for spreadsheets with a decimal comma.
    """
    if form in WITH_SECRETS and role_of(request.user) is not Role.DIRECTOR:
        return sentence(sentences.SECRETS_FOR_DIRECTORS.says(), 403)
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    try:
        file = export_file(
            event_tables(event, numbered=may_score(request)),
            form,
            table=request.GET.get("table", ""),
            separator=request.GET.get("separator", ""),
            paper=event.club.paper,
        )
    except (DeskError, ExportError, ScoringError) as error:
        status = 404 if isinstance(error, ExportError) else 422
        return sentence(str(error), status)
    return file_answer(file.content, f"{file_stem(event)}{file.suffix}", file.content_type)
