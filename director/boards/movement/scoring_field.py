"""A session as it is scored: all its sections together, with one numbering of their pairs.

There are three numbers of a pair. The *number in the section* is that of the movement. The *pair
number of the field* (``pair_no``) is unique over all sections. The *number* in ``scoring`` is the
one by which people call the pair, which a N-S and an E-W pair may share. :class:`ScoringField`
translates between them.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property

from director.boards.contests import CONTESTS
from director.boards.movement.sections import rank_letter
from director.models import Event, Section, Session, Stage
from scoring.display import NamedNumber
from scoring.registry import find_method

APART = 100_000
"""The distance of the numbers of two sections: more than the database allows for a pair."""

Key = tuple[int, int, int]
"""Board, N-S pair and E-W pair."""


@dataclass(frozen=True)
class ScoringField:
    """The *sections* of a *session*, in order of their letters.

    An only section keeps the numbers of its movement. With several, pair 5 of section B has the
    number 200005 and is called B5, so a pair keeps its number when other sections are added or
    removed.
    """

    session: Session
    sections: tuple[Section, ...]
    has_other_sessions: bool = False  # whether the event has other sessions

    @property
    def event(self) -> Event:
        """The event of the session."""
        return self.session.event

    @property
    def scoring_record(self) -> Event | Stage:
        """The record with the scoring of the session."""
        return self.session.scoring_record

    @cached_property
    def has_several_sections(self) -> bool:
        """Whether there are several sections."""
        return len(self.sections) > 1

    @cached_property
    def winners(self) -> int:
        """2 if every section has two winners, else 1."""
        return min((section.winners for section in self.sections), default=1)

    @property
    def has_matches(self) -> bool:
        """Whether there are matches: of teams, or of pairs that are scored by matches.

        Large teams whose pairs add up their scores have none.
        """
        scoring = self.scoring_record.scoring
        has_large_teams = self.sections[0].names_players and find_method(scoring).has_large_teams
        return CONTESTS[self.event.contest].has_matches(scoring) and not has_large_teams

    def pair(self, section: Section, pair_no: int) -> int:
        """Return the field's number of the pair *pair_no* of *section*."""
        if self.has_several_sections:
            return pair_no + rank_letter(section.letter) * APART
        return pair_no

    def place(self, pair_no: int) -> tuple[Section, int]:
        """Return the section of a pair of the field, and its number in the section.

        :raises KeyError: if there is no such section
        """
        if not self.has_several_sections:
            return self.sections[0], pair_no
        rank, number_in_section = divmod(pair_no, APART)
        return self._by_rank[rank], number_in_section

    def letter(self, pair_no: int) -> str:
        """Return the letter of a pair's section, or "" if there is one section."""
        if self.has_several_sections:
            return self.place(pair_no)[0].letter
        return ""

    def get_present_number(self, pair_no: int) -> int:
        """Return the present number of a pair from the number that its page's address has.

        The address may be older than a section that was added or removed since.
        """
        first = self.sections[0]
        if self.has_several_sections:
            if pair_no < APART:
                return self.pair(first, pair_no)
            return pair_no
        rank, number_in_section = divmod(pair_no, APART)
        if rank == rank_letter(first.letter):
            return number_in_section
        return pair_no

    def direction(self, pair_no: int) -> str:
        """Return "NS" or "EW" for a pair that is ranked by direction, else ""."""
        if self.winners == 1:
            return ""
        section, number_in_section = self.place(pair_no)
        return section.direction(number_in_section)

    def label(self, pair_no: int) -> str:
        """Return the label of the pair: ``"5 N-S"``, or ``"B5 N-S"`` with several sections."""
        section, number_in_section = self.place(pair_no)
        label = section.label(number_in_section)
        if self.has_several_sections:
            return f"{section.letter}{label}"
        return label

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The numbers in ``scoring`` that were asked for: each scoring asks for all of them."""
        return {}

    def number(self, pair_no: int) -> int:
        """Return the number of the pair in ``scoring``, which an N-S and an E-W pair may share.

        A pair of a team has the number of its team.
        """
        if pair_no not in self._numbers:
            self._numbers[pair_no] = self._make_number(pair_no)
        return self._numbers[pair_no]

    def _make_number(self, pair_no: int) -> int:
        section, number_in_section = self.place(pair_no)
        is_partnership = str(number_in_section) in section.partners
        if section.team_size and is_partnership:
            return self.number(*self.members(pair_no))
        if not self.has_several_sections:
            if is_partnership:
                return NamedNumber(number_in_section, section.label(number_in_section))
            return section.number(number_in_section)
        if self.winners == 1:
            return NamedNumber(pair_no, self.label(pair_no))
        number = section.number(number_in_section)
        return NamedNumber(self.pair(section, number), f"{section.letter}{number}")

    def pair_no(self, number: int, direction: str | None) -> int:
        """Return the pair with this *number* in ``scoring``. The inverse of :meth:`number`."""
        section, number_in_section = self.place(int(number))
        if self.winners == 2:
            return self.pair(section, section.pair_no(number_in_section, direction))
        return int(number)

    def members(self, number: int) -> tuple[int, ...]:
        """Return who earns the points of the side *number*: itself, both partners, or a team."""
        section, number_in_section = self.place(number)
        if section.partners:
            return tuple(
                self.pair(section, player) for player in section.members(number_in_section)
            )
        return (number,)

    def partners(self, number: int) -> tuple[int, int]:
        """Return the players of the partnership *number*, by their numbers in ``scoring``.

        :raises KeyError: if there is no such partnership
        """
        section, number_in_section = self.place(number)
        # NamedNumber prints its label, hence int().
        players = section.partners[f"{int(number_in_section)}"]
        first, second = (self.number(self.pair(section, player)) for player in players)
        return first, second

    def key(self, section: Section, line: Key) -> Key:
        """Return the key of a line of *section* as the key of a line of the field."""
        board_no, ns, ew = line
        return board_no, self.pair(section, ns), self.pair(section, ew)

    @cached_property
    def _by_rank(self) -> dict[int, Section]:
        return {rank_letter(section.letter): section for section in self.sections}


def fetch_scoring_field(section: Section) -> ScoringField:
    """Return the scoring field of *section*. (Costs one query unless it is the only section.)"""
    if section.is_alone:
        return ScoringField(section.session, (section,))
    return fetch_session_field(section.session)


def fetch_session_field(session: Session) -> ScoringField:
    """Return the scoring field of *session*. (Costs one query.)"""
    (scoring_field,) = fetch_event_fields(session.event, only=session)
    return scoring_field


def fetch_event_fields(event: Event, *, only: Session | None = None) -> tuple[ScoringField, ...]:
    """Return the scoring fields of *event*, or *only* that of one session. (Costs one query.)"""
    # All sections are read even for one session: they tell whether the event has several.
    sections = Section.objects.filter(session__event=event).select_related("session__stage")
    sections_by_session: dict[int, list[Section]] = defaultdict(list)
    sessions = {only.pk: only} if only else {}
    for section in sections:  # ordered by letter
        # All sections share the same session and event objects, so that cached values agree.
        section.session = sessions.setdefault(section.session_id, section.session)
        section.session.event = event
        sections_by_session[section.session_id].append(section)
    stage_sizes = Counter(session.stage_id for session in sessions.values())
    for session in sessions.values():
        session.shares_stage = stage_sizes[session.stage_id] > 1
    has_other_sessions = len(sessions) > 1
    return tuple(
        ScoringField(session, tuple(sections_by_session[session.pk]), has_other_sessions)
        for session in sorted(sessions.values(), key=lambda session: session.number)
        if only is None or session == only
    )
