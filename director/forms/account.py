"""First-run set-up and sign-in."""

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password

from director.models.club import Paper


class WelcomeForm(forms.Form):
    """The club's name and the first director's account."""

    club_name = forms.CharField(label="Name of the club", max_length=80)
    paper = forms.ChoiceField(label="Paper", choices=Paper.choices)
    username = forms.CharField(label="Your name for signing in", max_length=150)
    password = forms.CharField(
        label="Password",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="At least 8 signs.",
    )
    password_again = forms.CharField(
        label="The password again", widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def clean_username(self) -> str:
        """Return the name, refused if it is taken."""
        name = self.cleaned_data["username"].strip()
        get_user_model().username_validator(name)
        if get_user_model().objects.filter(username__iexact=name).exists():
            raise forms.ValidationError(f"The name {name} is taken. Choose another.")
        return name

    def clean_password(self) -> str:
        """Return the password, refused if it is too easy to guess."""
        validate_password(self.cleaned_data["password"])
        return self.cleaned_data["password"]

    def clean(self) -> dict[str, object]:
        """Return the data, refused if the two passwords differ."""
        data = super().clean()
        if data.get("password") and data.get("password") != data.get("password_again"):
            self.add_error("password_again", "The two passwords differ. Type the same one twice.")
        return data
