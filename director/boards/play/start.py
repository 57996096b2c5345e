"""Create an event that is played with boards, and change its game."""

from typing import Any

from django.db import transaction

from director.boards.contests import CONTESTS, PAIRS
from director.boards.movement.lines.section_lines import has_results
from director.errors import DeskError
from director.models import Club, Event, Section, Session
from scoring.registry import usual_method


def create_event(
    *, club: Club, game: str = "bridge", contest: str = PAIRS.key, **settings: Any
) -> Session:
    """Create an event of *club* with one section. Return its session.

    *settings* are further fields of the event, such as name and date. It has the usual scoring of
    its game, unless they name another.
    """
    settings.setdefault("scoring", usual_method(game, CONTESTS[contest].movement_contest).key)
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
    event.scoring = usual_method(game, CONTESTS[event.contest].movement_contest).key
    # Options belong to the former method.
    event.scoring_options = {}
