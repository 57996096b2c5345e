"""Results in LIN files, as vugraph writes them."""

from collections.abc import Iterator, Sequence
from itertools import count

from director.additions.imports.formats.source.contest import TEAMS
from director.additions.imports.formats.source.event import build_source_event
from director.additions.imports.formats.source.lines import (
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    Report,
    read_made,
)
from director.additions.imports.formats.source.model import SourceEvent, SourcePlayer
from director.formats.deals import is_lin, parse_lin, read_lin_deals
from director.formats.errors import Doubt, IgnoredParts, ImportFileError
from director.formats.reading import strip_invisible
from director.formats.result import FiledResult

_RESULTS = "rs"
_UNUSED = {"mb": "calls", "an": "explanations", "pc": "cards played", "nt": "comments"}
"""Commands that aren't read, in words."""
_SCORINGS = {"I": "imps", "B": "bam"}
_MAX_BOARDS = 999
_PLAYERS = 8
# North, East, South and West among players from South on.
_SEATS = (2, 3, 0, 1)


def has_lin_results(text: str) -> bool:
    """Return whether *text* is a LIN file with results.

    >>> has_lin_results("vg|a|rs|4SN=,|md|1S2,"), has_lin_results("pn|a|md|1S2,")
    (True, False)
    """
    return is_lin(text) and any(name == _RESULTS and value for name, value in parse_lin(text))


def read_lin(text: str) -> SourceEvent:
    """Return the match of teams whose results are in *text*.

    :raises ImportFileError: if it isn't a match of two rooms, or with every fault of the results
    """
    values: dict[str, str] = {}
    left_out = IgnoredParts()
    for name, value in parse_lin(text):
        values.setdefault(name, value)
        if value and name in _UNUSED:
            left_out.count_part(_UNUSED[name])
    match = [*map(strip_invisible, values.get("vg", "").split(",")), *("",) * 9]
    title, segment, scoring, first_board = match[:4]
    results = _trim_cells(values[_RESULTS].split(","))
    if scoring.upper()[:1] not in _SCORINGS or len(results) % 2:
        raise ImportFileError(
            "lin-no-match",
            "The results of this LIN file aren’t those of a match in two rooms. Import its cards "
            "under Hands, and the results from a PBN, USEBIO or CSV file.",
        )
    report = Report()
    section = FlatSection(is_by_team=True, winners=1, hands=list(read_lin_deals(text)))
    boards = _list_board_numbers(values.get("bn", ""), first_board, len(results) // 2)
    names = [strip_invisible(name) for name in values.get("pw", "").split(",")]
    rooms = [names[:4], names[4:_PLAYERS]]
    for position, board_no in enumerate(boards):
        for room, result in enumerate(results[2 * position : 2 * position + 2]):
            section.lines += _make_lines(board_no, room, result, rooms[room], report)
    home, visitors = match[5], match[7]
    section.pairs = [
        FlatPair(Label(1), _list_team_players(rooms, is_home=True), name=home),
        FlatPair(Label(2), _list_team_players(rooms, is_home=False), name=visitors),
    ]
    if any(match[6:9:2]) and any(map(_is_figure, match[6:9:2])):
        report.doubts.append(
            Doubt(
                "doubt-carried",
                "The teams came into these boards with {home} and {visitors}, which isn’t imported. "
                "Enter it as carry-over.",
                home=match[6] or "0",
                visitors=match[8] or "0",
            )
        )
    report.left_out += left_out.make_doubts("Parts")
    head = EventHead(
        _SCORINGS[scoring.upper()[:1]],
        title=", ".join(filter(None, (title, segment))),
        contest=TEAMS,
    )
    return build_source_event(head, [section], report)


def _trim_cells(cells: Sequence[str]) -> list[str]:
    """Return *cells* in pairs, without the empty one behind the last comma."""
    kept = list(cells)
    if len(kept) % 2 and not kept[-1].strip():
        kept.pop()
    return kept


def _list_board_numbers(listed: str, first_board: str, total: int) -> list[int]:
    """Return the numbers of *total* boards: as *listed*, or else in a row from *first_board* on.

    >>> _list_board_numbers("", "17", 3), _list_board_numbers("5,9,", "1", 2)
    ([17, 18, 19], [5, 9])
    """
    numbers = [int(text) for text in listed.split(",") if _is_board(text)]
    if len(numbers) >= total:
        return numbers[:total]
    start = int(first_board) if _is_board(first_board) else 1
    return [number for number, _place in zip(count(start), range(total), strict=False)]


def _is_board(text: str) -> bool:
    return text.strip().isdecimal() and 0 < int(text) <= _MAX_BOARDS


def _is_figure(text: str) -> bool:
    return text.replace(".", "").strip("0") != "" and text.replace(".", "").isdecimal()


def _make_lines(
    board_no: int, room: int, result: str, names: Sequence[str], report: Report
) -> Iterator[FlatLine]:
    where = f"Board {board_no}, {('open', 'closed')[room]} room"
    made = read_made(where, report, contract=result)
    if made == FiledResult():
        return
    ns, ew = (Label(1), Label(2)) if room == 0 else (Label(2), Label(1))
    seats = tuple(names[seat] for seat in _SEATS) if len(names) == len(_SEATS) else ()
    yield FlatLine(where, board_no, made, ns=ns, ew=ew, seats=seats, round_no=1)


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
