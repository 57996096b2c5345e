"""All scoring methods, in the order of lists on pages.

A new method needs a module in ``scoring/methods`` with its ``ScoringMethod``, an entry here, a golden
file, a page in ``docs/scoring/`` and a second calculation in ``tests.oracle.figures``, which shares no
code with it.

A package on top of these methods adds its own by :func:`register_methods`. ``scoring.teams`` and
``scoring.classic`` do.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from scoring.bridge.contracts import get_duplicate_game
from scoring.bridge.rulings import AssignedScore, WeightedScore
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.aggregate import AGGREGATE
from scoring.methods.average import AVERAGE
from scoring.methods.butler import BUTLER
from scoring.methods.cross_imps import CROSS_IMPS, TOTAL_IMPS
from scoring.methods.excess import EXCESS
from scoring.methods.matchpoints import ASCHERMAN, MATCHPOINTS
from scoring.model import Board, Field, Line, Points, Ranking
from scoring.refusals import UNKNOWN_METHOD

SCORING_METHODS: list[ScoringMethod] = [
    MATCHPOINTS,
    ASCHERMAN,
    CROSS_IMPS,
    BUTLER,
    TOTAL_IMPS,
    AGGREGATE,
    AVERAGE,
    EXCESS,
]
"""All scoring methods for contests of pairs."""

TEAM_METHODS: list[ScoringMethod] = []
"""All scoring methods for contests of teams. Their fields have ``contest="teams"``."""

MATCH_METHODS: list[ScoringMethod] = []
"""All scoring methods for pairs who play matches against each other.

Ordinary events of pairs have no matches, so these methods are not offered there.
"""

_HALF = Fraction(1, 2)
_WEIGHTED_SCORE = tuple(WeightedScore(score, _HALF) for score in (100, -100))


def register_methods(methods: Iterable[ScoringMethod], *, before: str = "") -> None:
    """Add *methods* to the other methods of their contest, unless they have been added before.

    In lists they come before the method with the key *before*, or last if there is none.

    :raises ValueError: if a method scores weighted scores wrongly
    """
    for method in methods:
        _add_method(TEAM_METHODS if method.contest == "teams" else SCORING_METHODS, method, before)


def register_match_methods(methods: Iterable[ScoringMethod]) -> None:
    """Add *methods* to those for matches of pairs, unless they have been added before."""
    for method in methods:
        _add_method(MATCH_METHODS, method)


def _add_method(methods: list[ScoringMethod], method: ScoringMethod, before: str = "") -> None:
    keys = [listed_method.key for listed_method in methods]
    if method.key not in keys:
        if "assigned" in method.accepted_rulings:
            check_weighted_score(method)
        methods.insert(keys.index(before) if before in keys else len(keys), method)


def check_weighted_score(method: ScoringMethod) -> None:
    """Raise if a weighted score isn't worth the weighted points of its parts.

    A method that compares the scores of a board compares the parts of a weighted score with each
    other too, and these comparisons must cancel.

    :raises ValueError: with both figures
    """
    points = [
        _compute_points_against_pass(method, Line(1, 2, share.score)) for share in _WEIGHTED_SCORE
    ]
    assigned = AssignedScore(_WEIGHTED_SCORE, _WEIGHTED_SCORE)
    weighted_points = _compute_points_against_pass(method, Line(1, 2, assigned=assigned))
    if weighted_points != sum(points) * _HALF:
        raise ValueError(
            f"{method.key} accepts “assigned”, but half of 100 and half of -100 is worth {weighted_points}, "
            f"not half of {points[0]} and {points[1]}."
        )


def _compute_points_against_pass(method: ScoringMethod, line: Line) -> Points:
    """Return the N-S points of *line* if the other table passed the board out."""
    # Two teams meet at both tables.
    other_line = Line(2, 1, 0) if method.contest == "teams" else Line(3, 4, 0)
    ranking = method.rank(Field(1, (Board(1, (line, other_line)),), contest=method.contest))
    return ranking.boards[0].lines[0].ns_points or 0


def list_all_methods() -> tuple[ScoringMethod, ...]:
    """Return the scoring methods for pairs, for teams and for matches of pairs."""
    return (*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS)


def has_method(key: str) -> bool:
    """Return whether there is a scoring method with this *key*."""
    return any(method.key == key for method in list_all_methods())


def get_method(key: str) -> ScoringMethod:
    """Return the scoring method with this *key*.

    >>> get_method("matchpoints").name
    'Matchpoints'

    :raises ScoringError: with the known keys, for any other key
    """
    methods = list_all_methods()
    for method in methods:
        if method.key == key:
            return method
    raise ScoringError(*UNKNOWN_METHOD, key=key, known=", ".join(method.key for method in methods))


def list_methods_for_game(game: str, contest: str = "pairs") -> tuple[ScoringMethod, ...]:
    """Return the methods for the scores of *game* in a *contest*, in the order of lists.

    >>> [method.key for method in list_methods_for_game("whist")][:3]
    ['matchpoints', 'ascherman', 'aggregate']
    >>> [method.key for method in list_methods_for_game("bridge", "teams")][:2]
    ['team-imps', 'board-a-match']
    """
    methods: Iterable[ScoringMethod] = TEAM_METHODS if contest == "teams" else SCORING_METHODS
    if contest == "individual":
        methods = tuple(method for method in methods if method.player_totals_by)
    return tuple(method for method in methods if method.is_meant_for_game(game))


def get_default_method(game: str, contest: str = "pairs") -> ScoringMethod:
    """Return the method that a *contest* of *game* begins with.

    >>> get_default_method("bridge").key, get_default_method("bridge", "teams").key
    ('matchpoints', 'team-imps')
    """
    methods = list_methods_for_game(game, contest)
    family = get_duplicate_game(game).family
    for method in methods:
        if family in method.default_for_games:
            return method
    return methods[0]


def list_methods_in_files() -> tuple[ScoringMethod, ...]:
    """Return the methods that files of other programs know, in the order of lists.

    >>> [method.key for method in list_methods_in_files()][:2]
    ['matchpoints', 'ascherman']
    """
    return tuple(method for method in SCORING_METHODS if method.name_in_files)


def check_game(key: str, game: str) -> None:
    """Refuse the method with this *key* if it can't score *game*.

    :raises ScoringError: with the known keys, for an unknown key
    :raises ScoringError: with the methods for the game, if the method can't score it
    """
    method = get_method(key)
    if not method.can_score_game(game):
        known_methods = ", ".join(game_method.name for game_method in list_methods_for_game(game))
        raise ScoringError(
            "other-game",
            "{name} scores {games}, not {game}. Choose {known}.",
            name=method.name,
            games=" and ".join(method.games),
            game=game,
            known=f"one of {known_methods}",
        )


def rank_field(method_key: str, field: Field, options: Mapping[str, str] | None = None) -> Ranking:
    """Return the ranking of *field* by one method. Missing *options* take their defaults.

    >>> from scoring.model import Board, Line
    >>> field = Field(winner_count=2, boards=(Board(1, (Line(1, 1, 420), Line(2, 2, 170), Line(3, 3, 420))),))
    >>> ranking = rank_field("matchpoints", field, {"per_beaten": "1"})
    >>> [(standing.direction, standing.contestant, standing.rank_text) for standing in ranking.standings][:3]
    [('NS', 1, '1='), ('NS', 3, '1='), ('NS', 2, '3')]

    :raises ScoringError: if the method, an option or a choice is unknown
    :raises FieldError: with all problems of the field
    """
    return get_method(method_key).rank(field, options)
