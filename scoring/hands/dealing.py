"""Random deals: each of the 53 644 737 765 488 792 839 237 440 000 deals is equally likely.

Every deal has a number below 52! / 13!⁴, and every number a deal. The number is made of three
combinations: which thirteen of the 52 cards North has, which of the 39 that are left East, and
which of the last 26 South. Each combination is numbered by binomial coefficients.

A random number comes from a seed and the number of the board, by SHA-256. Its first 96 bits are
drawn again until they are below the number of deals. So each board can be dealt again by itself,
and nobody who has seen some boards learns anything about the others.
"""

from hashlib import sha256
from math import comb

from scoring.errors import DealError
from scoring.hands.cards import Hands
from scoring.sentences import ScoringSentences

DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)
"""The number of different deals."""
_BITS = 96  # the fewest full bytes that can number all deals


def deal_numbered(number: int) -> Hands:
    """Return the deal with *number*, from 0 to ``DEALS`` - 1.

    >>> str(deal_numbered(0))[:18], str(deal_numbered(DEALS - 1))[:18]
    ('N:AKQJT98765432...', 'N:...AKQJT98765432')

    :raises DealError: if there is no such number
    """
    if not 0 <= number < DEALS:
        raise DealError(ScoringSentences.DEAL_NUMBER, number=number, most=DEALS - 1)
    owners = ["W"] * 52
    undealt = list(range(52))
    for seat in "NES":
        number, rank = divmod(number, comb(len(undealt), 13))
        for index in _make_combination(rank, len(undealt), 13):
            owners[undealt[index]] = seat
        undealt = [card for card in undealt if owners[card] == "W"]
    return Hands("".join(owners))


def number_of(deal: Hands) -> int:
    """Return the number of *deal*, the inverse of :func:`deal_numbered`.

    >>> number_of(deal_numbered(123_456_789)) == 123_456_789
    True
    """
    number = 0
    factor = 1
    undealt = list(range(52))
    for seat in "NES":
        indexes = [index for index, card in enumerate(undealt) if deal.owners[card] == seat]
        number += factor * _rank_combination(indexes, len(undealt))
        factor *= comb(len(undealt), 13)
        undealt = [card for card in undealt if deal.owners[card] != seat]
    return number


def seeded_deal(seed: str, board_no: int) -> Hands:
    """Return the deal of *board_no* that *seed* gives. It is the same in every version.

    >>> seeded_deal("a", 1) == seeded_deal("a", 1), seeded_deal("a", 1) == seeded_deal("a", 2)
    (True, False)
    """
    attempt = 0
    number = _draw_random_bits(seed, board_no, attempt)
    # A remainder in place of another attempt would make some deals likelier than others.
    while number >= DEALS:
        attempt += 1
        number = _draw_random_bits(seed, board_no, attempt)
    return deal_numbered(number)


def _draw_random_bits(seed: str, board_no: int, attempt: int) -> int:
    digest = sha256(f"{seed}\n{board_no}\n{attempt}".encode()).digest()
    return int.from_bytes(digest[: _BITS // 8], "big")


def _make_combination(rank: int, size: int, count: int) -> list[int]:
    """Return the combination of *count* indexes below *size* that has this *rank*."""
    indexes = []
    for index in range(size):
        if not count:
            break
        combinations_with_index = comb(size - index - 1, count - 1)
        if rank < combinations_with_index:
            indexes.append(index)
            count -= 1
        else:
            rank -= combinations_with_index
    return indexes


def _rank_combination(indexes: list[int], size: int) -> int:
    """Return the rank of the combination *indexes*, the inverse of :func:`_make_combination`."""
    rank = 0
    count = len(indexes)
    chosen = set(indexes)
    for index in range(size):
        if index in chosen:
            count -= 1
        elif count:
            rank += comb(size - index - 1, count - 1)
    return rank
