"""The question before an act changes published standings: who gets another place or total.

A result that somebody typed is its own answer. Any other act, such as a void match, a withdrawn
ruling or cleared names, shows first what it changes.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib.messages import get_messages
from django.db import transaction
from django.http import HttpResponse

from director.core.base.requests import DeskRequest
from director.core.base.standings_versions import RankChange, StandingsGroups, list_rank_changes
from director.core.night.history import fetch_last_undo_number, filter_acts_in_force
from director.core.night.journal import fetch_last_act_number, lock_event
from director.core.pages.history import CONFIRMED_FIELD, render_question
from director.event_kinds import EndedKindError, get_event_kind
from director.models import Event
from director.models.event import SectionRef
from scoring.errors import ScoringError

MAX_LISTED = 12
"""Contestants that the question lists: those whose place changes first. Others are counted."""

REMOVE_BUTTON = "take-out"
"""The name of the button that removes a stored result of a party."""

_SessionView = Callable[..., HttpResponse]


def ask_before_standings_change(view: _SessionView) -> _SessionView:
    """Decorate a *view* of a session so that a POST asks before it changes published standings."""

    @wraps(view)
    def asking_view(request: DeskRequest, ref: SectionRef | int, **url_kwargs: Any) -> HttpResponse:
        def act() -> HttpResponse:
            return view(request, ref=ref, **url_kwargs)

        if request.method != "POST":
            return act()
        session_pk = ref.session_id if isinstance(ref, SectionRef) else ref
        event = Event.objects.filter(sessions=session_pk).select_related("club").first()
        return confirm_standings_change(request, event, act)

    return asking_view


def ask_before_removal(view: _SessionView) -> _SessionView:
    """Decorate a *view* of a session so that its button to remove a result asks, as others do."""
    asking_view = ask_before_standings_change(view)

    @wraps(view)
    def removing_view(request: DeskRequest, **url_kwargs: Any) -> HttpResponse:
        if REMOVE_BUTTON in request.POST:
            return asking_view(request, **url_kwargs)
        return view(request, **url_kwargs)

    return removing_view


def confirm_published_change(
    request: DeskRequest, event: Event, act: Callable[[], HttpResponse], *, verb: str
) -> HttpResponse:
    """Return the response of *act*, or a question if *event* has published standings.

    For an act that changes what visitors read, such as a name, even if nobody gets another place.
    """
    if not event.is_published or not _read_standings(event):
        return act()
    return confirm_standings_change(request, event, act, verb=verb)


def confirm_standings_change(
    request: DeskRequest, event: Event | None, act: Callable[[], HttpResponse], *, verb: str = ""
) -> HttpResponse:
    """Return the response of *act*, or a question if it would change published standings of *event*.

    With a *verb*, the label of the button, the question is asked before publishing too. What the act
    changes is known once it is done, so it is done and rolled back.
    """
    needs_question = event is not None and not event.is_final and (event.is_published or bool(verb))
    if event is None or not needs_question or request.POST.get(CONFIRMED_FIELD):
        return act()
    with transaction.atomic():
        event = lock_event(event)
        previous_standings = _read_standings(event)
        last_numbers = (fetch_last_act_number(event), fetch_last_undo_number(event))
        response = act()
        changes = list_rank_changes(previous_standings, _read_standings(event))
        description = _describe_acts(event, *last_numbers)
        if not changes and not (verb and description):
            return response
        transaction.set_rollback(True)
    # The act wasn't done, so its messages aren't true.
    getattr(get_messages(request), "_queued_messages", []).clear()
    return _render_standings_question(request, event, description, changes, verb)


def _read_standings(event: Event) -> StandingsGroups:
    """Return the stored standings of *event*, empty if they can't be scored."""
    try:
        return get_event_kind(event).make_standings_snapshot(event).standings
    except (EndedKindError, ScoringError):
        return ()


def _describe_acts(event: Event, last_act_no: int, last_undo_no: int) -> str:
    """Return what was done and undone in *event* since these numbers, as the history words it."""
    new_acts = filter_acts_in_force(event.acts.filter(number__gt=last_act_no)).order_by("number")
    undone_acts = event.acts.filter(undone_no__gt=last_undo_no).order_by("undone_no")
    sentences = [act.words for act in new_acts]
    sentences += [f"Undo: {act.words}" for act in undone_acts]
    return " ".join(sentences)


def _render_standings_question(
    request: DeskRequest, event: Event, description: str, changes: list[RankChange], verb: str
) -> HttpResponse:
    consequence = ""
    if changes:
        standings_text = "published standings" if event.is_published else "the standings"
        consequence = f"This changes {standings_text}."
    elif event.is_published:
        consequence = "The results are published, and visitors see the change at once."
    # The sort is stable, so changes of a kind stay in the order of the standings.
    changes.sort(key=lambda change: change.previous_rank == change.new_rank)
    context = {
        "question": " ".join(filter(None, (description, consequence, "Nothing is saved yet."))),
        "verb": verb or "Change standings",
        "button_class": "danger",
        "back": _get_previous_address(request, event),
        "moved": changes[:MAX_LISTED],
        "further_count": max(len(changes) - MAX_LISTED, 0),
    }
    return render_question(request, context, answer="1")


def _get_previous_address(request: DeskRequest, event: Event) -> str:
    """Return the page with the pressed button, for *Cancel*."""
    referer = urlsplit(request.headers.get("Referer", ""))
    if not referer.path:
        return get_event_kind(event).get_results_address(event)
    # Only the path, so that a forged Referer can't lead to another site.
    query = f"?{referer.query}" if referer.query else ""
    return f"/{referer.path.lstrip('/')}{query}"
