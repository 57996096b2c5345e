"""The section that a page is about, its acts, and the session that is scored together with it.

There are three numbers of a pair. The *number in the section* is that of the movement. The *pair
number of the field* (``pair_no``) is unique over all sections. The *number* in ``scoring`` is the
one by which people call the pair, which a N-S and an E-W pair may share. :class:`ScoringField`
translates between them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from string import ascii_uppercase
from typing import TypeVar

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from director.boards.contests import CONTESTS
from director.boards.movement.ranking import RankingField
from director.boards.movement.rounds import count_expected_rounds, count_rounds
from director.boards.refusals import make_section_gone_error, make_session_gone_error
from director.core.base.act_kinds import ActKind
from director.core.night.history import (
    select_undo_and_redo_acts,
    split_undo_and_redo_acts,
)
from director.event_kinds import get_event_kind
from director.models import Act, Event, Plan, Section, Session, Stage
from director.models.composed import ComposedRecords
from director.models.event import SectionRef
from scoring.display import NamedNumber
from scoring.registry import get_method

_OTHER_SECTIONS = (
    Section.objects.filter(session__event_id=OuterRef("session__event_id"))
    .exclude(pk=OuterRef("pk"))
    .order_by()
)
# The annotation takes the place of the model's cached property, which would cost a query. Every page
# of the desk begins with these, so they are put together once.
_SECTIONS = Section.objects.select_related("session__event__club").annotate(
    **{"is_alone": ~Exists(_OTHER_SECTIONS)}
)


def _select_section(session_id: int, letter: str = "") -> QuerySet[Section]:
    sections = _SECTIONS.filter(session_id=session_id)
    return (sections.filter(letter=letter) if letter else sections)[:1]


_SECTION_QUERY = ComposedRecords(
    Section,
    _select_section,
    related=("session", "session__event", "session__event__club"),
    annotations={"is_alone": bool},
)


def fetch_section(section_ref: SectionRef | int) -> Section:
    """Return the section that *section_ref* names, with session, event and club.

    Without a letter, return the first section of the session.

    :raises GoneError: if there is none
    :raises EndedKindError: if this version no longer has the kind of its event
    """
    if isinstance(section_ref, int):
        section_ref = SectionRef(section_ref)
    letter = (section_ref.letter,) if section_ref.letter else ()
    sections = _SECTION_QUERY.fetch_records(section_ref.session_id, *letter)
    section = next(iter(sections), None)
    if section is None and section_ref.letter:
        raise make_section_gone_error(letter=section_ref.letter)
    if section is None:
        raise make_session_gone_error()
    get_event_kind(section.session.event)
    return section


def fetch_session_sections(session_id: int) -> list[Section]:
    """Return all sections of a session by letter, with session, event and club."""
    return list(_SECTIONS.filter(session_id=session_id))


def fetch_first_section(event_id: int) -> Section:
    """Return the first section of the first session of an event, or raise 404."""
    return _get_first_or_404(_SECTIONS.filter(session__event_id=event_id))


def fetch_readable_event(event_id: int, *, is_director: bool) -> Event:
    """Return the event of boards whose results may be read, with its club.

    For visitors it raises 404 unless the results are published and the event isn't archived.
    """
    has_sections = Exists(Section.objects.filter(session__event=OuterRef("pk")))
    events = Event.objects.filter(has_sections).select_related("club")
    event = get_object_or_404(events, pk=event_id)
    if not is_director and (not event.is_published or event.removed_at):
        raise Http404("The results are not published.")
    return event


def fetch_ranking_field(section: Section) -> RankingField:
    """Return the rules of comparing and ranking in *section*'s session. (Costs one query.)"""
    return RankingField(section.session, fetch_session_sections(section.session_id))


def fetch_session_plans(session: Session) -> list[Plan]:
    """Return the plans in force of *session*, without its imported sections."""
    return list(Plan.objects.filter(section__session=session, section__source="", in_force=True))


def count_session_rounds(section: Section, plan: Plan) -> int:
    """Return the number of rounds of *section*'s session."""
    if section.is_alone:
        return count_expected_rounds(plan)
    return count_rounds(fetch_session_plans(section.session))


def get_next_letter(letter: str) -> str:
    """Return the letter of the section after *letter*, or "" after the last possible one.

    >>> [get_next_letter(letter) for letter in ("A", "Z", "AZ", "ZZ")]
    ['B', 'AA', 'BA', '']
    """
    two_letters = ("".join(pair) for pair in product(ascii_uppercase, repeat=2))
    letters: list[str] = [*ascii_uppercase, *two_letters, ""]
    return letters[letters.index(letter) + 1]


def compute_letter_rank(letter: str) -> int:
    """Return the rank of a section in the order of letters: A to Z, then from AA on.

    >>> [compute_letter_rank(letter) for letter in ("A", "B", "Z", "AA", "AB")]
    [1, 2, 26, 27, 28]
    """
    rank = 0
    for character in letter:
        rank = rank * 26 + ord(character) - ord("A") + 1
    return rank


def is_event_divided(event: Event) -> bool:
    """Return whether any session of *event* has several sections. (Costs one query.)"""
    # The first section of each session has letter A.
    return Section.objects.filter(session__event=event).exclude(letter="A").exists()


def _get_first_or_404(sections: QuerySet[Section]) -> Section:
    section = sections.first()
    if section is None:
        raise Http404("There is no such section.")
    return section


# Acts, which can be undone and redone.

SETTLED_AT_PLAY = (ActKind.SETTLED, ActKind.PHONES)
"""Kinds that are undone on the Play page: reports of tables, and their settling."""
BOARD_PLAY = (
    ActKind.RESULT,
    ActKind.SETTLED,
    ActKind.RULING,
    ActKind.GROUPS,
    ActKind.TRUMP,
    ActKind.PLAN,
    ActKind.TABLES,
    ActKind.DECIDED,
)
"""Kinds that are undone on the Scores page."""


def fetch_undo_and_redo_acts(
    section: Section, kinds: Collection[str]
) -> tuple[Act | None, Act | None]:
    """Return the next act of *section* of these *kinds* to undo, and the next to redo. One query."""
    query = _compose_offered_acts(tuple(kinds))
    offered_acts = query.fetch_records(section.session.event_id, section.pk)
    return split_undo_and_redo_acts(offered_acts)


@cache
def _compose_offered_acts(kinds: tuple[str, ...]) -> ComposedRecords[Act]:
    return ComposedRecords(
        Act,
        lambda event_id, section_id: select_undo_and_redo_acts(
            _select_section_acts(event_id, section_id, kinds)
        ),
        related=("made_by",),
    )


def fetch_section_acts(section: Section, kinds: Collection[str] = ()) -> QuerySet[Act]:
    """Return the acts of *section* under its current movement, latest first.

    *kinds* limits them to some kinds. Acts before the movement was chosen are left out, since their
    lines may not exist any more.
    """
    return _select_section_acts(section.session.event_id, section.pk, kinds)


def _select_section_acts(
    event_id: int, section_id: int, kinds: Collection[str] = ()
) -> QuerySet[Act]:
    acts = Act.objects.filter(event=event_id, section=section_id)
    if kinds:
        acts = acts.filter(kind__in=kinds)
    later_movement = Plan.objects.filter(
        section=section_id, number=1, acts_before__gte=OuterRef("number")
    )
    return acts.exclude(Exists(later_movement))


SECTION_STEP = 100_000
"""The distance of the numbers of two sections. The database allows no pair number of this size."""

Key = tuple[int, int, int]
"""Board, N-S pair and E-W pair."""


T = TypeVar("T")


class _ValueByPair(dict[int, T]):
    """A value of each pair of a field, computed when it is first asked for.

    Each scoring asks for all of them, and neither results nor rulings change them.
    """

    def __init__(self, compute: Callable[[int], T]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, pair_no: int) -> T:
        value = self[pair_no] = self._compute(pair_no)
        return value


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
    def ranking_field(self) -> RankingField:
        """Who is compared and ranked with whom, by what is stored.

        ``SessionResults.ranking_field`` knows also whether the sections follow the places before.
        """
        return RankingField(self.session, self.sections)

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
        has_large_teams = self.sections[0].has_named_players and get_method(scoring).has_large_teams
        return CONTESTS[self.event.contest].has_matches(scoring) and not has_large_teams

    def get_field_number(self, section: Section, pair_no: int) -> int:
        """Return the field's number of the pair *get_pair_no* of *section*."""
        if self.has_several_sections:
            return pair_no + compute_letter_rank(section.letter) * SECTION_STEP
        return pair_no

    def get_section_and_number(self, pair_no: int) -> tuple[Section, int]:
        """Return the section of a pair of the field, and its number in the section.

        :raises KeyError: if there is no such section
        """
        if not self.has_several_sections:
            return self.sections[0], pair_no
        rank, number_in_section = divmod(pair_no, SECTION_STEP)
        return self._section_by_rank[rank], number_in_section

    def get_letter(self, pair_no: int) -> str:
        """Return the letter of a pair's section, or "" if there is one section."""
        if self.has_several_sections:
            return self.get_section_and_number(pair_no)[0].letter
        return ""

    def get_compared_name(self, pair_no: int) -> str:
        """Return the name of the sections that a pair is compared in, or "" if there is one section."""
        return self._compared_name_by_pair[pair_no]

    @cached_property
    def _compared_name_by_pair(self) -> _ValueByPair[str]:
        return _ValueByPair(self._make_compared_name)

    def _make_compared_name(self, pair_no: int) -> str:
        letter = self.get_letter(pair_no)
        return self.ranking_field.get_compared_name(letter) if letter else ""

    def get_current_number(self, pair_no: int) -> int:
        """Return the present number of a pair from the number that its page's address has.

        The address may be older than a section that was added or removed since.
        """
        first_section = self.sections[0]
        if self.has_several_sections:
            if pair_no < SECTION_STEP:
                return self.get_field_number(first_section, pair_no)
            return pair_no
        rank, number_in_section = divmod(pair_no, SECTION_STEP)
        if rank == compute_letter_rank(first_section.letter):
            return number_in_section
        return pair_no

    def get_direction(self, pair_no: int) -> str:
        """Return "NS" or "EW" for a pair that is ranked by direction, else ""."""
        return "" if self.winners == 1 else self._direction_by_pair[pair_no]

    @cached_property
    def _direction_by_pair(self) -> _ValueByPair[str]:
        return _ValueByPair(self._compute_direction)

    def _compute_direction(self, pair_no: int) -> str:
        section, number_in_section = self.get_section_and_number(pair_no)
        return section.get_direction(number_in_section)

    def get_label(self, pair_no: int) -> str:
        """Return the label of the pair: ``"5 N-S"``, or ``"B5 N-S"`` with several sections."""
        return self._label_by_pair[pair_no]

    @cached_property
    def _label_by_pair(self) -> _ValueByPair[str]:
        return _ValueByPair(self._make_label)

    def _make_label(self, pair_no: int) -> str:
        section, number_in_section = self.get_section_and_number(pair_no)
        label = section.get_label(number_in_section)
        if self.has_several_sections:
            return f"{section.letter}{label}"
        return label

    def get_scoring_number(self, pair_no: int) -> int:
        """Return the number of the pair in ``scoring``, which an N-S and an E-W pair may share.

        A pair of a team has the number of its team.
        """
        return self._scoring_number_by_pair[pair_no]

    @cached_property
    def _scoring_number_by_pair(self) -> _ValueByPair[int]:
        return _ValueByPair(self._make_number)

    def _make_number(self, pair_no: int) -> int:
        section, number_in_section = self.get_section_and_number(pair_no)
        is_partnership = str(number_in_section) in section.partners
        if section.team_size and is_partnership:
            return self.get_scoring_number(*self.list_members(pair_no))
        if not self.has_several_sections:
            if is_partnership:
                return NamedNumber(number_in_section, section.get_label(number_in_section))
            return section.get_printed_number(number_in_section)
        if self.winners == 1:
            return NamedNumber(pair_no, self.get_label(pair_no))
        number = section.get_printed_number(number_in_section)
        return NamedNumber(self.get_field_number(section, number), f"{section.letter}{number}")

    def get_pair_no(self, number: int, direction: str | None) -> int:
        """Return the pair with this *get_scoring_number* in ``scoring``. The inverse of :meth:`number`."""
        if self.winners == 1:
            return int(number)
        section, number_in_section = self.get_section_and_number(int(number))
        return self.get_field_number(section, section.get_pair_no(number_in_section, direction))

    def list_members(self, number: int) -> tuple[int, ...]:
        """Return who earns the points of the side *get_scoring_number*: itself, both partners, or a team."""
        section, number_in_section = self.get_section_and_number(number)
        if section.partners:
            return tuple(
                self.get_field_number(section, player)
                for player in section.list_members(number_in_section)
            )
        return (number,)

    def get_partners(self, number: int) -> tuple[int, int]:
        """Return the players of the partnership *get_scoring_number*, by their numbers in ``scoring``.

        :raises KeyError: if there is no such partnership
        """
        section, number_in_section = self.get_section_and_number(number)
        # NamedNumber prints its label, hence int().
        players = section.partners[f"{int(number_in_section)}"]
        first_no, second_no = (
            self.get_scoring_number(self.get_field_number(section, player)) for player in players
        )
        return first_no, second_no

    def get_field_key(self, section: Section, line: Key) -> Key:
        """Return the key of a line of *section* as the key of a line of the field."""
        board_no, ns, ew = line
        return board_no, self.get_field_number(section, ns), self.get_field_number(section, ew)

    @cached_property
    def _section_by_rank(self) -> dict[int, Section]:
        return {compute_letter_rank(section.letter): section for section in self.sections}


def fetch_scoring_field(section: Section) -> ScoringField:
    """Return the scoring field of *section*. (Costs one query unless it is the only section.)"""
    if section.is_alone:
        return ScoringField(section.session, (section,))
    return fetch_session_field(section.session)


def fetch_session_field(session: Session) -> ScoringField:
    """Return the scoring field of *session*. (Costs one query.)"""
    (scoring_field,) = fetch_event_fields(session.event, only_session=session)
    return scoring_field


def fetch_event_fields(
    event: Event, *, only_session: Session | None = None
) -> tuple[ScoringField, ...]:
    """Return the scoring fields of *event*, or *only_session* that of one session. (Costs one query.)"""
    # All sections are read even for one session: they tell whether the event has several.
    sections = Section.objects.filter(session__event=event).select_related("session__stage")
    sections_by_session: dict[int, list[Section]] = defaultdict(list)
    sessions = {only_session.pk: only_session} if only_session else {}
    for section in sections:  # ordered by letter
        # All sections share the same session and event objects, so that cached values agree.
        section.session = sessions.setdefault(section.session_id, section.session)
        section.session.event = event
        sections_by_session[section.session_id].append(section)
    stage_sizes = Counter(session.stage_id for session in sessions.values())
    for session in sessions.values():
        session.has_shared_stage = stage_sizes[session.stage_id] > 1
    has_other_sessions = len(sessions) > 1
    return tuple(
        ScoringField(session, tuple(sections_by_session[session.pk]), has_other_sessions)
        for session in sorted(sessions.values(), key=lambda session: session.number)
        if only_session is None or session == only_session
    )
