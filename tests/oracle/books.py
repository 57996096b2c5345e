"""What the books print beside their methods: figures of slips and sessions that no page asks for."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from random import Random

from scoring.classic.exponent import EquatedGain
from scoring.laws.remedies import Remedy
from scoring.model import Points
from scoring.party.slips import group_indexes_by_distance


def compute_odd_pair_total(own_total: int, other_direction_scores: Sequence[int]) -> Fraction:
    """Return the total of a team with a pair too many in one direction.

    It is the team's own total and the average of all scores in the other direction, of both teams.

    >>> compute_odd_pair_total(100, [30, 32, 34])
    Fraction(132, 1)

    Source: [WDW1900] p. 57.
    """
    return own_total + Fraction(sum(other_direction_scores), len(other_direction_scores))


def make_round_entries(ns_points: int, ew_points: int) -> tuple[int, int]:
    """Return the entries of N-S and E-W for a round: their difference, once plus and once minus.

    >>> make_round_entries(420, 310)
    (110, -110)

    Source: [HOYLE1926] p. 38.
    """
    return ns_points - ew_points, ew_points - ns_points


def compute_net(entries: Iterable[int]) -> int:
    """Return the net of a pair's *entries*: the sum of its plus and minus.

    >>> compute_net([300, 250, 170, 100, -200, -110, -50])
    460

    Source: [HOYLE1926] p. 39.
    """
    return sum(entries)


def compute_compass_credits(nets: Sequence[int]) -> list[Fraction]:
    """Return the credit or debit of each of *nets*: its difference from their average.

    *nets* are the nets of one direction. Credits decide the prizes of a session, and are added up for
    a series.

    >>> [str(credit) for credit in compute_compass_credits([460, 183, -100, -43])]
    ['335', '58', '-225', '-168']

    Source: [HOYLE1926] pp. 39, 44.
    """
    average = Fraction(sum(nets), len(nets))
    return [pair_net - average for pair_net in nets]


def compute_losses(scores: Sequence[int]) -> list[int]:
    """Return how far each of *scores* is below the best of its direction.

    >>> compute_losses([8, 6, 6, 7])
    [0, 2, 2, 1]

    Source: [WDW1900] p. 42.
    """
    best_score = max(scores)
    return [best_score - score for score in scores]


def sort_by_distance(scores: Sequence[Points], drawn_number: int, random: Random) -> list[int]:
    """Return the indexes of *scores* in the order of prizes. Ties are broken by lot.

    >>> sort_by_distance([1438, 1443, 1447, 1448], 1442, Random(1))
    [1, 0, 2, 3]

    Source: [HOYLE1926] p. 36.
    """
    order = []
    for tied in group_indexes_by_distance(scores, drawn_number):
        order += random.sample(tied, len(tied))
    return order


def sum_gains(gains: Iterable[EquatedGain]) -> EquatedGain:
    """Return the total gain of a pair over a match.

    Whole gains and exponents are added separately. Then exponents that reach the number of tables
    become whole gains.  Deals with different numbers of tables get one denominator first.

    >>> str(sum_gains([EquatedGain(2, 2, 4), EquatedGain(0, 3, 4), EquatedGain(1, 2, 4)]))
    '4^3'

    Source: [WDW1900] p. 44.
    """
    deals = list(gains)
    tables = lcm(*(gain.table_count for gain in deals))
    exponents = sum(gain.exponent * tables // gain.table_count for gain in deals)
    whole_from_exponents, exponent = divmod(exponents, tables)
    whole_points = sum(gain.whole_points for gain in deals) + whole_from_exponents
    return EquatedGain(whole_points, exponent, tables)


def get_wrong_cards_remedy(*, is_first_table: bool, has_bid: bool) -> Remedy:
    """Return the remedy for a hand with a wrong number of cards.

    *has_bid* is whether a player with a wrong hand has bid. The pair that passed the hand on loses
    ``PASSING_ON_PENALTY`` points in any case.

    >>> get_wrong_cards_remedy(is_first_table=False, has_bid=True)
    <Remedy.SCORE_BY_FAULT: 'score-by-fault'>

    Source: [HOYLE1926] pp. 42-43, law 4.
    """
    if is_first_table:
        return Remedy.NEW_DEAL
    if has_bid:
        return Remedy.SCORE_BY_FAULT
    return Remedy.PUT_RIGHT
