"""The journal of parties becomes that of every event in three steps, from wherever a database stands."""

from functools import partial
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from director.desk.backup.automatic import backup_before_update
from director.desk.backup.write import backup_write, kept_models
from director.desk.storage.setup import data_prepare
from director.desk.storage.steps import step_executor
from director.models import Act
from director.party.journal.write import party_undo
from director.party.parties import party_of_session
from tests.director.desk.backup.test_backup import records_of_file
from tests.director.management.test_serve import manage
from tests.director.party.parties import make_seated, win
from tests.factories import make_night
from tests.laid import THOROUGH

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.settled]

PARTIES = "0016_undone_results"
FIRST, SECOND, LAST = "0017_journal_of_every_event", "0018_acts_of_events", "0019_acts_without_parties"
STEPS = [(FIRST, SECOND), (), (FIRST,), (SECOND,), (LAST,)][: None if THOROUGH else 1]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings) -> Path:
    """Keep the backups of a test apart, and leave its database in the newest form."""
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    yield tmp_path
    migrate()


@pytest.fixture
def party():
    """A party at which two tables have told who won, and the second was undone."""
    party = make_seated(players=12)
    win(party, 1, 0)
    win(party, 2, 1)
    party_undo(party=party, number=party.acts.first().number, user=None)
    return party


def migrate(name: str = ""):
    """Bring the database to the migration *name*, or to the newest; return the models as they are there."""
    executor = step_executor(connection)
    newest = [node for node in executor.loader.graph.leaf_nodes() if node[0] == "director"]
    return executor.migrate([("director", name)] if name else newest).apps


def applied() -> list[tuple[str, str]]:
    return list(MigrationRecorder(connection).applied_migrations())


def stand_at_the_former_first_step() -> None:
    """Have the form of the last step with only the first noted, as when the three were one."""
    migrate(LAST)
    recorder = MigrationRecorder(connection)
    for name in (SECOND, LAST):
        recorder.record_unapplied("director", name)


def journal() -> list[dict]:
    """Return every act as far as the steps knew it: the section came later, and a party has none."""
    names = [field.attname for field in Act._meta.concrete_fields if field.attname != "section_id"]
    return list(Act.objects.order_by("number").values(*names))


def constraints() -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, Act._meta.db_table))


@pytest.mark.parametrize("stops", STEPS, ids=lambda stops: ", ".join(name[:4] for name in stops) or "at once")
def test_acts_come_through_however_the_steps_are_interrupted(party, stops):
    before, constrained = journal(), constraints()
    acts = migrate(PARTIES).get_model("director", "PartyAct").objects.order_by("number")
    assert list(acts.values_list("party_id", "number")) == [(party.pk, act["number"]) for act in before]
    assert {change["model"] for act in acts for change in act.changes} == {
        "party",
        "player",
        "result",
        "round",
        "session",
    }
    for name in stops:
        migrate(name)
    data_prepare()
    assert (journal(), constraints()) == (before, constrained)


@pytest.mark.parametrize("stop", [SECOND, FIRST][: None if THOROUGH else 1], ids=lambda name: name[:4])
def test_steps_go_back_from_wherever_they_were_left(party, stop):
    before = journal()
    migrate(PARTIES)
    migrate(stop)
    migrate(PARTIES)
    migrate()
    assert journal() == before


def test_a_database_that_took_all_at_once_opens_unchanged_and_goes_back_and_on(party):
    before, constrained = journal(), constraints()
    stand_at_the_former_first_step()
    data_prepare()
    assert {("director", SECOND), ("director", LAST)} <= set(applied())
    assert (journal(), constraints()) == (before, constrained)
    party_undo(party=party_of_session(party.pk), number=before[-2]["number"], user=None)
    migrate(PARTIES)
    migrate()
    assert len(journal()) == len(before)


def test_a_database_that_took_all_at_once_takes_the_steps_by_the_plain_command(party):
    before = journal()
    stand_at_the_former_first_step()
    for name in (SECOND, LAST, ""):
        migrate(name)
    assert journal() == before


def between(stop: str) -> None:
    migrate(PARTIES)
    migrate(stop)


STANDS = [
    pytest.param(stand_at_the_former_first_step, id="all at once"),
    pytest.param(partial(between, FIRST), id="first step"),
    pytest.param(partial(between, SECOND), id="second step"),
]


@pytest.mark.parametrize("stand", STANDS if THOROUGH else STANDS[:1])
def test_a_backup_before_the_update_comes_back(party, stand, tmp_path, data_folder):
    stand()
    path = backup_before_update(applied())
    migrate()
    comes_back(path, data_folder)


def test_a_backup_that_the_former_program_wrote_comes_back(party, tmp_path, data_folder):
    """It calls its form by the name of the first step, which had the fields of the last."""
    path = tmp_path / "club.backup"
    backup_write(path=path, models=kept_models(migrate(LAST)), schema=FIRST)
    migrate()
    comes_back(path, data_folder)


def comes_back(path: Path, data_folder: Path) -> None:
    """Have another program restore the backup *path*, and hold what it has then to what is stored here."""
    again, now = path.with_name("again.backup"), path.with_name("now.backup")
    for command, file in (("restore", path), ("backup", again)):
        assert manage(data_folder, command, str(file))[0] == 0
    backup_write(path=now)
    assert Act.objects.exists()
    assert records_of_file(again) == records_of_file(now)


def test_acts_of_other_kinds_are_left_out_of_the_older_form(party):
    pairs = make_night(pairs=4).session.event
    Act.objects.create(
        event=pairs, number=pairs.acts.count() + 1, kind="result", words="Entered.", made_at=party.acts.first().made_at
    )
    before = [act for act in journal() if act["event_id"] != pairs.pk]
    migrate(PARTIES)
    migrate()
    assert journal() == before
