"""The draw of a round for the wall."""

from director.boards.cards.sheets import DrawnMatch, DrawSheet
from director.boards.draws.read import DrawnContest
from director.sheets import Heading


def draw_sheet(contest: DrawnContest, heading: Heading) -> DrawSheet:
    """Return the round of *contest* that was drawn last, for the wall."""
    drawn = contest.rounds[-1]
    return DrawSheet(
        heading,
        f"Draw of round {len(contest.rounds)}",
        tuple(
            DrawnMatch(where.partition(" ")[2], contest.named(home), contest.named(away))
            for where, (home, away) in zip(contest.places(drawn), drawn.meetings, strict=True)
        ),
        tuple(contest.named(number) for number in drawn.byes),
        tuple(contest.named(number) for number in sorted(contest.withdrawn)),
    )
