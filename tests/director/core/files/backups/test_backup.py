"""Everything in one file, and back."""

import copy
import gzip
import hashlib
import json
import os
import threading
from pathlib import Path

import pytest
from django.apps import apps
from django.core import serializers
from django.core.management import CommandError, call_command
from django.db import connection

from director.additions.library.movements import (
    change_movement,
    delete_movements,
    load_saved_plan,
    save_movement,
)
from director.boards.play.scores.result import enter_result
from director.core.club.accounts import get_or_create_welcome_path
from director.core.club.people import add_person
from director.core.club.people_lists import match_listed_people, read_people, store_people
from director.core.club.people_merge import merge_person
from director.core.files.backups.database import (
    BACKUP_MODELS,
    OMITTED_MODELS,
    restore_backup,
    write_backup_file,
)
from director.core.files.backups.file import (
    MAX_LINE_BYTES,
    BackupHeader,
    check_backup,
    read_records,
)
from director.core.files.backups.upgrade import get_newest_schema
from director.models import (
    Event,
    PeopleList,
    Person,
    PersonMerge,
    PersonNumber,
    Result,
    SavedMovement,
)
from movements.registry import make_plan
from tests.director.management.test_serve import run_manage
from tests.factories import enter_all_results, make_director, make_night

pytestmark = pytest.mark.django_db


def dump_everything() -> str:
    text = "".join(
        serializers.serialize("json", model._base_manager.order_by("pk")) for model in BACKUP_MODELS
    )
    # A moment is kept to the millisecond, and a whole second is written without.
    return text.replace(".000Z", "Z")


def make_entered_night():
    section = make_night(pairs=8, boards_per_set=2)
    enter_all_results(section)
    return section


@pytest.fixture
def night(director):
    section = make_entered_night()
    enter_result(section=section, board_no=1, ns=1, ew=5, text="7NTN-13", user=director)
    return section


def test_every_model_of_the_program_is_kept():
    models = {
        model
        for model in apps.get_app_config("director").get_models()
        if not model._meta.auto_created
    }
    assert models - set(BACKUP_MODELS) == set(OMITTED_MODELS)


def test_backup_restores_everything_with_history(night, tmp_path):
    before = dump_everything()
    records = write_backup_file(path=tmp_path / "club.backup")
    Result.objects.all().delete()
    restored = restore_backup(path=tmp_path / "club.backup", safety_path=tmp_path / "before.backup")
    assert restored == records
    assert dump_everything() == before
    assert Result.objects.get(board_no=1, ns=1, ew=5).versions.count() == 1


def test_backup_holds_what_the_club_knows_of_its_people(night, tmp_path):
    club = night.session.event.club
    ada = add_person(
        club=club,
        name="Zora Ash",
        number="9001",
        others="Union: 17",
        email="zora@example.org",
    )
    bert = add_person(club=club, name="Zora Oak", is_visitor=True)
    merge_person(person=add_person(club=club, name="Z. Oak", others="Union: 21"), into=bert)
    taken = match_listed_people(
        club, read_people(b"Name;Number\nCora Cedar;9002\n", club).people, {}
    )
    store_people(club, taken, source="members.csv")
    before = dump_everything()
    write_backup_file(path=tmp_path / "club.backup")
    for model in (PersonNumber, PersonMerge, PeopleList):
        assert model.objects.exists()
        model.objects.all().delete()
    Person.objects.filter(pk__in=[ada.pk, bert.pk]).update(email="", is_visitor=False)
    restore_backup(path=tmp_path / "club.backup", safety_path=tmp_path / "before.backup")
    assert dump_everything() == before
    assert Person.objects.get(number="9001").email == "zora@example.org"
    assert Person.objects.get(name="Zora Oak").is_visitor
    assert sorted(map(str, PersonNumber.objects.all())) == ["Union 17", "Union 21"]
    assert str(PeopleList.objects.get()) == "members.csv: 1 new, 0 changed"


def test_backup_holds_the_library_of_movements_with_former_versions(night, tmp_path):
    club = night.session.event.club
    howell = make_plan("howell", pairs=8)
    saved = save_movement(club=club, name="Ours", movement=howell, by=None)
    change_movement(saved=saved, name="Tuesday", note="for tea", by=None)
    gone = save_movement(club=club, name="Gone", movement=make_plan("howell", pairs=9), by=None)
    delete_movements(club=club, ids=[gone.pk])
    before = dump_everything()
    write_backup_file(path=tmp_path / "club.backup")
    SavedMovement.objects.all().delete()
    restore_backup(path=tmp_path / "club.backup", safety_path=tmp_path / "before.backup")
    assert dump_everything() == before
    restored = SavedMovement.objects.get(name="Tuesday")
    assert load_saved_plan(restored).rows == howell.rows
    assert restored.former.get().name == "Ours"


def test_new_records_are_numbered_after_the_restored_ones(night, tmp_path):
    write_backup_file(path=tmp_path / "club.backup")
    restore_backup(path=tmp_path / "club.backup", safety_path=tmp_path / "before.backup")
    assert make_night(pairs=4).session.event.pk not in (None, night.session.event.pk)


def test_commands_write_and_restore_and_keep_what_was_there(night, tmp_path, settings, capsys):
    settings.DATA_DIR = tmp_path / "data"
    settings.SECRET_KEY_FILE = settings.DATA_DIR / "secret.key"
    settings.DATA_DIR.mkdir()
    call_command("backup", tmp_path / "club.backup")
    Event.objects.update(name="changed")
    call_command("restore", tmp_path / "club.backup")
    assert Event.objects.get().name == "Tuesday pairs"
    kept = capsys.readouterr().out.splitlines()[-1]
    call_command("restore", kept)
    assert Event.objects.get().name == "changed"


def test_a_file_that_is_no_backup_is_not_written_over(night, tmp_path):
    """The database itself, for one: a slip of the finger must not cost the club everything."""
    other = tmp_path / "kalamazoo.sqlite3"
    other.write_bytes(b"SQLite format 3")
    with pytest.raises(CommandError) as refused:
        call_command("backup", other)
    assert (
        str(refused.value)
        == f"{other} already exists and isn’t a backup. Choose another file name."
    )
    assert other.read_bytes() == b"SQLite format 3"


def test_an_older_backup_is_replaced(night, tmp_path):
    path = tmp_path / "club.backup"
    first = write_backup_file(path=path)
    make_director("eve")
    assert write_backup_file(path=path) == first + 1


@pytest.mark.skipif(os.name != "posix", reason="only POSIX systems know these modes")
def test_only_its_owner_can_read_a_backup(night, tmp_path):
    write_backup_file(path=tmp_path / "club.backup")
    assert (tmp_path / "club.backup").stat().st_mode & 0o777 == 0o600


@pytest.mark.django_db(transaction=True)
def test_backup_is_of_one_moment_and_nobody_waits_for_it(director, tmp_path, monkeypatch):
    """A result stored by somebody else while the backup is being read is stored at once, and not half in it."""
    section = make_night(pairs=8, boards_per_set=2)
    written = threading.Event()

    def write_meanwhile() -> None:
        enter_all_results(make_night(pairs=6))
        written.set()
        connection.close()

    writer = threading.Thread(target=write_meanwhile)
    serialize = serializers.serialize

    def slow_serialize(form, records):
        if not writer.ident:
            writer.start()
            assert written.wait(timeout=30)
        return serialize(form, records)

    monkeypatch.setattr(serializers, "serialize", slow_serialize)
    write_backup_file(path=tmp_path / "club.backup")
    writer.join(timeout=30)
    kept = read_file_records(tmp_path / "club.backup")
    assert {record["pk"] for record in kept if record["model"] == "director.section"} == {
        section.pk
    }


def read_file_records(path: Path) -> list[dict]:
    with path.open("rb") as file:
        return list(read_records(file, path))


def read_lines(path: Path) -> list[bytes]:
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)


def forge_backup(path: Path, change) -> None:
    """Let *change* alter the records of a backup, and make count and checksum right for what it leaves."""
    heading, *lines, _last = read_lines(path)
    records = [json.loads(line) for line in lines]
    changed = change(records)
    records = records if changed is None else changed
    text = heading + b"".join(json.dumps(record).encode() + b"\n" for record in records)
    last = {"count": len(records), "sha256": hashlib.sha256(text).hexdigest()}
    path.write_bytes(gzip.compress(text + json.dumps(last).encode() + b"\n"))


def find_first_record(records: list[dict], model: str) -> dict:
    return next(record for record in records if record["model"] == f"director.{model}")


def set_field(model: str, name: str, value: object):
    return lambda records: find_first_record(records, model)["fields"].update({name: value})


WRONG = "{path} is altered or damaged: "
FORGED = {
    "unknown model": (
        lambda records: records[0].update(model="director.nobody"),
        WRONG + "there are no records called 'director.nobody'. Nothing was changed.",
    ),
    "model of another part of Django": (
        lambda records: records[0].update(model="sessions.session"),
        WRONG + "there are no records called 'sessions.session'. Nothing was changed.",
    ),
    "unknown field": (
        set_field("club", "mayor", "Ada"),
        WRONG + "club {club} has an unknown field 'mayor'. Nothing was changed.",
    ),
    "text too long": (
        set_field("club", "name", "x" * 81),
        WRONG
        + "club {club} has a wrong name: Ensure this value has at most 80 characters (it has 81). "
        "Nothing was changed.",
    ),
    "NUL in a name": (
        set_field("club", "name", "Oak\0tree"),
        WRONG + "club {club} has a NUL in its name. Nothing was changed.",
    ),
    "no such choice": (
        set_field("club", "paper", "a3"),
        WRONG
        + "club {club} has a wrong paper: Value 'a3' is not a valid choice. Nothing was changed.",
    ),
    "number where a date is": (
        set_field("event", "date", 7),
        WRONG + "event {event} has a wrong date. Nothing was changed.",
    ),
    "text where a number is": (
        set_field("session", "round_no", "seven"),
        WRONG
        + "session {session} has a wrong round_no: “seven” value must be an integer. Nothing was changed.",
    ),
    "list where a number is": (
        set_field("session", "round_no", [1]),
        WRONG
        + "session {session} has a wrong round_no: “[1]” value must be an integer. Nothing was changed.",
    ),
    "number no database holds": (
        set_field("session", "round_no", 10**30),
        WRONG
        + "session {session} has a wrong round_no: Ensure this value is less than or equal to {most}. "
        "Nothing was changed.",
    ),
    "nothing where something is": (
        set_field("event", "name", None),
        WRONG + "event {event} has no name. Nothing was changed.",
    ),
    "points to nobody": (
        set_field("event", "club", 999_999),
        WRONG + "its records don’t fit together. Nothing was changed.",
    ),
    "record twice": (
        lambda records: [*records, records[0]],
        WRONG + "{last} doesn’t fit the other records. Nothing was changed.",
    ),
    "what the database forbids": (
        set_field("section", "winners", 3),
        WRONG + "section {section} doesn’t fit the other records. Nothing was changed.",
    ),
    "no record": (
        lambda records: [7],
        ("{path} is damaged: it holds something that isn’t a record. Nothing was changed."),
    ),
    "no records": (
        lambda records: [],
        "{path} is an empty backup: it holds no records. Nothing was changed.",
    ),
}


def make_bomb(lines: list[bytes]) -> bytes:
    return gzip.compress(b"".join(lines) + b" " * (MAX_LINE_BYTES + 1), compresslevel=9)


def make_newer_schema(lines: list[bytes]) -> bytes:
    text = (
        json.dumps(json.loads(lines[0]) | {"schema": "0999_future"}).encode()
        + b"\n"
        + b"".join(lines[1:-1])
    )
    last = json.loads(lines[-1]) | {"sha256": hashlib.sha256(text).hexdigest()}
    return gzip.compress(text + json.dumps(last).encode() + b"\n")


DAMAGED = "{path} is not a backup of this program, or is damaged. Nothing was changed."
NEWER = "{path} was made by a newer program. Update this one first. Nothing was changed."
LARGE = "{path} is too large to be a backup of this program. Nothing was changed."
CUT = "{path} is incomplete: its last line is missing. Nothing was changed."
DIFFERS = "{path} was altered or is damaged: its checksum differs. Nothing was changed."
EMPTY = "{path} is empty. Nothing was changed."
OTHER = "{path} is not a backup of this program. Nothing was changed."
ALTERED = {
    "cut short": (lambda lines: gzip.compress(b"".join(lines))[:999], DAMAGED),
    "cut short and packed again": (lambda lines: gzip.compress(b"".join(lines[:-3])), CUT),
    "one letter altered": (
        lambda lines: gzip.compress(b"".join(lines).replace(b"4SS=", b"4SS-")),
        DIFFERS,
    ),
    "a record less": (lambda lines: gzip.compress(b"".join([*lines[:4], *lines[5:]])), DIFFERS),
    "no bytes": (lambda lines: b"", EMPTY),
    "nothing packed": (lambda lines: gzip.compress(b""), EMPTY),
    "not packed": (lambda lines: b"<xml>", DAMAGED),
    "other JSON": (lambda lines: gzip.compress(b'{"kind": "other"}'), OTHER),
    "a list": (lambda lines: gzip.compress(b"[1, 2]"), OTHER),
    "deep": (lambda lines: gzip.compress(b"[" * 200_000), DAMAGED),
    "newer format": (
        lambda lines: gzip.compress(b"".join(lines).replace(b'"format": 2', b'"format": 3', 1)),
        NEWER,
    ),
    "newer schema": (make_newer_schema, NEWER),
    "a bomb": (lambda lines: make_bomb([]), LARGE),
    "a bomb behind a good heading": (lambda lines: make_bomb(lines[:1]), LARGE),
}


def get_restore_refusal(path: Path) -> str:
    """Return the sentence with which a backup is refused, and hold that nothing was changed."""
    before = dump_everything()
    with pytest.raises(CommandError) as refusal:
        call_command("restore", path)
    assert refusal.value.returncode == 2
    assert dump_everything() == before
    return str(refusal.value)


@pytest.mark.parametrize("how", ALTERED)
def test_altered_file_changes_nothing(night, tmp_path, settings, how):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    path = tmp_path / "club.backup"
    write_backup_file(path=path)
    change, sentence = ALTERED[how]
    path.write_bytes(change(read_lines(path)))
    assert get_restore_refusal(path) == sentence.format(path=path)


@pytest.mark.parametrize("how", FORGED)
def test_file_with_values_no_database_holds_changes_nothing(
    director, night, tmp_path, settings, how
):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    path = tmp_path / "club.backup"
    write_backup_file(path=path)
    change, sentence = FORGED[how]
    forge_backup(path, change)
    event = night.session.event
    numbers = {"club": event.club_id, "event": event.pk, "session": night.session_id}
    numbers["section"] = night.pk
    numbers["last"] = f"user {director.pk}"
    numbers["most"] = connection.ops.integer_field_range("PositiveSmallIntegerField")[1]
    assert get_restore_refusal(path) == sentence.format(path=path, **numbers)


ODD_NAMES = (
    "O'Brien",
    "Mary Smith",
    "D. Jones",
    "Ann,Bob",
    "#1",
    "Ann/2",
    "Ann (desk)",
    "Zoë 🃏",
    "אבי",
    "陳",
    "M" * 60,
)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_every_username_that_the_form_takes_is_restored(tmp_path, client, name):
    account = {"username": name, "password": "felt-green-18"}
    client.post(get_or_create_welcome_path(), account | {"paper": "a4"})
    before = dump_everything()
    write_backup_file(path=tmp_path / "club.backup")
    restore_backup(path=tmp_path / "club.backup", safety_path=tmp_path / "before.backup")
    assert dump_everything() == before
    assert client.login(**account)


@pytest.mark.parametrize("name", ["Ann\u200bBob", "M" * 150])
def test_name_that_no_form_takes_today_is_restored(tmp_path, name):
    make_director(name)
    before = dump_everything()
    write_backup_file(path=tmp_path / "club.backup")
    restore_backup(path=tmp_path / "club.backup", safety_path=tmp_path / "before.backup")
    assert dump_everything() == before


def test_backup_that_could_not_be_restored_is_not_written(night, tmp_path, settings):
    event = night.session.event
    Event.objects.filter(pk=event.pk).update(club=999_999)
    with pytest.raises(CommandError) as refusal:
        call_command("backup", tmp_path / "club.backup")
    assert str(refusal.value) == (
        f"The backup {tmp_path / 'club.backup'} was not written, because it couldn’t be restored: its "
        f"records don’t fit together. Copy the folder {settings.DATA_DIR} to keep your data, and ask for help."
    )
    assert list(tmp_path.iterdir()) == []
    Event.objects.filter(pk=event.pk).update(club=event.club)


def test_missing_file_and_place_that_cannot_be_written(director, tmp_path):
    with pytest.raises(CommandError, match=r"^There is no file .*nothing\.backup\.$"):
        call_command("restore", tmp_path / "nothing.backup")
    with pytest.raises(
        CommandError,
        match=r"can’t write .* \(No such file or directory\)\. Choose another place\.$",
    ):
        call_command("backup", tmp_path / "no" / "folder" / "club.backup")


def test_a_folder_is_no_backup(director, tmp_path):
    with pytest.raises(
        CommandError, match=r"can’t read .* \(Is a directory\)\. Nothing was changed\.$"
    ):
        call_command("restore", tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX systems have such links")
def test_link_in_the_place_of_the_half_written_file_is_not_followed(night, tmp_path):
    victim = tmp_path / "letter.txt"
    victim.write_text("to the committee")
    (tmp_path / "club.backup.part").symlink_to(victim)
    write_backup_file(path=tmp_path / "club.backup")
    assert victim.read_text() == "to the committee"
    assert not (tmp_path / "club.backup").is_symlink()
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["club.backup", "letter.txt"]


_ACT = "director.act"
_KNOWN_SINCE = {
    "director.act": {"undone_no": None, "undone_after": None},
    "director.call": {"reason": ""},
    "director.club": {
        "memory_weeks": 12,
        "enters_after_play": False,
        "wifi_name": "",
        "wifi_code": "",
        "number_body": "",
        "sent_body": "",
        "is_indexed": True,
        "is_practice": False,
        "has_player_pages": False,
        "print_choices": "",
        "club_number": "",
        "receiver": "general",
        "charge_code": "10",
        "point_scale": "Club",
        "embedders": "",
    },
    "director.entry": {
        "name": "",
        "handicap": "",
        "stratum": "",
        "carry_over": "",
        "club": "",
        "rating": "",
        "is_here": False,
        "is_unranked": False,
    },
    "director.entryplayer": {"is_captain": False},
    "director.event": {
        "is_period_stopped": False,
        "unplayed_points": "",
        "shape": "",
        "first_stage": "",
        "places": "field",
        "finals": "places",
        "charge_code": "",
        "point_scale": "",
    },
    "director.person": {
        "twin_no": 0,
        "sits_still": False,
        "email": "",
        "phone": "",
        "is_visitor": False,
        "is_placeholder": False,
        "is_from_seat": False,
        "is_hidden": False,
        "needs_large_print": False,
        "former_names": "",
    },
    "director.plan": {
        "first_board": 1,
        "acts_before": 0,
        "number": 1,
        "in_force": True,
        "from_round": 1,
        "why": "",
        "contest": "pairs",
    },
    "director.planrow": {"players": None, "half": 0},
    "director.result": {"lead": ""},
    "director.section": {
        "carry_over_of": "",
        "carry_over_rule": {},
        "trumps": "",
        "printed_fingerprint": "",
        "at_tables": {},
        "deals_letter": "",
        "source": "",
        "partners": {},
        "team_size": 0,
    }
    | {"handicap_unit": "", "carry_over_unit": "", "strata": "", "is_fouled": False},
    "director.session": {
        "room_standings": False,
        "warning_minutes": 5,
        "breaks": [],
        "break_ends_at": None,
        "round_ends": [],
        "stage": None,
        "date": None,
    },
}
"""What the last program before the journal of every event did not store, and what it stands for there."""


def _with_awards_on_lines(records: list[dict]) -> list[dict]:
    """Return *records* as they were when an award was the text of its line."""
    awards = {
        record["fields"]["result"]: record["fields"]
        for record in records
        if record["model"] == "director.award"
    }
    for record in records:
        if record["model"] == "director.result" and (award := awards.get(record["pk"])):
            record["fields"] |= {name: award[name] for name in ("text", "ns_score")}
    return [record for record in records if record["model"] != "director.award"]


@pytest.mark.slow
def test_backup_of_the_first_format_is_restored_and_brought_up_to_date(
    night, tmp_path, data_folder
):
    """The last program before this one wrote one JSON text; what it stored takes every step since."""
    path, again = tmp_path / "club.backup", tmp_path / "again.backup"
    write_backup_file(path=path)
    records = read_file_records(path)
    records = [
        record
        for record in records
        if record["fields"].get("section") is None or record["model"] != _ACT
    ]
    for record in records:
        if record["model"] == "director.person":
            record["fields"]["is_from_seat"] = (
                False  # no older program knew who was added at a seat
            )
    older = _with_awards_on_lines(copy.deepcopy(records))
    for record in older:
        if record["model"] == "director.entry":
            assert record["fields"].pop("continues", "kept") is None, (
                "the last program knew one session"
            )
        for name, usual in _KNOWN_SINCE.get(record["model"], {}).items():
            assert record["fields"].pop(name) == usual, name
        if record["model"] == "director.section":
            record["fields"] |= {"extras": [], "fouled": []}
        if record["model"] == _ACT:
            _as_act_of_a_party(record, records)
    content = {
        "kind": "kalamazoo-backup",
        "format": 1,
        "made": "2026-11-01T10:00:00+00:00",
        "records": older,
    }
    path.write_bytes(gzip.compress(json.dumps(content).encode()))
    status, _answer, said = run_manage(data_folder, "restore", str(path))
    assert status == 0
    assert said.partition(" records")[0] == str(len(records))
    assert run_manage(data_folder, "backup", str(again))[0] == 0
    awards = (record for record in records if record["model"] == "director.award")
    for number, record in enumerate(awards, 1):
        record["pk"] = number  # the text of a line had none
    assert read_file_records(again) == records


def _as_act_of_a_party(record, records):
    """Turn the record of an act into what it was when only parties had a journal."""
    fields = record["fields"]
    record["model"], event, _again = (
        "director.partyact",
        fields.pop("event"),
        fields.pop("again_of"),
    )
    fields.pop("section")
    sessions = [
        record
        for record in records
        if record["model"] == "director.session" and record["fields"]["event"] == event
    ]
    fields["party"] = sessions[0]["pk"]
    names = {
        "partyplayer": "player",
        "partyresult": "result",
        "partyround": "round",
        "skatsheet": "sheet",
    }
    for change in fields["changes"]:
        name = change["model"].partition(".")[2]
        change["model"] = names.get(name, name)


def test_result_counts_of_a_backup_are_told(night, tmp_path, capsys):
    call_command("backup", tmp_path / "club.backup")
    with (tmp_path / "club.backup").open("rb") as file:
        heading = check_backup(file, tmp_path / "club.backup")
    assert capsys.readouterr().err == f"{heading.record_count} records written and read back.\n"
    assert heading == BackupHeader(
        format=2,
        schema=get_newest_schema(),
        record_count=sum(model._base_manager.count() for model in BACKUP_MODELS),
    )
