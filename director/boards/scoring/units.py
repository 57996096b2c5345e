"""Options of scoring methods that follow from the game, and the unit of totals."""

from collections.abc import Mapping

from director.boards.contests import CONTESTS
from director.models import Event, Section, Stage
from director.models.ruling import Unit
from director.sheets import Heading
from scoring.bridge.contracts import duplicate_game
from scoring.method import SCALE, ScoringMethod
from scoring.registry import find_method
from scoring.score_form import score_form
from scoring.units import total_unit

OF_NO_FILE = ("small_groups",)
"""Options that can't be derived from a file, since no format says that a board was fouled."""
VICTORY_POINTS = "victory points"
_CREDIT_UNITS = {
    "IMPs": Unit.IMPS,
    VICTORY_POINTS: Unit.VICTORY_POINTS,
    "matchpoints": Unit.MATCHPOINTS,
}
"""The unit in which a total is credited, by :func:`get_total_unit`. Others have several names."""
_UNIT = "unit"
_MATCH_UNITS = {"swiss-pairs": "MP", "swiss-pairs-imps": "IMP", "team-imps": "IMP"}
"""The unit of a board's points in methods whose forms have no column for them."""


def get_board_unit(heading: Heading) -> str:
    """Return the short word for the points of a board: ``"MP"``, ``"IMP"``, ``"Loss"`` or ``"Pts"``."""
    form = score_form(heading.scoring, heading.game, dict(heading.scoring_options))
    if form.sides:
        return form.sides[-1]
    return _MATCH_UNITS.get(heading.scoring, "Pts")


def get_points_word(heading: Heading) -> str:
    """Return the word for the points of a board on pages: ``"IMPs"`` or ``"points"``."""
    return "IMPs" if get_board_unit(heading) == "IMP" else "points"


def get_game_options(method: ScoringMethod, game: str) -> dict[str, str]:
    """Return the options of *method* that follow from *game*.

    >>> from scoring.registry import find_method
    >>> get_game_options(find_method("aggregate"), "whist"), get_game_options(find_method("matchpoints"), "whist")
    ({'unit': 'tricks'}, {})
    """
    unit = duplicate_game(game).unit
    return {
        option.name: unit
        for option in method.options
        if option.name == _UNIT and unit in option.choices
    }


def has_own_average(scoring_record: Event | Stage) -> bool:
    """Return whether average plus can be a pair's own average in an event or a stage of it."""
    if CONTESTS[scoring_record.contest].changes_partners:
        return False
    return find_method(scoring_record.scoring).has_own_average


def resolve_settings(
    method: ScoringMethod, game: str, options: Mapping[str, str]
) -> dict[str, str]:
    """Return every option of *method*: from *game*, else from *options*, else its default.

    :raises ScoringError: if an option is not one of the method
    """
    return method.settings({**options, **get_game_options(method, game)})


def get_total_unit(scoring_record: Event | Stage) -> str:
    """Return the unit of totals: ``"victory points"``, ``"IMPs"``."""
    method = find_method(scoring_record.scoring)
    scale = method.settings(scoring_record.scoring_options).get(SCALE)
    if scale is None:
        return method.unit
    if scale != "none":
        return VICTORY_POINTS
    return "IMPs"


def get_exact_unit(scoring_record: Event | Stage) -> str:
    """Return the unit of totals with all that makes one point another: settings, scale and game.

    Totals may be added to each other only if this is the same.
    """
    method = find_method(scoring_record.scoring)
    settings = resolve_settings(method, scoring_record.game, scoring_record.scoring_options)
    return total_unit(method, settings, scoring_record.game)


def get_credit_unit(scoring_record: Event | Stage) -> str:
    """Return the unit in which a total is credited to a contestant, "" if the method takes none."""
    accepts = find_method(scoring_record.scoring).accepts
    credit_unit = _CREDIT_UNITS.get(get_total_unit(scoring_record), Unit.POINTS)
    for unit in (credit_unit, Unit.VICTORY_POINTS, Unit.POINTS, Unit.MATCHPOINTS, Unit.IMPS):
        if unit in accepts:
            return unit.value
    return ""


def list_match_units(section: Section) -> tuple[Unit, ...]:
    """Return the units in which a match of *section* can be entered, the usual one first."""
    scoring_record = section.session.scoring_record
    method = find_method(scoring_record.scoring)
    units = method.list_reported_units(method.settings(scoring_record.scoring_options))
    return tuple(Unit(unit) for unit in units)
