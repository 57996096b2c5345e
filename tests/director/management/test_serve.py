"""Starting the program as a new user does: on an empty folder, then again."""

import os
import re
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from director.core.base.address import detect_lan_address
from director.management.commands.serve import render_qr_code

ROOT = Path(__file__).parents[3]


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def make_environment(folder: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    return kept | {
        "KALAMAZOO_DATA": str(folder),
        "PYTHONUNBUFFERED": "1",
        "PYTHONIOENCODING": "utf-8",
    }


class Running:
    """The program, started on *folder* and stopped at the end."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.port = find_free_port()
        command = [
            sys.executable,
            "manage.py",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=make_environment(folder) | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def __enter__(self):
        self.printed = ""
        while "Stop with Ctrl+C" not in self.printed:
            line = self.process.stdout.readline()
            assert line, f"the program ended early:\n{self.printed}"
            self.printed += line
        return self

    def __exit__(self, *args):
        self.process.terminate()
        self.process.wait(timeout=10)
        self.process.stdout.close()

    def get(self, path: str):
        for _attempt in range(50):
            try:
                return urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60)
            except ConnectionError:
                time.sleep(0.1)
        raise AssertionError("the program does not answer")


@pytest.mark.slow
def test_first_start_makes_everything_and_second_asks_nothing(tmp_path):
    folder = tmp_path / "new" / "place"
    with Running(folder) as first:
        assert first.printed.startswith("First start: preparing the database …")
        link = re.search(rf"http://127\.0\.0\.1:{first.port}(/welcome/\S+)", first.printed)
        with first.get(link[1]) as page:
            assert "<h1>Set up your club</h1>" in page.read().decode()
        with first.get(f"{settings.STATIC_URL}core/kalamazoo.css") as style:
            assert style.headers["Content-Type"] == 'text/css; charset="utf-8"'
    with sqlite3.connect(folder / "kalamazoo.sqlite3") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        database.execute("UPDATE auth_user SET username = 'dora'")
    key = (folder / "secret.key").read_text()
    with Running(folder) as second:
        assert "preparing" not in second.printed
        assert "/welcome/" not in second.printed
        assert "First time here" not in second.printed
    assert (folder / "secret.key").read_text() == key
    if os.name == "posix":
        assert (folder / "secret.key").stat().st_mode & 0o777 == 0o600
        assert folder.stat().st_mode & 0o777 == 0o700, (
            "the database holds passwords in their stored form"
        )


@pytest.mark.skipif(os.name != "posix", reason="elsewhere no variable sets the clock")
@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
@pytest.mark.slow
def test_times_match_the_machine_s_clock(tmp_path, zone):
    code = (
        "import django; django.setup()\n"
        "from django.utils import timezone\n"
        "from director.middleware import LocalTime\n"
        "print(LocalTime(lambda request: f'{timezone.localtime():%z}')(None))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=make_environment(tmp_path)
        | {"TZ": zone, "DJANGO_SETTINGS_MODULE": "director.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == f"{datetime.now(ZoneInfo(zone)):%z}"


@pytest.mark.slow
def test_database_is_private_also_in_a_folder_that_everybody_may_read(data_folder):
    data_folder.chmod(0o755)
    database = data_folder / "kalamazoo.sqlite3"
    if database.exists():
        database.chmod(0o644)
    with Running(data_folder) as program, program.get("/sign-in/"):
        files = sorted(data_folder.glob("kalamazoo.sqlite3*"))
        assert database in files
        if os.name == "posix":
            assert {file.name: oct(file.stat().st_mode & 0o777) for file in files} == {
                file.name: "0o600" for file in files
            }


def test_port_in_use_is_one_sentence(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        asked = ("serve", "--host", "127.0.0.1", "--port", str(port))
        sentence = (
            f"Port {port} of 127.0.0.1 can’t be used (Address already in use). If Kalamazoo isn’t already running, "
            f"try another port: serve --port {port + 1}"
        )
        with pytest.raises(CommandError) as refused:
            call_command(*asked)
        assert str(refused.value) == sentence
        assert refused.value.returncode == 2


@pytest.mark.slow
def test_data_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    command = [sys.executable, "manage.py", "serve", "--port", str(find_free_port())]
    folder = tmp_path / "file"
    done = subprocess.run(
        command, cwd=ROOT, env=make_environment(folder), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.rstrip("\n") == (
        f"Kalamazoo can’t write to the data folder {folder} (File exists). Set the environment variable "
        "KALAMAZOO_DATA to another folder."
    )


def run_manage(folder: Path, *arguments: str, **more: str) -> tuple[int, str, str]:
    """Run a command on *folder*; return its status, its answer and what it says."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=make_environment(folder) | more,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


NO_ADDRESS = (
    "“{}” isn’t an address of this computer. Leave --host out, or use one such as 127.0.0.1.\n"
)


NO_ADDRESSES = [
    pytest.param(("--host", "256.1.1.1"), NO_ADDRESS.format("256.1.1.1"), id="no address"),
    pytest.param(("--host", ""), NO_ADDRESS.format(""), id="empty"),
    *(
        pytest.param(
            ("--port", port),
            f"There is no port {port}. Choose one from 1 to 65535, such as 8000.\n",
            id=f"port {port}",
        )
        for port in ("-1", "0", "99999")
    ),
]


@pytest.mark.parametrize(("arguments", "sentence"), NO_ADDRESSES)
@pytest.mark.slow
def test_address_that_cannot_be_is_one_sentence_on_the_terminal(data_folder, arguments, sentence):
    assert run_manage(data_folder, "serve", *arguments) == (2, "", sentence)


@pytest.mark.parametrize(("arguments", "sentence"), NO_ADDRESSES)
def test_address_that_cannot_be_is_refused(arguments, sentence, tmp_path, settings):
    settings.DATA_DIR = tmp_path
    with pytest.raises(CommandError) as refused:
        call_command("serve", *arguments)
    assert f"{refused.value}\n" == sentence
    assert refused.value.returncode == 2


@pytest.mark.slow
def test_database_that_does_not_answer_is_one_sentence(tmp_path):
    port = find_free_port()
    status, answer, said = run_manage(
        tmp_path, "backup", DATABASE_URL=f"postgres://u:p@127.0.0.1:{port}/club"
    )
    assert status == 2
    assert answer == ""
    assert said.count("\n") == 1
    assert said.startswith(
        f"Kalamazoo can’t use the PostgreSQL database club at 127.0.0.1:{port} ("
    )
    assert said.endswith("). Check that it runs and that DATABASE_URL is right.\n")


OPENING = [("serve",), ("backup",), ("standings", "1"), ("demo",)]
"""Commands that open the database, each in its own way."""


@pytest.mark.slow
@pytest.mark.parametrize("command", OPENING, ids=lambda command: command[0])
def test_file_that_is_no_database_is_one_sentence(tmp_path, command):
    (tmp_path / "kalamazoo.sqlite3").write_bytes(b"this is a letter to the committee" * 40)
    assert run_manage(tmp_path, *command) == (
        2,
        "",
        f"The database {tmp_path / 'kalamazoo.sqlite3'} is damaged. "
        "There is no good backup, so ask for help before you continue, then start again.\n",
    )


@pytest.mark.slow
def test_backup_of_an_empty_folder_is_one_sentence(data_folder):
    assert run_manage(data_folder, "backup") == (
        2,
        "",
        f"There is no club in {data_folder} to back up. If it is elsewhere, set KALAMAZOO_DATA to its folder.\n",
    )
    assert list(data_folder.glob("*.backup*")) == []


LOST = [
    pytest.param(content, id=name)
    for name, content in (
        ("zeros", b"\0" * 86),
        ("empty", b""),
        ("blank", b"\n"),
        ("damaged", b"\xff\xfe"),
    )
]


@pytest.mark.parametrize("content", LOST)
@pytest.mark.slow
def test_key_lost_in_a_power_cut_is_made_again(data_folder, content):
    (data_folder / "secret.key").write_bytes(content)
    assert (
        run_manage(data_folder, "standings", "1")[2]
        == "There is no event 1; there are no events yet.\n"
    )
    key = (data_folder / "secret.key").read_bytes()
    assert len(key) == 86
    assert key.strip(b"\0")
    assert [path.name for path in data_folder.glob("secret*")] == ["secret.key"]


def test_qr_code_is_square_in_half_lines():
    lines = render_qr_code("http://192.0.2.7:8000/", "utf-8").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines) == (len(lines[0]) - 2 + 1) // 2


def test_qr_code_is_left_out_where_the_terminal_cannot_show_it():
    assert render_qr_code("http://192.0.2.7:8000/", "ascii") == ""


def test_lan_address_is_an_ip_address():
    assert re.fullmatch(r"(\d+\.\d+\.\d+\.\d+)?", detect_lan_address())
