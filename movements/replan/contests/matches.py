"""Whole matches for the rest of a contest of teams: who meets whom, at which tables, on which boards."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from movements.model import TableRound
from movements.partnerships import Couple, make_couple
from movements.replan.contests.schedules import (
    PlayedMeetings,
    ScheduleRound,
    fit_schedule,
    make_circle_matches,
)
from movements.replan.contests.state import FieldState, collect_sets_by_contestant, make_match_rows

MatchRounds = Sequence[Sequence[Couple]]
"""The matches of each round."""


def schedule_fewest_rematches(
    state: FieldState, teams: Sequence[int], count: int, due_rows: Sequence[TableRound] = ()
) -> MatchRounds:
    """Return *count* rounds of matches of *teams* with the fewest rematches found.

    With an odd number one of them sits out in each round, in turn.

    >>> from movements.registry import make_plan
    >>> state = FieldState(make_plan("round-robin", teams=6), 3)
    >>> rounds = schedule_fewest_rematches(state, [1, 2, 3, 4, 5, 6, 7], 3)
    >>> [len(matches) for matches in rounds], max(Counter(sum(rounds, [])).values())
    ([3, 3, 3], 1)
    """
    rows = (*state.played_rows, *due_rows)
    bye_number = max(teams) + 1
    entrants = [*teams]
    meeting_counts = Counter(dict.fromkeys(collect_met_couples(state, rows), 1))
    last_round = state.last_round if due_rows else state.from_round - 1
    for sit_out in state.plan.sit_outs:
        # Sit-outs of half a team don't count, nor do newcomers' rounds before they came.
        is_full_sit_out = sit_out.table_no is None and sit_out.contestant in teams
        if len(teams) % 2 and sit_out.round_no <= last_round and is_full_sit_out:
            meeting_counts[sit_out.contestant, bye_number] += 1
    if len(teams) % 2:
        entrants.append(bye_number)
    schedule = [ScheduleRound((), tuple(games), ()) for games in make_circle_matches(len(entrants))]
    played_meetings = PlayedMeetings({}, meeting_counts, {})
    fitted_schedule = fit_schedule(schedule, entrants, count, played_meetings)
    rounds = []
    for number in fitted_schedule.rounds:
        games = []
        for first, second in schedule[number].opponents:
            match = make_couple(
                fitted_schedule.get_contestant(first), fitted_schedule.get_contestant(second)
            )
            if bye_number not in match:
                games.append(match)
        rounds.append(sorted(games))
    return rounds


def collect_met_couples(state: FieldState, rows: Iterable[TableRound]) -> set[Couple]:
    """Return the teams that meet in *rows*, each two once."""
    met_couples = set()
    for row in rows:
        ns, ew = state.plan.get_row_contestants(row)
        if ns != ew:
            met_couples.add(make_couple(ns, ew))
    return met_couples


def schedule_all_matches(
    state: FieldState, teams: Sequence[int], max_rounds: int
) -> MatchRounds | None:
    """Return rounds in which all *teams* that haven't met meet, or None if it takes more than *max_rounds*.

    In every round those play who have most opponents left.

    >>> from movements.registry import make_plan
    >>> state = FieldState(make_plan("round-robin", teams=6), 3)
    >>> [len(matches) for matches in schedule_all_matches(state, [1, 2, 3, 4, 5, 6, 7], 8)]
    [3, 3, 3, 3, 2, 1]
    """
    # Imported late, because the import is slow.
    import networkx

    met_couples = collect_met_couples(state, state.played_rows)
    graph = networkx.Graph()
    graph.add_nodes_from(teams)
    for index, first in enumerate(teams):
        for second in teams[index + 1 :]:
            if make_couple(first, second) not in met_couples:
                graph.add_edge(first, second)
    rounds: list[list[Couple]] = []
    while graph.number_of_edges():
        if len(rounds) == max_rounds:
            return None
        for first, second in graph.edges:
            # Whoever has most opponents left must not wait.
            weight = graph.degree[first] ** 3 + graph.degree[second] ** 3
            graph.edges[first, second]["weight"] = weight
        pairs = networkx.max_weight_matching(graph)
        games = sorted(make_couple(*pair) for pair in pairs)
        graph.remove_edges_from(games)
        rounds.append(games)
    return rounds


def make_rows_of_rounds(
    state: FieldState, first_round: int, rounds: MatchRounds, due_rows: Sequence[TableRound] = ()
) -> list[TableRound]:
    """Return the rows of the matches of *rounds*, the first of which is *first_round*."""
    sets_by_team = collect_sets_by_contestant(state.plan, (*state.played_rows, *due_rows))
    home_counts = Counter(row.ns for row in state.played_rows if row.table_no % 2)
    rows: list[TableRound] = []
    for round_no, games in enumerate(rounds, start=first_round):
        used_sets: set[int] = set()
        for match_no, teams in enumerate(games, start=1):
            copy_no = match_no
            if state.has_one_set_per_round:
                board_set = _get_round_set(state, round_no)
            else:
                # Copies are for tables that play the same boards.
                copy_no = 1
                board_set = _choose_unseen_set(state, teams, sets_by_team, used_sets)
            used_sets.add(board_set)
            home, away = sorted(teams, key=lambda team: (home_counts[team], team))
            home_counts[home] += 1
            rows += make_match_rows(state, round_no, match_no, (home, away), board_set, copy_no)
            for team in teams:
                sets_by_team[team].add(board_set)
    return rows


def _get_round_set(state: FieldState, round_no: int) -> int:
    """Return the set of a round, a spare one after the last round."""
    if round_no in state.set_by_round:
        return state.set_by_round[round_no]
    return state.plan.board_sets + max(1, round_no - state.last_round)


def _choose_unseen_set(
    state: FieldState, teams: Couple, sets_by_team: Mapping[int, set[int]], used_sets: set[int]
) -> int:
    """Return a set that neither half of *teams* has played and no match of the round uses."""
    excluded = used_sets | sets_by_team[teams[0]] | sets_by_team[teams[1]]
    for board_set in state.usable_sets:
        if board_set not in excluded:
            return board_set
    spare_set = state.plan.board_sets + 1
    while spare_set in excluded:
        spare_set += 1
    return spare_set


def match_idle_teams(state: FieldState, newcomers: Sequence[int]) -> list[TableRound]:
    """Return all rows to come, with matches of those who sit out. All other rows stay.

    >>> from movements.registry import make_plan
    >>> state = FieldState(make_plan("round-robin", teams=5), 3)
    >>> [(row.round_no, row.ns, row.ew) for row in match_idle_teams(state, [6]) if 6 in (row.ns, row.ew)][:2]
    [(3, 2, 6), (3, 6, 2)]
    """
    rows = list(state.due_rows)
    meeting_counts = Counter(
        make_couple(*state.plan.get_row_contestants(row)) for row in (*state.played_rows, *rows)
    )
    rows_by_round: defaultdict[int, list[TableRound]] = defaultdict(list)
    for row in rows:
        rows_by_round[row.round_no].append(row)
    for round_no in state.rounds_left:
        round_rows = rows_by_round[round_no]
        playing: set[int] = set()
        for row in round_rows:
            playing.update(state.plan.get_row_contestants(row))
        idle_teams = [team for team in (*newcomers, *state.present) if team not in playing]
        while len(idle_teams) >= 2:
            first = idle_teams.pop(0)
            second = min(
                idle_teams, key=lambda team: (meeting_counts[make_couple(first, team)], team)
            )
            idle_teams.remove(second)
            meeting_counts[make_couple(first, second)] += 2
            used_tables = {row.table_no for row in round_rows}
            match_no = min(
                set(range(1, state.plan.tables + 2)) - {(t + 1) // 2 for t in used_tables}
            )
            copy_no = min(set(range(1, len(used_tables) + 2)) - {row.copy_no for row in round_rows})
            board_set = _get_round_set(state, round_no)
            match = make_match_rows(
                state, round_no, match_no, make_couple(first, second), board_set, copy_no
            )
            round_rows += match
            rows += match
    return rows
