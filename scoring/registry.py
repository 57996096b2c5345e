"""The scoring methods, in the order directors expect to see them.

To add one: a module in ``scoring/methods`` with its ``ScoringMethod``, an entry here, a golden file, a page in
``docs/scoring/``.
"""

from collections.abc import Mapping

from scoring.errors import OtherGameError, UnknownMethodError
from scoring.method import ScoringMethod
from scoring.methods.aggregate import AGGREGATE
from scoring.methods.butler import BUTLER
from scoring.methods.cross_imps import CROSS_IMPS, TOTAL_IMPS
from scoring.methods.matchpoints import ASCHERMAN, MATCHPOINTS
from scoring.methods.old.average import AVERAGE
from scoring.methods.old.compass import COMPASS
from scoring.methods.old.excess import EXCESS
from scoring.methods.old.exponent import EXPONENT
from scoring.methods.old.losses import HOWELL_LOSSES
from scoring.methods.old.match_system import MATCH
from scoring.methods.old.safford import SAFFORD
from scoring.methods.old.team_matches import FOUR_PAIRS, FOURS
from scoring.methods.teams.contest import BOARD_A_MATCH, PATTON, TEAM_IMPS
from scoring.model import Field, Ranking

SCORING_METHODS: tuple[ScoringMethod, ...] = (
    MATCHPOINTS,
    ASCHERMAN,
    CROSS_IMPS,
    BUTLER,
    TOTAL_IMPS,
    AGGREGATE,
    AVERAGE,
    HOWELL_LOSSES,
    EXPONENT,
    MATCH,
    SAFFORD,
    COMPASS,
    EXCESS,
    FOUR_PAIRS,
)
"""Every scoring method for contests of pairs."""

TEAM_METHODS: tuple[ScoringMethod, ...] = (TEAM_IMPS, BOARD_A_MATCH, PATTON, FOURS)
"""Every scoring method for contests of teams: their fields have ``contest="teams"``."""

_BY_KEY = {method.key: method for method in (*SCORING_METHODS, *TEAM_METHODS)}


def find_method(key: str) -> ScoringMethod:
    """Return the scoring method with this *key*.

    >>> find_method("matchpoints").name
    'Matchpoints'

    :raises UnknownMethodError: naming the keys there are.
    """
    if key not in _BY_KEY:
        raise UnknownMethodError(key=key, known=", ".join(_BY_KEY))
    return _BY_KEY[key]


def methods_for(game: str) -> tuple[ScoringMethod, ...]:
    """Return the methods for contests of pairs that are made for the scores of *game*, in the order of the list.

    >>> [method.key for method in methods_for("whist")][:3]
    ['matchpoints', 'ascherman', 'aggregate']
    """
    return tuple(method for method in SCORING_METHODS if game in method.games)


def check_game(key: str, game: str) -> None:
    """Refuse the method with this *key* if it is not made for the scores of *game*.

    :raises UnknownMethodError: naming the keys there are.
    :raises OtherGameError: naming the methods that are made for it.
    """
    method = find_method(key)
    if game not in method.games:
        known = ", ".join(fitting.name for fitting in methods_for(game))
        raise OtherGameError(name=method.name, games=" and ".join(method.games), game=game, known=f"one of {known}")


def rank(method_key: str, field: Field, options: Mapping[str, str] | None = None) -> Ranking:
    """Return the ranking of *field* by one method; *options* that are not given take their defaults.

    >>> from scoring import Board, Line
    >>> field = Field(winners=2, boards=(Board(1, (Line(1, 1, 420), Line(2, 2, 170), Line(3, 3, 420))),))
    >>> ranking = rank("matchpoints", field, {"per_beaten": "1"})
    >>> [(standing.direction, standing.contestant, standing.place_text) for standing in ranking.standings][:3]
    [('NS', 1, '1='), ('NS', 3, '1='), ('NS', 2, '3')]

    :raises UnknownMethodError, UnknownOptionError, UnknownChoiceError: if there is no such method, option or choice.
    :raises FieldError: with every fault of the field.
    """
    return find_method(method_key).rank(field, options)
