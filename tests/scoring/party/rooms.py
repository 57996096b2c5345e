"""Prizes of parties in tests: standings with given totals, and what is read off the prizes."""

from scoring import PartyGame, party_standings

ROOM = {"by_group": False, "booby": False}


def ranking(totals, groups=None, rows=None, lone=None, tables=None):
    """Return the standings of players with these *totals*."""
    games = [
        PartyGame(
            player,
            1,
            (tables or {}).get(player, 1),
            at,
            group=(groups or {}).get(player, ""),
            row=(rows or {}).get(player, 1),
            own=total,
            lone=(lone or {}).get(player, 0),
        )
        for at, (player, total) in enumerate(totals.items())
    ]
    return party_standings("points", games)


def prize_texts(prizes):
    return [prize.text for prize in prizes]


def facts_of_prize(prize):
    return prize.kind, prize.group, prize.row, prize.table_no, prize.players


def who(prizes):
    return [(prize.kind, prize.players) for prize in prizes]
