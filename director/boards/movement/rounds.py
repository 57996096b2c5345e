"""How many rounds a section is to play: those of its movement, or those meant where rounds are drawn on the way."""

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
    """Return whether the rounds of a movement are drawn one after the other, from what has happened."""
    return key == KNOCK_OUT or any(key == system.key for system in SWISS_SYSTEMS)


def are_knockouts(plans: Iterable[Plan]) -> bool:
    """Return whether all of *plans* are knock-outs, so that places are by how far everybody came; not of none."""
    keys = {plan.key for plan in plans}
    return keys == {KNOCK_OUT}


def is_by_round(plan: Plan | Movement) -> bool:
    """Return whether each round of *plan* is a match of its own, so that two who meet twice play two matches."""
    return is_drawn(plan.key) or ROUND_IS_A_MATCH in plan.guarantees


def rounds_planned(plan: Plan | Movement) -> int:
    """Return how many rounds were meant when the contest of *plan* began; 0 where all are known from the start."""
    return int(dict(plan.options).get(PLANNED, "0")) if is_drawn(plan.key) else 0


def is_round_robin(plan: Plan | Movement) -> bool:
    """Return whether everybody meets everybody in *plan*, each round a match of its own."""
    return ROUND_IS_A_MATCH in plan.guarantees and not is_drawn(plan.key)


def withdrawn(plan: Plan | Movement) -> dict[int, int]:
    """Return who plays no more, and from which round on, until that is undone; the first to leave first."""
    teams = (word.partition(":") for word in dict(plan.options).get(WITHDRAWN, "").split())
    return {int(team): int(round_no or plan.rounds) for team, _colon, round_no in teams}


def not_arrived(plan: Plan | Movement) -> set[int]:
    """Return who does not play in the last round of a drawn contest, and has played in none before.

    They are late: a contestant that is there no more has played.
    """
    away = set(withdrawn(plan)) if is_drawn(plan.key) else set()
    rows = () if not away else plan.rows.all() if isinstance(plan, Plan) else plan.rows
    return away.difference(*({row.ns, row.ew} for row in rows))


def absence_words(plan: Plan | Movement) -> dict[int, str]:
    """Return of everybody who plays no more, or not yet, which of the two it is."""
    late = not_arrived(plan)
    return {number: "not here yet" if number in late else "withdrawn" for number in withdrawn(plan)}


def unplayed(plan: Plan | Movement) -> list[tuple[int, int, int, int]]:
    """Return what is not played in a round robin since a team withdrew: round, table, N-S and E-W team."""
    matches = (map(int, word.split(":")) for word in dict(plan.options).get(UNPLAYED, "").split())
    return [(round_no, table_no, ns, ew) for round_no, table_no, ns, ew in matches]


def standings_after(plan: Plan | Movement) -> int:
    """Return after which round the standings counted by which the last round of *plan* was drawn."""
    return int(dict(plan.options).get(AFTER, plan.rounds - 1))


def rounds_to_draw(plan: Plan | Movement) -> int:
    """Return how many of the rounds that were meant are still to be drawn; 0 where all are known from the start."""
    return max(0, rounds_planned(plan) - plan.rounds)


def rounds_expected(plan: Plan | Movement) -> int:
    """Return how many rounds are to be played: those of *plan* and those still to be drawn."""
    return plan.rounds + rounds_to_draw(plan)


def rounds_of(plans: Iterable[Plan]) -> int:
    """Return how many rounds the one clock of *plans* goes through: those of the longest, 0 without any."""
    return max(map(rounds_expected, plans), default=0)


def round_clock(session: Session, rounds: int, plans: Iterable[Plan]) -> ClockFace:
    """Return the one clock of *plans*, so many *rounds*, with a warning where rounds have several boards."""
    clock = clock_face(session, rounds, warns=any(plan.boards_per_set > 1 for plan in plans))
    strong = "Last board: don’t start a new one." if clock.is_near_end else ""
    return replace(clock, title=f"Round {clock.round_no} of {rounds}", strong=strong)
