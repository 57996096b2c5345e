"""Tables of a party for files: standings, rounds, prizes and settings.

No other program has a format for a party, so the columns are made for a director. Their keys and
order stay the same from version to version. Columns that would be empty for the whole party (prize
groups, aisles, notes) are left out. The standings are printed too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter

from director.formats.figures import Column, ColumnKind, TableData, Value, collect_facts, make_table
from director.formats.formats import EventTables
from director.party.sheets import (
    PartyEventResults,
    PartyHeading,
    PartyLine,
    PartyStandingRow,
    SkatEntry,
    join_names,
)
from director.pdf.tables import PaperColumn
from director.sheets import Heading

_NAME_KEYS = ("player_no", "player")
STANDING_NAME_KEYS = ("place", *_NAME_KEYS)
"""The columns that name a contestant in the standings."""
_RIGHT = PaperColumn(align="right")
_BOLD = PaperColumn(bold=True, align="right")

SITS_OUT = "sits out"
NOT_ENTERED = "missing"
NOT_COUNTED = "does not count"


PLAYED = Column("played", "Played", ColumnKind.COUNT, path="games_played", paper=_RIGHT)
SAT_OUT = Column(
    "sat_out",
    "Sat out",
    ColumnKind.POINTS,
    path="credit",
    paper=PaperColumn("Sat\nout", align="right"),
)
TOTAL = Column("total", "Total", ColumnKind.POINTS, paper=_BOLD)


def make_party_tables(results: PartyEventResults) -> tuple[TableData, ...]:
    """Return all tables of a party in order."""
    return tuple(make(results) for make in get_makers_by_table(results).values())


def get_makers_by_table(
    results: PartyEventResults,
) -> dict[str, Callable[[PartyEventResults], TableData]]:
    """Return the function that makes each table, by ``table_name``."""
    make_standings = make_skat_table if results.skat_entries else make_standings_table
    series = results.series
    # Name, whether the party has such a table, and its function.
    tables: tuple[tuple[str, object, Callable[[PartyEventResults], TableData]], ...] = (
        ("series", series, make_series_table),
        ("teams", series and series.teams, make_teams_table),
        ("tandems", series and series.tandems, make_tandems_table),
        ("cards", results.handed_cards, make_cards_table),
        ("evening", True, make_rounds_table),
        ("prizes", True, make_prizes_table),
        ("money", results.money, make_money_table),
    )
    makers = {name: make for name, has_table, make in tables if has_table}
    return {"standings": make_standings, **makers, "event": make_event_table}


def make_download_tables(results: PartyEventResults) -> EventTables:
    """Return the tables of a party for download."""
    makers: dict[str, Callable[[], TableData]] = {
        name: partial(make, results) for name, make in get_makers_by_table(results).items()
    }
    return EventTables(makers, _make_file_heading(results.heading))


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


def make_standings_table(results: PartyEventResults) -> TableData:
    """Return a row for each contestant by rank, with ranks in prize groups.

    Paper leaves out figures that are 0 for everybody. If the first figure is the total, paper has
    that figure in any case and no other total.
    """
    rows = results.standings
    groups = {row.group for row in rows}
    has_total = any(row.total != row.columns[0][1] for row in rows)
    columns = (
        Column("place", "Place", ColumnKind.PLACE, paper=_BOLD),
        Column(
            "player_no",
            "No.",
            ColumnKind.COUNT,
            path="numbers",
            convert_value=_to_number_or_text,
            paper=_RIGHT,
        ),
        Column(
            "player",
            results.contestant_noun.capitalize(),
            path="name",
            paper=PaperColumn("Name", align="left", can_wrap=True, max_width_share=0.42),
        ),
        *_make_group_columns(results.group_ranks_by_number, is_printed=len(groups) > 1),
        Column("row", "Aisle", ColumnKind.COUNT, needed_fact="aisles"),
        Column(
            "aisle_place",
            "In aisle",
            ColumnKind.PLACE,
            path="number",
            convert_value=results.aisle_ranks_by_number.get,
            needed_fact="aisles",
        ),
        PLAYED if results.shows_played else replace(PLAYED, paper=None),
        *_make_figure_columns(rows, has_total=has_total),
        replace(SAT_OUT, needed_fact="credits"),
        TOTAL if has_total else replace(TOTAL, paper=None),
        Column("note", "Note", path="presence", is_optional=True),
    )
    facts = collect_facts(
        groups=results.heading.tells_groups and any(groups),
        aisles=len({row.row for row in rows}) > 1,
        credits=any(row.credit for row in rows),
    )
    return make_table("Standings", columns, rows, facts, fixed_keys=STANDING_NAME_KEYS)


def _make_group_columns(
    rank_by_number: Mapping[int, str], *, is_printed: bool
) -> tuple[Column, Column]:
    """Return the columns of the prize group and of the rank in it."""
    group_column = Column("group", "Group", convert_value=_get_group_name, needed_fact="groups")
    rank_column = Column(
        "group_place",
        "In group",
        ColumnKind.PLACE,
        path="number",
        convert_value=rank_by_number.get,
        needed_fact="groups",
    )
    if not is_printed:
        return group_column, rank_column
    return (
        replace(group_column, paper=PaperColumn(align="left")),
        replace(rank_column, paper=PaperColumn("In\ngroup", align="right")),
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
        ColumnKind.POINTS,
        path="columns",
        convert_value=lambda figures: figures[index][1],
        paper=paper,
    )


def _get_group_name(row: PartyStandingRow | SkatEntry) -> str:
    return row.group_name or row.group


def make_skat_table(results: PartyEventResults) -> TableData:
    """Return a row for each sheet of a Skat congress."""
    columns = (
        Column("session", "Session", ColumnKind.COUNT, path="round_no"),
        Column("player_no", "No.", ColumnKind.COUNT, path="number"),
        Column("player", "Player", path="name"),
        Column("group", "Group", convert_value=_get_group_name, needed_fact="groups"),
        Column("table_no", "Table", ColumnKind.COUNT),
        Column("won", "Won", ColumnKind.COUNT, path="games_won"),
        Column("lost", "Lost", ColumnKind.COUNT, path="games_lost"),
        Column(
            "net",
            "Won less lost",
            ColumnKind.COUNT,
            convert_value=lambda line: line.games_won - line.games_lost,
        ),
        Column("points", "Points", ColumnKind.POINTS),
        Column("highest_game", "Highest game", ColumnKind.POINTS),
        Column("solo", "Solo"),
        Column("tournee", "Tournée"),
        Column("account", "Account", ColumnKind.POINTS),
        Column("cents", "Cents", ColumnKind.POINTS),
        Column("prize", "Prize", path="prizes", convert_value="; ".join),
    )
    groups = results.heading.tells_groups and any(line.group for line in results.skat_entries)
    fixed_keys = ("session", *_NAME_KEYS)
    return make_table(
        "Standings",
        columns,
        results.skat_entries,
        collect_facts(groups=groups),
        fixed_keys=fixed_keys,
    )


def make_series_table(results: PartyEventResults) -> TableData:
    """Return a row for each player of a party in series."""
    series = results.series
    standing_by_player = {row.number: row for row in results.standings}
    heading = results.heading
    title = heading.rounds_noun.capitalize()
    if series is None:
        return make_table(title, (), ())
    columns = (
        Column(
            "place",
            "Place",
            ColumnKind.PLACE,
            path="number",
            convert_value=lambda number: standing_by_player[number].place,
        ),
        Column("player_no", "No.", ColumnKind.COUNT, path="number"),
        Column("player", "Player", path="name"),
        Column("team", "Team", needed_fact="teams"),
        Column("tandem", "Tandem", needed_fact="tandems"),
        *(
            Column(
                f"series_{number}",
                f"{heading.round_noun.capitalize()} {number}",
                ColumnKind.POINTS,
                path="results",
                convert_value=itemgetter(index),
            )
            for index, number in enumerate(series.series_nos)
        ),
        Column("lost", "Lost games", ColumnKind.COUNT, path="lost_games", needed_fact="costs"),
        Column("to_pay", "To pay", path="cost", needed_fact="costs"),
        Column(
            "total",
            "Total",
            ColumnKind.POINTS,
            path="number",
            convert_value=lambda number: standing_by_player[number].total,
        ),
    )
    facts = collect_facts(teams=series.teams, tandems=series.tandems, costs=series.has_costs)
    return make_table(title, columns, series.players, facts, fixed_keys=STANDING_NAME_KEYS)


def make_teams_table(results: PartyEventResults) -> TableData:
    """Return the teams, ranked by the sums of their members."""
    teams = results.series.teams if results.series else ()
    return make_table("Teams", _RANKED_COLUMNS, teams, fixed_keys=_RANKED_KEYS)


def make_tandems_table(results: PartyEventResults) -> TableData:
    """Return the tandems, ranked by the sums of their members."""
    tandems = results.series.tandems if results.series else ()
    return make_table("Tandems", _RANKED_COLUMNS, tandems, fixed_keys=_RANKED_KEYS)


_RANKED_KEYS = ("place", "name")
_RANKED_COLUMNS = (
    Column("place", "Place", ColumnKind.PLACE),
    Column("name", "Name"),
    Column("members", "Members"),
    Column("total", "Total", ColumnKind.POINTS, path="value"),
)


def make_cards_table(results: PartyEventResults) -> TableData:
    """Return a row for each card that was handed in, with the figures as they were entered."""
    cards = results.handed_cards
    heading = results.heading
    columns = (
        Column("round_no", heading.round_noun.capitalize(), ColumnKind.COUNT, needed_fact="rounds"),
        Column(
            "player_no", "No.", ColumnKind.COUNT, path="number", convert_value=_to_number_or_text
        ),
        Column("player", results.contestant_noun.capitalize(), path="name"),
        Column("group", "Group", path="group_name", needed_fact="groups"),
        Column("half", "First half", ColumnKind.POINTS, is_optional=True),
        Column("second", "Second half", ColumnKind.POINTS, is_optional=True),
        Column("total", "Total", ColumnKind.POINTS),
        Column("lone", "Lone hands", ColumnKind.COUNT, needed_fact="lone"),
        Column(
            "first_round",
            f"From {heading.round_noun}",
            ColumnKind.COUNT,
            path="rounds",
            convert_value=itemgetter(0),
            needed_fact="lengths",
        ),
        Column(
            "last_round",
            f"To {heading.round_noun}",
            ColumnKind.COUNT,
            path="rounds",
            convert_value=itemgetter(1),
            needed_fact="lengths",
        ),
        Column("played", "Played", ColumnKind.COUNT, path="rounds_played", needed_fact="evenings"),
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


def make_rounds_table(results: PartyEventResults) -> TableData:
    """Return a row for each player and round."""
    lines = results.lines
    heading = results.heading
    name_by_number = {card.number: card.name for card in results.cards}
    # Leavers have no card, but lines of the rounds that they played.
    name_by_number.update({line.number: line.name for line in lines})
    facts = collect_facts(
        aisles=len({line.row for line in lines}) > 1,
        groups=heading.tells_groups and any(line.group for line in lines),
        games=not results.has_sessions,
    )
    keys = ("night", "round_no")
    columns = (*_make_seat_columns(heading, name_by_number), *_make_line_result_columns(heading))
    return make_table("Evening", columns, lines, facts, block_keys=keys, fixed_keys=keys)


def _make_seat_columns(
    heading: PartyHeading, name_by_number: Mapping[int, str]
) -> tuple[Column, ...]:
    """Return the columns of a player's seat, partners and opponents in a round."""
    join_player_names = partial(_join_player_names, name_by_number)
    group_names = dict(zip("AB", heading.group_names, strict=True))
    return (
        Column("night", "Night", convert_value=lambda _line: heading.date),
        Column("round_no", heading.round_noun.capitalize(), ColumnKind.COUNT),
        Column("table_no", "Table", ColumnKind.COUNT),
        Column("row", "Aisle", ColumnKind.COUNT, needed_fact="aisles"),
        Column("seat", "Seat"),
        Column("player_no", "No.", ColumnKind.COUNT, path="number"),
        Column("player", "Player", path="name"),
        Column(
            "group",
            "Group",
            path="group",
            convert_value=lambda group: group_names.get(group, group),
            needed_fact="groups",
        ),
        Column(
            "partner_no",
            "Partner no.",
            ColumnKind.COUNT,
            path="partners",
            convert_value=_to_number_or_list,
        ),
        Column("partner", "Partner", path="partners", convert_value=join_player_names),
        Column("opponents_no", "Against nos.", path="opponents", convert_value=_join_numbers),
        Column("opponents", "Against", path="opponents", convert_value=join_player_names),
    )


def _make_line_result_columns(heading: PartyHeading) -> tuple[Column, ...]:
    """Return the columns of a player's result in a round."""
    return (
        Column("points", get_points_title(heading), ColumnKind.POINTS, path="own_points"),
        Column("against_points", "Their best", ColumnKind.POINTS, path="best_other_points"),
        Column(
            "games",
            "Flags" if heading.unit == "flags" else "Games",
            ColumnKind.POINTS,
            convert_value=_get_games_won,
            needed_fact="games",
        ),
        Column("lone", "Lone hands", ColumnKind.COUNT, convert_value=_get_lone_hands),
        Column("note", "Note", convert_value=_make_line_note, is_optional=True),
    )


def get_points_title(heading: PartyHeading) -> str:
    """Return the title of a side's points: tricks if these are counted."""
    if heading.unit == "tricks":
        return "Tricks"
    return "Points"


def make_prizes_table(results: PartyEventResults) -> TableData:
    """Return a row for each prize, with open ties."""
    return make_table("Prizes", _PRIZE_COLUMNS, results.prizes)


_PRIZE_COLUMNS = (
    Column("prize", "Prize", path="title"),
    Column(
        "players_no",
        "Nos.",
        ColumnKind.COUNT,
        path="numbers",
        convert_value=lambda numbers: _to_number_or_text(", ".join(numbers)),
    ),
    Column("players", "Players", path="names", convert_value=join_names),
    Column("tie", "Tie", path="open_tie"),
    Column("amount", "Amount", is_optional=True),
    Column("text", "In words"),
)


def make_money_table(results: PartyEventResults) -> TableData:
    """Return the account of the party."""
    titles = ("part", "Part"), ("item", "Item"), ("sum", "Sum")
    columns = tuple(Column(key, title, ColumnKind.TEXT) for key, title in titles)
    return TableData("Money", columns, results.money)


def make_event_table(results: PartyEventResults) -> TableData:
    """Return the facts of the party: club, event, system, method, settings and seeds."""
    heading = results.heading
    rounds = heading.rounds_noun.capitalize()
    group_names = " / ".join(heading.group_names) if heading.tells_groups else ""
    rounds_with_results = {line.round_no for line in results.lines if line.is_entered}
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
        ("Players", len(results.cards)),
        ("Seed of the draw for seats", heading.seed),
        ("Drawn number", results.drawn_number),
        ("Seed of the drawn number", results.drawn_number_seed),
    )
    columns = (Column("item", "Item", ColumnKind.TEXT), Column("value", "Value", ColumnKind.TEXT))
    rows = tuple((name, str(value)) for name, value in facts if value not in ("", None))
    return TableData("Event", columns, rows)


def _get_games_won(line: PartyLine) -> Value:
    return line.games_won if line.is_entered else None


def _get_lone_hands(line: PartyLine) -> Value:
    return line.lone_hands if line.is_entered else None


def _make_line_note(line: PartyLine) -> str:
    if line.sits_out:
        return SITS_OUT
    if not line.is_entered:
        return NOT_ENTERED
    if line.is_counted:
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


def _join_player_names(name_by_number: Mapping[int, str], players: Sequence[int]) -> str:
    return " & ".join(name_by_number.get(player, f"Player {player}") for player in players)
