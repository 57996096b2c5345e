"""The file of accounts: its faults are sentences that never repeat a password."""

import os

import pytest

from director.additions.exports.sending.credentials import SendingAccounts, read_accounts
from director.errors import DeskError
from tests.director.additions.exports.sending.conftest import BRIDGEWEBS_PART, SECRET

NO_PARTS = "sending.conf has a line that isn’t a [part] or a key = value, or one that is there twice. Correct it."
MAIL_PART = "[email]\nhost = smtp.example.org\nfrom = club@example.org\n"


def refusal():
    with pytest.raises(DeskError) as refused:
        read_accounts()
    return str(refused.value)


def test_without_a_file_there_are_no_accounts(write_accounts):
    assert read_accounts() == SendingAccounts()


def test_both_accounts_and_addresses_are_read(write_accounts):
    write_accounts(f"\ufeff{BRIDGEWEBS_PART}{MAIL_PART}[addresses]\nCounty Sec = c@example.org\n")
    accounts = read_accounts()
    assert accounts.bridgewebs.club == "riverside"
    assert accounts.bridgewebs.password == SECRET
    assert accounts.mail.port == 587
    assert accounts.mail.security == "starttls"
    assert accounts.addresses_by_name == {"County Sec": "c@example.org"}


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_file_that_others_can_read_is_refused(write_accounts, monkeypatch, mode):
    write_accounts(BRIDGEWEBS_PART, mode)
    monkeypatch.setattr(os, "name", "posix")
    assert refusal() == (
        "Other accounts of this machine can read sending.conf. Let only its owner read it (chmod 600)."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (SECRET, NO_PARTS),
        (
            BRIDGEWEBS_PART * 2,
            NO_PARTS,
        ),
        (
            "[bridgewebs]\nclub = riverside\n",
            "sending.conf has no password below [bridgewebs]. Add it.",
        ),
        (
            "[bridgewebs]\nclub = a&b=c\npassword = x\n",
            "club below [bridgewebs] in sending.conf isn’t a club code of letters and digits. Correct it.",
        ),
        ("[email]\nfrom = club@example.org\n", "sending.conf has no host below [email]. Add it."),
        (
            MAIL_PART + "port = 0\n",
            "port below [email] in sending.conf isn’t a number from 1 to 65535. Correct it.",
        ),
        (
            MAIL_PART + "security = ssl\n",
            "security below [email] in sending.conf isn’t starttls, tls or none. Correct it.",
        ),
        (
            "[addresses]\nCounty = county\n",
            "County below [addresses] in sending.conf isn’t an e-mail address. Correct it.",
        ),
    ],
)
def test_a_fault_of_the_file_is_one_sentence(write_accounts, text, sentence):
    write_accounts(text)
    assert refusal() == sentence
    assert SECRET not in refusal()


def test_a_folder_in_its_place_is_refused(write_accounts, tmp_path):
    (tmp_path / "sending.conf").mkdir(mode=0o700)
    assert refusal().startswith("sending.conf can’t be read: ")
