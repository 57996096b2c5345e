"""Pair cards after play: every board of a pair with opponents, result and share."""

from collections.abc import Sequence

from director.printing.page import Box, Pen
from director.printing.pieces import Cut, Layout, places, write_stamp
from director.printing.tables import Column, Table, wrapped_if_long
from director.printing.words import contract_text, joined, percent_column, points_column, score_text
from director.sheets import PairCard, PairCardLine

USUAL = Layout(
    cuts=(Cut(9, 1, 4), Cut(15, 1, 3), Cut(28, 1, 2), Cut(60, 1, 1)), head=44, foot=0, tallest_row=16, size=9
)
LARGE = Layout(cuts=(Cut(12, 1, 2), Cut(40, 1, 1)), head=60, foot=0, tallest_row=28, size=18)

_START = (
    Column("Round"),
    Column("Board", bold=True),
    Column("Sat"),
    Column("Opponents", align="left", claim=0.42),
)
_END = (Column("Points", align="right"), Column("%", align="right"))
COLUMNS = {
    "bridge": (
        *_START,
        Column("Contract"),
        Column("By"),
        Column("Tricks"),
        Column("Score", align="right"),
        *_END,
    ),
    "whist": (*_START, Column("Tricks"), *_END),
}


def draw_pair_cards(pen: Pen, cards: Sequence[PairCard]) -> None:
    """Draw every pair's card, several to a page."""
    layout = LARGE if pen.large_print else USUAL
    counts = [len(card.lines) for card in cards]
    for place, card in zip(places(pen, layout, counts), cards, strict=True):
        _draw_head(pen, place.strip(0, layout.head), card)
        _table(place, card, layout).draw(pen, place.x, place.top - layout.head - 2, boxed=False)


def _draw_head(pen: Pen, box: Box, card: PairCard) -> None:
    """Write who they are, their place and total, and the stamp at the right."""
    standing, size = card.standing, box.height * 0.32
    words = box.column(0, box.width * 0.66)
    pen.write(joined((standing.label, standing.names)), words.strip(0, box.height / 2), size, bold=True, align="left")
    total, percent = points_column((standing.total,))[0], percent_column((standing.percent,))[0]
    facts = (
        f"Place {standing.place}" if standing.place else "",
        f"{total} points" if total else "",
        f"{percent} %" if percent else "",
        f"{standing.boards} boards" if standing.boards != 1 else "1 board",
    )
    pen.write(joined(facts), words.strip(box.height / 2, box.height / 2), size * 0.85, align="left")
    write_stamp(pen, box.column(box.width * 0.67, box.width * 0.33), card.heading)


def _table(place: Box, card: PairCard, layout: Layout) -> Table:
    game = card.heading.game
    earned = zip(
        points_column([line.points for line in card.lines]),
        percent_column([line.percent for line in card.lines]),
        strict=True,
    )
    rows = [(*_start(line), *_result(line, game), *points) for line, points in zip(card.lines, earned, strict=True)]
    columns = wrapped_if_long(COLUMNS[game], rows, at=4)
    return layout.list_on(place, columns, rows, f"The card of pair {card.standing.label}", boxed=False)


def _start(line: PairCardLine) -> tuple[str, ...]:
    sat = {"NS": "N-S", "EW": "E-W"}[line.direction]
    round_no = "" if line.round_no is None else str(line.round_no)
    return (round_no, str(line.board_no), sat, joined((line.opponents, line.opponent_names)))


def _result(line: PairCardLine, game: str) -> tuple[str, ...]:
    if game == "whist":
        tricks = line.tricks if line.tricks is not None else line.score
        return (joined((contract_text(line.contract), points_column((tricks,))[0])),)
    tricks_text = "" if line.tricks is None else str(line.tricks)
    return (contract_text(line.contract), line.declarer, tricks_text, score_text(line.score))
