"""What can be made with a deal when everybody sees all cards, and what it is worth: the par.

The tricks themselves come from a file or from a double-dummy solver; here they are kept, turned and bid to the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from scoring.bridge.boards import SEATS, Vulnerability, is_vulnerable
from scoring.bridge.contracts import DENOMINATIONS, Contract, contract_score
from scoring.hands.errors import MakeableError

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
    """The tricks that each seat makes as declarer in each denomination, as 20 figures from ``0`` to ``d``.

    They go by N, S, E and W, and for each by no trumps, spades, hearts, diamonds and clubs.

    >>> makeable = Makeable("2333223332aaaabaaaab")
    >>> makeable.tricks("E", "C"), makeable.of_side("NS", "S"), makeable.turned(1).tricks("S", "C")
    (11, 3, 11)

    :raises MakeableError: for any other text
    """

    figures: str

    def __post_init__(self) -> None:
        if len(self.figures) != 20 or set(self.figures) - set(_FIGURES):
            raise MakeableError(text=self.figures[:60])

    def __str__(self) -> str:
        return self.figures

    def tricks(self, seat: str, denomination: str) -> int:
        """Return the tricks that *seat* makes as declarer."""
        return _FIGURES.index(self.figures[5 * ORDER.index(seat) + BY_RANK.index(denomination)])

    def of_side(self, side: str, denomination: str) -> int:
        """Return the most that either player of *side* makes as declarer."""
        return max(self.tricks(seat, denomination) for seat in side)

    def turned(self, quarters: int) -> "Makeable":
        """Return what is made after every hand moved *quarters* seats on, clockwise."""
        back = {seat: SEATS[(SEATS.index(seat) - quarters) % 4] for seat in SEATS}
        rows = {seat: self.figures[5 * at : 5 * at + 5] for at, seat in enumerate(ORDER)}
        return Makeable("".join(rows[back[seat]] for seat in ORDER))


def makeable_of(tricks: dict[tuple[str, str], int]) -> Makeable:
    """Return what is made where *tricks* are given by seat and denomination, all twenty of them.

    :raises MakeableError: if one is missing, or is not 0 to 13
    """
    given = [tricks.get((seat, denomination), -1) for seat in ORDER for denomination in BY_RANK]
    if not all(0 <= count <= 13 for count in given):
        raise MakeableError(text=" ".join(map(str, given))[:60])
    return Makeable("".join(_FIGURES[count] for count in given))


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract that reaches par: who may declare it and the tricks they win; *declarers* are seats, ``"NS"``."""

    contract: Contract
    declarers: str
    tricks: int

    @property
    def over(self) -> int:
        """Tricks above the contract; below it less than 0."""
        return self.tricks - self.contract.tricks_needed


@dataclass(frozen=True, slots=True)
class Par:
    """What both sides reach when they bid and play seeing all cards: the *score* from N-S, and the contracts of it."""

    score: int
    contracts: tuple[ParContract, ...]


def par(makeable: Makeable, vulnerable: Vulnerability, dealer: str) -> Par:
    """Return the par of a board: the score that neither side can better by another call, found from the last bid back.

    A contract that fails is doubled.  The contracts are those of each denomination that reach it and that the
    other side cannot outbid; none where all pass.

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
    """What each side reaches by bidding at least so much, the other side bidding on wherever that is better."""

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
        self._left: dict[tuple[str, int], int] = {}  # what comes of a bid that the other side answers as it likes best
        self._from: dict[tuple[str, int], int | None] = dict.fromkeys(((side, len(_BIDS)) for side in SIDES), None)
        for at in reversed(range(len(_BIDS))):
            for side in SIDES:
                other = _OTHER[side]
                self._left[side, at] = _better(other, self._values[side, at], self._from[other, at + 1])
            for side in SIDES:
                self._from[side, at] = _better(side, self._left[side, at], self._from[side, at + 1])

    def from_bid(self, side: str, at: int) -> int | None:
        """Return the score from N-S that *side* reaches by the bid *at*, or a higher one."""
        return self._from[side, at]

    def contracts(self, score: int) -> Iterator[ParContract]:
        """Yield the contracts that end at *score* and that neither side would leave, the lowest bid first."""
        chosen: dict[tuple[str, str], int] = {}
        for side, denomination in product(SIDES, DENOMINATIONS):
            own = [at for at, bid in enumerate(_BIDS) if bid[1] == denomination and self._ends_at(score, side, at)]
            if own:
                # A game or slam is bid no higher than it has to be, a part score as high as it makes.
                chosen[side, denomination] = own[0] if abs(score) >= LEAST_GAME else own[-1]
        for (side, denomination), at in sorted(chosen.items(), key=lambda item: item[1]):
            tricks, level = self._tricks[side, denomination], _BIDS[at][0]
            declarers = "".join(seat for seat in side if self._makeable.tricks(seat, denomination) == tricks)
            yield ParContract(Contract(level, denomination, int(tricks < level + 6)), declarers, tricks)

    def _ends_at(self, score: int, side: str, at: int) -> bool:
        """Return whether the bid *at* of *side* ends at *score*: nobody has a better one, or had one above it."""
        if not self._values[side, at] == score == self._left[side, at]:
            return False
        other = _OTHER[side]
        above = (self._values[other, bid] for bid in range(at + 1, len(_BIDS)))
        return all(_better(other, score, value) == score for value in above)


def _value(side: str, bid: tuple[int, str], tricks: int, vulnerable: Vulnerability) -> int:
    """Return what *side* gets from N-S's view for the contract *bid*, doubled where it fails."""
    contract = Contract(*bid, doubled=int(tricks < bid[0] + 6))
    score = contract_score(contract, tricks, is_vulnerable(side, vulnerable))
    return score if side == "NS" else -score


def _better(side: str, score: int, other: int | None) -> int:
    """Return which of two scores from N-S's view *side* likes better; ``None`` is no score."""
    if other is None:
        return score
    return max(score, other) if side == "NS" else min(score, other)
