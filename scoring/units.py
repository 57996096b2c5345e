"""The units of totals, so that a carry-over or a season doesn't add points to tricks."""

from collections.abc import Mapping

from scoring.method import SCALE_OPTION_NAME, SHARED_UNITS, ScoringMethod

_UNIT_OPTIONS = ("per_beaten", "divisor", "unit", "count", "win", "result", "aggregate")
"""Options of methods that change what one unit is."""
_DEFAULT_POINTS_PER_MATCH = 20
BRIDGE = "bridge"
"""The key of the game whose name goes without saying."""


def describe_total_unit(
    method: ScoringMethod, settings: Mapping[str, str], game: str = BRIDGE
) -> str:
    """Return the unit of totals by *method* with *settings*, at *game* (its key).

    Points that follow from the scores are others at each game.

    >>> from scoring.registry import get_method
    >>> describe_total_unit(get_method("matchpoints"), {}), describe_total_unit(get_method("excess"), {})
    ('matchpoints', 'points net by excess scoring')
    >>> describe_total_unit(get_method("team-imps"), {"victory_points": "acbl-30"})
    'victory points of 30'
    >>> describe_total_unit(get_method("matchpoints"), {"per_beaten": "1"})
    'matchpoints (matchpoints per result beaten: 1)'
    >>> describe_total_unit(get_method("average"), {}, "whist")
    'plus or minus by average plus and minus at whist'
    """
    complete_settings = method.complete_settings(settings)
    if complete_settings.get(SCALE_OPTION_NAME) == "none":
        return "IMPs"
    if SCALE_OPTION_NAME in complete_settings:
        # By a scale, a match of any length has the same points.
        points_per_match = method.get_points_per_match(complete_settings, 0)
        return (
            "victory points"
            if points_per_match == _DEFAULT_POINTS_PER_MATCH
            else f"victory points of {points_per_match}"
        )
    unit = method.unit
    if unit not in SHARED_UNITS:
        unit = f"{unit} by {method.name_in_sentence}"
        if game != BRIDGE:
            unit = f"{unit} at {game.replace('-', ' of ')}"
    for option in method.options:
        choice = complete_settings[option.name]
        if option.name in _UNIT_OPTIONS and choice != option.default:
            unit += f" ({option.label.lower()}: {option.phrases[choice]})"
    return unit
