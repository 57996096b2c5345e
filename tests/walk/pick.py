"""Choices out of one number, so that Hypothesis shrinks an act to its first choices."""

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Pick:
    """A number that is spent choice by choice: 0 is the first of everything.

    >>> pick = Pick(7)
    >>> pick.one_of("abc"), pick.one_of("abc"), pick.one_of("abc")
    ('b', 'c', 'a')
    """

    def __init__(self, number: int) -> None:
        self.number = number

    def one_of(self, items: Sequence[Item]) -> Item:
        """Return one of *items*."""
        self.number, at = divmod(self.number, len(items))
        return items[at]

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to *limit* less one."""
        return self.one_of(range(limit))
