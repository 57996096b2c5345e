"""A NUL, which PostgreSQL keeps in no text, is refused in every address, every box of every form, and from phones."""

import json
import re
from urllib.parse import urlencode, urljoin

import pytest
from django.db import connection
from django.urls import resolve

from director.models import Person
from director.urls import urlpatterns
from tests.browser.walk import NIGHTS, fetch_answers, fill_addresses
from tests.director.core.test_gets import OF_READERS, WRITES
from tests.director.core.test_idempotency import find_post_forms, list_buttons, list_sent_boxes
from tests.director.pages import HTMX, find_texts
from tests.factories import make_director

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"
REFUSED = (
    400,
    [
        (
            "What you sent contains a character that can’t be saved (NUL). Remove it and send it "
            "again."
        )
    ],
)


@pytest.fixture
def writes():
    """What is written to the database in the meantime, but for who is signed in and which forms were answered."""
    written = []

    def note(execute, sql, params, many, context):
        if WRITES.match(sql) and not OF_READERS.match(sql) and "director_submission" not in sql:
            written.append(sql[:80])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield written


def forms_with_a_nul(client, night):
    """Yield the address of every form of *night*, and what it sends with a NUL in one box after the other."""
    seen = set()
    for _pattern, path, page in list(fetch_answers(client, night)):
        if page.status_code != 200 or not page["Content-Type"].startswith("text/html"):
            continue
        for form in find_post_forms(page):
            address = urljoin(path, form.get("action", "")).partition("#")[0]
            sent = list_sent_boxes(form, filled=True) + list_buttons(form)[0]
            for index, (name, value) in enumerate(sent):
                box = (resolve(address.partition("?")[0]).url_name, re.sub(r"\d+", "0", name))
                if box not in seen and name != "csrfmiddlewaretoken":
                    seen.add(box)
                    yield address, [*sent[:index], (name, f"{value}\0"), *sent[index + 1 :]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "night", ["five tables", "eight teams", "cut-in tables", "party before the draw"]
)
def test_no_box_of_any_form_takes_a_nul(client, night, request):
    director = make_director()
    made = NIGHTS[night](director)
    client.force_login(director)
    client.raise_request_exception = False
    every, writes = list(forms_with_a_nul(client, made)), request.getfixturevalue("writes")
    assert len(every) > 100
    taken = {}
    for address, sent in every:
        response = client.post(address, urlencode(sent), content_type=FORM)
        told = (response.status_code, find_texts(response, "main p.say"))
        if told != REFUSED or writes:
            taken[address, str(sent)] = (told, tuple(writes))
        writes.clear()
    assert taken == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent", ["x\0", ["x", "\0"], {"x": {"\0": 1}}], ids=["text", "list", "name"]
)
@pytest.mark.parametrize("night", ["five tables", "cut-in tables"])
def test_nothing_that_a_phone_sends_holds_a_nul(client, night, sent, request):
    made = NIGHTS[night](make_director())
    writes, refused = request.getfixturevalue("writes"), set()
    for pattern in urlpatterns:
        begins = str(pattern.pattern).partition("/")[0]
        if begins not in made.tokens or not set(pattern.pattern.converters) <= {"token"}:
            continue
        path = fill_addresses(pattern, made.numbers | {"token": made.tokens[begins]})
        for name in ("key", "board", "result", "reason", "name", "device", "other"):
            body = {"key": "k", "board": 1, "seat": "N"} | {name: sent}
            response = client.post(path, json.dumps(body), content_type="application/json")
            if response.status_code == 422 and response["Content-Type"] == "application/json":
                refused.add(path)
                assert response.json() == {
                    "error": (
                        "What you sent contains a character that can’t be saved (NUL). Remove it and send it "
                        "again."
                    )
                }
            if (
                response.status_code == 302
            ):  # a tap on the player's own page, of which nothing is read
                writes.clear()
                continue
            assert response.status_code in (405, 422)
    assert {"results", "calls", "names"} <= {path.rpartition("/")[2] for path in refused}
    assert writes == []


@pytest.mark.slow
@pytest.mark.parametrize("who", ["visitor", "director"])
def test_no_address_holds_a_nul(client, who):
    if who == "director":
        client.force_login(make_director())
    client.raise_request_exception = False
    refused, told = (
        (
            400,
            [
                "This address contains a character that can’t be used (NUL). Remove it and try again."
            ],
        ),
        {},
    )
    for pattern in urlpatterns:
        if pattern.name.startswith("health"):
            continue  # answers first of all, and reads nothing of what is asked
        path = re.sub("<[^>]+>", "1", f"/{pattern.pattern}")
        named = re.sub("<[^>]+>", "1", re.sub("<[^>]+>", "%00", f"/{pattern.pattern}", count=1))
        for address in {f"{path}?q=%00", f"{path}?%00=1", named} - {path}:
            response = client.get(address)
            # The page of a table ends with a slash; everything below it answers its script.
            is_of_script = re.match(r"/t/[^?]*[^/?](\?|$)", address)
            said = (
                [response.json()["error"]] if is_of_script else find_texts(response, "main p.say")
            )
            told[address] = (response.status_code, said)
    assert {address: response for address, response in told.items() if response != refused} == {}
    assert len(told) > 200
    plain = client.get("/people/?q=%00", **HTMX)
    assert plain.status_code == 400
    assert (
        plain.content.decode()
        == "This address contains a character that can’t be used (NUL). Remove it and try again."
    )


@pytest.mark.parametrize("name", ["username", "password"])
def test_nobody_signs_in_with_a_nul(client, writes, name):
    refused = client.post(
        "/sign-in/", {"username": "dora", "password": "felt-green-17", name: "do\0ra"}
    )
    assert (refused.status_code, find_texts(refused, "main p.say")) == REFUSED
    assert writes == []


def test_a_name_with_a_nul_is_not_stored(desk):
    sent = {"name": "Ada\0 Ash", "number": "17"}
    refused = desk.post("/people/new/", sent)
    assert (refused.status_code, find_texts(refused, "main p.say")) == REFUSED
    plain = desk.post("/people/new/", sent, **HTMX)
    assert plain.status_code == 400
    assert plain.content.decode() == (
        "What you sent contains a character that can’t be saved (NUL). Remove it and send it again."
    )
    assert not Person.objects.exists()
