"""Nights held in memory: true of the version they are held under and shown under no other, whoever writes meanwhile."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from director.boards.movement.lines.progress import TypedLine
from director.boards.movement.lines.section_lines import fetch_field_lines, fetch_section_lines
from director.boards.movement.sections import fetch_section_acts
from director.boards.play.line_store import VOID_TEXT
from director.boards.play.results.acts import open_correction, undo_section
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.off_schedule import group_board
from director.boards.play.scores.result import (
    enter_result,
    enter_results,
    store_unscheduled_result,
)
from director.boards.scoring.standings.event import (
    CACHED_EVENTS,
    RESULTS_CACHE,
    get_cached_results,
    load_results,
)
from director.core.base.standings_versions import complete_versions
from director.core.base.versions import (
    EventVersion,
    LruCache,
    fetch_event_version,
    fetch_uncommitted_version,
)
from director.core.club.people import change_person
from director.core.night.history import find_act_to_undo
from director.core.night.page_cache import cache_event_page
from director.core.night.publishing import publish_results, unpublish_results
from director.errors import DeskError
from director.models import Person
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.columns import _score_columns
from scoring.registry import list_methods_for_game
from tests.director.boards.scored import fetch_session_sheets, read_cached_figures
from tests.director.call_counts import count_calls
from tests.factories import enter_on_line, make_played_section, make_sections, reload_section


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


def test_the_desk_leaves_the_night_as_it_scored_it_to_the_visitors(section):
    corrected(reload_section(section))
    load_results(section.session.event).read()
    _standings = load_results(section.session.event).standings
    with count_calls(ScoringMethod.rank) as counted:
        first = Client().get(section.session.event.get_absolute_url()).content
    assert counted["rank"] == 0
    caches["pages"].clear()
    RESULTS_CACHE.clear()
    assert Client().get(section.session.event.get_absolute_url()).content == first


def test_each_version_has_the_night_as_it_was_then(section):
    nights = {}
    for text in ("7NTN=", "7NTN-1", "7NTN-2"):
        corrected(reload_section(section), text)
        load_results(section.session.event)
        nights[version_of(section)] = totals(fetch_session_sheets(reload_section(section)))
    assert len(nights) == 3
    for version, expected in nights.items():
        assert totals(RESULTS_CACHE.get(version).first_session) == expected


def test_the_next_correction_starts_from_the_held_night_and_tells_what_changed(section):
    for text, board_no in (("7NTN=", 1), ("7NTN-1", 1), ("3NTN=", 2)):
        corrected(reload_section(section), text, board_no=board_no)
        complete_versions([section.session.event_id])
    changes = [
        version.changes for version in section.session.event.versions.order_by("-number")[:2]
    ]
    assert [(change["was"], change["now"]) for (change,) in changes][1] == ("7NTN=", "7NTN-1")
    assert [change["what"][:8] for (change,) in changes] == ["Board 2,", "Board 1,"]


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


def test_a_correction_that_is_taken_back_with_all_around_it_leaves_nothing(section):
    before = version_of(section)
    with transaction.atomic():
        corrected(reload_section(section))
        assert fetch_event_version(section.session.event_id) is None
        inside = fetch_uncommitted_version(section.session.event_id)
        load_results(section.session.event)
        transaction.set_rollback(True)
    assert inside != before == version_of(section)
    assert RESULTS_CACHE.get(inside) is None


def test_a_night_that_changed_while_it_was_read_is_held_under_no_version(section):
    early = version_of(section)
    corrected(reload_section(section))
    RESULTS_CACHE.clear()
    late = get_cached_results(early, reload_section(section).session.event)
    assert totals(late.first_session) == totals(fetch_session_sheets(reload_section(section)))
    assert RESULTS_CACHE.get(early) is None


def test_a_held_night_asks_the_database_nothing(section):
    sheets = load_results(section.session.event).first_session
    with CaptureQueriesContext(connection) as queries:
        assert sheets.standings.groups[0].rows == tuple(sheets.rows)
        assert len(sheets.pairs) == 4
        assert len(sheets.boards) == len(sheets.board_numbers)
        assert len(sheets.recap.rows) == 4
    assert len(queries) == 0


def test_unpublished_results_are_cached_for_the_desk_and_hidden_from_visitors(section):
    unpublish_results(event=section.session.event)
    results = load_results(section.session.event)
    assert RESULTS_CACHE.get(version_of(section)) is results
    assert Client().get(section.session.event.get_absolute_url()).status_code == 404


TYPED = (
    "+90",
    "2HE=",
    "4SS-3",
    "A6040",
    "A60+A40-",
    "",
    "LATER",
    "NP: late",
    "60% 4SS=, 40% 4SS-1",
    "+50",
    "1NTN-3",
)


@pytest.mark.parametrize("method", list_methods_for_game("bridge"), ids=lambda method: method.key)
def test_a_cached_night_of_sections_is_what_reading_and_scoring_it_again_gives(
    transactional_db, method
):
    """A result changes the points of its board, and by its top or an average those of others, in every section."""
    letters = "A" if method.key == "four-pairs" else "AB"
    sections = make_sections(letters=letters, pairs=4, key="howell", played=False)
    event = sections[0].session.event
    set_scoring(section=sections[0], scoring=method.key, options={})
    figures = [read_cached_figures(event)]
    for number, typed in enumerate(TYPED):
        text = typed if method.artificial_basis == "share" else typed.replace("A6040", "A50")
        section = sections[number % len(sections)]
        if number == 5:
            publish_results(event=event)
        for line in fetch_section_lines(section).all[number % 3 :: 2 if number < 2 else 5]:
            with suppress(ScoringError, DeskError):
                enter_on_line(section, line, text)
        figures.append(read_cached_figures(event))
    with suppress(DeskError, ScoringError):
        undo_section(
            section=sections[0],
            number=find_act_to_undo(fetch_section_acts(sections[0])).number,
            user=None,
        )
    figures.append(read_cached_figures(event))
    assert len({repr(figure) for figure in figures}) > len(figures) // 2


def test_a_page_and_an_entry_count_one_board_however_many_sections_there_are(
    transactional_db, desk
):
    asked = []
    for letters in ("AB", "ABCDE"):
        first, *_others = make_sections(letters=letters)
        page, line = (
            f"/sessions/{first.ref}/scores/boards/1/",
            first.results.filter(board_no=1).earliest("ns"),
        )
        key = f"1-{line.ns}-{line.ew}"
        for number in (1, 2):
            desk.get(page)
            typed = {
                f"text-{key}": f"7NTN-{number}",
                f"shown-{key}": line.text,
                f"version-{key}": line.version,
            }
            for send in (
                partial(desk.post, page, typed, HTTP_HX_REQUEST="true"),
                partial(desk.get, page),
            ):
                with (
                    count_calls(_score_columns, fetch_field_lines) as counts,
                    CaptureQueriesContext(connection) as sql,
                ):
                    assert send().status_code == 200
                asked.append((letters, len(sql), *counts.values()))
            publish_results(event=first.session.event)
            line.refresh_from_db()
    few, many = ([each for letters, *each in asked if letters == own] for own in ("AB", "ABCDE"))
    assert few == many
    assert [each[1:] for each in few] == [[1, 0], [0, 0]] * 2


def test_an_entry_keeps_the_night_and_reads_its_own_line_alone(section):
    before = load_results(section.session.event)
    scored_before = before.first_session.scored
    corrected(reload_section(section))
    kept = RESULTS_CACHE.get(version_of(section))
    assert kept.first_session.penalties is before.first_session.penalties
    assert totals(kept.first_session) == totals(fetch_session_sheets(reload_section(section)))
    scored = kept.first_session.scored
    assert scored.boards_by_slot[2, None, False] is scored_before.boards_by_slot[2, None, False]


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


def test_an_entry_together_with_anything_else_keeps_nothing(section):
    """The change number rises by more than the entries account for."""
    load_results(section.session.event)
    with open_correction(section=reload_section(section), user=None) as stored:
        corrected(reload_section(section))
        stored.session.event.name = "Another night"
        stored.session.event.save(update_fields=["name"])
    assert RESULTS_CACHE.get(version_of(section)) is None
    assert load_results(section.session.event).event.name == "Another night"


def test_an_act_of_more_than_results_keeps_nothing(section):
    load_results(section.session.event)
    line = section.results.filter(board_no=1).order_by("ns").first()
    group_board(
        section=reload_section(section), board_no=1, groups={(line.ns, line.ew): "B"}, user=None
    )
    assert RESULTS_CACHE.get(version_of(section)) is None


def test_an_entry_that_is_taken_back_keeps_what_was_before(section):
    before, number = load_results(section.session.event), version_of(section)
    with suppress(ZeroDivisionError), open_correction(section=reload_section(section), user=None):
        corrected(reload_section(section))
        raise ZeroDivisionError
    assert version_of(section) == number
    assert load_results(section.session.event) is before


def test_a_page_that_was_overtaken_while_it_was_made_is_not_kept(section):
    def overtaken(request, event_id):
        corrected(reload_section(section))
        return HttpResponse("as it was before")

    event_id = section.session.event_id
    response = cache_event_page(overtaken)(RequestFactory().get("/overtaken/"), event_id=event_id)
    assert response.content == b"as it was before"
    assert response.has_header("ETag") is False
    now = cache_event_page(lambda request, event_id: HttpResponse("as it is"))
    assert now(RequestFactory().get("/overtaken/"), event_id=event_id).content == b"as it is"


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


def test_visitors_see_every_result_that_was_in_before_they_asked(section):
    """Cards asked for by many at once, while results are entered, never lag behind what was stored by then."""
    path = f"{section.session.event.get_absolute_url()}results.json"
    line = section.results.filter(board_no=1).order_by("ns").first()
    stored = []

    def look(_visitor: int) -> bool:
        try:
            known = len(stored)
            lines = Client().get(path).json()["boards"][0]["lines"]
            (seen,) = (
                shown["score"]
                for shown in lines
                if (shown["ns"], shown["ew"]) == (line.ns, line.ew)
            )
            return seen <= -50 * known
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        looks = []
        for down in range(1, 10):
            corrected(reload_section(section), f"7NTN-{down}")
            stored.append(down)
            looks += [threads.submit(look, visitor) for visitor in range(3)]
        assert all(found.result() for found in looks)


def test_a_name_that_changes_is_read_again(section):
    corrected(reload_section(section))
    person = Person.objects.filter(entries__section=section).order_by("pk").first()
    change_person(person=person, name="Zoe Zander", number="")
    assert any(
        "Zoe Zander" in names
        for names in load_results(section.session.event).first_session.name_by_number.values()
    )
