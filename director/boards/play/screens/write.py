"""Director calls that are called out at a table and entered at the desk."""

from django.contrib.auth.models import User

from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.sentences import BoardSentences
from director.core.night.screens import add_call
from director.errors import DeskError
from director.models import Call, Section


def enter_call(*, section: Section, table_no: int, user: User) -> Call:
    """Store that a table of *section* calls the director, as heard by *user*. Return the call.

    :raises DeskError: if the section has no such table, or it is already waiting
    :raises NoPlanError: before a movement is chosen
    """
    tables = fetch_required_plan(section).tables
    if not 1 <= table_no <= tables:
        raise DeskError(BoardSentences.TABLE_NUMBER, table_no=table_no, tables=tables)
    return add_call(section=section, table_no=table_no, user=user)
