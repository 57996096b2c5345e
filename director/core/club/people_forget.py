"""Delete a person on request: results stay, and nothing shows the name.

Entries, results and standings need a person at each seat, so the person stays as *Former player
17*, without numbers, e-mail or public page. Names that directors typed as text, in rulings and
messages, stay as they are.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from director.core.base.standings_versions import complete_versions
from director.core.base.versions import increment_club_version, increment_event_version
from director.core.club.people import fetch_person_events, get_session_paths_by_player_model
from director.core.night.former_people import choose_anonymous_name
from director.models import Act, Club, Event, PeopleList, Person, StandingsVersion
from director.names import make_name_key


def overwrite_deleted_rows() -> None:
    """Overwrite what deleted rows left in the database's file and its write-ahead log.

    PostgreSQL reuses the room of deleted rows by itself, and its files are open to nobody but the
    server.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        # Rows deleted by versions without secure_delete are still in free pages: VACUUM writes the
        # file again without them. That takes 5 s for 100 MB.
        cursor.execute("VACUUM")
        # The log holds the pages as they were before.
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


_PERSON_MODEL = Person._meta.label_lower
_FORMER_PLAYER = re.compile(r"Former player \d+")


def is_former_player(person: Person) -> bool:
    """Return whether *person* was deleted on request.

    The name is the only trace, also in a file from another club.
    """
    return not person.number and _FORMER_PLAYER.fullmatch(person.name) is not None


@transaction.atomic
def forget_person(*, person: Person) -> Person:
    """Remove the name, numbers and e-mail of *person*, from history and standings too.

    It can't be undone, so that a wrong press can't bring back somebody who asked to be deleted.
    """
    new_name = choose_anonymous_name(club_id=person.club_id, person_id=person.pk)
    old_names = _collect_all_names(person)
    events_by_id = {event.pk: event for event in fetch_person_events(person)}
    # Somebody who was replaced in all rounds has no seat left in a night that names them.
    for event in _fetch_events_with_names(person.club, old_names):
        events_by_id.setdefault(event.pk, event)
    for event in events_by_id.values():
        # The texts of an event don't say which of two namesakes they mean.
        unique_names = [name for name in old_names if not _has_namesake(event, person, name)]
        if unique_names:
            rename_in_event(event, dict.fromkeys(unique_names, new_name))
        increment_event_version(event.pk)
    _remove_from_lists(person)
    person.numbers.all().delete()
    person.merges.all().delete()
    person.name = new_name
    person.number = person.email = person.phone = ""
    person.former_names = ""
    person.is_hidden = True
    person.needs_large_print = False
    person.save()
    increment_club_version(person.club_id)
    # The name is deleted even if its traces can't be overwritten now, as on a full disk.
    transaction.on_commit(overwrite_deleted_rows, robust=True)
    return person


def _collect_all_names(person: Person) -> set[str]:
    """Return all names that what was published before can have of *person*.

    They include those of people who were merged into this one, and what an imported list changed.
    """
    names = {person.name, *person.former_names.splitlines()}
    for merge in person.merges.all():
        names |= {merge.was["name"], *merge.was.get("former_names", "").splitlines()}
    for changed_snapshots in PeopleList.objects.filter(club=person.club_id).values_list(
        "changed", flat=True
    ):
        names.update(snapshot["name"] for snapshot in changed_snapshots.get(str(person.pk), ()))
    return names


def _fetch_events_with_names(club: Club, names: Collection[str]) -> list[Event]:
    """Return the events of *club* whose published standings or history have one of *names*."""
    pattern = _make_names_pattern(names)
    versions = StandingsVersion.objects.filter(event__club=club)
    event_ids = {
        event_id
        for event_id, *texts in versions.values_list(
            "event", "standings", "changes", "facts"
        ).iterator()
        if pattern.search(json.dumps(texts, ensure_ascii=False))
    }
    acts = Act.objects.filter(event__club=club).exclude(event__in=event_ids)
    event_ids |= {
        event_id
        for event_id, words in acts.values_list("event", "words").iterator()
        if pattern.search(words)
    }
    # A corrected slip of the pen is in the changes, for an undo.
    acts = _filter_acts_on_people(acts).exclude(event__in=event_ids)
    event_ids |= {
        event_id
        for event_id, changes in acts.values_list("event", "changes").iterator()
        if pattern.search(json.dumps(changes, ensure_ascii=False))
    }
    return list(Event.objects.filter(pk__in=event_ids))


def _has_namesake(event: Event, person: Person, name: str) -> bool:
    namesakes = Person.objects.filter(name=name).exclude(pk=person.pk)
    return any(
        model._base_manager.filter(
            person__in=namesakes, **{f"{session_path}__event": event}
        ).exists()
        for model, session_path in get_session_paths_by_player_model().items()
    )


def rename_in_event(event: Event, new_names_by_name: Mapping[str, str]) -> None:
    """Replace names in the standings' versions and the history of *event*.

    *new_names_by_name* are by old name. All are replaced at once, because a new one may be another's old one.
    """

    def replace_name(match: re.Match[str]) -> str:
        return new_names_by_name[match[0]]

    pattern = _make_names_pattern(new_names_by_name)
    complete_versions([event.pk])
    versions = list(StandingsVersion.objects.filter(event=event))
    for version in versions:
        version.standings = _replace_in_json(version.standings, pattern, replace_name)
        version.changes = _replace_in_json(version.changes, pattern, replace_name)
        version.facts = _replace_in_json(version.facts, pattern, replace_name)
    StandingsVersion.objects.bulk_update(versions, ["standings", "changes", "facts"])
    acts = [act for act in Act.objects.filter(event=event) if pattern.search(act.words)]
    max_length = Act._meta.get_field("words").max_length
    for act in acts:
        act.words = pattern.sub(replace_name, act.words)[:max_length]
    Act.objects.bulk_update(acts, ["words"])
    acts = list(_filter_acts_on_people(Act.objects.filter(event=event)))
    for act in acts:
        for change in act.changes:
            if change["model"] == _PERSON_MODEL:
                # A person was deleted, or is added again when the act is redone.
                side = "before" if change["before"] else "after"
                change[side] = _replace_in_json(change[side], pattern, replace_name)
                # The other form of the name is made of it when the person is stored.
                change[side]["name_key"] = make_name_key(change[side]["name"])
    Act.objects.bulk_update(acts, ["changes"])


def _filter_acts_on_people(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return those of *acts* that deleted or added a person."""
    texts = acts.annotate(text=Cast("changes", TextField()))
    return texts.filter(text__contains=f'"{_PERSON_MODEL}"')


def _make_names_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of *names* as whole words: "Ada Ash" isn't part of "Ada Ashby"."""
    # Of two names with the same beginning the longer one is found.
    parts = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{parts})(?!\w)")


def _replace_in_json(
    value: Any, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str]
) -> Any:
    """Return the JSON *value* with *replace* in place of *pattern* in all its strings."""
    if isinstance(value, str):
        return pattern.sub(replace, value)
    if isinstance(value, list):
        return [_replace_in_json(item, pattern, replace) for item in value]
    if isinstance(value, dict):
        return {key: _replace_in_json(item, pattern, replace) for key, item in value.items()}
    return value


def _remove_from_lists(person: Person) -> None:
    """Remove *person* from imported lists, whose undo would restore the name."""
    people_lists = list(PeopleList.objects.filter(club=person.club_id))
    for people_list in people_lists:
        people_list.added.pop(str(person.pk), None)
        people_list.changed.pop(str(person.pk), None)
    PeopleList.objects.bulk_update(people_lists, ["added", "changed"])
