"""The forms of the club's settings."""

from typing import ClassVar

from django import forms
from django.http import QueryDict

from director.core.base.forms import ChoiceField, NameField, PageForm, SettingsForm, TextField
from director.core.base.shown_refusals import raise_refusals_as_form_errors
from director.core.club.club import clean_sites
from director.models import Club
from director.models.club import MAX_BODY_LENGTH, Paper

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
