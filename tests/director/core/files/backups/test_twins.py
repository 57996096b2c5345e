"""People whom an older version told apart by capitals alone: a restore keeps both and names them."""

import pytest
from django.core.management import call_command
from django.db.backends.base.base import BaseDatabaseWrapper

from director.core.files.backups.database import BACKUP_MODELS, restore_backup, write_backup_file
from director.core.files.backups.file import write_backup
from director.core.files.backups.records import serialize_records
from director.models import EntryPlayer, Person, PersonNumber
from tests.director.core.files.backups.older import forget_later_fields
from tests.factories import make_night

pytestmark = pytest.mark.django_db

BEFORE = "0066_search_engines"
NAMED = (
    "Same person? Émile Zola and émile Zola differ only in capitals. "
    "In People, merge them or give one a number."
)


@pytest.fixture(autouse=True)
def anywhere(monkeypatch):
    """Let the program open a database beside that of the tests."""

    def connect(self):
        if self.connection is None:
            with self.wrap_database_errors:
                self.connect()

    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", connect)


@pytest.fixture
def event(director):
    """Return an event of two players of one name, each with two numbers of a body."""
    event = make_night(pairs=4).session.event
    first, second = Person.objects.order_by("pk")[:2]
    Person.objects.filter(pk=first.pk).update(name="Émile Zola")
    Person.objects.filter(pk=second.pk).update(name="émile Zola", twin_no=1)
    first.numbers.create(body="Öbv", number="1")
    first.numbers.create(body="Second", number="2")
    return event


def older_records():
    """Yield the records as the version before wrote them."""
    for record in serialize_records(BACKUP_MODELS):
        forget_later_fields(record, BEFORE)
        if record["model"] == "director.personnumber" and record["fields"]["body"] == "Second":
            record["fields"]["body"] = "öbv"
        yield record


def seated() -> list[tuple[int, str]]:
    return list(EntryPlayer.objects.order_by("pk").values_list("person_id", "person__name"))


@pytest.mark.slow
@pytest.mark.usefixtures("event")
def test_older_backup_is_restored_with_both(tmp_path):
    seated_before = seated()
    path = tmp_path / "club.backup"
    write_backup(
        path, schema=BEFORE, records=older_records(), check_records=list, last_keys_by_model={}
    )
    restore_backup(path=path, safety_path=None)
    assert seated() == seated_before
    twins = Person.objects.filter(name_key="émile zola").order_by("pk")
    assert list(twins.values_list("name", "twin_no")) == [("Émile Zola", 0), ("émile Zola", 1)]
    assert list(PersonNumber.objects.order_by("pk").values_list("body", "number")) == [
        ("Öbv", "1"),
        ("öbv 2", "2"),
    ]


@pytest.mark.usefixtures("event")
def test_restore_names_them(tmp_path, settings, capsys):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    path = tmp_path / "club.backup"
    write_backup_file(path=path)
    call_command("restore", path)
    assert NAMED in capsys.readouterr().err
    assert list(Person.objects.filter(name_key="émile zola").values_list("twin_no", flat=True)) == [
        0,
        1,
    ]
