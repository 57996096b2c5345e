"""Tables of a party for files: standings, rounds, prizes and settings.

No other program has a format for a party, so the columns are those that a director reads. Their
keys and order stay the same from version to version.

A *field* is a column with the function that reads its value from a line. Columns that would be
empty for the whole party (prize groups, aisles, notes) are left out.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from director.formats.figures import Column, Kind, Row, TableData, Value
from director.formats.formats import EventTables
from director.party.sheets import (
    PartyHeading,
    PartyLine,
    PartySheets,
    PartyStandingRow,
    Ranked,
    SeriesFigures,
    join_names,
)
from director.sheets import Heading

Field = tuple[Column, Callable[[Any], Value]]
"""A column, and the function that reads its value from a line."""

SITS_OUT = "sits out"
NOT_IN = "missing"
NOT_COUNTED = "does not count"


def make_party_tables(sheets: PartySheets) -> tuple[TableData, ...]:
    """Return all tables of a party in order."""
    return tuple(make(sheets) for make in get_table_makers(sheets).values())


def get_table_makers(sheets: PartySheets) -> dict[str, Callable[[PartySheets], TableData]]:
    """Return the function that makes each table, by ``table_name``."""
    make_standings = make_skat_table if sheets.skat else make_standings_table
    series = sheets.series
    # Name, whether the party has such a table, and its function.
    optional: tuple[tuple[str, object, Callable[[PartySheets], TableData]], ...] = (
        ("series", series, make_series_table),
        ("teams", series and series.teams, make_teams_table),
        ("tandems", series and series.tandems, make_tandems_table),
        ("cards", sheets.handed, make_cards_table),
        ("games", sheets.on_cards, make_games_table),
        ("evening", True, make_evening_table),
        ("prizes", True, make_prizes_table),
        ("money", sheets.money, make_money_table),
    )
    makers = {name: make for name, is_shown, make in optional if is_shown}
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
    """Return a row for each contestant by place, with places in prize groups."""
    rows = sheets.standings
    places = sheets.group_places
    fields: list[Field] = [
        (Column("place", "Place", Kind.PLACE), lambda row: row.place),
        (Column("player_no", "No.", Kind.COUNT), lambda row: _to_number_or_text(row.numbers)),
        (Column("player", sheets.contest_word.capitalize(), Kind.TEXT), lambda row: row.name),
    ]
    if sheets.heading.tells_groups and any(row.group for row in rows):
        fields += [
            (Column("group", "Group", Kind.TEXT), lambda row: row.group_name or row.group),
            (Column("group_place", "In group", Kind.PLACE), lambda row: places[row.number]),
        ]
    if len({row.row for row in rows}) > 1:
        aisles = sheets.aisle_places
        fields += [
            (Column("row", "Aisle", Kind.COUNT), lambda row: row.row),
            (Column("aisle_place", "In aisle", Kind.PLACE), lambda row: aisles[row.number]),
        ]
    fields.append((Column("played", "Played", Kind.COUNT), lambda row: row.played))
    figure_columns = rows[0].columns if rows else ()  # the same for all rows
    for index, (name, _figure) in enumerate(figure_columns):
        key = name.replace(" ", "_")
        fields.append((Column(key, name.capitalize(), Kind.POINTS), _make_figure_reader(index)))
    if any(row.credit for row in rows):
        fields.append((Column("sat_out", "Sat out", Kind.POINTS), lambda row: row.credit))
    fields.append((Column("total", "Total", Kind.POINTS), lambda row: row.total))
    if any(row.presence for row in rows):
        fields.append((Column("note", "Note", Kind.TEXT), lambda row: row.presence))
    return _make_table_data("Standings", fields, rows, fixed_columns=3)


def make_skat_table(sheets: PartySheets) -> TableData:
    """Return a row for each sheet of a Skat congress."""
    fields: list[Field] = [
        (Column("session", "Session", Kind.COUNT), lambda line: line.round_no),
        (Column("player_no", "No.", Kind.COUNT), lambda line: line.number),
        (Column("player", "Player", Kind.TEXT), lambda line: line.name),
    ]
    if sheets.heading.tells_groups and any(line.group for line in sheets.skat):
        fields.append(
            (Column("group", "Group", Kind.TEXT), lambda line: line.group_name or line.group)
        )
    fields += [
        (Column("table_no", "Table", Kind.COUNT), lambda line: line.table_no),
        (Column("won", "Won", Kind.COUNT), lambda line: line.won),
        (Column("lost", "Lost", Kind.COUNT), lambda line: line.lost),
        (Column("net", "Won less lost", Kind.COUNT), lambda line: line.won - line.lost),
        (Column("points", "Points", Kind.POINTS), lambda line: line.points),
        (Column("highest_game", "Highest game", Kind.POINTS), lambda line: line.highest_game),
        (Column("solo", "Solo", Kind.TEXT), lambda line: line.solo),
        (Column("tournee", "Tournée", Kind.TEXT), lambda line: line.tournee),
        (Column("account", "Account", Kind.POINTS), lambda line: line.account),
        (Column("cents", "Cents", Kind.POINTS), lambda line: line.cents),
        (Column("prize", "Prize", Kind.TEXT), lambda line: "; ".join(line.prizes)),
    ]
    return _make_table_data("Standings", fields, sheets.skat, fixed_columns=3)


def make_series_table(sheets: PartySheets) -> TableData:
    """Return a row for each player of an evening in series."""
    series = sheets.series
    standings_by_player = {row.number: row for row in sheets.standings}
    title = sheets.heading.rounds_word.capitalize()
    if series is None:
        return _make_table_data(title, (), ())
    fields: list[Field] = [
        (
            Column("place", "Place", Kind.PLACE),
            lambda player: standings_by_player[player.number].place,
        ),
        (Column("player_no", "No.", Kind.COUNT), lambda player: player.number),
        (Column("player", "Player", Kind.TEXT), lambda player: player.name),
    ]
    if series.teams:
        fields.append((Column("team", "Team", Kind.TEXT), lambda player: player.team))
    if series.tandems:
        fields.append((Column("tandem", "Tandem", Kind.TEXT), lambda player: player.tandem))
    fields += [
        (
            Column(
                f"series_{number}",
                f"{sheets.heading.round_word.capitalize()} {number}",
                Kind.POINTS,
            ),
            _make_result_reader(index),
        )
        for index, number in enumerate(series.numbers)
    ]
    if series.has_costs:
        fields.append((Column("lost", "Lost games", Kind.COUNT), lambda player: player.lost))
        fields.append((Column("to_pay", "To pay", Kind.TEXT), lambda player: player.cost))
    fields.append(
        (
            Column("total", "Total", Kind.POINTS),
            lambda player: standings_by_player[player.number].total,
        )
    )
    return _make_table_data(title, fields, series.players, fixed_columns=3)


def make_teams_table(sheets: PartySheets) -> TableData:
    """Return the teams, ranked by the sums of their members."""
    teams = sheets.series.teams if sheets.series else ()
    return _make_ranked_table("Teams", teams)


def make_tandems_table(sheets: PartySheets) -> TableData:
    """Return the tandems, ranked by the sums of their members."""
    tandems = sheets.series.tandems if sheets.series else ()
    return _make_ranked_table("Tandems", tandems)


def _make_ranked_table(title: str, lines: Sequence[Ranked]) -> TableData:
    fields: list[Field] = [
        (Column("place", "Place", Kind.PLACE), lambda line: line.place),
        (Column("name", "Name", Kind.TEXT), lambda line: line.name),
        (Column("members", "Members", Kind.TEXT), lambda line: line.members),
        (Column("total", "Total", Kind.POINTS), lambda line: line.value),
    ]
    return _make_table_data(title, fields, lines, fixed_columns=2)


def make_cards_table(sheets: PartySheets) -> TableData:
    """Return a row for each card that was handed in, with the figures as they were entered."""
    cards = sheets.handed
    fields: list[Field] = [
        (Column("player_no", "No.", Kind.COUNT), lambda card: _to_number_or_text(card.number)),
        (Column("player", sheets.contest_word.capitalize(), Kind.TEXT), lambda card: card.name),
    ]
    if any(card.round_no for card in cards):
        fields.insert(
            0,
            (
                Column("round_no", sheets.heading.round_word.capitalize(), Kind.COUNT),
                lambda card: card.round_no,
            ),
        )
    if sheets.heading.tells_groups and any(card.group_name for card in cards):
        fields.append((Column("group", "Group", Kind.TEXT), lambda card: card.group_name))
    if any(card.half is not None for card in cards):
        fields.append((Column("half", "First half", Kind.POINTS), lambda card: card.half))
    if any(card.second is not None for card in cards):
        fields.append((Column("second", "Second half", Kind.POINTS), lambda card: card.second))
    fields.append((Column("total", "Total", Kind.POINTS), lambda card: card.total))
    if any(card.lone for card in cards):
        fields.append((Column("lone", "Lone hands", Kind.COUNT), lambda card: card.lone))
    if len({card.rounds for card in cards}) > 1:
        fields.append(
            (
                Column("first_round", f"From {sheets.heading.round_word}", Kind.COUNT),
                lambda card: card.rounds[0],
            )
        )
        fields.append(
            (
                Column("last_round", f"To {sheets.heading.round_word}", Kind.COUNT),
                lambda card: card.rounds[1],
            )
        )
        if not any(card.round_no for card in cards):
            fields.append((Column("played", "Played", Kind.COUNT), lambda card: card.played))
    return _make_table_data("Cards", fields, cards, fixed_columns=2)


def make_games_table(sheets: PartySheets) -> TableData:
    """Return a row for each cribbage game: the card's figures, those that count, and why."""
    fields: list[Field] = [
        (Column("player_no", "No.", Kind.COUNT), lambda row: row.number),
        (Column("player", "Player", Kind.TEXT), lambda row: row.name),
        (Column("game_no", "Game", Kind.COUNT), lambda row: row.game_no),
        (Column("against_no", "Against no.", Kind.COUNT), lambda row: row.against),
        (Column("against", "Against", Kind.TEXT), lambda row: row.against_name),
        (Column("card_points", "On the card", Kind.POINTS), lambda row: row.points),
        (Column("card_spread", "Spread there", Kind.POINTS), lambda row: row.spread),
        (Column("points", "Counts", Kind.POINTS), lambda row: row.counts),
        (Column("spread", "Spread", Kind.POINTS), lambda row: row.counted_spread),
        (Column("why", "Why", Kind.TEXT), lambda row: row.text),
    ]
    return _make_table_data("Games", fields, sheets.on_cards, fixed_columns=2)


def make_evening_table(sheets: PartySheets) -> TableData:
    """Return a row for each player and round."""
    lines = sheets.lines
    names = {card.number: card.name for card in sheets.cards}
    names.update({line.number: line.name for line in lines})
    date = sheets.heading.date
    group_names = dict(zip("AB", sheets.heading.group_names, strict=True))
    fields: list[Field] = [
        (Column("night", "Night", Kind.TEXT), lambda _line: date),
        (
            Column("round_no", sheets.heading.round_word.capitalize(), Kind.COUNT),
            lambda line: line.round_no,
        ),
        (Column("table_no", "Table", Kind.COUNT), lambda line: line.table_no),
    ]
    if len({line.row for line in lines}) > 1:
        fields.append((Column("row", "Aisle", Kind.COUNT), lambda line: line.row))
    fields += [
        (Column("seat", "Seat", Kind.TEXT), lambda line: line.seat),
        (Column("player_no", "No.", Kind.COUNT), lambda line: line.number),
        (Column("player", "Player", Kind.TEXT), lambda line: line.name),
    ]
    if sheets.heading.tells_groups and any(line.group for line in lines):
        fields.append(
            (
                Column("group", "Group", Kind.TEXT),
                lambda line: group_names.get(line.group, line.group),
            )
        )
    fields += [
        (
            Column("partner_no", "Partner no.", Kind.COUNT),
            lambda line: _to_number_or_list(line.partners),
        ),
        (
            Column("partner", "Partner", Kind.TEXT),
            lambda line: _join_player_names(line.partners, names),
        ),
        (
            Column("opponents_no", "Against nos.", Kind.TEXT),
            lambda line: _join_numbers(line.opponents),
        ),
        (
            Column("opponents", "Against", Kind.TEXT),
            lambda line: _join_player_names(line.opponents, names),
        ),
        (Column("points", get_points_title(sheets.heading), Kind.POINTS), lambda line: line.own),
        (Column("against_points", "Their best", Kind.POINTS), lambda line: line.other),
    ]
    if not sheets.has_sessions:
        title = "Flags" if sheets.heading.unit == "flags" else "Games"
        fields.append(
            (Column("games", title, Kind.POINTS), lambda line: line.won if line.is_in else None)
        )
    fields.append(
        (Column("lone", "Lone hands", Kind.COUNT), lambda line: line.lone if line.is_in else None)
    )
    if any(_make_line_note(line) for line in lines):
        fields.append((Column("note", "Note", Kind.TEXT), _make_line_note))
    return _make_table_data("Evening", fields, lines, block_columns=2, fixed_columns=2)


# A lambda in the loop would read the last index in every column.
def _make_figure_reader(index: int) -> Callable[[PartyStandingRow], Value]:
    return lambda row: row.columns[index][1]


def _make_result_reader(index: int) -> Callable[[SeriesFigures], Value]:
    return lambda player: player.results[index]


def get_points_title(heading: PartyHeading) -> str:
    """Return the title of a side's points: tricks if these are counted."""
    if heading.unit == "tricks":
        return "Tricks"
    return "Points"


def make_prizes_table(sheets: PartySheets) -> TableData:
    """Return a row for each prize, with open ties."""
    has_money = any(prize.amount for prize in sheets.prizes)
    fields: list[Field] = [
        (Column("prize", "Prize", Kind.TEXT), lambda prize: prize.title),
        (
            Column("players_no", "Nos.", Kind.COUNT),
            lambda prize: _to_number_or_text(", ".join(prize.numbers)),
        ),
        (Column("players", "Players", Kind.TEXT), lambda prize: join_names(prize.names)),
        (Column("tie", "Tie", Kind.TEXT), lambda prize: prize.open_tie),
    ]
    if has_money:
        fields.append((Column("amount", "Amount", Kind.TEXT), lambda prize: prize.amount))
    fields.append((Column("text", "In words", Kind.TEXT), lambda prize: prize.text))
    return _make_table_data("Prizes", fields, sheets.prizes)


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
    rounds_with_results = {line.round_no for line in sheets.lines if line.is_in}
    drawn_number, drawn_number_seed = sheets.drawn
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
        ("Drawn number", drawn_number),
        ("Seed of the drawn number", drawn_number_seed),
    )
    columns = (Column("item", "Item", Kind.TEXT), Column("value", "Value", Kind.TEXT))
    rows = tuple((name, str(value)) for name, value in facts if value not in ("", None))
    return TableData("Event", columns, rows)


def _make_line_note(line: PartyLine) -> str:
    if line.sits_out:
        return SITS_OUT
    if not line.is_in:
        return NOT_IN
    if line.counts:
        return ""
    return NOT_COUNTED


def _to_number_or_list(players: Sequence[int]) -> Value:
    # A single player is written as a number, so that a spreadsheet sorts the column as numbers.
    if len(players) == 1:
        return players[0]
    return _join_numbers(players)


def _to_number_or_text(numbers: str) -> Value:
    # The same for numbers that are a text already.
    if numbers.isdecimal():
        return int(numbers)
    return numbers


def _join_numbers(players: Sequence[int]) -> str:
    return ", ".join(map(str, players))


def _join_player_names(players: Sequence[int], names: dict[int, str]) -> str:
    return " & ".join(names.get(player, f"Player {player}") for player in players)


def _make_table_data(
    title: str,
    fields: Sequence[Field],
    sources: Iterable[Any],
    *,
    block_columns: int = 0,
    fixed_columns: int = 0,
) -> TableData:
    columns = tuple(column for column, _read in fields)
    rows: list[Row] = []
    for source in sources:
        rows.append(tuple(read(source) for _column, read in fields))
    return TableData(title, columns, tuple(rows), block_columns, fixed_columns)
