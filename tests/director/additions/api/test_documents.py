"""The OpenAPI document is that of the addresses, and its page needs no script and no other host."""

import re

import pytest
from django.test import Client

from director import urls as program
from director.additions.api.documents import ResultsFile, TableStateInfo, make_openapi_document
from director.additions.api.urls import API_PATTERNS
from director.additions.api.urls import BASE as ROUTE
from director.core.night.hooks import PHONE_DESK
from director.core.night.links import open_table_addresses
from tests.director.additions.api.asking import BASE
from tests.director.core.files.sites import KINDS, make_published
from tests.director.pages import find_elements, find_texts

BESIDE = {"api", "api_openapi", "api_docs", "api_unknown"}
"""Addresses about the interface itself."""


def described() -> set[str]:
    return {
        path.lstrip("/") for path in make_openapi_document()["paths"] if path.startswith("/api/")
    }


def test_document_describes_every_address():
    served = {
        re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
        for pattern in API_PATTERNS
        if pattern.name not in BESIDE
    }
    assert described() == served
    assert all(path.startswith(ROUTE) for path in served)


def test_older_addresses_are_there_and_take_what_is_described():
    older = [path for path in make_openapi_document()["paths"] if not path.startswith("/api/")]
    routes = {
        "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
        for pattern in program.urlpatterns
    }
    assert set(older) <= routes
    assert len(older) > 8


@pytest.mark.django_db
@pytest.mark.parametrize("called", KINDS)
def test_older_files_have_the_shapes_that_are_described(called):
    event = make_published(called)
    ResultsFile.model_validate(Client().get(f"/events/{event.pk}/results.json").json())
    if PHONE_DESK.answers.find_table_api(event) is None:
        return
    section = event.sessions.first().sections.first()
    accesses = open_table_addresses(session=event.sessions.first(), section=section, tables=[1])
    state = Client().get(f"/t/{accesses[1].token}/state.json").json()
    assert TableStateInfo.model_validate(state).table == 1


def references(part) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"]} if "$ref" in part else set()
        return own.union(*map(references, part.values()))
    if isinstance(part, list):
        return set().union(*map(references, part))
    return set()


def test_document_is_openapi_and_whole():
    document = make_openapi_document()
    assert document["openapi"].startswith("3.1")
    shapes = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert references(document) - shapes == set()
    operations = [
        operation for methods in document["paths"].values() for operation in methods.values()
    ]
    identifiers = [operation["operationId"] for operation in operations]
    assert len(set(identifiers)) == len(identifiers)
    # Programs made from the document call these; no module is named, since functions move.
    assert {"clubs", "standings", "enter"} <= set(identifiers)
    assert not [name for name in identifiers if name.startswith("director_")]
    for operation in operations:
        assert operation["summary"]
        assert operation["description"].endswith(".")
        assert operation["tags"]


def test_every_answer_of_the_gate_is_described():
    for path, methods in make_openapi_document()["paths"].items():
        if not path.startswith("/api/"):
            continue
        for method, operation in methods.items():
            described = set(operation["responses"])
            assert described >= {"400", "401", "404", "405", "422", "429", "503", "507"}, path
            assert ("403" in described) is ("security" in operation), path
            assert ("413" in described) is (method == "post"), path


@pytest.mark.django_db
def test_document_is_served_and_asked_for_once():
    first = Client().get(f"{BASE}/openapi.json")
    assert first.json() == make_openapi_document()
    page = Client().get(f"{BASE}/openapi.json", headers={"If-None-Match": first["ETag"]})
    assert page.status_code == 304


@pytest.mark.django_db
def test_page_shows_every_address_and_shape_and_loads_nothing_from_elsewhere():
    page = Client().get(f"{BASE}/docs")
    assert page.status_code == 200
    document = make_openapi_document()
    text = " ".join(find_texts(page, "article code"))
    for path in document["paths"]:
        assert path in text
    anchors = {element.get("id") for element in find_elements(page, "details div")}
    links = {link.get("href") for link in find_elements(page, "article a")}
    assert {f"shape-{name}" for name in document["components"]["schemas"]} <= anchors
    assert {link[1:] for link in links if link.startswith("#shape-")} <= anchors
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page.content.decode())


def test_index_leads_to_what_it_names(client, db):
    payload = client.get(f"{BASE}/").json()
    assert payload.pop("version") == "1"
    for address in payload.values():
        assert client.get(address).status_code == 200
