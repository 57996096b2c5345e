"""How evenly contestants meet, share the directions and are compared with each other.

The three matrices of the fairness picture are calculated, and Qf, the figure that sums them up. All
counts are of board sets, because the number of boards in a set cancels. Source: [BALANCE].

The *competition* of two pairs is how much the score of one changes the score of the other. Advice
needs only the Qf of many plans, so :class:`_QualitySums` computes it without the matrices, which
:class:`_PairComparisons` makes. :class:`PlayerFairness` has the same figures for the players of an
individual contest, and how evenly they partner each other.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from movements.layout import iter_data_rows
from movements.model import ContestantNo, Movement, PlayerNo, SitOut, TableRound
from movements.partnerships import (
    Couple,
    count_opponent_rounds_by_couple,
    count_partner_rounds_by_couple,
    get_couples,
    make_couple,
)


@dataclass(frozen=True, slots=True)
class Fairness:
    """The fairness of a plan, with the matrices that it is made from.

    The diagonals of the matrices are 0.

    >>> from movements.registry import make_plan
    >>> fairness(make_plan("howell", pairs=10)).qf
    Fraction(250, 3)
    """

    qf: Fraction | None  # from 0 to 100 (perfect); None if no two pairs are compared
    meetings_min: int
    meetings_max: int
    same_direction_min: int
    same_direction_max: int
    contestants: tuple[int, ...]  # the pairs of the rows and columns, in ascending order
    meetings: tuple[tuple[int, ...], ...]  # the rounds of two pairs against each other
    # The sets that two pairs hold in the same direction.
    same_direction: tuple[tuple[int, ...], ...]
    # How much the score of one pair changes the other's.
    competition: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How often the pairs of a plan meet and share a direction, without how they are compared.

    The fields are those of :class:`Fairness`.

    >>> from movements.registry import make_plan
    >>> compute_pair_counts(make_plan("howell", pairs=4)).meetings
    ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    """

    contestants: tuple[int, ...]
    meetings: tuple[tuple[int, ...], ...]
    same_direction: tuple[tuple[int, ...], ...]

    @property
    def meetings_min(self) -> int:
        """The fewest meetings of two pairs."""
        return _compute_min_off_diagonal(self.meetings)

    @property
    def meetings_max(self) -> int:
        """The most meetings of two pairs."""
        return max(map(max, self.meetings), default=0)

    @property
    def same_direction_min(self) -> int:
        """The fewest sets that two pairs hold in the same direction."""
        return _compute_min_off_diagonal(self.same_direction)

    @property
    def same_direction_max(self) -> int:
        """The most sets that two pairs hold in the same direction."""
        return max(map(max, self.same_direction), default=0)


def count_meetings_by_couple(plan: Movement) -> Counter[tuple[int, int]]:
    """Return the number of rounds in which two pairs meet, by couple.

    Keys have the lower number first. Couples that never meet are absent.

    >>> from movements.registry import make_plan
    >>> count_meetings_by_couple(make_plan("mitchell", tables=4, rounds=4, options={"even": "skip"}))[1, 5]
    2
    """
    meeting_counts = Counter(map(attrgetter("ns", "ew"), plan.rows))
    # Turning couples at the end, instead of every row before, saves Python code per row.
    turned_couples = [(ns, ew) for ns, ew in meeting_counts if ns > ew]
    for ns, ew in turned_couples:
        meeting_counts[ew, ns] += meeting_counts.pop((ns, ew))
    return meeting_counts


def fairness(plan: Movement) -> Fairness:
    """Return the fairness of *plan*.

    For each set played at n tables, two pairs gain 1 in competition if they hold it in the same
    direction, lose 1 if they hold it in opposite directions at different tables, and gain n-1 if
    they meet on it. Qf compares the sum of the squared competition with the smallest sum that is
    possible in whole numbers. If sets are played unequally often, each is weighted as if it were
    played as often as the most played set, and the smallest sum may have fractions. With two winners
    only pairs of one direction are ranked together, and Qf is the lower figure of the two directions.

    >>> from movements.registry import make_plan
    >>> result = fairness(make_plan("mitchell", tables=5))
    >>> (result.qf, result.meetings_min, result.meetings_max, result.same_direction_min, result.same_direction_max)
    (Fraction(100, 1), 0, 1, 0, 5)

    Source: [BALANCE], with weights for unequal plays as percentage scoring gives them.
    """
    comparison = _PairComparisons(plan)
    counts = comparison.compute_pair_counts()
    competition = []
    for row in comparison.make_matrix(comparison.compute_competition_by_couple()):
        competition.append(tuple(Fraction(amount, comparison.scale) for amount in row))
    return Fairness(
        qf=compute_quality(plan),
        meetings_min=counts.meetings_min,
        meetings_max=counts.meetings_max,
        same_direction_min=counts.same_direction_min,
        same_direction_max=counts.same_direction_max,
        contestants=counts.contestants,
        meetings=counts.meetings,
        same_direction=counts.same_direction,
        competition=tuple(competition),
    )


def compute_pair_counts(plan: Movement) -> PairCounts:
    """Return how often the pairs of *plan* meet and share a direction.

    It is a fraction of the work of :func:`fairness`, and all that a picture shows.

    >>> from movements.registry import make_plan
    >>> counts = compute_pair_counts(make_plan("mitchell", tables=5))
    >>> counts.meetings_min, counts.meetings_max, counts.same_direction_max
    (0, 1, 5)
    """
    return _PairComparisons(plan).compute_pair_counts()


def compute_quality(plan: Movement) -> Fraction | None:
    """Return only the Qf of *plan*, without the matrices of :func:`fairness`.

    >>> from movements.registry import make_plan
    >>> compute_quality(make_plan("howell", pairs=8))
    Fraction(100, 1)
    """
    sums = _QualitySums(plan)
    figures = [sums.compute_quality(ranking) for ranking in _list_ranked_pairs(plan)]
    return min((figure for figure in figures if figure is not None), default=None)


class _QualitySums:
    """The sums behind Qf, calculated from bit masks instead of every two pairs.

    Let v(i) be 1 if pair i holds a set N-S, -1 if it holds it E-W, and 0 if it doesn't play it. Two
    pairs i and j gain w v(i) v(j) from a set of weight w, and w n in addition if they meet on it,
    where n is the number of tables that play it. Without meetings, the squared gains of all couples of
    pairs add up to a sum over all couples of sets: the squared scalar product of their vectors v, times
    both weights. That is less work, because there are usually fewer sets than pairs.

    A vector v is stored as two masks: where it isn't 0, and where it is 1.
    """

    def __init__(self, plan: Movement) -> None:
        plays_of_set = Counter(map(attrgetter("board_set"), plan.rows))
        # A set played once compares nobody.
        plays = {board_set: count for board_set, count in plays_of_set.items() if count > 1}
        self.has_weights = len(set(plays.values())) > 1
        most_plays = max(plays.values(), default=2)
        # With this factor all weights, (most_plays - 1) / (count - 1), are whole numbers.
        scale = lcm(*(count - 1 for count in set(plays.values())))
        self.weights = dict.fromkeys(plays, 1)
        if self.has_weights:
            for board_set, count in plays.items():
                self.weights[board_set] = scale * (most_plays - 1) // (count - 1)
        self.sets_by_weight: defaultdict[int, int] = defaultdict(int)
        for board_set, weight in self.weights.items():
            self.sets_by_weight[weight] |= 1 << board_set
        # Masks of the pairs that hold each set, then masks of the sets that each pair holds.
        self.ns_of_set = ns_of_set = dict.fromkeys(plays, 0)
        self.ew_of_set = ew_of_set = dict.fromkeys(plays, 0)
        ns_sets: defaultdict[int, int] = defaultdict(int)
        ew_sets: defaultdict[int, int] = defaultdict(int)
        for row in plan.rows:
            board_set, ns, ew = row.board_set, row.ns, row.ew
            if board_set in plays:
                ns_of_set[board_set] |= 1 << ns
                ew_of_set[board_set] |= 1 << ew
                ns_sets[ns] |= 1 << board_set
                ew_sets[ew] |= 1 << board_set
        self.sets_of_pair = {
            pair: (ns_sets[pair] ^ ew_sets[pair], ns_sets[pair] & ~ew_sets[pair])
            for pair in {*ns_sets, *ew_sets}
        }
        self.meeting_gains: Counter[tuple[int, int]] = Counter()
        # With two winners opponents are in different rankings and aren't compared.
        if plan.winners == 1:
            for row in plan.rows:
                if row.board_set in plays:
                    couple = (row.ns, row.ew) if row.ns < row.ew else (row.ew, row.ns)
                    gain = self.weights[row.board_set] * plays[row.board_set]
                    self.meeting_gains[couple] += gain

    def compute_quality(self, ranking: tuple[int, ...]) -> Fraction | None:
        """Return Qf of the pairs of one *ranking*."""
        ranking_mask = sum(1 << pair for pair in ranking)
        sets = [
            (
                self.ns_of_set[board_set] & ranking_mask,
                self.ew_of_set[board_set] & ranking_mask,
                weight,
            )
            for board_set, weight in self.weights.items()
        ]
        # The sums below run over ordered couples, and each pair is coupled with itself too. When its
        # gain with itself is subtracted, half of the rest is the sum over couples.
        self_gains = [self._compute_self_gain(pair) for pair in ranking]
        ordered_total = sum(
            weight * (ns.bit_count() - ew.bit_count()) ** 2 for ns, ew, weight in sets
        )
        ordered_squares = _compute_sum_of_squares(sets)
        total = (ordered_total - sum(self_gains)) // 2
        squares = (ordered_squares - sum(gain * gain for gain in self_gains)) // 2
        # Meetings are added couple by couple. For gain a and meeting gain m, (a + m)² = a² + m (m + 2a).
        for couple, meeting_gain in self.meeting_gains.items():
            total += meeting_gain
            squares += meeting_gain * (meeting_gain + 2 * self._compute_gain(*couple))
        return _compute_quotient(
            couples=len(ranking) * (len(ranking) - 1) // 2,
            total=total,
            squares=squares,
            has_weights=self.has_weights,
        )

    def _compute_self_gain(self, pair: int) -> int:
        played_sets, _ = self.sets_of_pair.get(pair, (0, 0))
        return sum(
            weight * (played_sets & sets).bit_count()
            for weight, sets in self.sets_by_weight.items()
        )

    def _compute_gain(self, first: int, second: int) -> int:
        """Return the competition of two pairs over all sets, without their meetings."""
        played_sets, ns_sets = self.sets_of_pair[first]
        other_played_sets, other_ns_sets = self.sets_of_pair[second]
        common = played_sets & other_played_sets
        opposite = (ns_sets ^ other_ns_sets) & common
        gain = 0
        for weight, sets in self.sets_by_weight.items():
            gain += weight * ((common & sets).bit_count() - 2 * (opposite & sets).bit_count())
        return gain


def _compute_sum_of_squares(sets: Sequence[tuple[int, int, int]]) -> int:
    """Return the sum of squared gains over all ordered couples, including a pair with itself.

    Each of *sets* has the mask of its N-S pairs, the mask of its E-W pairs, and its weight.
    """
    total = 0
    previous_sets: list[tuple[int, int, int]] = []
    for ns, ew, weight in sets:
        played = ns ^ ew
        played_ns = ns & ~ew
        total += (weight * played.bit_count()) ** 2
        twice_weight = 2 * weight
        for other_played, other_played_ns, other_weight in previous_sets:
            common = played & other_played
            if common:
                opposite = (played_ns ^ other_played_ns) & common
                product = common.bit_count() - 2 * opposite.bit_count()
                total += twice_weight * other_weight * product * product
        previous_sets.append((played, played_ns, weight))
    return total


@dataclass(frozen=True, slots=True)
class BestAbsence:
    """The contestant whose absence leaves the others most evenly compared, and their Qf.

    >>> BestAbsence(contestant=14, qf=Fraction(100)).contestant
    14
    """

    contestant: ContestantNo
    qf: Fraction


def find_best_absence(plan: Movement, *, highest: bool = False) -> BestAbsence | None:
    """Return the best number to leave empty if one pair fewer comes, None if nobody is compared.

    Of equally good numbers it is the lowest, or the highest if *highest*. The sets of the absent pair
    are played once less, and its opponents have no score on them.

    >>> from movements.registry import make_plan
    >>> find_best_absence(make_plan("howell", pairs=14))
    BestAbsence(contestant=14, qf=Fraction(100, 1))
    >>> find_best_absence(make_plan("howell", pairs=8), highest=True).contestant
    8

    Source: [BALANCE], "Vacancy quality".
    """
    best: BestAbsence | None = None
    numbers = _PairComparisons(plan).numbers
    for number in reversed(numbers) if highest else numbers:
        qf = compute_quality(plan_without_pair(plan, number))
        if qf is not None and (best is None or qf > best.qf):
            best = BestAbsence(number, qf)
    return best


def plan_without_pair(plan: Movement, number: int) -> Movement:
    """Return *plan* without pair *number*, whose opponents sit out. It has no guarantees.

    >>> from movements.registry import make_plan
    >>> plan_without_pair(make_plan("howell", pairs=8), 8).sit_outs[0]
    SitOut(round_no=1, contestant=1, table_no=1, board_set=1, copy_no=1)
    """
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = [sit_out for sit_out in plan.sit_outs if sit_out.contestant != number]
    for row in plan.rows:
        if number in (row.ns, row.ew):
            opponent = row.ew if row.ns == number else row.ns
            sit_outs.append(
                SitOut(
                    row.round_no,
                    opponent,
                    table_no=row.table_no,
                    board_set=row.board_set,
                    copy_no=row.copy_no,
                )
            )
        else:
            rows.append(row)
    return replace(
        plan,
        contestants=plan.contestants - 1,
        rows=tuple(rows),
        sit_outs=tuple(sit_outs),
        guarantees=(),
    )


def round_quality(qf: Fraction | None) -> float | None:
    """Return Qf rounded for display: two decimals, an exact half to the even digit.

    >>> round_quality(Fraction(250, 3))
    83.33
    """
    if qf is None:
        return None
    return float(round(qf, 2))


@dataclass(frozen=True, slots=True)
class KnownFairness:
    """The best Qf known for one ranking, and the highest that is possible.

    Both are rounded to two decimals.

    >>> find_known_fairness(10, 9)
    KnownFairness(best_qf=83.33, max_qf=97.3)
    """

    best_qf: float
    max_qf: float | None  # None if no limit has been proved


def find_known_fairness(pairs: int, rounds: int) -> KnownFairness | None:
    """Return the known fairness of one ranking of *pairs* after *rounds*, None if it isn't known.

    >>> find_known_fairness(14, 13), find_known_fairness(14, 30)
    (KnownFairness(best_qf=91.3, max_qf=98.73), None)

    Source: movements/data/best_known.csv.
    """
    return _read_known_fairness().get((pairs, rounds))


@cache
def _read_known_fairness() -> Mapping[tuple[int, int], KnownFairness]:
    fairness_by_size: dict[tuple[int, int], KnownFairness] = {}
    for row in iter_data_rows("best_known"):
        bound = None
        if row["bound"]:
            bound = float(row["bound"])
        size = int(row["pairs"]), int(row["rounds"])
        fairness_by_size[size] = KnownFairness(float(row["best"]), bound)
    return fairness_by_size


def are_pairs_compared_equally(plan: Movement) -> bool:
    """Return whether all pairs that are ranked together have the same competition, but not 0.

    >>> from movements.registry import make_plan
    >>> are_pairs_compared_equally(make_plan("howell", pairs=10))
    False
    """
    competition = _PairComparisons(plan).compute_competition_by_couple()
    for ranking in _list_ranked_pairs(plan):
        values = {competition[couple] for couple in combinations(ranking, 2)}
        if len(values) != 1 or 0 in values:
            return False
    return True


def is_one_connected_field(plan: Movement) -> bool:
    """Return whether *plan* has one ranking in which common board sets connect everybody.

    Two pairs without a common set may be connected through others.

    >>> from movements.registry import make_plan
    >>> is_one_connected_field(make_plan("howell", pairs=8, rounds=1))
    False
    """
    contestants_of_set: defaultdict[int, set[int]] = defaultdict(set)
    for row in plan.rows:
        contestants_of_set[row.board_set] |= set(plan.get_row_contestants(row))
    groups: list[set[int]] = []
    for contestants in contestants_of_set.values():
        # The contestants of a set join all groups in which one of them is already.
        connected_groups = [group for group in groups if group & contestants]
        groups = [group for group in groups if not group & contestants]
        groups.append(contestants.union(*connected_groups))
    return plan.winners == 1 and len(groups) == 1


class _PairComparisons:
    """The sets that each pair holds N-S and E-W, as bit masks, and the counts of each couple.

    *plays* is always the number of tables that play a set.
    """

    def __init__(self, plan: Movement) -> None:
        self.ns_sets: defaultdict[int, int] = defaultdict(int)
        self.ew_sets: defaultdict[int, int] = defaultdict(int)
        self.sets_by_plays: defaultdict[int, int] = defaultdict(int)
        self.meeting_counts: Counter[tuple[int, int]] = count_meetings_by_couple(plan)
        self.meeting_counts_by_plays: Counter[tuple[int, int, int]] = Counter()
        plays_of_set = Counter(row.board_set for row in plan.rows)
        for row in plan.rows:
            set_bit = 1 << row.board_set
            plays = plays_of_set[row.board_set]
            self.ns_sets[row.ns] |= set_bit
            self.ew_sets[row.ew] |= set_bit
            self.sets_by_plays[plays] |= set_bit
            self.meeting_counts_by_plays[min(row.ns, row.ew), max(row.ns, row.ew), plays] += 1
        # A set played once compares nobody.
        self.sets_by_plays.pop(1, None)
        waiting = {sit_out.contestant for sit_out in plan.sit_outs}
        self.numbers = tuple(sorted({*self.ns_sets, *self.ew_sets, *waiting}))

    @property
    def has_weights(self) -> bool:
        """Return whether some sets are compared at more tables than others."""
        return len(self.sets_by_plays) > 1

    def count_same_direction_by_couple(self) -> dict[tuple[int, int], int]:
        """Return the number of sets that each couple holds in the same direction."""
        counts = {}
        for first, second in combinations(self.numbers, 2):
            ns_in_common = self.ns_sets[first] & self.ns_sets[second]
            ew_in_common = self.ew_sets[first] & self.ew_sets[second]
            counts[first, second] = ns_in_common.bit_count() + ew_in_common.bit_count()
        return counts

    @property
    def scale(self) -> int:
        """Return the factor that makes all weights whole, 1 if there are no weights."""
        if self.has_weights:
            return lcm(*(plays - 1 for plays in self.sets_by_plays))
        return 1

    def compute_competition_by_couple(self) -> dict[tuple[int, int], int]:
        """Return the competition of each couple times ``scale``.

        Sets are weighted relative to the set played most often.
        """
        most_plays = max(self.sets_by_plays, default=2)
        competition = dict.fromkeys(combinations(self.numbers, 2), 0)
        for plays, mask in self.sets_by_plays.items():
            weight = 1
            if self.has_weights:
                weight = self.scale * (most_plays - 1) // (plays - 1)
            ns = {number: self.ns_sets[number] & mask for number in self.numbers}
            ew = {number: self.ew_sets[number] & mask for number in self.numbers}
            for first, second in competition:
                same = (ns[first] & ns[second]).bit_count()
                same += (ew[first] & ew[second]).bit_count()
                opposite = (ns[first] & ew[second]).bit_count()
                opposite += (ew[first] & ns[second]).bit_count()
                # A meeting gains plays - 1. It is also counted as opposite, so 1 is added back.
                meetings = self.meeting_counts_by_plays[first, second, plays]
                competition[first, second] += weight * (same - opposite + plays * meetings)
        return competition

    def compute_pair_counts(self) -> PairCounts:
        """Return the matrices of meetings and of directions."""
        return PairCounts(
            contestants=self.numbers,
            meetings=self.make_matrix(self.meeting_counts),
            same_direction=self.make_matrix(self.count_same_direction_by_couple()),
        )

    def make_matrix(self, counts: Mapping[tuple[int, int], int]) -> tuple[tuple[int, ...], ...]:
        """Return *counts* of couples as a symmetric matrix in the order of ``numbers``."""
        index_by_number = {number: index for index, number in enumerate(self.numbers)}
        rows = [[0] * len(self.numbers) for _number in self.numbers]
        for (first, second), count in counts.items():
            if count:
                row, column = index_by_number[first], index_by_number[second]
                rows[row][column] = rows[column][row] = count
        return tuple(map(tuple, rows))


def _compute_min_off_diagonal(matrix: Sequence[Sequence[int]]) -> int:
    smallest_by_row = [min(row[index + 1 :]) for index, row in enumerate(matrix[:-1])]
    return min(smallest_by_row, default=0)


def _list_ranked_pairs(plan: Movement) -> tuple[tuple[int, ...], ...]:
    """Return the pairs of each ranking: N-S and E-W, or everybody."""
    ns = {row.ns for row in plan.rows}
    ew = {row.ew for row in plan.rows}
    if plan.winners == 2:
        return tuple(sorted(ns)), tuple(sorted(ew))
    return (tuple(sorted(ns | ew)),)


def _compute_quotient(
    *, couples: int, total: int, squares: int, has_weights: bool
) -> Fraction | None:
    """Return Qf: the smallest possible sum of squares as a percentage of the actual one, *squares*.

    *total* is the sum of the competition of all *couples*. The squares are smallest if each couple
    has the same share of it.
    """
    if not squares:
        return None
    if has_weights:
        return Fraction(100 * total * total, couples * squares)
    # Without weights the shares are whole numbers: some couples have one more than the others.
    quotient, remainder = divmod(total, couples)
    smallest_squares = (couples - remainder) * quotient * quotient + remainder * (quotient + 1) ** 2
    return Fraction(100 * smallest_squares, squares)


Matrix: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayerFairness:
    """The fairness of an individual contest, with the matrices that it is made from.

    The diagonals of the matrices are 0.

    >>> from movements.registry import make_plan
    >>> player_fairness(make_plan("individual-howell-8", players=8)).qf
    Fraction(100, 1)
    """

    qf: Fraction | None  # from 0 to 100 (perfect); None if nobody is compared
    players: tuple[int, ...]  # the players of the rows and columns, in ascending order
    partners: Matrix  # the rounds of two players together
    meetings: Matrix  # the rounds of two players against each other
    # The sets that two players hold in the same direction at different tables.
    same_direction: Matrix
    # How much the score of one player changes the other's.
    competition: tuple[tuple[Fraction, ...], ...]


def compute_extremes(matrix: Matrix) -> tuple[int, int]:
    """Return the smallest and the largest number off the diagonal, 0 if the matrix has none.

    >>> compute_extremes(((0, 2, 3), (2, 0, 1), (3, 1, 0)))
    (1, 3)
    """
    values: list[int] = []
    for row_index, row in enumerate(matrix):
        values.extend(row[row_index + 1 :])
    return min(values, default=0), max(values, default=0)


def player_fairness(plan: Movement) -> PlayerFairness:
    """Return the fairness of an individual *plan*.

    For each set played at n tables, two players at different tables gain 1 in competition if they
    hold it in the same direction and lose 1 if they hold it in opposite directions. Opponents gain
    n-1, partners lose n-1. If sets are played unequally often, each is weighted as if it were played
    as often as the most played set. With two winners only players of one direction are ranked
    together, and Qf is the lower figure of the two directions.

    >>> from movements.registry import make_plan
    >>> compute_extremes(player_fairness(make_plan("individual-whist-12", players=12)).same_direction)
    (2, 6)

    Source: [BALANCE], applied to players one by one.
    """
    numbers = _list_numbers(plan)
    comparisons = _compare_players(plan)
    competition = {
        players: Fraction(amount, comparisons.scale)
        for players, amount in comparisons.scaled_competition.items()
    }
    figures = [
        _compute_ranking_quality(competition, ranking) for ranking in _list_ranked_players(plan)
    ]
    competition_matrix = []
    for first in numbers:
        couples = [make_couple(first, second) for second in numbers]
        competition_matrix.append(tuple(competition.get(couple, Fraction(0)) for couple in couples))
    return PlayerFairness(
        qf=min((figure for figure in figures if figure is not None), default=None),
        players=numbers,
        partners=_make_matrix(count_partner_rounds_by_couple(plan), numbers),
        meetings=_make_matrix(count_opponent_rounds_by_couple(plan), numbers),
        same_direction=_make_matrix(comparisons.same_direction, numbers),
        competition=tuple(competition_matrix),
    )


def are_players_compared_equally(plan: Movement) -> bool:
    """Return whether all players that are ranked together have the same competition, but not 0.

    >>> from movements.registry import make_plan
    >>> are_players_compared_equally(make_plan("individual-whist-12", players=12))
    False
    """
    competition = _compare_players(plan).scaled_competition
    rankings = _list_ranked_players(plan)
    for ranking in rankings:
        values = {competition[players] for players in combinations(ranking, 2)}
        if len(values) != 1 or 0 in values:
            return False
    return bool(rankings)


def _list_numbers(plan: Movement) -> tuple[int, ...]:
    numbers = {sit_out.contestant for sit_out in plan.sit_outs}
    for row in plan.rows:
        numbers.update(plan.get_row_contestants(row))
    return tuple(sorted(numbers))


def _list_ranked_players(plan: Movement) -> tuple[tuple[int, ...], ...]:
    """Return the players of each ranking: everybody, or first N-S and then E-W."""
    if plan.winners != 2:
        return (_list_numbers(plan),)
    ns: set[int] = set()
    ew: set[int] = set()
    for row in plan.rows:
        if row.players:
            ns_couple, ew_couple = get_couples(row.players)
            ns.update(ns_couple)
            ew.update(ew_couple)
    return tuple(sorted(ns)), tuple(sorted(ew))


class _PlayerComparisons(NamedTuple):
    """The counts of two players, by couple."""

    same_direction: Counter[Couple]  # sets that they hold in the same direction at different tables
    scaled_competition: Counter[Couple]
    scale: int  # the factor of the competition, which makes all weights whole


def _compare_players(plan: Movement) -> _PlayerComparisons:
    rows_of_set: defaultdict[int, list[TableRound]] = defaultdict(list)
    for row in plan.rows:
        rows_of_set[row.board_set].append(row)
    # A set played once compares nobody.
    compared_rows = [rows for rows in rows_of_set.values() if len(rows) > 1]
    most_plays = max(map(len, compared_rows), default=1)
    scale = lcm(*{len(rows) - 1 for rows in compared_rows})
    same_direction: Counter[Couple] = Counter()
    competition: Counter[Couple] = Counter()
    for rows in compared_rows:
        plays = len(rows)
        weight = scale * (most_plays - 1) // (plays - 1)
        for first, second in combinations(_iter_seated_players(rows), 2):
            if first.player == second.player:  # the same four play the set twice
                continue
            players = make_couple(first.player, second.player)
            is_same_direction = first.side == second.side
            if first.table_index == second.table_index:
                # Partners lose what opponents gain.
                gain = 1 - plays if is_same_direction else plays - 1
            elif is_same_direction:
                gain = 1
                same_direction[players] += 1
            else:
                gain = -1
            competition[players] += weight * gain
    return _PlayerComparisons(same_direction, competition, scale)


class _SeatedPlayer(NamedTuple):
    """A player who holds a set: at which of its tables, counted from 0, and on which side, 0 or 1."""

    player: PlayerNo
    table_index: int
    side: int


def _iter_seated_players(rows: list[TableRound]) -> Iterator[_SeatedPlayer]:
    for table_index, row in enumerate(rows):
        if row.players:
            for side, players in enumerate(get_couples(row.players)):
                yield from (_SeatedPlayer(player, table_index, side) for player in players)


def _compute_ranking_quality(
    competition: Mapping[Couple, Fraction], ranking: tuple[int, ...]
) -> Fraction | None:
    """Return Qf of the players of one *ranking*, see :func:`movements.balance.fairness`."""
    values = [competition.get(players, Fraction(0)) for players in combinations(ranking, 2)]
    squares = sum(value * value for value in values)
    if not squares:
        return None
    total = sum(values)
    if any(value.denominator > 1 for value in values):
        return 100 * total * total / (len(values) * squares)
    # Without weights the most even values are whole numbers too.
    quotient, remainder = divmod(total, len(values))
    smallest_squares = (len(values) - remainder) * quotient**2 + remainder * (quotient + 1) ** 2
    return Fraction(100 * smallest_squares) / squares


def _make_matrix(counts: Mapping[Couple, int], numbers: tuple[int, ...]) -> Matrix:
    rows = []
    for first in numbers:
        couples = [make_couple(first, second) for second in numbers]
        rows.append(tuple(counts.get(couple, 0) for couple in couples))
    return tuple(rows)


def player_fairness_to_json(plan: Movement) -> dict[str, Any]:
    """Return the fairness of an individual *plan* as a JSON object.

    >>> from movements.registry import make_plan
    >>> player_fairness_to_json(make_plan("individual-howell-8", players=8))["meetings"]
    {'min': 2, 'max': 2}
    """
    figures = player_fairness(plan)
    matrices = {
        "partners": figures.partners,
        "meetings": figures.meetings,
        "same_direction": figures.same_direction,
    }
    facts: dict[str, Any] = {"qf": round_quality(figures.qf)}
    for name, matrix in matrices.items():
        smallest, largest = compute_extremes(matrix)
        facts[name] = {"min": smallest, "max": largest}
    competition = [[str(amount) for amount in row] for row in figures.competition]
    facts["matrices"] = {
        "contestants": figures.players,
        **matrices,
        "competition": competition,
    }
    return facts
