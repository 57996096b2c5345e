"""Trump slips of duplicate whist, one for every tray."""

from collections.abc import Sequence

from director.boards.movement.cards.sheets import TrumpSlip
from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.marks import write_blank
from director.pdf.page import Box, Pen, impose
from director.pdf.pieces import STAMP, draw_stamp, write_titles

RULE = "The dealer turns up this card each time the deal is played."
LEADING = 1.2


def draw_trump_slips(pen: Pen, slips: Sequence[TrumpSlip]) -> None:
    """Draw a slip for every tray: its deal, who deals, and the trump or a line to write it on."""
    across, down = (1, 5) if pen.large_print else (2, 7)
    size = 18.0 if pen.large_print else 11.0
    for place, slip in impose(pen, slips, across, down):
        body = place.strip(0, place.height - STAMP - 2)
        rule = wrap_text(RULE, max(SMALLEST, size * 0.7), body.width)
        low = len(rule) * max(SMALLEST, size * 0.7) * LEADING
        upper = body.strip(0, (body.height - low) * 0.55)
        taken = write_titles(
            pen, upper.column(0, upper.width / 2), (("Deal No.", str(slip.board_no)),), size * 2.2
        )
        facts = [
            fact
            for fact in (f"Dealer {slip.dealer}" if slip.dealer else "", slip.copy.capitalize())
            if fact
        ]
        pen.write_lines(facts, upper.column(taken, upper.width - taken), size, align="left")
        trump = body.strip(upper.height, body.height - low - upper.height)
        _draw_trump(pen, trump.column(0, trump.width * 0.7), slip.trump, size * 1.3)
        pen.write_lines(
            rule,
            body.strip(body.height - low, low),
            max(SMALLEST, size * 0.7),
            align="left",
            leading=LEADING,
        )
        draw_stamp(pen, place, slip.heading)


def _draw_trump(pen: Pen, box: Box, trump: str, size: float) -> None:
    if trump:
        pen.write(f"Trump {trump}", box, size, align="left", bold=True)
    else:
        write_blank(pen, box, "Trump", size)
