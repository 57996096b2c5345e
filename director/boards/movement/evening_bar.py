"""A bar of the evening beside an offer: its rounds, breaks and end, on a scale that all bars share."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from movements.advice.facts import MINUTES_PER_BOARD, MINUTES_PER_MOVE

HEIGHT = 14
BREAK_HEIGHT = 3
MIN_ROUNDS_APART = 3
"""Rounds of fewer minutes are drawn without the move between them."""


@dataclass(frozen=True, slots=True)
class PlannedEvening:
    """The rounds of an evening, with breaks after some of them."""

    rounds: int
    boards_per_set: int
    minutes: int  # with the breaks
    breaks: tuple[tuple[int, int], ...] = ()  # the round before each break, and its minutes


@dataclass(frozen=True, slots=True)
class EveningBar:
    """The picture of one evening."""

    scale: str  # the minutes of the whole width
    rounds: str  # an SVG path in minutes
    breaks: str  # the same
    end_percent: str  # a share of the scale, "98.6%"
    limit_percent: str  # the share of the director's minutes, "" if none are given
    is_too_long: bool  # whether it ends after them
    description: str


# Cached because a page asks again for the same evenings with each key that is typed.
@lru_cache(maxsize=256)
def draw_evening_bars(
    evenings: tuple[PlannedEvening, ...], max_minutes: int | None = None
) -> tuple[EveningBar, ...]:
    """Return the bar of each of *evenings*, all on the scale of the longest.

    *max_minutes* are those that the director has, if given.
    """
    lengths = [evening.minutes for evening in evenings]
    scale = max([*lengths, max_minutes or 1])
    limit_percent = _format_percent(max_minutes, scale) if max_minutes else ""
    bars = []
    for evening in evenings:
        rounds, breaks = _draw_rounds(evening)
        bars.append(
            EveningBar(
                scale=str(scale),
                rounds=rounds,
                breaks=breaks,
                end_percent=_format_percent(evening.minutes, scale),
                limit_percent=limit_percent,
                is_too_long=evening.minutes > (max_minutes or scale),
                description=_describe_evening(evening, max_minutes),
            )
        )
    return tuple(bars)


def _draw_rounds(evening: PlannedEvening) -> tuple[str, str]:
    """Return the paths of the rounds and of the breaks between them."""
    round_minutes = evening.boards_per_set * MINUTES_PER_BOARD
    break_by_round = dict(evening.breaks)
    drawn_minutes = round_minutes
    if round_minutes < MIN_ROUNDS_APART:
        drawn_minutes += MINUTES_PER_MOVE
    start = Fraction(0)
    rounds = ""
    breaks = ""
    for round_no in range(1, evening.rounds + 1):
        rounds += _draw_box(start, drawn_minutes, 0, HEIGHT)
        start += round_minutes + MINUTES_PER_MOVE
        if round_no in break_by_round and round_no < evening.rounds:
            top = (HEIGHT - BREAK_HEIGHT) // 2
            breaks += _draw_box(start, break_by_round[round_no], top, BREAK_HEIGHT)
            start += break_by_round[round_no]
    return rounds, breaks


def _draw_box(start: Fraction, minutes: Fraction | int, top: int, height: int) -> str:
    return f"M{float(start):g} {top}h{float(minutes):g}v{height}h-{float(minutes):g}z"


def _format_percent(minutes: int, scale: int) -> str:
    """Return a share of the scale as SVG has it.

    >>> _format_percent(219, 222)
    '98.6%'
    """
    return f"{100 * minutes / scale:.1f}%"


def _describe_evening(evening: PlannedEvening, max_minutes: int | None) -> str:
    """Return the bar in words.

    >>> _describe_evening(PlannedEvening(7, 4, 237, ((3, 15),)), 210)
    '7 rounds of 30 minutes, a break of 15 minutes after round 3, 27 minutes longer than you have.'
    """
    round_minutes = float(evening.boards_per_set * MINUTES_PER_BOARD)
    if evening.rounds == 1:
        parts = [f"1 round of {round_minutes:g} minutes"]
    else:
        parts = [f"{evening.rounds} rounds of {round_minutes:g} minutes"]
    parts += [
        f"a break of {minutes} minutes after round {after_round}"
        for after_round, minutes in evening.breaks
        if after_round < evening.rounds
    ]
    if max_minutes and evening.minutes > max_minutes:
        parts.append(f"{evening.minutes - max_minutes} minutes longer than you have")
    elif max_minutes:
        parts.append(f"{max_minutes - evening.minutes} minutes to spare")
    return f"{', '.join(parts)}."
