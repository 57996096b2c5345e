"""Who may see what other tables made of a board, and the mark that they have seen it.

Every door asks here: the phone of a table, and the page of a pair by its private address.  Once
players have seen what others made, only the director changes what they entered there.
"""

from collections.abc import Callable
from typing import NamedTuple

from director.boards.movement.lines.read import SectionLines, is_on_clock
from director.boards.movement.scoring_field import Key
from director.boards.play.phones.read import LineResult, TablePlay, entry_of
from director.boards.play.phones.schedule import AtRound
from director.core.night.phones.write import TableSettings
from director.models import Section, TableWord
from scoring import EntryKind


class EnteredLine(NamedTuple):
    """The result of a line at a table.

    *word* is the entry that made it, if a phone did; with *is_round_in* the table has entered the
    whole round.
    """

    row: AtRound
    standing: LineResult
    word: TableWord | None
    is_round_in: bool


def entered_line(night: TablePlay, line: Key) -> EnteredLine | None:
    """Return what stands on a *line* of a table, ``None`` where it is not played there or nothing stands."""
    row, standing = night.row_of(line), night.standing.get(line)
    if row is None or standing is None:
        return None
    return EnteredLine(row, standing, night.entry_of_result(line), night.is_complete(row))


def may_ask_others(entered: EnteredLine | None, settings: TableSettings, game: str) -> bool:
    """Return whether a table may ask for other results of a board.

    It has played it and both sides agree, and the club allows it. If tables share boards in a
    round, it waits for the end of the round, since the next table hears it.

    A board not played may still be played later.  Where boards are shared in a round it waits for
    the end of the round: the next ones are heard across the room.
    """
    if entered is None or settings.others == "never" or not _is_settled(entered, game):
        return False
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

    They may ask for them, and the round of the board has come.

    Without a clock every table has to enter that round first, so *lines* are read only then.  An
    entry ahead of the clock is only a guess at the board.
    """
    session = section.session
    if entered is None or not may_ask_others(entered, settings, session.event.game):
        return False
    round_no = entered.row.round_no
    return is_on_clock(round_no, session) or lines().is_reached(round_no, session)


def line_state(standing: LineResult | None, word: TableWord | None, game: str) -> str:
    """Return the state of a line for a phone.

    It is "empty", "artificial", "waiting" for the opponents, or "stored".
    """
    if standing is None or not standing.is_in:
        return "empty"
    entered = entry_of(standing, game)
    if entered is None or entered.is_award:
        if entered:
            return "artificial"
        return "empty"
    if word and word.waits and word.agreed_at is None:
        return "waiting"
    return "stored"


def _is_settled(entered: EnteredLine, game: str) -> bool:
    entry = entry_of(entered.standing, game)
    is_unplayed = bool(entry and entry.entry and entry.entry.kind is EntryKind.NOT_PLAYED)
    return (
        line_state(entered.standing, entered.word, game) in ("stored", "artificial")
        and not is_unplayed
    )
