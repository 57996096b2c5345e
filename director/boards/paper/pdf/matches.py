"""Match cards, team score sheets and the cross table."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.boards.movement.cards.sheets import MatchCard
from director.boards.paper.pdf.recap import SMALL_MATRIX_SIZES, draw_matrix
from director.boards.scoring.matches.sheets import CrossTable
from director.pdf.fonts import SMALLEST, text_width, wrap_text
from director.pdf.marks import draw_name, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import STAMP, Cut, SlipLayout, draw_stamp, places_on_pages, write_titles
from director.pdf.tables import Column
from director.sheets import Heading, Recap, RecapRow, SlipBoard

SEAT, LARGE_SEAT = 21.5, 26.0  # height of somebody who sits there, a long name in two lines
USUAL = SlipLayout(
    cuts=(Cut(4, 1, 2), Cut(30, 1, 1)), head=72 + 4 * SEAT, foot=STAMP + 76, tallest_row=34, size=12
)
LARGE = SlipLayout(
    cuts=(Cut(26, 1, 1),), head=104 + 4 * LARGE_SEAT, foot=STAMP + 120, tallest_row=44, size=18
)
SHEET = SlipLayout(
    cuts=(Cut(2, 2, 3), Cut(8, 2, 2), Cut(30, 1, 1)),
    head=80 + 2 * SEAT,
    foot=STAMP + 24,
    tallest_row=40,
    size=12,
)
LARGE_SHEET = SlipLayout(
    cuts=(Cut(6, 1, 2), Cut(26, 1, 1)),
    head=112 + 2 * LARGE_SEAT,
    foot=STAMP + 34,
    tallest_row=44,
    size=18,
)

_BOARD = (Column("Board", weight=1.0, bold=True), Column("Dealer\nVul", weight=1.1, scale=0.65))


def _room(name: str) -> tuple[Column, ...]:
    contract = Column(f"{name}:\ncontract", weight=1.7)
    return contract, Column("By", weight=0.8), Column("N-S\nscore", weight=1.4)


CARD = {
    "bridge": (
        *_BOARD,
        *_room("Open"),
        *_room("Closed"),
        Column("IMPs\nhome", weight=1.2),
        Column("IMPs\naway", weight=1.2),
    ),
    "whist": (
        _BOARD[0],
        *(Column(f"{room}\nN-S tricks", weight=2) for room in ("Open", "Closed")),
        *(Column(f"Gain\n{team}", weight=2) for team in ("home", "away")),
    ),
}
_DEALER = Column("Dealer", weight=1.1, scale=0.65)
CARD["auction"] = (
    _BOARD[0],
    _DEALER,
    *_room("Open"),
    *_room("Closed"),
    *(Column(f"Gain\n{team}", weight=1.2) for team in ("home", "away")),
)
OWN = {
    "auction": (
        _BOARD[0],
        _DEALER,
        Column("Contract", weight=1.7),
        Column("By", weight=0.8),
        Column("Tricks", weight=1.1),
        Column("Hon.", weight=1.1),
        *(Column(word, weight=1.3) for word in ("Plus", "Minus", "Gain")),
    ),
    "bridge": (
        *_BOARD,
        Column("Contract", weight=1.7),
        Column("By", weight=0.8),
        Column("Tricks", weight=1.1),
        *(Column(sign, weight=1.3) for sign in "+−"),
        *(Column(f"IMPs\n{sign}", weight=1.1) for sign in "+−"),
    ),
    "whist": (
        _BOARD[0],
        Column("Our\ntricks", weight=2),
        Column("Theirs", weight=2),
        Column("Gain", weight=2),
    ),
}


@dataclass(frozen=True, slots=True)
class HalfTeamCard:
    """Two of a team in one match: where and how they sit, and where the others of the team do."""

    heading: Heading
    round_no: int
    team: str
    names: str
    opponents: str
    opponent_names: str
    table: str
    side: str  # "N-S" or "E-W"
    other_table: str
    boards: tuple[SlipBoard, ...]
    seats: tuple[
        tuple[str, str], ...
    ]  # "North" and "South", or "East" and "West", with the names of who sits there


def draw_match_cards(pen: Pen, cards: Sequence[MatchCard]) -> None:
    """Draw a card to sign for every match: both tables and IMPs."""
    usual = LARGE if pen.large_print else USUAL
    most = max(len(card.boards) for card in cards)
    layout = usual.roomy(pen, most)
    for place, card in places_on_pages(pen, layout, cards, most):
        _draw_head(pen, place.strip(0, layout.head), card)
        columns = CARD[card.heading.game]
        rows = [_row(board, len(columns)) for board in card.boards]
        name = f"The card of teams {card.home} and {card.away}"
        bottom = layout.form_on(place, columns, rows, name).draw(
            pen, place.x, place.top - layout.head
        )
        _draw_foot(
            pen, Box(place.x, bottom - layout.foot + STAMP, place.width, layout.foot - STAMP), card
        )
        draw_stamp(pen, place, card.heading)


def _draw_head(pen: Pen, box: Box, card: MatchCard) -> None:
    """Write round and rooms, and below them both teams."""
    size = 18.0 if pen.large_print else 13.0
    upper, half = box.strip(0, size * 1.6), box.width / 2 - 4
    titles = (
        ("Round", str(card.round_no)),
        (f"Open room: {card.home} N-S at table", card.open_room),
        (f"Closed room: {card.away} N-S at table", card.closed_room),
    )
    for at, (start, width) in enumerate(((0.0, 0.16), (0.18, 0.4), (0.6, 0.4))):
        write_titles(
            pen, upper.column(box.width * start, box.width * width), titles[at : at + 1], size
        )
    rooms = 4 * (LARGE_SEAT if pen.large_print else SEAT)
    lower = box.strip(size * 1.6, box.height - size * 1.6 - rooms)
    teams = (("Home team", card.home, card.home_names), ("Away team", card.away, card.away_names))
    for at, (word, label, names) in enumerate(teams):
        own = lower.column(at * (half + 8), half)
        write_titles(pen, own.strip(0, size * 1.4), ((word, label),), size)
        if names:
            draw_name(pen, own.strip(size * 1.5, own.height - size * 1.5), names, size * 0.85)
    seats = box.strip(box.height - rooms, rooms)
    for at, four in enumerate((card.home_four, card.away_four)):
        own = seats.column(at * (half + 8), half)
        _write_seats(pen, own, (*four.couple("N-S"), *four.couple("E-W")), size * 0.75)


def _write_seats(pen: Pen, box: Box, seats: Sequence[tuple[str, str]], size: float) -> None:
    """Write who sits there below each other, or a line for each to be named on."""
    word = max(text_width(f"{seat} ", SMALLEST) + 3 for seat, _name in seats)
    for (seat, name), row in zip(seats, box.lines(len(seats)), strict=True):
        if name:
            pen.write(seat, row.column(0, word), SMALLEST, align="left")
            room = row.column(word, row.width - word)
            fitting = size if text_width(name, size) <= room.width else SMALLEST
            pen.write_lines(
                wrap_text(name, fitting, room.width), room, fitting, align="left", leading=1.15
            )
        else:
            write_blank(pen, row, f"{seat} ", SMALLEST)


def _draw_foot(pen: Pen, box: Box, card: MatchCard) -> None:
    """Leave room for the sums, the victory points of both, and their names in writing."""
    size = 18.0 if pen.large_print else 11.0
    sums = ("IMPs", "Victory points") if card.heading.game == "bridge" else ("Gain", "Points")
    half, high = box.width / 2 - 8, box.height / 3.2
    for at, label in enumerate((card.home, card.away)):
        own = box.column(at * (half + 16), half)
        for down, word in enumerate(
            (*(f"{name} of {label}" for name in sums), f"Signed for {label}")
        ):
            write_blank(pen, own.strip(down * high + high * 0.15, high * 0.85), f"{word} ", size)


def draw_team_sheets(pen: Pen, cards: Sequence[MatchCard]) -> None:
    """Draw a score sheet for each half of every team in every match."""
    halves = [half for card in cards for half in _halves(card)]
    usual = LARGE_SHEET if pen.large_print else SHEET
    most = max(len(half.boards) for half in halves)
    layout = usual.roomy(pen, most)
    for place, half in places_on_pages(pen, layout, halves, most):
        _draw_half_head(pen, place.strip(0, layout.head), half)
        columns = OWN[half.heading.game]
        rows = [_row(board, len(columns)) for board in half.boards]
        table = layout.form_on(place, columns, rows, f"The score sheet of team {half.team}")
        bottom = table.draw(pen, place.x, place.top - layout.head)
        foot = Box(place.x, bottom - layout.foot + STAMP, place.width, layout.foot - STAMP)
        write_blank(
            pen, foot.column(foot.width * 0.5, foot.width * 0.5), "Total ", layout.size * 0.85
        )
        draw_stamp(pen, place, half.heading)


def _halves(card: MatchCard) -> tuple[HalfTeamCard, ...]:
    """Return the halves of both teams of a match, the home team first."""
    home, away = (card.home, card.home_names), (card.away, card.away_names)
    fours = {card.home: card.home_four, card.away: card.away_four}
    rooms = card.open_room, card.closed_room
    return tuple(
        HalfTeamCard(
            card.heading,
            card.round_no,
            *own,
            *other,
            table,
            side,
            mate,
            card.boards,
            fours[own[0]].couple(side),
        )
        for own, other, (first, second) in ((home, away, rooms), (away, home, rooms[::-1]))
        for table, side, mate in ((first, "N-S", second), (second, "E-W", first))
    )


def _draw_half_head(pen: Pen, box: Box, half: HalfTeamCard) -> None:
    """Write which team it is, where this half sits and where the other, and whom it meets."""
    size = 18.0 if pen.large_print else 12.0
    line = size * 1.5
    seats = 2 * (LARGE_SEAT if pen.large_print else SEAT)
    upper, rest = box.strip(0, line), box.height - 2 * line - seats
    write_titles(pen, upper.column(0, box.width * 0.5), (("Team", half.team),), size * 1.2)
    write_titles(
        pen,
        upper.column(box.width * 0.52, box.width * 0.48),
        (("Against", half.opponents),),
        size * 1.2,
    )
    words = f"Round {half.round_no}, table {half.table}, {half.side}; the others at table {half.other_table}"
    pen.write(words, box.strip(line, line), size * 0.8, align="left")
    for at, names in enumerate((half.names, half.opponent_names)):
        if names:
            own = box.strip(2 * line, rest).column(at * box.width * 0.52, box.width * 0.48)
            draw_name(pen, own, names, size * 0.75)
    _write_seats(pen, box.strip(box.height - seats, seats), half.seats, size * 0.75)


def _row(board: SlipBoard, cells: int) -> tuple[str, ...]:
    """Return a row to be filled in."""
    facts = (f"{board.dealer[:1]} {board.vulnerability}".strip(),) if cells > 5 else ()
    return (str(board.board_no), *facts, *("",) * (cells - 1 - len(facts)))


def draw_cross_table(pen: Pen, table: CrossTable) -> None:
    """Draw the cross table as a matrix."""
    rows = tuple(
        RecapRow(row.standing, tuple(None if cell is None else cell.score for cell in row.cells))
        for row in table.rows
    )
    matrix = Recap(table.heading, tuple(row.contestant for row in table.teams), rows)
    titles = [row.label for row in table.teams]
    draw_matrix(
        pen,
        matrix,
        f"All matches, in {table.unit}",
        titles,
        empty="–",
        usual_sizes=SMALL_MATRIX_SIZES,
    )
