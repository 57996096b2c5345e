"""The games of PBN files: tags and tables in the loose form of imports.

Lines that begin with ``%`` and comments are skipped, ``#`` and ``##`` values are filled in, and every
file is read in one pass. The standard distinguishes capitals in the names of tags and columns, but
programs don't, so all names are lower case here. The meaning of a value (a deal, a contract, a list of
scores) is left to the caller. ``pbn_writer`` writes games.

Format: [PBN21].
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from director.formats.errors import ImportFileError
from director.formats.kinds import PBN, describe_file_kind
from director.formats.reading import decode_text
from director.formats.refusals import make_file_other_format_error

UNKNOWN_VALUE = "?"
TAGS_WITHOUT_INHERITANCE = frozenset(
    {
        "dealer",
        "vulnerable",
        "deal",
        "declarer",
        "contract",
        "auction",
        "play",
        "note",
        "scoretable",
    }
)
"""Tags whose value is never taken from the previous game."""
MAX_GAMES = 200_000
"""Games of a file: 5,000 tables with 26 boards, a game for each result, are 130,000."""
MAX_ROWS = 20_000
"""Rows of a table, which has one for every result of a board."""
MAX_COLUMNS = 100
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,60})\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*\]')
# A value in which a name has quotes that were not escaped.
_BARE_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,60})\s+"(.*)"\s*\]\s*$')
_CELL_TOKEN = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s";{]+)|;.*|\{[^}]*\}?|"')
_WIDTH = re.compile(r"[^\\]*\\([0-9]{1,3})[LRlr]?")
_ESCAPED = re.compile(r'\\([\\"])')
_UNKNOWN_HANDS = re.compile(r"(?:[NESWnesw]:)?[\s-]*")
_FIRST_TAGS = frozenset({"event", "board"})
"""Tags that begin a game after a blank line."""
_REPEATABLE_TAGS = frozenset({"note"})
"""Tags that a game may have several times: each explains another call or card."""


@dataclass(frozen=True, slots=True)
class PbnTable:
    """A table of a game: *columns* in lower case, and rows.

    A row that is too short in the file is filled with ``"?"``, the sign for unknown values.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    # The lines of the rows in the file.
    line_nos: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def iter_records(self) -> Iterator[dict[str, str]]:
        """Yield each row by the names of its columns."""
        for row in self.rows:
            yield dict(zip(self.columns, row, strict=True))


@dataclass(frozen=True, slots=True)
class PbnGame:
    """A game: the values of its tags, and the lines below each tag.

    Tags are keys in lower case. *spelling_by_tag* has their names as the whole file spells them.
    *first_line_no* is the line of the game's first tag in the file, and *line_nos_by_tag* has those
    of the lines below each tag.
    """

    first_line_no: int
    value_by_tag: dict[str, str] = field(default_factory=dict)
    lines_by_tag: dict[str, list[str]] = field(default_factory=dict)
    spelling_by_tag: dict[str, str] = field(default_factory=dict)
    line_nos_by_tag: dict[str, list[int]] = field(default_factory=dict)

    def get_tag(self, name: str) -> str:
        """Return the value of a tag, or "" if it is missing or unknown.

        >>> game = PbnGame(1, {"site": "?", "board": "7", "deal": "W:- - - -"})
        >>> game.get_tag("Site"), game.get_tag("Board"), game.get_tag("Deal")
        ('', '7', '')
        """
        key = name.casefold()
        value = self.value_by_tag.get(key, "")
        if set(value) <= {UNKNOWN_VALUE}:
            return ""
        if key == "deal" and _UNKNOWN_HANDS.fullmatch(value):
            return ""
        return value

    def list_columns(self, name: str) -> tuple[str, ...]:
        """Return the columns of the table under the tag *name* in lower case.

        >>> PbnGame(1, {"scoretable": r"-Rank\\2R;MP_NS\\4R"}).list_columns("ScoreTable")
        ('rank', 'mp_ns')
        """
        titles = self.value_by_tag.get(name.casefold(), "").casefold()
        columns = titles.split(";", MAX_COLUMNS)[:MAX_COLUMNS]
        return tuple(title.strip().lstrip("+-").partition("\\")[0] for title in columns)

    def find_table(self, name: str) -> PbnTable | None:
        """Return the table under the tag *name*, or None.

        >>> game = PbnGame(1, {"scoretable": r"-Rank\\2R;Names\\8L"}, {"scoretable": ['1 "Ash; Birch"', "2"]})
        >>> game.find_table("ScoreTable")
        PbnTable(columns=('rank', 'names'), rows=(('1', 'Ash; Birch'), ('2', '?')))

        :raises ImportFileError: if it has more rows than any board has results
        """
        tag = name.casefold()
        if tag not in self.value_by_tag:
            return None
        lines = self.lines_by_tag.get(tag, [])
        if len(lines) > MAX_ROWS:
            raise _make_pbn_overgrown_error(limit=MAX_ROWS, what="rows in a table")
        columns = self.list_columns(name)
        titles = self.value_by_tag[tag].split(";", MAX_COLUMNS)[:MAX_COLUMNS]
        widths = [_parse_width(title) for title in titles]
        rows = []
        row_line_nos = []
        line_nos = self.line_nos_by_tag.get(tag) or range(1, len(lines) + 1)
        for line_no, line in zip(line_nos, lines, strict=True):
            cells = _split_row(line, widths)
            if cells:
                missing_cells = (UNKNOWN_VALUE,) * (len(columns) - len(cells))
                rows.append((*cells[: len(columns)], *missing_cells))
                row_line_nos.append(line_no)
        return PbnTable(columns, tuple(rows), tuple(row_line_nos))


def is_pbn(data: bytes) -> bool:
    """Return whether *data* begins like a PBN file.

    >>> is_pbn(b'% PBN 2.1'), is_pbn(b'[Event "A"]'), is_pbn(b'["Event"]')
    (True, True, False)
    """
    return describe_file_kind(data) == PBN


def read_games(data: bytes) -> Iterator[PbnGame]:
    """Yield the games of a PBN file in their order, each when it is complete.

    >>> [game.get_tag("Event") for game in read_games(b'[Event "Ash"]\\n[Board "1"]\\n\\n[Event "#"]\\n[Board "2"]')]
    ['Ash', 'Ash']

    :raises ImportFileError: if it is no PBN file, or holds no game

    Source: [PBN21].
    """
    if not is_pbn(data):
        advice = "choose a file whose name ends in .pbn"
        raise make_file_other_format_error(
            looks_like=describe_file_kind(data),
            wanted="PBN",
            advice=advice,
        )
    inherited_values = _InheritedValues()
    is_empty = True
    for count, game in enumerate(_split_games(decode_text(data)), start=1):
        if count > MAX_GAMES:
            raise _make_pbn_overgrown_error(limit=MAX_GAMES, what="boards or results")
        inherited_values.fill_tags(game.value_by_tag)
        is_empty = False
        yield game
    if is_empty:
        raise ImportFileError(
            "pbn-no-games",
            "The PBN file has no boards. Export the event again and choose that file.",
        )


class _InheritedValues:
    """Inherited values: ``#`` repeats the last, ``##`` sets one for all that follow."""

    def __init__(self) -> None:
        self._previous_values: dict[str, str] = {}
        self._fixed_values: dict[str, str] = {}

    def fill_tags(self, value_by_tag: dict[str, str]) -> None:
        """Fill *value_by_tag* with inherited values, and remember new ones."""
        for name, value in self._fixed_values.items():
            value_by_tag.setdefault(name, value)
        for name, value in value_by_tag.items():
            if name not in TAGS_WITHOUT_INHERITANCE and value.startswith("#"):
                self._set_inherited_value(value_by_tag, name, value)
        self._previous_values |= value_by_tag

    def _set_inherited_value(self, tags: dict[str, str], name: str, value: str) -> None:
        if value.startswith("##"):
            self._fixed_values[name] = tags[name] = value[2:]
        else:
            tags[name] = self._previous_values.get(name, "")


def _split_games(text: str) -> Iterator[PbnGame]:
    """Yield the games of *text*. A repeated tag begins the next."""
    spellings: dict[str, str] = {}
    game = PbnGame(1, spelling_by_tag=spellings)
    tag = ""  # the latest one, which a table belongs to
    is_after_blank_line = False
    for line_no, line in _split_lines(text):
        if not line:
            is_after_blank_line = True
            continue
        if not line.startswith("["):
            if tag:
                game.lines_by_tag.setdefault(tag, []).append(line)
                game.line_nos_by_tag.setdefault(tag, []).append(line_no)
            continue
        for spelling, value in _parse_tags(line):
            tag = spelling.casefold()
            spellings.setdefault(tag, spelling)
            is_repeated = tag in game.value_by_tag and tag not in _REPEATABLE_TAGS
            is_first_tag = is_after_blank_line and tag in _FIRST_TAGS
            if game.value_by_tag and (is_repeated or is_first_tag):
                yield game
                game = PbnGame(line_no, spelling_by_tag=spellings)
            elif not game.value_by_tag:
                # Comments may stand above the first game.
                game = PbnGame(line_no, spelling_by_tag=spellings)
            game.value_by_tag[tag] = value
            is_after_blank_line = False
    if game.value_by_tag:
        yield game


def _split_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield every line with its number, without comments."""
    is_in_comment = False
    for line_no, raw_line in enumerate(re.split("\r\r\n|\r\n|\n|\r", text), start=1):
        if raw_line.startswith("%"):
            continue
        line = raw_line.strip()
        if is_in_comment or line.startswith("{"):
            line, is_in_comment = _cut_comments(line, is_in_comment=is_in_comment)
            # A line of comments only isn't a blank line, after which a game may begin.
            if not line:
                continue
        # A row of a table may have a brace in a name.
        if line.startswith("[") and "{" in line:
            after_tags = line.rpartition("]")[2]
            is_in_comment = "{" in after_tags and "}" not in after_tags
        if not line.startswith(";"):
            yield line_no, line


def _cut_comments(line: str, *, is_in_comment: bool) -> tuple[str, bool]:
    """Return *line* without the comments at its beginning, and whether the last goes on below it."""
    while is_in_comment or line.startswith("{"):
        _comment, end, rest = line.partition("}")
        if not end:
            return "", True
        line = rest.strip()
        is_in_comment = False
    return line, False


def _parse_tags(line: str) -> Iterator[tuple[str, str]]:
    tags = _TAG.findall(line)
    if not tags and (bare_tag := _BARE_TAG.match(line)):
        tags = [bare_tag.groups()]
    for name, value in tags:
        yield name, _unescape(value)


def _parse_width(title: str) -> int:
    """Return the width of a column in its *title*, such as ``Names_NS\\13L``, or 0."""
    if match := _WIDTH.fullmatch(title.strip()):
        return int(match[1])
    return 0


def _split_row(line: str, widths: Sequence[int]) -> tuple[str, ...]:
    """Return the cells of a row. Cells with blanks but without quotes are cut by *widths*.

    >>> _split_row("A 1 De Witt-Bravo Ash-Birch", [0, 0, 13, 0])
    ('A', '1', 'De Witt-Bravo', 'Ash-Birch')
    """
    cells = _split_cells(line)
    if len(cells) <= len(widths) or not any(widths) or '"' in line:
        return cells
    return _cut_cells(line, widths) or cells


def _cut_cells(line: str, widths: Sequence[int]) -> tuple[str, ...]:
    """Return the cells of *line*, or none if a cell would end within a word."""
    cells = []
    position = 0
    for index, width in enumerate(widths):
        if index == len(widths) - 1:
            end = len(line)
        elif width and index:  # The blanks before the first cell are gone.
            end = position + width
        else:
            end = line.find(" ", position)
        if not position <= end <= len(line) or line[end : end + 1] not in ("", " "):
            return ()
        cells.append(line[position:end].strip())
        position = end + 1
    return tuple(cells)


def _split_cells(line: str) -> tuple[str, ...]:
    """Return the cells of a row, quoted cells with blanks."""
    cells: list[str] = []
    for token in _CELL_TOKEN.finditer(line):
        quoted, bare = token.groups()
        if token[0] == '"':
            # The quote is never closed, so later quotes are treated as blanks at once. Searching
            # the row again for each would take too long in a hostile file.
            return (*cells, *_split_cells(line[token.end() :].replace('"', " ")))
        if quoted is not None or bare:
            cells.append(bare if quoted is None else _unescape(quoted))
    return tuple(cells)


def _unescape(text: str) -> str:
    if "\\" in text:
        return _ESCAPED.sub(r"\1", text)
    return text


def _make_pbn_overgrown_error(*, limit: object, what: object) -> ImportFileError:
    return ImportFileError(
        "pbn-overgrown",
        "The PBN file has more than {limit} {what}. Choose a file with one session.",
        limit=limit,
        what=what,
    )
