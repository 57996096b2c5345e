"""Decide who may see other tables' results of a board.

The phone of a table and the page of a pair both ask here.  Once players have seen other results
of a board, only the director changes what they entered there.
"""

from collections.abc import Callable
from typing import NamedTuple

from director.additions.phones.boards.read import TablePlay, parse_result_entry
from director.additions.phones.boards.schedule import ScheduleRow
from director.boards.movement.lines.section_lines import SectionLines, is_on_clock
from director.boards.movement.scoring_field import Key
from director.boards.play.table_words import LineResult
from director.core.night.table_settings import TableSettings
from director.models import Section, TableWord
from scoring.bridge.entries import EntryKind


class EnteredLine(NamedTuple):
    """The result of a line at a table.

    *word* is the phone's entry that made it, if any.  *is_round_in*: the table has entered the
    whole round.
    """

    row: ScheduleRow
    line_result: LineResult
    word: TableWord | None
    is_round_in: bool


def find_entered_line(table: TablePlay, line: Key) -> EnteredLine | None:
    """Return the result of *line* at *table*. None if it has none or isn't played there."""
    row = table.find_row(line)
    line_result = table.results.get(line)
    if row is None or line_result is None:
        return None
    return EnteredLine(row, line_result, table.find_result_word(line), table.is_complete(row))


def may_ask_others(entered: EnteredLine | None, settings: TableSettings, game: str) -> bool:
    """Return whether a table may ask for other results of a board.

    It has played the board and both sides agree, and the club allows it.
    """
    # A board recorded as not played may still be played later.
    if entered is None or settings.others == "never" or not _is_settled(entered, game):
        return False
    # The next table is still to play a shared board, and would hear the result.
    if settings.others == "round" or entered.row.is_shared:
        return entered.is_round_in
    return True


def may_see_others(
    entered: EnteredLine | None,
    settings: TableSettings,
    section: Section,
    lines: Callable[[], SectionLines],
) -> bool:
    """Return whether players may see other results of a board now.

    They may ask for them, and the round of the board has come: by the clock, or once every table
    has entered that round.  *lines* is called only if the clock doesn't show the round.
    """
    session = section.session
    if entered is None or not may_ask_others(entered, settings, session.event.game):
        return False
    # Who enters boards ahead of the room would read the others' results and change their own.
    round_no = entered.row.round_no
    return is_on_clock(round_no, session) or lines().is_reached(round_no, session)


def get_line_state(line_result: LineResult | None, table_word: TableWord | None, game: str) -> str:
    """Return the state of a line for a phone.

    It is "empty", "artificial", "waiting" for the opponents, or "stored".
    """
    if line_result is None or not line_result.is_entered:
        return "empty"
    entry = parse_result_entry(line_result, game)
    if entry is None:
        return "empty"
    if entry.is_award:
        return "artificial"
    if table_word and table_word.waits and table_word.agreed_at is None:
        return "waiting"
    return "stored"


def _is_settled(entered: EnteredLine, game: str) -> bool:
    entry = parse_result_entry(entered.line_result, game)
    if entry and entry.entry and entry.entry.kind is EntryKind.NOT_PLAYED:
        return False
    return get_line_state(entered.line_result, entered.word, game) in ("stored", "artificial")
