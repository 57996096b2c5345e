"""Limits of a custom movement, whether it is typed, imported or saved in the library."""

from director.boards.contests import CONTESTS
from director.errors import DeskError
from movements.model import Movement, team_of

MAX_COUNTS = {
    "pairs": 200,
    "players": 200,
    "teams": 100,
    "tables": 100,
    "rounds": 200,
    "board sets": 200,
}
MAX_LENGTHS = {"name": 120, "key": 40, "source": 300}


def refuse_unplayable(plan: Movement) -> None:
    """Raise unless a section can store and play the faultless *plan*.

    :raises DeskError: if it has too many contestants, tables, rounds or board sets, a text that is
        too long, or teams whose players aren't numbered team by team
    """
    counts = {
        f"{plan.called}s": plan.contestants,
        "tables": plan.tables,
        "rounds": plan.rounds,
        "board sets": plan.board_sets,
    }
    for counted_things, count in counts.items():
        max_count = MAX_COUNTS[counted_things]
        if count > max_count:
            raise DeskError(
                "movement-too-large",
                "The movement has {count} {what}. The limit for a section is {most}.",
                count=count,
                what=counted_things,
                most=max_count,
            )
    for field, max_length in MAX_LENGTHS.items():
        if len(getattr(plan, field)) > max_length:
            raise DeskError(
                "movement-words-too-long",
                "The movement’s {what} is longer than {most} characters. Shorten it.",
                what=field,
                most=max_length,
            )
    is_of_players = any(row.players for row in plan.rows)
    if CONTESTS[plan.contest].has_halves and is_of_players and not _are_numbered_by_team(plan):
        raise DeskError(
            "movement-of-players",
            "{movement} doesn’t number its players by team. Seat two of one team against two of "
            "another in each row; number team 1 first, then team 2, and so on.",
            movement=plan.name,
        )


def format_fault_count(count: int) -> str:
    """Return how a sentence about *count* faults begins.

    >>> format_fault_count(1), format_fault_count(3)
    ('One thing is', '3 things are')
    """
    if count == 1:
        return "One thing is"
    return f"{count} things are"


def _are_numbered_by_team(plan: Movement) -> bool:
    """Return whether every row seats players who are numbered team by team."""
    size = plan.team_size
    return bool(size) and all(
        row.players
        and row.ns != row.ew
        and [team_of(player, size) for player in row.players] == [row.ns, row.ew] * 2
        for row in plan.rows
    )
