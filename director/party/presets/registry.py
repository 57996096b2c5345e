"""All presets in the order of the list, and the names of events that follow them."""

from calendar import day_name
from collections.abc import Mapping

from director.party.presets.books import USUAL_NAME, make_book_presets
from director.party.presets.euchre import EUCHRE_PRESETS
from director.party.presets.evenings import EVENING_PRESETS
from director.party.presets.model import PartyPreset
from director.party.presets.others import OTHER_PRESETS
from director.party.presets.whist import WHIST_PRESETS

NAMED_PRESETS: tuple[PartyPreset, ...] = (
    *WHIST_PRESETS,
    *EUCHRE_PRESETS,
    *OTHER_PRESETS,
    *EVENING_PRESETS,
)
"""The parties by the names that people use."""
PRESET_GROUPS = {
    "Whist drives": "Tricks are counted; winners or losers move.",
    "Euchre nights": "Head table and bell, charts, or partners who stay.",
    "Other games": "Beetle, cribbage, Skat, five hundred and other parties.",
}
"""The groups of the named parties, each with a line about it."""
_PRESET_NAMES = {preset.name for preset in NAMED_PRESETS}

PRESETS: tuple[PartyPreset, ...] = (
    *NAMED_PRESETS,
    *(preset for preset in make_book_presets() if preset.name not in _PRESET_NAMES),
)
"""All presets; the systems under their own names come last."""

_BY_KEY: Mapping[str, PartyPreset] = {preset.key: preset for preset in PRESETS}


def find_preset(key: str) -> PartyPreset | None:
    """Return the preset with *key*, or None for any other key.

    A party whose settings were chosen one by one has no preset.

    >>> find_preset("whist-drive").rounds, find_preset("bridge")
    (24, None)
    """
    return _BY_KEY.get(key)


def replace_usual_name(name: str, preset: PartyPreset | None) -> str:
    """Return the name of a party called *name* after *preset* is chosen.

    A name that the program gave is replaced, a name of the director's own stays.

    >>> from director.party.presets.registry import find_preset
    >>> whist_drive = find_preset("whist-drive")
    >>> replace_usual_name("Saturday party", whist_drive)
    'Saturday whist drive'
    >>> replace_usual_name("Harvest drive", whist_drive)
    'Harvest drive'
    >>> replace_usual_name("Saturday whist drive", None)
    'Saturday party'
    >>> replace_usual_name("Saturday whist drive 2", find_preset("euchre-pairs"))
    'Saturday euchre partners'
    """
    day, _space, numbered_name = name.partition(" ")
    # The second whist drive of a day has a number.
    preset_name = numbered_name.rstrip(" 0123456789")
    # The program's own names are a day of the week and the name of a preset.
    preset_nights = {USUAL_NAME, *(known_preset.night for known_preset in PRESETS)}
    if day not in day_name or preset_name not in preset_nights:
        return name
    night = preset.night if preset else USUAL_NAME
    return f"{day} {night}"
