"""First-run set-up, sign-in, and accounts."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.http import QueryDict

from director.core import sentences
from director.core.accounts.limits import TooManyAttemptsError, browser_of, password_attempt
from director.core.accounts.roles import MAY, Role
from director.core.forms import NameField, PageForm, TextField, invalid
from director.models import Door
from director.models.club import LONGEST_BODY, Paper

WEAK = {
    "password_too_short": "This password has fewer than 8 characters. Choose a longer one.",
    "password_too_common": "This password is one that many people use, so it is soon guessed. Choose another.",
    "password_too_similar": "This password is too much like your name for signing in. Choose another.",
}
"""What is said about a password that is too easy to guess, by the code of Django's check."""


class PasswordField(TextField):
    """A password: never shown again, blanks at its ends belong to it."""

    def __init__(self, *, autocomplete: str = "new-password", **field: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        super().__init__(strip=False, max_length=200, what="This password", widget=widget, **field)


class SignInForm(AuthenticationForm):
    """Name and password; capitals in the name do not matter.

    ``wait`` is how many seconds to wait where there were too many attempts, else 0.
    """

    wait = 0
    is_closed = False  # the password is right, and the account closed

    username = TextField(
        label="Your name for signing in",
        missing="Type the name you sign in with.",
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "username"}),
    )
    password = PasswordField(label="Password", missing="Type your password.", autocomplete="current-password")
    error_messages = {
        "invalid_login": "This name and password do not belong together. Type both again; "
        "capitals matter in the password only.",
        "inactive": "This account is closed. Ask a director of the club.",
    }

    def clean_username(self) -> str:
        """Return the name as the account spells it, or as typed if there is none."""
        name = " ".join(self.cleaned_data["username"].split())
        spelt = list(User.objects.filter(username__iexact=name).values_list("username", flat=True))
        return spelt[0] if len(spelt) == 1 else name

    def clean(self) -> dict[str, Any]:
        """Return the data of somebody who may come in, refused with a sentence otherwise."""
        name, password = (self.cleaned_data.get(field) for field in ("username", "password"))
        if not (name and password):
            return self.cleaned_data
        try:
            is_right = password_attempt(
                name=name,
                address=self.request.META.get("REMOTE_ADDR", "") if self.request else "",
                browser=browser_of(self.request, name) if self.request else "",
                is_right=lambda: self._known(name, password),
            )
        except TooManyAttemptsError as refused:
            self.wait = refused.seconds
            raise forms.ValidationError(str(refused), code=refused.code) from refused
        if not is_right or self.user_cache is None:
            raise self._closed() if self.is_closed else self.get_invalid_login_error()
        return self.cleaned_data

    def _known(self, name: str, password: str) -> bool:
        self.user_cache = authenticate(self.request, username=name, password=password)
        if self.user_cache is None:
            account = User.objects.filter(username=name, is_active=False).first()
            self.is_closed = account is not None and account.check_password(password)
        return self.user_cache is not None

    def _closed(self) -> forms.ValidationError:
        return forms.ValidationError(self.error_messages["inactive"], code="inactive")


class NewPasswordForm(PageForm):
    """A new password, typed twice."""

    password = PasswordField(label="Password", missing="Type a password.", help_text="At least 8 characters.")
    password_again = PasswordField(label="The password again", missing="Type the same password once more.")

    def __init__(self, data: QueryDict | None = None, *, user: User | None = None) -> None:
        super().__init__(data)
        self.user = user

    def clean(self) -> dict[str, Any]:
        """Return the data, refused if the password is too easy to guess or the two differ."""
        super().clean()
        data = self.cleaned_data
        if password := data.get("password"):
            self._refuse_weak(password, self.user or User(username=data.get("username", "")))
            if data.get("password_again") and password != data["password_again"]:
                self.add_error("password_again", invalid(sentences.PASSWORDS_DIFFER))
        return data

    def _refuse_weak(self, password: str, user: User) -> None:
        try:
            validate_password(password, user)
        except forms.ValidationError as error:
            self.add_error("password", WEAK[str(error.error_list[0].code)])


class AccountForm(NewPasswordForm):
    """An account: a name for signing in, blanks allowed, and a password."""

    username = TextField(
        label="Your name for signing in",
        max_length=60,
        what="This name",
        missing="Type the name you want to sign in with, such as Mary Smith.",
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    field_order: tuple[str, ...] = ("username", "password", "password_again")

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        next(iter(self.fields.values())).widget.attrs["autofocus"] = True

    def clean_username(self) -> str:
        """Return the name with single blanks, refused if it is taken or has characters that cannot be seen."""
        name = " ".join(self.cleaned_data["username"].split())
        if not name.isprintable():
            raise invalid(sentences.ACCOUNT_NAME_UNSEEN)
        if User.objects.filter(username__iexact=name).exists():
            raise invalid(sentences.ACCOUNT_NAME_TAKEN, name=name)
        return name


_WEEKS = "The weeks to look back are a whole number from 0 to 104, such as 12."


class ClubForm(PageForm):
    """The club's name and the paper it prints on."""

    club_name = NameField(
        label="Name of the club",
        max_length=80,
        what="The club’s name",
        missing="Type the name of the club; it stands on every page and sheet.",
    )
    paper = forms.ChoiceField(
        label="Paper",
        choices=Paper.choices,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose the paper you print on: A4 or US Letter."),
    )


class ClubChangeForm(ClubForm):
    """The same with what the club does with its past."""

    memory_weeks = forms.IntegerField(
        label="Weeks that the draw for places looks back",
        required=False,
        min_value=0,
        max_value=104,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _WEEKS),
        help_text="Who sat out and who sat still stands beside the names in Seats; 0 for nothing of it.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    wifi_name = TextField(
        label="Name of the Wi-Fi for players",
        required=False,
        max_length=32,
        error_messages={"max_length": "The name of a Wi-Fi has at most 32 characters."},
        help_text="It stands on the cards of the tables, with a code that lets a phone join; empty for nothing of it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    wifi_code = TextField(
        label="Its password",
        required=False,
        max_length=63,
        error_messages={"max_length": "The password of a Wi-Fi has at most 63 characters."},
        help_text="Everybody at the tables can read it there.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    number_body = TextField(
        label="Whose numbers people have",
        required=False,
        max_length=LONGEST_BODY,
        error_messages={"max_length": f"A body has a name of at most {LONGEST_BODY} characters."},
        help_text="The union or club that gives the first number of each person, such as EBU.",
    )
    sent_body = TextField(
        label="Whose numbers go out in files",
        required=False,
        max_length=LONGEST_BODY,
        error_messages={"max_length": f"A body has a name of at most {LONGEST_BODY} characters."},
        help_text="Another body whose numbers you keep in People; empty for the same. Who has none there goes without.",
    )
    is_indexed = forms.BooleanField(
        label="Search engines may list published results",
        required=False,
        help_text="Unpublished results and the pages of single players are never listed.",
    )


class WelcomeForm(ClubForm, AccountForm):
    """The club and the first director's account."""

    field_order = ("club_name", "paper", "username", "password", "password_again")


class OwnPasswordForm(NewPasswordForm):
    """The password of now, and a new one."""

    current = PasswordField(
        label="Your password now", missing="Type the password you have now.", autocomplete="current-password"
    )
    field_order = ("current", "password", "password_again")
    user: User

    def __init__(self, data: QueryDict | None = None, *, user: User, address: str = "", browser: str = "") -> None:
        super().__init__(data, user=user)
        self.address, self.browser = address, browser
        self.fields["password"].label = "New password"
        self.fields["password_again"].label = "The new password again"

    def clean_current(self) -> str:
        """Return the password of now, refused if it is not."""
        typed: str = self.cleaned_data["current"]
        try:
            is_right = password_attempt(
                name=self.user.username,
                address=self.address,
                browser=self.browser,
                is_right=lambda: self.user.check_password(typed),
                door=Door.PASSWORD,
            )
        except TooManyAttemptsError as refused:
            raise forms.ValidationError(str(refused), code=refused.code) from refused
        if not is_right:
            raise invalid(sentences.PASSWORD_NOT_YOURS)
        return typed


class RoleForm(PageForm):
    """What an account is for."""

    role = forms.TypedChoiceField(
        label="Role",
        choices=[(role.value, f"{role.label}: {MAY[role]}") for role in Role],
        coerce=lambda value: Role(int(value)),
        initial=Role.SCORER,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), "Choose what the account is for: viewer, scorer or director."
        ),
    )
