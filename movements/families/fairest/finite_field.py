"""Perfectly fair Howells from finite fields.

The number of elements, q, is a prime power one below a multiple of four.  The q movable pairs are the
elements of the field.  Let x be a primitive element such that one of 2 + x and 1 + 2x is a square and
the other isn't.  In round g the stationary pair meets g, and the pairs x^2i + g (N-S) and
x^(2i+1) + g (E-W) meet for every i with set g - x^2i - x^(2i+1): a starter and its adder, after Mullin
and Nemeth.  All pairs are compared equally, because the squares of the field are a difference set.
"""

from collections.abc import Iterator
from functools import cache

from movements.layout import Meeting

Element = tuple[int, ...]
"""The coefficients of a polynomial, lowest first, modulo the prime."""

# Of each field the prime and the coefficients of x^n as a sum of lower powers of a primitive x.
_FIELDS: dict[int, tuple[int, Element]] = {
    19: (19, (14,)),
    23: (23, (7,)),
    27: (3, (2, 1, 0)),  # x³ = x + 2
    31: (31, (22,)),
}

SIZES = tuple(_FIELDS)


@cache
def _compute_powers(size: int) -> tuple[Element, ...]:
    """Return the powers of the primitive element, the first of which is 1."""
    prime, reduction = _FIELDS[size]
    power: Element = (1, *[0] * (len(reduction) - 1))
    powers = []
    for _ in range(size - 1):
        powers.append(power)
        # Times x: all coefficients move up, and the highest power is replaced by lower ones.
        power = _add_elements((0, *power[:-1]), reduction, prime, times=power[-1])
    return tuple(powers)


def _get_element_number(element: Element, prime: int) -> int:
    """Return the number of the pair, or of the set: 1 for zero."""
    value = 0
    for digit in reversed(element):
        value = value * prime + digit
    return value + 1


def _add_elements(first: Element, second: Element, prime: int, times: int = 1) -> Element:
    return tuple((a + times * b) % prime for a, b in zip(first, second, strict=True))


def generate_field_meetings(size: int) -> Iterator[Meeting]:
    """Yield the meetings of *size* rounds for *size* + 1 pairs, by round, then table.

    Pair *size* + 1 keeps table 1, and is the absent one of an odd field.

    >>> [(meeting.ns, meeting.ew, meeting.board_set) for meeting in generate_field_meetings(19)][:3]
    [(20, 1, 1), (2, 15, 5), (7, 9, 6)]
    """
    prime, _ = _FIELDS[size]
    powers = _compute_powers(size)
    elements = sorted(
        ((0,) * len(powers[0]), *powers), key=lambda element: _get_element_number(element, prime)
    )
    for round_no, element in enumerate(elements, start=1):
        yield Meeting(round_no, 1, size + 1, round_no, round_no)
        couples = zip(powers[::2], powers[1::2], strict=True)
        for table_no, (square, other) in enumerate(couples, start=2):
            board_set = _add_elements(_add_elements(element, square, prime, -1), other, prime, -1)
            yield Meeting(
                round_no,
                table_no,
                _get_element_number(_add_elements(square, element, prime), prime),
                _get_element_number(_add_elements(other, element, prime), prime),
                _get_element_number(board_set, prime),
            )
