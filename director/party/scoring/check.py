"""Every total of a party computed a second time, by another route."""

from director.party.models import Party
from director.party.movement.games.read import party_evening
from scoring import (
    check_party_standings,
)


def party_differences(party: Party) -> list[str]:
    """Return a sentence for every contestant whose total or place differs between two calculations.

    Empty before a game is entered.

    :raises ScoringError: if the games that are in cannot be counted
    """
    evening = party_evening(party)
    if not evening.is_ranked:
        return []
    told = {"options": party.method_options, "presences": evening.presences}
    differences = check_party_standings(party.method, evening.contest, **told)
    word = evening.contestants.word.capitalize()
    return [f"{word} {difference}" for difference in differences]
