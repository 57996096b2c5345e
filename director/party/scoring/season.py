"""The standings of a season.

They are calculated from its evenings when read, so a correction shows at once.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from django.db.models import Count, QuerySet

from director.formats.figures import Column, Kind, Row, TableData
from director.formats.formats import EventTables
from director.models import Club, Event
from director.party.models import Party, PartySeason
from director.party.movement.games.read import Evening, party_evenings
from director.sheets import Heading
from scoring import ScoringError, SeasonRules, SeasonStanding, season_standings


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

    *figures* are evening, figure and whether it counts; ``None`` if absent.
    """

    place: str
    person_id: int
    name: str
    nights: int
    played: int  # games of all nights, also of those that do not count
    figures: tuple[tuple[SeasonNight, Fraction | None, bool], ...]
    attendance: int
    total: Fraction

    @property
    def is_champion(self) -> bool:
        """Whether nobody has more."""
        return self.place in ("1", "1=")


@dataclass(frozen=True, slots=True)
class SeasonSheet:
    """Everything a season shows: its nights by date, and its lists, one or one for each prize group."""

    club: str
    name: str
    nights: tuple[SeasonNight, ...]
    counted: tuple[SeasonNight, ...]  # those that have standings
    lists: tuple[tuple[str, tuple[SeasonRow, ...]], ...]
    nameless: int  # how many players of all nights have no name, so that they are nobody's
    has_attendance: bool
    rule: str  # "The best 5 events count, plus 2 per event played; 8 events so far."

    @property
    def champions(self) -> tuple[str, ...]:
        """Who leads each list."""
        return tuple(row.name for _caption, rows in self.lists for row in rows if row.is_champion)


def season_rules(season: PartySeason) -> SeasonRules:
    """Return how *season* is counted."""
    return SeasonRules(season.figures, season.best, season.attendance)


def season_parties(season: PartySeason, *, published: bool) -> QuerySet[Party]:
    """Return the parties of *season* that are on the lists, by date.

    For visitors only the *published* ones.
    """
    parties = Party.objects.filter(
        season=season.name,
        session__event__club=season.club,
        session__event__removed_at__isnull=True,
    )
    if published:
        parties = parties.filter(session__event__published_at__isnull=False)
    return parties.select_related("session__event__club").order_by("session__event__date", "pk")


def seasons_here(club: Club) -> list[tuple[PartySeason, int]]:
    """Return the seasons of *club* with the number of their nights, the latest first.

    Two queries.
    """
    counts = dict(
        Party.objects.filter(session__event__club=club, session__event__removed_at__isnull=True)
        .exclude(season="")
        .values_list("season")
        .annotate(nights=Count("pk"))
        .order_by()
    )
    return [(season, counts.get(season.name, 0)) for season in seasons_of(club)]


def seasons_of(club: Club) -> QuerySet[PartySeason]:
    """Return the seasons of *club*, the latest first."""
    return PartySeason.objects.filter(club=club).order_by("-pk")


def seasons_published(club: Club) -> QuerySet[PartySeason]:
    """Return the seasons of *club* with a published night, the latest first.

    One query.
    """
    nights = Event.objects.filter(club=club, removed_at__isnull=True, published_at__isnull=False)
    names = Party.objects.filter(session__event__in=nights).values("season")
    return seasons_of(club).filter(name__in=names)


def season_known(party: Party) -> PartySeason | None:
    """Return the season of *party*, ``None`` where it belongs to none.

    At most one query.
    """
    if not party.season:
        return None
    return PartySeason.objects.filter(club=party.session.event.club, name=party.season).first()


def season_sheet(season: PartySeason, *, published: bool) -> SeasonSheet:
    """Return the standings of *season*.

    As many queries for one evening as for thirty.

    A season is of people: what a pair has, each of the two has who played it.
    """
    evenings = [
        replace(evening, apart=True)
        for evening in party_evenings(season_parties(season, published=published))
    ]
    told = [(evening, _why_not(evening)) for evening in evenings]
    counted = [evening for evening, why_not in told if not why_not]
    nights = tuple(_night(evening, why_not) for evening, why_not in told)
    nights_counted = tuple(night for night in nights if not night.why_not)
    captions = _groups(counted) if season.by_group else {"": None}
    return SeasonSheet(
        club=season.club.name,
        name=season.name,
        nights=nights,
        counted=nights_counted,
        lists=tuple(
            (caption, _rows(season, counted, nights_counted, people))
            for caption, people in captions.items()
        ),
        nameless=sum(
            who.person_id is None for evening in counted for who in evening.names.by_player.values()
        ),
        has_attendance=season.attendance > 0,
        rule=_rule(season, len(counted)),
    )


def _why_not(evening: Evening) -> str:
    try:
        is_ranked = evening.is_ranked and bool(evening.ranking.standings)
    except ScoringError as refused:
        return f"There are no standings. {refused}"
    if is_ranked:
        return ""
    return "There are no standings yet."


def _night(evening: Evening, why_not: str) -> SeasonNight:
    event = evening.party.session.event
    return SeasonNight(
        event.pk, event.name, event.date, len(evening.names.by_player), event.is_published, why_not
    )


def _totals(evening: Evening, people: frozenset[int] | None) -> dict[str, Fraction]:
    """Return the total of everybody with a name at *evening*, by person.

    With *people*, only theirs.
    """
    totals = {}
    for standing in evening.ranking.standings:
        person_id = evening.names.by_player[standing.player].person_id
        if person_id is not None and (people is None or person_id in people):
            totals[str(person_id)] = standing.total
    return totals


def _groups(evenings: Sequence[Evening]) -> dict[str, frozenset[int] | None]:
    """Return who competes in which prize group, by the name of the group.

    The group of somebody's last evening.
    """
    latest: dict[int, str] = {}
    for evening in evenings:
        for who in evening.names.by_player.values():
            if who.person_id is not None:
                latest[who.person_id] = evening.party.group_name(who.group)
    return {
        group: frozenset(person for person, own in latest.items() if own == group)
        for group in sorted(set(latest.values()))
    }


def _rows(
    season: PartySeason,
    evenings: Sequence[Evening],
    nights: Sequence[SeasonNight],
    people: frozenset[int] | None,
) -> tuple[SeasonRow, ...]:
    names = {
        str(who.person_id): str(who)
        for evening in evenings
        for who in evening.names.by_player.values()
        if who.person_id is not None
    }
    standings = season_standings(
        [_totals(evening, people) for evening in evenings], season_rules(season)
    )
    played = _games_played(evenings)
    return tuple(
        _row(standing, names[standing.player], nights, played[standing.player])
        for standing in standings
    )


def _games_played(evenings: Iterable[Evening]) -> Counter[str]:
    """Return how many games everybody with a name has played, by person."""
    played: Counter[str] = Counter()
    for evening in evenings:
        for standing in evening.ranking.standings:
            played[str(evening.names.by_player[standing.player].person_id)] += standing.played
    return played


def _row(
    standing: SeasonStanding, name: str, nights: Sequence[SeasonNight], played: int
) -> SeasonRow:
    return SeasonRow(
        place=standing.place_text,
        person_id=int(standing.player),
        name=name,
        nights=standing.nights,
        played=played,
        figures=tuple(zip(nights, standing.figures, standing.counted, strict=True)),
        attendance=standing.attendance,
        total=standing.total,
    )


def _rule(season: PartySeason, nights: int) -> str:
    """Return how the season is counted, in a sentence."""
    best = f"The best {season.best} events count" if season.best > 1 else "The best event counts"
    coming = f", plus {season.attendance} per event played" if season.attendance else ""
    figures = " Points are players beaten, a half per tie." if season.figures == "beaten" else ""
    so_far = f"{nights} event{'s' * (nights != 1)} so far"
    return f"{best if season.best else 'All events count'}{coming}; {so_far}.{figures}"


def season_tables(sheet: SeasonSheet) -> EventTables:
    """Return the season as files have it: the standings, and its nights."""
    on = sheet.nights[-1].date if sheet.nights else date.today()
    heading = Heading(
        club=sheet.club,
        event=sheet.name,
        date=on,
        session="",
        section="",
        movement="",
        fingerprint="",
        called="player",
    )
    return EventTables(
        {"standings": lambda: _standings_table(sheet), "nights": lambda: _nights_table(sheet)},
        heading,
    )


def _standings_table(sheet: SeasonSheet) -> TableData:
    has_groups = len(sheet.lists) > 1
    columns = [
        Column("place", "Place", Kind.PLACE),
        Column("player", "Player", Kind.TEXT),
        *([Column("group", "Group", Kind.TEXT)] if has_groups else []),
        Column("nights", "Events", Kind.COUNT),
        Column("played", "Played", Kind.COUNT),
        *(
            Column(f"night_{at}", f"{night.date:%d.%m.%Y}", Kind.POINTS)
            for at, night in enumerate(sheet.counted, 1)
        ),
        *([Column("attendance", "Attendance", Kind.COUNT)] if sheet.has_attendance else []),
        Column("total", "Total", Kind.POINTS),
    ]
    rows: Iterable[Row] = (
        (
            row.place,
            row.name,
            *([caption] if has_groups else []),
            row.nights,
            row.played,
            *(figure for _night, figure, _counts in row.figures),
            *([row.attendance] if sheet.has_attendance else []),
            row.total,
        )
        for caption, those in sheet.lists
        for row in those
    )
    return TableData("Standings", tuple(columns), tuple(rows), fixed_columns=2)


def _nights_table(sheet: SeasonSheet) -> TableData:
    columns = (
        Column("date", "Date", Kind.TEXT),
        Column("night", "Event", Kind.TEXT),
        Column("players", "Players", Kind.COUNT),
        Column("note", "Note", Kind.TEXT),
    )
    return TableData(
        "Events",
        columns,
        tuple((night.date, night.name, night.players, night.why_not) for night in sheet.nights),
    )


def season_json(sheet: SeasonSheet) -> dict[str, object]:
    """Return the season for programs.

    Figures are exact text, ``null`` for those who were absent.
    """
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
            for night in sheet.counted
        ],
        "lists": [
            {"group": caption, "standings": [_as_json(row) for row in rows]}
            for caption, rows in sheet.lists
        ],
    }


def _as_json(row: SeasonRow) -> dict[str, object]:
    return {
        "place": row.place,
        "name": row.name,
        "nights": row.nights,
        "played": row.played,
        "figures": [
            None if figure is None else str(figure) for _night, figure, _counts in row.figures
        ],
        "counted": [counts for _night, _figure, counts in row.figures],
        "attendance": row.attendance,
        "total": str(row.total),
    }
