"""Compare the totals of a party with a second, independent calculation."""

from director.kinds import PartyFigures
from scoring.checking import check_party_standings


def find_party_differences(figures: PartyFigures) -> list[str]:
    """Return a sentence for each contestant whose total or place differs from the second calculation.

    :raises ScoringError: if the entered games cannot be counted
    """
    differences = check_party_standings(
        figures.method, figures.games, options=figures.options, presences=figures.presences
    )
    return [f"{figures.contestant_word} {difference}" for difference in differences]
