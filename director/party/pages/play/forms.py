"""What is asked at Play: what the tables brought, and who comes and goes."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from director.core.base.forms import PageForm, TextField, WholeNumberField, invalid
from director.errors import PartyError
from director.formats.errors import ImportFileError
from director.formats.names.players import read_players
from director.party import sentences
from director.party.models import CardBoxes, Party
from director.party.movement.next_games import out_named
from director.party.movement.options import tells_groups
from director.party.movement.tables import cut_fields
from director.party.play.report import Reported
from director.party.presets.model import MIX
from movements import PartyTable

# Who comes late to a party, and who leaves it.

_NUMBERS = re.compile(r"[\s,;.]+")


class PartyPeopleForm(PageForm):
    """Arrivals by name or only by number of people, and the numbers of those who leave."""

    names = TextField(
        label="Late arrivals",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One name per line. Players who return keep their number and points: enter the name or the number.",
    )
    more_a = WholeNumberField(what="a number of people", example=1, label="", required=False, min_value=0, max_value=50)
    more_b = WholeNumberField(what="a number of people", example=1, label="", required=False, min_value=0, max_value=50)
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
        self.fields["names"].help_text += f" Add {party.member_word('A')} or {party.member_word('B')} in brackets."
        told["placeholder"] = f"Ada Ash ({party.member_word('A')})"

    def clean_names(self) -> list[tuple[str, str]]:
        """Return name and group of everybody who comes by name; no group where none is said."""
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
            raise forms.ValidationError([str(fault) for fault in error.faults] or [str(error)]) from error
        return [*back, *((player.name, player.group or "") for player in listed)]

    def clean_leavers(self) -> list[int]:
        """Return the numbers of those who leave."""
        parts = [part for part in _NUMBERS.split(self.cleaned_data["leavers"]) if part]
        for part in parts:
            if not (part.isdecimal() and len(part) <= 4):
                raise invalid(sentences.NO_NUMBER_OF_PLAYER, text=part[:20])
        return list(dict.fromkeys(int(part) for part in parts))

    def arrivals(self) -> list[tuple[str, str]]:
        """Return name (or none) and group (or none) of everybody who comes."""
        data = self.cleaned_data
        named: list[tuple[str, str]] = data["names"]
        first = "A" if "more_b" in data else ""
        return named + [("", first)] * (data["more_a"] or 0) + [("", "B")] * (data.get("more_b") or 0)

    @property
    def unnamed(self) -> list[forms.BoundField]:
        """The boxes for people without a name: of either group, or one."""
        return [self[name] for name in ("more_a", "more_b") if name in self.fields]


# What stands on the cards that are handed in.


class OnCardsForm(PageForm):
    """What is typed of every card, and in a mix from which round on."""

    card_boxes = forms.ChoiceField(label="Figures per card", choices=CardBoxes.choices)
    card_lone = forms.BooleanField(label="Lone hands", required=False)
    card_from = WholeNumberField(what="the number of the first on the cards", example=13, min_value=2, max_value=100)

    def __init__(self, data: Mapping[str, str] | None, *, party: Party) -> None:
        initial = {
            "card_boxes": party.on_cards,
            "card_lone": party.lone_on_cards,
            "card_from": party.first_on_card,
        }
        super().__init__(data, initial=initial)
        self.fields["card_from"].label = f"First {party.round_word} on the cards"
        if party.entry != MIX:
            del self.fields["card_from"]


# What the form of one table says at a party.

MOST_DIGITS, MOST_LONE_DIGITS = 6, 2
BUTTONS = ("winner", "tie", "take-out")
"""What can be pressed at a table besides the button that stores its boxes."""


def chosen_again(data: Mapping[str, str]) -> dict[str, str]:
    """Return what was sent; where two reports differed and the own one was put, with the button of that one."""
    sent = dict(data.items())
    button, _equals, value = sent.pop("put", "").partition("=")
    return sent | {button: value} if button in BUTTONS else sent


def table_reported(data: Mapping[str, str], table: PartyTable) -> Reported:
    """Return what the form of *table* reports: the button that was pressed and the boxes beside it.

    :raises PartyError: if a box holds no number
    """
    sides = range(len(table.sides))
    where = f"Table {table.table_no}"
    tie = data.get("tie-rule", "") if "tie" in data else ""
    beside = tuple(_number(where, data.get(f"beside-{side}", "")) or 0 for side in sides)
    return Reported(
        winner=_index(data.get("tie" if tie else "winner", "")),
        points=tuple(_number(where, data.get(f"points-{side}", "")) for side in sides),
        tie=tie,
        cut=tuple(side for name in cut_fields(len(sides)) if (side := _index(data.get(name, ""))) is not None),
        out=out_named(data),
        beside=beside if any(beside) else (),
        lone={player: _lone(where, data.get(f"lone-{player}", "")) for player in table.players},
        hands=_number(where, data.get("hands", "")),
        as_it_is="as-it-is" in data,
    )


def posted_version(data: Mapping[str, str]) -> int | None:
    """Return which version of the table the page showed."""
    text = data.get("version", "")
    return int(text) if text.isdecimal() and len(text) <= 9 else None


def _index(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= 2 else None


def _lone(where: str, text: str) -> int:
    """Return the lone hands in a player's box, none in an empty one."""
    text = text.strip()
    if text and not (text.isdecimal() and len(text) <= MOST_LONE_DIGITS):
        raise PartyError(sentences.NO_NUMBER_OF_LONERS, where=where, text=text[:20])
    return int(text or 0)


def _number(where: str, text: str) -> int | None:
    """Return the number in a box, ``None`` for an empty one; a minus may be typed as any dash."""
    text = text.strip()
    if not text:
        return None
    digits = text.lstrip("-−–+")
    if not (digits.isdecimal() and len(digits) <= MOST_DIGITS and len(text) - len(digits) <= 1):
        raise PartyError(sentences.NO_NUMBER_OF_POINTS, field="points", where=where, text=text[:20])
    return -int(digits) if text[0] in "-−–" else int(digits)
