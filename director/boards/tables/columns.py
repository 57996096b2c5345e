"""The columns of the tables of an event with boards: how each value is read, shown and printed.

A column is declared once, for files, pages and paper. Some are only in the tables of which a *fact*
is true, such as that the event has sections or is whist: ``files`` finds the facts. Two columns can
have one key (``ns_no`` as a number or as text); their facts exclude each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from director.core.base.grids import ContractColumn, LeadColumn, SideColumn, TableColumn
from director.formats.figures import Column, ColumnKind, TableData, Value
from director.formats.result import VOID_MATCH_REMARK
from director.pdf.tables import PaperColumn
from director.sheets import StandingRow

# Labels of contestants. Files have number, section and direction in three columns, pages in one.


def parse_pair_number(label: str) -> int:
    """Return the number in the label of a pair, without its section and direction.

    With two winners, a N-S and an E-W pair can have the same number.

    >>> parse_pair_number("12"), parse_pair_number("B5 E-W")
    (12, 5)
    """
    return int(parse_side_number(label))


def parse_side_number(label: str) -> str | int:
    """Return the number of a side within its section, or both numbers of two single players.

    >>> parse_side_number("B5 E-W"), parse_side_number("A2+4")
    (5, '2+4')
    """
    number = label.split(maxsplit=1)[0].lstrip(ascii_uppercase)
    if "+" in number:
        return number
    return int(number)


def parse_pair_section(label: str) -> str:
    """Return the letter of a pair's section, or ``""`` if the session has only one.

    >>> parse_pair_section("12"), parse_pair_section("B5 E-W")
    ('', 'B')
    """
    return label[: -len(label.lstrip(ascii_uppercase))]


def get_shown_number(label: str) -> Value:
    """Return the number of a contestant, or its whole label if that names a section.

    >>> get_shown_number("12"), get_shown_number("B5")
    (12, 'B5')
    """
    if parse_pair_section(label):
        return label
    return parse_pair_number(label)


def parse_pair_side(label: str) -> str:
    """Return the direction in the label of a pair, or ``""`` if it has none.

    A list of several sections or sessions can rank pairs of both directions together, and then
    only the direction distinguishes two pairs with one number.

    >>> parse_pair_side("12"), parse_pair_side("B5 E-W")
    ('', 'E-W')
    """
    return label.partition(" ")[2]


NO_BREAK_HYPHEN = "\N{NON-BREAKING HYPHEN}"
# Opponents have the section of the row too, because sections don't meet.
_NUMBER_KEYS = ("pair_no", "ns_no", "ew_no", "opponents_no")


def with_label_column(table: TableData, *, is_mixed: bool = False) -> TableData:
    """Return *table* with the section and number of a pair in one column, as a page shows it.

    If *is_mixed*, pairs of both directions can share a number, so the column has the direction too.
    """
    keys = [column.key for column in table.columns]
    joined_keys = ("section", "direction") if is_mixed else ("section",)
    joined_indexes = [keys.index(key) for key in joined_keys if key in keys]
    if not joined_indexes:
        return table
    columns = []
    for column in table.columns:
        if column.key in _NUMBER_KEYS:
            columns.append(_make_label_column(column))
        elif column.key not in joined_keys:
            columns.append(column)
    rows = []
    for row in table.rows:
        value_by_key = dict(zip(keys, row, strict=True))
        section = value_by_key.get("section", "")
        direction = value_by_key.get("direction", "") if is_mixed else ""
        labelled_row: list[Value] = []
        for key, value in zip(keys, row, strict=True):
            if key in _NUMBER_KEYS:
                labelled_row.append(_join_label(section, value, direction))
            elif key not in joined_keys:
                labelled_row.append(value)
        rows.append(tuple(labelled_row))
    return TableData(
        table.title,
        tuple(columns),
        tuple(rows),
        block_column_count=_count_remaining(table.block_column_count, joined_indexes),
        fixed_column_count=_count_remaining(table.fixed_column_count, joined_indexes),
    )


def _count_remaining(column_count: int, removed_indexes: Sequence[int]) -> int:
    """Return how many of the first *column_count* columns are left without the removed ones."""
    return column_count - sum(index < column_count for index in removed_indexes)


def _join_label(section: Value, number: Value, direction: Value) -> str:
    return f"{section}{number} {direction}".strip().replace("-", NO_BREAK_HYPHEN)


def _make_label_column(column: Column) -> Column:
    """Return the *column* of a number as one for labels, with a title (N-S) that can't wrap."""
    return replace(column, kind=ColumnKind.TEXT, title=column.title.replace("-", NO_BREAK_HYPHEN))


HIDDEN = TableColumn(visible=False)
PHONE = TableColumn(hide_on="phone")
TABLET = TableColumn(hide_on="tablet")
ROW_HEADER = TableColumn(is_row_header=True)
PAIR_NUMBER = TableColumn(numbered_key="names")
_SHOWN_ONCE = TableColumn(hide_on="phone", is_stated_once=True)

RIGHT = PaperColumn(align="right")


@dataclass(frozen=True, slots=True)
class FileRow:
    """A line of a board or a card."""

    sheet: Any  # the board or card that the line is on
    line: Any


_SEAT_SIDES = {"NS": "N-S", "EW": "E-W", "": ""}

_join_names = " & ".join


def _make_contestant_columns(
    path: str,
    number: TableColumn,
    names: TableColumn,
    *,
    direction: TableColumn | None = None,
    printed: tuple[PaperColumn | None, PaperColumn | None] = (None, None),
) -> tuple[Column, ...]:
    """Return the columns that name a contestant, whose row is at *path*.

    *printed* are the columns of number and names on paper.
    """
    label_path = f"{path}label"
    number_on_paper, names_on_paper = printed
    return (
        Column(
            "section",
            "Section",
            path=label_path,
            convert_value=parse_pair_section,
            is_optional=True,
        ),
        Column(
            "pair_no",
            "Pair",
            ColumnKind.COUNT,
            path=label_path,
            convert_value=parse_side_number,
            page=number,
            paper=number_on_paper,
        ),
        Column(
            "direction",
            "Direction",
            path=label_path,
            convert_value=parse_pair_side,
            is_optional=True,
            page=direction,
        ),
        Column("names", "Names", path=f"{path}names", page=names, paper=names_on_paper),
    )


def _make_side_columns(key: str, title: str, path: str, names_key: str) -> tuple[Column, Column]:
    """Return the two columns for a side of a line, whose label is at *path*.

    A table has one of them: a number, or text for the two numbers of single players. A pair whose
    label has another direction than *title* has it after its number.
    """
    page = TableColumn(numbered_key=names_key)
    is_direction = title in _SEAT_SIDES.values()

    def read_number(label: str) -> str | int:
        number = parse_side_number(label)
        direction = parse_pair_side(label)
        if is_direction and direction not in ("", title):
            return f"{number} {direction}"
        return number

    return (
        Column(
            key,
            title,
            ColumnKind.COUNT,
            path=path,
            convert_value=read_number,
            page=page,
            needed_fact="sides",
        ),
        Column(
            key,
            title,
            ColumnKind.TEXT,
            path=path,
            convert_value=parse_side_number,
            page=page,
            needed_fact="by seat",
        ),
    )


def _make_players_column(key: str, title: str, side: str) -> Column:
    """Return the column of a team's players at the table. Pages have them beside its names."""
    path = f"line.{side}.players"
    return Column(
        key, title, path=path, convert_value=_join_names, page=HIDDEN, needed_fact="line-ups"
    )


def _make_result_columns(whist_title: str) -> tuple[Column, ...]:
    """Return the columns of a result. Tricks at whist are titled *whist_title*."""
    contract = ContractColumn()
    return (
        Column(
            "contract", "Contract", path="line.contract", page=contract, needed_fact="contracts"
        ),
        # A page shows the declarer in the contract.
        Column("declarer", "By", path="line.declarer", page=HIDDEN, needed_fact="contracts"),
        Column(
            "tricks",
            "Tricks",
            ColumnKind.COUNT,
            path="line.tricks",
            page=TABLET,
            needed_fact="contracts",
        ),
        Column("honours", "Honours", path="line.honours", needed_fact="auction"),
        Column("ruling", "Ruling", path="line.contract", page=contract, needed_fact="ruled whist"),
        Column("tricks", whist_title, ColumnKind.POINTS, path="line.tricks", needed_fact="whist"),
    )


def make_board_column(board_no: int, index: int) -> Column:
    """Return the column of a board in a recap, which has its points at *index*."""
    return Column(
        f"board_{board_no}",
        str(board_no),
        ColumnKind.POINTS,
        convert_value=lambda row: row.points[index],
    )


def make_session_column(title: str, kind: ColumnKind, index: int) -> Column:
    """Return the column of the session with *index* in standings of several sessions."""
    return Column(
        f"session_{index + 1}",
        title,
        kind,
        convert_value=lambda row: row.sessions[index],
        page=PHONE,
        paper=PaperColumn(title.replace(" ", "\n"), align="right"),
    )


def make_tie_column(title: str, number: int) -> Column:
    """Return the column of the tie-break *title* in standings."""
    return Column(
        f"tie_break_{number}",
        title,
        convert_value=lambda row: dict(row.tie_breaks).get(title, ""),
        page=PHONE,
        paper=PaperColumn(title.replace(" ", "\n"), align="right"),
    )


RANKED_KEYS = ("place", "pair_no", "names")


def make_ranked_columns(
    contestant_noun: str, standings: Sequence[StandingRow]
) -> tuple[Column, Column, Column]:
    """Return the columns that name the contestants of a table of matches, by place.

    A number is text if it includes a section: all of *standings* have the letter, or none.
    """
    is_divided = any(parse_pair_section(row.label) for row in standings)
    return (
        Column("place", "Place", ColumnKind.PLACE, path="standing.place", paper=RIGHT),
        Column(
            "pair_no",
            contestant_noun.capitalize(),
            ColumnKind.TEXT if is_divided else ColumnKind.COUNT,
            path="standing.label",
            convert_value=get_shown_number,
            page=PAIR_NUMBER,
            paper=PaperColumn("No.", align="right", bold=True),
        ),
        Column(
            "names",
            "Names",
            path="standing.names",
            page=SideColumn(is_row_header=True),
            paper=PaperColumn(align="left"),
        ),
    )


STANDING_COLUMNS = (
    Column("place", "Place", ColumnKind.PLACE, paper=PaperColumn(bold=True, align="right")),
    *_make_contestant_columns(
        "",
        PAIR_NUMBER,
        ROW_HEADER,
        direction=HIDDEN,  # the caption says it
        printed=(
            PaperColumn(bold=True, can_wrap=True, max_width_share=0.2),
            PaperColumn(align="left", can_wrap=True, max_width_share=0.4),
        ),
    ),
    Column(
        "came",
        "How far",
        page=PHONE,
        paper=PaperColumn("Reached", align="left", can_wrap=True, max_width_share=0.2),
        is_optional=True,
    ),
    Column("boards", "Boards", ColumnKind.COUNT, page=_SHOWN_ONCE, paper=RIGHT),
    Column("matches", "Matches", ColumnKind.COUNT, page=_SHOWN_ONCE, paper=RIGHT, is_optional=True),
    Column("won", "Won", ColumnKind.COUNT, page=PHONE, paper=RIGHT, is_optional=True),
    Column("drawn", "Drawn", ColumnKind.COUNT, page=PHONE, paper=RIGHT, is_optional=True),
    Column("lost", "Lost", ColumnKind.COUNT, page=PHONE, paper=RIGHT, is_optional=True),
    Column("imps", "IMPs", ColumnKind.POINTS, page=PHONE, paper=RIGHT, is_optional=True),
    Column(
        "match_percent",
        "Match percent",
        ColumnKind.PERCENT,
        page=PHONE,
        paper=PaperColumn("Match\n%", align="right"),
        is_optional=True,
    ),
    Column("stratum", "Stratum", page=HIDDEN, is_optional=True),
    Column(
        "stratum_places",
        "In strata",
        page=TABLET,
        paper=PaperColumn(can_wrap=True, max_width_share=0.12),
        is_optional=True,
    ),
    Column("penalties", "Penalty", page=PHONE, paper=PaperColumn(can_wrap=True), is_optional=True),
    Column(
        "carry_over",
        "Carry-over",
        page=TABLET,
        paper=PaperColumn("Carry-\nover"),
        is_optional=True,
    ),
    Column(
        "gross",
        "Gross",
        ColumnKind.POINTS,
        page=TABLET,
        paper=RIGHT,
        needed_fact="gross points",
        is_optional=True,
    ),
    Column(
        "gross_percent",
        "Gross percent",
        ColumnKind.PERCENT,
        page=TABLET,
        paper=PaperColumn("Gross\n%", align="right"),
        is_optional=True,
    ),
    Column("handicap", "Handicap", page=TABLET, paper=PaperColumn("Handi-\ncap"), is_optional=True),
)
STANDING_TOTAL_COLUMNS = (
    Column("total", "Total", ColumnKind.POINTS, paper=RIGHT),
    Column(
        "percent", "Percent", ColumnKind.PERCENT, paper=PaperColumn("%", align="right", bold=True)
    ),
)
_SESSION_COLUMN = Column(
    "session", "Session", path="sheet.heading.session", page=HIDDEN, needed_fact="sessions"
)
# A page shows it in the contract.
_OFF_SCHEDULE_COLUMN = Column(
    "off_schedule", "By the movement", path="line.off_schedule", page=HIDDEN, is_optional=True
)


def _format_void(is_void: object) -> str:
    """Return the remark on a line without points, by which files are read again."""
    return VOID_MATCH_REMARK if is_void else ""


def _format_vulnerability(vulnerability: object) -> str:
    """Return who is vulnerable. Programs that read files take *None* for a missing value."""
    text = str(vulnerability)
    return "Neither" if text == "None" else text


# On a page the caption says what its columns of the board hide.
BOARD_COLUMNS = (
    _SESSION_COLUMN,
    Column("board_no", "Board", ColumnKind.COUNT, path="sheet.board_no", page=HIDDEN),
    Column("dealer", "Dealer", path="sheet.dealer", page=HIDDEN),
    Column(
        "vulnerability",
        "Vulnerable",
        path="sheet.vulnerability",
        convert_value=_format_vulnerability,
        page=HIDDEN,
        needed_fact="bridge",
    ),
    Column("trump", "Trump", path="sheet.trump", is_optional=True),
    Column("top", "Top", ColumnKind.POINTS, path="sheet.top", page=HIDDEN),
    Column(
        "section",
        "Section",
        path="line.ns.label",
        convert_value=parse_pair_section,
        is_optional=True,
    ),
    # Two teams can meet again, and the round says which match a line belongs to.
    Column(
        "round_no",
        "Round",
        ColumnKind.COUNT,
        path="line.round_no",
        page=PHONE,
        needed_fact="teams",
        is_optional=True,
    ),
    *_make_side_columns("ns_no", "N-S", "line.ns.label", "ns_names"),
    Column("ns_names", "N-S names", path="line.ns.names", page=SideColumn()),
    *_make_side_columns("ew_no", "E-W", "line.ew.label", "ew_names"),
    Column("ew_names", "E-W names", path="line.ew.names", page=SideColumn()),
    _make_players_column("ns_players", "N-S players", "ns"),
    _make_players_column("ew_players", "E-W players", "ew"),
    Column("group", "Cards", path="line.group", page=HIDDEN, is_optional=True),
    *_make_result_columns("N-S tricks"),
    Column("lead", "Lead", path="line.lead", page=LeadColumn(hide_on="tablet"), is_optional=True),
    Column("covered", "Made", path="line.covered", page=HIDDEN, is_optional=True),
    _OFF_SCHEDULE_COLUMN,
    Column(
        "remark",
        "Remark",
        path="line.is_void",
        convert_value=_format_void,
        page=HIDDEN,
        is_optional=True,
    ),
    Column("ns_score", "N-S score", ColumnKind.SCORE, path="line.score", needed_fact="contracts"),
    Column("to_par", "To par", ColumnKind.SCORE, path="line.to_par", page=TABLET, is_optional=True),
    Column("ns_points", "N-S points", ColumnKind.POINTS, path="line.ns.points"),
    Column("ew_points", "E-W points", ColumnKind.POINTS, path="line.ew.points", page=PHONE),
    Column("ns_percent", "N-S percent", ColumnKind.PERCENT, path="line.ns.percent"),
)
# On a page the heading of the card names the contestant.
CARD_COLUMNS = (
    _SESSION_COLUMN,
    *_make_contestant_columns("sheet.standing.", HIDDEN, HIDDEN, direction=HIDDEN),
    Column(
        "round_no", "Round", ColumnKind.COUNT, path="line.round_no", page=TABLET, is_optional=True
    ),
    Column("board_no", "Board", ColumnKind.COUNT, path="line.board_no", page=ROW_HEADER),
    Column("sat", "Sat", path="line.seen_from", page=TABLET),
    Column(
        "partner_no",
        "Partner",
        ColumnKind.COUNT,
        path="line.partner",
        convert_value=lambda partner: parse_pair_number(partner.label) if partner else None,
        page=TableColumn(numbered_key="partner_name"),
        needed_fact="players",
    ),
    Column(
        "partner_name",
        "Partner’s name",
        path="line.partner",
        convert_value=lambda partner: partner.names if partner else "",
        needed_fact="players",
    ),
    *_make_side_columns("opponents_no", "Opponents", "line.opponents.label", "opponent_names"),
    Column("opponent_names", "Opponents’ names", path="line.opponents.names"),
    _make_players_column("own_players", "Players", "own"),
    _make_players_column("opponent_players", "Opponents’ players", "opponents"),
    *_make_result_columns("Tricks"),
    _OFF_SCHEDULE_COLUMN,
    Column("score", "Score", ColumnKind.SCORE, path="line.score", needed_fact="contracts"),
    Column("to_par", "To par", ColumnKind.SCORE, path="line.to_par", page=TABLET, is_optional=True),
    Column("points", "Points", ColumnKind.POINTS, path="line.own.points"),
    Column("percent", "Percent", ColumnKind.PERCENT, path="line.own.percent"),
)
RECAP_NAME_COLUMNS = (
    Column(
        "session", "Session", ColumnKind.COUNT, path="standing.session_no", needed_fact="sessions"
    ),
    *_make_contestant_columns("standing.", PAIR_NUMBER, SideColumn(is_row_header=True)),
)
RECAP_TOTAL_COLUMNS = (
    Column("total", "Total", ColumnKind.POINTS, path="standing.total"),
    Column("percent", "Percent", ColumnKind.PERCENT, path="standing.percent"),
    Column("place", "Place", ColumnKind.PLACE, path="standing.place"),
)
