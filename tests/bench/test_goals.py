"""The table of goals: what an entry, a page, paper and a ranking cost beside a yardstick.

``pytest -n 0 -s -m bench tests/bench/test_goals.py`` prints a line for each row. The yardstick is
the time of the processor for 30 million additions in a loop. Goals are in milliseconds on a machine
where that takes 1.38 s; what is measured here is converted to that machine. ``GOAL_ROUNDS`` says how
often each row is measured (9), of which the least counts. Nothing is failed by its time.

*First* is with nothing held in memory, *again* without any change since, *after* after a result
that was entered elsewhere. A field is ranked anew in each round, so that no board has kept its
points.
"""

import gc
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from time import process_time
from unittest.mock import patch

import pytest
from django.http import HttpResponse
from django.template.base import Template
from django.test import Client
from django.test.utils import instrumented_test_render

from director.boards.contests import get_contest_record
from director.boards.movement.sections import fetch_section
from director.boards.paper.session_job import list_sections_kinds, make_sections_job
from director.boards.play.plan import store_plan
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entries
from director.core.night.printing import DEFAULT_PRINT_OPTIONS
from director.core.night.publishing import publish_results
from director.models import Person, Result, Section
from director.pdf.sheet_kinds import render
from movements.registry import make_plan
from scoring.bridge.contracts import Vulnerability, list_possible_scores
from scoring.bridge.rulings import ArtificialScore
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.bench.club import (
    PEOPLE,
    _make_sections_of_tonight,
    insert_results,
    make_long_name,
    make_seven_tables,
)
from tests.bench.test_standings_page import make_large_room
from tests.director.additions.contests.draws.test_draws import (
    make_section_to_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.additions.contests.draws.test_late_entries import (
    post_corrected_draw,
    post_typed_draw,
)
from tests.director.additions.contests.test_large_tournaments import play_round
from tests.director.pdf.factories import PRINTED_AT
from tests.factories import (
    forget_cached,
    make_club,
    make_night,
    make_section,
)

ROOT = Path(__file__).parents[2]
ROUNDS = int(os.environ.get("GOAL_ROUNDS", "9"))
ADDITIONS = 30_000_000
GOAL_YARDSTICK = 1.38
"""The seconds of the yardstick where the goals were set."""
TEXTS = ("4SS=", "4SS-1")

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]
Act = Callable[[], object]


@cache
def yardstick() -> float:
    """Return the seconds of the processor that the additions take on this machine."""
    start, total = process_time(), 0
    for number in range(ADDITIONS):
        total += number
    return process_time() - start


@pytest.fixture
def say(request) -> Callable[..., None]:
    """Measure an act, each time after what comes before it, and print the row beside its goal."""
    is_once = request.config.getoption("benchmark_disable", default=False)

    def measure(what: str, goal: float, act: Act, before: Act = lambda: None) -> None:
        if is_once:  # the check only looks whether the benchmarks still run
            before()
            act()
            return
        before()
        act()
        # As the program does when it is served: what is there already isn't looked through again.
        gc.collect()
        gc.freeze()
        times = []
        for _round in range(ROUNDS):
            before()
            start = process_time()
            response = act()
            times.append(process_time() - start)
            size = f", {len(response.content) / 1000:.0f} kB" if _is_page(response) else ""
        least = 1000 * min(times) * GOAL_YARDSTICK / yardstick()
        ratio = min(times) / yardstick()
        print(f"\n| {what} | {least:.2f} ms{size} | goal {goal} | {ratio:.5f} |", end="")  # noqa: T201

    return measure


def _is_page(answer: object) -> bool:
    return isinstance(answer, HttpResponse)


def page(client: Client, path: str) -> Act:
    """Return what asks for a page."""

    def ask() -> HttpResponse:
        response = client.get(path)
        assert response.status_code == 200, (path, response.status_code)
        return response

    return ask


def name_all(section: Section, start: int = 0) -> None:
    """Name every pair of *section*, all people differently; *start* are named already."""
    pairs = [
        (None, tuple(make_long_name(2 * (start + pair) + at) for at in (0, 1)))
        for pair in range(section.entries.count())
    ]
    name_entries(section=section, pairs=pairs)


def make_twenty_tables() -> Section:
    section = make_night(pairs=40, rounds=13, boards_per_set=2)
    insert_results(section)
    return section


def make_room(tables: int, *, is_played: bool = True) -> Section:
    """Return one section of so many tables that all play the same 26 boards."""
    section = make_section()
    store_plan(section=section, movement=make_large_room(tables))
    if is_played:
        name_all(section)
        insert_results(fetch_section(section.session_id))
    return fetch_section(section.session_id)


def many_sections() -> list[Section]:
    """Return 26 sections of 16 pairs, in a club of many people."""
    club = make_club()
    people = Person.objects.bulk_create(
        Person(club=club, name=make_long_name(number), number=f"{number}")
        for number in range(PEOPLE)
    )
    return _make_sections_of_tonight(people, 26)


def hundred_tables_in_five_sections() -> list[Section]:
    session = make_section().session
    for number, letter in enumerate("ABCDE"):
        section = session.sections.get_or_create(letter=letter)[0]
        section.session = session
        movement = make_plan("mitchell", pairs=40, rounds=13, boards_per_set=2)
        store_plan(section=section, movement=movement)
        name_all(section, 40 * number)
        insert_results(section)
    return [fetch_section(section.ref) for section in session.sections.all()]


def swiss(desk: Client, teams: int) -> Section:
    """Return a Swiss of *teams* whose third round is drawn, and whose matches were reported."""
    section = make_section_to_draw()
    # The boxes of a draw are read from what its template was given.
    with patch.object(Template, "_render", instrumented_test_render):
        return _with_rounds(desk, section, teams)


def _with_rounds(desk: Client, section: Section, teams: int) -> Section:
    assert start_draw(desk, section, size=teams, rounds=6, boards=8).status_code == 302
    for round_no in (1, 2):
        play_round(reload_drawn_section(section), round_no)
        answer = post_typed_draw(desk, reload_drawn_section(section))
        assert post_corrected_draw(desk, reload_drawn_section(section), answer).status_code == 302
    return reload_drawn_section(section)


def line_of(section: Section) -> Result:
    return Result.objects.filter(section=section, board_no=1).earliest("ns")


def make_correction(desk: Client, section: Section, *, tells: bool = True) -> Act:
    """Return what corrects a result by the page of its board, as the desk does.

    It *tells* as the script does which lines and links are shown, or the answer has all of them.
    """
    pk, place = line_of(section).pk, section.ref
    shown = desk.get(f"/sessions/{place}/scores/boards/1/").content.decode()
    facts = {
        "lines": ",".join(":".join(line) for line in _SHOWN_LINE.findall(shown)),
        "links": "".join(_SHOWN_LINK.findall(_STOPS.findall(shown)[0])),
    }
    assert facts["lines"]
    assert facts["links"]

    def enter() -> None:
        line = Result.objects.get(pk=pk)
        key, text = f"1-{line.ns}-{line.ew}", TEXTS[line.text == TEXTS[0]]
        typed = {f"text-{key}": text, f"shown-{key}": line.text, f"version-{key}": line.version}
        typed |= facts if tells else {}
        response = desk.post(f"/sessions/{place}/scores/boards/1/", typed, HTTP_HX_REQUEST="true")
        assert response.status_code == 200

    return enter


_SHOWN_LINE = re.compile(r'id="line-([^"]+)"[^>]* data-shown="([^"]+)"')
_STOPS = re.compile(r'<nav\s[^>]*id="stops".*?</nav>', re.DOTALL)
_SHOWN_LINK = re.compile(r'<a\s[^>]*class="(\w)')


def change(section: Section) -> Act:
    """Return what enters a result from elsewhere."""
    pk, place = line_of(section).pk, section.ref

    def enter() -> None:
        line = Result.objects.get(pk=pk)
        enter_result(
            section=fetch_section(place),
            board_no=1,
            ns=line.ns,
            ew=line.ew,
            text=TEXTS[line.text == TEXTS[0]],
            user=None,
        )

    return enter


def test_entries(say, desk):
    say("entry, 7 tables", 20, make_correction(desk, make_seven_tables()))
    hall = make_room(100)
    say("entry, 100 tables", 25, make_correction(desk, hall))
    say("entry, 100 tables, with all lines", 60, make_correction(desk, hall, tells=False))


def test_entries_in_many_sections(say, desk):
    first, *_others = many_sections()
    say("entry, 26 sections", 25, make_correction(desk, first))
    event = publish_results(event=first.session.event)
    say("entry, 26 sections, published", 30, make_correction(desk, first))
    standings = page(Client(), event.get_absolute_url())
    say("public standings of 26 sections, after", 25, standings, change(first))
    say("public standings of 26 sections, again", 1, standings)
    say("people list", 10, page(desk, "/people/"))


def test_pages_of_a_hall(say, desk):
    hall = make_room(100)
    play = page(desk, f"/sessions/{hall.ref}/play/")
    results = page(desk, f"/sessions/{hall.ref}/results/")
    say("Play of 100 tables, first (150 kB)", 60, play, forget_cached)
    say("Play of 100 tables, after", 60, play, change(hall))
    say("Play of 100 tables, again", 10, play)
    say("Results of 100 tables, first", 25, results, forget_cached)
    say("Results of 100 tables, after", 25, results, change(hall))
    say("Results of 100 tables, again", 25, results)
    scores = page(desk, f"/sessions/{make_room(50).ref}/scores/boards/1/")
    say("Scores of 50 tables, first", 25, scores, forget_cached)
    say("Scores of 50 tables, again", 25, scores)


def test_pages_of_a_swiss(say, desk):
    seats = page(desk, f"/sessions/{swiss(desk, 64).ref}/seats/")
    say("Seats of 64 teams (120 kB)", 25, seats, forget_cached)
    paper = page(desk, f"/sessions/{swiss(desk, 128).ref}/print/")
    say("Print of a Swiss of 128 teams, first", 150, paper, forget_cached)
    say("Print of a Swiss of 128 teams, again", 150, paper)


def test_print(say, desk):
    for what, goal, section in (
        ("20 tables with results", 40, make_twenty_tables()),
        ("50 tables on the same boards", 150, make_room(50, is_played=False)),
    ):
        look = page(desk, f"/sessions/{section.ref}/print/")
        say(f"Print of {what}, first", goal, look, forget_cached)
        say(f"Print of {what}, again", goal, look)


def test_everything_on_paper(say):
    of_sections, of_room = hundred_tables_in_five_sections(), [make_room(100)]
    # Travellers can't be made of shared boards.
    for what, sections, unfit in (
        ("in five sections", of_sections, set()),
        ("on the same boards", of_room, {"travellers"}),
    ):

        def print_all(sections=sections, unfit=unfit) -> None:
            # Results of all sections are printed once, as the command and the Print page do.
            kinds = list_sections_kinds(get_contest_record(sections[0]))
            job = make_sections_job(sections, DEFAULT_PRINT_OPTIONS)
            keys = [kind.key for kind in kinds if kind.has_sheets(job) and kind.key not in unfit]
            render(job, keys, "a4", available_kinds=kinds, printed_at=PRINTED_AT)

        say(f"everything on paper for 100 tables {what}", 3000, print_all, forget_cached)


AWARD = Line(0, 0, artificial=ArtificialScore(Fraction(60), Fraction(40)))
GAP = Line(0, 0)


def make_rows(tables: int, boards: int) -> list[tuple[int, int, int, int]]:
    """Return board, N-S, E-W and score of each result."""
    chance = random.Random(26)
    rows = []
    for board_no in range(1, boards + 1):
        likely = chance.sample(list_possible_scores(Vulnerability.NONE), 14)
        for table in range(1, tables + 1):
            ew = (table + board_no) % tables + 1
            rows.append((board_no, table, ew, chance.choice(likely)))
    return rows


def make_field(rows: list[tuple[int, int, int, int]], odd_result: Line | None = None) -> Field:
    """Return a new field of *rows*, with *odd_result* in the place of one on each board."""
    results = {score: Line(0, 0, score) for score in {row[3] for row in rows}}
    boards = []
    for board_no, on_board in groupby(rows, key=itemgetter(0)):
        _board_nos, ns, ew, scores = zip(*on_board, strict=True)
        made = [results[score] for score in scores]
        if odd_result:
            made[board_no % len(made)] = odd_result
        boards.append(Board(board_no, tuple(map(Line.with_contestants, made, ns, ew))))
    return Field(2, tuple(boards))


@pytest.mark.parametrize(
    ("tables", "boards", "goal"), [(500, 26, 6), (51, 26, 0.7), (20, 26, 0.25), (8, 27, 0.15)]
)
def test_ranking_a_new_field(say, tables, boards, goal):
    rows = make_rows(tables, boards)
    rank_and_say(say, f"rank, a new field of {tables} x {boards}", goal, lambda: make_field(rows))
    if tables == 500:
        say("making that field from rows", 4, lambda: make_field(rows))


@pytest.mark.parametrize("tables", [20, 51])
@pytest.mark.parametrize("odd_result", [AWARD, GAP], ids=["award", "gap"])
def test_ranking_a_new_field_with_an_odd_result_on_each_board(say, tables, odd_result):
    rows = make_rows(tables, 26)
    what = "an award" if odd_result is AWARD else "a gap"
    rank_and_say(
        say,
        f"rank, {tables} x 26 with {what} on each board",
        0.25 if tables == 20 else 0.7,
        lambda: make_field(rows, odd_result),
    )


@pytest.mark.parametrize(("tables", "goal"), [(20, 0.2), (100, 0.6)])
def test_ranking_again_after_a_change_of_one_board(say, tables, goal):
    rows = make_rows(tables, 26)
    field = make_field(rows)

    def make_changed() -> Field:
        changed_board = make_field(
            [(1, ns, ew, 7600 - ns) for _no, ns, ew, _score in rows[:tables]]
        )
        return replace(field, boards=(*changed_board.boards, *field.boards[1:]))

    rank_and_say(say, f"rank again, one board of {tables} x 26 changed", goal, make_changed)


def rank_and_say(say, what: str, goal: float, make: Callable[[], Field]) -> None:
    """Measure ranking the field that *make* returns, new in each round."""
    fields = [make()]

    def make_new() -> None:
        fields[0] = make()

    say(what, goal, lambda: rank_field("matchpoints", fields[0]), make_new)


_ASK = """
import django; django.setup()
from django.test import Client
assert Client(SERVER_NAME="localhost").get("/sign-in/").status_code == 200
"""
_PREPARE = """
import django; django.setup()
from director.core.files.running.setup import prepare_data
prepare_data()
"""


def test_starts(say, tmp_path):
    (tmp_path / "data").mkdir()
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "director.settings",
        "KALAMAZOO_DATA": str(tmp_path / "data"),
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(tmp_path / "compiled"),
    }

    def run(code: str) -> float:
        command = [sys.executable, "-c", code]
        with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
            _pid, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return usage.ru_utime + usage.ru_stime

    for what, goal, code in (
        ("first start, with tables", 2.5, _PREPARE),
        ("start to first answer", 0.8, _ASK),
    ):
        run(code)  # compiles the modules
        if code is _PREPARE:
            for path in (tmp_path / "data").iterdir():
                path.unlink()
        seconds = run(code) * GOAL_YARDSTICK / yardstick()
        print(f"\n| {what} | {seconds:.2f} s | goal {goal} |", end="")  # noqa: T201
