"""Who comes late to a party, and who leaves it."""

import re
from typing import Any

from django import forms

from director.core.base.forms import PageForm, TextField, WholeNumberField, invalid
from director.formats.errors import ImportFileError
from director.formats.names.players import read_players
from director.party.models import Party
from director.party.movement.options import tells_groups
from director.party.sentences import PartySentences

_NUMBERS = re.compile(r"[\s,;.]+")


class PartyPeopleForm(PageForm):
    """Arrivals, by name or number, and the numbers of leavers."""

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
        told = self.fields["names"].widget.attrs
        if not tells_groups(party):
            del self.fields["more_b"]
            self.fields["more_a"].label, told["placeholder"] = "Players without a name", "Ada Ash"
            return
        for field, group in (("more_a", "A"), ("more_b", "B")):
            self.fields[field].label = f"Without a name: {party.group_name(group)}"
        self.fields[
            "names"
        ].help_text += f" Add {party.member_word('A')} or {party.member_word('B')} in brackets."
        told["placeholder"] = f"Ada Ash ({party.member_word('A')})"

    def clean_names(self) -> list[tuple[str, str]]:
        """Return name and group of everybody who arrives by name."""
        text = self.cleaned_data["names"]
        if not text.strip():
            return []
        lines = [line.strip() for line in text.splitlines()]
        back = [(str(int(line)), "") for line in lines if line.isdecimal() and len(line) <= 4]
        if not any(line and not line.isdecimal() for line in lines):
            return back
        try:
            listed = read_players(text)
        except ImportFileError as error:
            raise forms.ValidationError(
                [str(fault) for fault in error.faults] or [str(error)]
            ) from error
        return [*back, *((player.name, player.group or "") for player in listed)]

    def clean_leavers(self) -> list[int]:
        """Return the numbers of the leavers."""
        parts = [part for part in _NUMBERS.split(self.cleaned_data["leavers"]) if part]
        for part in parts:
            if not (part.isdecimal() and len(part) <= 4):
                raise invalid(PartySentences.NO_NUMBER_OF_PLAYER, text=part[:20])
        return list(dict.fromkeys(int(part) for part in parts))

    def arrivals(self) -> list[tuple[str, str]]:
        """Return name (or none) and group (or none) of everybody who comes."""
        data = self.cleaned_data
        named: list[tuple[str, str]] = data["names"]
        first = "A" if "more_b" in data else ""
        return (
            named + [("", first)] * (data["more_a"] or 0) + [("", "B")] * (data.get("more_b") or 0)
        )

    @property
    def unnamed(self) -> list[forms.BoundField]:
        """The boxes for people without a name: of either group, or one."""
        return [self[name] for name in ("more_a", "more_b") if name in self.fields]
