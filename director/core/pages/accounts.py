"""The directors' page of accounts, and who signed in.

Nobody can register: a director creates a *link* for a role, and whoever opens it first makes an
account. A *device* is a browser that is signed in.
"""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth import logout
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from director.core.base.address import make_address_context
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, get_role, require_role_to_read, require_role_to_send
from director.core.club.accounts import (
    LINK_DAYS,
    change_account_role,
    close_account,
    fetch_account,
    fetch_open_invitations,
    fetch_sign_in_log,
    invite_account,
    list_account_rows,
    make_sign_in_rows,
    reopen_account,
    sign_out_devices,
    withdraw_link,
)
from director.core.club.accounts import fetch_accounts as every_account
from director.core.pages.account_forms import RoleForm
from director.core.pages.sign_in import SignOut
from director.errors import DeskError

INVITE_SESSION_KEY = "invite"
"""The key in the session of a link that is to be shown once."""
LINES_PER_PAGE = 25


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
    request.session[INVITE_SESSION_KEY] = {"path": path, "role": role.label}
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

    return _change_account(request, account_id, change_role, has_access_after=role is Role.DIRECTOR)


@require_POST
def close_listed_account(request: DeskRequest, account_id: int) -> HttpResponse:
    """Close an account."""

    def close() -> str:
        account = close_account(account_id=account_id)
        return f"{account.username}’s account is closed and signed out everywhere."

    return _change_account(request, account_id, close, has_access_after=False)


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
        account = fetch_account(account_id)
        current_session_key = request.session.session_key if account == request.user else None
        count = sign_out_devices(user=account, except_key=current_session_key)
        return f"{account.username} is signed out on {_format_device_count(count)}."

    return _change_account(request, account_id, sign_out)


@require_role_to_send(Role.VIEWER)
@require_POST
def sign_out_own_devices(request: DeskRequest) -> HttpResponse:
    """Sign the user out on all other devices, and on this one if the form has ``here``."""
    count = sign_out_devices(user=request.user, except_key=request.session.session_key)
    if "here" in request.POST:
        return SignOut.as_view()(request)
    messages.success(request, f"You’re signed out on {_format_device_count(count, 'other ')}.")
    return redirect("own_password")


def _format_device_count(count: int, qualifier: str = "") -> str:
    plural = "" if count == 1 else "s"
    return f"{count} {qualifier}device{plural}"


def _change_account(
    request: DeskRequest,
    account_id: int,
    change: Callable[[], str],
    *,
    has_access_after: bool = True,
) -> HttpResponse:
    """Run *change* and show its message, or the error.

    *has_access_after* is whether the changed account may still see this page.
    """
    try:
        message = change()
    except DeskError as error:
        return _render_accounts_page(request, error_text=str(error))
    next_page = "accounts"
    if not has_access_after and account_id == request.user.pk:
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
    invite = request.session.pop(INVITE_SESSION_KEY, None)
    if invite:
        invite |= make_address_context(request, invite["path"])
    context = {
        "nav": "club",
        "accounts": list_account_rows(),
        "roles": [(role, role.label) for role in reversed(Role)],
        "form": form or RoleForm(),
        "refused": error_text,
        "invite": invite,
        # A link is stored as an account that nobody has joined yet.
        "open_links": [
            (user.pk, get_role(user), user.date_joined) for user in fetch_open_invitations()
        ],
        "days": LINK_DAYS,
    }
    return render_page(
        request, "core/accounts.html", context, problems=error_text or (form and form.errors)
    )


@require_role_to_read(Role.DIRECTOR)
@never_cache
@require_safe
def show_sign_ins(request: DeskRequest) -> HttpResponse:
    """Show the log of sign-ins."""
    page = Paginator(fetch_sign_in_log(), LINES_PER_PAGE).get_page(request.GET.get("page"))
    # The log has names as they were typed.
    usernames_by_key = {
        account.username.casefold(): account.username for account in every_account()
    }
    context = {
        "nav": "club",
        "pages": page,
        "sign_ins": make_sign_in_rows(page, usernames_by_key),
    }
    return render(request, "core/accounts/sign_ins.html", context)
