"""Every preset, in the order a director expects."""

from calendar import day_name
from collections.abc import Mapping

from director.party.presets.books import USUAL_NAME, book_presets
from director.party.presets.euchre import EUCHRE_PRESETS
from director.party.presets.model import PartyPreset
from director.party.presets.others import EVENING_PRESETS, OTHER_PRESETS
from director.party.presets.whist import WHIST_PRESETS

NAMED_PRESETS: tuple[PartyPreset, ...] = (
    *WHIST_PRESETS,
    *EUCHRE_PRESETS,
    *OTHER_PRESETS,
    *EVENING_PRESETS,
)
"""The parties by the names people use."""
_NAMED = {preset.name for preset in NAMED_PRESETS}

PRESETS: tuple[PartyPreset, ...] = (
    *NAMED_PRESETS,
    *(preset for preset in book_presets() if preset.name not in _NAMED),
)
"""All presets; the systems under their own names come last."""

_BY_KEY: Mapping[str, PartyPreset] = {preset.key: preset for preset in PRESETS}


def find_preset(key: str) -> PartyPreset | None:
    """Return the preset called *key*, or ``None`` where there is none, as for a party settled by
    hand.

    >>> find_preset("whist-drive").rounds, find_preset("bridge")
    (24, None)
    """
    return _BY_KEY.get(key)


# The name of a night that follows what is played, as long as nobody has named it.


def follows(name: str, preset: PartyPreset | None) -> str:
    """Return the name of a party called *name* after *preset* is chosen.

    A name of the director's own stays.

    >>> from director.party.presets.registry import find_preset
    >>> follows("Saturday party", find_preset("whist-drive")), follows("Harvest drive", find_preset("whist-drive"))
    ('Saturday whist drive', 'Harvest drive')
    >>> follows("Saturday whist drive", None)
    'Saturday party'
    """
    day, _space, called = name.partition(" ")
    if day not in day_name or called not in {USUAL_NAME, *(known.night for known in PRESETS)}:
        return name
    return f"{day} {preset.night if preset else USUAL_NAME}"
