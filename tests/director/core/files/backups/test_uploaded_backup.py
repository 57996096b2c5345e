"""A backup from a stick or another computer, restored in the browser."""

import gzip
import hashlib
import json
import os
import tempfile
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from director.core.base.roles import Role
from director.core.club.accounts import get_or_create_welcome_path
from director.core.files.backups.database import BACKUP_MODELS, write_backup_file
from director.core.files.backups.folder import list_backup_files
from director.core.files.backups.preview import get_upload_folder
from director.models import Act, Event
from tests.director.core.pages.accounts.test_account import WELCOME
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_all_results, make_account, make_club, make_night

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("own_folder"),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="where one process serves a folder"),
]

SEND = "/club/backups/files/"
NOTHING = "Nothing was changed."


@pytest.fixture
def stick(tmp_path) -> Path:
    """The backup of a club with one night and an account, on a stick."""
    section = make_night(pairs=6)
    enter_all_results(section, leave=1)
    User.objects.create_superuser("anna", password="river-blue-42")
    write_backup_file(path=tmp_path / "club.backup")
    return tmp_path / "club.backup"


def wipe() -> None:
    """Leave nothing here, as on a new laptop."""
    for model in reversed(BACKUP_MODELS):
        model._base_manager.all().delete()


def send(client, content: bytes | Path, name: str = "club.backup", **how):
    data = content.read_bytes() if isinstance(content, Path) else content
    return client.post(SEND, {"file": SimpleUploadedFile(name, data)}, **how)


def left_over() -> list[Path]:
    return list(get_upload_folder().rglob("*")) if get_upload_folder().exists() else []


def test_a_new_laptop_gets_everything_from_the_stick(stick, client):
    wipe()
    client.post(get_or_create_welcome_path(), WELCOME)
    page = client.get("/club/backups/")
    assert find_texts(page, "h2") == ["Restore from a file"]
    preview = send(client, stick, follow=True)
    assert preview.status_code == 200
    texts = find_texts(preview, "section p")
    assert texts[1:3] == [
        "This backup has 1 event, the latest Tuesday pairs, and 1 account.",
        "There are no events here yet, so no results are lost.",
    ]
    assert find_texts(preview, "section button") == ["Restore", "Cancel"]
    response = client.post(preview.redirect_chain[-1][0], {"access": "1"}, follow=True)
    assert find_texts(response, "#messages .say p")[0].startswith(
        "Restored: everything is as it was on "
    )
    assert Event.objects.get().name == "Tuesday pairs"
    assert left_over() == []
    anna = Client()
    assert (
        anna.post("/sign-in/", {"username": "anna", "password": "river-blue-42"}).status_code == 302
    )
    assert anna.get("/club/backups/").status_code == 200
    assert client.get("/accounts/").status_code == 200, "whoever restored stays signed in"
    (undo,) = find_elements(response, "#messages form")
    client.post(undo.get("action"))
    assert Event.objects.count() == 0
    assert client.get("/accounts/").status_code == 200


def test_events_missing_from_a_backup_are_listed_whatever_the_clocks_say(stick, desk):
    """The other computer made the backup just now; the events here are older and not of it."""
    Event.objects.all().delete()
    section = make_night(pairs=6)
    enter_all_results(section)
    event = section.session.event
    long_ago = event.created_at - timedelta(days=30)
    Event.objects.update(name="Thursday pairs", created_at=long_ago)
    Act.objects.update(made_at=long_ago)
    count = Act.objects.filter(kind="result").count()
    page = send(desk, stick, follow=True)
    assert find_texts(page, ".warn") == [
        f"Results entered since then are not in this backup: 1 event, {count} results."
    ]
    assert find_texts(page, "section li") == [f"Thursday pairs, 17 November 2026: {count} results"]


def test_results_entered_since_a_backup_are_counted(stick, desk):
    section = Event.objects.get().sessions.get().sections.get()
    before = Act.objects.filter(kind="result").count()
    enter_all_results(section)
    Act.objects.update(
        made_at=Event.objects.get().created_at - timedelta(days=1)
    )  # the clock was wrong
    added = Act.objects.filter(kind="result").count() - before
    page = send(desk, stick, follow=True)
    assert added > 0
    assert find_texts(page, "section li") == [
        f"Tuesday pairs, 17 November 2026: {added} result{'s' if added > 1 else ''}"
    ]


def test_nothing_is_lost_where_nothing_was_entered_since(stick, desk):
    page = send(desk, stick, follow=True)
    assert find_texts(page, ".warn") == []
    assert "No results have been entered since then." in find_texts(page, "section p")


def no_good_file(stick: Path, how: str) -> bytes:
    good = stick.read_bytes()
    return {
        "a letter": b"Dear committee",
        "empty": b"",
        "cut short": good[:-30],
        "another program's": gzip.compress(b'{"kind": "holiday"}\n'),
        "altered": gzip.compress(gzip.decompress(good).replace(b"Tuesday", b"Doomsday")),
    }[how]


@pytest.mark.parametrize(
    ("how", "told"),
    {
        "a letter": "is not a backup of this program, or is damaged.",
        "empty": "is empty.",
        "cut short": "is not a backup of this program, or is damaged.",
        "another program's": "is not a backup of this program.",
        "altered": "was altered or is damaged: its checksum differs.",
    }.items(),
)
def test_a_wrong_file_is_refused_with_its_name(stick, desk, how, told):
    page = send(desk, no_good_file(stick, how), "my\u202e notes.backup")
    assert page.status_code == 422
    assert find_texts(page, "#id_file_error") == [f"“my notes.backup” {told} {NOTHING}"]
    assert left_over() == []


def test_a_file_of_a_newer_program_is_refused(stick, desk):
    heading, *records, _last = gzip.decompress(stick.read_bytes()).splitlines(keepends=True)
    later = json.dumps(json.loads(heading) | {"schema": "0999_future"}).encode() + b"\n"
    body = b"".join([later, *records])
    last = (
        json.dumps({"count": len(records), "sha256": hashlib.sha256(body).hexdigest()}).encode()
        + b"\n"
    )
    page = send(desk, gzip.compress(body + last), "new.backup")
    assert find_texts(page, "#id_file_error") == [
        f"“new.backup” was made by a newer program. Update this one first. {NOTHING}"
    ]


def test_a_file_that_is_too_large_is_refused(stick, desk, monkeypatch):
    monkeypatch.setattr("director.core.files.backups.preview.MAX_UPLOAD_BYTES", 1000)
    page = send(desk, stick)
    assert find_texts(page, "#id_file_error") == [
        f"The file is larger than 0 MB. Stop the program and run kalamazoo restore FILE. {NOTHING}"
    ]
    assert left_over() == []


def test_no_file_is_asked_for(desk):
    page = desk.post(SEND, {})
    assert page.status_code == 422
    assert find_texts(page, "#id_file_error") == ["Choose a backup file. Its name ends in .backup."]


def test_cancel_leaves_nothing_behind(stick, desk):
    address = send(desk, stick).url
    assert len(left_over()) == 1
    assert left_over()[0].stat().st_mode & 0o777 == 0o600
    assert desk.post(address, {"cancel": "1"}).url == "/club/backups/"
    assert left_over() == []
    assert Event.objects.count() == 1


def test_an_unused_uploaded_backup_is_deleted_after_an_hour(stick, desk):
    send(desk, stick)
    (waiting,) = left_over()
    os.utime(waiting, (time.time() - 3700,) * 2)
    desk.get("/club/backups/")
    assert left_over() == []


def test_sent_and_restored_twice_is_done_once(stick, desk):
    address = send(desk, stick).url
    assert send(desk, stick).url == address
    Event.objects.update(name="Now")
    desk.post(address)
    assert Event.objects.get().name == "Tuesday pairs"
    response = desk.post(address, follow=True)
    told = "That file was restored already, or has waited too long. Choose it again."
    assert find_texts(response, "#messages .say")[-1] == told
    assert [file.reason for file in list_backup_files()] == ["before-restore"]


def test_a_large_file_leaves_nothing_in_the_folder_for_temporary_files(
    stick, desk, settings, tmp_path, monkeypatch
):
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 1000
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path / "temporary")
    Path(settings.FILE_UPLOAD_TEMP_DIR).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", settings.FILE_UPLOAD_TEMP_DIR)
    address = send(desk, stick).url
    desk.post(address)
    send(desk, stick.read_bytes()[:-30])
    assert list(Path(settings.FILE_UPLOAD_TEMP_DIR).iterdir()) == []
    assert left_over() == []


@pytest.mark.parametrize("key", ["0" * 64, "..", "club", "f" * 63])
def test_no_other_file_is_restored(desk, key):
    make_club()
    response = desk.get(f"/club/backups/files/{key}/", follow=True)
    assert (
        response.status_code == 404
        or "Choose it again." in find_texts(response, "#messages .say")[0]
    )


def test_nobody_but_a_director(stick, desk, client):
    address = send(desk, stick).url
    for role in (Role.VIEWER, Role.SCORER):
        client.force_login(make_account(f"{role.name}", role))
        assert "Restore from a file" not in client.get("/club/backups/").content.decode()
        assert [client.get(address).status_code, client.post(address).status_code] == [403, 403]
        assert send(client, stick).status_code == 403
    assert Client().post(address).status_code == 403
    assert len(left_over()) == 1
