"""Every form that is posted carries a key by which it is known, and what is sent twice is done once."""

import re
from urllib.parse import urlencode, urljoin

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from director.boards.play.results.acts import undo_section
from director.core.base.idempotency import KEY_FIELD
from director.core.files.backups.database import BACKUP_MODELS
from director.core.night.publishing import publish_results
from director.models import Act, Event, Ruling, Submission
from tests.browser.walk import NIGHTS, fetch_answers
from tests.director.additions.rulings.ruled import make_section_to_rule_on
from tests.director.boards.play.scores.entry_pages import make_posted_line
from tests.director.pages import find_elements, find_texts
from tests.factories import make_director, make_night

PHONES = "key"
"""What a message from a phone is known by: the phone has named it before there was a connection."""
WITHOUT_FORMS = ("forty tables", "twenty-six sections", "party whose draw is undone")
"""Nights whose forms others have, and one whose pages refuse every form as it is shown."""
DONE = {
    "five tables": {
        "session_play_message",
        "session_section_add",
        "event_new",
        "account_link",
    },
    "cut-in tables": {"party_play_clock", "event_new"},
}
"""Some of the forms that do something as the walk fills them in; the others are refused, or only show a page."""
HTMX = {"HX-Request": "true"}
SENT_BEFORE = (
    "This was already sent and saved. If you have undone it since, enter it on a new page."
)


def find_post_forms(page):
    return [form for form in find_elements(page, "form") if form.get("method") == "post"]


def list_sent_boxes(form, *, filled):
    """Return what a browser would send of *form*; where it is *filled*, with something in each box."""
    sent = []
    for box in form.iter():
        name, kind = box.get("name"), box.get("type", "text")
        if not name or "disabled" in box.attrib:
            continue
        if box.tag == "select":
            options = list(box.iter("option"))
            chosen = [option for option in options if "selected" in option.attrib] or options[:1]
            chosen = options[-1:] if filled else chosen
            sent += [(name, option.get("value", option.text)) for option in chosen]
        elif box.tag == "textarea":
            sent.append((name, box.text or ("Ada Ash" if filled else "")))
        elif box.tag == "input" and kind in ("checkbox", "radio"):
            if "checked" in box.attrib or filled:
                sent.append((name, box.get("value", "on")))
        elif box.tag == "input" and kind not in ("file", "submit", "image"):
            usual = "5" if kind == "number" or box.get("inputmode") == "numeric" else "Ada Ash"
            sent.append((name, box.get("value") or (usual if filled and kind != "hidden" else "")))
    return sent


def list_buttons(form):
    named = [
        [(one.get("name"), one.get("value", ""))] for one in form.iter("button") if one.get("name")
    ]
    return named or [[]]


def stored():
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values_list())
        for model in BACKUP_MODELS
    }


def changed_by_sending(client, address, body):
    """Send *body* twice and undo it; return whether it changed anything, and then whether the second time did."""
    with transaction.atomic():
        before = stored()
        first = client.post(address, body, content_type="application/x-www-form-urlencoded")
        after = stored()
        response = client.post(address, body, content_type="application/x-www-form-urlencoded")
        told = first.status_code, first.headers.get("Location")
        assert told == (response.status_code, response.headers.get("Location")), address
        changed = (before != after, after != stored())
        transaction.set_rollback(True)
    return changed


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.parametrize("night", [night for night in NIGHTS if night not in WITHOUT_FORMS])
def test_every_form_of_every_page_is_done_once_though_it_is_sent_twice(client, night):
    director = make_director()
    client.force_login(director)
    client.raise_request_exception = False
    seen, done, twice, without = set(), set(), [], []
    made = NIGHTS[night](director)
    pages = [(path, page) for _pattern, path, page in fetch_answers(client, made)]
    pages += [(path, client.get(path)) for path in made.more]
    for path, page in pages:
        if page.status_code != 200 or not page["Content-Type"].startswith("text/html"):
            continue
        for form in find_post_forms(page):
            address = urljoin(path, form.get("action", "")).partition("#")[0]
            names = sorted({box.get("name") for box in form.iter() if box.get("name")})
            is_phone = path.startswith(("/t/", "/p/"))
            if (PHONES if is_phone else KEY_FIELD) not in names:
                without.append((path, address))
            name = resolve(address.partition("?")[0]).url_name
            kind = (name, re.sub(r"\d+", "0", " ".join(names)))
            if kind in seen or is_phone or name in ("sign_out", "own_devices"):
                continue
            seen.add(kind)
            for button in list_buttons(form):
                for filled in (False, True):
                    body = urlencode(list_sent_boxes(form, filled=filled) + button)
                    first, second = changed_by_sending(client, address, body)
                    if first:
                        done.add(name)
                    if second:
                        twice.append((path, address, button, filled))
    assert without == []
    assert twice == []
    assert done >= DONE.get(night, set())
    assert done


@pytest.mark.slow
@pytest.mark.django_db
def test_an_undone_form_sent_again_is_not_reported_as_stored(desk):
    section = make_section_to_rule_on()
    path = f"/sessions/{section.session_id}/rulings/"
    sent = {
        "board_no": "1",
        "pair_no": "6",
        "facts": "Late.",
        "decision": "Warned before.",
        KEY_FIELD: "same",
    }
    desk.post(path, sent, follow=True)
    undo_section(section=section, number=Act.objects.get(kind="ruling").number, user=None)
    response = desk.post(path, sent, follow=True)
    assert find_texts(response, "#messages .say")[-1] == SENT_BEFORE
    assert not Ruling.objects.exists()


@pytest.mark.django_db
def test_another_account_or_file_with_the_same_key_is_another_form(desk, client):
    client.force_login(make_director("erik"))
    for browser, text in (
        (desk, b"Ada Ash\n"),
        (desk, b"Bea Birch\n"),
        (client, b"Bea Birch\n"),
        (desk, b"Ada Ash\n"),
    ):
        sent = {"name": "Evening", KEY_FIELD: "same", "list": SimpleUploadedFile("names.txt", text)}
        browser.post("/club/devices/", sent)
    assert Submission.objects.count() == 3


def list_write_transactions(queries):
    """Return the tables that each transaction with a write writes, in their order."""
    transactions, opened = [], None
    for query in queries:
        sql = query["sql"]
        if sql.startswith("BEGIN"):
            opened = []
        elif sql.startswith(("COMMIT", "ROLLBACK;")) and opened is not None:
            transactions.append(opened)
            opened = None
        elif write := re.match(r'(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM) "(\w+)"', sql):
            if opened is None:
                transactions.append([write[1]])
            else:
                opened.append(write[1])
    return [tables for tables in transactions if tables]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_published", [False, True])
def test_a_typed_result_is_stored_with_its_key_and_then_its_answer(desk, is_published):
    section = make_night(pairs=10, boards_per_set=2)
    if is_published:
        publish_results(event=section.session.event)
    path = f"/sessions/{section.session_id}/scores/boards/1/"
    desk.post(path, make_posted_line("1-1-6", "3NTW=") | {KEY_FIELD: "first"}, headers=HTMX)
    before = Event.objects.get().change_no
    with CaptureQueriesContext(connection) as queries:
        response = desk.post(
            path, make_posted_line("1-2-8", "4SS=") | {KEY_FIELD: "second"}, headers=HTMX
        )
    assert response.status_code == 200
    stored, *answered = list_write_transactions(queries.captured_queries)
    assert {"director_act", "director_result", "director_submission"} <= set(stored)
    assert answered == [["director_submission"]]
    assert stored.count("director_event") == 1
    assert Event.objects.get().change_no == before + 1
