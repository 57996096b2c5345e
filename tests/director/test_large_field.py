"""A field of hundreds of tables: read in, opened, published, taken away, restored.

Nothing asks the database about each pair or line by name, so that no statement grows with the
field.
"""

import io

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from director.additions.imports.store.event import import_file
from director.core.files.backups.database import restore_backup, write_backup_file
from director.core.night.publishing import publish_results
from director.models import Entry, Person, Result
from tests.director.additions.imports.store.usebio_written import (
    make_random_field,
    write_scored_field,
)
from tests.director.pages import find_texts

TABLES = 300
BOARDS = 3
LONGEST = 12_000  # characters of a statement: a batch of rows, never all of them; the longest asks for a mark

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def large():
    """The event of a file of many tables with two winners, everybody named."""
    field = make_random_field(1, pairs=2 * TABLES, boards=BOARDS, winners=2, artificial=False)
    return import_file(data=write_scored_field("matchpoints", field), file_name="large.xml").event


def test_a_large_field_goes_from_file_to_visitors_and_back(large, desk, tmp_path):
    assert Entry.objects.count() == 2 * TABLES
    assert Person.objects.count() == 4 * TABLES
    assert Result.objects.count() == BOARDS * TABLES - 1  # a table did not play board 3
    session_id = large.sessions.get().pk
    publish_results(event=large)
    visitor = Client()
    for browser, address in (
        *(
            (desk, f"/sessions/{session_id}/{step}/")
            for step in ("results", "results/official", "seats", "rulings")
        ),
        *(
            (desk, address)
            for address in ("/", "/nights/", "/people/", f"/sessions/{session_id}/scores/boards/2/")
        ),
        (desk, f"/sessions/{session_id}/scores/boards/2/?part=2"),
        *(
            (visitor, f"/events/{large.pk}/{page}")
            for page in ("", "boards/1/", "pairs/7/", "recap/", "results.json")
        ),
        *((desk, f"/events/{large.pk}/export/{form}/") for form in ("csv", "xlsx", "zip")),
    ):
        with CaptureQueriesContext(connection) as queries:
            response = browser.get(address)
        assert response.status_code == 200, address
        assert max((len(query["sql"]) for query in queries), default=0) < LONGEST, address
    out = io.StringIO()
    call_command("standings", large.pk, stdout=out)
    assert out.getvalue().count("\n") >= 2 * TABLES
    records = write_backup_file(path=tmp_path / "large.backup")
    assert (
        restore_backup(path=tmp_path / "large.backup", safety_path=tmp_path / "before.backup")
        == records
    )


def test_pages_of_a_large_field_show_it_in_parts(large, desk):
    session_id = large.sessions.get().pk
    standings = desk.get(f"/sessions/{session_id}/results/")
    assert len(find_texts(standings, "table.standings tbody tr")) == 2 * min(TABLES, 500)
    seats = desk.get(f"/sessions/{session_id}/seats/?page=2")
    assert find_texts(seats, "#names nav.pager span") == [f"Page 2 of {-(-2 * TABLES // 100)}"]
    assert find_texts(seats, "table.seats tbody th")[0].startswith("101 N-S")
    board = desk.get(f"/sessions/{session_id}/scores/boards/2/?part=2")
    assert len(find_texts(board, "tbody.line")) == min(200, TABLES - 200)


def test_a_name_of_a_later_page_is_stored_and_the_page_comes_back(large, desk):
    session_id = large.sessions.get().pk
    sent = {
        "page": "3",
        "name-251-1": "Ada Ash",
        "name-251-2": "Bert Birch",
        "was-251": "First of 251NS & Second of 251NS",
    }
    done = desk.post(f"/sessions/{session_id}/seats/", sent)
    assert done.url == f"/sessions/{session_id}/seats/?page=3"
    assert Entry.objects.get(pair_no=251).players.count() == 2
    assert Person.objects.filter(name="Ada Ash").exists()


def test_as_many_queries_read_in_many_pairs_as_few():
    counts = []
    for tables in (4, 10, 25):  # the first makes the club; 25 tables still go into one statement
        data = write_scored_field(
            "matchpoints",
            make_random_field(tables, pairs=2 * tables, boards=2, winners=2, artificial=False),
        )
        with CaptureQueriesContext(connection) as queries:
            import_file(data=data, file_name="x.xml")
        counts.append(len(queries))
    assert counts[1] == counts[2]


def test_one_winner_may_have_pair_numbers_of_five_figures():
    data = write_scored_field("matchpoints", make_random_field(1, pairs=12, boards=2)).replace(
        b">12<", b">12012<"
    )
    event = import_file(data=data, file_name="x.xml").event
    numbers = Entry.objects.filter(section__session__event=event).values_list("pair_no", flat=True)
    assert max(numbers) == 12012
