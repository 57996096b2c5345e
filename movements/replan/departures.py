"""Drafts for pairs that leave, and for tables that close.

Pairs whose opponents have left are *unopposed*. They sit out, or play each other if there are boards
that neither has seen. :func:`make_compact_drafts` searches new seats for everyone instead.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from movements.layout import Meeting
from movements.model import (
    PairNo,
    SitOut,
    TableRound,
)
from movements.partnerships import make_couple
from movements.replan.records import (
    Change,
    Draft,
    PairPhrase,
    join_phrases_with_and,
    lower_first_letter,
    make_pairs_phrase,
    make_phrase,
)
from movements.replan.routes import (
    Newcomer,
    embed_movement,
    follow_route,
    iter_routes,
    make_related_plans,
)
from movements.replan.seat_search import STEPS, SearchGoal, search
from movements.replan.state import PlayState, make_full_plan, make_meeting

FEWER_STEPS = 25_000
"""Steps of a second search, which allows rematches."""
MAX_REMATCHES = 6
"""Rematches allowed if everyone gets new seats."""

MAX_UNOPPOSED_PAIRS = 8
"""Pairs without opponents in a round for which all combinations are tried, at most 764."""


@dataclass(frozen=True, slots=True)
class PairWithoutOpponents:
    """A pair without opponents in a round, and its sit-out unless opponents are found."""

    pair: PairNo
    sit_out: SitOut


def make_departure_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts for pairs that have left, which *state* already counts as gone."""
    yield from _make_drafts_without_leavers(state, state.due_rows, change.leavers)
    yield from make_compact_drafts(state)
    for related_plan in make_related_plans(state, len(state.present), [state.last_round]):
        plan = embed_movement(state, related_plan)
        if plan is not None:
            yield Draft(
                plan,
                f"{related_plan.name} for those who stay",
                "So far the two movements are the same.",
                leavers=state.leavers,
            )


def _make_drafts_without_leavers(
    state: PlayState,
    remaining_rows: Sequence[TableRound],
    leavers: Sequence[int],
    closed_table: int | None = None,
) -> Iterator[Draft]:
    unopposed = collect_unopposed_by_round(state, remaining_rows, closed_table)
    meetings = [
        meeting
        for meeting in match_unopposed_pairs(state, remaining_rows, unopposed)
        if meeting.table_no != closed_table
    ]
    _add_unopposed_problems(state, unopposed, meetings)
    sit_outs = list_sit_outs(unopposed)
    if meetings:
        plan = make_full_plan(
            state, [*map(make_meeting, remaining_rows), *meetings], sit_outs=sit_outs
        )
        reason = make_phrase(
            "Pairs without opponents play each other where boards allow: {meetings}.",
            meetings=join_phrases_with_and([_make_meeting_phrase(meeting) for meeting in meetings]),
        )
        yield Draft(plan, "Pairs without opponents meet", reason, leavers=state.leavers)
    plan = make_full_plan(state, map(make_meeting, remaining_rows), sit_outs=sit_outs)
    reason = make_phrase(
        "Everyone else follows the guide cards. Pairs due to meet {who} sit out.",
        who=make_pairs_phrase(leavers),
    )
    yield Draft(plan, "Their opponents sit out", reason, leavers=state.leavers)


def _make_meeting_phrase(meeting: Meeting) -> PairPhrase:
    pairs = make_pairs_phrase([meeting.ns, meeting.ew])
    return make_phrase("{pairs} in round {round_no}", pairs=pairs, round_no=meeting.round_no)


def _add_unopposed_problems(
    state: PlayState,
    unopposed_by_round: dict[int, list[PairWithoutOpponents]],
    meetings: Sequence[Meeting],
) -> None:
    """Note why pairs without opponents can't meet, for the first such round."""
    if len(state.present) < 2:
        return
    matched_pairs = set()
    for meeting in meetings:
        matched_pairs |= {(meeting.round_no, meeting.ns), (meeting.round_no, meeting.ew)}
    for round_no, unopposed_pairs in sorted(unopposed_by_round.items()):
        pairs = sorted(
            entry.pair for entry in unopposed_pairs if (round_no, entry.pair) not in matched_pairs
        )
        if len(pairs) == 1:
            state.problems.append("With an odd number of pairs, one sits out in every round.")
        if len(pairs) == 2:
            state.problems.append(
                make_phrase(
                    "In round {round_no} {pairs} have no opponents, but can’t play each other: {why_apart}.",
                    round_no=round_no,
                    pairs=make_pairs_phrase(pairs),
                    why_apart=_explain_apart(state, *pairs),
                )
            )
        if pairs:
            return


def _explain_apart(state: PlayState, first: int, second: int) -> str:
    if not can_oppose(state, first, second):
        return "both play in the same direction"
    unseen_sets = (
        set(range(1, state.plan.board_sets + 1)) - state.seen_sets[first] - state.seen_sets[second]
    )
    if unseen_sets:
        boards = "the boards that neither has played are in use"
    else:
        boards = "no board set is new to both"
    if make_couple(first, second) in state.meeting_counts:
        return f"they have met before and {boards}"
    return boards


def collect_unopposed_by_round(
    state: PlayState, remaining_rows: Iterable[TableRound], closed_table: int | None = None
) -> dict[int, list[PairWithoutOpponents]]:
    """Return the pairs without opponents by round: opponents of leavers, and pairs due to sit out.

    *remaining_rows* are the rows that are played. Nobody sits out at the *closed_table*.
    """
    playing = {(row.round_no, pair) for row in remaining_rows for pair in (row.ns, row.ew)}
    unopposed_by_round: defaultdict[int, list[PairWithoutOpponents]] = defaultdict(list)
    for row in state.due_rows:
        for pair in (row.ns, row.ew):
            if pair in state.present and (row.round_no, pair) not in playing:
                table_no = None if row.table_no == closed_table else row.table_no
                sit_out = SitOut(
                    row.round_no,
                    pair,
                    table_no=table_no,
                    board_set=row.board_set,
                    copy_no=row.copy_no,
                )
                unopposed_by_round[row.round_no].append(PairWithoutOpponents(pair, sit_out))
    for sit_out in state.due_sit_outs:
        if sit_out.contestant in state.present:
            is_at_closed_table = sit_out.table_no == closed_table
            pair_sit_out = replace(sit_out, table_no=None) if is_at_closed_table else sit_out
            unopposed_by_round[sit_out.round_no].append(
                PairWithoutOpponents(sit_out.contestant, pair_sit_out)
            )
    return unopposed_by_round


def list_sit_outs(unopposed_by_round: dict[int, list[PairWithoutOpponents]]) -> list[SitOut]:
    """Return the sit-outs of all pairs without opponents."""
    return [
        entry.sit_out
        for unopposed_pairs in unopposed_by_round.values()
        for entry in unopposed_pairs
    ]


def match_unopposed_pairs(
    state: PlayState,
    remaining_rows: Sequence[TableRound],
    unopposed_by_round: dict[int, list[PairWithoutOpponents]],
) -> Iterator[Meeting]:
    """Yield meetings of pairs without opponents, as many as possible in each round."""
    seen_sets_by_pair = {pair: set(state.seen_sets[pair]) for pair in state.present}
    met_couples = set(state.meeting_counts)
    # What is due later counts too: a meeting now mustn't spoil it.
    for row in remaining_rows:
        met_couples.add(make_couple(row.ns, row.ew))
        for pair in (row.ns, row.ew):
            seen_sets_by_pair[pair].add(row.board_set)
    for round_no in sorted(unopposed_by_round):
        rows = [row for row in remaining_rows if row.round_no == round_no]
        used_sets = {row.board_set for row in rows}
        tables = {row.table_no for row in rows}
        # Sets that are at the tables of these pairs needn't be carried, so they come first.
        sets = [
            entry.sit_out.board_set
            for entry in unopposed_by_round[round_no]
            if entry.sit_out.board_set
        ]
        sets += [number for number in range(1, state.plan.board_sets + 1) if number not in sets]
        free_sets = [number for number in sets if number not in used_sets]
        for first, second, board_set in _choose_best_meetings(
            state,
            unopposed_by_round[round_no][:MAX_UNOPPOSED_PAIRS],
            free_sets,
            seen_sets_by_pair,
            met_couples,
        ):
            table_no = _find_free_table(state, (first, second), tables)
            if table_no is None:
                continue
            tables.add(table_no)
            ns, ew = _choose_sides(state, first.pair, second.pair)
            met_couples.add(make_couple(ns, ew))
            seen_sets_by_pair[ns].add(board_set)
            seen_sets_by_pair[ew].add(board_set)
            yield Meeting(round_no, table_no, ns=ns, ew=ew, board_set=board_set)


def _choose_best_meetings(
    state: PlayState,
    unopposed_pairs: Sequence[PairWithoutOpponents],
    sets: Sequence[int],
    seen_sets_by_pair: dict[int, set[int]],
    met_couples: set[tuple[int, int]],
) -> list[tuple[PairWithoutOpponents, PairWithoutOpponents, int]]:
    """Return as many meetings of *unopposed_pairs* as possible, each with a set new to both."""
    if len(unopposed_pairs) < 2:
        return []
    first, *others = unopposed_pairs
    # The best without the first pair, then with each opponent of the first pair.
    best_meetings = _choose_best_meetings(state, others, sets, seen_sets_by_pair, met_couples)
    for second in others:
        is_rematch = make_couple(first.pair, second.pair) in met_couples
        if is_rematch or not can_oppose(state, first.pair, second.pair):
            continue
        seen_sets = seen_sets_by_pair[first.pair] | seen_sets_by_pair[second.pair]
        board_set = next((number for number in sets if number not in seen_sets), None)
        if board_set is None:
            continue
        remaining = [entry for entry in others if entry is not second]
        remaining_sets = [number for number in sets if number != board_set]
        meetings = _choose_best_meetings(
            state, remaining, remaining_sets, seen_sets_by_pair, met_couples
        )
        if len(meetings) + 1 > len(best_meetings):
            best_meetings = [(first, second, board_set), *meetings]
    return best_meetings


def can_oppose(state: PlayState, first: int, second: int) -> bool:
    """Return whether two pairs may meet: with two winners only if they are on different lines."""
    return state.ns_and_ew_pairs is None or (first in state.ns_and_ew_pairs[0]) != (
        second in state.ns_and_ew_pairs[0]
    )


def _choose_sides(state: PlayState, first: int, second: int) -> tuple[int, int]:
    if state.ns_and_ew_pairs and second in state.ns_and_ew_pairs[0]:
        return (second, first)
    return (first, second)


def _find_free_table(
    state: PlayState, unopposed_pairs: Sequence[PairWithoutOpponents], used_tables: set[int]
) -> int | None:
    """Return a table of one of the *unopposed_pairs* if it is free, else any free table."""
    planned_tables = [entry.sit_out.table_no for entry in unopposed_pairs]
    candidates = [table_no for table_no in planned_tables if table_no is not None]
    candidates += range(1, state.plan.tables + 1)
    for table_no in candidates:
        if table_no not in used_tables:
            return table_no
    return None


def make_compact_drafts(state: PlayState, tables: Sequence[int] | None = None) -> Iterator[Draft]:
    """Yield a draft with new seats for everyone, in which as many tables as possible are full."""
    ns = state.ns_and_ew_pairs[0] if state.ns_and_ew_pairs else None
    usable_tables = tables or sorted({row.table_no for row in state.due_rows})
    full_tables = len(state.present) // 2
    if ns is not None:
        ns_count = sum(pair in ns for pair in state.present)
        full_tables = min(ns_count, len(state.present) - ns_count)
    goal = SearchGoal(
        rounds=tuple(range(state.from_round, state.last_round + 1)),
        sets=tuple(range(1, state.plan.board_sets + 1)),
        tables=tuple(usable_tables[:full_tables]),
        pairs=state.present,
        ns=ns,
    )
    title = "New seats for everyone"
    meetings = search(state, goal, STEPS).meetings
    if meetings is None:
        title = "Some pairs meet again"
        goal = replace(goal, rematches=MAX_REMATCHES)
        meetings = search(state, goal, FEWER_STEPS).meetings
    if meetings is not None:
        reason = (
            f"Everyone gets new seats from round {state.from_round}, at {full_tables} tables. "
            "Nobody repeats boards or opponents."
        )
        yield Draft(make_full_plan(state, meetings, notes=()), title, reason, leavers=state.leavers)


def make_closing_drafts(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts for a table that closes."""
    table_no = change.table or 0
    if change.leave is not True:
        yield from _make_drafts_with_pairs(state, table_no)
    if change.leave is not False:
        yield from _make_drafts_without_pairs(state, change)


def _make_drafts_with_pairs(state: PlayState, table_no: int) -> Iterator[Draft]:
    """Yield drafts in which the table closes and its pairs stay."""
    remaining_rows = [row for row in state.due_rows if row.table_no != table_no]
    lost_rows = [row for row in state.due_rows if row.table_no == table_no]
    sit_outs = [SitOut(row.round_no, pair) for row in lost_rows for pair in (row.ns, row.ew)]
    sit_outs += [
        SitOut(sit_out.round_no, sit_out.contestant)
        for sit_out in state.due_sit_outs
        if sit_out.table_no == table_no
    ]
    moved_rows = list(_move_to_free_tables(state, remaining_rows, lost_rows))
    meetings = map(make_meeting, [*remaining_rows, *moved_rows])
    plan = make_full_plan(state, meetings, sit_outs=sit_outs)
    if len(moved_rows) == len(lost_rows):
        yield Draft(plan, "Play at a free table", "Another table is empty instead.")
        return
    yield Draft(
        plan, f"Pairs due at table {table_no} sit out", "Everyone else follows the guide cards."
    )
    tables = sorted({row.table_no for row in state.due_rows} - {table_no})
    yield from make_compact_drafts(state, tables)
    # A N-S pair that stays at the table would sit out every round.
    stationary_pairs = {row.ns for row in lost_rows}
    if len(stationary_pairs) == 1:
        yield from _make_drafts_with_rover(state, remaining_rows, sit_outs, min(stationary_pairs))


def _move_to_free_tables(
    state: PlayState, remaining_rows: Sequence[TableRound], lost_rows: Sequence[TableRound]
) -> Iterator[TableRound]:
    for row in lost_rows:
        used_tables = {
            other_row.table_no for other_row in remaining_rows if other_row.round_no == row.round_no
        }
        for table_no in range(1, state.plan.tables + 1):
            if table_no != row.table_no and table_no not in used_tables:
                yield replace(row, table_no=table_no)
                break


def _make_drafts_with_rover(
    state: PlayState, remaining_rows: Sequence[TableRound], sit_outs: Sequence[SitOut], pair: int
) -> Iterator[Draft]:
    """Yield the draft in which *pair*, which has lost its table, takes the seats of others."""
    rounds = [
        [row for row in remaining_rows if row.round_no == round_no]
        for round_no in range(state.from_round, state.last_round + 1)
    ]
    previous_opponents = set()
    for pairs in state.meeting_counts:
        if pair in pairs:
            previous_opponents |= set(pairs) - {pair}
    # Pairs that have a sit-out anyway don't make room for the rover.
    protected_pairs = state.protected_pairs | {
        sit_out.contestant for sit_out in state.plan.sit_outs
    }
    rover = Newcomer(
        state.seen_sets[pair], frozenset(previous_opponents), protected_pairs, sides=("NS",)
    )
    tables = {(row.round_no, row.table_no) for row in remaining_rows}
    for rest_count in (0, 1, 2):
        route = next(iter_routes(rounds, rover, rest_count), None)
        if route is None:
            continue
        meetings = [
            meeting
            for meeting in follow_route(state, route, pair)
            if (meeting.round_no, meeting.table_no) in tables
        ]
        plan = make_full_plan(state, meetings, sit_outs=sit_outs)
        rover_name = make_pairs_phrase([pair], is_first=True)
        reason = make_phrase(
            "{rover} becomes the rover, so that sit-outs change.", rover=rover_name
        )
        yield Draft(plan, make_phrase("{rover} becomes the rover", rover=rover_name), reason)
        return


def _make_drafts_without_pairs(state: PlayState, change: Change) -> Iterator[Draft]:
    """Yield drafts in which the table closes and its two pairs leave."""
    table_no = change.table or 0
    # The pairs that played there last, or before round 1 those that are due there first.
    rows = [
        row
        for row in state.played_rows
        if row.table_no == table_no and row.round_no == state.from_round - 1
    ]
    if not rows:
        rows = [row for row in state.due_rows if row.table_no == table_no][:1]
    leavers = sorted({pair for row in rows for pair in (row.ns, row.ew)} & set(state.present))
    if not leavers:
        return
    state_without_leavers = state.with_changes(leavers=leavers)
    other_rows = [row for row in state_without_leavers.due_rows if row.table_no != table_no]
    lost_rows = [row for row in state_without_leavers.due_rows if row.table_no == table_no]
    moved_rows = _move_to_free_tables(state_without_leavers, other_rows, lost_rows)
    tables = sorted({row.table_no for row in state.due_rows} - {table_no})
    drafts = [
        *_make_drafts_without_leavers(
            state_without_leavers, [*other_rows, *moved_rows], leavers, closed_table=table_no
        ),
        *make_compact_drafts(state_without_leavers, tables),
    ]
    leavers_phrase = make_pairs_phrase(leavers, is_first=True)
    for draft in drafts:
        title = make_phrase(
            "{who} leave: {what}", who=leavers_phrase, what=lower_first_letter(draft.title)
        )
        # If it isn't known whether they leave, these come after the drafts in which they stay.
        rank = int(change.leave is None)
        yield Draft(draft.plan, title, draft.reason, leavers=frozenset(leavers), rank=rank)
