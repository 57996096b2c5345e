"""People who come late and people who leave between two rounds.

Responsible for moving as few as possible: arrivals take empty seats first, those who leave are replaced by arrivals, by
those who sit out, by a short table, at last by the foot table.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from movements.errors import MovementError
from movements.progressive.changes import places_of
from movements.progressive.checks import number_faults, raise_all, seating_faults
from movements.progressive.errors import NotSeatedError, PartnerLeftError, SeatedTwiceError
from movements.progressive.model import PartySystem, Player, Rule, Seating
from movements.progressive.party import rule_of


def add_players(
    key: str,
    seating: Seating,
    arrivals_a: Sequence[Player],
    arrivals_b: Sequence[Player] = (),
    *,
    options: Mapping[str, str] | None = None,
    round_no: int = 1,
) -> Seating:
    """Return *seating*, which is for round *round_no*, with those who arrive.

    >>> from movements.progressive.party import first_seating
    >>> seats = first_seating("whist-1", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])
    >>> add_players("whist-1", seats, ["L5"])[-1].sides
    (('L5',),)

    :raises MovementError: if they cannot be seated; several faults at once are all named.
    """
    system, rule = rule_of(key, options)
    there = places_of(seating)
    faults: list[MovementError] = seating_faults(system, rule, seating)
    new = [*arrivals_a, *arrivals_b]
    faults += [
        SeatedTwiceError(
            player=one, places=f"table {there[one].table_no} and among the arrivals", more="one of the two"
        )
        for one in new
        if one in there
    ]
    faults += [
        SeatedTwiceError(player=one, places="two places among the arrivals", more="one of the two")
        for one in sorted({one for one in new if new.count(one) > 1})
    ]
    raise_all(faults or _count_faults(system, rule, len(there), arrivals_a, arrivals_b))
    arrivals = [*((one, "A") for one in arrivals_a), *((one, "B") for one in arrivals_b)]
    return rule.change(seating, frozenset(), tuple(arrivals), round_no) if arrivals else seating


def _count_faults(
    system: PartySystem, rule: Rule, there: int, arrivals_a: Sequence[Player], arrivals_b: Sequence[Player]
) -> list[MovementError]:
    if rule.pairs and len(arrivals_a) != len(arrivals_b):
        return number_faults(system, rule, len(arrivals_a), len(arrivals_b))
    players = there + len(arrivals_a) + len(arrivals_b)
    return number_faults(system, rule, players - players // 2, players // 2)


def remove_players(
    key: str,
    seating: Seating,
    leavers: Collection[Player],
    *,
    options: Mapping[str, str] | None = None,
    round_no: int = 1,
) -> Seating:
    """Return *seating*, which is for round *round_no*, without those who leave.

    >>> from movements.progressive.party import first_seating
    >>> seats = first_seating("whist-1", ["L1", "L2", "L3", "L4", "L5"], ["G1", "G2", "G3", "G4"])
    >>> remove_players("whist-1", seats, ["L1"])[0].sides
    (('L5', 'G1'), ('L2', 'G2'))

    :raises MovementError: if the others cannot go on; several faults at once are all named.
    """
    system, rule = rule_of(key, options)
    there = places_of(seating)
    faults: list[MovementError] = seating_faults(system, rule, seating)
    faults += [NotSeatedError(player=one, nearest=_nearest(one, list(there))) for one in leavers if one not in there]
    if rule.pairs:
        faults += [*_left_alone(seating, leavers)]
    left = len(there) - len(set(leavers) & set(there))
    raise_all(faults or number_faults(system, rule, left - left // 2, left // 2))
    return rule.change(seating, frozenset(leavers), (), round_no) if leavers else seating


def _nearest(player: Player, seated: list[Player]) -> str:
    # difflib is only needed for a mistyped name and would slow down every start.
    from difflib import get_close_matches

    near = get_close_matches(player, seated, n=2, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else "."


def _left_alone(seating: Seating, leavers: Collection[Player]) -> Iterator[MovementError]:
    for table in seating:
        for side in table.sides:
            stay = [one for one in side if one not in leavers]
            if stay and len(stay) < len(side):
                gone = next(one for one in side if one in leavers)
                yield PartnerLeftError(player=gone, partner=stay[0])
