"""Delete a person on request: results stay, and nothing shows the name.

Entries, results and standings need somebody at each seat, so the person stays as *Former player
17*, without numbers, e-mail or public page.  Names that directors typed as text, in rulings and
messages, are not searched.
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

    It can't be undone: whoever asks to be deleted must not come back by a press.
    """
    former, name = person.name, f"Former player {person.pk}"
    for event in person_nights(person):
        if not _has_namesake(event, person):
            _rename_in(event, former, name)
        count_change(event.pk)
    _forget_lists(person)
    person.numbers.all().delete()
    person.merges.all().delete()
    person.name, person.number, person.email, person.is_hidden = name, "", "", True
    person.save()
    count_club_change(person.club_id)
    return person


def _has_namesake(event: Event, person: Person) -> bool:
    """Return whether somebody else of the same name plays in *event*."""
    others = Person.objects.filter(name=person.name).exclude(pk=person.pk)
    return any(
        model._base_manager.filter(person__in=others, **{f"{session}__event": event}).exists()
        for model, session in player_models().items()
    )


def _rename_in(event: Event, former: str, name: str) -> None:
    """Replace *former* by *name* in the standings' versions and the history of *event*."""
    whole = re.compile(rf"(?<!\w){re.escape(former)}(?!\w)")
    complete_versions([event.pk])
    versions = list(StandingsVersion.objects.filter(event=event))
    for version in versions:
        version.standings = _rename_in_json(version.standings, whole, name)
        version.changes = _rename_in_json(version.changes, whole, name)
        version.facts = _rename_in_json(version.facts, whole, name)
    StandingsVersion.objects.bulk_update(versions, ["standings", "changes", "facts"])
    acts = list(Act.objects.filter(event=event, words__contains=former))
    for act in acts:
        act.words = whole.sub(name, act.words)[: Act._meta.get_field("words").max_length]
    Act.objects.bulk_update(acts, ["words"])


def _rename_in_json(value: Any, whole: re.Pattern[str], name: str) -> Any:
    """Return *value*, as JSON has it, with *name* in place of what *whole* finds in its texts."""
    if isinstance(value, str):
        return whole.sub(name, value)
    if isinstance(value, list):
        return [_rename_in_json(each, whole, name) for each in value]
    if isinstance(value, dict):
        return {key: _rename_in_json(each, whole, name) for key, each in value.items()}
    return value


def _forget_lists(person: Person) -> None:
    """Take *person* out of the lists that were imported: their undo would bring the name back."""
    lists = list(PeopleList.objects.filter(club=person.club_id))
    for known in lists:
        known.added.pop(str(person.pk), None)
        known.changed.pop(str(person.pk), None)
    PeopleList.objects.bulk_update(lists, ["added", "changed"])
