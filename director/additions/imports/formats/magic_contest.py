"""Read pages saved from Magic Contest, of which many federations have their own translation.

A page is text in columns. First come the rankings, then a table of results for each board, several
of them side by side. Words differ by language, so only numbers and positions are read.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from director.additions.imports.formats.columns.cells import split_two_names
from director.additions.imports.formats.columns.layout import ColumnFile, FileParts
from director.additions.imports.formats.columns.rows import ADJUSTED_CONTRACT, ColumnsReader
from director.additions.imports.formats.page_programs import RANKING_CONTENTS, make_page_error
from director.additions.imports.formats.saved_pages import SavedPage
from director.additions.imports.formats.source.flat import FlatPair, Label
from director.additions.imports.formats.source.model import SourceEvent, SourcePlayer
from director.additions.imports.formats.source.results import is_passed, parse_points
from director.formats.cells import Worksheet
from director.formats.errors import Doubt

MAGIC_CONTEST = "Magic Contest"
_GENERATOR = re.compile("magic contest|^ruter$", re.IGNORECASE)
_ADDRESS = re.compile(r"brenning\.se|magicscoring", re.IGNORECASE)
_ADVICE = (
    "In Magic Contest, save the page of the ranking with the score tables of all boards, or save the contest as "
    "PBN"
)
_ADVICE_TEAMS = "In Magic Contest, save the contest as PBN and choose that file"
_TEAMS_ONLY = "the ranking or the matches of teams, but no results of boards"
_HEADING_BY_FIELD = {
    "board": "Board",
    "ns": "NS",
    "ew": "EW",
    "contract": "Contract",
    "declarer": "By",
    "tricks": "Tricks",
    "lead": "Lead",
    "score": "Score",
    "ns_points": "Points NS",
    "ew_points": "Points EW",
}
_RULE = re.compile(r"\s*-{20,}\s*")
_MIN_HEADINGS = 3
_MAX_WIDTH = 1_000
_WORD = re.compile(r"\S+")
_SIDES_OF_ROW = re.compile(r"\s*(?P<ns>[0-9]{1,3})\s+(?P<ew>[0-9]{1,3})\s+(?P<rest>\S.*)")
_ROW_START = re.compile(r"\s*[0-9-]")
"""A row of results, or of a pair that sat out."""
_BOARD_TITLE = re.compile(r"\s*(?:[^\W\d_][^\d]{0,20}?)?[:.\s]*(?P<number>[0-9]{1,3})(?![0-9.,])")
_FIGURE = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?%?|-")
_TRICKS = re.compile(r"=|[+-][0-9]{1,2}|[0-9]{1,2}")
_CONTRACT = re.compile(r"[1-7](?:[^\W\d_]{1,4}|[♠♥♦♣])[*xX]{0,2}")
_SEAT = re.compile(r"[^\W\d_]{1,2}")
_SCORE_AND_POINTS = 3
_AVERAGES = re.compile(r"A(?P<ns>[+=-])/?A(?P<ew>[+=-])")
_SHARES = {"+": "60", "=": "50", "-": "40"}
_RANKED_PAIR = re.compile(
    r"\s*(?P<figures>(?:[+-]?[0-9]+(?:[.,][0-9]+)?%?=?\s+(?:\*\s+)?){3,9})(?P<names>[^\W\d_].*)"
)
"""A figure with a star counts a bye."""
_MEMBER_NUMBER = re.compile("[+*]?[0-9]{1,9}")


def is_magic_contest(page: SavedPage) -> bool:
    """Return whether *page* says that Magic Contest wrote it.

    >>> is_magic_contest(SavedPage(meta_by_name={"generator": "Magic Contest"})), is_magic_contest(SavedPage())
    (True, False)
    """
    return bool(
        _GENERATOR.search(page.generator) or _ADDRESS.search(page.meta_by_name.get("author", ""))
    )


def read_magic_contest(page: SavedPage) -> SourceEvent | None:
    """Return the event in *page*, or None if another program wrote it.

    :raises ImportFileError: if the page has no results of boards, or with every problem of them
    """
    if not is_magic_contest(page):
        return None
    columns = make_columns(page)
    if not columns.rows_below:
        if page.meta_by_name.get("scoringtype", "").casefold().startswith("team"):
            raise make_page_error(MAGIC_CONTEST, _TEAMS_ONLY, _ADVICE_TEAMS)
        raise make_page_error(MAGIC_CONTEST, RANKING_CONTENTS, _ADVICE)
    event = ColumnsReader(columns).read_event()
    meta = page.meta_by_name
    club = meta.get("arranger", "") or meta.get("licencee", "")
    return replace(
        event,
        club=club,
        program=MAGIC_CONTEST,
        program_version=meta.get("version", ""),
        warnings=(*event.warnings, *_make_missing_boards_doubts(event, meta)),
    )


def _make_missing_boards_doubts(event: SourceEvent, meta: Mapping[str, str]) -> Iterator[Doubt]:
    """Yield a doubt if the contest had more boards than the page has. Some pages are cut."""
    board_count_text = meta.get("boardcount", "")
    found_count = len({board.board_no for section in event.sections for board in section.boards})
    if board_count_text.isdecimal() and int(board_count_text[:4]) > found_count:
        yield Doubt(
            "doubt-missing-boards",
            "The page says {count} boards, but has results of {found}. Save it again from Magic Contest if some "
            "are missing.",
            count=int(board_count_text[:4]),
            found=found_count,
        )


def make_columns(page: SavedPage) -> ColumnFile:
    """Return the results in *page* as columns, with its rankings beside them."""
    meta = page.meta_by_name
    scoring = meta.get("scoringtype", "")
    rankings = []
    rows: list[list[str]] = []
    for text in page.typed_texts:
        page_text = _PageText(text.expandtabs().splitlines())
        page_text.read_lines()
        rankings += page_text.rankings
        rows += page_text.list_rows(has_datum="butler" in scoring.casefold())
    head = {
        "title": meta.get("contestname", "") or page.title,
        "date": meta.get("contestdate", "").partition(" ")[0],
        "scoring": scoring,
    }
    rankings = list(filter(None, rankings))
    label_sets = [{pair.label for pair in ranking} for ranking in rankings]
    # Two rankings without a common pair are of N-S and of E-W.
    if len(rankings) == 2 and label_sets[0].isdisjoint(label_sets[1]):
        head["winners"] = "2"
        ns_numbers = {row[1] for row in rows}
        rankings = [_with_direction(ranking, ns_numbers) for ranking in rankings]
    pairs = [pair for ranking in rankings for pair in ranking]
    parts = FileParts(head, {"": pairs} if pairs else {}, len(rankings))
    headings = tuple(_HEADING_BY_FIELD.values())
    return ColumnFile(
        Worksheet("", [list(headings), *rows]),
        heading_index=0,
        headings=headings,
        fields=tuple(_HEADING_BY_FIELD),
        parts=parts,
    )


def _with_direction(ranking: Sequence[FlatPair], ns_numbers: Collection[str]) -> list[FlatPair]:
    """Return a *ranking* of one side, N-S if any of its pairs is among *ns_numbers*."""
    is_ns = any(str(pair.label.number) in ns_numbers for pair in ranking)
    direction = "NS" if is_ns else "EW"
    return [replace(pair, label=Label(pair.label.number, direction)) for pair in ranking]


@dataclass
class _PageText:
    """Reads the *lines* of a page from top to bottom.

    *rankings* are lists of pairs, and *texts_by_board* the rows of results.
    """

    lines: Sequence[str]
    rankings: list[list[FlatPair]] = field(default_factory=list)
    texts_by_board: dict[str, list[str]] = field(default_factory=dict)

    def read_lines(self) -> None:
        """Read the rankings and the tables of results."""
        is_in_ranking = False
        percent_index: int | None = None
        titles_line = ""
        columns: list[tuple[int, int]] = []
        boards: list[str] = []
        filled_lines = [line for line in self.lines if line.strip()]
        for line, next_line in pairwise([*filled_lines, ""]):
            if _RULE.fullmatch(line):
                titles_line, columns, is_in_ranking = "", [], False
            elif _is_ranking_heading(line, next_line):
                columns, is_in_ranking = [], True
                percent_index = _find_percent_index(line)
                self.rankings.append([])
            elif found_columns := _list_table_columns(line, next_line):
                columns, is_in_ranking = found_columns, False
                boards = [_parse_board(titles_line[start:end]) for start, end in columns]
                titles_line = ""
            elif columns and _ROW_START.match(line):
                for text, board in zip(_split_tables(line, columns), boards, strict=True):
                    self._add_result(text, board)
            elif is_in_ranking and (pair := _parse_ranked_pair(line, percent_index)):
                self.rankings[-1].append(pair)
            elif not titles_line or columns:
                # The first line of a board has its number, also above a diagram of its cards.
                titles_line, columns = line, []

    def _add_result(self, text: str, board: str) -> None:
        if board and _SIDES_OF_ROW.match(text):
            self.texts_by_board.setdefault(board, []).append(text)

    def list_rows(self, *, has_datum: bool) -> list[list[str]]:
        """Return the cells of each result by field, without the datum if the page *has_datum*."""
        rows = []
        for board, texts in self.texts_by_board.items():
            for text in _drop_datum(texts) if has_datum else texts:
                match = _SIDES_OF_ROW.match(text)
                if match:
                    rows.append([board, match["ns"], match["ew"], *_split_result(match["rest"])])
        return rows


def _drop_datum(texts: Sequence[str]) -> list[str]:
    """Return a board's results without its datum, the last figure of the first one.

    >>> _drop_datum(["1 2   3N  N +1 D3   430    1  -1   400", "3 4   3N  N  = H5   400    0   0"])[0]
    '1 2   3N  N +1 D3   430    1  -1'
    """
    first, *others = texts
    if len(first) > max(map(len, others), default=_MAX_WIDTH):
        first = first.rpartition(" ")[0].rstrip()
    return [first, *others]


def _split_tables(line: str, columns: Sequence[tuple[int, int]]) -> list[str]:
    """Return the part of *line* in each of the tables side by side.

    A number of two digits may start before its heading.

    >>> _split_tables("10 1  3N   430   10 2  4S   420", [(0, 18), (18, 1000)])
    ['10 1  3N   430', '10 2  4S   420']
    """
    starts = [start for start, _end in columns]
    for index, start in enumerate(starts):
        while 0 < starts[index] <= len(line) and " " not in line[starts[index] - 1 : start]:
            starts[index] -= 1
    return [line[start:end].rstrip() for start, end in pairwise([*starts, _MAX_WIDTH])]


def _is_ranking_heading(line: str, next_line: str) -> bool:
    """Return whether *line* has the headings of a ranking, whose first pair is on *next_line*."""
    first_pair = _RANKED_PAIR.match(next_line)
    if first_pair is None or any(map(str.isdigit, line)):
        return False
    return first_pair["figures"].split()[0].rstrip("=.") == "1"


def _list_table_columns(line: str, next_line: str) -> list[tuple[int, int]]:
    """Return where each of the tables side by side starts and ends, if *line* is their headings.

    >>> _list_table_columns("Par  Contr Res    Par  Contr Res", "1 2  3N   430    1 2  4S   420")
    [(0, 18), (18, 1000)]
    """
    words = list(_WORD.finditer(line))
    texts = [word[0] for word in words]
    if any(map(str.isdigit, line)) or not _SIDES_OF_ROW.match(next_line):
        return []
    # The headings of one table are repeated for each of the others beside it.
    sizes = [
        size
        for size in range(_MIN_HEADINGS, len(texts) + 1)
        if len(texts) % size == 0 and texts == texts[:size] * (len(texts) // size)
    ]
    if not sizes:
        return []
    starts = [word.start() for word in words[:: sizes[0]]]
    # Numbers of pairs are aligned on the right, so they may start before their heading.
    return list(pairwise([0, *starts[1:], _MAX_WIDTH]))


def _parse_board(title: str) -> str:
    match = _BOARD_TITLE.match(title)
    return match["number"] if match else ""


def _split_result(text: str) -> list[str]:
    """Return contract, declarer, tricks, lead, score and both points.

    >>> _split_result("3N  N +1 D3   430        2   0")
    ['3N', 'N', '+1', 'D3', '430', '2', '0']
    >>> _split_result("Pass             0        0   2"), _split_result("A+ A-   1,2   0,8")
    (['Pass', '', '', '', '0', '0', '2'], ['A6040', '', '', '', '', '1,2', '0,8'])
    """
    cells = text.split()
    contract, declarer, tricks = "", "", ""
    if not _FIGURE.fullmatch(cells[0]) and (_CONTRACT.fullmatch(cells[0]) or is_passed(cells[0])):
        contract = cells.pop(0)
        if cells and _SEAT.fullmatch(cells[0]):
            declarer = cells.pop(0)
            tricks = cells.pop(0) if cells and _TRICKS.fullmatch(cells[0]) else ""
    words = []
    while cells and not _FIGURE.fullmatch(cells[0]):
        words.append(cells.pop(0))
    # An award has a percentage of the top, not a score.
    is_adjusted = not contract and bool(words or (cells and cells[0].endswith("%")))
    if is_adjusted:
        return [_name_award("".join(words)), "", "", "", "", *_fill_points(cells[-2:])]
    if len(cells) > _SCORE_AND_POINTS and cells[0] == "-":
        cells.pop(0)  # No lead is known.
    has_score = len(cells) % 2 == 1
    score = cells.pop(0) if has_score else ""
    # Percentages may follow the points.
    return [contract, declarer, tricks, "".join(words), score, *_fill_points(cells[:2])]


def _name_award(words: str) -> str:
    """Return the averages that *words* name, or that the points are the award.

    >>> _name_award("A=/A+"), _name_award("Bye")
    ('A5060', 'N/A')
    """
    match = _AVERAGES.fullmatch(words)
    return f"A{_SHARES[match['ns']]}{_SHARES[match['ew']]}" if match else ADJUSTED_CONTRACT


def _fill_points(cells: Sequence[str]) -> list[str]:
    return [*cells, "", ""][:2]


def _find_percent_index(headings: str) -> int | None:
    """Return which figure behind the rank and the pair is the percentage.

    >>> _find_percent_index("Rank  Pair  Score     %    Name"), _find_percent_index("Rank  Pair  IMP  Name")
    (1, None)
    """
    words = headings.split()
    return words.index("%") - 2 if "%" in words[2:] else None


def _parse_ranked_pair(line: str, percent_index: int | None) -> FlatPair | None:
    """Return the pair in a *line* of a ranking: rank, pair, figures and names.

    >>> _parse_ranked_pair("   1     4      5  62,5    Gus Gale - Hal Hook      71  82", 1).players[1]
    SourcePlayer(name='Hal Hook', national_id='82', club_id='')
    """
    match = _RANKED_PAIR.match(line)
    if match is None:
        return None
    rank, number, *figures = re.sub("[=*]", "", match["figures"]).split()
    if not (rank.isdecimal() and number.isdecimal()):
        return None
    points = list(map(parse_points, figures))
    percent = None
    if percent_index is not None and percent_index < len(points):
        percent = points.pop(percent_index)
    return FlatPair(
        Label(int(number)),
        players=_parse_players(match["names"]),
        total=points[0] if points else None,
        percent=percent,
        rank=int(rank),
    )


def _parse_players(text: str) -> tuple[SourcePlayer, ...]:
    """Return the two players in *text* with their numbers, if the page has them.

    >>> [player.national_id for player in _parse_players("Ann Ash - Bob Birch 71 82")]
    ['71', '82']
    """
    columns = re.split(" {2,}", text.strip())
    words = columns[0].split(" ")
    numbers = [number for column in columns[1:] for number in column.split()]
    # A long name leaves only one blank before the numbers.
    while _MEMBER_NUMBER.fullmatch(words[-1]) and len(words) > 1:
        numbers.insert(0, words.pop())
    names = [name for name in split_two_names(" ".join(words)) if name]
    if len(numbers) != len(names) or not all(map(_MEMBER_NUMBER.fullmatch, numbers)):
        numbers = [""] * len(names)
    return tuple(
        # A number with a sign isn't one of the federation.
        SourcePlayer(name, number if number.isdecimal() else "", "")
        for name, number in zip(names, numbers, strict=True)
    )
