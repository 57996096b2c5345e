"""The scoring methods and the ways to count at a party, in the order directors expect to see them.

To add one: a module in ``scoring/methods`` with its ``ScoringMethod``, an entry here that joins its
formula and its second route to it, a golden file, a page in ``docs/scoring/``.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from scoring.bridge.games import duplicate_game
from scoring.errors import ScoringError
from scoring.explain import formulas
from scoring.explain import old as said
from scoring.explain.formulas import Case
from scoring.explain.old import Formula
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
from scoring.methods.teams.rubbers import RUBBERS
from scoring.methods.teams.swiss_pairs import SWISS_PAIRS
from scoring.methods.teams.totals import TEAM_TOTALS
from scoring.model import Field, Ranking
from scoring.party import methods as ways
from scoring.party.model import PartyMethod
from scoring.party.sentences import PartyScoringSentences
from scoring.plain import figures
from scoring.plain import old as plain_old
from scoring.plain import party as plain_party
from scoring.plain import teams as plain_teams
from scoring.plain.figures import Route
from scoring.plain.old import OldRoute
from scoring.plain.party import PartyRoute
from scoring.sentences import ScoringSentences


def _complete_method(
    method: ScoringMethod, formula: Callable[[Case], str], plain: Route
) -> ScoringMethod:
    """Return *method* with its explanation and its second route, which it doesn't import."""
    return replace(method, formula=formula, plain=plain)


def _of_old(method: ScoringMethod, words: Formula, route: OldRoute) -> ScoringMethod:
    return _complete_method(method, formulas.of_old(words), figures.of_old(route))


SCORING_METHODS: tuple[ScoringMethod, ...] = (
    _complete_method(MATCHPOINTS, formulas.matchpoints, figures.matchpoints),
    _complete_method(ASCHERMAN, formulas.ascherman, figures.ascherman),
    _complete_method(CROSS_IMPS, formulas.cross_imps, figures.cross_imps),
    _complete_method(BUTLER, formulas.butler, figures.butler),
    _complete_method(TOTAL_IMPS, formulas.cross_imps, figures.cross_imps),
    _complete_method(AGGREGATE, formulas.aggregate, figures.aggregate),
    _complete_method(AVERAGE, formulas.average, figures.average),
    _of_old(HOWELL_LOSSES, said.howell, plain_old.HOWELL_LOSSES),
    _of_old(EXPONENT, said.exponent, plain_old.EXPONENT),
    _of_old(MATCH, said.match, plain_old.MATCH),
    _of_old(SAFFORD, said.differences, plain_old.SAFFORD),
    _of_old(COMPASS, said.net, plain_old.COMPASS),
    _of_old(EXCESS, said.excess, plain_old.EXCESS),
    _of_old(FOUR_PAIRS, said.differences, plain_old.FOUR_PAIRS),
)
"""Every scoring method for contests of pairs."""

TEAM_METHODS: tuple[ScoringMethod, ...] = (
    _complete_method(TEAM_IMPS, formulas.team_imps, figures.of_teams(plain_teams.TEAM_IMPS)),
    _complete_method(
        BOARD_A_MATCH, formulas.team_board, figures.of_teams(plain_teams.BOARD_A_MATCH)
    ),
    _complete_method(PATTON, formulas.team_board, figures.of_teams(plain_teams.PATTON)),
    _complete_method(FOURS, formulas.by_the_rule, figures.fours),
    _complete_method(TEAM_TOTALS, formulas.aggregate, figures.team_sums),
    _complete_method(RUBBERS, formulas.rubbers, figures.rubbers),
)
"""Every scoring method for contests of teams: their fields have ``contest="teams"``."""

MATCH_METHODS: tuple[ScoringMethod, ...] = (
    _complete_method(SWISS_PAIRS, formulas.matchpoints, figures.swiss_pairs),
)
"""Every scoring method for pairs who play matches against each other, which an ordinary night of pairs does not."""


def _complete_party_method(method: PartyMethod, plain: PartyRoute) -> PartyMethod:
    return replace(method, plain=plain)


PARTY_METHODS: tuple[PartyMethod, ...] = (
    _complete_party_method(ways.GAMES, plain_party.GAMES),
    _complete_party_method(ways.POINTS, plain_party.POINTS),
    _complete_party_method(ways.PUNCHED_CARD, plain_party.PUNCHED_CARD),
    _complete_party_method(ways.COUNTERS, plain_party.COUNTERS),
    _complete_party_method(ways.GAINS_AND_LOSSES, plain_party.GAINS_AND_LOSSES),
    _complete_party_method(ways.WINNERS_ONLY, plain_party.WINNERS_ONLY),
    _complete_party_method(ways.TRICKS, plain_party.TRICKS),
    _complete_party_method(ways.PLUS_AND_MINUS, plain_party.PLUS_AND_MINUS),
    _complete_party_method(ways.AUCTION, plain_party.AUCTION),
    _complete_party_method(ways.NET_OF_THE_LOWER, plain_party.NET_OF_THE_LOWER),
    _complete_party_method(ways.PIVOT, plain_party.PIVOT),
    _complete_party_method(ways.SIXTY_THREE, plain_party.SIXTY_THREE),
    _complete_party_method(ways.SEEGER_FABIAN, plain_party.SEEGER_FABIAN),
    _complete_party_method(ways.SIGNED_LISTS, plain_party.SIGNED_LISTS),
    _complete_party_method(ways.BEETLE, plain_party.BEETLE),
    _complete_party_method(ways.CRIBBAGE, plain_party.CRIBBAGE),
)
"""Every way to count at a party."""


def find_method(key: str) -> ScoringMethod:
    """Return the scoring method with this *key*.

    >>> find_method("matchpoints").name
    'Matchpoints'

    :raises ScoringError: naming the keys there are.
    """
    methods = (*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS)
    for method in methods:
        if method.key == key:
            return method
    raise ScoringError(
        ScoringSentences.UNKNOWN_METHOD, key=key, known=", ".join(method.key for method in methods)
    )


def methods_for(game: str, contest: str = "pairs") -> tuple[ScoringMethod, ...]:
    """Return the methods for the scores of *game* and for a *contest*, in the order of the list.

    >>> [method.key for method in methods_for("whist")][:3]
    ['matchpoints', 'ascherman', 'aggregate']
    >>> [method.key for method in methods_for("bridge", "teams")][:2]
    ['team-imps', 'board-a-match']
    """
    methods = TEAM_METHODS if contest == "teams" else SCORING_METHODS
    if contest == "individual":
        methods = tuple(method for method in methods if method.for_players)
    return tuple(method for method in methods if method.is_for(game))


def usual_method(game: str, contest: str = "pairs") -> ScoringMethod:
    """Return the method that a *contest* of *game* begins with.

    >>> usual_method("whist").key, usual_method("bridge", "teams").key, usual_method("auction").key
    ('average', 'team-imps', 'compass')
    """
    fitting = methods_for(game, contest)
    return next(
        (method for method in fitting if duplicate_game(game).family in method.usual_for),
        fitting[0],
    )


def methods_of_files() -> tuple[ScoringMethod, ...]:
    """Return the methods by which results in files of other programs are scored, in the order of the list.

    >>> [method.key for method in methods_of_files()][:2]
    ['matchpoints', 'ascherman']
    """
    return tuple(method for method in SCORING_METHODS if method.in_files)


def check_game(key: str, game: str) -> None:
    """Refuse the method with this *key* if it is not made for the scores of *game*.

    :raises ScoringError: naming the keys there are.
    :raises ScoringError: naming the methods that are made for it.
    """
    method = find_method(key)
    if not method.can_score(game):
        known = ", ".join(fitting.name for fitting in methods_for(game))
        raise ScoringError(
            ScoringSentences.OTHER_GAME,
            name=method.name,
            games=" and ".join(method.games),
            game=game,
            known=f"one of {known}",
        )


def rank(method_key: str, field: Field, options: Mapping[str, str] | None = None) -> Ranking:
    """Return the ranking of *field* by one method. Missing *options* take their defaults.

    >>> from scoring import Board, Line
    >>> field = Field(winners=2, boards=(Board(1, (Line(1, 1, 420), Line(2, 2, 170), Line(3, 3, 420))),))
    >>> ranking = rank("matchpoints", field, {"per_beaten": "1"})
    >>> [(standing.direction, standing.contestant, standing.place_text) for standing in ranking.standings][:3]
    [('NS', 1, '1='), ('NS', 3, '1='), ('NS', 2, '3')]

    :raises ScoringError: if there is no such method, option or choice.
    :raises FieldError: with every fault of the field.
    """
    return find_method(method_key).rank(field, options)


def find_party_method(key: str) -> PartyMethod:
    """Return the way to count with this *key*.

    >>> find_party_method("games").unit
    'games'

    :raises ScoringError: naming the keys there are.
    """
    for method in PARTY_METHODS:
        if method.key == key:
            return method
    raise ScoringError(
        PartyScoringSentences.PARTY_METHOD,
        key=key,
        known=", ".join(method.key for method in PARTY_METHODS),
    )


def party_methods_for(game: str) -> tuple[PartyMethod, ...]:
    """Return the ways to count that suit a party of *game*, in the order of the list.

    The first is the usual one.

    >>> [method.key for method in party_methods_for("auction")]
    ['auction', 'net-of-the-lower', 'pivot']
    """
    return tuple(method for method in PARTY_METHODS if game in method.games)
