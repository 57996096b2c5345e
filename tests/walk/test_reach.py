"""Nothing new stays out of the walk: addresses, acts of the history and kinds of events."""

import ast
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from django.test import Client
from django.urls import URLPattern

from director.models.event import Contest
from director.urls import urlpatterns
from tests.factories import make_director
from tests.walk.everything import list_unknown_places
from tests.walk.kinds import KINDS
from tests.walk.machine import ACTS
from tests.walk.reach import ELSEWHERE, HISTORY, NOT_OF_AN_EVENING

CODE = Path(__file__).parents[2] / "director"
OF_THE_EVENT = ("sessions/", "parties/", "events/<number:event_id>/")
"""How the addresses begin whose pages are searched for forms."""
PASSED_ON = {"kind", "act.kind"}
"""What functions that pass a kind on call it."""


def test_the_walk_knows_a_number_for_everything_that_addresses_ask_for():
    assert list_unknown_places() == set()


@pytest.mark.django_db
@pytest.mark.slow
def test_every_form_is_sent_by_an_act_or_left_out_for_a_reason():
    desk = Client(raise_request_exception=False)
    desk.force_login(make_director())
    names = {pattern.name for pattern in urlpatterns}
    of_the_event = {
        pattern.name for pattern in urlpatterns if str(pattern.pattern).startswith(OF_THE_EVENT)
    }
    others = [pattern for pattern in urlpatterns if pattern.name not in of_the_event | {"sign_out"}]
    taken = {pattern.name for pattern in others if takes_forms(desk, pattern)}
    known = {*ELSEWHERE, *NOT_OF_AN_EVENING}
    assert taken - known == set()
    assert known - names == set()


def takes_forms(desk: Client, pattern: URLPattern) -> bool:
    """Return whether something can be sent to the address of *pattern*."""
    path = re.sub(r"<[^>]+>", "1", f"/{pattern.pattern}")
    return desk.post(path).status_code != HTTPStatus.METHOD_NOT_ALLOWED


def test_every_act_of_the_history_is_made_by_an_act_of_the_walk():
    made = set(kinds_of_acts()) - PASSED_ON
    assert made == set(HISTORY)
    assert set(HISTORY.values()) <= set(ACTS)


def kinds_of_acts() -> Iterator[str]:
    """Yield how the code names the kinds of the acts that it records."""
    for path in CODE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            called = getattr(getattr(node, "func", None), "attr", "") or getattr(
                getattr(node, "func", None), "id", ""
            )
            if called.endswith("act") or called == "record_act_without_changes":
                kinds = (one.value for one in node.keywords if one.arg == "kind")
                yield from map(ast.unparse, kinds)


def test_every_contest_has_a_kind_in_the_walk():
    assert {kind.contest for kind in KINDS.values()} == set(Contest.values)
