"""Four or five large teams: a round robin of matches under the club system.

[WDW1900] has large teams meet two by two. In each match the captains seat the halves of their teams,
nobody moves, and every board goes to all tables of the match. Of five teams one sits out at a time.
"""

from collections.abc import Iterator
from math import ceil

from movements.model import (
    Movement,
    MovementSpec,
    Options,
    PlanRequest,
    RoundLimits,
    SitOut,
    TableRound,
)
from movements.teams.leagues import make_berger_schedule
from movements.teams.seats import (
    WDW,
    get_pair_players,
    seat_teams,
    seat_two_pairs,
    wrap_number,
)

KEY_BY_TEAMS = {4: "four-teams-club", 5: "five-teams-club"}
"""The key for each number of teams."""

PAIRS_STEP = 2
"""Teams have an even number of pairs, so that each has as many N-S as E-W at every match."""

DEFAULT_PAIRS = 4
MAX_PAIRS = 8


def _count_team_pairs(teams: int, players: int) -> int:
    return players // teams // 2


def _make_limits(teams: int, players: int) -> RoundLimits:
    most_rounds = len(make_berger_schedule(teams)) * _count_team_pairs(teams, players)
    # The team that sits out in the first stage would play no round.
    fewest_rounds = 1 + (teams % 2) * _count_team_pairs(teams, players)
    return RoundLimits(
        range(fewest_rounds, most_rounds + 1), most_rounds, "all matches have been played"
    )


def make_club_round_robin(teams: int, request: PlanRequest) -> Movement:
    """Return the plan. A stage is one match of each team, with a round for each of its tables.

    Every match has tables and sets of its own. The first team of a match sits N-S at its odd tables.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("five-teams-club", teams=5, players=40)
    >>> [(row.ns, row.ew, row.board_set) for row in plan.rows if row.round_no == 2]
    [(2, 5, 2), (5, 2, 3), (2, 5, 4), (5, 2, 1), (3, 4, 6), (4, 3, 7), (3, 4, 8), (4, 3, 5)]
    >>> [sit_out.contestant for sit_out in plan.sit_outs][::4]
    [1, 4, 2, 5, 3]

    Source: [WDW1900] p. 59.
    """
    pairs = _count_team_pairs(teams, request.contestants)
    stages = make_berger_schedule(teams)
    matches_at_once = teams // 2
    phantom_team = teams + 1  # the opponent of the team that sits out
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    for index in range(request.rounds):
        stage, turn = divmod(index, pairs)
        played_matches = [match for match in stages[stage] if phantom_team not in match]
        for match in stages[stage]:
            if phantom_team in match:
                sit_outs.append(SitOut(index + 1, min(match)))
        for match_index, match in enumerate(played_matches):
            first_set = (stage * matches_at_once + match_index) * pairs
            rows.extend(
                _seat_match(
                    match, index + 1, match_index * pairs, first_set, turn=turn, pairs=pairs
                )
            )
    stages_begun = ceil(request.rounds / pairs)
    change = "the teams change opponents"
    if teams % 2:
        change += "; the one that sat out comes in"
    notes = (
        f"Each match has {pairs} tables and boards of its own. The captain of the first team seats half of it N-S "
        "at the odd tables and half E-W at the even ones; the other team sits against them.",
        "Everyone keeps their seat during a match; boards go down one table after every round, from the first "
        "table of the match to the last.",
        f"After every {pairs} rounds a match ends, and {change}.",
    )
    return seat_teams(
        _SPEC_BY_KEY[KEY_BY_TEAMS[teams]],
        request,
        rows,
        teams=teams,
        board_sets=stages_begun * matches_at_once * pairs,
        notes=notes,
        sit_outs=tuple(sit_outs),
    )


def _seat_match(
    match: tuple[int, int],
    round_no: int,
    tables_before: int,
    sets_before: int,
    *,
    turn: int,
    pairs: int,
) -> Iterator[TableRound]:
    """Yield the tables of a match in one round. *turn* counts the rounds since the match began."""
    home, away = match
    for table in range(1, pairs + 1):
        ns, ew = (home, away) if table % 2 else (away, home)
        players = seat_two_pairs(
            get_pair_players(ns, table, pairs), get_pair_players(ew, table, pairs)
        )
        board_set = sets_before + wrap_number(table + turn, pairs)
        yield TableRound(
            round_no, tables_before + table, ns=ns, ew=ew, board_set=board_set, players=players
        )


def _make_spec(teams: int, size_name: str) -> MovementSpec:
    step = 2 * PAIRS_STEP * teams
    most_players = 2 * MAX_PAIRS * teams

    def limit_rounds(players: int, _options: Options) -> RoundLimits:
        return _make_limits(teams, players)

    def build(request: PlanRequest) -> Movement:
        return make_club_round_robin(teams, request)

    return MovementSpec(
        key=KEY_BY_TEAMS[teams],
        name=f"{size_name.capitalize()} large teams, club system",
        contest="teams",
        sizes=f"{step} to {most_players} players in {size_name} teams",
        legal_sizes=range(step, most_players + 1, step),
        guarantees=("every-two-teams-meet", "teams-meet-both-ways", "each-set-at-one-table"),
        source=f"{WDW} 59",
        round_limits=limit_rounds,
        build=build,
        historic=True,
        about=f"{size_name.capitalize()} teams of several pairs play a match two by two, each under the club system.",
        team_and_player_counts=(teams, 2 * DEFAULT_PAIRS * teams),
        is_head_to_head=True,
    )


SPECS = (_make_spec(4, "four"), _make_spec(5, "five"))
"""The round robins of four and five large teams."""

_SPEC_BY_KEY = {spec.key: spec for spec in SPECS}
