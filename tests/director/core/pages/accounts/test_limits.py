"""Guessing a password is slow, by account and by address, and stops no other page."""

import logging
import subprocess
import sys
from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from director.core.club.sign_in_limits import TooManyAttemptsError, try_password
from director.models import SignInAttempt
from director.settings import DATABASES
from tests.factories import make_director

pytestmark = pytest.mark.django_db


def guess(*, name: str = "dora", address: str = "192.0.2.1", right: bool = False) -> bool:
    return try_password(name=name, address=address, is_right=lambda: right)


def refused(**attempt) -> int:
    """Return for how many seconds an attempt is refused, 0 if it is looked at."""
    try:
        guess(**attempt)
    except TooManyAttemptsError as error:
        return error.seconds
    return 0


def later(seconds: float) -> None:
    """Let all attempts have been so much earlier."""
    for attempt in SignInAttempt.objects.all():
        SignInAttempt.objects.filter(pk=attempt.pk).update(
            at=attempt.at - timedelta(seconds=seconds)
        )


def sign_in(client: Client, password: str, *, name: str = "dora", address: str = "192.0.2.1"):
    return client.post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR=address)


def test_director_s_own_laptop_is_not_kept_out_by_others():
    guess(address="127.0.0.1", right=True)
    for number in range(5):
        guess(address=f"192.0.2.{number}")
    assert refused(address="192.0.2.9", right=True) == 30
    assert guess(address="127.0.0.1", right=True)


def test_browser_that_signed_in_before_has_a_count_of_its_own(client):
    make_director()
    sign_in(client, "felt-green-17", address="198.51.100.1")
    client.post("/sign-out/")
    assert [sign_in(client, "x").status_code for _attempt in range(6)] == [422] * 5 + [429]
    assert sign_in(Client(), "x").status_code == 422, "its failures are not those of others"
    later(30)
    assert sign_in(client, "felt-green-17").status_code == 302
    client.post("/sign-out/")
    assert sign_in(client, "x").status_code == 422, "forgiven"


def test_house_with_many_addresses_is_one():
    for number in range(20):
        guess(name=f"name {number}", address=f"2001:db8::{number + 1}")
    assert refused(name="dora", address="2001:db8::ffff") == 900
    assert refused(name="dora", address="2001:db8:1::1") == 0


def test_page_says_how_long_and_keeps_the_name(client):
    make_director()
    for _attempt in range(5):
        assert sign_in(client, "felt-green-18").status_code == 422
    page = sign_in(client, "felt-green-17")
    until = timezone.localtime(SignInAttempt.objects.latest("at").at + timedelta(seconds=30))
    assert page.status_code == 429
    assert page.headers["Retry-After"] == "30"
    assert page.context["form"].non_field_errors() == [
        f"Too many wrong passwords. Wait 30 seconds, until {until:%H:%M:%S}, then try again."
    ]
    assert 'value="dora"' in page.content.decode()
    later(30)
    assert sign_in(client, "felt-green-17").status_code == 302


def test_failures_are_logged_with_name_and_address(client, caplog):
    with caplog.at_level(logging.WARNING, logger="director.sign_in"):
        sign_in(client, "x", name="do\nra")
    assert [
        record.getMessage() for record in caplog.records if record.name == "director.sign_in"
    ] == ["Wrong password for 'do ra' from 192.0.2.1, number 1 since now."]


def test_own_password_is_not_guessed_from_an_open_desk(desk):
    typed = {"current": "wrong", "password": "felt-green-18"}
    sentences = [
        desk.post("/club/password/", typed).context["form"].errors["current"][0]
        for _attempt in range(6)
    ]
    assert sentences[:5] == ["This isn’t your current password. Type it again."] * 5
    assert sentences[5].startswith("Too many wrong passwords. Wait 30 seconds, until ")


PROCESS = """
import sys, time
import django
django.setup()
from django.db import connections
connections["default"].settings_dict["NAME"] = sys.argv[1]
from director.core.club.sign_in_limits import TooManyAttemptsError, try_password
print("ready", flush=True)
sys.stdin.readline()
for _guess in range(4):
    try:
        try_password(name="dora", address=sys.argv[2], is_right=lambda: time.sleep(0.2))
        print("looked at")
    except TooManyAttemptsError as error:
        print("refused")
"""


@pytest.mark.skipif(
    "sqlite" in DATABASES["default"]["ENGINE"], reason="one process serves an SQLite folder"
)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "addresses", [["192.0.2.1"] * 4, [f"192.0.2.{number}" for number in range(4)]]
)
def test_several_processes_count_every_guess_at_an_account(addresses):
    name = connection.settings_dict["NAME"]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS, name, address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for address in addresses
    ]
    assert [process.stdout.readline() for process in processes] == ["ready\n"] * 4
    for process in processes:
        process.stdin.write("begin\n")
        process.stdin.flush()
    said = [
        line
        for process in processes
        for line in process.communicate(timeout=60)[0].split("\n")
        if line
    ]
    assert Counter(said) == {"looked at": 5, "refused": 11}
