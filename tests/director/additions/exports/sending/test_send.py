"""Sending from Export: the history says what was sent, nothing is sent twice unasked, no password leaves."""

import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.urls import reverse

from director.additions.exports.sending import receivers
from tests.cases import leave_to_slow
from tests.factories import make_played_section, make_sections

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


@pytest.mark.slow
def test_each_session_is_a_file_of_its_own(desk, site):
    event = make_sections(letters="A", sessions=2)[0].session.event
    send(desk, event)
    names = [fields["filename"] for _path, fields in site.requests]
    assert names == [
        "tuesday-pairs-2026-11-17-session-1.csv",
        "tuesday-pairs-2026-11-17-session-2.csv",
    ]
    assert len(sendings(event)) == 2


@pytest.mark.parametrize(
    ("receiver", "file", "sentence"),
    leave_to_slow(
        [
            ("pianola", "usebio", "“pianola” isn’t among the receivers of this club."),
            ("<b>", "usebio", "“&lt;b&gt;” isn’t among the receivers of this club."),
            ("bridgewebs", "usebio", "This file can’t be sent to BridgeWebs."),
            ("bridgewebs", "json", "This file can’t be sent to BridgeWebs."),
            ("", "", "isn’t among the receivers of this club."),
        ],
        but=1,
    ),
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


def test_a_line_break_in_the_name_is_no_header(desk, write_accounts):
    write_accounts(MAIL)
    event = make_played_section().session.event
    event.name = "Tuesday\r\nBcc: all@example.org"
    event.save()
    assert send(desk, event, "email-1", "usebio").status_code == 200
    (message,) = mail.outbox
    assert message.recipients() == ["county@example.org"]
    assert "\n" not in message.subject
