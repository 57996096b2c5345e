"""The standings of a season of parties, for pages, files and JSON.

They are calculated from the season's evenings when they are read, so a correction of an evening
shows at once. Caching them is left to ``season_cache``.

A season is of people: players without a name are only counted. An evening *counts* if it has
standings.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from django.db.models import Count, QuerySet

from director.formats.figures import Column, Kind, Row, TableData, Value
from director.formats.formats import EventTables
from director.models import Club, Event
from director.party.models import Party, PartySeason
from director.party.movement.games.read import Evening, fetch_evenings
from director.party.movement.games.units import get_evening_unit
from director.sheets import Heading
from scoring import (
    ScoringError,
    SeasonRules,
    SeasonStanding,
    season_standings,
    season_unit,
    unlike_note,
    unlike_unit,
)


@dataclass(frozen=True, slots=True)
class SeasonNight:
    """One evening of a season.

    *why_not* is a sentence if it doesn't count.
    """

    event_id: int
    name: str
    date: date
    players: int
    is_published: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One person's place.

    *figures* has for each evening the figure, None if absent, and whether it counts.
    """

    place: str
    person_id: int
    name: str
    nights: int
    events_played: int  # games of all evenings, also of those whose figure does not count
    figures: tuple[tuple[SeasonNight, Fraction | None, bool], ...]
    attendance: int
    total: Fraction

    @property
    def is_champion(self) -> bool:
        """Whether nobody has more."""
        return self.place in ("1", "1=")


@dataclass(frozen=True, slots=True)
class SeasonSheet:
    """Everything a season shows: its evenings by date, and a list, or one for each prize group."""

    club: str
    name: str
    nights: tuple[SeasonNight, ...]
    counted_events: tuple[SeasonNight, ...]  # the evenings that have standings
    lists: tuple[tuple[str, tuple[SeasonRow, ...]], ...]
    nameless: int  # players without a name, of all evenings
    has_attendance: bool
    rule: str  # "The best 5 events count, plus 2 per event played; 8 events so far."

    @property
    def champions(self) -> tuple[str, ...]:
        """The names of the leaders of each list."""
        names = []
        for _caption, rows in self.lists:
            names += [row.name for row in rows if row.is_champion]
        return tuple(names)


def get_season_rules(season: PartySeason) -> SeasonRules:
    """Return the rules by which *season* is scored."""
    return SeasonRules(season.figures, season.best, season.attendance)


def get_season_parties(season: PartySeason, *, published: bool) -> QuerySet[Party]:
    """Return the parties of *season* that are not archived, by date.

    With *published* only those that visitors may see.
    """
    parties = Party.objects.filter(
        season=season.name,
        session__event__club=season.club,
        session__event__removed_at__isnull=True,
    )
    if published:
        parties = parties.filter(session__event__published_at__isnull=False)
    return parties.select_related("session__event__club").order_by("session__event__date", "pk")


def fetch_seasons_with_counts(club: Club) -> list[tuple[PartySeason, int]]:
    """Return the seasons of *club* with the numbers of their evenings, latest first.

    Two queries.
    """
    counts = dict(
        Party.objects.filter(session__event__club=club, session__event__removed_at__isnull=True)
        .exclude(season="")
        .values_list("season")
        .annotate(nights=Count("pk"))
        .order_by()
    )
    return [(season, counts.get(season.name, 0)) for season in get_seasons(club)]


def get_seasons(club: Club) -> QuerySet[PartySeason]:
    """Return the seasons of *club*, latest first."""
    return PartySeason.objects.filter(club=club).order_by("-pk")


def get_published_seasons(club: Club) -> QuerySet[PartySeason]:
    """Return the seasons of *club* with a published evening, latest first.

    One query.
    """
    nights = Event.objects.filter(club=club, removed_at__isnull=True, published_at__isnull=False)
    names = Party.objects.filter(session__event__in=nights).values("season")
    return get_seasons(club).filter(name__in=names)


def fetch_party_season(party: Party) -> PartySeason | None:
    """Return the season of *party*, or None if it belongs to none.

    At most one query.
    """
    if not party.season:
        return None
    return PartySeason.objects.filter(club=party.session.event.club, name=party.season).first()


def fetch_season_sheet(season: PartySeason, *, published: bool) -> SeasonSheet:
    """Return the standings of *season*.

    The number of queries doesn't depend on the number of evenings. Each of the two players of a
    pair has the figure of the pair.
    """
    # Players count for themselves, also where pairs are ranked.
    evenings = [
        replace(evening, ranks_players=True)
        for evening in fetch_evenings(get_season_parties(season, published=published))
    ]
    counted_evenings = []
    nights = []
    units = _list_added_units(evenings, season)
    added_unit = season_unit([unit for unit in units if unit])
    for evening, unit in zip(evenings, units, strict=True):
        why_not = _explain_missing_ranking(evening) or unlike_unit(unit or added_unit, added_unit)
        nights.append(_make_season_night(evening, why_not))
        if not why_not:
            counted_evenings.append(evening)
    nights_counted = tuple(night for night in nights if not night.why_not)
    people_by_caption: dict[str, frozenset[int] | None] = {"": None}
    if season.by_group:
        people_by_caption = _group_people(counted_evenings)
    nameless = 0
    for evening in counted_evenings:
        players = evening.names.by_player.values()
        nameless += sum(player.person_id is None for player in players)
    return SeasonSheet(
        club=season.club.name,
        name=season.name,
        nights=tuple(nights),
        counted_events=nights_counted,
        lists=tuple(
            (caption, _make_season_rows(season, counted_evenings, nights_counted, people))
            for caption, people in people_by_caption.items()
        ),
        nameless=nameless,
        has_attendance=season.attendance > 0,
        rule=" ".join(
            filter(
                None,
                (
                    _describe_season_rule(season, len(counted_evenings)),
                    unlike_note(units, added_unit),
                ),
            )
        ),
    )


def _list_added_units(evenings: Sequence[Evening], season: PartySeason) -> list[str]:
    """Return the unit of each of *evenings* whose totals *season* adds, "" for others."""
    if season.figures != "totals":
        return [""] * len(evenings)
    return [
        "" if _explain_missing_ranking(evening) else get_evening_unit(evening)
        for evening in evenings
    ]


def _explain_missing_ranking(evening: Evening) -> str:
    """Return why *evening* has no standings, or an empty text if it has."""
    try:
        is_ranked = evening.is_ranked and bool(evening.ranking.standings)
    except ScoringError as error:
        return f"There are no standings. {error}"
    if is_ranked:
        return ""
    return "There are no standings yet."


def _make_season_night(evening: Evening, why_not: str) -> SeasonNight:
    event = evening.party.session.event
    return SeasonNight(
        event.pk, event.name, event.date, len(evening.names.by_player), event.is_published, why_not
    )


def _collect_totals(evening: Evening, people: frozenset[int] | None) -> dict[str, Fraction]:
    """Return the totals of *evening* by person, of all named players or only of *people*."""
    totals = {}
    for standing in evening.ranking.standings:
        person_id = evening.names.by_player[standing.player].person_id
        if person_id is not None and (people is None or person_id in people):
            totals[str(person_id)] = standing.total
    return totals


def _group_people(evenings: Sequence[Evening]) -> dict[str, frozenset[int] | None]:
    """Return the people of each prize group, by the name of the group."""
    # People compete in the group of their last evening, so later evenings overwrite earlier ones.
    group_of_person: dict[int, str] = {}
    for evening in evenings:
        for player in evening.names.by_player.values():
            if player.person_id is not None:
                group_of_person[player.person_id] = evening.party.group_name(player.group)
    people_by_group: dict[str, frozenset[int] | None] = {}
    for group in sorted(set(group_of_person.values())):
        people_by_group[group] = frozenset(
            person for person, person_group in group_of_person.items() if person_group == group
        )
    return people_by_group


def _make_season_rows(
    season: PartySeason,
    evenings: Sequence[Evening],
    nights: Sequence[SeasonNight],
    people: frozenset[int] | None,
) -> tuple[SeasonRow, ...]:
    names = {}
    for evening in evenings:
        for player in evening.names.by_player.values():
            if player.person_id is not None:
                names[str(player.person_id)] = str(player)
    standings = season_standings(
        [_collect_totals(evening, people) for evening in evenings], get_season_rules(season)
    )
    played = _count_games_played(evenings)
    return tuple(
        _make_season_row(standing, names[standing.player], nights, played[standing.player])
        for standing in standings
    )


def _count_games_played(evenings: Iterable[Evening]) -> Counter[str]:
    """Return the number of games that each person has played."""
    played: Counter[str] = Counter()
    for evening in evenings:
        for standing in evening.ranking.standings:
            played[str(evening.names.by_player[standing.player].person_id)] += standing.games_played
    return played


def _make_season_row(
    standing: SeasonStanding, name: str, nights: Sequence[SeasonNight], played: int
) -> SeasonRow:
    return SeasonRow(
        place=standing.place_text,
        person_id=int(standing.player),
        name=name,
        nights=standing.nights,
        events_played=played,
        figures=tuple(zip(nights, standing.figures, standing.counted_nights, strict=True)),
        attendance=standing.attendance,
        total=standing.total,
    )


def _describe_season_rule(season: PartySeason, nights: int) -> str:
    """Return in a sentence how the season is scored."""
    if season.best == 0:
        counting = "All events count"
    elif season.best == 1:
        counting = "The best event counts"
    else:
        counting = f"The best {season.best} events count"
    attendance = f", plus {season.attendance} per event played" if season.attendance else ""
    plural = "" if nights == 1 else "s"
    text = f"{counting}{attendance}; {nights} event{plural} so far."
    if season.figures == "beaten":
        text += " Points are players beaten, a half per tie."
    return text


def make_season_tables(sheet: SeasonSheet) -> EventTables:
    """Return the tables of the season for download: its standings and its evenings."""
    last_date = sheet.nights[-1].date if sheet.nights else date.today()
    heading = Heading(
        club=sheet.club,
        event=sheet.name,
        date=last_date,
        session="",
        section="",
        movement="",
        fingerprint="",
        called="player",
    )
    return EventTables(
        {
            "standings": lambda: _make_standings_table(sheet),
            "nights": lambda: _make_nights_table(sheet),
        },
        heading,
    )


def _make_standings_table(sheet: SeasonSheet) -> TableData:
    has_groups = len(sheet.lists) > 1
    columns = [
        Column("place", "Place", Kind.PLACE),
        Column("player", "Player", Kind.TEXT),
    ]
    if has_groups:
        columns.append(Column("group", "Group", Kind.TEXT))
    columns.append(Column("nights", "Events", Kind.COUNT))
    columns.append(Column("played", "Played", Kind.COUNT))
    for number, night in enumerate(sheet.counted_events, start=1):
        columns.append(Column(f"night_{number}", f"{night.date:%d.%m.%Y}", Kind.POINTS))
    if sheet.has_attendance:
        columns.append(Column("attendance", "Attendance", Kind.COUNT))
    columns.append(Column("total", "Total", Kind.POINTS))
    rows: list[Row] = []
    for caption, season_rows in sheet.lists:
        for row in season_rows:
            cells: list[Value] = [row.place, row.name]
            if has_groups:
                cells.append(caption)
            cells += [row.nights, row.events_played]
            cells += [figure for _night, figure, _counts in row.figures]
            if sheet.has_attendance:
                cells.append(row.attendance)
            cells.append(row.total)
            rows.append(tuple(cells))
    return TableData("Standings", tuple(columns), tuple(rows), fixed_columns=2)


def _make_nights_table(sheet: SeasonSheet) -> TableData:
    columns = (
        Column("date", "Date", Kind.TEXT),
        Column("night", "Event", Kind.TEXT),
        Column("players", "Players", Kind.COUNT),
        Column("note", "Note", Kind.TEXT),
    )
    rows = tuple((night.date, night.name, night.players, night.why_not) for night in sheet.nights)
    return TableData("Events", columns, rows)


def make_season_json(sheet: SeasonSheet) -> dict[str, object]:
    """Return the season as JSON. Figures are exact texts, null for an absent player."""
    return {
        "club": sheet.club,
        "season": sheet.name,
        "rule": sheet.rule,
        "nights": [
            {
                "event": night.event_id,
                "name": night.name,
                "date": night.date.isoformat(),
                "players": night.players,
            }
            for night in sheet.counted_events
        ],
        "lists": [_make_list_json(caption, rows) for caption, rows in sheet.lists],
    }


def _make_list_json(caption: str, rows: Iterable[SeasonRow]) -> dict[str, object]:
    return {"group": caption, "standings": [_make_row_json(row) for row in rows]}


def _make_row_json(row: SeasonRow) -> dict[str, object]:
    figures: list[str | None] = []
    for _night, figure, _counts in row.figures:
        figures.append(None if figure is None else str(figure))
    return {
        "place": row.place,
        "name": row.name,
        "nights": row.nights,
        "played": row.events_played,
        "figures": figures,
        "counted": [counts for _night, _figure, counts in row.figures],
        "attendance": row.attendance,
        "total": str(row.total),
    }
