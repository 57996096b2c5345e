"""Add sections and sessions to an event, and remove them.

Each change opens a correction, which locks the event, and then locks the session. So two directors
can't add the same section twice.
"""

from contextlib import AbstractContextManager, suppress
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from director.boards.movement.acts import BOARD_PLAY, SECTIONS
from director.boards.movement.lines.read import load_movement
from director.boards.movement.rounds import get_withdrawals, is_drawn
from director.boards.movement.sections import get_next_letter
from director.boards.play.plan import choose_plan, fetch_full_plan
from director.boards.play.results.correction import open_correction
from director.boards.play.seats.entrants import copy_players
from director.boards.sentences import BoardSentences
from director.core.night.history import Fields, Journal, record_act
from director.errors import DeskError
from director.models import Entry, EntryPlayer, Event, Plan, Section, Session, Stage
from movements.model import Movement, SitOut
from movements.moves import find_pairs_gone


def add_section(*, section: Section, letter: str, user: User | None = None) -> Section:
    """Add the section *letter*, without a movement, to the session of *section*. Return it.

    :raises DeskError: unless *letter* is the next letter, or if the event was played elsewhere
    :raises FinalError: if the results are final
    """
    with open_correction(section=section, user=user):
        session = lock_session(section.session)
        sections = {stored.letter: stored for stored in session.sections.all()}
        # The button may be pressed twice.
        if letter in sections:
            return sections[letter]
        _refuse_imported_event(session.event)
        last_letter = list(sections)[-1]
        if not letter or letter != get_next_letter(last_letter):
            raise DeskError(BoardSentences.NOT_NEXT_SECTION, letter=letter)
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
        raise DeskError(BoardSentences.ONLY_SECTION, letter=section.letter)
    # A correction can't work on a section that is deleted meanwhile.
    with open_correction(section=remaining_section, user=user):
        session = lock_session(section.session)
        _refuse_entered_sections(Section.objects.filter(pk=section.pk))
        words = f"Section {section.letter} removed from session {session.number}."
        with _record_sections_act(session, words, user) as journal:
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
            raise DeskError(BoardSentences.NOT_NEXT_SESSION, number=next_number)
        _refuse_drawn_rounds(last_session)
        session = Session(
            event=event,
            stage=last_session.stage,
            number=number,
            round_minutes=last_session.round_minutes,
        )
        with _record_sections_act(last_session, f"Session {number} added.", user) as journal:
            journal.create(session)
            for former_section in last_session.sections.all():
                _continue_section(former_section, session, journal, is_seated=is_seated)
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
        raise DeskError(BoardSentences.ONLY_SESSION)
    # A correction can't work on a section that is deleted meanwhile.
    with open_correction(section=remaining_section, user=user):
        locked_session = lock_session(session)
        if Session.objects.filter(event_id=session.event_id, number__gt=session.number).exists():
            raise DeskError(BoardSentences.NOT_LAST_SESSION, number=session.number)
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
    for act in session.event.acts.filter(kind=SECTIONS):
        if not any(_is_creation(change, session) for change in act.changes):
            continue
        for change in act.changes:
            former, latter = change["before"] or {}, change["after"] or {}
            if change["model"] != "director.plan" or "options" not in former:
                continue
            plan = Plan.objects.filter(pk=change["pk"], in_force=True).first()
            # The director may have planned other rounds since.
            if plan and plan.options == latter["options"]:
                journal.change(plan, options=former["options"])


def _is_creation(change: Fields, session: Session) -> bool:
    is_of_session = change["model"] == "director.session" and change["pk"] == session.pk
    return is_of_session and change["before"] is None


def _record_sections_act(
    session: Session, words: str, user: User | None
) -> AbstractContextManager[Journal]:
    # An act of the event, not of a section, since the section itself comes or goes.
    return record_act(event=session.event, kind=SECTIONS, words=words, user=user)


def _continue_section(
    former: Section, session: Session, journal: Journal, *, is_seated: bool
) -> None:
    """Create the section of *session* that follows *former*, with its movement.

    With *is_seated*, its people are seated as well.
    """
    section = Section(session=session, letter=former.letter)
    journal.create(section)
    plan = former.plan
    if plan is None:
        return
    if get_withdrawals(plan):
        # Withdrawals hold for one session. Without any whole plan the team stays out.
        with suppress(DeskError):
            plan = fetch_full_plan(former)
    movement = load_movement(plan)
    # A pair that left is neither due nor seated. It comes back by a change of the movement.
    if movement.contest == "pairs":
        for pair_no in find_pairs_gone(movement, plan.from_round):
            movement = _remove_pair(movement, pair_no)
    choose_plan(section=section, movement=movement)
    if not is_seated:
        return
    section.handicap_unit, section.strata = former.handicap_unit, former.strata
    section.save(update_fields=["handicap_unit", "strata"])
    former_entries = {
        entry.pair_no: entry for entry in former.entries.prefetch_related("entry_players")
    }
    entries = [entry for entry in section.entries.all() if entry.pair_no in former_entries]
    players = []
    for entry in entries:
        former_entry = former_entries[entry.pair_no]
        # Pairs without names are linked as well, by their numbers.
        entry.continues = former_entry
        entry.name = former_entry.name
        entry.club = former_entry.club
        entry.rating = former_entry.rating
        entry.handicap = former_entry.handicap
        entry.stratum = former_entry.stratum
        entry.is_here = former_entry.is_here
        players += copy_players(entry, former_entry.entry_players.all())
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
        ],
    )
    EntryPlayer.objects.bulk_create(players)


def _remove_pair(movement: Movement, pair_no: int) -> Movement:
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
        raise DeskError(BoardSentences.PLAYED_ELSEWHERE, name=event.name)


def _refuse_drawn_rounds(session: Session) -> None:
    # Rounds that were drawn from the results of their own session can't be played again.
    for plan in Plan.objects.filter(section__session=session, in_force=True):
        if is_drawn(plan.key):
            raise DeskError(BoardSentences.DRAWN_GOES_ON, name=plan.name)


def _refuse_entered_sections(sections: QuerySet[Section]) -> None:
    """Raise if anything was ever entered in *sections*."""
    for section in sections.select_related("session"):
        # Acts count as well: an entry that was removed or undone stays in the history.
        has_entries = (
            section.results.exists()
            or section.acts.filter(kind__in=BOARD_PLAY).exists()
            or section.rulings.exists()
        )
        if has_entries:
            session_text = ""
            if section.session.is_one_of_several:
                session_text = f" of session {section.session.number}"
            raise DeskError(
                BoardSentences.ENTERED_HERE, letter=section.letter, session=session_text
            )


@transaction.atomic
def lock_session(session: Session) -> Session:
    """Lock *session* until the caller's transaction ends, and return it as it is stored."""
    return (
        Session.objects.select_for_update(of=("self",)).select_related("event").get(pk=session.pk)
    )
