"""The name of a night that follows what is played, as long as nobody has named it."""

from calendar import day_name

from director.party.presets.books import USUAL_NAME
from director.party.presets.model import PartyPreset
from director.party.presets.registry import PRESETS


def follows(name: str, preset: PartyPreset | None) -> str:
    """Return what a night called *name* is called once *preset* is chosen: a name of the director's own stays.

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
