"""Delete a person on request: results stay, and nothing shows the name.

Entries, results and standings need a person at each seat, so the person stays as *Former player
17*, without numbers, e-mail or public page. Names that directors typed as text, in rulings and
messages, stay as they are.
"""

import re
from typing import Any

from django.db import transaction

from director.core.base.changes import count_change, count_club_change
from director.core.base.standings_versions import complete_versions
from director.core.club.people.read import person_nights, player_models
from director.models import Act, Event, PeopleList, Person, StandingsVersion


@transaction.atomic
def forget_person(*, person: Person) -> Person:
    """Remove the name, numbers and e-mail of *person*, from history and standings too.

    It can't be undone, so that a wrong press can't bring back somebody who asked to be deleted.
    """
    old_name = person.name
    new_name = f"Former player {person.pk}"
    for event in person_nights(person):
        # The texts of an event don't say which of two namesakes they mean.
        if not _has_namesake(event, person):
            _rename_in_event(event, old_name, new_name)
        count_change(event.pk)
    _remove_from_lists(person)
    person.numbers.all().delete()
    person.merges.all().delete()
    person.name = new_name
    person.number = person.email = ""
    person.is_hidden = True
    person.save()
    count_club_change(person.club_id)
    return person


def _has_namesake(event: Event, person: Person) -> bool:
    namesakes = Person.objects.filter(name=person.name).exclude(pk=person.pk)
    return any(
        model._base_manager.filter(person__in=namesakes, **{f"{session}__event": event}).exists()
        for model, session in player_models().items()
    )


def _rename_in_event(event: Event, old_name: str, new_name: str) -> None:
    """Replace *old_name* in the standings' versions and the history of *event*."""
    # A name is a whole word: "Ada Ash" isn't part of "Ada Ashby".
    pattern = re.compile(rf"(?<!\w){re.escape(old_name)}(?!\w)")
    complete_versions([event.pk])
    versions = list(StandingsVersion.objects.filter(event=event))
    for version in versions:
        version.standings = _replace_in_json(version.standings, pattern, new_name)
        version.changes = _replace_in_json(version.changes, pattern, new_name)
        version.facts = _replace_in_json(version.facts, pattern, new_name)
    StandingsVersion.objects.bulk_update(versions, ["standings", "changes", "facts"])
    acts = list(Act.objects.filter(event=event, words__contains=old_name))
    max_length = Act._meta.get_field("words").max_length
    for act in acts:
        act.words = pattern.sub(new_name, act.words)[:max_length]
    Act.objects.bulk_update(acts, ["words"])


def _replace_in_json(value: Any, pattern: re.Pattern[str], text: str) -> Any:
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
