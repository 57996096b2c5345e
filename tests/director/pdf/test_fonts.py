"""Text fits its space, and no character vanishes."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont

from director.pdf.fonts import (
    FONT_FILE_BY_BOLDNESS,
    FONT_FOLDER,
    SUBSTITUTE,
    compute_min_width,
    fit_text,
    make_printable,
    measure_longest_word,
    measure_text,
    wrap_text,
)
from tests.director.pdf.factories import LONG_NAMES

SOME_WORDS = ("1,", "12", "tables", "with", "Featherstonehaugh-Cholmondeley", "Ж", "王", "−10\xa0%")
words = st.text(max_size=60)
sizes = st.floats(min_value=6, max_value=60)
widths = st.floats(min_value=0, max_value=400)


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        pytest.param("stay", 100, ("stay", 12), id="fits"),
        pytest.param("to table 12, E-W", 80, ("to table 12, E-W", 9.9), id="smaller"),
        pytest.param(LONG_NAMES, 100, ("Wilhelmina Feather…", 9.0), id="shortened"),
        pytest.param("stay", 3, ("", 9.0), id="no-room-at-all"),
        pytest.param("", 100, ("", 12), id="empty"),
    ],
)
def test_fit_text(text, width, expected):
    fitted = fit_text(text, 12, width)
    assert (fitted.text, fitted.size) == expected


def test_size_below_the_smallest_is_kept():
    assert fit_text("stay", 4, 100).size == 4


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("Łucja Győri", "Łucja Győri", id="polish-hungarian"),
        pytest.param("Жанна Ёлкина", "Жанна Ёлкина", id="cyrillic"),
        pytest.param("Þóra Åse Ğül", "Þóra Åse Ğül", id="nordic-turkish"),
        pytest.param("♠♥♦♣ – … − ×", "♠♥♦♣ – … − ×", id="signs-of-the-game"),
        pytest.param("Gyo\u030bri", "Győri", id="composed"),
        pytest.param("Wei 王", "Wei □", id="chinese"),
        pytest.param("Ann \U0001f9d1\u200d\U0001f3a4", "Ann □□", id="joined-picture"),
        pytest.param("Ann \U0001f600", "Ann □", id="picture-of-the-typeface"),
        pytest.param("Ann\u2764\ufe0f", "Ann\u2764", id="variation-sign"),
        pytest.param("Ann\tAsh\n", "Ann Ash", id="blanks"),
        pytest.param("Ann\u0000\u202eAsh", "AnnAsh", id="control-signs"),
        pytest.param("\ud800", "□", id="half-a-character"),
    ],
)
@pytest.mark.parametrize("bold", [pytest.param(False, id="upright"), pytest.param(True, id="bold")])
def test_printable(text, shown, bold):
    assert make_printable(text, bold) == shown


def test_substitute_is_itself_printable():
    assert {make_printable(SUBSTITUTE, bold) for bold in FONT_FILE_BY_BOLDNESS} == {SUBSTITUTE}


@given(text=words, bold=st.booleans())
def test_printable_changes_nothing_more_the_second_time(text, bold):
    once = make_printable(text, bold)
    assert make_printable(once, bold) == once


@given(text=words, size=sizes, width=widths)
def test_wrapped_lines_keep_every_letter_and_fit_where_a_letter_fits(text, size, width):
    """A word that is too long is parted; no other is."""
    lines = wrap_text(text, size, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    widest = max((measure_text(letter, size) for letter in "".join(text.split())), default=0.0)
    assert all(measure_text(line, size) <= max(width, widest) + 1e-6 for line in lines)
    if measure_longest_word(text, size) <= width:
        assert " ".join(lines).split() == text.split()


@given(text=words, lines=st.integers(min_value=1, max_value=5))
def test_width_in_lines_is_enough_for_so_many_lines(text, lines):
    width = compute_min_width(text, lines, 10)
    assert len(wrap_text(text, 10, width + 0.01)) <= lines


@given(
    text=st.lists(st.sampled_from(SOME_WORDS), max_size=8).map(" ".join),
    lines=st.integers(min_value=1, max_value=6),
    bold=st.booleans(),
)
def test_width_in_lines_is_that_of_the_best_division(text, lines, bold):
    parts = text.split(" ")
    widths = []
    for count in range(min(lines, len(parts))):
        for breaks in combinations(range(1, len(parts)), count):
            ends = pairwise((0, *breaks, len(parts)))
            widths.append(
                max(measure_text(" ".join(parts[start:end]), 1, bold) for start, end in ends)
            )
    assert compute_min_width(text, lines, 1, bold=bold) == pytest.approx(min(widths), abs=1e-6)


def test_a_long_remark_is_measured_word_by_word(monkeypatch):
    """Every division, measured in turn, made a look at Print of a hundred tables last minutes."""
    measured = []
    measure = TTFont.stringWidth
    monkeypatch.setattr(
        TTFont, "stringWidth", lambda *args: measured.append(args[1]) or measure(*args)
    )
    tables = ", ".join(f"{number}½" for number in range(1, 300))
    for lines in (2, 3, 4, 6):
        width = compute_min_width(f"boards shared with tables {tables}", lines, 10)
        wrap_text(f"boards shared with tables {tables}", 10, width + 0.01)
    assert len(measured) < 1000


def test_lines_are_even():
    assert wrap_text(LONG_NAMES, 12, 320) == (
        "Wilhelmina Featherstonehaugh-Cholmondeley",
        "& Bartholomew Fotheringay-Smythe",
    )


def test_typeface_lies_beside_its_licence():
    assert sorted(path.name for path in FONT_FOLDER.iterdir()) == [
        "DejaVuSans-Bold.ttf",
        "DejaVuSans.ttf",
        "LICENSE.txt",
    ]
    assert "Bitstream Vera Fonts Copyright" in (FONT_FOLDER / "LICENSE.txt").read_text(
        encoding="utf-8"
    )
