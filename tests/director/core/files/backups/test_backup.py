"""Everything in one file, and back."""

import copy
import gzip
import hashlib
import json
from pathlib import Path

import pytest
from django.apps import apps
from django.core import serializers
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations import AddField
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from director.boards.play.scores.result import enter_result
from director.core.files.backups.database import (
    BACKUP_MODELS,
    OMITTED_MODELS,
    write_backup_file,
)
from director.core.files.backups.file import (
    MAX_LINE_BYTES,
    read_records,
)
from director.models import Club, Event, Session
from tests.director.management.test_serve import run_manage
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db


def dump_everything() -> str:
    text = "".join(
        serializers.serialize("json", model._base_manager.order_by("pk")) for model in BACKUP_MODELS
    )
    # A moment is kept to the millisecond, and a whole second is written without.
    return text.replace(".000Z", "Z")


def make_entered_night():
    section = make_night(pairs=8, boards_per_set=2)
    enter_all_results(section)
    return section


@pytest.fixture
def night(director):
    section = make_entered_night()
    enter_result(section=section, board_no=1, ns=1, ew=5, text="7NTN-13", user=director)
    return section


def test_every_model_of_the_program_is_kept():
    models = {
        model
        for model in apps.get_app_config("director").get_models()
        if not model._meta.auto_created
    }
    assert models - set(BACKUP_MODELS) == set(OMITTED_MODELS)


def test_a_file_that_is_no_backup_is_not_written_over(night, tmp_path):
    """The database itself, for one: a slip of the finger must not cost the club everything."""
    other = tmp_path / "kalamazoo.sqlite3"
    other.write_bytes(b"SQLite format 3")
    with pytest.raises(CommandError) as refused:
        call_command("backup", other)
    assert (
        str(refused.value)
        == f"{other} already exists and isn’t a backup. Choose another file name."
    )
    assert other.read_bytes() == b"SQLite format 3"


def read_file_records(path: Path) -> list[dict]:
    with path.open("rb") as file:
        return list(read_records(file, path))


def read_lines(path: Path) -> list[bytes]:
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)


def forge_backup(path: Path, change) -> None:
    """Let *change* alter the records of a backup, and make count and checksum right for what it leaves."""
    heading, *lines, _last = read_lines(path)
    records = [json.loads(line) for line in lines]
    changed = change(records)
    records = records if changed is None else changed
    text = heading + b"".join(json.dumps(record).encode() + b"\n" for record in records)
    last = {"count": len(records), "sha256": hashlib.sha256(text).hexdigest()}
    path.write_bytes(gzip.compress(text + json.dumps(last).encode() + b"\n"))


def find_first_record(records: list[dict], model: str) -> dict:
    return next(record for record in records if record["model"] == f"director.{model}")


def set_field(model: str, name: str, value: object):
    return lambda records: find_first_record(records, model)["fields"].update({name: value})


WRONG = "{path} is altered or damaged: "
FORGED = {
    "unknown model": (
        lambda records: records[0].update(model="director.nobody"),
        WRONG + "there are no records called 'director.nobody'. Nothing was changed.",
    ),
    "model of another part of Django": (
        lambda records: records[0].update(model="sessions.session"),
        WRONG + "there are no records called 'sessions.session'. Nothing was changed.",
    ),
    "unknown field": (
        set_field("club", "mayor", "Ada"),
        WRONG + "club {club} has an unknown field 'mayor'. Nothing was changed.",
    ),
    "text too long": (
        set_field("club", "name", "x" * 81),
        WRONG
        + "club {club} has a wrong name: Ensure this value has at most 80 characters (it has 81). "
        "Nothing was changed.",
    ),
    "NUL in a name": (
        set_field("club", "name", "Oak\0tree"),
        WRONG + "club {club} has a NUL in its name. Nothing was changed.",
    ),
    "no such choice": (
        set_field("club", "paper", "a3"),
        WRONG
        + "club {club} has a wrong paper: Value 'a3' is not a valid choice. Nothing was changed.",
    ),
    "number where a date is": (
        set_field("event", "date", 7),
        WRONG + "event {event} has a wrong date. Nothing was changed.",
    ),
    "text where a number is": (
        set_field("session", "round_no", "seven"),
        WRONG
        + "session {session} has a wrong round_no: “seven” value must be an integer. Nothing was changed.",
    ),
    "list where a number is": (
        set_field("session", "round_no", [1]),
        WRONG
        + "session {session} has a wrong round_no: “[1]” value must be an integer. Nothing was changed.",
    ),
    "number no database holds": (
        set_field("session", "round_no", 10**30),
        WRONG
        + "session {session} has a wrong round_no: Ensure this value is less than or equal to {most}. "
        "Nothing was changed.",
    ),
    "nothing where something is": (
        set_field("event", "name", None),
        WRONG + "event {event} has no name. Nothing was changed.",
    ),
    "points to nobody": (
        set_field("event", "club", 999_999),
        WRONG + "its records don’t fit together. Nothing was changed.",
    ),
    "record twice": (
        lambda records: [*records, records[0]],
        WRONG + "{last} doesn’t fit the other records. Nothing was changed.",
    ),
    "what the database forbids": (
        set_field("section", "winners", 3),
        WRONG + "section {section} doesn’t fit the other records. Nothing was changed.",
    ),
    "no record": (
        lambda records: [7],
        ("{path} is damaged: it holds something that isn’t a record. Nothing was changed."),
    ),
    "no records": (
        lambda records: [],
        "{path} is an empty backup: it holds no records. Nothing was changed.",
    ),
}


def make_bomb(lines: list[bytes]) -> bytes:
    return gzip.compress(b"".join(lines) + b" " * (MAX_LINE_BYTES + 1), compresslevel=9)


def make_newer_schema(lines: list[bytes]) -> bytes:
    text = (
        json.dumps(json.loads(lines[0]) | {"schema": "0999_future"}).encode()
        + b"\n"
        + b"".join(lines[1:-1])
    )
    last = json.loads(lines[-1]) | {"sha256": hashlib.sha256(text).hexdigest()}
    return gzip.compress(text + json.dumps(last).encode() + b"\n")


DAMAGED = "{path} is not a backup of this program, or is damaged. Nothing was changed."
NEWER = "{path} was made by a newer program. Update this one first. Nothing was changed."
LARGE = "{path} is too large to be a backup of this program. Nothing was changed."
CUT = "{path} is incomplete: its last line is missing. Nothing was changed."
DIFFERS = "{path} was altered or is damaged: its checksum differs. Nothing was changed."
EMPTY = "{path} is empty. Nothing was changed."
OTHER = "{path} is not a backup of this program. Nothing was changed."
ALTERED = {
    "cut short": (lambda lines: gzip.compress(b"".join(lines))[:999], DAMAGED),
    "cut short and packed again": (lambda lines: gzip.compress(b"".join(lines[:-3])), CUT),
    "one letter altered": (
        lambda lines: gzip.compress(b"".join(lines).replace(b"4SS=", b"4SS-")),
        DIFFERS,
    ),
    "a record less": (lambda lines: gzip.compress(b"".join([*lines[:4], *lines[5:]])), DIFFERS),
    "no bytes": (lambda lines: b"", EMPTY),
    "nothing packed": (lambda lines: gzip.compress(b""), EMPTY),
    "not packed": (lambda lines: b"<xml>", DAMAGED),
    "other JSON": (lambda lines: gzip.compress(b'{"kind": "other"}'), OTHER),
    "a list": (lambda lines: gzip.compress(b"[1, 2]"), OTHER),
    "deep": (lambda lines: gzip.compress(b"[" * 200_000), DAMAGED),
    "newer format": (
        lambda lines: gzip.compress(b"".join(lines).replace(b'"format": 2', b'"format": 3', 1)),
        NEWER,
    ),
    "newer schema": (make_newer_schema, NEWER),
    "a bomb": (lambda lines: make_bomb([]), LARGE),
    "a bomb behind a good heading": (lambda lines: make_bomb(lines[:1]), LARGE),
}


def get_restore_refusal(path: Path) -> str:
    """Return the sentence with which a backup is refused, and hold that nothing was changed."""
    before = dump_everything()
    with pytest.raises(CommandError) as refusal:
        call_command("restore", path)
    assert refusal.value.returncode == 2
    assert dump_everything() == before
    return str(refusal.value)


@pytest.mark.slow
@pytest.mark.parametrize("how", ALTERED)
def test_altered_file_changes_nothing(night, tmp_path, settings, how):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    path = tmp_path / "club.backup"
    write_backup_file(path=path)
    change, sentence = ALTERED[how]
    path.write_bytes(change(read_lines(path)))
    assert get_restore_refusal(path) == sentence.format(path=path)


@pytest.mark.slow
@pytest.mark.parametrize("how", FORGED)
def test_file_with_values_no_database_holds_changes_nothing(
    director, night, tmp_path, settings, how
):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    path = tmp_path / "club.backup"
    write_backup_file(path=path)
    change, sentence = FORGED[how]
    forge_backup(path, change)
    event = night.session.event
    numbers = {"club": event.club_id, "event": event.pk, "session": night.session_id}
    numbers["section"] = night.pk
    numbers["last"] = f"user {director.pk}"
    numbers["most"] = connection.ops.integer_field_range("PositiveSmallIntegerField")[1]
    assert get_restore_refusal(path) == sentence.format(path=path, **numbers)


def test_backup_that_could_not_be_restored_is_not_written(night, tmp_path, settings):
    event = night.session.event
    Event.objects.filter(pk=event.pk).update(club=999_999)
    with pytest.raises(CommandError) as refusal:
        call_command("backup", tmp_path / "club.backup")
    assert str(refusal.value) == (
        f"The backup {tmp_path / 'club.backup'} was not written, because it couldn’t be restored: its "
        f"records don’t fit together. Copy the folder {settings.DATA_DIR} to keep your data, and ask for help."
    )
    assert list(tmp_path.iterdir()) == []
    Event.objects.filter(pk=event.pk).update(club=event.club)


def test_missing_file_and_place_that_cannot_be_written(director, tmp_path):
    with pytest.raises(CommandError, match=r"^There is no file .*nothing\.backup\.$"):
        call_command("restore", tmp_path / "nothing.backup")
    with pytest.raises(
        CommandError,
        match=r"can’t write .* \(No such file or directory\)\. Choose another place\.$",
    ):
        call_command("backup", tmp_path / "no" / "folder" / "club.backup")


def test_a_folder_is_no_backup(director, tmp_path):
    with pytest.raises(
        CommandError, match=r"can’t read .* \(Is a directory\)\. Nothing was changed\.$"
    ):
        call_command("restore", tmp_path)


def list_added_values(model: type[Model]) -> dict[str, object]:
    """Return the fields that migrations have added to *model*, with their defaults."""
    migrations = MigrationLoader(None).disk_migrations.values()
    operations = [operation for migration in migrations for operation in migration.operations]
    names = {
        operation.name
        for operation in operations
        if isinstance(operation, AddField) and operation.model_name == model._meta.model_name
    }
    # The number of changes is in no backup.
    return {name: model._meta.get_field(name).get_default() for name in names - {"change_no"}}


_ACT = "director.act"
_KNOWN_SINCE = {
    "director.act": {"undone_no": None, "undone_after": None},
    "director.call": {"reason": ""},
    "director.club": list_added_values(Club),
    "director.entry": {
        "name": "",
        "handicap": "",
        "stratum": "",
        "carry_over": "",
        "club": "",
        "rating": "",
        "is_here": False,
        "is_unranked": False,
    },
    "director.entryplayer": {"is_captain": False},
    "director.event": {
        "is_period_stopped": False,
        "unplayed_points": "",
        "shape": "",
        "first_stage": "",
        "places": "field",
        "finals": "places",
        "charge_code": "",
        "point_scale": "",
    },
    "director.person": {
        "twin_no": 0,
        "sits_still": False,
        "email": "",
        "phone": "",
        "is_visitor": False,
        "is_placeholder": False,
        "is_from_seat": False,
        "is_hidden": False,
        "needs_large_print": False,
        "former_names": "",
    },
    "director.plan": {
        "first_board": 1,
        "acts_before": 0,
        "number": 1,
        "in_force": True,
        "from_round": 1,
        "why": "",
        "contest": "pairs",
    },
    "director.planrow": {"players": None, "half": 0},
    "director.result": {"lead": ""},
    "director.section": {
        "carry_over_of": "",
        "carry_over_rule": {},
        "trumps": "",
        "printed_fingerprint": "",
        "at_tables": {},
        "deals_letter": "",
        "source": "",
        "partners": {},
        "team_size": 0,
    }
    | {"handicap_unit": "", "carry_over_unit": "", "strata": "", "is_fouled": False},
    "director.session": {
        "room_standings": False,
        "warning_minutes": 5,
        "breaks": [],
        "break_ends_at": None,
        "round_ends": [],
        "stage": None,
        "date": None,
    },
}
"""What the last program before the journal of every event did not store, and what it stands for there."""


def _with_awards_on_lines(records: list[dict]) -> list[dict]:
    """Return *records* as they were when an award was the text of its line."""
    awards = {
        record["fields"]["result"]: record["fields"]
        for record in records
        if record["model"] == "director.award"
    }
    for record in records:
        if record["model"] == "director.result" and (award := awards.get(record["pk"])):
            record["fields"] |= {name: award[name] for name in ("text", "ns_score")}
    return [record for record in records if record["model"] != "director.award"]


@pytest.mark.slow
def test_backup_of_the_first_format_is_restored_and_brought_up_to_date(
    night, tmp_path, data_folder
):
    """The last program before this one wrote one JSON text; what it stored takes every step since."""
    path, again = tmp_path / "club.backup", tmp_path / "again.backup"
    Session.objects.update(round_ends=[])  # that program didn't know when rounds had ended
    write_backup_file(path=path)
    records = read_file_records(path)
    records = [
        record
        for record in records
        if record["fields"].get("section") is None or record["model"] != _ACT
    ]
    for record in records:
        if record["model"] == "director.person":
            record["fields"]["is_from_seat"] = (
                False  # no older program knew who was added at a seat
            )
    older = _with_awards_on_lines(copy.deepcopy(records))
    for record in older:
        if record["model"] == "director.entry":
            assert record["fields"].pop("continues", "kept") is None, (
                "the last program knew one session"
            )
        for name, usual in _KNOWN_SINCE.get(record["model"], {}).items():
            assert record["fields"].pop(name) == usual, name
        if record["model"] == "director.section":
            record["fields"] |= {"extras": [], "fouled": []}
        if record["model"] == _ACT:
            _as_act_of_a_party(record, records)
    content = {
        "kind": "kalamazoo-backup",
        "format": 1,
        "made": "2026-11-01T10:00:00+00:00",
        "records": older,
    }
    path.write_bytes(gzip.compress(json.dumps(content).encode()))
    status, _answer, said = run_manage(data_folder, "restore", str(path))
    assert status == 0
    assert said.partition(" records")[0] == str(len(records))
    assert run_manage(data_folder, "backup", str(again))[0] == 0
    awards = (record for record in records if record["model"] == "director.award")
    for number, record in enumerate(awards, 1):
        record["pk"] = number  # the text of a line had none
    assert read_file_records(again) == records


def _as_act_of_a_party(record, records):
    """Turn the record of an act into what it was when only parties had a journal."""
    fields = record["fields"]
    record["model"], event, _again = (
        "director.partyact",
        fields.pop("event"),
        fields.pop("again_of"),
    )
    fields.pop("section")
    sessions = [
        record
        for record in records
        if record["model"] == "director.session" and record["fields"]["event"] == event
    ]
    fields["party"] = sessions[0]["pk"]
    names = {
        "partyplayer": "player",
        "partyresult": "result",
        "partyround": "round",
        "skatsheet": "sheet",
    }
    for change in fields["changes"]:
        name = change["model"].partition(".")[2]
        change["model"] = names.get(name, name)
