"""Byes that give the average of the contestant's own matches."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.bridge.rulings import Credit
from scoring.model import Field, Points, TeamMatch

HALF = Fraction(1, 2)


def with_average_byes(field: Field, matches: Sequence[TeamMatch]) -> Field:
    """Return *field* with the average of its contestant's finished *matches* in each average bye.

    A half match counts as half of one. Before a contestant has finished a match, its bye keeps the
    amount that it has.

    >>> from scoring.bridge.rulings import BYE, Credit
    >>> bye = Credit(3, None, BYE, Fraction(12), "vp", "round 1", is_average=True)
    >>> matches = [TeamMatch(2, 1, 3, 8, (9, -9), (7, 13)), TeamMatch(3, 2, 3, 8, (2, -2), (9, 11))]
    >>> print(with_average_byes(Field(1, (), (bye,)), matches).credits[0])
    sit-out 12 vp (round 1, average of 2 matches)
    """
    half_matches = _find_half_matches(field)
    totals: defaultdict[int, Points] = defaultdict(int)
    lengths: defaultdict[int, Fraction] = defaultdict(Fraction)
    counts: Counter[int] = Counter()
    for match in matches:
        if match.is_unfinished:
            continue
        couple = frozenset(match.teams)
        length = HALF if (match.round_no, couple) in half_matches else Fraction(1)
        for contestant, score in zip(match.teams, match.score, strict=True):
            totals[contestant] += score
            lengths[contestant] += length
            counts[contestant] += 1

    def settled(credit: Credit) -> Credit:
        length = lengths[credit.contestant]
        if not (credit.is_average and length):
            return credit
        count = counts[credit.contestant]
        plural = "" if count == 1 else "es"
        average = Fraction(totals[credit.contestant]) / length
        reason = f"{credit.reason}, average of {count} match{plural}"
        return replace(credit, amount=average, reason=reason)

    return replace(field, credits=tuple(map(settled, field.credits)))


def _find_half_matches(field: Field) -> set[tuple[int | None, frozenset[int]]]:
    """Return the half matches of *field*, by round and both contestants."""
    half_matches = set()
    for board in field.boards:
        if board.is_half:
            for line in board.lines:
                half_matches.add((board.round_no, frozenset((line.ns, line.ew))))
    return half_matches
