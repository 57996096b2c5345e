"""What the tests of the entry pages share: addresses, lines as they are posted, and what came back."""

import re

import pytest
from django.http import HttpResponse

from director.models import Result, Section
from tests.director.pages import find_elements

HTMX = {"HTTP_HX_REQUEST": "true"}
BOTH_WAYS = [pytest.param({}, id="plain"), pytest.param(HTMX, id="htmx")]
"""A page as it is asked for without scripts and with them."""


def scores_address(section: Section, tail: str = "") -> str:
    """Return the address of an entry page."""
    return f"/sessions/{section.session_id}/scores/{tail}"


def make_posted_line(
    key: str, text: str, *, shown: str = "", version: int = 0, **more: object
) -> dict[str, object]:
    """Return one line as the page posts it."""
    return {f"text-{key}": text, f"shown-{key}": shown, f"version-{key}": version} | more


def mask_time(sentence: str) -> str:
    """Return *sentence* with the time of day, which no test can know, as ``00:00``."""
    return re.sub(r"\b\d\d:\d\d\b", "00:00", sentence)


def read_box(response: HttpResponse, key: str) -> tuple[str, int]:
    """Return what stands in the box of a line, and the version it was made from."""
    values = {
        element.get("name"): element.get("value")
        for element in find_elements(response, f"#line-{key} input")
    }
    return values[f"text-{key}"], int(values[f"version-{key}"])


def list_stored_results() -> list[tuple[int, int, int, str]]:
    """Return every stored result: board, N-S, E-W and text."""
    return [
        (one.board_no, one.ns, one.ew, one.counted)
        for one in Result.objects.counted().order_by("board_no", "ns")
    ]
