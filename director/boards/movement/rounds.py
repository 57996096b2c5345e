"""Rounds of a section: planned, still to be drawn, or left out after a withdrawal.

Contests that are drawn round by round have in their stored plan only the rounds
drawn so far. Options of the plan say how many are planned and who has withdrawn.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from director.boards.movement.formats import PLANNED, get_format
from director.core.night.clock import ClockFace, make_clock_face
from director.models import Plan, Session
from movements.layout import (
    with_first_board,
    with_rounds_from_first_board,
    with_running_boards,
)
from movements.model import Movement

WITHDRAWN = "withdrawn"
"""The option of a plan with the contestants who don't play from its last round on: "2 7".

In a round robin it has the round from which each doesn't play: "2:4 7:5".
"""
WITHDRAWN_BEFORE = "withdrawn_before"
"""The option of a round robin with earlier withdrawals, before its movement was changed: "2:4"."""
CANCELLED = "unplayed"
"""The option of a round robin with its cancelled matches: round, table, N-S and E-W team."""
CANCELLED_ELSEWHERE = "unplaced"
"""Cancelled matches whose round and table now belong to another match.

This happens if the movement is changed to fewer rounds.
"""

EACH_ROUND = "each_round"
"""The option of a plan in which every round begins at the first board: "yes"."""


class CancelledMatch(NamedTuple):
    """A table of a match that isn't played because a team has withdrawn."""

    round_no: int
    table_no: int
    ns: int
    ew: int


def begins_each_round(plan: Plan | Movement) -> bool:
    """Return whether every round of *plan* begins at the first board."""
    return dict(plan.options).get(EACH_ROUND) == "yes"


def with_board_numbers(movement: Movement, first_board: int, *, is_each_round: bool) -> Movement:
    """Return *movement* with its boards numbered from *first_board* on, perhaps in each round."""
    options = tuple(option for option in movement.options if option[0] != EACH_ROUND)
    if begins_each_round(movement):
        movement = with_running_boards(movement)
    movement = with_first_board(replace(movement, options=options), first_board)
    if not is_each_round:
        return movement
    return begin_each_round(replace(movement, options=(*options, (EACH_ROUND, "yes"))))


def begin_each_round(movement: Movement) -> Movement:
    """Return *movement* with every round at the first board, if its options say so."""
    if begins_each_round(movement):
        return with_rounds_from_first_board(movement)
    return movement


def count_planned_rounds(plan: Plan | Movement) -> int:
    """Return the number of rounds planned for a drawn contest, or 0 if it isn't drawn."""
    return int(dict(plan.options).get(PLANNED, "0"))


def get_withdrawals_by_contestant(plan: Plan | Movement) -> dict[int, int]:
    """Return the first missed round of each contestant who has withdrawn, in order of withdrawal."""
    round_by_contestant = {}
    for withdrawal_text in dict(plan.options).get(WITHDRAWN, "").split():
        contestant, _separator, round_no = withdrawal_text.partition(":")
        round_by_contestant[int(contestant)] = int(round_no or plan.rounds)
    return round_by_contestant


def fetch_late_contestants(plan: Plan | Movement) -> set[int]:
    """Return the contestants of a drawn contest who haven't come yet.

    They are absent from the last round and haven't played at all. Absent contestants who have played
    have withdrawn.
    """
    if not get_format(plan).is_drawn:
        return set()
    absent_numbers = set(get_withdrawals_by_contestant(plan))
    # Without absences the query for the rows is spared.
    if not absent_numbers:
        return absent_numbers
    rows = plan.rows.all() if isinstance(plan, Plan) else plan.rows
    for row in rows:
        absent_numbers -= {row.ns, row.ew}
    return absent_numbers


def describe_absences(plan: Plan | Movement) -> dict[int, str]:
    """Return "withdrawn" or "not here yet" for each absent contestant."""
    late_numbers = fetch_late_contestants(plan)
    return {
        number: "not here yet" if number in late_numbers else "withdrawn"
        for number in get_withdrawals_by_contestant(plan)
    }


def with_previous_withdrawals(previous: Movement, movement: Movement, from_round: int) -> Movement:
    """Return *movement* with the withdrawals of *previous*, which it replaces from *from_round* on.

    A cancelled match

    * stays at its table if its round is over, or if nobody plays there instead,
    * otherwise stays without a table if both movements have the same matches, as in fewer rounds,
    * otherwise is no longer due.
    """
    withdrawals = dict(previous.options).get(WITHDRAWN, "")
    if not withdrawals:
        return movement
    playing_teams = {(row.round_no, team) for row in movement.rows for team in (row.ns, row.ew)}
    has_same_matches = _count_meetings_by_couple(previous) == _count_meetings_by_couple(movement)
    matches_at_tables: list[CancelledMatch] = []
    matches_elsewhere = _read_matches(previous, CANCELLED_ELSEWHERE)
    for match in list_cancelled_matches_at_tables(previous):
        match_teams = {(match.round_no, match.ns), (match.round_no, match.ew)}
        is_replaced = not playing_teams.isdisjoint(match_teams)
        keeps_table = match.round_no <= movement.rounds and not is_replaced
        if match.round_no < from_round or keeps_table:
            matches_at_tables.append(match)
        elif has_same_matches:
            matches_elsewhere.append(match)
    options = [
        (name, value)
        for name, value in movement.options
        if name not in (WITHDRAWN, WITHDRAWN_BEFORE, CANCELLED, CANCELLED_ELSEWHERE)
    ]
    options += [(WITHDRAWN, withdrawals), (WITHDRAWN_BEFORE, withdrawals)]
    options.append((CANCELLED, format_matches(matches_at_tables)))
    if matches_elsewhere:
        options.append((CANCELLED_ELSEWHERE, format_matches(matches_elsewhere)))
    return replace(movement, options=tuple(options))


def _count_meetings_by_couple(movement: Movement) -> Counter[frozenset[int]]:
    """Return the number of tables that each two teams of *movement* share."""
    return Counter(frozenset((row.ns, row.ew)) for row in movement.rows)


def list_cancelled_matches_at_tables(plan: Plan | Movement) -> list[CancelledMatch]:
    """Return the cancelled matches of a round robin whose tables stay empty."""
    return _read_matches(plan, CANCELLED)


def list_cancelled_matches(plan: Plan | Movement) -> list[CancelledMatch]:
    """Return all cancelled matches of a round robin, with the rounds of the first movement."""
    return [*_read_matches(plan, CANCELLED), *_read_matches(plan, CANCELLED_ELSEWHERE)]


def format_matches(matches: Iterable[CancelledMatch]) -> str:
    """Return cancelled *matches* as the value of an option.

    >>> format_matches([CancelledMatch(4, 3, 2, 7), CancelledMatch(4, 4, 7, 2)])
    '4:3:2:7 4:4:7:2'
    """
    return " ".join(":".join(map(str, match)) for match in matches)


def _read_matches(plan: Plan | Movement, option: str) -> list[CancelledMatch]:
    match_texts = dict(plan.options).get(option, "").split()
    return [CancelledMatch(*map(int, text.split(":"))) for text in match_texts]


def count_rounds_to_draw(plan: Plan | Movement) -> int:
    """Return the number of rounds still to be drawn, or 0 if the contest isn't drawn."""
    return max(0, count_planned_rounds(plan) - plan.rounds)


def get_round_to_draw(plan: Plan | Movement | None, *, is_complete: bool) -> int:
    """Return the round to draw now, or 0.

    A round is drawn from the standings, so all results that they count must be entered
    (*is_complete*).
    """
    if plan and is_complete and count_rounds_to_draw(plan):
        return plan.rounds + 1
    return 0


def count_expected_rounds(plan: Plan | Movement) -> int:
    """Return the number of rounds of the whole contest, including those to be drawn."""
    return plan.rounds + count_rounds_to_draw(plan)


def count_rounds(plans: Iterable[Plan]) -> int:
    """Return the number of rounds of the longest of *plans*, or 0."""
    return max(map(count_expected_rounds, plans), default=0)


def make_round_clock(
    session: Session, rounds: int, plans: Iterable[Plan], *, has_results: bool = False
) -> ClockFace:
    """Return the clock of *plans* with *rounds* rounds, and its warning near the end of a round.

    *has_results* is whether the current round has a result.
    """
    # The warning saves time by leaving out the last board, so a round needs several.
    has_several_boards = any(plan.boards_per_set > 1 for plan in plans)
    clock = make_clock_face(
        session, rounds, has_warning=has_several_boards, has_results=has_results
    )
    warning = "Last board: don’t start a new one." if clock.is_near_end else ""
    return replace(clock, title=f"Round {clock.round_no} of {rounds}", urgent_message=warning)
