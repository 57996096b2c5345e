"""Events of single players in a USEBIO file, if its lines say who sat where."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from director.additions.imports.formats.source.lines import Report
from director.additions.imports.formats.source.results import (
    MAX_PLAYER_NUMBER,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    read_made,
)
from director.additions.imports.formats.source.sentences import ImportSentences
from director.additions.imports.formats.usebio.boards import read_board_deal
from director.additions.imports.formats.usebio.lines import (
    LINE,
    Texts,
    get_child_text,
    get_child_texts,
    read_figure,
    read_side_points,
)
from director.additions.imports.formats.usebio.pairs import read_place, read_player
from director.additions.imports.formats.usebio.sentences import UsebioSentences
from director.additions.imports.formats.usebio.structure import DividedEvent, SectionElements
from director.formats.errors import ImportFileError

_SEATS = ("N", "E", "S", "W")


def has_seat_numbers(event: Element) -> bool:
    """Return whether the lines of *event* have the numbers of the four players."""
    line = next(event.iter(LINE), None)
    return line is not None and all(f"{seat}_PLAYER_NUMBER" in line.attrib for seat in _SEATS)


def read_individuals(divided: DividedEvent, report: Report) -> list[FlatSection]:
    """Return the sections of an event of single players. Faults go into *report*."""
    sections = []
    for number, session in enumerate(divided.sessions, start=1):
        for division in session:
            section = FlatSection(str(number), division.name)
            section.pairs = list(_read_players(division, report))
            for element in division.own_elements:
                for board in element.findall("BOARD"):
                    section.lines += _read_lines(board, report)
                    section.hands += read_board_deal(board)
            sections.append(section)
    return sections


def _read_players(division: SectionElements, report: Report) -> Iterator[FlatPair]:
    for part in division.parts:
        for element in part.iterfind("PARTICIPANTS/PLAYER"):
            texts = get_child_texts(element)
            number = _parse_player_number(texts.get("PLAYER_NUMBER", ""))
            where = f"Player {texts.get('PLAYER_NUMBER', '')}"
            if number:
                yield FlatPair(
                    Label(number),
                    (read_player(element),),
                    read_figure(texts, "TOTAL_SCORE", where, report),
                    read_figure(texts, "PERCENTAGE", where, report),
                    read_place(element, where, report),
                )


def _read_lines(board: Element, report: Report) -> Iterator[FlatLine]:
    board_text = get_child_text(board, "BOARD_NUMBER")
    if not (board_text.isascii() and board_text.isdecimal() and 1 <= int(board_text[:4]) <= 999):
        fault = ImportFileError(ImportSentences.BOARD_NUMBER, where="BOARD", given=board_text)
        report.faults.append(fault)
        return
    for position, line in enumerate(board.findall(LINE), start=1):
        where = f"Board {board_text}, line {position}"
        texts: Texts = dict(line.attrib)
        players = tuple(
            _parse_player_number(texts.get(f"{seat}_PLAYER_NUMBER", "")) for seat in _SEATS
        )
        if 0 in players:
            seat = _SEATS[players.index(0)]
            given = texts.get(f"{seat}_PLAYER_NUMBER", "")
            report.faults.append(
                ImportFileError(
                    UsebioSentences.USEBIO_PLAYER_NUMBER, where=where, seat=seat, given=given
                )
            )
            continue
        result = read_made(
            where,
            report,
            contract=texts.get("CONTRACT", ""),
            declarer=texts.get("PLAYED_BY", ""),
            tricks=texts.get("TRICKS", ""),
            score=texts.get("SCORE", ""),
        )
        yield FlatLine(
            where,
            int(board_text),
            result,
            lead=texts.get("LEAD", "").upper(),
            ns_points=read_side_points(texts, "NS", where, report),
            ew_points=read_side_points(texts, "EW", where, report),
            players=players,
        )


def _parse_player_number(text: str) -> int:
    """Return the number of a player, or 0."""
    if text.isascii() and text.isdecimal() and int(text[:5]) <= MAX_PLAYER_NUMBER:
        return int(text)
    return 0
