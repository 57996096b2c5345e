"""The club's page of cards, the user's own account, and the next nights with their files."""

from datetime import timedelta
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from director.core.base.address import detect_program_address, make_frame_html
from director.core.base.forms import DayField, NameField, SettingsForm, TextField
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, can_direct, require_role_to_read, require_role_to_send
from director.core.base.shown_refusals import Refusal, show_refusals_at
from director.core.club.accounts import fetch_device_counts_by_account_id, fetch_director_names
from director.core.club.club import change_club, fetch_public_club, get_or_create_club
from director.core.club.hooks import CLUB_CARDS
from director.core.club.next_nights import (
    CALENDAR_CONTENT_TYPE,
    add_next_night,
    fetch_next_nights,
    fetch_planned_nights,
    remove_next_night,
    write_calendar,
    write_next_nights_feed,
)
from director.core.club.sign_in_limits import fetch_known_browser_id
from director.core.files.backups.folder import list_backup_files, needs_second_copy
from director.core.files.feed import CONTENT_TYPE
from director.core.files.site import fetch_published_events
from director.core.pages.account_forms import OwnPasswordForm
from director.core.pages.club_forms import FIELDS_BY_PART, ClubChangeForm
from director.event_kinds import filter_playable
from director.models import Event, NextNight

SINGLE_KEYS_COOKIE = "single_keys"
"""A browser in which somebody dictates or trembles has no keys without a modifier (WCAG 2.1.4)."""
SINGLE_KEYS_OFF = "off"
COOKIE_AGE = timedelta(days=365)

NIGHTS_PER_MINUTE = 90
"""Nights of the website that an old laptop prepares. A hundred took 65 seconds."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_club(request: DeskRequest) -> HttpResponse:
    """Show what is set for the club, a card each. A POST changes its name, paper and public pages."""
    if request.method == "POST":
        return _change_settings(request, "club")
    return _render_club_page(request)


@never_cache
@require_role_to_read(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_club_part(request: DeskRequest, part: str) -> HttpResponse:
    """Lead to the card of a *part* of the settings. A POST changes what is on it."""
    if request.method == "POST":
        return _change_settings(request, part)
    return redirect(f"{reverse('club')}#{part}")


def _choose_refused_field(refusal: Refusal) -> str:
    return "sent_body" if refusal.code == "body-unknown" else "club_name"


def _change_settings(request: DeskRequest, part: str) -> HttpResponse:
    stored_club = get_or_create_club()
    form = ClubChangeForm(request.POST, part=part, instance=stored_club)
    if form.is_valid():
        changes = form.cleaned_data.copy()
        if "club_name" in changes:
            changes["name"] = changes.pop("club_name")
        # An empty number leaves the setting as it is.
        changes = {name: value for name, value in changes.items() if value is not None}
        with show_refusals_at(form, _choose_refused_field):
            change_club(club=stored_club, **changes)
            messages.success(request, "Saved.")
            return redirect(f"{reverse('club')}?saved={part}#{part}")
    return _render_club_page(request, form)


def _render_club_page(
    request: DeskRequest, refused_form: ClubChangeForm | None = None
) -> HttpResponse:
    club = get_or_create_club()
    context: dict[str, object] = {
        "nav": "club",
        "club": club,  # so that the page doesn't read it again
        "next_nights": fetch_next_nights(club)[:1],
        "directors": fetch_director_names(),
        "backups": list_backup_files()[:1],
        "copy_missing": needs_second_copy(),
        "snippet": make_frame_html(detect_program_address(request), reverse("embedded_latest")),
        "cards": [make_card(club) for make_card in CLUB_CARDS.answers],
    }
    if can_direct(request):
        forms = {part: ClubChangeForm(None, part=part, instance=club) for part in FIELDS_BY_PART}
        if refused_form:
            forms[refused_form.part] = refused_form
        night_count = fetch_published_events(club).count()
        listed_events = filter_playable(Event.objects.filter(club=club, removed_at__isnull=True))
        context |= {
            "forms": forms.values(),
            "saved_form": forms.get(request.GET.get("saved", "")),  # its card shows the messages
            "night_count": night_count,
            "unpublished_count": listed_events.count() - night_count,
            "minutes": round(night_count / NIGHTS_PER_MINUTE),
        }
    problems = refused_form and refused_form.errors
    return render_page(request, "core/club/club.html", context, problems=problems)


@require_role_to_send(Role.VIEWER)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_own_account(request: DeskRequest) -> HttpResponse:
    """Show the user's account. A POST changes the password and signs other browsers out."""
    form = OwnPasswordForm(
        request.POST or None,
        user=request.user,
        address=request.META.get("REMOTE_ADDR", ""),
        browser=fetch_known_browser_id(request, request.user.username),
    )
    if request.method == "POST" and form.is_valid():
        request.user.set_password(form.cleaned_data["password"])
        request.user.save()
        # A new password signs out every browser, except for this one.
        update_session_auth_hash(request, request.user)
        messages.success(request, "Password changed. Your other devices are signed out.")
        return redirect("own_password")
    context = {
        "form": form,
        "devices": fetch_device_counts_by_account_id([request.user])[request.user.pk],
        "has_single_keys": request.COOKIES.get(SINGLE_KEYS_COOKIE) != SINGLE_KEYS_OFF,
    }
    return render_page(request, "core/accounts/own.html", context, problems=form.errors)


@never_cache
@require_role_to_send(Role.VIEWER)
@require_POST
def set_single_keys(request: DeskRequest) -> HttpResponse:
    """Switch the keys without a modifier, such as 5 for Scores, on or off in this browser."""
    is_off = request.POST.get("single_keys") == SINGLE_KEYS_OFF
    messages.success(request, f"Single keys are {'off' if is_off else 'on'} in this browser.")
    response = redirect("own_password")
    if is_off:
        response.set_cookie(
            SINGLE_KEYS_COOKIE,
            SINGLE_KEYS_OFF,
            max_age=COOKIE_AGE,
            samesite="Lax",
            secure=request.is_secure(),
        )
    else:
        response.delete_cookie(SINGLE_KEYS_COOKIE, samesite="Lax")
    return response


class NextNightForm(SettingsForm):
    """Date, game and text of a night to come."""

    date = DayField(label="Date", missing="Choose the day of the night.")
    starts_at = forms.TimeField(
        label="Start (optional)",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Type the start as hours and minutes, such as 19:30."},
    )
    kind = NameField(
        label="Kind",
        max_length=60,
        what="The kind of night",
        missing="Type what is played, such as Duplicate pairs.",
    )
    text = TextField(
        label="Text (optional)", required=False, max_length=200, strip=True, what="The text"
    )

    class Meta:
        model = NextNight
        fields = ("date", "starts_at", "kind", "text", "is_weekly")
        labels: ClassVar = {"is_weekly": "Every week"}


@require_http_methods(["GET", "HEAD", "POST"])
def edit_next_nights(request: DeskRequest) -> HttpResponse:
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
    }
    return render_page(request, "core/next_nights/next_nights.html", context, problems=form.errors)


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
    response = HttpResponse(
        write_calendar(club, fetch_planned_nights(club)), content_type=CALENDAR_CONTENT_TYPE
    )
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
        home_url=request.build_absolute_uri(reverse("published")),
        feed_url=request.build_absolute_uri(reverse("next_nights_feed")),
    )
    return HttpResponse(feed_xml, content_type=CONTENT_TYPE)
