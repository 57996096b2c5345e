"""What each role may send and read: every address of the program is tried with every role."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session as BrowserSession
from django.test import Client
from django.urls import get_resolver, resolve, reverse

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section_acts
from director.core.base.act_kinds import ActKind
from director.core.base.address import NumberConverter
from director.core.base.roles import ROLE_DESCRIPTIONS, SAFE_METHODS, Role, get_needed_role
from director.core.files.exports import list_format_keys
from director.core.night.history import find_act_to_undo
from director.models import Act, Event, Person, PersonNumber, Result
from director.party.models import Party
from tests.director.core.pages.accounts.test_account import PUBLIC
from tests.director.pages import HTMX, find_elements, find_errors, find_texts
from tests.director.party.parties import make_seated_party, play_round
from tests.factories import (
    add_ruling,
    enter_on_line,
    make_account,
    make_director,
    make_night,
    make_played_section,
    sign_in,
)

SCORERS = {
    "session_print",
    "party_print",
    "session_play_clock",
    "session_play_minutes",
    "session_play_break",
    "session_play_message",
    "session_play_call",
    "session_play_settle",
    "session_play_look",
    "session_play_phone",
    "session_play_undo",
    "session_money_paid",
    "session_room_message_away",
    "session_room_call_tick",
    "session_room_call_undo",
    "session_door",
    "session_results_fixtures",
    "session_results_match",
    "session_results_receiver",
    "event_settings_undo",
    "event_settings_redo",
    "session_scores_board",
    "session_scores_match",
    "session_scores_round",
    "session_scores_table",
    "session_scores_groups",
    "session_scores_trump",
    "session_scores_undo",
    "session_scores_redo",
    "session_off_schedule",
    "session_direction",
    "session_off_schedule_table",
    "session_off_schedule_move",
    "party_play_table",
    "party_play_next",
    "party_play_undo",
    "party_play_redo",
    "party_play_finish",
    "party_play_clock",
    "party_play_minutes",
    "party_play_break",
    "party_play_message",
    "party_room_message_away",
    "party_tables_phone",
    "party_cards_store",
    "party_money_paid",
    "party_cards_settle",
    "party_skat_store",
    "party_skat_next",
    "party_list_store",
    "party_list_check",
    "party_series_next",
    "party_teams",
}
EVERYBODY_S = {
    "own_password",
    "own_devices",
    "own_keys",
    "session_field_grid_check",  # these two examine a grid and save nothing
    "session_field_grid_file",
}
SCORERS_READ = {
    "event_labels",
    "event_labels_pdf",
    "people_labels",
    "people_duplicates",
    "people_labels_pdf",
    "people_masterpoints",
    "people_masterpoints_file",
    "session_money",
    "money_of_month",
    "session_money_receipts",
    "party_money",
    "party_money_receipts",
    "session_tables",
    "party_tables",
    "people_read_in",
    "person_merge",
    "event_numbers",
}
"""Pages that viewers do not read: private addresses of tables, by which results are entered,
and numbers of people."""
DIRECTORS_ONLY = {
    "accounts",
    "website",
    "website_zip",
    "library_import",
    "session_seeding",
    "sign_ins",
    "club_phones",
    "club_numbers",
    "backup_file",
    "backup_restore",
    "backup_sent",
    "session_hands",
    "session_hands_pbn",
    "session_hands_records",
    "person_forget",
}
"""Pages and files that the others do not read: who signed in from where, everybody's stored password, cards, and
deleting somebody."""
SENT = {
    "text": "4SS=",
    "name": "Ada Ash",
    "club_name": "Hill Club",
    "paper": "letter",
    "date": "2026-11-17",
    "game": "whist",
    "key": "publish",
    "hours": "1",
    "number": "1",
    "role": "3",
    "shows": "1",
    "pairs": "6",
    "facts": "A revoke.",
    "decision": "So.",
    "winner": "1",
    "scoring": "imps",
}

pytestmark = pytest.mark.django_db
TEMPLATES = Path(__file__).parents[5] / "templates"
PATTERNS = {pattern.name: pattern for pattern in get_resolver().url_patterns}
DESK = {name: pattern for name, pattern in PATTERNS.items() if name not in PUBLIC}


def role_to_send(name: str) -> Role:
    return get_needed_role(PATTERNS[name].callback, "POST")


def refusal(role: Role) -> str:
    return (
        f"Not saved: you’re signed in as sam. A {role.label} can only {ROLE_DESCRIPTIONS[role]}. "
        "Ask a director to do this or to change your role."
    )


def sign_in_role(role: Role) -> Client:
    return sign_in(make_account("sam", role))


def everything_stored() -> dict[str, list]:
    """Return every row of every table, but for which browsers are signed in."""
    kept = [model for model in apps.get_models() if model is not BrowserSession]
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values_list()) for model in kept
    }


def list_addresses() -> dict[str, str]:
    """Return the address of every view of the desk for a night and a party that are stored, by name."""
    section, party = make_played_section(leave=2), make_seated_party()
    play_round(party)
    numbers = {
        "event_id": section.session.event_id,
        "person_id": section.entries.first().players.first().pk,
        "result_id": section.results.first().pk,
        "account_id": make_director("eve").pk,
        "form": "csv",
        "name": "x",
        "uid": "x",
        "token": "x",
        "session_id": section.ref,
        "first": 1,
        "second": 2,
    }
    paths = {}
    for name, pattern in DESK.items():
        own = dict(numbers)
        if isinstance(pattern.pattern.converters.get("session_id"), NumberConverter):
            own["session_id"] = party.session_id if name.startswith("party") else section.session_id
        places = {place: own.get(place, 1) for place in pattern.pattern.converters}
        paths[name] = reverse(name, kwargs=places)
    return paths


def test_every_address_names_the_role_it_takes_something_from():
    """What is in neither list says nothing, and is a director's."""
    assert {name for name in DESK if role_to_send(name) is Role.SCORER} == SCORERS
    assert {name for name in DESK if role_to_send(name) is Role.VIEWER} == EVERYBODY_S
    assert {
        name for name in DESK if get_needed_role(PATTERNS[name].callback, "GET") is Role.DIRECTOR
    } == DIRECTORS_ONLY
    assert {
        name for name in DESK if get_needed_role(PATTERNS[name].callback, "GET") is Role.SCORER
    } == SCORERS_READ
    assert len(DESK) > 80


def test_a_view_that_says_nothing_is_a_director_s():
    assert [
        get_needed_role(lambda: None, method)
        for method in ("POST", "PUT", "DELETE", "PATCH", "ODD")
    ] == [Role.DIRECTOR] * 5
    assert {get_needed_role(lambda: None, method) for method in SAFE_METHODS} == {Role.VIEWER}


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER], ids=lambda role: role.label)
def test_forms_beyond_a_role_are_refused_with_one_sentence_and_change_nothing(role):
    paths, client = list_addresses(), sign_in_role(role)
    before = everything_stored()
    refused = [name for name in DESK if role < role_to_send(name)]
    for name in refused:
        for headers in ({}, HTMX):
            response = client.post(paths[name], SENT, **headers)
            said = [response.content.decode()] if headers else find_errors(response)
            assert response.status_code == 403, name
            assert said == [refusal(role)], name
    for name in refused[:5]:
        assert [client.put(paths[name]).status_code, client.delete(paths[name]).status_code] == [
            403,
            403,
        ]
    assert everything_stored() == before
    assert len(refused) >= len(DESK) - len(SCORERS) - len(EVERYBODY_S)


@pytest.mark.slow
@pytest.mark.parametrize("role", list(Role), ids=lambda role: role.label)
def test_what_a_role_may_send_is_not_refused_for_it(role):
    paths = list_addresses()
    taken = [name for name in DESK if role >= role_to_send(name)]
    account = make_account("sam", role)
    for name in taken:
        client = sign_in(account)
        response = client.post(paths[name], SENT)
        assert response.status_code != 403, name


@pytest.mark.parametrize("role", list(Role), ids=lambda role: role.label)
def test_every_page_is_read_by_every_role_and_reading_changes_nothing(role):
    paths, client = list_addresses(), sign_in_role(role)
    before = everything_stored()
    refused = {name for name, path in paths.items() if client.get(path).status_code == 403}
    hidden = {
        Role.VIEWER: DIRECTORS_ONLY | SCORERS_READ,
        Role.SCORER: DIRECTORS_ONLY,
        Role.DIRECTOR: set(),
    }
    assert refused == hidden[role]
    assert everything_stored() == before


NUMBER, OTHER, EMAIL = "Q77{:05}", "Z88{:05}", "person{}@club.example"
PRIVATE = re.compile(rb"Q77\d{5}|Z88\d{5}|@club\.example")


def give_numbers() -> None:
    """Give everybody a number, one of another body and an e-mail address, and some of each kind of night one name."""
    people = list(Person.objects.order_by("pk"))
    for person in people:
        person.number, person.email = NUMBER.format(person.pk), EMAIL.format(person.pk)
        person.name = people[0].name if person in (people[1], people[-1]) else person.name
    Person.objects.bulk_update(people, ["name", "number", "email"])
    PersonNumber.objects.bulk_create(
        PersonNumber(person=person, body="ACBL", number=OTHER.format(person.pk))
        for person in people
    )


def unpacked(answer) -> bytes:
    """Return what an answer holds, and what is inside of it where it is a zip."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if not content.startswith(b"PK"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return b"".join(packed.read(name) for name in packed.namelist())


def test_numbers_and_addresses_of_people_are_for_scorers_and_directors():
    paths = list_addresses()
    people = ("", "?q=Q77", f"{Person.objects.order_by('pk').first().pk}/")
    asked = [*paths.values(), *(f"/people/{page}" for page in people)]
    events = Event.objects.values_list("pk", flat=True)
    asked += [
        reverse("event_export", args=[event, form])
        for event in events
        for form in list_format_keys()
    ]
    asked += [f"{reverse('event_export', args=[events[0], 'csv'])}?table=players"]
    give_numbers()
    shown = {}
    for role in (Role.VIEWER, Role.SCORER):
        client = sign_in(make_account(role.label, role))
        shown[role] = {path for path in asked if PRIVATE.search(unpacked(client.get(path)))}
    assert shown[Role.VIEWER] == set()
    assert {f"/people/{page}" for page in people} <= shown[Role.SCORER]
    assert {path.split("/")[-2] for path in shown[Role.SCORER] if "/export/" in path} >= {
        "xlsx",
        "usebio",
        "zip",
    }
    assert paths["session_seats"] in shown[Role.SCORER]


def test_viewer_finds_nobody_by_number():
    list_addresses()
    give_numbers()
    number = Person.objects.first().number
    assert find_texts(sign_in_role(Role.VIEWER).get(f"/people/?q={number}"), "#people p") == [
        f"No name matches “{number}”."
    ]


def test_page_for_directors_says_so():
    page = sign_in_role(Role.SCORER).get("/accounts/")
    assert find_errors(page) == [
        "This page is for directors. You’re signed in as sam: a scorer can only enter and correct results, run the "
        "clock and print."
    ]


def test_scorer_enters_and_corrects_but_does_not_publish():
    section, client = make_night(key="howell", pairs=4, boards_per_set=1), sign_in_role(Role.SCORER)
    line = fetch_section_lines(section).all[0]
    board = reverse("session_scores_board", args=[section.ref, line.board_no])
    box = find_elements(client.get(board), "table input")[0].get("name")
    for text in ("4SS=", "4SS-1"):
        shown = {
            box_.get("name"): box_.get("value")
            for box_ in find_elements(client.get(board), "input")
        }
        client.post(
            board, {name: value or "" for name, value in shown.items() if name} | {box: text}
        )
    assert list(Result.objects.filled().values_list("text", flat=True)) == ["4SS-1"]
    assert Act.objects.latest("pk").made_by.username == "sam"
    event = section.session.event
    assert client.post(reverse("event_publish", args=[event.pk]), {"hours": "0"}).status_code == 403
    assert not Event.objects.get(pk=event.pk).is_published


def test_scorer_undoes_results_and_not_what_only_a_director_does(director):
    section, client = make_night(key="howell", pairs=4, boards_per_set=1), sign_in_role(Role.SCORER)
    line = fetch_section_lines(section).all[0]
    enter_on_line(section, line, "4SS=", user=director)
    other = fetch_section_lines(section).all[1]
    add_ruling(
        section=section, user=director, facts="A revoke.", decision="So.", board_no=other.board_no,
        pair_no=other.ns, adjusted="A6040",
    )  # fmt: skip
    ruled = find_act_to_undo(fetch_section_acts(section))
    page = client.get(reverse("session_scores_board", args=[section.ref, line.board_no]))
    assert find_elements(page, "#undo-form input")[-1].get("value") != str(ruled.number)
    undo = reverse("session_scores_undo", args=[section.ref])
    refused = client.post(undo, {"change": ruled.number})
    assert refused.status_code == 422
    assert find_errors(refused)[0] == f"Only a director can undo or redo this: {ruled.words}"
    number = fetch_section_acts(section).get(kind="result").number
    client.post(undo, {"change": number, "sure": number})
    assert section.results.filled().filter(text="4SS=").count() == 0
    assert section.rulings.count() == 1


def test_scorer_does_not_undo_the_draw_of_a_party(director):
    party, client = make_seated_party(), sign_in_role(Role.SCORER)
    act = find_act_to_undo(party.acts)
    assert ActKind(act.kind).undoer is Role.DIRECTOR
    page = client.post(reverse("party_play_undo", args=[party.session_id, act.number]))
    assert find_errors(page)[0] == f"Only a director can undo or redo this: {act.words}"
    assert Party.objects.get().played_rounds.count() == party.played_rounds.count()
    assert Act.objects.get(pk=act.pk).undone_at is None


def test_role_is_said_beside_the_name_and_a_director_s_is_not():
    assert find_texts(sign_in_role(Role.VIEWER).get("/"), ".account-menu summary") == [
        "sam, viewer"
    ]
    dora = sign_in(make_director())
    assert find_texts(dora.get("/"), ".account-menu summary") == ["dora"]
    assert find_elements(dora.get("/"), "body")[0].get("data-role") is None


FORM = re.compile(r"<form\b(?:[^>{]|\{%.*?%\}|\{\{.*?\}\})*>", re.DOTALL)
WITHOUT_NAME = {
    "additions/rulings/irregularities.html": "session_irregularities",
    "{{ address }}": "session_irregularities",
    "{{ save_address }}": "session_field_save",
    "{{ switches_address }}": "session_field_switches",
    "{{ phones.check }}": "session_play_look",
    "boards/scores/_asked.html": "session_scores_undo",
    "core/question.html": "session_scores_undo",
    "additions/phones/page.html": "session_tables_addresses",
    "core/phones/_put.html": "session_play_phone",
    "additions/imports/page.html": "results_import",
    "{{ destination.address }}": "results_import",
    "boards/scores/_entry_page.html": "session_scores_board",
    "{{ paid_address }}": "session_money_paid",
    "core/backup_restore.html": "backup_restore",
    "core/club/club.html": "club",
    "{{ message.extra_tags }}": "event_restore",
    "{{ undo_button.address }}": "session_scores_undo",
    "{{ action }}": "event_publish",
    "{{ at.page }}": "session_seats",
    "{{ sheet.action }}": "session_results_receiver",
    "{{ clock.address }}play/clock/": "session_play_clock",
    "core/events/change.html": "event_change",
    "core/events/new.html": "event_new",
    "additions/phones/_settings.html": "session_tables",
    "core/play/_clock.html": "session_play_clock",
    "core/play/_times.html": "session_play_minutes",
    "core/play/_messages.html": "session_room_message_away",
    "{{ clock.address }}play/message/": "session_play_message",
    "{{ clock.address }}room/standings/": "session_room_standings",
    "core/print.html": "session_print",
    "party/play/_table.html": "party_play_table",
}
"""Forms whose action is no name of an address, each with the one it is sent to."""
FOR_ALL = {"core/accounts/join.html", "core/accounts/sign_in.html", "core/accounts/welcome.html"}
AT_TABLES = (
    "additions/phones/table/",
    "party/phones/",
    "party/table",
    "additions/phones/player_page/",
)
"""Where players send by a private address, without an account."""
SENDS_AGAIN = "core/refusals/_send_again.html"
UNDO = "components/undo.html"
UNDONE = re.compile(
    r"""{% url '(\w+)'[^%]* as address %}\s*{% include "components/undo.html"([^%]*)%}"""
)
"""Where the form of ``UNDO`` is sent, and what else it is told."""


def forms() -> list[tuple[str, str, str]]:
    """Return every form that sends something: its template, the name of its address, for whom it says it is."""
    listed = []
    for path in sorted(TEMPLATES.rglob("*.html")):
        place = path.relative_to(TEMPLATES).as_posix()
        template = path.read_text(encoding="utf-8")
        listed += [
            (place, name, "scorer" if "scorer" in told else "director")
            for name, told in UNDONE.findall(template)
        ]
        for text in FORM.findall(template):
            if (
                'method="post"' not in text
                or place in (*FOR_ALL, UNDO)
                or place.startswith(AT_TABLES)
            ):
                continue
            named = re.search(r"""action="{% url '(\w+)'""", text)
            matched = re.search(r'data-for="(\w+)"', text)
            action = re.search(r'action="([^"]*)"', text)
            unnamed = place if place in WITHOUT_NAME or not action else action[1]
            name = (
                named[1] if named else "sign_out" if place == SENDS_AGAIN else WITHOUT_NAME[unnamed]
            )
            listed.append((place, name, matched[1] if matched else "director"))
    return listed


def test_every_form_says_for_whom_it_is_so_that_others_get_no_button():
    listed = forms()
    assert len(listed) > 60
    wrong = [
        (place, name, said)
        for place, name, said in listed
        if said != (Role.VIEWER.label if name in PUBLIC else role_to_send(name).label)
    ]
    assert wrong == []


def test_addresses_resolve_to_the_views_that_are_asked():
    """A wrapper of a view that loses what the view says would open or close an address."""
    section = make_night(pairs=6)
    view = resolve(reverse("session_scores_board", args=[section.ref, 1])).func
    assert get_needed_role(view, "POST") is Role.SCORER
