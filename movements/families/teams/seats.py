"""Turns "these halves of teams meet here with this set" into the rows of a plan.

Responsible for what every contest of teams needs alike: shared sets, the halves that wait where a team is missing,
numbers of players in larger teams, and the promises that hold.  Leaves who meets whom to the movement modules.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from movements.check.guarantees import GUARANTEES
from movements.layout import board_numbers, mark_shared
from movements.model import Four, MovementSpec, Option, Options, Plan, PlanRequest, SitOut, TableRound

WDW = "Whist and Duplicate Whist, 11th edition 1900, page"

HOME = Option(
    "home",
    ("skip", "play"),
    "skip",
    "Whether the boards are played too when the two halves of a team sit at one table: skip, since they change no "
    "match, or play, so that pairs can be compared with pairs.",
    label="Team-mates at one table",
    words=(("skip", "do not play"), ("play", "play, so that pairs can be compared")),
)


@dataclass(frozen=True, slots=True)
class TeamTable:
    """Two halves of teams at a table with a board set; *players* where it matters who of the team it is.

    *boards* are named where they are not those that the set has by its number.

    >>> TeamTable(round_no=1, table_no=1, ns=1, ew=3, board_set=2).ew
    3
    """

    round_no: int
    table_no: int
    ns: int
    ew: int
    board_set: int
    players: Four | None = None
    copy_no: int = 1
    boards: tuple[int, ...] = ()


def no_options(_size: int, _chosen: Mapping[str, str]) -> Options:
    """Return no options: the size decides everything.

    >>> no_options(8, {})
    ()
    """
    return ()


def home_option(_teams: int, chosen: Mapping[str, str]) -> Options:
    """Return whether team-mates play at one table.

    >>> home_option(5, {})
    (('home', 'skip'),)
    """
    return ((HOME.name, chosen.get(HOME.name, HOME.default)),)


def around(number: int, size: int) -> int:
    """Return *number* counted round 1 to *size*.

    >>> around(6, 5), around(0, 5), around(5, 5)
    (1, 5, 5)
    """
    return (number - 1) % size + 1


def pair_of(team: int, pair: int, pairs: int) -> tuple[int, int]:
    """Return the players of a *pair* of a *team* of so many *pairs*; teams and pairs number them in their order.

    >>> pair_of(1, 1, pairs=3), pair_of(2, 3, pairs=3)
    ((1, 2), (11, 12))
    """
    first = 2 * pairs * (team - 1) + 2 * pair - 1
    return first, first + 1


def seated(ns: tuple[int, int], ew: tuple[int, int]) -> Four:
    """Return two pairs as N, E, S and W.

    >>> seated((1, 2), (7, 8))
    (1, 7, 2, 8)
    """
    return ns[0], ew[0], ns[1], ew[1]


def seat_teams(
    spec: MovementSpec,
    request: PlanRequest,
    tables: Iterable[TeamTable],
    *,
    teams: int,
    board_sets: int,
    name: str = "",
    notes: tuple[str, ...] = (),
    copies: int = 1,
    absent: int | None = None,
    sit_outs: tuple[SitOut, ...] = (),
) -> Plan:
    """Return the plan of movement *spec* for *request*; of its guarantees it declares those that hold.

    The half of a team that would meet team *absent* waits at that table; *sit_outs* are whole teams.
    """
    laid = tuple(tables)
    rows = [_row(table, request.boards_per_set) for table in laid if absent not in (table.ns, table.ew)]
    waiting = [
        SitOut(
            table.round_no, table.ew if table.ns == absent else table.ns, table.table_no, table.board_set, table.copy_no
        )
        for table in laid
        if absent in (table.ns, table.ew) and table.ns != table.ew
    ]
    plan = Plan(
        key=spec.key,
        name=name or spec.name,
        contest=spec.contest,
        source=spec.source,
        options=request.options,
        contestants=teams,
        winners=1,
        tables=max(table.table_no for table in laid if (table.ns, table.ew) != (absent, absent)),
        rounds=request.rounds,
        boards_per_set=request.boards_per_set,
        board_sets=board_sets,
        rows=mark_shared(rows),
        sit_outs=(*waiting, *sit_outs),
        notes=notes,
        copies=copies,
    )
    return replace(plan, guarantees=tuple(key for key in spec.guarantees if GUARANTEES[key].holds(plan)))


def _row(table: TeamTable, boards_per_set: int) -> TableRound:
    return TableRound(
        table.round_no,
        table.table_no,
        table.ns,
        table.ew,
        table.board_set,
        table.boards or board_numbers(table.board_set, boards_per_set),
        copy_no=table.copy_no,
        players=table.players,
    )
