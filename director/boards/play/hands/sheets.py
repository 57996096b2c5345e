"""Frozen records of the cards of a board, as a page or paper shows them."""

from dataclasses import dataclass

from director.boards.movement.words import DEALERS, dealer_name, vulnerable_text
from director.boards.scoring.deals.read import Hand
from director.sheets import Heading
from scoring import Par, ParContract

SUITS = ("S", "H", "D", "C")
DENOMINATIONS = ("NT", *SUITS)
SIDES = {"NS": "N-S", "EW": "E-W"}
NONE = "–"


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """One hand: the cards of spades, hearts, diamonds and clubs, spaced, and the high-card points."""

    seat: str
    suits: tuple[str, ...]
    points: int

    @property
    def called(self) -> str:
        """The seat in full."""
        return DEALERS[self.seat]

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Each suit with its cards."""
        return tuple(zip(SUITS, self.suits, strict=True))


@dataclass(frozen=True, slots=True)
class HandSheet:
    """The four hands of a board, what can be made with them and the par, as far as that is known."""

    board_no: int
    dealer: str
    vulnerability: str
    north: SeatSheet
    east: SeatSheet
    south: SeatSheet
    west: SeatSheet
    makeable: tuple[
        tuple[str, tuple[int, ...]], ...
    ] = ()  # "N-S", or "N" and "S" where they differ; NT S H D C
    par: int | None = None  # from N-S
    par_contracts: tuple["ParSheet", ...] = ()
    section: str = ""  # its letter, where sections have other cards

    @property
    def seats(self) -> tuple[SeatSheet, ...]:
        """The four hands, clockwise from North."""
        return self.north, self.east, self.south, self.west


@dataclass(frozen=True, slots=True)
class HandRecords:
    """The hands of all boards on paper."""

    heading: Heading
    hands: tuple[HandSheet, ...]


@dataclass(frozen=True, slots=True)
class ParSheet:
    """A contract of par, such as ``"4S"`` by ``"N-S"`` or ``"N"``, and its result.

    The result is ``"made"``, ``"2 down"`` or ``"1 over"``.
    """

    contract: str
    by: str
    result: str


def hand_sheet(hand: Hand, section: str = "") -> HandSheet:
    """Return the cards of a board as they are shown."""
    reached = hand.par
    par = reached.score if reached else None
    return HandSheet(
        board_no=hand.board_no,
        dealer=dealer_name(hand.board_no),
        vulnerability=vulnerable_text(hand.board_no),
        north=_seat(hand, "N"),
        east=_seat(hand, "E"),
        south=_seat(hand, "S"),
        west=_seat(hand, "W"),
        makeable=_makeable(hand),
        par=par,
        par_contracts=_contracts(reached),
        section=section,
    )


def spaced_cards(cards: str) -> str:
    """Return cards as people read them, ``"–"`` for none.

    >>> spaced_cards("AT9"), spaced_cards("")
    ('A 10 9', '–')
    """
    return " ".join("10" if rank == "T" else rank for rank in cards) or NONE


def _seat(hand: Hand, seat: str) -> SeatSheet:
    return SeatSheet(
        seat,
        tuple(spaced_cards(hand.cards.suit(seat, suit)) for suit in SUITS),
        hand.cards.points(seat),
    )


def _makeable(hand: Hand) -> tuple[tuple[str, tuple[int, ...]], ...]:
    if hand.makeable is None:
        return ()
    rows: list[tuple[str, tuple[int, ...]]] = []
    for side, called in SIDES.items():
        first, other = (
            tuple(hand.makeable.tricks(seat, each) for each in DENOMINATIONS) for seat in side
        )
        rows += [(called, first)] if first == other else [(side[0], first), (side[1], other)]
    return tuple(rows)


def _contracts(reached: Par | None) -> tuple[ParSheet, ...]:
    contracts = reached.contracts if reached else ()
    return tuple(
        ParSheet(str(each.contract), _declarer_text(each), _result(each.over)) for each in contracts
    )


def _declarer_text(par: ParContract) -> str:
    return SIDES.get(par.declarers, par.declarers)


def _result(over: int) -> str:
    if over < 0:
        return f"{-over} down"
    if over:
        return f"{over} over"
    return "made"
