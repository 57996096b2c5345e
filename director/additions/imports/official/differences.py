"""Sentences about differences between official figures and ours, and the reason for most of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from director.additions.imports.official.figures import (
    FigureDifferences,
    LineDifference,
    MatchDifference,
    OfficialFigure,
    OfficialFigures,
    OfficialLineFigures,
    OfficialPair,
    PairDifference,
    PairKey,
    make_pair_keys,
)
from director.boards.contests import CONTESTS
from director.boards.movement.sections import ScoringField
from scoring.display import format_percent, format_rounded
from scoring.model import Points
from scoring.totals.ranking import format_signed

# Find the one reason for which nearly all official figures of a session differ from ours.

_MIN_PAIRS = 3
_NEARLY_ALL = Fraction(9, 10)
# A factor is looked for in totals that are large enough for rounding to play no part.
_MIN_TOTAL_FOR_FACTOR = 5
_FACTOR_TOLERANCE = Fraction(1, 500)
_DIVISOR_SPAN = 2
"""How far rounding may move a divisor."""
_FACTORS = tuple(Fraction(factor) for factor in ("2", "1/2", "10", "1/10", "100", "1/100"))


def explain_lines(differences: FigureDifferences, official_figures: OfficialFigures) -> str:
    """Return why nearly all results differ, or "" if they don't."""
    differing_count = len(differences.lines)
    line_count = official_figures.line_count
    if differing_count < _MIN_PAIRS or differing_count < _NEARLY_ALL * line_count:
        return ""
    return (
        f"{differing_count} of {line_count} results have other points in the file, and the totals follow. It was scored by a "
        "method or in a field that isn’t known here."
    )


def explain_matches(differences: FigureDifferences, official_figures: OfficialFigures) -> str:
    """Return why nearly all matches differ, or "" if they don't."""
    differing_count = len(differences.matches)
    match_count = len(official_figures.matches_by_key)
    if differing_count < _MIN_PAIRS or differing_count < _NEARLY_ALL * match_count:
        return ""
    return (
        f"{differing_count} of {match_count} matches have another score in the file, and the totals follow. It was "
        "scored by a method or scale that isn’t known here."
    )


def explain_totals(differences: FigureDifferences, official_figures: OfficialFigures) -> str:
    """Return the one reason for which nearly all figures of pairs differ, or ""."""
    pairs = differences.pairs
    if len(pairs) < _MIN_PAIRS:
        return ""
    pairs_with_other_total = list(filter(_differs_in_total, pairs))
    total_count = _count_figures(official_figures, "total")
    if not pairs_with_other_total:
        return _explain_other_figures(pairs, official_figures, total_count)
    if len(pairs_with_other_total) < _NEARLY_ALL * total_count:
        return ""
    counts = f"{len(pairs_with_other_total)} of {total_count} totals differ"
    if differences.lines:
        lines = f"{len(differences.lines)} of {official_figures.line_count} results"
        return f"{counts}, as {lines} do: the file was scored with other options."
    return counts + _describe_total_differences(
        pairs_with_other_total, has_lines=bool(official_figures.line_count)
    )


def _explain_other_figures(
    pairs: Sequence[PairDifference], official_figures: OfficialFigures, total_count: int
) -> str:
    """Return why percentages or places differ although the totals, if any, match."""
    totals = "The totals match, but " if total_count else ""
    differing_count = len(list(filter(_has_other_percent, pairs)))
    percent_count = _count_figures(official_figures, "percent")
    if differing_count and differing_count >= _NEARLY_ALL * percent_count:
        return (
            f"{totals}{differing_count} of {percent_count} percentages differ: the file takes them of another maximum, or "
            "after an adjustment."
        )
    if not differing_count and total_count:
        return f"{totals}{len(pairs)} places differ: the file ranks other pairs together, or breaks ties otherwise."
    return ""


def _describe_total_differences(pairs: Sequence[PairDifference], *, has_lines: bool) -> str:
    """Return the end of a sentence: how the totals of *pairs* differ although results match."""
    if factor := _find_common_factor(pairs):
        return f" by one factor: the file has {float(factor):g} times as many points."
    if divisor := _find_common_divisor(pairs):
        return f": the file has each of ours divided by {divisor}, as an average of boards or comparisons."
    amounts = list(map(_compute_amount, pairs))
    min_amount, max_amount = min(amounts), max(amounts)
    if _is_one_amount(pairs, min_amount):
        amount = format_signed(min_amount)
        return f" by {amount} each: the file adds the same to all, such as a carry-over."
    results = "although the results match" if has_lines else "and the file has no points of results"
    cause = "a handicap, carry-over or penalties"
    if min_amount >= 0:
        cause = "a handicap or carry-over"
    elif max_amount <= 0:
        cause = "penalties or a handicap"
    span = f"by {format_signed(_round_amount(min_amount))} to {format_signed(_round_amount(max_amount))}"
    return f", {span}, {results}. The file may count {cause}, which isn’t part of the results."


def _count_figures(official_figures: OfficialFigures, name: str) -> int:
    return sum(getattr(pair, name) is not None for pair in official_figures.pairs_by_key.values())


def _differs_in_total(pair: PairDifference) -> bool:
    return pair.official_pair.differs_in_total(pair.our_standing)


def _has_other_percent(pair: PairDifference) -> bool:
    percent = pair.official_pair.percent
    return (
        percent is not None
        and pair.our_standing.percent is not None
        and not percent.is_rounded_from(pair.our_standing.percent)
    )


def _compute_amount(pair: PairDifference) -> Fraction:
    """Return how much more the file has than we, 0 if it has no total."""
    if pair.official_pair.total is None:
        return Fraction(0)
    return pair.official_pair.total.compute_simplest_correction(pair.our_standing.total)


def _is_large(pair: PairDifference) -> bool:
    return abs(pair.our_standing.total) >= _MIN_TOTAL_FOR_FACTOR


def _has_factor(pair: PairDifference, factor: Fraction) -> bool:
    """Return whether a total is *factor* times ours, which the file may have rounded before."""
    if pair.official_pair.total is None:
        return False
    scaled = factor * pair.our_standing.total
    return abs(pair.official_pair.total.value - scaled) <= _FACTOR_TOLERANCE * abs(scaled)


def _has_total(pair: PairDifference, exact: Fraction) -> bool:
    return pair.official_pair.total is not None and pair.official_pair.total.is_rounded_from(exact)


def _round_amount(amount: Fraction) -> Fraction:
    return Fraction(round(amount * 100), 100)


def _find_common_factor(pairs: Iterable[PairDifference]) -> Fraction | None:
    large_pairs = list(filter(_is_large, pairs))
    if len(large_pairs) < _MIN_PAIRS:
        return None
    for factor in _FACTORS:
        if all(_has_factor(pair, factor) for pair in large_pairs):
            return factor
    return None


def _find_common_divisor(pairs: Sequence[PairDifference]) -> int | None:
    """Return the number by which all totals were divided before they were rounded, or None."""
    largest = max(pairs, key=lambda pair: abs(pair.our_standing.total))
    official_total = largest.official_pair.total
    if len(pairs) < _MIN_PAIRS or official_total is None or not official_total.value:
        return None
    nearest = round(largest.our_standing.total / official_total.value)
    for divisor in range(max(nearest - _DIVISOR_SPAN, 2), nearest + _DIVISOR_SPAN + 1):
        if all(_has_total(pair, Fraction(pair.our_standing.total) / divisor) for pair in pairs):
            return divisor
    return None


def _is_one_amount(pairs: Iterable[PairDifference], amount: Fraction) -> bool:
    return all(_has_total(pair, pair.our_standing.total + amount) for pair in pairs)


class DifferenceText(NamedTuple):
    """A sentence about that many *figure_count* which differ."""

    sentence: str
    figure_count: int = 1


def describe_differences(
    scoring_field: ScoringField, differences: FigureDifferences, official_figures: OfficialFigures
) -> Iterator[DifferenceText]:
    """Yield sentences about *differences* from the *official_figures* of a session.

    If nearly all totals or results differ for one reason, they have one sentence.
    """
    prefix = f"Session {scoring_field.session.number}: " if scoring_field.has_other_sessions else ""
    remaining_differences = differences
    if reason := explain_lines(remaining_differences, official_figures):
        yield DifferenceText(f"{prefix}{reason}", len(remaining_differences))
        return
    if reason := explain_matches(remaining_differences, official_figures):
        yield DifferenceText(f"{prefix}{reason}", len(remaining_differences))
        return
    if reason := explain_totals(remaining_differences, official_figures):
        yield DifferenceText(f"{prefix}{reason}", len(remaining_differences.pairs))
        remaining_differences = replace(remaining_differences, pairs=())
    for sentence in _make_sentences(scoring_field, remaining_differences, official_figures):
        yield DifferenceText(f"{prefix}{sentence}")


def _make_sentences(
    scoring_field: ScoringField, differences: FigureDifferences, official_figures: OfficialFigures
) -> Iterator[str]:
    differing_counts_by_board: Counter[int] = Counter()
    pairs_with_result: set[PairKey] = set()
    for line in differences.lines:
        differing_counts_by_board[line.key[0]] += 1
        pairs_with_result.update(make_pair_keys(line.key, scoring_field.winners))
    for match in differences.matches:
        _round_no, low, high = match.key
        pairs_with_result |= {(None, low), (None, high)}
        yield _describe_match(scoring_field, match)
    result_noun = "match" if official_figures.matches_by_key else "result"
    for pair in differences.pairs:
        reason = _explain_pair(
            pair,
            official_figures,
            result_noun,
            has_result=pair.key in pairs_with_result,
            is_divided=scoring_field.has_several_sections,
        )
        yield f"{_describe_pair(scoring_field, pair)} {reason}"
    for line in differences.lines:
        reason = _explain_line(differing_counts_by_board[line.key[0]], line.line_count)
        yield f"{_describe_line(scoring_field, line)} {reason}"


def _explain_pair(
    pair: PairDifference,
    official_figures: OfficialFigures,
    result_noun: str,
    *,
    has_result: bool,
    is_divided: bool,
) -> str:
    """Return the likely reason why a figure of a pair differs from ours."""
    official_pair = pair.official_pair
    if not _differs_in_total(pair):
        if official_pair.rank in (None, pair.our_standing.rank):
            return "The total matches, so the percentage is taken of another maximum."
        return _explain_place(pair, official_figures, is_divided=is_divided)
    plural = "matches" if result_noun == "match" else "results"
    if has_result:
        return f"One of its {plural} differs too, which may explain the total."
    if result_noun == "match":
        return "All its matches match, so the total was changed, or a sit-out counts differently."
    return "All its results match, so the total was changed, or unplayed boards count differently."


def _explain_place(
    pair: PairDifference, official_figures: OfficialFigures, *, is_divided: bool
) -> str:
    """Return why a pair with the same total has another place."""
    direction, _pair_no = pair.key
    rank = pair.official_pair.rank
    own_figure = _get_ranked_figure(pair.official_pair)
    if rank is None or own_figure is None:
        return "The total matches, so the file ranks other pairs together."
    other_places: list[tuple[int, Fraction]] = []  # rank and figure
    for key, other in official_figures.pairs_by_key.items():
        other_direction, _number = key
        figure = _get_ranked_figure(other)
        if other_direction != direction or key == pair.key:
            continue
        if other.rank is not None and figure is not None:
            other_places.append((other.rank, figure))
    # In the file itself, somebody with less is above or beside this pair, or with more below.
    is_out_of_order = any(
        (figure > own_figure and other_rank >= rank) or (figure < own_figure and other_rank <= rank)
        for other_rank, figure in other_places
    )
    if is_out_of_order and not is_divided:
        return (
            "The total matches, but the file’s places aren’t in the order of its totals, so the place was "
            "entered by hand."
        )
    if any(figure == own_figure for _rank, figure in other_places):
        return "The total matches, and others have the same: the file breaks the tie otherwise."
    return "The total matches, so the file ranks other pairs together."


def _get_ranked_figure(official_pair: OfficialPair) -> Fraction | None:
    """Return the figure that a pair is ranked by: its percentage, or else its total."""
    figure = official_pair.percent or official_pair.total
    return figure.value if figure else None


def _explain_line(differing_count: int, result_count: int) -> str:
    """Return the likely reason why the points of a line differ from ours."""
    # Another method changes most results of a board, a director only a few.
    if differing_count * 2 < result_count:
        return "The rest of the board matches, so the points of this result were changed."
    return f"{differing_count} of the {result_count} results on the board differ, so another method or field was used."


def _describe_match(scoring_field: ScoringField, difference: MatchDifference) -> str:
    round_no, low, high = difference.key
    labels = [
        scoring_field.get_label(scoring_field.get_pair_no(number, None)) for number in (low, high)
    ]
    prefix = f"Round {round_no}, " if round_no else "Match "
    official_match, our_match = difference.official_match, difference.our_match
    difference_texts = []
    if any(official_match.points) and not official_match.has_matching_points(our_match):
        our_points = our_match.imps_won or our_match.points
        difference_texts.append(
            _compare_both(official_match.points, our_points, "points of boards")
        )
    if any(official_match.scores) and not official_match.has_matching_scores(our_match):
        difference_texts.append(_compare_both(official_match.scores, our_match.score, "points"))
    return f"{prefix}{' against '.join(labels)}: {'; '.join(difference_texts)}."


def _compare_both(
    official_points: OfficialLineFigures, our_points: tuple[Points, Points], unit: str
) -> str:
    official_text = " and ".join(
        _format_printed_figure(figure) or "no" for figure in official_points
    )
    return (
        f"the file gives {official_text} {unit}; "
        f"here it gets {_format_both_points(our_points, official_points)}"
    )


def _describe_pair(scoring_field: ScoringField, pair: PairDifference) -> str:
    direction, number = pair.key
    official_pair, our_standing = pair.official_pair, pair.our_standing
    official_figures = _format_figures(
        _format_printed_figure(official_pair.total),
        _format_printed_figure(official_pair.percent),
        official_pair.rank,
    )
    percent = None
    if our_standing.percent is not None:
        percent = format_percent(our_standing.percent, _count_decimals(official_pair.percent))
    our_figures = _format_figures(
        _format_points(our_standing.total, official_pair.total), percent, our_standing.rank
    )
    label = scoring_field.get_label(scoring_field.get_pair_no(number, direction))
    noun = CONTESTS[scoring_field.event.contest].contestant_noun.capitalize()
    return (
        f"{noun} {label}: the file has {', '.join(official_figures)}; "
        f"here it has {', '.join(our_figures)}."
    )


def _describe_line(scoring_field: ScoringField, line: LineDifference) -> str:
    board_no = line.key[0]
    scored_line = line.our_line.line
    ns_list, ew_list = scored_line.lists
    ns_label = scoring_field.get_label(scoring_field.get_pair_no(scored_line.ns, ns_list))
    ew_label = scoring_field.get_label(scoring_field.get_pair_no(scored_line.ew, ew_list))
    official_points = " and ".join(
        _format_printed_figure(figure) or "no" for figure in line.official_figures
    )
    our_points = _format_both_points(
        (line.our_line.ns_points, line.our_line.ew_points), line.official_figures
    )
    return (
        f"Board {board_no}, {ns_label} against {ew_label}: "
        f"the file gives {official_points} points; here it gets {our_points}."
    )


def _format_both_points(
    our_points: tuple[Points | None, Points | None], official_points: OfficialLineFigures
) -> str:
    texts = []
    for points, figure in zip(our_points, official_points, strict=True):
        texts.append("no" if points is None else _format_points(points, figure))
    return " and ".join(texts)


def _format_points(points: Points, figure: OfficialFigure | None) -> str:
    """Return *points* with at least as many decimals as the official *figure*."""
    return format_rounded(points, _count_decimals(figure))


def _format_printed_figure(figure: OfficialFigure | None) -> str | None:
    if figure is None:
        return None
    return format_rounded(figure.value, _count_decimals(figure))


def _count_decimals(figure: OfficialFigure | None) -> int:
    if figure is None:
        return 2
    return max(2, figure.decimals)


def _format_figures(total: str | None, percent: str | None, rank: int | None) -> Iterator[str]:
    if total is not None:
        yield f"{total} points"
    if percent is not None:
        yield f"{percent}%"
    if rank is not None:
        yield f"place {rank}"
