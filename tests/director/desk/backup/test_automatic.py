"""Backups that happen by themselves, and by a button."""

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from director.desk.backup import automatic
from director.desk.backup.automatic import NightlyBackups, backup_files, backup_keep, nightly_is_due
from director.desk.backup.file import checked, records_in
from director.desk.storage.lock import FolderLock
from director.errors import BackupError
from tests.director.boards.importing.usebio_files import HOWELL
from tests.director.management.test_serve import manage
from tests.factories import make_club, make_night
from tests.laid import THOROUGH
from tests.scoring.printed.usebio import FIXTURES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def lay(moment: datetime, why: str) -> None:
    """Lay a file in the folder as if it had been made at *moment*."""
    folder = automatic.backup_folder()
    folder.mkdir(exist_ok=True)
    (folder / f"kalamazoo-{moment:%Y%m%d-%H%M%S}-{why}.backup").write_bytes(b"")


def made(why: str) -> list[datetime]:
    return [file.made.replace(tzinfo=None) for file in backup_files() if file.why == why]


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, minute).astimezone()


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        (None, at(20, 19), True),
        (at(19, 23, 50), at(20, 3, 50), False),
        (at(19, 23, 50), at(20, 4), True),
        (at(20, 4, 5), at(20, 23), False),
        (at(20, 4, 5), at(21, 3), False),
        (at(20, 4, 5), at(21, 9), True),
    ],
    ids=["never", "same evening", "the evening is over", "this night's is there", "past midnight", "next day"],
)
def test_one_nightly_backup_for_each_evening(last, now, due):
    make_club()
    if last:
        lay(last, "nightly")
    assert nightly_is_due(now) is due


def test_nothing_is_backed_up_before_a_club_is_set_up():
    assert not nightly_is_due(timezone.now())


def test_nightly_look_writes_one_backup_and_then_none():
    make_night()
    NightlyBackups().look()
    NightlyBackups().look()
    (file,) = backup_files()
    assert (file.why, file.why_words) == ("nightly", "every night")
    with file.path.open("rb") as content:
        assert checked(content, file.path).count > 50
    assert file.path.parent.stat().st_mode & 0o777 == 0o700


def test_nightly_backup_that_another_process_writes_is_left_to_it(own_folder, caplog):
    make_night()
    with FolderLock(own_folder, address="", file=automatic.BEING_WRITTEN):
        NightlyBackups().look()
    assert (backup_files(), caplog.messages) == ([], [])


def test_last_ten_made_by_themselves_are_kept_and_all_made_by_hand():
    make_club()
    start = datetime(2026, 10, 1, 5)
    for day in range(12):
        lay(start + timedelta(days=day), "nightly")
        lay(start + timedelta(days=day, hours=1), "by-hand")
    lay(start + timedelta(days=12), "before-update")
    backup_keep(why="nightly")
    assert len(made("by-hand")) == 12
    assert made("before-update") == [start + timedelta(days=12)]
    assert made("nightly")[1:] == [start + timedelta(days=day) for day in range(11, 3, -1)]


def test_other_files_in_the_folder_are_left_alone(own_folder):
    make_club()
    for number in range(12):
        lay(datetime(2026, 10, 1, 5, number), "nightly")
    letter = own_folder / "backups" / "kalamazoo-letter.backup"
    letter.write_text("to the committee")
    backup_keep(why="nightly")
    assert letter.read_text() == "to the committee"


def test_backup_that_cannot_be_written_is_logged_and_does_not_end_the_program(own_folder, caplog):
    make_club()
    (own_folder / "backups").write_text("a file where the folder would be")
    with pytest.raises(BackupError, match=r"^The folder .*backups cannot be made \(File exists\)\.$"):
        backup_keep(why="nightly")
    NightlyBackups().look()
    assert "No backup was made: The folder " in caplog.text


@pytest.mark.slow
def test_database_is_backed_up_before_it_changes_its_form(data_folder):
    begin = ("demo",) if THOROUGH else ("import_results", str(FIXTURES / f"{HOWELL}.xml"))
    assert manage(data_folder, *begin)[0] == 0
    database = data_folder / "kalamazoo.sqlite3"
    first, last = "0012_sign_in_attempts", "0013_readings"
    assert manage(data_folder, "migrate", "director", first)[0] == 0
    with sqlite3.connect(database) as older:
        results = older.execute("SELECT COUNT(*) FROM director_result").fetchone()[0]
        assert results > 50
    status, standings, _said = manage(data_folder, "standings", "1")
    assert status == 0
    (path,) = (data_folder / "backups").iterdir()
    assert path.name.endswith("-before-update.backup")
    with path.open("rb") as file:
        assert checked(file, path).schema == first
        kept = [record for record in records_in(file, path) if record["model"] == "director.result"]
    assert len(kept) == results
    assert not any("reading" in record["fields"] for record in kept)
    with sqlite3.connect(database) as newer:
        assert newer.execute("SELECT COUNT(*) FROM director_result WHERE reading <> ''").fetchone()[0] > 50
        assert (last,) in newer.execute("SELECT name FROM django_migrations").fetchall()
    if THOROUGH:
        with path.open("rb") as file:
            labels = {record["model"] for record in records_in(file, path)}
        assert {"director.partyact", "director.partyresult"} <= labels, "what is called otherwise now is kept too"
        with sqlite3.connect(database) as newer:
            assert newer.execute("SELECT COUNT(*) FROM director_act").fetchone()[0] > 20
    if THOROUGH:  # every day other tests hold that a backup of an earlier form comes back
        assert manage(data_folder, "restore", str(path))[0] == 0
        assert manage(data_folder, "standings", "1")[1] == standings


def test_button_writes_a_backup_and_it_can_be_saved_elsewhere(desk):
    make_night()
    page = desk.post("/club/backups/", follow=True)
    (file,) = backup_files()
    assert (page.status_code, file.why) == (200, "by-hand")
    with file.path.open("rb") as content:
        count = checked(content, file.path).count
    assert [str(message) for message in page.context["messages"]] == [
        f"{file.path.name} is written and read back: {count} records."
    ]
    saved = desk.get(f"/club/backups/{file.path.name}")
    assert saved.headers["Content-Disposition"] == f'attachment; filename="{file.path.name}"'
    assert b"".join(saved.streaming_content) == file.path.read_bytes()


@pytest.mark.parametrize("name", ["kalamazoo.sqlite3", "secret.key", "kalamazoo-20261120-191000-nightly.backup", ".."])
def test_no_other_file_is_given_away(desk, own_folder, name):
    (own_folder / "secret.key").write_text("secret")
    (own_folder / "backups").mkdir()
    (own_folder / "backups" / "secret.key").write_text("secret")
    assert desk.get(f"/club/backups/{name}").status_code == 404
