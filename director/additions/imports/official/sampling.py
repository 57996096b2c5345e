"""Samples of large fields, on which options are tried first."""

from dataclasses import replace
from fractions import Fraction
from operator import attrgetter

from scoring.model import Field

MAX_SAMPLE_LINES = 20_000


def are_large(fields: list[Field]) -> bool:
    """Return whether *fields* together have so many lines that a sample is tried first."""
    return _count_lines(fields) > MAX_SAMPLE_LINES


def _count_lines(fields: list[Field]) -> int:
    return sum(len(board.lines) for field in fields for board in field.boards)


def sample_fields(fields: list[Field]) -> list[Field]:
    """Return a part of each of *fields*, or all of them if they are not large."""
    if not are_large(fields):
        return fields
    line_count = _count_lines(fields)
    return [_sample_field(field, Fraction(MAX_SAMPLE_LINES, line_count)) for field in fields]


def _sample_field(field: Field, share: Fraction) -> Field:
    """Return a *share* of the boards of *field*, spread over the session.

    The board with most results is included: Neuberg scales all others to it.
    """
    if not field.boards:
        return field
    fullest = max(field.boards, key=attrgetter("results"))
    count = max(2, int(share * len(field.boards)))
    step = max(1, len(field.boards) // count)
    sampled = field.boards[::step][:count]
    boards = [board for board in field.boards if board is fullest or board in sampled]
    return replace(field, boards=tuple(boards), credits=())
