"""People who come late and people who leave between two rounds.

Responsible for moving as few as possible: arrivals take empty seats first, those who leave are replaced by arrivals, by
those who sit out, by a short table, at last by the foot table.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from movements.errors import MovementError
from movements.party.changes import places_of
from movements.party.checks import number_faults, raise_all, seating_faults
from movements.party.errors import NotSeatedError, PartnerLeftError, SeatedTwiceError
from movements.party.model import PartySystem, PartyTable, Player, Rule, Seating
from movements.party.rounds import rule_of


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

    >>> from movements.party.rounds import first_seating
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

    >>> from movements.party.rounds import first_seating
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


def change_players(
    key: str,
    seating: Seating,
    leavers: Collection[Player],
    arrivals_a: Sequence[Player] = (),
    arrivals_b: Sequence[Player] = (),
    *,
    options: Mapping[str, str] | None = None,
    round_no: int = 1,
) -> Seating:
    """Return *seating*, which is for round *round_no*, with those who arrive in the seats of those who leave.

    Seats go by their letter where that can be; nobody else moves as long as there is one for each.  The rest is done
    by :func:`remove_players` or :func:`add_players`.

    >>> from movements.party.rounds import first_seating
    >>> seats = first_seating("whist-1", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])
    >>> change_players("whist-1", seats, ["L1", "G2"], ["L5"], ["G5"])[0].sides
    (('L5', 'G1'), ('L2', 'G5'))

    :raises MovementError: as those two.
    """
    there = places_of(seating)
    coming = [*((one, "A") for one in arrivals_a), *((one, "B") for one in arrivals_b)]
    new = [one for one, _letter in coming]
    if any(one not in there for one in leavers) or len(set(new) | set(there)) < len(new) + len(there):
        remove_players(key, seating, leavers, options=options, round_no=round_no)
        return add_players(key, seating, arrivals_a, arrivals_b, options=options, round_no=round_no)
    instead = _instead(seating, leavers, coming)
    seating = tuple(_with(table, instead) for table in seating)
    more_a, more_b = ([one for one, is_for in coming if is_for == letter] for letter in "AB")
    if more_a or more_b:
        return add_players(key, seating, more_a, more_b, options=options, round_no=round_no)
    gone = [one for one in leavers if one not in instead]
    return remove_players(key, seating, gone, options=options, round_no=round_no)


def _instead(seating: Seating, leavers: Collection[Player], coming: list[tuple[Player, str]]) -> dict[Player, Player]:
    """Take from *coming* who sits down for whom; those who play are replaced before those who sit out."""
    left = [
        one
        for table in sorted(seating, key=lambda table: table.sits_out)
        for one in zip(table.players, table.letters, strict=True)
        if one[0] in leavers
    ]
    instead: dict[Player, Player] = {}
    for letters in ("A", "B", "AB"):
        for player, letter in left:
            found = next((one for one in coming if one[1] in letters), None)
            if player not in instead and letter in letters and found:
                instead[player] = found[0]
                coming.remove(found)
    return instead


def _with(table: PartyTable, instead: Mapping[Player, Player]) -> PartyTable:
    """Return *table* with others in some places; they have finished no game at a short table."""
    sides = tuple(tuple(instead.get(one, one) for one in side) for side in table.sides)
    games = tuple(
        (instead.get(one, one), games) for one, games in table.games_here if table.sits_out or one not in instead
    )
    return replace(table, sides=sides, games_here=games)


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
