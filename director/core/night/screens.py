"""The room's screens: lists cut into pages, the content of a screen, and its version.

A screen shows one page after the other, each for some seconds. It asks for the next one with its
number and the number of rows that fit the screen (``PageRequest``).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import ceil
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.base.versions import fetch_event_version
from director.core.night.clock import ClockFace, get_clock_phase
from director.core.night.journal import lock_event, record_act
from director.models import Message, Session

DEFAULT_ROW_COUNT = 24
"""Rows of text on a page until the screen has measured how many fit it."""
ROW_CHARACTERS = 36
"""Characters that fit a row of a column."""
MAX_SINGLE_COLUMN_SEATS = 40
"""Lines of seats in one column of large type. With more, the room would wait too long for its page."""
SINGLE_COLUMN_ROWS = 7
"""Rows of standings in a single column, which everybody in the room can read."""
TWO_COLUMN_ROWS = 10
"""The most rows of standings in each of two columns beside each other."""
MAX_HALF_SCREEN_LETTERS = 48
"""The letters of the longest name that half a screen has room for."""
MAX_COLUMN_PAGES = 6
"""Pages of a ranking in single columns. With more the room would wait too long for its page."""
LENGTH_STEP = 4
"""Letters from one size of type for long names to the next."""
MIN_LENGTH = 16
"""Letters of a name up to which all names are set in the largest type."""
MAX_LENGTH = 88
"""Letters of a name from which all names are set in the smallest type."""
MAX_COMMON_LENGTH = 32
"""Letters up to which the names of a page are set alike. Longer names are set smaller."""


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """One line: where somebody sits, or a row of the standings."""

    left_text: str
    name: str
    right_text: str

    @property
    def height(self) -> int:
        """Rows of text that the line fills."""
        return -(-len(f"{self.left_text} {self.name} {self.right_text}") // ROW_CHARACTERS)

    @property
    def name_length(self) -> int:
        """The length of the name, for its size of type on one line."""
        return _round_length(len(self.name))

    @property
    def part_length(self) -> int:
        """The length of the longest part of the name, for its size of type with a part on a line.

        >>> ScreenRow("1", "Ada Ash & Bert Featherstonehaugh", "61.11%").part_length
        24
        """
        return _round_length(max(map(len, self.name.split(" & "))) + len(" &"))


def _round_length(length: int) -> int:
    """Return *length* as the next length for which there is a size of type.

    >>> [_round_length(length) for length in (3, 21, 24, 200)]
    [16, 24, 24, 88]
    """
    steps = ceil(length / LENGTH_STEP)
    return min(max(MIN_LENGTH, steps * LENGTH_STEP), MAX_LENGTH)


@dataclass(frozen=True, slots=True)
class ScreenColumn:
    """A column of standings or winners, with its heading."""

    title: str
    rows: tuple[ScreenRow, ...]

    @property
    def has_first_rank(self) -> bool:
        """Whether it has the winners, not the ranks below."""
        return self.rows[0].left_text.rstrip("=") == "1"


@dataclass(frozen=True, slots=True)
class ScreenRanking:
    """A ranking for the room."""

    title: str  # of the page
    group_title: str  # of the ranking, if a page has two
    rows: tuple[ScreenRow, ...]


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """A page of seats or standings with its heading."""

    title: str = ""
    lines: tuple[ScreenRow, ...] = ()  # of seats
    has_many_lines: bool = False  # in as many columns as fit, else in one of large type
    number: int = 1
    page_count: int = 1
    columns: tuple[ScreenColumn, ...] = ()  # of standings or winners
    has_winners: bool = False

    @property
    def height(self) -> int:
        """Rows of text that the lines fill."""
        return sum(line.height for line in self.lines)

    @property
    def row_count(self) -> int:
        """The rows of the longest column."""
        return max((len(column.rows) for column in self.columns), default=0)

    @property
    def common_length(self) -> int:
        """The length of the longest name that isn't very long, for the size of type of the page."""
        lengths = [row.name_length for column in self.columns for row in column.rows]
        return max(
            (length for length in lengths if length <= MAX_COMMON_LENGTH), default=MAX_COMMON_LENGTH
        )

    @property
    def has_many_rows(self) -> bool:
        """Whether the columns are so long that their type is smaller."""
        return self.row_count > SINGLE_COLUMN_ROWS + 1

    @property
    def next_number(self) -> int:
        """The number of the next page. After the last page it is 1."""
        return self.number % self.page_count + 1


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The page that a screen asks for, with the rows that fit it."""

    number: int = 1
    row_count: int = DEFAULT_ROW_COUNT  # rows of text on a page of seats
    rank_row_count: int = TWO_COLUMN_ROWS  # rows of a column of standings


FIRST_PAGE = PageRequest()

TitledRows = Sequence[tuple[str, Sequence[ScreenRow]]]
"""Titles with their lines. Each list begins a new page."""


def get_requested_page(lists: TitledRows, page_request: PageRequest) -> ScreenPage:
    """Return the page of *lists* that *page_request* asks for. After the last comes the first.

    >>> lines = [ScreenRow(str(number), "Ada Ash", "table 1") for number in range(1, 6)]
    >>> page = get_requested_page([("Seats", lines)], PageRequest(2, row_count=3))
    >>> [line.left_text for line in page.lines], page.page_count, page.next_number
    (['4', '5'], 2, 1)
    """
    pages = []
    for title, lines in lists:
        for part in _split_lines(lines, page_request.row_count):
            pages.append((title, part))
    if not pages:
        return ScreenPage(lists[0][0] if lists else "")
    index = (page_request.number - 1) % len(pages)
    title, lines_on_page = pages[index]
    return ScreenPage(
        title,
        lines_on_page,
        has_many_lines=sum(len(lines) for _title, lines in lists) > MAX_SINGLE_COLUMN_SEATS,
        number=index + 1,
        page_count=len(pages),
    )


def _split_lines(lines: Iterable[ScreenRow], max_height: int) -> Iterable[tuple[ScreenRow, ...]]:
    """Yield *lines* in parts that fill at most *max_height* rows each."""
    part: list[ScreenRow] = []
    height = 0
    for line in lines:
        if part and height + line.height > max_height:
            yield tuple(part)
            part = []
            height = 0
        part.append(line)
        height += line.height
    if part:
        yield tuple(part)


SEATS_SHOW = "seats"
STANDINGS_SHOW = "standings"
SHOWS = ("clock", SEATS_SHOW, STANDINGS_SHOW)
"""What a screen can be set to show all evening. Otherwise it shows what the room needs now."""
MAX_NAMED_TABLES = 12
"""Tables still playing that are listed by number; more are only counted."""


THANK_YOU = "Thank you"
"""The headline once play is over."""


@dataclass(frozen=True, slots=True)
class ScreenContent:
    """What a screen of the room shows now: a page, a headline or the clock."""

    clock: ClockFace | None = None
    title: str = ""  # what is played now
    headline: str = ""
    page: ScreenPage = field(default_factory=ScreenPage)
    moves: tuple[str, ...] = ()  # what comes next
    notes: tuple[str, ...] = ()  # shown below

    @property
    def is_about_results(self) -> bool:
        """Whether the screen shows standings, or says that play is over."""
        return bool(self.page.columns) or self.headline == THANK_YOU


def make_standings_screen(
    rankings: Sequence[ScreenRanking] | None,
    page_request: PageRequest,
    *,
    winners: Sequence[ScreenPage] = (),
    **room_fields: Any,
) -> ScreenContent:
    """Return a screen with *rankings*, after the pages of *winners*.

    *rankings* is None while they are hidden.
    """
    if rankings is None:
        return ScreenContent(
            headline="Standings", notes=("The director hasn’t shown them yet.",), **room_fields
        )
    pages = [*winners, *_iter_ranking_pages(rankings, page_request.rank_row_count)]
    if not pages:
        return ScreenContent(headline="Standings", notes=("No results yet.",), **room_fields)
    index = (page_request.number - 1) % len(pages)
    page = replace(pages[index], number=index + 1, page_count=len(pages))
    return ScreenContent(headline="Standings", page=page, **room_fields)


def _iter_ranking_pages(
    rankings: Sequence[ScreenRanking], rank_row_count: int
) -> Iterator[ScreenPage]:
    """Yield the pages of *rankings*: two short ones beside each other, others page by page."""
    remaining_rankings = [ranking for ranking in rankings if ranking.rows]
    while remaining_rankings:
        ranking = remaining_rankings.pop(0)
        neighbour = remaining_rankings[0] if remaining_rankings else None
        if neighbour and _fit_beside(ranking, neighbour, rank_row_count):
            del remaining_rankings[0]
            left_column = ScreenColumn(ranking.group_title, ranking.rows)
            right_column = ScreenColumn(neighbour.group_title, neighbour.rows)
            yield ScreenPage(ranking.title, columns=(left_column, right_column))
        else:
            yield from _iter_long_ranking_pages(ranking, rank_row_count)


def _fit_beside(ranking: ScreenRanking, neighbour: ScreenRanking, rank_row_count: int) -> bool:
    rows = (*ranking.rows, *neighbour.rows)
    row_count = max(len(ranking.rows), len(neighbour.rows))
    has_short_names = all(row.name_length <= MAX_HALF_SCREEN_LETTERS for row in rows)
    is_same_field = ranking.title == neighbour.title and bool(ranking.group_title)
    return is_same_field and has_short_names and row_count <= min(TWO_COLUMN_ROWS, rank_row_count)


def _iter_long_ranking_pages(ranking: ScreenRanking, rank_row_count: int) -> Iterator[ScreenPage]:
    """Yield *ranking* in single columns, or in two columns a page if it is very long."""
    title = ": ".join(filter(None, (ranking.title, ranking.group_title)))
    column_count = 1
    rows_per_column = min(SINGLE_COLUMN_ROWS, rank_row_count)
    if len(ranking.rows) > MAX_COLUMN_PAGES * rows_per_column:
        column_count = 2
        rows_per_column = min(TWO_COLUMN_ROWS, rank_row_count)
    page_count = ceil(len(ranking.rows) / column_count / rows_per_column)
    # Columns of the same length: eight places are four and four, not seven and one.
    length = ceil(len(ranking.rows) / column_count / page_count)
    columns = [
        ScreenColumn("", ranking.rows[start : start + length])
        for start in range(0, len(ranking.rows), length)
    ]
    for start in range(0, len(columns), column_count):
        yield ScreenPage(title, columns=tuple(columns[start : start + column_count]))


def describe_playing_tables(tables: Sequence[object]) -> str:
    """Return a sentence about the *tables* that still play this round.

    >>> describe_playing_tables([1]), describe_playing_tables(["A1", "B2"])
    ('Still playing: table 1', 'Still playing: tables A1, B2')
    >>> describe_playing_tables(range(20)), describe_playing_tables([])
    ('Still playing: 20 tables', 'All tables have finished.')
    """
    if len(tables) > MAX_NAMED_TABLES:
        return f"Still playing: {len(tables)} tables"
    plural = "" if len(tables) == 1 else "s"
    if tables:
        return f"Still playing: table{plural} {', '.join(map(str, tables))}"
    return "All tables have finished."


def compute_room_version(session: Session, messages: Iterable[Message] = ()) -> str:
    """Return a key that changes whenever a screen of *session* would. One query.

    *messages* are the current messages on the screens. The key is empty if the event is archived.
    """
    version = fetch_event_version(session.event_id)
    if not version:
        return ""
    # Time alone changes the clock and removes messages, without a change of the event.
    message_pks = [message.pk for message in messages]
    parts = (version, *get_clock_phase(session, timezone.now()), *message_pks)
    return sha256(repr(parts).encode()).hexdigest()[:16]


def set_room_standings(*, session: Session, is_shown: bool, user: User | None = None) -> None:
    """Show or hide the standings on the room's screens."""
    message = f"Standings {'shown' if is_shown else 'hidden'} on the room’s screens."
    with transaction.atomic():
        event = lock_event(session.event)
        with record_act(event=event, kind=ActKind.SETTINGS, message=message, user=user) as journal:
            journal.change(Session.objects.get(pk=session.pk), room_standings=is_shown)
