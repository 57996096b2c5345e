"""Who may see what other tables made of a board, and the mark that they have seen it.

Every door asks here: the phone of a table, and the page of a pair by its private address.  Once players have seen
what others made, only the director changes what they entered there.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone

from director.boards.movement.lines.read import SectionLines, is_on_clock
from director.boards.movement.scoring_field import Key
from director.boards.play.phones.read import LineResult, TablePlay, entry_of, lines_marked
from director.boards.play.phones.schedule import AtRound
from director.core.night.phones.write import TableSettings
from director.models import Access, Plan, Section, TableWord
from scoring import EntryKind


class EnteredLine(NamedTuple):
    """What stands on a line: *word* made it if a phone did; *is_round_in*: its table has entered the whole round."""

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
    """Return whether a table may ask what others made of a board: it is played and agreed, and the club lets it.

    A board not played may still be played later.  Where boards are shared in a round it waits for the end of the round:
    the next ones are heard across the room.
    """
    if entered is None or settings.others == "never" or not _is_settled(entered, game):
        return False
    return entered.is_round_in if settings.others == "round" or entered.row.is_shared else True


def may_see_others(
    entered: EnteredLine | None, settings: TableSettings, section: Section, lines: Callable[[], SectionLines]
) -> bool:
    """Return whether players may see now what others made of a board: as they may ask, and its round is reached.

    Without a clock every table has to enter that round first, so *lines* are read only then.  An entry ahead of the
    clock is only a guess at the board.
    """
    session = section.session
    if entered is None or not may_ask_others(entered, settings, session.event.game):
        return False
    round_no = entered.row.round_no
    return is_on_clock(round_no, session) or lines().is_reached(round_no, session)


def line_state(standing: LineResult | None, word: TableWord | None, game: str) -> str:
    """Return the state of a line for a phone: "empty", "artificial", "waiting" for the opponents, or "stored"."""
    if standing is None or not standing.is_in:
        return "empty"
    entered = entry_of(standing, game)
    if entered is None or entered.is_award:
        return "artificial" if entered else "empty"
    return "waiting" if word and word.waits and word.agreed_at is None else "stored"


def _is_settled(entered: EnteredLine, game: str) -> bool:
    entry = entry_of(entered.standing, game)
    is_unplayed = bool(entry and entry.entry and entry.entry.kind is EntryKind.NOT_PLAYED)
    return line_state(entered.standing, entered.word, game) in ("stored", "artificial") and not is_unplayed


# The mark that players have seen what others made.  Who looks twice leaves it once.


def mark_seen(section: Section, plan: Plan | None, lines: Mapping[Key, int]) -> None:
    """Keep that players were shown what others made of *lines*, each with its table: one query, two more once.

    The mark belongs to the table, whoever looked: both sides of a line tell the same.  A table without a private
    address has none, since nobody enters results there but the director.
    """
    marks = _marks(section, lines).values_list("access__table_no", "board_no", "ns", "ew")
    known = set(marks)
    new = {line: table_no for line, table_no in lines.items() if (table_no, *line) not in known}
    if not new:
        return
    accesses = Access.objects.filter(section=section, table_no__in=set(new.values()))
    # The address in force is read last, and so it is the one that is kept of its table.
    of_table = {access.table_no: access for access in accesses.order_by(F("revoked_at").asc(nulls_last=True))}
    words = [_mark(of_table[table_no], plan, line) for line, table_no in new.items() if table_no in of_table]
    TableWord.objects.bulk_create(words, ignore_conflicts=True)  # two phones may look at once


def seen_lines(section: Section, lines: Collection[Key]) -> frozenset[Key]:
    """Return those of *lines* whose players have seen what others made of the board; one query."""
    return lines_marked(section, _marks(section, lines).values_list("board_no", "ns", "ew"), lines)


def _marks(section: Section, lines: Iterable[Key]) -> QuerySet[TableWord]:
    marks = TableWord.objects.filter(access__section=section, kind=TableWord.Kind.SHOWN, dropped_at__isnull=True)
    return marks.filter(board_no__in={board_no for board_no, *_pairs in lines})


def _mark(access: Access, plan: Plan | None, line: Key) -> TableWord:
    """Return the mark of *line*. Its key names the plan, so that a new movement starts without marks."""
    board_no, ns, ew = line
    where = {"board_no": board_no, "ns": ns, "ew": ew}
    key = f"shown {plan.pk if plan else 0} {board_no} {ns} {ew}"
    return TableWord(access=access, key=key, kind=TableWord.Kind.SHOWN, status=200, heard_at=timezone.now(), **where)
