"""What paper costs beside a bare canvas of ReportLab that draws the same texts and lines.

``pytest -n 0 -s -m bench tests/bench/test_bare_canvas.py`` prints a line for each kind of sheet: the
time of the processor for the kind, for the bare canvas, and how many times as much that is. Both
are measured in turn, and the least of each counts. ``PAPER_ROUNDS`` says how often (15). Nothing is
failed by its time.

*First* is with nothing held in memory of the event, whose plan and results are read and ranked;
*again* is the paper alone.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from time import process_time
from typing import Any
from unittest.mock import patch

import pytest
from reportlab.pdfgen.canvas import Canvas

from director.boards.contests import get_contest_record
from director.boards.movement.sections import fetch_section
from director.boards.paper.section_job import SectionJob
from director.boards.paper.sheet_kinds import list_sheet_kinds
from director.core.base import versions
from director.core.base.versions import LruCache
from director.models import Section
from director.pdf import sheet_kinds
from director.pdf.fonts import Run
from director.pdf.page import PAPERS, Box, LineEnds, Matrix, Pen, Point, SizedRun
from director.pdf.sheet_kinds import render
from tests.bench.test_goals import make_room, make_twenty_tables
from tests.director.pdf.factories import PRINTED_AT

ROUNDS = int(os.environ.get("PAPER_ROUNDS", "15"))
KINDS = ("guide-cards", "personal-guides", "score-slips", "standings")

pytestmark = [pytest.mark.bench, pytest.mark.django_db]
Call = tuple[str, tuple[object, ...]]
"""A method of a canvas, with what it is called with."""


class _RecordingCanvas:
    """Stands in for ReportLab's canvas, and notes what is called."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._settings: dict[str, tuple[object, ...]] = {}

    def __getattr__(self, name: str) -> Callable[..., None]:
        def note(*arguments: object) -> None:
            if name in ("showPage", "saveState", "restoreState"):
                self._settings.clear()
            self.calls.append((name, arguments))

        return note

    def change_setting(self, name: str, *arguments: object) -> None:
        """Note a font or a width of lines, unless it is used already."""
        if self._settings.get(name) != arguments:
            self._settings[name] = arguments
            self.calls.append((name, arguments))


class _RecordingPen(Pen):
    """Notes the texts and lines of a printout in place of writing them."""

    latest: "_RecordingPen"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.canvas = self.recording = _RecordingCanvas()  # type: ignore[assignment]
        _RecordingPen.latest = self

    def _make_code(self, _run: Run, _size: float) -> tuple[str, str]:
        return "", ""

    def _draw_run(self, sized_run: SizedRun, x: float, y: float) -> None:
        self.recording.change_setting("setFont", sized_run.run.font, sized_run.size)
        self.recording.drawString(x, y, sized_run.run.text)

    def draw_lines(self, lines: Iterable[LineEnds], weight: float = 0.5) -> None:
        if made_lines := list(lines):
            self.recording.change_setting("setLineWidth", weight)
            self.recording.lines(made_lines)

    def draw_polygon(
        self, points: Sequence[Point], weight: float, *, is_filled: bool = False
    ) -> None:
        self.recording.change_setting("setLineWidth", weight)
        self.recording.draw_polygon(points, is_filled)

    def draw_stencil(self, box: Box, rows: Sequence[bytes]) -> None:
        """Leave codes out: ReportLab's canvas has no call for them."""

    @contextmanager
    def _use_matrix(self, matrix: Matrix) -> Iterator[None]:
        self.recording.saveState()
        self.recording.transform(*matrix)
        yield
        self.recording.restoreState()


def record_calls(print_sheets: Callable[[], bytes]) -> list[Call]:
    """Return what a bare canvas is called with to draw the sheets."""
    with patch.object(sheet_kinds, "Pen", _RecordingPen):
        print_sheets()
    return _RecordingPen.latest.recording.calls


class _BareCanvas(Canvas):
    """ReportLab's canvas as it is, and an outline by its paths."""

    def draw_polygon(self, points: Sequence[Point], is_filled: bool) -> None:
        path = self.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        path.close()
        self.drawPath(path, stroke=1, fill=is_filled)


def draw_bare(calls: Sequence[Call]) -> bytes:
    """Return the PDF of *calls*, of which the last saves it."""
    target = BytesIO()
    canvas = _BareCanvas(target, pagesize=PAPERS["a4"], invariant=1, pageCompression=1)
    for name, arguments in calls:
        getattr(canvas, name)(*arguments)
    return target.getvalue()


@pytest.fixture
def say(request, monkeypatch) -> Callable[[str, Section], None]:
    """Measure every kind of a section's sheets, and print a row for each."""
    # The test's own transaction counts as uncommitted, which nothing is cached by.
    monkeypatch.setattr(versions, "has_uncommitted_change", lambda: False)
    is_once = request.config.getoption("benchmark_disable", default=False)

    def measure(what: str, section: Section) -> None:
        kinds = list_sheet_kinds(get_contest_record(section))
        for key in KINDS:

            def print_kind(key: str = key) -> bytes:
                return render(
                    SectionJob(section), [key], "a4", available_kinds=kinds, printed_at=PRINTED_AT
                )

            calls = record_calls(print_kind)
            rows: dict[str, list[float]] = {"first": [], "again": [], "bare": []}
            for _round in range(1 if is_once else ROUNDS):
                LruCache.clear_all()
                rows["first"].append(_time(print_kind))
                rows["again"].append(_time(print_kind))
                rows["bare"].append(_time(lambda calls=calls: draw_bare(calls)))
            first, again, bare = (1000 * min(times) for times in rows.values())
            print(  # noqa: T201
                f"\n| {key}, {what} | first {first:.1f} ms, {first / bare:.2f} "
                f"| again {again:.1f} ms, {again / bare:.2f} | bare {bare:.1f} ms |",
                end="",
            )

    return measure


def _time(act: Callable[[], bytes]) -> float:
    start = process_time()
    assert act().startswith(b"%PDF")
    return process_time() - start


def test_twenty_tables(say):
    say("20 tables", make_twenty_tables())


def test_hundred_tables(say):
    section = make_room(100)
    say("100 tables", fetch_section(section.session_id))
