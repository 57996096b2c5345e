"""The form of Field: players, game, system, counting and prizes."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms

from director.core.base.forms import WholeNumberField, choice_box, invalid, small_number
from director.party.models import GroupWords, Party
from director.party.movement.options import (
    counts_tens,
    matching_choices,
    ranks_partners_together,
    settled_options,
)
from director.party.movement.words import several
from director.party.pages.field.forms.options import (
    COUNT_OPTION,
    OPTION,
    PRIZE,
    SHOWN,
    SHOWN_GAME,
    SHOWN_METHOD,
    games_here,
    requested_party,
    whole_number,
)
from director.party.pages.field.forms.preset import (
    KEPT,
    SHOWN_PRESET,
    NamedForm,
    by_itself,
    chosen_players,
    named_initial,
    newly_chosen,
    preset_of,
    with_preset,
)
from director.party.pages.field.forms.prizes import (
    OF_GROUPS,
    PRIZE_NUMBERS,
    PRIZE_TICKS,
    TIED,
    TIES,
    speak_of_pairs,
)
from director.party.presets.model import CARDS, TOTALS
from director.party.presets.registry import PRESETS
from director.party.scoring.offer import party_offer
from director.party.scoring.options import applies, option_box
from director.party.scoring.skat import MIN_PRIZES
from director.party.sentences import PartySentences
from movements import OWN_KEY, MovementError, Option, party_rounds

LONE_GAME = "euchre"
MOST_ROUNDS = 100
UNEVEN = "odd"  # asked beside the number that does not come out even


class PartyFieldForm(NamedForm):
    """Everything Field asks. Options follow from the system and method.

    *data* may be that of a page that is only looked at: which options are shown follows from it.
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
        max_value=MOST_ROUNDS,
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
        self.party, self.playing = party, players
        data, party = _by_name(data, party, players)
        now = requested_party(party, data)
        self.game_key, self.systems, self.chosen = now.game, now.systems, now.system
        self.methods, self.way = now.methods, now.method
        settled_here = {"game": self.game_key, "system": self.chosen.key, "method": self.way.key}
        usual = _usual(party, players) | named_initial(party) | settled_here
        # What a change of game or system leaves open is filled in, so that it is no error.
        self.typed: dict[str, Any] = {**now.typed, **settled_here, **now.length}
        if now.is_new:
            self.typed |= by_itself(self.chosen.key)
        self.named = preset_of(
            str((usual | self.typed).get("preset", "")), self.game_key, self.chosen.key
        )
        typed_options = {
            name.removeprefix(OPTION): text
            for name, text in now.typed.items()
            if name.startswith(OPTION)
        }
        self.follow_players(self.typed, {**now.options, **typed_options})
        self.place_pause(self.typed, small_number(str(self.typed.get("rounds", ""))))
        for values in (usual, self.typed):
            self.fit_entry(values)
        self.asked = usual | self.typed
        super().__init__(self.typed if data is not None else None, initial=usual)
        if data is None and not party.system:
            self.fields["players"].widget.attrs["autofocus"] = True
        self._offer("game", games_here())
        self._offer("system", [(system.key, system.name) for system in self.systems])
        self._offer("entry", self.entries)
        self._offer("method", [(method.key, method.name) for method in self.methods])
        self._add_options(OPTION, self.chosen.options, now.options)
        self._add_options(COUNT_OPTION, self.way.options, now.method_options)
        self._add_prizes(now.prizes)
        self.speak_of_rounds()
        if self.chosen.in_sessions:
            self._speak_of_sessions(now.prizes)
        if self.as_one:
            speak_of_pairs(self.fields, self.as_one)
        if now.turned:
            self._fill_prizes()

    def _offer(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        cast("forms.ChoiceField", self.fields[name]).choices = choices

    def _add_options(
        self, prefix: str, options: Sequence[Option], former: Mapping[str, str]
    ) -> None:
        for option in options:
            how, name, usual = (
                option_box(option, self.round_word),
                prefix + option.name,
                former.get(option.name, option.default),
            )
            self.fields[name] = forms.ChoiceField(
                label=how.label,
                choices=how.choices,
                initial=usual,
                required=False,
                widget=choice_box(how.choices),
            )
            if self.is_bound and self.typed.get(name) not in dict(how.choices):
                self.typed[name] = (
                    usual  # not asked by the page, because it made no difference there
                )

    def _add_prizes(self, former: Mapping[str, Any]) -> None:
        for name, (label, usual, most, text) in PRIZE_NUMBERS.items():
            self.fields[f"{PRIZE}{name}"] = WholeNumberField(
                what="a number of prizes",
                example=2,
                label=label,
                help_text=text,
                min_value=0,
                max_value=most,
                required=False,
                initial=former.get(name, usual),
            )
        self.fields[TIED] = forms.ChoiceField(
            label="Ties for a prize",
            choices=TIES,
            required=False,
            widget=choice_box(TIES),
            initial=former.get("final_tie", ""),
        )
        for name, (label, ticked, text) in PRIZE_TICKS.items():
            self.fields[f"{PRIZE}{name}"] = forms.BooleanField(
                label=label, help_text=text, required=False, initial=former.get(name, ticked)
            )

    def _fill_prizes(self) -> None:
        """Begin with the usual prizes: the page that was sent asked for others."""
        for name in self.fields:
            if name.startswith(PRIZE):
                usual = self.fields[name].initial
                self.typed[name] = usual if isinstance(usual, bool) else str(usual)

    def _speak_of_sessions(self, former: Mapping[str, Any]) -> None:
        """Ask for seven prizes of each session at the least."""
        places = self.fields["prize-places"] = WholeNumberField(
            what="a number of prizes",
            example=MIN_PRIZES,
            label="Prizes per session",
            help_text="The scale of seven repeats for more prizes.",
            min_value=MIN_PRIZES,
            max_value=400,
        )
        places.initial = max(MIN_PRIZES, former.get("places", 0))

    def clean(self) -> dict[str, Any]:
        """Return the data. A system refuses players it can't seat, and too many rounds."""
        super().clean()
        data = self.cleaned_data
        if data.get("players"):
            self._check_players(data["players"])
        if data.get("players") and data.get("rounds") and "players" not in self.errors:
            self._check_rounds(data["players"], data["rounds"])
        return data

    def _check_players(self, players: int) -> None:
        """Refuse a new number of players without seats."""
        if players == self.playing and self.party.played_rounds.exists():
            return
        offer = party_offer(self.chosen, (players + 1) // 2, players // 2, self.options())
        if offer.refused:
            self.add_error("players", offer.refused)

    def _check_rounds(self, players: int, rounds: int) -> None:
        try:
            legal = party_rounds(self.chosen.key, players, options=self.options())
        except MovementError as error:
            self.add_error("players", str(error))
            return
        if legal is not None and rounds not in legal:
            most = legal[-1] if legal else 0
            told = {
                "players": players,
                "most": most,
                "rounds": rounds,
                "words": several(self.round_word),
            }
            refusal = invalid(PartySentences.TOO_MANY_GAMES, system=self.chosen.name, **told)
            self.add_error("rounds", refusal)

    def miss_nothing(self) -> None:
        """Allow empty boxes, since the page is only looked at."""
        for name in ("players", "rounds", "minutes"):
            self.fields[name].required = False

    @property
    def basics(self) -> list[forms.BoundField]:
        """The fields about the evening as a whole."""
        return [self[name] for name in ("players", "rounds", "minutes", "starts_at")]

    @property
    def moving_options(self) -> list[forms.BoundField]:
        """The fields of the options about moving that matter now."""
        return self._shown(is_moving=True)

    @property
    def other_options(self) -> list[forms.BoundField]:
        """The fields of the options that concern how a round is played."""
        return self._shown(is_moving=False)

    @property
    def count_options(self) -> list[forms.BoundField]:
        """The fields of the method's options."""
        return [
            self[COUNT_OPTION + option.name]
            for option in self.way.options
            if len(option.choices) > 1
            and option.name not in {own.name for own in self.chosen.options}
            and (option.name != "lone_hands" or self.game_key == LONE_GAME)
            and (option.name != "sit_out" or not self.chosen.in_sessions)
            and (option.name != "unplayed" or (self.number("hands") or 0) > 1)
        ]

    def _shown(self, *, is_moving: bool) -> list[forms.BoundField]:
        chosen = self.options()
        return [
            self[OPTION + option.name]
            for option in self.chosen.options
            if applies(option, chosen)
            and option.name != UNEVEN
            and (option.name in self.chosen.movement_options) is is_moving
        ]

    @property
    def prize_numbers(self) -> list[forms.BoundField]:
        """The fields with numbers of prizes."""
        names = ("places",) if self.chosen.in_sessions else PRIZE_NUMBERS
        return [self[f"{PRIZE}{name}"] for name in names]

    @property
    def prize_ties(self) -> list[forms.BoundField]:
        """The field about who is tied for a prize."""
        if self.chosen.in_sessions:
            return []
        return [self[TIED]]

    @property
    def prize_ticks(self) -> list[forms.BoundField]:
        """The boxes to tick about prizes."""
        left_out = (
            PRIZE_TICKS
            if self.chosen.in_sessions
            else (*(OF_GROUPS if self.as_one else ()), *self._untold)
        )
        return [self[f"{PRIZE}{name}"] for name in PRIZE_TICKS if name not in left_out]

    @property
    def _untold(self) -> tuple[str, ...]:
        """The prizes that need figures nobody reports."""
        if self.asked.get("entry") in (CARDS, TOTALS):
            return ("high_game", "tens")
        unit = self.count_settings().get("entered", self.way.unit)
        if counts_tens(unit, self.number("hands") or 0):
            return ()
        return ("tens",)

    @property
    def unchanged_prizes(self) -> list[forms.BoundField]:
        """The boxes about groups that pairs leave as they are."""
        return [self[f"{PRIZE}{name}"] for name in OF_GROUPS if self.as_one]

    @property
    def as_one(self) -> str:
        """What is ranked as one: "pair", a team's word, or ""."""
        is_one = self.party.by_pair and ranks_partners_together(self.chosen, self.options())
        if is_one:
            return self.chosen.team or "pair"
        return ""

    @property
    def odd(self) -> str:
        """What is chosen about players left over."""
        return self.options().get(UNEVEN, "")

    def options(self) -> dict[str, str]:
        """Return the options of the system with usual choices filled in."""
        return settled_options(self.chosen, self._with(OPTION))

    def count_settings(self) -> dict[str, str]:
        """Return the options of the method with usual choices filled in."""
        return self.way.settings(
            matching_choices(self.way, self._with(COUNT_OPTION), self.options())
        )

    def _with(self, prefix: str) -> dict[str, str]:
        names = [name for name in self.fields if name.startswith(prefix)]
        typed = self.data if self.is_bound else {}
        return {name.removeprefix(prefix): typed.get(name) or self[name].initial for name in names}

    def number(self, name: str) -> int | None:
        """Return a number as it is asked for, ``None`` if it cannot be read."""
        return whole_number(self.asked.get(name))

    def settings(self) -> dict[str, Any]:
        """Return what ``set_up_party`` stores."""
        data = self.cleaned_data
        numbers = {name: data[f"{PRIZE}{name}"] or 0 for name in PRIZE_NUMBERS}
        ticks = {name: data[f"{PRIZE}{name}"] for name in PRIZE_TICKS}
        return {
            "preset": self.named.key if self.named else "",
            **self.named_settings(),
            **{
                name: data[name]
                for name in ("game", "system", "method", "rounds", "starts_at", "group_words")
            },
            "system_name": self.chosen.name if self.chosen.key.startswith(OWN_KEY) else "",
            "options": self.options(),
            "method_options": self.count_settings(),
            "prizes": numbers | ticks | ({"final_tie": data[TIED]} if data[TIED] else {}),
        }


def _by_name(
    data: Mapping[str, str] | None, party: Party, players: int
) -> tuple[Mapping[str, str] | None, Party]:
    """Return the data and the party, filled in if a preset was chosen."""
    if data is None:
        return None, party if party.system else with_preset(party, PRESETS[0], players)
    preset = newly_chosen(data)
    if preset is None:
        return data, party
    number = chosen_players(data)
    form = PartyFieldForm(None, party=with_preset(party, preset, number), players=number)
    values = {name: form[name].value() for name in form.fields}
    filled = {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value not in (None, False)
    }
    kept = {name: data[name] for name in KEPT if name in data}
    shown = {
        SHOWN: preset.system,
        SHOWN_GAME: preset.game,
        SHOWN_METHOD: preset.method,
        SHOWN_PRESET: preset.key,
    }
    return filled | shown | kept, party


def _usual(party: Party, players: int) -> dict[str, Any]:
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
