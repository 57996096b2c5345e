"""The games that are scored deal by deal, in the order in which they are listed.

To add one: a module with its ``DealGame``, an entry here, a golden file, a row in
``docs/scoring/README.md``.
"""

from collections.abc import Mapping, Sequence

from scoring.deals.auction import AUCTION
from scoring.deals.cinch import CINCH
from scoring.deals.euchre import EUCHRE
from scoring.deals.five_hundred import FIVE_HUNDRED
from scoring.deals.model import DealGame, GameScore
from scoring.deals.rubber import RUBBER
from scoring.deals.whist import WHIST
from scoring.errors import ScoringError

GAMES: tuple[DealGame, ...] = (WHIST, EUCHRE, FIVE_HUNDRED, CINCH, AUCTION, RUBBER)
_GAME_BY_KEY = {game.key: game for game in GAMES}


def get_game(key: str) -> DealGame:
    """Return the game with *key*.

    >>> get_game("euchre").name
    'Euchre'

    :raises ScoringError: if there is no such game; it names the keys
    """
    if key not in _GAME_BY_KEY:
        raise ScoringError(
            "no-such-game",
            "Unknown game “{key}”. Choose one of {known}.",
            key=key,
            known=", ".join(_GAME_BY_KEY),
        )
    return _GAME_BY_KEY[key]


def score_deals(
    game_key: str, deals: Sequence[str], options: Mapping[str, str] | None = None
) -> GameScore:
    """Return the points of *deals* of one game. Options have defaults.

    >>> score = score_deals("euchre", ["NS 4", "EW 5 alone"])
    >>> score.ns, score.ew
    (1, 4)

    :raises ScoringError: if there is no such game, option or choice, or a deal is impossible
    """
    return get_game(game_key).score_deals(deals, options)


def make_game_score_json(game_key: str, score: GameScore) -> dict[str, object]:
    """Return *score* in the JSON shape that other programs read.

    >>> make_game_score_json("euchre", score_deals("euchre", ["NS4"]))["deals"]
    [{'deal': 'NS 4', 'result': 'point', 'ns': 1, 'ew': 0}]
    """
    deals = [
        {"deal": deal.text, "result": deal.result_text or None, "ns": deal.ns, "ew": deal.ew}
        for deal in score.deals
    ]
    return {
        "game": game_key,
        "deals": deals,
        "ns": score.ns,
        "ew": score.ew,
        "notes": list(score.notes),
    }
