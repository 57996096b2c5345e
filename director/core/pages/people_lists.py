"""The pages that import a list of people or of their numbers, and undo it.

Importing shows a preview first: each row of the list is matched with a person, and the director
answers for each row where several people may be meant.
"""

from collections import Counter
from collections.abc import Sequence
from math import ceil

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_read
from director.core.base.shown_refusals import show_refusals_as_messages
from director.core.base.uploads import (
    SubmittedFile,
    list_close_destinations,
    list_destinations,
    read_submitted_file,
)
from director.core.club.club import get_or_create_club
from director.core.club.people_lists.file import format_people, read_people
from director.core.club.people_lists.matching import (
    PersonImport,
    make_number_imports,
    match_listed_people,
)
from director.core.club.people_lists.storing import store_people
from director.core.club.people_lists.undoing import undo_list_import
from director.errors import DeskError
from director.event_kinds import get_event_kind
from director.formats.door import FileUse
from director.formats.errors import ImportFileError
from director.formats.names.couples import COUPLES, COUPLES_UNSETTLED, find_couples, settle_couples
from director.formats.names.tables.questions import apply_answers, has_answers, needs_column_answers
from director.formats.names.tables.reading import read_columns_question
from director.formats.names.tables.rows import MAX_LIST_BYTES, read_list_text
from director.formats.names.tables.table import PEOPLE
from director.formats.reading import read_limited, strip_invisible
from director.models import Event, PeopleList
from movements.option import format_count

_PASTED_LIST = "Pasted list"
MAX_ROWS_SHOWN = 500
"""Lines of a list that its preview shows of each kind. A form takes 5,000 boxes."""
MAX_NAMES_IN_MESSAGE = 10


@require_role_to_read(Role.SCORER)
def import_people(request: DeskRequest) -> HttpResponse:
    """Import a list of people: preview, correct, then store."""
    club = get_or_create_club()
    context: dict[str, object] = {
        "nav": "people",
        "text": request.POST.get("text", ""),
        "club": club,
        "lists": club.lists.select_related("made_by"),
    }
    if request.method != "POST":
        return render(request, "core/people/read_in.html", context)
    submitted_file = read_submitted_file(request, _PASTED_LIST)
    content = b""
    try:
        content = _read_list_content(submitted_file)
        if has_answers(request.POST.dict()):
            content = apply_answers(content, request.POST.dict()).encode()
        people_file = read_people(content, club)
        text = read_list_text(content)
        settled_text = settle_couples(text, request.POST.get(COUPLES, ""))
        if settled_text != text:
            people_file = read_people(settled_text.encode(), club)
        rows = match_listed_people(club, people_file.people, _read_answers_by_row(request))
        rows_to_check = [row for row in rows if row.needs_check]
        other_rows = [row for row in rows if not row.needs_check]
        context |= {
            # A file becomes text here: the next request has no file, and the text can be corrected.
            "text": format_people(people_file.people, club),
            "source": _get_list_name(request, submitted_file),
            "rows": rows,
            "rows_to_check": rows_to_check[:MAX_ROWS_SHOWN],
            "other_rows": other_rows[:MAX_ROWS_SHOWN],
            "further_rows_to_check": max(0, len(rows_to_check) - MAX_ROWS_SHOWN),
            "further_other_rows": max(0, len(other_rows) - MAX_ROWS_SHOWN),
            "change_counts": _format_change_counts(rows),
            "ignored_parts": people_file.ignored_parts,
            "has_problems": any(row.problem for row in rows),
            "submitted_file": submitted_file,
            "destinations": list_close_destinations(submitted_file, FileUse.PEOPLE),
        }
        if request.POST.get("do") == "store":
            source = request.POST.get("source", "")
            added_count, changed_count = store_people(club, rows, source=source, user=request.user)
            message = f"List imported: {added_count} added, {changed_count} changed."
            if added_count or changed_count:
                message += " You can undo it below."
            messages.success(request, message)
            return redirect("people_read_in")
    except (DeskError, ImportFileError) as error:
        if isinstance(error, ImportFileError) and needs_column_answers(error):
            question = read_columns_question(content, PEOPLE)
            context |= {
                "columns_question": question,
                "question_message": str(error),
                # A file becomes text here, as in the preview.
                "text": question.text if question else "",
                "source": _get_list_name(request, submitted_file),
            }
            return render(request, "core/people/read_in.html", context)
        if isinstance(error, ImportFileError) and error.code == COUPLES_UNSETTLED:
            text = read_list_text(content)
            context |= {
                "couples": find_couples(text),
                "question_message": str(error),
                "text": text,
                "source": _get_list_name(request, submitted_file),
            }
            return render(request, "core/people/read_in.html", context)
        context |= {
            "refused": str(error),
            "submitted_file": submitted_file,
            "destinations": list_destinations(submitted_file, FileUse.PEOPLE),
        }
        return render_page(request, "core/people/read_in.html", context, problems=error)
    return render(request, "core/people/read_in.html", context)


def _read_list_content(submitted_file: SubmittedFile | None) -> bytes:
    """Return the list in *submitted_file*.

    :raises DeskError: if there is none
    """
    if submitted_file is None:
        raise DeskError("nothing-listed", "Choose a file, or paste the list.")
    return read_limited(submitted_file.content, MAX_LIST_BYTES)


def _read_answers_by_row(request: DeskRequest) -> dict[str, str]:
    """Return the director's choices of namesakes by row."""
    answers = {}
    for name, value in request.POST.dict().items():
        if name.startswith("who-"):
            answers[name.removeprefix("who-")] = str(value)
    return answers


def _format_change_counts(rows: Sequence[PersonImport]) -> str:
    """Return the numbers of changes in words, such as "2 to check, 14 new"."""
    counts = Counter("to check" if row.needs_check else row.action_label for row in rows)
    return ", ".join(
        f"{counts[kind]} {kind}"
        for kind in ("to check", "new", "changed", "no change", "skipped")
        if counts[kind]
    )


def _get_list_name(request: DeskRequest, submitted_file: SubmittedFile | None) -> str:
    """Return the name of the file, which the preview repeats beside its text."""
    if submitted_file and submitted_file.name != _PASTED_LIST:
        return strip_invisible(submitted_file.name)
    return strip_invisible(request.POST.get("source", ""))


@require_role_to_read(Role.SCORER)
def edit_event_numbers(request: DeskRequest, event_id: int) -> HttpResponse:
    """Ask for all missing membership numbers of an event. A POST stores them."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    export_address = f"{get_event_kind(event).get_results_address(event)}?tab=export"
    numbers_by_key = {
        name.removeprefix("number-"): text for name, text in request.POST.dict().items()
    }
    rows = make_number_imports(event, numbers_by_key)
    has_problems = any(row.problem for row in rows)
    if request.method == "POST" and not has_problems:
        source = f"Numbers for {event.name}"
        _, changed_count = store_people(event.club, rows, source=source, user=request.user)
        messages.success(request, f"{format_count(changed_count, 'number')} saved.")
        # While numbers are missing, the page asks for the rest.
        return redirect(export_address if changed_count == len(rows) else request.path)
    first_column = ceil(len(rows) / 2)
    context = {
        "nav": "people",
        "event": event,
        "back": export_address,
        "halves": (rows[:first_column], rows[first_column:]),
    }
    return render_page(request, "core/people/numbers.html", context, problems=has_problems)


@require_POST
def undo_people_import(request: DeskRequest, list_id: int) -> HttpResponse:
    """Undo the import of a list."""
    imported_list = get_object_or_404(PeopleList.objects.select_related("club"), pk=list_id)
    with show_refusals_as_messages(request):
        undo_result = undo_list_import(people_list=imported_list, user=request.user)
        messages.success(
            request,
            f"Import undone: {undo_result.removed_count} removed, {undo_result.restored_count} restored.",
        )
        if undo_result.remaining_names:
            names = ", ".join(undo_result.remaining_names[:MAX_NAMES_IN_MESSAGE])
            if len(undo_result.remaining_names) > MAX_NAMES_IN_MESSAGE:
                names += " …"
            messages.warning(request, f"Kept, because they changed or played since: {names}.")
    return redirect("people_read_in")
