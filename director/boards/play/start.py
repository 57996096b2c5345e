"""Create an event that is played with boards, and change its game."""

from datetime import date
from typing import Any

from django.db import transaction

from director.boards.contests import CONTESTS, PAIRS
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.models import Club, Event, Result, Section, Session
from scoring import usual_method


def create_event(
    *,
    club: Club,
    name: str,
    on: date,
    game: str = "bridge",
    contest: str = PAIRS.key,
    **settings: Any,
) -> Session:
    """Create an event of *club* with one section, played on the day *on*. Return its session.

    *settings* are further fields of the event.
    """
    with transaction.atomic():
        scoring = usual_method(game, CONTESTS[contest].plays).key
        event = Event(
            club=club,
            name=name,
            date=on,
            contest=contest,
            game=game,
            scoring=scoring,
            **settings,
        )
        event.full_clean()
        event.save()
        session = Session.objects.create(event=event)
        Section.objects.create(session=session)
    return session


def set_game(*, event: Event, game: str) -> None:
    """Set another *game* of *event* with its usual scoring, without saving the event.

    :raises DeskError: if the event has results
    """
    if has_event_results(event):
        raise DeskError(
            BoardSentences.GAME_FIXED, event=event.name, game=event.get_game_display().lower()
        )
    event.game = game
    event.scoring = usual_method(game, CONTESTS[event.contest].plays).key
    # Options belong to the former method.
    event.scoring_options = {}


def has_event_results(event: Event) -> bool:
    """Return whether *event* has a result, or a board to be played later."""
    return Result.objects.filled().filter(section__session__event=event).exists()
