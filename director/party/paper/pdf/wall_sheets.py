"""Draw the lists of a party that hang on the wall: seats, rules and standings.

Each is drawn as a table in the largest size that fits. Columns that the party doesn't need are left
out.
"""

from collections.abc import Sequence
from fractions import Fraction

from director.core.base.grids import list_printed_columns
from director.names import format_family_first, make_family_key
from director.party.paper.files import STANDING_NAME_KEYS, make_standings_table
from director.party.paper.pdf.job import PartyJob
from director.party.sheets import PartyStandingRow, TallyCard
from director.pdf.lists import MAX_SINGLE_COLUMN, draw_list
from director.pdf.page import Pen
from director.pdf.tables import PaperColumn
from director.sheets import MINUS
from scoring.display import format_as_tally


def draw_room_list(pen: Pen, job: PartyJob) -> None:
    """Draw all players by family name with their first seat, those without a name by number."""
    cards = sorted(job.results.cards, key=_get_list_order)
    has_partners = any(card.partners for card in cards)
    rows = [_make_seat_row(job, card, has_partners=has_partners) for card in cards]
    columns: list[PaperColumn] = [
        PaperColumn("No.", align="right"),
        PaperColumn("Name", align="left", can_wrap=True, max_width_share=0.3),
        PaperColumn("Table", align="right", bold=True),
        PaperColumn("Seat"),
    ]
    if any(card.team for card in cards):
        columns.append(
            PaperColumn(
                job.results.contestant_noun.capitalize(),
                align="left",
                can_wrap=True,
                max_width_share=0.25,
            )
        )
    if has_partners:
        columns.append(PaperColumn("With", align="right"))
    if job.has_rows:
        columns.append(PaperColumn("Aisle"))
    is_double = len(rows) > MAX_SINGLE_COLUMN and not pen.large_print
    draw_list(pen, job.heading, "Seating list", columns, rows, has_two_columns=is_double)


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
        PaperColumn("", align="left", bold=True, can_wrap=True, max_width_share=0.3),
        PaperColumn("", align="left", can_wrap=True, max_width_share=0.65),
    )
    draw_list(pen, job.heading, "Rules", columns, job.rules)


def draw_party_standings(pen: Pen, job: PartyJob) -> None:
    """Draw the standings, without columns in which every figure is 0.

    If the first column is the total already, there is no column for the total.
    """
    names = tuple(map(_format_name_with_presence, job.results.standings))
    printed_columns = list_printed_columns(
        make_standings_table(job.results),
        STANDING_NAME_KEYS,
        texts_by_key={"player": names},
        format_points=_format_tally_figures,
    )
    columns = [column for column, _texts in printed_columns]
    rows = list(zip(*(texts for _column, texts in printed_columns), strict=True))
    draw_list(pen, job.heading, job.results.heading.method, columns, rows)


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
    return tuple(format_as_tally(points).replace("-", MINUS) for points in figures)
