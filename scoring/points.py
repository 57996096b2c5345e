"""Points of a board by result: whole numbers over one denominator instead of a fraction each.

Lines with equal results have equal points, so a board keeps its points once for each different
result. Whole numbers are added and compared many times faster than fractions, and are as exact.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import NamedTuple, TypeAlias, TypeVar

ResultKey: TypeAlias = int | tuple[int] | None
"""What the points of a line depend on.

It is the score of a line that was played without a ruling, and None on a line without a result.
Any other line has a key of its own, the tuple of its position on the board.
"""

SidePoints: TypeAlias = Fraction | int | None
"""The points of one side of a line, None for a side that has none."""

_Key = TypeVar("_Key", bound=ResultKey)
_NO_KEYS: frozenset[ResultKey] = frozenset()


class KeyedPoints(NamedTuple):
    """The points of both sides by key, in parts of a common denominator.

    >>> points = KeyedPoints.from_points({420: (Fraction(9, 2), 3), None: (None, None)})
    >>> points.denominator, points.ns, points.ew
    (2, {420: 9, None: 0}, {420: 6, None: 0})
    >>> points.get_points(420), points.get_points(None)
    ((Fraction(9, 2), 3), (None, None))
    """

    denominator: int
    ns: Mapping[ResultKey, int]
    ew: Mapping[ResultKey, int]
    # The keys at which N-S have no points, where their number is 0.
    ns_gaps: frozenset[ResultKey] = _NO_KEYS
    ew_gaps: frozenset[ResultKey] = _NO_KEYS  # the same for E-W

    @classmethod
    def from_points(
        cls, points_by_key: Mapping[_Key, tuple[SidePoints, SidePoints]]
    ) -> "KeyedPoints":
        """Return the points of N-S and E-W in *points_by_key*, over their lowest denominator."""
        all_points = chain.from_iterable(points_by_key.values())
        denominator = lcm(*{points.denominator for points in all_points if points is not None})
        return cls(
            denominator,
            {key: _convert_to_units(ns, denominator) for key, (ns, _ew) in points_by_key.items()},
            {key: _convert_to_units(ew, denominator) for key, (_ns, ew) in points_by_key.items()},
            frozenset([key for key, (ns, _ew) in points_by_key.items() if ns is None]),
            frozenset([key for key, (_ns, ew) in points_by_key.items() if ew is None]),
        )

    def with_points(
        self, points_by_key: Mapping[_Key, tuple[SidePoints, SidePoints]]
    ) -> "KeyedPoints":
        """Return the points with *points_by_key* added, or in place of others.

        >>> points = KeyedPoints(1, {50: 2}, {50: 0}).with_points({(3,): (Fraction(6, 5), None)})
        >>> points.denominator, points.ns, points.ew
        (5, {50: 10, (3,): 6}, {50: 0, (3,): 0})
        """
        added = KeyedPoints.from_points(points_by_key)
        denominator = lcm(self.denominator, added.denominator)
        before, after = self._in_parts_of(denominator), added._in_parts_of(denominator)
        return KeyedPoints(
            denominator,
            {**before.ns, **after.ns},
            {**before.ew, **after.ew},
            (before.ns_gaps - after.ns.keys()) | after.ns_gaps,
            (before.ew_gaps - after.ew.keys()) | after.ew_gaps,
        )

    def _in_parts_of(self, denominator: int) -> "KeyedPoints":
        if denominator == self.denominator:
            return self
        factor = denominator // self.denominator
        return self._replace(
            denominator=denominator,
            ns={key: units * factor for key, units in self.ns.items()},
            ew={key: units * factor for key, units in self.ew.items()},
        )

    def get_points(self, key: ResultKey) -> tuple[SidePoints, SidePoints]:
        """Return the points of N-S and E-W on a line with this *key*."""
        return (
            None if key in self.ns_gaps else self._convert_to_points(self.ns[key]),
            None if key in self.ew_gaps else self._convert_to_points(self.ew[key]),
        )

    def _convert_to_points(self, units: int) -> Fraction | int:
        whole, rest = divmod(units, self.denominator)
        return Fraction(units, self.denominator) if rest else whole


def _convert_to_units(points: SidePoints, denominator: int) -> int:
    if points is None:
        return 0
    return points.numerator * (denominator // points.denominator)
