"""Places in a knock-out, by the round that everybody reached."""

from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from scoring.model import Knockout, Ranking, Standing

NAMED = {0: "the final", 1: "the semi-final", 2: "the quarter-final"}
"""What a round is called by how many come after it."""


def knockout_ranking(ranking: Ranking, knockout: Knockout) -> Ranking:
    """Return *ranking* with the places of *knockout*.

    Who has won is first, then who is still in, then those who lost the final, a semi-final and so
    on; all who came as far as each other share a place.  Who has no board yet, after a bye, has a
    place too.

    >>> from scoring.model import KnockedOut
    >>> knockout = Knockout(won=(3,), playing=(), out=(KnockedOut(1, by=3, rounds_left=0), KnockedOut(2, 3, 1)))
    >>> places = knockout_ranking(Ranking("team-imps", (), ()), knockout).standings
    >>> [(standing.contestant, standing.place_text) for standing in places]
    [(3, '1'), (1, '2'), (2, '3')]
    """
    own = {standing.contestant: standing for standing in ranking.standings}
    nothing = Standing(0, None, Fraction(0), None, 1, is_tied=False, boards=0)
    order = sorted((_rounds_missed(knockout, number), number) for number in knockout.everybody)
    standings: list[Standing] = []
    for _missed, together in groupby(order, key=lambda entry: entry[0]):
        numbers = [number for _, number in together]
        place_no = len(standings) + 1
        standings += [
            replace(
                own.get(number, replace(nothing, contestant=number)),
                place=place_no,
                is_tied=len(numbers) > 1,
            )
            for number in numbers
        ]
    return replace(ranking, standings=tuple(standings))


def knockout_progress(knockout: Knockout, contestant: int) -> str:
    """Return how far *contestant* came in a word or two, or "".

    >>> from scoring.model import KnockedOut
    >>> knockout = Knockout(won=(3,), playing=(), out=(KnockedOut(1, 3, 0), KnockedOut(2, 3, 1), KnockedOut(4, 3, 3)))
    >>> [knockout_progress(knockout, number) for number in (3, 1, 2, 4)]
    ['Winner', 'Runner-up', 'Out in the semi-final', 'Out in the round of 16']
    """
    if contestant in knockout.won:
        return "Winner"
    lost = knockout.lost(contestant)
    if lost is None:
        if contestant in knockout.playing:
            return "Still in"
        return ""
    if lost.rounds_left == 0:
        return "Runner-up"
    return f"Out in {round_name(lost.rounds_left)}"


def knockout_words(knockout: Knockout, contestant: int) -> str:
    """Return how far *contestant* came and against whom, as a formula ends with it.

    >>> from scoring.model import KnockedOut
    >>> knockout = Knockout(won=(3,), playing=(), out=(KnockedOut(1, 3, 0, "by lot"), KnockedOut(2, 3, 1)))
    >>> [knockout_words(knockout, number) for number in (3, 1, 2)]
    ['won the final against 1 by lot', 'beaten in the final by 3, by lot', 'beaten in the semi-final by 3']
    """
    final = next(
        (lost for lost in knockout.out if lost.rounds_left == 0 and lost.by == contestant), None
    )
    if contestant in knockout.won and final:
        return f"won the final against {final.contestant}{f' {final.decided}' if final.decided else ''}"
    lost = knockout.lost(contestant)
    if lost is None:
        return "still in"
    return f"beaten in {round_name(lost.rounds_left)} by {lost.by}{f', {lost.decided}' if lost.decided else ''}"


def round_name(rounds_left: int) -> str:
    """Return the name of the round that leaves that many.

    >>> round_name(1), round_name(4)
    ('the semi-final', 'the round of 32')
    """
    return NAMED.get(rounds_left, f"the round of {2 ** (rounds_left + 1)}")


def _rounds_missed(knockout: Knockout, number: int) -> int:
    """Return after how many rounds fewer *number* was out than who won: the fewer, the better."""
    lost = knockout.lost(number)
    if lost:
        return lost.rounds_left + 2
    if number in knockout.won:
        return 0
    return 1
