"""Step 2: the boxes for names, and a list of pairs pasted or uploaded."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from director.desk.forms.texts import MOST_BYTES, TextField
from director.pairs.seats.read import SEPARATOR, Seat

"""Of a list that is uploaded; one byte more is read, so that the reader sees that it is too long."""


@dataclass(frozen=True, slots=True)
class TypedPair:
    """What stands in the two boxes of a pair, and what stood there when the page was made."""

    pair_no: int
    names: tuple[str, str]
    before: str

    @property
    def text(self) -> str:
        """The names in one text, as ``before`` has them."""
        return SEPARATOR.join(name.strip() for name in self.names if name.strip())

    @property
    def is_changed(self) -> bool:
        """Whether the director typed something else than was shown."""
        return self.text != self.before


def typed_pair(data: Mapping[str, str], pair_no: int) -> TypedPair:
    """Return what *data* of the page says about one pair; boxes that were not sent are empty."""
    names = (data.get(f"name-{pair_no}-1", ""), data.get(f"name-{pair_no}-2", ""))
    return TypedPair(pair_no, names, data.get(f"was-{pair_no}", ""))


def typed_pairs(data: Mapping[str, str], seats: Iterable[Seat]) -> dict[int, TypedPair]:
    """Return by pair number what *data* says, for the pairs whose boxes were sent."""
    return {seat.pair_no: typed_pair(data, seat.pair_no) for seat in seats if f"name-{seat.pair_no}-1" in data}


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One row of the page: a place, what stands in its boxes, what is wrong with that, and its neighbours' numbers."""

    seat: Seat
    names: tuple[str, str]
    before: str
    error: str
    above: int | None
    below: int | None
    focus: str  # the button that should have the focus: "up", "down" or none


def seat_rows(
    seats: Sequence[Seat], typed: Mapping[int, TypedPair], wrong: Mapping[int, str], focus: tuple[int, str] = (0, "")
) -> tuple[SeatRow, ...]:
    """Return the rows of *seats* with what was *typed* still in them.

    *wrong* holds sentences by pair number, *focus* a pair number and the button of it that was used to move it.
    """
    numbers = [None, *(seat.pair_no for seat in seats), None]
    return tuple(
        SeatRow(
            seat=seat,
            names=typed[seat.pair_no].names if seat.pair_no in typed else seat.names,
            before=typed[seat.pair_no].before if seat.pair_no in typed else seat.text,
            error=wrong.get(seat.pair_no, ""),
            above=numbers[index],
            below=numbers[index + 2],
            focus=_button(focus[1], numbers[index], numbers[index + 2]) if focus[0] == seat.pair_no else "",
        )
        for index, seat in enumerate(seats)
    )


def _button(used: str, above: int | None, below: int | None) -> str:
    """Return the button that goes on in the direction *used*, or at the end of the list the one that goes back."""
    if used == "up":
        return "up" if above else "down"
    return "down" if below else "up"


_WITH_NAMES = {"form": "names"}
"""Sent along with the boxes for names, so that no button of the page loses what stands beside it."""


class ListForm(forms.Form):
    """A list of pairs, pasted or as a file; the file goes before the text."""

    text = TextField(
        label="One pair a line",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={**_WITH_NAMES, "rows": 6, "placeholder": "1 Ada Ash & Bert Birch"}),
    )
    file = forms.FileField(
        label="Or a file (text or CSV)",
        required=False,
        allow_empty_file=True,  # the reader says it better
        widget=forms.FileInput(attrs={**_WITH_NAMES, "accept": ".txt,.csv,.tsv,text/plain,text/csv"}),
    )
    start_again = forms.BooleanField(
        label="Seat everybody afresh", required=False, widget=forms.CheckboxInput(attrs=_WITH_NAMES)
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    def source(self) -> str | bytes:
        """Return what is to be read."""
        upload: UploadedFile[bytes] | None = self.cleaned_data["file"]
        text: str = self.cleaned_data["text"]
        return upload.read(MOST_BYTES + 1) if upload else text
