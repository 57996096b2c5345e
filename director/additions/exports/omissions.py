"""What files of an event leave out, said before they are written.

``docs/sending.md`` has the same by kind of event and format.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from director.additions.exports.formats import FORMATS
from director.boards.contests import CONTESTS
from director.boards.movement.lines.entries import NOT_PLAYED
from director.boards.paper.exports import describe_scoring, find_bracket_options
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionResults
from director.names import join_names
from movements.swiss.systems import has_three_way_matches, is_double_elimination

_TABLES = "Excel and CSV"
_ALL_BUT_WHOLE = "All files but the whole event (JSON)"


@dataclass(frozen=True, slots=True)
class FileOmission:
    """What *files* of an event leave out."""

    files: str
    text: str


def list_omissions(results: EventResults) -> tuple[FileOmission, ...]:
    """Return what files of the event of *results* leave out, the greatest loss first."""
    omissions = list(_iter_event_omissions(results))
    for session_results in results.sessions:
        omissions += _iter_session_omissions(session_results)
    # Several sessions lack the same.
    return tuple(dict.fromkeys(omissions))


def _iter_event_omissions(results: EventResults) -> Iterator[FileOmission]:
    if len(set(map(describe_scoring, results.sessions))) > 1:
        yield FileOmission(
            _ALL_BUT_WHOLE,
            "that sessions are scored in different ways, so they can’t be imported again",
        )
    lines = [line for session_results in results.sessions for line in session_results.lines.all]
    reported_count = _count_reported_matches(results)
    if reported_count and not any(line.is_entered and not line.is_reported for line in lines):
        yield FileOmission(
            _name_files_of_boards(), "everything, because the matches were entered without boards"
        )
    elif reported_count:
        matches = "1 match" if reported_count == 1 else f"{reported_count} matches"
        yield FileOmission(_name_files_of_boards(), f"{matches} entered without boards")
    if CONTESTS[results.event.contest].has_changing_partners:
        yield FileOmission("USEBIO for unions", "the boards: they take a list of single players")


def _name_files_of_boards() -> str:
    """Return the formats that can only have boards: ``"PBN and BridgeWebs"``."""
    names = filter(None, (file_format.boards_only_name for file_format in FORMATS))
    return join_names([*dict.fromkeys(names)])


def _count_reported_matches(results: EventResults) -> int:
    matches = set()
    for number, session_results in enumerate(results.sessions):
        lines = session_results.lines
        for line in lines.all:
            if line.is_reported:
                matches.add((number, lines.get_line_match(line)))
    return len(matches)


def _iter_session_omissions(session_results: SessionResults) -> Iterator[FileOmission]:
    scoring_field = session_results.scoring_field
    lines = session_results.lines.all
    if session_results.knockouts and _lacks_bracket(session_results):
        yield FileOmission(_ALL_BUT_WHOLE, "the bracket, so they can’t be imported again")
    if any(section.team_size for section in scoring_field.sections):
        yield FileOmission(_TABLES, "which team plays, so they can’t be imported again")
        yield FileOmission("PBN and USEBIO", "who sat where")
    if any(line.is_void for line in lines):
        yield FileOmission(_ALL_BUT_WHOLE, "void matches")
    if any(line.covered_result for line in lines):
        yield FileOmission(_ALL_BUT_WHOLE, "what the table made where a ruling counts")
    if any(line.text.startswith(f"{NOT_PLAYED}:") for line in lines):
        yield FileOmission(_ALL_BUT_WHOLE, "why boards weren’t played")
    entries = session_results.entry_names_by_number.values()
    if any(entry_names.replaced_players for entry_names in entries):
        yield FileOmission("USEBIO", "in which rounds substitutes played")
    if scoring_field.session.stage_id:
        yield FileOmission(
            _ALL_BUT_WHOLE, "the stages, so an import adds them up as sessions of one day"
        )
    if session_results.unranked_pairs:
        yield FileOmission(
            _ALL_BUT_WHOLE, "who plays without standing, so an import ranks them again"
        )
    if session_results.visible_hands_by_key:
        yield FileOmission(_TABLES, "the cards")


def _lacks_bracket(session_results: SessionResults) -> bool:
    """Return whether the matches in a file don't say who still plays in the knock-out."""
    options = find_bracket_options(session_results)
    return options is None or is_double_elimination(options) or has_three_way_matches(options)
