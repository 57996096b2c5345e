"""What processes share beside the night: the data folder, the nightly backup, the count of guesses, their proxy."""

import subprocess
import sys
import time
from collections import Counter

import pytest

from tests.live.browsers import run_at_once
from tests.live.servers import ROOT, TWO_WORKERS

pytestmark = pytest.mark.live

LAY = """
from tests.factories import make_director, make_night
make_director()
make_night(pairs=6)
"""

CUT = """
from django.db import connection
with connection.cursor() as cursor:
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    cursor.execute(f"SELECT count(pg_terminate_backend(pid)) {others}")
    tell(cursor.fetchone()[0])
"""


def test_second_start_on_the_folder_is_refused_in_one_sentence(two_workers):
    again = subprocess.run(
        [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "python:director.hosting",
            "--bind",
            "127.0.0.1:0",
        ],
        cwd=ROOT,
        env=two_workers.environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert again.returncode == 2
    folder = two_workers.environment["KALAMAZOO_DATA"]
    assert again.stderr.splitlines()[-1] == (
        f"Kalamazoo is already running at {two_workers.url}/ with the data folder {folder}. Use that one or stop it "
        "first. For another club, set another folder in KALAMAZOO_DATA."
    )


def test_first_link_is_printed_once(two_workers):
    assert two_workers.said().count("/welcome/") == 1


def test_guesses_count_whichever_process_they_reach(two_workers):
    two_workers.python("from tests.factories import make_director\nmake_director('nora')")

    def guess() -> list[int]:
        statuses = []
        for _guess in range(6):
            browser = two_workers.browser()  # another connection, so that either process may answer
            browser.get("/sign-in/")
            statuses.append(
                browser.post("/sign-in/", {"username": "nora", "password": "wrong"}).status
            )
        return statuses

    statuses = [status for guesses in run_at_once([guess] * 4) for status in guesses]
    assert Counter(statuses) == {422: 5, 429: 19}


def test_one_nightly_backup_is_written(serve):
    server = serve(TWO_WORKERS, workers=3)
    server.python(LAY)
    server.stop()
    server.start()
    backups = server.folder / "data" / "backups"
    until = time.monotonic() + 20
    while not list(backups.glob("*-nightly.backup")) and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(2)
    assert len(list(backups.iterdir())) == 1


def test_proxy_is_believed_about_https_and_who_asks(serve):
    server = serve(TWO_WORKERS, KALAMAZOO_HTTPS="1", KALAMAZOO_HOSTS="bridge.example,127.0.0.1")
    browser = server.browser()
    plain = browser.get("/sign-in/")
    assert (plain.status, plain.headers["Location"]) == (
        301,
        f"https://127.0.0.1:{server.port}/sign-in/",
    )
    told = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "bridge.example",
        "X-Forwarded-For": "203.0.113.9",
    }
    assert browser.get("/sign-in/", told).status == 200
    fields = {"username": "nobody", "password": "wrong"}
    guessed = browser.post("/sign-in/", fields, told | {"Origin": "https://bridge.example"})
    assert guessed.status == 422
    kept = "from director.models import SignInAttempt\ntell(list(SignInAttempt.objects.values_list('address', flat=True)))"
    assert server.python(kept) == ["203.0.113.9"]


def test_cut_connections_of_the_database_are_opened_again(two_workers):
    browsers = [two_workers.browser() for _browser in range(12)]
    pages = run_at_once(
        [lambda browser=browser: browser.get("/sign-in/").status for browser in browsers]
    )
    cut = two_workers.python(CUT)
    assert cut, "the threads keep their connections"
    outcomes = run_at_once(
        [lambda browser=browser: browser.get("/sign-in/").status for browser in browsers]
    )
    assert pages == outcomes == [200] * 12
