"""Masterpoints of one club session by the printed scales of federations.

A scale gives the winners of a field an award that grows with its tables, and others a part of it by
place. Awards are exact until :func:`round_award`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from scoring.errors import ScoringError

_HUNDREDTHS = 100

_MITCHELL_LIMIT = 30
_HOWELL_LIMIT = 15

_MIN_MATCH_BOARDS = 5

_ACBL_OPEN_RATE = Fraction(10, 100)
_ACBL_RESTRICTED_RATES = ((20, Fraction(5, 100)), (100, Fraction(6, 100)), (200, Fraction(7, 100)))
_ACBL_HIGHEST_RESTRICTED_RATE = Fraction(8, 100)
_ACBL_MAX_GROUP = 15  # 1.50 is the most of an open game, 1.20 of one with a rate of 0.08
_ACBL_SHARES = (Fraction(1), Fraction(7, 10), Fraction(1, 2), Fraction(35, 100))
_ACBL_DEPTH = Fraction(40, 100)


@dataclass(frozen=True, slots=True)
class MasterpointField:
    """Contestants who are compared with each other.

    Of a two-winner movement, each direction is a field with all the tables.
    """

    entrants: int
    tables: int  # a half table counts as one
    is_two_winner: bool = False
    is_in_imps: bool = False  # it is scored in IMPs
    boards_per_round: int = 0  # against the same opponents, 0 if it isn't known
    # Of a stratum: the most masterpoints that its players may have. None is the whole field.
    stratum_limit: int | None = None


@dataclass(frozen=True, slots=True)
class MasterpointScale:
    """A printed scale of a federation."""

    key: str
    name: str
    federation: str
    unit: str
    source: str
    compute_first_award: Callable[[MasterpointField], Fraction]  # the award of the winners
    compute_share: Callable[[int], Fraction]  # the part of the first award for a rank
    count_awards: Callable[[MasterpointField], int]  # how many ranks have an award
    # Sentences: why teams, and events of several sessions, have no awards by this scale.
    teams_exclusion: str
    sessions_exclusion: str
    pays_strata: bool = False  # a stratum is a field of its own; each gets its larger award


def round_award(award: Fraction) -> Fraction:
    """Return *award* in hundredths, halves rounded up.

    >>> str(round_award(Fraction("0.185"))), str(round_award(Fraction(1, 3)))
    ('19/100', '33/100')
    """
    return Fraction(floor(award * _HUNDREDTHS + Fraction(1, 2)), _HUNDREDTHS)


def compute_award(
    scale: MasterpointScale, field: MasterpointField, *, rank: int, sharing_count: int = 1
) -> Fraction:
    """Return the award of each of *sharing_count* entrants who share the place *rank*, in hundredths.

    They share the awards of the places that they fill. A place without an award counts as 0.

    >>> nine_tables = MasterpointField(entrants=9, tables=9, is_two_winner=True)
    >>> [str(compute_award(get_scale("abf-e"), nine_tables, rank=rank)) for rank in (1, 2, 3, 4, 5)]
    ['27/100', '19/100', '7/50', '9/100', '0']
    """
    first_award = scale.compute_first_award(field)
    award_count = scale.count_awards(field)
    total = Fraction(0)
    for place in range(rank, rank + sharing_count):
        if place <= award_count:
            total += first_award * scale.compute_share(place)
    return round_award(total / sharing_count)


# The Australian Bridge Federation.


def _make_abf_award(weight: Fraction) -> Callable[[MasterpointField], Fraction]:
    """Return the winners' award of a grade with *weight*: [ABFMP] 3.1.1."""

    def compute_first_award(field: MasterpointField) -> Fraction:
        tables = field.tables
        if field.is_two_winner:
            if tables <= _MITCHELL_LIMIT:
                return Fraction(2, 100) * weight * tables
            return weight * (1 - _compute_exponential(Fraction(-tables, 32)))
        if tables <= _HOWELL_LIMIT:
            return Fraction(4, 100) * weight * tables
        return weight * (1 - _compute_exponential(Fraction(-tables, 16)))

    return compute_first_award


def _compute_exponential(power: Fraction) -> Fraction:
    """Return e to *power*, to 28 digits: an award has two."""
    return Fraction((Decimal(power.numerator) / power.denominator).exp())


def _compute_abf_share(place: int) -> Fraction:
    """Return 70 % for second place, and one by one less than the place after it: [ABFMP] 4.2."""
    if place == 1:
        return Fraction(1)
    if place == 2:
        return Fraction(7, 10)
    return Fraction(1, place - 1)


def _count_abf_awards(field: MasterpointField) -> int:
    """Return the top half rounded down, in IMP matches the top third rounded up: [ABFMP] 4.2.

    The third is for matches of five boards and more; shorter ones count as matchpoints do.
    """
    if field.is_in_imps and field.boards_per_round >= _MIN_MATCH_BOARDS:
        return ceil(Fraction(field.entrants, 3))
    return field.entrants // 2


def _make_abf_scale(grade: str, weight: str, description: str) -> MasterpointScale:
    return MasterpointScale(
        key=f"abf-{grade.lower()}",
        name=f"ABF grade {grade}, {description}",
        federation="ABF",
        unit="green points",
        source="[ABFMP] 3.1.1, 4.2",
        compute_first_award=_make_abf_award(Fraction(weight)),
        compute_share=_compute_abf_share,
        count_awards=_count_abf_awards,
        teams_exclusion="The ABF has other awards for teams, which aren’t built in.",
        sessions_exclusion="It has several sessions: the ABF’s outright awards aren’t built in.",
    )


# The American Contract Bridge League.


def _compute_acbl_award(field: MasterpointField) -> Fraction:
    """Return the rate for each pair of the group: [ACBLMP] I."""
    return _get_acbl_rate(field.stratum_limit) * min(_count_acbl_group(field), _ACBL_MAX_GROUP)


def _count_acbl_group(field: MasterpointField) -> int:
    """Return the entrants of the group: in a Mitchell, a half table counts as a whole one."""
    # The members of a stratum sit at tables with others, so no table is theirs alone.
    if field.is_two_winner and field.stratum_limit is None:
        return field.tables
    return field.entrants


def _get_acbl_rate(stratum_limit: int | None) -> Fraction:
    """Return the rate of an open game, or of one that is restricted to *stratum_limit* masterpoints."""
    if stratum_limit is None:
        return _ACBL_OPEN_RATE
    for limit, rate in _ACBL_RESTRICTED_RATES:
        if stratum_limit <= limit:
            return rate
    return _ACBL_HIGHEST_RESTRICTED_RATE


def _compute_acbl_share(place: int) -> Fraction:
    if place <= len(_ACBL_SHARES):
        return _ACBL_SHARES[place - 1]
    return Fraction(1, place)


def _count_acbl_awards(field: MasterpointField) -> int:
    """Return 40 % of the group, halves rounded up."""
    return floor(_count_acbl_group(field) * _ACBL_DEPTH + Fraction(1, 2))


SCALES = (
    _make_abf_scale("E", "1.5", "club session"),
    _make_abf_scale("D", "2", "club championship"),
    _make_abf_scale("F", "0.75", "supervised session"),
    MasterpointScale(
        key="acbl-open",
        name="ACBL, open club game",
        federation="ACBL",
        unit="masterpoints",
        source="[ACBLMP] I. Calculating the awards",
        compute_first_award=_compute_acbl_award,
        compute_share=_compute_acbl_share,
        count_awards=_count_acbl_awards,
        teams_exclusion="The ACBL has other awards for teams, which aren’t built in.",
        sessions_exclusion="It has several sessions: the ACBL’s charts for them aren’t built in.",
        pays_strata=True,
    ),
)


def get_scale(key: str) -> MasterpointScale:
    """Return the scale *key*.

    >>> get_scale("acbl-open").federation
    'ACBL'

    :raises ScoringError: if there is none
    """
    for scale in SCALES:
        if scale.key == key:
            return scale
    raise ScoringError(
        "no-masterpoint-scale",
        "There is no scale of masterpoints {key}. Choose one from {known}.",
        key=key,
        known=", ".join(scale.key for scale in SCALES),
    )
