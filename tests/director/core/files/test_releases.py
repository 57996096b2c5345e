"""A database and a backup of every release open, and hold what the steps that were made one by one made of them."""

import gzip
import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState
from django.utils import timezone

from director.additions.rulings.rulings import withdraw_ruling
from director.boards.movement.lines.dependent_scores import fetch_group_by_line
from director.boards.movement.sections import fetch_section, fetch_section_acts
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.scoring.extras import SectionExtras, fetch_section_extras
from director.core.base.act_kinds import ActKind
from director.core.base.roles import Role, get_role
from director.core.files.backups.database import BACKUP_MODELS, restore_backup
from director.core.files.backups.file import check_backup, read_records, write_backup
from director.core.files.backups.folder import list_backup_files
from director.core.files.backups.records import serialize_records
from director.core.files.backups.upgrade import get_newest_schema, is_newer_schema
from director.core.files.running.setup import prepare_data
from director.core.night.events import fetch_events, fetch_kept_events
from director.core.night.history import filter_undone_acts, find_act_to_undo, redo_event, undo_event
from director.errors import BackupError
from director.migrations import LAST_MIGRATION_BY_RELEASE as LAST_STEP
from director.models import Access, Event, Match, Result, RoundDate, Ruling, Section, TablePhone
from director.party.models import PartyCard
from tests.director.core.files.backups.test_backup import read_file_records

FIXTURES = Path(__file__).parents[3] / "fixtures" / "releases"
OTHERS = ("0.1.0", "0.3.0", "0.4.0", "0.5.0")
AT_ONCE = "0001_squashed_0058_who_goes_out"
BY_STEPS = {release: FIXTURES / f"{release}-as-0.3.0.backup" for release in ("0.1.0", "0.2.0")}
BY_STEPS |= {release: FIXTURES / f"{release}.backup" for release in ("0.3.0", "0.4.0", "0.5.0")}
FORM = {
    "sqlite": ["SELECT sql FROM sqlite_master WHERE tbl_name LIKE 'director%'"],
    "postgresql": [
        "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default"
        " FROM information_schema.columns WHERE table_name LIKE 'director%'",
        "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE conrelid::regclass::text LIKE 'director%'",
        "SELECT replace(indexdef, indexname, '') FROM pg_indexes WHERE tablename LIKE 'director%'",
    ],
}
CAST = re.compile(r"::(text|character varying)(\[\])?")
"""PostgreSQL writes a condition otherwise that was dumped and read."""
NUMBERED_ANEW = ("director.act", "director.award")
"""What the steps made of other records, each in its own order."""


@pytest.mark.slow
@pytest.mark.parametrize("is_squashed", [True, False])
def test_the_steps_lead_to_the_models_of_the_program(is_squashed):
    steps = MigrationLoader(None, replace_migrations=is_squashed)
    others = [node for node in steps.graph.leaf_nodes() if node[0] != "director"]
    state = steps.project_state([*others, ("director", get_newest_schema())])
    assert (
        MigrationAutodetector(state, ProjectState.from_apps(apps)).changes(graph=steps.graph) == {}
    )


def test_the_first_migration_replaces_the_last_one_of_every_release_up_to_its_own():
    (first,) = MigrationLoader(None).graph.root_nodes("director")
    replaced = [name for _, name in MigrationLoader(None).graph.nodes[first].replaces]
    assert replaced == [name for name in LAST_STEP.values() if name <= replaced[-1]]
    assert first[1] == f"0001_squashed_{replaced[-1]}"
    steps = MigrationLoader(None, replace_migrations=False).disk_migrations
    assert {("director", name) for name in LAST_STEP.values()} <= steps.keys()


@pytest.mark.parametrize(
    ("name", "is_newer"),
    [
        ("0021_acts_of_sections", False),
        ("0001_squashed_0021_acts_of_sections", False),
        ("0001_squashed_9999_acts_of_sections", True),
        ("9999_acts_of_sections", True),
        ("0104_of_another_program", True),
        (get_newest_schema(), False),
    ],
)
def test_a_migration_of_a_newer_program_is_known_by_its_number(name, is_newer):
    assert is_newer_schema(name) == is_newer


@pytest.mark.django_db
def test_a_new_database_has_nothing_left_to_do():
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


@pytest.fixture
def opened(transactional_db, tmp_path, settings):
    """Return a function that gives the program the database of a release as it left it, or an empty one."""
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    connection.ensure_connection()
    usual = connection.connection, connection.settings_dict["NAME"]
    own = (
        str(tmp_path / "kalamazoo.sqlite3")
        if connection.vendor == "sqlite"
        else f"{usual[1]}_older"
    )

    def of(release: str | None) -> None:
        path = FIXTURES / f"{release}.{connection.vendor}.sql.gz"
        dump = gzip.decompress(path.read_bytes()).decode() if release else ""
        if connection.vendor == "sqlite":
            there = sqlite3.connect(own)
            there.executescript(dump)
        else:
            with connection.cursor() as cursor:
                cursor.execute(f'DROP DATABASE IF EXISTS "{own}"')
                cursor.execute(f'CREATE DATABASE "{own}"')
            there = connection.Database.connect(
                **connection.get_connection_params() | {"dbname": own}
            )
            if dump:
                there.execute(dump)
            there.commit()
        there.close()
        connection.connection, connection.settings_dict["NAME"] = None, own

    yield of
    if connection.settings_dict["NAME"] == own:
        connection.close()
        connection.connection, connection.settings_dict["NAME"] = usual
        if connection.vendor != "sqlite":
            with connection.cursor() as cursor:
                cursor.execute(f'DROP DATABASE "{own}"')
    cache.clear()


def everything(capsys) -> tuple[str, Counter]:
    """Return the standings of every event, and every record; one that was numbered anew is known by what it says."""
    cache.clear()
    for number in Event.objects.order_by("pk").values_list("pk", flat=True):
        call_command("standings", str(number))
    records = list(serialize_records(BACKUP_MODELS))
    said = {
        record["pk"]: tuple(
            map(str, (record["fields"][name] for name in ("result", "version", "text", "given_at")))
        )
        for record in records
        if record["model"] == "director.award"
    }
    for record in records:
        for name in {"award", "over"} & set(record["fields"]):
            record["fields"][name] = said.get(record["fields"][name])
        # It follows from the text, and 0.3.0 stored it where today's program parses the text.
        record["fields"].pop("reading", None)
        if record["model"] == "director.access":
            # A restore closes a link at its own time.
            record["fields"]["revoked_at"] = record["fields"]["revoked_at"] is not None
        if record["model"] in NUMBERED_ANEW:
            record["pk"] = None
    return capsys.readouterr().out, Counter(map(repr, records))


def numbers_in(path: Path) -> set[tuple[str, int]]:
    """Return which records the backup *path* holds."""
    return {(record["model"], record["pk"]) for record in read_file_records(path)}


def form() -> Counter:
    """Return all columns, constraints and indexes there are; columns lie in the order of the steps that made them."""
    found = Counter()
    with connection.cursor() as cursor:
        for query in FORM[connection.vendor]:
            cursor.execute(query)
            rows = [CAST.sub("", repr(row)) for row in cursor.fetchall()]
            found.update(tuple(sorted(re.findall(r'[^] ,()"[]+', row))) for row in rows)
    return found


@pytest.mark.slow
def test_no_step_adds_rows_to_a_new_database(opened):
    """Or a database that is made at once would lack them."""
    opened(None)
    call_command("migrate", verbosity=0, interactive=False)
    models = apps.get_app_config("director").get_models()
    assert [model for model in models if model.objects.exists()] == []


@pytest.mark.slow
@pytest.mark.parametrize("release", ["0.2.0", *OTHERS])
def test_a_database_of_a_release_opens_after_a_backup(release, opened, capsys):
    new = form()
    opened(release)
    prepare_data()
    assert form() == new
    standings, records = everything(capsys)
    assert len(standings.splitlines()) > 15
    for file in list_backup_files():
        assert check_backup(file.path.open("rb"), file.path).schema == LAST_STEP[release]
        assert numbers_in(file.path) == numbers_in(FIXTURES / f"{release}.backup")
    assert bool(list_backup_files()) == (get_newest_schema() != LAST_STEP[release])
    Event.objects.update(name="-")
    restore_backup(path=BY_STEPS[release], safety_path=None)
    assert everything(capsys) == (standings, records)


@pytest.mark.slow
def test_a_league_of_0_5_is_the_round_robin_that_it_was_with_its_dates_as_remarks(opened, capsys):
    opened("0.5.0")
    prepare_data()
    league = Event.objects.get(name="Winter league 2026")
    section = league.sessions.get().sections.get(letter="A")
    assert list(section.matches.values_list("round_no", "home", "away", "remark")) == [
        (1, 1, 4, "by 14 December 2026"),
        (1, 2, 3, "by 14 December 2026"),
        (2, 1, 2, "by 4 January 2027"),
        (2, 3, 4, "30 December 2026"),
        (3, 1, 3, "by 11 January 2027"),
        (3, 2, 4, "by 11 January 2027"),
    ]
    match = section.matches.get(round_no=1, home=1)
    assert (match.home_points, match.away_points, match.unit) == ("14", "6", "vp")
    assert section.matches.get(round_no=1, home=2).is_void
    assert section.matches.get(round_no=3, home=2).is_swapped
    assert not RoundDate.objects.filter(session__event=league).exists()
    # The links of captains and what they sent stay in the backup that was written before.
    assert not Access.objects.filter(section=section).exists()
    (backup,) = list_backup_files()
    assert {("director.access", 1), ("director.tableword", 1)} <= numbers_in(backup.path)
    call_command("standings", str(league.pk))
    assert "14" in capsys.readouterr().out
    undone = 0
    while act := find_act_to_undo(league.acts.exclude(kind__in=["publishing", "settings"])):
        undo_event(event=league, number=act.number, user=None)
        undone += 1
    assert undone


@pytest.mark.slow
@pytest.mark.parametrize(
    ("release", "schema"),
    [
        *((release, "") for release in LAST_STEP),
        ("0.1.0", "format 2"),
        ("0.2.0", "0019_acts_without_parties"),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_a_backup_of_a_release_comes_back(release, schema, capsys, tmp_path):
    """Also one that a later program wrote before its steps: it named the last step by a name of its own."""
    restore_backup(path=BY_STEPS[release], safety_path=None)
    by_steps = everything(capsys)
    path = FIXTURES / f"{release}.backup"
    if schema:
        path = rewritten(path, tmp_path, schema if "_" in schema else LAST_STEP[release])
    Event.objects.update(name="-")
    restore_backup(path=path, safety_path=None)
    assert everything(capsys) == by_steps


def rewritten(path: Path, folder: Path, schema: str) -> Path:
    """Return the backup *path* as the program of today writes one of a database whose last step is *schema*."""
    with path.open("rb") as file:
        write_backup(
            folder / "again.backup",
            schema=schema,
            records=read_records(file, path),
            last_keys_by_model={},
            check_records=list,
        )
    return folder / "again.backup"


@pytest.mark.slow
@pytest.mark.parametrize("noted", [(), ("0001_squashed_0021_acts_of_sections", AT_ONCE)])
def test_a_database_of_0_3_opens_however_it_was_made(noted, opened, capsys):
    opened("0.3.0")
    recorder = MigrationRecorder(connection)
    assert ("director", AT_ONCE) in recorder.applied_migrations()
    recorder.record_unapplied("director", AT_ONCE)
    for name in noted:
        recorder.record_applied("director", name)
    prepare_data()
    found = everything(capsys)
    restore_backup(path=BY_STEPS["0.3.0"], safety_path=None)
    assert everything(capsys) == found


@pytest.mark.slow
def test_what_came_before_the_journal_is_undone_and_done_again(opened):
    opened("0.2.0")
    prepare_data()
    section = Section.objects.get(printed_fingerprint="ABCDEF")
    assert {get_role(user) for user in apps.get_model("auth", "User").objects.all()} == {
        Role.DIRECTOR
    }
    assert section.session.event.acts.count() == 6
    section.plans.update(chosen_at="2026-11-20T12:00Z", acts_before=0)
    for kind, state_of in (
        (ActKind.EXTRAS, fetch_section_extras),
        (ActKind.GROUPS, fetch_group_by_line),
    ):
        states = [state_of(section)]
        while act := find_act_to_undo(fetch_section_acts(section, (kind,))):
            undo_section(section=section, number=act.number, user=None, kinds=(kind,))
            section = fetch_section(section.ref)
            states.append(state_of(section))
        assert len(states) > 2
        assert states[-1] in (SectionExtras(), {})
        for state in reversed(states[:-1]):
            act = filter_undone_acts(fetch_section_acts(section, (kind,))).first()
            redo_section(section=section, number=act.number, user=None, kinds=(kind,))
            section = fetch_section(section.ref)
            assert state_of(section) == state


@pytest.mark.slow
def test_who_was_let_go_on_in_a_knockout_becomes_a_record_of_its_match(opened):
    opened("0.3.0")
    before = [("director", LAST_STEP["0.3.0"])]
    executor = MigrationExecutor(connection)
    stored = executor.migrate(before).apps.get_model
    section = stored("director", "Section").objects.select_related("session").earliest("pk")
    section.decided = {"2:1-4": [4, "lot"]}
    section.save()
    event_id = section.session.event_id
    acts = stored("director", "Act").objects.filter(event=event_id)
    number = max(acts.values_list("number", flat=True), default=0)
    for key, was, is_, undone_at in [
        ("2:1-4", None, [4, "regulations"], None),
        ("2:1-4", [4, "regulations"], [4, "lot"], None),
        ("1:2-3", None, [3, "lot"], timezone.now()),
    ]:
        number += 1
        sides = {"before": {f"decided/{key}": was}, "after": {f"decided/{key}": is_}}
        of_act = {
            "number": number,
            "kind": "decided",
            "made_at": timezone.now(),
            "undone_at": undone_at,
        }
        acts.create(
            changes=[{"model": "director.section", "pk": section.pk, **sides}],
            event_id=event_id,
            **of_act,
        )
    prepare_data()
    Event.objects.update(
        published_at=None, corrections_until=None
    )  # or it becomes final on a day after the release
    event = Event.objects.get(pk=event_id)

    def decided() -> list[tuple]:
        return list(Match.objects.values_list("round_no", "home", "away", "winner", "how"))

    assert decided() == [(2, 1, 4, 4, "lot")]
    (change,) = event.acts.get(number=number).changes
    assert change["before"] is None
    of = {"id": change["pk"], "section_id": section.pk, "round_no": 1, "home": 2, "away": 3}
    assert change["after"] == of | {"winner": 3, "how": "lot"}
    for at, states in ((1, [(2, 1, 4, 4, "regulations")]), (2, [])):
        undo_event(event=event, number=number - at, user=None)
        assert decided() == states
    for at, how in ((2, "regulations"), (1, "lot")):
        redo_event(event=event, number=number - at, user=None)
        assert decided() == [(2, 1, 4, 4, how)]


@pytest.mark.slow
def test_phones_and_other_cards_become_records_that_acts_are_about(opened):
    opened("0.3.0")
    executor = MigrationExecutor(connection)
    stored = executor.migrate([("director", LAST_STEP["0.3.0"])]).apps.get_model
    section = stored("director", "Section").objects.select_related("session").latest("pk")
    event_id, now = section.session.event_id, timezone.now()
    section.fouled = {"2": {"1-4": "C"}, "3": {"2-1": "B"}}
    section.save()
    known = {"aa": {"since": now.isoformat(), "side": "ns", "is": "out"}}
    access = stored("director", "Access").objects.create(
        token="a" * 22,
        session=section.session,
        section=section,
        table_no=99,
        made_at=now,
        expires_at=now,
        phones=known,
    )
    acts = stored("director", "Act").objects.filter(event=event_id)
    number = max(acts.values_list("number", flat=True), default=0)
    out = {
        "before": {"phones/aa": known["aa"] | {"is": "new"}},
        "after": {"phones/aa": known["aa"]},
    }
    for model, pk, sides in (
        (
            "section",
            section.pk,
            {"before": {"fouled/2": None}, "after": {"fouled/2": {"1-4": "B", "2-3": "C"}}},
        ),
        (
            "section",
            section.pk,
            {"before": {"fouled/2": {"1-4": "B", "2-3": "C"}}, "after": {"fouled/2": {"1-4": "C"}}},
        ),
        ("access", access.pk, out),
    ):
        number += 1
        changes = [{"model": f"director.{model}", "pk": pk, **sides}]
        acts.create(number=number, kind="groups", made_at=now, event_id=event_id, changes=changes)
    prepare_data()
    event, section = Event.objects.get(pk=event_id), Section.objects.get(pk=section.pk)
    phone = TablePhone.objects.get(access=access.pk)
    assert phone.device == "aa"
    assert phone.since == now
    assert phone.side == "ns"
    assert phone.standing == "out"
    assert section.is_fouled
    other = {(3, 2, 1): "B"}
    states = [
        other,
        {(2, 1, 4): "B", (2, 2, 3): "C"} | other,
        {(2, 1, 4): "C"} | other,
        {(2, 1, 4): "C"} | other,
    ]
    assert fetch_group_by_line(section) == states[-1]
    for at, state in enumerate(reversed(states[:-1])):
        undo_event(event=event, number=number - at, user=None)
        assert fetch_group_by_line(section) == state
    assert TablePhone.objects.get(access=access.pk).standing == "new"
    for at, state in zip((2, 1, 0), states[1:], strict=True):
        redo_event(event=event, number=number - at, user=None)
        assert fetch_group_by_line(section) == state
    assert TablePhone.objects.get(access=access.pk).standing == "out"


@pytest.mark.slow
def test_a_ruling_of_an_older_program_is_withdrawn_for_what_was_made(opened):
    opened("0.1.0")
    prepare_data()
    ruled = Ruling.objects.filter(
        section__printed_fingerprint="ABCDEF", award__text__startswith="60%"
    )
    assert Result.objects.counted().get(awards__ruling__in=ruled).covered == "PASS"
    for text in ("4SS+1", "PASS"):
        latest = Ruling.objects.filter(award__in_force=True, award__result__text="PASS").latest(
            "number"
        )
        withdraw_ruling(ruling=latest, user=None)
        assert Result.objects.counted().get(pk=latest.award.result_id).counted == text


@pytest.mark.parametrize(
    ("release", "statement", "newest", "through"),
    [
        (
            "0.3.0",
            "DELETE FROM django_migrations WHERE app = 'director' AND name > '0031'",
            "0030_private_addresses",
            "0.3.0",
        ),
        (
            "0.2.0",
            "ALTER TABLE director_act ADD COLUMN party_id bigint",
            LAST_STEP["0.2.0"],
            "0.3.0",
        ),
        (
            "0.4.0",
            "DELETE FROM django_migrations WHERE app = 'director' AND name > '0100'",
            "0099_key_of_one_entry",
            "0.4.0",
        ),
    ],
)
def test_a_database_between_two_releases_is_refused(
    release, statement, newest, through, opened, tmp_path
):
    opened(release)
    with connection.cursor() as cursor:
        cursor.execute(statement)
    with pytest.raises(CommandError) as refused:
        prepare_data()
    assert str(refused.value) == (
        f"The database in {tmp_path} is between two releases (at {newest}). "
        f"Start Kalamazoo {through} on it once, then this one."
    )


@pytest.mark.django_db
def test_a_backup_between_two_releases_is_refused(tmp_path):
    again = rewritten(FIXTURES / "0.2.0.backup", tmp_path, "0030_private_addresses")
    with pytest.raises(
        BackupError, match=r"between two releases \(at 0030_private_addresses\)\. Restore it with "
    ):
        restore_backup(path=again, safety_path=None)


@pytest.mark.slow
def test_an_update_names_what_it_ends_and_keeps_it_in_the_backup(opened):
    opened("0.5.0")
    add_old_record(
        "director_apitoken",
        event_id="(SELECT MIN(id) FROM director_event)",
        name="'Tablets'",
        right="'enter'",
        token_hash="'0'",
        made_at="'2026-11-16 19:00'",
        expires_at="'2026-11-18 19:00'",
    )
    assert prepare_data() == (
        "Links of captains (4) have ended. Results and line-ups stay; what else captains sent is in "
        "the backup.",
        "Events over weeks or months (1) are round robins, Swiss or knock-outs now. Dates and venues "
        "are remarks at Fixtures.",
        "Tokens of other programs (1) have ended, because this version has no interface for "
        "programs. What they entered stays. See docs/programs.md.",
    )
    (file,) = list_backup_files()
    with file.path.open("rb") as stream:
        labels = [record["model"] for record in read_records(stream, file.path)]
    assert labels.count("director.apitoken") == 1
    assert prepare_data() == (), "said once"


@pytest.mark.slow
def test_an_update_keeps_and_lists_a_cribbage_evening(opened):
    opened("0.5.0")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE director_party SET game = 'cribbage', system = 'cribbage-circle',"
            " method = 'cribbage', preset = 'crib-acc', entry = 'cards'"
        )
    add_old_record(
        "director_partycard",
        part="0",
        player="1",
        total="2",
        lone="0",
        version="1",
        entered_at="'2026-11-20 21:00'",
        party_id="(SELECT MIN(session_id) FROM director_party)",
        games="'[[2, 2, 12], null]'",
    )
    assert (
        "Cribbage evenings (1) have no pages any more. They stay on Nights with their winners, in "
        "backups and in event files."
    ) in prepare_data()
    (file,) = list_backup_files()
    with file.path.open("rb") as stream:
        labels = [record["model"] for record in read_records(stream, file.path)]
    assert labels.count("director.partycard") == 1
    assert PartyCard.objects.get().games == [[2, 2, 12], None]
    (party_event,) = Event.objects.filter(contest="progressive")
    assert party_event in fetch_kept_events("")
    assert party_event not in fetch_events("")
    restore_backup(path=file.path, safety_path=None)
    assert PartyCard.objects.get().games == [[2, 2, 12], None]


@pytest.mark.slow
def test_an_update_says_nothing_of_what_the_club_never_used(opened):
    opened("0.4.0")
    assert prepare_data() == ()


def add_old_record(table: str, **values: str) -> None:
    """Add a row to *table* of an older database; *values* are SQL."""
    columns = ", ".join(map(connection.ops.quote_name, values))
    statement = f"INSERT INTO {table} ({columns}) VALUES ({', '.join(values.values())})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement)
