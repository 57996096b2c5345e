"""Late arrivals and withdrawals between two rounds.

As few players as possible move. Arrivals take empty seats first. Leavers are replaced by arrivals,
then by players who sit out, then from a short table, and last from the foot table.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from movements.errors import MovementError, raise_all
from movements.party.checks import find_number_faults, find_seating_faults
from movements.party.model import PartySystem, PartyTable, Place, Player, Rule, SeatChange, Seating
from movements.party.rounds import get_system_and_rule
from movements.party.rules.seats import split_by_letter
from movements.party.sentences import PartyMovementSentences


def get_places(seating: Seating) -> dict[Player, Place]:
    """Return each player's place.

    >>> from movements.party.model import PartyTable
    >>> get_places((PartyTable(1, (("L1", "G1"), ("L2", "G2"))),))["G2"]
    Place(table_no=1, side=1, seat='B', alone=False, sits_out=False, waits_at=0)
    """
    places = {}
    for table in seating:
        sides = [index for index, side in enumerate(table.sides) for _player in side]
        for player, side, letter in zip(table.players, sides, table.letters, strict=True):
            places[player] = Place(
                table.table_no, side, letter, table.alone, table.sits_out, table.waits_at
            )
    return places


def seat_changes(old_seating: Seating, new_seating: Seating) -> tuple[SeatChange, ...]:
    """Return the players whose place changes: first those of *new_seating*, then those who left.

    >>> from movements.party.model import PartyTable
    >>> one, two = (PartyTable(1, (("L1", "G1"), (lady, "G2"))) for lady in ("L2", "L3"))
    >>> [(change.player, change.old_place is None) for change in seat_changes((one,), (two,))]
    [('L3', True), ('L2', False)]
    """
    old_places = get_places(old_seating)
    new_places = get_places(new_seating)
    changes = []
    for player, new_place in new_places.items():
        old_place = old_places.get(player)
        if old_place is None or not old_place.is_same_place(new_place):
            changes.append(SeatChange(player, old_place, new_place))
    for player, old_place in old_places.items():
        if player not in new_places:
            changes.append(SeatChange(player, old_place, None))
    return tuple(changes)


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

    :raises MovementError: if they can't be seated, with all problems at once.
    """
    system, rule = get_system_and_rule(key, options)
    places = get_places(seating)
    faults: list[MovementError] = find_seating_faults(system, rule, seating)
    newcomers = [*arrivals_a, *arrivals_b]
    faults += [
        MovementError(
            PartyMovementSentences.SEATED_TWICE,
            player=player,
            places=f"table {places[player].table_no} and among the arrivals",
            more="one of the two",
        )
        for player in newcomers
        if player in places
    ]
    repeated_players = {player for player in newcomers if newcomers.count(player) > 1}
    faults += [
        MovementError(
            PartyMovementSentences.SEATED_TWICE,
            player=player,
            places="two places among the arrivals",
            more="one of the two",
        )
        for player in sorted(repeated_players)
    ]
    # The new number means nothing as long as players are listed twice.
    raise_all(faults or _find_count_faults(system, rule, len(places), arrivals_a, arrivals_b))
    arrivals = _add_letters(arrivals_a, arrivals_b)
    if arrivals:
        return rule.change(seating, frozenset(), tuple(arrivals), round_no)
    return seating


def _add_letters(
    arrivals_a: Sequence[Player], arrivals_b: Sequence[Player]
) -> list[tuple[Player, str]]:
    """Return the arrivals with their seat letters."""
    return [*((player, "A") for player in arrivals_a), *((player, "B") for player in arrivals_b)]


def _find_count_faults(
    system: PartySystem,
    rule: Rule,
    seated_count: int,
    arrivals_a: Sequence[Player],
    arrivals_b: Sequence[Player],
) -> list[MovementError]:
    if rule.pairs and len(arrivals_a) != len(arrivals_b):
        # Pairs arrive together, so the error is about the arrivals alone.
        return find_number_faults(system, rule, len(arrivals_a), len(arrivals_b))
    players = seated_count + len(arrivals_a) + len(arrivals_b)
    # Half of the players in each seat, so that the error is about their number only.
    return find_number_faults(system, rule, players - players // 2, players // 2)


def remove_players(
    key: str,
    seating: Seating,
    leavers: Collection[Player],
    *,
    options: Mapping[str, str] | None = None,
    round_no: int = 1,
) -> Seating:
    """Return *seating* of round *round_no* without the *leavers*.

    >>> from movements.party.rounds import first_seating
    >>> seats = first_seating("whist-1", ["L1", "L2", "L3", "L4", "L5"], ["G1", "G2", "G3", "G4"])
    >>> remove_players("whist-1", seats, ["L1"])[0].sides
    (('L5', 'G1'), ('L2', 'G2'))

    :raises MovementError: if the others can't play on, with all problems at once.
    """
    system, rule = get_system_and_rule(key, options)
    players = list(get_places(seating))
    faults: list[MovementError] = find_seating_faults(system, rule, seating)
    faults += [
        MovementError(
            PartyMovementSentences.NOT_SEATED,
            player=leaver,
            nearest=_suggest_players(leaver, players),
        )
        for leaver in leavers
        if leaver not in players
    ]
    if rule.pairs:
        faults += _find_partner_faults(seating, leavers)
    remaining = len(players) - len(set(leavers) & set(players))
    raise_all(
        faults or find_number_faults(system, rule, remaining - remaining // 2, remaining // 2)
    )
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
    """Return *seating* of round *round_no* with arrivals in the seats of leavers.

    Arrivals take seats of their own letter first. If there are more leavers or more arrivals, the
    rest is done by :func:`remove_players` or :func:`add_players`.

    >>> from movements.party.rounds import first_seating
    >>> seats = first_seating("whist-1", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])
    >>> change_players("whist-1", seats, ["L1", "G2"], ["L5"], ["G5"])[0].sides
    (('L5', 'G1'), ('L2', 'G5'))

    :raises MovementError: as :func:`remove_players` and :func:`add_players`.
    """
    players = get_places(seating)
    newcomers = [*arrivals_a, *arrivals_b]
    has_stranger = any(leaver not in players for leaver in leavers)
    has_repeats = len({*newcomers, *players}) < len(newcomers) + len(players)
    if has_stranger or has_repeats:
        # One of the two raises for it.
        remove_players(key, seating, leavers, options=options, round_no=round_no)
        return add_players(key, seating, arrivals_a, arrivals_b, options=options, round_no=round_no)
    substitutes, unplaced = _assign_seats(seating, leavers, _add_letters(arrivals_a, arrivals_b))
    seating = tuple(_substitute_players(table, substitutes) for table in seating)
    if unplaced:
        unplaced_a, unplaced_b = split_by_letter(unplaced)
        return add_players(key, seating, unplaced_a, unplaced_b, options=options, round_no=round_no)
    unreplaced = [leaver for leaver in leavers if leaver not in substitutes]
    return remove_players(key, seating, unreplaced, options=options, round_no=round_no)


def _assign_seats(
    seating: Seating, leavers: Collection[Player], arrivals: list[tuple[Player, str]]
) -> tuple[dict[Player, Player], list[tuple[Player, str]]]:
    """Return the arrival in the seat of each leaver, and the arrivals without a seat."""
    vacated = []
    # Leavers who play are replaced before those who sit out.
    for table in sorted(seating, key=lambda table: table.sits_out):
        for player, letter in zip(table.players, table.letters, strict=True):
            if player in leavers:
                vacated.append((player, letter))
    substitutes: dict[Player, Player] = {}
    unplaced = list(arrivals)
    # First within each letter, then across letters.
    for letters in ("A", "B", "AB"):
        for leaver, seat_letter in vacated:
            candidates = [arrival for arrival in unplaced if arrival[1] in letters]
            if candidates and leaver not in substitutes and seat_letter in letters:
                newcomer, _letter = candidates[0]
                substitutes[leaver] = newcomer
                unplaced.remove(candidates[0])
    return substitutes, unplaced


def _substitute_players(table: PartyTable, substitutes: Mapping[Player, Player]) -> PartyTable:
    """Return *table* with *substitutes* in the places of leavers."""
    sides = []
    for side in table.sides:
        sides.append(tuple(substitutes.get(player, player) for player in side))
    # Substitutes take over a count of sit-outs, but have finished no game at a short table.
    games_here = tuple(
        (substitutes.get(player, player), games)
        for player, games in table.games_here
        if table.sits_out or player not in substitutes
    )
    return replace(table, sides=tuple(sides), games_here=games_here)


def _suggest_players(player: Player, seated: list[Player]) -> str:
    # difflib is only needed for a mistyped name and would slow down every start.
    from difflib import get_close_matches

    similar_players = get_close_matches(player, seated, n=2, cutoff=0.5)
    if similar_players:
        return f"; did you mean {' or '.join(similar_players)}?"
    return "."


def _find_partner_faults(seating: Seating, leavers: Collection[Player]) -> Iterator[MovementError]:
    for table in seating:
        for side in table.sides:
            leaving = [player for player in side if player in leavers]
            staying = [player for player in side if player not in leavers]
            if leaving and staying:
                yield MovementError(
                    PartyMovementSentences.PARTNER_LEFT, player=leaving[0], partner=staying[0]
                )
