"""The standings of a party: lists by seat group, aisle or table, and totals explained."""

from typing import NamedTuple

from director.party.movement.games import PartyRecord
from director.party.movement.options import get_counted_unit, has_fixed_tables
from scoring.errors import ScoringError
from scoring.explain.party import PartyExplainer, PartyExplanation
from scoring.party.model import PartyRanking, PartyStanding
from scoring.party.ranking import rank_by_part

ALL, GROUP, ROW, TABLE = "all", "group", "row", "table"
"""The divisions of the standings into lists."""
DIVISION_LABELS = {
    ALL: "Everybody",
    GROUP: "Each group separately",
    ROW: "By aisle",
    TABLE: "By table",
}

DividedStandings = tuple[tuple[str, tuple[PartyStanding, ...]], ...]
"""Lists of standings, each with its caption."""


def make_total_explainer(record: PartyRecord, division: str = ALL) -> PartyExplainer:
    """Return an explainer of all totals of *record*, without ranking it again.

    A *division* ``"group"``, ``"row"`` or ``"table"`` explains ranks within each list instead of ranks
    among everybody.

    :raises ScoringError: if the party's method can't count the games
    """
    party = record.party
    ranking = record.ranking
    if division != ALL:
        divided_standings: list[PartyStanding] = []
        for standings in rank_by_part(ranking, division).values():
            divided_standings += standings
        ranking = PartyRanking(ranking.method, tuple(divided_standings), ranking.notes)
    return PartyExplainer(
        party.method,
        record.contestant_games,
        options=party.method_options,
        ranking=ranking,
        round_nouns=(party.round_noun, party.rounds_noun),
        unit=get_counted_unit(party),
    )


def explain_player_total(
    record: PartyRecord, player: str, division: str = ""
) -> PartyExplanation | None:
    """Explain the total of *player* or their pair. Return None if there is none.

    Without a *division* their place is that of the lists that Results shows first.
    """
    key = record.contestants.get_contestant(player).key
    if not record.is_ranked:
        return None
    try:
        if not division:
            (division, _label), *_others = list_division_choices(record)
        return make_total_explainer(record, division).explain_total(key)
    except ScoringError:
        return None


def list_division_choices(record: PartyRecord) -> tuple[tuple[str, str], ...]:
    """Return the divisions of the standings into lists, the default first.

    Groups are offered if they matter to players, tables if players keep their table or each table
    has a prize.
    """
    party = record.party
    standings = record.ranking.standings
    groups = {standing.group for standing in standings}
    rows = {standing.row for standing in standings}
    keys = [ALL]
    if party.tells_groups and len(groups) > 1:
        keys.append(GROUP)
    if len(rows) > 1:
        keys.append(ROW)
    if party.prizes.get("table") or has_fixed_tables(party):
        keys.append(TABLE)
    # The lists with prizes of their own come first.
    if GROUP in keys and party.prizes.get("by_group", True):
        keys.remove(GROUP)
        keys.insert(0, GROUP)
    return tuple((key, DIVISION_LABELS[key]) for key in keys)


def divide_standings(record: PartyRecord, division: str) -> DividedStandings:
    """Return the standings of *record*, one list per group, row or table. (Costs no query.)

    :raises ScoringError: if the party's method can't count the games
    """
    if division == ALL:
        return (("Standings", record.ranking.standings),)
    lists = rank_by_part(record.ranking, division).values()
    return tuple(
        (_format_list_caption(record, division, standings[0]), standings) for standings in lists
    )


def make_default_standings(record: PartyRecord) -> DividedStandings:
    """Return the lists that Results shows first: their first ranks have won. (Costs no query.)

    A single list has no caption. Without standings there are no lists.

    :raises ScoringError: if the party's method can't count the games
    """
    if not record.standings:
        return ()
    (division, _label), *_others = list_division_choices(record)
    lists = divide_standings(record, division)
    if len(lists) > 1:
        return lists
    (_caption, standings), *_rest = lists
    return (("", standings),)


class PlayerPlace(NamedTuple):
    """A place in one of the lists that Results shows first. A single list has no *caption*."""

    caption: str
    rank_text: str


def list_player_places(record: PartyRecord, player: str) -> tuple[PlayerPlace, ...]:
    """Return the places of *player* or their pair, none before the first result.

    They are empty too if the party's method can't count the games.
    """
    contestant = record.contestants.get_contestant(player).key
    try:
        lists = make_default_standings(record)
    except ScoringError:
        return ()
    return tuple(
        PlayerPlace(caption, standing.rank_text)
        for caption, standings in lists
        for standing in standings
        if standing.player == contestant
    )


def _format_list_caption(record: PartyRecord, division: str, standing: PartyStanding) -> str:
    if division == GROUP:
        return record.party.get_group_name(standing.group) or "No group"
    aisle = f"Aisle {standing.row}"
    if division == ROW:
        return aisle
    if not standing.table_no:
        return "Sat out"
    has_aisles = len({standing.row for standing in record.ranking.standings}) > 1
    if has_aisles:
        return f"{aisle}, table {standing.table_no}"
    return f"Table {standing.table_no}"
