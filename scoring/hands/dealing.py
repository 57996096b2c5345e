"""Making deals by lot: every one of the 53 644 737 765 488 792 839 237 440 000 is as likely as any other.

A deal has a number, below 52! / 13!⁴, and a number has a deal: which thirteen of the 52 cards North holds, which of the
39 left East, which of the 26 left South, each counted off by binomial coefficients.  Numbers come from a seed and the
number of the board by SHA-256, whose first 96 bits are taken again until they lie below that; so each board can be made
again by itself, and nobody who has seen some of them learns anything of the others.
"""

from hashlib import sha256
from math import comb

from scoring.hands.cards import Deal
from scoring.hands.errors import DealNumberError

DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)
"""How many deals there are."""
_BITS = 96


def deal_numbered(number: int) -> Deal:
    """Return the deal that has *number*, from 0 to ``DEALS`` - 1; every deal has one number.

    >>> str(deal_numbered(0))[:18], str(deal_numbered(DEALS - 1))[:18]
    ('N:AKQJT98765432...', 'N:...AKQJT98765432')

    :raises DealNumberError: if there is no such number
    """
    if not 0 <= number < DEALS:
        raise DealNumberError(number=number, most=DEALS - 1)
    owners = ["W"] * 52
    left = list(range(52))
    for seat in "NES":
        number, chosen = divmod(number, comb(len(left), 13))
        for at in _chosen(chosen, len(left), 13):
            owners[left[at]] = seat
        left = [at for at in left if owners[at] == "W"]
    return Deal("".join(owners))


def number_of(deal: Deal) -> int:
    """Return the number of *deal*, the other way round than :func:`deal_numbered`.

    >>> number_of(deal_numbered(123_456_789)) == 123_456_789
    True
    """
    number, left, factor = 0, list(range(52)), 1
    for seat in "NES":
        own = [at for at, card in enumerate(left) if deal.owners[card] == seat]
        number += factor * _rank(own, len(left))
        factor *= comb(len(left), 13)
        left = [card for card in left if deal.owners[card] != seat]
    return number


def deal_dealt(seed: str, board_no: int) -> Deal:
    """Return the deal of *board_no* that *seed* gives, the same for ever.

    >>> deal_dealt("a", 1) == deal_dealt("a", 1), deal_dealt("a", 1) == deal_dealt("a", 2)
    (True, False)
    """
    attempt = 0
    while (number := _drawn(seed, board_no, attempt)) >= DEALS:
        attempt += 1
    return deal_numbered(number)


def _drawn(seed: str, board_no: int, attempt: int) -> int:
    """Return 96 bits that follow from what is given, and from nothing less than all of it."""
    digest = sha256(f"{seed}\n{board_no}\n{attempt}".encode()).digest()
    return int.from_bytes(digest[: _BITS // 8], "big")


def _chosen(rank: int, size: int, count: int) -> list[int]:
    """Return which *count* of *size* things the choice numbered *rank* takes, in rising order, the first ones first."""
    chosen = []
    for at in range(size):
        if not count:
            break
        with_it = comb(size - at - 1, count - 1)
        if rank < with_it:
            chosen.append(at)
            count -= 1
        else:
            rank -= with_it
    return chosen


def _rank(chosen: list[int], size: int) -> int:
    """Return the number of a choice, the other way round than :func:`_chosen`."""
    rank, count, taken = 0, len(chosen), set(chosen)
    for at in range(size):
        if at in taken:
            count -= 1
        elif count:
            rank += comb(size - at - 1, count - 1)
    return rank
