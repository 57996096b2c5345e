"""Seatings of a progressive party: the first, the next, and after late arrivals and withdrawals.

The functions find the system, resolve its options and check the request before its rule sees it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from movements.errors import MovementError, raise_all
from movements.option import simplify_key
from movements.party.checks import (
    clean_option_names,
    decide_by_points,
    find_number_faults,
    find_outcome_faults,
    find_request_faults,
    find_seating_faults,
    make_seated_twice_error,
)
from movements.party.custom import find_custom_system
from movements.party.model import (
    OptionValues,
    Outcomes,
    PartySystem,
    PartyTable,
    Place,
    Player,
    Rule,
    SeatChange,
    Seating,
    TableOutcome,
)
from movements.party.rules.cut_in import CutIn
from movements.party.rules.progress import TRANSITIONS, ProgressRule, Transition
from movements.party.rules.seats import list_sit_out_turns, split_by_letter
from movements.party.rules.shifts import describe_meeting_again
from movements.party.systems import choices
from movements.party.systems.books import BOOK_SYSTEMS, HOYLE, WHIST
from movements.party.systems.choices import OUT_SYSTEMS, make_party_system
from movements.party.systems.drives import DRIVE_SYSTEMS, SERIES_SYSTEMS
from movements.registry import refuse_unknown_choices

PARTY_SYSTEMS: tuple[PartySystem, ...] = (
    *BOOK_SYSTEMS,
    *DRIVE_SYSTEMS,
    *SERIES_SYSTEMS,
    *OUT_SYSTEMS,
)
"""All progressive systems."""


def _make_transition_system(transition: Transition) -> PartySystem:
    keeps_partners = transition.key.endswith("partners-kept")
    return make_party_system(
        transition.key,
        transition.key.replace("-", " ").capitalize(),
        "any",
        f"{WHIST}, page 24; {HOYLE}, pages 36-37 and 90-96",
        () if keeps_partners else (choices.LEFTOVER_PLAYERS,),
        rule=lambda options: ProgressRule(
            transition, pairs=keeps_partners, odd=options.get("odd", "sit-out")
        ),
    )


TRANSITION_SYSTEMS = tuple(
    _make_transition_system(transition) for transition in TRANSITIONS.values()
)
"""The transitions of the books under their own names, for ``step``."""


def find_party_system(key: str) -> PartySystem:
    """Return the system, transition or custom movement with this key or alias.

    Case, spaces and underscores are ignored.

    >>> find_party_system("winners_up_head_kept").key, find_party_system("Whist drive").key
    ('winners-up-head-kept', 'drive-whist')

    :raises MovementError: naming the nearest keys and aliases.
    """
    normalized_key = simplify_key(key)
    if custom := find_custom_system(normalized_key):
        return custom
    for system in (*PARTY_SYSTEMS, *TRANSITION_SYSTEMS):
        if normalized_key in (system.key, *system.aliases):
            return system
    # difflib is only needed for a mistyped name and would slow down every start.
    from difflib import get_close_matches

    nearest_names = get_close_matches(normalized_key, list_party_names(), n=3, cutoff=0.5)
    if not nearest_names:
        nearest_names = [system.key for system in PARTY_SYSTEMS[:2]]  # as examples of a key
    raise MovementError(
        "unknown-progressive",
        'Unknown progressive system "{key}". Did you mean {nearest}? "list --contest '
        'progressive" lists them all.',
        key=key,
        nearest=" or ".join(nearest_names),
    )


def list_party_names() -> list[str]:
    """Return every key and alias.

    >>> list_party_names()[:2]
    ['progressive-whist-1', 'whist-1']
    """
    return [
        name
        for system in (*PARTY_SYSTEMS, *TRANSITION_SYSTEMS)
        for name in (system.key, *system.aliases)
    ]


def is_party(key: str) -> bool:
    """Return whether :func:`find_party_system` knows this name.

    >>> is_party("Ew up"), is_party("howell")
    (True, False)
    """
    normalized_key = simplify_key(key)
    return normalized_key in list_party_names() or find_custom_system(normalized_key) is not None


def resolve_party_options(system: PartySystem, options: Mapping[str, str] | None) -> OptionValues:
    """Return the value of every option of *system*. Missing *options* have their default.

    >>> resolve_party_options(find_party_system("rapid-euchre"), {"odd": "sit-out"})["odd"]
    'sit-out'

    :raises MovementError: for an unknown name or value.
    """
    chosen = clean_option_names(options)
    refuse_unknown_choices(system.name, system.options, chosen)
    return {option.name: option.get_choice(chosen) for option in system.options}


def get_system_and_rule(
    key: str, options: Mapping[str, str] | None = None
) -> tuple[PartySystem, Rule]:
    """Return the system *key* and its rule under these *options*.

    >>> get_system_and_rule("pivot")[1].fixed
    True

    :raises MovementError: for an unknown system, option or value.
    """
    system = find_party_system(key)
    return system, system.rule(resolve_party_options(system, options))


def first_seating(
    key: str,
    seat_a: Sequence[Player],
    seat_b: Sequence[Player],
    *,
    options: Mapping[str, str] | None = None,
) -> Seating:
    """Return the first seating of system *key* for players in a drawn order.

    If partners stay together, players with the same index in *seat_a* and *seat_b* are partners.

    >>> first_seating("whist-1", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])[1].sides
    (('L3', 'G3'), ('L4', 'G4'))

    :raises MovementError: for an impossible request, with all problems at once.
    """
    system, rule = get_system_and_rule(key, options)
    raise_all(find_request_faults(system, rule, seat_a, seat_b))
    return rule.seat(seat_a, seat_b)


def next_seating(
    key: str,
    seating: Seating,
    outcomes: Outcomes,
    *,
    options: Mapping[str, str] | None = None,
    round_no: int = 1,
) -> Seating:
    """Return the seating after round *round_no*, which had these *outcomes*.

    In a fixed rotation outcomes may be missing.

    >>> from movements.party.model import TableOutcome
    >>> seats = first_seating("rapid-euchre", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])
    >>> [table.sides for table in next_seating("rapid-euchre", seats, {1: TableOutcome(0), 2: TableOutcome(1)})]
    [(('L2', 'G4'), ('L4', 'G2')), (('L3', 'G1'), ('L1', 'G3'))]

    :raises MovementError: for outcomes that don't fit the seating, with all problems at once.
    """
    system, rule = get_system_and_rule(key, options)
    faults = find_seating_faults(system, rule, seating)
    raise_all(faults or find_outcome_faults(system, rule, seating, outcomes))
    return rule.advance(seating, decide_by_points(seating, outcomes), round_no)


def sit_out_turns(
    key: str, seating: Seating, rounds: int, *, options: Mapping[str, str] | None = None
) -> tuple[tuple[Player, ...], ...]:
    """Return the players who sit out in each of *rounds*, beginning with the one of *seating*.

    The turns don't depend on who wins, so they are known even if tables don't report. They are empty
    if players wait at a table, where a report decides.

    >>> seating = first_seating("rapid-euchre", ["L1", "L2", "L3", "L4", "L5"], ["G1", "G2", "G3", "G4"])
    >>> sit_out_turns("rapid-euchre", seating, 3)
    (('L5',), ('L3',), ('L4',))
    """
    _system, rule = get_system_and_rule(key, options)
    if any(table.waits_at for table in seating):
        return ()
    if not rule.fixed:
        return tuple(list_sit_out_turns(seating, rounds, pairs=rule.pairs))
    turns = []
    for round_no in range(1, rounds + 1):
        sitting_out = [player for table in seating if table.sits_out for player in table.players]
        turns.append(tuple(sitting_out))
        if round_no < rounds:
            seating = rule.advance(seating, {}, round_no)
    return tuple(turns)


def check_outcome(
    key: str,
    table: PartyTable,
    outcome: TableOutcome,
    *,
    options: Mapping[str, str] | None = None,
    waiting: Seating = (),
) -> None:
    """Raise if *outcome* leaves open who leaves *table*. *waiting* are tables that wait for it.

    >>> table = PartyTable(1, (("L1",), ("G1",), ("L2",)))
    >>> check_outcome("rapid-euchre", table, TableOutcome(cut=(2, 0), points=(5, 5, 5)))

    :raises MovementError: for an outcome that doesn't fit the table, or an open tie.
    """
    system, rule = get_system_and_rule(key, options)
    raise_all(find_outcome_faults(system, rule, (table, *waiting), {table.table_no: outcome}))


def going_out(
    key: str,
    table: PartyTable,
    waiting: int,
    outcome: TableOutcome,
    *,
    options: Mapping[str, str] | None = None,
) -> tuple[Player, ...]:
    """Return the players who leave *table* for *waiting* others, in order. Empty in most systems.

    >>> going_out("cut-in", PartyTable(1, (("a", "b"), ("c", "d"))), 1, TableOutcome(winner=0))
    ('c',)

    :raises MovementError: for an unknown system or option.
    """
    _system, rule = get_system_and_rule(key, options)
    if isinstance(rule, CutIn):
        return tuple(rule.leaving(table, waiting, outcome))
    return ()


def meets_again_words(key: str, players: int, *, options: Mapping[str, str] | None = None) -> str:
    """Return one sentence on when players meet again, or "" unless everybody moves by the chair.

    >>> meets_again_words("seats", 48, options={"seat_moves": "wef"})
    'With 12 tables some players meet again after 3 rounds.'

    :raises MovementError: for an unknown system or option.
    """
    _system, rule = get_system_and_rule(key, options)
    return describe_meeting_again(rule, players)


def party_rounds(
    key: str, players: int, *, options: Mapping[str, str] | None = None
) -> range | None:
    """Return the possible numbers of rounds for this number of *players*, or None for any.

    >>> party_rounds("whist-4", 16), party_rounds("whist-1", 16)
    (range(1, 8), None)

    :raises MovementError: for an unknown system or option.
    """
    _system, rule = get_system_and_rule(key, options)
    max_rounds = rule.most_rounds(players)
    if max_rounds is None:
        return None
    return range(1, max_rounds + 1)


# As few players as possible move between two rounds. Arrivals take empty seats first. Leavers are
# replaced by arrivals, then by players who sit out, then from a short table, and last from the foot table.


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
        make_seated_twice_error(
            player=player,
            places=f"table {places[player].table_no} and among the arrivals",
            more="one of the two",
        )
        for player in newcomers
        if player in places
    ]
    repeated_players = {player for player in newcomers if newcomers.count(player) > 1}
    faults += [
        make_seated_twice_error(
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
            "not-seated",
            "{player} isn't seated at any table{nearest}",
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
                    "partner-left",
                    "Without {player}, {partner} has no partner. Withdraw both, or give {player}'s seat "
                    "to a substitute.",
                    player=leaving[0],
                    partner=staying[0],
                )
