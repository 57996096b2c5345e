"""The club's pages, and the own account."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from director.core.base.address import frame_around
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, read_by, sent_by
from director.core.base.sentences import DeskSentences
from director.core.club.accounts.limits import browser_of
from director.core.club.accounts.read import devices_counted, directors
from director.core.club.club import change_club, club_here
from director.core.files.backups.folder import copy_missing
from director.core.pages.accounts.forms import PARTS, ClubChangeForm, OwnPasswordForm
from director.errors import DeskError

FIELDS = {"club_name": "name"}  # the others are called as in the model


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club(request: DeskRequest) -> HttpResponse:
    """Show the club's name, paper and public pages. A POST changes them."""
    return _part(request, "club")


@never_cache
@read_by(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def club_phones(request: DeskRequest) -> HttpResponse:
    """Show the Wi-Fi for players' phones. A POST changes it."""
    return _part(request, "club_phones")


@never_cache
@read_by(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def club_numbers(request: DeskRequest) -> HttpResponse:
    """Show the membership numbers in use. A POST changes them."""
    return _part(request, "club_numbers")


def _part(request: DeskRequest, part: str) -> HttpResponse:
    here = club_here()
    as_is = {name: getattr(here, FIELDS.get(name, name)) for name in PARTS[part]}
    form = ClubChangeForm(request.POST or None, part=part, initial=as_is)
    if request.method == "POST" and form.is_valid():
        changes = {
            FIELDS.get(name, name): value
            for name, value in form.cleaned_data.items()
            if value is not None
        }
        try:
            change_club(club=here, **changes)
        except DeskError as error:
            form.add_error(
                "sent_body" if error.code == DeskSentences.BODY_UNKNOWN.code else "club_name",
                str(error),
            )
        else:
            messages.success(request, "Saved.")
            return redirect(part)
    context = {
        "nav": "club",
        "tab": part,
        "form": form,
        "directors": directors(),
        "copy_missing": copy_missing(),
    }
    context["snippet"] = frame_around(request, reverse("embedded_latest"))
    status = 422 if form.errors else 200
    return render(request, "core/club/club.html", context, status=status)


@sent_by(Role.VIEWER)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_password(request: DeskRequest) -> HttpResponse:
    """Show the user's account. A POST changes the password and signs other browsers out."""
    form = OwnPasswordForm(
        request.POST or None,
        user=request.user,
        address=request.META.get("REMOTE_ADDR", ""),
        browser=browser_of(request, request.user.username),
    )
    if request.method == "POST" and form.is_valid():
        request.user.set_password(form.cleaned_data["password"])
        request.user.save()
        update_session_auth_hash(request, request.user)
        messages.success(request, "Password changed. Your other devices are signed out.")
        return redirect("own_password")
    context = {"form": form, "devices": devices_counted([request.user])[request.user.pk]}
    status = 422 if form.errors else 200
    return render(request, "core/accounts/own.html", context, status=status)
