"""Records of the cards of a board as pages and paper show them."""

from dataclasses import dataclass

from director.boards.movement.words import DEALERS, format_vulnerability, get_dealer_name
from director.boards.scoring.deals.read import BoardDeal
from director.sheets import Heading
from scoring.hands.makeable import Par

SUITS = ("S", "H", "D", "C")
DENOMINATIONS = ("NT", *SUITS)
SIDES = {"NS": "N-S", "EW": "E-W"}
NONE = "–"


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """One hand: its cards by suit, from spades to clubs, and its high-card points."""

    seat: str
    suits: tuple[str, ...]
    points: int

    @property
    def seat_name(self) -> str:
        """The seat in full."""
        return DEALERS[self.seat]

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Each suit with its cards."""
        return tuple(zip(SUITS, self.suits, strict=True))


@dataclass(frozen=True, slots=True)
class HandSheet:
    """The four hands of a board, with the makeable tricks and the par if they are known."""

    board_no: int
    dealer: str
    vulnerability: str
    north: SeatSheet
    east: SeatSheet
    south: SeatSheet
    west: SeatSheet
    makeable: tuple[tuple[str, tuple[int, ...]], ...] = ()  # by side or seat, for NT S H D C
    par: int | None = None  # from N-S
    par_contracts: tuple["ParSheet", ...] = ()
    section: str = ""  # the letter, if sections have different cards

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


def make_hand_sheet(hand: BoardDeal, section: str = "") -> HandSheet:
    """Return the sheet of *hand*, with the letter of its *section* if sections differ."""
    par = hand.par
    return HandSheet(
        board_no=hand.board_no,
        dealer=get_dealer_name(hand.board_no),
        vulnerability=format_vulnerability(hand.board_no),
        north=_make_seat_sheet(hand, "N"),
        east=_make_seat_sheet(hand, "E"),
        south=_make_seat_sheet(hand, "S"),
        west=_make_seat_sheet(hand, "W"),
        makeable=_list_makeable_rows(hand),
        par=par.score if par else None,
        par_contracts=_make_par_sheets(par),
        section=section,
    )


def format_cards(cards: str) -> str:
    """Return *cards* of one suit with spaces between them, ``"–"`` for none.

    >>> format_cards("AT9"), format_cards("")
    ('A 10 9', '–')
    """
    if not cards:
        return NONE
    return " ".join(cards).replace("T", "10")


def _make_seat_sheet(hand: BoardDeal, seat: str) -> SeatSheet:
    return SeatSheet(
        seat,
        tuple(format_cards(hand.cards.suit(seat, suit)) for suit in SUITS),
        hand.cards.points(seat),
    )


def _list_makeable_rows(hand: BoardDeal) -> tuple[tuple[str, tuple[int, ...]], ...]:
    if hand.makeable is None:
        return ()
    rows: list[tuple[str, tuple[int, ...]]] = []
    for side, side_name in SIDES.items():
        tricks_by_seat = {
            seat: tuple(hand.makeable.tricks(seat, suit) for suit in DENOMINATIONS) for seat in side
        }
        # Most sides make the same from both seats and take one row.
        if len(set(tricks_by_seat.values())) == 1:
            rows.append((side_name, tricks_by_seat[side[0]]))
        else:
            rows += tricks_by_seat.items()
    return tuple(rows)


def _make_par_sheets(par: Par | None) -> tuple[ParSheet, ...]:
    if par is None:
        return ()
    return tuple(
        ParSheet(
            contract=str(contract.contract),
            by=SIDES.get(contract.declarers, contract.declarers),
            result=_format_overtricks(contract.over),
        )
        for contract in par.contracts
    )


def _format_overtricks(over: int) -> str:
    if over < 0:
        return f"{-over} down"
    if over:
        return f"{over} over"
    return "made"
