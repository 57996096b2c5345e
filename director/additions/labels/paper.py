"""Draw labels, badges, phone lists and attendance sheets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from director.additions.labels.people import PrintedPerson
from director.additions.labels.rota import RotaNight
from director.additions.labels.stock import LabelStock
from director.additions.shared.prize_list import WonPrize, draw_prize_list
from director.pdf.fonts import MIN_SIZE, measure_longest_word, measure_text, wrap_text
from director.pdf.lists import (
    MAX_SINGLE_COLUMN,
    TEXT_SIZES,
    begin_list_page,
    divide_by_height,
    draw_list,
    draw_list_foot,
    get_list_body,
    render_lists,
)
from director.pdf.page import LEADING, Box, Pen, mm
from director.pdf.preview import Preview, render_page_preview
from director.pdf.tables import PaperColumn, Table, make_largest_list
from director.pdf.words import format_date
from director.sheets import Heading

LABELS, BADGES, PHONES, ATTENDANCE = "labels", "badges", "phones", "attendance"
PRIZES, ROTA = "prizes", "rota"
TITLES = {
    LABELS: "Labels",
    BADGES: "Badges",
    PHONES: "Phone list",
    ATTENDANCE: "Attendance sheet",
    ROTA: "Stand-by rota",
    PRIZES: "Prize list",
}
"""All kinds of sheets. Prizes are only those of an event, and a rota is only of the club."""
PURPOSES = {
    LABELS: "name and number, for folders and envelopes",
    BADGES: "names in large type, to wear",
    PHONES: "for whoever has a number",
    ATTENDANCE: "to sign, or to tick by date",
    ROTA: "a stand-by partner for each night",
    PRIZES: "who won what, to read out",
}
_EDGE = 4 * mm
"""Space that stays empty along the edges of a label, since printers shift the paper."""
_NAME_SIZES = (20.0, 18.0, 16.0, 14.0, 12.0, 11.0, 10.0, 9.0, MIN_SIZE)
_BADGE_SIZES = (34.0, 30.0, 26.0, 22.0, *_NAME_SIZES)
_MIN_LINE_SIZE = 20.0
"""A badge's name that fits in one line at this size is of usual length."""
_DETAIL_SIZES = (9.0, MIN_SIZE)
_CLUB_SIZES = (12.0, 11.0, 10.0, *_DETAIL_SIZES)
_NAME_SHARE = 0.72
"""The part of a label that its name may fill, above the detail."""
_ROW_HEIGHT = 21.0
_SIGNATURE_SHARE = 0.5
_MAX_BOXES_SHARE = 0.68
_BOX_WIDTH = 34.0
"""Width of a box to tick, with a date above it."""


@dataclass(frozen=True, slots=True)
class PeopleJob:
    """What is printed: *people* on sheets called *kind*, of the club or of an event.

    *first* is the label at which a sheet begins that was used before. *boxes* are those of the
    attendance sheet; one is for a signature. *won_prizes* are those of an event, *rota* is of a club.
    """

    kind: str
    heading: Heading
    people: Sequence[PrintedPerson]
    stock: LabelStock
    number_label: str = ""
    first: int = 1
    boxes: int = 1
    won_prizes: Sequence[WonPrize] = ()
    rota: Sequence[RotaNight] = ()


def render_people_job(job: PeopleJob, paper: str, *, printed_at: datetime) -> bytes:
    """Return the PDF of *job*. Labels and badges have the paper of their stock, lists *paper*."""
    return render_lists(
        lambda pen: _draw_job(pen, job),
        _choose_paper(job, paper),
        title=TITLES[job.kind],
        printed_at=printed_at,
    )


def preview_people_job(
    job: PeopleJob, paper: str, *, page_no: int, printed_at: datetime
) -> Preview:
    """Return page *page_no* of :func:`render_people_job` for the screen."""
    return render_page_preview(
        lambda pen: _draw_job(pen, job),
        _choose_paper(job, paper),
        page_no=page_no,
        label=TITLES[job.kind],
        large_print=False,
        printed_at=printed_at,
    )


def _choose_paper(job: PeopleJob, paper: str) -> str:
    return job.stock.paper if job.kind in (LABELS, BADGES) else paper


def _draw_job(pen: Pen, job: PeopleJob) -> None:
    if job.kind == LABELS:
        _draw_labels(pen, job)
    elif job.kind == BADGES:
        _draw_badges(pen, job)
    elif job.kind == PHONES:
        _draw_phone_list(pen, job)
    elif job.kind == ROTA:
        _draw_rota(pen, job)
    elif job.kind == PRIZES:
        draw_prize_list(pen, job.heading, job.won_prizes)
    else:
        _draw_attendance(pen, job)


def _iter_labels(pen: Pen, job: PeopleJob) -> Iterator[tuple[Box, PrintedPerson]]:
    """Yield each person with the inner space of a label, on as many pages as needed."""
    boxes = list(job.stock.iter_boxes())
    for index, person in enumerate(job.people, start=job.first - 1):
        box_index = index % len(boxes)
        if box_index == 0 or index == job.first - 1:
            pen.begin_page()
        yield boxes[box_index].inset(_EDGE), person


def _draw_labels(pen: Pen, job: PeopleJob) -> None:
    """Draw a label for each person: the name and, if there is one, the membership number."""
    for box, person in _iter_labels(pen, job):
        detail = f"{job.number_label} {person.number}" if person.number else job.heading.club
        _write_label(pen, box, (person.name, _NAME_SIZES), (detail, _DETAIL_SIZES))


def _draw_badges(pen: Pen, job: PeopleJob) -> None:
    """Draw a badge for each person: the name in large type, and the club."""
    sizes = _choose_badge_sizes(job)
    for box, person in _iter_labels(pen, job):
        _write_label(pen, box, (person.name, sizes), (job.heading.club, _CLUB_SIZES))


def _choose_badge_sizes(job: PeopleJob) -> Sequence[float]:
    """Return the sizes to try, from the largest at which all names of usual length fit in one line.

    So badges that are worn side by side look alike. A longer name takes several lines.
    """
    width = next(job.stock.iter_boxes()).inset(_EDGE).width
    one_line_names = [
        person.name
        for person in job.people
        if measure_text(person.name, _MIN_LINE_SIZE, bold=True) <= width
    ]
    for index, size in enumerate(_BADGE_SIZES):
        if all(measure_text(name, size, bold=True) <= width for name in one_line_names):
            return _BADGE_SIZES[index:]
    return _BADGE_SIZES


_SizedText = tuple[str, Sequence[float]]
"""A text and the sizes to try."""


def _write_label(pen: Pen, box: Box, name: _SizedText, detail: _SizedText) -> None:
    name_height = box.height * _NAME_SHARE
    _write_largest(pen, box.get_strip(0, name_height), *name, bold=True)
    _write_largest(pen, box.get_strip(name_height, box.height - name_height), *detail, bold=False)


def _write_largest(pen: Pen, box: Box, text: str, sizes: Sequence[float], *, bold: bool) -> None:
    """Write *text* in lines of whole words, at the first of *sizes* that fits."""
    for size in sizes:
        lines = wrap_text(text, size, box.width, bold=bold)
        # Lines may end at a hyphen, but not within a word.
        parts = text.replace("-", "- ")
        is_whole = measure_longest_word(parts, size, bold=bold) <= box.width
        if is_whole and len(lines) * size * LEADING <= box.height:
            pen.write_lines(lines, box, size, bold=bold)
            return
    # A single word that is longer than the label is shortened.
    pen.write_lines(wrap_text(text, sizes[-1], box.width, bold=bold), box, sizes[-1], bold=bold)


def _draw_phone_list(pen: Pen, job: PeopleJob) -> None:
    """Draw the people who have a phone number, by family name."""
    columns = (
        PaperColumn("Name", align="left", can_wrap=True, max_width_share=0.4),
        PaperColumn("Phone", align="left", can_wrap=True, max_width_share=0.3),
    )
    rows = [(person.family_first, person.phone) for person in job.people if person.phone]
    is_double = len(rows) > MAX_SINGLE_COLUMN
    draw_list(pen, job.heading, TITLES[PHONES], columns, rows, has_two_columns=is_double)


def _draw_rota(pen: Pen, job: PeopleJob) -> None:
    """Draw the nights with the stand-by partners, and a line for whoever they swap with."""
    columns = (
        PaperColumn("Night", align="left"),
        PaperColumn("Stand-by partner", align="left", can_wrap=True, max_width_share=0.35),
        PaperColumn("Phone", align="left", can_wrap=True, max_width_share=0.2),
        PaperColumn("Swapped with", align="left"),
    )
    rows = [
        (format_date(night.day), night.person.name, night.person.phone, "") for night in job.rota
    ]
    draw_list(pen, job.heading, TITLES[ROTA], columns, rows)


def _draw_attendance(pen: Pen, job: PeopleJob) -> None:
    """Draw everybody by family name, with boxes to tick or one for a signature."""
    body = get_list_body(pen.paper)
    table = _make_attendance_table(job, body.width)
    height = body.height - table.head_height
    runs = divide_by_height(table.row_heights, height, height)
    for number, run in enumerate(runs, 1):
        page = begin_list_page(pen, job.heading, TITLES[ATTENDANCE])
        table.draw(pen, page.x, page.top, run)
        draw_list_foot(pen, job.heading, number, len(runs))


def _make_attendance_table(job: PeopleJob, width: float) -> Table:
    if job.boxes == 1:
        boxes_width = width * _SIGNATURE_SHARE
        titles = ["Signature"]
    else:
        boxes_width = min(job.boxes * _BOX_WIDTH, width * _MAX_BOXES_SHARE)
        # Two empty lines leave space for a date.
        titles = ["\xa0\n\xa0"] * job.boxes
    name_column = PaperColumn("Name", align="left", can_wrap=True)
    names = [(person.family_first,) for person in job.people]
    table = make_largest_list(
        [name_column], names, width - boxes_width, TEXT_SIZES[3:], boxed=False
    )
    box_columns = tuple(PaperColumn(title) for title in titles)
    return replace(
        table,
        columns=(*table.columns, *box_columns),
        widths=(*table.widths, *[boxes_width / job.boxes] * job.boxes),
        rows=tuple((*row, *[()] * job.boxes) for row in table.rows),
        row_heights=tuple(max(height, _ROW_HEIGHT) for height in table.row_heights),
    )
