"""Draw slips: pick-up slips of results, trump slips of whist, and small slips for people.

A pick-up slip is for a table and round, and collected when its boards have been played. A trump slip
is for a tray. Small slips are names, badges, sit-outs, and forms for the start.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from director.boards.movement.cards.cards import Badge, GuideLine, PersonalGuide, TrumpSlip
from director.boards.paper.pdf.score_columns import (
    BOARD_COLUMN,
    TRUMP_COLUMN,
    get_score_form,
    make_side_columns,
)
from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.marks import draw_name, draw_qr_code, write_blank
from director.pdf.page import Box, Pen, iter_places
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_stamp,
    iter_visible_places,
    write_labelled_figures,
)
from director.pdf.tables import PaperColumn, Table
from director.pdf.words import join_with_dots, make_side_title, shorten_seat_label
from director.sheets import GuideCard, GuideCardRow, Heading, ScoreSlip, SlipBoard

DEFAULT_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=2, across=2, down=4),
        PageDivision(max_rows=3, across=2, down=3),
        PageDivision(max_rows=10, across=2, down=2),
        PageDivision(max_rows=30, across=2, down=1),
    ),
    head_height=54,
    foot_height=STAMP_HEIGHT + 22,
    max_row_height=46,
    text_size=14,
)
LARGE_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=2, across=1, down=3),
        PageDivision(max_rows=7, across=1, down=2),
        PageDivision(max_rows=26, across=1, down=1),
    ),
    head_height=74,
    foot_height=STAMP_HEIGHT + 30,
    max_row_height=40,
    text_size=20,
)
MARK_SIZE = 10.0
LARGE_MARK_SIZE = 14.0
MARK_LEADING = 1.2

_COLUMNS = {
    "bridge": (
        PaperColumn("Board", width_weight=1.0, bold=True),
        PaperColumn("Dealer\nVul", width_weight=1.25, size_scale=0.65),
        PaperColumn("Contract", width_weight=1.7),
        PaperColumn("By", width_weight=0.9),
        PaperColumn("Made/\ndown", width_weight=1.2),
        PaperColumn("Score\nN-S", width_weight=1.5),
        PaperColumn("Score\nE-W", width_weight=1.5),
    ),
    "auction": (
        PaperColumn("Board", width_weight=1.0, bold=True),
        PaperColumn("Dealer", width_weight=1.1, size_scale=0.65),
        PaperColumn("Contract", width_weight=1.7),
        PaperColumn("By", width_weight=0.8),
        PaperColumn("Made/\ndown", width_weight=1.2),
        PaperColumn("Hon.", width_weight=1.1),
        PaperColumn("N-S\nplus", width_weight=1.4),
        PaperColumn("N-S\nminus", width_weight=1.4),
    ),
    "whist": (
        BOARD_COLUMN,
        TRUMP_COLUMN,
        PaperColumn("N-S\ntricks", width_weight=2),
        PaperColumn("E-W\ntricks", width_weight=2),
    ),
}
_POINTS_WEIGHT = {"bridge": 1.2, "auction": 1.2, "whist": 1.6}


def make_slip_columns(heading: Heading) -> tuple[PaperColumn, ...]:
    """Return the columns of a pick-up slip."""
    return (
        *_COLUMNS[heading.game],
        *make_side_columns(get_score_form(heading).slip_columns, _POINTS_WEIGHT[heading.game]),
    )


def draw_score_slips(pen: Pen, slips: Sequence[ScoreSlip], spare_count: int = 0) -> None:
    """Draw every slip that has a board to play, then spare ones without table, round and pairs.

    Slips get lost, hence the spares. They have as many lines as the longest slip.
    """
    if pen.large_print:
        base_layout = LARGE_LAYOUT
        mark_size = LARGE_MARK_SIZE
    else:
        base_layout = DEFAULT_LAYOUT
        mark_size = MARK_SIZE
    played_slips = [slip for slip in slips if slip.boards]
    most_boards = max(len(slip.boards) for slip in played_slips)
    width = compute_piece_width(pen, base_layout, most_boards)
    most_marks = max(len(_wrap_marks(slip, width, mark_size)) for slip in played_slips)
    marks_height = most_marks * mark_size * MARK_LEADING
    layout = replace(
        base_layout, head_height=base_layout.head_height + marks_height
    ).with_roomy_cuts(pen, most_boards)
    spare_slips = (_make_spare_slip(played_slips[-1].heading, most_boards),) * spare_count
    for slip_box, slip in iter_visible_places(
        pen,
        layout,
        (*played_slips, *spare_slips),
        most_boards,
        count_rows=lambda slip: len(slip.boards),
    ):
        head_box = slip_box.get_strip(0, base_layout.head_height)
        _draw_slip_head(pen, head_box, slip, base_layout.head_height * 0.36)
        pen.write_lines(
            _wrap_marks(slip, width, mark_size),
            slip_box.get_strip(base_layout.head_height, marks_height),
            mark_size,
            align="left",
            bold=True,
            leading=MARK_LEADING,
        )
        bottom = _make_slip_table(slip_box, slip, layout).draw(
            pen, slip_box.x, slip_box.top - layout.head_height - 2
        )
        foot_box = Box(slip_box.x, bottom - layout.foot_height, slip_box.width, layout.foot_height)
        _draw_slip_foot(pen, foot_box, slip.heading, base_layout.text_size * 0.7)


def _wrap_marks(slip: ScoreSlip, width: float, size: float) -> tuple[str, ...]:
    """Return the lines of the copy of the boards, and of remarks on the table in this round."""
    lines: list[str] = []
    for text in (slip.copy.capitalize(), *slip.marks):
        if text:
            lines += wrap_text(text, size, width, bold=True)
    return tuple(lines)


def _make_spare_slip(heading: Heading, board_count: int) -> ScoreSlip:
    no_board = SlipBoard(board_no=0, dealer="", vulnerability="")
    return ScoreSlip(
        heading=heading, table_no=0, round_no=0, ns="", ew="", boards=(no_board,) * board_count
    )


def _draw_slip_head(pen: Pen, box: Box, slip: ScoreSlip, size: float) -> None:
    """Write table and round, and below them both sides."""
    table = f"{slip.heading.section}{slip.table_no}" if slip.table_no else ""
    table_titles = (("Table", table), ("Round", str(slip.round_no or "")))
    side_titles = (
        (make_side_title("N-S", slip.heading), shorten_seat_label(slip.ns, "NS")),
        (make_side_title("E-W", slip.heading), shorten_seat_label(slip.ew, "EW")),
    )
    row_height = box.height * 0.5
    for row_index, titles in enumerate((table_titles, side_titles)):
        row = box.get_strip(row_index * row_height, row_height)
        for column_index, title in enumerate(titles):
            title_box = row.get_column(box.width * column_index / 2, box.width / 2)
            write_labelled_figures(pen, title_box, (title,), size)


def _make_slip_table(slip_box: Box, slip: ScoreSlip, layout: SlipLayout) -> Table:
    columns = make_slip_columns(slip.heading)
    rows = [_make_slip_row(board, slip.heading.game, len(columns)) for board in slip.boards]
    table_title = f"The pick-up slip of table {slip.table_no}, round {slip.round_no}"
    return layout.make_form(slip_box, columns, rows, table_title)


def _make_slip_row(board: SlipBoard, game: str, cell_count: int) -> tuple[str, ...]:
    number = str(board.board_no) if board.board_no else ""
    if game == "whist":
        fact = ""  # the trump, which is known at the table only
    else:
        fact = f"{board.dealer[:1]} {board.vulnerability}".strip()
    blank_cells = ("",) * (cell_count - 2)
    return (number, fact, *blank_cells)


def _draw_slip_foot(pen: Pen, box: Box, heading: Heading, size: float) -> None:
    """Draw the stamp, and a line for East-West's initials."""
    draw_stamp(pen, box, heading)
    box = box.get_strip(0, box.height - STAMP_HEIGHT)
    if heading.game == "auction":
        write_blank(pen, box.get_column(0, box.width * 0.28), "Net N-S", size)
    pen.write("E-W initials", box.get_column(0, box.width * 0.5), size, align="right")
    line_box = box.get_column(box.width * 0.52, box.width * 0.48)
    level = box.y + box.height * 0.25
    pen.draw_lines([(line_box.x, level, line_box.right, level)], 0.5)


GAP = 6.0
SEATS = ("North", "East", "South", "West")
ENTRY_HEAD_HEIGHT = 34.0


@dataclass(frozen=True, slots=True)
class SitOutSlip:
    """A slip for a pair that sits out a round."""

    guide: PersonalGuide
    line: GuideLine  # the sit-out
    next_line: GuideLine | None  # None after the last round


def draw_name_slips(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a slip for every pair: number, names and start."""
    across, down = (1, 4) if pen.large_print else (2, 4)
    for slip_box, guide in iter_places(pen, guides, across, down):
        body = slip_box.get_strip(0, slip_box.height - STAMP_HEIGHT - 2)
        upper = body.get_strip(0, body.height * 0.36)
        if guide.qr_rows:
            draw_qr_code(
                pen, upper.get_column(upper.width - upper.height, upper.height), guide.qr_rows
            )
            upper = upper.get_column(0, upper.width - upper.height - GAP)
        _draw_slip_number(pen, upper, guide)
        names_box = body.get_strip(body.height * 0.36 + GAP, body.height * 0.4)
        draw_name(pen, names_box, guide.names, 24 if pen.large_print else 17)
        start_box = body.get_strip(body.height * 0.8, body.height * 0.2)
        start_size = 20 if pen.large_print else 13
        pen.write(_describe_start(guide), start_box, start_size, align="left", bold=True)
        draw_stamp(pen, slip_box, guide.heading)


def _describe_start(guide: PersonalGuide) -> str:
    line = guide.lines[0]
    if line.sits_out:
        table = f"table {line.table}" if line.table else ""
        return join_with_dots((f"sits out round {line.round_no}", table))
    if line.round_no == 1:
        return f"begins at {_format_seat(line)}"
    return f"round {line.round_no}: {_format_seat(line)}"


def _format_seat(line: GuideLine) -> str:
    """Return table and side, or both tables and sides of a team."""
    if line.mate_table:
        return f"tables {line.table}, {line.side}, and {line.mate_table}, E-W"
    return f"table {line.table}, {line.side}"


def _draw_slip_number(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    size = min(box.height * 0.95, 48.0)
    noun = guide.heading.guided_noun.capitalize()
    noun_width = measure_text(noun, size * 0.45) + GAP
    pen.write(noun, box.get_column(0, noun_width), size * 0.45, align="left")
    number_box = box.get_column(noun_width, box.width - noun_width)
    pen.write(guide.label, number_box, size, bold=True, align="left")


def draw_badges(pen: Pen, badges: Sequence[Badge]) -> None:
    """Draw a badge for every player: number, name and team."""
    across, down = (1, 4) if pen.large_print else (2, 5)
    for badge_box, badge in iter_places(pen, badges, across, down):
        body = badge_box.get_strip(0, badge_box.height - STAMP_HEIGHT - 2)
        _write_numbers(pen, body.get_strip(0, body.height * 0.3), badge)
        has_team = bool(badge.team)
        name_share = 0.4 if has_team else 0.6
        name_box = body.get_strip(body.height * 0.32, body.height * name_share)
        draw_name(pen, name_box, badge.name, 34 if pen.large_print else 24)
        if has_team:
            team_box = body.get_strip(body.height * 0.75, body.height * 0.25)
            draw_name(pen, team_box, badge.team, 18 if pen.large_print else 13)
        draw_stamp(pen, badge_box, badge.heading)


def _write_numbers(pen: Pen, box: Box, badge: Badge) -> None:
    """Write the label of the contestant on the left and the player's own number on the right."""
    size = min(box.height * 0.9, 30.0)
    noun_size = max(size * 0.45, MIN_SIZE)
    noun = badge.heading.contestant_noun.capitalize()
    noun_width = measure_text(noun, noun_size) + GAP
    pen.write(noun, box.get_column(0, noun_width), noun_size, align="left")
    label_box = box.get_column(noun_width, box.width / 2 - noun_width)
    pen.write(badge.label, label_box, size, bold=True, align="left")
    if not badge.player_no:
        return
    right_half = box.get_column(box.width / 2, box.width / 2)
    number_width = measure_text(badge.player_no, size, bold=True) + GAP
    player_box = right_half.get_column(0, right_half.width - number_width - GAP)
    pen.write("Player", player_box, noun_size, align="right")
    number_box = right_half.get_column(right_half.width - number_width, number_width)
    pen.write(badge.player_no, number_box, size, bold=True, align="right")


def make_sit_out_slips(guides: Sequence[PersonalGuide]) -> list[SitOutSlip]:
    """Return the slips of all sit-outs, by round."""
    slips = []
    for guide in guides:
        next_lines = (*guide.lines[1:], None)
        for line, next_line in zip(guide.lines, next_lines, strict=True):
            if line.sits_out:
                slips.append(SitOutSlip(guide, line, next_line))
    return sorted(slips, key=lambda slip: slip.line.round_no)


def draw_sit_out_slips(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a slip for every sit-out, with the next table."""
    across, down = (1, 4) if pen.large_print else (2, 4)
    size = 19.0 if pen.large_print else 13.0
    for slip_box, slip in iter_places(pen, make_sit_out_slips(guides), across, down):
        body = slip_box.get_strip(0, slip_box.height - STAMP_HEIGHT - 2)
        _draw_slip_number(pen, body.get_strip(0, body.height * 0.3), slip.guide)
        names_box = body.get_strip(body.height * 0.32, body.height * 0.28)
        draw_name(pen, names_box, slip.guide.names, size)
        text = f"You sit out round {slip.line.round_no}"
        if slip.line.table:
            text = f"{text}, at table {slip.line.table}"
        line_height = body.height * 0.18
        text_box = body.get_strip(body.height * 0.62, line_height)
        pen.write(text, text_box, size, bold=True, align="left")
        next_box = body.get_strip(body.height * 0.81, line_height)
        pen.write(_describe_next_round(slip), next_box, size, align="left")
        draw_stamp(pen, slip_box, slip.guide.heading)


def _describe_next_round(slip: SitOutSlip) -> str:
    line = slip.next_line
    if line is None:
        if slip.guide.next_round_to_draw:
            return f"Round {slip.guide.next_round_to_draw}: not drawn yet."
        return "This is your last round."
    if line.sits_out:
        return f"Round {line.round_no}: you sit out again."
    if line.is_knocked_out:
        return "That was your last round."
    return f"Round {line.round_no}: {_format_seat(line)}, against {line.opponents}"


def draw_entry_slips(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw a form for the names at every table."""
    across, down = (1, 2) if pen.large_print else (2, 2)
    for slip_box, card in iter_places(pen, cards, across, down):
        row = card.rows[0]
        table = f"{card.heading.section}{card.table_no}"
        titles = (("Table", table), ("Round", str(row.round_no)))
        write_labelled_figures(pen, slip_box.get_strip(0, ENTRY_HEAD_HEIGHT), titles, 26)
        ns_title = make_side_title("N-S", card.heading), shorten_seat_label(row.ns, "NS")
        ew_title = make_side_title("E-W", card.heading), shorten_seat_label(row.ew, "EW")
        side_height = (slip_box.height - ENTRY_HEAD_HEIGHT - STAMP_HEIGHT - 4) / 2
        ns_box = slip_box.get_strip(ENTRY_HEAD_HEIGHT, side_height)
        ew_box = slip_box.get_strip(ENTRY_HEAD_HEIGHT + side_height, side_height)
        north, east, south, west = _format_seats(row)
        _draw_side(pen, ns_box, ns_title, (north, south))
        _draw_side(pen, ew_box, ew_title, (east, west))
        draw_stamp(pen, slip_box, card.heading)


def _format_seats(row: GuideCardRow) -> list[str]:
    """Return the names of the four seats, with numbers of single players."""
    numbers = row.seats or ("",) * 4
    return [f"{seat} {number}".strip() for seat, number in zip(SEATS, numbers, strict=True)]


def _draw_side(pen: Pen, box: Box, title: tuple[str, str], seats: Sequence[str]) -> None:
    """Draw blanks for the name and membership number of each of the two players of a side."""
    size = 18.0 if pen.large_print else 11.0
    write_labelled_figures(pen, box.get_strip(4, box.height * 0.24), (title,), size * 1.4)
    line_distance = box.height * 0.36
    for number, seat in enumerate(seats, start=1):
        line = box.get_strip(box.height * 0.26 + number * line_distance - size * 2, size * 1.6)
        write_blank(pen, line.get_column(0, line.width * 0.7 - GAP), f"{seat} ", size)
        write_blank(pen, line.get_column(line.width * 0.7, line.width * 0.3), "No. ", size)


TRUMP_RULE = "The dealer turns up this card each time the deal is played."
LEADING = 1.2


def draw_trump_slips(pen: Pen, slips: Sequence[TrumpSlip]) -> None:
    """Draw a slip for every tray: its board, the dealer, and the trump or a blank for it."""
    across, down = (1, 5) if pen.large_print else (2, 7)
    size = 18.0 if pen.large_print else 11.0
    rule_size = max(MIN_SIZE, size * 0.7)
    for slip_box, slip in iter_places(pen, slips, across, down):
        body = slip_box.get_strip(0, slip_box.height - STAMP_HEIGHT - 2)
        rule_lines = wrap_text(TRUMP_RULE, rule_size, body.width)
        rule_height = len(rule_lines) * rule_size * LEADING
        head = body.get_strip(0, (body.height - rule_height) * 0.55)
        titles = (("Board", str(slip.board_no)),)
        title_width = write_labelled_figures(
            pen, head.get_column(0, head.width / 2), titles, size * 2.2
        )
        facts = []
        if slip.dealer:
            facts.append(f"Dealer {slip.dealer}")
        if slip.copy:
            facts.append(slip.copy.capitalize())
        facts_box = head.get_column(title_width, head.width - title_width)
        pen.write_lines(facts, facts_box, size, align="left")
        trump_row = body.get_strip(head.height, body.height - rule_height - head.height)
        trump_box = trump_row.get_column(0, trump_row.width * 0.7)
        _draw_trump(pen, trump_box, slip.trump, size * 1.3)
        rule_box = body.get_strip(body.height - rule_height, rule_height)
        pen.write_lines(rule_lines, rule_box, rule_size, align="left", leading=LEADING)
        draw_stamp(pen, slip_box, slip.heading)


def _draw_trump(pen: Pen, box: Box, trump: str, size: float) -> None:
    if trump:
        pen.write(f"Trump {trump}", box, size, align="left", bold=True)
    else:
        write_blank(pen, box, "Trump", size)
