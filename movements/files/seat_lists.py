"""Read movements of other programs that list who sits where, table by table and round by round.

- *BridgeScorer*: YAML, or JSON with one movement or many. Each has ``hands`` with a table, a round, the
  pairs (or north, south, east and west) and the boards. Source: [BRIDGESCORER].
- *Guide cards* as text: below each table a line for each round with the pairs or players and the boards,
  as Giborg (``.DAT``) and Bridge Pal write them, and as pages with movement cards have them.

Every form becomes the list that :func:`movements.files.csv_grid.read_list_rows` reads.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from movements.files.csv_grid import SIDES, read_list_rows
from movements.files.plan_json import SEATS
from movements.files.reading import Problems, Reading
from movements.model import ContestantNo, Movement, RoundNo, SitOut

HANDS = re.compile(r"^hands:[ \t]*$", re.MULTILINE)
_YAML_FIELD = re.compile(r"(?P<indent> *)(?P<dash>- +)?(?P<name>\w+):(?: +(?P<value>.*))?")
_YAML_NUMBER = re.compile(r" *- +(?P<number>\d{1,4})")
_NUMBER = re.compile(r"\d{1,4}")
SEAT_NAMES = ("north", "east", "south", "west")
_MOVEMENT_LISTS = ("movements", "individualmovements", "individualMovements")

_WORDS_FOR_TABLE = "table|tisch|tafel|tavolo|mesa|bord|bordet|stůl|stół|stolik"
_TABLE_HEADING = re.compile(
    rf"[\s|]*(?:(?P<mark>!)\s*(?:{_WORDS_FOR_TABLE})?|(?:{_WORDS_FOR_TABLE})(?:\s+(?:number|no|nr))?)"
    r"[.:\s|]*(?P<table>\d{1,3})\b.*",
    re.IGNORECASE,
)
_CARD_LINE = re.compile(r"[\s\d|:;,–-]+")
_CARD_TOKEN = re.compile(r"\d{1,4}\s*[-–]\s*\d{1,4}|\d{1,4}|-{2,}")
_CLOCKWISE = re.compile(r"\bN\W+E\W+S\W+W\b")
_MIN_CARD_LINES = 2
_MAX_TITLE_LENGTH = 100
_TAG = re.compile(r"<[^>]*>")
_END_OF_LINE = re.compile(r"</(?:tr|p|div|h\d|li|title)\s*>|<br\s*/?>", re.IGNORECASE)
_END_OF_CELL = re.compile(r"</t[dh]\s*>", re.IGNORECASE)
_HIDDEN = re.compile(r"<(?:style|script)\b.*?</(?:style|script)\s*>", re.IGNORECASE | re.DOTALL)


@dataclass(slots=True)
class SeatList:
    """A movement of another program as the columns and lines of a list."""

    title: str  # "" if the file has none
    header: Sequence[str]
    lines: list[list[str]] = field(default_factory=list)
    note: str = ""

    def read(self, name: str) -> Reading:
        """Return the plan, and everything that can't be read. *name* is for movements without a title."""
        problems = Problems()
        stated_fields: dict[str, object] = {"key": "own", "name": self.title or name}
        lines = _with_tables_in_a_row(self.lines)
        plan = read_list_rows(self.header, lines, stated_fields, problems)
        return problems.make_reading(plan and _with_sit_outs(plan))


def _with_tables_in_a_row(lines: Sequence[list[str]]) -> list[list[str]]:
    """Return *lines* with their tables numbered without gaps. Some programs leave out a table.

    >>> _with_tables_in_a_row([["1", "2", "4", "1", "1"], ["1", "4", "2", "3", "2"]])
    [['1', '1', '4', '1', '1'], ['1', '2', '2', '3', '2']]
    """
    tables = {line[1] for line in lines}
    if not all(table.isdecimal() for table in tables):
        return list(lines)
    numbers_by_table = {
        table: str(number) for number, table in enumerate(sorted(tables, key=int), start=1)
    }
    return [[line[0], numbers_by_table[line[1]], *line[2:]] for line in lines]


def _with_sit_outs(plan: Movement) -> Movement:
    """Return *plan* with a sit-out for each contestant that a round doesn't name."""
    seated_by_round: defaultdict[RoundNo, set[ContestantNo]] = defaultdict(set)
    for row in plan.rows:
        seated_by_round[row.round_no] |= set(row.players or (row.ns, row.ew))
    for sit_out in plan.sit_outs:
        seated_by_round[sit_out.round_no].add(sit_out.contestant)
    everybody = frozenset[ContestantNo]().union(*seated_by_round.values())
    added_sit_outs = [
        SitOut(round_no, contestant)
        for round_no, seated in sorted(seated_by_round.items())
        for contestant in sorted(everybody - seated)
    ]
    return replace(plan, sit_outs=(*plan.sit_outs, *added_sit_outs))


def list_seat_lists(text: str) -> list[SeatList]:
    """Return the movements in a *text* of YAML or of guide cards, or none if it is something else.

    >>> text = "name: Two tables\\nhands:\\n- table: 1\\n  round: 1\\n  ns: 4\\n  ew: 1\\n  boards:\\n  - 1\\n  - 2\\n"
    >>> [movement] = list_seat_lists(text)
    >>> movement.title, movement.header, movement.lines
    ('Two tables', ('round', 'table', 'ns', 'ew', 'boards'), [['1', '1', '4', '1', '1 2']])
    """
    if HANDS.search(text):
        return list_json_seat_lists(_parse_yaml(text))
    seat_list = _parse_cards(_to_lines(text))
    return [seat_list] if seat_list else []


def list_json_seat_lists(data: object) -> list[SeatList]:
    """Return the movements of BridgeScorer in the value of a JSON file, or none.

    >>> hands = [{"table": 1, "round": 1, "ns": 4, "ew": 1, "boards": [1, 2]}]
    >>> [found.title for found in list_json_seat_lists({"movements": [{"short": "Two tables", "hands": hands}]})]
    ['Two tables']
    """
    if not isinstance(data, Mapping):
        return []
    movements: list[object] = [data]
    for name in _MOVEMENT_LISTS:
        value = data.get(name)
        if isinstance(value, list):
            movements += value
    return [
        _make_seat_list(movement, hands)
        for movement in movements
        if isinstance(movement, Mapping) and (hands := _get_hands(movement))
    ]


def _get_hands(movement: Mapping[str, object]) -> list[Mapping[str, object]]:
    hands = movement.get("hands")
    if isinstance(hands, list) and all(isinstance(hand, Mapping) for hand in hands):
        return hands
    return []


def _make_seat_list(
    movement: Mapping[str, object], hands: Sequence[Mapping[str, object]]
) -> SeatList:
    are_singles = any("north" in hand for hand in hands)
    names: Sequence[str] = SEAT_NAMES if are_singles else SIDES
    seat_list = SeatList(
        str(movement.get("short") or movement.get("name") or "")[:_MAX_TITLE_LENGTH],
        ("round", "table", *(SEATS if are_singles else SIDES), "boards"),
        note=str(movement.get("description") or ""),
    )
    for hand in hands:
        boards = hand.get("boards", hand.get("board", ()))
        board_texts = map(str, boards) if isinstance(boards, list) else [str(boards or "")]
        cells = [str(hand.get(name, "")) for name in ("round", "table", *names)]
        seat_list.lines.append([*cells, " ".join(board_texts)])
    return seat_list


def _parse_yaml(text: str) -> dict[str, object]:
    """Return the fields of a movement in YAML. Only the parts of YAML that its files use are read."""
    fields: dict[str, object] = {}
    hands: list[dict[str, object]] = []
    numbers: list[int] = []
    for line in text.splitlines():
        if number := _YAML_NUMBER.fullmatch(line.rstrip()):
            numbers.append(int(number["number"]))
            continue
        match = _YAML_FIELD.fullmatch(line.rstrip())
        if match is None:
            continue
        if match["dash"]:
            hands.append({})
        is_of_hand = bool(hands) and bool(match["dash"] or match["indent"])
        target = hands[-1] if is_of_hand else fields
        value = (match["value"] or "").strip()
        if not value or value.startswith("["):
            numbers = [int(found) for found in _NUMBER.findall(value)]
            target[match["name"]] = numbers
        else:
            target[match["name"]] = value.strip("\"'")
    return fields | {"hands": hands}


def _to_lines(text: str) -> list[str]:
    """Return the lines of *text*, or the table rows of a web page."""
    if not re.match(r"\s*<(?:!doctype html|html)", text, re.IGNORECASE):
        return text.splitlines()
    flat_text = " ".join(_HIDDEN.sub(" ", text).split())
    marked_text = _END_OF_LINE.sub("\n", _END_OF_CELL.sub(" | ", flat_text))
    return _TAG.sub(" ", marked_text).replace("&nbsp;", " ").splitlines()


@dataclass(slots=True)
class _CardReader:
    """Reads guide cards line by line. *lines* are those of the list so far."""

    lines: list[list[str]] = field(default_factory=list)
    seat_count: int = 0
    title: str = ""
    _table: str = ""
    _round_no: int = 0
    _has_mark: bool = False
    _is_clockwise: bool = False

    def read_line(self, line: str) -> None:
        if heading := _TABLE_HEADING.fullmatch(line):
            if not _CARD_LINE.fullmatch(line):
                self._table, self._round_no = heading["table"], 0
                self._has_mark = bool(heading["mark"])
            return
        self._is_clockwise = self._is_clockwise or bool(_CLOCKWISE.search(line))
        if self._table and _CARD_LINE.fullmatch(line):
            self._read_round(_CARD_TOKEN.findall(line))
        elif not self._table and not self.title:
            self.title = line.strip(" #|\t")[:_MAX_TITLE_LENGTH]

    def _read_round(self, tokens: list[str]) -> None:
        """Add the line of a round: its number, the contestants, and the boards or their set."""
        if not self._has_mark:
            if not tokens or tokens[0] != str(self._round_no + 1):
                return
            tokens = tokens[1:]
        *seats, boards = tokens or [""]
        if len(seats) not in (len(SIDES), len(SEATS)):
            return
        if len(seats) == len(SEATS) and not self._is_clockwise:
            north, south, east, west = seats
            seats = [north, east, south, west]
        self._round_no += 1
        self.seat_count = self.seat_count or len(seats)
        if len(seats) == self.seat_count:
            numbers = ["0" if seat.startswith("-") else seat for seat in seats]
            board_text = "".join(boards.replace("–", "-").split())
            self.lines.append([str(self._round_no), self._table, *numbers, board_text])

    @property
    def has_board_sets(self) -> bool:
        """Whether the last number of a line is a board set, not a board."""
        return self._has_mark


def _parse_cards(text_lines: Iterable[str]) -> SeatList | None:
    """Return the movement of guide cards, or None if the lines are no cards.

    >>> _parse_cards(["Table number: 1", "Round | N S E W | Boards", "1 | 1  6 | 1- 3", "2 | 1  5 | 4- 6"]).lines
    [['1', '1', '1', '6', '1-3'], ['2', '1', '1', '5', '4-6']]
    """
    reader = _CardReader()
    for line in text_lines:
        if line.strip():
            reader.read_line(line)
    if len(reader.lines) < _MIN_CARD_LINES:
        return None
    lines = list(_with_own_ew_numbers(reader.lines)) if reader.seat_count == 2 else reader.lines
    seats = SIDES if reader.seat_count == len(SIDES) else SEATS
    boards = "board_set" if reader.has_board_sets else "boards"
    return SeatList(reader.title, ("round", "table", *seats, boards), lines)


def _with_own_ew_numbers(lines: Sequence[list[str]]) -> Iterator[list[str]]:
    """Yield *lines* with E-W pairs numbered after the others if N-S 1 can meet E-W 1."""
    added = 0
    if any(ns == ew != "0" for _round, _table, ns, ew, _boards in lines):
        added = max(int(ns) for _round, _table, ns, _ew, _boards in lines)
    for round_text, table, ns, ew, boards in lines:
        yield [round_text, table, ns, str(int(ew) + added) if int(ew) else ew, boards]
