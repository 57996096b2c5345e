"""Step 1: how many came and what is wanted; then the movement with its length and options."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import time
from functools import lru_cache
from typing import Any

from django import forms

from director.boards.movement.read.catalogue import catalogue
from director.boards.movement.read.offers import Wishes, movement_query, offers
from director.boards.movement.read.option_words import help_of
from director.desk.forms.invalid import invalid
from director.desk.forms.numbers import WholeNumberField, small_number
from director.desk.forms.texts import TextField
from director.pairs import sentences
from movements import (
    BOARDS_PER_SET,
    ChoicesContradictError,
    MovementError,
    find_movement,
    legal_rounds,
    make_plan,
)
from movements import Plan as Movement

WINNERS = (("", "any"), ("1", "one"), ("2", "two"))


class WishesForm(forms.Form):
    """What the director says about tonight; ``cleaned_data["wishes"]`` holds it as :class:`Wishes`."""

    pairs = WholeNumberField(
        what="a number of pairs",
        example=13,
        label="Pairs",
        error_messages={"required": "Type how many pairs came, such as 13."},
    )
    minutes = WholeNumberField(what="a number of minutes", example=210, label="Minutes", required=False)
    low = WholeNumberField(what="a number of boards", example=24, label="Boards from", required=False, min_value=1)
    high = WholeNumberField(what="a number of boards", example=28, label="Boards to", required=False, min_value=1)
    winners = forms.TypedChoiceField(
        label="Winners",
        choices=WINNERS,
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "Choose one winner, two or any."},
    )
    stationary = WholeNumberField(
        what="a number of pairs", example=2, label="Pairs that cannot move", required=False, min_value=0
    )
    start = forms.TimeField(
        label="Play starts at",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={
            "invalid": "That is no time of day. Type when play starts as hours and minutes, such as 19:15."
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    def clean_pairs(self) -> int:
        """Return the number of pairs, refused if they could not even fill a table."""
        pairs: int = self.cleaned_data["pairs"]
        if pairs < 2:
            came = "1 pair has" if pairs == 1 else f"{pairs} pairs have"
            raise invalid(sentences.NOBODY_TO_PLAY, pairs_have=came)
        return pairs

    def clean(self) -> dict[str, Any]:
        """Return the data with the wishes in one record."""
        super().clean()
        data = self.cleaned_data
        if not self.errors:
            data["wishes"] = Wishes(**{name: data[name] for name in WishesForm.base_fields})
        return data


class AskForm(WishesForm):
    """The question of step 1; ``cleaned_data["offers"]`` holds the answers."""

    def clean(self) -> dict[str, Any]:
        """Return the data with the movements that fit."""
        super().clean()
        data = self.cleaned_data
        if wishes := data.get("wishes"):
            try:
                data["offers"] = offers(wishes)
            except MovementError as error:
                raise forms.ValidationError(str(error), code=error.code) from error
        return data


class CatalogueForm(WishesForm):
    """The list of all movements; ``cleaned_data["entries"]`` holds those that the search finds."""

    search = TextField(label="Search", required=False, max_length=60, widget=forms.TextInput(attrs={"type": "search"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in WishesForm.base_fields.keys() - {"pairs"}:
            self.fields[name].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """Return the data with the movements found."""
        super().clean()
        data = self.cleaned_data
        if wishes := data.get("wishes"):
            data["entries"] = catalogue(wishes, data.get("search", ""))
        return data


class MovementForm(WishesForm):
    """One movement with its length and options; ``cleaned_data["movement"]`` holds its plan.

    The wishes travel along unseen, so that the way back leads to the same answers.  Which options there are, and how
    many rounds, depends on the movement and the number of pairs.
    """

    # What a select offers is not checked here: the movement itself refuses what it cannot do, with its reason.
    key = TextField(
        widget=forms.HiddenInput(),
        error_messages={"required": "No movement was asked for. Go back and choose one from the list."},
    )
    rounds = WholeNumberField(
        what="a number of rounds", example=7, label="Rounds", required=False, widget=forms.Select()
    )
    boards = WholeNumberField(
        what="a number of boards",
        example=3,
        label="Boards a round",
        required=False,
        widget=forms.Select(choices=[(number, number) for number in BOARDS_PER_SET]),
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        for name in WishesForm.base_fields:
            self.fields[name].widget = forms.HiddenInput()
        self.chosen: dict[str, str] = {}
        with suppress(ValueError):  # no movement or no size of that kind: clean() says what is wrong
            self._offer_options(str(self.data.get("key", "")), int(self.data.get("pairs", "")))

    def _offer_options(self, key: str, pairs: int) -> None:
        """Add the options that the movement has at this size, and the rounds it can have with them."""
        spec = find_movement(key)
        usual = dict(_plan(key, pairs).options)
        asked = {option.name: self.data[option.name] for option in spec.options if self.data.get(option.name)}
        with suppress(MovementError):  # clean() says what is wrong
            asked = _without_leftovers(key, pairs, asked)
            usual = dict(_plan(key, pairs, options=tuple(asked.items())).options)
        self.chosen = asked
        for option in spec.options:
            if option.name in usual:
                choices = [(choice, option.phrase(choice)) for choice in option.choices]
                self.fields[option.name] = TextField(
                    label=option.label,
                    widget=forms.Select(choices=choices),
                    required=False,
                    help_text=help_of(option.help, option.choices, option.label),
                )
        lengths = legal_rounds(key, pairs=pairs, options=usual)
        self.fields["rounds"].widget.choices = [(number, number) for number in lengths]

    def clean(self) -> dict[str, Any]:
        """Return the data with the movement's plan."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        try:
            movement = _plan(data["key"], data["pairs"], data["rounds"], data["boards"], tuple(self.chosen.items()))
        except MovementError as error:
            raise forms.ValidationError(str(error), code=error.code) from error
        return data | {"movement": movement}

    def settled(self) -> dict[str, object]:
        """Return the query of the movement as it was settled: lengths and options left open are filled in."""
        movement = self.cleaned_data["movement"]
        shape = (movement.key, movement.rounds, movement.boards_per_set, movement.options)
        return movement_query(self.cleaned_data["wishes"], *shape)


def _without_leftovers(key: str, pairs: int, asked: dict[str, str]) -> dict[str, str]:
    """Return the options *asked* for without those that belonged to another choice made before.

    :raises MovementError: if they are not possible for another reason
    """
    try:
        _plan(key, pairs, options=tuple(asked.items()))
    except ChoicesContradictError as error:
        return _without_leftovers(key, pairs, {name: asked[name] for name in asked if name != error.params["option"]})
    return asked


@lru_cache(maxsize=8)  # one page asks for the same plan several times
def _plan(
    key: str,
    pairs: int,
    rounds: int | None = None,
    boards: int | None = None,
    options: tuple[tuple[str, str], ...] = (),
) -> Movement:
    return make_plan(key, pairs=pairs, rounds=rounds, boards_per_set=boards, options=dict(options))


def looked_at(query: Mapping[str, str]) -> dict[str, int]:
    """Return the round and the pair that an address asks to look at, 0 where it does not.

    >>> looked_at({"round": "3"})
    {'round_no': 3, 'pair_no': 0}
    """
    return {f"{name}_no": small_number(query.get(name, "")) for name in ("round", "pair")}


def usual_start(now: time) -> str:
    """Return when play is likely to start, asked *now*: the next quarter of an hour.

    >>> usual_start(time(19, 7)), usual_start(time(19, 15)), usual_start(time(23, 50))
    ('19:15', '19:15', '00:00')
    """
    quarters = -(-(now.hour * 60 + now.minute) // 15)
    return f"{quarters // 4 % 24:02}:{quarters % 4 * 15:02}"
