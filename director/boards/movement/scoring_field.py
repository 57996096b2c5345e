"""A session as it is scored: all its sections together, with one numbering of their pairs."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from director.boards.contests import CONTESTS
from director.boards.movement.sections import letter_rank
from director.models import Event, Section, Session
from scoring import NamedNumber, find_method

APART = 100_000
"""How far the numbers of two sections lie apart: more than the database takes for a pair, so that none ever meet."""

Key = tuple[int, int, int]
"""Board, N-S pair and E-W pair."""
Kept = TypeVar("Kept")


@dataclass(frozen=True)
class ScoringField:
    """The *sections* of a *session*, in order of their letters.

    One section alone keeps the numbers of its plan.  Of several, pair 5 of section B has the number
    200005 and is called B5; so a pair keeps its number whatever sections come or go beside its own.
    """

    session: Session
    sections: tuple[Section, ...]
    of_several: bool = False  # whether the event has other sessions

    @property
    def event(self) -> Event:
        """The event it belongs to."""
        return self.session.event

    @property
    def is_divided(self) -> bool:
        """Whether there are several sections."""
        return len(self.sections) > 1

    @cached_property
    def winners(self) -> int:
        """2 if every section has two winners, else 1."""
        return min((section.winners for section in self.sections), default=1)

    @property
    def has_matches(self) -> bool:
        """Whether there are matches: of teams, or of pairs that are scored by them.

        Larger teams whose pairs add up all they made have none.
        """
        event = self.session.event
        has_large_teams = (
            self.sections[0].names_players and find_method(event.scoring).has_large_teams
        )
        return CONTESTS[event.contest].has_matches(event.scoring) and not has_large_teams

    def pair(self, section: Section, pair_no: int) -> int:
        """Return the field's number of the pair *pair_no* of *section*."""
        if self.is_divided:
            return pair_no + letter_rank(section.letter) * APART
        return pair_no

    def place(self, pair_no: int) -> tuple[Section, int]:
        """Return the section of a pair of the scoring field, and its number there.

        :raises KeyError: if there is no such section
        """
        if not self.is_divided:
            return self.sections[0], pair_no
        rank, own = divmod(pair_no, APART)
        return self._by_rank[rank], own

    def letter(self, pair_no: int) -> str:
        """Return the letter of a pair's section, or "" if there is one section."""
        if self.is_divided:
            return self.place(pair_no)[0].letter
        return ""

    def number_now(self, pair_no: int) -> int:
        """Return the present number of a pair from its number before sections were added.

        Its public address is made of it, and may stand on somebody's phone.
        """
        first = self.sections[0]
        if self.is_divided:
            if pair_no < APART:
                return self.pair(first, pair_no)
            return pair_no
        rank, own = divmod(pair_no, APART)
        if rank == letter_rank(first.letter):
            return own
        return pair_no

    def direction(self, pair_no: int) -> str:
        """Return "NS" or "EW" for a pair that is ranked by direction, else ""."""
        if self.winners == 1:
            return ""
        section, own = self.place(pair_no)
        return section.direction(own)

    def label(self, pair_no: int) -> str:
        """Return what people call the pair: ``"5 N-S"``, or ``"B5 N-S"`` with several sections."""
        section, own = self.place(pair_no)
        if self.is_divided:
            return f"{section.letter}{section.label(own)}"
        return section.label(own)

    def number(self, pair_no: int) -> int:
        """Return the number of the pair in ``scoring``, which an N-S and an E-W pair may share.

        A pair of a team is known by its team.
        """
        section, own = self.place(pair_no)
        if section.team_size and str(own) in section.partners:
            return self.number(*self.members(pair_no))
        if not self.is_divided:
            if str(own) in section.partners:
                return NamedNumber(own, section.label(own))
            return section.number(own)
        if self.winners == 1:
            return NamedNumber(pair_no, self.label(pair_no))
        number = section.number(own)
        return NamedNumber(self.pair(section, number), f"{section.letter}{number}")

    def pair_no(self, number: int, direction: str | None) -> int:
        """Return the pair with this *number* in ``scoring``. The inverse of :meth:`number`."""
        section, own = self.place(int(number))
        if self.winners == 2:
            return self.pair(section, section.pair_no(own, direction))
        return int(number)

    def members(self, number: int) -> tuple[int, ...]:
        """Return whose points the side *number* earns: itself, both partners, or a team."""
        section, own = self.place(number)
        if section.partners:
            return tuple(self.pair(section, player) for player in section.members(own))
        return (number,)

    def partners(self, number: int) -> tuple[int, int]:
        """Return the players of the partnership *number*, called as people call them.

        :raises KeyError: if there is no such partnership
        """
        section, own = self.place(number)
        first, second = (
            self.number(self.pair(section, player)) for player in section.partners[f"{int(own)}"]
        )
        return first, second

    def key(self, section: Section, line: Key) -> Key:
        """Return the line of *section* as one of the scoring field."""
        board_no, ns, ew = line
        return board_no, self.pair(section, ns), self.pair(section, ew)

    def of_section(self, section: Section, kept: Mapping[Key, Kept]) -> dict[Key, Kept]:
        """Return the part of *kept* that belongs to *section*, with its own numbers."""
        if not self.is_divided:
            return dict(kept)
        base = self.pair(section, 0)
        return {
            (board_no, ns - base, ew - base): value
            for (board_no, ns, ew), value in kept.items()
            if base < ns < base + APART
        }

    @cached_property
    def _by_rank(self) -> dict[int, Section]:
        return {letter_rank(section.letter): section for section in self.sections}


def scoring_field_of(section: Section) -> ScoringField:
    """Return the scoring field of *section*. One query, none for an only section."""
    if section.is_alone:
        return ScoringField(section.session, (section,))
    return session_field(section.session)


def session_field(session: Session) -> ScoringField:
    """Return the scoring field of *session*. One query."""
    (scoring_field,) = event_fields(session.event, only=session)
    return scoring_field


def event_fields(event: Event, *, only: Session | None = None) -> tuple[ScoringField, ...]:
    """Return the scoring fields of *event*, or *only* one session's. One query."""
    sections = Section.objects.filter(session__event=event).select_related("session")
    by_session: dict[int, list[Section]] = {}
    sessions = {only.pk: only} if only else {}
    for section in sections:  # in the order of their letters
        section.session = sessions.setdefault(section.session_id, section.session)
        section.session.event = event
        by_session.setdefault(section.session_id, []).append(section)
    scoring_fields = (
        ScoringField(session, tuple(by_session.get(session.pk, ())), len(sessions) > 1)
        for session in sorted(sessions.values(), key=lambda session: session.number)
    )
    return tuple(
        scoring_field
        for scoring_field in scoring_fields
        if only is None or scoring_field.session == only
    )
