"""Results in LIN files, as vugraph writes them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from director.additions.imports.formats.source.contest import TEAMS
from director.additions.imports.formats.source.event import make_source_event
from director.additions.imports.formats.source.lines import (
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    Report,
    parse_made_result,
)
from director.additions.imports.formats.source.model import SourceEvent, SourcePlayer
from director.formats.deals import is_lin, parse_lin_commands, parse_lin_deals
from director.formats.errors import Doubt, IgnoredParts, ImportFileError
from director.formats.reading import strip_invisible
from director.formats.result import ResultInFile

_RESULTS_COMMAND = "rs"
_UNUSED_COMMANDS = {"mb": "calls", "an": "explanations", "pc": "cards played", "nt": "comments"}
"""Commands that aren't read, in words."""
_SCORINGS = {"I": "imps", "B": "bam"}
_MAX_BOARDS = 999
_PLAYER_COUNT = 8
# North, East, South and West among players from South on.
_SEATS = (2, 3, 0, 1)


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

    :raises ImportFileError: if it isn't a match of two rooms, or with every fault of the results
    """
    values: dict[str, str] = {}
    ignored_parts = IgnoredParts()
    commands = parse_lin_commands(text)
    for name, value in commands:
        values.setdefault(name, value)
        if value and name in _UNUSED_COMMANDS:
            ignored_parts.add_part(_UNUSED_COMMANDS[name])
    match_cells = [*map(strip_invisible, values.get("vg", "").split(",")), *("",) * 9]
    title, segment, scoring, first_board = match_cells[:4]
    results = _trim_cells(values[_RESULTS_COMMAND].split(","))
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
    home_name, visitors_name = match_cells[5], match_cells[7]
    section.pairs = [
        FlatPair(Label(1), _list_team_players(rooms, is_home=True), name=home_name),
        FlatPair(Label(2), _list_team_players(rooms, is_home=False), name=visitors_name),
    ]
    if any(match_cells[6:9:2]) and any(map(_is_figure, match_cells[6:9:2])):
        report.doubts.append(
            Doubt(
                "doubt-carried",
                "The teams came into these boards with {home} and {visitors}, which isn’t imported. "
                "Enter it as carry-over.",
                home=match_cells[6] or "0",
                visitors=match_cells[8] or "0",
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
    for names in (*lists["pw"], *lists["pn"]):
        if len(names) >= _PLAYER_COUNT and any(names):
            return [names[:4], names[4:_PLAYER_COUNT]]
    names = next(filter(any, (*lists["pw"], *lists["pn"])), [])
    return [names[:4], []]


def _trim_cells(cells: Sequence[str]) -> list[str]:
    """Return *cells* in pairs, without the empty one behind the last comma."""
    trimmed_cells = list(cells)
    if len(trimmed_cells) % 2 and not trimmed_cells[-1].strip():
        trimmed_cells.pop()
    return trimmed_cells


def _list_board_numbers(listed_numbers: str, first_board: str, board_count: int) -> list[int]:
    """Return the numbers of *board_count* boards: as *listed_numbers*, or else in a row from *first_board* on.

    >>> _list_board_numbers("", "17", 3), _list_board_numbers("5,9,", "1", 2)
    ([17, 18, 19], [5, 9])
    """
    numbers = [int(text) for text in listed_numbers.split(",") if _is_board(text)]
    if len(numbers) >= board_count:
        return numbers[:board_count]
    start = int(first_board) if _is_board(first_board) else 1
    return [number for number, _place in zip(count(start), range(board_count), strict=False)]


def _is_board(text: str) -> bool:
    return text.strip().isdecimal() and 0 < int(text) <= _MAX_BOARDS


def _is_figure(text: str) -> bool:
    return text.replace(".", "").strip("0") != "" and text.replace(".", "").isdecimal()


def _make_lines(
    board_no: int, room: int, result: str, names: Sequence[str], report: Report
) -> Iterator[FlatLine]:
    where = f"Board {board_no}, {('open', 'closed')[room]} room"
    filed_result = parse_made_result(where, report, contract=result)
    if filed_result == ResultInFile():
        return
    ns, ew = (Label(1), Label(2)) if room == 0 else (Label(2), Label(1))
    seats = tuple(names[seat] for seat in _SEATS) if len(names) == len(_SEATS) else ()
    yield FlatLine(where, board_no, filed_result, ns=ns, ew=ew, seats=seats, round_no=1)


def _list_team_players(
    rooms: Sequence[Sequence[str]], *, is_home: bool
) -> tuple[SourcePlayer, ...]:
    """Return the players of a team: the home team sits N-S in the open room."""
    members = []
    for room, names in enumerate(rooms):
        is_north_south = is_home == (room == 0)
        seats = _SEATS[0::2] if is_north_south else _SEATS[1::2]
        members += [names[seat] for seat in seats if seat < len(names)]
    return tuple(SourcePlayer(name, "", "") for name in members if name)
