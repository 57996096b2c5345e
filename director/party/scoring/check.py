"""Compare the totals of a party with a second, independent calculation."""

from director.party.models import Party
from director.party.movement.games.read import fetch_evening
from scoring.checking import check_party_standings


def find_party_differences(party: Party) -> list[str]:
    """Return a sentence for each contestant whose total or place differs from the second calculation.

    Before the first game there is none.

    :raises ScoringError: if the entered games cannot be counted
    """
    evening = fetch_evening(party)
    if not evening.is_ranked:
        return []
    differences = check_party_standings(
        party.method,
        evening.contestant_games,
        options=party.method_options,
        presences=evening.presences,
    )
    word = evening.contestants.word.capitalize()
    return [f"{word} {difference}" for difference in differences]
