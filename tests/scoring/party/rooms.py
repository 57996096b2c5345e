"""Prizes of parties in tests: standings with given totals, and what is read off the prizes."""

from scoring.party.model import PartyGame
from scoring.party.ranking import rank_party_games

WITHOUT_GROUPS = {"by_group": False, "booby": False}


def make_ranking(totals, groups=None, rows=None, lone=None, tables=None):
    """Return the standings of players with these *totals*."""
    games = [
        PartyGame(
            player,
            1,
            (tables or {}).get(player, 1),
            index,
            group=(groups or {}).get(player, ""),
            row=(rows or {}).get(player, 1),
            own_points=total,
            lone_hands=(lone or {}).get(player, 0),
        )
        for index, (player, total) in enumerate(totals.items())
    ]
    return rank_party_games("points", games)


def list_prize_texts(prizes):
    return [prize.text for prize in prizes]


def list_winners(prizes):
    return [(prize.kind, prize.players) for prize in prizes]
