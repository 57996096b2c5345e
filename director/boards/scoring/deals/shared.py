"""Deals that another section, session or event of the club still has to play."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from director.boards.movement.lines.read import SectionLines, sections_lines
from director.boards.movement.scoring_field import ScoringField
from director.boards.scoring.deals.read import Hand, Place
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
        """How it is named in a sentence."""
        session = f", session {self.session_no}" if self.session_no > 1 else ""
        return f"“{self.name}” on {self.date:%d %B %Y}".replace(" of 0", " of ") + session


class _SharedDeal(NamedTuple):
    """A board of another session, as the database has it."""

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
        """Return whether one of the section's *lines* is still to be played."""
        is_over = self.published_at is not None and self.clock == Clock.OVER
        session = Session(clock=self.clock, round_no=self.round_no)
        return any(
            not (line.is_in and lines.is_reached(line.round_no, session))
            and (line.is_later or not is_over)
            for line in lines.on_board(self.board_no)
        )


_SESSION = "section__session__"
_EVENT = f"{_SESSION}event__"
_COLUMNS = (
    *("section_id", "board_no", "cards", "section__session_id", f"{_EVENT}name", f"{_EVENT}date"),
    *(f"{_SESSION}number", f"{_EVENT}published_at", f"{_SESSION}clock", f"{_SESSION}round_no"),
)


def still_played(
    scoring_field: ScoringField, hands: Mapping[Place, Hand]
) -> dict[Place, SharingSession]:
    """Return the *hands* that another session of the club still has to play, and which.

    It is the same board with the same cards, of a night that is on the lists.  There as here a
    board counts as played once its last table has played it, or once the night is published and its
    play is over.  One query where no other session has the same, else four, however many have.
    """
    if not hands:
        return {}
    own = Deal.objects.filter(section__session=scoring_field.session)
    same = Deal.objects.filter(
        section__session__event__club=scoring_field.event.club_id,
        section__session__event__removed_at__isnull=True,
        cards__in=own.values("cards"),
    ).exclude(section__session=scoring_field.session)
    keys = {place: (hand.board_no, str(hand.cards)) for place, hand in hands.items()}
    wanted = set(keys.values())
    rows = map(
        _SharedDeal._make,
        same.order_by(f"{_EVENT}date", f"{_SESSION}number", "pk").values_list(*_COLUMNS),
    )
    others = [kept for kept in rows if (kept.board_no, kept.cards) in wanted]
    lines = sections_lines({kept.section_id for kept in others}) if others else {}
    waiting = {
        (kept.board_no, kept.cards): SharingSession(
            kept.session_id, kept.name, kept.date, kept.session_no
        )
        for kept in others  # of several the latest
        if kept.is_awaited(SectionLines(lines[kept.section_id]))
    }
    return {place: waiting[key] for place, key in keys.items() if key in waiting}
