"""Who may come in: first set-up, sign-in, one-time links, and the directors' page of accounts.

Nobody can register: a director creates a *link* for a role, and whoever opens it first makes an
account. A *device* is a browser that is signed in.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.views import LoginView, LogoutView
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from director.core.base.address import make_address_context
from director.core.base.forms import (
    ChoiceField,
    NameField,
    PageForm,
    SettingsForm,
    TextField,
    make_validation_error,
)
from director.core.base.program import read_program_call
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import (
    ROLE_DESCRIPTIONS,
    Role,
    get_role,
    require_role_to_read,
    require_role_to_send,
)
from director.core.base.shown_refusals import raise_refusals_as_form_errors
from director.core.club.accounts import (
    LINK_DAYS,
    MAX_USERNAME_LENGTH,
    change_account_role,
    clean_username,
    close_account,
    fetch_account,
    fetch_open_invitations,
    fetch_sign_in_log,
    find_invited_user,
    find_welcome_user,
    invite_account,
    is_set_up,
    join_account,
    list_account_rows,
    make_sign_in_rows,
    reopen_account,
    sign_out_devices,
    withdraw_link,
)
from director.core.club.accounts import fetch_accounts as every_account
from director.core.club.club import clean_sites, set_up_club
from director.core.club.sign_in_limits import (
    TooManyAttemptsError,
    fetch_known_browser_id,
    record_link_use,
    remember_browser,
    try_password,
)
from director.errors import DeskError
from director.models import Club, SignInPlace
from director.models.club import MAX_BODY_LENGTH, Paper

# A right password may still be refused: too many wrong ones were typed, or the account is closed.
# Every password that somebody types is therefore checked by ``try_password``, which counts wrong
# ones by account, address and browser.


WEAK_PASSWORD_MESSAGES = {
    "password_too_short": "This password has fewer than 8 characters. Choose a longer one.",
    "password_too_common": "This password is too easy to guess. Choose another.",
    "password_too_similar": "This password is too similar to your username. Choose another.",
}
"""The error for a password that is too easy to guess, by the code of Django's check."""


class PasswordField(TextField):
    """A password. It is never shown again, and spaces at its ends are part of it."""

    def __init__(self, *, autocomplete: str = "new-password", **field: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        super().__init__(strip=False, max_length=200, what="This password", widget=widget, **field)


class SignInForm(AuthenticationForm):
    """Name and password. The name ignores case."""

    wait_seconds = 0  # to wait after too many attempts
    is_account_closed = False  # the password is right, but the account is closed

    username = TextField(
        label="Username",
        missing="Type your username.",
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "username"}),
    )
    password = PasswordField(
        label="Password", missing="Type your password.", autocomplete="current-password"
    )
    error_messages = {
        "invalid_login": "The username or password is wrong. Try again.",
        "inactive": "This account is closed. Ask a director to reopen it.",
    }

    def clean_username(self) -> str:
        """Return the name as the account spells it, or as typed if no account has it."""
        name = " ".join(self.cleaned_data["username"].split())
        is_name = Q(username__iexact=name) | Q(username__iexact=User.normalize_username(name))
        spellings = User.objects.filter(is_name).values_list("username", flat=True)
        # If several accounts differ only in case, the typed spelling decides.
        if len(spellings) == 1:
            return spellings[0]
        return name

    def clean(self) -> dict[str, Any]:
        """Return the data if the password is right. Otherwise add an error."""
        name = self.cleaned_data.get("username")
        password = self.cleaned_data.get("password")
        if not (name and password):
            return self.cleaned_data
        address = self.request.META.get("REMOTE_ADDR", "") if self.request else ""
        browser = fetch_known_browser_id(self.request, name) if self.request else ""
        try:
            is_right = try_password(
                name=name,
                address=address,
                browser=browser,
                is_right=lambda: self._authenticate(name, password),
            )
        except TooManyAttemptsError as error:
            self.wait_seconds = error.seconds
            raise forms.ValidationError(str(error), code=error.code) from error
        if not is_right or self.user_cache is None:
            if self.is_account_closed:
                text = self.error_messages["inactive"]
                self.add_error("password", forms.ValidationError(text, code="inactive"))
            else:
                self.add_error("password", self.get_invalid_login_error())
        return self.cleaned_data

    def _authenticate(self, name: str, password: str) -> bool:
        self.user_cache = authenticate(self.request, username=name, password=password)
        if self.user_cache is None:
            # Django refuses closed accounts like wrong passwords. Only their owner learns more.
            account = User.objects.filter(username=name, is_active=False).first()
            self.is_account_closed = account is not None and account.check_password(password)
        return self.user_cache is not None


class NewPasswordForm(PageForm):
    """A new password. It is typed only once, because the page can show it."""

    password = PasswordField(
        label="Password", missing="Type a password.", help_text="At least 8 characters."
    )

    def __init__(self, data: QueryDict | None = None, *, user: User | None = None) -> None:
        super().__init__(data)
        self.user = user

    def clean(self) -> dict[str, Any]:
        """Return the data. Add an error if the password is too easy to guess."""
        super().clean()
        data = self.cleaned_data
        password = data.get("password")
        if password:
            # A new account exists only in the form, but its password must not be like its name.
            user = self.user or User(username=data.get("username", ""))
            try:
                validate_password(password, user)
            except forms.ValidationError as error:
                self.add_error("password", WEAK_PASSWORD_MESSAGES[str(error.error_list[0].code)])
        return data


class AccountForm(NewPasswordForm):
    """An account: a username, which may have spaces, and a password."""

    username = TextField(
        label="Username",
        max_length=MAX_USERNAME_LENGTH,
        what="This name",
        missing="Type a username, such as Mary Smith.",
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    field_order: tuple[str, ...] = ("username", "password")

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        next(iter(self.fields.values())).widget.attrs["autofocus"] = True

    def clean_username(self) -> str:
        """Return the name. Raise if it is taken or no account can have it."""
        try:
            return clean_username(self.cleaned_data["username"])
        except forms.ValidationError as error:
            raise forms.ValidationError(error.error_dict["username"]) from error


_WEEKS_MESSAGE = "Type a whole number of weeks from 0 to 104, such as 12."


class ClubForm(PageForm):
    """The club's name and the paper it prints on."""

    club_name = NameField(
        label="Club name",
        max_length=80,
        what="The club’s name",
        missing="Type the club’s name.",
    )
    paper = ChoiceField(
        label="Paper",
        choices=Paper.choices,
        missing="Choose A4 or US Letter.",
    )


FIELDS_BY_PART = {
    "club": (
        "club_name",
        "paper",
        "memory_weeks",
        "enters_after_play",
        "is_indexed",
        "has_player_pages",
        "embedders",
    ),
    "club_phones": ("wifi_name", "wifi_code"),
    "club_numbers": ("number_body", "sent_body", "club_number"),
}
"""The fields on each card of the club's settings, by the name of the URL that its form is sent to."""
PART_TITLES = {
    "club": "Settings",
    "club_phones": "Players’ phones",
    "club_numbers": "Membership numbers",
}

_LONG_BODY_MESSAGES = {
    "max_length": f"This name has more than {MAX_BODY_LENGTH} characters. Shorten it."
}
_BODY_FIELDS = ("number_body", "sent_body")


class ClubChangeForm(ClubForm, SettingsForm):
    """The club's settings, of which each card has one *part*."""

    memory_weeks = forms.IntegerField(
        label="Fair draw looks back, weeks",
        required=False,
        min_value=0,
        max_value=104,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _WEEKS_MESSAGE),
        help_text="It spreads sit-outs and stationary seats. With 0 it doesn’t look back.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    class Meta:
        model = Club
        fields = [
            name for names in FIELDS_BY_PART.values() for name in names if name != "club_name"
        ]
        field_classes: ClassVar = dict.fromkeys(
            (*FIELDS_BY_PART["club_phones"], *FIELDS_BY_PART["club_numbers"], "embedders"),
            TextField,
        )
        labels: ClassVar = {
            "enters_after_play": "Results are entered after play",
            "is_indexed": "Search engines can list published results",
            "has_player_pages": "Visitors can find a page of each player",
            "embedders": "Sites that may show standings",
            "wifi_name": "Wi-Fi name",
            "wifi_code": "Wi-Fi password",
            "number_body": "Your union",
            "sent_body": "Send results with the numbers of",
        }
        help_texts: ClassVar = {
            "enters_after_play": "From travellers, for example. No table is then late at Play.",
            "is_indexed": "Unpublished results and players’ own pages are never listed.",
            "has_player_pages": (
                "With published results, averages by partner and a curve. Ask your members first."
            ),
            "embedders": "In a frame, such as https://club.example. * is any site; empty is none.",
            "wifi_name": (
                "Printed on table cards, with a QR code to join. Leave empty to print none."
            ),
            "wifi_code": "Printed on table cards: everyone can read it.",
            "number_body": "It gives out the membership numbers, such as EBU or SBU.",
            "sent_body": "Leave empty unless it is another union.",
            "club_number": (
                "Your club’s own number with its union. Files for the EBU and MyABF name it."
            ),
        }
        error_messages: ClassVar = {
            **dict.fromkeys(_BODY_FIELDS, _LONG_BODY_MESSAGES),
            "wifi_name": {"max_length": "A Wi-Fi name has at most 32 characters. Shorten it."},
            "wifi_code": {"max_length": "A Wi-Fi password has at most 63 characters. Shorten it."},
        }
        widgets: ClassVar = {
            **dict.fromkeys(
                FIELDS_BY_PART["club_phones"], forms.TextInput(attrs={"autocomplete": "off"})
            ),
            "embedders": forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
        }

    def __init__(self, data: QueryDict | None, *, part: str, instance: Club) -> None:
        super().__init__(data, instance=instance, initial={"club_name": instance.name})
        self.part = part
        self.title = PART_TITLES[part]
        self.fields = {name: self.fields[name] for name in FIELDS_BY_PART[part]}

    def clean_embedders(self) -> str:
        """Return the sites as they are stored. Raise if one isn't a site."""
        with raise_refusals_as_form_errors():
            return clean_sites(self.cleaned_data["embedders"])


class WelcomeForm(ClubForm, AccountForm):
    """The club and the first director's account."""

    field_order = ("username", "password", "club_name", "paper")
    club_name = NameField(
        label="Club name",
        required=False,
        max_length=80,
        what="The club’s name",
        help_text="You can add it later.",
    )


class OwnPasswordForm(NewPasswordForm):
    """The current password, and a new one."""

    current = PasswordField(
        label="Current password",
        missing="Type your current password.",
        autocomplete="current-password",
    )
    field_order = ("current", "password")
    user: User

    def __init__(
        self, data: QueryDict | None = None, *, user: User, address: str = "", browser: str = ""
    ) -> None:
        super().__init__(data, user=user)
        self.address = address
        self.browser = browser
        self.fields["password"].label = "New password"

    def clean_current(self) -> str:
        """Return the current password. Raise if it is wrong."""
        password: str = self.cleaned_data["current"]
        try:
            is_right = try_password(
                name=self.user.username,
                address=self.address,
                browser=self.browser,
                is_right=lambda: self.user.check_password(password),
                door=SignInPlace.PASSWORD,
            )
        except TooManyAttemptsError as error:
            raise forms.ValidationError(str(error), code=error.code) from error
        if not is_right:
            raise make_validation_error(
                "password-not-yours", "This isn’t your current password. Type it again."
            )
        return password


class RoleForm(PageForm):
    """The role of an account."""

    role = forms.TypedChoiceField(
        label="Role",
        choices=[
            (role.value, f"{role.label}: can {ROLE_DESCRIPTIONS[role]}".capitalize())
            for role in Role
        ],
        coerce=lambda value: Role(int(value)),
        initial=Role.SCORER,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), "Choose a role: viewer, scorer or director."
        ),
    )


AUTHENTICATION_BACKEND = "django.contrib.auth.backends.ModelBackend"
INVITE_SESSION_KEY = "invite"
"""The key in the session of a link that is to be shown once."""
LINES_PER_PAGE = 25


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
