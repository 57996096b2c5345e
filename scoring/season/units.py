"""The units of totals, so that a season or a carry-over doesn't add points to tricks."""

from collections import Counter
from collections.abc import Mapping, Sequence

from scoring.method import SCALE, ScoringMethod
from scoring.party.model import PartyMethod

_SHARED_UNITS = frozenset({"matchpoints", "IMPs", "matches", "games", "tricks"})
"""Units that are the same by every method. "Points" are others by each."""
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
    if unit not in _SHARED_UNITS:
        unit = f"{unit} by {method.in_sentence}"
        if game != BRIDGE:
            unit = f"{unit} at {game.replace('-', ' of ')}"
    for option in method.options:
        choice = choices[option.name]
        if option.name in _UNIT_OPTIONS and choice != option.default:
            unit += f" ({option.label.lower()}: {option.phrases[choice]})"
    return unit


def party_total_unit(method: PartyMethod, game: str) -> str:
    """Return the unit of a party's totals by *method*. *game* is the name of its game.

    >>> from scoring.party.registry import find_party_method
    >>> party_total_unit(find_party_method("tricks"), "Whist")
    'tricks'
    >>> party_total_unit(find_party_method("points"), "Euchre")
    'points of Euchre (Points won)'
    """
    if method.unit in _SHARED_UNITS:
        return method.unit
    return f"{method.unit} of {game} ({method.name})"


def season_unit(units: Sequence[str]) -> str:
    """Return the unit that a season adds up: the most frequent of *units*, the first of equals.

    >>> season_unit(["IMPs", "matchpoints", "matchpoints"]), season_unit(["IMPs", "tricks"])
    ('matchpoints', 'IMPs')
    """
    counts = Counter(units)
    return max(counts, key=lambda unit: counts[unit], default="")


def unlike_unit(unit: str, added_unit: str) -> str:
    """Return why totals in *unit* don't count in a season that adds *added_unit*, or "".

    >>> unlike_unit("IMPs", "matchpoints")
    'Its totals are IMPs, and this season adds matchpoints.'
    """
    if unit == added_unit:
        return ""
    return f"Its totals are {unit}, and this season adds {added_unit}."


def unlike_note(units: Sequence[str], added_unit: str) -> str:
    """Return a sentence on events in other *units* than *added_unit*, "" without any.

    An event without a unit isn't counted.

    >>> unlike_note(["IMPs", "matchpoints", "tricks"], "matchpoints")
    '2 events aren’t added, because this season adds matchpoints: see Events.'
    """
    count = sum(unit not in ("", added_unit) for unit in units)
    if not added_unit or not count:
        return ""
    events = "1 event isn’t" if count == 1 else f"{count} events aren’t"
    return f"{events} added, because this season adds {added_unit}: see Events."
