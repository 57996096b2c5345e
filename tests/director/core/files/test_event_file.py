"""One event as a file: taken in elsewhere it is the same event, with the same standings and the same history."""

import copy
import json
import random
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_first_section, fetch_section
from director.boards.play.results.acts import undo_section
from director.boards.play.seats.seating import name_entry
from director.core.club.people_forget import forget_person
from director.core.files.event_file import make_event_archive
from director.core.night.history import find_act_to_undo
from director.core.night.publishing import publish_results
from director.errors import DeskError, DuplicateImportError
from director.event_kinds import get_event_kind
from director.formats.errors import ImportFileError
from director.models import Club, Event, Person, Plan, StandingsVersion
from director.models.event import Contest
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    post_draw,
)
from tests.director.additions.exports.nights import GIVEN, WEIGHTED, make_export_event
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.director.core.files.rows import dump_all_records, dump_event_in_order, list_records
from tests.factories import (
    enter_all_results,
    make_club,
    make_demo_event,
    make_night,
    make_small_and_large_sections,
)
from tests.oracle.events import compute_event_differences

pytestmark = pytest.mark.django_db

CONTESTS = [Contest.PAIRS, Contest.PROGRESSIVE, Contest.INDIVIDUAL, Contest.TEAMS]


def import_elsewhere(data: bytes, **settings) -> Event:
    """Return the event of the file *data* as another club of this database takes it in."""
    with transaction.atomic():  # which leaves no club behind a file that is refused
        make_club("Elsewhere")
        imported = import_file(data=data, file_name="night.json", club_name="Elsewhere", **settings)
    return reload_event(imported.event)


def shown(event) -> tuple:
    """Return what people see of *event*: standings, every table, acts with who and when, and versions."""
    tables = get_event_kind(event).make_export_tables(event)
    return (
        get_event_kind(event).make_standings_snapshot(event).standings,
        [
            (table.title, table.rows)
            for table in tables.tables
            if table.title not in ("Event", "Party")
        ],
        [
            (
                act.number,
                act.kind,
                act.words,
                act.made_at,
                act.made_by,
                act.undone_at,
                act.undone_by,
            )
            for act in event.acts.order_by("number").select_related("made_by", "undone_by")
        ],
        [
            (kept.number, kept.action, kept.changes, kept.standings, kept.made_at)
            for kept in StandingsVersion.objects.filter(event=event).order_by("number")
        ],
    )


def check_same_event(event, taken):
    assert dump_event_in_order(taken) == dump_event_in_order(event)
    assert shown(taken)[1:] == shown(event)[1:]
    assert _plain(shown(taken)[0]) == _plain(shown(event)[0])
    assert compute_event_differences(taken) == []


def _plain(standings):
    """Return *standings* without the addresses that rows lead to."""
    return json.loads(json.dumps(standings, default=str))


# 4 s: enters up to four sections line by line with all that directors do besides
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_night_with_everything_is_the_same_elsewhere(seed):
    chance = random.Random(seed)
    event = make_export_event(
        seed,
        letters=chance.choice(["A", "AB"]),
        sessions=chance.choice([1, 2]),
        key=chance.choice(["mitchell", "howell"]),
        pairs=6,
        ruled=(*GIVEN, *WEIGHTED),
    )
    section = fetch_first_section(event.pk)
    undone = find_act_to_undo(section.acts.all())
    undo_section(section=section, number=undone.number, user=None)
    check_same_event(event, import_elsewhere(make_event_archive(event)))


@pytest.mark.slow
@pytest.mark.parametrize("is_undone", [False, True], ids=["corrected", "undone"])
def test_a_slip_of_the_pen_stays_here_and_its_event_can_leave(is_undone):
    section = make_night(pairs=4, named=False)
    name_entry(section=section, pair_no=1, names=["Ida Ivi", "Cleo Cole"])
    if is_undone:
        act = find_act_to_undo(section.acts.all())
        undo_section(section=section, number=act.number, user=None)
    else:
        name_entry(section=section, pair_no=1, names=["Ida Ivy", "Cleo Cole"])
    event = import_elsewhere(make_event_archive(section.session.event))
    assert not Person.objects.filter(club=event.club, name="Ida Ivi").exists()


@pytest.mark.slow
def test_a_former_player_is_nobody_else_elsewhere():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    enter_all_results(section)
    event = section.session.event
    publish_results(event=event)
    first, second, *_others = Person.objects.order_by("pk")
    old_names = {person.pk: person.name for person in (first, second)}
    for person in (first, second):
        forget_person(person=person)
    club = Club.objects.create(name="Elsewhere")
    strangers = [
        Person.objects.create(club=club, name=f"Former player {person.pk}")
        for person in (first, second)
    ]
    imported_event = import_elsewhere(make_event_archive(event))
    former = [
        person for person in club.people.all() if person not in strangers and not person.number
    ]
    former = [person for person in former if person.name.startswith("Former player")]
    assert [person.name for person in former] == [f"Former player {person.pk}" for person in former]
    assert len(former) == 2
    assert all(person.is_hidden for person in former)
    seated = imported_event.club.people.filter(entries__isnull=False)
    assert not set(seated) & set(strangers)
    versions = str(
        list(StandingsVersion.objects.filter(event=imported_event).values_list("standings"))
    )
    words = versions + str(list(imported_event.acts.values_list("words")))
    assert set(re.findall(r"Former player \d+", words)) == {person.name for person in former}
    assert not [name for name in old_names.values() if name in words]


@pytest.mark.slow
def test_it_is_refused_a_second_time_unless_it_is_wanted():
    event = make_demo_event(Contest.TEAMS, seed=1)
    data = make_event_archive(event)
    import_elsewhere(data)
    with pytest.raises(DuplicateImportError) as refused:
        import_elsewhere(data)
    assert str(refused.value) == (f"{event.name} on 17 November 2026 has already been imported.")
    check_same_event(event, import_elsewhere(data, again=True))


@pytest.mark.slow
@pytest.mark.parametrize("contest", CONTESTS)
def test_the_page_takes_it_by_what_it_holds(desk, contest):
    data = make_event_archive(make_demo_event(contest, seed=1))
    Event.objects.update(name="Former")
    response = desk.post("/import/", {"file": SimpleUploadedFile("x.xml", data)}, follow=True)
    assert response.status_code == 200
    event = Event.objects.exclude(name="Former").get()
    assert f"{event.name} on 17 November 2026 has been imported." in response.content.decode()


def _content():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    enter_all_results(section)
    return json.loads(make_event_archive(section.session.event))


def _set(label, field, value):
    def change(content):
        list_records(content, label)[0]["fields"][field] = value

    return change


def _change_of_act(**parts):
    def change(content):
        list_records(content, "act")[0]["fields"]["changes"][0].update(parts)

    return change


def _append(label, **fields):
    def change(content):
        content["records"].append({"model": label, "pk": 1, "fields": fields})

    return change


HOSTILE = {
    "a newer version": (lambda content: content.update(schema="9999_later"), "a newer version"),
    "an account": (_append("auth.user", username="eve", is_superuser=True), "auth.user"),
    "two events": (
        lambda content: content["records"].append({**list_records(content, "event")[0], "pk": 99}),
        "2 events",
    ),
    "no event": (
        lambda content: content["records"].remove(list_records(content, "event")[0]),
        "no events",
    ),
    "a record twice": (
        lambda content: content["records"].append(list_records(content, "result")[0]),
        "is in it twice",
    ),
    "of another section": (
        _set("result", "section", 99999),
        "belongs to a section that is not in it",
    ),
    "of another person": (
        _set("entryplayer", "person", 99999),
        "belongs to a person that is not in it",
    ),
    "a number as a name": (_set("result", "board_no", "many"), "board_no"),
    "an unknown field": (_set("result", "colour", "red"), "colour"),
    "below nothing": (_set("result", "board_no", -3), "board_no"),
    "no board": (_set("result", "board_no", 0), "don’t fit together"),
    "a huge number": (_set("result", "ns_score", 10**30), "ns_score"),
    "an act on accounts": (_change_of_act(model="auth.user"), "refers to something unknown"),
    "an act on the club": (_change_of_act(model="director.club"), "refers to something unknown"),
    "an act on no field": (
        _change_of_act(after={"is_superuser": True}),
        "refers to something unknown",
    ),
    "an act with words for a number": (_change_of_act(pk="1 OR 1"), "refers to something unknown"),
    "no list of records": (lambda content: content.update(records={}), "records aren’t a list"),
    "a person without a name": (
        lambda content: content["people"][0].update(name=" "),
        "people aren’t a list",
    ),
    "a list for a dictionary": (_set("section", "partners", []), "has a wrong partners"),
    "a number in a list": (_set("planrow", "boards", [10**25]), "has a wrong boards"),
    "an endless value": (_set("result", "board_no", "x" * 60_000), "xx…. Export the event again"),
    "a value not to be seen": (
        _set("result", "board_no", "\x00"),
        "“\N{REPLACEMENT CHARACTER}” value must be",
    ),
    "no contest": (_set("event", "contest", ""), "can’t be shown"),
    "a method there is not": (
        _set("event", "scoring", "haunted"),
        "no longer has events of this kind",
    ),
    "partners that are none": (_set("section", "partners", {"1": "x"}), "can’t be shown"),
}


@pytest.mark.parametrize("name", leave_to_slow(HOSTILE, but=1))
def test_a_hostile_file_is_refused_in_a_sentence_and_stores_nothing(name):
    spoil, said = HOSTILE[name]
    content = _content()
    spoil(content)
    before = dump_all_records()
    with pytest.raises(DeskError) as refused:
        import_elsewhere(json.dumps(content).encode())
    assert said in str(refused.value)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 500
    assert dump_all_records() == before


@pytest.mark.parametrize("cut", leave_to_slow([30, 500, -1], but=1))
def test_a_broken_file_is_refused(cut):
    data = json.dumps(_content()).encode()[:cut]
    before = dump_all_records()
    with pytest.raises((DeskError, ImportFileError)):
        import_elsewhere(data)
    assert dump_all_records() == before


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_changed_in_it_is_taken_whole_or_refused(seed):
    """Any value anywhere becomes another: the event is stored as a whole, or a sentence says why not."""
    chance, content, before = random.Random(seed), _content(), dump_all_records()
    for _ in range(6):
        spoiled = copy.deepcopy(content)
        _spoil(spoiled, chance)
        try:
            imported_event = import_elsewhere(json.dumps(spoiled).encode(), again=True)
        except (DeskError, ImportFileError):
            assert dump_all_records() == before
        else:
            get_event_kind(imported_event).make_standings_snapshot(imported_event)
            Club.objects.filter(name="Elsewhere").update(name=f"Elsewhere {imported_event.pk}")
            before = dump_all_records()


def _spoil(content, chance):
    """Change one value somewhere in *content*."""
    at = content
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(at[key], dict | list) and chance.random() < 0.9:
            at = at[key]
            continue
        at[key] = chance.choice(
            [None, -1, 0, 7, 10**25, "", "x" * 400, "\0", [], {}, {"a": 1}, True, "2026-99-99"]
        )
        return


@pytest.mark.slow
@pytest.mark.parametrize(
    ("contest", "key"), [(Contest.TEAMS, "swiss-teams"), (Contest.PAIRS, "swiss-pairs")]
)
def test_a_swiss_is_the_same_elsewhere(desk, contest, key):
    section = make_drawn_section(desk, contest=contest, key=key)
    enter_round(fetch_section(section.session_id), 1)
    post_draw(desk, section)
    event = reload_event(section.session.event)
    assert Plan.objects.filter(section=section).count() == 2
    check_same_event(event, import_elsewhere(make_event_archive(event)))


def test_a_large_event_costs_no_more_queries():
    counts = []
    for section in make_small_and_large_sections():
        with CaptureQueriesContext(connection) as sent:
            make_event_archive(section.session.event)
        counts.append(len(sent))
    assert counts[0] == counts[1]
