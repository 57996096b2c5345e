"""Step 2 of a party: the boxes for names and groups, and a list of players pasted or uploaded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from director.desk.forms import MOST_BYTES, PageForm, TextField
from director.files.names.players import LONGEST_TEAM
from director.party.models import Party
from director.party.options import contest_word, ranks_pairs
from director.party.seats.read.page import player_text

_WITH_NAMES = {"form": "names"}
"""Sent along with the boxes for names, so that no button of the page loses what stands beside it."""


@dataclass(frozen=True, slots=True)
class TypedPlayer:
    """What stands in the boxes of a player, and what stood there when the page was made."""

    number: int
    name: str
    group: str
    before: str
    team: str | None = None  # None where there is no box for it

    @property
    def text(self) -> str:
        """Name, group and team in one text, as ``before`` has them."""
        return player_text(self.name.strip(), self.group, self.team or "")

    @property
    def is_changed(self) -> bool:
        """Whether something else was typed than was shown."""
        return self.text != self.before


def typed_player(data: Mapping[str, str], number: int) -> TypedPlayer:
    """Return what *data* of the page says about one player; boxes that were not sent are empty."""
    group, team = data.get(f"group-{number}", ""), data.get(f"team-{number}")
    name, before = data.get(f"name-{number}", ""), data.get(f"was-{number}", "|")
    team = team if team is None else " ".join(team.split())[:LONGEST_TEAM]
    return TypedPlayer(number, name, group if group in ("A", "B") else "", before, team)


def typed_players(data: Mapping[str, str], numbers: Iterable[int]) -> dict[int, TypedPlayer]:
    """Return by number what *data* says, for the players whose boxes were sent."""
    return {number: typed_player(data, number) for number in numbers if f"name-{number}" in data}


class PlayerListForm(PageForm):
    """A list of players, pasted or as a file; the file goes before the text."""

    text = TextField(
        label="One player a line",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={**_WITH_NAMES, "rows": 6}),
    )
    file = forms.FileField(
        label="Or a file (text or CSV)",
        required=False,
        allow_empty_file=True,  # the reader says it better
        widget=forms.FileInput(attrs={**_WITH_NAMES, "accept": ".txt,.csv,.tsv,text/plain,text/csv"}),
    )

    def __init__(self, *args: Any, party: Party, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [("Ada Ash", "A"), ("Bert Birch", "B")]
        lines = (f"{name} ({party.member_word(group)})" if party.tells_groups else name for name, group in names)
        placeholder = "\n".join(lines)
        if ranks_pairs(party):
            several = [("Ada Ash", "Bert Birch"), ("Cid Cole", "Dee Dunn")]
            placeholder = "\n".join(" & ".join(pair) for pair in several)
            if contest_word(party) != "pair":
                placeholder = f"Red Lions: {placeholder}".replace("\n", " & ")
        self.fields["text"].widget.attrs["placeholder"] = placeholder

    def source(self) -> str | bytes:
        """Return what is to be read."""
        upload: UploadedFile[bytes] | None = self.cleaned_data["file"]
        text: str = self.cleaned_data["text"]
        return upload.read(MOST_BYTES + 1) if upload else text
