"""Step 1 of a party: how many came, what is played and by which system, how it is counted and what is given."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms

from director.forms.numbers import WholeNumberField
from director.models import Party
from director.models.party import GroupWords
from director.selectors.party_offer import party_offer
from director.selectors.party_option_words import applies, asked
from director.selectors.party_options import SKAT, settled
from director.selectors.party_skat import LEAST_PRIZES
from director.selectors.party_words import game_word
from movements import PARTY_SYSTEMS, MovementError, Option, PartySystem, party_rounds
from scoring import PARTY_METHODS, PartyMethod, party_methods_for

EVERY_GAME = "any"
LONE_GAME = "euchre"
USUAL_EVENING = {False: ("12", "2"), True: ("2", str(LEAST_PRIZES))}
"""Games and principal prizes, or at a Skat congress sessions and the prizes of each."""
MOST_ROUNDS = 100
OPTION, COUNT_OPTION = "option-", "count-"
UNEVEN = "odd"  # asked beside the number that does not come out even
USUAL_METHODS = {
    "progressive-whist-1": "winners-only",
    "progressive-whist-2": "winners-only",
    "progressive-whist-3": "winners-only",
    "progressive-whist-4": "winners-only",
    "drive-whist": "tricks",
    "progressive-five-hundred": "plus-and-minus",
    "pivot": "pivot",
}
"""The method that the sources advise with a system, where it is not the first one of the game."""
_PRIZE_NUMBERS = {
    "places": ("Principal prizes", 2, 10, "First, second and so on, for each group."),
    "aisle": ("Prizes for each aisle", 0, 10, "For the best of each row who have no principal prize."),
    "table": ("Prizes for each table", 0, 4, ""),
    "drawn": ("Prizes by a drawn number", 0, 100, "Whoever is nearest to a number drawn from a hundred."),
}
_PRIZE_TICKS = {
    "booby": ("A booby prize", True, "For the lowest."),
    "lone_hands": ("A prize for lone hands", False, "Lone hands are then asked at each table."),
    "by_group": ("Each group has its own prizes", True, "Turn it off for one list of everybody."),
    "equal_numbers": ("As many prizes for either group", True, ""),
    "one_each": ("One prize for each player", False, "Nobody takes two."),
}


def games_here() -> list[tuple[str, str]]:
    """Return the games of all systems, with their names."""
    games = dict.fromkeys(system.game for system in PARTY_SYSTEMS if system.game != EVERY_GAME)
    return [(game, game_word(game)) for game in games]


def systems_for(game: str) -> tuple[PartySystem, ...]:
    """Return the systems in which *game* can be played."""
    return tuple(system for system in PARTY_SYSTEMS if system.game in (game, EVERY_GAME))


def methods_for(game: str) -> tuple[PartyMethod, ...]:
    """Return the ways to count a party of *game*, the usual one first; any of them where none is meant for it."""
    return party_methods_for(game) or PARTY_METHODS


class PartyFieldForm(forms.Form):
    """Everything step 1 asks; the system and its options, the method and its options follow from what is typed.

    *data* may be that of a page that is only looked at: which options are shown follows from it.
    """

    players = WholeNumberField(
        what="a number of players",
        example=48,
        label="How many players?",
        min_value=3,
        max_value=400,
        error_messages={"required": "Type how many players came, such as 48."},
    )
    game = forms.ChoiceField(label="What is played?")
    system = forms.ChoiceField(label="System", widget=forms.RadioSelect)
    rounds = WholeNumberField(
        what="a number of games",
        example=12,
        label="Games planned",
        min_value=1,
        max_value=MOST_ROUNDS,
        error_messages={"required": "Type how many games are planned, such as 12."},
    )
    minutes = WholeNumberField(
        what="a number of minutes",
        example=12,
        label="Minutes a game, with the move",
        min_value=1,
        max_value=180,
        error_messages={"required": "Type how long a game lasts, such as 12 minutes."},
    )
    starts_at = forms.TimeField(
        label="Play starts at",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "That is no time of day. Type hours and minutes, such as 19:15."},
    )
    group_words = forms.ChoiceField(label="The two seat groups are called", choices=GroupWords.choices)
    method = forms.ChoiceField(label="What is counted?")

    def __init__(self, data: Mapping[str, str] | None, *, party: Party, players: int) -> None:
        self.party, self.playing = party, players
        usual = _usual(party, players)
        self.asked = {**usual, **(data.dict() if data is not None else {})}
        self.game_key = _one_of(self.asked["game"], [game for game, _name in games_here()])
        self.systems, self.methods = systems_for(self.game_key), methods_for(self.game_key)
        self.chosen = _by_key(self.systems, self.asked["system"])
        self.way = _by_key(self.methods, self._method_wanted())
        usual |= {"system": self.chosen.key, "method": self.way.key}
        shown = self.asked.get("shown", party.system)
        if shown != self.chosen.key and SKAT in (shown, self.chosen.key):  # sessions are no games, their prizes others
            games, places = USUAL_EVENING[self.chosen.key == SKAT]
            self.asked |= {"rounds": games, "prize-places": places}
            usual["rounds"] = games
        super().__init__(self._whole(data) if data is not None else None, initial=usual, label_suffix="")
        self.fields["game"].choices = games_here()
        self.fields["system"].choices = [(system.key, system.name) for system in self.systems]
        self.fields["method"].choices = [(method.key, method.name) for method in self.methods]
        self._add_options(OPTION, self.chosen.options, settled(self.chosen, party.options))
        self._add_options(COUNT_OPTION, self.way.options, party.method_options)
        self._add_prizes(party)
        if self.chosen.key == SKAT:
            self._speak_of_sessions()

    def _method_wanted(self) -> str:
        """Return the method that is asked for; another system than the page showed brings its usual one."""
        wanted = self.asked["method"]
        if not wanted or self.asked.get("shown", self.chosen.key) != self.chosen.key:
            return USUAL_METHODS.get(self.chosen.key, self.methods[0].key)
        return wanted

    def _whole(self, data: Mapping[str, str]) -> dict[str, Any]:
        """Return *data* with what another game or system leaves open filled in, so that a change of it is no error."""
        settled_here = {"game": self.game_key, "system": self.chosen.key, "method": self.way.key}
        asked = {name: self.asked[name] for name in ("rounds", "prize-places") if name in self.asked}
        return {**data.dict(), **settled_here, **asked}

    def _add_options(self, prefix: str, options: Sequence[Option], former: Mapping[str, str]) -> None:
        for option in options:
            how, name, usual = asked(option), prefix + option.name, former.get(option.name, option.default)
            self.fields[name] = forms.ChoiceField(label=how.label, choices=how.choices, initial=usual, required=False)
            if self.is_bound and self.data.get(name) not in dict(how.choices):
                self.data[name] = usual  # what the page offered belonged to another game, system or way to count

    def _add_prizes(self, party: Party) -> None:
        for name, (label, usual, most, text) in _PRIZE_NUMBERS.items():
            self.fields[f"prize-{name}"] = WholeNumberField(
                what="a number of prizes",
                example=2,
                label=label,
                help_text=text,
                min_value=0,
                max_value=most,
                required=False,
                initial=party.prizes.get(name, usual),
            )
        for name, (label, ticked, text) in _PRIZE_TICKS.items():
            self.fields[f"prize-{name}"] = forms.BooleanField(
                label=label, help_text=text, required=False, initial=party.prizes.get(name, ticked)
            )

    def _speak_of_sessions(self) -> None:
        """Ask for sessions in place of games, and for seven prizes at the least."""
        self.fields["rounds"].label, self.fields["minutes"].label = "Sessions planned", "Minutes a session"
        places = self.fields["prize-places"] = WholeNumberField(
            what="a number of prizes",
            example=LEAST_PRIZES,
            label="Prizes of each session",
            help_text="The scale of seven is repeated as often as there are prizes.",
            min_value=LEAST_PRIZES,
            max_value=400,
        )
        places.initial = max(LEAST_PRIZES, self.party.prizes.get("places", 0))

    def clean(self) -> dict[str, Any]:
        """Return what was typed; a system refuses players it cannot seat, and more games than it has."""
        data = super().clean()
        if data.get("players"):
            self._check_players(data["players"])
        if data.get("players") and data.get("rounds") and "players" not in self.errors:
            self._check_rounds(data["players"], data["rounds"])
        return data

    def _check_players(self, players: int) -> None:
        """Refuse a number of players that is new and has no seats; who left an evening under way changes nothing."""
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
            self.add_error(
                "rounds",
                f"{self.chosen.name} with {players} players has {most} games at most, not {rounds}. "
                f"Plan {most} or fewer.",
            )

    def miss_nothing(self) -> None:
        """Let boxes be empty, because the page is only looked at and still being filled in."""
        for name in ("players", "rounds", "minutes"):
            self.fields[name].required = False

    @property
    def basics(self) -> list[forms.BoundField]:
        """The fields about the evening as a whole."""
        return [self[name] for name in ("players", "game", "rounds", "minutes", "starts_at")]

    @property
    def moving_options(self) -> list[forms.BoundField]:
        """The fields of the options that concern who goes where, as far as they make a difference now."""
        return self._shown(is_moving=True)

    @property
    def other_options(self) -> list[forms.BoundField]:
        """The fields of the options that concern how a round is played."""
        return self._shown(is_moving=False)

    @property
    def count_options(self) -> list[forms.BoundField]:
        """The fields of the method's options; lone hands are asked with the system."""
        return [
            self[COUNT_OPTION + option.name]
            for option in self.way.options
            if len(option.choices) > 1
            and option.name not in {own.name for own in self.chosen.options}
            and (option.name != "lone_hands" or self.game_key == LONE_GAME)
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
        names = ("places",) if self.chosen.key == SKAT else _PRIZE_NUMBERS
        return [self[f"prize-{name}"] for name in names]

    @property
    def prize_ticks(self) -> list[forms.BoundField]:
        """The boxes to tick about prizes."""
        return [] if self.chosen.key == SKAT else [self[f"prize-{name}"] for name in _PRIZE_TICKS]

    @property
    def odd(self) -> str:
        """What is chosen about players left over."""
        return self.options().get(UNEVEN, "")

    def options(self) -> dict[str, str]:
        """Return the options of the system as they are asked for, the usual choice where nothing fits."""
        return settled(self.chosen, self._with(OPTION))

    def count_settings(self) -> dict[str, str]:
        """Return the options of the method as they are asked for; the system's own where both have one."""
        wanted = self._with(COUNT_OPTION) | self.options()
        fits = {
            option.name: wanted[option.name] for option in self.way.options if wanted.get(option.name) in option.choices
        }
        return self.way.settings(fits)

    def _with(self, prefix: str) -> dict[str, str]:
        names = [name for name in self.fields if name.startswith(prefix)]
        return {name.removeprefix(prefix): self.asked.get(name) or self[name].initial for name in names}

    def number(self, name: str) -> int | None:
        """Return a number as it is asked for, ``None`` if it cannot be read."""
        text = str(self.asked.get(name) or "")
        return int(text) if text.isdecimal() and len(text) <= 4 else None

    def ends_at(self) -> str:
        """Return when play ends, as a time of day; empty where the start is not known."""
        start, rounds, minutes = self.asked.get("starts_at"), self.number("rounds"), self.number("minutes")
        if not start or rounds is None or minutes is None:
            return ""
        try:
            begin = datetime.strptime(str(start)[:5], "%H:%M")
        except ValueError:
            return ""
        return f"{begin + timedelta(minutes=rounds * minutes):%H:%M}"

    def settings(self) -> dict[str, Any]:
        """Return what ``party_settle`` stores."""
        data = self.cleaned_data
        numbers = {name: data[f"prize-{name}"] or 0 for name in _PRIZE_NUMBERS}
        ticks = {name: data[f"prize-{name}"] for name in _PRIZE_TICKS}
        return {
            **{name: data[name] for name in ("game", "system", "method", "rounds", "starts_at", "group_words")},
            "options": self.options(),
            "method_options": self.count_settings(),
            "prizes": numbers | ticks,
        }


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


def _by_key(things: Sequence[Any], key: str) -> Any:
    return next((thing for thing in things if thing.key == key), things[0])


def _one_of(wanted: str, known: Sequence[str]) -> str:
    return wanted if wanted in known else known[0]
