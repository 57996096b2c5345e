"""Backups that happen by themselves, and by a button."""

import errno
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import dateformat, timezone
from django.utils.timezone import localtime

from director.core.base.locks import FolderLock
from director.core.club.accounts import get_or_create_welcome_path
from director.core.files.backups import automatic
from director.core.files.backups.automatic import (
    NightlyBackups,
    is_nightly_due,
    write_automatic_backup,
)
from director.core.files.backups.folder import (
    get_backup_folder,
    list_backup_files,
)
from director.errors import BackupError
from director.management.serving import make_start_messages
from director.models import Event
from tests.director.pages import find_texts
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings) -> Path:
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    return tmp_path


def lay(moment: datetime, why: str) -> None:
    """Lay a file in the folder as if it had been made at *moment*."""
    folder = get_backup_folder()
    folder.mkdir(exist_ok=True)
    (folder / f"kalamazoo-{moment:%Y%m%d-%H%M%S}-{why}.backup").write_bytes(b"")


def november(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, minute).astimezone()


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        (None, november(20, 19), True),
        (november(19, 23, 50), november(20, 3, 50), False),
        (november(19, 23, 50), november(20, 4), True),
        (november(20, 4, 5), november(20, 23), False),
        (november(20, 4, 5), november(21, 3), False),
        (november(20, 4, 5), november(21, 9), True),
    ],
    ids=[
        "never",
        "same evening",
        "the evening is over",
        "this night's is there",
        "past midnight",
        "next day",
    ],
)
def test_one_nightly_backup_for_each_evening(last, now, due):
    make_club()
    if last:
        lay(last, "nightly")
    assert is_nightly_due(now) is due


def test_nothing_is_backed_up_before_a_club_is_set_up():
    assert not is_nightly_due(timezone.now())


def test_nothing_is_backed_up_while_the_first_link_waits():
    get_or_create_welcome_path()
    assert not is_nightly_due(timezone.now())


def test_nightly_backup_that_another_process_writes_is_left_to_it(own_folder, caplog):
    make_night()
    with FolderLock(own_folder, address="", file=automatic.BACKUP_LOCK_FILE):
        NightlyBackups().back_up_if_due()
    assert list_backup_files() == []
    assert caplog.messages == []


def names_of_backups(why: str, folder: Path | None = None) -> list[str]:
    return [file.path.name for file in list_backup_files(folder) if file.reason == why]


@pytest.mark.slow
def test_a_clock_that_shows_the_same_night_at_each_start_gets_a_backup_at_each(
    set_now, monkeypatch
):
    # Each program has a connection of its own; here all have that of the test.
    monkeypatch.setattr(automatic, "close_old_connections", lambda: None)
    make_club()
    for minute in range(3):
        set_now(datetime(1980, 1, 1, 0, minute, tzinfo=UTC))
        program = NightlyBackups()
        program.back_up_if_due()
        program.back_up_if_due()
    assert len(names_of_backups("nightly")) == 3


@pytest.mark.parametrize("loss", ["deleted", "damaged"])
def test_an_update_goes_on_only_with_a_backup_that_can_be_read(loss, monkeypatch):
    make_club()

    def lose(path: Path) -> None:
        if loss == "deleted":
            path.unlink()
        else:
            path.write_bytes(path.read_bytes()[:-20])

    monkeypatch.setattr(automatic, "copy_backup", lose)
    applied = list(MigrationRecorder(connection).applied_migrations())
    with pytest.raises(BackupError):
        automatic.write_backup_before_update(applied)


def test_other_files_in_the_folder_are_left_alone(own_folder):
    make_club()
    for number in range(12):
        lay(datetime(2026, 10, 1, 5, number), "nightly")
    letter = own_folder / "backups" / "kalamazoo-letter.backup"
    letter.write_text("to the committee")
    write_automatic_backup(reason="nightly")
    assert letter.read_text() == "to the committee"


def test_backup_that_cannot_be_written_is_logged_and_does_not_end_the_program(own_folder, caplog):
    make_club()
    (own_folder / "backups").write_text("a file where the folder would be")
    with pytest.raises(BackupError, match=r"create the folder .*backups \(File exists\)\.$"):
        write_automatic_backup(reason="nightly")
    NightlyBackups().back_up_if_due()
    assert "No backup was made: Kalamazoo can’t create the folder " in caplog.text


@pytest.mark.parametrize(
    "name", ["kalamazoo.sqlite3", "secret.key", "kalamazoo-20261120-191000-nightly.backup", ".."]
)
def test_no_other_file_is_given_away(desk, own_folder, name):
    (own_folder / "secret.key").write_text("secret")
    (own_folder / "backups").mkdir()
    (own_folder / "backups" / "secret.key").write_text("secret")
    assert desk.get(f"/club/backups/{name}").status_code == 404


def test_a_start_without_records_names_the_newest_backup(own_folder):
    assert not any("restore" in words for words in make_start_messages("http://localhost:8000"))
    path, _count = write_automatic_backup(reason="nightly")
    told = f"No club is set up in {own_folder}, but there is a backup. To restore it, stop the program, type "
    told += f"kalamazoo restore {path}, then start again."
    assert told in make_start_messages("http://localhost:8000")
    make_night(pairs=6)  # of the demonstration, say
    assert told not in make_start_messages("http://localhost:8000")


class TestTheSecondFolder:
    @pytest.fixture(autouse=True)
    def stick(self, settings, tmp_path):
        settings.SECOND_BACKUPS = tmp_path / "stick"
        settings.SECOND_BACKUPS.mkdir()
        return settings.SECOND_BACKUPS

    def test_a_stick_that_is_gone_is_told_until_it_has_the_newest(self, desk, stick, caplog):
        stick.rmdir()
        make_night(pairs=6)
        desk.post("/club/backups/")
        (own,) = list_backup_files()
        told = (
            f"The newest backup couldn’t be copied to {stick}. Connect that disk, then back up now."
        )
        assert find_texts(desk.get("/club/backups/"), ".status p") == [told]
        assert find_texts(desk.get("/club/"), ".say.warn") == [
            "The newest backup couldn’t be copied."
        ]
        assert [
            line.getMessage().partition(": ")[0]
            for line in caplog.records
            if line.name == "director.backup"
        ] == [f"No copy of {own.path} was made in {stick}"]
        assert list(own.path.parent.glob("*.part")) == []

    def test_a_broken_stick_is_told_and_stops_no_backup(self, desk, stick, monkeypatch):
        def breaking(function):
            def called(path, *args, **named):
                if stick in (path, *path.parents):
                    raise OSError(errno.EIO, "Input/output error")
                return function(path, *args, **named)

            return called

        for name in ("glob", "stat", "exists", "unlink"):
            monkeypatch.setattr(Path, name, breaking(getattr(Path, name)))
        make_night(pairs=6)
        response = desk.post("/club/backups/", follow=True)
        assert response.status_code == 200
        assert len(find_texts(response, "section .warn")) == 1
        assert desk.get("/club/").status_code == 200

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="where one process serves a folder")
    def test_what_a_restore_keeps_is_copied_too(self, desk, stick):
        make_night(pairs=6)
        path, _count = write_automatic_backup(reason="by-hand")
        response = desk.post(f"/club/backups/{path.name}/restore/", follow=True)
        assert find_texts(response, "section .warn") == []
        assert {copy.name for copy in stick.iterdir()} == {
            file.path.name for file in list_backup_files()
        }


@pytest.mark.skipif(connection.vendor != "sqlite", reason="where one process serves a folder")
class TestRestoringOnThePage:
    @pytest.mark.slow
    def test_the_account_of_whoever_restores_stays_as_it_is(self, desk, director):
        make_night(pairs=6)
        User.objects.update(username="waiting", password="!")
        path, _count = write_automatic_backup(reason="by-hand")
        User.objects.update(username=director.username, password=director.password)
        assert desk.post(f"/club/backups/{path.name}/restore/", follow=True).status_code == 200
        names = dict(User.objects.values_list("username", "password"))
        assert names == {"waiting": "!", director.username: director.password}

    def test_a_damaged_one_changes_nothing_and_says_so(self, desk):
        make_night(pairs=6)
        path, _count = write_automatic_backup(reason="by-hand")
        path.write_bytes(path.read_bytes()[:-30])
        Event.objects.update(name="Now")
        response = desk.post(f"/club/backups/{path.name}/restore/", follow=True)
        moment = dateformat.format(localtime(list_backup_files()[0].made_at), "l j F Y, H:i")
        assert find_texts(response, "#messages .say") == [
            f"The backup of {moment} is not a backup of this program, or is damaged. Nothing was changed."
        ]
        assert Event.objects.get().name == "Now"
