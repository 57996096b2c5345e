"""Delete a person on request: results stay, and nothing shows the name.

Entries, results and standings need a person at each seat, so the person stays as *Former player
17*, without numbers, e-mail or public page. Names that directors typed as text, in rulings and
messages, stay as they are.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from director.core.base.changes import count_change, count_club_change
from director.core.base.standings_versions import complete_versions
from director.core.base.storage.erasure import overwrite_deleted_rows
from director.core.club.people.read import fetch_person_nights, list_player_models
from director.core.night.history.people import choose_former_name
from director.models import Act, Event, PeopleList, Person, StandingsVersion

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
    old_name = person.name
    new_name = choose_former_name(club_id=person.club_id, person_id=person.pk)
    for event in fetch_person_nights(person):
        # The texts of an event don't say which of two namesakes they mean.
        if not _has_namesake(event, person):
            rename_in_event(event, {old_name: new_name})
        count_change(event.pk)
    _remove_from_lists(person)
    person.numbers.all().delete()
    person.merges.all().delete()
    person.name = new_name
    person.number = person.email = ""
    person.is_hidden = True
    person.needs_large_print = False
    person.save()
    count_club_change(person.club_id)
    # The name is deleted even if its traces can't be overwritten now, as on a full disk.
    transaction.on_commit(overwrite_deleted_rows, robust=True)
    return person


def _has_namesake(event: Event, person: Person) -> bool:
    namesakes = Person.objects.filter(name=person.name).exclude(pk=person.pk)
    return any(
        model._base_manager.filter(person__in=namesakes, **{f"{session}__event": event}).exists()
        for model, session in list_player_models().items()
    )


def rename_in_event(event: Event, new_names: Mapping[str, str]) -> None:
    """Replace names in the standings' versions and the history of *event*.

    *new_names* are by old name. All are replaced at once, because a new one may be another's old one.
    """

    def new_name(match: re.Match[str]) -> str:
        return new_names[match[0]]

    # A name is a whole word: "Ada Ash" isn't part of "Ada Ashby".
    names = "|".join(map(re.escape, new_names))
    pattern = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
    complete_versions([event.pk])
    versions = list(StandingsVersion.objects.filter(event=event))
    for version in versions:
        version.standings = _replace_in_json(version.standings, pattern, new_name)
        version.changes = _replace_in_json(version.changes, pattern, new_name)
        version.facts = _replace_in_json(version.facts, pattern, new_name)
    StandingsVersion.objects.bulk_update(versions, ["standings", "changes", "facts"])
    acts = [act for act in Act.objects.filter(event=event) if pattern.search(act.words)]
    max_length = Act._meta.get_field("words").max_length
    for act in acts:
        act.words = pattern.sub(new_name, act.words)[:max_length]
    Act.objects.bulk_update(acts, ["words"])


def _replace_in_json(
    value: Any, pattern: re.Pattern[str], text: Callable[[re.Match[str]], str]
) -> Any:
    """Return the JSON *value* with *text* in place of *pattern* in all its strings."""
    if isinstance(value, str):
        return pattern.sub(text, value)
    if isinstance(value, list):
        return [_replace_in_json(item, pattern, text) for item in value]
    if isinstance(value, dict):
        return {key: _replace_in_json(item, pattern, text) for key, item in value.items()}
    return value


def _remove_from_lists(person: Person) -> None:
    """Remove *person* from imported lists, whose undo would restore the name."""
    people_lists = list(PeopleList.objects.filter(club=person.club_id))
    for people_list in people_lists:
        people_list.added.pop(str(person.pk), None)
        people_list.changed.pop(str(person.pk), None)
    PeopleList.objects.bulk_update(people_lists, ["added", "changed"])
