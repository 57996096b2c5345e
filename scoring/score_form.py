"""The columns and sums for points on paper forms, by scoring method."""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class FormSum:
    """A row of sums below the results of a board, headed by *word*.

    *of_scores* says whether the scores of both sides have a box, *of_points* how many columns of
    points have one.
    """

    word: str
    of_scores: bool = False
    of_points: int = 0


@dataclass(frozen=True, slots=True)
class ScoreForm:
    """The columns and sums that a scoring method adds to forms that are filled in by hand.

    *sides* are the columns of points of both sides on a traveller, *slip* those on a pick-up slip,
    *own* those on a pair's private score. *sums* are below the results of a board, and *proofs* say
    how they must agree.
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

# At one table nobody knows the matchpoints, so slips have no column for them.
_MATCHPOINTS = ScoreForm(sides=("MP",), own=("MP",))
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
    if method == "howell-losses":
        form = _HOWELL[count]
    else:
        form = _FORMS.get(method, _NO_POINTS)
    # The points that the two sides of a table share: 1, or 2 by default.
    win = "" if chosen.get("win") == "1" else "2 × "
    proofs = (proof.format(win=win) for proof in form.proofs)
    return replace(form, proofs=(*_list_score_proofs(form, game), *proofs))


def _list_score_proofs(form: ScoreForm, game: str) -> tuple[str, ...]:
    """Return the proofs that depend on the sum of both sides' scores."""
    is_whist = game == "whist"
    if _TOP in form.sums:
        tops = "both top scores − 13" if is_whist else "N-S top + E-W top"
        return (f"Losses N-S + E-W = tables × ({tops}).",)
    if is_whist and _TOTAL in form.sums:
        return ("Tricks N-S + E-W = 13 × tables.",)
    return ()
