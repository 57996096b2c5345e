"""Names of contestants and boards in notes and faults."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Self, TypeVar

Said = TypeVar("Said")


class NamedNumber(int):
    """A contestant's number with its own wording, in a field of several sections.

    It counts and compares as the number it is; notes, faults and explanations call it by its name.

    >>> number = NamedNumber(200005, "B5")
    >>> number == 200005, f"{number}", contestant_name("NS", number)
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
_LIST_FROM = 3
"""So many numbers in a row are written as a range."""


def contestant_name(direction: str | None, *numbers: int, kind: str = "Pair") -> str:
    """Return the name of the contestants with these *numbers*.

    *kind* is used if there is no direction.

    >>> contestant_name("EW", 8), contestant_name("NS", 1, 2), contestant_name(None, 1, 2, 3, 7)
    ('8 E-W', '1, 2 N-S', 'Pairs 1–3, 7')
    """
    text = numbers_text(numbers)
    if direction:
        return f"{text} {SIDE_NAMES[direction]}"
    return f"{kind}{'s' * (len(numbers) > 1)} {text}"


def numbers_text(numbers: Sequence[int]) -> str:
    """Return *numbers* in their order, three or more in a row as a range.

    >>> numbers_text([2, 3, 4, 7, 9, 10])
    '2–4, 7, 9, 10'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) >= _LIST_FROM else ", ".join(map(str, run))
        for run in runs
    )


def board_notes(notes: Iterable[tuple[int, str]]) -> list[str]:
    """Return *notes* (board and text) as sentences, one for all boards with the same text.

    >>> board_notes([(1, "fouled."), (2, "late."), (3, "late."), (4, "late."), (9, "late.")])
    ['Board 1: fouled.', 'Boards 2–4, 9: late.']
    """
    return [
        f"Board{'s' * (len(boards) > 1)} {numbers_text(boards)}: {said}"
        for said, boards in _together(notes)
    ]


def contestant_notes(notes: Iterable[tuple[str | None, int, str]], kind: str = "Pair") -> list[str]:
    """Return *notes* (direction, number and text) as sentences.

    Contestants with the same text share one.

    *kind* is said where there is no direction.

    >>> contestant_notes([("NS", 1, "late."), ("NS", 2, "late."), ("EW", 1, "late.")])
    ['1, 2 N-S: late.', '1 E-W: late.']
    """
    together = _together((number, (direction, said)) for direction, number, said in notes)
    return [
        f"{contestant_name(direction, *numbers, kind=kind)}: {said}"
        for (direction, said), numbers in together
    ]


def _together(notes: Iterable[tuple[int, Said]]) -> Iterator[tuple[Said, list[int]]]:
    """Yield each text with the numbers that have it, in the order of its first use."""
    numbers: dict[Said, list[int]] = {}
    for number, said in notes:
        numbers.setdefault(said, []).append(number)
    yield from numbers.items()
