"""The second calculation of every scoring method and way to count at a party, by its key.

Methods and their registry don't know it, so that it stays independent and only a check loads it.
"""

from collections.abc import Mapping

from scoring.plain import old, party, teams
from scoring.plain.figures import (
    Route,
    aggregate,
    ascherman,
    average,
    butler,
    cross_imps,
    make_old_route,
    make_team_route,
    matchpoints,
    rank_rubbers,
    rank_swiss_pairs,
    rank_swiss_pairs_imps,
    rank_team_totals,
    rank_teams_of_four,
)
from scoring.plain.party import PartyRoute

ROUTES: Mapping[str, Route] = {
    "matchpoints": matchpoints,
    "ascherman": ascherman,
    "cross-imps": cross_imps,
    "butler": butler,
    "total-imps": cross_imps,
    "aggregate": aggregate,
    "average": average,
    "howell-losses": make_old_route(old.HOWELL_LOSSES),
    "exponent": make_old_route(old.EXPONENT),
    "match": make_old_route(old.MATCH),
    "safford": make_old_route(old.SAFFORD),
    "compass": make_old_route(old.COMPASS),
    "excess": make_old_route(old.EXCESS),
    "four-pairs": make_old_route(old.FOUR_PAIRS),
    "team-imps": make_team_route(teams.TEAM_IMPS),
    "board-a-match": make_team_route(teams.BOARD_A_MATCH),
    "patton": make_team_route(teams.PATTON),
    "fours": rank_teams_of_four,
    "team-totals": rank_team_totals,
    "rubbers": rank_rubbers,
    "swiss-pairs": rank_swiss_pairs,
    "swiss-pairs-imps": rank_swiss_pairs_imps,
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
