"""The club's page: its name and paper, its directors, the own password."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from director.core import sentences
from director.core.accounts.forms import ClubChangeForm, OwnPasswordForm
from director.core.accounts.limits import browser_of
from director.core.accounts.read import devices_counted, directors
from director.core.accounts.roles import Role, sent_by
from director.core.address import frame_around
from director.core.backups.folder import backup_files, copy_missing
from director.core.club.write import club_change, club_here
from director.core.requests import DeskRequest
from director.errors import DeskError
from director.models import Club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club(request: DeskRequest) -> HttpResponse:
    """Show the club; a POST gives it another name or paper."""
    here = club_here()
    form = ClubChangeForm(request.POST or None, initial=_as_is(here))
    if request.method == "POST" and form.is_valid():
        try:
            data = form.cleaned_data
            wifi = (data["wifi_name"], data["wifi_code"])
            club_change(
                club=here,
                name=data["club_name"],
                paper=data["paper"],
                memory_weeks=data["memory_weeks"],
                wifi=wifi,
                bodies=(data["number_body"], data["sent_body"]),
                is_indexed=data["is_indexed"],
            )
        except DeskError as error:
            form.add_error("sent_body" if error.code == sentences.BODY_UNKNOWN.code else "club_name", str(error))
        else:
            messages.success(request, f"The club is {here.name} and prints on {here.get_paper_display()}.")
            return redirect("club")
    return _page(request, club_form=form)


@sent_by(Role.VIEWER)
@require_POST
def own_password(request: DeskRequest) -> HttpResponse:
    """Give whoever is signed in a new password; other browsers are signed out by it."""
    form = OwnPasswordForm(
        request.POST,
        user=request.user,
        address=request.META.get("REMOTE_ADDR", ""),
        browser=browser_of(request, request.user.username),
    )
    if not form.is_valid():
        return _page(request, password_form=form)
    request.user.set_password(form.cleaned_data["password"])
    request.user.save()
    update_session_auth_hash(request, request.user)
    messages.success(request, "Your new password is stored. Wherever else you were signed in, you are signed out.")
    return redirect("club")


def _as_is(here: Club) -> dict[str, object]:
    names = ("paper", "memory_weeks", "wifi_name", "wifi_code", "number_body", "sent_body", "is_indexed")
    return {"club_name": here.name} | {name: getattr(here, name) for name in names}


def _page(
    request: DeskRequest, *, club_form: ClubChangeForm | None = None, password_form: OwnPasswordForm | None = None
) -> HttpResponse:
    here = club_here()
    club_form = club_form or ClubChangeForm(initial=_as_is(here))
    password_form = password_form or OwnPasswordForm(user=request.user)
    context = {
        "nav": "club",
        "club_form": club_form,
        "password_form": password_form,
        "directors": directors(),
        "devices": devices_counted([request.user])[request.user.pk],
        "snippet": frame_around(request, reverse("embedded_latest")),
        "latest_backup": next(iter(backup_files()), None),
        "copy_missing": copy_missing(),
    }
    return render(request, "core/club.html", context, status=422 if club_form.errors or password_form.errors else 200)
