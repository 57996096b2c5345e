"""The makeable tricks of a deal double dummy, its par, and contracts played compared with them.

The tricks come from a file or from a double-dummy solver; this module stores them, turns them and
finds the par.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from scoring.bridge.contracts import (
    DENOMINATIONS,
    SEATS,
    Contract,
    Vulnerability,
    compute_contract_score,
    is_vulnerable,
)
from scoring.errors import DealError

FILE_SEATS = ("N", "S", "E", "W")
"""The seats in the order in which files list makeable tricks."""
FILE_DENOMINATIONS = ("NT", "S", "H", "D", "C")
"""The denominations in the order of files."""
SIDES = ("NS", "EW")
_OTHER_SIDES = {"NS": "EW", "EW": "NS"}
MIN_GAME_SCORE = 300
_DIGITS = "0123456789abcd"
_BIDS = tuple((level, denomination) for level in range(1, 8) for denomination in DENOMINATIONS)

MIN_QUESTIONABLE_DIFFERENCE = 4
"""A result this many tricks from makeable is worth a question. In 295 of a club there was none."""


@dataclass(frozen=True, slots=True)
class MakeableTricks:
    """Tricks of each declarer in each denomination, as 20 digits from 0 to d.

    The seats are in the order N, S, E, W, each with no trumps, spades, hearts, diamonds and clubs.

    >>> makeable = MakeableTricks("2333223332aaaabaaaab")
    >>> makeable.get_tricks("E", "C"), makeable.get_side_tricks("NS", "S"), makeable.turn_by_quarters(1).get_tricks("S", "C")
    (11, 3, 11)

    :raises DealError: for any other text
    """

    digits: str

    def __post_init__(self) -> None:
        if len(self.digits) != 20 or set(self.digits) - set(_DIGITS):
            raise _make_deal_makeable_error(text=self.digits[:60])

    def __str__(self) -> str:
        return self.digits

    def get_tricks(self, seat: str, denomination: str) -> int:
        """Return the tricks that *seat* makes as declarer."""
        index = 5 * FILE_SEATS.index(seat) + FILE_DENOMINATIONS.index(denomination)
        return _DIGITS.index(self.digits[index])

    def get_side_tricks(self, side: str, denomination: str) -> int:
        """Return the most that either player of *side* makes as declarer."""
        return max(self.get_tricks(seat, denomination) for seat in side)

    def turn_by_quarters(self, quarters: int) -> "MakeableTricks":
        """Return the makeable tricks after turning the deal by *quarters* seats."""
        figures_by_seat = {}
        for index, seat in enumerate(FILE_SEATS):
            new_seat = SEATS[(SEATS.index(seat) + quarters) % 4]
            figures_by_seat[new_seat] = self.digits[5 * index : 5 * index + 5]
        return MakeableTricks("".join(figures_by_seat[seat] for seat in FILE_SEATS))


def make_makeable_tricks(
    tricks_by_seat_and_denomination: dict[tuple[str, str], int],
) -> MakeableTricks:
    """Return the makeable tricks from *tricks_by_seat_and_denomination* by seat and denomination.

    :raises DealError: if a number is missing or not 0 to 13
    """
    numbers = []
    for seat in FILE_SEATS:
        for denomination in FILE_DENOMINATIONS:
            numbers.append(tricks_by_seat_and_denomination.get((seat, denomination), -1))
    if not all(0 <= number <= 13 for number in numbers):
        raise _make_deal_makeable_error(text=" ".join(map(str, numbers))[:60])
    return MakeableTricks("".join(_DIGITS[number] for number in numbers))


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract that the par of a deal allows."""

    contract: Contract
    declarers: str  # the seats that reach it as declarer
    tricks: int

    @property
    def overtricks(self) -> int:
        """Tricks above the contract, negative below."""
        return self.tricks - self.contract.tricks_needed


@dataclass(frozen=True, slots=True)
class Par:
    """The par of a deal."""

    score: int  # seen from N-S
    contracts: tuple[ParContract, ...]


def compute_par(makeable: MakeableTricks, vulnerable: Vulnerability, dealer: str) -> Par:
    """Return the par of a board.

    A contract that fails is doubled. In each denomination the par contract is one that reaches the
    par score and that the other side can't improve by bidding on. If all pass, there is none.

    >>> board_par = compute_par(MakeableTricks("2333223332aaaabaaaab"), Vulnerability.NONE, "N")
    >>> board_par.score, [(str(row.contract), row.declarers, row.overtricks) for row in board_par.contracts]
    (-430, [('3NT', 'EW', 1)])

    Source: minimax over all auctions, as double-dummy programs define it.
    """
    best_scores = _BestScores(makeable, vulnerable)
    dealer_side = "NS" if dealer in "NS" else "EW"
    other_side = _OTHER_SIDES[dealer_side]
    # Without a bid the board scores 0. Backwards from the fourth player to the dealer, each may bid
    # or pass on to the score that the players after him reach.
    score = 0
    for side in (other_side, dealer_side, other_side, dealer_side):
        score = _choose_better(side, score, best_scores.get_score_from_bid(side, 0))
    if not score:  # all pass
        return Par(0, ())
    return Par(score, tuple(best_scores.iter_contracts(score)))


class _BestScores:
    """The best score of each side at or above each bid, from the view of N-S.

    They are computed from the highest bid down. After a bid, the other side either lets it be played
    or bids higher, whichever scores better for it.
    """

    def __init__(self, makeable: MakeableTricks, vulnerable: Vulnerability) -> None:
        self._makeable = makeable
        self._tricks = {
            (side, denomination): makeable.get_side_tricks(side, denomination)
            for side in SIDES
            for denomination in DENOMINATIONS
        }
        # The score if the bid with this index becomes the contract.
        self._contract_scores: dict[tuple[str, int], int] = {}
        for side in SIDES:
            for index, bid in enumerate(_BIDS):
                tricks = self._tricks[side, bid[1]]
                score = _score_bid(side, bid, tricks, vulnerable)
                self._contract_scores[side, index] = score
        # The score of a bid after the best answer of the other side.
        self._scores_after_answer: dict[tuple[str, int], int] = {}
        # The best score by this bid or a higher one; None above the highest bid.
        self._scores_from: dict[tuple[str, int], int | None] = {}
        for side in SIDES:
            self._scores_from[side, len(_BIDS)] = None
        for index in reversed(range(len(_BIDS))):
            for side in SIDES:
                other_side = _OTHER_SIDES[side]
                self._scores_after_answer[side, index] = _choose_better(
                    other_side,
                    self._contract_scores[side, index],
                    self._scores_from[other_side, index + 1],
                )
            for side in SIDES:
                self._scores_from[side, index] = _choose_better(
                    side, self._scores_after_answer[side, index], self._scores_from[side, index + 1]
                )

    def get_score_from_bid(self, side: str, index: int) -> int | None:
        """Return the best score of *side* by the bid with *index* or a higher one."""
        return self._scores_from[side, index]

    def iter_contracts(self, score: int) -> Iterator[ParContract]:
        """Yield the contracts with *score* that neither side would leave, lowest bid first."""
        chosen_bids: dict[tuple[str, str], int] = {}
        for side, denomination in product(SIDES, DENOMINATIONS):
            indexes = [
                index
                for index, bid in enumerate(_BIDS)
                if bid[1] == denomination and self._is_final(score, side, index)
            ]
            if indexes:
                # A game or slam is bid no higher than it has to be, a part score as high as it
                # makes.
                is_game = abs(score) >= MIN_GAME_SCORE
                chosen_bids[side, denomination] = indexes[0] if is_game else indexes[-1]
        for (side, denomination), index in sorted(chosen_bids.items(), key=lambda item: item[1]):
            level, _denomination = _BIDS[index]
            tricks = self._tricks[side, denomination]
            declarers = "".join(
                seat for seat in side if self._makeable.get_tricks(seat, denomination) == tricks
            )
            contract = Contract(level, denomination, int(tricks < level + 6))
            yield ParContract(contract, declarers, tricks)

    def _is_final(self, score: int, side: str, index: int) -> bool:
        """Return whether a bid of *side* scores *score* and the other side can't improve it."""
        if self._contract_scores[side, index] != score:
            return False
        if self._scores_after_answer[side, index] != score:
            return False
        other_side = _OTHER_SIDES[side]
        higher_scores = (
            self._contract_scores[other_side, higher] for higher in range(index + 1, len(_BIDS))
        )
        return all(_choose_better(other_side, score, higher) == score for higher in higher_scores)


def _score_bid(side: str, bid: tuple[int, str], tricks: int, vulnerable: Vulnerability) -> int:
    """Return the N-S score of the contract *bid* by *side*, doubled if it fails."""
    contract = Contract(*bid, doubled=int(tricks < bid[0] + 6))
    score = compute_contract_score(contract, tricks, is_vulnerable(side, vulnerable))
    if side == "NS":
        return score
    return -score


def _choose_better(side: str, score: int, other_score: int | None) -> int:
    """Return the one of two N-S scores that *side* prefers. *other_score* may be None for no score."""
    if other_score is None:
        return score
    if side == "NS":
        return max(score, other_score)
    return min(score, other_score)


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A contract that was played."""

    declarer: str
    level: int
    denomination: str
    tricks: int
    lead: str = ""  # a card such as "HK", empty if unknown

    @property
    def leader(self) -> str:
        """The opening leader, the seat after declarer's."""
        return SEATS[(SEATS.index(self.declarer) + 1) % 4]

    def compute_difference(self, makeable: MakeableTricks) -> int:
        """Return the tricks won above makeable, negative below."""
        return self.tricks - makeable.get_tricks(self.declarer, self.denomination)


def _make_deal_makeable_error(*, text: object) -> DealError:
    return DealError(
        "deal-makeable",
        "“{text}” isn’t a list of makeable tricks. Enter 20 figures from 0 to d: N, S, E and "
        "W by NT, S, H, D and C.",
        text=text,
    )
