"""The points at which a game of euchre ends at a table, and what is said of it."""

from director.party import sentences
from director.party.models import Party
from director.party.options import party_system, settled, wants_points
from scoring import find_tie_rule

MAY_STAY = (
    sentences.MORE_THAN_ODD_TRICKS.code,
    sentences.ODD_TRICKS_OF_BOTH.code,
    sentences.BEYOND_GOAL.code,
    sentences.GOAL_OF_BOTH.code,
)
"""Why points cannot have been made, which a director may keep all the same."""


def goal_at(party: Party, table_no: int) -> int:
    """Return the points at which play ends at a table, 0 where nothing ends it or others may make it play on.

    What the evening says of a game goes before what its system says.
    """
    system = party_system(party)
    if system is None or party.game != "euchre" or not wants_points(party):
        return 0
    where, _dash, number = settled(system, party.options).get("round_ends", "").partition("-")
    if where == "head" and table_no != 1:
        return 0
    return party.goal or (int(number) if number.isdecimal() else 0)


def goal_words(party: Party) -> str:
    """Return what ends a game and what holds where the bell rings before, in sentences; empty without a goal."""
    goal = goal_at(party, 1)
    if not goal:
        return ""
    plays = {
        "head": f"Table 1 plays to {goal} points and rings.",
        "any": f"The first table with {goal} points rings.",
    }.get(party.bell, f"A game is played to {goal} points.")
    rule = find_tie_rule(party.tie_rule).name
    level = f"{rule[:1].lower()}{rule[1:]}"
    return f"{plays} When the bell rings before, the side that is ahead has won; where both have as many: {level}."


def below_goal(party: Party, table_no: int, points: list[int]) -> str:
    """Return what is to be looked at where nobody has the points that end a game; empty where all is well."""
    goal = goal_at(party, table_no)
    if not goal or party.bell == "any" or not points or max(points) >= goal:
        return ""
    return f"Nobody has {goal} points, which end the game: right only if the bell rang before."
