"""The form for late arrivals and leavers."""

import re
from typing import Any

from django import forms

from director.core.base.forms import PageForm, TextField, WholeNumberField, make_validation_error
from director.formats.errors import ImportFileError
from director.formats.names.players import read_players
from director.party.models import Party
from director.party.movement.options import has_seat_groups
from director.party.sentences import PartySentences

_NUMBERS = re.compile(r"[\s,;.]+")


class PartyPeopleForm(PageForm):
    """Arrivals, by name or number, and the numbers of leavers.

    If the party has groups, *more_a* and *more_b* are the arrivals without a name in each; otherwise
    *more_a* is their number.
    """

    names = TextField(
        label="Late arrivals",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One name per line. Players who return keep their number and points: enter the name or the number.",
    )
    more_a = WholeNumberField(
        what="a number of people", example=1, label="", required=False, min_value=0, max_value=50
    )
    more_b = WholeNumberField(
        what="a number of people", example=1, label="", required=False, min_value=0, max_value=50
    )
    leavers = TextField(
        label="Withdrawals",
        required=False,
        help_text="Player numbers, such as 12, 17.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, party: Party, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names_field = self.fields["names"]
        if not has_seat_groups(party):
            del self.fields["more_b"]
            self.fields["more_a"].label = "Players without a name"
            names_field.widget.attrs["placeholder"] = "Ada Ash"
            return
        self.fields["more_a"].label = f"Without a name: {party.get_group_name('A')}"
        self.fields["more_b"].label = f"Without a name: {party.get_group_name('B')}"
        word_a = party.get_member_word("A")
        word_b = party.get_member_word("B")
        names_field.help_text += f" Add {word_a} or {word_b} in brackets."
        names_field.widget.attrs["placeholder"] = f"Ada Ash ({word_a})"

    def clean_names(self) -> list[tuple[str, str]]:
        """Return name and group of the arrivals that are typed. A number stands for its player."""
        text = self.cleaned_data["names"]
        if not text.strip():
            return []
        lines = [line.strip() for line in text.splitlines()]
        returning = []
        for line in lines:
            if line.isdecimal() and len(line) <= 4:
                returning.append((str(int(line)), ""))
        if not any(line and not line.isdecimal() for line in lines):
            return returning
        try:
            players = read_players(text)
        except ImportFileError as error:
            faults = [str(fault) for fault in error.faults]
            raise forms.ValidationError(faults or [str(error)]) from error
        return [*returning, *((player.name, player.group or "") for player in players)]

    def clean_leavers(self) -> list[int]:
        """Return the numbers of the leavers."""
        parts = [part for part in _NUMBERS.split(self.cleaned_data["leavers"]) if part]
        for part in parts:
            if not (part.isdecimal() and len(part) <= 4):
                raise make_validation_error(PartySentences.NO_NUMBER_OF_PLAYER, text=part[:20])
        return list(dict.fromkeys(int(part) for part in parts))

    def get_arrivals(self) -> list[tuple[str, str]]:
        """Return the name and group of all arrivals. Both may be empty."""
        data = self.cleaned_data
        typed_arrivals: list[tuple[str, str]] = data["names"]
        first_group = "A" if "more_b" in data else ""
        more_a = data["more_a"] or 0
        more_b = data.get("more_b") or 0
        return typed_arrivals + [("", first_group)] * more_a + [("", "B")] * more_b

    @property
    def unnamed_fields(self) -> list[forms.BoundField]:
        """The fields for people without a name: one per group, or one."""
        return [self[name] for name in ("more_a", "more_b") if name in self.fields]
