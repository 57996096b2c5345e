"""Letters that the program's typeface lacks are drawn by fonts of the machine, measured as they are drawn."""

from datetime import datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from director.pdf import fonts, writing
from director.pdf.fonts import (
    has_missing_letters,
    make_printable,
    measure_text,
    split_into_runs,
    wrap_text,
)
from director.pdf.page import Box, Pen
from tests.director.pdf.tiny import make_tiny_font

CHINESE = {"王": "W", "小": "i", "明": "m", "김": "l"}
KEPT = (
    writing.find_face,
    writing.collect_font_files_by_language,
    writing._read_drawable_letters,
    writing._load_face,
    fonts.arrange_runs,
    fonts.make_printable,
    fonts.split_into_runs,
    fonts._compute_natural_width,
)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A folder whose fonts are those of the machine."""
    monkeypatch.setattr(writing, "FONT_FOLDERS_BY_PLATFORM", {"": (str(tmp_path),)})
    monkeypatch.setattr(writing, "_get_machine_language", lambda: "")
    for kept in KEPT:
        kept.cache_clear()
    yield tmp_path
    for kept in KEPT:
        kept.cache_clear()


@pytest.fixture
def chinese(machine):
    path = machine / "deep" / "Wqy-ZenHei.TTC"
    path.parent.mkdir()
    path.write_bytes(make_tiny_font(CHINESE))
    return path


def drawn(text, **options):
    """The PDF of one line of *text* in a box of 300 points, and the page as it reads."""
    target = BytesIO()
    look = {"large_print": False, "printed_at": datetime(2026, 1, 1), "title": "Names"}
    pen = Pen(target, paper=(400, 400), **look)
    pen.begin_page()
    pen.write(text, Box(50, 200, 300, 20), 12, **options)
    has_substitutes = pen.has_substitute_letters
    pen.save()
    return target.getvalue(), has_substitutes


def test_letters_of_the_machine_are_printed(chinese):
    assert make_printable("Ann 王小明") == "Ann 王小明"
    assert not has_missing_letters("王小明")
    assert [
        (run.font == str(chinese), run.text)
        for run in split_into_runs("Ann 王小明 & 王", bold=True)
    ] == [
        (False, "Ann "),
        (True, "王小明"),
        (False, " & "),
        (True, "王"),
    ]


def test_nothing_is_borrowed_where_the_machine_has_nothing(machine):
    assert make_printable("王") == "□"


def test_width_is_that_of_the_font_that_draws(chinese):
    assert measure_text("王", 10) == pytest.approx(measure_text("W", 10))
    assert measure_text("Ann 小", 10, bold=True) == pytest.approx(
        measure_text("Ann ", 10, bold=True) + measure_text("i", 10)
    )


def test_lines_are_parted_by_the_widths_of_the_other_font(chinese):
    room = measure_text("WW", 10) + 0.1
    assert wrap_text("王王王", 10, room) == ("王王", "王")
    assert wrap_text("小小小", 10, room) == ("小小小",)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"OTTO" + bytes(60), id="outlines that cannot be embedded"),
        pytest.param(make_tiny_font(CHINESE)[:-8], id="cut off"),
        pytest.param(b"ttcf\0\1\0\0\0\0\0\1" + bytes(60), id="collection of nothing"),
        pytest.param(make_tiny_font({"王": " "}), id="letter without a look"),
    ],
)
def test_font_of_no_use_is_left_out(chinese, machine, content):
    (machine / "msyh.ttc").write_bytes(content)
    assert measure_text("王", 10) == pytest.approx(measure_text("W", 10))
    assert split_into_runs("王", bold=False)[0].font == str(chinese)


def test_letters_that_depend_on_their_neighbours_are_not_borrowed(machine):
    (machine / "arial unicode.ttf").write_bytes(make_tiny_font({"क": "W", "ท": "W"}))
    assert make_printable("क ท") == "□ ท"


def test_more_letters_than_one_part_of_a_face_are_printed():
    """A file holds a face in parts of 256 letters; a line may have letters of two of them."""
    letters = [chr(code) for code in range(0x100, 0x250)]
    target = BytesIO()
    look = {"large_print": False, "printed_at": datetime(2026, 1, 1), "title": "Letters"}
    pen = Pen(target, paper=(400, 1400), **look)
    pen.begin_page()
    for line_no in range(0, len(letters), 14):
        text = "".join(letters[line_no : line_no + 14])
        pen.write(text, Box(50, 50 + 2 * line_no, 300, 20), 12)
    pen.save()
    written = PdfReader(BytesIO(target.getvalue())).pages[0].extract_text()
    assert sorted("".join(written.split())) == letters
