"""Make the plan of a contest of teams from its tables: two halves of teams and their board set.

This adds what all such contests have: shared sets, sit-outs of halves whose opponents are missing,
players of larger teams, and the guarantees that hold.  The movement modules decide who meets whom.
"""

from collections.abc import Iterable
from dataclasses import replace

from movements.check.guarantees import GUARANTEES
from movements.layout import list_board_numbers, mark_copies
from movements.model import (
    FourPlayers,
    Movement,
    MovementSpec,
    PairNo,
    PlanRequest,
    SitOut,
    TableRound,
    TeamNo,
)
from movements.option import Option

WDW = "Whist and Duplicate Whist, 11th edition 1900, page"

TEAM_MATES_OPTION = Option(
    "home",
    "Team-mates at one table",
    {"skip": "don’t play", "play": "play, so that pairs can be compared"},
    note="Results between two halves of a team don’t change any match.",
)


def wrap_number(number: int, size: int) -> int:
    """Return *number* wrapped into 1 to *size*.

    >>> wrap_number(6, 5), wrap_number(0, 5), wrap_number(5, 5)
    (1, 5, 5)
    """
    return (number - 1) % size + 1


def get_pair_players(team: TeamNo, pair: PairNo, pairs: int) -> tuple[int, int]:
    """Return the players of a *pair* in a *team*, which has *pairs* of them.

    Players are numbered by team, then pair.

    >>> get_pair_players(1, 1, pairs=3), get_pair_players(2, 3, pairs=3)
    ((1, 2), (11, 12))
    """
    first = 2 * pairs * (team - 1) + 2 * pair - 1
    return first, first + 1


def seat_two_pairs(ns: tuple[int, int], ew: tuple[int, int]) -> FourPlayers:
    """Return two pairs as N, E, S and W.

    >>> seat_two_pairs((1, 2), (7, 8))
    (1, 7, 2, 8)
    """
    return ns[0], ew[0], ns[1], ew[1]


def seat_teams(
    spec: MovementSpec,
    request: PlanRequest,
    tables: Iterable[TableRound],
    *,
    teams: int,
    board_sets: int,
    notes: tuple[str, ...] = (),
    sit_outs: tuple[SitOut, ...] = (),
) -> Movement:
    """Return the plan of movement *spec* for *request*, with the guarantees that it keeps.

    A table without boards has the boards of its set. It names players if it matters who of a team plays,
    and may name an absent team, the number after the last. The half of a team that would meet it waits
    there. *sit_outs* are complete teams.
    """
    absent = teams + 1
    all_tables = tuple(tables)
    rows = [
        replace(
            table,
            boards=table.boards or list_board_numbers(table.board_set, request.boards_per_set),
        )
        for table in all_tables
        if absent not in (table.ns, table.ew)
    ]
    waiting_halves = []
    for table in all_tables:
        if absent in (table.ns, table.ew) and table.ns != table.ew:
            team = table.ew if table.ns == absent else table.ns
            waiting_halves.append(
                SitOut(
                    table.round_no,
                    team,
                    table_no=table.table_no,
                    board_set=table.board_set,
                    copy_no=table.copy_no,
                )
            )
    plan = Movement(
        key=spec.key,
        name=spec.name,
        contest=spec.contest,
        source=spec.source,
        options=request.options,
        contestants=teams,
        winners=1,
        tables=max(
            table.table_no for table in all_tables if (table.ns, table.ew) != (absent, absent)
        ),
        rounds=request.rounds,
        boards_per_set=request.boards_per_set,
        board_sets=board_sets,
        rows=mark_copies(rows),
        sit_outs=(*waiting_halves, *sit_outs),
        notes=notes,
    )
    return replace(
        plan, guarantees=tuple(key for key in spec.guarantees if GUARANTEES[key].is_kept(plan))
    )
