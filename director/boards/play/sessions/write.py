"""Adding sections and sessions to an event, and taking them out again."""

from contextlib import AbstractContextManager

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from director.boards.movement.acts import BOARD_PLAY, SECTIONS
from director.boards.movement.lines.read import plan_movement
from director.boards.movement.rounds import is_drawn
from director.boards.movement.sections import letter_after
from director.boards.play.plan import choose_plan
from director.boards.play.results.correction import correction
from director.boards.play.seats.entrants import players_as
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal, act_kept
from director.errors import DeskError
from director.models import Entry, EntryPlayer, Event, Plan, Section, Session


def add_section(*, section: Section, letter: str, user: User | None = None) -> Section:
    """Add the section called *letter* to the session of *section*, without a movement, and return
    it.

    A section that is there already is returned as it is, since a button may be pressed twice.

    :raises DeskError: unless *letter* is the next one, or if the event was played elsewhere
    :raises FinalError: if the results are final
    """
    with correction(section=section, user=user):
        session = _lock_session(section.session)
        sections = {each.letter: each for each in session.sections.all()}
        if letter in sections:
            return sections[letter]
        _refuse_elsewhere(session.event)
        if not letter or letter != letter_after(list(sections)[-1]):
            raise DeskError(BoardSentences.NOT_NEXT_SECTION, letter=letter)
        added = Section(session=session, letter=letter)
        with _act(session, f"Section {letter} added to session {session.number}.", user) as journal:
            journal.create(added)
    return added


def remove_section(*, section: Section, user: User | None = None) -> None:
    """Take *section* out of its session, with its movement and names.

    :raises DeskError: if it is the only one of the session, or anything was entered in it
    :raises FinalError: if the results are final
    """
    others = Section.objects.filter(session_id=section.session_id).exclude(pk=section.pk)
    stays = others.first()
    if stays is None:
        raise DeskError(BoardSentences.ONLY_SECTION, letter=section.letter)
    with correction(section=stays, user=user):
        session = _lock_session(section.session)
        _refuse_entered(Section.objects.filter(pk=section.pk))
        with _act(
            session, f"Section {section.letter} removed from session {session.number}.", user
        ) as journal:
            journal.delete(Section.objects.filter(pk=section.pk))


def add_session(
    *, section: Section, number: int, is_seated: bool, user: User | None = None
) -> Session:
    """Add session *number* to the event of *section*, and return it.

    It has the sections and movements of the last one.

    *is_seated*: everybody sits as in the last session, and each pair goes on as the one it was
    there; otherwise the places are empty.  A session that is there already is returned as it is.

    :raises DeskError: unless *number* is the next one, or if the event was played elsewhere
    :raises FinalError: if the results are final
    """
    with correction(section=section, user=user):
        event = section.session.event
        last = _lock_session(event.sessions.order_by("number").last() or section.session)
        if 1 <= number <= last.number:
            return event.sessions.get(number=number)
        _refuse_elsewhere(event)
        if number != last.number + 1:
            raise DeskError(BoardSentences.NOT_NEXT_SESSION, number=last.number + 1)
        _refuse_drawn(last)
        session = Session(event=event, number=number, round_minutes=last.round_minutes)
        with _act(last, f"Session {number} added.", user) as journal:
            journal.create(session)
            for former in last.sections.all():
                _section_continue(former, session, journal, is_seated=is_seated)
        session.refresh_from_db()
        session.round_minutes = last.round_minutes
        session.save(update_fields=["round_minutes"])
    return session


def remove_session(*, session: Session, user: User | None = None) -> None:
    """Take the last session out of its event, with its movements and names.

    :raises DeskError: if it is the only one or not the last one, or anything was entered in it
    :raises FinalError: if the results are final
    """
    others = Section.objects.filter(session__event=session.event_id).exclude(session=session)
    stays = others.first()
    if stays is None:
        raise DeskError(BoardSentences.ONLY_SESSION)
    with correction(section=stays, user=user):
        last = _lock_session(session)
        if Session.objects.filter(event_id=session.event_id, number__gt=session.number).exists():
            raise DeskError(BoardSentences.NOT_LAST_SESSION, number=session.number)
        _refuse_entered(session.sections.all())
        with _act(last, f"Session {session.number} removed.", user) as journal:
            journal.delete(Session.objects.filter(pk=session.pk))


def _act(session: Session, words: str, user: User | None) -> AbstractContextManager[Journal]:
    """Keep what is added or removed inside as an act of the event, which a correction has locked."""
    return act_kept(event=session.event, kind=SECTIONS, words=words, user=user)


def _section_continue(
    former: Section, session: Session, journal: Journal, *, is_seated: bool
) -> None:
    """Make the section of *session* that follows *former*: its movement and, if wanted, its people."""
    section = Section(session=session, letter=former.letter)
    journal.create(section)
    plan = former.plan
    if plan is None:
        return
    choose_plan(section=section, movement=plan_movement(plan))
    if not is_seated:
        return
    before = {entry.pair_no: entry for entry in former.entries.prefetch_related("entry_players")}
    players = []
    entries = [entry for entry in section.entries.all() if entry.pair_no in before]
    for entry in entries:
        entry.continues = before[entry.pair_no]  # by its number where nobody gave names
        entry.name = before[entry.pair_no].name
        players += players_as(entry, before[entry.pair_no].entry_players.all())
    Entry.objects.bulk_update(entries, ["continues", "name"])
    EntryPlayer.objects.bulk_create(players)


def _refuse_elsewhere(event: Event) -> None:
    if event.source:
        raise DeskError(BoardSentences.PLAYED_ELSEWHERE, name=event.name)


def _refuse_drawn(last: Session) -> None:
    """Refuse to play rounds a second time that were drawn from what had happened by then."""
    for plan in Plan.objects.filter(section__session=last, in_force=True):
        if is_drawn(plan.key):
            raise DeskError(BoardSentences.DRAWN_GOES_ON, name=plan.name)


def _refuse_entered(sections: QuerySet[Section]) -> None:
    """Refuse to delete entries of *sections*.

    An entry that was removed or undone is also a record.
    """
    for section in sections.select_related("session"):
        if (
            section.results.exists()
            or section.acts.filter(kind__in=BOARD_PLAY).exists()
            or section.rulings.exists()
        ):
            if section.session.is_one_of_several:
                of = f" of session {section.session.number}"
            else:
                of = ""
            raise DeskError(BoardSentences.ENTERED_HERE, letter=section.letter, session=of)


@transaction.atomic
def _lock_session(session: Session) -> Session:
    """Lock *session* until the transaction ends, and return it as it is stored."""
    return (
        Session.objects.select_for_update(of=("self",)).select_related("event").get(pk=session.pk)
    )
