"""Delete a person on request: results stay, and nothing shows the name.

Entries, results and standings need a person at each seat, so the person stays as *Former player
17*, without numbers, e-mail or public page. The guests that the person brought and teams with the
person's name are renamed too. Names that directors typed as text, in rulings and messages, stay as
they are.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from django.db import connection, transaction
from django.db.models import Model, QuerySet, TextField
from django.db.models.functions import Cast

from director.core.base.standings_versions import complete_versions
from director.core.base.versions import increment_club_version, increment_event_version
from director.core.club.people import fetch_person_events, get_session_paths_by_player_model
from director.core.night.former_people import choose_anonymous_name
from director.models import (
    Act,
    Club,
    Entry,
    Event,
    PeopleList,
    Person,
    StandingsVersion,
    Submission,
)
from director.names import get_family_name, make_name_key


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
    previous_names = _collect_all_names(person)
    events_by_id = {event.pk: event for event in fetch_person_events(person)}
    guests = fetch_guests(person)
    teams = fetch_teams_of_name(person)
    # Somebody who was replaced in all rounds has no seat left in a night that names them.
    for event in (
        *_fetch_events_with_names(person.club, previous_names),
        *Event.objects.filter(pk__in=_collect_guest_event_ids(guests)),
        *Event.objects.filter(sessions__sections__entries__in=[team.pk for team in teams]),
    ):
        events_by_id.setdefault(event.pk, event)
    new_team_names = {team.name: _rename_team(team, previous_names, new_name) for team in teams}
    for event in events_by_id.values():
        # The texts of an event don't say which of two namesakes they mean.
        unique_names = [name for name in previous_names if not _has_namesake(event, person, name)]
        new_names_by_name = dict.fromkeys(unique_names, new_name)
        for name, new_team_name in new_team_names.items():
            if not _is_part_of_other_names(event, person, name):
                new_names_by_name[name] = new_team_name
        if new_names_by_name:
            rename_in_event(event, new_names_by_name)
            _rename_teams_in_history(event, new_names_by_name)
        increment_event_version(event.pk)
    _rename_guests(guests, previous_names, new_name)
    _remove_from_lists(person)
    _remove_stored_answers()
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


def fetch_guests(person: Person) -> list[Person]:
    """Return the unnamed guests that *person* brought, such as "Guest of Ada Ash".

    Guests of a namesake are left out, because nobody knows whose they are.
    """
    names = _collect_all_names(person)
    namesakes = person.club.people.filter(name__in=names, is_placeholder=False)
    names -= set(namesakes.exclude(pk=person.pk).values_list("name", flat=True))
    if not names:
        return []
    pattern = _make_names_pattern(names)
    placeholders = person.club.people.filter(is_placeholder=True)
    return [guest for guest in placeholders if pattern.search(guest.name)]


def _collect_guest_event_ids(guests: Collection[Person]) -> set[int]:
    event_ids = set[int]()
    for model, session_path in get_session_paths_by_player_model().items():
        seats = model._base_manager.filter(person__in=guests)
        event_ids |= set(seats.values_list(f"{session_path}__event", flat=True))
    return event_ids


def _rename_guests(
    guests: Iterable[Person], previous_names: Collection[str], new_name: str
) -> None:
    pattern = _make_names_pattern(previous_names)
    max_length = Person._meta.get_field("name").max_length
    for guest in guests:
        guest.name = pattern.sub(new_name, guest.name)[:max_length]
        guest.former_names = ""
        guest.save()


def fetch_teams_of_name(person: Person) -> list[Entry]:
    """Return the teams with the name of *person*, also with the family name alone if they play there.

    A family name that another member has too, or that is only part of the team's name, may mean
    somebody or something else.
    """
    names = _collect_all_names(person)
    pattern = _make_names_pattern(names)
    family_keys = {make_name_key(get_family_name(name)) for name in names}
    teams = Entry.objects.filter(section__session__event__club=person.club).exclude(name="")
    found_teams = []
    for team in teams.prefetch_related("players"):
        has_whole_name = pattern.search(team.name) is not None
        if has_whole_name or _is_called_after(team, person, family_keys):
            found_teams.append(team)
    return found_teams


_TEAM_WORDS = re.compile(r"^(?:team|the)\s+|\s+team$|['’]s?$", re.IGNORECASE)


def _is_called_after(team: Entry, person: Person, family_keys: Collection[str]) -> bool:
    plain_name = _TEAM_WORDS.sub("", _TEAM_WORDS.sub("", team.name))
    if make_name_key(plain_name) not in family_keys:
        return False
    players = list(team.players.all())
    others = [player for player in players if player.pk != person.pk]
    other_keys = {make_name_key(get_family_name(player.name)) for player in others}
    return len(others) < len(players) and other_keys.isdisjoint(family_keys)


def _is_part_of_other_names(event: Event, person: Person, name: str) -> bool:
    """Return whether texts of *event* may mean others by *name*, as "Ash" is part of "Bob Ash"."""
    entries = Entry.objects.filter(section__session__event=event, name__icontains=name)
    if entries.exists():
        return True
    return any(
        model._base_manager.filter(
            person__name__icontains=name, **{f"{session_path}__event": event}
        )
        .exclude(person=person)
        .exists()
        for model, session_path in get_session_paths_by_player_model().items()
    )


def _rename_team(team: Entry, previous_names: Collection[str], new_name: str) -> str:
    """Store and return the name of *team* without those of a person, *previous_names*."""
    pattern = _make_names_pattern(previous_names)
    name = pattern.sub(new_name, team.name)
    if name == team.name:
        name = new_name
    max_length = Entry._meta.get_field("name").max_length or len(name)
    name = name[:max_length]
    # Two teams of a section may have had it, such as one for each of two former names.
    if Entry.objects.filter(section=team.section_id, name=name).exclude(pk=team.pk).exists():
        name = f"{name[: max_length - 6]} {team.pair_no}"
    Entry.objects.filter(pk=team.pk).update(name=name)
    return name


def _rename_teams_in_history(event: Event, new_names_by_name: Mapping[str, str]) -> None:
    pattern = _make_names_pattern(new_names_by_name)
    acts = list(_filter_acts_on(Entry, Act.objects.filter(event=event)))
    for act in acts:
        for change in act.changes:
            if change["model"] != Entry._meta.label_lower:
                continue
            for fields in filter(None, (change["before"], change["after"])):
                if name := fields.get("name"):
                    fields["name"] = pattern.sub(lambda match: new_names_by_name[match[0]], name)
    Act.objects.bulk_update(acts, ["changes"])


def _remove_stored_answers() -> None:
    """Remove the answers that wait for a form sent twice, because they may have the name.

    A form that is sent again is still not done twice.
    """
    Submission.objects.update(status=None, headers={}, content=b"", messages=[])


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
    acts = _filter_acts_on(Person, acts).exclude(event__in=event_ids)
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
    acts = list(_filter_acts_on(Person, Act.objects.filter(event=event)))
    for act in acts:
        for change in act.changes:
            if change["model"] == _PERSON_MODEL:
                # A person was deleted, or is added again when the act is redone.
                side = "before" if change["before"] else "after"
                change[side] = _replace_in_json(change[side], pattern, replace_name)
                # The other form of the name is made of it when the person is stored.
                change[side]["name_key"] = make_name_key(change[side]["name"])
    Act.objects.bulk_update(acts, ["changes"])


def _filter_acts_on(model: type[Model], acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return those of *acts* that changed a record of *model*."""
    texts = acts.annotate(text=Cast("changes", TextField()))
    return texts.filter(text__contains=f'"{model._meta.label_lower}"')


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
