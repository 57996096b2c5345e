"""Arithmetic in which every difference is divided into equal steps: fields of few elements.

Responsible for adding and multiplying numbers below a power of a prime, written to the base of the prime: 8 elements
are three binary digits, 9 are two ternary ones.
"""

from dataclasses import dataclass

LEAST_TERMS: dict[int, tuple[int, int, tuple[int, ...]]] = {
    4: (2, 2, (1, 1)),
    8: (2, 3, (1, 1, 0)),
    9: (3, 2, (2, 0)),
    16: (2, 4, (1, 1, 0, 0)),
}
"""For each order its prime, how many digits a number has, and the digits, lowest first, of base to that power."""


@dataclass(frozen=True, slots=True)
class SmallField:
    """A field of 4, 8, 9 or 16 elements, numbered from 0; 0 and 1 are those of arithmetic.

    >>> SmallField(8).times(4, 2), SmallField(9).times(3, 3), SmallField(9).plus(5, 5)
    (3, 2, 7)
    """

    order: int

    def plus(self, first: int, second: int) -> int:
        """Return the sum, digit by digit.

        >>> SmallField(4).plus(3, 1)
        2
        """
        prime = LEAST_TERMS[self.order][0]
        sums = [sum(both) % prime for both in zip(self._digits(first), self._digits(second), strict=True)]
        return self._number(sums)

    def times(self, first: int, second: int) -> int:
        """Return the product.

        >>> [SmallField(4).times(2, element) for element in range(4)]
        [0, 2, 3, 1]
        """
        prime, length, least = LEAST_TERMS[self.order]
        product = [0] * (2 * length - 1)
        for place, digit in enumerate(self._digits(first)):
            for other_place, other in enumerate(self._digits(second)):
                product[place + other_place] += digit * other
        for high in range(2 * length - 2, length - 1, -1):
            for place, digit in enumerate(least):
                product[high - length + place] += product[high] * digit
        return self._number([digit % prime for digit in product[:length]])

    def _digits(self, number: int) -> list[int]:
        prime, length, _ = LEAST_TERMS[self.order]
        return [number // prime**place % prime for place in range(length)]

    def _number(self, digits: list[int]) -> int:
        prime = LEAST_TERMS[self.order][0]
        return sum(digit * prime**place for place, digit in enumerate(digits))
