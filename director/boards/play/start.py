"""Starting a night that is played with boards."""

from datetime import date

from django.db import transaction

from director.boards.contests import CONTESTS, PAIRS
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.models import Club, Event, Result, Section, Session
from scoring import usual_method


def create_event(
    *, club: Club, name: str, on: date, game: str = "bridge", contest: str = PAIRS.key
) -> Session:
    """Return the session of a new event of *club*.

    It has one section; the event is called *name* and played *on* that day.
    """
    with transaction.atomic():
        scoring = usual_method(game, CONTESTS[contest].plays).key
        event = Event(club=club, name=name, date=on, contest=contest, game=game, scoring=scoring)
        event.full_clean()
        event.save()
        session = Session.objects.create(event=event)
        Section.objects.create(session=session)
    return session


def change_game_of(*, event: Event, game: str) -> None:
    """Give *event* another game with its usual scoring.

    The caller saves it.

    :raises DeskError: if results are in
    """
    if event_has_results(event):
        raise DeskError(
            BoardSentences.GAME_FIXED, event=event.name, game=event.get_game_display().lower()
        )
    event.game, event.scoring, event.scoring_options = (
        game,
        usual_method(game, CONTESTS[event.contest].plays).key,
        {},
    )


def event_has_results(event: Event) -> bool:
    """Return whether any line of *event* is in, be it only put off until later."""
    return Result.objects.filled().filter(section__session__event=event).exists()
