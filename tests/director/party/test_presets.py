"""Every preset settles a party that can be played to its end, and everything it names is there."""

import pytest

from director.party.models import Party
from director.party.movement.words import GAMES
from director.party.paper.moves import describe_movement
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.play.setup import make_preset_settings
from director.party.presets import PRESETS, find_preset, list_possible_entries
from director.party.trumps import are_trumps, format_trumps, parse_trumps
from movements.party.rounds import get_progressive_system
from scoring.party.methods import get_party_method

EACH = [pytest.param(preset, id=preset.key) for preset in PRESETS]


def test_keys_and_names_are_unlike():
    assert len({preset.key for preset in PRESETS}) == len(PRESETS)
    assert len({preset.name for preset in PRESETS}) == len(PRESETS)


@pytest.mark.parametrize("preset", EACH)
def test_all_that_a_preset_names_is_there(preset):
    system, method = get_progressive_system(preset.system), get_party_method(preset.method)
    choices = {option.name: option.choices for option in system.options}
    assert [
        name for name, value in preset.options.items() if value not in choices.get(name, ())
    ] == []
    assert (
        method.complete_settings(dict(preset.method_options)).items()
        >= dict(preset.method_options).items()
    )
    assert system.key == preset.system
    assert set(preset.paper) <= {kind.key for kind in PARTY_KINDS}
    party = Party(**make_preset_settings(preset))
    party.full_clean(exclude=["session"])
    assert party.entry in list_possible_entries(system, method)
    assert preset.game in GAMES
    assert 0 <= party.pause_after < preset.rounds <= 100
    assert 0 < preset.minutes <= 180
    assert bool(party.pause_after) == bool(party.pause_minutes)
    assert len(preset.night_name) <= 60
    assert parse_trumps(format_trumps(party.trumps)) == tuple(party.trumps)
    assert are_trumps(party.trumps)


@pytest.mark.parametrize("key", ["whist-partner", "euchre-pairs", "cards-45"])
def test_couples_who_stay_together_go_to_higher_numbers_or_by_no_result(key):
    preset = find_preset(key)
    moving = describe_movement(Party(system=preset.system, options=preset.options), ())
    text = " ".join([*(move.text for move in moving.moves), *moving.sentences])
    assert "Partners stay together." in text
    assert "lower" not in text
    assert "up" not in text.split()


def test_a_party_settled_by_hand_has_no_preset():
    assert find_preset("") is None
