"""The library as a file: reading uploads, importing one, undoing that, and exporting all of it."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any
from zipfile import ZipFile, ZipInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from director.additions.library.custom import make_movement_text_response
from director.additions.library.movements import (
    MAX_MOVEMENTS,
    delete_movements,
    fetch_plans_with_notes,
    make_content_fields,
    make_library_full_error,
)
from director.core.base.forms import PageForm
from director.core.base.requests import DeskRequest, make_file_response, render_page
from director.core.base.roles import Role, require_role_to_read
from director.core.base.shown_refusals import show_refusals_at
from director.core.base.uploads import (
    Destination,
    detect_other_candidates,
    list_destinations,
    read_submitted_file,
)
from director.core.base.versions import increment_club_version
from director.core.club.club import get_or_create_club
from director.errors import DeskError
from director.formats.door import FileUse
from director.formats.kinds import DATABASE, JSON, PLAIN_TEXT, WEB_PAGE, describe_file_kind
from director.formats.reading import decode_text
from director.models import Club, SavedMovement
from director.models.saved_movement import LONGEST_MOVEMENT_NAME, LONGEST_NOTE
from movements.errors import MovementError
from movements.files.library import (
    LibraryItem,
    is_acblscore,
    library_to_json,
    library_to_text,
    read_library,
)
from movements.option import format_count

_LIBRARY_FILE_UNITS = (
    "This looks like a file of table units (.bws). Import its results under Nights → Import results; "
    "their movement comes along, and Field → Save in library keeps it."
)

# Read uploaded libraries of movements: a file of any format, or a zip of such files.

MAX_FILE_BYTES = 5_000_000
"""Bytes of an upload, and of each file in a zip. A union's library is 200 kB."""
MAX_UNPACKED_BYTES = 20_000_000
MAX_FILES = 1000
MAX_UPLOADED_MOVEMENTS = 2000
"""Movements that one upload may hold."""
MAX_SHOWN_PROBLEMS = 3
"""Problems of a movement that its line in the report names."""
TEXT_KINDS = (PLAIN_TEXT, JSON, WEB_PAGE)
"""What files with movements look like by their first bytes, except for those of ACBLscore."""
ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
"""The first bytes of a zip, and of an empty one."""


@dataclass(frozen=True, slots=True)
class UploadedMovement:
    """A movement of an upload, and the name of its file."""

    file_name: str
    item: LibraryItem


def load_uploaded_movements(name: str, content: bytes) -> list[UploadedMovement]:
    """Return every movement of the upload *name*, also those that can't be read.

    :raises DeskError: if it is empty, too large, or a broken zip, or has too many movements
    """
    if not content.strip():
        raise _make_library_file_empty_error()
    if len(content) > MAX_FILE_BYTES:
        raise DeskError(
            "library-file-too-large",
            "{file} is larger than {most} MB. Choose a file with movements only.",
            file=name,
            most=MAX_FILE_BYTES // 1_000_000,
        )
    movements: list[UploadedMovement] = []
    for file_name, file_content in _unpack_files(name, content):
        movements += _load_file_movements(file_name, file_content)
        if len(movements) > MAX_UPLOADED_MOVEMENTS:
            raise DeskError(
                "library-file-too-long",
                "{file} has more than {most} movements. Split it into smaller files.",
                file=name,
                most=MAX_UPLOADED_MOVEMENTS,
            )
    if not movements:
        raise _make_library_file_empty_error()
    return movements


def _unpack_files(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an upload by name: itself, or those in a zip."""
    if not content.startswith(ZIP_MARKS):
        yield name, content
        return
    try:
        with ZipFile(BytesIO(content)) as packed:
            yield from _unpack_zip_files(name, packed)
    except DeskError:
        raise
    # zipfile and the packages that unpack raise many errors for damage, encryption and unknown
    # methods of compression.
    except Exception as error:
        raise DeskError(
            "library-zip-broken",
            "{file} can’t be unpacked: it is damaged or has a password. Save it again.",
            file=name,
        ) from error


def _unpack_zip_files(name: str, zip_file: ZipFile) -> Iterator[tuple[str, bytes]]:
    members = [member for member in zip_file.infolist() if _is_wanted_file(member)]
    if len(members) > MAX_FILES:
        raise DeskError(
            "library-zip-too-many",
            "{file} has more than {most} files. Split it.",
            file=name,
            most=MAX_FILES,
        )
    unpacked_bytes = 0
    for member in members:
        # The stated size may be false, so no more than the limit is unpacked.
        with zip_file.open(member) as file:
            content = file.read(MAX_FILE_BYTES + 1)
        unpacked_bytes += len(content)
        if len(content) > MAX_FILE_BYTES or unpacked_bytes > MAX_UNPACKED_BYTES:
            raise DeskError(
                "library-zip-too-large",
                "{file} unpacks to more than {most} MB. Choose a zip with movements only.",
                file=name,
                most=MAX_UNPACKED_BYTES // 1_000_000,
            )
        yield member.filename, content


def _is_wanted_file(member: ZipInfo) -> bool:
    """Return whether *member* is a file that somebody packed, and not one that a Mac adds."""
    path = PurePosixPath(member.filename)
    return not (member.is_dir() or path.name.startswith(".") or "__MACOSX" in path.parts)


def _load_file_movements(name: str, content: bytes) -> list[UploadedMovement]:
    stem = PurePosixPath(name).stem
    kind = describe_file_kind(content)
    try:
        if is_acblscore(content):
            items = read_library(content, stem)
        elif kind in TEXT_KINDS:
            items = read_library(decode_text(content), stem)
        elif kind == DATABASE:
            items = (_make_unreadable_item(stem, _LIBRARY_FILE_UNITS),)
        else:
            items = (_make_unreadable_item(stem, str(_make_other_file_error(kind))),)
    except MovementError as error:
        items = (_make_unreadable_item(stem, str(error)),)
    return [UploadedMovement(name, item) for item in items]


def _make_unreadable_item(title: str, reason: str) -> LibraryItem:
    return LibraryItem(title, 0, plan=None, problems=(reason,))


# Add the movements of an upload to the club's library.

PlanKey = tuple[str, int, str]
"""Contest, winners and fingerprint, which two movements with the same plan have in common."""


@dataclass(frozen=True, slots=True)
class RefusedMovement:
    """A movement that wasn't added, for the report of the import."""

    file: str  # its name; the field names are keys of a stored report
    title: str
    line_no: int  # 0 if unknown
    reason: str


@dataclass(frozen=True, slots=True)
class EqualMovement:
    """A movement that wasn't added because the library has its plan already."""

    title: str
    library_name: str  # of the movement with the same plan


@dataclass(frozen=True, slots=True)
class LibraryImport:
    """The movements that an import added, and those that it didn't."""

    added_ids: tuple[int, ...]  # primary keys
    equal_movements: tuple[EqualMovement, ...]
    refused_movements: tuple[RefusedMovement, ...]


def add_movements(
    *, club: Club, uploaded: Iterable[UploadedMovement], user: User | None
) -> LibraryImport:
    """Add the sound movements among *uploaded* to the library of *club*, each plan once."""
    refused_movements: list[RefusedMovement] = []
    sound_movements: list[tuple[UploadedMovement, dict[str, Any]]] = []
    for movement in uploaded:
        try:
            sound_movements.append((movement, _make_uploaded_content(movement)))
        except DeskError as error:
            item = movement.item
            refused_movements.append(
                RefusedMovement(movement.file_name, item.title, item.line_no, str(error))
            )
    with transaction.atomic():
        # Two directors may import the same file at once.
        Club.objects.select_for_update().get(pk=club.pk)
        names_by_plan = _fetch_names_by_plan(club)
        unsaved_movements: list[SavedMovement] = []
        equal_movements: list[EqualMovement] = []
        for movement, content in sound_movements:
            key = (content["contest"], content["winners"], content["fingerprint"])
            if key in names_by_plan:
                equal_movements.append(EqualMovement(movement.item.title, names_by_plan[key]))
                continue
            names_by_plan[key] = content["name"]
            unsaved_movements.append(
                SavedMovement(club=club, made_by=user, made_at=timezone.now(), **content)
            )
        if len(names_by_plan) > MAX_MOVEMENTS:
            raise make_library_full_error(count=len(names_by_plan) - len(unsaved_movements))
        added_movements = SavedMovement.objects.bulk_create(unsaved_movements)
        increment_club_version(club.pk)
    return LibraryImport(
        tuple(saved.pk for saved in added_movements),
        tuple(equal_movements),
        tuple(refused_movements),
    )


def _make_uploaded_content(movement: UploadedMovement) -> dict[str, Any]:
    """Return the fields of *movement* in the library.

    :raises DeskError: if it can't be read, has problems or is too large
    """
    item = movement.item
    if item.plan is None:
        shown_problems = item.problems[:MAX_SHOWN_PROBLEMS]
        raise DeskError.from_message(" ".join(shown_problems))
    return make_content_fields(
        name=item.plan.name[:LONGEST_MOVEMENT_NAME],
        note=item.note[:LONGEST_NOTE],
        movement=item.plan,
    )


def _fetch_names_by_plan(club: Club) -> dict[PlanKey, str]:
    """Return the names of the listed movements of *club* by their plans. One query."""
    listed_movements = SavedMovement.objects.listed().filter(club=club)
    return {
        (contest, winners, fingerprint): name
        for contest, winners, fingerprint, name in listed_movements.values_list(
            "contest", "winners", "fingerprint", "name"
        )
    }


REPORT_SESSION_KEY = "library-import"
"""Where the browser session keeps the report of the last import."""
MAX_REPORTED_MOVEMENTS = 200
"""Movements that a report names; the rest are only counted."""


class LibraryFileForm(PageForm):
    """A file with movements."""

    file = forms.FileField(
        label="File",
        allow_empty_file=True,  # the reader says it better
        widget=forms.FileInput(
            attrs={"accept": ".json,.yaml,.yml,.csv,.txt,.mov,.dat,.html,.htm,.zip"}
        ),
        error_messages={"required": "Choose a file with movements first."},
        help_text=(
            "JSON from this program or BridgeScorer (also YAML), movement text of EBUScore or JSS with one "
            "or many titles, .MOV of ACBLscore, guide cards of Giborg or as a web page, CSV, or a zip of "
            "these."
        ),
    )

    def __init__(self, *args: Any, has_file: bool = False) -> None:
        super().__init__(*args)
        self.fields["file"].required = not has_file


@require_role_to_read(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def import_library(request: DeskRequest) -> HttpResponse:
    """Ask for a file and report what the last one had. A POST adds its movements."""
    club = get_or_create_club()
    form = LibraryFileForm()
    submitted_file = None
    if request.method == "POST":
        submitted_file = read_submitted_file(request)
        form = LibraryFileForm(request.POST, request.FILES, has_file=submitted_file is not None)
    destinations: list[Destination] = []
    if form.is_valid() and submitted_file:
        destinations = list_destinations(submitted_file, FileUse.MOVEMENTS)
        with show_refusals_at(form, "file"):
            uploaded_movements = load_uploaded_movements(
                submitted_file.name, submitted_file.content
            )
            # No movement can be read, and the file fits another page: say what it looks like.
            if destinations and all(movement.item.plan is None for movement in uploaded_movements):
                kind = detect_other_candidates(submitted_file, FileUse.MOVEMENTS)[0].format_name
                raise _make_other_file_error(kind)
            report = add_movements(club=club, uploaded=uploaded_movements, user=request.user)
            request.session[REPORT_SESSION_KEY] = _serialize_report(report, submitted_file.name)
            return redirect("library_import")
    context = {
        "nav": "club",
        "club": club,
        "form": form,
        "submitted_file": submitted_file,
        "destinations": destinations,
        "report": request.session.get(REPORT_SESSION_KEY),
    }
    return render_page(request, "additions/library/import.html", context, problems=form.errors)


def _serialize_report(report: LibraryImport, file_name: str) -> dict[str, Any]:
    """Return *report* in the form that the browser session stores."""
    reported_equals = report.equal_movements[:MAX_REPORTED_MOVEMENTS]
    reported_refusals = report.refused_movements[:MAX_REPORTED_MOVEMENTS]
    return {
        "file": file_name,
        "added": list(report.added_ids),
        "twins": [asdict(equal) for equal in reported_equals],
        "twin_count": len(report.equal_movements),
        "refused": [asdict(refused) for refused in reported_refusals],
        "refused_count": len(report.refused_movements),
    }


@require_POST
def undo_library_import(request: DeskRequest) -> HttpResponse:
    """Delete the movements that the last import added."""
    report = request.session.pop(REPORT_SESSION_KEY, None)
    if report:
        count = delete_movements(club=get_or_create_club(), ids=report["added"])
        messages.success(request, f"Import undone: {format_count(count, 'movement')} deleted.")
    return redirect("movements")


@require_safe
def export_library(_request: DeskRequest) -> HttpResponse:
    """Answer with all saved movements as one JSON file."""
    plans = fetch_plans_with_notes(get_or_create_club())
    name = f"movements-{timezone.localdate():%Y-%m-%d}.json"
    return make_file_response(library_to_json(plans), name, "application/json")


@require_safe
def export_library_as_text(request: DeskRequest) -> HttpResponse:
    """Answer with all saved movements as one file of movement text.

    Movements that the format can't express are listed on a page first. ``?rest=1`` is the file
    without them.
    """
    club = get_or_create_club()
    library = library_to_text(plan for plan, _note in fetch_plans_with_notes(club))
    is_rest_requested = bool(library.text) and "rest" in request.GET
    if library.refusals and not is_rest_requested:
        context = {
            "nav": "club",
            "club": club,
            "omission_reasons": library.refusals[:MAX_REPORTED_MOVEMENTS],
            "omitted_count": len(library.refusals),
            "has_rest": bool(library.text),
        }
        return render(request, "additions/library/export.html", context)
    name = f"movements-{timezone.localdate():%Y-%m-%d}.txt"
    return make_movement_text_response(library.text, name)


def _make_library_file_empty_error() -> DeskError:
    return DeskError("library-file-empty", "Choose a file with movements first. This one has none.")


def _make_other_file_error(kind: str) -> DeskError:
    return DeskError(
        "library-file-other",
        "This looks like {kind}. Choose JSON, YAML, movement text, CSV, guide cards as text or as a web "
        "page, or a .MOV file of ACBLscore.",
        kind=kind,
    )
