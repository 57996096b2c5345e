"""People who come late and people who leave between two rounds.

Responsible for moving as few as possible: arrivals take empty seats first, those who leave are
replaced by arrivals, by those who sit out, by a short table, at last by the foot table.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from movements.errors import MovementError, raise_all
from movements.party.checks import number_faults, seating_faults
from movements.party.model import PartySystem, PartyTable, Place, Player, Rule, SeatChange, Seating
from movements.party.rounds import rule_of
from movements.party.sentences import PartyMovementSentences


def places_of(seating: Seating) -> dict[Player, Place]:
    """Return where everybody sits.

    >>> from movements.party.model import PartyTable
    >>> places_of((PartyTable(1, (("L1", "G1"), ("L2", "G2"))),))["G2"]
    Place(table_no=1, side=1, seat='B', alone=False, sits_out=False, waits_at=0)
    """
    return {
        player: Place(table.table_no, side, letter, table.alone, table.sits_out, table.waits_at)
        for table in seating
        for player, side, letter in zip(
            table.players,
            (no for no, some in enumerate(table.sides) for _ in some),
            table.letters,
            strict=True,
        )
    }


def seat_changes(before: Seating, after: Seating) -> tuple[SeatChange, ...]:
    """Return everybody whose place changes, in the order of *after*, then those no longer seated.

    >>> from movements.party.model import PartyTable
    >>> one, two = (PartyTable(1, (("L1", "G1"), (lady, "G2"))) for lady in ("L2", "L3"))
    >>> [(change.player, change.before is None) for change in seat_changes((one,), (two,))]
    [('L3', True), ('L2', False)]
    """
    old, new = places_of(before), places_of(after)
    moved = [
        SeatChange(player, old.get(player), place)
        for player, place in new.items()
        if player not in old or not old[player].same(place)
    ]
    return (
        *moved,
        *(SeatChange(player, place, None) for player, place in old.items() if player not in new),
    )


def add_players(
    key: str,
    seating: Seating,
    arrivals_a: Sequence[Player],
    arrivals_b: Sequence[Player] = (),
    *,
    options: Mapping[str, str] | None = None,
    round_no: int = 1,
) -> Seating:
    """Return *seating* of round *round_no* with the arrivals.

    >>> from movements.party.rounds import first_seating
    >>> seats = first_seating("whist-1", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])
    >>> add_players("whist-1", seats, ["L5"])[-1].sides
    (('L5',),)

    :raises MovementError: if they cannot be seated; several faults at once are all named.
    """
    system, rule = rule_of(key, options)
    seated = places_of(seating)
    faults: list[MovementError] = seating_faults(system, rule, seating)
    new = [*arrivals_a, *arrivals_b]
    faults += [
        MovementError(
            PartyMovementSentences.SEATED_TWICE,
            player=player,
            places=f"table {seated[player].table_no} and among the arrivals",
            more="one of the two",
        )
        for player in new
        if player in seated
    ]
    faults += [
        MovementError(
            PartyMovementSentences.SEATED_TWICE,
            player=player,
            places="two places among the arrivals",
            more="one of the two",
        )
        for player in sorted({player for player in new if new.count(player) > 1})
    ]
    raise_all(faults or _count_faults(system, rule, len(seated), arrivals_a, arrivals_b))
    arrivals = [
        *((player, "A") for player in arrivals_a),
        *((player, "B") for player in arrivals_b),
    ]
    if arrivals:
        return rule.change(seating, frozenset(), tuple(arrivals), round_no)
    return seating


def _count_faults(
    system: PartySystem,
    rule: Rule,
    seated: int,
    arrivals_a: Sequence[Player],
    arrivals_b: Sequence[Player],
) -> list[MovementError]:
    if rule.pairs and len(arrivals_a) != len(arrivals_b):
        return number_faults(system, rule, len(arrivals_a), len(arrivals_b))
    players = seated + len(arrivals_a) + len(arrivals_b)
    return number_faults(system, rule, players - players // 2, players // 2)


def remove_players(
    key: str,
    seating: Seating,
    leavers: Collection[Player],
    *,
    options: Mapping[str, str] | None = None,
    round_no: int = 1,
) -> Seating:
    """Return *seating* of round *round_no* without those who leave.

    >>> from movements.party.rounds import first_seating
    >>> seats = first_seating("whist-1", ["L1", "L2", "L3", "L4", "L5"], ["G1", "G2", "G3", "G4"])
    >>> remove_players("whist-1", seats, ["L1"])[0].sides
    (('L5', 'G1'), ('L2', 'G2'))

    :raises MovementError: if the others cannot go on; several faults at once are all named.
    """
    system, rule = rule_of(key, options)
    seated = places_of(seating)
    faults: list[MovementError] = seating_faults(system, rule, seating)
    faults += [
        MovementError(
            PartyMovementSentences.NOT_SEATED, player=leaver, nearest=_nearest(leaver, list(seated))
        )
        for leaver in leavers
        if leaver not in seated
    ]
    if rule.pairs:
        faults += [*_left_alone(seating, leavers)]
    left = len(seated) - len(set(leavers) & set(seated))
    raise_all(faults or number_faults(system, rule, left - left // 2, left // 2))
    if leavers:
        return rule.change(seating, frozenset(leavers), (), round_no)
    return seating


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
    """Return *seating* of round *round_no* with arrivals in the seats of those who leave.

    Seats go by their letter where that can be; nobody else moves as long as there is one for each.
    The rest is done by :func:`remove_players` or :func:`add_players`.

    >>> from movements.party.rounds import first_seating
    >>> seats = first_seating("whist-1", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])
    >>> change_players("whist-1", seats, ["L1", "G2"], ["L5"], ["G5"])[0].sides
    (('L5', 'G1'), ('L2', 'G5'))

    :raises MovementError: as those two.
    """
    seated = places_of(seating)
    coming = [*((player, "A") for player in arrivals_a), *((player, "B") for player in arrivals_b)]
    new = [player for player, _letter in coming]
    if any(leaver not in seated for leaver in leavers) or len(set(new) | set(seated)) < len(
        new
    ) + len(seated):
        remove_players(key, seating, leavers, options=options, round_no=round_no)
        return add_players(key, seating, arrivals_a, arrivals_b, options=options, round_no=round_no)
    instead = _instead(seating, leavers, coming)
    seating = tuple(_with(table, instead) for table in seating)
    more_a, more_b = ([player for player, is_for in coming if is_for == letter] for letter in "AB")
    if more_a or more_b:
        return add_players(key, seating, more_a, more_b, options=options, round_no=round_no)
    gone = [leaver for leaver in leavers if leaver not in instead]
    return remove_players(key, seating, gone, options=options, round_no=round_no)


def _instead(
    seating: Seating, leavers: Collection[Player], coming: list[tuple[Player, str]]
) -> dict[Player, Player]:
    """Assign *coming* players to the seats of leavers.

    Leavers who play are replaced before those who sit out.
    """
    left = [
        lettered
        for table in sorted(seating, key=lambda table: table.sits_out)
        for lettered in zip(table.players, table.letters, strict=True)
        if lettered[0] in leavers
    ]
    instead: dict[Player, Player] = {}
    for letters in ("A", "B", "AB"):
        for player, letter in left:
            arrival = next((lettered for lettered in coming if lettered[1] in letters), None)
            if player not in instead and letter in letters and arrival:
                instead[player] = arrival[0]
                coming.remove(arrival)
    return instead


def _with(table: PartyTable, instead: Mapping[Player, Player]) -> PartyTable:
    """Return *table* with other people in some places.

    They have finished no game at a short table.
    """
    sides = tuple(tuple(instead.get(player, player) for player in side) for side in table.sides)
    games = tuple(
        (instead.get(player, player), games)
        for player, games in table.games_here
        if table.sits_out or player not in instead
    )
    return replace(table, sides=sides, games_here=games)


def _nearest(player: Player, seated: list[Player]) -> str:
    # difflib is only needed for a mistyped name and would slow down every start.
    from difflib import get_close_matches

    near = get_close_matches(player, seated, n=2, cutoff=0.5)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return "."


def _left_alone(seating: Seating, leavers: Collection[Player]) -> Iterator[MovementError]:
    for table in seating:
        for side in table.sides:
            stay = [player for player in side if player not in leavers]
            if stay and len(stay) < len(side):
                gone = next(player for player in side if player in leavers)
                yield MovementError(
                    PartyMovementSentences.PARTNER_LEFT, player=gone, partner=stay[0]
                )
