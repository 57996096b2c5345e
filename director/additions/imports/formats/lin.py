"""Results in LIN files, as vugraph writes them."""

from collections.abc import Iterable, Iterator, Sequence

from director.additions.imports.formats.source.contest import TEAMS
from director.additions.imports.formats.source.event import make_source_event
from director.additions.imports.formats.source.flat import (
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
)
from director.additions.imports.formats.source.model import SourceEvent, SourcePlayer
from director.additions.imports.formats.source.report import Report
from director.additions.imports.formats.source.results import parse_made_result
from director.formats.deals import is_lin, parse_lin_commands, parse_lin_deals
from director.formats.errors import Doubt, IgnoredParts, ImportFileError
from director.formats.reading import strip_invisible
from director.formats.result import ResultInFile

_RESULTS_COMMAND = "rs"
_UNUSED_COMMANDS = {"mb": "calls", "an": "explanations", "pc": "cards played", "nt": "comments"}
"""Commands that aren't read, in words."""
_SCORINGS = {"I": "imps", "B": "bam"}  # by the first letter of the match's scoring
_MAX_BOARD_NO = 999
_MATCH_CELL_COUNT = 9
_PLAYER_COUNT = 8
# North, East, South and West among players from South on.
_SEAT_INDEXES = (2, 3, 0, 1)


def has_lin_results(text: str) -> bool:
    """Return whether *text* is a LIN file with results.

    >>> has_lin_results("vg|a|rs|4SN=,|md|1S2,"), has_lin_results("pn|a|md|1S2,")
    (True, False)
    """
    return is_lin(text) and any(
        name == _RESULTS_COMMAND and value for name, value in parse_lin_commands(text)
    )


def parse_lin_event(text: str) -> SourceEvent:
    """Return the match of teams whose results are in *text*.

    :raises ImportFileError: if it isn't a match in two rooms, or with every problem of the results
    """
    values: dict[str, str] = {}
    ignored_parts = IgnoredParts()
    commands = parse_lin_commands(text)
    for name, value in commands:
        values.setdefault(name, value)
        if value and name in _UNUSED_COMMANDS:
            ignored_parts.add_part(_UNUSED_COMMANDS[name])
    match_cells = list(map(strip_invisible, values.get("vg", "").split(",")))
    match_cells += [""] * _MATCH_CELL_COUNT  # The file may leave out the last cells.
    title, segment, scoring, first_board, _last_board = match_cells[:5]
    home_name, home_carry, visitors_name, visitors_carry = match_cells[5:_MATCH_CELL_COUNT]
    results = values[_RESULTS_COMMAND].split(",")
    if len(results) % 2 and not results[-1].strip():
        results.pop()  # what is behind the last comma
    if scoring.upper()[:1] not in _SCORINGS or len(results) % 2:
        raise ImportFileError(
            "lin-no-match",
            "The results of this LIN file aren’t those of a match in two rooms. Import its cards "
            "under Hands, and the results from a PBN, USEBIO or CSV file.",
        )
    report = Report()
    section = FlatSection(is_by_team=True, winner_count=1, hands=list(parse_lin_deals(text)))
    boards = _list_board_numbers(values.get("bn", ""), first_board, len(results) // 2)
    rooms = _list_room_players(commands)
    for position, board_no in enumerate(boards):
        for room, result in enumerate(results[2 * position : 2 * position + 2]):
            section.lines += _make_lines(board_no, room, result, rooms[room], report)
    section.pairs = [
        FlatPair(Label(1), _list_team_players(rooms, is_home=True), name=home_name),
        FlatPair(Label(2), _list_team_players(rooms, is_home=False), name=visitors_name),
    ]
    if _is_carry_over(home_carry) or _is_carry_over(visitors_carry):
        report.doubts.append(
            Doubt(
                "doubt-carried",
                "The teams came into these boards with {home} and {visitors}, which isn’t imported. "
                "Enter it as carry-over.",
                home=home_carry or "0",
                visitors=visitors_carry or "0",
            )
        )
    report.ignored_parts += ignored_parts.make_doubts("Parts")
    head = EventHead(
        _SCORINGS[scoring.upper()[:1]],
        title=", ".join(filter(None, (title, segment))),
        contest=TEAMS,
    )
    return make_source_event(head, [section], report)


def _list_room_players(commands: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the players of the open and of the closed room, from South on, or empty lists.

    They follow ``pw``, or ``pn`` in files of matches that nobody watched.

    >>> _list_room_players([("pn", "a,b,c,d,e,f,g,h"), ("pn", "e,f,g,h")])
    [['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h']]
    """
    lists: dict[str, list[list[str]]] = {"pw": [], "pn": []}
    for command, value in commands:
        if command in lists:
            lists[command].append([strip_invisible(name) for name in value.split(",")])
    named_lists = list(filter(any, (*lists["pw"], *lists["pn"])))
    for names in named_lists:
        if len(names) >= _PLAYER_COUNT:
            return [names[:4], names[4:_PLAYER_COUNT]]
    return [named_lists[0][:4] if named_lists else [], []]


def _list_board_numbers(listed_numbers: str, first_board: str, board_count: int) -> list[int]:
    """Return the *listed_numbers* of boards, or consecutive ones if there are too few.

    >>> _list_board_numbers("", "17", 3), _list_board_numbers("5,9,", "1", 2)
    ([17, 18, 19], [5, 9])
    """
    numbers = [int(text) for text in listed_numbers.split(",") if _is_board(text)]
    if len(numbers) >= board_count:
        return numbers[:board_count]
    start = int(first_board) if _is_board(first_board) else 1
    return list(range(start, start + board_count))


def _is_board(text: str) -> bool:
    return text.strip().isdecimal() and 0 < int(text) <= _MAX_BOARD_NO


def _is_carry_over(text: str) -> bool:
    digits = text.replace(".", "")
    return digits.isdecimal() and digits.strip("0") != ""


def _make_lines(
    board_no: int, room: int, result: str, names: Sequence[str], report: Report
) -> Iterator[FlatLine]:
    where = f"Board {board_no}, {('open', 'closed')[room]} room"
    filed_result = parse_made_result(where, report, contract=result)
    if filed_result == ResultInFile():
        return
    ns, ew = (Label(1), Label(2)) if room == 0 else (Label(2), Label(1))
    has_all_players = len(names) == len(_SEAT_INDEXES)
    seats = tuple(names[index] for index in _SEAT_INDEXES) if has_all_players else ()
    yield FlatLine(where, board_no, filed_result, ns=ns, ew=ew, seats=seats, round_no=1)


def _list_team_players(
    rooms: Sequence[Sequence[str]], *, is_home: bool
) -> tuple[SourcePlayer, ...]:
    """Return the players of a team: the home team sits N-S in the open room."""
    members = []
    for room, names in enumerate(rooms):
        is_north_south = is_home == (room == 0)
        seat_indexes = _SEAT_INDEXES[0::2] if is_north_south else _SEAT_INDEXES[1::2]
        members += [names[index] for index in seat_indexes if index < len(names)]
    return tuple(SourcePlayer(name, "", "") for name in members if name)
