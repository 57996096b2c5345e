"""Ask a table to check a result.

Its phone shows the question, and the director gets the answer.
"""

import secrets

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards.movement.acts import SETTLED
from director.boards.movement.lines.read import section_lines
from director.boards.movement.scoring_field import Key
from director.boards.play.phones.sentences import PhoneSentences
from director.boards.play.results.acts import section_act
from director.boards.play.scores.undoing import line_words
from director.core.night.phones.write import hashed_key, table_settings
from director.errors import DeskError
from director.models import Access, Section, TableWord


def ask_table(*, section: Section, line: Key, user: User | None) -> int:
    """Ask the table of *line* to check its result, and return the table.

    Asking again changes nothing.

    :raises DeskError: if nothing is in there, or its table has no phone
    """
    board_no, ns, ew = line
    with section_act(section=section, kind=SETTLED, words="", user=user) as act:
        played = section_lines(section).find(*line)
        if played is None or not played.is_in or not played.table_no:
            raise DeskError(PhoneSentences.NOTHING_TO_LOOK_AT, board_no=board_no)
        table_no = played.table_no
        access = Access.objects.filter(
            section=section, table_no=table_no, revoked_at__isnull=True
        ).first()
        if (
            access is None
            or not access.is_open
            or table_settings(section, table_no).entry == "paper"
        ):
            raise DeskError(PhoneSentences.NO_PHONE_TO_ASK, table_no=table_no)
        asked = TableWord.objects.filter(
            access__section=section, kind=TableWord.Kind.LOOK, dropped_at__isnull=True
        )
        if not asked.filter(board_no=board_no, ns=ns, ew=ew, agreed_at__isnull=True).exists():
            word = TableWord(
                access=access,
                key=hashed_key(secrets.token_urlsafe(16)),
                kind=TableWord.Kind.LOOK,
                board_no=board_no,
                round_no=played.round_no,
                ns=ns,
                ew=ew,
                text=played.text,
                ns_score=played.ns_score,
                heard_at=timezone.now(),
                status=201,
            )
            act.create_all([word])
            act.words = f"Table {table_no} was asked to check: {line_words(section, line)}."
    return table_no


def close_look(*, section: Section, number: int, user: User | None) -> None:
    """Close a question to a table.

    Its answer has been read, or the director no longer asks. Closing again changes nothing.
    """
    with section_act(section=section, kind=SETTLED, words="", user=user) as act:
        words = TableWord.objects.filter(
            access__section=section, kind=TableWord.Kind.LOOK, dropped_at__isnull=True
        )
        for word in words.filter(pk=number):
            act.change(word, dropped_at=timezone.now())
            what = "read" if word.agreed_at else "no longer expected"
            line = (word.board_no or 0, word.ns or 0, word.ew or 0)
            act.words = (
                f"Answer from table {word.access.table_no} {what}: {line_words(section, line)}."
            )
