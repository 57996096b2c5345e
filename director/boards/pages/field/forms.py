"""Forms of Field: how many came, preferences, and the movement with its options."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import time
from functools import lru_cache
from typing import Any

from django import forms

from director.boards.contests import ContestRecord
from director.boards.movement.formats import get_format, list_formats
from director.boards.movement.offers import (
    WEIGHTED_QUALITIES,
    MovementPreferences,
    get_option_param,
    make_movement_params,
    make_offers,
    search_catalogue,
)
from director.boards.movement.rounds import (
    EACH_ROUND,
    begins_each_round,
    with_board_numbers,
)
from director.core.base.forms import (
    PageForm,
    TextField,
    WholeNumberField,
    make_choice_widget,
    make_validation_error,
    parse_small_number,
)
from director.core.base.shown_refusals import raise_refusals_as_form_errors
from director.formats.deals import MAX_BOARD_NO
from director.models import Plan
from movements.errors import MovementError
from movements.model import ROUND_IS_A_MATCH, Movement, MovementSpec
from movements.partnerships import with_partnerships
from movements.registry import BOARDS_PER_SET, get_legal_rounds, get_movement, make_plan

NO_SIZE = "unsupported-size"
"""The code of the error for a number that no movement takes."""
WINNERS = (("", "One or two"), ("1", "One"), ("2", "Two"))
WEIGHT_CHOICES = (("", "A little"), ("not", "Not"), ("much", "Much"), ("must", "Must"))
FOLDED_FIELDS = (
    "per_round",
    "cupboard",
    "board_copies",
    "no_sharing",
    "no_carrying",
    *WEIGHTED_QUALITIES,
)
"""Preferences and limits that few directors have, so the page folds their fields."""
COMPARED_FIELDS = ("winners", "stationary", *FOLDED_FIELDS)
"""Preferences that are asked only if the contest's movements are compared by them."""
PLAYER_COUNT_PARAM = "seated"
"""Query parameter for the number of players in all teams together."""


def make_each_round_field() -> WholeNumberField:
    """Return the box for the board at which every round of matches begins."""
    return WholeNumberField(
        label="Every round begins at board",
        what="a board number",
        example=1,
        min_value=1,
        max_value=MAX_BOARD_NO,
        required=False,
        help_text="If it is empty, boards run on from round to round.",
    )


class BoardNumbersForm(PageForm):
    """The number of the first board of a session, or of every round of its matches."""

    first_board = WholeNumberField(
        label="First board",
        what="a board number",
        example=13,
        min_value=1,
        max_value=MAX_BOARD_NO,
    )
    each_round = make_each_round_field()

    def __init__(self, data: Mapping[str, Any] | None, *, plan: Plan | None) -> None:
        initial: dict[str, Any] = {}
        if plan:
            initial["first_board"] = plan.first_board
            if begins_each_round(plan):
                initial["each_round"] = plan.first_board
        super().__init__(data, initial=initial)
        if plan is None or not get_format(plan).can_begin_each_round(plan):
            del self.fields["each_round"]

    @property
    def is_each_round(self) -> bool:
        """Whether every round begins at the same board."""
        return bool(self.cleaned_data.get("each_round"))

    @property
    def number(self) -> int:
        """The number of the first board of the session or of each round."""
        return self.cleaned_data.get("each_round") or int(self.cleaned_data["first_board"])


class SizeField(WholeNumberField):
    """How many pairs, players or teams came."""

    def __init__(self, contest: ContestRecord, **field: Any) -> None:
        self.contest = contest
        missing_message = (
            f"Enter the number of {contest.contestants_noun}, such as {contest.example_count}."
        )
        super().__init__(
            what=f"a number of {contest.contestants_noun}",
            example=contest.example_count,
            label=contest.contestants_noun.capitalize(),
            error_messages={"required": missing_message},
            **field,
        )

    def clean(self, value: object) -> int:
        """Return the number. Raise if it doesn't fill a table."""
        size: int = super().clean(value)
        if size < 2:
            they_have = f"{size} {self.contest.contestants_noun} have"
            if size == 1:
                they_have = f"1 {self.contest.contestant_noun} has"
            raise make_validation_error(
                "nobody-to-play",
                "{they_have} nobody to play against. Movements exist for {sizes}.",
                they_have=they_have,
                sizes=self.contest.size_range,
            )
        return size


def _make_weight_field(label: str) -> forms.ChoiceField:
    """Return the box that asks what a quality is worth to the club."""
    return forms.ChoiceField(
        label=label,
        choices=WEIGHT_CHOICES,
        required=False,
        error_messages={"invalid_choice": "Choose not, a little, much or must."},
    )


class PreferencesForm(PageForm):
    """The director's preferences. ``cleaned_data["preferences"]`` is a :class:`MovementPreferences`.

    The name of its first field depends on the contest: ``pairs``, ``players`` or ``teams``.
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
    per_round = WholeNumberField(
        what="a number of boards",
        example=3,
        label="Boards per round",
        required=False,
        min_value=1,
        max_value=max(BOARDS_PER_SET),
    )
    cupboard = WholeNumberField(
        what="a number of boards",
        example=32,
        label="Boards in the cupboard",
        required=False,
        min_value=1,
        max_value=200,
        help_text="36 if you leave it empty.",
    )
    board_copies = WholeNumberField(
        what="a number of sets",
        example=1,
        label="Copies of each board",
        required=False,
        min_value=1,
        max_value=20,
        help_text="1 if you leave it empty.",
    )
    no_sharing = forms.BooleanField(label="Tables can’t share boards", required=False)
    no_carrying = forms.BooleanField(label="Boards go to the next table only", required=False)
    meeting = _make_weight_field("Meeting everybody")
    sitting = _make_weight_field("Keeping one’s table")
    equal_boards = _make_weight_field("Same boards for all")
    familiar = _make_weight_field("A familiar movement")
    start = forms.TimeField(
        label="Starts",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Enter a time, such as 19:15."},
    )

    def __init__(self, *args: Any, contest: ContestRecord, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contest = contest
        self.fields["low"].label = f"Boards per {contest.contestant_noun}"
        # Only a dash stands before this box.
        self.fields["high"].widget.attrs["aria-label"] = self.fields["high"].label
        preference_fields = {
            name: field
            for name, field in self.fields.items()
            if self.contest.has_movement_advice or name not in COMPARED_FIELDS
        }
        self.fields = {self.contest.contestants_noun: SizeField(self.contest), **preference_fields}

    @property
    def preference_names(self) -> tuple[str, ...]:
        """The names of the fields for preferences, the number first."""
        return self.contest.contestants_noun, *(
            name for name in PreferencesForm.base_fields if name in self.fields
        )

    @property
    def limit_fields(self) -> list[forms.BoundField]:
        """The folded fields, none if the contest's movements aren't compared by them."""
        return [self[name] for name in FOLDED_FIELDS if name in self.fields]

    @property
    def has_filled_limits(self) -> bool:
        """Whether any folded field is filled in."""
        return any(self.data.get(name) or self.initial.get(name) for name in FOLDED_FIELDS)

    @property
    def contestant_count_field(self) -> forms.BoundField:
        """The field for the number of contestants."""
        return self[self.contest.contestants_noun]

    @property
    def size(self) -> int:
        """The number of contestants, or 0 if it can't be read."""
        return int(self.cleaned_data.get(self.contest.contestants_noun) or 0)

    def clean(self) -> dict[str, Any]:
        """Return the data with the preferences in one record."""
        super().clean()
        data = self.cleaned_data
        if not self.errors:
            count_name, *other_names = self.preference_names
            values_by_name = {name: data[name] for name in other_names}
            data["preferences"] = MovementPreferences(
                data[count_name],
                self.contest,
                **values_by_name,
            )
        return data


class AskForm(PreferencesForm):
    """The question of Field. ``cleaned_data["offers"]`` holds the movements that fit.

    ``cleaned_data["drawn"]`` holds the contests that are drawn round by round.

    *section_boards* has the number of boards of each other section by its letter. *breaks* are the
    breaks of the clock: after which round, and how many minutes.
    """

    def __init__(
        self,
        *args: Any,
        section_boards: Mapping[str, int],
        breaks: tuple[tuple[int, int], ...],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.section_boards = tuple(section_boards.items())
        self.breaks = breaks

    def clean(self) -> dict[str, Any]:
        """Return the data with the movements that fit."""
        super().clean()
        data = self.cleaned_data
        preferences: MovementPreferences | None = data.get("preferences")
        if preferences:
            preferences = replace(preferences, breaks=self.breaks)
            data["preferences"] = preferences
            preferences = replace(preferences, section_boards=self.section_boards)
            data["drawn"] = [
                offer
                for round_format in list_formats()
                for offer in round_format.list_offers(preferences)
            ]
            try:
                data["offers"] = make_offers(preferences)
            except MovementError as error:
                # Many teams play a contest that is drawn round by round.
                if data["drawn"] and error.code == NO_SIZE:
                    return data
                raise forms.ValidationError(str(error), code=error.code) from error
        return data


class CatalogueForm(PreferencesForm):
    """The list of all movements. ``cleaned_data["entries"]`` holds those found."""

    search = TextField(
        label="Search",
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"type": "search"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.preference_names[1:]:
            self.fields[name].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """Return the data with the movements found."""
        super().clean()
        data = self.cleaned_data
        if preferences := data.get("preferences"):
            data["entries"] = search_catalogue(preferences, data.get("search", ""))
        return data


class MovementForm(PreferencesForm):
    """A movement with its length and options. ``cleaned_data["movement"]`` is its plan.

    The preferences are hidden fields, so that the link back leads to the same list. The options
    and the numbers of rounds depend on the movement and the number of contestants.
    """

    # The fields don't check the choices of their menus: the movement refuses an impossible one
    # with a reason.
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
        for name in self.preference_names:
            self.fields[name].widget = forms.HiddenInput()
        self.chosen_options: dict[str, str] = {}
        # An unknown movement or size is left to clean(), which says what is wrong.
        with suppress(ValueError):
            spec = get_movement(
                str(self.data.get("key", "")), contest=self.contest.movement_contest
            )
            self._add_players_field(spec)
            self._add_option_fields(spec, int(self.data.get(self.contest.contestants_noun, "")))

    def _add_players_field(self, spec: MovementSpec) -> None:
        """Add the number of players if teams can have any size."""
        team_count, default_player_count = spec.team_and_player_counts
        if team_count and len(spec.legal_sizes) > 1:
            choices = [
                (player_count, f"{player_count} ({player_count // team_count // 2} pairs)")
                for player_count in spec.legal_sizes
            ]
            self.fields[PLAYER_COUNT_PARAM] = WholeNumberField(
                what="a number of players",
                example=default_player_count,
                label="Players",
                required=False,
                initial=default_player_count,
                widget=forms.Select(choices=choices),
                help_text="all teams together; in brackets, pairs per team.",
            )

    @property
    def _player_count(self) -> int | None:
        """The chosen number of players, or None for the movement's default."""
        if PLAYER_COUNT_PARAM not in self.fields:
            return None
        return parse_small_number(str(self.data.get(PLAYER_COUNT_PARAM, ""))) or None

    def _add_option_fields(self, spec: MovementSpec, size: int) -> None:
        """Add the options, boards and rounds that the movement can have at this size."""
        movement_at_size = _ContestMovement(self.contest, spec.key, size, self._player_count)
        current_options = dict(movement_at_size.make_movement().options)
        chosen_options = {}
        for option in spec.options:
            choice = self.data.get(get_option_param(option.name))
            if choice:
                chosen_options[option.name] = choice
        with suppress(MovementError):  # clean() makes the plan again and reports the error
            chosen_options = movement_at_size.without_leftovers(chosen_options)
            current_options = dict(
                movement_at_size.make_movement(options=tuple(chosen_options.items())).options
            )
        self.chosen_options = chosen_options
        for option in spec.options:
            if option.name in current_options:
                self.fields[get_option_param(option.name)] = TextField(
                    label=option.label,
                    widget=make_choice_widget(option.phrases.items()),
                    required=False,
                    help_text=option.note,
                )
        round_counts = get_legal_rounds(spec.key, **movement_at_size.size, options=current_options)
        self.fields["rounds"].widget.choices = [(count, count) for count in round_counts]
        board_counts = spec.legal_boards or BOARDS_PER_SET
        self.fields["boards"].widget.choices = [(count, count) for count in board_counts]
        movement = movement_at_size.make_movement()
        if get_format(movement).can_begin_each_round(movement):
            self.fields[EACH_ROUND] = make_each_round_field()
        if ROUND_IS_A_MATCH in movement_at_size.make_movement().guarantees:
            self.fields["boards"].label = "Boards in a match"
            self.fields["boards"].help_text = "VPs are those for matches of this length."

    def clean(self) -> dict[str, Any]:
        """Return the data with the movement's plan."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        with raise_refusals_as_form_errors():
            movement_at_size = _ContestMovement(
                self.contest, data["key"], data[self.contest.contestants_noun], self._player_count
            )
            movement = movement_at_size.make_movement(
                data["rounds"], data["boards"], tuple(self.chosen_options.items())
            )
        if first_board := data.get(EACH_ROUND):
            movement = with_board_numbers(movement, first_board, is_each_round=True)
        return data | {"movement": movement}

    def make_query(self) -> dict[str, object]:
        """Return the query of the movement with all its options filled in."""
        movement = self.cleaned_data["movement"]
        query = make_movement_params(
            self.cleaned_data["preferences"],
            movement.key,
            movement.rounds,
            movement.boards_per_set,
            movement.options,
        )
        if begins_each_round(movement):
            query[EACH_ROUND] = movement.first_board
        if PLAYER_COUNT_PARAM in self.fields:
            query[PLAYER_COUNT_PARAM] = movement.contestants * movement.team_size
        return query


@dataclass(frozen=True, slots=True)
class _ContestMovement:
    """A movement of a contest at one size."""

    contest: ContestRecord
    key: str
    contestants: int
    players: int | None = None

    @property
    def size(self) -> dict[str, int]:
        """The number of contestants, and of players if it was chosen, as keyword arguments."""
        size = {f"{self.contest.sheet_noun}s": self.contestants}
        if self.players is not None:
            size["players"] = self.players
        return size

    def make_movement(
        self,
        rounds: int | None = None,
        boards: int | None = None,
        options: tuple[tuple[str, str], ...] = (),
    ) -> Movement:
        """Return the movement with the sides of its rows numbered as in the lines of results.

        :raises MovementError: if it is not possible
        """
        return _make_contest_plan(self, rounds, boards, options)

    def without_leftovers(self, options: dict[str, str]) -> dict[str, str]:
        """Return *options* without the ones that another choice has made impossible.

        :raises MovementError: if the options are impossible for another reason
        """
        try:
            self.make_movement(options=tuple(options.items()))
        except MovementError as error:
            if error.code != "choices-contradict":
                raise
            return self.without_leftovers(
                {name: options[name] for name in options if name != error.params["option"]}
            )
        return options


@lru_cache(maxsize=8)  # one page asks for the same plan several times
def _make_contest_plan(
    movement_at_size: _ContestMovement,
    rounds: int | None,
    boards: int | None,
    options: tuple[tuple[str, str], ...],
) -> Movement:
    # Raises if the movement belongs to another contest.
    get_movement(movement_at_size.key, contest=movement_at_size.contest.movement_contest)
    return with_partnerships(
        make_plan(
            movement_at_size.key,
            **movement_at_size.size,
            rounds=rounds,
            boards_per_set=boards,
            options=dict(options),
        )
    )


def suggest_start_time(now: time) -> str:
    """Return the next quarter of an hour after *now* as the likely start of play.

    >>> suggest_start_time(time(19, 7)), suggest_start_time(time(19, 15)), suggest_start_time(time(23, 50))
    ('19:15', '19:15', '00:00')
    """
    start_quarter = -(-(now.hour * 60 + now.minute) // 15)  # division rounded up
    return f"{start_quarter // 4 % 24:02}:{start_quarter % 4 * 15:02}"
