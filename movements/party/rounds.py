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
    list_number_errors,
    list_outcome_errors,
    list_request_errors,
    list_seating_errors,
    make_seated_twice_error,
)
from movements.party.custom import find_custom_system
from movements.party.model import (
    OptionValues,
    Outcomes,
    PartySystem,
    PartyTable,
    Player,
    Rule,
    SeatChange,
    Seating,
    TableOutcome,
    TableSeat,
)
from movements.party.rules.cut_in import CutIn
from movements.party.rules.progress import TRANSITIONS, ProgressRule, Transition
from movements.party.rules.seats import iter_sit_out_turns, split_by_letter
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
            transition, pairs=keeps_partners, leftover_rule=options.get("odd", "sit-out")
        ),
    )


TRANSITION_SYSTEMS = tuple(
    _make_transition_system(transition) for transition in TRANSITIONS.values()
)
"""The transitions of the books under their own names, for ``step``."""


def get_progressive_system(key: str) -> PartySystem:
    """Return the system, transition or custom movement with this key or alias.

    Case, spaces and underscores are ignored.

    >>> get_progressive_system("winners_up_head_kept").key, get_progressive_system("Whist drive").key
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
        'Unknown progressive system “{key}”. Did you mean {nearest}? "list --contest '
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
    """Return whether :func:`get_progressive_system` knows this name.

    >>> is_party("Ew up"), is_party("howell")
    (True, False)
    """
    normalized_key = simplify_key(key)
    return normalized_key in list_party_names() or find_custom_system(normalized_key) is not None


def resolve_party_options(system: PartySystem, options: Mapping[str, str] | None) -> OptionValues:
    """Return the value of every option of *system*. Missing *options* have their default.

    >>> resolve_party_options(get_progressive_system("rapid-euchre"), {"odd": "sit-out"})["odd"]
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
    system = get_progressive_system(key)
    return system, system.rule(resolve_party_options(system, options))


def has_moves_by_letter(rule: Rule) -> bool:
    """Return whether partners in seats A and B ever move differently under *rule*.

    >>> has_moves_by_letter(get_system_and_rule("classic-drive")[1])
    True
    >>> has_moves_by_letter(get_system_and_rule("progressive-euchre")[1])
    False
    """
    if isinstance(rule, ProgressRule):
        transitions = (rule.transition, rule.later_transition)
        return not rule.pairs and any(
            transition.has_moves_by_letter for transition in transitions if transition
        )
    return not (rule.fixed or rule.pairs)


def make_opening_seating(
    key: str,
    seat_a: Sequence[Player],
    seat_b: Sequence[Player],
    *,
    options: Mapping[str, str] | None = None,
) -> Seating:
    """Return the first seating of system *key* for players in a drawn order.

    If partners stay together, players with the same index in *seat_a* and *seat_b* are partners.

    >>> make_opening_seating("whist-1", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])[1].sides
    (('L3', 'G3'), ('L4', 'G4'))

    :raises MovementError: for an impossible request, with all problems at once.
    """
    system, rule = get_system_and_rule(key, options)
    raise_all(list_request_errors(system, rule, seat_a, seat_b))
    return rule.seat(seat_a, seat_b)


def make_next_seating(
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
    >>> seats = make_opening_seating("rapid-euchre", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])
    >>> [table.sides for table in make_next_seating("rapid-euchre", seats, {1: TableOutcome(0), 2: TableOutcome(1)})]
    [(('L2', 'G4'), ('L4', 'G2')), (('L3', 'G1'), ('L1', 'G3'))]

    :raises MovementError: for outcomes that don't fit the seating, with all problems at once.
    """
    system, rule = get_system_and_rule(key, options)
    problems = list_seating_errors(system, rule, seating)
    raise_all(problems or list_outcome_errors(system, rule, seating, outcomes))
    return rule.advance(seating, decide_by_points(seating, outcomes), round_no)


def list_resting_players(
    key: str, seating: Seating, rounds: int, *, options: Mapping[str, str] | None = None
) -> tuple[tuple[Player, ...], ...]:
    """Return the players who sit out in each of *rounds*, beginning with the one of *seating*.

    The turns don't depend on who wins, so they are known even if tables don't report. They are empty
    if players wait at a table, where a report decides.

    >>> seating = make_opening_seating("rapid-euchre", ["L1", "L2", "L3", "L4", "L5"], ["G1", "G2", "G3", "G4"])
    >>> list_resting_players("rapid-euchre", seating, 3)
    (('L5',), ('L3',), ('L4',))
    """
    _system, rule = get_system_and_rule(key, options)
    if any(table.waits_at for table in seating):
        return ()
    if not rule.fixed:
        return tuple(iter_sit_out_turns(seating, rounds, is_for_pairs=rule.pairs))
    players_by_round = []
    for round_no in range(1, rounds + 1):
        sitting_out = [player for table in seating if table.sits_out for player in table.players]
        players_by_round.append(tuple(sitting_out))
        if round_no < rounds:
            seating = rule.advance(seating, {}, round_no)
    return tuple(players_by_round)


def validate_outcome(
    key: str,
    table: PartyTable,
    outcome: TableOutcome,
    *,
    options: Mapping[str, str] | None = None,
    waiting: Seating = (),
) -> None:
    """Raise if *outcome* leaves open who leaves *table*. *waiting* are tables that wait for it.

    >>> table = PartyTable(1, (("L1",), ("G1",), ("L2",)))
    >>> validate_outcome("rapid-euchre", table, TableOutcome(cut=(2, 0), points=(5, 5, 5)))

    :raises MovementError: for an outcome that doesn't fit the table, or an open tie.
    """
    system, rule = get_system_and_rule(key, options)
    raise_all(list_outcome_errors(system, rule, (table, *waiting), {table.table_no: outcome}))


def list_leaving_players(
    key: str,
    table: PartyTable,
    waiting: int,
    outcome: TableOutcome,
    *,
    options: Mapping[str, str] | None = None,
) -> tuple[Player, ...]:
    """Return the players who leave *table* for *waiting* others, in order. Most systems have none.

    >>> list_leaving_players("cut-in", PartyTable(1, (("a", "b"), ("c", "d"))), 1, TableOutcome(winner=0))
    ('c',)

    :raises MovementError: for an unknown system or option.
    """
    _system, rule = get_system_and_rule(key, options)
    if isinstance(rule, CutIn):
        return tuple(rule.list_leavers(table, waiting, outcome))
    return ()


def explain_meeting_again(
    key: str, players: int, *, options: Mapping[str, str] | None = None
) -> str:
    """Return one sentence on when players meet again, or "" unless everybody moves by the chair.

    >>> explain_meeting_again("seats", 48, options={"seat_moves": "wef"})
    'With 12 tables some players meet again after 3 rounds.'

    :raises MovementError: for an unknown system or option.
    """
    _system, rule = get_system_and_rule(key, options)
    return describe_meeting_again(rule, players)


def find_possible_rounds(
    key: str, players: int, *, options: Mapping[str, str] | None = None
) -> range | None:
    """Return the possible numbers of rounds for this number of *players*, or None for any.

    >>> find_possible_rounds("whist-4", 16), find_possible_rounds("whist-1", 16)
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


def get_seat_by_player(seating: Seating) -> dict[Player, TableSeat]:
    """Return each player's seat.

    >>> from movements.party.model import PartyTable
    >>> get_seat_by_player((PartyTable(1, (("L1", "G1"), ("L2", "G2"))),))["G2"]
    TableSeat(table_no=1, side=1, seat='B', is_for_singles=False, sits_out=False, waits_at=0)
    """
    seat_by_player = {}
    for table in seating:
        sides = [index for index, side in enumerate(table.sides) for _player in side]
        for player, side, letter in zip(table.players, sides, table.letters, strict=True):
            seat_by_player[player] = TableSeat(
                table_no=table.table_no,
                side=side,
                seat=letter,
                is_for_singles=table.is_for_singles,
                sits_out=table.sits_out,
                waits_at=table.waits_at,
            )
    return seat_by_player


def list_seat_changes(previous_seating: Seating, new_seating: Seating) -> tuple[SeatChange, ...]:
    """Return the players whose seat changes: first the players of *new_seating*, then leavers.

    >>> from movements.party.model import PartyTable
    >>> one, two = (PartyTable(1, (("L1", "G1"), (lady, "G2"))) for lady in ("L2", "L3"))
    >>> [(change.player, change.previous_seat is None) for change in list_seat_changes((one,), (two,))]
    [('L3', True), ('L2', False)]
    """
    previous_seats = get_seat_by_player(previous_seating)
    new_seats = get_seat_by_player(new_seating)
    changes = []
    for player, new_seat in new_seats.items():
        previous_seat = previous_seats.get(player)
        if previous_seat is None or not previous_seat.is_same_seat(new_seat):
            changes.append(SeatChange(player, previous_seat, new_seat))
    for player, previous_seat in previous_seats.items():
        if player not in new_seats:
            changes.append(SeatChange(player, previous_seat, None))
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

    >>> seats = make_opening_seating("whist-1", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])
    >>> add_players("whist-1", seats, ["L5"])[-1].sides
    (('L5',),)

    :raises MovementError: if they can't be seated, with all problems at once.
    """
    system, rule = get_system_and_rule(key, options)
    seat_by_player = get_seat_by_player(seating)
    problems: list[MovementError] = list_seating_errors(system, rule, seating)
    newcomers = [*arrivals_a, *arrivals_b]
    problems += [
        make_seated_twice_error(
            player=player,
            places=f"table {seat_by_player[player].table_no} and among the arrivals",
            more="one of the two",
        )
        for player in newcomers
        if player in seat_by_player
    ]
    repeated_players = {player for player in newcomers if newcomers.count(player) > 1}
    problems += [
        make_seated_twice_error(
            player=player,
            places="two places among the arrivals",
            more="one of the two",
        )
        for player in sorted(repeated_players)
    ]
    # The new number means nothing as long as players are listed twice.
    raise_all(
        problems or _list_count_errors(system, rule, len(seat_by_player), arrivals_a, arrivals_b)
    )
    arrivals = _add_letters(arrivals_a, arrivals_b)
    if arrivals:
        return rule.change(seating, frozenset(), tuple(arrivals), round_no)
    return seating


def _add_letters(
    arrivals_a: Sequence[Player], arrivals_b: Sequence[Player]
) -> list[tuple[Player, str]]:
    """Return the arrivals with their seat letters."""
    return [*((player, "A") for player in arrivals_a), *((player, "B") for player in arrivals_b)]


def _list_count_errors(
    system: PartySystem,
    rule: Rule,
    seated_count: int,
    arrivals_a: Sequence[Player],
    arrivals_b: Sequence[Player],
) -> list[MovementError]:
    if rule.pairs and len(arrivals_a) != len(arrivals_b):
        # Pairs arrive together, so the error is about the arrivals alone.
        return list_number_errors(system, rule, len(arrivals_a), len(arrivals_b))
    players = seated_count + len(arrivals_a) + len(arrivals_b)
    # Half of the players in each seat, so that the error is about their number only.
    return list_number_errors(system, rule, players - players // 2, players // 2)


def remove_players(
    key: str,
    seating: Seating,
    leavers: Collection[Player],
    *,
    options: Mapping[str, str] | None = None,
    round_no: int = 1,
) -> Seating:
    """Return *seating* of round *round_no* without the *leavers*.

    >>> seats = make_opening_seating("whist-1", ["L1", "L2", "L3", "L4", "L5"], ["G1", "G2", "G3", "G4"])
    >>> remove_players("whist-1", seats, ["L1"])[0].sides
    (('L5', 'G1'), ('L2', 'G2'))

    :raises MovementError: if the others can't play on, with all problems at once.
    """
    system, rule = get_system_and_rule(key, options)
    players = list(get_seat_by_player(seating))
    problems: list[MovementError] = list_seating_errors(system, rule, seating)
    problems += [
        MovementError(
            "not-seated",
            "{player} isn’t seated at any table{nearest}",
            player=leaver,
            nearest=_suggest_players(leaver, players),
        )
        for leaver in leavers
        if leaver not in players
    ]
    if rule.pairs:
        problems += _iter_partner_errors(seating, leavers)
    remaining = len(players) - len(set(leavers) & set(players))
    raise_all(
        problems or list_number_errors(system, rule, remaining - remaining // 2, remaining // 2)
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

    >>> seats = make_opening_seating("whist-1", ["L1", "L2", "L3", "L4"], ["G1", "G2", "G3", "G4"])
    >>> change_players("whist-1", seats, ["L1", "G2"], ["L5"], ["G5"])[0].sides
    (('L5', 'G1'), ('L2', 'G5'))

    :raises MovementError: as :func:`remove_players` and :func:`add_players`.
    """
    players = get_seat_by_player(seating)
    newcomers = [*arrivals_a, *arrivals_b]
    has_stranger = any(leaver not in players for leaver in leavers)
    has_repeats = len({*newcomers, *players}) < len(newcomers) + len(players)
    if has_stranger or has_repeats:
        # One of these two calls raises the error.
        remove_players(key, seating, leavers, options=options, round_no=round_no)
        return add_players(key, seating, arrivals_a, arrivals_b, options=options, round_no=round_no)
    substitutes, unseated_players = _assign_seats(
        seating, leavers, _add_letters(arrivals_a, arrivals_b)
    )
    seating = tuple(_substitute_players(table, substitutes) for table in seating)
    if unseated_players:
        unseated_a, unseated_b = split_by_letter(unseated_players)
        return add_players(key, seating, unseated_a, unseated_b, options=options, round_no=round_no)
    unreplaced_leavers = [leaver for leaver in leavers if leaver not in substitutes]
    return remove_players(key, seating, unreplaced_leavers, options=options, round_no=round_no)


def _assign_seats(
    seating: Seating, leavers: Collection[Player], arrivals: list[tuple[Player, str]]
) -> tuple[dict[Player, Player], list[tuple[Player, str]]]:
    """Return the arrival in the seat of each leaver, and the arrivals without a seat."""
    vacated_seats = []
    # Leavers who play are replaced before those who sit out.
    for table in sorted(seating, key=lambda table: table.sits_out):
        for player, letter in zip(table.players, table.letters, strict=True):
            if player in leavers:
                vacated_seats.append((player, letter))
    substitutes: dict[Player, Player] = {}
    unseated_players = list(arrivals)
    # First within each letter, then across letters.
    for letters in ("A", "B", "AB"):
        for leaver, seat_letter in vacated_seats:
            candidates = [arrival for arrival in unseated_players if arrival[1] in letters]
            if candidates and leaver not in substitutes and seat_letter in letters:
                newcomer, _letter = candidates[0]
                substitutes[leaver] = newcomer
                unseated_players.remove(candidates[0])
    return substitutes, unseated_players


def _substitute_players(table: PartyTable, substitutes: Mapping[Player, Player]) -> PartyTable:
    """Return *table* with *substitutes* in the seats of leavers."""
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


def _iter_partner_errors(seating: Seating, leavers: Collection[Player]) -> Iterator[MovementError]:
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
