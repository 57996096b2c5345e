"""Create an event, and give it more than one section in a session, or more than one session.

Each change opens a correction, which locks the event, and then locks the session. So two directors
can't add the same section twice.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from director.boards.contests import CONTESTS, PAIRS
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import has_results, load_movement
from director.boards.movement.rounds import (
    count_expected_rounds,
    get_withdrawals_by_contestant,
)
from director.boards.movement.sections import BOARD_PLAY, fetch_event_fields, get_next_letter
from director.boards.play.plan import fetch_full_plan, store_plan
from director.boards.play.results.acts import open_correction
from director.boards.play.seats.entrants import copy_players
from director.boards.refusals import make_played_elsewhere_error
from director.core.base.act_kinds import ActKind
from director.core.base.address import find_url
from director.core.night.journal import Fields, Journal, record_act
from director.errors import DeskError
from director.models import Club, Entry, EntryPlayer, Event, Plan, Section, Session, Stage
from director.models.event import SectionRef
from director.sheets import Link
from movements.model import Movement, SitOut
from movements.moves import detect_leavers
from scoring.registry import get_default_method


class EventSections:
    """All sections of *section*'s event, read in one query when they are first needed.

    Links lead to the same *page* of another section, and to the same *tab* on it. A page that shows
    one section at a time sets *link_to_all*, the link to all sections together.

    A page that has all *sections* of the event passes them, which saves a query.
    """

    def __init__(
        self,
        section: Section,
        page: str,
        tab: str = "",
        *,
        sections: Sequence[Section] | None = None,
    ) -> None:
        self._known_sections = sections
        self.link_to_all: Link | None = None
        self._section = section
        self._page = page
        self._query = f"?tab={tab}" if tab else ""

    @cached_property
    def _sections(self) -> Sequence[Section]:
        """All sections, in order."""
        section = self._section
        if self._known_sections:
            return self._known_sections
        # Most events have one section, which needs no query.
        if section.is_alone:
            return [section]
        return fetch_sections(section.session.event)

    @property
    def _section_keys(self) -> Sequence[tuple[int, int, str]]:
        """Key and number of the session and letter of each section, in order."""
        return [
            (section.session_id, section.session.number, section.letter)
            for section in self._sections
        ]

    @property
    def has_stages(self) -> bool:
        """Whether sessions are titled with the names of their stages."""
        return any(section.session.stage for section in self._sections)

    @property
    def final_name(self) -> str:
        """The name of the finals of this session, or "" if its sections are no finals."""
        stage = self._section.session.stage
        return stage.name if stage and stage.has_finals else ""

    @property
    def letters(self) -> list[str]:
        """The letters of the sections of this session."""
        return [
            letter
            for session_id, _number, letter in self._section_keys
            if session_id == self._section.session_id
        ]

    @property
    def next_letter(self) -> str:
        """The letter for another section of this session, or "" if there can be none."""
        return get_next_letter(self.letters[-1])

    @property
    def last_number(self) -> int:
        """The number of the last session."""
        return self._section_keys[-1][1]

    @property
    def next_number(self) -> int:
        """The number for another session."""
        return self.last_number + 1

    @cached_property
    def _drawn_plan(self) -> Plan | None:
        """The plan of a drawn contest of the last session, or None. One query."""
        last_sections = Section.objects.filter(
            session__event_id=self._section.session.event_id, session__number=self.last_number
        )
        plans = Plan.objects.filter(in_force=True, section__in=last_sections)
        return next(
            (plan for plan in plans.select_related("section") if get_format(plan).is_drawn), None
        )

    @property
    def no_session_reason(self) -> str:
        """The reason why no session can be added, or "".

        A contest that is drawn round by round continues in its own session.
        """
        if self._drawn_plan is None:
            return ""
        return str(_make_drawn_contest_error(self._drawn_plan))

    @property
    def dates_address(self) -> str:
        """The address of the dates of rounds, if the last session is drawn round by round."""
        if self._drawn_plan is None:
            return ""
        return f"{find_url('session_draw', self._drawn_plan.section.ref)}#dates"

    @property
    def sections(self) -> tuple[Link, ...]:
        """Links to the sections of this session, empty for a single section."""
        section = self._section
        section_refs = [SectionRef(section.session_id, letter) for letter in self.letters]
        if len(section_refs) == 1:
            return ()
        links: list[Link] = []
        shows_all = False
        if self.link_to_all:
            links.append(self.link_to_all)
            shows_all = self.link_to_all.is_current
        for section_ref in section_refs:
            is_current = section_ref.letter == section.letter and not shows_all
            links.append(Link(section_ref.letter, self._get_path(section_ref), is_current))
        return tuple(links)

    @cached_property
    def _plans(self) -> Sequence[Plan]:
        """The movements of the sections of this session, none for a single section. One query."""
        if not self.sections:
            return []
        plans = Plan.objects.filter(section__session=self._section.session, in_force=True)
        return list(plans.select_related("section"))

    @property
    def boards_by_letter(self) -> dict[str, int]:
        """The number of boards of each section with a movement, empty for a single section."""
        return {
            plan.section.letter: count_expected_rounds(plan) * plan.boards_per_set
            for plan in self._plans
        }

    @property
    def other_winners(self) -> int | None:
        """The number of winners of the other sections, or None if it is unknown or differs."""
        winners = {
            plan.section.winners
            for plan in self._plans
            if plan.section.letter != self._section.letter
        }
        return winners.pop() if len(winners) == 1 else None

    @property
    def unequal_boards(self) -> str:
        """The number of boards of each section, or "" if all play the same number."""
        boards = self.boards_by_letter
        if len(set(boards.values())) < 2:
            return ""
        return ", ".join(
            f"{letter} {boards[letter]}" for letter in self.letters if letter in boards
        )

    @property
    def sessions(self) -> tuple[Link, ...]:
        """Links to the sessions, empty for a single session.

        Each leads to its section of the same letter, otherwise to its first section.
        """
        section = self._section
        letters_by_session: dict[Session, list[str]] = {}
        for sibling in self._sections:
            letters_by_session.setdefault(sibling.session, []).append(sibling.letter)
        if len(letters_by_session) == 1:
            return ()
        links = []
        for session, letters in letters_by_session.items():
            letter = section.letter if section.letter in letters else letters[0]
            path = self._get_path(SectionRef(session.pk, letter))
            name = session.title if self.has_stages else str(session.number)
            links.append(Link(name, path, session.pk == section.session_id))
        return tuple(links)

    def _get_path(self, section_ref: SectionRef) -> str:
        path = reverse(f"session_{self._page}", args=[section_ref.without_first_letter])
        return f"{path}{self._query}"


def fetch_name_by_section(event: Event) -> dict[int, str]:
    """Return the name of each section of *event*, by key. One query.

    A name has only the parts that differ: "Session 2, section B", "Final B". It is "" for a single
    section.
    """
    sections = fetch_sections(event)
    section_counts = Counter(section.session_id for section in sections)
    names = {}
    for section in sections:
        is_one_of_several = section_counts[section.session_id] > 1
        session_title = section.session.title if len(section_counts) > 1 else ""
        if not is_one_of_several:
            names[section.pk] = session_title
        elif section.session.has_finals or not session_title:
            names[section.pk] = section.name
        else:
            names[section.pk] = f"{session_title}, section {section.letter}"
    return names


def fetch_sections(event: Event) -> list[Section]:
    """Return the sections of *event*, in order, with their sessions and stages. One query."""
    fields = fetch_event_fields(event)
    return [section for scoring_field in fields for section in scoring_field.sections]


def add_section(*, section: Section, letter: str, user: User | None = None) -> Section:
    """Add the section *letter*, without a movement, to the session of *section*. Return it.

    :raises DeskError: unless *letter* is the next letter, or if the event was played elsewhere
    :raises FinalError: if the results are final
    """
    with open_correction(section=section, user=user):
        session = lock_session(section.session)
        sections = {
            stored_section.letter: stored_section for stored_section in session.sections.all()
        }
        # The button may be pressed twice.
        if letter in sections:
            return sections[letter]
        _refuse_imported_event(session.event)
        last_letter = list(sections)[-1]
        if not letter or letter != get_next_letter(last_letter):
            raise DeskError(
                "not-next-section",
                "You can’t add section {letter} now. Go back to Field and add the next section there.",
                letter=letter,
            )
        new_section = Section(session=session, letter=letter)
        with _record_sections_act(
            session, f"Section {letter} added to session {session.number}.", user
        ) as journal:
            journal.create(new_section)
    return new_section


def remove_section(*, section: Section, user: User | None = None) -> None:
    """Remove *section* from its session, with its movement and names.

    :raises DeskError: if the session has no other section, or anything was entered in the section
    :raises FinalError: if the results are final
    """
    other_sections = Section.objects.filter(session_id=section.session_id).exclude(pk=section.pk)
    remaining_section = other_sections.first()
    if remaining_section is None:
        raise DeskError(
            "only-section",
            "You can’t remove section {letter}: it’s the only one in this session.",
            letter=section.letter,
        )
    # A correction can't work on a section that is deleted meanwhile.
    with open_correction(section=remaining_section, user=user):
        session = lock_session(section.session)
        _refuse_entered_sections(Section.objects.filter(pk=section.pk))
        message = f"Section {section.letter} removed from session {session.number}."
        with _record_sections_act(session, message, user) as journal:
            journal.delete(Section.objects.filter(pk=section.pk))


def add_session(
    *, section: Section, number: int, is_seated: bool, user: User | None = None
) -> Session:
    """Add session *number* to the event of *section*, and return it.

    The session has the sections and movements of the last one. With *is_seated*, the people sit as
    they did there, and each pair is linked to the pair it was; otherwise the places are empty.

    :raises DeskError: unless *number* is the next number, or if the event was played elsewhere
    :raises FinalError: if the results are final
    """
    with open_correction(section=section, user=user):
        event = section.session.event
        last_session = lock_session(event.sessions.order_by("number").last() or section.session)
        # The button may be pressed twice.
        if 1 <= number <= last_session.number:
            return event.sessions.get(number=number)
        _refuse_imported_event(event)
        next_number = last_session.number + 1
        if number != next_number:
            raise DeskError(
                "not-next-session",
                "The next session is session {number}. Go back to Field and add it there.",
                number=next_number,
            )
        _refuse_drawn_rounds(last_session)
        session = Session(
            event=event,
            stage=last_session.stage,
            number=number,
            round_minutes=last_session.round_minutes,
        )
        with _record_sections_act(last_session, f"Session {number} added.", user) as journal:
            journal.create(session)
            for previous_section in last_session.sections.all():
                _continue_section(previous_section, session, journal, is_seated=is_seated)
        session.refresh_from_db()
        # Choosing a movement also sets the time, but the director's own choice goes on.
        session.round_minutes = last_session.round_minutes
        session.save(update_fields=["round_minutes"])
    return session


def remove_session(*, session: Session, user: User | None = None) -> None:
    """Remove the last session from its event, with its movements and names.

    :raises DeskError: if it is the only session or not the last one, or anything was entered in it
    :raises FinalError: if the results are final
    """
    other_sections = Section.objects.filter(session__event=session.event_id).exclude(
        session=session
    )
    remaining_section = other_sections.first()
    if remaining_section is None:
        raise DeskError("only-session", "You can’t remove the only session.")
    # A correction can't work on a section that is deleted meanwhile.
    with open_correction(section=remaining_section, user=user):
        locked_session = lock_session(session)
        if Session.objects.filter(event_id=session.event_id, number__gt=session.number).exists():
            raise DeskError(
                "not-last-session",
                "Session {number} isn’t the last one. Remove the last session first.",
                number=session.number,
            )
        _refuse_entered_sections(session.sections.all())
        with _record_sections_act(
            locked_session, f"Session {session.number} removed.", user
        ) as journal:
            _resume_draws(locked_session, journal)
            journal.delete(Session.objects.filter(pk=session.pk))
            if session.stage_id:
                empty_stage = Stage.objects.filter(pk=session.stage_id, sessions__isnull=True)
                journal.delete(empty_stage)


def _resume_draws(session: Session, journal: Journal) -> None:
    """Plan the rounds again that earlier stages lost when the stage of *session* started."""
    for act in session.event.acts.filter(kind=ActKind.SECTIONS):
        if not any(_is_creation(change, session) for change in act.changes):
            continue
        for change in act.changes:
            fields_before, fields_after = change["before"] or {}, change["after"] or {}
            if change["model"] != "director.plan" or "options" not in fields_before:
                continue
            plan = Plan.objects.filter(pk=change["pk"], in_force=True).first()
            # The director may have planned other rounds since.
            if plan and plan.options == fields_after["options"]:
                journal.change(plan, options=fields_before["options"])


def _is_creation(change: Fields, session: Session) -> bool:
    is_of_session = change["model"] == "director.session" and change["pk"] == session.pk
    return is_of_session and change["before"] is None


def _record_sections_act(
    session: Session, message: str, user: User | None
) -> AbstractContextManager[Journal]:
    # An act of the event, not of a section, since the section itself comes or goes.
    return record_act(event=session.event, kind=ActKind.SECTIONS, message=message, user=user)


def _continue_section(
    previous_section: Section, session: Session, journal: Journal, *, is_seated: bool
) -> None:
    """Create the section of *session* that follows *previous_section*, with its movement.

    With *is_seated*, its people are seated as well.
    """
    section = Section(session=session, letter=previous_section.letter)
    journal.create(section)
    plan = previous_section.plan
    if plan is None:
        return
    if get_withdrawals_by_contestant(plan):
        # Withdrawals hold for one session. Without any whole plan the team stays out.
        with suppress(DeskError):
            plan = fetch_full_plan(previous_section)
    movement = load_movement(plan)
    # A pair that left is neither due nor seated. It comes back by a change of the movement.
    if movement.contest == "pairs":
        for pair_no in detect_leavers(movement, plan.from_round):
            movement = _without_pair(movement, pair_no)
    store_plan(section=section, movement=movement)
    if not is_seated:
        return
    section.handicap_unit, section.strata = previous_section.handicap_unit, previous_section.strata
    section.save(update_fields=["handicap_unit", "strata"])
    previous_entries = {
        entry.pair_no: entry for entry in previous_section.entries.prefetch_related("entry_players")
    }
    entries = [entry for entry in section.entries.all() if entry.pair_no in previous_entries]
    players = []
    for entry in entries:
        previous_entry = previous_entries[entry.pair_no]
        # Pairs without names are linked as well, by their numbers.
        entry.continues = previous_entry
        entry.name = previous_entry.name
        entry.club = previous_entry.club
        entry.rating = previous_entry.rating
        entry.handicap = previous_entry.handicap
        entry.stratum = previous_entry.stratum
        entry.is_here = previous_entry.is_here
        entry.is_unranked = previous_entry.is_unranked
        players += copy_players(entry, previous_entry.entry_players.all())
    Entry.objects.bulk_update(
        entries,
        [
            "continues",
            "name",
            "club",
            "rating",
            "handicap",
            "stratum",
            "is_here",
            "is_unranked",
        ],
    )
    EntryPlayer.objects.bulk_create(players)


def _without_pair(movement: Movement, pair_no: int) -> Movement:
    """Return *movement* without a pair, whose opponents sit out. The others keep their numbers."""
    rows = []
    sit_outs = [sit_out for sit_out in movement.sit_outs if sit_out.contestant != pair_no]
    for row in movement.rows:
        if pair_no not in (row.ns, row.ew):
            rows.append(row)
            continue
        opponent = row.ew if row.ns == pair_no else row.ns
        sit_out = SitOut(row.round_no, opponent, row.table_no, row.board_set, row.copy_no)
        sit_outs.append(sit_out)
    sit_outs.sort(key=lambda sit_out: (sit_out.round_no, sit_out.table_no or 0))
    return replace(
        movement,
        contestants=movement.contestants - 1,
        rows=tuple(rows),
        sit_outs=tuple(sit_outs),
        guarantees=(),
    )


def _refuse_imported_event(event: Event) -> None:
    if event.source:
        raise make_played_elsewhere_error(name=event.name)


def _make_drawn_contest_error(plan: Plan) -> DeskError:
    return DeskError(
        "drawn-goes-on",
        "{name} continues in this session. Give its later rounds another date at Draw.",
        name=plan.name,
    )


def _refuse_drawn_rounds(session: Session) -> None:
    # Rounds that were drawn from the results of their own session can't be played again.
    for plan in Plan.objects.filter(section__session=session, in_force=True):
        if get_format(plan).is_drawn:
            raise _make_drawn_contest_error(plan)


def _refuse_entered_sections(sections: QuerySet[Section]) -> None:
    """Raise if anything was ever entered in *sections*. Results that came with a file don't count."""
    for section in sections.select_related("session"):
        # Acts count as well: an entry that was removed or undone stays in the history.
        has_entries = (
            (not section.source and section.results.exists())
            or section.acts.filter(kind__in=BOARD_PLAY).exists()
            or section.rulings.exists()
        )
        if has_entries:
            session_text = ""
            if section.session.is_one_of_several:
                session_text = f" of session {section.session.number}"
            raise DeskError(
                "entered-here",
                "You can’t remove section {letter}{session}: it has results or other entries.",
                letter=section.letter,
                session=session_text,
            )


@transaction.atomic
def lock_session(session: Session) -> Session:
    """Lock *session* until the caller's transaction ends, and return it as it is stored."""
    return (
        Session.objects.select_for_update(of=("self",)).select_related("event").get(pk=session.pk)
    )


def create_event(
    *, club: Club, game: str = "bridge", contest: str = PAIRS.key, **settings: Any
) -> Session:
    """Create an event of *club* with one section. Return its session.

    *settings* are further fields of the event, such as name and date. It has the usual scoring of
    its game, unless they name another.
    """
    settings.setdefault("scoring", get_default_method(game, CONTESTS[contest].movement_contest).key)
    with transaction.atomic():
        event = Event(club=club, contest=contest, game=game, **settings)
        event.full_clean()
        event.save()
        session = Session.objects.create(event=event)
        Section.objects.create(session=session)
    return session


def set_game(*, event: Event, game: str) -> None:
    """Set another *game* of *event* with its usual scoring, without saving the event.

    :raises DeskError: if the event has results
    """
    if has_results(section__session__event=event):
        raise DeskError(
            "game-fixed",
            "Results of {event} have been entered, so the game stays {game}. Delete them in "
            "Scores first, or start a new event.",
            event=event.name,
            game=event.get_game_display().lower(),
        )
    event.game = game
    event.scoring = get_default_method(game, CONTESTS[event.contest].movement_contest).key
    # Options belong to the former method.
    event.scoring_options = {}
