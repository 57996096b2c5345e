"""The practice event: starting it, doing the tedious part of a step, and deleting it."""

import random
from collections.abc import Iterator
from datetime import date

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from director.boards.contests import Entrant
from director.boards.demo import InventedBoard
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import import_result
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import create_event
from director.core.base.demo import FIRST_NAMES, LAST_NAMES
from director.core.base.requests import DeskRequest
from director.core.base.versions import count_club_change
from director.models import Club, Event, Person, Section, Session
from director.names import make_name_key

NAME = "Practice"


def find_practice_session() -> Session | None:
    """Return the session of the practice event, or None if there is none."""
    return Session.objects.filter(event__club__is_practice=True).first()


def start_practice(*, on: date) -> Session:
    """Return the session of the practice event, a new one of pairs if there is none."""
    with transaction.atomic():
        club = Club.objects.filter(is_practice=True).first() or _create_practice_club()
        return find_practice_session() or create_event(club=club, name=NAME, date=on)


def _create_practice_club() -> Club:
    taken = set(Club.objects.values_list("name", flat=True))
    name = next(name for name in (NAME, f"{NAME} (Kalamazoo)") if name not in taken)
    return Club.objects.create(name=name, is_practice=True)


def store_practice_names(section: Section) -> int:
    """Seat an invented pair at every empty place, and return how many there were."""
    empty = list(section.entries.filter(entry_players__isnull=True))
    taken = set(
        Person.objects.filter(club=section.session.event.club).values_list("name_key", flat=True)
    )
    names = (f"{first} {last}" for first, last in _generate_names())
    people = (name for name in names if make_name_key(name) not in taken)
    pairs = [(entry.pair_no, Entrant((next(people), next(people)))) for entry in empty]
    if pairs:
        return name_entries(section=section, pairs=pairs)
    return 0


def _generate_names() -> Iterator[tuple[str, str]]:
    """Yield first and last names, all of both before any of them comes a second time."""
    firsts, lasts = FIRST_NAMES.split(), LAST_NAMES.split()
    for turn in range(len(lasts)):
        yield from zip(firsts, lasts[turn:] + lasts[:turn], strict=True)


def store_practice_results(section: Section, *, user: User | None) -> int:
    """Enter an invented result on every empty line, and return how many there were."""
    lines = fetch_section_lines(section)
    draw = random.Random(section.pk)  # noqa: S311  invented cards, not a secret
    entered = 0
    with transaction.atomic():
        for board_no in lines.boards:
            board = InventedBoard(draw)
            for line in lines.get_board_lines(board_no):
                if not line.text:
                    import_result(section=section, line=line, text=board.result(), user=user)
                    entered += 1
    return entered


def delete_practice() -> None:
    """Delete the practice event and the people invented for it."""
    with transaction.atomic():
        Event.objects.filter(club__is_practice=True).delete()
        Person.objects.filter(club__is_practice=True).delete()
        for club in Club.objects.filter(is_practice=True):
            count_club_change(club.pk)


@require_POST
def open_practice(_request: HttpRequest) -> HttpResponse:
    """Open the practice event, a new one if there is none."""
    return redirect("session_field", session_id=start_practice(on=timezone.localdate()).pk)


@require_POST
def fill_practice(request: DeskRequest, step: str) -> HttpResponse:
    """Fill in the names or the results of the practice event.

    404 if there is none.
    """
    session = find_practice_session()
    if session is None or step not in ("seats", "scores"):
        raise Http404
    section = fetch_section(session.pk)
    if step == "seats":
        messages.success(request, f"Names entered for {store_practice_names(section)} pairs.")
    else:
        messages.success(
            request, f"{store_practice_results(section, user=request.user)} results entered."
        )
    return redirect(f"session_{step}", session_id=session.pk)


@require_POST
def remove_practice(request: HttpRequest) -> HttpResponse:
    """Delete the practice event and go home."""
    delete_practice()
    messages.success(request, "Practice event deleted.")
    return redirect("tonight")
