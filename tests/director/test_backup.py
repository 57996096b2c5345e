"""Everything in one file, and back."""

import gzip
import json
import os
import threading

import pytest
from django.apps import apps
from django.core import serializers
from django.core.management import CommandError, call_command
from django.db import connection

from director.models import Event, Result
from director.services.backup import KEPT, backup_read, backup_restore, backup_write
from director.services.result import result_enter
from tests.factories import enter_all, make_director, make_night

pytestmark = pytest.mark.django_db


def everything() -> str:
    text = "".join(serializers.serialize("json", model._base_manager.order_by("pk")) for model in KEPT)
    return text.replace(".000Z", "Z")  # a moment is kept to the millisecond, and a whole second is written without


@pytest.fixture
def night(director):
    section = make_night(pairs=8, boards_per_set=2)
    enter_all(section, user=director)
    result_enter(section=section, board_no=1, ns=1, ew=5, text="7NTN-13", user=director)
    return section


def test_every_model_of_the_program_is_kept():
    models = {model for model in apps.get_app_config("director").get_models() if not model._meta.auto_created}
    assert models - set(KEPT) == set()


def test_backup_restores_everything_with_history(night, tmp_path):
    before = everything()
    records = backup_write(path=tmp_path / "club.backup")
    Result.objects.all().delete()
    make_director("eve")
    assert backup_restore(path=tmp_path / "club.backup", before=tmp_path / "before.backup") == records
    assert everything() == before
    assert Result.objects.get(board_no=1, ns=1, ew=5).versions.count() == 1


def test_new_records_are_numbered_after_the_restored_ones(night, tmp_path):
    backup_write(path=tmp_path / "club.backup")
    backup_restore(path=tmp_path / "club.backup", before=tmp_path / "before.backup")
    assert make_night(pairs=4).session.event.pk not in (None, night.session.event.pk)


def test_commands_write_and_restore_and_keep_what_was_there(night, tmp_path, settings, capsys):
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    call_command("backup", tmp_path / "club.backup")
    Event.objects.update(name="changed")
    call_command("restore", tmp_path / "club.backup")
    assert Event.objects.get().name == "Tuesday pairs"
    kept = capsys.readouterr().out.splitlines()[-1]
    call_command("restore", kept)
    assert Event.objects.get().name == "changed"


def test_a_file_that_is_no_backup_is_not_written_over(night, tmp_path):
    """The database itself, for one: a slip of the finger must not cost the club everything."""
    other = tmp_path / "kalamazoo.sqlite3"
    other.write_bytes(b"SQLite format 3")
    with pytest.raises(CommandError) as refused:
        call_command("backup", other)
    assert str(refused.value) == f"{other} is there already and is no backup. Name another file."
    assert other.read_bytes() == b"SQLite format 3"


def test_an_older_backup_is_replaced(night, tmp_path):
    path = tmp_path / "club.backup"
    first = backup_write(path=path)
    make_director("eve")
    assert backup_write(path=path) == first + 1


@pytest.mark.skipif(os.name != "posix", reason="only POSIX systems know these modes")
def test_only_its_owner_can_read_a_backup(night, tmp_path):
    backup_write(path=tmp_path / "club.backup")
    assert (tmp_path / "club.backup").stat().st_mode & 0o777 == 0o600


@pytest.mark.django_db(transaction=True)
def test_backup_is_of_one_moment(director, tmp_path, monkeypatch):
    """A result stored by somebody else while the backup is being read is in it with all it points to, or not at all."""
    section = make_night(pairs=8, boards_per_set=2)
    written = threading.Event()

    def write_meanwhile() -> None:
        other = make_night(pairs=6)
        enter_all(other)
        written.set()
        connection.close()

    writer = threading.Thread(target=write_meanwhile)
    serialize = serializers.serialize

    def slow_serialize(form, records):
        records = iter(records)
        first = next(records)
        writer.start()
        written.wait(timeout=1)  # on SQLite the writer has to wait for us
        return serialize(form, [first, *records])

    monkeypatch.setattr(serializers, "serialize", slow_serialize)
    backup_write(path=tmp_path / "club.backup")
    writer.join(timeout=30)
    assert {
        record["pk"] for record in backup_read(path=tmp_path / "club.backup") if record["model"] == "director.section"
    } == {section.pk}


def damaged(content: bytes, how: str) -> bytes:
    text = json.loads(gzip.decompress(content))
    match how:
        case "cut-short":
            return content[: len(content) // 2]
        case "not-gzip":
            return b"<xml>"
        case "other-json":
            return gzip.compress(b'{"kind": "other"}')
        case "newer":
            return gzip.compress(json.dumps(text | {"format": 2}).encode())
        case "record-twice":
            return gzip.compress(json.dumps(text | {"records": text["records"] + text["records"][-1:]}).encode())
        case "unknown-model":
            text["records"][0]["model"] = "director.nobody"
            return gzip.compress(json.dumps(text).encode())
    raise AssertionError(how)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("cut-short", "{path} is not a backup of this program, or is damaged. Nothing was changed."),
        ("not-gzip", "{path} is not a backup of this program, or is damaged. Nothing was changed."),
        ("other-json", "{path} is not a backup of this program. Nothing was changed."),
        ("newer", "{path} was made by a newer program. Update this one first. Nothing was changed."),
        ("record-twice", "{path} is damaged: records are missing. Nothing was changed."),
        ("unknown-model", "{path} is damaged (DeserializationError). Nothing was changed."),
    ],
)
def test_bad_file_changes_nothing(night, tmp_path, settings, how, sentence):
    settings.DATA_DIR = tmp_path
    path = tmp_path / "club.backup"
    backup_write(path=path)
    path.write_bytes(damaged(path.read_bytes(), how))
    before = everything()
    with pytest.raises(CommandError) as refused:
        call_command("restore", path)
    assert str(refused.value) == sentence.format(path=path)
    assert refused.value.returncode == 2
    assert everything() == before


def test_missing_file_and_place_that_cannot_be_written(director, tmp_path):
    with pytest.raises(CommandError, match=r"^There is no file .*nothing\.backup\.$"):
        call_command("restore", tmp_path / "nothing.backup")
    with pytest.raises(CommandError, match=r"cannot be written \(No such file or directory\)\. Name another place\.$"):
        call_command("backup", tmp_path / "no" / "folder" / "club.backup")
