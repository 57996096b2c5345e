"""The part of Field that a preset fills in, besides system and method.

A *preset* is a named party, such as a whist drive: it fixes game, system and method and has usual
values for hands, points, trumps and the break. A party *has no preset* if its game or system was
changed; the usual values are then those of the system.
"""

from collections.abc import Mapping
from copy import copy
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from director.core.base.forms import (
    SettingsForm,
    WholeNumberField,
    make_validation_error,
    parse_small_number,
)
from director.core.base.idempotency import KEY_FIELD
from director.party.models import Party
from director.party.movement.words import pluralize_noun, replace_round_noun
from director.party.pages.shell import TrumpsField
from director.party.play.setup import compute_preset_rounds, make_preset_settings
from director.party.presets import (
    ENTRY_LABELS,
    NAMED_PRESETS,
    PRESETS,
    PartyPreset,
    find_preset,
    get_default_round_noun,
    list_possible_entries,
)
from director.party.trumps import format_trumps
from movements.party.model import PartySystem
from scoring.party.model import PartyMethod

SHOWN_PRESET_FIELD = "shown-preset"
"""The hidden field with the preset that the page showed when it was filled in."""
SHOWN_PLAYERS_FIELD = "shown-players"
"""The hidden field with the number of players that the page showed."""
PRESET_INDEPENDENT_FIELDS = ("players", "starts_at", "look", KEY_FIELD, "csrfmiddlewaretoken")
"""The fields that keep their values when another preset is chosen."""
EUCHRE_GOALS = range(5, 16)
"""Possible points of a game of euchre."""
HAND_TEXT_FIELDS = ("entry", "trumps")
HAND_NUMBER_FIELDS = ("hands", "goal", "pause_after", "pause_minutes")


class PresetForm(SettingsForm):
    """The choice of a preset, and the fields that it fills in."""

    # The chosen preset, while game and system are its own.
    active_preset: PartyPreset | None = None
    chosen_system: PartySystem
    chosen_method: PartyMethod

    preset = forms.ChoiceField(
        label="Game",
        required=False,
        choices=lambda: [(preset.key, preset.name) for preset in PRESETS],
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "This party doesn’t exist. Choose one from the list."},
    )
    trumps = TrumpsField(
        label="Order of trumps",
        required=False,
        help_text="H, C, D, S, NT, or words separated by commas. The order repeats.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "H C D S"}),
    )
    hands = WholeNumberField(
        what="a number of hands", example=8, min_value=0, max_value=60, required=False
    )
    goal = WholeNumberField(
        what="a number of points",
        example=10,
        label="Points per game",
        min_value=0,
        max_value=500,
        required=False,
    )
    pause_after = WholeNumberField(
        what="a number to break after", example=12, min_value=0, max_value=100, required=False
    )
    pause_minutes = WholeNumberField(
        what="a number of minutes",
        example=25,
        label="Minutes of break",
        min_value=0,
        max_value=180,
        required=False,
    )
    entry = forms.ChoiceField(label="Score entry", required=False)

    def clean(self) -> dict[str, Any]:
        """Return the data. Add errors if the break is after the end or the points are impossible."""
        data = super().clean() or self.cleaned_data
        pause_after = data.get("pause_after")
        rounds = data.get("rounds")
        if pause_after and rounds and pause_after >= rounds:
            self.add_error(
                "pause_after",
                make_validation_error(
                    "pause-after-end",
                    "A break after {after} of {rounds} would be after the end. Enter a smaller number, or "
                    "leave it empty.",
                    after=pause_after,
                    rounds=rounds,
                ),
            )
        if data.get("goal"):
            error = find_goal_error(data.get("game", ""), data["goal"])
            if error:
                self.add_error("goal", error)
        return data

    def update_rounds(self, values: dict[str, Any], options: Mapping[str, str]) -> None:
        """Set the rounds in *values* to all rounds for the new number of players.

        A number of rounds that somebody has changed stays.
        """
        if not self.active_preset:
            return
        shown_player_count = parse_small_number(str(values.get(SHOWN_PLAYERS_FIELD, "")).strip())
        player_count = parse_small_number(str(values.get("players", "")).strip())
        shown_rounds = compute_preset_rounds(self.active_preset, shown_player_count, options)
        if values.get("rounds") == str(shown_rounds):
            values["rounds"] = str(compute_preset_rounds(self.active_preset, player_count, options))

    def move_pause(self, values: dict[str, Any], rounds: int) -> None:
        """Move the preset's break in *values* to half of *rounds* if it would come after the end.

        A break that somebody has changed stays.
        """
        preset_round = 0
        if self.active_preset:
            preset_round = self.active_preset.settings.get("pause_after", 0)
        if values.get("pause_after") == str(preset_round) and 0 < rounds <= preset_round:
            values["pause_after"] = str(rounds // 2)

    @property
    def entry_choices(self) -> list[tuple[str, str]]:
        """The possible methods of entry."""
        choices = []
        for key in list_possible_entries(self.chosen_system, self.chosen_method):
            label = replace_round_noun(ENTRY_LABELS[key], self.round_noun)
            choices.append((key, f"{label[:1].upper()}{label[1:]}"))
        return choices

    def replace_impossible_entry(self, values: dict[str, Any]) -> None:
        """Change the method of entry in *values* if it is impossible."""
        possible_entries = list_possible_entries(self.chosen_system, self.chosen_method)
        if values.get("entry", possible_entries[0]) not in possible_entries:
            values["entry"] = possible_entries[0]

    @property
    def round_noun(self) -> str:
        """What is played between two moves, by the preset or the system."""
        if self.active_preset:
            return self.active_preset.round_noun
        return get_default_round_noun(self.chosen_system)

    def set_round_labels(self) -> None:
        """Set the labels and errors that have the word for a round."""
        round_noun = self.round_noun
        plural_noun = pluralize_noun(round_noun)
        rounds_field = self.fields["rounds"]
        rounds_field.label = plural_noun.capitalize()
        rounds_field.error_messages["required"] = f"Enter the number of {plural_noun}, such as 12."
        minutes_field = self.fields["minutes"]
        minutes_field.label = f"Minutes per {round_noun}"
        minutes_field.error_messages["required"] = (
            f"Enter the minutes per {round_noun}, such as 12."
        )
        self.fields["pause_after"].label = f"Break after {round_noun}"
        hands_noun = "Games" if self.chosen_system.by_list else "Hands"
        if round_noun == "hand":
            self.fields["hands"].label = f"{hands_noun} between moves"
        else:
            self.fields["hands"].label = f"{hands_noun} per {round_noun}"

    @property
    def has_named_preset(self) -> bool:
        """Whether a named preset is in force, so that details can stay hidden."""
        return self.active_preset in NAMED_PRESETS

    @property
    def hand_text_fields(self) -> list[forms.BoundField]:
        """The fields about trumps and the entry of results."""
        return [self[name] for name in HAND_TEXT_FIELDS]

    @property
    def hand_number_fields(self) -> list[forms.BoundField]:
        """The fields about hands, points and the break."""
        return [self[name] for name in HAND_NUMBER_FIELDS]

    @property
    def has_wrong_numbers(self) -> bool:
        """Whether a field about hands has an error."""
        return any(name in self.errors for name in HAND_TEXT_FIELDS + HAND_NUMBER_FIELDS)

    @property
    def has_wrong_prizes(self) -> bool:
        """Whether a field about prizes has an error."""
        return any(name.startswith("prize-") for name in self.errors)


def find_goal_error(game: str, goal: int) -> ValidationError | None:
    """Return the error if *game* can't be played to *goal* points, or None."""
    if game == "euchre" and goal not in EUCHRE_GOALS:
        return make_validation_error(
            "euchre-goal",
            "Euchre is played to {least} to {most} points, not {goal}. Leave it empty for no "
            "target.",
            goal=goal,
            least=EUCHRE_GOALS[0],
            most=EUCHRE_GOALS[-1],
        )
    return None


def make_hand_values(party: Party) -> dict[str, Any]:
    """Return the values of *party* in the fields about hands, as a page shows them."""
    numbers = {name: getattr(party, name) or "" for name in HAND_NUMBER_FIELDS}
    return numbers | {"trumps": format_trumps(party.trumps), "entry": party.entry}


def make_system_defaults(system: str) -> dict[str, Any]:
    """Return the system's usual values in the fields about hands."""
    # Some systems have a preset with their own key.
    preset = find_preset(system)
    return make_hand_values(Party(**make_preset_settings(preset)) if preset else Party())


def find_newly_chosen_preset(data: Mapping[str, str] | None) -> PartyPreset | None:
    """Return the preset that was newly chosen in *data*, or None."""
    if data is None or data.get("preset", "") == data.get(SHOWN_PRESET_FIELD, ""):
        return None
    return find_preset(data.get("preset", ""))


def read_player_count(data: Mapping[str, str]) -> int:
    """Return the number of players in *data*, or 0."""
    return parse_small_number(data.get("players", "").strip())


def find_matching_preset(key: str, game: str, system: str) -> PartyPreset | None:
    """Return the preset *key* while it fits *game* and *system*, else the system's."""
    for preset in (find_preset(key), find_preset(system)):
        if preset and (preset.game, preset.system) == (game, system):
            return preset
    return None


def with_preset(party: Party, preset: PartyPreset, player_count: int) -> Party:
    """Return an unsaved copy of *party* with the preset's settings."""
    party_with_preset = copy(party)
    party_with_preset.session = copy(party.session)
    party_with_preset.session.round_minutes = preset.minutes
    for name, value in make_preset_settings(preset, player_count).items():
        setattr(party_with_preset, name, value)
    return party_with_preset
