"""How fast paper is: a large night printed in one go."""

from time import process_time

import pytest

from director.boards.contests import get_contest_record
from director.boards.movement.sections import fetch_section
from director.boards.paper.section_job import SectionJob
from director.boards.paper.sheet_kinds import list_sheet_kinds
from director.boards.play.plan import store_plan
from director.core.base import versions
from director.core.base.versions import LruCache
from director.pdf.sheet_kinds import render
from tests.bench.club import insert_results
from tests.bench.test_standings_page import make_large_room
from tests.director.pdf.factories import PRINTED_AT, make_print_job, print_sheets
from tests.factories import make_director, make_night, make_section, sign_in

pytestmark = [pytest.mark.bench, pytest.mark.benchmark(timer=process_time)]


def test_everything_for_the_tables_of_a_large_night(benchmark):
    """All guide cards, travellers and pick-up slips of 20 tables and 26 boards; wanted in under 2 seconds."""
    sheets = make_print_job(20, 13, 2)
    data = benchmark(print_sheets, sheets, "guide-cards", "travellers", "score-slips")
    assert data.startswith(b"%PDF")


def test_every_result_of_a_large_night(benchmark):
    """Standings, scored travellers, pair cards and recap of 40 pairs and 26 boards."""
    sheets = make_print_job(20, 13, 2)
    data = benchmark(print_sheets, sheets, "standings", "board-sheets", "pair-cards", "recap")
    assert data.startswith(b"%PDF")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "kinds", [["guide-cards"], ["guide-cards", "travellers"], ["score-slips", "personal-guides"]]
)
def test_a_tick_of_the_print_page_of_twenty_tables(benchmark, kinds):
    """The preview and the counts of 20 tables and 26 boards after a tick; wanted in under 300 ms."""
    desk = sign_in(make_director())
    path = f"/sessions/{make_night(pairs=40, rounds=13, boards_per_set=2).session_id}/print/"
    asked = {"kinds": kinds, "paper": "a4", "set": "before"}
    shown = benchmark(desk.get, path, asked, headers={"HX-Request": "true"})
    assert "Preview" in shown.content.decode()


TABLES = 100


@pytest.fixture
def large_room(db, monkeypatch):
    """A signed-in browser, and the section of a room of 100 tables that play the same boards."""
    # The test's own transaction counts as uncommitted, which nothing is cached by.
    monkeypatch.setattr(versions, "has_uncommitted_change", lambda: False)
    section = make_section()
    store_plan(section=section, movement=make_large_room(TABLES))
    desk = sign_in(make_director())
    return desk, section


def test_a_look_at_print_of_a_large_room(benchmark, large_room):
    """The Print page of 100 tables on the same boards; wanted in under 300 ms."""
    desk, section = large_room
    path = f"/sessions/{section.session_id}/print/"
    shown = benchmark.pedantic(desk.get, args=(path,), rounds=3, warmup_rounds=1)
    assert "Preview" in shown.content.decode()


def test_the_first_look_after_a_change_of_a_large_room(benchmark, large_room):
    """The same when nothing is cached, and a thousand sheets are laid out to be counted."""
    desk, section = large_room
    path = f"/sessions/{section.session_id}/print/"
    desk.get(path)  # reads the typeface
    shown = benchmark.pedantic(desk.get, args=(path,), setup=LruCache.clear_all, rounds=3)
    assert "Preview" in shown.content.decode()


def test_every_sheet_of_a_large_room(benchmark, large_room):
    """All sheets of 100 tables on the same boards, results in; wanted in under a minute."""
    _desk, section = large_room
    section = fetch_section(section.session_id)
    insert_results(section)
    kinds = list_sheet_kinds(get_contest_record(section))
    sheets = SectionJob(section)
    # Travellers can't be made of shared boards, and board sheets have a page for each board.
    unfit = {"travellers", "board-sheets"}
    keys = [kind.key for kind in kinds if kind.has_sheets(sheets) and kind.key not in unfit]

    def render_all():
        return render(SectionJob(section), keys, "a4", available_kinds=kinds, printed_at=PRINTED_AT)

    assert benchmark.pedantic(render_all, rounds=1).startswith(b"%PDF")
