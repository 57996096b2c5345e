"""Convert the margin of a match to victory points.

The scales of the World Bridge Federation for teams follow a formula, the others are tables.

A club's own scale is typed as a text (:func:`normalize_own_scale`).

A table is a file in ``scoring/data`` with its source on the first line. It has a row for each range
of boards, with the least margin for each number of victory points, or for Swiss pairs the greatest
percentage.  A scale for teams that is a table is such a file and a row of ``SCALES``.

The *margin* is in IMPs, *even* the victory points of a draw. A half match is one of a three-way
match in one round.
"""

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil, floor, isqrt
from pathlib import Path

from scoring.errors import ScoringError
from scoring.method import SCALE_OPTION_NAME as SCALE_NAME
from scoring.model import Points
from scoring.option import Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """A scale of victory points that a union publishes."""

    key: str
    name: str
    points_per_match: int  # the points that both share in a match
    source: str  # its key in docs/sources.md
    is_table: bool = False  # its figures are the table of its key, otherwise a formula's
    note: str = ""  # what the help of the option says about it


_ACBL_NOTE = "The ACBL scales are for 6 to 11 boards."

SCALES = (
    Scale(key="continuous", name="WBF continuous", points_per_match=20, source="[WBFVP]"),
    # The table of the White Book, which rounds the curve in the EBU's own way.
    Scale(key="discrete", name="EBU", points_per_match=20, source="[WHITEBOOK]"),
    Scale(
        key="acbl-20",
        name="ACBL 20",
        points_per_match=20,
        source="[ACBLVP]",
        is_table=True,
        note=_ACBL_NOTE,
    ),
    Scale(
        key="acbl-30",
        name="ACBL 30",
        points_per_match=30,
        source="[ACBLVP]",
        is_table=True,
        note=_ACBL_NOTE,
    ),
)
"""The scales for a margin in IMPs. A club can also type its own."""

PAIRS_SCALES = (
    Scale(key="ebu-20", name="EBU", points_per_match=20, source="[WHITEBOOK]"),
    Scale(key="ebu-10", name="EBU 10", points_per_match=10, source="[WHITEBOOK]"),
)
"""The scales for a percentage: those of whole and of half matches."""

TABLE_SCALES = frozenset(scale.key for scale in SCALES if scale.is_table)

SCALE_NAMES = {scale.key: scale.name for scale in SCALES} | {"own": "the club’s own scale"}
"""What people call the scales in IMPs, by key."""

PAIRS_SCALE_NAMES = {scale.key: scale.name for scale in PAIRS_SCALES}
"""What people call the scales in percentages, by key."""

SCALE_SOURCES = "; ".join(dict.fromkeys(scale.source for scale in SCALES))

_POINTS_PER_MATCH = {"none": 0} | {
    scale.key: scale.points_per_match for scale in (*SCALES, *PAIRS_SCALES)
}

_SCALE_NOTES = dict.fromkeys(scale.note for scale in SCALES if scale.note)

IMP_SCALE_OPTION = Option(
    SCALE_NAME,
    "Victory points",
    SCALE_NAMES,
    note=" ".join(("WBF continuous counts hundredths, the others whole numbers.", *_SCALE_NOTES)),
    suggested_choices=tuple(scale.key for scale in SCALES),
)
"""The option that chooses a scale for a margin in IMPs."""

PAIRS_SCALE_OPTION = Option(
    IMP_SCALE_OPTION.name,
    IMP_SCALE_OPTION.label,
    PAIRS_SCALE_NAMES,
    note="EBU gives 20 points for matches of up to 27 boards, EBU 10 gives 10 for up to 13.",
)
"""The option that chooses a scale for a percentage of matchpoints."""

OWN_SCALE_NAME = "own_scale"
_STEP_PATTERN = re.compile(r"(\d{1,3}):(\d{1,3}(?:\.\d{1,2})?)-(\d{1,3}(?:\.\d{1,2})?)", re.ASCII)

_DATA_FOLDER = Path(__file__).parents[1] / "data"
_SWISS_PAIRS = "ebu-swiss-pairs"
_MAX_HUNDREDTHS = 2000
_EVEN_HUNDREDTHS = 1000
_FIRST_PRECISION = 40  # precision of the first attempt


@dataclass(frozen=True, slots=True)
class ScaleRow:
    """A row of a table, for matches of *min_boards* to *max_boards* boards."""

    min_boards: int
    max_boards: int
    limits: tuple[Fraction, ...]  # the limit of each number of points, as a margin or a percentage
    points: tuple[int, ...]


@lru_cache(maxsize=8)
def read_scale_table(scale_key: str) -> tuple[ScaleRow, ...]:
    """Return the rows of the table *scale_key*.

    >>> row = read_scale_table("acbl-20")[0]
    >>> (row.min_boards, row.max_boards), row.limits[:3], row.points[:3]
    ((6, 8), (Fraction(0, 1), Fraction(1, 1), Fraction(3, 1)), (10, 11, 12))

    Source: [ACBLVP]; [WHITEBOOK] for those of Swiss pairs.
    """
    lines = (_DATA_FOLDER / f"{scale_key}.csv").read_text(encoding="utf-8").splitlines()
    rows = csv.reader(line for line in lines if not line.startswith("#"))
    _boards_heading, *points = next(rows)
    return tuple(_make_scale_row(boards, margins, points) for boards, *margins in rows)


def _make_scale_row(boards: str, margins: Sequence[str], points: Sequence[str]) -> ScaleRow:
    fewest_boards, most_boards = map(int, boards.split("-"))
    return ScaleRow(
        fewest_boards, most_boards, tuple(map(Fraction, margins)), tuple(map(int, points))
    )


@dataclass(frozen=True, slots=True)
class OwnStep:
    """A step of a club's own scale."""

    min_margin: int  # in IMPs; the step holds from this margin on
    winner_points: Fraction
    loser_points: Fraction


@lru_cache(maxsize=32)
def parse_own_steps(text: str) -> tuple[OwnStep, ...]:
    """Return the steps of the own scale *text*, from the draw upwards.

    >>> parse_own_steps("0:15-15, 3:16-14")[1]
    OwnStep(min_margin=3, winner_points=Fraction(16, 1), loser_points=Fraction(14, 1))

    :raises ScoringError: if a step can't be read, the first isn't a draw, or the scale falls
    """
    steps: list[OwnStep] = []
    step_texts = re.sub(r"\s*([:–-])\s*", r"\1", text.strip()).replace("–", "-")
    for step_text in re.split(r"[\s,;]+", step_texts):
        match = _STEP_PATTERN.fullmatch(step_text)
        if not match:
            raise ScoringError(
                "own-scale",
                "“{text}” isn’t a step of a scale. Type the least margin and what both sides get, "
                "such as 0:15-15 for a draw, then 3:16-14 and so on.",
                text=step_text[:40],
            )
        step = OwnStep(int(match[1]), Fraction(match[2]), Fraction(match[3]))
        if steps:
            _refuse_falling_step(steps[-1], step)
        elif step.min_margin or step.winner_points != step.loser_points:
            raise ScoringError(
                "own-scale-draw",
                "The scale begins with {step}. Begin with a draw, at which both get the same, such as "
                "0:15-15.",
                step=_format_step(step),
            )
        steps.append(step)
    return tuple(steps)


def _refuse_falling_step(previous_step: OwnStep, step: OwnStep) -> None:
    """Raise unless *step* has a larger margin than the one *previous_step*, and is no worse for the winner."""
    is_no_worse = (
        step.winner_points >= previous_step.winner_points
        and step.loser_points <= previous_step.loser_points
    )
    if step.min_margin <= previous_step.min_margin or not is_no_worse:
        raise ScoringError(
            "own-scale-falls",
            "The scale goes from {before} to {step}. Let the margins rise, and never give the "
            "winner less or the loser more for a larger one.",
            before=_format_step(previous_step),
            step=_format_step(step),
        )


@lru_cache(maxsize=32)
def normalize_own_scale(text: str) -> str:
    """Return the own scale *text* in the form that is stored, without blanks.

    >>> normalize_own_scale("0: 15–15\\n3: 16-14; 7:17.5-12.5")
    '0:15-15,3:16-14,7:17.5-12.5'

    :raises ScoringError: as :func:`parse_own_steps`
    """
    return ",".join(map(_format_step, parse_own_steps(text)))


def _format_step(step: OwnStep) -> str:
    return f"{step.min_margin}:{_format_trimmed(step.winner_points)}-{_format_trimmed(step.loser_points)}"


def _format_trimmed(points: Fraction) -> str:
    """Return *points*, which have at most two decimals, without zeros at the end."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


OWN_SCALE_OPTION = Option(
    OWN_SCALE_NAME,
    "The club’s own scale",
    {"0:1-1,1:2-0": "2 for a win, 1 for a draw"},
    note=(
        "The least margin in IMPs, and what winner and loser get: 0:15-15, 3:16-14, 7:17-13 and so on. "
        "The same for every length of match."
    ),
    condition=(IMP_SCALE_OPTION.name, "own"),
    parse=normalize_own_scale,
)


def get_chosen_scale(settings: Mapping[str, str]) -> str:
    """Return the scale that *settings* choose: a key, or the text of the club's own.

    >>> get_chosen_scale({"victory_points": "own", "own_scale": "0:1-1,1:2-0"}), get_chosen_scale({"victory_points": "none"})
    ('0:1-1,1:2-0', 'none')
    """
    scale = settings[IMP_SCALE_OPTION.name]
    return OWN_SCALE_OPTION.get_choice(settings) if scale == "own" else scale


@lru_cache(maxsize=64)
def compute_continuous_scale(boards: int) -> tuple[Fraction, ...]:
    """Return the winner's victory points for 0, 1, 2 … IMPs in a match of *boards*.

    The last figure is 20, which also holds for larger margins.

    The formula is 10 + 10 × (1 − τ^(3 × margin ÷ blitz)) ÷ (1 − τ³) with τ = (√5 − 1) ÷ 2 and
    blitz = 15 × √boards, rounded to two decimals.  Then each step that is smaller than the next one
    is made larger by a hundredth, until no step is.

    >>> [str(points) for points in compute_continuous_scale(16)[:4]], len(compute_continuous_scale(16))
    (['10', '1031/100', '1061/100', '1091/100'], 61)

    Source: [WBFVP].
    """
    # The least whole margin that is not below 15 × √boards.
    blitz_margin = isqrt(225 * boards - 1) + 1
    hundredths = [
        _compute_floor(partial(_compute_hundredths_to_round, boards, margin))
        for margin in range(blitz_margin)
    ]
    hundredths.append(_MAX_HUNDREDTHS)
    return tuple(Fraction(points, 100) for points in _make_concave(hundredths))


def _compute_hundredths_to_round(boards: int, margin: int) -> Decimal:
    """Return the curve at *margin*, in hundredths of a victory point, and half a hundredth.

    The precision is that of the decimal context.
    """
    tau = _compute_tau()
    exponent = margin / (5 * Decimal(boards).sqrt())
    share = (1 - tau**exponent) / (1 - tau**3)
    # The floor of a figure with a half added is the rounded figure.
    return _EVEN_HUNDREDTHS + _EVEN_HUNDREDTHS * share + Decimal("0.5")


def _compute_tau() -> Decimal:
    return (Decimal(5).sqrt() - 1) / 2


def _compute_floor(compute_value: Callable[[], Decimal]) -> int:
    """Return the whole part of *compute_value*, calculated with enough digits to be certain.

    A value is below 10**5 and takes a dozen correctly rounded steps, so its error is smaller than
    ten digits of the precision.  The loop ends because no value is a whole number. If √boards is
    irrational, the power of τ is transcendental (Gelfond and Schneider).  If it is rational, a
    whole number would mean τ^(p ÷ q) = 1 − k × (1 − τ³) ÷ n with odd k and n = 20 or 2000.  The
    norm of the right side, (k² − 3nk ÷ 2 + n² ÷ 4) ÷ (n² ÷ 4), would then be 1 or −1, but its
    numerator is odd and its denominator even.  For a half match n is 10, and (k² − 15k + 25) ÷ 25
    is −1 for k = 5 only, which ``_compute_max_margin`` treats by itself.
    """
    digits = _FIRST_PRECISION
    while True:
        with localcontext() as context:
            context.prec = digits
            approximation = compute_value()
            error = Decimal(10) ** (10 - digits)
            low = floor(approximation - error)
            high = floor(approximation + error)
        if low == high:
            return low
        digits *= 2


def _make_concave(hundredths: list[int]) -> list[int]:
    """Return *hundredths* with steps that never grow."""
    points = list(hundredths)
    is_concave = False
    # A correction may make the step before it too small, so all are checked again.
    while not is_concave:
        is_concave = True
        for margin in range(1, len(points) - 1):
            next_step = points[margin + 1] - points[margin]
            step = points[margin] - points[margin - 1]
            if next_step > step:
                points[margin] += 1
                is_concave = False
    return points


@lru_cache(maxsize=128)
def compute_discrete_scale(boards: int, *, is_half: bool = False) -> tuple[int, ...]:
    """Return the least margin for 11, 12 … 20 victory points, or 6 … 10 in a *is_half* match.

    The greatest margin of each number of points is where the unrounded curve of
    :func:`compute_continuous_scale` reaches half a point more, rounded down.  Then, from the draw upwards
    and from the start again after every change, a range shorter than the one before it takes over
    that one's greatest margin; the range of the draw counts on both sides.  A half match has the
    curve of half its boards, and 5 for the draw.

    >>> compute_discrete_scale(8)
    (1, 4, 7, 10, 13, 17, 21, 26, 31, 39)
    >>> compute_discrete_scale(4, is_half=True)
    (1, 4, 8, 12, 18)

    Source: [WBFVP] for the curve, [WHITEBOOK] 3.1.1 for the scale, as the English Bridge Union makes
    and prints it.
    """
    draw_points = 5 if is_half else 10
    curve_boards = Fraction(boards, 2) if is_half else Fraction(boards)
    max_margins = [
        _compute_max_margin(curve_boards, draw_points, extra) for extra in range(draw_points)
    ]
    while (extra := _find_short_range(max_margins)) is not None:
        max_margins[extra - 1] -= 1
    return tuple(margin + 1 for margin in max_margins)


def _compute_max_margin(boards: Fraction, draw_points: int, extra: int) -> int:
    """Return the greatest whole margin for *extra* points more than *draw_points*."""
    # Half way through the points of a half match the power of τ is τ itself. The margin is then
    # 5 × √boards, which may be a whole number. No other margin is, as _compute_floor() explains.
    if 2 * extra + 1 == draw_points:
        return isqrt(int(25 * boards))
    return _compute_floor(
        partial(_compute_margin, boards, Fraction(2 * extra + 1, 2 * draw_points))
    )


def _compute_margin(boards: Fraction, share_of_way: Fraction) -> Decimal:
    """Return the margin at which the curve has gone *share_of_way* of its way up from the draw.

    The precision is that of the decimal context.
    """
    tau = _compute_tau()
    remaining_power = 1 - Decimal(share_of_way.numerator) / Decimal(share_of_way.denominator) * (
        1 - tau**3
    )
    root = (Decimal(boards.numerator) / Decimal(boards.denominator)).sqrt()
    return 5 * root * remaining_power.ln() / tau.ln()


def _find_short_range(max_margins: Sequence[int]) -> int | None:
    """Return the lowest number of extra points with fewer margins than the number before.

    None if there is none.
    """
    # The draw includes the margins of either side up to its greatest, and 0.
    lengths = [2 * max_margins[0] + 1]
    lengths += [margin - previous for previous, margin in pairwise(max_margins)]
    for extra, (previous_length, length) in enumerate(pairwise(lengths), start=1):
        if length < previous_length:
            return extra
    return None


def convert_to_victory_points(
    margin: Points, boards: int, scale: str = "continuous", *, is_half: bool = False
) -> tuple[Fraction, Fraction]:
    """Return the victory points of both teams. *margin* is the margin of the first team.

    *scale* is ``"continuous"``, ``"discrete"``, a table of ``SCALES``, or the text of a club's own. A
    *is_half* match has 10 points and only the discrete scale.  Rulings may give a margin with a fraction. It is rounded, halves
    away from zero.

    >>> [str(points) for points in convert_to_victory_points(-7, boards=16)]
    ['797/100', '1203/100']
    >>> [str(points) for points in convert_to_victory_points(7, boards=16, scale="discrete")]
    ['12', '8']
    >>> [str(points) for points in convert_to_victory_points(7, boards=8, scale="acbl-30")]
    ['23', '7']
    >>> [str(points) for points in convert_to_victory_points(7, boards=4, scale="discrete", is_half=True)]
    ['7', '3']

    :raises ScoringError: if a table has no row for *boards*, or if a half match has another scale
        than the discrete one
    """
    if is_half and scale != "discrete":
        raise _make_victory_points_half_match_error(
            scale=SCALE_NAMES.get(scale, SCALE_NAMES["own"]),
            known=SCALE_NAMES["discrete"],
        )
    whole_margin = int(abs(Fraction(margin)) + Fraction(1, 2))
    winner_points, loser_points = _get_points_of_margin(
        whole_margin, boards, scale, is_half=is_half
    )
    if margin < 0:
        return loser_points, winner_points
    return winner_points, loser_points


@lru_cache(maxsize=2048)
def _get_points_of_margin(
    margin: int, boards: int, scale: str, *, is_half: bool
) -> tuple[Fraction, Fraction]:
    """Return the victory points of the winner and of the loser."""
    if scale in TABLE_SCALES:
        return _get_points_by_table(margin, boards, scale)
    if ":" in scale:
        return _get_points_by_own_scale(margin, scale)
    if scale == "continuous":
        points = compute_continuous_scale(boards)
        winner_points = points[min(margin, len(points) - 1)]
        return winner_points, 20 - winner_points
    if scale != "discrete":
        raise KeyError(scale)
    draw_points = 5 if is_half else 10
    least_margins = compute_discrete_scale(boards, is_half=is_half)
    winner_points = Fraction(
        draw_points + sum(margin >= least_margin for least_margin in least_margins)
    )
    return winner_points, 2 * draw_points - winner_points


def _get_points_by_table(margin: int, boards: int, scale: str) -> tuple[Fraction, Fraction]:
    """Return the victory points of the winner and of the loser."""
    row = _get_scale_row(scale, boards)
    winner_points = row.points[sum(margin >= least_margin for least_margin in row.limits) - 1]
    draw_points = row.points[0]
    return Fraction(winner_points), Fraction(2 * draw_points - winner_points)


def _get_points_by_own_scale(margin: int, scale: str) -> tuple[Fraction, Fraction]:
    steps = parse_own_steps(scale)
    step_index = sum(margin >= step.min_margin for step in steps) - 1
    return steps[step_index].winner_points, steps[step_index].loser_points


def _get_scale_row(scale: str, boards: int) -> ScaleRow:
    rows = read_scale_table(scale)
    for row in rows:
        if row.min_boards <= boards <= row.max_boards:
            return row
    ranges = " and ".join(f"{row.min_boards} to {row.max_boards}" for row in rows)
    names = SCALE_NAMES | {f"{_SWISS_PAIRS}-20": "EBU", f"{_SWISS_PAIRS}-10": "EBU 10"}
    raise ScoringError(
        "victory-points-boards",
        "The scale {scale} is for matches of {known} boards, not of {boards}. Choose another "
        "scale, or another number of boards.",
        scale=names[scale],
        known=ranges,
        boards=boards,
    )


def get_scale_points(settings: Mapping[str, str]) -> int:
    """Return the most points that both have together in a match, 20 by a method without a scale.

    >>> get_scale_points({"victory_points": "acbl-30"}), get_scale_points({})
    (30, 20)
    >>> get_scale_points({"victory_points": "own", "own_scale": "0:15-15,3:16-14,60:25-5,70:25-4"})
    30
    """
    if settings.get(IMP_SCALE_OPTION.name) == "own":
        return ceil(
            max(
                step.winner_points + step.loser_points
                for step in parse_own_steps(get_chosen_scale(settings))
            )
        )
    return _POINTS_PER_MATCH[settings.get(IMP_SCALE_OPTION.name, "continuous")]


def get_points_per_match(settings: Mapping[str, str], _boards: int) -> int:
    """Return the victory points of a match by the scale in *settings*, 0 without a scale.

    >>> get_points_per_match({"victory_points": "acbl-30"}, 8)
    30
    """
    return 0 if settings.get(IMP_SCALE_OPTION.name) == "none" else get_scale_points(settings)


def check_scale_boards(settings: Mapping[str, str], boards: int) -> None:
    """Raise if the scale for IMPs is a table without a row for matches of *boards* boards.

    >>> check_scale_boards({"victory_points": "acbl-20"}, 8)

    :raises ScoringError: if it has none
    """
    scale = settings.get(IMP_SCALE_OPTION.name, "")
    if scale in TABLE_SCALES:
        _get_scale_row(scale, boards)


def check_pairs_scale_boards(settings: Mapping[str, str], boards: int) -> None:
    """Raise if the scale for percentages has no row for matches of *boards* boards.

    :raises ScoringError: if it has none
    """
    # Settings stored before there was a choice have none.
    scale = settings.get(IMP_SCALE_OPTION.name) or PAIRS_SCALE_OPTION.default
    _get_scale_row(_get_pairs_table(scale), boards)


def _get_pairs_table(scale: str, *, is_half: bool = False) -> str:
    """Return the table of *scale*, a key of ``PAIRS_SCALE_NAMES``. A half match has half of 20."""
    points_per_match = _POINTS_PER_MATCH[scale]
    if is_half and points_per_match != 20:
        raise _make_victory_points_half_match_error(
            scale=PAIRS_SCALE_NAMES[scale],
            known=PAIRS_SCALE_NAMES["ebu-20"],
        )
    if is_half:
        points_per_match = 10
    return f"{_SWISS_PAIRS}-{points_per_match}"


def convert_percent_to_victory_points(
    percent: Points, boards: int, scale: str = "ebu-20", *, is_half: bool = False
) -> tuple[Fraction, Fraction]:
    """Return the victory points of two pairs. *percent* is the first pair's share of the tops.

    A whole match has 20 points, a half match 10.  With the *scale* ``"ebu-10"``
    a whole match has 10 points too, by the table of half matches.  A percentage on the boundary
    gets the lower number.

    >>> [str(points) for points in convert_percent_to_victory_points(Fraction(5733, 100), boards=8)]
    ['15', '5']
    >>> [str(points) for points in convert_percent_to_victory_points(Fraction("45.97"), boards=4, is_half=True)]
    ['4', '6']

    :raises ScoringError: if the table has no row for *boards*, or a half match the other scale

    Source: [WHITEBOOK] 3.1.7.
    """
    row = _get_scale_row(_get_pairs_table(scale, is_half=is_half), boards)
    winners_percent = max(Fraction(percent), 100 - Fraction(percent))
    # The last limit is 100%, which nobody is above.
    exceeded_limits = sum(winners_percent > greatest for greatest in row.limits[:-1])
    winner_points = Fraction(row.points[exceeded_limits])
    loser_points = 2 * row.points[0] - winner_points
    if percent < 50:
        return loser_points, winner_points
    return winner_points, loser_points


def _make_victory_points_half_match_error(*, known: object, scale: object) -> ScoringError:
    return ScoringError(
        "victory-points-half-match",
        "Half matches need the scale {known}, not {scale}. Choose {known}.",
        known=known,
        scale=scale,
    )
