"""All scoring methods and ways to count at a party, in the order of lists on pages.

Methods must not know their explanation and their second calculation (*plain*), so that the second
one stays independent. They are joined here.

A new method needs a module in ``scoring/methods`` with its ``ScoringMethod``, an entry here, a golden
file and a page in ``docs/scoring/``.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from scoring.bridge.games import duplicate_game
from scoring.errors import ScoringError
from scoring.explain import formulas
from scoring.explain import old as old_formulas
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
from scoring.methods.teams.swiss_pairs import SWISS_PAIRS, SWISS_PAIRS_IMPS
from scoring.methods.teams.totals import TEAM_TOTALS
from scoring.model import Field, Ranking
from scoring.party import methods as party_methods
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
    """Return *method* with its explanation and its second calculation."""
    return replace(method, formula=formula, plain=plain)


def _complete_old_method(method: ScoringMethod, formula: Formula, route: OldRoute) -> ScoringMethod:
    return _complete_method(
        method, formulas.wrap_old_formula(formula), figures.make_old_route(route)
    )


SCORING_METHODS: tuple[ScoringMethod, ...] = (
    _complete_method(MATCHPOINTS, formulas.explain_matchpoints, figures.matchpoints),
    _complete_method(ASCHERMAN, formulas.explain_ascherman, figures.ascherman),
    _complete_method(CROSS_IMPS, formulas.explain_cross_imps, figures.cross_imps),
    _complete_method(BUTLER, formulas.explain_butler, figures.butler),
    _complete_method(TOTAL_IMPS, formulas.explain_cross_imps, figures.cross_imps),
    _complete_method(AGGREGATE, formulas.explain_aggregate, figures.aggregate),
    _complete_method(AVERAGE, formulas.explain_average, figures.average),
    _complete_old_method(HOWELL_LOSSES, old_formulas.explain_howell, plain_old.HOWELL_LOSSES),
    _complete_old_method(EXPONENT, old_formulas.explain_exponent, plain_old.EXPONENT),
    _complete_old_method(MATCH, old_formulas.explain_match, plain_old.MATCH),
    _complete_old_method(SAFFORD, old_formulas.explain_differences, plain_old.SAFFORD),
    _complete_old_method(COMPASS, old_formulas.explain_net, plain_old.COMPASS),
    _complete_old_method(EXCESS, old_formulas.explain_excess, plain_old.EXCESS),
    _complete_old_method(FOUR_PAIRS, old_formulas.explain_differences, plain_old.FOUR_PAIRS),
)
"""All scoring methods for contests of pairs."""

TEAM_METHODS: tuple[ScoringMethod, ...] = (
    _complete_method(
        TEAM_IMPS, formulas.explain_team_imps, figures.make_team_route(plain_teams.TEAM_IMPS)
    ),
    _complete_method(
        BOARD_A_MATCH,
        formulas.explain_team_board,
        figures.make_team_route(plain_teams.BOARD_A_MATCH),
    ),
    _complete_method(
        PATTON, formulas.explain_team_board, figures.make_team_route(plain_teams.PATTON)
    ),
    _complete_method(FOURS, formulas.explain_by_rule, figures.rank_teams_of_four),
    _complete_method(TEAM_TOTALS, formulas.explain_aggregate, figures.rank_team_totals),
    _complete_method(RUBBERS, formulas.explain_rubbers, figures.rank_rubbers),
)
"""All scoring methods for contests of teams. Their fields have ``contest="teams"``."""

MATCH_METHODS: tuple[ScoringMethod, ...] = (
    _complete_method(SWISS_PAIRS, formulas.explain_matchpoints, figures.rank_swiss_pairs),
    _complete_method(SWISS_PAIRS_IMPS, formulas.explain_cross_imps, figures.rank_swiss_pairs_imps),
)
"""All scoring methods for pairs who play matches against each other.

Ordinary events of pairs have no matches, so these methods are not offered there.
"""


def _complete_party_method(method: PartyMethod, plain: PartyRoute) -> PartyMethod:
    return replace(method, plain=plain)


PARTY_METHODS: tuple[PartyMethod, ...] = (
    _complete_party_method(party_methods.GAMES, plain_party.GAMES),
    _complete_party_method(party_methods.POINTS, plain_party.POINTS),
    _complete_party_method(party_methods.PUNCHED_CARD, plain_party.PUNCHED_CARD),
    _complete_party_method(party_methods.COUNTERS, plain_party.COUNTERS),
    _complete_party_method(party_methods.GAINS_AND_LOSSES, plain_party.GAINS_AND_LOSSES),
    _complete_party_method(party_methods.WINNERS_ONLY, plain_party.WINNERS_ONLY),
    _complete_party_method(party_methods.TRICKS, plain_party.TRICKS),
    _complete_party_method(party_methods.PLUS_AND_MINUS, plain_party.PLUS_AND_MINUS),
    _complete_party_method(party_methods.AUCTION, plain_party.AUCTION),
    _complete_party_method(party_methods.NET_OF_THE_LOWER, plain_party.NET_OF_THE_LOWER),
    _complete_party_method(party_methods.PIVOT, plain_party.PIVOT),
    _complete_party_method(party_methods.SIXTY_THREE, plain_party.SIXTY_THREE),
    _complete_party_method(party_methods.SEEGER_FABIAN, plain_party.SEEGER_FABIAN),
    _complete_party_method(party_methods.SIGNED_LISTS, plain_party.SIGNED_LISTS),
    _complete_party_method(party_methods.BEETLE, plain_party.BEETLE),
    _complete_party_method(party_methods.CRIBBAGE, plain_party.CRIBBAGE),
)
"""All ways to count at a party."""


def find_method(key: str) -> ScoringMethod:
    """Return the scoring method with this *key*.

    >>> find_method("matchpoints").name
    'Matchpoints'

    :raises ScoringError: with the known keys, for any other key
    """
    methods = (*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS)
    for method in methods:
        if method.key == key:
            return method
    raise ScoringError(
        ScoringSentences.UNKNOWN_METHOD, key=key, known=", ".join(method.key for method in methods)
    )


def methods_for(game: str, contest: str = "pairs") -> tuple[ScoringMethod, ...]:
    """Return the methods for the scores of *game* in a *contest*, in the order of lists.

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
    methods = methods_for(game, contest)
    family = duplicate_game(game).family
    for method in methods:
        if family in method.usual_for:
            return method
    return methods[0]


def methods_of_files() -> tuple[ScoringMethod, ...]:
    """Return the methods that files of other programs know, in the order of lists.

    >>> [method.key for method in methods_of_files()][:2]
    ['matchpoints', 'ascherman']
    """
    return tuple(method for method in SCORING_METHODS if method.in_files)


def check_game(key: str, game: str) -> None:
    """Refuse the method with this *key* if it can't score *game*.

    :raises ScoringError: with the known keys, for an unknown key
    :raises ScoringError: with the methods for the game, if the method can't score it
    """
    method = find_method(key)
    if not method.can_score(game):
        known_methods = ", ".join(game_method.name for game_method in methods_for(game))
        raise ScoringError(
            ScoringSentences.OTHER_GAME,
            name=method.name,
            games=" and ".join(method.games),
            game=game,
            known=f"one of {known_methods}",
        )


def rank(method_key: str, field: Field, options: Mapping[str, str] | None = None) -> Ranking:
    """Return the ranking of *field* by one method. Missing *options* take their defaults.

    >>> from scoring import Board, Line
    >>> field = Field(winners=2, boards=(Board(1, (Line(1, 1, 420), Line(2, 2, 170), Line(3, 3, 420))),))
    >>> ranking = rank("matchpoints", field, {"per_beaten": "1"})
    >>> [(standing.direction, standing.contestant, standing.place_text) for standing in ranking.standings][:3]
    [('NS', 1, '1='), ('NS', 3, '1='), ('NS', 2, '3')]

    :raises ScoringError: if the method, an option or a choice is unknown
    :raises FieldError: with all problems of the field
    """
    return find_method(method_key).rank(field, options)


def find_party_method(key: str) -> PartyMethod:
    """Return the way to count at a party with this *key*.

    >>> find_party_method("games").unit
    'games'

    :raises ScoringError: with the known keys, for any other key
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
    """Return the ways to count for a party of *game*, the usual one first.

    >>> [method.key for method in party_methods_for("auction")]
    ['auction', 'net-of-the-lower', 'pivot']
    """
    return tuple(method for method in PARTY_METHODS if game in method.games)
