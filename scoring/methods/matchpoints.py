"""Matchpoints: each result compared with every other result on the same board.

Covers ties, boards with fewer results than others (Neuberg), fouled boards in groups and the
special percentages of very small ones, assigned and artificial scores, and Ascherman's way of
counting.  ``totals.standings`` makes totals and places.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from movements.option import Option, numbers
from scoring.bridge.artificial import Artificial
from scoring.method import ScoringMethod
from scoring.model import Board, Field, Points, Ranking, ScoredBoard
from scoring.naming import board_notes
from scoring.totals.habits import KEEP, PERCENT_FROM, TOTAL, round_board
from scoring.totals.sections import COMPARE, comparing
from scoring.totals.standings import SHARE_SIT_OUTS, Customs, rank_boards
from scoring.totals.ties import TIES, Given, ScoreCounts, Values, score_by_columns


def matchpoints(scores: Sequence[int]) -> list[int]:
    """Return the N-S matchpoints of *scores* in their order: two for each score beaten, one for
    each tied.

    E-W get the rest of the top, which is ``2 * (len(scores) - 1)``.  The work grows with the number
    of scores, not with its square: equal scores are counted first.

    >>> matchpoints([620, 420, 620, -50])
    [5, 2, 5, 0]

    Source: [LAWS2017] Law 78A.
    """
    points: dict[int, int] = {}
    beaten = 0
    for score, count in sorted(Counter(scores).items()):
        points[score] = 2 * beaten + count - 1
        beaten += count
    return [points[score] for score in scores]


def neuberg(points: Points, results: int, expected: int) -> Points:
    """Convert *points* among *results* results to a board with *expected* results, by Neuberg's
    formula.

    In units of two matchpoints a beaten result: ``(points + 1) * expected / results - 1``.

    >>> [neuberg(points, results=5, expected=6) for points in (8, 5, 0)]
    [Fraction(49, 5), Fraction(31, 5), Fraction(1, 5)]
    >>> neuberg(5, results=6, expected=6)
    5

    Source: [NEUBERG].
    """
    if results == expected:
        return points
    return Fraction((points + 1) * expected - results) / results


def with_half(points: Points, results: int, expected: int) -> Points:
    """Return the same with half a comparison for each result that is missing: one matchpoint.

    >>> [with_half(points, results=4, expected=5) for points in (6, 3, 3, 0)]
    [7, 4, 4, 1]

    Source: [SCOREBRIDGE].
    """
    return points + expected - results


def in_proportion(points: Points, results: int, expected: int) -> Points:
    """Convert points in proportion to the tops. A single result gets half the top, as by Neuberg.

    >>> [in_proportion(points, results=4, expected=5) for points in (6, 3, 3, 0)]
    [Fraction(8, 1), Fraction(4, 1), Fraction(4, 1), Fraction(0, 1)]

    Source: [ASE].
    """
    if results > 1:
        return Fraction(points * (expected - 1), results - 1)
    return neuberg(points, results, expected)


def ascherman(points: Points, results: int, expected: int) -> Points:
    """Convert points by Ascherman.

    A result also ties with itself, so no top is full and no bottom empty.

    ``(points + 1) * expected / results``, of a top of ``2 * expected``.

    >>> [ascherman(points, results=4, expected=4) for points in (6, 4, 2, 0)]
    [7, 5, 3, 1]

    Source: [ASCHERMAN].
    """
    return neuberg(points, results, expected) + 1


def is_small_group(results: int, expected: int) -> bool:
    """Return whether a group of *results* on a fouled board is too small to be compared.

    That is at most 3 results, and at most a third of the board.

    >>> is_small_group(3, expected=9), is_small_group(3, expected=8)
    (True, False)

    Source: [WHITEBOOK] 4.2.3.3.
    """
    return results <= 3 and expected >= 3 * results


def is_small_group_acbl(results: int, sizes: Iterable[int]) -> bool:
    """Return whether a group is too small by the ACBL's rule.

    *sizes* are those of all groups. At most 3 results, unless it is the largest of 3.

    >>> [is_small_group_acbl(results, (5, 3)) for results in (5, 3)], is_small_group_acbl(3, (3, 2))
    ([False, True], False)

    Source: [ACBLSCORE].
    """
    return results < 3 or (results == 3 and sum(size >= 3 for size in sizes) > 1)


def small_group_percent(points: Points, results: int) -> Points:
    """Return the percentage of the top for *points* in a group that is too small.

    60 for the middle, 5 more or less for each result.

    >>> [small_group_percent(points, results=3) for points in (4, 2, 0)], small_group_percent(0, results=1)
    ([70, 60, 50], 60)

    Source: [WHITEBOOK] 4.2.3.3.
    """
    return 60 + 5 * (points - (results - 1))


@dataclass(frozen=True, slots=True)
class _Counting:
    """How a board is counted: for *expected* results, *per_beaten* points each."""

    expected: int
    per_beaten: int
    adjusted: Callable[[Points, int, int], Points]
    small_groups: str = "compared"
    sizes: tuple[int, ...] = ()

    @property
    def top(self) -> int:
        return self.per_beaten * (
            self.expected if self.adjusted is ascherman else max(self.expected - 1, 0)
        )

    def values(self, column: ScoreCounts) -> Values:
        """Return the points of each score of *column*."""
        compared = _points_by_weight(column.weights)
        if _is_rated_apart(self.small_groups, column.lines, self.sizes, self.expected):
            return {score: self._small(points, column.lines) for score, points in compared.items()}
        values: dict[int, tuple[Points, Points]] = {}
        for score, points in compared.items():
            counted = self.adjusted(points, column.lines, self.expected)
            ns_points = counted if self.per_beaten == 2 else Fraction(counted) / 2
            values[score] = ns_points, self.top - ns_points
        return values

    def artificial(self, artificial: Artificial) -> Given:
        return self._share(artificial.ns), self._share(artificial.ew)

    def _share(self, percent: Fraction | None) -> Points | None:
        if percent is None:
            return None
        return percent * self.top / 100

    def _small(self, points: Points, results: int) -> tuple[Points, Points]:
        percents = (
            small_group_percent(side, results) for side in (points, 2 * (results - 1) - points)
        )
        ns_points, ew_points = (Fraction(percent) * self.top / 100 for percent in percents)
        return ns_points, ew_points


def _points_by_weight(weights: Mapping[int, Points]) -> dict[int, Points]:
    points: dict[int, Points] = {}
    beaten: Points = 0
    for score, weight in sorted(weights.items()):
        points[score] = 2 * beaten + weight - 1
        beaten += weight
    return points


def _is_only_short(board: Board) -> bool:
    """Return whether *board* has fewer results only because tables did not play it: no ruling, one group."""
    return (
        all(line.is_scored or not line.has_result for line in board.lines) and len(board.sizes) < 2
    )


def _adjust_to_full_board(
    board: Board, neuberg_option: str
) -> Callable[[Points, int, int], Points]:
    """Return the conversion of the points of *board* to a full board, by the option ``neuberg``."""
    if neuberg_option == "factor":
        if _is_only_short(board):
            return in_proportion
        return neuberg
    if neuberg_option == "half":
        return with_half
    return neuberg


def _count(field: Field, expected: Iterable[int], options: Mapping[str, str]) -> list[ScoredBoard]:
    per_beaten, neuberg_option = int(options["per_beaten"]), options.get("neuberg")
    keep = options.get("keep", "exact")
    scored = []
    for board, results in zip(field.boards, expected, strict=True):
        adjusted = _adjust_to_full_board(board, neuberg_option) if neuberg_option else ascherman
        counting = _Counting(
            results, per_beaten, adjusted, options["small_groups"], tuple(board.sizes.values())
        )
        points = score_by_columns(
            board, counting.top, counting.values, counting.artificial, counting
        )
        scored.append(points if keep == "exact" else round_board(points, keep))
    return scored


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    most = max((board.results for board in field.boards), default=0)
    is_adjusted = options["neuberg"] != "no"
    expected = [most if is_adjusted else board.scores for board in field.boards]
    counted = _count(field, expected, options)
    shown = None
    bare = [board.results for board in field.boards]
    if is_adjusted and options["board_points"] == "bare" and bare != expected:
        shown = _count(field, bare, options)
    formula = _ADJUSTED_BY.get(options["neuberg"], "")
    notes = _board_notes(field, most if is_adjusted else None, options["small_groups"], formula)
    return rank_boards("matchpoints", field, counted, _customs(options), notes, shown)


def _rank_ascherman(field: Field, options: Mapping[str, str]) -> Ranking:
    most = max((board.results for board in field.boards), default=0)
    counted = _count(field, [most] * len(field.boards), options)
    notes = _board_notes(field, most, options["small_groups"], "by the Ascherman formula")
    return rank_boards("ascherman", field, counted, _customs(options), notes)


def _customs(options: Mapping[str, str]) -> Customs:
    return Customs(
        options["sit_outs"],
        options["ties"],
        is_percent=True,
        total=options.get("total", "points"),
        percent_from=options.get("percent_from", "exact-total"),
    )


def _board_notes(field: Field, expected: int | None, small_groups: str, formula: str) -> list[str]:
    return board_notes(
        (board.board_no, said)
        for board in field.boards
        for said in _said_of(board, expected, small_groups, formula)
    )


def _said_of(board: Board, expected: int | None, small_groups: str, formula: str) -> Iterator[str]:
    scores, groups = board.scores, len(board.sizes)
    if groups > 1:
        yield f"{groups} groups, each compared separately and adjusted."
        sizes, full = tuple(board.sizes.values()), scores if expected is None else expected
        if any(_is_rated_apart(small_groups, size, sizes, full) for size in sizes):
            yield "a very small group gets about 60 % for both sides."
    if expected is not None and 0 < scores < expected:
        yield f"{scores} of {expected} results compared, adjusted {formula}."


def _is_rated_apart(rule: str, results: int, sizes: Sequence[int], expected: int) -> bool:
    """Return whether a group of *results* of a fouled board gets special percentages by *rule*."""
    if rule == "compared" or len(sizes) < 2:
        return False
    if rule == "acbl":
        return is_small_group_acbl(results, sizes)
    return is_small_group(results, expected)


_ADJUSTED_BY = {
    "yes": "by the Neuberg formula",
    "half": "counting each missing result as a tie",
    "factor": "in proportion",
}
_PER_BEATEN = Option(
    "per_beaten", "Matchpoints per result beaten", numbers(2, 1), note="A tie gives half."
)
_SMALL_GROUPS = Option(
    "small_groups",
    "Small groups of a fouled board",
    {
        "compared": "compared and adjusted like any other",
        "special": "special percentages, if a group is at most a third of all results",
        "acbl": "special percentages (ACBL), unless the group has three results and is the largest",
    },
    note=(
        "A small group has at most 3 results. Special percentages, for both sides: 60 for one result, 65 and 55 for "
        "two, 70 to 50 for three."
    ),
)
_ACCEPTS = frozenset({"assigned", "own-average", "one-sided", "moved", "mp", "%"})

MATCHPOINTS = ScoringMethod(
    key="matchpoints",
    name="Matchpoints",
    abbr="MP",
    unit="matchpoints",
    decimals=2,
    options=(
        _PER_BEATEN,
        Option(
            "neuberg",
            "Neuberg",
            {
                "yes": "all boards to the same top, by the formula",
                "no": "no: a board with fewer scores has a lower top",
                "half": "each missing result counts as a tie",
                "factor": "in proportion, or by the formula if a result was adjusted",
            },
        ),
        Option(
            "board_points",
            "Travellers show",
            {"adjusted": "final matchpoints", "bare": "bare matchpoints if a table didn't play"},
            note="Bare matchpoints are those before adjustment. Totals are the same.",
        ),
        COMPARE,
        SHARE_SIT_OUTS,
        _SMALL_GROUPS,
        TIES,
        KEEP,
        TOTAL,
        PERCENT_FROM,
    ),
    source="[LAWS2017] Law 78A; [NEUBERG]",
    compute=comparing(_rank, is_percent=True),
    accepts=_ACCEPTS,
    for_players="boards",
    rule="2 per result beaten, 1 per tie",
    usual_for=("bridge",),
    in_files="matchpoints",
    file_habits=(
        ("board_points", "bare"),
    ),  # bare on the traveller of a board that a table did not play
)

ASCHERMAN = ScoringMethod(
    key="ascherman",
    name="Matchpoints by Ascherman",
    abbr="MP",
    unit="matchpoints",
    decimals=2,
    options=(_PER_BEATEN, COMPARE, SHARE_SIT_OUTS, _SMALL_GROUPS, TIES),
    source="[LAWS2017] Law 78A; [ASCHERMAN]",
    compute=comparing(_rank_ascherman, is_percent=True),
    accepts=_ACCEPTS,
    for_players="boards",
    rule="2 per result beaten, 1 per tie, including itself",
    in_files="matchpoints",
)
