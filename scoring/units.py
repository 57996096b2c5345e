"""The units of totals, so that a carry-over or a season doesn't add points to tricks."""

from collections.abc import Mapping

from scoring.method import SCALE, SHARED_UNITS, ScoringMethod

_UNIT_OPTIONS = ("per_beaten", "divisor", "unit", "count", "win", "result", "aggregate")
"""Options of methods that change what one unit is."""
_USUAL_MOST = 20
BRIDGE = "bridge"
"""The key of the game whose name goes without saying."""


def total_unit(method: ScoringMethod, settings: Mapping[str, str], game: str = BRIDGE) -> str:
    """Return the unit of totals by *method* with *settings*, at *game* (its key).

    Points that follow from the scores are others at each game.

    >>> from scoring.registry import find_method
    >>> total_unit(find_method("matchpoints"), {}), total_unit(find_method("excess"), {})
    ('matchpoints', 'points net by excess scoring')
    >>> total_unit(find_method("team-imps"), {"victory_points": "acbl-30"})
    'victory points of 30'
    >>> total_unit(find_method("matchpoints"), {"per_beaten": "1"})
    'matchpoints (matchpoints per result beaten: 1)'
    >>> total_unit(find_method("average"), {}, "whist")
    'plus or minus by average plus and minus at whist'
    """
    choices = method.settings(settings)
    if choices.get(SCALE) == "none":
        return "IMPs"
    if SCALE in choices:
        # By a scale, a match of any length has the same points.
        most = method.share_match_points(choices, 0)
        return "victory points" if most == _USUAL_MOST else f"victory points of {most}"
    unit = method.unit
    if unit not in SHARED_UNITS:
        unit = f"{unit} by {method.in_sentence}"
        if game != BRIDGE:
            unit = f"{unit} at {game.replace('-', ' of ')}"
    for option in method.options:
        choice = choices[option.name]
        if option.name in _UNIT_OPTIONS and choice != option.default:
            unit += f" ({option.label.lower()}: {option.phrases[choice]})"
    return unit
