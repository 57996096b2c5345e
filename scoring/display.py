"""Names and figures as text, in lists, notes, problems and explanations.

Figures are rounded once for people, and exact for programs. Halves are rounded away from zero, as on
paper, so a plus and the matching minus still cancel.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Self, TypeVar

_MAX_READ_DENOMINATOR = 12
"""A fraction with a larger denominator is nothing that people calculate with."""

SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}
_MIN_RANGE_LENGTH = 3
"""From this many numbers in a row on, they are written as a range."""


def format_percent(percent: Fraction, decimals: int = 2) -> str:
    """Return *percent* (0 to 100) rounded to *decimals*, without a per cent sign.

    >>> format_percent(Fraction(620, 13)), format_percent(Fraction("49.995")), format_percent(Fraction(50), decimals=1)
    ('47.69', '50.00', '50.0')
    """
    return format_rounded(percent, decimals)


def format_rounded(points: int | Fraction, decimals: int = 2) -> str:
    """Return *points* of any unit, rounded to *decimals*.

    >>> format_rounded(Fraction(1674, 13)), format_rounded(Fraction(-9, 4), decimals=1), format_rounded(97, decimals=0)
    ('128.77', '-2.3', '97')
    """
    scale: int = 10**decimals
    numerator, denominator = points.as_integer_ratio()
    # Whole numbers throughout: the half is added before the division rounds down.
    units = (2 * abs(numerator) * scale + denominator) // (2 * denominator)
    sign = "-" if numerator < 0 and units else ""  # never -0
    whole_points, part = divmod(units, scale)
    if decimals:
        return f"{sign}{whole_points}.{part:0{decimals}d}"
    return f"{sign}{whole_points}"


def get_common_decimals(values: Iterable[int | Fraction | None], max_decimals: int = 2) -> int:
    """Return the decimals that all *values* of a column need: as few as possible, at most *max_decimals*.

    >>> get_common_decimals((Fraction(25, 2), 12, None)), get_common_decimals((-3, 4)), get_common_decimals((Fraction(1, 3),))
    (1, 0, 2)
    """
    denominators = {value.denominator for value in values if value is not None}
    for decimals in range(max_decimals):
        scale = 10**decimals
        if not any(scale % denominator for denominator in denominators):
            return decimals
    return max_decimals


def format_exact(points: int | Fraction) -> str:
    """Return *points* exactly, as a decimal of at most 12 places or a fraction in lowest terms.

    >>> [format_exact(points) for points in (6, Fraction(7, 2), Fraction(-1, 8), Fraction(7, 3))]
    ['6', '3.5', '-0.125', '7/3']
    """
    value = Fraction(points)
    for decimals in range(1, 13):
        if 10**decimals % value.denominator == 0:
            return format_rounded(value, decimals).rstrip("0").rstrip(".")
    return str(value)


def format_figure(points: int | Fraction) -> str:
    """Return *points* for people: exact, or to two decimals where that is a fraction few can read.

    >>> [format_figure(points) for points in (Fraction(7, 2), Fraction(7, 3), Fraction(9414, 85))]
    ['3.5', '7/3', '110.75']
    """
    exact = format_exact(points)
    if "/" in exact and points.denominator > _MAX_READ_DENOMINATOR:
        return format_rounded(points)
    return exact


def format_for_note(points: int | Fraction, decimals: int = 2) -> str:
    """Return *points* for a sentence, exact or rounded to *decimals*.

    >>> format_for_note(Fraction(9, 8)), format_for_note(Fraction(43, 3)), format_for_note(Fraction(-1, 3), decimals=1)
    ('1.125', '14.33', '-0.3')
    """
    exact = format_exact(points)
    if "/" in exact:
        return format_rounded(points, decimals)
    return exact


def format_as_tally(points: int | Fraction) -> str:
    """Return *points* as on a tally, with ½ or a fraction.

    >>> [format_as_tally(points) for points in (6, Fraction(7, 2), Fraction(1, 2), Fraction(-5, 2), Fraction(7, 3))]
    ['6', '3½', '½', '-2½', '2 1/3']
    """
    whole_points, fraction = divmod(abs(Fraction(points)), 1)
    sign = "-" if points < 0 else ""
    if not fraction:
        return f"{sign}{whole_points}"
    if fraction == Fraction(1, 2):
        return f"{sign}{whole_points or ''}½"
    if whole_points:
        return f"{sign}{whole_points} {fraction}"
    return f"{sign}{fraction}"


def format_count(number: int, noun: str, plural: str = "") -> str:
    """Return a *number* with its *noun* in the right form.

    >>> format_count(1, "board"), format_count(2, "board"), format_count(2, "match", "matches")
    ('1 board', '2 boards', '2 matches')
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number} {plural or f'{noun}s'}"


NoteText = TypeVar("NoteText")


class NamedNumber(int):
    """A contestant's number with a name of its own, for fields of several sections.

    It counts and compares as the number, but texts show the name.

    >>> number = NamedNumber(200005, "B5")
    >>> number == 200005, f"{number}", format_contestant_name("NS", number)
    (True, 'B5', 'B5 N-S')
    """

    name: str

    def __new__(cls, number: int, name: str) -> Self:
        """Return *number*, called *name*."""
        self = super().__new__(cls, number)
        self.name = name
        return self

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)


def format_contestant_name(
    direction: str | None, *numbers: int, contestant_noun: str = "Pair"
) -> str:
    """Return the name of the contestants with these *numbers*. Without a direction *contestant_noun* is used.

    >>> format_contestant_name("EW", 8), format_contestant_name("NS", 1, 2), format_contestant_name(None, 1, 2, 3, 7)
    ('8 E-W', '1, 2 N-S', 'Pairs 1–3, 7')
    """
    text = format_numbers(numbers)
    if direction:
        return f"{text} {SIDE_NAMES[direction]}"
    plural = "s" if len(numbers) > 1 else ""
    return f"{contestant_noun}{plural} {text}"


def format_numbers(numbers: Sequence[int]) -> str:
    """Return *numbers* in their order, three or more in a row as a range.

    >>> format_numbers([2, 3, 4, 7, 9, 10])
    '2–4, 7, 9, 10'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = []
    for run in runs:
        if len(run) >= _MIN_RANGE_LENGTH:
            parts.append(f"{run[0]}–{run[-1]}")
        else:
            parts += map(str, run)
    return ", ".join(parts)


def make_board_notes(notes: Iterable[tuple[int, str]]) -> list[str]:
    """Return *notes* (board and text) as sentences, one for all boards with the same text.

    >>> make_board_notes([(1, "fouled."), (2, "late."), (3, "late."), (4, "late."), (9, "late.")])
    ['Board 1: fouled.', 'Boards 2–4, 9: late.']
    """
    sentences = []
    for text, boards in _group_numbers_by_text(notes):
        noun = "Boards" if len(boards) > 1 else "Board"
        sentences.append(f"{noun} {format_numbers(boards)}: {text}")
    return sentences


def make_contestant_notes(
    notes: Iterable[tuple[str | None, int, str]], contestant_noun: str = "Pair"
) -> list[str]:
    """Return *notes* (direction, number and text) as sentences, one for all with the same text.

    *contestant_noun* is used for contestants without a direction.

    >>> make_contestant_notes([("NS", 1, "late."), ("NS", 2, "late."), ("EW", 1, "late.")])
    ['1, 2 N-S: late.', '1 E-W: late.']
    """
    keyed_notes = ((number, (direction, text)) for direction, number, text in notes)
    return [
        f"{format_contestant_name(direction, *numbers, contestant_noun=contestant_noun)}: {text}"
        for (direction, text), numbers in _group_numbers_by_text(keyed_notes)
    ]


def _group_numbers_by_text(
    notes: Iterable[tuple[int, NoteText]],
) -> Iterable[tuple[NoteText, list[int]]]:
    """Return each text with the numbers that have it, in the order of its first use."""
    numbers_by_text: dict[NoteText, list[int]] = {}
    for number, text in notes:
        numbers_by_text.setdefault(text, []).append(number)
    return numbers_by_text.items()
