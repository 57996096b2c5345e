"""What hangs on the wall of a party: who starts where, the prizes, the standings."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from director.names import by_family
from director.party.paper.pdf.job import PartyJob, PrizeLine
from director.party.sheets import PartyStandingRow, TallyCard, together
from director.pdf.fonts import wrap_text
from director.pdf.lists import (
    LARGE_SIZES,
    ONE_COLUMN,
    SIZES,
    draw_rows,
    list_foot,
    list_page,
    runs_by_height,
)
from director.pdf.page import Pen
from director.pdf.tables import Column, Table, largest_list
from director.pdf.words import MINUS
from scoring import tally_text

NOTE_SIZE = 10.0
NOTE_LINE = 14.0
LEAST_BLANK = 30.0  # height of a prize whose winner is written in by hand
ROOM_FOR_NAME = "Wilhelmina Fairfaxxxxx"  # measured only, never printed


def draw_room_list(pen: Pen, job: PartyJob) -> None:
    """Draw all players by family name with their first seat."""
    cards = sorted(
        job.sheets.cards, key=lambda card: (not card.is_named, by_family(card.name), card.number)
    )
    rows = [_start(job, card, has_partners=any(card.partners for card in cards)) for card in cards]
    columns: list[Column] = [
        Column("No.", align="right"),
        Column("Name", align="left", wraps=True, claim=0.3),
        Column("Table", align="right", bold=True),
        Column("Seat"),
    ]
    if any(card.team for card in cards):
        columns.append(
            Column(job.sheets.contest_word.capitalize(), align="left", wraps=True, claim=0.25)
        )
    if any(card.partners for card in cards):
        columns.append(Column("With", align="right"))
    if job.has_rows:
        columns.append(Column("Aisle"))
    is_double = len(rows) > ONE_COLUMN and not pen.large_print
    draw_rows(pen, job.heading, "Seating list", columns, rows, is_double=is_double)


def _start(job: PartyJob, card: TallyCard, *, has_partners: bool) -> tuple[str, ...]:
    table, seat, row = (
        "–" if card.table_no is None else str(card.table_no),
        card.seat,
        str(card.row),
    )
    if card.number in job.resting:
        table, seat, row = "–", job.resting[card.number], ""
    start = (str(card.number), card.name, table, seat)
    team, partners = [card.team] if card.team else [], [card.partners] if has_partners else []
    return (*start, *team, *partners, *([row] if job.has_rows else []))


def draw_rules(pen: Pen, job: PartyJob) -> None:
    """Draw the rules to read out before play, a heading and its sentences a row."""
    columns = (
        Column("", align="left", bold=True, wraps=True, claim=0.3),
        Column("", align="left", wraps=True, claim=0.65),
    )
    draw_rows(pen, job.heading, "Rules", columns, job.rules)


def draw_prize_list(pen: Pen, job: PartyJob) -> None:
    """Draw every prize with its rule, and its winner or room for the name."""
    columns = (
        Column("Prize", align="left", bold=True, wraps=True, claim=0.3),
        Column("For", align="left", wraps=True, claim=0.25, scale=0.85),
        Column("Winner", align="left", wraps=True, claim=0.4),
    )
    body = list_page(pen, job.heading, "Prizes")
    table = _prize_table(
        columns, job.prizes, body.width, LARGE_SIZES if pen.large_print else SIZES[2:]
    )
    notes = wrap_text(job.prize_note, NOTE_SIZE, body.width)
    room = body.height - table.head_height - len(notes) * NOTE_LINE - 8
    runs = runs_by_height(table.heights, room, room)
    for number, run in enumerate(runs, 1):
        page = body if number == 1 else list_page(pen, job.heading, "Prizes")
        bottom = table.draw(pen, page.x, page.top, run)
        if number == len(runs):
            box = replace(
                page, y=bottom - 8 - len(notes) * NOTE_LINE, height=len(notes) * NOTE_LINE
            )
            pen.write_lines(notes, box, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE)
        list_foot(pen, job.heading, number, len(runs))


def _prize_table(
    columns: Sequence[Column], prizes: Sequence[PrizeLine], width: float, sizes: Sequence[float]
) -> Table:
    """Return the list of prizes, with room for names before play."""
    rows = [
        (prize.title, prize.rule, ". ".join(filter(None, (together(prize.winners), prize.note))))
        for prize in prizes
    ]
    measured = [(title, rule, winner or ROOM_FOR_NAME) for title, rule, winner in rows]
    table = largest_list(columns, measured, width, sizes, boxed=True)
    cells = tuple(
        line if winner else (*line[:2], ())
        for line, (_title, _rule, winner) in zip(table.rows, rows, strict=True)
    )
    blank = max(LEAST_BLANK, table.size * 2.2)
    heights = (
        height if row[2] else max(height, blank)
        for height, row in zip(table.heights, rows, strict=True)
    )
    return replace(table, rows=cells, heights=tuple(heights))


def draw_party_standings(pen: Pen, job: PartyJob) -> None:
    """Draw the standings, without columns of noughts.

    Where the first of them is the total, there is no other one.
    """
    standings, in_group = job.sheets.standings, job.sheets.group_places
    names = [name for name, _figure in standings[0].columns]
    has_total = any(row.total != row.columns[0][1] for row in standings)
    kept = [
        at
        for at in range(len(names))
        if any(row.columns[at][1] for row in standings) or not (at or has_total)
    ]
    figures = [[_figure(row.columns[at][1]) for row in standings] for at in kept]
    has_groups = job.sheets.heading.tells_groups and len({row.group for row in standings}) > 1
    has_played, has_credit = job.sheets.shows_played, any(row.credit for row in standings)
    columns = [
        Column("Place", bold=True, align="right"),
        Column("No.", align="right"),
        Column("Name", align="left", wraps=True, claim=0.42),
        *(
            [Column("Group", align="left"), Column("In\ngroup", align="right")]
            if has_groups
            else []
        ),
        *([Column("Played", align="right")] if has_played else []),
        *(Column(names[at].capitalize(), align="right", bold=not (at or has_total)) for at in kept),
        *([Column("Sat\nout", align="right")] if has_credit else []),
        *([Column("Total", align="right", bold=True)] if has_total else []),
    ]
    groups = [(row.group_name, in_group[row.number]) if has_groups else () for row in standings]
    named = [(row.place, row.numbers, _with_presence(row)) for row in standings]
    games = [(str(row.played),) if has_played else () for row in standings]
    ends = [((row.credit, has_credit), (row.total, has_total)) for row in standings]
    totals = [tuple(_figure(figure) for figure, is_shown in end if is_shown) for end in ends]
    by_row = list(zip(*figures, strict=True)) or [()] * len(standings)
    rows = [
        tuple(chain(*parts)) for parts in zip(named, groups, games, by_row, totals, strict=True)
    ]
    draw_rows(pen, job.heading, job.sheets.heading.method, columns, rows)


def _with_presence(row: PartyStandingRow) -> str:
    """Return a contestant's name, and who came late, left or sat out with that."""
    if row.presence:
        return f"{row.name} ({row.presence})"
    return row.name


def _figure(points: Fraction | int) -> str:
    """Return a figure as the screens have it, halves with their sign.

    >>> _figure(Fraction(43, 2)), _figure(-3)
    ('21½', '−3')
    """
    return tally_text(points).replace("-", MINUS)
