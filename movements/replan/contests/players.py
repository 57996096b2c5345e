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
from movements.replan.contests.building import build_whole_plan, make_players_row
from movements.replan.contests.foursomes import (
    SEATS,
    MeetingHistory,
    find_free_set,
    seat_idle_players,
    seat_rovers,
)
from movements.replan.contests.lengths import (
    make_fewer_rounds_drafts,
    make_larger_drafts,
    make_left_out_draft,
    make_longer_drafts,
    make_unchanged_draft,
)
from movements.replan.contests.schedules import (
    PlayedMeetings,
    fit_schedule,
    make_schedule_round,
)
from movements.replan.contests.state import FieldState, collect_sets_by_contestant
from movements.replan.phrases import make_phrase
from movements.replan.price import FREE_MEETINGS
from movements.replan.records import Draft

SCHEDULE = "individual"
"""The movement with a schedule for any number of players."""


def make_player_arrival_drafts(state: FieldState, count: int) -> Iterator[Draft]:
    """Yield drafts for *count* players who have come late."""
    newcomers = state.get_next_numbers(count)
    late = state.named(newcomers, is_first=True)
    yield from make_larger_drafts(state, newcomers)
    if state.plan.winners == 1:
        rows = seat_idle_players(state, newcomers)
        if len(rows) > len(state.due_rows):
            title = "Play with those who sit out"
            why = make_phrase(
                "{late} and those who sit out make another table. Everyone else follows the guide cards.",
                late=late,
            )
            yield Draft(build_whole_plan(state, rows), title, why, newcomers)
    rows, missing = seat_rovers(state, newcomers)
    if not missing:
        play = "plays" if count == 1 else "play"
        why = make_phrase(
            f"In each round {{late}} {play} in another seat, whose player sits out. "
            "Everyone else follows the guide cards.",
            late=state.named(newcomers),
        )
        yield Draft(build_whole_plan(state, rows), "Take a seat in turn", why, newcomers)
    yield from make_new_seats_drafts(state, newcomers)
    yield make_left_out_draft(state, newcomers)


def make_player_departure_drafts(state: FieldState) -> Iterator[Draft]:
    """Yield drafts for the rest without those who have left."""
    if len(state.present) < SEATS:
        return
    rows = seat_idle_players(state, ()) if state.plan.winners == 1 else list(state.due_rows)
    if rows:
        if len(rows) > len(state.due_rows):
            title = "Fill the empty seats"
            why = "Those who sit out play at the tables that have an empty seat."
        else:
            title = "Leave the table empty"
            why = "The others at a table with an empty seat sit out."
        yield Draft(
            build_whole_plan(state, rows), title, f"{why} Everyone else follows the guide cards."
        )
    yield from make_new_seats_drafts(state, ())


def make_player_length_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield drafts with *rounds* rounds in all."""
    if rounds == state.last_round:
        why = "The movement already has that many rounds."
        yield make_unchanged_draft(state, "Keep the movement", why)
    elif rounds < state.last_round:
        yield from make_fewer_rounds_drafts(state, rounds)
    else:
        longer = list(make_longer_drafts(state, rounds))
        yield from longer
        if not longer and state.plan.winners == 1:
            yield from _make_more_rounds_drafts(state, rounds)


def _make_more_rounds_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft with rounds of a schedule after those of the plan in force."""
    first = max(state.from_round, state.last_round + 1)
    rows = _schedule_rows(state, (), range(first, rounds + 1), state.due_rows)
    if rows is not None:
        plan = build_whole_plan(state, (*state.due_rows, *rows), rounds=rounds)
        yield Draft(plan, "More rounds", "The rounds before that stay as on the guide cards.")


def make_new_seats_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft with new seats for everybody, from the schedule of the new number."""
    # With two winners a player must not change sides.
    if state.plan.winners == 2:
        return
    rows = _schedule_rows(state, newcomers, state.rounds_left, ())
    if rows is None:
        return
    players = len(state.present) + len(newcomers)
    why = f"The rest follows the schedule for {players} players, with new guide cards."
    yield Draft(build_whole_plan(state, rows), "New seats for everyone", why, tuple(newcomers))


def _schedule_rows(
    state: FieldState,
    newcomers: Sequence[int],
    rounds: Sequence[int],
    due_rows: Sequence[TableRound],
) -> list[TableRound] | None:
    """Return rows for *rounds* with the fewest repeats after *due_rows*, or None without a schedule."""
    contestants = (*state.present, *newcomers)
    tables = _get_schedule(len(contestants))
    if not tables or not rounds:
        return None
    schedule = [make_schedule_round(round_tables, len(contestants)) for round_tables in tables]
    fitted = fit_schedule(
        schedule, contestants, len(rounds), _count_played_meetings(state, due_rows)
    )
    seen = collect_sets_by_contestant(state.plan, (*state.played_rows, *due_rows))
    rows: list[TableRound] = []
    for round_no, schedule_round in zip(rounds, fitted.rounds, strict=True):
        round_rows: list[TableRound] = []
        for table_no, four in enumerate(tables[schedule_round], start=1):
            north, east, south, west = (fitted.contestant(number) for number in four)
            players: Four = (north, east, south, west)
            former = _find_due_row(state, round_no, table_no)
            board_set, copy_no = find_free_set(state, round_rows, former, players, seen)
            if not round_rows and former is None and state.has_one_set_per_round:
                board_set = state.plan.board_sets + round_no - state.last_round
            row = make_players_row(state, round_no, table_no, players, board_set, copy_no)
            round_rows.append(row)
            for player in players:
                seen[player].add(board_set)
        rows += round_rows
    return rows


def _find_due_row(state: FieldState, round_no: int, table_no: int) -> TableRound | None:
    """Return the row that was due at a table, whose boards lie there."""
    for row in (*state.due_rows, *state.dropped_rows):
        if (row.round_no, row.table_no) == (round_no, table_no):
            return row
    return None


def _get_schedule(players: int) -> list[list[Four]]:
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


def _count_played_meetings(state: FieldState, due_rows: Sequence[TableRound]) -> PlayedMeetings:
    known = MeetingHistory((*state.played_rows, *due_rows))
    last = state.last_round if due_rows else state.from_round - 1
    sit_outs = Counter(
        sit_out.contestant for sit_out in state.plan.sit_outs if sit_out.round_no <= last
    )
    return PlayedMeetings(known.partners, known.opponents, sit_outs, FREE_MEETINGS)
