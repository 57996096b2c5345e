"""Receivers against servers that record: what they get, and a sentence for each failure."""

import socket
from email import message_from_bytes
from html import escape
from urllib.parse import quote_plus

import pytest

from director.additions.exports.sending import receivers
from director.additions.exports.sending.page import read_club_receivers
from director.additions.exports.sending.receivers import NamedFile
from director.errors import DeskError
from director.formats.formats import ExportFile
from tests.director.additions.exports.sending.conftest import BRIDGEWEBS_PART, SECRET, use_port
from tests.director.additions.exports.sending.servers import (
    run_bridgewebs,
    run_dripping_server,
    run_mail_server,
)

FILE = NamedFile(
    "tuesday.csv",
    ExportFile("\ufeff#TITLE,Zoë & Co\r\n".encode(), "text/csv; charset=utf-8", ".csv"),
    title="Tuesday pairs, 17 November 2026",
    club="Riverside Club",
)


def refusal(key="bridgewebs"):
    with pytest.raises(DeskError) as refused:
        read_club_receivers()[key].send(FILE)
    return str(refused.value)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("message = Invalid password", "BridgeWebs refused the file: Invalid password."),
        ("<html>Busy</html>", "BridgeWebs refused the file: no reason was given."),
        ("", "BridgeWebs refused the file: no reason was given."),
        (f"message = No club for {SECRET}", "BridgeWebs refused the file: No club for ***."),
        (
            f"message = {quote_plus(SECRET)} or {escape(SECRET)}",
            "BridgeWebs refused the file: *** or ***.",
        ),
        ("message = \x07" + "x" * 500, "BridgeWebs refused the file: \ufffd" + "x" * 159 + "."),
    ],
)
def test_a_refusal_of_bridgewebs_is_one_sentence(monkeypatch, site, body, sentence):
    site.body = body
    assert refusal() == (f"{sentence} Correct this, or download the file and upload it there.")


def test_a_redirect_is_not_followed(monkeypatch, site):
    with run_bridgewebs() as elsewhere:
        site.status, site.headers = 302, {"Location": f"http://127.0.0.1:{elsewhere.port}/"}
        assert refusal().startswith("BridgeWebs answered with error 302.")
    assert elsewhere.requests == []


def test_an_error_of_the_server_says_what_to_do(site):
    site.status = 503
    assert refusal() == (
        "BridgeWebs answered with error 503. Try later, or download the file and upload it there."
    )


def test_without_a_connection_nothing_was_sent(monkeypatch, write_accounts):
    write_accounts(BRIDGEWEBS_PART)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    use_port(monkeypatch, port)  # which is closed now
    assert refusal() == (
        "BridgeWebs can’t be reached, and nothing was sent. Check the internet connection, then send again."
    )


def test_a_server_that_does_not_answer_is_left_in_time(monkeypatch, write_accounts):
    write_accounts(BRIDGEWEBS_PART)
    monkeypatch.setattr(receivers, "STEP_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        use_port(monkeypatch, server.getsockname()[1])
        assert refusal() == (
            "BridgeWebs took the file but didn’t answer. Look there for the results before you send again."
        )


DRIPS = {
    "status": b"HTTP/1.1 200",
    "headers": b"HTTP/1.1 200 OK\r\nX-Slow: ",
    "body": b"HTTP/1.1 200 OK\r\n\r\nmessage = Upload Successful\r\n",
}


@pytest.mark.parametrize("opening", DRIPS.values(), ids=DRIPS)
def test_a_server_that_drips_bytes_is_left_in_time(monkeypatch, write_accounts, opening):
    write_accounts(BRIDGEWEBS_PART)
    monkeypatch.setattr(receivers, "TOTAL_SECONDS", 0.2)
    with run_dripping_server(opening) as server:
        use_port(monkeypatch, server.port)
        assert refusal() == (
            "BridgeWebs took the file but didn’t answer. Look there for the results before you send again."
        )


@pytest.mark.parametrize("opening", [b"220 ", b"220 ready\r\n250-"], ids=["greeting", "reply"])
def test_a_mail_server_that_drips_bytes_is_left_in_time(monkeypatch, write_accounts, opening):
    monkeypatch.setattr(receivers, "TOTAL_SECONDS", 0.2)
    with run_dripping_server(opening) as server:
        write_accounts(mail_part(server.port))
        assert refusal("email-1").startswith("The mail server can’t be reached")


def mail_part(port, security="none"):
    return (
        f"[email]\nhost = 127.0.0.1\nport = {port}\nsecurity = {security}\nuser = club\n"
        f"password = {SECRET}\nfrom = club@example.org\n[addresses]\nCounty = county@example.org\n"
    )


def test_a_file_is_sent_by_e_mail_to_the_one_address(write_accounts):
    with run_mail_server() as server:
        write_accounts(mail_part(server.port))
        assert read_club_receivers()["email-1"].send(FILE) == "Taken by the mail server."
    message = message_from_bytes(server.body.encode())
    assert (message["To"], message["From"]) == ("county@example.org", "club@example.org")
    assert message["Subject"] == "Tuesday pairs, 17 November 2026: results"
    text, attached = message.get_payload()
    assert "from Riverside Club are attached: tuesday.csv" in text.get_payload()
    assert attached.get_filename() == "tuesday.csv"
    assert attached.get_payload(decode=True).strip() == FILE.file.content.strip()
    assert "rcpt TO:<county@example.org>" in server.requests


@pytest.mark.parametrize(
    ("replies", "sentence"),
    [
        (
            {"AUTH": "535 no"},
            "The mail server refused the user or password. Correct both below [email] in sending.conf.",
        ),
        (
            {"RCPT": "550 nobody"},
            "The mail server refused the address of County. Correct it below [addresses] in sending.conf.",
        ),
        (
            {".": "554 spam"},
            "The mail server answered with error 554. Try later, or download the file and upload it there.",
        ),
        (
            {".": ""},
            "The mail server took the file but didn’t answer. Look there for the results before you send again.",
        ),
        (
            {"EHLO": ""},
            "The mail server can’t be reached, and nothing was sent. Check the internet connection, then send again.",
        ),
    ],
)
def test_a_failure_of_e_mail_is_one_sentence(write_accounts, replies, sentence):
    with run_mail_server(**replies) as server:
        write_accounts(mail_part(server.port))
        assert refusal("email-1") == sentence


@pytest.mark.parametrize(("old", "new"), [("127.0.0.1", "smtp..example.org"), (SECRET, "Paßwort")])
def test_credentials_that_mail_cannot_carry_are_reported(write_accounts, old, new):
    with run_mail_server() as server:
        write_accounts(mail_part(server.port).replace(old, new))
        assert refusal("email-1").startswith(
            "The mail server can’t take the host, user or password"
        )
