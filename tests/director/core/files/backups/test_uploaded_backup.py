"""A backup from a stick or another computer, restored in the browser."""

import gzip
import hashlib
import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from director.core.files.backups.database import write_backup_file
from director.core.files.backups.preview import get_upload_folder
from director.models import Act, Event
from tests.director.pages import find_texts
from tests.factories import enter_all_results, make_club, make_night

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


def send(client, content: bytes | Path, name: str = "club.backup", **how):
    data = content.read_bytes() if isinstance(content, Path) else content
    return client.post(SEND, {"file": SimpleUploadedFile(name, data)}, **how)


def left_over() -> list[Path]:
    return list(get_upload_folder().rglob("*")) if get_upload_folder().exists() else []


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


@pytest.mark.slow
def test_nothing_is_lost_where_nothing_was_entered_since(stick, desk):
    page = send(desk, stick, follow=True)
    assert find_texts(page, ".warn") == []
    assert "No results have been entered since then." in find_texts(page, "section p")


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


@pytest.mark.parametrize("key", ["0" * 64, "..", "club", "f" * 63])
def test_no_other_file_is_restored(desk, key):
    make_club()
    response = desk.get(f"/club/backups/files/{key}/", follow=True)
    assert (
        response.status_code == 404
        or "Choose it again." in find_texts(response, "#messages .say")[0]
    )
