"""Tables of a party for files and pages: standings, rounds, prizes and settings.

No other program has a format for a party, so the columns are those that a director reads. Their
keys and order stay the same from version to version.

Columns that would be empty for the whole party (prize groups, aisles, notes) are left out. The
standings are printed too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.core.paginator import Page, Paginator

from director.core.base.tags.cards import party_figure
from director.formats.figures import Column, Kind, TableData, Value, collect_facts, make_table
from director.formats.formats import EventTables
from director.names import has_words
from director.party.movement.games import Evening
from director.party.scoring.sheets import (
    list_standing_columns,
    make_presence_notes,
    make_standing_row,
)
from director.party.scoring.standings import divide_standings
from director.party.sheets import (
    PartyHeading,
    PartyLine,
    PartySheets,
    PartyStandingRow,
    SkatEntry,
    join_names,
)
from director.pdf.tables import PaperColumn
from director.sheets import Heading
from scoring.party.model import PartyStanding

_NAME_KEYS = ("player_no", "player")
STANDING_NAME_KEYS = ("place", *_NAME_KEYS)
"""The columns that name a contestant in the standings."""
_RIGHT = PaperColumn(align="right")
_BOLD = PaperColumn(bold=True, align="right")

SITS_OUT = "sits out"
NOT_ENTERED = "missing"
NOT_COUNTED = "does not count"


PLAYED = Column("played", "Played", Kind.COUNT, path="games_played", paper=_RIGHT)
SAT_OUT = Column(
    "sat_out",
    "Sat out",
    Kind.POINTS,
    path="credit",
    paper=PaperColumn("Sat\nout", align="right"),
)
TOTAL = Column("total", "Total", Kind.POINTS, paper=_BOLD)


def make_party_tables(sheets: PartySheets) -> tuple[TableData, ...]:
    """Return all tables of a party in order."""
    return tuple(make(sheets) for make in get_table_makers(sheets).values())


def get_table_makers(sheets: PartySheets) -> dict[str, Callable[[PartySheets], TableData]]:
    """Return the function that makes each table, by ``table_name``."""
    make_standings = make_skat_table if sheets.skat_entries else make_standings_table
    series = sheets.series
    # Name, whether the party has such a table, and its function.
    tables: tuple[tuple[str, object, Callable[[PartySheets], TableData]], ...] = (
        ("series", series, make_series_table),
        ("teams", series and series.teams, make_teams_table),
        ("tandems", series and series.tandems, make_tandems_table),
        ("cards", sheets.handed_cards, make_cards_table),
        ("games", sheets.games_on_cards, make_games_table),
        ("evening", True, make_evening_table),
        ("prizes", True, make_prizes_table),
        ("money", sheets.money, make_money_table),
    )
    makers = {name: make for name, has_table, make in tables if has_table}
    return {"standings": make_standings, **makers, "event": make_event_table}


def make_download_tables(sheets: PartySheets) -> EventTables:
    """Return the tables of a party for download."""
    makers: dict[str, Callable[[], TableData]] = {
        name: partial(make, sheets) for name, make in get_table_makers(sheets).items()
    }
    return EventTables(makers, _make_file_heading(sheets.heading))


def _make_file_heading(heading: PartyHeading) -> Heading:
    return Heading(
        club=heading.club,
        event=heading.event,
        date=heading.date,
        session="",
        section="",
        movement=heading.system,
        fingerprint="",
        game=heading.game,
    )


def make_standings_table(sheets: PartySheets) -> TableData:
    """Return a row for each contestant by place, with places in prize groups.

    Paper leaves out figures that are 0 for everybody. If the first figure is the total already,
    paper has that figure in any case, but no total.
    """
    rows = sheets.standings
    groups = {row.group for row in rows}
    has_total = any(row.total != row.columns[0][1] for row in rows)
    columns = (
        Column("place", "Place", Kind.PLACE, paper=_BOLD),
        Column(
            "player_no", "No.", Kind.COUNT, path="numbers", read=_to_number_or_text, paper=_RIGHT
        ),
        Column(
            "player",
            sheets.contest_word.capitalize(),
            path="name",
            paper=PaperColumn("Name", align="left", wraps=True, claim=0.42),
        ),
        *_make_group_columns(sheets.group_places, is_printed=len(groups) > 1),
        Column("row", "Aisle", Kind.COUNT, when="aisles"),
        Column(
            "aisle_place",
            "In aisle",
            Kind.PLACE,
            path="number",
            read=sheets.aisle_places.get,
            when="aisles",
        ),
        PLAYED if sheets.shows_played else replace(PLAYED, paper=None),
        *_make_figure_columns(rows, has_total=has_total),
        replace(SAT_OUT, when="credits"),
        TOTAL if has_total else replace(TOTAL, paper=None),
        Column("note", "Note", path="presence", is_optional=True),
    )
    facts = collect_facts(
        groups=sheets.heading.tells_groups and any(groups),
        aisles=len({row.row for row in rows}) > 1,
        credits=any(row.credit for row in rows),
    )
    return make_table("Standings", columns, rows, facts, fixed_keys=STANDING_NAME_KEYS)


def _make_group_columns(places: Mapping[int, str], *, is_printed: bool) -> tuple[Column, Column]:
    """Return the columns of the prize group and of the *places* in it, by number."""
    group = Column("group", "Group", read=_get_group_name, when="groups")
    place = Column(
        "group_place", "In group", Kind.PLACE, path="number", read=places.get, when="groups"
    )
    if not is_printed:
        return group, place
    return (
        replace(group, paper=PaperColumn(align="left")),
        replace(place, paper=PaperColumn("In\ngroup", align="right")),
    )


def _make_figure_columns(rows: Sequence[PartyStandingRow], *, has_total: bool) -> list[Column]:
    """Return the columns of the method's figures, of which the first may be the total."""
    if not rows:
        return []
    columns = []
    for index, (name, _figure) in enumerate(rows[0].columns):  # all rows have the same figures
        is_total = index == 0 and not has_total
        paper = None
        if is_total:
            paper = _BOLD
        elif any(row.columns[index][1] for row in rows):
            paper = _RIGHT
        columns.append(make_figure_column(index, name, paper))
    return columns


def make_figure_column(index: int, name: str, paper: PaperColumn | None = None) -> Column:
    """Return the column of the figure that has *index* in a row of the standings."""
    return Column(
        name.replace(" ", "_"),
        name.capitalize(),
        Kind.POINTS,
        path="columns",
        read=lambda figures: figures[index][1],
        paper=paper,
    )


def _get_group_name(row: PartyStandingRow | SkatEntry) -> str:
    return row.group_name or row.group


def make_skat_table(sheets: PartySheets) -> TableData:
    """Return a row for each sheet of a Skat congress."""
    columns = (
        Column("session", "Session", Kind.COUNT, path="round_no"),
        Column("player_no", "No.", Kind.COUNT, path="number"),
        Column("player", "Player", path="name"),
        Column("group", "Group", read=_get_group_name, when="groups"),
        Column("table_no", "Table", Kind.COUNT),
        Column("won", "Won", Kind.COUNT, path="games_won"),
        Column("lost", "Lost", Kind.COUNT, path="games_lost"),
        Column(
            "net", "Won less lost", Kind.COUNT, read=lambda line: line.games_won - line.games_lost
        ),
        Column("points", "Points", Kind.POINTS),
        Column("highest_game", "Highest game", Kind.POINTS),
        Column("solo", "Solo"),
        Column("tournee", "Tournée"),
        Column("account", "Account", Kind.POINTS),
        Column("cents", "Cents", Kind.POINTS),
        Column("prize", "Prize", path="prizes", read="; ".join),
    )
    groups = sheets.heading.tells_groups and any(line.group for line in sheets.skat_entries)
    fixed_keys = ("session", *_NAME_KEYS)
    return make_table(
        "Standings",
        columns,
        sheets.skat_entries,
        collect_facts(groups=groups),
        fixed_keys=fixed_keys,
    )


def make_series_table(sheets: PartySheets) -> TableData:
    """Return a row for each player of an evening in series."""
    series = sheets.series
    standings_by_player = {row.number: row for row in sheets.standings}
    heading = sheets.heading
    title = heading.rounds_word.capitalize()
    if series is None:
        return make_table(title, (), ())
    columns = (
        Column(
            "place",
            "Place",
            Kind.PLACE,
            path="number",
            read=lambda number: standings_by_player[number].place,
        ),
        Column("player_no", "No.", Kind.COUNT, path="number"),
        Column("player", "Player", path="name"),
        Column("team", "Team", when="teams"),
        Column("tandem", "Tandem", when="tandems"),
        *(
            Column(
                f"series_{number}",
                f"{heading.round_word.capitalize()} {number}",
                Kind.POINTS,
                path="results",
                read=itemgetter(index),
            )
            for index, number in enumerate(series.numbers)
        ),
        Column("lost", "Lost games", Kind.COUNT, path="lost_games", when="costs"),
        Column("to_pay", "To pay", path="cost", when="costs"),
        Column(
            "total",
            "Total",
            Kind.POINTS,
            path="number",
            read=lambda number: standings_by_player[number].total,
        ),
    )
    facts = collect_facts(teams=series.teams, tandems=series.tandems, costs=series.has_costs)
    return make_table(title, columns, series.players, facts, fixed_keys=STANDING_NAME_KEYS)


def make_teams_table(sheets: PartySheets) -> TableData:
    """Return the teams, ranked by the sums of their members."""
    teams = sheets.series.teams if sheets.series else ()
    return make_table("Teams", _RANKED_COLUMNS, teams, fixed_keys=_RANKED_KEYS)


def make_tandems_table(sheets: PartySheets) -> TableData:
    """Return the tandems, ranked by the sums of their members."""
    tandems = sheets.series.tandems if sheets.series else ()
    return make_table("Tandems", _RANKED_COLUMNS, tandems, fixed_keys=_RANKED_KEYS)


_RANKED_KEYS = ("place", "name")
_RANKED_COLUMNS = (
    Column("place", "Place", Kind.PLACE),
    Column("name", "Name"),
    Column("members", "Members"),
    Column("total", "Total", Kind.POINTS, path="value"),
)


def make_cards_table(sheets: PartySheets) -> TableData:
    """Return a row for each card that was handed in, with the figures as they were entered."""
    cards = sheets.handed_cards
    heading = sheets.heading
    columns = (
        Column("round_no", heading.round_word.capitalize(), Kind.COUNT, when="rounds"),
        Column("player_no", "No.", Kind.COUNT, path="number", read=_to_number_or_text),
        Column("player", sheets.contest_word.capitalize(), path="name"),
        Column("group", "Group", path="group_name", when="groups"),
        Column("half", "First half", Kind.POINTS, is_optional=True),
        Column("second", "Second half", Kind.POINTS, is_optional=True),
        Column("total", "Total", Kind.POINTS),
        Column("lone", "Lone hands", Kind.COUNT, when="lone"),
        Column(
            "first_round",
            f"From {heading.round_word}",
            Kind.COUNT,
            path="rounds",
            read=itemgetter(0),
            when="lengths",
        ),
        Column(
            "last_round",
            f"To {heading.round_word}",
            Kind.COUNT,
            path="rounds",
            read=itemgetter(1),
            when="lengths",
        ),
        Column("played", "Played", Kind.COUNT, path="rounds_played", when="evenings"),
    )
    has_rounds = any(card.round_no for card in cards)
    has_lengths = len({card.rounds for card in cards}) > 1
    facts = collect_facts(
        rounds=has_rounds,
        groups=heading.tells_groups and any(card.group_name for card in cards),
        lone=any(card.lone for card in cards),
        lengths=has_lengths,
        evenings=has_lengths and not has_rounds,
    )
    fixed_keys = ("round_no", "player_no") if has_rounds else _NAME_KEYS
    return make_table("Cards", columns, cards, facts, fixed_keys=fixed_keys)


def make_games_table(sheets: PartySheets) -> TableData:
    """Return a row for each cribbage game: the card's figures, those that count, and why."""
    return make_table("Games", _GAME_COLUMNS, sheets.games_on_cards, fixed_keys=_NAME_KEYS)


_GAME_COLUMNS = (
    Column("player_no", "No.", Kind.COUNT, path="number"),
    Column("player", "Player", path="name"),
    Column("game_no", "Game", Kind.COUNT),
    Column("against_no", "Against no.", Kind.COUNT, path="opponent_no"),
    Column("against", "Against", path="opponent_name"),
    Column("card_points", "On the card", Kind.POINTS, path="points"),
    Column("card_spread", "Spread there", Kind.POINTS, path="spread"),
    Column("points", "Counts", Kind.POINTS, path="counted_points"),
    Column("spread", "Spread", Kind.POINTS, path="counted_spread"),
    Column("why", "Why", path="text"),
)


def make_evening_table(sheets: PartySheets) -> TableData:
    """Return a row for each player and round."""
    lines = sheets.lines
    heading = sheets.heading
    names = {card.number: card.name for card in sheets.cards}
    # Leavers have no card, but lines of the rounds that they played.
    names.update({line.number: line.name for line in lines})
    facts = collect_facts(
        aisles=len({line.row for line in lines}) > 1,
        groups=heading.tells_groups and any(line.group for line in lines),
        games=not sheets.has_sessions,
    )
    keys = ("night", "round_no")
    columns = (*_make_seat_columns(heading, names), *_make_line_result_columns(heading))
    return make_table("Evening", columns, lines, facts, block_keys=keys, fixed_keys=keys)


def _make_seat_columns(heading: PartyHeading, names: Mapping[int, str]) -> tuple[Column, ...]:
    """Return the columns of a player's seat, partners and opponents in a round."""
    join_player_names = partial(_join_player_names, names)
    group_names = dict(zip("AB", heading.group_names, strict=True))
    return (
        Column("night", "Night", read=lambda _line: heading.date),
        Column("round_no", heading.round_word.capitalize(), Kind.COUNT),
        Column("table_no", "Table", Kind.COUNT),
        Column("row", "Aisle", Kind.COUNT, when="aisles"),
        Column("seat", "Seat"),
        Column("player_no", "No.", Kind.COUNT, path="number"),
        Column("player", "Player", path="name"),
        Column(
            "group",
            "Group",
            path="group",
            read=lambda group: group_names.get(group, group),
            when="groups",
        ),
        Column("partner_no", "Partner no.", Kind.COUNT, path="partners", read=_to_number_or_list),
        Column("partner", "Partner", path="partners", read=join_player_names),
        Column("opponents_no", "Against nos.", path="opponents", read=_join_numbers),
        Column("opponents", "Against", path="opponents", read=join_player_names),
    )


def _make_line_result_columns(heading: PartyHeading) -> tuple[Column, ...]:
    """Return the columns of a player's result in a round."""
    return (
        Column("points", get_points_title(heading), Kind.POINTS, path="own_points"),
        Column("against_points", "Their best", Kind.POINTS, path="best_other_points"),
        Column(
            "games",
            "Flags" if heading.unit == "flags" else "Games",
            Kind.POINTS,
            read=_get_games_won,
            when="games",
        ),
        Column("lone", "Lone hands", Kind.COUNT, read=_get_lone_hands),
        Column("note", "Note", read=_make_line_note, is_optional=True),
    )


def get_points_title(heading: PartyHeading) -> str:
    """Return the title of a side's points: tricks if these are counted."""
    if heading.unit == "tricks":
        return "Tricks"
    return "Points"


def make_prizes_table(sheets: PartySheets) -> TableData:
    """Return a row for each prize, with open ties."""
    return make_table("Prizes", _PRIZE_COLUMNS, sheets.prizes)


_PRIZE_COLUMNS = (
    Column("prize", "Prize", path="title"),
    Column(
        "players_no",
        "Nos.",
        Kind.COUNT,
        path="numbers",
        read=lambda numbers: _to_number_or_text(", ".join(numbers)),
    ),
    Column("players", "Players", path="names", read=join_names),
    Column("tie", "Tie", path="open_tie"),
    Column("amount", "Amount", is_optional=True),
    Column("text", "In words"),
)


def make_money_table(sheets: PartySheets) -> TableData:
    """Return the account of the evening."""
    titles = ("part", "Part"), ("item", "Item"), ("sum", "Sum")
    columns = tuple(Column(key, title, Kind.TEXT) for key, title in titles)
    return TableData("Money", columns, sheets.money)


def make_event_table(sheets: PartySheets) -> TableData:
    """Return the facts of the party: club, event, system, method, settings and seeds."""
    heading = sheets.heading
    rounds = heading.rounds_word.capitalize()
    group_names = " / ".join(heading.group_names) if heading.tells_groups else ""
    rounds_with_results = {line.round_no for line in sheets.lines if line.is_entered}
    facts = (
        ("Club", heading.club),
        ("Event", heading.event),
        ("Date", heading.date),
        ("Game", heading.game),
        ("System", heading.system),
        *heading.options,
        ("Counting", heading.method),
        ("Unit", heading.unit),
        ("Seat groups", group_names),
        (f"{rounds} planned", heading.rounds),
        (f"{rounds} with results", len(rounds_with_results)),
        ("Players", len(sheets.cards)),
        ("Seed of the draw for seats", heading.seed),
        ("Drawn number", sheets.drawn_number),
        ("Seed of the drawn number", sheets.drawn_number_seed),
    )
    columns = (Column("item", "Item", Kind.TEXT), Column("value", "Value", Kind.TEXT))
    rows = tuple((name, str(value)) for name, value in facts if value not in ("", None))
    return TableData("Event", columns, rows)


def _get_games_won(line: PartyLine) -> Value:
    return line.games_won if line.is_entered else None


def _get_lone_hands(line: PartyLine) -> Value:
    return line.lone if line.is_entered else None


def _make_line_note(line: PartyLine) -> str:
    if line.sits_out:
        return SITS_OUT
    if not line.is_entered:
        return NOT_ENTERED
    if line.counts:
        return ""
    return NOT_COUNTED


def _to_number_or_list(players: Sequence[int]) -> Value:
    # A single player stays a number, so that a spreadsheet sorts the column as numbers.
    if len(players) == 1:
        return players[0]
    return _join_numbers(players)


def _to_number_or_text(numbers: str) -> Value:
    # As in _to_number_or_list, for numbers that are joined already: "4 & 17".
    if numbers.isdecimal():
        return int(numbers)
    return numbers


def _join_numbers(players: Sequence[int]) -> str:
    return ", ".join(map(str, players))


def _join_player_names(names: Mapping[int, str], players: Sequence[int]) -> str:
    return " & ".join(names.get(player, f"Player {player}") for player in players)


# The standings of a party as tables on a page.

ROWS_PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class PartyStandingsTable:
    """A list of standings on a page: caption, columns of figures, and rows with their texts.

    The figure of the column with the index *total_index* is the total, which can be explained.
    """

    caption: str
    columns: tuple[Column, ...]
    total_index: int
    rows: tuple[tuple[PartyStandingRow, tuple[str, ...]], ...]

    @property
    def width(self) -> int:
        """The number of columns, with place, number and name."""
        return 3 + len(self.columns)


def make_party_standings_page(
    evening: Evening, division: str, *, find: str = "", number: int = 0, page: str | None = None
) -> tuple[tuple[PartyStandingsTable, ...], Page[Any]]:
    """Return one page of the standings, in the lists of a *division*.

    With *find* only contestants of that name are listed. Without a *page* it is the page that shows
    *number*, or else the first. Only the rows of that page are formatted.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    lists = divide_standings(evening, division)
    rows: list[tuple[int, PartyStanding]] = []  # with the index of the list
    for list_index, (_caption, standings) in enumerate(lists):
        rows.extend(
            (list_index, standing)
            for standing in standings
            if not find or _has_name(evening, standing, find)
        )
    row_of_number = 0
    for row_index, (_list_index, standing) in enumerate(rows):
        if standing.player == str(number):
            row_of_number = row_index
            break
    page_of_number = 1 + row_of_number // ROWS_PER_PAGE
    current_page = Paginator(rows, ROWS_PER_PAGE).get_page(page or page_of_number)
    tables = []
    # A page may show the end of one list and the beginning of the next.
    for list_index, part in groupby(current_page.object_list, key=itemgetter(0)):
        standings_on_page = [standing for _list_index, standing in part]
        tables.append(_make_party_standings_table(evening, lists[list_index], standings_on_page))
    return tuple(tables), current_page


def _has_name(evening: Evening, standing: PartyStanding, find: str) -> bool:
    contestants = evening.contestants
    return has_words(find, contestants[standing.player], contestants.find(standing.player).players)


def _make_party_standings_table(
    evening: Evening,
    captioned_standings: tuple[str, Sequence[PartyStanding]],
    shown_standings: Iterable[PartyStanding],
) -> PartyStandingsTable:
    """Return *shown_standings* of a list, with the columns that the whole list needs."""
    caption, standings = captioned_standings
    figures_by_standing = [list_standing_columns(evening, standing) for standing in standings]
    columns = []
    has_different_lengths = len({standing.games_played for standing in standings}) > 1
    if has_different_lengths or _has_presence_notes(evening, standings):
        columns.append(PLAYED)
    total_index = len(columns)
    for index, (name, _figure) in enumerate(figures_by_standing[0]):
        # The first figure is always shown, others only if they aren't 0 for everybody.
        if index == 0 or any(figures[index][1] for figures in figures_by_standing):
            columns.append(make_figure_column(index, name))
    if any(standing.sit_out_credit for standing in standings):
        columns.append(SAT_OUT)
    # The first figure may be the total already.
    if any(
        standing.total != figures[0][1]
        for standing, figures in zip(standings, figures_by_standing, strict=True)
    ):
        total_index = len(columns)
        columns.append(TOTAL)
    rows = [make_standing_row(evening, standing) for standing in shown_standings]
    texts = []
    for column in columns:
        figures: list[Any] = column.list_values(rows)
        texts.append(map(party_figure, figures))
    return PartyStandingsTable(
        caption=caption,
        columns=tuple(columns),
        total_index=total_index,
        rows=tuple(zip(rows, zip(*texts, strict=True), strict=True)),
    )


def _has_presence_notes(evening: Evening, standings: Iterable[PartyStanding]) -> bool:
    # A pair may have a note on one of its players without one of its own.
    return any(
        make_presence_notes(evening, standing)
        for standing in standings
        if standing.presence or evening.contestants.are_pairs
    )
