"""Draw trump slips of duplicate whist, one for every tray."""

from collections.abc import Sequence

from director.boards.movement.cards.sheets import TrumpSlip
from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.marks import write_blank
from director.pdf.page import Box, Pen, impose
from director.pdf.pieces import STAMP, draw_stamp, write_titles

RULE = "The dealer turns up this card each time the deal is played."
LEADING = 1.2


def draw_trump_slips(pen: Pen, slips: Sequence[TrumpSlip]) -> None:
    """Draw a slip for every tray: its board, the dealer, and the trump or a blank for it."""
    across, down = (1, 5) if pen.large_print else (2, 7)
    size = 18.0 if pen.large_print else 11.0
    rule_size = max(SMALLEST, size * 0.7)
    for place, slip in impose(pen, slips, across, down):
        body = place.strip(0, place.height - STAMP - 2)
        rule_lines = wrap_text(RULE, rule_size, body.width)
        rule_height = len(rule_lines) * rule_size * LEADING
        head = body.strip(0, (body.height - rule_height) * 0.55)
        titles = (("Board", str(slip.board_no)),)
        title_width = write_titles(pen, head.column(0, head.width / 2), titles, size * 2.2)
        facts = []
        if slip.dealer:
            facts.append(f"Dealer {slip.dealer}")
        if slip.copy:
            facts.append(slip.copy.capitalize())
        facts_box = head.column(title_width, head.width - title_width)
        pen.write_lines(facts, facts_box, size, align="left")
        trump_row = body.strip(head.height, body.height - rule_height - head.height)
        trump_box = trump_row.column(0, trump_row.width * 0.7)
        _draw_trump(pen, trump_box, slip.trump, size * 1.3)
        rule_box = body.strip(body.height - rule_height, rule_height)
        pen.write_lines(rule_lines, rule_box, rule_size, align="left", leading=LEADING)
        draw_stamp(pen, place, slip.heading)


def _draw_trump(pen: Pen, box: Box, trump: str, size: float) -> None:
    if trump:
        pen.write(f"Trump {trump}", box, size, align="left", bold=True)
    else:
        write_blank(pen, box, "Trump", size)
