"""The hands of the boards: read, shown as sheets and stored.

They stay secret until they are played. Storing is one act of the history, which keeps replaced hands.
Reading files of deals is left to ``director.formats.deals``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.rounds import begins_each_round
from director.boards.movement.sections import ScoringField, fetch_ranking_field
from director.boards.movement.words import (
    DEALERS,
    format_boards,
    format_runs,
    format_vulnerability,
    get_dealer_name,
)
from director.boards.play.results.acts import record_section_act
from director.boards.scoring.deals import BoardDeal, DealKey
from director.boards.scoring.standings.sheets import SessionResults
from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal
from director.errors import DeskError
from director.formats.deals import DealInFile
from director.models import Deal, Section
from director.sheets import Heading
from scoring.hands.makeable import Par

SUITS = ("S", "H", "D", "C")
DENOMINATIONS = ("NT", *SUITS)
SIDES = {"NS": "N-S", "EW": "E-W"}
NO_CARDS = "–"


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
        return NO_CARDS
    return " ".join(cards).replace("T", "10")


def _make_seat_sheet(hand: BoardDeal, seat: str) -> SeatSheet:
    return SeatSheet(
        seat,
        tuple(format_cards(hand.cards.get_suit(seat, suit)) for suit in SUITS),
        hand.cards.count_points(seat),
    )


def _list_makeable_rows(hand: BoardDeal) -> tuple[tuple[str, tuple[int, ...]], ...]:
    if hand.makeable is None:
        return ()
    rows: list[tuple[str, tuple[int, ...]]] = []
    for side, side_name in SIDES.items():
        tricks_by_seat = {
            seat: tuple(hand.makeable.get_tricks(seat, suit) for suit in DENOMINATIONS)
            for seat in side
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
            result=_format_overtricks(contract.overtricks),
        )
        for contract in par.contracts
    )


def _format_overtricks(over: int) -> str:
    if over < 0:
        return f"{-over} down"
    if over:
        return f"{over} over"
    return "made"


def make_hand_records(
    session_results: SessionResults, hands: Mapping[DealKey, BoardDeal]
) -> HandRecords:
    """Return *hands* for printing, board by board."""
    hand_sheets: list[HandSheet] = []
    for board_no in sorted({board_no for _section, board_no in hands}):
        hand_sheets += make_board_hands(session_results.scoring_field, hands, board_no)
    return HandRecords(session_results.heading, tuple(hand_sheets))


def make_board_hands(
    scoring_field: ScoringField, hands: Mapping[DealKey, BoardDeal], board_no: int
) -> tuple[HandSheet, ...]:
    """Return one sheet if all sections have the same cards on a board, otherwise one for each."""
    hands_by_letter = {}
    for section in scoring_field.sections:
        hand = hands.get((section.pk, board_no))
        if hand:
            hands_by_letter[section.letter] = hand
    sections = len(scoring_field.sections)
    distinct_hands = set(hands_by_letter.values())
    if len(distinct_hands) == 1 and len(hands_by_letter) == sections:
        return (make_hand_sheet(distinct_hands.pop()),)
    if sections == 1:
        return tuple(map(make_hand_sheet, hands_by_letter.values()))
    return tuple(make_hand_sheet(hand, letter) for letter, hand in hands_by_letter.items())


@dataclass(frozen=True, slots=True)
class ImportedDeals:
    """The boards that an import stored, also over earlier cards, or left out."""

    boards: tuple[int, ...]
    skipped_boards: tuple[int, ...] = ()  # not in play
    replaced_boards: tuple[int, ...] = ()


def store_deals(
    *,
    section: Section,
    deals: Sequence[DealInFile],
    source: str,
    user: User | None,
    is_for_all_sections: bool = True,
) -> ImportedDeals:
    """Store the *deals* of the file *source* for the boards of *section*.

    With *is_for_all_sections*, they are stored for all sections that play the cards of *section*.
    Deals that were stored before are replaced. Boards that aren't in play are left out.

    :raises DeskError: if none of the boards is in play, or every round begins at the same board
    :raises FinalError: if the results are final
    """
    deals_by_board = {deal.board_no: deal for deal in deals}
    with record_section_act(section=section, kind=ActKind.HANDS, message="", user=user) as journal:
        imported = preview_deals(
            section=section, deals=deals, is_for_all_sections=is_for_all_sections
        )
        for sharing_section in _fetch_sections(section, is_for_all_sections):
            boards = set(fetch_section_lines(sharing_section).boards) & deals_by_board.keys()
            fields = {
                board_no: _make_imported_fields(deals_by_board[board_no], source)
                for board_no in boards
            }
            store_section_deals(sharing_section, fields, journal)
        # The name of a file can be longer than the words of an act may be.
        journal.message = f"Hands of {format_runs(imported.boards)} imported from {source}."[:300]
    return imported


def preview_deals(
    *, section: Section, deals: Sequence[DealInFile], is_for_all_sections: bool = True
) -> ImportedDeals:
    """Return what :func:`store_deals` would store with the same arguments.

    :raises DeskError: if none of the *deals* is in play, or every round begins at the same board
    """
    sections = _fetch_sections(section, is_for_all_sections)
    for sharing_section in sections:
        _refuse_deals_of_rounds(sharing_section)
    file_boards = {deal.board_no for deal in deals}
    boards_in_play: set[int] = set()
    for sharing_section in sections:
        boards_in_play.update(fetch_section_lines(sharing_section).boards)
    boards = boards_in_play & file_boards
    if not boards:
        raise DeskError(
            "no-board-of-file",
            "The file has boards {given}, but this event plays {boards}. Nothing was imported.",
            given=format_boards(sorted(file_boards)),
            boards=fetch_section_lines(section).format_boards(),
        )
    existing_boards = Deal.objects.filter(section__in=sections, board_no__in=boards).values_list(
        "board_no", flat=True
    )
    return ImportedDeals(
        boards=tuple(sorted(boards)),
        skipped_boards=tuple(sorted(file_boards - boards)),
        replaced_boards=tuple(sorted(set(existing_boards))),
    )


def _refuse_deals_of_rounds(section: Section) -> None:
    """Raise if every round begins at the first board, so that a number isn't one deal.

    :raises DeskError: with what to change
    """
    if section.plan and begins_each_round(section.plan):
        raise DeskError(
            "hands-of-each-round",
            "Every round begins at the same board, so a number has other hands in each. Let boards "
            "run on at Field to keep hands.",
        )


def _fetch_sections(section: Section, is_for_all_sections: bool) -> list[Section]:
    if is_for_all_sections:
        return fetch_ranking_field(section).list_sections_with_deals(section)
    return [section]


def _make_imported_fields(deal: DealInFile, source: str) -> dict[str, Any]:
    return {
        "cards": str(deal.hands),
        "makeable": str(deal.makeable or ""),
        "seed": "",
        "source": source[:200],
    }


def store_section_deals(
    section: Section, fields_by_board: Mapping[int, dict[str, Any]], journal: Journal
) -> None:
    """Create or replace the deals of *section* by the given fields.

    :raises DeskError: if every round begins at the same board
    """
    _refuse_deals_of_rounds(section)
    stored_deals = {
        deal.board_no: deal for deal in section.deals.filter(board_no__in=fields_by_board)
    }
    new_deals = []
    for board_no, fields in sorted(fields_by_board.items()):
        if board_no not in stored_deals:
            new_deals.append(Deal(section=section, board_no=board_no, **fields))
    for board_no, deal in stored_deals.items():
        journal.change(deal, **fields_by_board[board_no])
    journal.create_all(new_deals)
