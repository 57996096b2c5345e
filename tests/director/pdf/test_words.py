"""Figures on paper: rounded by one rule, and the same words as on screen."""

from datetime import date
from fractions import Fraction

import pytest

from director.pdf.words import (
    format_points_column,
    make_stamp,
    shorten_seat_label,
)
from tests.director.pdf.factories import PRINTED_AT, make_heading


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        pytest.param((12, 7, None), ("12", "7", ""), id="whole"),
        pytest.param((Fraction(25, 2), 12), ("12.5", "12.0"), id="halves"),
        pytest.param((Fraction(25, 2), Fraction(1, 4)), ("12.50", "0.25"), id="quarters"),
        pytest.param((Fraction(2, 3), 1), ("0.67", "1.00"), id="thirds"),
        pytest.param((Fraction("0.005"), 0), ("0.01", "0.00"), id="half-up"),
        pytest.param((-3, Fraction(-1, 2)), ("−3.0", "−0.5"), id="negative"),
        pytest.param((None, None), ("", ""), id="nothing-scored"),
        pytest.param((), (), id="no-rows"),
    ],
)
def test_points_of_a_column_have_equal_decimals(values, texts):
    assert format_points_column(values) == texts


@pytest.mark.parametrize(
    ("label", "direction", "shown"),
    [
        pytest.param("5 N-S", "NS", "5", id="own-column"),
        pytest.param("5 E-W", "NS", "5 E-W", id="switched"),
        pytest.param("5", "EW", "5", id="one-winner"),
        pytest.param("–", "EW", "–", id="nobody"),
    ],
)
def test_seat_label(label, direction, shown):
    assert shorten_seat_label(label, direction) == shown


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        pytest.param(
            {},
            (
                "20 Nov 2025 · Section A · Session 1",
                "Tuesday Pairs · Riverside Bridge Club",
                "K7QX2M · printed 20 Nov 2025 19:02",
                "Mitchell, 7 tables, 14 pairs",
            ),
            id="all",
        ),
        pytest.param(
            {
                "date": date(2025, 3, 4),
                "session": "",
                "section": "",
                "movement": "",
                "fingerprint": "",
            },
            ("4 Mar 2025", "Tuesday Pairs · Riverside Bridge Club", "printed 20 Nov 2025 19:02"),
            id="played-elsewhere",
        ),
    ],
)
def test_stamp(changes, lines):
    assert make_stamp(make_heading(**changes), PRINTED_AT) == lines
