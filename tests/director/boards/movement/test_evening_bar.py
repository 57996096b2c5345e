"""The bar of the evening: a box per round, breaks between them, one scale for all."""

import re

from director.boards.movement.evening_bar import PlannedEvening, draw_evening_bars


def read_boxes(path: str) -> list[tuple[float, float]]:
    """Return start and length of each box in minutes."""
    return [
        (float(start), float(length))
        for start, length in re.findall(r"M([\d.]+) \d+h([\d.]+)", path)
    ]


def test_seven_long_rounds_and_thirteen_short_ones_look_different():
    long_rounds, short_rounds = draw_evening_bars(
        (PlannedEvening(7, 4, 222), PlannedEvening(13, 2, 219))
    )
    assert read_boxes(long_rounds.rounds) == [(32.0 * number, 30.0) for number in range(7)]
    assert read_boxes(short_rounds.rounds) == [(17.0 * number, 15.0) for number in range(13)]


def test_a_break_moves_the_rounds_after_it():
    (bar,) = draw_evening_bars((PlannedEvening(3, 4, 109, ((2, 15),)),))
    assert read_boxes(bar.rounds) == [(0.0, 30.0), (32.0, 30.0), (79.0, 30.0)]
    assert read_boxes(bar.breaks) == [(64.0, 15.0)]
    assert bar.description == "3 rounds of 30 minutes, a break of 15 minutes after round 2."


def test_a_break_after_the_last_round_is_none():
    (bar,) = draw_evening_bars((PlannedEvening(3, 4, 94, ((3, 15),)),))
    assert bar.breaks == ""
    assert "break" not in bar.description


def test_one_round_is_one_box():
    (bar,) = draw_evening_bars((PlannedEvening(1, 30, 225),))
    assert read_boxes(bar.rounds) == [(0.0, 225.0)]
    assert bar.description == "1 round of 225 minutes."
