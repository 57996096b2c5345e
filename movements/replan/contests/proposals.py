"""Drafts for a contest of players or teams, and which of them answer a change.

First the drafts that players and teams share: other lengths, a larger movement, no change at all.
Then the drafts of players, and of teams.

Players who come late play with those who sit out, take seats of others in turn, or everybody gets
new seats from the schedule for the new number of players. If a player leaves, the others at the table
sit out, play with those who sit out anyway, or everybody gets new seats.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from movements.errors import MovementError
from movements.layout import list_board_numbers, mark_copies
from movements.model import ABOVE_PLAYERS, ROUND_IS_A_MATCH, FourPlayers, Movement, TableRound
from movements.partnerships import with_partnerships
from movements.registry import get_movement, make_plan
from movements.replan.answer import make_answer
from movements.replan.contests.foursomes import (
    SEATS,
    MeetingHistory,
    choose_free_set,
    seat_idle_players,
    seat_rovers,
)
from movements.replan.contests.matches import (
    make_rows_of_rounds,
    match_idle_teams,
    schedule_all_matches,
    schedule_fewest_rematches,
)
from movements.replan.contests.schedules import PlayedMeetings, fit_schedule, make_schedule_round
from movements.replan.contests.state import (
    FieldState,
    collect_sets_by_contestant,
    make_players_row,
    make_whole_plan,
)
from movements.replan.price import FREE_MEETINGS, TimeLeft
from movements.replan.records import (
    FIELD_CHANGES,
    MAX_ARRIVALS,
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

LEFT_OUT_RANK = 9
"""The rank of drafts that leave late contestants out. Higher than any other, so they come last."""

SCHEDULE_KEY = "individual"
"""The key of the movement that has a schedule for nearly any number of players."""

MAX_EXTRA_ROUNDS = 3
"""Rounds that are added at the end for a late team if the movement has to be finished first."""

MAX_ROUNDS = 120
"""Rounds of the longest plan that a change may ask for."""
MAX_BOARDS = 32
"""Boards of a round at most."""


def make_fewer_rounds_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft without the rounds after *rounds*."""
    rows = [row for row in state.due_rows if row.round_no <= rounds]
    # Nothing has been played and nothing can be, because too few contestants are left.
    if not rows and not state.played_rows:
        return
    plan = make_whole_plan(state, rows, rounds=rounds)
    yield Draft(plan, "Drop the last rounds", "The last rounds aren’t played.")


def make_longer_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft with more rounds of the same movement, if its first rounds are as played."""
    rows = _find_larger_rows(state, (), rounds)
    if rows is not None:
        plan = make_whole_plan(state, rows, rounds=rounds)
        reason = "The rounds before that stay as on the guide cards."
        yield Draft(plan, "More rounds", reason)


def make_larger_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft with *newcomers* in seats that were empty so far."""
    rows = _find_larger_rows(state, newcomers, state.last_round)
    if rows is None:
        return
    plan = make_whole_plan(state, rows)
    due_facts = set(map(_get_row_facts, state.due_rows))
    has_all_due_rows = due_facts <= set(map(_get_row_facts, rows))
    if has_all_due_rows:
        reason = make_phrase(
            "Late {newcomers} are in the empty places. Everyone else follows the guide cards.",
            newcomers=state.make_numbers_phrase(newcomers),
        )
        if len(newcomers) == 1:
            reason = replace(reason, template=reason.template.replace(" are in", " is in"))
        yield Draft(plan, "Fill the empty places", reason, tuple(newcomers))
        return
    # Movements of another size often begin alike, and seat others elsewhere later.
    size = f"{plan.contestants} {plan.contestant_noun}s"
    new_cards = f"The rest follows the movement for {size}, with new guide cards."
    yield Draft(plan, f"Movement for {size}", new_cards, tuple(newcomers))


def _find_larger_rows(
    state: FieldState, newcomers: Sequence[int], rounds: int
) -> list[TableRound] | None:
    """Return the rows to come of the same movement for more contestants or rounds.

    None if its earlier rounds, without the rows of *newcomers*, aren't the rows as played.
    """
    plan = state.plan
    # A movement from the registry numbers its contestants from 1 without gaps.
    numbers_present = sorted((*state.present, *newcomers))
    if state.leavers or numbers_present != list(range(1, len(numbers_present) + 1)):
        return None
    resized_plan = _resize_movement(plan, len(numbers_present), rounds)
    if resized_plan is None:
        return None
    expected_facts = set()
    for row in resized_plan.rows:
        has_no_newcomer = set(newcomers).isdisjoint(resized_plan.get_row_contestants(row))
        if row.round_no < state.from_round and has_no_newcomer:
            expected_facts.add(_get_row_facts(row))
    if expected_facts != {_get_row_facts(row) for row in state.played_rows}:
        return None
    return [row for row in resized_plan.rows if row.round_no >= state.from_round]


def _resize_movement(plan: Movement, size: int, rounds: int) -> Movement | None:
    """Return the movement of *plan* for *size* contestants and *rounds*, None if there is none."""
    try:
        spec = get_movement(plan.key)
        # Movements of large teams are made by the number of players. Teams keep their size.
        contestants = size
        if spec.team_and_player_counts[0]:
            contestants = size * plan.team_size
        resized_plan = make_plan(
            plan.key,
            rounds=rounds,
            boards_per_set=plan.boards_per_set,
            options=dict(plan.options),
            **{spec.unit: contestants},
        )
    except MovementError:
        return None
    # Plans of teams that name the players are stored with their partnerships as sides. Partnerships
    # have numbers above those of all players.
    if plan.rows[0].ns > ABOVE_PLAYERS:
        return with_partnerships(resized_plan)
    return resized_plan


def _get_row_facts(row: TableRound) -> tuple[object, ...]:
    """Return the parts of *row* that players notice."""
    contestants = row.players or (row.ns, row.ew)
    return row.round_no, row.table_no, contestants, row.board_set, frozenset(row.boards)


def make_boards_drafts(state: FieldState, boards: int) -> Iterator[Draft]:
    """Yield the draft with fewer or more boards in the rounds to come."""
    if not state.due_rows:
        return
    planned_boards = state.board_counts.get(state.from_round, state.plan.boards_per_set)
    title = f"{boards} board{'s' if boards > 1 else ''} per round"
    if boards == planned_boards:
        yield Draft(state.plan, "Keep the movement", "The rounds already have that many boards.")
    elif boards < planned_boards:
        rows = [replace(row, boards=tuple(sorted(row.boards))[:boards]) for row in state.due_rows]
        reason = f"From round {state.from_round} only the first boards of each set are played."
        boards_per_set = state.plan.boards_per_set
        if not state.played_rows:
            # No set has been used, so sets become smaller and their boards get the usual numbers.
            boards_per_set = boards
            rows = [
                replace(
                    row,
                    boards=list_board_numbers(
                        row.board_set, boards_per_set, state.plan.first_board
                    ),
                )
                for row in rows
            ]
        yield Draft(make_whole_plan(state, rows, boards_per_set=boards_per_set), title, reason)
    else:
        rows = list(_with_more_boards(state, boards))
        plan = make_whole_plan(state, rows, boards_per_set=max(boards, state.plan.boards_per_set))
        yield Draft(plan, title, _describe_more_boards(state, rows))


def _describe_more_boards(state: FieldState, rows: Iterable[TableRound]) -> str:
    """Return a sentence on the boards that are played, or on those that each set gets."""
    boards = {board for row in rows for board in row.boards}
    played_boards = {board for row in state.played_rows for board in row.boards}
    if boards.isdisjoint(played_boards):
        return f"From round {state.from_round} boards {min(boards)} to {max(boards)} are played."
    new_boards = boards - {board for row in state.plan.rows for board in row.boards}
    return (
        f"From round {state.from_round} each set has more boards, "
        f"with the numbers {min(new_boards)} to {max(new_boards)}."
    )


def _with_more_boards(state: FieldState, boards: int) -> Iterator[TableRound]:
    """Yield the rows to come with *boards* boards.

    If no set to come has been played, the sets are numbered again, after the boards played. Otherwise
    each set keeps its boards and gets more, with numbers above all others.
    """
    played_sets = {row.board_set for row in state.played_rows}
    sets = sorted({row.board_set for row in state.due_rows})
    new_boards: dict[int, tuple[int, ...]] = {}
    if played_sets.isdisjoint(sets):
        played_boards = [board for row in state.played_rows for board in row.boards]
        next_board = max(played_boards, default=state.plan.first_board - 1) + 1
        for board_set in sets:
            new_boards[board_set] = tuple(range(next_board, next_board + boards))
            next_board += boards
    else:
        highest = max(
            board for known_boards in state.boards_by_set.values() for board in known_boards
        )
        next_board = max(highest, state.plan.last_board) + 1
        for board_set in sets:
            known_boards = state.boards_by_set[board_set]
            missing_count = max(0, boards - len(known_boards))
            added_boards = range(next_board, next_board + missing_count)
            new_boards[board_set] = (*known_boards, *added_boards)[:boards]
            next_board += missing_count
    rows = [replace(row, boards=new_boards[row.board_set], shared=False) for row in state.due_rows]
    yield from mark_copies(rows)


def make_unchanged_draft(state: FieldState, title: str, reason: str) -> Draft:
    """Return the draft that changes nothing."""
    return Draft(state.plan, title, reason)


def make_left_out_draft(state: FieldState, newcomers: Sequence[int]) -> Draft:
    """Return the draft in which late contestants don't play."""
    noun = state.plan.contestant_noun
    if len(newcomers) > 1:
        noun = f"{noun}s"
    verb = "waits" if len(newcomers) == 1 else "wait"
    reason = f"The late {noun} {verb} for the next session."
    return Draft(
        state.plan, f"Leave the late {noun} out", reason, tuple(newcomers), rank=LEFT_OUT_RANK
    )


def make_player_arrival_drafts(state: FieldState, count: int) -> Iterator[Draft]:
    """Yield drafts for *count* players who have come late."""
    newcomers = state.get_next_numbers(count)
    late_players = state.make_numbers_phrase(newcomers, is_first=True)
    yield from make_larger_drafts(state, newcomers)
    if state.plan.winners == 1:  # with two winners players keep their directions
        rows = seat_idle_players(state, newcomers)
        if len(rows) > len(state.due_rows):
            title = "Play with those who sit out"
            reason = make_phrase(
                "{late} and those who sit out make another table. Everyone else follows the guide cards.",
                late=late_players,
            )
            yield Draft(make_whole_plan(state, rows), title, reason, newcomers)
    rows, unseated_rounds = seat_rovers(state, newcomers)
    if not unseated_rounds:
        play = "plays" if count == 1 else "play"
        reason = make_phrase(
            f"In each round {{late}} {play} in another seat, whose player sits out. "
            "Everyone else follows the guide cards.",
            late=state.make_numbers_phrase(newcomers),
        )
        yield Draft(make_whole_plan(state, rows), "Take a seat in turn", reason, newcomers)
    yield from make_new_seats_drafts(state, newcomers)
    yield make_left_out_draft(state, newcomers)


def make_player_departure_drafts(state: FieldState) -> Iterator[Draft]:
    """Yield drafts for the remaining rounds without the players who have left."""
    if len(state.present) < SEATS:
        return
    rows = seat_idle_players(state, ()) if state.plan.winners == 1 else list(state.due_rows)
    if rows:
        if len(rows) > len(state.due_rows):
            title = "Fill the empty seats"
            reason = "Those who sit out play at the tables that have an empty seat."
        else:
            title = "Leave the table empty"
            reason = "The others at a table with an empty seat sit out."
        yield Draft(
            make_whole_plan(state, rows), title, f"{reason} Everyone else follows the guide cards."
        )
    yield from make_new_seats_drafts(state, ())


def make_player_length_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield drafts with *rounds* rounds in all."""
    if rounds == state.last_round:
        reason = "The movement already has that many rounds."
        yield make_unchanged_draft(state, "Keep the movement", reason)
    elif rounds < state.last_round:
        yield from make_fewer_rounds_drafts(state, rounds)
    else:
        longer_drafts = list(make_longer_drafts(state, rounds))
        yield from longer_drafts
        if not longer_drafts and state.plan.winners == 1:
            yield from _make_more_rounds_drafts(state, rounds)


def _make_more_rounds_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft with rounds of the schedule after the rounds of the plan in force."""
    first_round = max(state.from_round, state.last_round + 1)
    rows = _schedule_rows(state, (), range(first_round, rounds + 1), state.due_rows)
    if rows is not None:
        plan = make_whole_plan(state, (*state.due_rows, *rows), rounds=rounds)
        yield Draft(plan, "More rounds", "The rounds before that stay as on the guide cards.")


def make_new_seats_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft with new seats for everybody, from the schedule for the new number of players."""
    # With two winners players mustn't change direction, as they do in the schedule.
    if state.plan.winners == 2:
        return
    rows = _schedule_rows(state, newcomers, state.rounds_left, ())
    if rows is None:
        return
    players = len(state.present) + len(newcomers)
    reason = f"The rest follows the schedule for {players} players, with new guide cards."
    yield Draft(make_whole_plan(state, rows), "New seats for everyone", reason, tuple(newcomers))


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
    fitted_schedule = fit_schedule(
        schedule, contestants, len(rounds), _make_played_meetings(state, due_rows)
    )
    sets_by_contestant = collect_sets_by_contestant(state.plan, (*state.played_rows, *due_rows))
    rows: list[TableRound] = []
    for round_no, schedule_round in zip(rounds, fitted_schedule.rounds, strict=True):
        round_rows: list[TableRound] = []
        for table_no, four in enumerate(tables[schedule_round], start=1):
            north, east, south, west = (fitted_schedule.get_contestant(number) for number in four)
            players: FourPlayers = (north, east, south, west)
            due_row = _find_due_row(state, round_no, table_no)
            board_set, copy_no = choose_free_set(
                state, round_rows, due_row, players, sets_by_contestant
            )
            # The first table of an additional round gets a new set, which the others then share.
            if not round_rows and due_row is None and state.has_one_set_per_round:
                board_set = state.plan.board_sets + round_no - state.last_round
            row = make_players_row(state, round_no, table_no, players, board_set, copy_no)
            round_rows.append(row)
            for player in players:
                sets_by_contestant[player].add(board_set)
        rows += round_rows
    return rows


def _find_due_row(state: FieldState, round_no: int, table_no: int) -> TableRound | None:
    """Return the row that was due at a table, because its boards are there; None without one."""
    for row in (*state.due_rows, *state.dropped_rows):
        if (row.round_no, row.table_no) == (round_no, table_no):
            return row
    return None


def _get_schedule(players: int) -> list[list[FourPlayers]]:
    """Return the tables of each round of the schedule for *players*, empty if there is none."""
    try:
        plan = make_plan(SCHEDULE_KEY, players=players)
    except MovementError:
        return []
    tables: list[list[FourPlayers]] = [[] for _round in range(plan.rounds)]
    for row in plan.rows:
        if row.players:
            tables[row.round_no - 1].append(row.players)
    return tables


def _make_played_meetings(state: FieldState, due_rows: Sequence[TableRound]) -> PlayedMeetings:
    history = MeetingHistory((*state.played_rows, *due_rows))
    last_round = state.last_round if due_rows else state.from_round - 1
    sit_outs = Counter(
        sit_out.contestant for sit_out in state.plan.sit_outs if sit_out.round_no <= last_round
    )
    return PlayedMeetings(history.partners, history.opponents, sit_outs, FREE_MEETINGS)


# In some movements of teams every round has whole matches. In others the halves of a match are played
# in different rounds: there new matches leave old ones with one half, whose boards don't count.


def make_team_arrival_drafts(state: FieldState, count: int) -> Iterator[Draft]:
    """Yield drafts for *count* teams that have come late."""
    newcomers = state.get_next_numbers(count)
    if state.plan.names_players:
        state.problems.append(
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
    """Yield drafts for the remaining rounds without the teams that have left."""
    if state.plan.names_players and not state.played_rows:
        state.problems.append(
            "Nothing has been played and this movement names the players of its teams. "
            "Choose a movement for the teams present."
        )
        return
    if state.due_rows:
        reason = (
            "The opponents of a team that has left sit out. Everyone else follows the guide cards."
        )
        yield Draft(make_whole_plan(state, state.due_rows), "Opponents sit out", reason)
    # In a round robin the opponents get points for the match that they miss, so they get no new one.
    is_fixed = ROUND_IS_A_MATCH in state.plan.guarantees or state.plan.names_players
    if len(state.present) >= 2 and not is_fixed:
        yield from make_new_matches_drafts(state, ())


def make_team_length_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield drafts with *rounds* rounds in all."""
    if rounds == state.last_round:
        reason = "The movement already has that many rounds."
        yield make_unchanged_draft(state, "Keep the movement", reason)
    elif rounds < state.last_round:
        yield from make_fewer_rounds_drafts(state, rounds)
    else:
        longer_drafts = list(make_longer_drafts(state, rounds))
        yield from longer_drafts
        if not longer_drafts and not state.plan.names_players:
            yield from _make_more_matches_drafts(state, rounds)


def _make_more_matches_drafts(state: FieldState, rounds: int) -> Iterator[Draft]:
    """Yield the draft with matches after the rounds of the plan in force."""
    first_round = max(state.from_round, state.last_round + 1)
    games = schedule_fewest_rematches(
        state, state.present, rounds + 1 - first_round, state.due_rows
    )
    rows = make_rows_of_rounds(state, first_round, games, state.due_rows)
    plan = make_whole_plan(state, (*state.due_rows, *rows), rounds=rounds)
    yield Draft(plan, "More rounds", "The rounds before that stay as on the guide cards.")


def _make_idle_teams_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft in which *newcomers* play those who sit out."""
    rows = match_idle_teams(state, newcomers)
    if len(rows) > len(state.due_rows):
        late_teams = state.make_numbers_phrase(newcomers, is_first=True)
        play = "plays" if len(newcomers) == 1 else "play"
        reason = make_phrase(
            f"{{late}} {play} whoever sits out. Everyone else follows the guide cards.",
            late=late_teams,
        )
        yield Draft(
            make_whole_plan(state, rows), "Play those who sit out", reason, tuple(newcomers)
        )


def _make_all_meet_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft in which all teams meet, with as many rounds as it takes."""
    teams = (*state.present, *newcomers)
    games = schedule_all_matches(state, teams, 2 * len(teams))
    if not games:
        return
    rounds = state.from_round + len(games) - 1
    plan = make_whole_plan(
        state, make_rows_of_rounds(state, state.from_round, games), rounds=rounds
    )
    reason = f"Nobody meets again. It takes {rounds} rounds in all."
    yield Draft(plan, "All teams meet", reason, tuple(newcomers))


def _make_final_matches_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft that finishes the movement first, then adds matches with *newcomers*."""
    teams = (*state.present, *newcomers)
    count = min(len(state.present), MAX_EXTRA_ROUNDS)
    games = schedule_fewest_rematches(state, teams, count, state.due_rows)
    rows = make_rows_of_rounds(state, state.last_round + 1, games, state.due_rows)
    plan = make_whole_plan(state, (*state.due_rows, *rows), rounds=state.last_round + count)
    reason = make_phrase(
        "The rounds to come stay as on the guide cards. Then there are {count} rounds with {late}.",
        count=count,
        late=state.make_numbers_phrase(newcomers),
    )
    yield Draft(plan, "Matches at the end", reason, tuple(newcomers))


def make_new_matches_drafts(state: FieldState, newcomers: Sequence[int]) -> Iterator[Draft]:
    """Yield the draft with new matches for everybody in the rounds to come."""
    teams = (*state.present, *newcomers)
    games = schedule_fewest_rematches(state, teams, len(state.rounds_left))
    plan = make_whole_plan(state, make_rows_of_rounds(state, state.from_round, games))
    reason = f"The rest has whole matches of {len(teams)} teams, with new guide cards."
    if not state.has_whole_matches:
        reason = f"{reason} Boards that only one half has played so far don’t count."
    yield Draft(plan, "New matches for everyone", reason, tuple(newcomers))


def replan_field(
    plan: Movement, change: Change, from_round: int, leavers: Iterable[int], time_left: TimeLeft
) -> ReplanningAnswer:
    """Return the proposals for *change* in a contest of players or teams.

    See :func:`~movements.replan.replanning.replan`.

    :raises MovementError: if the change is incomplete or can't have happened
    """
    if change.kind not in FIELD_CHANGES:
        raise make_unknown_change_error(kind=change.kind, known=", ".join(FIELD_CHANGES))
    state = FieldState(plan, from_round, leavers)
    _validate_change(state, change)
    if change.kind == "pair-leaves":
        state = state.without_leavers(change.leavers)
    return make_answer(state, change, _make_drafts(state, change), time_left)


def _validate_change(state: FieldState, change: Change) -> None:
    """Raise if *change* is incomplete or impossible."""
    needed_field_by_kind = {"pair-leaves": "pair", "rounds": "rounds", "boards-per-set": "boards"}
    needed_field = needed_field_by_kind.get(change.kind)
    if needed_field and getattr(change, needed_field) is None:
        raise make_change_incomplete_error(kind=change.kind, missing=needed_field)
    if not 1 <= state.from_round <= state.last_round + 1:
        raise make_from_round_unknown_error(round_no=state.from_round, rounds=state.last_round)
    most_arriving = MAX_ARRIVALS[state.plan.contest]
    noun = state.plan.contestant_noun
    if change.kind == "pair-arrives" and not 1 <= change.pairs <= most_arriving:
        raise MovementError(
            "contestants-coming",
            "{count} {called}s can’t come at once. Choose 1 to {most}.",
            count=change.pairs,
            called=noun,
            most=most_arriving,
        )
    begun_rounds = state.from_round - 1
    if change.rounds is not None and not max(1, begun_rounds) <= change.rounds <= MAX_ROUNDS:
        raise make_new_rounds_out_of_range_error(
            rounds=change.rounds,
            begun="1 has" if begun_rounds == 1 else f"{begun_rounds} have",
            most=MAX_ROUNDS,
        )
    if change.boards is not None and not 1 <= change.boards <= MAX_BOARDS:
        raise MovementError(
            "boards-per-round",
            "{boards} boards per round doesn’t work. Enter 1 to {most}.",
            boards=change.boards,
            most=MAX_BOARDS,
        )
    for number in change.leavers:
        if number not in state.present:
            raise MovementError(
                "no-such-contestant",
                "{Called} {number} doesn’t play from round {round_no}. The {called}s are {numbers}.",
                Called=noun.capitalize(),
                called=noun,
                number=PairNumbers((number,)),
                round_no=state.from_round,
                numbers=PairNumbers(state.present),
            )


def _make_drafts(state: FieldState, change: Change) -> Iterator[Draft]:
    is_individual = state.plan.contest == "individual"
    if change.kind == "pair-arrives":
        make_arrival_drafts = (
            make_player_arrival_drafts if is_individual else make_team_arrival_drafts
        )
        yield from make_arrival_drafts(state, change.pairs)
    elif change.kind == "pair-leaves":
        make_departure_drafts = (
            make_player_departure_drafts if is_individual else make_team_departure_drafts
        )
        yield from make_departure_drafts(state)
    elif change.kind == "rounds":
        make_length_drafts = make_player_length_drafts if is_individual else make_team_length_drafts
        yield from make_length_drafts(state, change.rounds or state.last_round)
    else:
        yield from make_boards_drafts(state, change.boards or 1)
