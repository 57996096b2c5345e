"""The columns and sums for points on paper forms, by scoring method."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.method import ScoringMethod
from scoring.registry import get_method

_CANCEL = "+/− of both sides add up to 0."
_GAINS = "Gains N-S + E-W = tables × highest gain."


@dataclass(frozen=True, slots=True)
class FormSum:
    """A row of sums below the results of a board."""

    label: str  # its heading
    has_score_boxes: bool = False  # whether the scores of both sides have a box
    point_column_count: int = 0  # how many columns of points have a box


@dataclass(frozen=True, slots=True)
class ScoreForm:
    """The columns and sums that a scoring method adds to forms that are filled in by hand."""

    traveller_columns: tuple[str, ...] = ()  # the columns of points of both sides on a traveller
    slip_columns: tuple[str, ...] = ()  # the same on a pick-up slip
    private_columns: tuple[str, ...] = ()  # the same on a pair's private score
    sums: tuple[FormSum, ...] = ()  # below the results of a board
    proofs: tuple[str, ...] = ()  # how the sums must agree


_TOTAL = FormSum("Total", has_score_boxes=True, point_column_count=1)
_TOTAL_OF_POINTS = FormSum("Total", point_column_count=1)
_TOP = FormSum("Top score", has_score_boxes=True)
_LOWEST = FormSum("Lowest", has_score_boxes=True)
_AVERAGE = FormSum("Average", has_score_boxes=True)

# At one table nobody knows the matchpoints, so slips have no column for them.
_MATCHPOINTS = ScoreForm(traveller_columns=("MP",), private_columns=("MP",))
_IMPS = ScoreForm(traveller_columns=("IMP",), slip_columns=("IMP",), private_columns=("IMP",))
_LOSSES = ScoreForm(("Loss",), ("Loss",), ("Top", "Loss"), (_TOP, _TOTAL_OF_POINTS))
_FORMS_BY_UNIT = {"matchpoints": _MATCHPOINTS, "IMPs": _IMPS}
_FORMS = {
    "butler": replace(_IMPS, sums=(FormSum("Datum", has_score_boxes=True),)),
    "average": ScoreForm(
        ("+/−",),
        ("+/−",),
        private_columns=("Average", "+/−"),
        sums=(_TOTAL, _AVERAGE),
        proofs=(_CANCEL,),
    ),
    "exponent": ScoreForm(
        ("Gain",),
        ("Gain",),
        private_columns=("Lowest", "Gain"),
        sums=(_LOWEST, _TOTAL_OF_POINTS, FormSum("Exponent", point_column_count=1)),
        proofs=(_GAINS, "Equated gains of both sides = 2 × the larger total."),
    ),
    "match": ScoreForm(
        ("Match",),
        ("Match",),
        private_columns=("Average", "Match"),
        sums=(_TOTAL, _AVERAGE),
        proofs=("Matches N-S + E-W = {win}tables.",),
    ),
    "safford": ScoreForm(
        ("Diff.",),
        ("Diff.",),
        private_columns=("Diff.",),
        sums=(_TOTAL,),
        proofs=("Differences of each side add up to 0.",),
    ),
    "four-pairs": ScoreForm(("Match",), ("Match",), ("Match",)),
}
_HOWELL = {
    "losses": _LOSSES,
    "gains": ScoreForm(
        ("Gain",),
        ("Gain",),
        private_columns=("Lowest", "Gain"),
        sums=(_LOWEST, _TOTAL_OF_POINTS),
        proofs=(_GAINS,),
    ),
    "plus": ScoreForm(
        ("Loss", "+/−"),
        ("+/−",),
        private_columns=("Loss", "+/−"),
        sums=(
            _TOP,
            FormSum("Total", point_column_count=2),
            FormSum("Average loss", point_column_count=1),
        ),
        proofs=(_CANCEL,),
    ),
}
_NO_POINTS = ScoreForm()


def make_score_form(
    method: str, game: str = "bridge", options: Mapping[str, str] | None = None
) -> ScoreForm:
    """Return the form for *method* and *game*. It is empty if the points are the scores.

    >>> make_score_form("cross-imps").traveller_columns
    ('IMP',)
    >>> make_score_form("howell-losses", "whist").proofs
    ('Losses N-S + E-W = tables × (both top scores − 13).',)
    >>> make_score_form("match", "whist").proofs
    ('Tricks N-S + E-W = 13 × tables.', 'Matches N-S + E-W = 2 × tables.')

    Sources: [WDW1900] pp. 32 and 42-46, the slips of deal 2 and their checks.
    """
    settings = options or {}
    count = settings.get("count", "losses")
    if method == "howell-losses":
        form = _HOWELL[count]
    else:
        form = _FORMS.get(method) or _get_form_of_unit(get_method(method))
    # The points that the two sides of a table share: 1, or 2 by default.
    win_factor = "" if settings.get("win") == "1" else "2 × "
    proofs = (proof.format(win=win_factor) for proof in form.proofs)
    return replace(form, proofs=(*_list_score_proofs(form, game), *proofs))


def _get_form_of_unit(method: ScoringMethod) -> ScoreForm:
    """Return the form for the points of a method that has none of its own."""
    if method.contest == "teams":
        return _NO_POINTS
    return _FORMS_BY_UNIT.get(method.unit, _NO_POINTS)


def _list_score_proofs(form: ScoreForm, game: str) -> tuple[str, ...]:
    """Return the proofs that depend on the sum of both sides' scores."""
    is_whist = game == "whist"
    if _TOP in form.sums:
        tops = "both top scores − 13" if is_whist else "N-S top + E-W top"
        return (f"Losses N-S + E-W = tables × ({tops}).",)
    if is_whist and _TOTAL in form.sums:
        return ("Tricks N-S + E-W = 13 × tables.",)
    return ()
