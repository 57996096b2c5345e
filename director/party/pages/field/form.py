"""The form of Field: players, game, system, scoring method and prizes.

The fields depend on what is chosen: a system and a method each have their options, and a preset
fills in most of them. So the form first finds out what is chosen (``read_party_choice``), then
completes the values, and then makes its fields. :mod:`director.party.pages.field.preset` has the
fields that a preset fills in.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.db.models import Model

from director.core.base.forms import (
    WholeNumberField,
    group_choices,
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
from director.party.movement.words import (
    OptionBox,
    PartyOption,
    is_applicable,
    make_option_box,
    pluralize_noun,
)
from director.party.pages.field.choices import (
    GROUP_TICKS,
    METHOD_OPTION_PREFIX,
    OPTION_PREFIX,
    PRIZE_NUMBERS,
    PRIZE_PREFIX,
    PRIZE_TICKS,
    SEEN_CHOICE_FIELD,
    SHOWN_GAME_FIELD,
    SHOWN_METHOD_FIELD,
    SHOWN_SYSTEM_FIELD,
    SHOWN_VALUE_PREFIX,
    TIE_CHOICES,
    TIE_FIELD,
    PartyChoice,
    list_games,
    parse_whole_number,
    read_party_choice,
    set_pair_labels,
)
from director.party.pages.field.offers import make_system_offer
from director.party.pages.field.preset import (
    HAND_NUMBER_FIELDS,
    PRESET_INDEPENDENT_FIELDS,
    SHOWN_PRESET_FIELD,
    PresetForm,
    find_matching_preset,
    find_newly_chosen_preset,
    make_hand_values,
    make_system_defaults,
    read_player_count,
    with_preset,
)
from director.party.presets import CARDS, ENTRY_LABELS, PRESETS, TOTALS
from director.party.scoring.skat import MIN_PRIZES
from movements.errors import MovementError
from movements.party.custom import KEY_PREFIX
from movements.party.model import PartySystem
from movements.party.rounds import find_possible_rounds, get_progressive_system
from scoring.option import Option as ScoringOption
from scoring.party.methods import get_party_method
from scoring.party.model import PartyMethod

LONE_GAME = "euchre"
"""The only game with lone hands."""
MAX_ROUNDS = 100
MAX_PLAYERS = 400
UNEVEN_OPTION = "odd"
"""The option about players left over. It is shown beside the number of players."""


class PartyFieldForm(PresetForm):
    """All fields of Field."""

    party: Party  # as stored
    stored_player_count: int
    seen_choice: str  # the stored game, system and method that the desk sees with this page
    game_key: str
    systems: Sequence[PartySystem]  # that suit the game
    methods: Sequence[PartyMethod]  # that suit the game
    has_unseen_choice: bool  # another desk chose others than the page had seen or submits
    # The submitted data that still applies, with values for the fields that a change of game,
    # system or preset left open.
    submitted_values: dict[str, Any]
    current_values: dict[str, Any]  # submitted values over stored ones and defaults
    needs_player_count: bool

    players = WholeNumberField(
        what="a number of players",
        example=48,
        label="Players",
        min_value=3,
        max_value=MAX_PLAYERS,
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

    class Meta:
        model = Party
        fields = (
            "game",
            "system",
            "method",
            "rounds",
            "starts_at",
            "group_words",
            "trumps",
            *HAND_NUMBER_FIELDS,
            "entry",
        )

    def __init__(self, data: Mapping[str, str] | None, *, party: Party, players: int) -> None:
        self.party = party
        self.stored_player_count = players
        self.seen_choice = _format_choice(party.game, party.system, party.method)
        data, party = _fill_in_preset(data, party, players)
        choice = read_party_choice(party, data)
        self.game_key = choice.game
        self.systems = choice.systems
        self.chosen_system = choice.system
        self.methods = choice.methods
        self.chosen_method = choice.method
        chosen_keys = {
            "game": self.game_key,
            "system": self.chosen_system.key,
            "method": self.chosen_method.key,
        }
        initial = _make_initial_values(party, players) | chosen_keys
        seen_before = choice.submitted_values.get(SEEN_CHOICE_FIELD, self.seen_choice)
        self.has_unseen_choice = bool(self.party.system) and self.seen_choice not in (
            seen_before,
            _format_choice(**chosen_keys),
        )
        self.submitted_values = self._complete_submitted_values(choice, chosen_keys, initial)
        if self.has_unseen_choice:
            # What the page showed was stored for the previous choice: nothing can be compared.
            self.submitted_values = _without_shown_values(self.submitted_values)
        self.replace_impossible_entry(initial)
        self.current_values = initial | self.submitted_values
        super().__init__(
            self.submitted_values if data is not None else None, instance=party, initial=initial
        )
        self.needs_player_count = data is None and not players
        if self.needs_player_count:
            self.fields["players"].widget.attrs["autofocus"] = True
        self._make_choice_fields(choice)
        if self.has_stored_values(party):
            self.add_shown_values()  # also of the fields that were added

    def has_stored_values(self, instance: Model) -> bool:
        """Return whether a system was chosen. Until then the page shows a preset."""
        return bool(instance.pk and self.party.system)

    def _complete_submitted_values(
        self, choice: PartyChoice, chosen_keys: Mapping[str, str], initial: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the submitted values, completed if a new game, system or preset left some open.

        Otherwise the director would get errors about fields that the page hadn't shown.
        """
        values: dict[str, Any] = {
            **choice.submitted_values,
            **chosen_keys,
            **choice.suggested_length,
        }
        if choice.is_new:
            values |= make_system_defaults(self.chosen_system.key)
        preset_key = str({**initial, **values}.get("preset", ""))
        self.active_preset = find_matching_preset(preset_key, self.game_key, self.chosen_system.key)
        # These need the preset, and the break needs the number of rounds.
        self.update_rounds(
            values, {**choice.options, **_extract_typed_options(choice.submitted_values)}
        )
        self.move_pause(values, parse_small_number(str(values.get("rounds", ""))))
        self.replace_impossible_entry(values)
        return values

    def _make_choice_fields(self, choice: PartyChoice) -> None:
        """Fill the lists of choices, and add the fields that depend on what is chosen."""
        self._set_choices("game", list_games())
        self._set_choices("system", [(system.key, system.name) for system in self.systems])
        self._set_choices("entry", self.entry_choices)
        self._set_choices("method", [(method.key, method.name) for method in self.methods])
        self._add_options(OPTION_PREFIX, self.chosen_system.options, choice.options)
        self._add_options(METHOD_OPTION_PREFIX, self.chosen_method.options, choice.method_options)
        self._add_prizes(choice.prizes)
        self.set_round_labels()
        if self.chosen_system.in_sessions:
            self._replace_session_prizes(choice.prizes)
        if self.joint_winner_noun:
            set_pair_labels(self.fields, self.joint_winner_noun)
        if choice.is_new_kind:
            self._reset_prizes()

    def _set_choices(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        cast("forms.ChoiceField", self.fields[name]).choices = choices

    def _add_options(
        self, prefix: str, options: Sequence[PartyOption], stored_choices: Mapping[str, str]
    ) -> None:
        for option in options:
            box = make_option_box(option, self.round_noun)
            name = prefix + option.name
            initial = stored_choices.get(option.name, option.default)
            self.fields[name] = self._make_option_field(option, box, initial)
            # The page leaves out options that make no difference with its choices.
            if self.is_bound and self.submitted_values.get(name) not in dict(box.choices):
                self.submitted_values[name] = initial

    def _make_option_field(
        self, option: PartyOption, box: OptionBox, initial: str
    ) -> forms.ChoiceField:
        """Return the field for *option*. Its common choices include the preset's one."""
        common_choices = option.common_choices if isinstance(option, ScoringOption) else ()
        if not common_choices:
            return forms.ChoiceField(
                label=box.label,
                choices=box.choices,
                initial=initial,
                required=False,
                widget=make_choice_widget(box.choices),
            )
        preset_options = self.active_preset.method_options if self.active_preset else {}
        preset_choice = preset_options.get(option.name)
        if preset_choice and preset_choice not in common_choices:
            # In place of the last, so that the list of common choices stays short.
            common_choices = (*common_choices[:-1], preset_choice)
        # One list: dozens of numbers as radio buttons would fill the page.
        choices = group_choices(
            box.choices, common_values=common_choices, others_label="Other numbers"
        )
        return forms.ChoiceField(label=box.label, choices=choices, initial=initial, required=False)

    def _add_prizes(self, stored_prizes: Mapping[str, Any]) -> None:
        for name, number in PRIZE_NUMBERS.items():
            self.fields[f"{PRIZE_PREFIX}{name}"] = WholeNumberField(
                what="a number of prizes",
                example=2,
                label=number.label,
                help_text=number.help_text,
                min_value=0,
                max_value=number.maximum,
                required=False,
                initial=stored_prizes.get(name, number.default),
            )
        self.fields[TIE_FIELD] = forms.ChoiceField(
            label="Ties for a prize",
            choices=TIE_CHOICES,
            required=False,
            widget=make_choice_widget(TIE_CHOICES),
            initial=stored_prizes.get("final_tie", ""),
        )
        for name, tick in PRIZE_TICKS.items():
            self.fields[f"{PRIZE_PREFIX}{name}"] = forms.BooleanField(
                label=tick.label,
                help_text=tick.help_text,
                required=False,
                initial=stored_prizes.get(name, tick.default),
            )

    def _reset_prizes(self) -> None:
        """Set the prizes to their initial values: the page had fields of another kind."""
        for name in self.fields:
            if name.startswith(PRIZE_PREFIX):
                initial = self.fields[name].initial
                self.submitted_values[name] = initial if isinstance(initial, bool) else str(initial)

    def _replace_session_prizes(self, stored_prizes: Mapping[str, Any]) -> None:
        """Replace the field of principal prizes: each Skat session has at least seven."""
        prizes_field = WholeNumberField(
            what="a number of prizes",
            example=MIN_PRIZES,
            label="Prizes per session",
            help_text="The scale of seven repeats for more prizes.",
            min_value=MIN_PRIZES,
            max_value=400,
        )
        prizes_field.initial = max(MIN_PRIZES, stored_prizes.get("places", 0))
        self.fields[f"{PRIZE_PREFIX}places"] = prizes_field

    def clean(self) -> dict[str, Any]:
        """Return the data. Add errors if players would have no seat or there are too many rounds."""
        super().clean()
        data = self.cleaned_data
        self._refuse_unseen_choice()
        if data.get("players"):
            self._check_players(data["players"])
        if data.get("players") and data.get("rounds") and "players" not in self.errors:
            self._check_rounds(data["players"], data["rounds"])
        return data

    def _refuse_unseen_choice(self) -> None:
        """Add an error if another desk has chosen another game, system or method.

        The refused page has seen it, so that the next Save replaces it.
        """
        if not self.has_unseen_choice:
            return
        party = self.party
        error = make_validation_error(
            "choice-changed",
            "Another desk has chosen {system}, {method}, after you opened this page. Check that, "
            "then press Save again to replace it.",
            system=party.system_name or get_progressive_system(party.system).name,
            method=get_party_method(party.method).name,
        )
        self.add_error(None, error)

    def _check_players(self, players: int) -> None:
        # During play the number of players is a fact, even if the system isn't made for it.
        if players == self.stored_player_count and self.party.played_rounds.exists():
            return
        group_a, group_b = (players + 1) // 2, players // 2
        offer = make_system_offer(
            self.chosen_system, group_a, group_b, self.resolve_system_options()
        )
        if offer.reason:
            self.add_error("players", offer.reason)

    def _check_rounds(self, players: int, rounds: int) -> None:
        try:
            possible_rounds = find_possible_rounds(
                self.chosen_system.key, players, options=self.resolve_system_options()
            )
        except MovementError as error:
            self.add_error("players", str(error))
            return
        if possible_rounds is not None and rounds not in possible_rounds:
            error_text = make_validation_error(
                "too-many-games",
                "{system} with {players} players has at most {most} {nouns}, not {rounds}. Enter "
                "{most} or fewer.",
                system=self.chosen_system.name,
                players=players,
                most=possible_rounds[-1] if possible_rounds else 0,
                rounds=rounds,
                nouns=pluralize_noun(self.round_noun),
            )
            self.add_error("rounds", error_text)

    def allow_empty_fields(self) -> None:
        """Allow empty fields: a page that only shows consequences may be unfinished."""
        for name in ("players", "rounds", "minutes"):
            self.fields[name].required = False

    @property
    def event_fields(self) -> list[forms.BoundField]:
        """The fields about the event as a whole."""
        return [self[name] for name in ("players", "rounds", "minutes", "starts_at")]

    @property
    def more_settings(self) -> list[forms.BoundField]:
        """The fields of the party that no other section of the page has."""
        return [self[name] for name in self.Meta.fields if name not in self.declared_fields]

    @property
    def movement_option_fields(self) -> list[forms.BoundField]:
        """The fields of the options about moves that have an effect now."""
        return self._list_option_fields(is_moving=True)

    @property
    def other_option_fields(self) -> list[forms.BoundField]:
        """The fields for the system's other options that have an effect now."""
        return self._list_option_fields(is_moving=False)

    def _list_option_fields(self, *, is_moving: bool) -> list[forms.BoundField]:
        options = self.resolve_system_options()
        return [
            self[OPTION_PREFIX + option.name]
            for option in self.chosen_system.options
            if is_applicable(option, options)
            and option.name != UNEVEN_OPTION
            and (option.name in self.chosen_system.movement_options) is is_moving
        ]

    @property
    def method_option_fields(self) -> list[forms.BoundField]:
        """The fields of the method's options that have an effect now."""
        # If the system has an option of the same name, the system's is the one to choose.
        hidden_names = {option.name for option in self.chosen_system.options}
        if self.game_key != LONE_GAME:
            hidden_names.add("lone_hands")
        if self.chosen_system.in_sessions:
            hidden_names.add("sit_out")
        if (self.get_number("hands") or 0) <= 1:
            hidden_names.add("unplayed")
        return [
            self[METHOD_OPTION_PREFIX + option.name]
            for option in self.chosen_method.options
            if len(option.choices) > 1 and option.name not in hidden_names
        ]

    @property
    def prize_numbers(self) -> list[forms.BoundField]:
        """The fields with numbers of prizes."""
        names = ("places",) if self.chosen_system.in_sessions else PRIZE_NUMBERS
        return [self[f"{PRIZE_PREFIX}{name}"] for name in names]

    @property
    def prize_ties(self) -> list[forms.BoundField]:
        """The field about ties for a prize, if there are such prizes."""
        if self.chosen_system.in_sessions:
            return []
        return [self[TIE_FIELD]]

    @property
    def prize_ticks(self) -> list[forms.BoundField]:
        """The check boxes about prizes that apply."""
        if self.chosen_system.in_sessions:
            return []
        hidden_names = set(self._list_unreported_prizes())
        if self.joint_winner_noun:
            hidden_names.update(GROUP_TICKS)
        return [self[f"{PRIZE_PREFIX}{name}"] for name in PRIZE_TICKS if name not in hidden_names]

    def _list_unreported_prizes(self) -> tuple[str, ...]:
        """Return the prizes for figures that nobody reports."""
        if self.current_values.get("entry") in (CARDS, TOTALS):
            # Cards have totals only, no single games.
            return ("high_game", "tens")
        unit = self.resolve_method_options().get("entered", self.chosen_method.unit)
        if can_count_tens(unit, self.get_number("hands") or 0):
            return ()
        return ("tens",)

    @property
    def hidden_prize_ticks(self) -> list[forms.BoundField]:
        """The check boxes about groups, which pairs leave unchanged as hidden fields."""
        return [self[f"{PRIZE_PREFIX}{name}"] for name in GROUP_TICKS if self.joint_winner_noun]

    @property
    def joint_winner_noun(self) -> str:
        """What partners are called that are ranked as one, such as "pair", or ""."""
        has_pairs = has_fixed_partners(self.chosen_system, self.resolve_system_options())
        if self.party.by_pair and has_pairs:
            return self.chosen_system.team or "pair"
        return ""

    @property
    def uneven_choice(self) -> str:
        """The choice about players left over by an uneven number."""
        return self.resolve_system_options().get(UNEVEN_OPTION, "")

    def resolve_system_options(self) -> dict[str, str]:
        """Return the options of the system with defaults filled in."""
        return resolve_options(self.chosen_system, self._collect_values(OPTION_PREFIX))

    def resolve_method_options(self) -> dict[str, str]:
        """Return the options of the method with defaults filled in."""
        values = self._collect_values(METHOD_OPTION_PREFIX)
        return self.chosen_method.complete_settings(
            select_matching_choices(self.chosen_method, values, self.resolve_system_options())
        )

    def _collect_values(self, prefix: str) -> dict[str, str]:
        # A cleaned value may be what another desk has stored since the page was opened.
        cleaned_data = getattr(self, "cleaned_data", {})
        submitted_data = self.data if self.is_bound else {}
        values = {}
        for name in self.fields:
            if name.startswith(prefix):
                value = cleaned_data.get(name) or submitted_data.get(name) or self[name].initial
                values[name.removeprefix(prefix)] = value
        return values

    def get_number(self, name: str) -> int | None:
        """Return the submitted or stored number of a field, or None if it can't be read."""
        return parse_whole_number(self.current_values.get(name))

    def make_settings(self) -> dict[str, Any]:
        """Return the values that ``set_up_party`` stores."""
        data = self.cleaned_data
        prizes = {name: data[f"{PRIZE_PREFIX}{name}"] or 0 for name in PRIZE_NUMBERS}
        prizes |= {name: data[f"{PRIZE_PREFIX}{name}"] for name in PRIZE_TICKS}
        if data[TIE_FIELD]:
            prizes["final_tie"] = data[TIE_FIELD]
        return {
            **{name: data[name] for name in self.Meta.fields},
            **{name: data[name] or 0 for name in HAND_NUMBER_FIELDS},
            "trumps": list(data["trumps"]),
            "entry": data["entry"] or next(iter(ENTRY_LABELS)),
            "preset": self.active_preset.key if self.active_preset else "",
            # A custom movement has a name that the club gave it.
            "system_name": self.chosen_system.name
            if self.chosen_system.key.startswith(KEY_PREFIX)
            else "",
            "options": self.resolve_system_options(),
            "method_options": self.resolve_method_options(),
            "prizes": prizes,
        }


def _format_choice(game: str, system: str, method: str) -> str:
    return f"{game}/{system}/{method}"


def _without_shown_values(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value for name, value in values.items() if not name.startswith(SHOWN_VALUE_PREFIX)
    }


def _extract_typed_options(values: Mapping[str, Any]) -> dict[str, Any]:
    options = {}
    for name, text in values.items():
        if name.startswith(OPTION_PREFIX):
            options[name.removeprefix(OPTION_PREFIX)] = text
    return options


def _fill_in_preset(
    data: Mapping[str, str] | None, party: Party, player_count: int
) -> tuple[Mapping[str, str] | None, Party]:
    """Return the data and the party, with the values of a newly chosen preset.

    A party without a system begins with the first preset.
    """
    if data is None:
        return None, party if party.system else with_preset(party, PRESETS[0], player_count)
    preset = find_newly_chosen_preset(data)
    if preset is None:
        return data, party
    typed_player_count = read_player_count(data)
    # The form of a party that is stored with this preset has all its values.
    form = PartyFieldForm(
        None, party=with_preset(party, preset, typed_player_count), players=typed_player_count
    )
    new_data: dict[str, Any] = {}
    for name in form.fields:
        value = form[name].value()
        if value not in (None, False):
            new_data[name] = "on" if value is True else str(value)
    new_data |= {
        SHOWN_SYSTEM_FIELD: preset.system,
        SHOWN_GAME_FIELD: preset.game,
        SHOWN_METHOD_FIELD: preset.method,
        SHOWN_PRESET_FIELD: preset.key,
    }
    new_data |= {name: data[name] for name in PRESET_INDEPENDENT_FIELDS if name in data}
    return new_data, party


def _make_initial_values(party: Party, player_count: int) -> dict[str, Any]:
    start_time = party.starts_at
    return {
        **make_hand_values(party),
        "preset": party.preset,
        "players": player_count or "",
        "game": party.game or "whist",
        "system": party.system,
        "method": party.method,
        "rounds": party.rounds,
        "minutes": party.session.round_minutes,
        "starts_at": f"{start_time:%H:%M}" if start_time else "",
        "group_words": party.group_words,
    }
