"""The makeable tricks of a deal double dummy, and its par.

The tricks themselves come from a file or from a double-dummy solver; here they are kept, turned and
bid to the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import product
from math import comb

from scoring.bridge.boards import SEATS, Vulnerability, is_vulnerable
from scoring.bridge.contracts import DENOMINATIONS, Contract, contract_score
from scoring.errors import DealError
from scoring.hands.cards import Hands
from scoring.sentences import ScoringSentences

ORDER = ("N", "S", "E", "W")
"""The seats in the order in which files list what they can make."""
BY_RANK = ("NT", "S", "H", "D", "C")
"""The denominations in that order."""
SIDES = ("NS", "EW")
_OTHER = {"NS": "EW", "EW": "NS"}
LEAST_GAME = 300
_FIGURES = "0123456789abcd"
_BIDS = tuple((level, denomination) for level in range(1, 8) for denomination in DENOMINATIONS)


@dataclass(frozen=True, slots=True)
class Makeable:
    """Tricks of each declarer in each denomination, as 20 digits from 0 to d.

    They go by N, S, E and W, and for each by no trumps, spades, hearts, diamonds and clubs.

    >>> makeable = Makeable("2333223332aaaabaaaab")
    >>> makeable.tricks("E", "C"), makeable.of_side("NS", "S"), makeable.turned(1).tricks("S", "C")
    (11, 3, 11)

    :raises DealError: for any other text
    """

    figures: str

    def __post_init__(self) -> None:
        if len(self.figures) != 20 or set(self.figures) - set(_FIGURES):
            raise DealError(ScoringSentences.DEAL_MAKEABLE, text=self.figures[:60])

    def __str__(self) -> str:
        return self.figures

    def tricks(self, seat: str, denomination: str) -> int:
        """Return the tricks that *seat* makes as declarer."""
        return _FIGURES.index(self.figures[5 * ORDER.index(seat) + BY_RANK.index(denomination)])

    def of_side(self, side: str, denomination: str) -> int:
        """Return the most that either player of *side* makes as declarer."""
        return max(self.tricks(seat, denomination) for seat in side)

    def turned(self, quarters: int) -> "Makeable":
        """Return the makeable tricks after turning the deal by *quarters* seats."""
        back = {seat: SEATS[(SEATS.index(seat) - quarters) % 4] for seat in SEATS}
        rows = {seat: self.figures[5 * at : 5 * at + 5] for at, seat in enumerate(ORDER)}
        return Makeable("".join(rows[back[seat]] for seat in ORDER))


def makeable_of(tricks: dict[tuple[str, str], int]) -> Makeable:
    """Return the makeable tricks from *tricks* by seat and denomination.

    :raises DealError: if one is missing, or is not 0 to 13
    """
    given = []
    for seat in ORDER:
        for denomination in BY_RANK:
            given.append(tricks.get((seat, denomination), -1))
    if not all(0 <= count <= 13 for count in given):
        raise DealError(ScoringSentences.DEAL_MAKEABLE, text=" ".join(map(str, given))[:60])
    return Makeable("".join(_FIGURES[count] for count in given))


@dataclass(frozen=True, slots=True)
class ParContract:
    """A par contract: its *declarers* and tricks."""

    contract: Contract
    declarers: str
    tricks: int

    @property
    def over(self) -> int:
        """Tricks above the contract, negative below."""
        return self.tricks - self.contract.tricks_needed


@dataclass(frozen=True, slots=True)
class Par:
    """The par of a deal: the N-S *score* and its contracts."""

    score: int
    contracts: tuple[ParContract, ...]


def par(makeable: Makeable, vulnerable: Vulnerability, dealer: str) -> Par:
    """Return the par of a board.

    A contract that fails is doubled.  The contracts are those of each denomination that reach it
    and that the other side cannot outbid; none where all pass.

    >>> found = par(Makeable("2333223332aaaabaaaab"), Vulnerability.NONE, "N")
    >>> found.score, [(str(each.contract), each.declarers, each.over) for each in found.contracts]
    (-430, [('3NT', 'EW', 1)])

    Source: minimax over all auctions, as double-dummy programs define it.
    """
    best = _Best(makeable, vulnerable)
    score, side = 0, "NS" if dealer in "NS" else "EW"
    for caller in (_OTHER[side], side) * 2:  # from the fourth who would pass back to the dealer
        score = _better(caller, score, best.from_bid(caller, 0))
    return Par(score, tuple(best.contracts(score)) if score else ())


class _Best:
    """The best score of each side at or above each bid."""

    def __init__(self, makeable: Makeable, vulnerable: Vulnerability) -> None:
        self._makeable = makeable
        self._tricks = {
            (side, denomination): makeable.of_side(side, denomination)
            for side in SIDES
            for denomination in DENOMINATIONS
        }
        self._values = {
            (side, at): _value(side, bid, self._tricks[side, bid[1]], vulnerable)
            for side in SIDES
            for at, bid in enumerate(_BIDS)
        }
        self._left: dict[
            tuple[str, int], int
        ] = {}  # what comes of a bid that the other side answers as it likes best
        self._from: dict[tuple[str, int], int | None] = dict.fromkeys(
            ((side, len(_BIDS)) for side in SIDES), None
        )
        for at in reversed(range(len(_BIDS))):
            for side in SIDES:
                other = _OTHER[side]
                self._left[side, at] = _better(
                    other, self._values[side, at], self._from[other, at + 1]
                )
            for side in SIDES:
                self._from[side, at] = _better(side, self._left[side, at], self._from[side, at + 1])

    def from_bid(self, side: str, at: int) -> int | None:
        """Return the score from N-S that *side* reaches by the bid *at*, or a higher one."""
        return self._from[side, at]

    def contracts(self, score: int) -> Iterator[ParContract]:
        """Yield the contracts with *score* that neither side would leave."""
        chosen: dict[tuple[str, str], int] = {}
        for side, denomination in product(SIDES, DENOMINATIONS):
            own = [
                at
                for at, bid in enumerate(_BIDS)
                if bid[1] == denomination and self._ends_at(score, side, at)
            ]
            if own:
                # A game or slam is bid no higher than it has to be, a part score as high as it
                # makes.
                chosen[side, denomination] = own[0] if abs(score) >= LEAST_GAME else own[-1]
        for (side, denomination), at in sorted(chosen.items(), key=lambda item: item[1]):
            tricks, level = self._tricks[side, denomination], _BIDS[at][0]
            declarers = "".join(
                seat for seat in side if self._makeable.tricks(seat, denomination) == tricks
            )
            yield ParContract(
                Contract(level, denomination, int(tricks < level + 6)), declarers, tricks
            )

    def _ends_at(self, score: int, side: str, at: int) -> bool:
        """Return whether the bid *at* of *side* ends at *score*."""
        if not self._values[side, at] == score == self._left[side, at]:
            return False
        other = _OTHER[side]
        above = (self._values[other, bid] for bid in range(at + 1, len(_BIDS)))
        return all(_better(other, score, value) == score for value in above)


def _value(side: str, bid: tuple[int, str], tricks: int, vulnerable: Vulnerability) -> int:
    """Return the N-S score of the contract *bid* by *side*, doubled if it fails."""
    contract = Contract(*bid, doubled=int(tricks < bid[0] + 6))
    score = contract_score(contract, tricks, is_vulnerable(side, vulnerable))
    if side == "NS":
        return score
    return -score


def _better(side: str, score: int, other: int | None) -> int:
    """Return the N-S score that *side* prefers. None is no score."""
    if other is None:
        return score
    if side == "NS":
        return max(score, other)
    return min(score, other)


# Making deals by lot: every one of the 53 644 737 765 488 792 839 237 440 000 is as likely as any
# other.
#
# A deal has a number, below 52! / 13!⁴, and a number has a deal: which thirteen of the 52 cards
# North holds, which of the 39 left East, which of the 26 left South, each counted off by binomial
# coefficients. Numbers come from a seed and the number of the board by SHA-256, whose first 96 bits
# are taken again until they lie below that; so each board can be made again by itself, and nobody
# who has seen some of them learns anything of the others.

DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)
"""How many deals there are."""
_BITS = 96


def deal_numbered(number: int) -> Hands:
    """Return the deal with *number*, from 0 to ``DEALS`` - 1.

    >>> str(deal_numbered(0))[:18], str(deal_numbered(DEALS - 1))[:18]
    ('N:AKQJT98765432...', 'N:...AKQJT98765432')

    :raises DealError: if there is no such number
    """
    if not 0 <= number < DEALS:
        raise DealError(ScoringSentences.DEAL_NUMBER, number=number, most=DEALS - 1)
    owners = ["W"] * 52
    left = list(range(52))
    for seat in "NES":
        number, chosen = divmod(number, comb(len(left), 13))
        for at in _chosen(chosen, len(left), 13):
            owners[left[at]] = seat
        left = [at for at in left if owners[at] == "W"]
    return Hands("".join(owners))


def number_of(deal: Hands) -> int:
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


def deal_dealt(seed: str, board_no: int) -> Hands:
    """Return the deal of *board_no* that *seed* gives, the same for ever.

    >>> deal_dealt("a", 1) == deal_dealt("a", 1), deal_dealt("a", 1) == deal_dealt("a", 2)
    (True, False)
    """
    attempt = 0
    while (number := _random_bits(seed, board_no, attempt)) >= DEALS:
        attempt += 1
    return deal_numbered(number)


def _random_bits(seed: str, board_no: int, attempt: int) -> int:
    """Return 96 bits that depend on all of the input."""
    digest = sha256(f"{seed}\n{board_no}\n{attempt}".encode()).digest()
    return int.from_bytes(digest[: _BITS // 8], "big")


def _chosen(rank: int, size: int, count: int) -> list[int]:
    """Return the combination of *count* of *size* things with this *rank*."""
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
