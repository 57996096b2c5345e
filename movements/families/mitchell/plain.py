"""The Mitchell movement: N-S pairs keep their tables, E-W pairs go up one, board sets go down one.

An even number of tables needs a skip, or two tables share and there is a bye-stand. A half table is
possible.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from movements.errors import MovementError
from movements.families.mitchell.arrow_switch import turn_cards
from movements.layout import (
    Meeting,
    SeatedRows,
    join_rounds,
    lay_out_meetings,
    make_plan_from_seats,
)
from movements.model import ByeStand, Movement, MovementSpec, Options, PlanRequest, RoundLimits
from movements.option import Option

NAME = "Mitchell"
NAMES = {None: NAME, "skip": "Skip Mitchell", "share": "Share-and-bye-stand Mitchell"}

EVEN_OPTION = Option(
    "even",
    "Even number of tables",
    {"skip": "E-W skip a table halfway", "share": "two tables share boards"},
    note="The first and last tables share a set while another waits halfway round. Usual with two tables.",
)
HALF_TABLE = Option(
    "half_table",
    "Odd number of pairs",
    {"ew": "N-S pairs sit out", "ns": "E-W pairs sit out"},
    note="The missing pair is the highest E-W pair, or the N-S pair of the last table.",
)
PRESETS: tuple[tuple[str, Options], ...] = (
    ("skip-mitchell", ((EVEN_OPTION.name, "skip"),)),
    ("share-mitchell", ((EVEN_OPTION.name, "share"),)),
    ("share-and-bye-stand-mitchell", ((EVEN_OPTION.name, "share"),)),
    ("bye-stand-mitchell", ((EVEN_OPTION.name, "share"),)),
)
"""Names that directors use for skip and share."""


def resolve_options(pairs: int, chosen: Mapping[str, str], movement: str = NAME) -> Options:
    """Return the options that apply to *pairs*, with usual values for those not *chosen*.

    By default two tables share, since a skip would repeat their opponents. *movement* is the name
    in error messages.

    >>> resolve_options(14, {})
    ()
    >>> resolve_options(15, {"half_table": "ns"})
    (('even', 'skip'), ('half_table', 'ns'))

    :raises MovementError: for ``even=share`` with an odd number of tables.
    :raises MovementError: for ``half_table=ns`` without a half table.
    :raises MovementError: for a skip with three pairs.
    """
    tables = (pairs + 1) // 2
    resolved: list[tuple[str, str]] = []
    if tables % 2 == 0:
        # With two tables a skip would repeat the opponents of round 1.
        default = "share" if tables == 2 else EVEN_OPTION.default
        resolved.append((EVEN_OPTION.name, chosen.get(EVEN_OPTION.name, default)))
    elif EVEN_OPTION.get_choice(chosen) != EVEN_OPTION.default:
        raise make_needs_even_tables_error(
            movement=movement,
            option=EVEN_OPTION.name,
            choice=chosen[EVEN_OPTION.name],
            size=pairs,
            tables=tables,
        )
    if pairs % 2:
        resolved.append((HALF_TABLE.name, HALF_TABLE.get_choice(chosen)))
    elif HALF_TABLE.get_choice(chosen) != HALF_TABLE.default:
        raise MovementError(
            "needs-odd-pairs",
            "{movement}: {option}={choice} is for an odd number of pairs, but {size} fill "
            "{tables} tables. Remove it.",
            movement=movement,
            option=HALF_TABLE.name,
            choice=chosen[HALF_TABLE.name],
            size=pairs,
            tables=tables,
        )
    _refuse_skip_for_three(pairs, resolved, movement)
    return tuple(resolved)


def _refuse_skip_for_three(pairs: int, resolved: list[tuple[str, str]], movement: str) -> None:
    if pairs == 3 and (EVEN_OPTION.name, "skip") in resolved:
        # Skipping one of two tables brings everybody back to the table they left.
        idle_pair = 2 if (HALF_TABLE.name, "ew") in resolved else 4
        raise MovementError(
            "nobody-to-meet",
            "{movement}: with {size} pairs and {option}={choice}, pair {pair} would never play. "
            "Choose {instead}.",
            movement=movement,
            size=pairs,
            option=EVEN_OPTION.name,
            choice="skip",
            pair=idle_pair,
            instead="even=share",
        )


def round_limits(pairs: int, options: Options) -> RoundLimits:
    """Return the possible numbers of rounds: one per table, at least two with a half table.

    The usual length is one round less with a skip, because the last round would repeat the first
    opponents.

    >>> round_limits(16, (("even", "skip"),))
    RoundLimits(legal_rounds=range(1, 9), default_rounds=7)
    """
    tables = (pairs + 1) // 2
    fewest = 2 if pairs % 2 else 1
    default_rounds = tables - 1 if (EVEN_OPTION.name, "skip") in options else tables
    return RoundLimits(range(fewest, tables + 1), max(fewest, default_rounds))


def build(request: PlanRequest) -> Movement:
    """Return the plan: N-S pairs are 1..T, E-W pairs T+1..2T, pair T+1 starting at table 1.

    A missing pair leaves its number empty: 2T (``half_table=ew``) or T (``ns``).

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", tables=3)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 2]
    [(1, 6, 2), (2, 4, 3), (3, 5, 1)]

    Source: [WDW1900] pp. 31-33 (the skip is modification 1); [HOYLE1926] pp. 37-39 (the skip again;
    share is only named there, and rebuilt here).
    """
    return replace(
        make_plan_from_seats(
            SPEC,
            request,
            make_seated_rows(request),
            winners=2,
            board_sets=request.tables,
            holds_by_guarantee=_check_mitchell_guarantees(request),
        ),
        name=NAMES[request.get_choice(EVEN_OPTION.name)],
        bye_stands=list_bye_stands(request),
    )


def get_absent_pair(request: PlanRequest) -> int | None:
    """Return the number of the missing pair, or None if every table is full.

    >>> get_absent_pair(PlanRequest(13, 7, 4, (("half_table", "ns"),)))
    7
    """
    missing_direction = request.get_choice(HALF_TABLE.name)
    if missing_direction is None:
        return None
    if missing_direction == "ew":
        return 2 * request.tables
    return request.tables


def iter_mitchell_meetings(request: PlanRequest) -> Iterator[Meeting]:
    """Yield the meetings of all tables and rounds, as if no pair were missing.

    >>> next(iter_mitchell_meetings(PlanRequest(contestants=10, rounds=5, boards_per_set=2)))
    Meeting(round_no=1, table_no=1, ns=1, ew=6, board_set=1, copy_no=1, arrow_switched=False)
    """
    for round_no in range(1, request.rounds + 1):
        yield from _iter_round_meetings(
            request.tables, request.get_choice(EVEN_OPTION.name), round_no
        )


def _iter_round_meetings(tables: int, even: str | None, round_no: int) -> Iterator[Meeting]:
    moves = ew_moves = round_no - 1
    if even == "skip" and moves >= tables // 2:
        ew_moves += 1
    for table_index in range(tables):
        ew = tables + 1 + (table_index - ew_moves) % tables
        stop = table_index
        if even == "share" and table_index >= tables // 2:
            # The bye-stand is a stop half way round, so the last table shares the first one's.
            stop += 1
        yield Meeting(
            round_no,
            table_index + 1,
            ns=table_index + 1,
            ew=ew,
            board_set=(stop + moves) % tables + 1,
        )


def make_seated_rows(request: PlanRequest, switched_rounds: Collection[int] = ()) -> SeatedRows:
    """Return who sits where, with the cards of *switched_rounds* turned.

    >>> [row.arrow_switched for row in make_seated_rows(PlanRequest(4, 2, 3), [2]).rows]
    [False, False, True, True]
    """
    even = request.get_choice(EVEN_OPTION.name)
    absent = get_absent_pair(request)
    rounds = []
    for round_no in range(1, request.rounds + 1):
        is_switched = round_no in switched_rounds
        rounds.append(
            _make_seated_round(
                request.tables, even, absent, request.boards_per_set, round_no, is_switched
            )
        )
    return join_rounds(rounds)


# Advice compares plans of many lengths, which have their rounds in common.
@lru_cache(maxsize=256)
def _make_seated_round(
    tables: int,
    even: str | None,
    absent: int | None,
    boards_per_set: int,
    round_no: int,
    is_switched: bool,
) -> SeatedRows:
    if is_switched:
        unswitched_rows = _make_seated_round(tables, even, absent, boards_per_set, round_no, False)
        turned_rows = map(turn_cards, unswitched_rows.rows)
        return SeatedRows(tuple(turned_rows), unswitched_rows.sit_outs)
    meetings_of_round = _iter_round_meetings(tables, even, round_no)
    return lay_out_meetings(meetings_of_round, boards_per_set, absent)


def list_bye_stands(request: PlanRequest) -> tuple[ByeStand, ...]:
    """Return the bye-stand of each round, half way round, or () unless tables share.

    >>> list_bye_stands(PlanRequest(8, 1, 2, (("even", "share"),)))
    (ByeStand(round_no=1, board_set=3, after_table=2),)
    """
    if request.get_choice(EVEN_OPTION.name) != "share":
        return ()
    half = request.tables // 2
    return tuple(
        ByeStand(moves + 1, (half + moves) % request.tables + 1, half)
        for moves in range(request.rounds)
    )


def _check_mitchell_guarantees(request: PlanRequest) -> dict[str, bool]:
    tables, rounds = request.tables, request.rounds
    even = request.get_choice(EVEN_OPTION.name)
    is_full_field = request.contestants == 2 * tables
    has_repeats = even == "skip" and rounds == tables
    is_complete = rounds == tables
    has_unshared_sets = even != "share" or request.get_choice(HALF_TABLE.name) == "ns"
    return {
        "each-ns-meets-each-ew-once": is_complete and not has_repeats,
        "no-opponents-twice": not has_repeats,
        "everyone-plays-every-board": is_complete and is_full_field,
        "each-set-at-one-table": has_unshared_sets,
        "two-winners": True,
        "ns-pairs-stay": True,
        "sit-out-at-most-once": not is_full_field and not has_repeats,
    }


SPEC = MovementSpec(
    key="mitchell",
    name=NAME,
    aliases=("standard-mitchell", "straight-mitchell", *(alias for alias, _ in PRESETS)),
    contest="pairs",
    sizes="3 to 80 pairs (2 to 40 tables)",
    legal_sizes=range(3, 81),
    options=(EVEN_OPTION, HALF_TABLE),
    guarantees=(
        "each-ns-meets-each-ew-once",
        "no-opponents-twice",
        "everyone-plays-every-board",
        "each-set-at-one-table",
        "two-winners",
        "ns-pairs-stay",
        "sit-out-at-most-once",
    ),
    source="Whist and Duplicate Whist, 11th edition 1900, pages 31-33; laws of duplicate auction of 1926 in Hoyle’s "
    "Rules for Card Games, pages 37-39 (share is only named there and was rebuilt)",
    resolver=resolve_options,
    round_limits=round_limits,
    build=build,
    presets=PRESETS,
    about="N-S pairs keep their tables, E-W pairs go up one, board sets go down one.",
)


def make_needs_even_tables_error(
    *, movement: object, option: object, choice: object, size: object, tables: object
) -> MovementError:
    return MovementError(
        "needs-even-tables",
        "{movement}: {option}={choice} is for an even number of tables, but {size} pairs make "
        "{tables}. Remove it.",
        movement=movement,
        option=option,
        choice=choice,
        size=size,
        tables=tables,
    )
