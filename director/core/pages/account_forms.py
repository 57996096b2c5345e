"""The forms of signing in, of new passwords and of accounts.

A right password may still be refused: too many wrong ones were typed, or the account is closed. Every
password that somebody types is therefore checked by ``try_password``, which counts wrong ones by
account, address and browser.
"""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.db.models import Q
from django.http import QueryDict

from director.core.base.forms import NameField, PageForm, TextField, make_validation_error
from director.core.base.roles import ROLE_DESCRIPTIONS, Role
from director.core.club.accounts import MAX_USERNAME_LENGTH, clean_username
from director.core.club.sign_in_limits import (
    TooManyAttemptsError,
    fetch_known_browser_id,
    try_password,
)
from director.core.pages.club_forms import ClubForm
from director.models import SignInPlace

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
