"""The next nights: a page of the desk, and files for calendars and feed readers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from director.core.base.requests import DeskRequest
from director.core.club.club import fetch_public_club, get_or_create_club
from director.core.club.next_nights import (
    CALENDAR,
    add_next_night,
    fetch_planned_nights,
    remove_next_night,
    write_calendar,
    write_next_nights_feed,
)
from director.core.files.feed import CONTENT_TYPE
from director.core.pages.next_nights.forms import NextNightForm
from director.models import NextNight


@require_http_methods(["GET", "HEAD", "POST"])
def show_next_nights(request: DeskRequest) -> HttpResponse:
    """List the nights to come. A POST adds one."""
    club = get_or_create_club()
    form = NextNightForm(request.POST or None, initial={"date": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        night = add_next_night(club=club, **form.cleaned_data)
        messages.success(request, f"{night.kind} added.")
        return redirect("next_nights")
    context = {
        "club": club,
        "form": form,
        "nights": fetch_planned_nights(club),
        "nav": "club",
        "tab": "next_nights",
    }
    status = 422 if form.errors else 200
    return render(request, "core/next_nights/next_nights.html", context, status=status)


@require_POST
def delete_next_night(request: DeskRequest, night_id: int) -> HttpResponse:
    """Delete a night to come."""
    night = get_object_or_404(NextNight, pk=night_id, club=get_or_create_club())
    remove_next_night(night=night)
    messages.success(request, f"{night.kind} deleted.")
    return redirect("next_nights")


@login_not_required
@require_safe
def render_calendar(_request: HttpRequest) -> HttpResponse:
    """Answer with the nights to come as an iCalendar file."""
    club = fetch_public_club()
    response = HttpResponse(write_calendar(club, fetch_planned_nights(club)), content_type=CALENDAR)
    response["Content-Disposition"] = 'inline; filename="next-nights.ics"'
    return response


@login_not_required
@require_safe
def render_next_nights_feed(request: HttpRequest) -> HttpResponse:
    """Answer with the nights to come as an Atom feed."""
    club = fetch_public_club()
    feed_xml = write_next_nights_feed(
        club,
        fetch_planned_nights(club),
        home=request.build_absolute_uri(reverse("published")),
        address=request.build_absolute_uri(reverse("next_nights_feed")),
    )
    return HttpResponse(feed_xml, content_type=CONTENT_TYPE)
