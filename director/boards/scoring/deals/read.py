"""The stored deals of a scoring field, and which of them players may see.

Nothing of a hand is shown, printed or sent before its last table has played it; whoever shows cards
asks here.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from director.boards.movement.lines.read import SectionLines
from director.boards.movement.scoring_field import ScoringField
from director.models import Deal
from director.models.event import Clock
from scoring import Hands, Makeable, Par, dealer, par, read_deal, vulnerability

Place = tuple[int, int]
"""The key of a section, and a board."""
KEPT_READY = 1024
"""So many boards are held ready: all sections of a session mostly play the same."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The deal of a board, and what it can make if known."""

    board_no: int
    cards: Hands
    makeable: Makeable | None = None

    @property
    def par(self) -> Par | None:
        """The par of the board, or None if unknown."""
        if self.makeable is None:
            return None
        return _par(self.makeable, self.board_no)


@lru_cache(maxsize=KEPT_READY)
def _par(makeable: Makeable, board_no: int) -> Par:
    return par(makeable, vulnerability(board_no), dealer(board_no))


def field_hands(scoring_field: ScoringField) -> dict[Place, Hand]:
    """Return all stored deals of *scoring_field*. One query."""
    rows = Deal.objects.filter(section__session=scoring_field.session)
    return {
        (section_id, board_no): _hand(board_no, *kept)
        for section_id, board_no, *kept in rows.values_list(*_KEPT)
    }


_KEPT = ("section_id", "board_no", "cards", "makeable")


@lru_cache(maxsize=KEPT_READY)
def _hand(board_no: int, cards: str, makeable: str) -> Hand:
    return Hand(board_no, read_deal(cards), Makeable(makeable) if makeable else None)


def hand_of(stored: Deal) -> Hand:
    """Return the cards of a record."""
    return _hand(stored.board_no, stored.cards, stored.makeable)


def boards_played(scoring_field: ScoringField, lines: SectionLines) -> frozenset[int]:
    """Return the boards that every table of all sections has played.

    What a table entered ahead of the clock does not count as played.  Once the night is published
    and its play is over, a board that some table never came to may be seen too, unless it is to be
    played later.
    """
    is_over = scoring_field.event.is_published and scoring_field.session.clock == Clock.OVER
    return frozenset(
        board_no
        for board_no in lines.boards
        if all(
            (line.is_in and lines.is_reached(line.round_no, scoring_field.session))
            or (is_over and not line.is_later)
            for line in lines.on_board(board_no)
        )
    )


def visible_hands(hands: Mapping[Place, Hand], played: Collection[int]) -> dict[Place, Hand]:
    """Return the *hands* that players may see."""
    return {place: hand for place, hand in hands.items() if place[1] in played}
