"""First entries: each page of each kind of contest that was read before is as one made anew.

Most tests of cached results correct a result. A first entry adds lines, players and pages.
"""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.core.night.publishing import publish_results
from director.models.event import Contest
from tests.director.additions.imports.store.test_further_sections import make_file, upload_section
from tests.director.boards.others import make_contest_section
from tests.director.core.base.test_kept_results import (
    OF_REQUEST,
    forget_everything,
    read_page_content,
)
from tests.director.party.parties import enter_winner, make_seated_party, play_round
from tests.factories import enter_on_line, make_night, make_played_section, make_sections

# Results are cached when a transaction is committed.
pytestmark = pytest.mark.django_db(transaction=True)


def read_result_pages(client: Client, start: str) -> dict[str, bytes]:
    """Return *start* and the pages and files below it that it leads to, one of each kind, by path."""
    page_by_path: dict[str, bytes] = {}
    kinds, queue = set(), [start]
    while queue:
        path = queue.pop()
        kind = re.sub(r"\d+", "N", path)
        # A workbook or a calendar says when it was made.
        if kind in kinds or path.endswith((".xlsx", ".ics")):
            continue
        kinds.add(kind)
        page = client.get(path).content
        page_by_path[path] = OF_REQUEST.sub(b"", page)
        links = (link.decode() for link in re.findall(rb'href="([^"#?]+)"', page))
        queue += [link for link in links if link.startswith(start)]
    return page_by_path


def check_first_entries(client: Client, before: dict[str, bytes], enter: Callable[[], object]):
    """Read the pages of *before* again after *enter*: each must be as it is made anew."""
    enter()
    kept = {path: read_page_content(client, path) for path in before}
    assert kept != before
    forget_everything()
    for path, page in kept.items():
        assert page.splitlines() == read_page_content(client, path).splitlines(), path


def make_hybrid(desk: Client):
    """Return the first section of a night whose second one was played elsewhere and imported."""
    data = make_file(make_played_section())
    hall = make_night(key="howell", pairs=4, boards_per_set=2)
    assert upload_section(desk, hall, data, deals="other").status_code == 200
    return hall


NIGHTS = {
    "pairs": lambda _desk: make_night(key="howell", pairs=4, boards_per_set=2),
    "sections": lambda _desk: make_sections(letters="AB", pairs=4, key="howell", played=False)[0],
    "sessions": lambda _desk: make_sections(
        letters="A", sessions=2, pairs=4, key="howell", played=False
    )[0],
    "hybrid": make_hybrid,
    "players": lambda _desk: make_contest_section(Contest.INDIVIDUAL),
    "teams": lambda _desk: make_contest_section(Contest.TEAMS),
    "seated-teams": lambda _desk: make_contest_section(Contest.TEAMS, key="awl-24", size=2),
}


@pytest.mark.parametrize("make", NIGHTS.values(), ids=NIGHTS)
def test_first_entries_are_on_every_page_that_was_read_before(desk, make):
    section = make(desk)
    publish_results(event=section.session.event)
    address = f"/events/{section.session.event_id}/"

    def enter_next() -> None:
        lines = [line for line in fetch_section_lines(section).all if not line.is_entered]
        for line in lines[:2]:
            enter_on_line(fetch_section(section.ref), line, "4SS=")

    # Without a result no board and no card has a page.
    enter_next()
    before = read_result_pages(Client(), address)
    assert len(before) >= 4
    check_first_entries(Client(), before, enter_next)


def test_first_entries_of_a_party_are_on_every_page_that_was_read_before(desk):
    party = make_seated_party(players=8, named=True)
    publish_results(event=party.session.event)
    enter_winner(party, 1, 0)
    own, public = f"/parties/{party.pk}/", party.session.event.get_absolute_url()
    before = read_result_pages(Client(), public)
    check_first_entries(Client(), before, lambda: enter_winner(party, 2, 0))
    play_round(party)
    paths = [f"{own}results/", f"{own}play/", f"{own}players/1/", f"{own}room/"]
    before = {path: read_page_content(desk, path) for path in paths}
    check_first_entries(desk, before, lambda: enter_winner(party, 1, 0))
