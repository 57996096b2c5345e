"""Draw line-up slips: forms on which a captain says who sits where in a match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from director.additions.contests.paper.records import MatchCard
from director.pdf.fonts import SMALLEST
from director.pdf.marks import draw_name, write_blank
from director.pdf.page import Pen, impose
from director.pdf.pieces import STAMP, draw_stamp, write_titles

TITLE_SHARE = 0.1  # of the height of a slip: round and number of the team
NAME_SHARE = 0.16  # the name of the team, or of its opponents
LINE_SHARE = 0.11  # a seat, or the signature


@dataclass(frozen=True, slots=True)
class LineUpSlip:
    """The slip of one team in a match, with the table of each of its halves."""

    card: MatchCard
    team: str
    names: str
    opponents: str
    opponent_names: str
    ns_table: str
    ew_table: str


def draw_line_up_slips(pen: Pen, cards: Sequence[MatchCard]) -> None:
    """Draw a blank slip for each team of every match."""
    slips: list[LineUpSlip] = []
    for card in cards:
        slips += _make_slips(card)
    across, down, size = (1, 2, 18.0) if pen.large_print else (2, 3, 12.0)
    for place, slip in impose(pen, slips, across, down):
        body = place.strip(0, place.height - STAMP - 2)
        height = body.height
        titles = (("Line-up of team", slip.team), ("Round", str(slip.card.round_no)))
        write_titles(pen, body.strip(0, height * TITLE_SHARE), titles, size * 1.3)
        top = height * TITLE_SHARE
        if slip.names:
            draw_name(pen, body.strip(top, height * NAME_SHARE), slip.names, size)
        top += height * NAME_SHARE
        against = f"Against {slip.opponents} {slip.opponent_names}".strip()
        draw_name(pen, body.strip(top, height * NAME_SHARE), against, max(size * 0.85, SMALLEST))
        top += height * NAME_SHARE
        for seat, table in (
            ("North", slip.ns_table),
            ("South", slip.ns_table),
            ("East", slip.ew_table),
            ("West", slip.ew_table),
            ("Captain’s signature", ""),
        ):
            word = f"{seat}, table {table} " if table else f"{seat} "
            line = body.strip(top, height * LINE_SHARE)
            write_blank(pen, line, word, size)
            top += height * LINE_SHARE
        draw_stamp(pen, place, slip.card.heading)


def _make_slips(card: MatchCard) -> Iterator[LineUpSlip]:
    """Yield the slips of both teams. Each sits N-S in its own room and E-W in the other."""
    home = card.home_label, card.home_names
    away = card.away_label, card.away_names
    yield LineUpSlip(card, *home, *away, card.open_room, card.closed_room)
    yield LineUpSlip(card, *away, *home, card.closed_room, card.open_room)
