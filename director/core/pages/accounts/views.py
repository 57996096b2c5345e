"""Signing in and out, and who may do what."""

from collections.abc import Callable

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

from director.core.base.address import program_address
from director.core.base.requests import DeskRequest
from director.core.base.roles import MAY, Role, read_by, role_of, sent_by
from director.core.club.accounts.limits import browser_known, link_used
from director.core.club.accounts.links import (
    LINK_DAYS,
    invite_account,
    invited_user,
    join_account,
    link_withdraw,
    links_waiting,
    welcome_user,
)
from director.core.club.accounts.read import (
    account_lines,
    devices_sign_out,
    find_account,
    sign_in_lines,
    sign_in_log,
)
from director.core.club.accounts.read import accounts as every_account
from director.core.club.accounts.write import change_account_role, close_account, reopen_account
from director.core.club.club import club_set_up
from director.core.pages.accounts.forms import AccountForm, RoleForm, SignInForm, WelcomeForm
from director.errors import DeskError

# Who may come in: the one-time links for accounts, sign-in and sign-out.

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(LoginView):
    """Ask for name and password and go where the director wanted."""

    template_name = "core/accounts/sign_in.html"
    form_class = SignInForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign the account in, and remember this browser for it."""
        answer = super().form_valid(form)
        browser_known(self.request, answer, form.get_user())
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the form with its errors, or how long to wait."""
        wait = form.wait if isinstance(form, SignInForm) else 0
        status = 429 if wait else 422
        answer = self.render_to_response(self.get_context_data(form=form), status=status)
        if wait:
            answer.headers["Retry-After"] = str(wait)
        return answer


class SignOut(LogoutView):
    """Sign out and delete the cookie, so that cached pages show that they are old."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Sign out and take the cookie of the forms away."""
        answer = super().post(request, *args, **kwargs)
        answer.delete_cookie(settings.CSRF_COOKIE_NAME, samesite=settings.CSRF_COOKIE_SAMESITE)
        return answer


@login_not_required
@never_cache
def welcome(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Make the club and the first director's account, once."""
    user = welcome_user(uid=uid, token=token)
    if user is None:
        return render(request, "core/accounts/welcome_used.html", status=404)
    form = WelcomeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        club_set_up(
            user=user,
            username=data["username"],
            password=data["password"],
            club_name=data["club_name"],
            paper=data["paper"],
        )
        return _come_in(request, user)
    status = 422 if form.errors else 200
    return render(request, "core/accounts/welcome.html", {"form": form}, status=status)


@login_not_required
@never_cache
def join(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Make one more account, of the role its link was made for, once."""
    user = invited_user(uid=uid, token=token)
    if user is None:
        return render(request, "core/accounts/join_used.html", status=404)
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        join_account(user=user, username=data["username"], password=data["password"])
        return _come_in(request, user)
    role = role_of(user)
    context = {"form": form, "role": role, "words": MAY[role]} if role else {"form": form}
    status = 422 if form.errors else 200
    return render(request, "core/accounts/join.html", context, status=status)


def _come_in(request: HttpRequest, user: User) -> HttpResponse:
    link_used(name=user.username, address=request.META.get("REMOTE_ADDR", ""))
    login(request, user, backend=BACKEND)
    answer = redirect("tonight")
    browser_known(request, answer, user)
    return answer


# The page of the accounts, for directors; and signing out the own other devices, for everybody.

INVITE = "invite"
LINES = 25


@read_by(Role.DIRECTOR)
@never_cache
@require_safe
def accounts(request: DeskRequest) -> HttpResponse:
    """Show who has an account, and the links that wait."""
    return _page(request)


@require_POST
def account_link(request: DeskRequest) -> HttpResponse:
    """Create a one-time link for an account of the chosen role, and show it once."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _page(request, form=form)
    role: Role = form.cleaned_data["role"]
    base, path = program_address(request), invite_account(role=role)
    address = f"{base}{path}" if base else request.build_absolute_uri(path)
    request.session[INVITE] = {"address": address, "is_local": not base, "role": role.label}
    return redirect("accounts")


@require_POST
def account_link_withdraw(request: DeskRequest, account_id: int) -> HttpResponse:
    """Withdraw a waiting link."""
    if link_withdraw(account_id=account_id):
        messages.success(request, "Link withdrawn. Nobody can use it now.")
    else:
        messages.warning(request, "This link was already used or withdrawn.")
    return redirect("accounts")


@require_POST
def account_role(request: DeskRequest, account_id: int) -> HttpResponse:
    """Give an account another role."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _page(request, refused=str(form.errors["role"][0]))
    role: Role = form.cleaned_data["role"]

    def act() -> str:
        account = change_account_role(account_id=account_id, role=role)
        return f"{account.username} is now a {role.label}."

    return _act(request, account_id, act, stays=role is Role.DIRECTOR)


@require_POST
def account_shut(request: DeskRequest, account_id: int) -> HttpResponse:
    """Close an account."""

    def act() -> str:
        account = close_account(account_id=account_id)
        return f"{account.username}’s account is closed and signed out everywhere."

    return _act(request, account_id, act, stays=False)


@require_POST
def account_reopen(request: DeskRequest, account_id: int) -> HttpResponse:
    """Open a closed account again."""

    def act() -> str:
        return f"{reopen_account(account_id=account_id).username} can sign in again with the same password."

    return _act(request, account_id, act)


@require_POST
def account_devices(request: DeskRequest, account_id: int) -> HttpResponse:
    """Sign somebody out wherever they are signed in, oneself everywhere but here."""

    def act() -> str:
        account = find_account(account_id)
        return _signed_out(account, devices_sign_out(user=account, but=_here(request, account)))

    return _act(request, account_id, act)


@sent_by(Role.VIEWER)
@require_POST
def own_devices(request: DeskRequest) -> HttpResponse:
    """Sign oneself out everywhere else, and *here* too if that is asked."""
    count = devices_sign_out(user=request.user, but=request.session.session_key)
    if "here" in request.POST:
        return SignOut.as_view()(request)
    messages.success(request, f"You’re signed out on {_devices(count, 'other ')}.")
    return redirect("own_password")


def _act(
    request: DeskRequest, account_id: int, act: Callable[[], str], *, stays: bool = True
) -> HttpResponse:
    """Run *act* and show a message. Return to the page if the user may still see it."""
    try:
        said = act()
    except DeskError as error:
        return _page(request, refused=str(error))
    if not stays and account_id == request.user.pk:
        request.user.refresh_from_db()
        if not request.user.is_active:
            logout(request)
        messages.success(request, said)
        return redirect("club")
    messages.success(request, said)
    return redirect("accounts")


def _here(request: DeskRequest, account: User) -> str | None:
    if account == request.user:
        return request.session.session_key
    return None


def _signed_out(account: User, count: int) -> str:
    return f"{account.username} is signed out on {_devices(count)}."


def _devices(count: int, other: str = "") -> str:
    return f"{count} {other}device{'' if count == 1 else 's'}"


def _page(request: DeskRequest, *, form: RoleForm | None = None, refused: str = "") -> HttpResponse:
    context = {
        "nav": "club",
        "tab": "accounts",
        "accounts": account_lines(),
        "roles": [(role, role.label) for role in reversed(Role)],
        "form": form or RoleForm(),
        "refused": refused,
        "invite": request.session.pop(INVITE, None),
        "waiting": [(user.pk, role_of(user), user.date_joined) for user in links_waiting()],
        "days": LINK_DAYS,
    }
    status = 422 if refused or (form and form.errors) else 200
    return render(
        request,
        "core/accounts.html",
        context,
        status=status,
    )


@read_by(Role.DIRECTOR)
@never_cache
@require_safe
def sign_ins(request: DeskRequest) -> HttpResponse:
    """Show the log of sign-ins."""
    pages = Paginator(sign_in_log(), LINES).get_page(request.GET.get("page"))
    names = {account.username.casefold(): account.username for account in every_account()}
    context = {
        "nav": "club",
        "tab": "accounts",
        "pages": pages,
        "sign_ins": sign_in_lines(pages, names),
    }
    return render(request, "core/accounts/sign_ins.html", context)
