"""Standings in several lists: by seat group, aisle or table."""

from director.party.movement.games.read import Evening
from director.party.movement.games.why import ALL
from director.party.movement.options import seats_stay
from scoring import (
    PartyStanding,
    party_places,
)

Apart = tuple[tuple[str, tuple[PartyStanding, ...]], ...]
"""A caption and its standings, list by list."""

GROUP, ROW, TABLE = "group", "row", "table"
WORDS = {ALL: "Everybody", GROUP: "Each group separately", ROW: "By aisle", TABLE: "By table"}


def apart_choices(evening: Evening) -> tuple[tuple[str, str], ...]:
    """Return the lists that the standings can be divided into, the usual way first.

    Groups are told apart where they mean something to those who play, tables where everybody keeps
    his own, or where each table has its prize.
    """
    standings, prizes = evening.ranking.standings, evening.party.prizes
    makes_sense = {
        ALL: True,
        GROUP: evening.party.tells_groups and len({standing.group for standing in standings}) > 1,
        ROW: len({standing.row for standing in standings}) > 1,
        TABLE: bool(prizes.get("table")) or seats_stay(evening.party),
    }
    usual = GROUP if prizes.get("by_group", True) and makes_sense[GROUP] else ALL
    return tuple(
        (key, words)
        for key, words in sorted(WORDS.items(), key=lambda standing: standing[0] != usual)
        if makes_sense[key]
    )


def standings_apart(evening: Evening, by: str) -> Apart:
    """Return the standings of *evening* in the lists of *by*. No query.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    if by == ALL:
        return (("Standings", evening.ranking.standings),)
    places = party_places(evening.ranking, by)
    return tuple((_caption(evening, by, those[0]), those) for those in places.values())


def _caption(evening: Evening, by: str, standing: PartyStanding) -> str:
    if by == GROUP:
        return evening.party.group_name(standing.group) or "No group"
    aisle = f"Aisle {standing.row}"
    if by == ROW:
        return aisle
    if not standing.table_no:
        return "Sat out"
    has_aisles = len({other.row for other in evening.ranking.standings}) > 1
    if has_aisles:
        return f"{aisle}, table {standing.table_no}"
    return f"Table {standing.table_no}"
