"""The Swiss table on pages and in files.

It has three columns for each round in files, one on pages.
"""

from typing import ClassVar

from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from director.additions.contests.scoring.sheets import (
    SwissCell,
    SwissTable,
)
from director.boards.tables.addresses import ResultAddresses
from director.boards.tables.columns import (
    RANKED_KEYS,
    get_shown_number,
    make_ranked_columns,
)
from director.boards.tables.grids import RecapTable
from director.core.base.grids import (
    Record,
    TableColumn,
)
from director.core.base.tags.cards import format_points
from director.formats.figures import Column, ColumnKind, TableData, Value, make_table
from director.pdf.tables import PaperColumn

SWISS_TITLE = "Swiss table"


class RoundColumn(TableColumn):
    """A round on a page: opponent or mark, score and running total in one cell."""

    empty_values = ()

    def render_cell(self, key: str, record: Record, explanation_address: str = "") -> str:  # noqa: ARG002
        """Return the HTML of a round. Its sign is the opponents, linked to the match."""
        opponents = record["signs"][key]
        if record[key] is None:
            return format_html('<span class="met">{}</span>', opponents)
        running = record[key.replace("score_", "running_")]
        return format_html(
            '<span class="met">{}</span><b>{}</b><span class="sum">{}</span>',
            opponents,
            format_points(record[key], self.decimals),
            format_points(running, self.decimals),
        )


def _disable_sorting(column: TableColumn) -> TableColumn:
    column.orderable = False
    return column


_ROUND = RoundColumn()

# The column of the round shows what this one holds: numbers and words, which have no order.
_BESIDE_ROUND = _disable_sorting(TableColumn(visible=False))


class SwissTableGrid(RecapTable):
    """The Swiss table, with a column for each round."""

    class Meta:
        attrs: ClassVar = {"class": "recap swiss"}
        sequence = ("place", "pair_no", "names", "total", "...")


def make_swiss_data(table: SwissTable) -> TableData:
    """Return the Swiss table as columns and rows, by place.

    Each round has the opponent's number or a mark such as "bye", the score and the total so far.
    """
    round_columns: list[Column] = []
    for index, round_no in enumerate(table.rounds):
        round_columns += _make_round_columns(index, round_no, table.unit)
    columns = (
        *make_ranked_columns(table.heading.contestant_noun, [row.standing for row in table.rows]),
        *round_columns,
        Column(
            "adjustment",
            table.adjustments_title,
            ColumnKind.POINTS,
            group="scores",
            needed_fact="adjustments",
            paper=PaperColumn(table.adjustments_title.replace("-", "-\n"), align="right"),
        ),
        Column(
            "total",
            f"Total {table.unit}",
            ColumnKind.POINTS,
            group="scores",
            path="standing.total",
            paper=PaperColumn(f"Total\n{table.unit}", align="right", bold=True),
        ),
    )
    column_conditions = ("adjustments",) if table.adjustments_title else ()
    return make_table(SWISS_TITLE, columns, table.rows, column_conditions, fixed_keys=RANKED_KEYS)


def _make_round_columns(index: int, round_no: int, unit: str) -> tuple[Column, Column, Column]:
    """Return the columns of a round, whose cell has *index* in a row."""
    title = f"Round {round_no}"
    return (
        Column(
            f"opponent_{round_no}",
            f"{title} opponent",
            convert_value=lambda row: _get_opponent_value(row.cells[index]),
            page=_BESIDE_ROUND,
            paper=PaperColumn(f"R{round_no}", align="right"),
        ),
        Column(
            f"score_{round_no}",
            f"{title} {unit}",
            ColumnKind.POINTS,
            group="scores",
            convert_value=lambda row: row.cells[index].score,
            page=_ROUND,
            paper=PaperColumn(unit, align="right"),
        ),
        Column(
            f"running_{round_no}",
            f"{title} total",
            ColumnKind.POINTS,
            group="scores",
            convert_value=lambda row: row.cells[index].running_total,
            page=_BESIDE_ROUND,
            paper=PaperColumn("Total", align="right"),
        ),
    )


def _get_opponent_value(cell: SwissCell) -> Value:
    """Return the number of the only opponent, else what the cell says in words."""
    if len(cell.opponents) == 1:
        return get_shown_number(cell.opponents[0].label)
    return cell.opponents_text


def make_swiss_grid(
    table: SwissTable, *, addresses: ResultAddresses, request: HttpRequest
) -> SwissTableGrid:
    """Return the Swiss table for a page, with links to matches and to the cards of contestants."""
    card_addresses: list[str | None] = []
    links_by_column: dict[str, list[str | None]] = {"names": card_addresses}
    signs_by_column: dict[str, list[str]] = {}
    for row in table.rows:
        contestant = row.standing.contestant
        card_addresses.append(
            addresses.get_pair_address(contestant) if row.standing.names else None
        )
        for round_no, cell in zip(table.rounds, row.cells, strict=True):
            opponent_links = _link_opponents(contestant, cell, round_no, addresses)
            signs_by_column.setdefault(f"score_{round_no}", []).append(opponent_links)
    data = make_swiss_data(table)
    short_titles = {}
    for round_no in table.rounds:
        short_titles[f"score_{round_no}"] = f"Round {round_no}"
    return SwissTableGrid(
        data.with_titles(total=table.unit, **short_titles),
        request=request,
        caption=SWISS_TITLE,
        note=f"Each round: opponent, {table.unit}, total so far",
        links=links_by_column,
        signs=signs_by_column,
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
        address = addresses.get_match_address(contestant, opponent.contestant)
        links.append((f"{address}?round={round_no}", opponent.names, opponent.label))
    return format_html_join(" ", '<a href="{}" title="{}">{}</a>', links)
