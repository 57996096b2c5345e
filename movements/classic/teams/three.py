"""Three teams at once, in the three arrangements of 1900.

Each row of tables is a Mitchell. Teams have 4, 12, 20 players and so on, so that a row has an odd
number of tables.
"""

from collections.abc import Callable, Iterator, Sequence

from movements.model import Movement, MovementSpec, Options, PlanRequest, RoundLimits, TableRound
from movements.teams.seats import (
    WDW,
    get_pair_players,
    seat_teams,
    seat_two_pairs,
    wrap_number,
)

TEAMS = 3
_PLAYERS_PER_TABLE_ROW = 4 * TEAMS
"""Players at one table of each row together."""

ArrangementRow = tuple[str, str, int]
"""N-S, E-W and the group of sets in each row. The halves of team 1 are "1a" and "1b"."""

ROWS: tuple[tuple[ArrangementRow, ...], ...] = (
    (("1a", "3b", 1), ("2a", "1b", 2), ("3a", "2b", 3)),
    (("1a", "2b", 2), ("2a", "3b", 3), ("3a", "1b", 1)),
)
ALL_PAIRS: tuple[tuple[ArrangementRow, ...], ...] = (
    (("1a", "3b", 1), ("2a", "1b", 2), ("3a", "2b", 5)),
    (("1a", "3a", 3), ("2b", "1b", 4), ("2a", "3b", 5)),
    (("1a", "2b", 2), ("3b", "1b", 3), ("2a", "3a", 6)),
    (("1a", "2a", 4), ("3a", "1b", 1), ("3b", "2b", 6)),
)
ALL_DEALS: tuple[tuple[ArrangementRow, ...], ...] = (
    (("1a", "2a", 1), ("3a", "1b", 2), ("3b", "2b", 3)),
    (("1a", "2b", 2), ("3b", "1b", 1), ("3a", "2a", 4)),
    (("1a", "3a", 3), ("2b", "1b", 4), ("2a", "3b", 2)),
    (("1a", "3b", 4), ("2a", "1b", 3), ("2b", "3a", 1)),
)

_MEET = ("every-two-teams-meet", "teams-meet-both-ways")


def _count_row_tables(players: int) -> int:
    return players // _PLAYERS_PER_TABLE_ROW


def _parse_half(name: str) -> tuple[int, int]:
    """Return the team of a half, and 0 or 1 for the half."""
    return int(name[0]), "ab".index(name[1])


def make_stage_limits(stages: Sequence[object]) -> Callable[[int, Options], RoundLimits]:
    """Return the limits of an arrangement: one round per stage and table of a row.

    >>> make_stage_limits(ALL_PAIRS)(36, ()).default_rounds
    12
    """

    def limits(players: int, _options: Options) -> RoundLimits:
        most_rounds = len(stages) * _count_row_tables(players)
        return RoundLimits(
            range(1, most_rounds + 1), most_rounds, "the arrangement has no more stages"
        )

    return limits


def make_stages_plan(
    spec: MovementSpec, stages: Sequence[Sequence[ArrangementRow]], request: PlanRequest
) -> Movement:
    """Return the plan of the *stages*. In each, E-W go up and boards down round every row.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("three-teams-rows", teams=3)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows]
    [(1, 3, 1), (2, 1, 2), (3, 2, 3), (1, 2, 2), (2, 3, 3), (3, 1, 1)]

    Source: [WDW1900] pp. 57-59.
    """
    size = _count_row_tables(request.contestants)

    def pair(name: str, place: int) -> tuple[int, int]:
        team, half = _parse_half(name)
        return get_pair_players(team, half * size + place, pairs=2 * size)

    def tables() -> Iterator[TableRound]:
        for index in range(request.rounds):
            stage, turn = divmod(index, size)
            for group_index, (north_south, east_west, group) in enumerate(stages[stage]):
                for place in range(1, size + 1):
                    yield TableRound(
                        index + 1,
                        group_index * size + place,
                        ns=_parse_half(north_south)[0],
                        ew=_parse_half(east_west)[0],
                        board_set=(group - 1) * size + wrap_number(place + turn, size),
                        players=seat_two_pairs(
                            pair(north_south, place),
                            pair(east_west, wrap_number(place - turn, size)),
                        ),
                    )

    groups = max(group for stage in stages for *_, group in stage)
    notes = (
        f"Each row has {size} tables. Within a stage, E-W go up one table in their row and boards go down one.",
        f"A stage ends after every {size} rounds; then teams and boards change rows.",
    )
    single_table_notes = ("Every round is a stage; teams and boards change tables after it.",)
    plan_notes = notes if size > 1 else single_table_notes
    return seat_teams(
        spec, request, tables(), teams=TEAMS, board_sets=groups * size, notes=plan_notes
    )


def _make_arrangement_spec(
    key: str,
    name: str,
    stages: Sequence[Sequence[ArrangementRow]],
    pages: str,
    about: str,
    guarantees: tuple[str, ...],
) -> MovementSpec:
    return MovementSpec(
        key=key,
        name=name,
        contest="teams",
        sizes="12 to 84 players in three teams",
        legal_sizes=range(_PLAYERS_PER_TABLE_ROW, 85, 2 * _PLAYERS_PER_TABLE_ROW),
        guarantees=(*guarantees, "each-set-at-one-table"),
        source=f"{WDW}{pages}",
        round_limits=make_stage_limits(stages),
        build=lambda request: make_stages_plan(_SPEC_BY_KEY[key], stages, request),
        historic=True,
        about=about,
        team_and_player_counts=(TEAMS, _PLAYERS_PER_TABLE_ROW),
        is_head_to_head="teams-meet-both-ways" in guarantees,
    )


SPECS = (
    _make_arrangement_spec(
        "three-teams-rows",
        "Three teams in rows",
        ROWS,
        "s 57-58",
        "Each team’s N-S pairs have their own row; E-W and boards change rows once.",
        _MEET,
    ),
    _make_arrangement_spec(
        "three-teams-all-pairs",
        "Three teams, all pairs meeting",
        ALL_PAIRS,
        "s 58-59",
        "Four arrangements with six groups of boards: each half of a team meets each half of the others.",
        _MEET,
    ),
    _make_arrangement_spec(
        "three-teams-all-deals",
        "Three teams, all playing all deals",
        ALL_DEALS,
        " 59",
        "Four arrangements with four groups of boards; every team plays all of them in both directions.",
        ("every-two-teams-meet", "each-team-plays-every-board-both-ways"),
    ),
)
"""The contests of three teams."""

_SPEC_BY_KEY = {spec.key: spec for spec in SPECS}
