"""A restore brings back events and people. Who may come in stays as it is now, unless the director wants it."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from director.core.base.roles import Role
from director.core.club.accounts import (
    close_account,
    fetch_open_invitations,
    invite_account,
    withdraw_link,
)
from director.core.files.backups.database import restore_backup, write_backup_file
from director.core.night.links.opening import open_table_addresses, renew_access
from director.models import Event, TablePhone
from director.models.access import PhoneState
from tests.director.pages import find_elements
from tests.factories import make_account, make_director, make_night

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_folder")]


class Then:
    """A club with accounts and links, of which most ended after the *backup*."""

    def __init__(self, folder: Path) -> None:
        self.dora = make_director()
        self.bill = make_account("Bill", Role.SCORER)
        self.gone = make_account("Gone", Role.VIEWER)
        section = make_night(pairs=6)
        self.session = section.session
        self.links = open_table_addresses(session=self.session, section=section, tables=[1, 2])
        self.invitation = invite_account(role=Role.DIRECTOR)
        self.backup = folder / "club.backup"
        write_backup_file(path=self.backup)

    def end_access(self) -> None:
        """Close, revoke and withdraw, and let Eve in."""
        close_account(account_id=self.bill.pk)
        self.gone.delete()
        withdraw_link(account_id=fetch_open_invitations().get().pk)
        renew_access(access=self.links[1])
        make_director("Eve")
        Event.objects.update(name="Changed")

    def who_comes_in(self) -> dict[str, bool]:
        return {
            "Bill": Client().login(username="Bill", password="felt-green-17"),
            "Gone": Client().login(username="Gone", password="felt-green-17"),
            "Eve": Client().login(username="Eve", password="felt-green-17"),
            "invitation": Client().get(self.invitation).status_code == 200,
            "table 1": Client().get(f"/t/{self.links[1].token}/").status_code == 200,
            "table 2": Client().get(f"/t/{self.links[2].token}/").status_code == 200,
        }


@pytest.fixture
def then(tmp_path) -> Then:
    return Then(tmp_path)


NOW = {
    "Bill": False,
    "Gone": False,
    "Eve": True,
    "invitation": False,
    "table 1": False,
    "table 2": True,
}
RETURNING = [
    "Bill, scorer, whose account is closed now",
    "Gone, viewer, who has no account here now",
    "1 link for new accounts",
    "1 private link of Tuesday pairs",
]


@pytest.mark.slow
def test_phone_that_is_refused_now_stays_refused(then):
    state = {"since": timezone.now(), "side": "ns", "standing": PhoneState.OUT}
    TablePhone.objects.create(access=then.links[2], device="a" * 16, **state)
    restore_backup(path=then.backup, safety_path=None)
    assert [(phone.device, phone.standing) for phone in TablePhone.objects.all()] == [
        ("a" * 16, "out")
    ]
    TablePhone.objects.update(standing=PhoneState.IN)
    write_backup_file(path=then.backup)
    TablePhone.objects.update(standing=PhoneState.OUT)
    restore_backup(path=then.backup, safety_path=None)
    assert TablePhone.objects.get().standing == "out"


@pytest.mark.slow
def test_command_lists_what_stays_closed_and_opens_it_on_request(then, capsys):
    then.end_access()
    call_command("restore", then.backup)
    names = "; ".join(RETURNING)
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"These stay closed: {names}. To open them again, type kalamazoo restore {then.backup} --access."
    )
    assert then.who_comes_in() == NOW
    call_command("restore", then.backup, "--access")
    assert then.who_comes_in() == dict.fromkeys(NOW, True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="where one process serves a folder")
def test_page_asks_nothing_where_nothing_would_come_back(then, client):
    folder = then.backup.parent / "data" / "backups"
    folder.mkdir()
    then.backup.rename(folder / "kalamazoo-20261117-030000-nightly.backup")
    client.login(username="dora", password="felt-green-17")
    page = client.get("/club/backups/kalamazoo-20261117-030000-nightly.backup/restore/")
    assert find_elements(page, "label.check input") == []
