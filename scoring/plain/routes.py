"""The second calculation of every scoring method and way to count at a party, by its key.

Methods and their registry don't know it, so that it stays independent and only a check loads it.
"""

from collections.abc import Mapping

from scoring.plain import figures, old, party, teams
from scoring.plain.figures import Route
from scoring.plain.party import PartyRoute

ROUTES: Mapping[str, Route] = {
    "matchpoints": figures.matchpoints,
    "ascherman": figures.ascherman,
    "cross-imps": figures.cross_imps,
    "butler": figures.butler,
    "total-imps": figures.cross_imps,
    "aggregate": figures.aggregate,
    "average": figures.average,
    "howell-losses": figures.make_old_route(old.HOWELL_LOSSES),
    "exponent": figures.make_old_route(old.EXPONENT),
    "match": figures.make_old_route(old.MATCH),
    "safford": figures.make_old_route(old.SAFFORD),
    "compass": figures.make_old_route(old.COMPASS),
    "excess": figures.make_old_route(old.EXCESS),
    "four-pairs": figures.make_old_route(old.FOUR_PAIRS),
    "team-imps": figures.make_team_route(teams.TEAM_IMPS),
    "board-a-match": figures.make_team_route(teams.BOARD_A_MATCH),
    "patton": figures.make_team_route(teams.PATTON),
    "fours": figures.rank_teams_of_four,
    "team-totals": figures.rank_team_totals,
    "rubbers": figures.rank_rubbers,
    "swiss-pairs": figures.rank_swiss_pairs,
    "swiss-pairs-imps": figures.rank_swiss_pairs_imps,
}

PARTY_ROUTES: Mapping[str, PartyRoute] = {
    "games": party.GAMES,
    "points": party.POINTS,
    "punched-card": party.PUNCHED_CARD,
    "counters": party.COUNTERS,
    "gains-and-losses": party.GAINS_AND_LOSSES,
    "winners-only": party.WINNERS_ONLY,
    "tricks": party.TRICKS,
    "plus-and-minus": party.PLUS_AND_MINUS,
    "auction": party.AUCTION,
    "net-of-the-lower": party.NET_OF_THE_LOWER,
    "pivot": party.PIVOT,
    "sixty-three": party.SIXTY_THREE,
    "seeger-fabian": party.SEEGER_FABIAN,
    "signed-lists": party.SIGNED_LISTS,
    "beetle": party.BEETLE,
    "cribbage": party.CRIBBAGE,
}
