"""Show the Swiss table: in files three columns for each round, on pages one."""

from collections.abc import Mapping
from typing import ClassVar

from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from director.boards.paper.tables.grids import RecapTable, ResultAddresses
from director.boards.paper.tables.labels import parse_pair_number, parse_pair_section
from director.boards.scoring.matches.sheets import SwissCell, SwissTable
from director.core.base.grids.columns import Record, SheetColumn
from director.core.base.tags.cards import points
from director.formats.figures import Column, Kind, TableData, Value
from director.sheets import StandingRow

SWISS_TITLE = "Swiss table"


class RoundColumn(SheetColumn):
    """A round on a page: opponent or mark, score and running total in one cell."""

    empty_values = ()

    def cell(self, key: str, record: Record, why: str = "") -> str:  # noqa: ARG002
        """Return the HTML of a round. Its sign is the opponents, linked to the match."""
        opponents = record["signs"][key]
        if record[key] is None:
            return format_html('<span class="met">{}</span>', opponents)
        running = record[key.replace("score_", "running_")]
        return format_html(
            '<span class="met">{}</span><b>{}</b><span class="sum">{}</span>',
            opponents,
            points(record[key], self.decimals),
            points(running, self.decimals),
        )


def _disable_sorting(column: SheetColumn) -> SheetColumn:
    column.orderable = False
    return column


_COLUMNS_OF_ROUND: Mapping[str, SheetColumn] = {
    "score": RoundColumn(),
    # The column of the score shows these. They hold numbers and words, which have no order.
    "opponent": _disable_sorting(SheetColumn(visible=False)),
    "running": _disable_sorting(SheetColumn(visible=False)),
}


class SwissTableGrid(RecapTable):
    """The Swiss table, with a column for each round."""

    numbered = _COLUMNS_OF_ROUND

    class Meta:
        attrs: ClassVar = {"class": "recap swiss"}
        sequence = ("place", "pair_no", "names", "total", "...")


def make_swiss_data(table: SwissTable) -> TableData:
    """Return the Swiss table as columns and rows, by place.

    Each round has the opponent's number or a mark such as "bye", the score and the total so far.
    """
    # All labels have the letter of a section, or none has.
    is_divided = bool(table.rows and parse_pair_section(table.rows[0].standing.label))
    columns = [
        Column("place", "Place", Kind.PLACE),
        Column(
            "pair_no", table.heading.called.capitalize(), Kind.TEXT if is_divided else Kind.COUNT
        ),
        Column("names", "Names", Kind.TEXT),
    ]
    for round_no in table.rounds:
        title = f"Round {round_no}"
        columns += [
            Column(f"opponent_{round_no}", f"{title} opponent", Kind.TEXT),
            Column(f"score_{round_no}", f"{title} {table.unit}", Kind.POINTS, group="scores"),
            Column(f"running_{round_no}", f"{title} total", Kind.POINTS, group="scores"),
        ]
    if table.adjustments_title:
        columns.append(Column("adjustment", table.adjustments_title, Kind.POINTS, group="scores"))
    columns.append(Column("total", f"Total {table.unit}", Kind.POINTS, group="scores"))
    rows: list[tuple[Value, ...]] = []
    for row in table.rows:
        standing = row.standing
        values: list[Value] = [standing.place, _get_number_value(standing), standing.names]
        for cell in row.cells:
            values += [_get_opponent_value(cell), cell.score, cell.running]
        if table.adjustments_title:
            values.append(row.adjustment)
        rows.append((*values, standing.total))
    return TableData(SWISS_TITLE, tuple(columns), tuple(rows), fixed_columns=3)


def _get_number_value(standing: StandingRow) -> Value:
    if parse_pair_section(standing.label):
        return standing.label
    return parse_pair_number(standing.label)


def _get_opponent_value(cell: SwissCell) -> Value:
    """Return the number of the only opponent, else what the cell says in words."""
    if len(cell.opponents) == 1:
        return _get_number_value(cell.opponents[0])
    return cell.against


def make_swiss_grid(
    table: SwissTable, *, addresses: ResultAddresses, request: HttpRequest
) -> SwissTableGrid:
    """Return the Swiss table for a page, with links to matches and to the cards of contestants."""
    names: list[str | None] = []
    links: dict[str, list[str | None]] = {"names": names}
    signs: dict[str, list[str]] = {}
    for row in table.rows:
        contestant = row.standing.contestant
        names.append(addresses.pair(contestant) if row.standing.names else None)
        for round_no, cell in zip(table.rounds, row.cells, strict=True):
            met = _link_opponents(contestant, cell, round_no, addresses)
            signs.setdefault(f"score_{round_no}", []).append(met)
    data = make_swiss_data(table)
    short_titles = {}
    for round_no in table.rounds:
        short_titles[f"score_{round_no}"] = f"Round {round_no}"
    return SwissTableGrid(
        data.with_titles(total=table.unit, **short_titles),
        request=request,
        caption=SWISS_TITLE,
        note=f"Each round: opponent, {table.unit}, total so far",
        links=links,
        signs=signs,
        prefix="swiss-",
    )


def _link_opponents(
    contestant: int, cell: SwissCell, round_no: int, addresses: ResultAddresses
) -> SafeString:
    """Return the numbers of the opponents of *cell*, with their names as titles, or its mark."""
    if not cell.opponents:
        return format_html("{}", cell.mark)
    links = []
    for opponent in cell.opponents:
        address = addresses.match(contestant, opponent.contestant)
        links.append((f"{address}?round={round_no}", opponent.names, opponent.label))
    return format_html_join(" ", '<a href="{}" title="{}">{}</a>', links)
