"""Which act can be undone next, and which can be redone."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Max, Q, QuerySet, Subquery
from django.utils import timezone

from director.core.base.roles import Role, get_role
from director.core.base.sentences import DeskSentences
from director.models import Act, Event

PUBLISHING = "publishing"
"""The kind of acts that publish, unpublish, finalise or reopen results.

Publishing has its own buttons, so these acts are left out of undo and redo.
"""
SENDING = "sending"
"""The kind of acts that sent a file. They changed nothing here, so nothing can be undone."""
FORMER_SEASON = "season"
"""The kind of acts that put a party into a season, until seasons had their own page.

They have no changes any more, so nothing can be undone.
"""
_NEVER_UNDONE = (PUBLISHING, SENDING, FORMER_SEASON)
PHONES = "phones"
"""The kind of acts that block or allow a phone at a table."""
SETTINGS = "settings"
"""The kind of acts that change an event's own settings, such as its name, or those of its screens."""
CHARGES = "charges"
"""The kind of acts that change what the event's file for the union names."""
SETTINGS_KINDS = (SETTINGS, CHARGES)
"""Kinds that have an undo of their own, apart from play: an undo at play takes nobody's name away."""
OF_SCORERS = frozenset(
    {"result", "settled", "groups", "tables", "sheets", "next", "finish", PHONES, CHARGES}
)
"""The kinds of acts that a scorer may do, undo and redo: entering results and moving on."""


def may_undo(user: User | None, kind: str) -> bool:
    """Return whether *user* may undo an act of *kind*. None is the command line."""
    return user is None or get_role(user) is Role.DIRECTOR or kind in OF_SCORERS


def filter_acts_of_play(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return *acts* without those that change settings."""
    return acts.exclude(kind__in=SETTINGS_KINDS)


def find_act_to_undo(acts: QuerySet[Act]) -> Act | None:
    """Return the latest of *acts* in force, or None."""
    return filter_standing_acts(acts).first()


def fetch_undo_and_redo_acts(acts: QuerySet[Act]) -> tuple[Act | None, Act | None]:
    """Return the next act to undo and the next to redo, with their users. One query."""
    undo_pk = Subquery(filter_standing_acts(acts).values("pk")[:1])
    redo_pk = Subquery(filter_undone_acts(acts).values("pk")[:1])
    offered_acts = Act.objects.filter(Q(pk=undo_pk) | Q(pk=redo_pk)).select_related("made_by")
    acts_by_state = {act.undone_at is None: act for act in offered_acts}
    return acts_by_state.get(True), acts_by_state.get(False)


def filter_standing_acts(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return the *acts* in force that can be undone, latest first."""
    return acts.filter(undone_at__isnull=True).exclude(kind__in=_NEVER_UNDONE).order_by("-number")


def fetch_acts_since_undo(act: Act) -> QuerySet[Act]:
    """Return the event's acts since *act* was undone or redone, latest first.

    Acts that were redone since are left out: they were already in force when *act* was made.
    """
    new_acts = Q(again_of__isnull=True, number__gt=act.undone_after)
    undone_later = Q(undone_no__gt=act.undone_no, agains__isnull=True)
    acts = Act.objects.filter(new_acts | undone_later, event=act.event_id).exclude(
        kind__in=_NEVER_UNDONE
    )
    return acts.order_by("-number").distinct()


def filter_undone_acts(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return the undone *acts* that can be redone, the last one undone first.

    A new act after an undo builds on the state of that time, so an act that was undone before it
    can't be redone any more.
    """
    latest_new_number = (
        acts.filter(again_of__isnull=True)
        .exclude(kind__in=_NEVER_UNDONE)
        .order_by("-number")
        .values("number")[:1]
    )
    undone = acts.filter(undone_after__gte=Subquery(latest_new_number), agains__isnull=True)
    return undone.exclude(kind__in=_NEVER_UNDONE).order_by("-undone_no")


MAX_UNDONE_SHOWN = 3
"""Changes of a person, undone by others, that a page names. The history has all of them."""


def format_maker(act: Act) -> str:
    """Return the maker of *act* for a sentence: an account, "a table" or "somebody"."""
    if act.made_by:
        return str(act.made_by)
    # Without an account only tables enter results. Everything else comes from the command line.
    return "a table" if act.kind in OF_SCORERS else "somebody"


def format_undo_question(act: Act, user: User) -> str:
    """Return the question before *user* undoes *act* of somebody else, or "".

    Nothing is asked about the user's own acts, or about acts of the command line.
    """
    is_of_table = act.made_by_id is None and act.kind in OF_SCORERS
    if act.made_by_id == user.pk or not (act.made_by_id or is_of_table):
        return ""
    return DeskSentences.UNDO_OF_ANOTHER.format(
        who=format_maker(act), when=_format_undo_time(act.made_at), words=act.words
    )


def format_redo_question(act: Act, user: User) -> str:
    """Return the question before *user* redoes *act* that somebody else undid, or ""."""
    if act.undone_by_id in (user.pk, None):
        return ""
    return DeskSentences.REDO_OF_ANOTHER.format(
        who=act.undone_by, when=_format_undo_time(act.undone_at), words=act.words
    )


def fetch_last_undo_number(event: Event) -> int:
    """Return the number of the latest undo in *event*, 0 without one. One query."""
    return event.acts.aggregate(last=Max("undone_no"))["last"] or 0


def describe_undone_by_others(acts: QuerySet[Act], user: User, since: int) -> list[str]:
    """Return sentences about acts of *user* that others undid after the undo *since*. One query."""
    undone = acts.filter(made_by=user, undone_no__gt=since).exclude(undone_by=user)
    undone = undone.select_related("undone_by").defer("changes").order_by("-undone_no")
    return [
        DeskSentences.UNDONE_BY_ANOTHER.format(
            who=act.undone_by or "somebody", when=_format_undo_time(act.undone_at), words=act.words
        )
        for act in undone[:MAX_UNDONE_SHOWN]
    ]


def _format_undo_time(moment: datetime | None) -> str:
    """Return the time of *moment*, with the date unless it was today."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    if local.date() == timezone.localdate():
        return f"{local:%H:%M}"
    return f"{local:%H:%M} on {local.day} {local:%B}"
