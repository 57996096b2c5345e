"""Drafts for a contest of teams: a team comes or leaves, or there are more rounds.

In some movements every round has whole matches, in others the halves of a match are played in
different rounds. There new matches leave halves unfinished, whose boards don't count.
"""

from collections.abc import Iterator, Sequence

from movements.model import ROUND_IS_A_MATCH
from movements.replan.contests.building import build_whole_plan
from movements.replan.contests.lengths import (
    make_fewer_rounds_drafts,
    make_larger_drafts,
    make_left_out_draft,
    make_longer_drafts,
    make_unchanged_draft,
)
from movements.replan.contests.matches import (
    close_up_rows,
    make_rows_of_rounds,
    match_idle_teams,
    schedule_all_matches,
    schedule_fewest_rematches,
)
from movements.replan.contests.state import FieldState
from movements.replan.phrases import make_phrase
from movements.replan.records import Draft

MOST_EXTRA_ROUNDS = 3
"""Rounds that are added at the end for a late team, in a movement that can't change before."""


def make_team_arrival_drafts(state: FieldState, count: int) -> Iterator[Draft]:
    """Yield drafts for *count* teams that have come late."""
    newcomers = state.get_next_numbers(count)
    if state.plan.names_players:
        state.troubles.append(
            "This movement names the players of its teams, so it has no place for a late team."
        )
        yield make_left_out_draft(state, newcomers)
        return
    yield from make_larger_drafts(state, newcomers)
    if state.has_whole_matches:
        yield from _make_idle_teams_drafts(state, newcomers)
        yield from _make_all_meet_drafts(state, newcomers)
    else:
        yield from _make_final_matches_drafts(state, newcomers)
    yield from make_new_matches_drafts(state, newcomers)
    yield make_left_out_draft(state, newcomers)


def make_team_departure_drafts(state: FieldState) -> Iterator[Draft]:
    """Yield drafts for the rest without the teams that have left."""
    if state.plan.names_players and not state.played_rows:
        state.troubles.append(
            "Nothing has been played and this movement names the players of its teams. "
            "Choose a movement for the teams present."
        )
        return
    if state.due_rows:
        why = (
            "The opponents of a team that has left sit out. Everyone else follows the guide cards."
        )
        yield Draft(build_whole_plan(state, state.due_rows), "Opponents sit out", why)
    yield from _make_drafts_without_gaps(state, state.last_round - 1)
    # In a round robin the opponents get points for the match they miss, so no other one instead.
    is_fixed = ROUND_IS_A_MATCH in state.plan.guarantees or state.plan.names_players
    if len(state.present) >= 2 and not is_fixed:
        yield from make_new_matches_drafts(state, ())


def _make_drafts_without_gaps(state: FieldState, most_rounds: int) -> Iterator[Draft]:
    """Yield the draft of a round robin that ends within *most_rounds*, with all matches of those present.

    Teams that have left have gaps in its rounds, which matches of later rounds fill.
    """
    is_round_robin = ROUND_IS_A_MATCH in state.plan.guarantees and state.has_whole_matches
    if not is_round_robin or not state.gone or not state.has_one_set_per_round:
        return
    rows = close_up_rows(state, most_rounds + 1 - state.from_round)
    if not rows:
        return
    rounds = max(row.round_no for row in rows)
    why = (
        f"All teams that stay meet in {rounds} rounds instead of {state.last_round}. "
        f"There are new guide cards from round {state.from_round}."
    )
    yield Draft(build_whole_plan(state, rows, rounds=rounds), "Fewer rounds, all matches", why)


def make_team_length_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield drafts with *rounds* rounds in all."""
    if rounds == state.last_round:
        why = "The movement already has that many rounds."
        yield make_unchanged_draft(state, "Keep the movement", why)
    elif rounds < state.last_round:
        yield from _make_drafts_without_gaps(state, rounds)
        yield from make_fewer_rounds_drafts(state, rounds)
    else:
        longer = list(make_longer_drafts(state, rounds))
        yield from longer
        if not longer and not state.plan.names_players:
            yield from _make_more_matches_drafts(state, rounds)


def _make_more_matches_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft with matches after the rounds of the plan in force."""
    first = max(state.from_round, state.last_round + 1)
    games = schedule_fewest_rematches(state, state.present, rounds + 1 - first, state.due_rows)
    rows = make_rows_of_rounds(state, first, games, state.due_rows)
    plan = build_whole_plan(state, (*state.due_rows, *rows), rounds=rounds)
    yield Draft(plan, "More rounds", "The rounds before that stay as on the guide cards.")


def _make_idle_teams_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft in which *newcomers* play those who sit out."""
    rows = match_idle_teams(state, newcomers)
    if len(rows) > len(state.due_rows):
        late = state.named(newcomers, is_first=True)
        play = "plays" if len(newcomers) == 1 else "play"
        why = make_phrase(
            f"{{late}} {play} whoever sits out. Everyone else follows the guide cards.", late=late
        )
        yield Draft(build_whole_plan(state, rows), "Play those who sit out", why, tuple(newcomers))


def _make_all_meet_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft in which all teams meet, with as many rounds as it takes."""
    teams = (*state.present, *newcomers)
    games = schedule_all_matches(state, teams, 2 * len(teams))
    if not games:
        return
    rounds = state.from_round + len(games) - 1
    plan = build_whole_plan(
        state, make_rows_of_rounds(state, state.from_round, games), rounds=rounds
    )
    why = f"Nobody meets again. It takes {rounds} rounds in all."
    yield Draft(plan, "All teams meet", why, tuple(newcomers))


def _make_final_matches_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft that ends the movement first and adds matches with *newcomers*."""
    teams = (*state.present, *newcomers)
    count = min(len(state.present), MOST_EXTRA_ROUNDS)
    games = schedule_fewest_rematches(state, teams, count, state.due_rows)
    rows = make_rows_of_rounds(state, state.last_round + 1, games, state.due_rows)
    plan = build_whole_plan(state, (*state.due_rows, *rows), rounds=state.last_round + count)
    why = make_phrase(
        "The rounds to come stay as on the guide cards. Then there are {count} rounds with {late}.",
        count=count,
        late=state.named(newcomers),
    )
    yield Draft(plan, "Matches at the end", why, tuple(newcomers))


def make_new_matches_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft with new matches for everybody in the rounds to come."""
    teams = (*state.present, *newcomers)
    games = schedule_fewest_rematches(state, teams, len(state.rounds_left))
    plan = build_whole_plan(state, make_rows_of_rounds(state, state.from_round, games))
    why = f"The rest has whole matches of {len(teams)} teams, with new guide cards."
    if not state.has_whole_matches:
        why = f"{why} Boards that only one half has played so far don't count."
    yield Draft(plan, "New matches for everyone", why, tuple(newcomers))
