"""Every reader of files, with samples of its files, the way in which they are mutated, and its own errors."""

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from django.apps import apps
from django.db import transaction

from director.additions.imports.formats.columns.files import detect_columns
from director.additions.imports.formats.door import read_source
from director.additions.imports.store.event import import_file
from director.additions.imports.store.event_file import read_event_file
from director.additions.library.custom import OwnMovementForm
from director.additions.library.exchange import load_uploaded_movements
from director.boards.contests import PAIRS
from director.core.base.uploads import read_hands, recognise_file
from director.core.club.people_lists.file import read_people
from director.core.club.people_lists.matching import match_listed_people
from director.core.files.backups.database import BACKUP_MODELS
from director.core.files.backups.file import check_backup, read_records
from director.core.files.backups.records import BadRecordError, make_instance
from director.errors import BackupError, DeskError
from director.formats.deals import read_deals
from director.formats.errors import ImportFileError
from director.formats.names.pairs import read_pairs
from director.formats.names.players import read_players
from director.formats.names.teams import read_teams
from director.formats.reading import decode_text
from scoring.errors import ScoringError
from tests.director.mutated import samples
from tests.director.mutated.mutations import (
    Mutate,
    mutate_backup,
    mutate_binary,
    mutate_json,
    mutate_pages,
    mutate_tables,
    mutate_text,
    mutate_zip,
)
from tests.factories import make_club

Sentences = list[str]
BACKUP_LABELS = {model._meta.label_lower for model in BACKUP_MODELS}


@dataclass(frozen=True)
class FileReader:
    """A reader: files of its format, their mutation, and how a file is read.

    *read* returns what is said of a file. It lets nothing pass but the reader's own errors.
    """

    samples: Callable[[], list[bytes]]
    mutate: Mutate
    read: Callable[[bytes], Sentences]


def _results(data: bytes) -> Sentences:
    try:
        return list(map(str, read_source(data).warnings))
    except ImportFileError as error:
        return list(map(str, error.problems))


def _units(data: bytes) -> Sentences:
    """Read *data*, also as the director may answer the question who competed."""
    sentences: Sentences = []
    for contest in ("", "pairs", "teams"):
        try:
            sentences += map(str, read_source(data, contest=contest).warnings)
        except ImportFileError as error:
            sentences += map(str, error.problems)
    return sentences


def _columns(data: bytes) -> Sentences:
    try:
        detect_columns(data)
    except ImportFileError as error:
        return list(map(str, error.problems))
    return _results(data)


def _deals(data: bytes) -> Sentences:
    try:
        read_deals(data)
    except ImportFileError as error:
        return list(map(str, error.problems))
    return []


def _door(data: bytes) -> Sentences:
    """Recognise *data*, and read it as results and as hands."""
    sentences: Sentences = []
    for read in (recognise_file, read_hands):
        try:
            read(data)
        except ImportFileError as error:
            sentences += map(str, error.problems)
    return sentences + _results(data)


def _names(data: bytes) -> Sentences:
    sentences: Sentences = []
    for read in (read_pairs, read_players, read_teams):
        try:
            read(data)
        except ImportFileError as error:
            sentences += map(str, error.problems)
    return sentences


def _people(data: bytes) -> Sentences:
    try:
        club = make_club()
        match_listed_people(club, read_people(data, club).people, {})
    except (DeskError, ImportFileError) as error:
        return [str(error)]
    return []


def _event_file(data: bytes) -> Sentences:
    try:
        read_event_file(data)
    except BackupError as error:
        return [str(error)]
    return []


def _backup(data: bytes) -> Sentences:
    file, path = io.BytesIO(data), Path("night.backup")
    try:
        check_backup(file, path)
        for record in read_records(file, path):
            make_instance(record, apps, BACKUP_LABELS)
    except BackupError as error:
        return [str(error)]
    except BadRecordError as error:
        # A part of a sentence of the restore.
        return [f"{error}."]
    return []


def _movements(data: bytes) -> Sentences:
    """Read *data* as a file of the library, and as a movement of an event."""
    try:
        found = load_uploaded_movements("movement.txt", data)
    except DeskError as error:
        return [str(error)]
    form = OwnMovementForm({"text": decode_text(data)}, contest=PAIRS)
    form.is_valid()
    sentences = [str(error) for errors in form.errors.values() for error in errors]
    sentences += [fault.text for fault in form.problems]
    for movement in found:
        sentences += movement.item.problems
    return sentences


def _storing(read: Callable[[bytes], Sentences]) -> Callable[[bytes], Sentences]:
    """Return a reader that also stores the event of each file that *read* reads, and forgets it."""

    def read_and_store(data: bytes) -> Sentences:
        sentences = read(data)
        for contest in ("", "teams"):
            try:
                with transaction.atomic():
                    imported = import_file(
                        data=data, file_name="night", club_name="Elsewhere", contest=contest
                    )
                    sentences += imported.warnings
                    transaction.set_rollback(True)
            except (DeskError, ScoringError, ImportFileError) as error:
                sentences.append(str(error))
        return sentences

    return read_and_store


READERS = {
    "usebio": FileReader(samples.list_usebio_samples, mutate_text, _results),
    "pbn": FileReader(samples.list_pbn_samples, mutate_text, _results),
    "bws": FileReader(samples.list_bws_samples, mutate_pages, _units),
    "bws-rows": FileReader(samples.list_bws_table_samples, mutate_tables, _units),
    "csv": FileReader(samples.list_csv_samples, mutate_text, _columns),
    "bridgewebs": FileReader(
        partial(samples.get_written_samples, "bridgewebs"), mutate_text, _columns
    ),
    "xlsx": FileReader(samples.list_workbook_samples, mutate_zip, _columns),
    "lin": FileReader(samples.list_lin_samples, mutate_text, _deals),
    "rbn-dlm-pbn-deals": FileReader(samples.list_deal_text_samples, mutate_text, _deals),
    "machines": FileReader(samples.list_machine_samples, mutate_text, _deals),
    "event-json": FileReader(
        partial(samples.get_written_samples, "json"), mutate_json, _event_file
    ),
    "backup": FileReader(partial(samples.get_written_samples, "backup"), mutate_backup, _backup),
    "pages": FileReader(partial(samples.list_program_file_samples, "pages"), mutate_text, _door),
    "lin-results": FileReader(
        partial(samples.list_program_file_samples, "lin"), mutate_text, _door
    ),
    "other-tables": FileReader(
        partial(samples.list_program_file_samples, "tables"), mutate_text, _door
    ),
    "other-pbn": FileReader(partial(samples.list_program_file_samples, "pbn"), mutate_text, _door),
    "other-usebio": FileReader(
        partial(samples.list_program_file_samples, "usebio"), mutate_text, _door
    ),
    "movement-text": FileReader(samples.list_movement_text_samples, mutate_text, _movements),
    "movement-json": FileReader(samples.list_movement_json_samples, mutate_json, _movements),
    "movement-mov": FileReader(samples.list_movement_file_samples, mutate_binary, _movements),
    "movement-zip": FileReader(samples.list_movement_zip_samples, mutate_zip, _movements),
    "people": FileReader(samples.list_people_samples, mutate_text, _people),
    "names": FileReader(samples.list_name_list_samples, mutate_text, _names),
}
"""The readers by the names of their formats. They store nothing."""

STORED = {
    name: replace(READERS[name], read=_storing(READERS[name].read))
    for name in ("usebio", "pbn", "bws", "bws-rows", "csv", "xlsx")
} | {"event-json": replace(READERS["event-json"], read=_storing(lambda _data: []))}
"""The readers of events, which also store what they read."""
