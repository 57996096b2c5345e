"""Names of contestants and boards in notes, problems and explanations."""

from collections.abc import Iterable, Sequence
from typing import Self, TypeVar

Text = TypeVar("Text")


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


SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}
_MIN_RANGE = 3
"""From this many numbers in a row on, they are written as a range."""


def format_contestant_name(direction: str | None, *numbers: int, kind: str = "Pair") -> str:
    """Return the name of the contestants with these *numbers*. Without a direction *kind* is used.

    >>> format_contestant_name("EW", 8), format_contestant_name("NS", 1, 2), format_contestant_name(None, 1, 2, 3, 7)
    ('8 E-W', '1, 2 N-S', 'Pairs 1–3, 7')
    """
    text = format_numbers(numbers)
    if direction:
        return f"{text} {SIDE_NAMES[direction]}"
    plural = "s" if len(numbers) > 1 else ""
    return f"{kind}{plural} {text}"


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
        if len(run) >= _MIN_RANGE:
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
    for text, boards in _group_numbers(notes):
        noun = "Boards" if len(boards) > 1 else "Board"
        sentences.append(f"{noun} {format_numbers(boards)}: {text}")
    return sentences


def make_contestant_notes(
    notes: Iterable[tuple[str | None, int, str]], kind: str = "Pair"
) -> list[str]:
    """Return *notes* (direction, number and text) as sentences, one for all with the same text.

    *kind* is used for contestants without a direction.

    >>> make_contestant_notes([("NS", 1, "late."), ("NS", 2, "late."), ("EW", 1, "late.")])
    ['1, 2 N-S: late.', '1 E-W: late.']
    """
    keyed_notes = ((number, (direction, text)) for direction, number, text in notes)
    return [
        f"{format_contestant_name(direction, *numbers, kind=kind)}: {text}"
        for (direction, text), numbers in _group_numbers(keyed_notes)
    ]


def _group_numbers(notes: Iterable[tuple[int, Text]]) -> Iterable[tuple[Text, list[int]]]:
    """Return each text with the numbers that have it, in the order of its first use."""
    numbers_by_text: dict[Text, list[int]] = {}
    for number, text in notes:
        numbers_by_text.setdefault(text, []).append(number)
    return numbers_by_text.items()
