"""The commands that back up and restore: the second folder, and a program that is running."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from director.core.base.locks import FolderLock
from director.models import Event
from tests.director.management.test_serve import Running, run_manage
from tests.factories import make_night

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_folder")]


@pytest.fixture
def stick(settings, tmp_path) -> Path:
    settings.SECOND_BACKUPS = tmp_path / "stick"
    settings.SECOND_BACKUPS.mkdir()
    return settings.SECOND_BACKUPS


class TestBackup:
    @pytest.fixture(autouse=True)
    def night(self):
        make_night(pairs=6)

    def test_never_replaces_another_file_there(self, stick, tmp_path):
        (stick / "club.backup").write_bytes(b"of the committee")
        with pytest.raises(CommandError, match="already exists and isn’t a backup"):
            call_command("backup", tmp_path / "club.backup")
        assert [copy.read_bytes() for copy in stick.iterdir()] == [b"of the committee"]


class TestRestore:
    @pytest.fixture
    def backup(self, tmp_path) -> Path:
        make_night(pairs=6)
        call_command("backup", tmp_path / "club.backup")
        Event.objects.update(name="Now")
        return tmp_path / "club.backup"

    @pytest.mark.parametrize(
        ("address", "told"), [("http://here:8000/", "http://here:8000/"), ("", "another address")]
    )
    def test_is_refused_while_the_program_is_running(self, backup, own_folder, address, told):
        with FolderLock(own_folder, address=address), pytest.raises(CommandError) as refused:
            call_command("restore", backup)
        assert str(refused.value) == (
            f"Kalamazoo is running at {told} with the data folder {own_folder}, so nothing was changed. "
            "Stop it first, or add --force."
        )
        assert Event.objects.get().name == "Now"
        assert list(own_folder.glob("before-restore*")) == []

    @pytest.mark.slow
    def test_the_backup_before_a_restore_is_copied_to_the_second_folder(
        self, backup, own_folder, stick
    ):
        call_command("restore", backup)
        (before,) = own_folder.glob("before-restore-*.backup")
        assert [copy.name for copy in stick.iterdir()] == [before.name]


@pytest.mark.slow
def test_a_running_program_is_left_alone(data_folder, tmp_path):
    assert run_manage(data_folder, "demo")[0] == 0
    assert run_manage(data_folder, "backup", str(tmp_path / "club.backup"))[0] == 0
    with Running(data_folder) as program:
        status, answer, told = run_manage(data_folder, "restore", str(tmp_path / "club.backup"))
    assert status == 2
    assert answer == ""
    assert told.startswith(
        f"Kalamazoo is running at http://127.0.0.1:{program.port}/ with the data folder "
    )
    assert run_manage(data_folder, "restore", str(tmp_path / "club.backup"))[0] == 0


# 8 s: starts the program and migrates a database of its own
@pytest.mark.slow
def test_restore_makes_the_data_folder(tmp_path):
    make_night(pairs=6)
    call_command("backup", tmp_path / "club.backup")
    status, _answer, text = run_manage(
        tmp_path / "new" / "folder", "restore", str(tmp_path / "club.backup")
    )
    assert status == 0
    assert text.partition(" restored")[0].split()[-1] == "records"
