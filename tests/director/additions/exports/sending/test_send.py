"""Sending from Export: the history says what was sent, nothing is sent twice unasked, no password leaves."""

import gzip
import logging
import threading
import time

import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.db import connection
from django.urls import reverse

from director.additions.exports.sending import receivers
from director.additions.exports.sending.page import send_file
from director.core.base.roles import Role
from director.core.files.backups.database import write_backup_file
from director.core.files.event_file import make_event_archive
from director.core.night.history import find_act_to_undo
from director.core.night.publishing import finalise_results
from director.errors import DeskError
from director.models import Act
from tests.director.additions.exports.sending.conftest import BRIDGEWEBS_PART, SECRET
from tests.factories import make_account, make_played_section, make_sections

pytestmark = pytest.mark.django_db

MAIL = (
    "[email]\nhost = smtp.example.org\nfrom = club@example.org\n"
    "[addresses]\nCounty = county@example.org\nPianola <b> = p@example.org\n"
)


@pytest.fixture(autouse=True)
def outbox(monkeypatch):
    """Let e-mails go to the outbox of the tests, not to a server."""
    monkeypatch.setattr(receivers, "EmailBackend", locmem.EmailBackend)


def send(desk, event, receiver="bridgewebs", file="bridgewebs", **more):
    address = reverse("event_send", args=[event.pk])
    return desk.post(address, {"receiver": receiver, "file": file, **more}, follow=True)


def files_page(desk, section):
    return desk.get(reverse("session_results", args=[section.ref]), {"tab": "export"})


def sendings(event):
    return [act.words for act in event.acts.filter(kind="sending").order_by("number")]


def test_the_history_says_what_was_sent_to_whom_and_the_answer(desk, site):
    section = make_played_section()
    event = section.session.event
    answer = send(desk, event)
    assert "Sent to BridgeWebs: tuesday-pairs-2026-11-17.csv: Upload Successful." in answer.text
    words = "Sent to BridgeWebs: tuesday-pairs-2026-11-17.csv. Answer: Upload Successful."
    assert sendings(event) == [words]
    page = files_page(desk, section)
    assert words in page.text
    assert str(event.acts.get(kind="sending").made_by) in page.text
    ((_path, fields),) = site.requests
    assert fields["data"].startswith("#VERSION,Kalamazoo")


def test_sending_again_is_asked_about_first(desk, site):
    event = make_played_section().session.event
    send(desk, event)
    asked = send(desk, event)
    assert asked.status_code == 422
    assert "Send it again only if results have changed since." in asked.text
    assert len(site.requests) == 1
    assert send(desk, event, anyway="1").status_code == 200
    assert len(site.requests) == 2
    assert len(sendings(event)) == 2


def test_missing_results_are_asked_about_first(desk, site):
    event = make_played_section(leave=1, published=False).session.event
    asked = send(desk, event)
    assert asked.status_code == 422
    assert "Enter them before you send the results." in asked.text
    assert site.requests == []
    assert send(desk, event, anyway="1").status_code == 200


def test_each_session_is_a_file_of_its_own(desk, site):
    event = make_sections(letters="A", sessions=2)[0].session.event
    send(desk, event)
    names = [fields["filename"] for _path, fields in site.requests]
    assert names == [
        "tuesday-pairs-2026-11-17-session-1.csv",
        "tuesday-pairs-2026-11-17-session-2.csv",
    ]
    assert len(sendings(event)) == 2


def test_a_failure_loses_nothing_and_can_be_tried_again(desk, site):
    event = make_played_section().session.event
    before = make_event_archive(event)
    site.body = "message = Invalid password"
    failed = send(desk, event)
    assert failed.status_code == 422
    assert "BridgeWebs refused the file: Invalid password." in failed.text
    assert make_event_archive(event) == before
    site.body = "message = Upload Successful"
    assert send(desk, event).status_code == 200


def test_a_file_goes_to_a_person_by_name(desk, write_accounts):
    write_accounts(MAIL)
    section = make_played_section()
    event = section.session.event
    page = files_page(desk, section)
    assert "Pianola &lt;b&gt;" in page.text
    assert "example.org" not in page.text
    assert page.context["added_part"].content.receivers[0].files[0] == ("usebio", "USEBIO 1.2")
    assert send(desk, event, "email-1", "usebio").status_code == 200
    (message,) = mail.outbox
    assert message.to == ["county@example.org"]
    ((name, content, _kind),) = message.attachments
    assert name == "tuesday-pairs-2026-11-17.xml"
    assert b"<USEBIO" in content
    assert send(desk, event, "email-2", "xlsx").status_code == 200, (
        "another person isn’t asked about"
    )
    assert "example.org" not in "".join(sendings(event))


def test_sending_is_never_undone_and_hides_no_earlier_act(desk, site):
    section = make_played_section()
    event = section.session.event
    latest = find_act_to_undo(section.acts.all())
    send(desk, event)
    assert find_act_to_undo(section.acts.all()) == latest
    assert find_act_to_undo(event.acts.all()).kind != "sending"


def test_final_results_are_sent(desk, site):
    event = make_played_section().session.event
    finalise_results(event=event)
    assert send(desk, event).status_code == 200


@pytest.mark.parametrize(
    ("receiver", "file", "sentence"),
    [
        ("pianola", "usebio", "“pianola” isn’t among the receivers of this club."),
        ("<b>", "usebio", "“&lt;b&gt;” isn’t among the receivers of this club."),
        ("bridgewebs", "usebio", "This file can’t be sent to BridgeWebs."),
        ("bridgewebs", "json", "This file can’t be sent to BridgeWebs."),
        ("", "", "isn’t among the receivers of this club."),
    ],
)
def test_a_file_that_is_not_offered_is_refused(desk, site, receiver, file, sentence):
    refused = send(desk, make_played_section().session.event, receiver, file)
    assert refused.status_code == 422
    assert sentence in refused.text
    assert site.requests == []


def test_the_whole_event_is_never_sent(desk, write_accounts):
    write_accounts(MAIL)
    assert send(desk, make_played_section().session.event, "email-1", "json").status_code == 422
    assert mail.outbox == []


def test_a_fault_of_the_file_is_said_on_the_page(desk, write_accounts):
    write_accounts(BRIDGEWEBS_PART, mode=0o644)
    section = make_played_section()
    assert "Other accounts of this machine can read sending.conf." in files_page(desk, section).text


def test_without_accounts_the_page_says_how_to_get_them(desk, write_accounts):
    assert "/help/sending.md" in files_page(desk, make_played_section()).text


def test_only_directors_send(client, site):
    section = make_played_section()
    client.force_login(make_account("sam", Role.SCORER))
    assert send(client, section.session.event).status_code == 403
    assert 'id="sending"' not in files_page(client, section).text


def test_no_password_is_in_a_log_a_page_the_history_or_a_backup(desk, site, caplog, tmp_path):
    caplog.set_level(logging.DEBUG)
    section = make_played_section()
    event = section.session.event
    pages = [send(desk, event), files_page(desk, section)]
    site.body = f"message = {SECRET} is wrong"
    pages.append(send(desk, event, anyway="1"))
    site.status = 500
    pages.append(send(desk, event, anyway="1"))
    write_backup_file(path=tmp_path / "night.backup")
    backup = gzip.decompress((tmp_path / "night.backup").read_bytes()).decode()
    texts = [page.text for page in pages]
    texts += [
        backup,
        make_event_archive(event).decode(),
        caplog.text,
        str(list(Act.objects.values())),
    ]
    for text in texts:
        assert SECRET not in text
        assert "felt" not in text


def test_a_line_break_in_the_name_is_no_header(desk, write_accounts):
    write_accounts(MAIL)
    event = make_played_section().session.event
    event.name = "Tuesday\r\nBcc: all@example.org"
    event.save()
    assert send(desk, event, "email-1", "usebio").status_code == 200
    (message,) = mail.outbox
    assert message.recipients() == ["county@example.org"]
    assert "\n" not in message.subject


@pytest.mark.django_db(transaction=True)
def test_of_two_who_send_at_once_the_second_is_asked(monkeypatch, write_accounts):
    write_accounts(MAIL)
    event = make_played_section().session.event
    both_started, refusals = threading.Barrier(2), []

    def slow(_receiver, _file):
        time.sleep(0.3)
        return "Taken."

    def send_now():
        both_started.wait(5)
        try:
            send_file(event=event, receiver_key="email-1", format_key="xlsx", user=None)
        except DeskError as error:
            refusals.append(error.code)
        finally:
            connection.close()

    monkeypatch.setattr(receivers.MailReceiver, "send", slow)
    threads = [threading.Thread(target=send_now) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert refusals == ["sending-again"]
    assert len(sendings(event)) == 1
