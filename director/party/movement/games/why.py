"""Explain a player's total: every game, and the sum."""

from director.party.movement.games.read import Evening
from director.party.movement.options import counted_unit
from scoring import (
    PartyExplainer,
    PartyExplanation,
    PartyRanking,
    ScoringError,
    party_places,
)

ALL = "all"


def evening_explainer(evening: Evening, by: str = ALL) -> PartyExplainer:
    """Return what explains every total of *evening*, without ranking it again.

    Places are those among everybody, or in the lists that *by* makes: ``"group"``, ``"row"`` or
    ``"table"``.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    party, ranking = evening.party, evening.ranking
    words = (party.round_word, party.rounds_word)
    if by != ALL:
        apart = party_places(ranking, by).values()
        ranking = PartyRanking(
            ranking.method, tuple(standing for those in apart for standing in those), ranking.notes
        )
    unit, options = counted_unit(party), party.method_options
    return PartyExplainer(
        party.method, evening.contest, options=options, ranking=ranking, words=words, unit=unit
    )


def player_why(evening: Evening, player: str, by: str = ALL) -> PartyExplanation | None:
    """Return the explanation of the total of *player* or the pair, or None."""
    key = evening.contestants.of(player).key
    if not evening.is_ranked:
        return None
    try:
        return evening_explainer(evening, by).total(key)
    except ScoringError:
        return None
