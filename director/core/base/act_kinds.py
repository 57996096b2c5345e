"""The kinds of acts in an event's history, and the roles that may do and undo each.

The roles themselves are in :mod:`~director.core.base.roles`.
"""

from enum import StrEnum
from typing import Self

from django.contrib.auth.models import AnonymousUser, User

from director.core.base.roles import Role, get_role


class ActKind(StrEnum):
    """The kind of an act, as it is stored, with the roles that may do and undo it.

    A role may do what lower roles may. ``undoer`` is also the role that may redo the act. It is None
    if nobody can undo the act, because it has buttons of its own or changed no record.
    """

    doer: Role
    undoer: Role | None

    def __new__(cls, value: str, doer: Role, undoer: Role | None) -> Self:
        """Return the kind that is stored as *value*."""
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.doer = doer
        kind.undoer = undoer
        return kind

    # Results and play.
    RESULT = "result", Role.SCORER, Role.SCORER
    """Results are entered, corrected or deleted."""
    TRUMP = "trump", Role.SCORER, Role.SCORER
    """The trump of a deal of whist is set."""
    GROUPS = "groups", Role.SCORER, Role.SCORER
    """A board is fouled: its results are compared in groups."""
    TABLES = "tables", Role.SCORER, Role.SCORER
    """Tables played off schedule."""
    SETTLED = "settled", Role.SCORER, Role.SCORER
    """A disagreement or report of tables is settled."""
    DECIDED = "decided", Role.SCORER, Role.SCORER
    """A match is decided, dated or reported."""
    PHONES = "phones", Role.SCORER, Role.SCORER
    """A phone at a table is blocked or allowed."""
    ROOM = "room", Role.SCORER, Role.SCORER
    """A message or call on the screens of the room is added or removed."""
    CHARGES = "charges", Role.SCORER, Role.SCORER
    """The data of the event's file for the union are changed."""
    CARD = "card", Role.SCORER, Role.SCORER
    """A tally card of a party is entered, corrected or deleted."""
    LAYOUT = "layout", Role.SCORER, Role.SCORER
    """The tally cards of a party have other boxes or another first round."""
    SHEETS = "sheets", Role.SCORER, Role.SCORER
    """Sheets of a Skat table are entered."""
    NEXT = "next", Role.SCORER, Role.SCORER
    """The next round of a party begins."""
    FINISH = "finish", Role.SCORER, Role.SCORER
    """A party ends, or goes on after its end."""
    TEAMS = "teams", Role.SCORER, Role.SCORER
    """Players of a party are put into teams."""
    # What decides something for everybody.
    RULING = "ruling", Role.DIRECTOR, Role.DIRECTOR
    """A ruling is added or withdrawn."""
    METHOD = "method", Role.DIRECTOR, Role.DIRECTOR
    """Results are scored by another method."""
    EXTRAS = "extras", Role.DIRECTOR, Role.DIRECTOR
    """Handicaps, carry-overs and the like are changed."""
    SEATS = "seats", Role.DIRECTOR, Role.DIRECTOR
    """Somebody is seated, drawn or renamed."""
    MOVEMENT = "movement", Role.DIRECTOR, Role.DIRECTOR
    """Another movement is chosen at Field."""
    PLAN = "plan", Role.DIRECTOR, Role.DIRECTOR
    """The movement is changed from a round on."""
    HANDS = "hands", Role.DIRECTOR, Role.DIRECTOR
    """Hands are dealt, imported or moved."""
    SECTIONS = "sections", Role.DIRECTOR, Role.DIRECTOR
    """Sections or sessions are added or removed."""
    SETTINGS = "settings", Role.DIRECTOR, Role.DIRECTOR
    """Settings of an event, such as its name, or of its screens are changed."""
    MONEY = "money", Role.DIRECTOR, Role.DIRECTOR
    """The amounts of a night are changed."""
    RAFFLE = "raffle", Role.DIRECTOR, Role.DIRECTOR
    """A number of the raffle is drawn."""
    SETTLE = "settle", Role.DIRECTOR, Role.DIRECTOR
    """A party is set up."""
    NAME = "name", Role.DIRECTOR, Role.DIRECTOR
    """A player of a party is named."""
    DRAW = "draw", Role.DIRECTOR, Role.DIRECTOR
    """Players of a party draw for seats."""
    PEOPLE = "people", Role.DIRECTOR, Role.DIRECTOR
    """Somebody joins or leaves a party during play."""
    PRIZE = "prize", Role.DIRECTOR, Role.DIRECTOR
    """A tie for a prize is settled."""
    # What can't be undone.
    PUBLISHING = "publishing", Role.DIRECTOR, None
    """Results are published, unpublished, made final or reopened, or an event is archived."""
    SENDING = "sending", Role.DIRECTOR, None
    """A file was sent. No record was changed."""
    SEASON = "season", Role.DIRECTOR, None
    """A party was added to a season. Only earlier releases stored it, without changes."""


KINDS_WITHOUT_UNDO = tuple(kind for kind in ActKind if kind.undoer is None)
"""The kinds that are left out of undo and redo."""
_UNDOER_BY_KIND = {str(kind): kind.undoer for kind in ActKind}


def can_undo(user: User | AnonymousUser | None, kind: str) -> bool:
    """Return whether *user*, None for the command line, may undo an act of *kind*.

    A kind that only another release stores is a director's.
    """
    if user is None:
        return True
    role = get_role(user)
    undoer = _UNDOER_BY_KIND.get(kind, Role.DIRECTOR)
    return role is not None and undoer is not None and role >= undoer
