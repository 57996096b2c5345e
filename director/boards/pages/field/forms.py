"""Forms of Field: how many came, preferences, and the movement with its options."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import time
from functools import lru_cache
from typing import Any

from django import forms

from director.boards.contests import ContestRecord
from director.boards.movement.catalogue import catalogue
from director.boards.movement.offers import MovementWishes, movement_query, offers, option_name
from director.boards.sentences import BoardSentences
from director.core.base.forms import (
    PageForm,
    TextField,
    WholeNumberField,
    choice_box,
    invalid,
    small_number,
)
from movements import (
    BOARDS_PER_SET,
    Movement,
    MovementError,
    MovementSpec,
    find_movement,
    legal_rounds,
    make_plan,
    with_partnerships,
)

WINNERS = (("", "One or two"), ("1", "One"), ("2", "Two"))
ADVISED = ("winners", "stationary")  # what is asked only where movements are compared by it
SEATED = "seated"
"""How an address says how many players larger teams have together."""


class SizeField(WholeNumberField):
    """How many pairs, players or teams came."""

    def __init__(self, words: ContestRecord, **field: Any) -> None:
        self.words = words
        missing = f"Enter the number of {words.unit}, such as {words.came}."
        super().__init__(
            what=f"a number of {words.unit}",
            example=words.came,
            label=words.unit.capitalize(),
            error_messages={"required": missing},
            **field,
        )

    def clean(self, value: object) -> int:
        """Return the number, refused if they could not even fill a table."""
        size: int = super().clean(value)
        if size < 2:
            came = f"1 {self.words.called} has" if size == 1 else f"{size} {self.words.unit} have"
            raise invalid(BoardSentences.NOBODY_TO_PLAY, they_have=came, sizes=self.words.sizes)
        return size


class WishesForm(PageForm):
    """The director's preferences. ``cleaned_data["wishes"]`` is a :class:`MovementWishes`.

    Its first field is called as the address calls it: ``pairs``, ``players`` or ``teams``.
    """

    minutes = WholeNumberField(
        what="a number of minutes", example=210, label="Total minutes", required=False
    )
    low = WholeNumberField(
        what="a number of boards", example=24, label="Boards", required=False, min_value=1
    )
    high = WholeNumberField(
        what="a number of boards", example=28, label="Most boards", required=False, min_value=1
    )
    winners = forms.TypedChoiceField(
        label="Winners",
        choices=WINNERS,
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "Choose one winner, two, or either."},
    )
    stationary = WholeNumberField(
        what="a number of pairs",
        example=2,
        label="Pairs who can’t move",
        required=False,
        min_value=0,
    )
    start = forms.TimeField(
        label="Starts",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Enter a time, such as 19:15."},
    )

    def __init__(self, *args: Any, contest: ContestRecord, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.words = contest
        self.fields["low"].label = f"Boards per {contest.called}"
        self.fields["high"].widget.attrs["aria-label"] = self.fields[
            "high"
        ].label  # only a dash stands before the box
        others = {
            name: field
            for name, field in self.fields.items()
            if self.words.is_advised or name not in ADVISED
        }
        self.fields = {self.words.unit: SizeField(self.words), **others}

    @property
    def wished(self) -> tuple[str, ...]:
        """The names of the fields for preferences, the number first."""
        return self.words.unit, *(name for name in WishesForm.base_fields if name in self.fields)

    @property
    def number(self) -> forms.BoundField:
        """The field of how many came."""
        return self[self.words.unit]

    @property
    def size(self) -> int:
        """How many came, or 0 if it can't be read."""
        return int(self.cleaned_data.get(self.words.unit) or 0)

    def clean(self) -> dict[str, Any]:
        """Return the data with the wishes in one record."""
        super().clean()
        data = self.cleaned_data
        if not self.errors:
            unit, *others = self.wished
            wished = {name: data[name] for name in others}
            data["wishes"] = MovementWishes(data[unit], self.words, **wished)
        return data


class AskForm(WishesForm):
    """The question of Field. ``cleaned_data["offers"]`` holds the answers."""

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
    """The list of all movements. ``cleaned_data["entries"]`` holds those found."""

    search = TextField(
        label="Search",
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"type": "search"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.wished[1:]:
            self.fields[name].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """Return the data with the movements found."""
        super().clean()
        data = self.cleaned_data
        if wishes := data.get("wishes"):
            data["entries"] = catalogue(wishes, data.get("search", ""))
        return data


class MovementForm(WishesForm):
    """A movement with its length and options. ``cleaned_data["movement"]`` is its plan.

    The wishes travel along unseen, so that the way back leads to the same answers.  Which options
    there are, and how many rounds, depends on the movement and the number of those who play.
    """

    # What a select offers is not checked here: the movement itself refuses what it cannot do, with
    # its reason.
    key = TextField(
        widget=forms.HiddenInput(),
        error_messages={
            "required": "No movement was chosen. Go back and choose one from the list."
        },
    )
    rounds = WholeNumberField(
        what="a number of rounds", example=7, label="Rounds", required=False, widget=forms.Select()
    )
    boards = WholeNumberField(
        what="a number of boards",
        example=3,
        label="Boards per round",
        required=False,
        widget=forms.Select(choices=[(number, number) for number in BOARDS_PER_SET]),
    )

    def __init__(self, data: Mapping[str, Any], *, contest: ContestRecord) -> None:
        super().__init__(data, contest=contest)
        for name in self.wished:
            self.fields[name].widget = forms.HiddenInput()
        self.chosen: dict[str, str] = {}
        with suppress(
            ValueError
        ):  # no movement or no size of that kind: clean() says what is wrong
            spec = find_movement(str(self.data.get("key", "")), contest=self.words.plays)
            self._offer_players(spec)
            self._offer_options(spec, int(self.data.get(self.words.unit, "")))

    def _offer_players(self, spec: MovementSpec) -> None:
        """Ask how many play in teams of any size."""
        teams, usual = spec.teams_of
        if teams and len(spec.legal_sizes) > 1:
            choices = [(size, f"{size} ({size // teams // 2} pairs)") for size in spec.legal_sizes]
            self.fields[SEATED] = WholeNumberField(
                what="a number of players",
                example=usual,
                label="Players",
                required=False,
                initial=usual,
                widget=forms.Select(choices=choices),
                help_text="all teams together; in brackets, pairs per team.",
            )

    @property
    def _players(self) -> int | None:
        """How many play, if that is asked, else the usual number."""
        said = self.data.get(SEATED, "") if SEATED in self.fields else ""
        return small_number(str(said)) or None

    def _offer_options(self, spec: MovementSpec, size: int) -> None:
        """Add the options, boards and rounds that the movement can have at this size."""
        asked_for = _ContestMovement(self.words, spec.key, size, self._players)
        usual = dict(asked_for.plan().options)
        said = {option.name: self.data.get(option_name(option.name)) for option in spec.options}
        asked = {name: choice for name, choice in said.items() if choice}
        with suppress(MovementError):  # clean() says what is wrong
            asked = asked_for.without_leftovers(asked)
            usual = dict(asked_for.plan(options=tuple(asked.items())).options)
        self.chosen = asked
        for option in spec.options:
            if option.name in usual:
                self.fields[option_name(option.name)] = TextField(
                    label=option.label,
                    widget=choice_box(option.phrases.items()),
                    required=False,
                    help_text=option.note,
                )
        lengths = legal_rounds(spec.key, **asked_for.size, options=usual)
        self.fields["rounds"].widget.choices = [(number, number) for number in lengths]
        boards = spec.legal_boards or BOARDS_PER_SET
        self.fields["boards"].widget.choices = [(number, number) for number in boards]

    def clean(self) -> dict[str, Any]:
        """Return the data with the movement's plan."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        try:
            asked = _ContestMovement(self.words, data["key"], data[self.words.unit], self._players)
            movement = asked.plan(data["rounds"], data["boards"], tuple(self.chosen.items()))
        except MovementError as error:
            raise forms.ValidationError(str(error), code=error.code) from error
        return data | {"movement": movement}

    def settled(self) -> dict[str, object]:
        """Return the query of the movement with all its options filled in."""
        movement = self.cleaned_data["movement"]
        shape = (movement.key, movement.rounds, movement.boards_per_set, movement.options)
        query = movement_query(self.cleaned_data["wishes"], *shape)
        if SEATED in self.fields:
            query[SEATED] = movement.contestants * movement.team_size
        return query


@dataclass(frozen=True, slots=True)
class _ContestMovement:
    """A movement of a contest at one size."""

    words: ContestRecord
    key: str
    contestants: int
    players: int | None = None

    @property
    def size(self) -> dict[str, int]:
        """The number of contestants, and of players if it is asked."""
        players = {} if self.players is None else {"players": self.players}
        return {f"{self.words.paper}s": self.contestants} | players

    def plan(
        self,
        rounds: int | None = None,
        boards: int | None = None,
        options: tuple[tuple[str, str], ...] = (),
    ) -> Movement:
        """Return the movement, the sides of its rows numbered as lines have them.

        :raises MovementError: if it is not possible
        """
        return _plan(self, rounds, boards, options)

    def without_leftovers(self, asked: dict[str, str]) -> dict[str, str]:
        """Return the options *asked* for, without those of another choice.

        :raises MovementError: if they are not possible for another reason
        """
        try:
            self.plan(options=tuple(asked.items()))
        except MovementError as error:
            if error.code != "choices-contradict":
                raise
            return self.without_leftovers(
                {name: asked[name] for name in asked if name != error.params["option"]}
            )
        return asked


@lru_cache(maxsize=8)  # one page asks for the same plan several times
def _plan(
    asked: _ContestMovement,
    rounds: int | None,
    boards: int | None,
    options: tuple[tuple[str, str], ...],
) -> Movement:
    find_movement(asked.key, contest=asked.words.plays)  # refused where it is of another contest
    return with_partnerships(
        make_plan(
            asked.key, **asked.size, rounds=rounds, boards_per_set=boards, options=dict(options)
        )
    )


def looked_at(query: Mapping[str, str]) -> dict[str, int]:
    """Return the round and the pair to look at by the address, or 0.

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
