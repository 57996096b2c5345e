"""Settle what tables entered: two results of a board, or a board that was not played.

Each is an act of the journal, whose undo brings the question back as it was asked.
"""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards.movement.acts import SETTLED
from director.boards.movement.lines.entry import LATER
from director.boards.movement.scoring_field import Key
from director.boards.play.phones.read import lines_standing, words_of_lines
from director.boards.play.phones.sentences import PhoneSentences
from director.boards.play.results.acts import section_act
from director.boards.play.scores.move import move_entry
from director.boards.play.scores.result import enter_line, find_line, line_as_it_was
from director.boards.play.scores.undoing import line_words, result_words
from director.core.night.history.write import Journal
from director.errors import DeskError
from director.models import Result, Section, TableWord
from director.models.access import OUTSIDE


def settle_dispute(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    take: int | None,
    user: User | None,
    seen: str | None = None,
) -> bool:
    """Settle a dispute: *take* is the entry that counts, None keeps the stored result.

    *seen* is what stood there when the director decided, ``None`` if nobody looked.  Deciding again
    what was decided so changes nothing and returns ``False``.

    :raises DeskError: if nothing waits to be decided there any more, or something else stands there
        by now
    :raises ScoringError: if that result cannot be scored in this event
    :raises FinalError: if the results are final
    """
    line = (board_no, ns, ew)
    with section_act(section=section, kind=SETTLED, words="", user=user) as act:
        words, stands = words_of_lines(section).get(line, []), _result_text(section, line)
        asked = [word for word in words if word.is_asked]
        word = next((word for word in asked if word.pk == take), None)
        if not asked or (take is not None and word is None):
            if _was_decided_so(section, line, take=take, stands=stands, seen=seen):
                return False
            raise DeskError(PhoneSentences.NOBODY_ASKED, board_no=board_no)
        if seen not in (None, stands):
            raise DeskError(
                PhoneSentences.STANDS_OTHERWISE, board_no=board_no, stands=stands or "nothing"
            )
        if word:
            version = _take(section, line, word, user, act)
            act.change(word, version=version)
        _drop([other for other in asked if other is not word], act)
        # without a word the line stays as it is, and only what was asked is answered
        act.words = act.words or _stays_words(section, line, stands)
    return True


def settle_not_played(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    later: bool,
    user: User | None,
    seen: str | None = None,
) -> bool:
    """Settle a board that a table says it didn't play: play it *later*, or not at all.

    Deciding again what was decided so changes nothing and returns ``False``.

    :raises DeskError: if something else stands there by now
    :raises FinalError: if the results are final
    """
    line = (board_no, ns, ew)
    with section_act(section=section, kind=SETTLED, words="", user=user) as act:
        stands = _result_text(section, line)
        said = [
            word
            for word in words_of_lines(section).get(line, [])
            if word.text == stands and not word.is_asked
        ]
        if stands == LATER if later else (stands == seen and not said):
            return False
        if not said or seen not in (None, stands):
            raise DeskError(
                PhoneSentences.NOT_SAID_NOT_PLAYED, board_no=board_no, stands=stands or "nothing"
            )
        if later:
            _enter(section, line, said[-1], LATER, act)
        _drop(said, act)
        act.words = act.words or _stays_words(section, line, stands)
    return True


def _take(
    section: Section, line: Key, word: TableWord, user: User | None, act: Journal
) -> int | None:
    """Let the phone entry *word* count on *line*. Return the version of the line."""
    if word.from_board is None:
        return _enter(section, line, word, word.text, act)
    board_no, ns, ew = line
    source = (word.from_board, ns, ew)
    return move_entry(
        section=section, line=source, to=board_no, user=user, seen=word.text, journal=act
    ).version


def _enter(section: Section, line: Key, word: TableWord, text: str, act: Journal) -> int | None:
    """Let *text* of the phone entry *word* count on *line*. Return the version of the line."""
    at = (word.round_no, word.access.table_no) if word.round_no and word.access.table_no else None
    find = line_as_it_was if word.answer.get(OUTSIDE) else find_line
    result = enter_line(section=section, line=find(section, line, at), text=text, journal=act)
    act.words = act.words or (result_words(section, result) if result else "")
    if result:
        return result.version
    return None


def _drop(words: Iterable[TableWord], act: Journal) -> None:
    for word in words:
        act.change(word, dropped_at=timezone.now())


def _result_text(section: Section, line: Key) -> str:
    standing = lines_standing(section, [line]).get(line)
    if standing:
        return standing.text
    return ""


def _was_decided_so(
    section: Section, line: Key, *, take: int | None, stands: str, seen: str | None
) -> bool:
    """Return whether the press of a button that decided this came a second time."""
    if take is None:
        return seen is not None and stands == seen
    board_no, ns, ew = line
    words = TableWord.objects.filter(
        pk=take, access__section=section, board_no=board_no, ns=ns, ew=ew
    )
    return words.filter(version__isnull=False, text=stands).exists()


def _stays_words(section: Section, line: Key, stands: str) -> str:
    board_no, ns, ew = line
    result = Result(section=section, board_no=board_no, ns=ns, ew=ew)
    result.counted = stands
    if not stands:
        where = line_words(section, line)
        return f"{where[:1].upper()}{where[1:]}: the table’s entry was not saved."
    return f"{result_words(section, result).rstrip('.')} stays."
