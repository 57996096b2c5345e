"""What migrations do to the journal: lists of states that stood beside it become acts of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.migrations.state import StateApps
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

FORMER = "former"
"""The kind of an act that is kept to be read only."""
SECTION = "director.section"
_KINDS = ("extras", "groups", "seats", "tables")
"""The kinds of the acts that ever changed a section in what stood in a list."""
_ASIDE = 1_000_000_000
"""Far above the number of any act: where acts wait while those before them are numbered."""

Change = dict[str, Any]


@dataclass(frozen=True)
class FormerAct:
    """What was done before the journal knew of it: what it changed of the section, by whom (a user's name) and when."""

    before: dict[str, Any]
    after: dict[str, Any]
    kind: str
    words: str
    by: str
    at: str


def changed_acts(apps: StateApps, alias: str, field: str) -> Iterator[Any]:
    """Yield the acts that changed the list *field* of a section, in their order; each is saved by the caller."""
    acts = apps.get_model("director", "Act").objects.using(alias).filter(kind__in=_KINDS)
    for act in acts.order_by("event_id", "number").iterator(chunk_size=200):
        if any(change["model"] == SECTION and field in (change["after"] or {}) for change in act.changes):
            yield act


def acts_change(
    apps: StateApps, alias: str, field: str, new: Callable[[Any, Any], tuple[Change, Change]]
) -> dict[int, Any]:
    """Let *new* say of each change of *field* what is kept of it before and after, given both lists.

    Return for every section that an act changed what the list was before the first of them.
    """
    first: dict[int, Any] = {}
    for act in changed_acts(apps, alias, field):
        for change in act.changes:
            if change["model"] == SECTION and field in (change["after"] or {}):
                before, after = change["before"].pop(field), change["after"].pop(field)
                first.setdefault(change["pk"], before)
                was, now = new(before, after)
                change["before"], change["after"] = change["before"] | was, change["after"] | now
        act.changes = [change for change in act.changes if change["before"] != {} or change["after"] != {}]
        act.save(update_fields=["changes"])
    return first


def acts_insert(apps: StateApps, alias: str, section: Any, former: Iterable[FormerAct]) -> None:
    """Put what was *former*ly done about *section* where it belongs among the acts of its event.

    What nobody knows the time of has no place there.
    """
    acts = apps.get_model("director", "Act").objects.using(alias).filter(event_id=section.session.event_id)
    users = apps.get_model("auth", "User").objects.using(alias)
    for each in former:
        made_at = parse_datetime(each.at)
        if made_at is None or timezone.is_naive(made_at):
            continue
        number = _room(acts, made_at)
        acts.create(
            event_id=section.session.event_id,
            section=section,
            number=number,
            kind=each.kind,
            words=each.words,
            changes=[{"model": SECTION, "pk": section.pk, "before": each.before, "after": each.after}],
            made_by=users.filter(username=each.by).first() if each.by else None,
            made_at=made_at,
        )


def acts_to_read(apps: StateApps, alias: str, field: str) -> None:
    """Let acts that changed parts of *field* of a section be read only: an older program has no place for parts."""
    acts = apps.get_model("director", "Act").objects.using(alias).filter(kind__in=_KINDS)
    for act in acts.iterator(chunk_size=200):
        parts = [
            change for change in act.changes if any(name.startswith(f"{field}/") for name in change["after"] or ())
        ]
        if parts:
            act.changes = [change for change in act.changes if change not in parts]
            act.kind = FORMER
            act.save(update_fields=["changes", "kind"])


def _room(acts: QuerySet[Any], made_at: datetime) -> int:
    """Return the number of an act of that moment, and number the acts after it anew."""
    later = acts.filter(made_at__gt=made_at).order_by("number").first()
    if later is None:
        last = acts.order_by("-number").first()
        return int(last.number) + 1 if last else 1
    number: int = later.number
    acts.filter(number__gte=number).update(number=F("number") + _ASIDE)
    acts.filter(number__gte=_ASIDE).update(number=F("number") - _ASIDE + 1)
    return number
