"""The settings of a party that follow from a preset, with every option of system and method."""

from collections.abc import Mapping
from typing import Any

from director.party.models import Party
from director.party.movement.options import resolve_options, select_matching_choices
from director.party.presets.model import PartyPreset
from director.party.presets.registry import PRESETS
from movements.party.rounds import find_party_system, party_rounds
from scoring.party.methods import find_party_method


def make_preset_settings(preset: PartyPreset, players: int = 0) -> dict[str, Any]:
    """Return the settings of *preset*. *players* is 0 if unknown."""
    system = find_party_system(preset.system)
    method = find_party_method(preset.method)
    options = resolve_options(system, preset.options)
    method_options = select_matching_choices(method, preset.method_options, options)
    party = Party(**preset.settings)
    # What another preset sets has the model's default here.
    names = {name for known_preset in PRESETS for name in known_preset.settings}
    return {name: getattr(party, name) for name in names} | {
        "preset": preset.key,
        "game": preset.game,
        "system": system.key,
        "options": options,
        "method": method.key,
        "method_options": method.settings(method_options),
        "rounds": compute_preset_rounds(preset, players),
        "prizes": dict(party.prizes),
        "trumps": list(party.trumps),
    }


def compute_preset_rounds(
    preset: PartyPreset, players: int, options: Mapping[str, str] | None = None
) -> int:
    """Return the rounds of *preset*, or fewer if its system is complete earlier with *players*.

    *options* are the chosen options of the system, None for those of the preset.

    >>> from director.party.presets.registry import find_preset
    >>> compute_preset_rounds(find_preset("progressive-whist-4"), 8), compute_preset_rounds(find_preset("whist-drive"), 8)
    (3, 24)
    """
    if not players:
        return preset.rounds
    if options is None:
        options = preset.options
    settled = resolve_options(find_party_system(preset.system), options)
    possible_rounds = party_rounds(preset.system, players, options=settled)
    if possible_rounds:
        return min(preset.rounds, possible_rounds[-1])
    return preset.rounds
