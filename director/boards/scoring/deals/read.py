"""The deals that are kept of a scoring field, and which of them may be seen by those who play.

Nothing of a hand is shown, printed or sent before its last table has played it; whoever shows cards asks here.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from director.boards.movement.lines.read import SectionLines, sections_lines
from director.boards.movement.scoring_field import ScoringField
from director.models import Deal, Session
from director.models.event import Clock
from scoring import Hands, Makeable, Par, dealer, par, read_deal, vulnerability

Place = tuple[int, int]
"""The key of a section, and a board."""
KEPT_READY = 1024
"""So many boards are held ready: all sections of a session mostly play the same."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a board, and what can be made with them where that is known."""

    board_no: int
    cards: Hands
    makeable: Makeable | None = None

    @property
    def par(self) -> Par | None:
        """The par of the board, ``None`` where nobody knows what can be made."""
        return None if self.makeable is None else _par(self.makeable, self.board_no)


@lru_cache(maxsize=KEPT_READY)
def _par(makeable: Makeable, board_no: int) -> Par:
    return par(makeable, vulnerability(board_no), dealer(board_no))


def field_hands(scoring_field: ScoringField) -> dict[Place, Hand]:
    """Return the cards that are kept of *scoring_field*, seen or not; one query."""
    rows = Deal.objects.filter(section__session=scoring_field.session)
    return {(section_id, board_no): _hand(board_no, *kept) for section_id, board_no, *kept in rows.values_list(*_KEPT)}


_KEPT = ("section_id", "board_no", "cards", "makeable")


@lru_cache(maxsize=KEPT_READY)
def _hand(board_no: int, cards: str, makeable: str) -> Hand:
    return Hand(board_no, read_deal(cards), Makeable(makeable) if makeable else None)


def hand_of(stored: Deal) -> Hand:
    """Return the cards of a record."""
    return _hand(stored.board_no, stored.cards, stored.makeable)


def boards_played(scoring_field: ScoringField, lines: SectionLines) -> frozenset[int]:
    """Return the boards whose cards may be seen: those that every table of all sections has played.

    What a table entered ahead of the clock does not count as played.  Once the night is published and its play is
    over, a board that some table never came to may be seen too, unless it is to be played later.
    """
    is_over = scoring_field.event.is_published and scoring_field.session.clock == Clock.OVER
    return frozenset(
        board_no
        for board_no in lines.boards
        if all(
            (line.is_in and lines.is_reached(line.round_no, scoring_field.session)) or (is_over and not line.is_later)
            for line in lines.on_board(board_no)
        )
    )


def visible_hands(hands: Mapping[Place, Hand], played: Collection[int]) -> dict[Place, Hand]:
    """Return those of *hands* that may be seen."""
    return {place: hand for place, hand in hands.items() if place[1] in played}


# The same cards at another section, session or night of the club: hidden here until they are played there too.


class SharingSession(NamedTuple):
    """A session that still plays cards which another has: its event, and its number among several."""

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
        """Return whether one of the *lines* of its section has still to be played; not those ahead of the clock."""
        is_over = self.published_at is not None and self.clock == Clock.OVER
        session = Session(clock=self.clock, round_no=self.round_no)
        return any(
            not (line.is_in and lines.is_reached(line.round_no, session)) and (line.is_later or not is_over)
            for line in lines.on_board(self.board_no)
        )


_SESSION = "section__session__"
_EVENT = f"{_SESSION}event__"
_COLUMNS = (
    *("section_id", "board_no", "cards", "section__session_id", f"{_EVENT}name", f"{_EVENT}date"),
    *(f"{_SESSION}number", f"{_EVENT}published_at", f"{_SESSION}clock", f"{_SESSION}round_no"),
)


def still_played(scoring_field: ScoringField, hands: Mapping[Place, Hand]) -> dict[Place, SharingSession]:
    """Return those of *hands* that some table of another session of the club has still to play, and of which one.

    It is the same board with the same cards, of a night that is on the lists.  There as here a board counts as played
    once its last table has played it, or once the night is published and its play is over.  One query where no other
    session has the same, else four, however many have.
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
    rows = map(_SharedDeal._make, same.order_by(f"{_EVENT}date", f"{_SESSION}number", "pk").values_list(*_COLUMNS))
    others = [kept for kept in rows if (kept.board_no, kept.cards) in wanted]
    lines = sections_lines({kept.section_id for kept in others}) if others else {}
    waiting = {
        (kept.board_no, kept.cards): SharingSession(kept.session_id, kept.name, kept.date, kept.session_no)
        for kept in others  # of several the latest
        if kept.is_awaited(SectionLines(lines[kept.section_id]))
    }
    return {place: waiting[key] for place, key in keys.items() if key in waiting}
