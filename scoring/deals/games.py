"""The games whose deals are scored by themselves, in the order in which they are listed.

To add one: a module with its ``Game``, an entry here, a golden file, a row in ``docs/scoring/README.md``.
"""

from collections.abc import Mapping, Sequence

from scoring.deals.auction import AUCTION
from scoring.deals.cinch import CINCH
from scoring.deals.euchre import EUCHRE
from scoring.deals.five_hundred import FIVE_HUNDRED
from scoring.deals.model import Game, GameScore
from scoring.deals.rubber import RUBBER
from scoring.deals.whist import WHIST
from scoring.errors import ScoringError

GAMES: tuple[Game, ...] = (WHIST, EUCHRE, FIVE_HUNDRED, CINCH, AUCTION, RUBBER)
"""Every game."""

_BY_KEY = {game.key: game for game in GAMES}


class NoSuchGameError(ScoringError):
    """No game has this key."""

    code = "no-such-game"
    template = 'Deals of "{key}" cannot be scored; choose one of {known}.'


def find_game(key: str) -> Game:
    """Return the game with this *key*.

    >>> find_game("euchre").name
    'Euchre'

    :raises NoSuchGameError: naming the keys there are.
    """
    if key not in _BY_KEY:
        raise NoSuchGameError(key=key, known=", ".join(_BY_KEY))
    return _BY_KEY[key]


def score_deals(game_key: str, deals: Sequence[str], options: Mapping[str, str] | None = None) -> GameScore:
    """Return what *deals* of one game give, deal by deal and together; options not given take their defaults.

    >>> score = score_deals("euchre", ["NS 4", "EW 5 alone"])
    >>> score.ns, score.ew
    (1, 4)

    :raises NoSuchGameError, UnknownOptionError, UnknownChoiceError: if there is no such game, option or choice.
    :raises ScoringError: if a deal cannot be, of the class that says why.
    """
    return find_game(game_key).score(deals, options)


def game_score_to_json(game_key: str, score: GameScore) -> dict[str, object]:
    """Return *score* in the shape other programs read.

    >>> game_score_to_json("euchre", score_deals("euchre", ["NS4"]))["deals"]
    [{'deal': 'NS 4', 'result': 'point', 'ns': 1, 'ew': 0}]
    """
    return {
        "game": game_key,
        "deals": [
            {"deal": deal.text, "result": deal.what or None, "ns": deal.ns, "ew": deal.ew} for deal in score.deals
        ],
        "ns": score.ns,
        "ew": score.ew,
        "notes": list(score.notes),
    }
