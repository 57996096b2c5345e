"""Nights held in memory: true of the version they are held under and shown under no other, whoever writes meanwhile."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from director.boards.movement.lines.progress import TypedLine
from director.boards.play.line_store import VOID_TEXT
from director.boards.play.results.acts import open_correction
from director.boards.play.scores.off_schedule import group_board
from director.boards.play.scores.result import (
    enter_result,
    enter_results,
    store_unscheduled_result,
)
from director.boards.scoring.standings.event import (
    CACHED_EVENTS,
    RESULTS_CACHE,
    load_results,
)
from director.core.base.versions import (
    EventVersion,
    LruCache,
    fetch_event_version,
)
from tests.director.boards.scored import fetch_session_sheets
from tests.factories import make_played_section, reload_section


@pytest.fixture
def section(transactional_db):
    """A published Howell of four pairs, all lines in."""
    return reload_section(make_played_section())


def version_of(section) -> EventVersion:
    version = fetch_event_version(section.session.event_id)
    assert version
    return version


def corrected(section, text="7NTN=", board_no=1):
    line = section.results.filter(board_no=board_no).order_by("ns").first()
    return enter_result(
        section=section, board_no=board_no, ns=line.ns, ew=line.ew, text=text, user=None
    )


def totals(sheets) -> list[tuple]:
    return [(row.contestant, row.names, row.total, row.place) for row in sheets.rows]


def test_what_a_request_read_before_it_waited_for_its_turn_is_not_held(section):
    """Somebody says that other cards were played while another desk's request has the section in its hands."""
    early = reload_section(section)
    line = section.results.filter(board_no=1).order_by("ns").first()
    group_board(
        section=reload_section(section), board_no=1, groups={(line.ns, line.ew): "B"}, user=None
    )
    corrected(early, board_no=2)
    load_results(early.session.event)
    assert RESULTS_CACHE.get(version_of(section)).first_session.scored.groups_by_line == {
        (1, line.ns, line.ew): "B"
    }


def test_an_entry_keeps_what_no_result_changes(section):
    before = load_results(section.session.event).first_session
    corrected(reload_section(section))
    after = load_results(section.session.event).first_session
    assert after.name_by_number is before.name_by_number
    assert totals(after) == totals(fetch_session_sheets(reload_section(section)))


def test_a_second_score_is_void_and_a_stray_line_is_found_though_the_night_is_cached(
    section, director
):
    """The lines of the cached night say who else plays a board, as the database did."""
    line, other = section.results.filter(board_no=1).order_by("ns")

    def typed(ns, ew, text, shown, version):
        load_results(section.session.event)
        sent = TypedLine(1, ns, ew, text, shown, version)
        return enter_results(section=reload_section(section), typed_lines=[sent], user=director)

    stray = store_unscheduled_result(
        section=reload_section(section), key=(1, line.ns, other.ew), text="2HE=", user=None
    )
    for former in (line, other):
        typed(former.ns, former.ew, "", former.text, 1)
    stray = section.results.counted().get(pk=stray.pk)
    assert stray.counted == "2HE="
    typed(line.ns, line.ew, "4SS=", "", 2)
    line = section.results.counted().get(pk=line.pk)
    assert line.text == "4SS="
    assert line.counted == VOID_TEXT
    assert typed(line.ns, other.ew, "2HE+1", "2HE=", stray.version).last_act.words.startswith(
        "Board 1"
    )
    assert totals(load_results(section.session.event).first_session) == totals(
        fetch_session_sheets(reload_section(section))
    )


def test_an_entry_together_with_anything_else_reads_everything(section):
    load_results(section.session.event)
    with open_correction(section=reload_section(section), user=None) as stored:
        corrected(reload_section(section))
        stored.session.event.name = "Another night"
        stored.session.event.save(update_fields=["name"])
    assert load_results(section.session.event).event.name == "Another night"


def test_many_threads_find_what_is_held_under_their_mark_or_nothing(section):
    held, nights = (
        LruCache(CACHED_EVENTS),
        {f"mark {number}": fetch_session_sheets(section) for number in range(8)},
    )

    def use(turn: int) -> bool:
        mark = f"mark {turn % len(nights)}"
        held.set(mark, nights[mark])
        return held.get(mark) in (nights[mark], None)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(use, range(4000)))
    assert sum(held.get(mark) is not None for mark in nights) == CACHED_EVENTS
