"""Stored deals: who may see them, their makeable tricks, and results compared with these.

Every page, print and file that shows cards takes them from here: no hand is shown before the last
table has played its board, nor while another event of the club still has to play the same deals.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    fetch_lines_by_section,
)
from director.boards.movement.sections import ScoringField
from director.models import Deal, Section, Session
from director.models.event import Clock
from director.sheets import BoardLine, BoardSheet, PairCard
from scoring.bridge.contracts import get_dealer, get_vulnerability
from scoring.hands.cards import Hands, parse_hands
from scoring.hands.makeable import (
    MIN_QUESTIONABLE_DIFFERENCE,
    MakeableTricks,
    Par,
    PlayedContract,
    compute_par,
)


def fetch_makeable_by_board(section: Section) -> dict[int, MakeableTricks]:
    """Return the makeable tricks of *section*'s boards, as far as known. (Costs one query.)"""
    known_makeable = section.deals.exclude(makeable="").values_list("board_no", "makeable")
    return {board_no: MakeableTricks(figures) for board_no, figures in known_makeable}


def iter_far_off_lines(
    lines: SectionLines, game: str, makeable_by_board: Mapping[int, MakeableTricks]
) -> Iterator[SectionLine]:
    """Yield the lines whose declarer won far more or fewer tricks than are makeable.

    If at least half of a board's results are far off, its cards are probably wrong, and none of its
    lines is returned.
    """
    for board_no, board_makeable in makeable_by_board.items():
        results = []
        far_off_lines = []
        for line in lines.get_board_lines(board_no):
            result = find_played_contract(line, game)
            if result:
                results.append(result)
                if abs(result.compute_difference(board_makeable)) >= MIN_QUESTIONABLE_DIFFERENCE:
                    far_off_lines.append(line)
        # A single result is half of the results in itself, but says nothing about the cards.
        if 2 * len(far_off_lines) < len(results) or len(results) == 1:
            yield from far_off_lines


def find_played_contract(line: SectionLine, game: str) -> PlayedContract | None:
    """Return the contract that one declarer played out on *line*, or None if there is none."""
    if not line.is_entered or line.is_settled or line.covered_result:
        return None
    entry = parse_line_entry(line.text, game=game).entry
    if entry is None or entry.contract is None or entry.tricks is None:
        return None
    if entry.contract.is_nullo:  # makeable tricks are those that are won
        return None
    declarer = entry.declarer or ""
    if len(declarer) != 1:  # unknown, or known only as a side
        return None
    contract = entry.contract
    lead = line.lead.replace("10", "T")
    return PlayedContract(declarer, contract.level, contract.denomination, entry.tricks, lead)


_LEADER = {"N": "E", "E": "S", "S": "W", "W": "N"}
"""The leader by declarer: the player on the declarer's left."""


def is_lead_in_hand(cards: str, declarer: str, lead: str) -> bool:
    """Return whether *lead* is in the hand that leads against *declarer*, of the deal *cards*.

    >>> deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    >>> is_lead_in_hand(deal, "S", "CK"), is_lead_in_hand(deal, "S", "H10"), is_lead_in_hand(deal, "N", "H10")
    (True, False, True)
    """
    return lead.replace("10", "T") in parse_hands(cards).get_cards(_LEADER[declarer])


def fetch_impossible_leads(section: Section, lines: SectionLines) -> set[SectionLine]:
    """Return the lines with an impossible lead. (Costs one query, if any lead was entered.)

    Only directors see them. Otherwise a table could find the cards of a board before playing it, by
    entering one lead after another.
    """
    lines_with_lead = [line for line in lines.all if line.is_entered and line.lead]
    if not lines_with_lead:
        return set()
    boards = {line.board_no for line in lines_with_lead}
    cards_by_board = dict(
        section.deals.filter(board_no__in=boards).values_list("board_no", "cards")
    )
    game = section.session.event.game
    impossible_lines = set()
    for line in lines_with_lead:
        if line.board_no not in cards_by_board:
            continue
        result = find_played_contract(line, game)
        cards = cards_by_board[line.board_no]
        if result and not is_lead_in_hand(cards, result.declarer, result.lead):
            impossible_lines.add(line)
    return impossible_lines


DealKey = tuple[int, int]
"""The key of a section, and a board number."""
CACHED_HANDS = 1024
"""Parsed deals cached per process. All sections of a session mostly play the same boards."""


@dataclass(frozen=True, slots=True)
class BoardDeal:
    """The deal of a board, and its makeable tricks if they are known."""

    board_no: int
    cards: Hands
    makeable: MakeableTricks | None = None

    @property
    def par(self) -> Par | None:
        """The par of the board, or None if unknown."""
        if self.makeable is None:
            return None
        return _compute_par(self.makeable, self.board_no)


@lru_cache(maxsize=CACHED_HANDS)
def _compute_par(makeable: MakeableTricks, board_no: int) -> Par:
    return compute_par(makeable, get_vulnerability(board_no), get_dealer(board_no))


def fetch_hands_by_key(scoring_field: ScoringField) -> dict[DealKey, BoardDeal]:
    """Return all stored deals of *scoring_field*. (Costs one query.)"""
    deals = Deal.objects.filter(section__session=scoring_field.session)
    rows = deals.values_list("section_id", "board_no", "cards", "makeable")
    return {
        (section_id, board_no): _make_hand(board_no, cards, makeable)
        for section_id, board_no, cards, makeable in rows
    }


@lru_cache(maxsize=CACHED_HANDS)
def _make_hand(board_no: int, cards: str, makeable: str) -> BoardDeal:
    return BoardDeal(board_no, parse_hands(cards), MakeableTricks(makeable) if makeable else None)


def get_deal_hand(stored_deal: Deal) -> BoardDeal:
    """Return the hand of a stored deal."""
    return _make_hand(stored_deal.board_no, stored_deal.cards, stored_deal.makeable)


def compute_played_boards(scoring_field: ScoringField, lines: SectionLines) -> frozenset[int]:
    """Return the boards that every table of all sections has played.

    A result that a table entered ahead of the clock does not count yet. Once the event is published
    and the session over, a board that some table never played counts too, unless it is to be played
    later.
    """
    session = scoring_field.session
    is_over = scoring_field.event.is_published and session.clock == Clock.OVER

    def is_played(line: SectionLine) -> bool:
        if line.is_entered and lines.is_round_reached(line.round_no, session):
            return True
        return is_over and not line.is_played_later

    return frozenset(
        board_no
        for board_no in lines.boards
        if all(is_played(line) for line in lines.get_board_lines(board_no))
    )


def filter_visible_hands(
    hands: Mapping[DealKey, BoardDeal], played_boards: Collection[int]
) -> dict[DealKey, BoardDeal]:
    """Return those of *hands* whose boards are among *played_boards*."""
    return {
        (section_id, board_no): hand
        for (section_id, board_no), hand in hands.items()
        if board_no in played_boards
    }


# Fouled boards have no par, since other cards were played than were dealt.


def with_board_par(
    board: BoardSheet, scoring_field: ScoringField, par_by_key: Mapping[DealKey, int]
) -> BoardSheet:
    """Return *board* with par beside each result. *par_by_key* is by section and board."""
    lines = []
    for line in board.lines:
        # A weighted score can't be reached at a table.
        is_weighted = line.score is not None and line.score != int(line.score)
        lines.append(line if is_weighted else _with_line_par(line, scoring_field, par_by_key))
    return replace(board, lines=tuple(lines))


def with_card_par(
    card: PairCard, scoring_field: ScoringField, par_by_key: Mapping[DealKey, int]
) -> PairCard:
    """Return *card* with par of each board from the side of its pair."""
    lines = tuple(_with_line_par(line, scoring_field, par_by_key) for line in card.lines)
    return replace(card, lines=lines)


def _with_line_par(
    line: BoardLine, scoring_field: ScoringField, par_by_key: Mapping[DealKey, int]
) -> BoardLine:
    section, _number = scoring_field.get_section_and_number(line.ns.number)
    par = par_by_key.get((section.pk, line.board_no))
    if par is None or line.group:
        return line
    return replace(line, par=par if line.direction == "NS" else -par)


class SharingSession(NamedTuple):
    """A session that still has to play the same deals."""

    session_id: int
    name: str
    date: date
    session_no: int

    @property
    def description(self) -> str:
        """The session as part of a sentence: name and date."""
        session = f", session {self.session_no}" if self.session_no > 1 else ""
        return f"“{self.name}” on {self.date:%d %B %Y}".replace(" of 0", " of ") + session


class _SharedDeal(NamedTuple):
    """A board of another session, a row of the query in :func:`fetch_awaiting_session_by_key`."""

    section_id: int
    board_no: int
    cards: str
    session_id: int
    name: str
    date: date
    session_no: int
    published_at: datetime | None
    clock: str
    round_no: int

    def is_awaited(self, lines: SectionLines) -> bool:
        """Return whether one of the section's *lines* still has to play the board."""
        is_over = self.published_at is not None and self.clock == Clock.OVER
        session = Session(clock=self.clock, round_no=self.round_no)
        for line in lines.get_board_lines(self.board_no):
            is_played = line.is_entered and lines.is_round_reached(line.round_no, session)
            if not is_played and (line.is_played_later or not is_over):
                return True
        return False


_SESSION = "section__session__"
_EVENT = f"{_SESSION}event__"
_COLUMNS = (
    *("section_id", "board_no", "cards", "section__session_id", f"{_EVENT}name", f"{_EVENT}date"),
    *(f"{_SESSION}number", f"{_EVENT}published_at", f"{_SESSION}clock", f"{_SESSION}round_no"),
)


def fetch_awaiting_session_by_key(
    scoring_field: ScoringField, hands: Mapping[DealKey, BoardDeal]
) -> dict[DealKey, SharingSession]:
    """Return which of *hands* another session of the club still has to play, with that session.

    A hand is the same if board number and cards are equal. Archived events do not count. The other
    session has played a board by the same rule as in :func:`compute_played_boards`. (Costs one query if no
    other session has the same deals, else five, or six with matches.)
    """
    if not hands:
        return {}
    own_deals = Deal.objects.filter(section__session=scoring_field.session)
    same_cards = Deal.objects.filter(
        section__session__event__club=scoring_field.event.club_id,
        section__session__event__removed_at__isnull=True,
        cards__in=own_deals.values("cards"),
    ).exclude(section__session=scoring_field.session)
    # Latest last: of several sessions that share a deal, the last of the loop is named.
    rows = same_cards.order_by(f"{_EVENT}date", f"{_SESSION}number", "pk").values_list(*_COLUMNS)
    cards_by_key = {deal_key: (hand.board_no, str(hand.cards)) for deal_key, hand in hands.items()}
    own_keys = set(cards_by_key.values())
    shared_deals = [
        deal for deal in map(_SharedDeal._make, rows) if (deal.board_no, deal.cards) in own_keys
    ]
    lines_by_section = {}
    if shared_deals:
        lines_by_section = fetch_lines_by_section({deal.section_id for deal in shared_deals})
    session_by_cards: dict[tuple[int, str], SharingSession] = {}
    for deal in shared_deals:
        if deal.is_awaited(SectionLines(lines_by_section[deal.section_id])):
            session_by_cards[deal.board_no, deal.cards] = SharingSession(
                deal.session_id, deal.name, deal.date, deal.session_no
            )
    return {
        deal_key: session_by_cards[key]
        for deal_key, key in cards_by_key.items()
        if key in session_by_cards
    }
