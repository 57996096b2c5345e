"""Why a player's total at a party is what it is: every game with what it brought, and the sum."""

from director.selectors.party_games import Evening
from scoring import PartyExplainer, PartyExplanation, ScoringError


def evening_explainer(evening: Evening) -> PartyExplainer:
    """Return what explains every total of *evening*, without ranking it again.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    party = evening.party
    return PartyExplainer(party.method, evening.games, options=party.method_options, ranking=evening.ranking)


def player_why(evening: Evening, player: str) -> PartyExplanation | None:
    """Return why *player* has the total; ``None`` for who has no game yet, or where nothing can be counted."""
    if not evening.party.method or not any(game.player == player for game in evening.games):
        return None
    try:
        return evening_explainer(evening).total(player)
    except ScoringError:
        return None
