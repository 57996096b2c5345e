"""Find the one reason for which nearly all official figures of a session differ from ours."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from director.additions.imports.official.figures import (
    FigureDifferences,
    OfficialFigures,
    PairDifference,
)
from scoring.totals.ranking import signed_text

_MIN_PAIRS = 3
_NEARLY_ALL = Fraction(9, 10)
# A factor is looked for in totals that are large enough for rounding to play no part.
_MIN_TOTAL_FOR_FACTOR = 5
_FACTOR_TOLERANCE = Fraction(1, 500)
_FACTORS = tuple(Fraction(factor) for factor in ("2", "1/2", "10", "1/10", "100", "1/100"))


def explain_lines(differences: FigureDifferences, official: OfficialFigures) -> str:
    """Return why nearly all results differ, or "" if they don't."""
    count = len(differences.lines)
    all_count = official.line_count
    if count < _MIN_PAIRS or count < _NEARLY_ALL * all_count:
        return ""
    return (
        f"{count} of {all_count} results have other points in the file, and the totals follow. It was scored by a "
        "method or in a field that isn’t known here."
    )


def explain_totals(differences: FigureDifferences, official: OfficialFigures) -> str:
    """Return the one reason for which nearly all figures of pairs differ, or ""."""
    pairs = differences.pairs
    if len(pairs) < _MIN_PAIRS:
        return ""
    with_other_total = list(filter(_has_other_total, pairs))
    all_totals = _count_figures(official, "total")
    if not with_other_total:
        return _explain_other_figures(pairs, official, all_totals)
    if len(with_other_total) < _NEARLY_ALL * all_totals:
        return ""
    counts = f"{len(with_other_total)} of {all_totals} totals differ"
    if differences.lines:
        lines = f"{len(differences.lines)} of {official.line_count} results"
        return f"{counts}, as {lines} do: the file was scored with other options."
    return counts + _describe_total_differences(
        with_other_total, has_lines=bool(official.line_count)
    )


def _explain_other_figures(
    pairs: Sequence[PairDifference], official: OfficialFigures, all_totals: int
) -> str:
    """Return why percentages or places differ although the totals, if any, match."""
    totals = "The totals match, but " if all_totals else ""
    percents = len(list(filter(_has_other_percent, pairs)))
    all_percents = _count_figures(official, "percent")
    if percents and percents >= _NEARLY_ALL * all_percents:
        return (
            f"{totals}{percents} of {all_percents} percentages differ: the file takes them of another maximum, or "
            "after an adjustment."
        )
    if not percents and all_totals:
        return f"{totals}{len(pairs)} places differ: the file ranks other pairs together, or breaks ties otherwise."
    return ""


def _describe_total_differences(pairs: Sequence[PairDifference], *, has_lines: bool) -> str:
    """Return the end of a sentence: how the totals of *pairs* differ although results match."""
    if factor := _find_common_factor(pairs):
        return f" by one factor: the file has {float(factor):g} times as many points."
    amounts = list(map(_compute_amount, pairs))
    least, most = min(amounts), max(amounts)
    if _is_one_amount(pairs, least):
        amount = signed_text(least)
        return f" by {amount} each: the file adds the same to all, such as a carry-over."
    results = "although the results match" if has_lines else "and the file has no points of results"
    cause = "a handicap, carry-over or penalties"
    if least >= 0:
        cause = "a handicap or carry-over"
    elif most <= 0:
        cause = "penalties or a handicap"
    span = f"by {signed_text(_round_amount(least))} to {signed_text(_round_amount(most))}"
    return f", {span}, {results}. The file may count {cause}, which isn’t part of the results."


def _count_figures(official: OfficialFigures, name: str) -> int:
    return sum(getattr(pair, name) is not None for pair in official.pairs.values())


def _has_other_total(pair: PairDifference) -> bool:
    return pair.official_pair.total is not None and not pair.official_pair.total.agrees(
        pair.our_standing.total
    )


def _has_other_percent(pair: PairDifference) -> bool:
    percent = pair.official_pair.percent
    return (
        percent is not None
        and pair.our_standing.percent is not None
        and not percent.agrees(pair.our_standing.percent)
    )


def _compute_amount(pair: PairDifference) -> Fraction:
    """Return how much more the file has than we, 0 if it has no total."""
    if pair.official_pair.total is None:
        return Fraction(0)
    return pair.official_pair.total.find_simplest_correction(pair.our_standing.total)


def _is_large(pair: PairDifference) -> bool:
    return abs(pair.our_standing.total) >= _MIN_TOTAL_FOR_FACTOR


def _is_times(pair: PairDifference, factor: Fraction) -> bool:
    """Return whether a total is *factor* times ours, which the file may have rounded before."""
    if pair.official_pair.total is None:
        return False
    scaled = factor * pair.our_standing.total
    return abs(pair.official_pair.total.value - scaled) <= _FACTOR_TOLERANCE * abs(scaled)


def _is_total(pair: PairDifference, exact: Fraction) -> bool:
    return pair.official_pair.total is not None and pair.official_pair.total.agrees(exact)


def _round_amount(amount: Fraction) -> Fraction:
    return Fraction(round(amount * 100), 100)


def _find_common_factor(pairs: Iterable[PairDifference]) -> Fraction | None:
    large = list(filter(_is_large, pairs))
    if len(large) < _MIN_PAIRS:
        return None
    for factor in _FACTORS:
        if all(_is_times(pair, factor) for pair in large):
            return factor
    return None


def _is_one_amount(pairs: Iterable[PairDifference], amount: Fraction) -> bool:
    return all(_is_total(pair, pair.our_standing.total + amount) for pair in pairs)
