"""How evenly the pairs of a plan meet, share the sides and are compared with each other.

Responsible for the three matrices behind a fairness picture and for one figure, Qf, that sums them
up.  Counts are of board sets, because the number of boards in a set cancels.  Source: [BALANCE].
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import lcm

from movements.model import Movement, SitOut, TableRound


@dataclass(frozen=True, slots=True)
class Fairness:
    """The fairness of a plan: ``qf`` from 0 to 100 (perfect), its extremes and its matrices.

    ``numbers`` names the rows and columns of the matrices, in ascending order; the diagonals are 0.
    ``meetings`` counts rounds against each other, ``same_direction`` sets held the same way,
    ``competition`` what one pair's score moves the other's.  ``qf`` is ``None`` when no two pairs
    are compared at all.

    >>> from movements import make_plan
    >>> fairness(make_plan("howell", pairs=10)).qf
    Fraction(250, 3)
    """

    qf: Fraction | None
    meetings_min: int
    meetings_max: int
    same_direction_min: int
    same_direction_max: int
    numbers: tuple[int, ...]
    meetings: tuple[tuple[int, ...], ...]
    same_direction: tuple[tuple[int, ...], ...]
    competition: tuple[tuple[Fraction, ...], ...]


def opponents(plan: Movement) -> Counter[tuple[int, int]]:
    """Count the rounds in which each couple of pairs meets.

    Keys have the lower number first. Couples that never meet are absent.

    >>> from movements import make_plan
    >>> opponents(make_plan("mitchell", tables=4, rounds=4, options={"even": "skip"}))[1, 5]
    2
    """
    return Counter((row.ns, row.ew) if row.ns < row.ew else (row.ew, row.ns) for row in plan.rows)


def fairness(plan: Movement) -> Fairness:
    """Return the fairness of *plan*.

    For each set played at n tables, two pairs gain 1 in competition when they hold it the same way,
    lose 1 when they hold it opposite ways at different tables, and gain n-1 when they meet on it.
    Qf compares the sum of squares with the least one possible in whole numbers.  When sets are
    played unequally often, each is weighted to the most played one and the plain quality is taken.
    With two winners only couples of the same line are ranked together: Qf is the lower one of the
    two lines.

    >>> from movements import make_plan
    >>> result = fairness(make_plan("mitchell", tables=5))
    >>> (result.qf, result.meetings_min, result.meetings_max, result.same_direction_min, result.same_direction_max)
    (Fraction(100, 1), 0, 1, 0, 5)

    Source: [BALANCE], with weights for unequal plays as percentage scoring gives them.
    """
    table = _Comparison(plan)
    meetings = table.square(table.met)
    same = table.square(table.same_direction())
    competition = table.square(table.competition())
    scale = table.scale
    return Fairness(
        qf=quality(plan),
        meetings_min=_least(meetings),
        meetings_max=max(map(max, meetings), default=0),
        same_direction_min=_least(same),
        same_direction_max=max(map(max, same), default=0),
        numbers=table.numbers,
        meetings=meetings,
        same_direction=same,
        competition=tuple(tuple(Fraction(amount, scale) for amount in row) for row in competition),
    )


def quality(plan: Movement) -> Fraction | None:
    """Return Qf of *plan* alone, without the matrices of :func:`fairness`.

    >>> from movements import make_plan
    >>> quality(make_plan("howell", pairs=8))
    Fraction(100, 1)
    """
    table = _SetTable(plan)
    figures = [figure for line in _ranked_lines(plan) if (figure := table.figure(line)) is not None]
    return min(figures, default=None)


class _SetTable:
    """The pairs that hold each set N-S and E-W, as bit masks.

    Bit masks give sums over couples without listing the couples.

    With v(i) = 1 where pair i holds a set N-S and -1 where E-W, two pairs gain w v(i) v(j) from a
    set of weight w, and w plays more where they meet on it.  The squares of the former, summed over
    all couples, are those of the products of any two sets' v, summed over the sets: far fewer.
    """

    def __init__(self, plan: Movement) -> None:
        plays = Counter(row.board_set for row in plan.rows)
        compared = {number: count for number, count in plays.items() if count > 1}
        self.unequal = len(set(compared.values())) > 1
        most, scale = (
            max(compared.values(), default=2) - 1,
            lcm(*(count - 1 for count in set(compared.values()))),
        )
        self.weight = {
            number: scale * most // (count - 1) if self.unequal else 1
            for number, count in compared.items()
        }
        self.ns = dict.fromkeys(compared, 0)
        self.ew = dict.fromkeys(compared, 0)
        self.ns_sets: defaultdict[int, int] = defaultdict(int)
        self.ew_sets: defaultdict[int, int] = defaultdict(int)
        self.meeting: Counter[tuple[int, int]] = Counter()
        for row in plan.rows:
            number, ns, ew = row.board_set, row.ns, row.ew
            if number in compared:
                self.ns[number] |= 1 << ns
                self.ew[number] |= 1 << ew
                self.ns_sets[ns] |= 1 << number
                self.ew_sets[ew] |= 1 << number
                if plan.winners == 1:  # otherwise the two are in different lines, and not compared
                    self.meeting[(ns, ew) if ns < ew else (ew, ns)] += (
                        self.weight[number] * compared[number]
                    )
        self.by_weight: defaultdict[int, int] = defaultdict(int)
        for number, weight in self.weight.items():
            self.by_weight[weight] |= 1 << number

    def figure(self, line: tuple[int, ...]) -> Fraction | None:
        """Return Qf of the couples of one *line*."""
        mask = sum(1 << pair for pair in line)
        sets = [
            (self.ns[number] & mask, self.ew[number] & mask, weight)
            for number, weight in self.weight.items()
        ]
        own = [self._gain(pair, pair) for pair in line]
        total = sum(weight * (ns.bit_count() - ew.bit_count()) ** 2 for ns, ew, weight in sets)
        squares = _squares(sets) - sum(amount * amount for amount in own)
        apart = {couple: self._gain(*couple) for couple in self.meeting}
        return _quotient(
            couples=len(line) * (len(line) - 1) // 2,
            total=(total - sum(own)) // 2 + self.meeting.total(),
            squares=squares // 2
            + sum(gain * (gain + 2 * apart[couple]) for couple, gain in self.meeting.items()),
            unequal=self.unequal,
        )

    def _gain(self, first: int, second: int) -> int:
        """Return the competition of two pairs over all sets, without their meetings."""
        ns, ew, other_ns, other_ew = (
            self.ns_sets[first],
            self.ew_sets[first],
            self.ns_sets[second],
            self.ew_sets[second],
        )
        same, opposite = (ns & other_ns) | (ew & other_ew), (ns & other_ew) | (ew & other_ns)
        return sum(
            weight * ((same & number).bit_count() - (opposite & number).bit_count())
            for weight, number in self.by_weight.items()
        )


def _squares(sets: Sequence[tuple[int, int, int]]) -> int:
    """Return the squares of the gains of all ordered couples, a pair with itself included."""
    total = 0
    for place, (ns, ew, weight) in enumerate(sets):
        total += weight * weight * (ns ^ ew).bit_count() ** 2
        for other_ns, other_ew, other_weight in sets[:place]:
            same = (ns & other_ns).bit_count() + (ew & other_ew).bit_count()
            product = same - (ns & other_ew).bit_count() - (ew & other_ns).bit_count()
            total += 2 * weight * other_weight * product * product
    return total


@dataclass(frozen=True, slots=True)
class BestAbsence:
    """The number whose absence leaves the others most evenly compared, and the Qf they then have.

    >>> BestAbsence(contestant=14, qf=Fraction(100)).contestant
    14
    """

    contestant: int
    qf: Fraction


def best_absence(plan: Movement) -> BestAbsence | None:
    """Return the number to leave empty when one pair fewer comes.

    The lowest of equally good numbers, None if there is none.

    The sets that the absent pair would play are played once less, and whoever would meet it earns
    nothing on them.

    >>> from movements import make_plan
    >>> best_absence(make_plan("howell", pairs=14))
    BestAbsence(contestant=14, qf=Fraction(100, 1))

    Source: [BALANCE], "Vacancy quality".
    """
    best: BestAbsence | None = None
    for number in _Comparison(plan).numbers:
        figure = quality(plan_without_pair(plan, number))
        if figure is not None and (best is None or figure > best.qf):
            best = BestAbsence(number, figure)
    return best


def plan_without_pair(plan: Movement, number: int) -> Movement:
    """Return *plan* without pair *number* and without its guarantees. The opponents of that pair
    sit out.

    >>> from movements import make_plan
    >>> plan_without_pair(make_plan("howell", pairs=8), 8).sit_outs[0]
    SitOut(round_no=1, contestant=1, table_no=1, board_set=1, copy_no=1)
    """
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = [sit_out for sit_out in plan.sit_outs if sit_out.contestant != number]
    for row in plan.rows:
        if number in (row.ns, row.ew):
            waiting = row.ew if row.ns == number else row.ns
            sit_outs.append(SitOut(row.round_no, waiting, row.table_no, row.board_set, row.copy_no))
        else:
            rows.append(row)
    return replace(
        plan,
        contestants=plan.contestants - 1,
        rows=tuple(rows),
        sit_outs=tuple(sit_outs),
        guarantees=(),
    )


def shown_quality(qf: Fraction | None) -> float | None:
    """Return Qf as it is shown: two decimals, an exact half to the even digit.

    >>> shown_quality(Fraction(250, 3))
    83.33
    """
    if qf is None:
        return None
    return float(round(qf, 2))


def compared_equally(plan: Movement) -> bool:
    """Return whether any two pairs that are ranked together are compared, and all equally.

    >>> from movements import make_plan
    >>> compared_equally(make_plan("howell", pairs=10))
    False
    """
    competition = _Comparison(plan).competition()
    values = [
        {competition[couple] for couple in combinations(line, 2)} for line in _ranked_lines(plan)
    ]
    return all(len(line) == 1 and 0 not in line for line in values)


def joined_in_one_field(plan: Movement) -> bool:
    """Return whether *plan* ranks everybody in one list in which board sets in common join any two.

    >>> from movements import make_plan
    >>> joined_in_one_field(make_plan("howell", pairs=8, rounds=1))
    False
    """
    players: defaultdict[int, set[int]] = defaultdict(set)
    for row in plan.rows:
        players[row.board_set] |= set(plan.contestants_at(row))
    groups: list[set[int]] = []
    for together in players.values():
        touched = [group for group in groups if group & together]
        groups = [group for group in groups if not group & together]
        groups.append(together.union(*touched))
    return plan.winners == 1 and len(groups) == 1


class _Comparison:
    """The sets each pair holds N-S and E-W, as bit masks, and the counts that follow from them."""

    def __init__(self, plan: Movement) -> None:
        self.ns: defaultdict[int, int] = defaultdict(int)
        self.ew: defaultdict[int, int] = defaultdict(int)
        plays = Counter(row.board_set for row in plan.rows)
        self.sets_by_plays: defaultdict[int, int] = defaultdict(int)
        self.met: Counter[tuple[int, int]] = opponents(plan)
        self.met_by_plays: Counter[tuple[int, int, int]] = Counter()
        for row in plan.rows:
            bit = 1 << row.board_set
            self.ns[row.ns] |= bit
            self.ew[row.ew] |= bit
            self.sets_by_plays[plays[row.board_set]] |= bit
            self.met_by_plays[min(row.ns, row.ew), max(row.ns, row.ew), plays[row.board_set]] += 1
        # A set played once compares nobody.
        self.sets_by_plays.pop(1, None)
        self.numbers = tuple(
            sorted({*self.ns, *self.ew} | {sit_out.contestant for sit_out in plan.sit_outs})
        )

    @property
    def unequal(self) -> bool:
        """Tell whether some sets are compared at more tables than others."""
        return len(self.sets_by_plays) > 1

    def same_direction(self) -> dict[tuple[int, int], int]:
        """Return how many sets each couple holds the same way."""
        ns, ew = self.ns, self.ew
        return {
            (first, second): (ns[first] & ns[second]).bit_count()
            + (ew[first] & ew[second]).bit_count()
            for first, second in combinations(self.numbers, 2)
        }

    @property
    def scale(self) -> int:
        """Return the factor that makes the weights whole. It is 1 if all sets are compared equally
        often.
        """
        if self.unequal:
            return lcm(*(plays - 1 for plays in self.sets_by_plays))
        return 1

    def competition(self) -> dict[tuple[int, int], int]:
        """Return the competition of each couple times ``scale``.

        Sets are weighted relative to the set played most often.
        """
        most = max(self.sets_by_plays, default=2) - 1
        total = dict.fromkeys(combinations(self.numbers, 2), 0)
        for plays, mask in self.sets_by_plays.items():
            weight = self.scale * most // (plays - 1) if self.unequal else 1
            ns = {number: self.ns[number] & mask for number in self.numbers}
            ew = {number: self.ew[number] & mask for number in self.numbers}
            for first, second in total:
                same = (ns[first] & ns[second]).bit_count() + (ew[first] & ew[second]).bit_count()
                opposite = (ns[first] & ew[second]).bit_count() + (
                    ew[first] & ns[second]
                ).bit_count()
                # Opposite counts their own meeting as -1, which takes the meeting's gain from plays
                # - 1 to plays.
                total[first, second] += weight * (
                    same - opposite + plays * self.met_by_plays[first, second, plays]
                )
        return total

    def square(self, couples: Mapping[tuple[int, int], int]) -> tuple[tuple[int, ...], ...]:
        """Return *couples* as a symmetric matrix in the order of ``numbers``."""
        return tuple(
            tuple(
                couples.get((min(row_number, column_number), max(row_number, column_number)), 0)
                for column_number in self.numbers
            )
            for row_number in self.numbers
        )


def _least(matrix: Sequence[Sequence[int]]) -> int:
    off_diagonal = (value for place, row in enumerate(matrix) for value in row[place + 1 :])
    return min(off_diagonal, default=0)


def _ranked_lines(plan: Movement) -> tuple[tuple[int, ...], ...]:
    ns, ew = {row.ns for row in plan.rows}, {row.ew for row in plan.rows}
    lines = (ns, ew) if plan.winners == 2 else (ns | ew,)
    return tuple(tuple(sorted(line)) for line in lines)


def _quotient(*, couples: int, total: int, squares: int, unequal: bool) -> Fraction | None:
    """Return the smallest possible sum of squares of *total* over *couples*, as a percentage of
    *squares*.
    """
    if not squares:
        return None
    if unequal:
        return Fraction(100 * total * total, couples * squares)
    each, over = divmod(total, couples)
    least = (couples - over) * each * each + over * (each + 1) ** 2
    return Fraction(100 * least, squares)
