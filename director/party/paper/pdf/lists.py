"""What hangs on the wall of a party: who starts where, the prizes, the standings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from director.names import by_family
from director.party.paper.pdf.job import PartyJob, PrizeLine
from director.party.sheets import PartyStandingRow, PrizeRow, TallyCard, together
from director.pdf.fonts import text_width, wrap_text
from director.pdf.lists import LARGE_SIZES, ONE_COLUMN, SIZES, draw_rows, list_foot, list_page, runs_by_height
from director.pdf.page import Box, Pen
from director.pdf.tables import Column, Table, largest_list
from director.pdf.words import MINUS
from scoring import tally_text

NOTE_SIZE = 10.0
NOTE_LINE = 14.0
LEAST_BLANK = 30.0  # height of a prize whose winner is written in by hand
ROOM_FOR_NAME = "Wilhelmina Fairfaxxxxx"  # measured only, never printed


def draw_room_list(pen: Pen, job: PartyJob) -> None:
    """Draw everybody by family name with the seat to begin at, in two columns where there are many."""
    cards = sorted(job.sheets.cards, key=lambda card: (not card.is_named, by_family(card.name), card.number))
    rows = [_start(job, card, has_partners=any(card.partners for card in cards)) for card in cards]
    columns: list[Column] = [
        Column("No.", align="right"),
        Column("Name", align="left", wraps=True, claim=0.3),
        Column("Table", align="right", bold=True),
        Column("Seat"),
    ]
    if any(card.team for card in cards):
        columns.append(Column(job.sheets.contest_word.capitalize(), align="left", wraps=True, claim=0.25))
    if any(card.partners for card in cards):
        columns.append(Column("With", align="right"))
    if job.has_rows:
        columns.append(Column("Aisle"))
    is_double = len(rows) > ONE_COLUMN and not pen.large_print
    draw_rows(pen, job.heading, "Seating list", columns, rows, is_double=is_double)


def _start(job: PartyJob, card: TallyCard, *, has_partners: bool) -> tuple[str, ...]:
    table, seat, row = "–" if card.table_no is None else str(card.table_no), card.seat, str(card.row)
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
    """Draw every prize with its rule, and its winner or room for the name; how ties are settled stands below."""
    columns = (
        Column("Prize", align="left", bold=True, wraps=True, claim=0.3),
        Column("For", align="left", wraps=True, claim=0.25, scale=0.85),
        Column("Winner", align="left", wraps=True, claim=0.4),
    )
    body = list_page(pen, job.heading, "Prizes")
    table = _prize_table(columns, job.prizes, body.width, LARGE_SIZES if pen.large_print else SIZES[2:])
    notes = wrap_text(job.prize_note, NOTE_SIZE, body.width)
    room = body.height - table.head_height - len(notes) * NOTE_LINE - 8
    runs = runs_by_height(table.heights, room, room)
    for number, run in enumerate(runs, 1):
        page = body if number == 1 else list_page(pen, job.heading, "Prizes")
        bottom = table.draw(pen, page.x, page.top, run)
        if number == len(runs):
            box = replace(page, y=bottom - 8 - len(notes) * NOTE_LINE, height=len(notes) * NOTE_LINE)
            pen.write_lines(notes, box, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE)
        list_foot(pen, job.heading, number, len(runs))


def _prize_table(columns: Sequence[Column], prizes: Sequence[PrizeLine], width: float, sizes: Sequence[float]) -> Table:
    """Return the list of prizes; where nobody has won yet there is room for a name of usual length."""
    rows = [
        (prize.title, prize.rule, ". ".join(filter(None, (together(prize.winners), prize.note)))) for prize in prizes
    ]
    measured = [(title, rule, winner or ROOM_FOR_NAME) for title, rule, winner in rows]
    table = largest_list(columns, measured, width, sizes, boxed=True)
    cells = tuple(
        line if winner else (*line[:2], ()) for line, (_title, _rule, winner) in zip(table.rows, rows, strict=True)
    )
    blank = max(LEAST_BLANK, table.size * 2.2)
    heights = (height if row[2] else max(height, blank) for height, row in zip(table.heights, rows, strict=True))
    return replace(table, rows=cells, heights=tuple(heights))


def draw_party_standings(pen: Pen, job: PartyJob) -> None:
    """Draw the places of everybody, with the figures that the way to count shows; a column of noughts is left out.

    Where the first of them is the total, there is no other one.
    """
    standings, in_group = job.sheets.standings, job.sheets.group_places
    names = [name for name, _figure in standings[0].columns]
    has_total = any(row.total != row.columns[0][1] for row in standings)
    kept = [at for at in range(len(names)) if any(row.columns[at][1] for row in standings) or not (at or has_total)]
    figures = [[_figure(row.columns[at][1]) for row in standings] for at in kept]
    has_groups = job.sheets.heading.tells_groups and len({row.group for row in standings}) > 1
    has_played, has_credit = job.sheets.shows_played, any(row.credit for row in standings)
    columns = [
        Column("Place", bold=True, align="right"),
        Column("No.", align="right"),
        Column("Name", align="left", wraps=True, claim=0.42),
        *([Column("Group", align="left"), Column("In\ngroup", align="right")] if has_groups else []),
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
    rows = [tuple(chain(*parts)) for parts in zip(named, groups, games, by_row, totals, strict=True)]
    draw_rows(pen, job.heading, job.sheets.heading.method, columns, rows)


def _with_presence(row: PartyStandingRow) -> str:
    """Return a contestant's name, and who came late, left or sat out with that."""
    return f"{row.name} ({row.presence})" if row.presence else row.name


def _figure(points: Fraction | int) -> str:
    """Return a figure as the screens have it, halves with their sign.

    >>> _figure(Fraction(43, 2)), _figure(-3)
    ('21½', '−3')
    """
    return tally_text(points).replace("-", MINUS)


# The hundred numbers of the prizes by a drawn number, on slips to cut out.

ACROSS = 5
SIZE = 24.0


def draw_number_slips(pen: Pen, job: PartyJob) -> None:
    """Draw every number once, all of them on one page; every cut goes straight across the paper."""
    numbers = job.numbers
    down = -(-len(numbers) // ACROSS)
    body = list_page(pen, job.heading, "Numbers to cut out and draw from", f"{len(numbers)} slips from {numbers[0]}")
    body = Box(0, body.y + 4, pen.paper[0], body.height - 4)
    _cut(pen, body, down)
    for at, number in enumerate(numbers):
        row, column = divmod(at, ACROSS)
        slip = body.strip(row * body.height / down, body.height / down)
        pen.write(str(number), slip.column(column * body.width / ACROSS, body.width / ACROSS), SIZE, bold=True)
    list_foot(pen, job.heading, 1, 1)


def _cut(pen: Pen, body: Box, down: int) -> None:
    """Draw the dashed lines to cut along: head and foot of the page come off first."""
    level = [body.y + at * body.height / down for at in range(down + 1)]
    upright = [body.width * at / ACROSS for at in range(1, ACROSS)]
    pen.canvas.saveState()
    pen.canvas.setDash(4, 4)
    pen.rule([(0.0, y, body.right, y) for y in level] + [(x, body.y, x, body.top) for x in upright], 0.4)
    pen.canvas.restoreState()


# The sheet for whoever gives the prizes: the last one first, in type that is read at arm's length.

TITLE, NAME, BESIDE = 13.0, 21.0, 14.0
LARGER = 1.25
LEADING = 1.25
GAP = 15.0
INDENT = 34.0
NUMBER = 48.0  # the least width of the numbers before the names
GAP_OF_NUMBER = 12.0
SMALLEST_NAME = 14.0


@dataclass(frozen=True, slots=True)
class _PrizeLine:
    """One line of a prize: its text, size, whether it is bold, how far in it begins, and the number before it."""

    text: str
    size: float
    bold: bool = False
    left: float = 0.0
    number: str = ""

    @property
    def height(self) -> float:
        return self.size * LEADING


def draw_prize_giving(pen: Pen, job: PartyJob) -> None:
    """Draw every prize in the order of giving: what for, who with number, with what, and what it pays."""
    body = list_page(pen, job.heading, "Prizes, in presentation order")
    scale = LARGER if pen.large_print else 1.0
    left = _room_of_numbers(job.given, scale)
    blocks = [_lines(given, body.width - INDENT, left, scale) for given in job.given]
    heights = [sum(line.height for line in block) + GAP for block in blocks]
    runs = runs_by_height(heights, body.height, body.height)
    for page_no, run in enumerate(runs, 1):
        page = body if page_no == 1 else list_page(pen, job.heading, "Prizes, in presentation order")
        top = 0.0
        for at in run:
            _draw(pen, page.strip(top, heights[at]), at + 1, blocks[at])
            top += heights[at]
        list_foot(pen, job.heading, page_no, len(runs))


def _room_of_numbers(given: Iterable[PrizeRow], scale: float) -> float:
    """Return how wide the numbers before the names are: those of pairs stand in smaller type."""
    widths = (text_width(number, BESIDE * scale) for prize in given for number, _name in prize.takers)
    return max(NUMBER * scale, max(widths, default=0.0) + GAP_OF_NUMBER)


def _lines(given: PrizeRow, width: float, left: float, scale: float) -> list[_PrizeLine]:
    """Return the lines of one prize, as wide as they may be, names *left* from the others."""
    beside = ", ".join(filter(None, (given.figure, given.amount)))
    lines = _wrapped(given.title, TITLE * scale, width, bold=True)
    for number, name in given.takers:
        of_name = [replace(line, left=left) for line in _wrapped(name, NAME * scale, width - left, bold=True)]
        lines += [replace(of_name[0], number=number), *of_name[1:]]
    open_tie = f"Tied. {given.open_tie}" if given.names and given.open_tie else given.open_tie
    for text in filter(None, (beside, open_tie)):
        lines += _wrapped(text, BESIDE * scale, width, bold=False)
    return lines


def _wrapped(text: str, size: float, width: float, *, bold: bool) -> list[_PrizeLine]:
    """Return *text* in lines, smaller where one of its words is wider than a line."""
    widest = max((text_width(word, size, bold=bold) for word in text.split()), default=0.0)
    fitting = max(min(size, size * width / widest), min(SMALLEST_NAME, size)) if widest > width else size
    return [_PrizeLine(line, fitting, bold) for line in wrap_text(text, fitting, width, bold=bold)]


def _draw(pen: Pen, box: Box, number: int, lines: list[_PrizeLine]) -> None:
    pen.rule([(box.x, box.y + GAP / 2, box.right, box.y + GAP / 2)], 0.5)
    top = 0.0
    for at, line in enumerate(lines):
        row = box.strip(top, line.height)
        if at == 0:
            pen.write(f"{number}.", row.column(0, INDENT - 4), line.size, align="left")
        left = INDENT + line.left
        if line.number:
            pen.write(line.number, row.column(INDENT, line.left - GAP_OF_NUMBER / 2), line.size, align="left")
        pen.write(line.text, row.column(left, box.width - left), line.size, align="left", bold=line.bold)
        top += line.height
