"""Lists of a party for the wall: the seats, the rules, the prizes and the standings.

Each is drawn as a table in the largest size that fits. Columns that the party doesn't need are left
out.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from director.core.base.printed_columns import list_printed_columns
from director.names import format_family_first, make_family_key
from director.party.paper.files import STANDING_NAME_KEYS, make_standings_table
from director.party.paper.pdf.job import PartyJob, PrizeLine
from director.party.sheets import PartyStandingRow, TallyCard, join_names
from director.pdf.fonts import wrap_text
from director.pdf.lists import (
    LARGE_SIZES,
    MAX_SINGLE_COLUMN,
    SIZES,
    begin_list_page,
    divide_by_height,
    draw_list_foot,
    draw_rows,
)
from director.pdf.page import Pen
from director.pdf.tables import PaperColumn, Table, make_largest_list
from director.sheets import MINUS
from scoring.display import tally_text

NOTE_SIZE = 10.0
NOTE_LINE = 14.0
MIN_BLANK_HEIGHT = 30.0  # of a prize whose winner is written in by hand
SAMPLE_NAME = "Wilhelmina Fairfaxxxxx"  # as wide as most names; measured, never printed

SHORT_TITLE = 16
"""Letters of a prize's title that stays in one line."""


def draw_room_list(pen: Pen, job: PartyJob) -> None:
    """Draw all players by family name with their first seat, those without a name by number."""
    cards = sorted(job.sheets.cards, key=_get_list_order)
    has_partners = any(card.partners for card in cards)
    rows = [_make_seat_row(job, card, has_partners=has_partners) for card in cards]
    columns: list[PaperColumn] = [
        PaperColumn("No.", align="right"),
        PaperColumn("Name", align="left", wraps=True, claim=0.3),
        PaperColumn("Table", align="right", bold=True),
        PaperColumn("Seat"),
    ]
    if any(card.team for card in cards):
        columns.append(
            PaperColumn(job.sheets.contest_word.capitalize(), align="left", wraps=True, claim=0.25)
        )
    if has_partners:
        columns.append(PaperColumn("With", align="right"))
    if job.has_rows:
        columns.append(PaperColumn("Aisle"))
    is_double = len(rows) > MAX_SINGLE_COLUMN and not pen.large_print
    draw_rows(pen, job.heading, "Seating list", columns, rows, is_double=is_double)


def _get_list_order(card: TallyCard) -> tuple[bool, tuple[str, str], int]:
    if card.is_named:
        return False, make_family_key(card.name), card.number
    return True, ("", ""), card.number


def _make_seat_row(job: PartyJob, card: TallyCard, *, has_partners: bool) -> tuple[str, ...]:
    if card.number in job.rest_by_player:
        table, seat, aisle = "–", job.rest_by_player[card.number], ""
    else:
        table = "–" if card.table_no is None else str(card.table_no)
        seat, aisle = card.seat, str(card.row)
    name = card.name
    if card.is_named:
        name = format_family_first(name)
    cells = [str(card.number), name, table, seat]
    if card.team:
        cells.append(card.team)
    if has_partners:
        cells.append(card.partners)
    if job.has_rows:
        cells.append(aisle)
    return tuple(cells)


def draw_rules(pen: Pen, job: PartyJob) -> None:
    """Draw the rules to read out before play: in each row a heading and its sentences."""
    columns = (
        PaperColumn("", align="left", bold=True, wraps=True, claim=0.3),
        PaperColumn("", align="left", wraps=True, claim=0.65),
    )
    draw_rows(pen, job.heading, "Rules", columns, job.rules)


def draw_prize_list(pen: Pen, job: PartyJob) -> None:
    """Draw every prize with its rule, and its winner or space for the name."""
    columns = (
        PaperColumn("Prize", align="left", bold=True, wraps=True, claim=0.3, max_lines=2),
        PaperColumn("For", align="left", wraps=True, claim=0.25, scale=0.85, max_lines=2),
        PaperColumn("Winner", align="left", wraps=True, claim=0.4),
    )
    body = begin_list_page(pen, job.heading, "Prizes")
    sizes = LARGE_SIZES if pen.large_print else SIZES[2:]
    table = _make_prize_table(columns, job.prize_lines, body.width, sizes)
    notes = wrap_text(job.prize_note, NOTE_SIZE, body.width)
    notes_height = len(notes) * NOTE_LINE
    height = body.height - table.head_height - notes_height - 8
    runs = divide_by_height(table.heights, height, height)
    for number, run in enumerate(runs, 1):
        page = body if number == 1 else begin_list_page(pen, job.heading, "Prizes")
        bottom = table.draw(pen, page.x, page.top, run)
        if number == len(runs):
            box = page._replace(y=bottom - 8 - notes_height, height=notes_height)
            pen.write_lines(notes, box, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE)
        draw_list_foot(pen, job.heading, number, len(runs))


def _make_prize_table(
    columns: Sequence[PaperColumn],
    prizes: Sequence[PrizeLine],
    width: float,
    sizes: Sequence[float],
) -> Table:
    """Return the table of prizes, with space for names before play."""
    winners = [
        ". ".join(filter(None, (join_names(prize.winners), prize.amount))) for prize in prizes
    ]
    # The table is measured with a sample name where a name will be written by hand.
    measured_rows = [
        (_format_prize_title(prize), prize.rule, winner or SAMPLE_NAME)
        for prize, winner in zip(prizes, winners, strict=True)
    ]
    table = make_largest_list(columns, measured_rows, width, sizes, boxed=True)
    blank_height = max(MIN_BLANK_HEIGHT, table.size * 2.2)
    rows = []
    heights = []
    for row, height, winner in zip(table.rows, table.heights, winners, strict=True):
        if winner:
            rows.append(row)
            heights.append(height)
        else:
            rows.append((*row[:2], ()))
            heights.append(max(height, blank_height))
    return replace(table, rows=tuple(rows), heights=tuple(heights))


def _format_prize_title(prize: PrizeLine) -> str:
    """Return the title of *prize*, unbroken if it is short: ``"First prize, A"``."""
    if len(prize.title) <= SHORT_TITLE:
        return prize.title.replace(" ", "\xa0")
    return prize.title


def draw_party_standings(pen: Pen, job: PartyJob) -> None:
    """Draw the standings, without columns in which every figure is 0.

    If the first column is the total already, there is no column for the total.
    """
    names = tuple(map(_format_name_with_presence, job.sheets.standings))
    printed = list_printed_columns(
        make_standings_table(job.sheets),
        STANDING_NAME_KEYS,
        texts_by_key={"player": names},
        format_points=_format_tally_figures,
    )
    columns = [column for column, _texts in printed]
    rows = list(zip(*(texts for _column, texts in printed), strict=True))
    draw_rows(pen, job.heading, job.sheets.heading.method, columns, rows)


def _format_name_with_presence(row: PartyStandingRow) -> str:
    """Return a contestant's name, and whether they came late, left or sat out."""
    if row.presence:
        return f"{row.name} ({row.presence})"
    return row.name


def _format_tally_figures(figures: Sequence[Fraction | int]) -> tuple[str, ...]:
    """Return figures as the screens show them, with a sign for halves.

    >>> _format_tally_figures((Fraction(43, 2), -3))
    ('21½', '−3')
    """
    return tuple(tally_text(points).replace("-", MINUS) for points in figures)
