"""Why a player's total at a party is what it is: every game with what it brought, and the sum."""

from director.party.play.read.games import Evening
from scoring import PartyExplainer, PartyExplanation, PartyRanking, ScoringError, party_places

ALL = "all"


def evening_explainer(evening: Evening, by: str = ALL) -> PartyExplainer:
    """Return what explains every total of *evening*, without ranking it again.

    Places are those among everybody, or in the lists that *by* makes: ``"group"``, ``"row"`` or ``"table"``.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    party, ranking = evening.party, evening.ranking
    if by != ALL:
        apart = party_places(ranking, by).values()
        ranking = PartyRanking(ranking.method, tuple(standing for those in apart for standing in those), ranking.notes)
    return PartyExplainer(party.method, evening.games, options=party.method_options, ranking=ranking)


def player_why(evening: Evening, player: str, by: str = ALL) -> PartyExplanation | None:
    """Return why *player* has the total; ``None`` for who has no game yet, or where nothing can be counted."""
    if not evening.is_ranked or not any(game.player == player for game in evening.games):
        return None
    try:
        return evening_explainer(evening, by).total(player)
    except ScoringError:
        return None
