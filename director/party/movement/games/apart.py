"""Standings in several lists: by seat group, aisle or table."""

from director.party.movement.games.read import Evening
from director.party.movement.games.why import ALL
from director.party.movement.options import has_fixed_tables
from scoring.party.model import PartyStanding
from scoring.party.ranking import party_places

DividedStandings = tuple[tuple[str, tuple[PartyStanding, ...]], ...]
"""Lists of standings, each with its caption."""

GROUP, ROW, TABLE = "group", "row", "table"
WORDS = {ALL: "Everybody", GROUP: "Each group separately", ROW: "By aisle", TABLE: "By table"}


def list_division_choices(evening: Evening) -> tuple[tuple[str, str], ...]:
    """Return the ways to divide the standings into lists, the usual one first.

    Groups are offered if they matter to players, tables if players keep their table or each table
    has a prize.
    """
    party = evening.party
    standings = evening.ranking.standings
    groups = {standing.group for standing in standings}
    rows = {standing.row for standing in standings}
    keys = [ALL]
    if party.tells_groups and len(groups) > 1:
        keys.append(GROUP)
    if len(rows) > 1:
        keys.append(ROW)
    if party.prizes.get("table") or has_fixed_tables(party):
        keys.append(TABLE)
    if GROUP in keys and party.prizes.get("by_group", True):
        keys.remove(GROUP)
        keys.insert(0, GROUP)
    return tuple((key, WORDS[key]) for key in keys)


def divide_standings(evening: Evening, division: str) -> DividedStandings:
    """Return the standings of *evening*, one list per group, row or table. No query.

    :raises ScoringError: if the party's method can't count the games
    """
    if division == ALL:
        return (("Standings", evening.ranking.standings),)
    lists = party_places(evening.ranking, division).values()
    return tuple(
        (_format_list_caption(evening, division, standings[0]), standings) for standings in lists
    )


def _format_list_caption(evening: Evening, division: str, standing: PartyStanding) -> str:
    if division == GROUP:
        return evening.party.get_group_name(standing.group) or "No group"
    aisle = f"Aisle {standing.row}"
    if division == ROW:
        return aisle
    if not standing.table_no:
        return "Sat out"
    has_aisles = len({standing.row for standing in evening.ranking.standings}) > 1
    if has_aisles:
        return f"{aisle}, table {standing.table_no}"
    return f"Table {standing.table_no}"
