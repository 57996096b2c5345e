"""The form of Field: players, game, system, scoring method and prizes.

The fields depend on what is chosen: a system and a method each have their options, and a preset
fills in most of them. So the form first finds out what is chosen (``read_party_choice``), then fills
in what that leaves open, and then makes its fields. :mod:`.preset` has the fields that a preset
fills in, :mod:`.prizes` the list of prizes.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms

from director.core.base.forms import (
    FoldedRadios,
    WholeNumberField,
    make_choice_widget,
    make_validation_error,
    parse_small_number,
)
from director.party.models import GroupWords, Party
from director.party.movement.options import (
    can_count_tens,
    has_fixed_partners,
    resolve_options,
    select_matching_choices,
)
from director.party.movement.words import pluralize_word
from director.party.pages.field.forms.options import (
    COUNT_OPTION,
    OPTION,
    PRIZE,
    SHOWN,
    SHOWN_GAME,
    SHOWN_METHOD,
    list_games,
    parse_whole_number,
    read_party_choice,
)
from director.party.pages.field.forms.preset import (
    KEPT_FIELDS,
    SHOWN_PRESET,
    NamedForm,
    find_matching_preset,
    find_newly_chosen_preset,
    get_named_initial,
    get_system_defaults,
    parse_player_count,
    with_preset,
)
from director.party.pages.field.forms.prizes import (
    GROUP_TICKS,
    PRIZE_NUMBERS,
    PRIZE_TICKS,
    TIED,
    TIES,
    set_pair_labels,
)
from director.party.presets.model import CARDS, TOTALS
from director.party.presets.registry import PRESETS
from director.party.scoring.offer import make_system_offer
from director.party.scoring.options import OptionBox, is_applicable, make_option_box
from director.party.scoring.skat import MIN_PRIZES
from director.party.sentences import PartySentences
from movements import OWN_KEY, MovementError, Option, party_rounds

LONE_GAME = "euchre"
"""The only game with lone hands."""
MAX_ROUNDS = 100
UNEVEN = "odd"
"""The option about players left over. It is shown beside the number of players."""


class PartyFieldForm(NamedForm):
    """All fields of Field.

    - *party*: the stored party. *playing*: its number of players now.
    - *game_key*, *systems*, *chosen*: the chosen game, its systems and the chosen one.
    - *methods*, *way*: the scoring methods of the game and the chosen one.
    - *named*: the preset in force, if any.
    - *typed*: the sent data that still applies. *asked*: the same, with stored values and defaults
      for what wasn't sent.
    """

    players = WholeNumberField(
        what="a number of players",
        example=48,
        label="Players",
        min_value=3,
        max_value=400,
        error_messages={"required": "Enter the number of players, such as 48."},
    )
    game = forms.ChoiceField(label="Game")
    system = forms.ChoiceField(label="System", widget=forms.RadioSelect)
    rounds = WholeNumberField(
        what="a number of games",
        example=12,
        min_value=1,
        max_value=MAX_ROUNDS,
    )
    minutes = WholeNumberField(
        what="a number of minutes",
        example=12,
        min_value=1,
        max_value=180,
    )
    starts_at = forms.TimeField(
        label="Starts",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Enter a time, such as 19:15."},
    )
    group_words = forms.ChoiceField(label="Names of the two groups", choices=GroupWords.choices)
    method = forms.ChoiceField(label="Scoring method")

    def __init__(self, data: Mapping[str, str] | None, *, party: Party, players: int) -> None:
        self.party = party
        self.playing = players
        data, party = _fill_in_preset(data, party, players)
        choice = read_party_choice(party, data)
        self.game_key = choice.game
        self.systems = choice.systems
        self.chosen = choice.system
        self.methods = choice.methods
        self.way = choice.method
        chosen_keys = {"game": self.game_key, "system": self.chosen.key, "method": self.way.key}
        initial = _get_party_values(party, players) | get_named_initial(party) | chosen_keys
        # A change of game or system leaves fields without a value. They are filled in here, so that
        # the director doesn't get errors about them.
        self.typed: dict[str, Any] = {**choice.typed, **chosen_keys, **choice.length}
        if choice.is_new:
            self.typed |= get_system_defaults(self.chosen.key)
        preset_key = str((initial | self.typed).get("preset", ""))
        self.named = find_matching_preset(preset_key, self.game_key, self.chosen.key)
        # These need the preset, and the break needs the number of rounds.
        self.follow_players(self.typed, {**choice.options, **_extract_typed_options(choice.typed)})
        self.move_pause(self.typed, parse_small_number(str(self.typed.get("rounds", ""))))
        self.replace_impossible_entry(initial)
        self.replace_impossible_entry(self.typed)
        self.asked = initial | self.typed
        super().__init__(self.typed if data is not None else None, initial=initial)
        self.asks_number = data is None and not players
        if self.asks_number:
            self.fields["players"].widget.attrs["autofocus"] = True
        self._set_choices("game", list_games())
        self._set_choices("system", [(system.key, system.name) for system in self.systems])
        self._set_choices("entry", self.entries)
        self._set_choices("method", [(method.key, method.name) for method in self.methods])
        self._add_options(OPTION, self.chosen.options, choice.options)
        self._add_options(COUNT_OPTION, self.way.options, choice.method_options)
        self._add_prizes(choice.prizes)
        self.set_round_labels()
        if self.chosen.in_sessions:
            self._ask_for_session_prizes(choice.prizes)
        if self.as_one:
            set_pair_labels(self.fields, self.as_one)
        if choice.turned:
            self._reset_prizes()

    def _set_choices(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        cast("forms.ChoiceField", self.fields[name]).choices = choices

    def _add_options(
        self, prefix: str, options: Sequence[Option], stored: Mapping[str, str]
    ) -> None:
        for option in options:
            box = make_option_box(option, self.round_word)
            name = prefix + option.name
            initial = stored.get(option.name, option.default)
            self.fields[name] = forms.ChoiceField(
                label=box.label,
                choices=box.choices,
                initial=initial,
                required=False,
                widget=self._make_option_widget(option, box),
            )
            # The page leaves out options that make no difference with its choices.
            if self.is_bound and self.typed.get(name) not in dict(box.choices):
                self.typed[name] = initial

    def _make_option_widget(
        self, option: Option, box: OptionBox
    ) -> forms.Select | forms.RadioSelect:
        """Return the widget for *option*. The preset's choice is one of the usual ones."""
        if not option.usual:
            return make_choice_widget(box.choices)
        usual = option.usual
        preset_choice = self.named.method_options.get(option.name) if self.named else None
        if preset_choice and preset_choice not in usual:
            usual = (*usual[:-1], preset_choice)
        return FoldedRadios(usual=usual, choices=box.choices)

    def _add_prizes(self, stored: Mapping[str, Any]) -> None:
        for name, number in PRIZE_NUMBERS.items():
            self.fields[f"{PRIZE}{name}"] = WholeNumberField(
                what="a number of prizes",
                example=2,
                label=number.label,
                help_text=number.help_text,
                min_value=0,
                max_value=number.maximum,
                required=False,
                initial=stored.get(name, number.default),
            )
        self.fields[TIED] = forms.ChoiceField(
            label="Ties for a prize",
            choices=TIES,
            required=False,
            widget=make_choice_widget(TIES),
            initial=stored.get("final_tie", ""),
        )
        for name, tick in PRIZE_TICKS.items():
            self.fields[f"{PRIZE}{name}"] = forms.BooleanField(
                label=tick.label,
                help_text=tick.help_text,
                required=False,
                initial=stored.get(name, tick.default),
            )

    def _reset_prizes(self) -> None:
        """Set the prizes to their initial values: the sent page had fields of another kind."""
        for name in self.fields:
            if name.startswith(PRIZE):
                initial = self.fields[name].initial
                self.typed[name] = initial if isinstance(initial, bool) else str(initial)

    def _ask_for_session_prizes(self, stored: Mapping[str, Any]) -> None:
        """Replace the field of principal prizes: each Skat session has at least seven."""
        places_field = WholeNumberField(
            what="a number of prizes",
            example=MIN_PRIZES,
            label="Prizes per session",
            help_text="The scale of seven repeats for more prizes.",
            min_value=MIN_PRIZES,
            max_value=400,
        )
        places_field.initial = max(MIN_PRIZES, stored.get("places", 0))
        self.fields["prize-places"] = places_field

    def clean(self) -> dict[str, Any]:
        """Return the data. Add errors to players without seats and to too many rounds."""
        super().clean()
        data = self.cleaned_data
        if data.get("players"):
            self._check_players(data["players"])
        if data.get("players") and data.get("rounds") and "players" not in self.errors:
            self._check_rounds(data["players"], data["rounds"])
        return data

    def _check_players(self, players: int) -> None:
        # During play the number of players is a fact, even if the system isn't made for it.
        if players == self.playing and self.party.played_rounds.exists():
            return
        offer = make_system_offer(self.chosen, (players + 1) // 2, players // 2, self.options())
        if offer.refused:
            self.add_error("players", offer.refused)

    def _check_rounds(self, players: int, rounds: int) -> None:
        try:
            legal_rounds = party_rounds(self.chosen.key, players, options=self.options())
        except MovementError as error:
            self.add_error("players", str(error))
            return
        if legal_rounds is not None and rounds not in legal_rounds:
            error_text = make_validation_error(
                PartySentences.TOO_MANY_GAMES,
                system=self.chosen.name,
                players=players,
                most=legal_rounds[-1] if legal_rounds else 0,
                rounds=rounds,
                words=pluralize_word(self.round_word),
            )
            self.add_error("rounds", error_text)

    def allow_empty_fields(self) -> None:
        """Allow empty fields: a page that only shows consequences may be unfinished."""
        for name in ("players", "rounds", "minutes"):
            self.fields[name].required = False

    @property
    def basics(self) -> list[forms.BoundField]:
        """Return the fields about the evening as a whole."""
        return [self[name] for name in ("players", "rounds", "minutes", "starts_at")]

    @property
    def moving_options(self) -> list[forms.BoundField]:
        """Return the fields of the options about moves that have an effect now."""
        return self._list_option_fields(is_moving=True)

    @property
    def other_options(self) -> list[forms.BoundField]:
        """Return the fields for the system's other options that have an effect now."""
        return self._list_option_fields(is_moving=False)

    def _list_option_fields(self, *, is_moving: bool) -> list[forms.BoundField]:
        options = self.options()
        return [
            self[OPTION + option.name]
            for option in self.chosen.options
            if is_applicable(option, options)
            and option.name != UNEVEN
            and (option.name in self.chosen.movement_options) is is_moving
        ]

    @property
    def count_options(self) -> list[forms.BoundField]:
        """Return the fields of the method's options that have an effect now."""
        # An option of the same name in the system decides.
        hidden_names = {option.name for option in self.chosen.options}
        if self.game_key != LONE_GAME:
            hidden_names.add("lone_hands")
        if self.chosen.in_sessions:
            hidden_names.add("sit_out")
        if (self.number("hands") or 0) <= 1:
            hidden_names.add("unplayed")
        return [
            self[COUNT_OPTION + option.name]
            for option in self.way.options
            if len(option.choices) > 1 and option.name not in hidden_names
        ]

    @property
    def prize_numbers(self) -> list[forms.BoundField]:
        """Return the fields with numbers of prizes."""
        names = ("places",) if self.chosen.in_sessions else PRIZE_NUMBERS
        return [self[f"{PRIZE}{name}"] for name in names]

    @property
    def prize_ties(self) -> list[forms.BoundField]:
        """Return the field about ties for a prize, if there are such prizes."""
        if self.chosen.in_sessions:
            return []
        return [self[TIED]]

    @property
    def prize_ticks(self) -> list[forms.BoundField]:
        """Return the check boxes about prizes that apply."""
        if self.chosen.in_sessions:
            return []
        hidden_names = set(self._list_unreported_prizes())
        if self.as_one:
            hidden_names.update(GROUP_TICKS)
        return [self[f"{PRIZE}{name}"] for name in PRIZE_TICKS if name not in hidden_names]

    def _list_unreported_prizes(self) -> tuple[str, ...]:
        """Return the prizes for figures that nobody reports."""
        if self.asked.get("entry") in (CARDS, TOTALS):
            return ("high_game", "tens")
        unit = self.count_settings().get("entered", self.way.unit)
        if can_count_tens(unit, self.number("hands") or 0):
            return ()
        return ("tens",)

    @property
    def unchanged_prizes(self) -> list[forms.BoundField]:
        """Return the check boxes about groups, which pairs leave unchanged as hidden fields."""
        return [self[f"{PRIZE}{name}"] for name in GROUP_TICKS if self.as_one]

    @property
    def as_one(self) -> str:
        """Return the word for partners that are ranked as one: "pair" or a team's word, or ""."""
        is_one = self.party.by_pair and has_fixed_partners(self.chosen, self.options())
        if is_one:
            return self.chosen.team or "pair"
        return ""

    @property
    def odd(self) -> str:
        """Return the choice about players left over."""
        return self.options().get(UNEVEN, "")

    def options(self) -> dict[str, str]:
        """Return the options of the system with defaults filled in."""
        return resolve_options(self.chosen, self._collect_values(OPTION))

    def count_settings(self) -> dict[str, str]:
        """Return the options of the method with defaults filled in."""
        values = self._collect_values(COUNT_OPTION)
        return self.way.settings(select_matching_choices(self.way, values, self.options()))

    def _collect_values(self, prefix: str) -> dict[str, str]:
        data = self.data if self.is_bound else {}
        values = {}
        for name in self.fields:
            if name.startswith(prefix):
                values[name.removeprefix(prefix)] = data.get(name) or self[name].initial
        return values

    def number(self, name: str) -> int | None:
        """Return the sent or stored number of a field, or None if it can't be read."""
        return parse_whole_number(self.asked.get(name))

    def settings(self) -> dict[str, Any]:
        """Return the values that ``set_up_party`` stores."""
        data = self.cleaned_data
        prizes = {name: data[f"{PRIZE}{name}"] or 0 for name in PRIZE_NUMBERS}
        prizes |= {name: data[f"{PRIZE}{name}"] for name in PRIZE_TICKS}
        if data[TIED]:
            prizes["final_tie"] = data[TIED]
        names = ("game", "system", "method", "rounds", "starts_at", "group_words")
        return {
            "preset": self.named.key if self.named else "",
            **self.get_named_settings(),
            **{name: data[name] for name in names},
            # A custom movement has a name that the club gave it.
            "system_name": self.chosen.name if self.chosen.key.startswith(OWN_KEY) else "",
            "options": self.options(),
            "method_options": self.count_settings(),
            "prizes": prizes,
        }


def _extract_typed_options(typed: Mapping[str, Any]) -> dict[str, Any]:
    options = {}
    for name, text in typed.items():
        if name.startswith(OPTION):
            options[name.removeprefix(OPTION)] = text
    return options


def _fill_in_preset(
    data: Mapping[str, str] | None, party: Party, players: int
) -> tuple[Mapping[str, str] | None, Party]:
    """Return the data and the party, with the values of a newly chosen preset.

    A party without a system begins with the first preset.
    """
    if data is None:
        return None, party if party.system else with_preset(party, PRESETS[0], players)
    preset = find_newly_chosen_preset(data)
    if preset is None:
        return data, party
    sent_players = parse_player_count(data)
    # The form of a party that is stored with this preset has all its values.
    form = PartyFieldForm(
        None, party=with_preset(party, preset, sent_players), players=sent_players
    )
    new_data: dict[str, Any] = {}
    for name in form.fields:
        value = form[name].value()
        if value not in (None, False):
            new_data[name] = "on" if value is True else str(value)
    new_data |= {
        SHOWN: preset.system,
        SHOWN_GAME: preset.game,
        SHOWN_METHOD: preset.method,
        SHOWN_PRESET: preset.key,
    }
    new_data |= {name: data[name] for name in KEPT_FIELDS if name in data}
    return new_data, party


def _get_party_values(party: Party, players: int) -> dict[str, Any]:
    start = party.starts_at
    return {
        "players": players or "",
        "game": party.game or "whist",
        "system": party.system,
        "method": party.method,
        "rounds": party.rounds,
        "minutes": party.session.round_minutes,
        "starts_at": f"{start:%H:%M}" if start else "",
        "group_words": party.group_words,
    }
