"""Columns and sums of paper forms beside the results, by scoring method."""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class FormSum:
    """A row of sums below the results of a board: its *word*, and its boxes.

    *of_scores* is whether the scores of both sides have sums, *of_points* how many columns of their
    points do.
    """

    word: str
    of_scores: bool = False
    of_points: int = 0


@dataclass(frozen=True, slots=True)
class ScoreForm:
    """The columns and sums that a scoring method adds to forms which are filled in by hand.

    *sides* are the points that both sides get on a traveller, *slip* those on a pick-up slip, *own*
    those that a pair keeps on its private score.  *sums* stand below the results of a board,
    *proofs* say how the sums must agree.
    """

    sides: tuple[str, ...] = ()
    slip: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    sums: tuple[FormSum, ...] = ()
    proofs: tuple[str, ...] = ()


_TOTAL = FormSum("Total", of_scores=True, of_points=1)
_TOTAL_OF_POINTS = FormSum("Total", of_points=1)
_TOP = FormSum("Top score", of_scores=True)
_LOWEST = FormSum("Lowest", of_scores=True)
_AVERAGE = FormSum("Average", of_scores=True)
_CANCEL = "+/− of both sides add up to 0."
_GAINS = "Gains N-S + E-W = tables × highest gain."

_MATCHPOINTS = ScoreForm(
    sides=("MP",), own=("MP",)
)  # nobody knows them at one table, so slips have no column
_IMPS = ScoreForm(sides=("IMP",), slip=("IMP",), own=("IMP",))
_LOSSES = ScoreForm(("Loss",), ("Loss",), ("Top", "Loss"), (_TOP, _TOTAL_OF_POINTS))
_FORMS = {
    "matchpoints": _MATCHPOINTS,
    "ascherman": _MATCHPOINTS,
    "cross-imps": _IMPS,
    "total-imps": _IMPS,
    "butler": replace(_IMPS, sums=(FormSum("Datum", of_scores=True),)),
    "average": ScoreForm(("+/−",), ("+/−",), ("Average", "+/−"), (_TOTAL, _AVERAGE), (_CANCEL,)),
    "exponent": ScoreForm(
        ("Gain",),
        ("Gain",),
        ("Lowest", "Gain"),
        (_LOWEST, _TOTAL_OF_POINTS, FormSum("Exponent", of_points=1)),
        (_GAINS, "Equated gains of both sides = 2 × the larger total."),
    ),
    "match": ScoreForm(
        ("Match",),
        ("Match",),
        ("Average", "Match"),
        (_TOTAL, _AVERAGE),
        ("Matches N-S + E-W = {win}tables.",),
    ),
    "safford": ScoreForm(
        ("Diff.",), ("Diff.",), ("Diff.",), (_TOTAL,), ("Differences of each side add up to 0.",)
    ),
    "four-pairs": ScoreForm(("Match",), ("Match",), ("Match",)),
}
_HOWELL = {
    "losses": _LOSSES,
    "gains": ScoreForm(
        ("Gain",), ("Gain",), ("Lowest", "Gain"), (_LOWEST, _TOTAL_OF_POINTS), (_GAINS,)
    ),
    "plus": ScoreForm(
        ("Loss", "+/−"),
        ("+/−",),
        ("Loss", "+/−"),
        (_TOP, FormSum("Total", of_points=2), FormSum("Average loss", of_points=1)),
        (_CANCEL,),
    ),
}
_NO_POINTS = ScoreForm()


def score_form(
    method: str, game: str = "bridge", options: Mapping[str, str] | None = None
) -> ScoreForm:
    """Return the form for *method* and *game*. It is empty if the points are the scores.

    >>> score_form("cross-imps").sides
    ('IMP',)
    >>> score_form("howell-losses", "whist").proofs
    ('Losses N-S + E-W = tables × (both top scores − 13).',)
    >>> score_form("match", "whist").proofs
    ('Tricks N-S + E-W = 13 × tables.', 'Matches N-S + E-W = 2 × tables.')

    Sources: [WDW1900] pp. 32 and 42-46, the slips of deal 2 and their checks.
    """
    chosen = options or {}
    count = chosen.get("count", "losses")
    form = _HOWELL[count] if method == "howell-losses" else _FORMS.get(method, _NO_POINTS)
    win = "" if chosen.get("win") == "1" else "2 × "  # what both sides of a table share
    proofs = (proof.format(win=win) for proof in form.proofs)
    return replace(form, proofs=(*_proofs_of_scores(form, game), *proofs))


def _proofs_of_scores(form: ScoreForm, game: str) -> tuple[str, ...]:
    """Return the proofs that depend on the sum of both sides' scores."""
    is_whist = game == "whist"
    if _TOP in form.sums:
        return (
            f"Losses N-S + E-W = tables × ({'both top scores − 13' if is_whist else 'N-S top + E-W top'}).",
        )
    if is_whist and _TOTAL in form.sums:
        return ("Tricks N-S + E-W = 13 × tables.",)
    return ()
