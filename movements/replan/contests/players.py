"""Drafts for an individual contest: a player comes or leaves, or there are more rounds.

Players who come late play with those who sit out, take seats of others in turn, or everybody gets
new seats from the schedule of the new number. If somebody leaves, the others at the table sit out or
play with those who do, or everybody gets new seats.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from movements.errors import MovementError
from movements.model import Four, TableRound
from movements.registry import make_plan
from movements.replan.contests.building import row_of_players, whole_plan
from movements.replan.contests.foursomes import (
    FREE_MEETINGS,
    SEATS,
    Acquaintance,
    free_set,
    idle_tables,
    rover_tables,
)
from movements.replan.contests.lengths import (
    fewer_rounds,
    keep_movement,
    larger_movement,
    left_out,
    longer_movement,
)
from movements.replan.contests.schedules import (
    PlayedMeetings,
    fit_schedule,
    round_of_tables,
)
from movements.replan.contests.state import FieldState, sets_by_contestant
from movements.replan.phrases import phrase
from movements.replan.records import Draft

SCHEDULE = "individual"
"""The movement with a schedule for any number of players."""


def players_arrive(state: FieldState, count: int) -> Iterator[Draft]:
    """Yield drafts for *count* players who have come late."""
    newcomers = state.next_numbers(count)
    late = state.named(newcomers, is_first=True)
    yield from larger_movement(state, newcomers)
    if state.plan.winners == 1:
        rows = idle_tables(state, newcomers)
        if len(rows) > len(state.due_rows):
            title = "Play with those who sit out"
            why = phrase(
                "{late} and those who sit out make another table. Everyone else follows the guide cards.",
                late=late,
            )
            yield Draft(whole_plan(state, rows), title, why, newcomers)
    rows, missing = rover_tables(state, newcomers)
    if not missing:
        play = "plays" if count == 1 else "play"
        why = phrase(
            f"In each round {{late}} {play} in another seat, whose player sits out. "
            "Everyone else follows the guide cards.",
            late=state.named(newcomers),
        )
        yield Draft(whole_plan(state, rows), "Take a seat in turn", why, newcomers)
    yield from new_seats(state, newcomers)
    yield left_out(state, newcomers)


def players_leave(state: FieldState) -> Iterator[Draft]:
    """Yield drafts for the rest without those who have left."""
    if len(state.present) < SEATS:
        return
    rows = idle_tables(state, ()) if state.plan.winners == 1 else list(state.due_rows)
    if rows:
        if len(rows) > len(state.due_rows):
            title = "Fill the empty seats"
            why = "Those who sit out play at the tables that have an empty seat."
        else:
            title = "Leave the table empty"
            why = "The others at a table with an empty seat sit out."
        yield Draft(whole_plan(state, rows), title, f"{why} Everyone else follows the guide cards.")
    yield from new_seats(state, ())


def players_length(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield drafts with *rounds* rounds in all."""
    if rounds == state.last:
        why = "The movement already has that many rounds."
        yield keep_movement(state, "Keep the movement", why)
    elif rounds < state.last:
        yield from fewer_rounds(state, rounds)
    else:
        longer = list(longer_movement(state, rounds))
        yield from longer
        if not longer and state.plan.winners == 1:
            yield from _more_rounds(state, rounds)


def _more_rounds(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft with rounds of a schedule after those of the plan in force."""
    first = max(state.from_round, state.last + 1)
    rows = _scheduled_rows(state, (), range(first, rounds + 1), state.due_rows)
    if rows is not None:
        plan = whole_plan(state, (*state.due_rows, *rows), rounds=rounds)
        yield Draft(plan, "More rounds", "The rounds before that stay as on the guide cards.")


def new_seats(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft with new seats for everybody, from the schedule of the new number."""
    # With two winners a player must not change sides.
    if state.plan.winners == 2:
        return
    rows = _scheduled_rows(state, newcomers, state.rounds_left, ())
    if rows is None:
        return
    players = len(state.present) + len(newcomers)
    why = f"The rest follows the schedule for {players} players, with new guide cards."
    yield Draft(whole_plan(state, rows), "New seats for everyone", why, tuple(newcomers))


def _scheduled_rows(
    state: FieldState,
    newcomers: Sequence[int],
    rounds: Sequence[int],
    due_rows: Sequence[TableRound],
) -> list[TableRound] | None:
    """Return rows for *rounds* with the fewest repeats after *due_rows*, or None without a schedule."""
    contestants = (*state.present, *newcomers)
    tables = _schedule(len(contestants))
    if not tables or not rounds:
        return None
    schedule = [round_of_tables(round_tables, len(contestants)) for round_tables in tables]
    fitted = fit_schedule(schedule, contestants, len(rounds), _played(state, due_rows))
    seen = sets_by_contestant(state.plan, (*state.kept_rows, *due_rows))
    rows: list[TableRound] = []
    for round_no, schedule_round in zip(rounds, fitted.rounds, strict=True):
        round_rows: list[TableRound] = []
        for table_no, four in enumerate(tables[schedule_round], start=1):
            north, east, south, west = (fitted.contestant(number) for number in four)
            players: Four = (north, east, south, west)
            former = _due_row(state, round_no, table_no)
            board_set, copy_no = free_set(state, round_rows, former, players, seen)
            if not round_rows and former is None and state.has_one_set_per_round:
                board_set = state.plan.board_sets + round_no - state.last
            row = row_of_players(state, round_no, table_no, players, board_set, copy_no)
            round_rows.append(row)
            for player in players:
                seen[player].add(board_set)
        rows += round_rows
    return rows


def _due_row(state: FieldState, round_no: int, table_no: int) -> TableRound | None:
    """Return the row that was due at a table, whose boards lie there."""
    for row in (*state.due_rows, *state.dropped_rows):
        if (row.round_no, row.table_no) == (round_no, table_no):
            return row
    return None


def _schedule(players: int) -> list[list[Four]]:
    """Return the tables of each round of the schedule for *players*, empty if there is none."""
    try:
        plan = make_plan(SCHEDULE, players=players)
    except MovementError:
        return []
    tables: list[list[Four]] = [[] for _round in range(plan.rounds)]
    for row in plan.rows:
        if row.players:
            tables[row.round_no - 1].append(row.players)
    return tables


def _played(state: FieldState, due_rows: Sequence[TableRound]) -> PlayedMeetings:
    known = Acquaintance((*state.kept_rows, *due_rows))
    last = state.last if due_rows else state.from_round - 1
    sit_outs = Counter(
        sit_out.contestant for sit_out in state.plan.sit_outs if sit_out.round_no <= last
    )
    return PlayedMeetings(known.partners, known.opponents, sit_outs, FREE_MEETINGS)
