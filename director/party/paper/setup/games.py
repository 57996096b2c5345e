"""The list of presets on the page Field."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from director.party.movement.words import format_within_sentence
from director.party.play.own_presets import compute_preset_rounds
from director.party.presets.model import PartyPreset
from director.party.presets.registry import NAMED_PRESETS, PRESET_GROUPS
from scoring.party.methods import find_party_method

OTHERS = "others"
"""The tab of the systems that no preset names."""


@dataclass(frozen=True, slots=True)
class GameTab:
    """A heading of the list with its *key*."""

    key: str
    name: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class PresetRow:
    """A preset in a row: rounds, minutes, unit and end."""

    preset: PartyPreset
    length: str  # "24 × 6"
    method_name: str
    ends: str  # "21:49", or "2 h 49 min" without a start


def make_game_tabs(wanted_game: str, named: PartyPreset | None) -> list[GameTab]:
    """Return the tabs with *wanted_game* open, or else the one of the preset *named*."""
    names_by_key = {str(number): name for number, name in enumerate(PRESET_GROUPS, start=1)}
    names_by_key[OTHERS] = "Other systems"
    open_key = OTHERS
    if wanted_game in names_by_key:
        open_key = wanted_game
    elif named and named in NAMED_PRESETS:
        open_key = next(key for key, name in names_by_key.items() if name == named.group)
    return [GameTab(key, name, key == open_key) for key, name in names_by_key.items()]


def list_preset_rows(tabs: Sequence[GameTab], players: int, starts_at: str) -> list[PresetRow]:
    """Return the presets of the open tab, for *players* players."""
    group = next(tab.name for tab in tabs if tab.is_open)
    return [
        _make_preset_row(preset, players, starts_at)
        for preset in NAMED_PRESETS
        if preset.group == group
    ]


def _make_preset_row(preset: PartyPreset, players: int, starts_at: str) -> PresetRow:
    rounds = compute_preset_rounds(preset, players)
    minutes = rounds * preset.minutes
    if 0 < preset.settings.get("pause_after", 0) < rounds:
        minutes += preset.settings["pause_minutes"]
    method_name = format_within_sentence(find_party_method(preset.method).name)
    return PresetRow(
        preset,
        f"{rounds} × {preset.minutes}",
        method_name,
        format_end_time(starts_at, minutes) or format_duration(minutes),
    )


def format_end_time(starts_at: str, minutes: int) -> str:
    """Return the time *minutes* after *starts_at*, or an empty text without a start.

    >>> format_end_time("19:30", 96), format_end_time("", 96)
    ('21:06', '')
    """
    try:
        start = datetime.strptime(starts_at[:5], "%H:%M")
    except ValueError:
        return ""
    return f"{start + timedelta(minutes=minutes):%H:%M}"


def format_duration(minutes: int) -> str:
    """Return *minutes* in hours and minutes.

    >>> format_duration(96), format_duration(120), format_duration(45)
    ('1 h 36 min', '2 h', '45 min')
    """
    hours, minutes_left = divmod(minutes, 60)
    parts = []
    if hours:
        parts.append(f"{hours} h")
    if minutes_left:
        parts.append(f"{minutes_left} min")
    return " ".join(parts)
