"""Signing in and out, one-time links for accounts, and the directors' page of accounts.

Nobody can register: a director creates a *link* for a role, and whoever opens it first makes an
account. A *device* is a browser that is signed in.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from director.core.base.address import get_address_context
from director.core.base.program import get_program_call
from director.core.base.requests import DeskRequest
from director.core.base.roles import MAY, Role, get_role, require_role_to_read, require_role_to_send
from director.core.club.accounts import (
    LINK_DAYS,
    change_account_role,
    close_account,
    fetch_open_invitations,
    fetch_sign_in_log,
    find_account,
    find_invited_user,
    find_welcome_user,
    invite_account,
    is_set_up,
    join_account,
    list_account_rows,
    make_sign_in_lines,
    reopen_account,
    sign_out_devices,
    withdraw_link,
)
from director.core.club.accounts import fetch_accounts as every_account
from director.core.club.club import set_up_club
from director.core.club.sign_in_limits import record_link_use, remember_browser
from director.core.pages.accounts.forms import AccountForm, RoleForm, SignInForm, WelcomeForm
from director.errors import DeskError

BACKEND = "django.contrib.auth.backends.ModelBackend"
INVITE = "invite"
"""The key in the session of a link that is to be shown once."""
LINES_PER_PAGE = 25


class SignIn(LoginView):
    """Ask for name and password, then open the requested page."""

    template_name = "core/accounts/sign_in.html"
    form_class = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add how a command is typed, and whether anybody has an account to sign in with."""
        more = {"program": get_program_call(), "is_set_up": is_set_up()}
        return super().get_context_data(**kwargs) | more

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign the account in, and remember this browser for it."""
        response = super().form_valid(form)
        remember_browser(self.request, response, form.get_user())
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the form with its errors, or with the time to wait."""
        wait_seconds = form.wait if isinstance(form, SignInForm) else 0
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
    status = 422 if form.errors else 200
    return render(request, "core/accounts/welcome.html", {"form": form}, status=status)


@login_not_required
@never_cache
def join(request: HttpRequest, uid: str, token: str) -> HttpResponse:
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
        context |= {"role": role, "words": MAY[role]}
    status = 422 if form.errors else 200
    return render(request, "core/accounts/join.html", context, status=status)


def _sign_in_by_link(request: HttpRequest, user: User) -> HttpResponse:
    record_link_use(name=user.username, address=request.META.get("REMOTE_ADDR", ""))
    login(request, user, backend=BACKEND)
    response = redirect("tonight")
    remember_browser(request, response, user)
    return response


@require_role_to_read(Role.DIRECTOR)
@never_cache
@require_safe
def show_accounts(request: DeskRequest) -> HttpResponse:
    """Show the accounts and the links that aren't used yet."""
    return _render_accounts_page(request)


@require_POST
def create_account_link(request: DeskRequest) -> HttpResponse:
    """Create a one-time link for an account of the chosen role, and show it once."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _render_accounts_page(request, form=form)
    role: Role = form.cleaned_data["role"]
    path = invite_account(role=role)
    # The page shows the address in a field, so a message wouldn't do.
    request.session[INVITE] = {"path": path, "role": role.label}
    return redirect("accounts")


@require_POST
def withdraw_account_link(request: DeskRequest, account_id: int) -> HttpResponse:
    """Withdraw a waiting link."""
    if withdraw_link(account_id=account_id):
        messages.success(request, "Link withdrawn. Nobody can use it now.")
    else:
        messages.warning(request, "This link was already used or withdrawn.")
    return redirect("accounts")


@require_POST
def set_account_role(request: DeskRequest, account_id: int) -> HttpResponse:
    """Give an account another role."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _render_accounts_page(request, error_text=str(form.errors["role"][0]))
    role: Role = form.cleaned_data["role"]

    def change_role() -> str:
        account = change_account_role(account_id=account_id, role=role)
        return f"{account.username} is now a {role.label}."

    return _change_account(request, account_id, change_role, keeps_access=role is Role.DIRECTOR)


@require_POST
def shut_account(request: DeskRequest, account_id: int) -> HttpResponse:
    """Close an account."""

    def close() -> str:
        account = close_account(account_id=account_id)
        return f"{account.username}’s account is closed and signed out everywhere."

    return _change_account(request, account_id, close, keeps_access=False)


@require_POST
def reopen_closed_account(request: DeskRequest, account_id: int) -> HttpResponse:
    """Reopen a closed account."""

    def reopen() -> str:
        account = reopen_account(account_id=account_id)
        return f"{account.username} can sign in again with the same password."

    return _change_account(request, account_id, reopen)


@require_POST
def sign_out_account_devices(request: DeskRequest, account_id: int) -> HttpResponse:
    """Sign an account out on all devices, except for the one that asks."""

    def sign_out() -> str:
        account = find_account(account_id)
        this_session = request.session.session_key if account == request.user else None
        count = sign_out_devices(user=account, but=this_session)
        return f"{account.username} is signed out on {_format_devices(count)}."

    return _change_account(request, account_id, sign_out)


@require_role_to_send(Role.VIEWER)
@require_POST
def sign_out_own_devices(request: DeskRequest) -> HttpResponse:
    """Sign the user out on all other devices, and on this one if the form has ``here``."""
    count = sign_out_devices(user=request.user, but=request.session.session_key)
    if "here" in request.POST:
        return SignOut.as_view()(request)
    messages.success(request, f"You’re signed out on {_format_devices(count, 'other ')}.")
    return redirect("own_password")


def _format_devices(count: int, qualifier: str = "") -> str:
    plural = "" if count == 1 else "s"
    return f"{count} {qualifier}device{plural}"


def _change_account(
    request: DeskRequest, account_id: int, act: Callable[[], str], *, keeps_access: bool = True
) -> HttpResponse:
    """Run *act* and show its message, or the error.

    *keeps_access* is whether the changed account may still see this page.
    """
    try:
        message = act()
    except DeskError as error:
        return _render_accounts_page(request, error_text=str(error))
    next_page = "accounts"
    if not keeps_access and account_id == request.user.pk:
        next_page = "club"
        request.user.refresh_from_db()
        if not request.user.is_active:
            # Before the message, which is kept in the session.
            logout(request)
    messages.success(request, message)
    return redirect(next_page)


def _render_accounts_page(
    request: DeskRequest, *, form: RoleForm | None = None, error_text: str = ""
) -> HttpResponse:
    invite = request.session.pop(INVITE, None)
    if invite:
        invite |= get_address_context(request, invite["path"])
    context = {
        "nav": "club",
        "tab": "accounts",
        "accounts": list_account_rows(),
        "roles": [(role, role.label) for role in reversed(Role)],
        "form": form or RoleForm(),
        "refused": error_text,
        "invite": invite,
        # A link is stored as an account that nobody has joined yet.
        "waiting": [
            (user.pk, get_role(user), user.date_joined) for user in fetch_open_invitations()
        ],
        "days": LINK_DAYS,
    }
    status = 422 if error_text or (form and form.errors) else 200
    return render(request, "core/accounts.html", context, status=status)


@require_role_to_read(Role.DIRECTOR)
@never_cache
@require_safe
def show_sign_ins(request: DeskRequest) -> HttpResponse:
    """Show the log of sign-ins."""
    page = Paginator(fetch_sign_in_log(), LINES_PER_PAGE).get_page(request.GET.get("page"))
    # The log has names as they were typed.
    names = {account.username.casefold(): account.username for account in every_account()}
    context = {
        "nav": "club",
        "tab": "accounts",
        "pages": page,
        "sign_ins": make_sign_in_lines(page, names),
    }
    return render(request, "core/accounts/sign_ins.html", context)
