"""Deals that another section, session or event of the club still has to play.

Several events of a club may play the same boards. Their cards must stay secret here until
the last of these events has played them.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from director.boards.movement.lines.section_lines import SectionLines, fetch_lines_by_section
from director.boards.movement.scoring_field import ScoringField
from director.boards.scoring.deals.read import BoardDeal, Place
from director.models import Deal, Session
from director.models.event import Clock


class SharingSession(NamedTuple):
    """A session that still has to play the same deals."""

    session_id: int
    name: str
    date: date
    session_no: int

    @property
    def words(self) -> str:
        """The session as part of a sentence: name and date."""
        session = f", session {self.session_no}" if self.session_no > 1 else ""
        return f"“{self.name}” on {self.date:%d %B %Y}".replace(" of 0", " of ") + session


class _SharedDeal(NamedTuple):
    """A board of another session, a row of the query in :func:`find_deals_awaited_elsewhere`."""

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
            is_played = line.is_entered and lines.is_reached(line.round_no, session)
            if not is_played and (line.is_played_later or not is_over):
                return True
        return False


_SESSION = "section__session__"
_EVENT = f"{_SESSION}event__"
_COLUMNS = (
    *("section_id", "board_no", "cards", "section__session_id", f"{_EVENT}name", f"{_EVENT}date"),
    *(f"{_SESSION}number", f"{_EVENT}published_at", f"{_SESSION}clock", f"{_SESSION}round_no"),
)


def find_deals_awaited_elsewhere(
    scoring_field: ScoringField, hands: Mapping[Place, BoardDeal]
) -> dict[Place, SharingSession]:
    """Return which of *hands* another session of the club still has to play, with that session.

    A hand is the same if board number and cards are equal. Archived events do not count. The other
    session has played a board by the same rule as in :func:`find_played_boards`. (Costs one query if no
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
    keys = {place: (hand.board_no, str(hand.cards)) for place, hand in hands.items()}
    own_keys = set(keys.values())
    shared_deals = [
        deal for deal in map(_SharedDeal._make, rows) if (deal.board_no, deal.cards) in own_keys
    ]
    lines_by_section = {}
    if shared_deals:
        lines_by_section = fetch_lines_by_section({deal.section_id for deal in shared_deals})
    awaiting: dict[tuple[int, str], SharingSession] = {}
    for deal in shared_deals:
        if deal.is_awaited(SectionLines(lines_by_section[deal.section_id])):
            awaiting[deal.board_no, deal.cards] = SharingSession(
                deal.session_id, deal.name, deal.date, deal.session_no
            )
    return {place: awaiting[key] for place, key in keys.items() if key in awaiting}
