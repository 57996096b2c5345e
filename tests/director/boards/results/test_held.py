"""Nights held in memory: true of the mark they are held under and shown under no other, whoever writes meanwhile."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from director.boards.results.read.versions import HELD, MOST_NIGHTS, HeldNights, event_mark, results_at, results_stored
from director.boards.scores.write.moved import board_group
from director.boards.scores.write.result import result_enter
from director.boards.sections import section_of_event
from director.core.people.write import person_change
from director.core.publishing.kept import kept_for_visitors
from director.core.publishing.write import results_close
from director.models import Person
from scoring import rank
from tests.director.boards.scored import session_sheets
from tests.director.calls import calls_counted
from tests.factories import make_played


@pytest.fixture
def section(transactional_db):
    """A published Howell of four pairs, all lines in."""
    return fresh(make_played())


def fresh(section):
    return section_of_event(section.session.event_id)


def mark_of(section) -> str:
    return event_mark(section.session.event_id)


def corrected(section, text="7NTN=", board_no=1):
    line = section.results.filter(board_no=board_no).order_by("ns").first()
    return result_enter(section=section, board_no=board_no, ns=line.ns, ew=line.ew, text=text, user=None)


def totals(sheets) -> list[tuple]:
    return [(row.contestant, row.names, row.total, row.place) for row in sheets.rows]


HELD_BY_CORRECTIONS = connection.vendor == "sqlite"
"""Elsewhere a name may change between the reading and the mark, so the next page holds the night."""


def seen(section) -> None:
    """Let a visitor have the standings where a correction does not leave the night ready."""
    if not HELD_BY_CORRECTIONS:
        caches["pages"].clear()
        assert Client().get(section.session.event.get_absolute_url()).status_code == 200


def test_a_correction_leaves_the_night_as_it_scored_it_to_the_visitors(section):
    corrected(fresh(section))
    with calls_counted(rank) as counted:
        first = Client().get(section.session.event.get_absolute_url()).content
    assert counted["rank"] == (0 if HELD_BY_CORRECTIONS else 1)
    caches["pages"].clear()
    HELD.clear()
    assert Client().get(section.session.event.get_absolute_url()).content == first


def test_each_mark_has_the_night_as_it_was_then(section):
    nights = {}
    for text in ("7NTN=", "7NTN-1", "7NTN-2"):
        corrected(fresh(section), text)
        seen(section)
        nights[mark_of(section)] = totals(session_sheets(fresh(section)))
    assert len(nights) == 3
    for mark, expected in nights.items():
        assert totals(HELD.find(mark).first) == expected


def test_the_next_correction_starts_from_the_held_night_and_tells_what_changed(section):
    corrected(fresh(section), "7NTN=")
    corrected(fresh(section), "7NTN-1")
    corrected(fresh(section), "3NTN=", board_no=2)
    changes = [version.changes for version in section.session.event.versions.order_by("-number")[:2]]
    assert [(change["was"], change["now"]) for (change,) in changes][1] == ("7NTN=", "7NTN-1")
    assert [change["what"][:8] for (change,) in changes] == ["Board 2,", "Board 1,"]


def test_what_a_request_read_before_it_waited_for_its_turn_is_not_held(section):
    """Somebody says that other cards were played while another desk's request has the section in its hands."""
    early = fresh(section)
    line = section.results.filter(board_no=1).order_by("ns").first()
    board_group(section=fresh(section), board_no=1, groups={(line.ns, line.ew): "B"}, user=None)
    corrected(early, board_no=2)
    seen(section)
    assert HELD.find(mark_of(section)).first.scored.groups == {(1, line.ns, line.ew): "B"}


def test_a_correction_that_is_taken_back_with_all_around_it_leaves_nothing(section):
    before = mark_of(section)
    with transaction.atomic():
        corrected(fresh(section))
        inside = mark_of(section)
        transaction.set_rollback(True)
    assert inside != before == mark_of(section)
    assert HELD.find(inside) is None


def test_a_night_that_changed_while_it_was_read_is_held_under_no_mark(section):
    early = mark_of(section)
    corrected(fresh(section))
    HELD.clear()
    late = results_at(early, fresh(section).session.event)
    assert totals(late.first) == totals(session_sheets(fresh(section)))
    assert HELD.find(early) is None


def test_a_held_night_asks_the_database_nothing(section):
    sheets = results_stored(section.session.event).first
    with CaptureQueriesContext(connection) as asked:
        assert sheets.standings.groups[0].rows == tuple(sheets.rows)
        assert (len(sheets.pairs), len(sheets.boards), len(sheets.recap.rows)) == (4, len(sheets.board_numbers), 4)
    assert len(asked) == 0


def test_what_is_not_published_is_not_held(section):
    results_close(event=section.session.event)
    results_stored(section.session.event)
    corrected(fresh(section))
    assert mark_of(section) == ""
    assert HELD.find("") is None


def test_a_page_that_was_overtaken_while_it_was_made_is_not_kept(section):
    def overtaken(request, event_id):
        corrected(fresh(section))
        return HttpResponse("as it was before")

    event_id = section.session.event_id
    answer = kept_for_visitors(overtaken)(RequestFactory().get("/overtaken/"), event_id=event_id)
    assert (answer.content, answer.has_header("ETag")) == (b"as it was before", False)
    now = kept_for_visitors(lambda request, event_id: HttpResponse("as it is"))
    assert now(RequestFactory().get("/overtaken/"), event_id=event_id).content == b"as it is"


def test_the_nights_that_were_used_last_are_held(section):
    held, nights = HeldNights(), [session_sheets(section) for _night in range(MOST_NIGHTS + 1)]
    for number, night in enumerate(nights[:-1]):
        held.hold(f"mark {number}", night)
    assert held.find("mark 0") is nights[0]
    held.hold("another mark", nights[-1])
    assert held.find("mark 1") is None
    assert [held.find(mark) for mark in ("mark 0", "mark 2", "another mark")] == [nights[0], nights[2], nights[-1]]


def test_many_threads_find_what_is_held_under_their_mark_or_nothing(section):
    held, nights = HeldNights(), {f"mark {number}": session_sheets(section) for number in range(8)}

    def use(turn: int) -> bool:
        mark = f"mark {turn % len(nights)}"
        held.hold(mark, nights[mark])
        return held.find(mark) in (nights[mark], None)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(use, range(4000)))
    assert sum(held.find(mark) is not None for mark in nights) == MOST_NIGHTS


def test_visitors_see_every_result_that_was_in_before_they_asked(section):
    """Cards asked for by many at once, while results are entered, never lag behind what was stored by then."""
    path = f"{section.session.event.get_absolute_url()}results.json"
    line = section.results.filter(board_no=1).order_by("ns").first()
    stored = []

    def look(_visitor: int) -> bool:
        try:
            known = len(stored)
            lines = Client().get(path).json()["boards"][0]["lines"]
            (seen,) = (shown["score"] for shown in lines if (shown["ns"], shown["ew"]) == (line.ns, line.ew))
            return seen <= -50 * known
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        looks = []
        for down in range(1, 10):
            corrected(fresh(section), f"7NTN-{down}")
            stored.append(down)
            looks += [threads.submit(look, visitor) for visitor in range(3)]
        assert all(found.result() for found in looks)


def test_a_name_that_changes_is_read_anew(section):
    corrected(fresh(section))
    person = Person.objects.filter(entries__section=section).order_by("pk").first()
    person_change(person=person, name="Zoe Zander", number="")
    assert any("Zoe Zander" in names for names in results_stored(section.session.event).first.names.values())
