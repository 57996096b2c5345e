"""Arithmetic in finite fields of few elements, for seats whose differences never repeat.

The elements are numbers below a power of a prime, written to the base of the prime: 8 elements are
three binary digits, 9 are two ternary ones.
"""

from dataclasses import dataclass
from typing import NamedTuple


class FieldShape(NamedTuple):
    """The prime of a field, the digits of an element, and what their first power too many equals.

    ``reduced_power`` has the digits of base to the power ``length``, lowest first.
    """

    prime: int
    length: int
    reduced_power: tuple[int, ...]


FIELD_SHAPES = {
    4: FieldShape(2, 2, (1, 1)),
    8: FieldShape(2, 3, (1, 1, 0)),
    9: FieldShape(3, 2, (2, 0)),
    16: FieldShape(2, 4, (1, 1, 0, 0)),
}
"""The fields by their number of elements."""


@dataclass(frozen=True, slots=True)
class SmallField:
    """A finite field of 4, 8, 9 or 16 elements, numbered from 0. Elements 0 and 1 are zero and one.

    >>> SmallField(8).times(4, 2), SmallField(9).times(3, 3), SmallField(9).plus(5, 5)
    (3, 2, 7)
    """

    order: int

    def plus(self, first: int, second: int) -> int:
        """Return the sum, digit by digit.

        >>> SmallField(4).plus(3, 1)
        2
        """
        digit_pairs = zip(self._get_digits(first), self._get_digits(second), strict=True)
        return self._make_number([sum(digits) for digits in digit_pairs])

    def times(self, first: int, second: int) -> int:
        """Return the product.

        >>> [SmallField(4).times(2, element) for element in range(4)]
        [0, 2, 3, 1]
        """
        length = self._shape.length
        # Elements are polynomials, whose coefficients are their digits.
        product = [0] * (2 * length - 1)
        for first_place, first_digit in enumerate(self._get_digits(first)):
            for second_place, second_digit in enumerate(self._get_digits(second)):
                product[first_place + second_place] += first_digit * second_digit
        # From the highest power down, since a replaced power adds to the next ones.
        for place in range(2 * length - 2, length - 1, -1):
            for low_place, digit in enumerate(self._shape.reduced_power):
                product[place - length + low_place] += product[place] * digit
        return self._make_number(product[:length])

    @property
    def _shape(self) -> FieldShape:
        return FIELD_SHAPES[self.order]

    def _get_digits(self, number: int) -> list[int]:
        """Return the digits of *number*, lowest first."""
        prime = self._shape.prime
        return [number // prime**place % prime for place in range(self._shape.length)]

    def _make_number(self, digits: list[int]) -> int:
        prime = self._shape.prime
        return sum(digit % prime * prime**place for place, digit in enumerate(digits))
