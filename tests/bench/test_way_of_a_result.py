"""How much of the program one request passes: modules, functions, and calls from one module to another.

Figures to read, as of all benchmarks: ``pytest -n 0 -s -m bench tests/bench/test_way_of_a_result.py``.
They are counted as the program is served, with results that are kept through an entry.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from tests.director.boards.play.scores.entry_pages import make_posted_line, scores_address
from tests.factories import make_director, make_played_section

ROOT = Path(__file__).parents[2]
PRODUCT = ("director", "movements", "scoring")


@contextmanager
def passed() -> Iterator[Callable[[], tuple[int, int, int]]]:
    """Count the modules and functions of the program that the block passes, and its hops."""
    seen = set()
    hops = Counter()
    inside = tuple(f"{ROOT / folder}/" for folder in PRODUCT)

    def note(frame, event, _argument):
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(inside) or code.co_name[0] == "<":
            return
        seen.add((code.co_filename, code.co_qualname))
        caller = frame.f_back
        while caller and caller.f_code.co_name[0] == "<":  # a comprehension in the caller
            caller = caller.f_back
        caller_file = caller.f_code.co_filename if caller else ""
        if caller_file.startswith(inside) and caller_file != code.co_filename:
            hops[caller.f_code.co_qualname, code.co_qualname] += 1

    sys.setprofile(note)
    try:
        yield lambda: (len({file for file, _ in seen}), len(seen), hops.total())
    finally:
        sys.setprofile(None)


@pytest.fixture
def desk(client):
    client.force_login(make_director())
    return client


def open_standings(desk, section):
    page = f"/sessions/{section.ref}/results/"
    return lambda: desk.get(page)


def type_a_result(desk, section):
    line = next(line for line in fetch_section_lines(section).all if line.result is None)
    sent = make_posted_line(f"{line.board_no}-{line.ns}-{line.ew}", "4SS=")
    page = scores_address(section, f"boards/{line.board_no}/")
    return lambda: desk.post(page, sent)


def correct_a_result(desk, section):
    line = next(line for line in fetch_section_lines(section).all if line.result is not None)
    text = "4SS-1" if line.text == "4SS=" else "4SS="
    key = f"{line.board_no}-{line.ns}-{line.ew}"
    sent = make_posted_line(key, text, shown=line.text, version=line.result.version)
    page = scores_address(section, f"boards/{line.board_no}/")
    return lambda: desk.post(page, sent)


def open_corrected_standings(desk, section):
    correct_a_result(desk, section)()
    return open_standings(desk, section)


@pytest.mark.parametrize(
    ("what", "request_made"),
    [
        ("typed result", type_a_result),
        ("corrected result", correct_a_result),
        ("standings page", open_standings),
        ("standings after a correction", open_corrected_standings),
    ],
)
@pytest.mark.bench
@pytest.mark.django_db(transaction=True)  # results are kept once they are committed
def test_way_of_a_request_of_a_published_night(transactional_db, desk, what, request_made):
    section = make_played_section(leave=4)
    for _time in range(2):  # what is imported and kept at the first time, and of both texts
        request_made(desk, section)()
    send = request_made(desk, section)
    with passed() as count:
        response = send()
    assert response.status_code in (200, 302)
    modules, functions, hops = count()
    sys.stdout.write(f"\n{what}: {modules} modules, {functions} functions, {hops} hops\n")
