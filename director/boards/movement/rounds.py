"""How many rounds a section plays, planned or to be drawn."""

from collections.abc import Iterable
from dataclasses import replace

from director.core.night.clock.read import ClockFace, clock_face
from director.models import Plan, Session
from movements import KNOCK_OUT, ROUND_IS_A_MATCH, SWISS_SYSTEMS, Movement

PLANNED = "planned_rounds"
"""The option of a plan that says how many rounds are meant to be drawn."""

WITHDRAWN = "withdrawn"
"""The option of a plan that says who does not play in its last round, nor in those still to be drawn: "2 7".

In a round robin it says from which round on: "2:4 7:5".
"""
UNPLAYED = "unplayed"
"""The option of a round robin that says what is not played, as a team has withdrawn: round, table, N-S and E-W team."""

AFTER = "standings_after"
"""The option of a plan that says after which round the standings counted by which its last one was drawn."""


def is_drawn(key: str) -> bool:
    """Return whether the rounds of a movement are drawn one after the other."""
    return key == KNOCK_OUT or any(key == system.key for system in SWISS_SYSTEMS)


def are_knockouts(plans: Iterable[Plan]) -> bool:
    """Return whether all of *plans*, at least one, are knock-outs."""
    keys = {plan.key for plan in plans}
    return keys == {KNOCK_OUT}


def is_by_round(plan: Plan | Movement) -> bool:
    """Return whether each round of *plan* is a match, even between the same two."""
    return is_drawn(plan.key) or ROUND_IS_A_MATCH in plan.guarantees


def rounds_planned(plan: Plan | Movement) -> int:
    """Return how many rounds a drawn contest was meant to have, or 0 if it isn't drawn."""
    if is_drawn(plan.key):
        return int(dict(plan.options).get(PLANNED, "0"))
    return 0


def is_round_robin(plan: Plan | Movement) -> bool:
    """Return whether everybody meets everybody in *plan*, each round a match of its own."""
    return ROUND_IS_A_MATCH in plan.guarantees and not is_drawn(plan.key)


def withdrawn(plan: Plan | Movement) -> dict[int, int]:
    """Return who has withdrawn and from which round on, the first to leave first."""
    teams = (word.partition(":") for word in dict(plan.options).get(WITHDRAWN, "").split())
    return {int(team): int(round_no or plan.rounds) for team, _colon, round_no in teams}


def not_arrived(plan: Plan | Movement) -> set[int]:
    """Return who has not played yet and isn't in the last round of a drawn contest.

    They are late: a contestant that is there no more has played.
    """
    away = set(withdrawn(plan)) if is_drawn(plan.key) else set()
    rows = () if not away else plan.rows.all() if isinstance(plan, Plan) else plan.rows
    return away.difference(*({row.ns, row.ew} for row in rows))


def absence_words(plan: Plan | Movement) -> dict[int, str]:
    """Return for everybody absent whether they withdrew or haven't come yet."""
    late = not_arrived(plan)
    return {number: "not here yet" if number in late else "withdrawn" for number in withdrawn(plan)}


def unplayed_matches(plan: Plan | Movement) -> list[tuple[int, int, int, int]]:
    """Return what a round robin leaves out after a withdrawal: round, table and both teams."""
    matches = (map(int, word.split(":")) for word in dict(plan.options).get(UNPLAYED, "").split())
    return [(round_no, table_no, ns, ew) for round_no, table_no, ns, ew in matches]


def standings_after(plan: Plan | Movement) -> int:
    """Return the round whose standings the last draw of *plan* used."""
    return int(dict(plan.options).get(AFTER, plan.rounds - 1))


def rounds_to_draw(plan: Plan | Movement) -> int:
    """Return how many rounds are still to be drawn, or 0 if the contest isn't drawn."""
    return max(0, rounds_planned(plan) - plan.rounds)


def round_ready_to_draw(plan: Plan | Movement | None, *, is_complete: bool) -> int:
    """Return the round to draw now, or 0.

    A round is drawn from the standings, so all rounds before it must be entered (*is_complete*).
    """
    if plan and is_complete and rounds_to_draw(plan):
        return plan.rounds + 1
    return 0


def rounds_expected(plan: Plan | Movement) -> int:
    """Return how many rounds will be played, including those to be drawn."""
    return plan.rounds + rounds_to_draw(plan)


def rounds_of(plans: Iterable[Plan]) -> int:
    """Return the number of rounds of the longest of *plans*, or 0."""
    return max(map(rounds_expected, plans), default=0)


def round_clock(session: Session, rounds: int, plans: Iterable[Plan]) -> ClockFace:
    """Return the clock of *plans* with *rounds* rounds, and a warning for unequal boards."""
    clock = clock_face(session, rounds, warns=any(plan.boards_per_set > 1 for plan in plans))
    strong = "Last board: don’t start a new one." if clock.is_near_end else ""
    return replace(clock, title=f"Round {clock.round_no} of {rounds}", strong=strong)
