"""Seatings of a progressive party: the first, the next, and the possible number of rounds.

The functions find the system, resolve its options and check the request before its rule sees it.
"""

from collections.abc import Mapping, Sequence

from movements.errors import MovementError, raise_all
from movements.option import simplify_key
from movements.party.checks import (
    clean_option_names,
    decide_by_points,
    find_outcome_faults,
    find_request_faults,
    find_seating_faults,
)
from movements.party.custom.system import find_custom_system
from movements.party.model import (
    OptionValues,
    Outcomes,
    PartySystem,
    PartyTable,
    Player,
    Rule,
    Seating,
    TableOutcome,
)
from movements.party.rules import systems
from movements.party.rules.cut_in import CutIn
from movements.party.rules.progress import ProgressRule
from movements.party.rules.sit_out_turns import list_sit_out_turns
from movements.party.rules.today.shifts import describe_meeting_again
from movements.party.rules.transitions import TRANSITIONS, Transition
from movements.party.systems.books import BOOK_SYSTEMS, HOYLE, WHIST
from movements.party.systems.drives import DRIVE_SYSTEMS, SERIES_SYSTEMS
from movements.party.systems.entry import OUT_SYSTEMS, make_party_system
from movements.registry import refuse_unknown_choices
from movements.sentences import MovementSentences

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
        () if keeps_partners else (systems.LEFTOVER_PLAYERS,),
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
        MovementSentences.UNKNOWN_PROGRESSIVE, key=key, nearest=" or ".join(nearest_names)
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
