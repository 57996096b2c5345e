"""What a watchdog is told while nothing can be stored: the file is damaged, or the disk is full."""

import shutil
import sqlite3
import subprocess
import time
import urllib.error
from http import HTTPStatus
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from director.core.files.running import health
from tests.director.management.test_serve import Running, run_manage

OK = (HTTPStatus.OK, "ok\n")


def ask_for_health(program: Running) -> tuple[int, str]:
    try:
        with program.get("/health/") as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.fixture
def small_disk(tmp_path):
    """A file system of a few megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if mount is None or umount is None:
        pytest.skip("nothing can be mounted here")
    command = [mount, "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("nothing may be mounted here")
    yield folder
    subprocess.run([umount, "-l", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Write a file that leaves no room for another block."""
    filling = disk / "filling"
    with filling.open("wb", buffering=0) as file:
        # Large pieces fill the disk quickly, and single bytes its last block.
        for size in (65_536, 4096, 1):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError:
                continue
    return filling


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the file of a database")
def test_a_full_disk_is_told_until_there_is_room(small_disk):
    with Running(small_disk) as program:
        assert ask_for_health(program) == OK
        filling = fill(small_disk)
        assert ask_for_health(program) == (
            HTTPStatus.SERVICE_UNAVAILABLE,
            "The data folder can’t be written.\n",
        )
        filling.unlink()
        assert ask_for_health(program) == OK


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the file of a database")
def test_damage_is_told_while_the_program_runs(tmp_path):
    assert run_manage(tmp_path, "demo")[0] == 0
    database = tmp_path / "kalamazoo.sqlite3"
    with sqlite3.connect(database) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    opened.close()  # with ends the transaction only
    with Running(tmp_path) as program:
        assert ask_for_health(program) == OK
        with database.open("r+b") as file:
            file.seek(database.stat().st_size // 2 // 4096 * 4096)
            file.write(b"\xa5" * 40 * 4096)
        for _try in range(20):  # the file is looked through now and then
            if ask_for_health(program) != OK:
                break
            time.sleep(0.5)
        assert ask_for_health(program) == (
            HTTPStatus.SERVICE_UNAVAILABLE,
            "The database is damaged.\n",
        )


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a database that only reads")
def test_a_database_that_only_reads_is_told():
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        response = Client().get("/health/")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = off")
    assert response.status_code == 503
    assert response.content == "The database can’t be written.\n".encode()


@pytest.mark.django_db
def test_a_data_folder_that_takes_nothing_is_told(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "file"
    settings.DATA_DIR.write_bytes(b"")
    response = Client().get("/health/")
    assert response.status_code == 503
    assert response.content == f"{health.FOLDER_READ_ONLY_MESSAGE}\n".encode()


@pytest.mark.django_db
def test_health_is_answered_by_address_whatever_the_host_names_are(settings):
    settings.ALLOWED_HOSTS = ["bridge.example"]
    settings.SECURE_SSL_REDIRECT, settings.SECURE_REDIRECT_EXEMPT = (
        True,
        [r"^health/(live/|ready/)?$"],
    )
    for address in ("/health/", "/health/live/", "/health/ready/"):
        response = Client().get(address, headers={"host": "10.0.0.7:8000"})
        assert response.status_code == 200
        assert response.content == b"ok\n"
    assert Client().get("/sign-in/", headers={"host": "10.0.0.7:8000"}).status_code == 400
