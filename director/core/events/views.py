"""Home: tonight's sessions, recent nights, and starting a new one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from director.core.club.write import club_here
from director.core.events.forms import EventForm
from director.core.events.read import days_of_tonight, nights_recent
from director.core.events.write import event_change as change
from director.core.events.write import event_put_back, event_remove
from director.errors import DeskError
from director.kinds import event_kinds, kind_of
from director.models import Event, Session
from director.models.event import SectionPlace


def tonight(request: HttpRequest) -> HttpResponse:
    """Show the sessions of tonight with one next action each, then recent nights."""
    days = days_of_tonight(timezone.now())
    context = {
        "nav": "tonight",
        "nights": [night for day in days for kind in event_kinds() for night in kind.tonight(day)],
        "recent": nights_recent(but=days, limit=8),
    }
    return render(request, "core/tonight.html", context)


def nights(request: HttpRequest) -> HttpResponse:
    """Show every night, also those taken off the lists."""
    removed = Event.objects.filter(removed_at__isnull=False)
    return render(request, "core/nights.html", {"nav": "nights", "recent": nights_recent(), "removed": removed})


def event_new(request: HttpRequest) -> HttpResponse:
    """Ask what the night is called and start it."""
    form = EventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        kind = data["kind"]
        session = kind.start(club=club_here(), name=data["name"], on=data["date"], game=data["game"])
        return redirect(kind.home(SectionPlace(session.pk)), session_id=session.pk)
    context = {"nav": "tonight", "form": form}
    return render(request, "core/events/new.html", context, status=422 if form.errors else 200)


def event_change(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show what a night is called, when it is and what is played; a POST changes it."""
    event = get_object_or_404(Event, pk=event_id)
    initial = {"name": event.name, "date": event.date, "game": f"{kind_of(event).prefix}{event.game}"}
    form = EventForm(request.POST or None, initial=initial, event=event)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            change(event=event, name=data["name"], on=data["date"], game=data.get("game", ""))
        except DeskError as error:
            form.add_error("game", str(error))
        else:
            messages.success(request, f"{event.name} of {event.date:%d %B %Y} is saved.")
            return redirect("session_open", session_id=event.last_session)
    context = {"nav": "nights", "form": form, "event": event, "called": initial["name"]}
    return render(request, "core/events/change.html", context, status=422 if form.errors else 200)


@require_POST
def event_off(request: HttpRequest, event_id: int) -> HttpResponse:
    """Take a night off the lists; nothing is deleted."""
    event = event_remove(event=get_object_or_404(Event, pk=event_id))
    messages.warning(request, f"{event.name} of {event.date:%d %B %Y} is off the lists. Put it back under Nights.")
    return redirect("nights")


@require_POST
def event_back(request: HttpRequest, event_id: int) -> HttpResponse:
    """Put a night back on the lists."""
    event = event_put_back(event=get_object_or_404(Event, pk=event_id))
    messages.success(request, f"{event.name} of {event.date:%d %B %Y} is back.")
    return redirect("nights")


@require_safe
def session_open(_request: HttpRequest, session_id: SectionPlace) -> HttpResponse:
    """Go to the step of the session, or of one of its sections, that needs the director."""
    session = get_object_or_404(Session.objects.select_related("event__club"), pk=session_id.session_id)
    if session_id.letter and not session.sections.exists():
        raise Http404("A party has no sections.")
    return redirect(kind_of(session.event).home(session_id), session_id=session_id)
