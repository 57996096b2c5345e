"""The presets as Field lists them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from director.party.movement.words import in_sentence
from director.party.play.own_presets import preset_rounds
from director.party.presets.model import PartyPreset
from director.party.presets.registry import NAMED_PRESETS
from scoring import find_party_method

OTHERS = "others"
"""The tab of the systems by themselves, whose names no party has."""


@dataclass(frozen=True, slots=True)
class GameTab:
    """A heading of the list with its *key*."""

    key: str
    name: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class PartyRow:
    """A preset in a row: rounds, minutes, unit and end."""

    preset: PartyPreset
    length: str  # "24 × 6"
    counted: str
    ends: str  # "21:49", without a start "2 h 49 min"


def game_tabs(wanted: str, named: PartyPreset | None) -> list[GameTab]:
    """Return the headings with the *wanted* or the chosen one open."""
    names = dict(enumerate(dict.fromkeys(preset.group for preset in NAMED_PRESETS), 1))
    tabs = {str(number): name for number, name in names.items()} | {OTHERS: "Other systems"}
    usual = next(
        (
            key
            for key, name in tabs.items()
            if named in NAMED_PRESETS and named and named.group == name
        ),
        OTHERS,
    )
    opened = wanted if wanted in tabs else usual
    return [GameTab(key, name, key == opened) for key, name in tabs.items()]


def games_of(tabs: Sequence[GameTab], players: int, starts_at: str) -> list[PartyRow]:
    """Return the presets under the open one of *tabs*, for *players* players."""
    opened = next(tab.name for tab in tabs if tab.is_open)
    return [_game(preset, players, starts_at) for preset in NAMED_PRESETS if preset.group == opened]


def _game(preset: PartyPreset, players: int, starts_at: str) -> PartyRow:
    rounds = preset_rounds(preset, players)
    minutes = rounds * preset.minutes + (
        preset.pause_minutes if 0 < preset.pause_after < rounds else 0
    )
    counted = in_sentence(find_party_method(preset.method).name)
    return PartyRow(
        preset,
        f"{rounds} × {preset.minutes}",
        counted,
        ending(starts_at, minutes) or lasting(minutes),
    )


def ending(starts_at: str, minutes: int) -> str:
    """Return when *minutes* after *starts_at* end, or "".

    >>> ending("19:30", 96), ending("", 96)
    ('21:06', '')
    """
    try:
        begin = datetime.strptime(starts_at[:5], "%H:%M")
    except ValueError:
        return ""
    return f"{begin + timedelta(minutes=minutes):%H:%M}"


def lasting(minutes: int) -> str:
    """Return how long *minutes* are.

    >>> lasting(96), lasting(120), lasting(45)
    ('1 h 36 min', '2 h', '45 min')
    """
    hours, rest = divmod(minutes, 60)
    return " ".join(filter(None, (f"{hours} h" if hours else "", f"{rest} min" if rest else "")))
