"""What a scoring method takes of a game: its options, its units, and how adjusted scores are typed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from director.boards.contests import CONTESTS
from director.models import Event, Section, Stage
from director.models.ruling import Unit
from director.sheets import MINUS, Heading
from scoring.bridge.contracts import get_duplicate_game
from scoring.bridge.entry_codes import AVERAGES, FLAT_SHARES
from scoring.bridge.rulings import SHIFT_UNITS
from scoring.display import format_for_note
from scoring.method import SCALE_OPTION_NAME, ScoringMethod
from scoring.model import TeamMatch
from scoring.registry import get_method
from scoring.score_form import make_score_form
from scoring.totals.ranking import format_signed
from scoring.units import describe_total_unit

OPTIONS_NOT_IN_FILES = ("small_groups",)
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
    form = make_score_form(heading.scoring, heading.game, dict(heading.scoring_options))
    if form.traveller_columns:
        return form.traveller_columns[-1]
    return _MATCH_UNITS.get(heading.scoring, "Pts")


def get_points_label(heading: Heading) -> str:
    """Return the word for the points of a board on pages: ``"IMPs"`` or ``"points"``."""
    return "IMPs" if get_board_unit(heading) == "IMP" else "points"


def get_game_options(method: ScoringMethod, game: str) -> dict[str, str]:
    """Return the options of *method* that follow from *game*.

    >>> from scoring.registry import get_method
    >>> get_game_options(get_method("aggregate"), "whist"), get_game_options(get_method("matchpoints"), "whist")
    ({'unit': 'tricks'}, {})
    """
    unit = get_duplicate_game(game).unit
    return {
        option.name: unit
        for option in method.options
        if option.name == _UNIT and unit in option.choices
    }


def has_own_average(scoring_record: Event | Stage) -> bool:
    """Return whether average plus can be a pair's own average in an event or a stage of it."""
    if CONTESTS[scoring_record.contest].has_changing_partners:
        return False
    return get_method(scoring_record.scoring).has_own_average


def resolve_settings(
    method: ScoringMethod, game: str, options: Mapping[str, str]
) -> dict[str, str]:
    """Return every option of *method*: from *game*, else from *options*, else its default.

    :raises ScoringError: if an option is not one of the method
    """
    return method.complete_settings({**options, **get_game_options(method, game)})


def get_total_unit(scoring_record: Event | Stage) -> str:
    """Return the unit of totals: ``"victory points"``, ``"IMPs"``."""
    method = get_method(scoring_record.scoring)
    scale = method.complete_settings(scoring_record.scoring_options).get(SCALE_OPTION_NAME)
    if scale is None:
        return method.unit
    if scale != "none":
        return VICTORY_POINTS
    return "IMPs"


def get_exact_unit(scoring_record: Event | Stage) -> str:
    """Return the unit of totals with all that makes one point another: settings, scale and game.

    Totals may be added to each other only if this is the same.
    """
    method = get_method(scoring_record.scoring)
    settings = resolve_settings(method, scoring_record.game, scoring_record.scoring_options)
    return describe_total_unit(method, settings, scoring_record.game)


def get_credit_unit(scoring_record: Event | Stage) -> str:
    """Return the unit in which a total is credited to a contestant, "" if the method takes none."""
    accepts = get_method(scoring_record.scoring).accepted_rulings
    credit_unit = _CREDIT_UNITS.get(get_total_unit(scoring_record), Unit.POINTS)
    for unit in (credit_unit, Unit.VICTORY_POINTS, Unit.POINTS, Unit.MATCHPOINTS, Unit.IMPS):
        if unit in accepts:
            return unit.value
    return ""


def list_match_units(section: Section) -> tuple[Unit, ...]:
    """Return the units in which a match of *section* can be entered, the usual one first."""
    scoring_record = section.session.scoring_record
    method = get_method(scoring_record.scoring)
    units = method.list_reported_units(method.complete_settings(scoring_record.scoring_options))
    return tuple(Unit(unit) for unit in units)


def format_match_imps(match: TeamMatch) -> str:
    """Return the IMPs of both sides of *match*: ``"83 : 39 IMPs"``.

    It is the margin of the home team if only that is known, such as ``"+4.5 IMPs"`` of pairs, and ""
    of a match that was reported in victory points.
    """
    if match.reported_unit == Unit.VICTORY_POINTS:
        return ""
    if match.imps_won:
        text = " : ".join(format_for_note(Fraction(figure)) for figure in match.imps_won)
    else:
        text = format_signed(Fraction(match.points[0]))
    return f"{text.replace('-', MINUS)} IMPs"


_EXAMPLES = {"bridge": ("4SS=", "4SS-1"), "whist": ("9", "8"), "auction": ("3HS+1", "3HS=")}
"""Two results of each game."""
_ARTIFICIAL = {
    "share": (FLAT_SHARES.example, AVERAGES[0].example),
    "direction": ("A50",),
    "nothing": ("A50",),
    "scores": ("A50",),
}
"""Artificial scores that a method can take, by what they are worth there."""


@dataclass(frozen=True, slots=True)
class AdjustedForm:
    """An example of an adjusted score as it is typed, with its meaning."""

    text: str
    meaning: str


def get_result_example(game: str) -> str:
    """Return an example of a result of *game*.

    >>> [get_result_example(game) for game in ("bridge", "whist", "auction-1914")]
    ['4SS=', '9', '3HS+1']
    """
    return _EXAMPLES[get_duplicate_game(game).family][0]


def list_adjusted_forms(scoring_record: Event | Stage) -> tuple[AdjustedForm, ...]:
    """Return the forms of adjusted scores that *scoring_record* can score, not artificial ones."""
    return tuple(_make_adjusted_forms(scoring_record.scoring, scoring_record.game))


def format_adjusted_examples(scoring_record: Event | Stage) -> str:
    """Return examples of all adjusted scores that *scoring_record* can be scored with."""
    artificial = _ARTIFICIAL.get(get_method(scoring_record.scoring).artificial_basis, ())
    texts = [*artificial, get_result_example(scoring_record.game)]
    texts += [f"{form.text} ({form.meaning})" for form in list_adjusted_forms(scoring_record)]
    return ", ".join(texts)


def _make_adjusted_forms(scoring: str, game: str) -> Iterator[AdjustedForm]:
    """Yield the forms of a method, none of most methods of 1900.

    >>> [form.text for form in _make_adjusted_forms("matchpoints", "whist")]
    ['60% 9, 40% 8', 'N-S 9 / E-W 8', '9 MOVED +2/-2 MP']
    >>> [form.text for form in _make_adjusted_forms("excess", "auction")]
    []
    """
    accepts = get_method(scoring).accepted_rulings
    better, worse = _EXAMPLES[get_duplicate_game(game).family]
    if "assigned" in accepts:
        yield AdjustedForm(f"60% {better}, 40% {worse}", "weighted")
        yield AdjustedForm(f"N-S {better} / E-W {worse}", "split")
    if "moved" in accepts:
        unit = next(unit for unit in SHIFT_UNITS if unit in accepts)
        yield AdjustedForm(f"{better} MOVED +2/-2 {unit.upper()}", "points moved, N-S first")
