"""The seats of the next round, as they follow from what the tables told."""

from collections.abc import Sequence

from director.errors import PartyError
from director.models import Party
from director.selectors.party_games import PlayedRound
from director.selectors.party_options import is_fixed
from movements import Seating, TableOutcome, next_seating


def next_seats(party: Party, one: PlayedRound) -> Seating:
    """Return the seats that follow from round *one*.

    :raises PartyError: if tables have not told who won
    :raises MovementError: if the seats cannot follow from what the tables told
    """
    if one.waiting and not is_fixed(party):
        raise PartyError(text=f"{tables_have(one.waiting)} not told who won round {one.round_no}. Enter that first.")
    outcomes = {
        table_no: TableOutcome(result.winner, tuple(result.points), tuple(result.cut))
        for table_no, result in one.results.items()
    }
    return next_seating(party.system, one.seating, outcomes, options=party.options, round_no=one.round_no)


def tables_have(numbers: Sequence[int]) -> str:
    """Return the beginning of a sentence about tables.

    >>> tables_have([4]), tables_have([4, 7])
    ('Table 4 has', 'Tables 4 and 7 have')
    """
    if len(numbers) == 1:
        return f"Table {numbers[0]} has"
    return f"Tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} have"
