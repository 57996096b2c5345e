"""Explain a player's total: every game, and the sum."""

from director.party.movement.games.read import Evening
from director.party.movement.options import get_counted_unit
from scoring.errors import ScoringError
from scoring.explain.party import PartyExplainer, PartyExplanation
from scoring.party.model import PartyRanking, PartyStanding
from scoring.party.ranking import party_places

ALL = "all"


def make_evening_explainer(evening: Evening, division: str = ALL) -> PartyExplainer:
    """Return an explainer of all totals of *evening*, without ranking it again.

    A *division* ``"group"``, ``"row"`` or ``"table"`` explains places within each of these lists
    instead of places among everybody.

    :raises ScoringError: if the party's method can't count the games
    """
    party = evening.party
    ranking = evening.ranking
    if division != ALL:
        placed_in_lists: list[PartyStanding] = []
        for standings in party_places(ranking, division).values():
            placed_in_lists += standings
        ranking = PartyRanking(ranking.method, tuple(placed_in_lists), ranking.notes)
    return PartyExplainer(
        party.method,
        evening.contestant_games,
        options=party.method_options,
        ranking=ranking,
        words=(party.round_word, party.rounds_word),
        unit=get_counted_unit(party),
    )


def explain_player_total(
    evening: Evening, player: str, division: str = ALL
) -> PartyExplanation | None:
    """Explain the total of *player* or their pair. Return None if there is none."""
    key = evening.contestants.find(player).key
    if not evening.is_ranked:
        return None
    try:
        return make_evening_explainer(evening, division).explain_total(key)
    except ScoringError:
        return None
