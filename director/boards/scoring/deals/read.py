"""The stored deals of a scoring field, and which of them players may see.

Every page, print and file that shows cards takes them from here: no hand is shown before the last
table has played its board.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.scoring_field import ScoringField
from director.models import Deal
from director.models.event import Clock
from scoring.bridge.contracts import dealer, vulnerability
from scoring.hands.cards import Hands, read_deal
from scoring.hands.makeable import MakeableTricks, Par, par

Place = tuple[int, int]
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
    return par(makeable, vulnerability(board_no), dealer(board_no))


def fetch_field_hands(scoring_field: ScoringField) -> dict[Place, BoardDeal]:
    """Return all stored deals of *scoring_field*. (Costs one query.)"""
    deals = Deal.objects.filter(section__session=scoring_field.session)
    rows = deals.values_list("section_id", "board_no", "cards", "makeable")
    return {
        (section_id, board_no): _make_hand(board_no, cards, makeable)
        for section_id, board_no, cards, makeable in rows
    }


@lru_cache(maxsize=CACHED_HANDS)
def _make_hand(board_no: int, cards: str, makeable: str) -> BoardDeal:
    return BoardDeal(board_no, read_deal(cards), MakeableTricks(makeable) if makeable else None)


def get_deal_hand(stored: Deal) -> BoardDeal:
    """Return the hand of a stored deal."""
    return _make_hand(stored.board_no, stored.cards, stored.makeable)


def find_played_boards(scoring_field: ScoringField, lines: SectionLines) -> frozenset[int]:
    """Return the boards that every table of all sections has played.

    A result that a table entered ahead of the clock does not count yet. Once the event is published
    and the session over, a board that some table never played counts too, unless it is to be played
    later.
    """
    session = scoring_field.session
    is_over = scoring_field.event.is_published and session.clock == Clock.OVER

    def is_played(line: SectionLine) -> bool:
        if line.is_entered and lines.is_reached(line.round_no, session):
            return True
        return is_over and not line.is_played_later

    return frozenset(
        board_no
        for board_no in lines.boards
        if all(is_played(line) for line in lines.get_board_lines(board_no))
    )


def filter_visible_hands(
    hands: Mapping[Place, BoardDeal], played_boards: Collection[int]
) -> dict[Place, BoardDeal]:
    """Return those of *hands* whose boards are among *played_boards*."""
    return {
        (section_id, board_no): hand
        for (section_id, board_no), hand in hands.items()
        if board_no in played_boards
    }
