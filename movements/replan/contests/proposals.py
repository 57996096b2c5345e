"""Drafts for a contest of players or teams, and which of them answer a change.

A player or team comes or leaves, or there are more rounds. Other lengths, a larger movement and nothing
new are alike for both.

Players who come late play with those who sit out, take seats of others in turn, or everybody gets
new seats from the schedule of the new number. If somebody leaves, the others at the table sit out or
play with those who do, or everybody gets new seats.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from movements.errors import MovementError
from movements.layout import list_board_numbers, mark_copies
from movements.model import ABOVE_PLAYERS, ROUND_IS_A_MATCH, Four, Movement, TableRound
from movements.partnerships import with_partnerships
from movements.registry import find_movement, make_plan
from movements.replan.answer import FREE_MEETINGS, TimeLeft, make_answer
from movements.replan.contests.foursomes import (
    SEATS,
    MeetingHistory,
    find_free_set,
    seat_idle_players,
    seat_rovers,
)
from movements.replan.contests.matches import (
    close_up_rows,
    make_rows_of_rounds,
    match_idle_teams,
    schedule_all_matches,
    schedule_fewest_rematches,
)
from movements.replan.contests.schedules import PlayedMeetings, fit_schedule, make_schedule_round
from movements.replan.contests.state import (
    FieldState,
    build_whole_plan,
    collect_sets_by_contestant,
    make_players_row,
)
from movements.replan.records import (
    FIELD_CHANGES,
    MOST_ARRIVING,
    Change,
    Draft,
    PairNumbers,
    ReplanningAnswer,
    make_change_incomplete_error,
    make_from_round_unknown_error,
    make_new_rounds_out_of_range_error,
    make_phrase,
    make_unknown_change_error,
)

LAST_RANK = 9
"""The rank of leaving late contestants out, after everything else."""


def make_fewer_rounds_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft without the rounds after *rounds*."""
    rows = [row for row in state.due_rows if row.round_no <= rounds]
    # Too few are left if nothing has been played and nothing can be.
    if not rows and not state.played_rows:
        return
    plan = build_whole_plan(state, rows, rounds=rounds)
    yield Draft(plan, "Drop the last rounds", "The last rounds aren't played.")


def make_longer_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft with more rounds of the same movement, if it has the same rounds so far."""
    rows = _find_larger_rows(state, (), rounds)
    if rows is not None:
        plan = build_whole_plan(state, rows, rounds=rounds)
        why = "The rounds before that stay as on the guide cards."
        yield Draft(plan, "More rounds", why)


def make_larger_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft with *newcomers* in places that were empty so far."""
    rows = _find_larger_rows(state, newcomers, state.last_round)
    if rows is None:
        return
    plan = build_whole_plan(state, rows)
    has_same_rows = set(map(_get_row_facts, state.due_rows)) <= set(map(_get_row_facts, rows))
    if has_same_rows:
        why = make_phrase(
            "Late {newcomers} are in the empty places. Everyone else follows the guide cards.",
            newcomers=state.named(newcomers),
        )
        if len(newcomers) == 1:
            why = replace(why, template=why.template.replace(" are in", " is in"))
        yield Draft(plan, "Fill the empty places", why, tuple(newcomers))
        return
    # Movements of another size often begin alike, and seat others elsewhere later.
    size = f"{plan.contestants} {plan.called}s"
    new_cards = f"The rest follows the movement for {size}, with new guide cards."
    yield Draft(plan, f"Movement for {size}", new_cards, tuple(newcomers))


def _find_larger_rows(
    state: FieldState, newcomers: Sequence[int], rounds: int
) -> list[TableRound] | None:
    """Return the rows to come of the same movement for more contestants or rounds.

    None if it differs from the plan in force in a round before, apart from *newcomers*.
    """
    plan = state.plan
    everybody_there = sorted((*state.present, *newcomers))
    if state.gone or everybody_there != list(range(1, len(everybody_there) + 1)):
        return None
    other = _resize_movement(plan, len(everybody_there), rounds)
    if other is None:
        return None
    expected = set()
    for row in other.rows:
        is_old = set(newcomers).isdisjoint(other.get_row_contestants(row))
        if row.round_no < state.from_round and is_old:
            expected.add(_get_row_facts(row))
    if expected != {_get_row_facts(row) for row in state.played_rows}:
        return None
    return [row for row in other.rows if row.round_no >= state.from_round]


def _resize_movement(plan: Movement, size: int, rounds: int) -> Movement | None:
    """Return the movement of *plan* for *size* contestants and *rounds*, or None."""
    try:
        spec = find_movement(plan.key)
        # The size of large teams is their number of players, which no change makes larger.
        contestants = size
        if spec.team_and_player_counts[0]:
            contestants = size * plan.team_size
        other = make_plan(
            plan.key,
            rounds=rounds,
            boards_per_set=plan.boards_per_set,
            options=dict(plan.options),
            **{spec.unit: contestants},
        )
    except MovementError:
        return None
    # Plans of teams that name the players are stored with their partnerships as sides.
    if plan.rows[0].ns > ABOVE_PLAYERS:
        return with_partnerships(other)
    return other


def _get_row_facts(row: TableRound) -> tuple[object, ...]:
    """Return what players notice of *row*."""
    who = row.players or (row.ns, row.ew)
    return row.round_no, row.table_no, who, row.board_set, frozenset(row.boards)


def make_boards_drafts(state: FieldState, boards: int) -> Iterator[Draft]:
    """Yield the draft with fewer or more boards in the rounds to come."""
    if not state.due_rows:
        return
    planned = state.board_counts.get(state.from_round, state.plan.boards_per_set)
    title = f"{boards} board{'s' if boards > 1 else ''} per round"
    if boards == planned:
        yield Draft(state.plan, "Keep the movement", "The rounds already have that many boards.")
    elif boards < planned:
        rows = [replace(row, boards=tuple(sorted(row.boards))[:boards]) for row in state.due_rows]
        why = f"From round {state.from_round} only the first boards of each set are played."
        size = boards if not state.played_rows else state.plan.boards_per_set
        yield Draft(
            build_whole_plan(state, _renumber_boards(state, rows, size), boards_per_set=size),
            title,
            why,
        )
    else:
        rows = list(_with_more_boards(state, boards))
        plan = build_whole_plan(state, rows, boards_per_set=max(boards, state.plan.boards_per_set))
        yield Draft(plan, title, _describe_more_boards(state, rows))


def _describe_more_boards(state: FieldState, rows: Iterable[TableRound]) -> str:
    """Return which boards are played, or added to those of each set."""
    boards = {board for row in rows for board in row.boards}
    played = {board for row in state.played_rows for board in row.boards}
    if boards.isdisjoint(played):
        return f"From round {state.from_round} boards {min(boards)} to {max(boards)} are played."
    new_boards = boards - {board for row in state.plan.rows for board in row.boards}
    return (
        f"From round {state.from_round} each set has more boards, "
        f"with the numbers {min(new_boards)} to {max(new_boards)}."
    )


def _renumber_boards(state: FieldState, rows: Iterable[TableRound], size: int) -> list[TableRound]:
    """Return *rows* with the numbers of smaller sets if nothing has been played yet."""
    if state.played_rows:
        return list(rows)
    return [replace(row, boards=list_board_numbers(row.board_set, size)) for row in rows]


def _with_more_boards(state: FieldState, boards: int) -> Iterator[TableRound]:
    """Yield the rows to come with *boards* boards.

    If each round has boards of its own, they follow one another after those played. Otherwise a set
    keeps its boards and gets more with numbers above all others.
    """
    played_sets = {row.board_set for row in state.played_rows}
    sets = sorted({row.board_set for row in state.due_rows})
    new_boards: dict[int, tuple[int, ...]] = {}
    if played_sets.isdisjoint(sets):
        played = [board for row in state.played_rows for board in row.boards]
        next_board = max(played, default=0) + 1
        for board_set in sets:
            new_boards[board_set] = tuple(range(next_board, next_board + boards))
            next_board += boards
    else:
        highest = max(board for known in state.boards_of_set.values() for board in known)
        next_board = max(highest, state.plan.boards) + 1
        for board_set in sets:
            known = state.boards_of_set[board_set]
            missing = boards - len(known)
            new_boards[board_set] = (*known, *range(next_board, next_board + missing))[:boards]
            next_board += max(0, missing)
    rows = [replace(row, boards=new_boards[row.board_set], shared=False) for row in state.due_rows]
    yield from mark_copies(rows)


def make_unchanged_draft(state: FieldState, title: str, why: str) -> Draft:
    """Return the draft that changes nothing."""
    return Draft(state.plan, title, why)


def make_left_out_draft(state: FieldState, newcomers: Sequence[int]) -> Draft:
    """Return the draft in which late contestants don't play."""
    noun = state.plan.called
    if len(newcomers) > 1:
        noun = f"{noun}s"
    verb = "waits" if len(newcomers) == 1 else "wait"
    words = f"The late {noun} {verb} for the next session."
    return Draft(state.plan, f"Leave the late {noun} out", words, tuple(newcomers), rank=LAST_RANK)


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


# In some movements of teams every round has whole matches, in others the halves of a match are played in
# different rounds. There new matches leave halves unfinished, whose boards don't count.


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


MAX_ROUNDS = 120
MAX_BOARDS = 32


def replan_field(
    plan: Movement, change: Change, from_round: int, gone: Iterable[int], clock: TimeLeft
) -> ReplanningAnswer:
    """Return the proposals for *change* in a contest of players or teams.

    See :func:`~movements.replan.replanning.replan`.

    :raises MovementError: if the change is incomplete or can't have happened
    """
    if change.kind not in FIELD_CHANGES:
        raise make_unknown_change_error(kind=change.kind, known=", ".join(FIELD_CHANGES))
    state = FieldState(plan, from_round, gone)
    _refuse_change(state, change)
    if change.kind == "pair-leaves":
        state = state.without(change.leavers)
    return make_answer(state, change, _make_drafts(state, change), clock)


def _refuse_change(state: FieldState, change: Change) -> None:
    """Raise if *change* is incomplete or impossible."""
    needed = {"pair-leaves": "pair", "rounds": "rounds", "boards-per-set": "boards"}
    missing = needed.get(change.kind)
    if missing and getattr(change, missing) is None:
        raise make_change_incomplete_error(kind=change.kind, missing=missing)
    if not 1 <= state.from_round <= state.last_round + 1:
        raise make_from_round_unknown_error(round_no=state.from_round, rounds=state.last_round)
    most_arriving = MOST_ARRIVING[state.plan.contest]
    called = state.plan.called
    if change.kind == "pair-arrives" and not 1 <= change.pairs <= most_arriving:
        raise MovementError(
            "contestants-coming",
            "{count} {called}s can't come at once. Choose 1 to {most}.",
            count=change.pairs,
            called=called,
            most=most_arriving,
        )
    begun = state.from_round - 1
    if change.rounds is not None and not max(1, begun) <= change.rounds <= MAX_ROUNDS:
        raise make_new_rounds_out_of_range_error(
            rounds=change.rounds,
            begun="1 has" if begun == 1 else f"{begun} have",
            most=MAX_ROUNDS,
        )
    if change.boards is not None and not 1 <= change.boards <= MAX_BOARDS:
        raise MovementError(
            "boards-per-round",
            "{boards} boards per round doesn't work. Enter 1 to {most}.",
            boards=change.boards,
            most=MAX_BOARDS,
        )
    for number in change.leavers:
        if number not in state.present:
            raise MovementError(
                "no-such-contestant",
                "{Called} {number} doesn't play from round {round_no}. The {called}s are {numbers}.",
                Called=called.capitalize(),
                called=called,
                number=PairNumbers((number,)),
                round_no=state.from_round,
                numbers=PairNumbers(state.present),
            )


def _make_drafts(state: FieldState, change: Change) -> Iterator[Draft]:
    is_individual = state.plan.contest == "individual"
    if change.kind == "pair-arrives":
        arrive = make_player_arrival_drafts if is_individual else make_team_arrival_drafts
        yield from arrive(state, change.pairs)
    elif change.kind == "pair-leaves":
        leave = make_player_departure_drafts if is_individual else make_team_departure_drafts
        yield from leave(state)
    elif change.kind == "rounds":
        length = make_player_length_drafts if is_individual else make_team_length_drafts
        yield from length(state, change.rounds or state.last_round)
    else:
        yield from make_boards_drafts(state, change.boards or 1)
