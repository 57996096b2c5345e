"""The file of one movement, of the library or of tonight."""

from django.http import HttpResponse

from director.core.base.answers import make_file_response
from movements.files.formats import write_plan
from movements.model import Movement
from movements.partnerships import with_teams

CONTENT_TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "text": "text/plain; charset=utf-8",
}
ENDINGS = {"json": "json", "csv": "csv", "text": "txt"}


def make_movement_response(plan: Movement, form: str, stem: str) -> HttpResponse:
    """Return the file of *plan* in one of the formats ``json``, ``csv`` and ``text``.

    :raises MovementError: if movement text can't say all of the plan
    """
    content = write_plan(with_teams(plan), form)
    name = f"{stem}.{ENDINGS[form]}"
    if form == "text":
        return make_text_response(content, name)
    return make_file_response(content, name, CONTENT_TYPES[form])


def make_text_response(content: str, name: str) -> HttpResponse:
    """Return the file *name* with movement text, one movement or many."""
    # Programs that read this format run on Windows and write these line ends themselves.
    return make_file_response(content.replace("\n", "\r\n"), name, CONTENT_TYPES["text"])
