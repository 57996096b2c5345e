"""What a page for visitors, or for a player's phone, shows follows from: one mark of it, asked for in one query.

A page that was made at one mark is true for as long as the mark is the same; that is all a cache needs to know.  Until
every kind of event has a journal, whose latest act would be the mark, it is reckoned from the rows themselves: whoever
wrote them, and by whatever way, the mark changes with them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    Aggregate,
    CharField,
    Count,
    Func,
    Max,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
)
from django.db.models.functions import Cast, Coalesce
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

from director.kinds import event_kinds
from director.models import (
    Act,
    Award,
    Club,
    Deal,
    Entry,
    Event,
    Plan,
    Result,
    Ruling,
    Section,
    Session,
    StandingsVersion,
)
from director.models.version import Action

CompiledQuery = tuple[str, tuple[Any, ...]]
"""SQL and its values, as ``sql_with_params`` of a query gives them."""

WITH_OTHERS = {
    "director_planrow": "director_plan",  # stored with its plan, never changed
    "director_playedrow": "director_act",  # changed by acts alone
    "director_lineupseat": "director_act",  # the same
    "director_deal": "director_act",  # the same
    "director_fouledline": "director_act",  # the same
}
"""Tables that pages read and the mark does not, and the table whose rows change whenever theirs do."""
_BETWEEN = Value("\x1e")  # no name holds these two signs
_PART = Value("\x1f")
_OF_RESULTS = 4  # the last parts of the mark change with every result
_EVENT = -1  # where the question is put together this stands for what is asked


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows at one moment: the *mark* of all that is stored, and until when corrections are taken.

    *frame* is the mark of all but the results and what is kept with every change of one.
    """

    mark: str
    corrections_until: datetime | None
    frame: str


class _Texts(Aggregate):
    """All texts of a group, one after the other."""

    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        return self.as_sql(compiler, connection, function="STRING_AGG", **context)


class _Row(Func):
    """The values of a row as one text, each behind a sign; flat, since SQLite reads only so many nested brackets."""

    template = "(%(expressions)s)"
    arg_joiner = " || "
    output_field = TextField()

    def __init__(self, *values: Aggregate | str) -> None:
        texts = (Coalesce(Cast(value, CharField()), Value("")) for value in values)
        super().__init__(*(part for text in texts for part in (_PART, text)))


def event_shown(event_id: int) -> Shown | None:
    """Return what visitors are shown of an event, ``None`` unless it is published and on the lists; one query."""
    return shown(_of_event(), _EVENT, event_id)


def event_version(event_id: int) -> str:
    """Return what changes with whatever is stored of an event, published or not; ``""`` off the lists; one query."""
    now = event_now(event_id)
    return now.mark if now else ""


def event_now(event_id: int) -> Shown | None:
    """Return what is shown of an event, published or not; ``None`` off the lists; one query."""
    return shown(_of_any_event(), _EVENT, event_id)


def shown(question: CompiledQuery, place: int | str, asked: int | str) -> Shown | None:
    """Return what the answer to *question* shows, in which *asked* takes the place of *place*; ``None`` for no rows."""
    rows = rows_found(question, place, asked)
    if not rows:
        return None
    mark, frame = (sha256(repr(part).encode()).hexdigest() for part in (rows, rows[0][:-_OF_RESULTS]))
    return Shown(mark, rows[0][0] and with_zone(rows[0][0]), frame)


def rows_found(question: CompiledQuery, place: int | str, asked: int | str) -> list[tuple[Any, ...]]:
    """Return the rows that answer *question*, as the database has them; *asked* takes the place of *place*."""
    sql, values = question
    with connection.cursor() as cursor:
        cursor.execute(sql, [asked if value == place else value for value in values])
        return list(cursor.fetchall())


def with_zone(moment: datetime) -> datetime:
    """Return a *moment* as SQLite keeps it, by UTC without saying so, with its zone."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


@cache
def _of_event() -> CompiledQuery:
    """Return the question about a published event as SQL, put together once: that takes longer than the answer."""
    return marked_rows().filter(pk=_EVENT, published_at__isnull=False).query.sql_with_params()


@cache
def _of_any_event() -> CompiledQuery:
    return marked_rows().filter(pk=_EVENT).query.sql_with_params()


def marked_rows() -> QuerySet[Event]:
    """Return for every event on the lists, one row each, what its pages follow from.

    One row however many sections there are: the database reckons every part anew for every row.
    """
    own = columns(Event) + [f"club__{name}" for name in columns(Club)]
    events = Event.objects.filter(removed_at__isnull=True).order_by()
    return events.values_list(
        "corrections_until", *own, *(Subquery(part, output_field=TextField()) for part in _parts())
    )


def _parts() -> list[QuerySet[Any]]:
    """Return what is said of the rows that hang on an event, for each table as one text."""
    sessions = listed(Session, "event", *columns(Session))
    sections = listed(Section, "session__event", *columns(Section))
    plans = listed(Plan, "section__session__event", "pk", "in_force", "fingerprint", "chosen_at")
    results = said(Result, "section__session__event", Count("pk"), Sum("version"), Max("entered_at"))
    awards = said(
        Award, "result__section__session__event", Count("pk"), Max("given_at"), Count("pk", filter=Q(in_force=True))
    )
    rulings = said(
        Ruling,
        "section__session__event",
        Count("pk"),
        Max("given_at"),
        Sum("penalty"),
        Count("withdrawn_at"),
        Max("withdrawn_at"),
    )
    versions = said(StandingsVersion, "event", Count("pk"), Max("number"), Max("made_at"))
    seated = (f"entry_players__{name}" for name in ("order", "is_captain", "person__name", "person__number"))
    pairs = listed(Entry, "section__session__event", "pair_no", "name", *seated)
    acts = said(Act, "event", Count("pk"), Max("number"), Max("made_at"), Count("undone_at"), Max("undone_at"))
    own = [sessions, sections, plans, rulings, pairs, *_elsewhere()]
    of_kinds = [rows for kind in event_kinds() for rows in kind.mark.rows()]
    return [*own, *of_kinds, results, awards, versions, acts]


def _elsewhere() -> list[QuerySet[Any]]:
    """Return what is said of other nights with the same cards: what they have still to play is hidden here too."""
    own = Deal.objects.filter(section__session__event=OuterRef(OuterRef(OuterRef("pk"))))
    same = Deal.objects.filter(cards__in=own.values("cards").order_by(), section__session__event__removed_at=None)
    events = same.exclude(section__session__event=OuterRef(OuterRef("pk"))).order_by()
    shared = events.values("section__session__event")
    acts = Act.objects.filter(event__in=shared).order_by().annotate(all=Value(1)).values("all")
    sessions = Session.objects.filter(event__in=shared).order_by().annotate(all=Value(1)).values("all")
    of_acts = _Row(Count("pk"), Max("pk"), Count("undone_at"), Max("undone_at"))
    of_sessions = _Texts(_Row("pk", "clock", "event__published_at"), _BETWEEN)
    return [acts.annotate(said=of_acts).values("said"), sessions.annotate(said=of_sessions).values("said")]


def columns(model: type[Model]) -> list[str]:
    """Return the names of all columns of *model*."""
    return [field.attname for field in model._meta.concrete_fields]


def _of(model: type[Model], event: str, at: str = "pk") -> QuerySet[Any]:
    rows: QuerySet[Any] = model._base_manager.filter(**{event: OuterRef(at)})
    return rows.order_by().values(event)


def said(model: type[Model], event: str, *figures: Aggregate) -> QuerySet[Any]:
    """Return the *figures* of the rows of *model* whose path to the event is *event*."""
    figured: QuerySet[Any] = _of(model, event).annotate(said=_Row(*figures))
    return figured.values("said")


def listed(model: type[Model], event: str, *names: str, at: str = "pk") -> QuerySet[Any]:
    """Return the values *names* of every row of *model* whose path to the event, or to what *at* names, is *event*."""
    told: QuerySet[Any] = _of(model, event, at).annotate(said=_Texts(_Row(*names), _BETWEEN))
    return told.values("said")


# The standings as they were after each change that visitors could have seen.


def version_add(
    *,
    event: Event,
    action: Action,
    standings: list[dict[str, Any]],
    user: User | None,
    changes: list[dict[str, str]] | None = None,
) -> StandingsVersion:
    """Keep the next version of the *standings* of *event*; return it."""
    last = event.versions.aggregate(last=Max("number"))["last"] or 0
    return StandingsVersion.objects.create(
        event=event,
        number=last + 1,
        action=action,
        changes=changes or [],
        standings=standings,
        made_by=user,
        made_at=timezone.now(),
    )
