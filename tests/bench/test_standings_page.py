"""How long visitors wait for the results of 100 pairs and 26 boards, and for how few questions to the database."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import name_entries
from director.core.night.publishing import publish_results
from director.models import Section
from movements.model import Movement, TableRound
from tests.bench.club import insert_results
from tests.factories import make_pair_names, make_section

pytestmark = [pytest.mark.bench, pytest.mark.django_db]

SETS, BOARDS_PER_SET = 13, 2
PAGES = {
    "standings": "",
    "recap": "recap/",
    "board": "boards/1/",
    "card": "pairs/1/",
    "json": "results.json",
}


def make_large_room(tables):
    """Return a plan in which all tables play the same two boards in each of 13 rounds; N-S stay."""
    rows = [
        TableRound(
            round_no=round_no,
            table_no=table,
            ns=table,
            ew=tables + 1 + (table - round_no) % tables,
            board_set=round_no,
            boards=tuple(range((round_no - 1) * BOARDS_PER_SET + 1, round_no * BOARDS_PER_SET + 1)),
            shared=True,
        )
        for round_no in range(1, SETS + 1)
        for table in range(1, tables + 1)
    ]
    return Movement(
        key="large-room",
        name="Large room",
        contest="pairs",
        source="made for this measurement",
        options=(),
        contestants=2 * tables,
        winners=2,
        tables=tables,
        rounds=SETS,
        boards_per_set=BOARDS_PER_SET,
        board_sets=SETS,
        rows=tuple(rows),
    )


def played(tables) -> Section:
    """Return the section of a published night with every result in."""
    section = make_section()
    store_plan(section=section, movement=make_large_room(tables))
    name_entries(
        section=section, pairs=[(None, make_pair_names(number)) for number in range(2 * tables)]
    )
    section = fetch_section(section.session_id)
    insert_results(section)
    publish_results(event=section.session.event)
    return section


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_results_page_of_100_pairs(benchmark, page):
    small, large = (f"/events/{played(tables).session.event_id}/{page}" for tables in (5, 50))
    client = Client()
    counts = []
    for address in (small, large):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16
    benchmark.extra_info["queries"] = counts[1]
    benchmark.pedantic(client.get, args=(large,), rounds=5, warmup_rounds=1)
