"""Writing a USEBIO 1.2 file: one event as unions and public sites take it.

Elements stand in the order of the format; what is not known is left out, and so are master points,
which are a union's to give.  It is written without blanks between elements: some uploaders stumble
over them.  A weighted or split score, for which the format has no word, stands in a processing
instruction, which other programs pass over.

Format: [USEBIO12] 1.2, and the habits of the programs that write it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple
from xml.etree.ElementTree import Element, ProcessingInstruction, SubElement, tostring

from director.formats.event_file import (
    PROGRAM,
    SentBoard,
    SentEntry,
    SentEvent,
    SentLine,
    SentMatch,
    SentPlayer,
    SentSection,
    SentSession,
)
from director.formats.figures import file_text
from director.formats.usebio.boards import add_hands, event_hands
from director.formats.xml import OWN_WORDS
from director.sheets import Points
from scoring import Hands, percent_text, points_text

VERSION = "1.2"
_HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">\n'
_VULNERABLE = {"None": "Love", "N-S": "North-South", "E-W": "East-West", "All": "All"}


class _UsebioScoring(NamedTuple):
    """What a method is called, and the elements for the points of its lines."""

    method: str
    unit: str = ""


_OTHER = _UsebioScoring("OTHER")
_SCORINGS = {
    "matchpoints": _UsebioScoring("MATCH_POINTS", "MATCH_POINTS"),
    "cross-imps": _UsebioScoring("CROSS_IMPS", "CROSS_IMP_POINTS"),
    "butler": _UsebioScoring("BUTLER_IMPS", "BUTLER_POINTS"),
    "aggregate": _UsebioScoring("AGGREGATE"),
    "imps": _UsebioScoring("IMPS", "IMPS"),
    "bam": _UsebioScoring("BAM"),
    "hybrid": _UsebioScoring("HYBRID"),
}
_TYPES = {
    ("pairs", ""): "PAIRS",
    ("pairs", "swiss"): "SWISS_PAIRS",
    ("pairs", "knock-out"): "KO",
    ("teams", ""): "TEAMS",
    ("teams", "swiss"): "SWISS_TEAMS",
    ("teams", "knock-out"): "KO",
    ("individual", ""): "INDIVIDUAL",
}


def write_usebio(event: SentEvent) -> bytes:
    """Return *event* as a USEBIO file.

    Pairs have travellers with every result, teams their matches board by board; of single players
    the list alone is written, since the format has no seat for each of four on a line.  Cards that
    may be seen stand in a ``HANDSET`` beside the event; where sections or sessions have other
    cards, within the boards of pairs.
    """
    root = Element("USEBIO", Version=VERSION)
    hands = event_hands(event)
    if event.club:
        _tags(SubElement(root, "CLUB"), CLUB_NAME=event.club)
    kind = _TYPES.get((event.contest, event.drawn)) or _TYPES[event.contest, ""]
    _UsebioWriter(event, kind, hands).write(SubElement(root, "EVENT", EVENT_TYPE=kind))
    if hands:
        handset = SubElement(root, "HANDSET")
        for board_no, deal in sorted(hands.items()):
            inside = SubElement(handset, "BOARD")
            _tags(inside, BOARD_NUMBER=str(board_no))
            add_hands(inside, deal)
    return _HEAD + tostring(root, encoding="unicode").encode()


class _UsebioWriter:
    """Writes the parts of one event of the type *kind*."""

    def __init__(self, event: SentEvent, kind: str, hands: Mapping[int, Hands]) -> None:
        self._event, self._kind, self._hands = event, kind, hands
        self._scoring = _SCORINGS.get(event.method, _OTHER)

    def write(self, element: Element) -> None:
        event = self._event
        sections = list(event.sections)
        winners = {section.winners for section in sections}
        _tags(
            element,
            EVENT_IDENTIFIER=str(event.event_id),
            EVENT_DESCRIPTION=event.name,
            PROGRAM_NAME=PROGRAM,
            BOARD_SCORING_METHOD=self._scoring.method,
            MATCH_SCORING_METHOD="VPS" if event.scale else "",
            WINNER_TYPE=str(winners.pop()) if len(winners) == 1 else "",
            TITLE=event.name,
            DATE=f"{event.date:%d/%m/}{event.date.year:04}",
            MPS_AWARDED_FLAG="N",
            SESSION_COUNT=str(len(event.sessions)),
            SECTION_COUNT=str(max(len(session.sections) for session in event.sessions)),
        )
        if not event.is_divided:
            self._section(element, sections[0])
            return
        for session in event.sessions:
            self._session(SubElement(element, "SESSION", SESSION_ID=str(session.number)), session)

    def _session(self, element: Element, session: SentSession) -> None:
        differ = len({section.winners for section in self._event.sections}) > 1
        for section in session.sections:
            inside = SubElement(element, "SECTION", SECTION_ID=section.letter or "A")
            if differ:
                _tags(inside, WINNER_TYPE=str(section.winners))
            self._section(inside, section)

    def _section(self, element: Element, section: SentSection) -> None:
        listing = SubElement(element, "PARTICIPANTS", EVENT_TYPE=self._kind)
        for entry in section.entries:
            self._entry(listing, entry)
        if self._event.contest == "pairs":
            for board in section.boards:
                self._board(element, board)
        for match in section.matches:
            self._match(element, match)

    def _entry(self, listing: Element, entry: SentEntry) -> None:
        if self._event.contest == "individual" and entry.parts:
            for player, part in zip(
                entry.players, entry.parts, strict=True
            ):  # each with the boards they played
                own = replace(entry, players=(player,), parts=(), boards=part.boards)
                self._entry(
                    listing, replace(own, total=part.total, percent=part.percent, adjustment=None)
                )
            return
        if self._event.contest == "teams":
            names = {
                "TEAM_ID": entry.label,
                "TEAM_NAME": file_text(entry.name) or f"Team {entry.label}",
            }
            element = SubElement(listing, "TEAM", names)
        elif self._event.contest == "individual":
            element = SubElement(listing, "PLAYER")
        else:
            element = SubElement(listing, "PAIR")
            _tags(element, PAIR_NUMBER=entry.label, DIRECTION=entry.direction)
        _tags(
            element,
            BOARDS_PLAYED=str(entry.boards),
            TOTAL_SCORE=_points(entry.total),
            PERCENTAGE="" if entry.percent is None else percent_text(entry.percent),
            PLACE=entry.place,
            ADJUSTMENT=_points(entry.adjustment),
        )
        if self._event.contest == "individual":
            player = next(iter(entry.players), SentPlayer(""))
            _tags(
                element,
                PLAYER_NAME=player.name,
                NATIONAL_ID_NUMBER=player.number,
                PLAYER_NUMBER=entry.label,
            )
            return
        for at, player in enumerate(entry.players):
            boards = str(entry.parts[at].boards) if entry.parts else ""
            names = {"PLAYER_NAME": player.name, "NATIONAL_ID_NUMBER": player.number}
            _tags(SubElement(element, "PLAYER"), **names, BOARDS_PLAYED=boards)

    def _board(self, element: Element, board: SentBoard) -> Element:
        inside = SubElement(element, "BOARD")
        _tags(inside, BOARD_NUMBER=str(board.board_no), VULNERABILITY=_VULNERABLE[board.vulnerable])
        if board.hand and board.board_no not in self._hands:
            add_hands(inside, board.hand.cards)
        for line in board.lines:
            of_line = SubElement(inside, "TRAVELLER_LINE")
            _tags(of_line, **dict(self._line(line)))
            if line.ruled:
                of_line.append(ProcessingInstruction(OWN_WORDS, line.ruled))
        return inside

    def _line(self, line: SentLine) -> Iterator[tuple[str, str]]:
        yield from (("NS_PAIR_NUMBER", line.ns), ("EW_PAIR_NUMBER", line.ew))
        if line.contract == "PASS" or (line.contract and line.declarer):
            yield from (
                ("CONTRACT", line.contract),
                ("PLAYED_BY", line.declarer),
                ("LEAD", _lead(line.lead)),
            )
            yield "TRICKS", "" if line.tricks is None else str(line.tricks)
        yield "SCORE", line.artificial or ("" if line.score is None else str(line.score))
        if unit := self._scoring.unit:
            yield from (
                (f"NS_{unit}", _points(line.ns_points)),
                (f"EW_{unit}", _points(line.ew_points)),
            )

    def _match(self, element: Element, match: SentMatch) -> None:
        inside = SubElement(element, "MATCH")
        is_teams = self._event.contest == "teams"
        names = ("TEAM", "OPPOSING_TEAM") if is_teams else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
        sides = ("TEAM", "OPPOSING_TEAM") if is_teams else ("NS", "EW")
        numbers = [each.board.board_no for each in match.boards]
        points = match.points if self._event.scale else match.score
        _tags(
            inside,
            ROUND_NUMBER=str(match.round_no or ""),
            **dict(zip(names, (match.home, match.away), strict=True)),
            START_BOARD_NUMBER=str(min(numbers, default="")),
            END_BOARD_NUMBER=str(max(numbers, default="")),
            **_both(sides, "SCORE", points),
            **(_both(sides, "VICTORY_POINTS", match.score) if self._event.scale else {}),
        )
        for each in match.boards if is_teams else ():
            _tags(self._board(inside, each.board), IMPS=_points(each.home_points))


def _both(sides: tuple[str, str], what: str, figures: Iterable[Points]) -> dict[str, str]:
    return {f"{side}_{what}": _points(figure) for side, figure in zip(sides, figures, strict=True)}


def _points(points: Points) -> str:
    if points is None:
        return ""
    return points_text(points)


def _lead(card: str) -> str:
    """Return a card as the format has it, rank first: ``"KH"``, ``"TS"``."""
    if card:
        return f"{card[1:].replace('10', 'T')}{card[0]}"
    return ""


def _tags(element: Element, **texts: str) -> None:
    """Add a child for every text that is not empty."""
    for tag, text in texts.items():
        if plain := file_text(text):
            SubElement(element, tag).text = plain
