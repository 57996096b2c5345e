"""The pages by which somebody comes in: first set-up, sign-in and one-time links."""

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from director.core.base.program import read_program_call
from director.core.base.requests import render_page
from director.core.base.roles import ROLE_DESCRIPTIONS, get_role
from director.core.club.accounts import (
    find_invited_user,
    find_welcome_user,
    is_set_up,
    join_account,
)
from director.core.club.club import set_up_club
from director.core.club.sign_in_limits import record_link_use, remember_browser
from director.core.pages.account_forms import AccountForm, SignInForm, WelcomeForm

AUTHENTICATION_BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(LoginView):
    """Ask for name and password, then open the requested page."""

    template_name = "core/accounts/sign_in.html"
    form_class = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add how a command is typed, and whether anybody has an account to sign in with."""
        more = {"program": read_program_call(), "is_set_up": is_set_up()}
        return super().get_context_data(**kwargs) | more

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign the account in, and remember this browser for it."""
        response = super().form_valid(form)
        remember_browser(self.request, response, form.get_user())
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the form with its errors, or with the time to wait."""
        wait_seconds = form.wait_seconds if isinstance(form, SignInForm) else 0
        status = 429 if wait_seconds else 422
        response = self.render_to_response(self.get_context_data(form=form), status=status)
        if wait_seconds:
            response.headers["Retry-After"] = str(wait_seconds)
        return response


class SignOut(LogoutView):
    """Sign out and delete the CSRF cookie, so that cached pages show that they are old."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Sign out and delete the CSRF cookie."""
        response = super().post(request, *args, **kwargs)
        response.delete_cookie(settings.CSRF_COOKIE_NAME, samesite=settings.CSRF_COOKIE_SAMESITE)
        return response


@login_not_required
@never_cache
def set_up_first_account(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Set up the club and the first director's account. The link works once."""
    user = find_welcome_user(uid=uid, token=token)
    if user is None:
        return render(request, "core/accounts/welcome_used.html", status=404)
    form = WelcomeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        set_up_club(
            user=user,
            username=data["username"],
            password=data["password"],
            club_name=data["club_name"],
            paper=data["paper"],
        )
        return _sign_in_by_link(request, user)
    return render_page(request, "core/accounts/welcome.html", {"form": form}, problems=form.errors)


@login_not_required
@never_cache
def join_by_link(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Create an account with the role of its link. The link works once."""
    user = find_invited_user(uid=uid, token=token)
    if user is None:
        return render(request, "core/accounts/join_used.html", status=404)
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        join_account(user=user, username=data["username"], password=data["password"])
        return _sign_in_by_link(request, user)
    role = get_role(user)
    context: dict[str, object] = {"form": form}
    if role:
        context |= {"role": role, "role_description": ROLE_DESCRIPTIONS[role]}
    return render_page(request, "core/accounts/join.html", context, problems=form.errors)


def _sign_in_by_link(request: HttpRequest, user: User) -> HttpResponse:
    record_link_use(name=user.username, address=request.META.get("REMOTE_ADDR", ""))
    login(request, user, backend=AUTHENTICATION_BACKEND)
    response = redirect("tonight")
    remember_browser(request, response, user)
    return response
