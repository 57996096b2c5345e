"""Writing a USEBIO 1.2 file: one event as unions and public sites take it.

Elements have the order of the format.  Unknown values are left out, and so are master points, which
only a union awards.  There are no blanks between elements, because some uploaders can't read them.
The format has no weighted or split scores and no options of a scoring method; they are in
processing instructions, which other programs ignore.  What a receiver needs beside the format is in
``usebio_receivers``.

Format: [USEBIO12] 1.2, and the habits of the programs that write it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element, ProcessingInstruction, SubElement, tostring

from director.additions.exports.files.event_file import (
    WRITER_NAME,
    ExportedBoard,
    ExportedEntry,
    ExportedEvent,
    ExportedLine,
    ExportedMatch,
    ExportedSection,
    ExportedSession,
    format_optional_points,
)
from director.additions.exports.files.usebio_receivers import (
    GENERAL_RECEIVER,
    Receiver,
    get_usebio_scoring,
    make_myabf_files,
)
from director.additions.shared.usebio import (
    DIRECTIONS,
    OWN_INSTRUCTION_TARGET,
    SUITS,
    TABLE_INSTRUCTION_TARGET,
)
from director.boards.paper.exports import ExportedPlayer
from director.core.base.program import read_program_version
from director.formats.figures import to_file_text
from director.sheets import Points
from scoring.display import format_percent
from scoring.hands.cards import Hands

# The cards in a USEBIO file, written: for all sections at once, or within the boards of one.
#
# Format: [USEBIO12], and the files of the programs that write cards.


def collect_hands_by_board(event: ExportedEvent) -> dict[int, Hands]:
    """Return the visible cards of *event* by board, if all sections play the same cards."""
    hands_in_sections: dict[int, set[Hands | None]] = {}
    for section in event.sections:
        for board in section.boards:
            hands_in_sections.setdefault(board.board_no, set()).add(
                board.hand.hands if board.hand else None
            )
    hands_by_board = {}
    for board_no, deals in hands_in_sections.items():
        if len(deals) == 1:
            (deal,) = deals
            if deal:
                hands_by_board[board_no] = deal
    return hands_by_board


def add_hand_elements(board: Element, deal: Hands) -> None:
    """Add the four hands of *deal* to a *board* element."""
    for seat, direction in DIRECTIONS.items():
        hand = SubElement(board, "HAND")
        SubElement(hand, "DIRECTION").text = direction
        for tag, suit in SUITS.items():
            SubElement(hand, tag).text = deal.get_suit(seat, suit)


USEBIO_VERSION = "1.2"
_FILE_HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">\n'
_VULNERABLE = {"None": "Love", "N-S": "North-South", "E-W": "East-West", "All": "All"}


_EVENT_TYPES = {
    ("pairs", ""): "PAIRS",
    ("pairs", "swiss"): "SWISS_PAIRS",
    ("pairs", "knock-out"): "KO",
    ("teams", ""): "TEAMS",
    ("teams", "swiss"): "SWISS_TEAMS",
    ("teams", "knock-out"): "KO",
    ("individual", ""): "INDIVIDUAL",
}


def write_usebio_files(event: ExportedEvent, receiver: Receiver) -> dict[str, bytes]:
    """Return the USEBIO files of *event* for *receiver*, by name: ``"session-1"``.

    Most receivers take one file of the whole event, whose name is empty.

    :raises ExportError: if the receiver doesn't take such events
    """
    if not receiver.needs_simple_files:
        return {"": write_usebio(event, receiver)}
    files = make_myabf_files(event)
    if len(files) == 1:
        return {"": write_usebio(files[0].event, receiver)}
    return {file.name: write_usebio(file.event, receiver) for file in files}


def write_usebio(event: ExportedEvent, receiver: Receiver = GENERAL_RECEIVER) -> bytes:
    """Return *event* as one USEBIO file for *receiver*.

    Pairs have travellers with every result, and teams their matches board by board.  Lines of single
    players have the four numbers of version 1.1 of the format, which this program and others read.
    Unions get their list alone, because they take lines of pairs only.  Visible cards are in a
    ``HANDSET`` beside the event, or within the boards if sections play different cards.
    """
    if not receiver.has_details:
        event = replace(event, club_number="")
    if not receiver.has_charges:
        event = replace(event, charge_code="", point_scale="")
    root = Element("USEBIO", Version=USEBIO_VERSION)
    hands = collect_hands_by_board(event)
    if event.club:
        club = SubElement(root, "CLUB")
        _add_tags(club, CLUB_NAME=event.club, CLUB_ID_NUMBER=event.club_number)
    event_type = (
        _EVENT_TYPES.get((event.contest, event.draw_kind)) or _EVENT_TYPES[event.contest, ""]
    )
    if receiver.needs_simple_files:
        event_type = get_usebio_scoring(event.sessions[0].method).simple_event_type
    writer = _UsebioWriter(event, event_type, hands, receiver)
    writer.write_event(SubElement(root, "EVENT", EVENT_TYPE=event_type))
    if hands:
        handset = SubElement(root, "HANDSET")
        for board_no, deal in sorted(hands.items()):
            board_element = SubElement(handset, "BOARD")
            _add_tags(board_element, BOARD_NUMBER=str(board_no))
            add_hand_elements(board_element, deal)
    return _FILE_HEAD + tostring(root, encoding="unicode").encode()


class _UsebioWriter:
    """Writes the parts of one event of the type *kind*, session by session."""

    def __init__(
        self, event: ExportedEvent, kind: str, hands: Mapping[int, Hands], receiver: Receiver
    ) -> None:
        self._event, self._event_type, self._hands_by_board = event, kind, hands
        self._receiver = receiver
        self._set_scoring(event.sessions[0])

    def _set_scoring(self, session: ExportedSession) -> None:
        """Write what follows with the names of the scoring of *session*."""
        self._scoring = get_usebio_scoring(session.method)
        self._has_scale = session.has_scale

    def _make_scoring_tags(self) -> dict[str, str]:
        return {
            "BOARD_SCORING_METHOD": self._scoring.method,
            "MATCH_SCORING_METHOD": "VPS" if self._has_scale else "",
        }

    def write_event(self, element: Element) -> None:
        event = self._event
        sections = list(event.sections)
        winners = {section.winner_count for section in sections}
        own_scorings = dict.fromkeys(session.scoring_description for session in event.sessions)
        # A simple file is a list of another kind, whose figures have other options.
        if not self._receiver.needs_simple_files:
            for own_scoring in filter(None, own_scorings):
                element.append(ProcessingInstruction(OWN_INSTRUCTION_TARGET, own_scoring))
        program_version = ""
        counts = {}
        if self._receiver.has_details:
            program_version = read_program_version()
            counts = _make_count_tags(event)
        _add_tags(
            element,
            EVENT_IDENTIFIER=str(event.event_id),
            EVENT_DESCRIPTION=event.name,
            PROGRAM_NAME=WRITER_NAME,
            PROGRAM_VERSION=program_version,
            **self._make_scoring_tags(),
            WINNER_TYPE=str(winners.pop()) if len(winners) == 1 else "",
            TITLE=event.name,
            DATE=f"{event.date:%d/%m/}{event.date.year:04}",
            MASTER_POINT_SCALE=event.point_scale,
            MPS_AWARDED_FLAG="N",
            SESSION_COUNT=str(len(event.sessions)),
            SECTION_COUNT=str(max(len(session.sections) for session in event.sessions)),
            **counts,
            P2P_CHARGE_RATE=event.charge_code,
        )
        if not event.has_several_sections:
            self._write_section(element, sections[0])
            return
        for session in event.sessions:
            self._write_session(
                SubElement(element, "SESSION", SESSION_ID=str(session.number)), session
            )

    def _write_session(self, element: Element, session: ExportedSession) -> None:
        has_different_winners = len({section.winner_count for section in self._event.sections}) > 1
        self._set_scoring(session)
        for section in session.sections:
            section_element = SubElement(element, "SECTION", SECTION_ID=section.letter or "A")
            if not self._event.has_one_scoring:
                _add_tags(section_element, **self._make_scoring_tags())
            if has_different_winners:
                _add_tags(section_element, WINNER_TYPE=str(section.winner_count))
            self._write_section(section_element, section)

    def _write_section(self, element: Element, section: ExportedSection) -> None:
        listing = SubElement(element, "PARTICIPANTS", EVENT_TYPE=self._event_type)
        for entry in section.entries:
            self._write_entry(listing, entry)
        has_lines = self._event.contest == "pairs" or (
            self._event.contest == "individual" and not self._receiver.has_details
        )
        if has_lines:
            for board in section.boards:
                self._write_board(element, board)
        for match in section.matches:
            self._write_match(element, match)

    def _write_entry(self, listing: Element, entry: ExportedEntry) -> None:
        if self._event.contest == "individual" and entry.parts:
            # Partners who shared a seat are listed apart, each with the boards they played.
            for player, part in zip(entry.players, entry.parts, strict=True):
                player_entry = replace(
                    entry, players=(player,), parts=(), board_count=part.board_count
                )
                self._write_entry(
                    listing,
                    replace(player_entry, total=part.total, percent=part.percent, adjustment=None),
                )
            return
        if self._event.contest == "teams":
            team_attributes = {
                "TEAM_ID": entry.label,
                "TEAM_NAME": to_file_text(entry.name) or f"Team {entry.label}",
            }
            element = SubElement(listing, "TEAM", team_attributes)
        elif self._event.contest == "individual":
            element = SubElement(listing, "PLAYER")
        else:
            element = SubElement(listing, "PAIR")
            _add_tags(element, PAIR_NUMBER=entry.label, DIRECTION=entry.direction)
        _add_tags(
            element,
            BOARDS_PLAYED=str(entry.board_count),
            TOTAL_SCORE=format_optional_points(entry.total),
            PERCENTAGE="" if entry.percent is None else format_percent(entry.percent),
            PLACE=entry.rank,
            ADJUSTMENT=format_optional_points(entry.adjustment),
        )
        if self._event.contest == "individual":
            player = next(iter(entry.players), ExportedPlayer(""))
            self._write_player(element, player, PLAYER_NUMBER=entry.label)
            return
        for index, player in enumerate(entry.players):
            boards = str(entry.parts[index].board_count) if entry.parts else ""
            self._write_player(SubElement(element, "PLAYER"), player, BOARDS_PLAYED=boards)

    def _write_player(self, element: Element, player: ExportedPlayer, **texts: str) -> None:
        _add_tags(element, PLAYER_NAME=player.name, NATIONAL_ID_NUMBER=player.number)
        if self._receiver.has_details and not player.number:
            SubElement(element, "NATIONAL_ID_NUMBER")
        _add_tags(element, **texts)

    def _write_board(self, element: Element, board: ExportedBoard) -> Element:
        board_element = SubElement(element, "BOARD")
        _add_tags(
            board_element,
            BOARD_NUMBER=str(board.board_no),
            VULNERABILITY=_VULNERABLE[board.vulnerability],
        )
        if board.hand and board.board_no not in self._hands_by_board:
            add_hand_elements(board_element, board.hand.hands)
        for line in board.lines:
            line_element = SubElement(board_element, "TRAVELLER_LINE")
            _add_tags(line_element, **dict(self._make_line_tags(line)))
            if line.result.own_text:
                line_element.append(
                    ProcessingInstruction(OWN_INSTRUCTION_TARGET, line.result.own_text)
                )
            if line.seat_numbers and line.round_no and line.table_no:
                place = f"{line.round_no} {line.table_no}"
                line_element.append(ProcessingInstruction(TABLE_INSTRUCTION_TARGET, place))
        return board_element

    def _make_line_tags(self, line: ExportedLine) -> Iterator[tuple[str, str]]:
        if self._event.contest == "individual":
            north, east, south, west = map(str, line.seat_numbers)
            yield from (
                ("N_PLAYER_NUMBER", north),
                ("S_PLAYER_NUMBER", south),
                ("E_PLAYER_NUMBER", east),
                ("W_PLAYER_NUMBER", west),
            )
        else:
            yield from (("NS_PAIR_NUMBER", line.ns), ("EW_PAIR_NUMBER", line.ew))
        if line.result.contract == "PASS" or (line.result.contract and line.result.declarer):
            yield from (
                ("CONTRACT", line.result.contract),
                ("PLAYED_BY", line.result.declarer),
                ("LEAD", _format_lead(line.lead)),
            )
            yield "TRICKS", "" if line.result.tricks is None else str(line.result.tricks)
        yield (
            "SCORE",
            line.result.artificial or ("" if line.result.score is None else str(line.result.score)),
        )
        if unit := self._scoring.unit:
            yield from (
                (f"NS_{unit}", format_optional_points(line.ns_points)),
                (f"EW_{unit}", format_optional_points(line.ew_points)),
            )

    def _write_match(self, element: Element, match: ExportedMatch) -> None:
        match_element = SubElement(element, "MATCH")
        is_teams = self._event.contest == "teams"
        number_tags = (
            ("TEAM", "OPPOSING_TEAM") if is_teams else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
        )
        side_tags = ("TEAM", "OPPOSING_TEAM") if is_teams else ("NS", "EW")
        points = match.points if self._has_scale or not match.boards else match.score
        _add_tags(
            match_element,
            ROUND_NUMBER=str(match.round_no or ""),
            **dict(zip(number_tags, (match.home, match.away), strict=True)),
            START_BOARD_NUMBER=str(min(match.board_numbers, default="")),
            END_BOARD_NUMBER=str(max(match.board_numbers, default="")),
            **_make_side_tags(side_tags, "SCORE", points),
            **(
                _make_side_tags(side_tags, "VICTORY_POINTS", match.score) if self._has_scale else {}
            ),
        )
        for match_board in match.boards if is_teams else ():
            _add_tags(
                self._write_board(match_element, match_board.board),
                IMPS=format_optional_points(match_board.home_points),
            )


def _make_count_tags(event: ExportedEvent) -> dict[str, str]:
    """Return the numbers of pairs and boards. Only pairs events have numbers of pairs."""
    first_entries = [entry for section in event.sessions[0].sections for entry in section.entries]
    ew_count = sum(entry.direction == "EW" for entry in first_entries)
    played_board_count = max(
        (entry.board_count for group in event.standings for entry in group), default=0
    )
    counts = {}
    if event.contest == "pairs":
        counts["PAIRS"] = str(len(first_entries))
        counts["EW_PAIRS"] = str(ew_count or "")
    counts["BOARDS_PLAYED"] = str(played_board_count)
    counts["BOARDS_PER_ROUND"] = _format_boards_per_round(event)
    return counts


def _format_boards_per_round(event: ExportedEvent) -> str:
    """Return how many boards most tables play in a round, or "" if rounds aren't known."""
    board_counts: Counter[tuple[int, str, int, str]] = Counter()
    for session in event.sessions:
        for section in session.sections:
            for line in _iter_section_lines(section):
                if line.round_no:
                    board_counts[session.number, section.letter, line.round_no, line.ns] += 1
    counts = Counter(board_counts.values())
    if not counts:
        return ""
    ((board_count, _times),) = counts.most_common(1)
    return str(board_count)


def _iter_section_lines(section: ExportedSection) -> Iterator[ExportedLine]:
    for board in section.boards:
        yield from board.lines


def _make_side_tags(
    sides: tuple[str, str], figure_name: str, figures: Iterable[Points]
) -> dict[str, str]:
    return {
        f"{side}_{figure_name}": format_optional_points(figure)
        for side, figure in zip(sides, figures, strict=True)
    }


def _format_lead(card: str) -> str:
    """Return a card with the rank first, as the format writes it: ``"KH"``, ``"TS"``."""
    if card:
        return f"{card[1:].replace('10', 'T')}{card[0]}"
    return ""


def _add_tags(element: Element, **texts: str) -> None:
    """Add a child for every text that is not empty."""
    for tag, text in texts.items():
        if file_string := to_file_text(text):
            SubElement(element, tag).text = file_string
