"""Draw scored match cards: both tables side by side, board by board, with the score of the match.

All cards are cut alike: three to a page if the fullest fits a third of it in type of the full size,
two if it fits half a page. A match that is longer than a page goes on over several. Matches that
were entered as a result alone have no boards to show: they are listed at the end.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from director.additions.contests.scoring.sheets import MatchBoard, ScoredMatch
from director.pdf.fonts import MIN_SIZE, wrap_text
from director.pdf.lists import divide_table_for_every_paper, draw_list
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    draw_stamp,
    find_fitting_layout,
    iter_sheet_boxes,
)
from director.pdf.tables import PaperColumn, Table, make_list_table
from director.pdf.words import format_contract, format_points_column, format_score, join_with_dots
from director.sheets import MINUS, BoardLine, Points
from scoring.bridge.contracts import get_duplicate_game
from scoring.display import format_for_note, format_rounded

# A cut is the most rows of a sheet, then sheets across and down a page.
CARD_LAYOUT = SlipLayout(
    cuts=(PageDivision(6, 1, 3), PageDivision(16, 1, 2), PageDivision(60, 1, 1)),
    head_height=20,
    foot_height=STAMP_HEIGHT,
    max_row_height=30,
    text_size=11,
)
LARGE_CARD_LAYOUT = SlipLayout(
    cuts=(PageDivision(40, 1, 1),),
    head_height=32,
    foot_height=STAMP_HEIGHT,
    max_row_height=34,
    text_size=18,
)
SIZE_STEPS = (-2.0, -1.0, 0.0, 1.0, 2.0, 4.0, 6.0)
"""What is taken from the size of a layout's type, to try in turn."""
MAX_CARDS_OF_SMALL_TYPE = 2
"""The cards on a page down to which type is made smaller, so that they fit."""
NAME_SCALE = 1.1  # size of the names of the teams, against the layout's
SCORE_SHARE = 0.28  # of half the width, for the score of a team
LEADING = 1.2
GAP = 5.0

_LIST_COLUMNS = (
    PaperColumn("Round", bold=True),
    PaperColumn("Home", align="left", can_wrap=True, max_width_share=0.35),
    PaperColumn("Away", align="left", can_wrap=True, max_width_share=0.35),
    PaperColumn("Score", bold=True),
)
_RULINGS_COLUMN = PaperColumn("Rulings", align="left", can_wrap=True, max_width_share=0.25)


def _make_room_columns(game: str, room: str) -> tuple[PaperColumn, ...]:
    """Return the columns of one table."""
    if get_duplicate_game(game).has_turned_trump:
        return (PaperColumn(f"{room}:\nN-S tricks", can_wrap=True, max_width_share=0.2),)
    contract = PaperColumn(f"{room}:\ncontract", can_wrap=True, max_width_share=0.13)
    score = PaperColumn("N-S\nscore", align="right")
    if get_duplicate_game(game).is_auction:
        return (
            contract,
            PaperColumn("By"),
            PaperColumn("Tr"),
            PaperColumn("Hon.", can_wrap=True),
            score,
        )
    return contract, PaperColumn("By"), PaperColumn("Tr"), score


def draw_scored_matches(pen: Pen, matches: Sequence[ScoredMatch]) -> None:
    """Draw a card for every match with boards, and a list of the others."""
    cards = [match for match in matches if match.has_boards]
    if cards:
        _draw_cards(pen, cards)
    matches_without_boards = [match for match in matches if not match.has_boards]
    if matches_without_boards:
        _draw_results(pen, matches_without_boards)


def _draw_results(pen: Pen, matches: Sequence[ScoredMatch]) -> None:
    """Draw a list of *matches* without boards, with IMPs and rulings if there are any."""
    columns = list(_LIST_COLUMNS)
    rows = [_make_list_row(match) for match in matches]
    optional_columns = (
        (PaperColumn("IMPs"), [match.imps_text for match in matches]),
        (_RULINGS_COLUMN, ["; ".join(match.rulings) for match in matches]),
    )
    for column, cells in optional_columns:
        if any(cells):
            columns.append(column)
            rows = [(*row, cell) for row, cell in zip(rows, cells, strict=True)]
    draw_list(pen, matches[0].heading, "Results without boards", columns, rows)


def _make_list_row(match: ScoredMatch) -> tuple[str, ...]:
    rounds = (match.round_no,) if match.round_no else match.rounds
    home, away = _format_result(match)
    round_text = ", ".join(map(str, rounds))
    return (round_text, _format_team(match, 0), _format_team(match, 1), f"{home} : {away}")


def _draw_cards(pen: Pen, cards: Sequence[ScoredMatch]) -> None:
    base_layout = LARGE_CARD_LAYOUT if pen.large_print else CARD_LAYOUT
    sizes = [base_layout.text_size - step for step in SIZE_STEPS]
    layouts = [replace(base_layout, text_size=size) for size in sizes if size >= MIN_SIZE]
    fitting_layout = _find_fitting_layout(pen, cards, layouts)
    if fitting_layout is None:
        _draw_long_cards(pen, cards, layouts)
        return
    for box, card in iter_sheet_boxes(pen, fitting_layout, cards, 0):
        head_height = _draw_match_head(pen, box, card, fitting_layout)
        table = _make_match_table(box, card, fitting_layout)
        foot_height = _compute_foot_height(card, box.width, fitting_layout)
        available_height = box.height - head_height - foot_height - 2
        max_stretch = max(fitting_layout.max_row_height / min(table.row_heights), 1.0)
        bottom = table.with_stretched_rows(available_height, max_stretch).draw(
            pen, box.x, box.top - head_height
        )
        _draw_match_foot(pen, box, bottom, card, fitting_layout)


def _find_fitting_layout(
    pen: Pen, cards: Sequence[ScoredMatch], layouts: Sequence[SlipLayout]
) -> SlipLayout | None:
    """Return the layout with the most cards per page, then the largest type, or None."""
    full_size = (LARGE_CARD_LAYOUT if pen.large_print else CARD_LAYOUT).text_size
    for cut in layouts[0].cuts:
        for layout in layouts:
            if cut.down > MAX_CARDS_OF_SMALL_TYPE and layout.text_size < full_size:
                continue
            cut_layout = replace(layout, cuts=(cut,))
            if find_fitting_layout(pen.paper, cut_layout, _make_fit_test(cards, cut_layout)):
                return cut_layout
    return None


def _make_fit_test(cards: Sequence[ScoredMatch], layout: SlipLayout) -> Callable[[Box], bool]:
    """Return a function that says whether each of *cards* fits a box."""

    def fits_all_cards(box: Box) -> bool:
        for card in cards:
            room = box.height - _compute_head_height(card, box.width, layout)
            room -= _compute_foot_height(card, box.width, layout) + 2
            if _make_match_table(box, card, layout).height > room:
                return False
        return True

    return fits_all_cards


def _draw_long_cards(pen: Pen, cards: Sequence[ScoredMatch], layouts: Sequence[SlipLayout]) -> None:
    """Draw cards of which at least one takes more than a page. Each page has the head."""

    def count_pages(layout: SlipLayout) -> int:
        return sum(len(_make_table_and_runs(pen, card, layout)[1]) for card in cards)

    layout = min(layouts, key=count_pages)
    for card in cards:
        table, runs = _make_table_and_runs(pen, card, layout)
        for run in runs:
            page = pen.begin_page().inset(MARGIN)
            head_height = _draw_match_head(pen, page, card, layout)
            bottom = table.draw(pen, page.x, page.top - head_height, run)
            _draw_match_foot(pen, page, bottom, card, layout)


def _make_table_and_runs(
    pen: Pen, card: ScoredMatch, layout: SlipLayout
) -> tuple[Table, list[range]]:
    """Return the boards of a long match, and those on each page."""
    page = Box(0, 0, *pen.paper).inset(MARGIN)
    table = _make_match_table(page, card, layout)
    available_height = (
        page.height - _compute_head_height(card, page.width, layout) - table.head_height - 4
    )
    return divide_table_for_every_paper(
        pen.paper, table, available_height - _compute_foot_height(card, page.width, layout)
    )


def _compute_note_size(layout: SlipLayout) -> float:
    """Return the size of the players and of the notes below the boards."""
    return max(layout.text_size * 0.8, MIN_SIZE)


def _format_team(match: ScoredMatch, index: int) -> str:
    """Return number and name of the home team (0) or of the other (1)."""
    team = (match.home, match.away)[index]
    return join_with_dots((team.label, team.names))


def _format_result(match: ScoredMatch) -> list[str]:
    """Return the result of *match* with the decimals of all matches."""
    return [
        "–" if score is None else format_rounded(score, match.decimals).replace("-", MINUS)
        for score in match.result
    ]


def _format_signed_figure(points: Points) -> str:
    if points is None:
        return "–"
    return format_for_note(Fraction(points)).replace("-", MINUS)


def _wrap_team_names(card: ScoredMatch, width: float, layout: SlipLayout) -> list[tuple[str, ...]]:
    """Return the names of both teams, each in the lines of its half."""
    size = layout.text_size * NAME_SCALE
    name_width = (width / 2 - GAP) * (1 - SCORE_SHARE) - GAP
    return [wrap_text(_format_team(card, index), size, name_width, bold=True) for index in range(2)]


def _wrap_seats(card: ScoredMatch, width: float, layout: SlipLayout) -> list[str]:
    """Return who sat in both rooms, as far as known."""
    lines: list[str] = []
    for seats in card.seats:
        room = seats.room
        if seats.round_no and not card.round_no:
            room = f"Round {seats.round_no}, {room.lower()}"
        ns, ew = (" & ".join(names) or "–" for names in (seats.ns_players, seats.ew_players))
        lines += wrap_text(f"{room}: N-S {ns}, E-W {ew}", _compute_note_size(layout), width)
    return lines


def _compute_head_height(card: ScoredMatch, width: float, layout: SlipLayout) -> float:
    name_lines = max(map(len, _wrap_team_names(card, width, layout)))
    names_height = name_lines * layout.text_size * NAME_SCALE * LEADING
    seats_height = len(_wrap_seats(card, width, layout)) * _compute_note_size(layout) * LEADING
    return layout.head_height + names_height + seats_height + 2 * GAP


def _draw_match_head(pen: Pen, box: Box, card: ScoredMatch, layout: SlipLayout) -> float:
    """Write round and tables, both teams with their scores, and the players. Return the height."""
    title = card.location_title or "Match"
    pen.write(
        title, box.get_strip(0, layout.head_height), layout.text_size, align="left", bold=True
    )
    names = _wrap_team_names(card, box.width, layout)
    size = layout.text_size * NAME_SCALE
    names_height = max(map(len, names)) * size * LEADING
    row = box.get_strip(layout.head_height, names_height)
    half_width = box.width / 2 - GAP
    score_width = half_width * SCORE_SHARE
    for index, lines in enumerate(names):
        half = row.get_column(index * (half_width + 2 * GAP), half_width)
        name_box = half.get_column(0, half_width - score_width)
        score_box = half.get_column(half_width - score_width, score_width)
        pen.write_lines(lines, name_box, size, align="left", bold=True)
        pen.write(_format_result(card)[index], score_box, size * 1.4, align="right", bold=True)
    seats = _wrap_seats(card, box.width, layout)
    seats_height = len(seats) * _compute_note_size(layout) * LEADING
    seats_box = box.get_strip(layout.head_height + names_height + GAP, seats_height)
    pen.write_lines(seats, seats_box, _compute_note_size(layout), align="left")
    return _compute_head_height(card, box.width, layout)


def _wrap_notes(card: ScoredMatch, width: float, layout: SlipLayout) -> list[str]:
    """Return how the score follows from the boards, and what else counts in the totals."""
    lines: list[str] = []
    if card.score_explanation:
        lines += wrap_text(f"{card.score_explanation}.", _compute_note_size(layout), width)
    for text in card.notes:
        lines += wrap_text(text, _compute_note_size(layout), width)
    return lines


def _compute_foot_height(card: ScoredMatch, width: float, layout: SlipLayout) -> float:
    return (
        len(_wrap_notes(card, width, layout)) * _compute_note_size(layout) * LEADING
        + GAP
        + STAMP_HEIGHT
    )


def _draw_match_foot(
    pen: Pen, box: Box, bottom: float, card: ScoredMatch, layout: SlipLayout
) -> None:
    notes = _wrap_notes(card, box.width, layout)
    size = _compute_note_size(layout)
    height = len(notes) * size * LEADING
    notes_box = Box(box.x, bottom - GAP - height, box.width, height)
    pen.write_lines(notes, notes_box, size, align="left")
    draw_stamp(pen, box, card.heading)


def _make_match_table(box: Box, card: ScoredMatch, layout: SlipLayout) -> Table:
    """Return the boards of a match, both tables side by side."""
    game = card.heading.game
    contestant_noun = card.heading.contestant_noun.capitalize()
    has_rounds = len({board.round_no for board in card.boards}) > 1
    columns = (
        *((PaperColumn("Round"),) if has_rounds else ()),
        PaperColumn("Board", bold=True),
        *_make_room_columns(game, "Open"),
        *_make_room_columns(game, "Closed"),
        PaperColumn(f"{contestant_noun}\n{card.home.label}", align="right", bold=True),
        PaperColumn(f"{contestant_noun}\n{card.away.label}", align="right", bold=True),
        PaperColumn("Running\ntotal"),
    )
    home_points = format_points_column([board.home_points for board in card.boards])
    away_points = format_points_column([board.away_points for board in card.boards])
    rows = []
    for board, *points in zip(card.boards, home_points, away_points, strict=True):
        first_cells = [str(board.board_no)]
        if has_rounds:
            first_cells.insert(0, str(board.round_no or ""))
        rooms = (_make_room_cells(room, game) for room in (board.open_room, board.closed_room))
        cells = [cell for room in rooms for cell in room]
        rows.append((*first_cells, *cells, *points, _format_running_total(board)))
    return make_list_table(columns, rows, box.width, layout.text_size)


def _format_running_total(board: MatchBoard) -> str:
    """Return the sums of both teams so far, or "" if the board has no points."""
    if board.home_points is None or None in board.running_totals:
        return ""
    home, away = map(_format_signed_figure, board.running_totals)
    return f"{home} : {away}"


def _make_room_cells(line: BoardLine | None, game: str) -> tuple[str, ...]:
    """Return the cells of one table. A bare score has no contract."""
    empty = ("",) * (len(_make_room_columns(game, "")) - 1)
    if line is None:
        return ("missing", *empty)
    if line.score is None and not line.contract:
        return (line.due or "missing", *empty)
    contract = format_contract(line.contract).replace(" : ", "\xa0:\xa0")  # not to be broken there
    if get_duplicate_game(game).has_turned_trump:
        tricks = line.score if line.tricks is None else line.tricks
        return (join_with_dots((contract, format_points_column((tricks,))[0])),)
    tricks_text = format_points_column((line.tricks,))[0]
    honours = (line.honours,) if get_duplicate_game(game).is_auction else ()
    return (contract, line.declarer, tricks_text, *honours, format_score(line.score))
