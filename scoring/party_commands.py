"""What the command line does with the file of a party."""

from collections.abc import Mapping

from scoring.checking import check_party_standings
from scoring.errors import ScoringError
from scoring.exchange.party import party_from_json, party_ranking_to_json
from scoring.exchange.party_prizes import award_from_json
from scoring.explain.party import explain_party_total, party_explanation_to_json
from scoring.party import sentences
from scoring.party.ranking import party_standings
from scoring.registry import PARTY_METHODS


def is_party(method_key: str, data: object) -> bool:
    """Return whether *data* is the file of a party, by its contest.

    >>> is_party("games", {"contest": "progressive"}), is_party("matchpoints", {"contest": "pairs"})
    (True, False)

    :raises ScoringError: if the method is one of parties and the file is not.
    """
    if isinstance(data, dict) and data.get("contest") == "progressive":
        return True
    if method_key in {method.key for method in PARTY_METHODS}:
        raise ScoringError(sentences.PARTY_OTHER_FILE, key=method_key)
    return False


def rank_party(method_key: str, data: object, options: Mapping[str, str], *, with_prizes: bool) -> dict[str, object]:
    """Return the standings of the party in *data*, and its prizes where they are asked for."""
    party = party_from_json(data)
    ranking = party_standings(method_key, party.games, options=options, presences=party.presences)
    prizes = award_from_json(ranking, party.prizes) if with_prizes else {}
    return {**party_ranking_to_json(ranking), **prizes}


def check_party_file(method_key: str, data: object, options: Mapping[str, str]) -> list[str]:
    """Return a sentence for each figure on which the two routes differ."""
    party = party_from_json(data)
    return check_party_standings(method_key, party.games, options=options, presences=party.presences)


def explain_party_file(method_key: str, data: object, options: Mapping[str, str], player: str) -> dict[str, object]:
    """Return why *player* has the total."""
    party = party_from_json(data)
    told = explain_party_total(method_key, party.games, player, options=options, presences=party.presences)
    return party_explanation_to_json(told)
