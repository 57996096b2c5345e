"""Places in a knock-out, by the round that each contestant reached."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from scoring.elimination import Elimination, Knockout
from scoring.model import (
    ContestantNo,
    Ranking,
    Standing,
)

LAST_ROUND_NAMES = {0: "the final", 1: "the semi-final", 2: "the quarter-final"}
"""The names of the last rounds, by the number of rounds after them."""


@dataclass(frozen=True, slots=True)
class RankedKnockout(Knockout):
    """A knock-out whose contestants are ranked by the round that each reached."""

    def rank(self, ranking: Ranking) -> Ranking:
        """Return *ranking* with the places of the knock-out.

        The winner is first, then those still playing, then those who lost the final, a semi-final and
        so on. All who came equally far share a place. A contestant without a board yet, after a bye,
        has a place too.

        >>> from scoring.elimination import Elimination
        >>> out = (Elimination(1, winner=3, rounds_left=0), Elimination(2, 3, 1))
        >>> knockout = RankedKnockout(winners=(3,), remaining_contestants=(), eliminations=out)
        >>> places = knockout.rank(Ranking("team-imps", (), ())).standings
        >>> [(standing.contestant, standing.rank_text) for standing in places]
        [(3, '1'), (1, '2'), (2, '3')]
        """
        standing_by_contestant = {standing.contestant: standing for standing in ranking.standings}
        # Equally far means an equal key, and the numbers decide only the order of the list.
        numbers_in_order = sorted(
            (_get_elimination_order(self, number), number) for number in self.all_contestants
        )
        standings: list[Standing] = []
        for _order, group in groupby(numbers_in_order, key=itemgetter(0)):
            numbers = [number for _order, number in group]
            rank = len(standings) + 1
            for number in numbers:
                standing = standing_by_contestant.get(number) or _make_standing_without_boards(
                    number
                )
                standings.append(standing._replace(rank=rank, is_tied=len(numbers) > 1))
        # Losers of the same round are equal, whatever their totals.
        return replace(ranking, standings=tuple(standings), tie_breaks=())

    def describe_progress(self, contestant: ContestantNo) -> str:
        """Return in a few words how far *contestant* came, empty if it took no part.

        >>> from scoring.elimination import Elimination
        >>> out = (Elimination(1, 3, 0), Elimination(2, 3, 1), Elimination(4, 3, 3))
        >>> [RankedKnockout((3,), (), out).describe_progress(number) for number in (3, 1, 2, 4)]
        ['Winner', 'Runner-up', 'Out in the semi-final', 'Out in the round of 16']
        >>> double = RankedKnockout((3,), (), (Elimination(1, 3, 2, round_no=5, loss_count=2),))
        >>> double.describe_progress(1)
        'Out in round 5'
        """
        if contestant in self.winners:
            return "Winner"
        elimination = self.find_elimination(contestant)
        if elimination is None:
            if contestant in self.remaining_contestants:
                return "Still in"
            return ""
        if elimination.rounds_left == 0:
            return "Runner-up"
        return f"Out in {_get_elimination_round_name(elimination)}"

    def describe_run(self, contestant: ContestantNo, get_name: Callable[[int], str] = str) -> str:
        """Return how far *contestant* came and against whom, for the end of a formula.

        *contestant* took part, as everybody who has a place. *get_name* returns the name of another
        contestant, by default its number.

        >>> from scoring.elimination import Elimination
        >>> knockout = RankedKnockout((3,), (), (Elimination(1, 3, 0, "by lot"), Elimination(2, 3, 1)))
        >>> [knockout.describe_run(number) for number in (3, 1, 2)]
        ['won the final against 1 by lot', 'beaten in the final by 3, by lot', 'beaten in the semi-final by 3']
        """
        final_elimination = next(
            (
                elimination
                for elimination in self.eliminations
                if elimination.rounds_left == 0 and elimination.winner == contestant
            ),
            None,
        )
        if contestant in self.winners and final_elimination:
            decision_text = (
                f" {final_elimination.decision_text}" if final_elimination.decision_text else ""
            )
            return f"won the final against {get_name(final_elimination.contestant)}{decision_text}"
        elimination = self.find_elimination(contestant)
        if elimination is None:
            return "still in"
        decision_text = f", {elimination.decision_text}" if elimination.decision_text else ""
        return f"beaten in {_get_elimination_round_name(elimination)} by {get_name(elimination.winner)}{decision_text}"


def _make_standing_without_boards(contestant: int) -> Standing:
    return Standing(
        contestant,
        direction=None,
        total=Fraction(0),
        percent=None,
        rank=0,
        is_tied=False,
        board_count=0,
    )


def get_round_name(rounds_left: int) -> str:
    """Return the name of the round after which *rounds_left* rounds follow.

    >>> get_round_name(1), get_round_name(4)
    ('the semi-final', 'the round of 32')
    """
    return LAST_ROUND_NAMES.get(rounds_left, f"the round of {2 ** (rounds_left + 1)}")


def _get_elimination_round_name(elimination: Elimination) -> str:
    """Return the name of the round in which a contestant was knocked out."""
    if elimination.loss_count > 1 and elimination.rounds_left > 0:
        # In a double elimination other rounds than the final have no names.
        return f"round {elimination.round_no}"
    return get_round_name(elimination.rounds_left)


def _get_elimination_order(knockout: Knockout, number: int) -> int:
    """Return a sort key: 0 for the winner, 1 for those still playing, more for those out earlier."""
    elimination = knockout.find_elimination(number)
    if elimination:
        return elimination.rounds_left + 2  # the loser of the final has 2
    if number in knockout.winners:
        return 0
    return 1
