"""Draw a slip for every captain: the code and address of the captain's page."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.marks import draw_code, draw_name
from director.pdf.page import Box, Pen, impose
from director.pdf.pieces import STAMP, draw_stamp, write_titles
from director.pdf.table_cards import ADDRESS_PARTS, LEADING, fit_lines
from director.sheets import Heading

GAP = 8.0
TITLE_SHARE = 0.2  # of the height of a slip: the number of the team
HINT = "Scan this code, or type the address: see your matches and send their results. Keep it to yourself."


@dataclass(frozen=True, slots=True)
class CaptainSlip:
    """The slip of a team's captain: *code* opens *address*."""

    heading: Heading
    team: str
    name: str
    captain: str
    address: str
    code: tuple[bytes, ...]


def draw_captain_slips(pen: Pen, slips: Sequence[CaptainSlip]) -> None:
    """Draw the slips, six to a page, in large print two."""
    across, down, size = (1, 2, 18.0) if pen.large_print else (2, 3, 12.0)
    for place, slip in impose(pen, slips, across, down):
        body = place.strip(0, place.height - STAMP - 2)
        address = fit_lines(ADDRESS_PARTS.split(slip.address), body.width, size)
        upper = body.strip(0, body.height - address.height - GAP)
        _draw_upper(pen, upper, slip, size)
        pen.write_lines(
            address.texts,
            body.strip(body.height - address.height, address.height),
            address.size,
            align="left",
            bold=True,
            leading=LEADING,
        )
        draw_stamp(pen, place, slip.heading)


def _draw_upper(pen: Pen, box: Box, slip: CaptainSlip, size: float) -> None:
    """Draw the code at the right, and beside it the team and what the code is for."""
    side = min(box.height, box.width * 0.5)
    draw_code(pen, box.strip(0, side).column(box.width - side, side), slip.code)
    text = box.column(0, box.width - side - GAP)
    title_height = text.height * TITLE_SHARE
    write_titles(pen, text.strip(0, title_height), (("Captain of team", slip.team),), size * 1.3)
    hint_size = max(SMALLEST, size * 0.75)
    hint = wrap_text(HINT, hint_size, text.width)
    hint_height = len(hint) * hint_size * LEADING
    names = ", ".join(filter(None, (slip.name, slip.captain))) or f"Team {slip.team}"
    draw_name(
        pen, text.strip(title_height, text.height - title_height - hint_height - 2), names, size
    )
    pen.write_lines(
        hint,
        text.strip(text.height - hint_height, hint_height),
        hint_size,
        align="left",
        leading=LEADING,
    )
