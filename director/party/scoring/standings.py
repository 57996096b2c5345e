"""The standings of a party: totals explained, lists by group, open ties, and places for seasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from director.core.club.kind_parts import EventOutcome, RankedEntrant
from director.models import Event
from director.party.models import Party
from director.party.movement.games import PartyRecord, fetch_party_records, read_tie_decisions
from director.party.movement.options import get_counted_unit, has_fixed_tables
from director.party.movement.parties import fetch_party_nights
from director.party.movement.words import format_prize_title, get_game_name
from scoring.errors import ScoringError
from scoring.explain.party import PartyExplainer, PartyExplanation
from scoring.party.awarding import Prize
from scoring.party.methods import describe_party_unit
from scoring.party.model import PartyRanking, PartyStanding
from scoring.party.prize_ties import Decision, OpenTie
from scoring.party.ranking import rank_by_part

# Explain a player's total: every game, and the sum.

ALL = "all"


def make_total_explainer(record: PartyRecord, division: str = ALL) -> PartyExplainer:
    """Return an explainer of all totals of *record*, without ranking it again.

    A *division* ``"group"``, ``"row"`` or ``"table"`` explains places within each of these lists
    instead of places among everybody.

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
        round_nouns=(party.round_word, party.rounds_word),
        unit=get_counted_unit(party),
    )


def explain_player_total(
    record: PartyRecord, player: str, division: str = ALL
) -> PartyExplanation | None:
    """Explain the total of *player* or their pair. Return None if there is none."""
    key = record.contestants.get_contestant(player).key
    if not record.is_ranked:
        return None
    try:
        return make_total_explainer(record, division).explain_total(key)
    except ScoringError:
        return None


# Standings in several lists: by seat group, aisle or table.

DividedStandings = tuple[tuple[str, tuple[PartyStanding, ...]], ...]
"""Lists of standings, each with its caption."""

GROUP, ROW, TABLE = "group", "row", "table"
DIVISION_LABELS = {
    ALL: "Everybody",
    GROUP: "Each group separately",
    ROW: "By aisle",
    TABLE: "By table",
}


def list_division_choices(record: PartyRecord) -> tuple[tuple[str, str], ...]:
    """Return the ways to divide the standings into lists, the usual one first.

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
    if GROUP in keys and party.prizes.get("by_group", True):
        keys.remove(GROUP)
        keys.insert(0, GROUP)
    return tuple((key, DIVISION_LABELS[key]) for key in keys)


def divide_standings(record: PartyRecord, division: str) -> DividedStandings:
    """Return the standings of *record*, one list per group, row or table. No query.

    :raises ScoringError: if the party's method can't count the games
    """
    if division == ALL:
        return (("Standings", record.ranking.standings),)
    lists = rank_by_part(record.ranking, division).values()
    return tuple(
        (_format_list_caption(record, division, standings[0]), standings) for standings in lists
    )


def make_default_standings(record: PartyRecord) -> DividedStandings:
    """Return the lists that Results shows first, whose first places have won. No query.

    A single list has no caption. Empty if nothing is ranked.

    :raises ScoringError: if the party's method can't count the games
    """
    if not record.standings:
        return ()
    (division, _label), *_others = list_division_choices(record)
    lists = divide_standings(record, division)
    return (("", lists[0][1]),) if len(lists) == 1 else lists


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


# Open ties for prizes, each with the form that settles it.

FIGURE_LABELS = {"cut": "Card (ace 14)", "slips": "Number on the slip"}
"""The figure to enter for each player, by tie-break. A hand or game is settled by its points."""
_NO_STANDINGS_TEXT = "There are no standings yet."
_WITHOUT_FIGURES = ("halves", "wait", "draw")
"""Tie-breaks without figures: the prize is shared, or waits for an earlier tie or a drawn number."""


@dataclass(frozen=True, slots=True)
class OpenTieForm:
    """A tie for one or several prizes, with instructions and a box for each player."""

    key: str
    prize_titles: str
    text: str
    method: str
    figure_label: str
    figures: tuple[tuple[str, str, str], ...]  # player, name, what was typed
    session: int = 0  # of a Skat congress

    @property
    def has_typed_figure(self) -> bool:
        """Whether any figure was typed."""
        return any(typed for _player, _name, typed in self.figures)


def list_open_tie_forms(
    record: PartyRecord, typed_figures: Mapping[str, str] | None = None
) -> list[OpenTieForm]:
    """Return the open ties of *record*, with the *typed_figures*."""
    if not record.is_ranked:
        return []
    # One tie may hold up several prizes: the same players settle them all at once.
    prizes_by_players: dict[tuple[str, ...], list[tuple[Prize, OpenTie]]] = {}
    for prize in record.prizes:
        if prize.tie and prize.tie.rule_key not in _WITHOUT_FIGURES:
            prizes = prizes_by_players.setdefault(tuple(prize.tie.players), [])
            prizes.append((prize, prize.tie))
    return [
        _make_open_tie_form(record, players, prizes, typed_figures or {})
        for players, prizes in prizes_by_players.items()
    ]


def parse_tie_key(key: str) -> tuple[int, list[str]]:
    """Return the session (0 for the whole party) and players of the tie *key*.

    >>> parse_tie_key("3-12"), parse_tie_key("s2-3-12")
    ((0, ['3', '12']), (2, ['3', '12']))
    """
    first_part, *key_parts = key.split("-")
    if not first_part.startswith("s"):
        return 0, [first_part, *key_parts]
    session = first_part.removeprefix("s")
    return int(session) if session.isdecimal() else 0, key_parts


def find_tie_decision(party: Party, players: Sequence[str], session: int = 0) -> Decision | None:
    """Return how a tie between exactly these *players* was settled, or None if it is open."""
    for decision in read_tie_decisions(party, session):
        if set(decision.sorted_players) == set(players):
            return decision
    return None


def _make_open_tie_form(
    record: PartyRecord,
    players: tuple[str, ...],
    prizes: list[tuple[Prize, OpenTie]],
    typed_figures: Mapping[str, str],
) -> OpenTieForm:
    _prize, tie = prizes[0]
    return OpenTieForm(
        key="-".join(players),
        prize_titles="; ".join(format_prize_title(record.party, prize) for prize, _tie in prizes),
        text=tie.instructions,
        method=tie.rule_key,
        figure_label=FIGURE_LABELS.get(tie.rule_key, "Points"),
        figures=tuple(
            (player, record.contestants[player], typed_figures.get(f"figure-{player}", ""))
            for player in players
        ),
    )


# Units of evening totals. A season adds up only evenings with the same unit.


def get_total_unit(record: PartyRecord) -> str:
    """Return the unit of an evening's totals, in words."""
    return describe_party_unit(record.method, get_game_name(record.party.game))


# The places of parties for seasons, which count every player for himself.


def compute_party_outcomes_by_event(events: Sequence[Event]) -> dict[int, EventOutcome]:
    """Return the places of the party of each of *events*, by the number of the event.

    The number of queries doesn't depend on the number of events.
    """
    parties = (
        Party.objects.filter(session__event__in=events)
        .exclude(method="")
        .select_related("session__event__club")
    )
    is_over_by_party = {night.party.pk: night.is_over for night in fetch_party_nights(parties)}
    # Until its game is saved a party has no method.
    outcome_by_event = {
        event.pk: EventOutcome((), is_complete=False, missing_reason=_NO_STANDINGS_TEXT)
        for event in events
    }
    for record in fetch_party_records(parties):
        party = record.party
        outcome_by_event[party.session.event_id] = _compute_outcome(
            record, is_over=is_over_by_party[party.pk]
        )
    return outcome_by_event


def _compute_outcome(record: PartyRecord, *, is_over: bool) -> EventOutcome:
    # A season counts single players, also where pairs are ranked.
    record = replace(record, ranks_players=True)
    try:
        standings = record.standings
    except ScoringError as error:
        return EventOutcome(
            (), is_complete=False, missing_reason=f"There are no standings. {error}"
        )
    entrants = tuple(_make_ranked_entrant(record, standing) for standing in standings)
    return EventOutcome(
        entrants=entrants,
        is_complete=is_over,
        unit=get_total_unit(record),
        nameless_count=sum(not entrant.people for entrant in entrants),
        missing_reason="" if entrants else _NO_STANDINGS_TEXT,
    )


def _make_ranked_entrant(record: PartyRecord, standing: PartyStanding) -> RankedEntrant:
    player = record.names.facts_by_player[standing.player]
    people: tuple[tuple[int, str], ...] = ()
    if player.person_id is not None:
        people = ((player.person_id, str(player)),)
    return RankedEntrant(
        name="",
        people=people,
        starter_count=1,
        group="",
        rank=standing.rank,
        total=standing.total,
        prize_group=record.party.get_group_name(player.group),
        played_game_count=standing.games_played,
    )
