"""Starting a night, choosing its scoring, publishing it and taking it off the lists."""

from collections.abc import Mapping
from datetime import date

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from director.boards.results.read.scored import section_scored
from director.boards.results.read.units import settings_for
from director.boards.results.write.correction import correction, section_standings
from director.desk.publish.write import results_close, results_publish
from director.errors import DeskError
from director.models import Club, Event, Result, Section, Session
from scoring import ScoringError, find_method

# Bridge is matchpointed; at whist tricks are compared with the average of the direction.  Step 6 can change it.
DEFAULT_SCORING = {"bridge": "matchpoints", "whist": "average"}


def event_create(*, club: Club, name: str, on: date, game: str = "bridge") -> Session:
    """Return the one session, with one section, of a new event of *club* called *name*, played *on* that day."""
    with transaction.atomic():
        event = Event(club=club, name=name, date=on, game=game, scoring=DEFAULT_SCORING[game])
        event.full_clean()
        event.save()
        session = Session.objects.create(event=event)
        Section.objects.create(session=session)
    return session


def event_change(*, event: Event, name: str, on: date, game: str) -> Event:
    """Give *event* another name or day, or another game with its usual scoring; return it.

    :raises DeskError: if the game changes and results are in
    """
    if game != event.game:
        if event_has_results(event):
            raise DeskError(
                text=f"Results of {event.name} are in, so the game stays {event.get_game_display().lower()}. "
                "Take them out in Scores first, or start a new night."
            )
        event.game, event.scoring, event.scoring_options = game, DEFAULT_SCORING[game], {}
    event.name, event.date = name, on
    event.full_clean()
    event.save(update_fields=["name", "date", "game", "scoring", "scoring_options"])
    return event


def event_has_results(event: Event) -> bool:
    """Return whether any line of *event* is in, be it only put off until later."""
    return Result.objects.filter(section__session__event=event).exclude(text="").exists()


def event_score_by(
    *, section: Section, scoring: str, options: Mapping[str, str], user: AbstractBaseUser | None = None
) -> Event:
    """Score the event of *section* by the method *scoring* from now on; return the event.

    Options that are not given take the method's defaults, and what the game decides is not asked for; all are stored,
    so that a later default changes no result.

    :raises ScoringError: if there is no such method or option, or if the results that are in cannot be scored so
    :raises FinalError: if the results are final
    """
    event = section.session.event
    former = event.scoring, event.scoring_options
    settings = settings_for(find_method(scoring), event.game, options)
    with correction(section=section, user=user):
        event.scoring, event.scoring_options = scoring, settings
        try:
            section_scored(section)
        except ScoringError:
            event.scoring, event.scoring_options = former
            raise
        event.save(update_fields=["scoring", "scoring_options"])
    return event


def event_publish(*, event: Event, user: AbstractBaseUser | None = None, hours: int | None = None) -> Event:
    """Let visitors read the results of *event*, once however often; see :func:`results_publish`."""
    return results_publish(event=event, hours=hours, standings=section_standings, user=user)


def event_unpublish(*, event: Event, user: AbstractBaseUser | None = None) -> Event:
    """Close the results of *event* to visitors, once however often; the time for corrections goes on."""
    return results_close(event=event, standings=section_standings, user=user)


def event_remove(*, event: Event) -> Event:
    """Take *event* off the lists and close it to visitors; everything is kept and can be put back."""
    if event.removed_at:
        return event
    event.removed_at, event.published_at = timezone.now(), None
    event.save(update_fields=["removed_at", "published_at"])
    return event


def event_put_back(*, event: Event) -> Event:
    """Undo :func:`event_remove`; it stays unpublished."""
    event.removed_at = None
    event.save(update_fields=["removed_at"])
    return event
