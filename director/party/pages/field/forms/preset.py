"""What a preset fills in beside system and method."""

from collections.abc import Mapping
from copy import copy
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from director.core.base.forms import PageForm, WholeNumberField, invalid, small_number
from director.core.base.idempotency import FIELD
from director.party.models import Party
from director.party.movement.fields import TrumpsField
from director.party.movement.words import in_word, several
from director.party.play.own_presets import preset_rounds, preset_settings
from director.party.presets.model import ENTRIES, PartyPreset, entries_possible, usual_round_word
from director.party.presets.registry import NAMED_PRESETS, PRESETS, find_preset
from director.party.sentences import PartySentences
from director.party.trumps import written_trumps
from movements import PartySystem
from scoring import PartyMethod

SHOWN_PRESET = "shown-preset"
"""What the page had by name when it was filled in."""
SHOWN_PLAYERS = "shown-players"
"""How many players the page had then."""
KEPT = ("players", "starts_at", "look", FIELD, "csrfmiddlewaretoken")
"""What is typed of the evening itself and stays whatever is chosen by name."""
EUCHRE_GOALS, CRIBBAGE_GOALS = range(5, 16), (121, 61)
"""The points to which a game is played: once round the board of cribbage, or twice."""
HAND_WORDS, HAND_NUMBERS = ("entry", "trumps"), ("hands", "goal", "pause_after", "pause_minutes")


class NamedForm(PageForm):
    """The choice of a preset. *named* is the preset in force."""

    named: PartyPreset | None = None
    chosen: PartySystem
    way: PartyMethod

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
        """Return the data. The pause comes before the last round."""
        data = super().clean() or self.cleaned_data
        after, rounds = data.get("pause_after"), data.get("rounds")
        if after and rounds and after >= rounds:
            self.add_error(
                "pause_after", invalid(PartySentences.PAUSE_AFTER_END, after=after, rounds=rounds)
            )
        if data.get("goal") and (refusal := goal_refused(data.get("game", ""), data["goal"])):
            self.add_error("goal", refusal)
        return data

    def follow_players(self, typed: dict[str, Any], options: Mapping[str, str]) -> None:
        """Fill in all rounds for the number of players, unless changed."""
        if not self.named:
            return
        shown, players = (
            preset_rounds(self.named, small_number(str(typed.get(name, "")).strip()), options)
            for name in (SHOWN_PLAYERS, "players")
        )
        if typed.get("rounds") == str(shown):
            typed["rounds"] = str(players)

    def place_pause(self, typed: dict[str, Any], rounds: int) -> None:
        """Move the preset's pause to the half of *rounds*, unless changed."""
        usual = self.named.pause_after if self.named else 0
        if usual and 0 < rounds <= usual and typed.get("pause_after") == str(usual):
            typed["pause_after"] = str(rounds // 2)

    @property
    def entries(self) -> list[tuple[str, str]]:
        """The ways of entry that are possible now, in words."""
        ways = {
            key: in_word(ENTRIES[key], self.round_word)
            for key in entries_possible(self.chosen, self.way)
        }
        return [(key, f"{words[:1].upper()}{words[1:]}") for key, words in ways.items()]

    def fit_entry(self, values: dict[str, Any]) -> None:
        """Change the way of entry in *values* if it became impossible."""
        possible = entries_possible(self.chosen, self.way)
        if values.get("entry", possible[0]) not in possible:
            values["entry"] = possible[0]

    @property
    def round_word(self) -> str:
        """What is played between two moves, by the name that is chosen or else by the system."""
        if self.named:
            return self.named.round_word
        return usual_round_word(self.chosen)

    def speak_of_rounds(self) -> None:
        """Ask for rounds, hands or games by the word of the evening."""
        word, words = self.round_word, several(self.round_word)
        rounds, minutes = self.fields["rounds"], self.fields["minutes"]
        rounds.label, minutes.label = words.capitalize(), f"Minutes per {word}"
        rounds.error_messages["required"] = f"Enter the number of {words}, such as 12."
        minutes.error_messages["required"] = f"Enter the minutes per {word}, such as 12."
        self.fields["pause_after"].label = f"Break after {word}"
        played = "Games" if self.chosen.by_list else "Hands"
        if word == "hand":
            self.fields["hands"].label = f"{played} between moves"
        else:
            self.fields["hands"].label = f"{played} per {word}"

    @property
    def is_by_name(self) -> bool:
        """Whether a preset is in force, so that details can stay hidden."""
        return self.named in NAMED_PRESETS

    @property
    def hand_words(self) -> list[forms.BoundField]:
        """The fields about trumps and how results come in."""
        return [self[name] for name in HAND_WORDS]

    @property
    def hand_numbers(self) -> list[forms.BoundField]:
        """The fields about hands, points and the pause."""
        return [self[name] for name in HAND_NUMBERS]

    @property
    def has_wrong_numbers(self) -> bool:
        """Whether one of these fields has an error."""
        return any(name in self.errors for name in HAND_WORDS + HAND_NUMBERS)

    @property
    def has_wrong_prizes(self) -> bool:
        """Whether something is wrong about prizes."""
        return any(name.startswith("prize-") for name in self.errors)

    def named_settings(self) -> dict[str, Any]:
        """Return what ``set_up_party`` stores of these fields, beside the choice by name."""
        data = self.cleaned_data
        numbers = {
            name: data[name] or 0 for name in ("hands", "goal", "pause_after", "pause_minutes")
        }
        return numbers | {
            "trumps": list(data["trumps"]),
            "entry": data["entry"] or next(iter(ENTRIES)),
        }


def goal_refused(game: str, goal: int) -> ValidationError | None:
    """Return why *game* can't be played to *goal* points, or None."""
    if game == "euchre" and goal not in EUCHRE_GOALS:
        return invalid(
            PartySentences.EUCHRE_GOAL, goal=goal, least=EUCHRE_GOALS[0], most=EUCHRE_GOALS[-1]
        )
    if game == "cribbage" and goal not in CRIBBAGE_GOALS:
        return invalid(
            PartySentences.CRIBBAGE_GOAL, goal=goal, whole=CRIBBAGE_GOALS[0], half=CRIBBAGE_GOALS[1]
        )
    return None


def named_initial(party: Party) -> dict[str, Any]:
    """Return what *party* has stored of these fields, as it is typed."""
    return {
        "preset": party.preset,
        "trumps": written_trumps(party.trumps),
        "hands": party.hands or "",
        "goal": party.goal or "",
        "pause_after": party.pause_after or "",
        "pause_minutes": party.pause_minutes or "",
        "entry": party.entry,
    }


def by_itself(system: str) -> dict[str, Any]:
    """Return the values of these fields for a *system* without a preset."""
    own = find_preset(system)
    if own is None:
        return dict.fromkeys(("trumps", *HAND_NUMBERS), "") | {"entry": next(iter(ENTRIES))}
    numbers = {name: getattr(own, name) or "" for name in HAND_NUMBERS}
    return numbers | {"trumps": written_trumps(own.trumps), "entry": own.entry}


def newly_chosen(data: Mapping[str, str] | None) -> PartyPreset | None:
    """Return the preset that was newly chosen in *data*, or None."""
    if data is None or data.get("preset", "") == data.get(SHOWN_PRESET, ""):
        return None
    return find_preset(data.get("preset", ""))


def chosen_players(data: Mapping[str, str]) -> int:
    """Return the number of players in *data*, or 0."""
    return small_number(data.get("players", "").strip())


def preset_of(key: str, game: str, system: str) -> PartyPreset | None:
    """Return the preset *key* while it fits *game* and *system*, else the system's."""
    preset = find_preset(key)
    if preset and (preset.game, preset.system) == (game, system):
        return preset
    own = find_preset(system)
    if own and (own.game, own.system) == (game, system):
        return own
    return None


def with_preset(party: Party, preset: PartyPreset, players: int) -> Party:
    """Return an unsaved copy of *party* with the settings of *preset*."""
    named = copy(party)
    named.session = copy(party.session)
    named.session.round_minutes = preset.minutes
    for name, value in preset_settings(preset, players).items():
        setattr(named, name, value)
    return named
