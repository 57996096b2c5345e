"""A correction period that was stopped: older versions wrote a time in the year 9999."""

import pytest

from director.core.files.backups.database import BACKUP_MODELS, restore_backup
from director.core.files.backups.file import serialize_records, write_backup
from director.core.night.publishing import publish_results, unpublish_results
from director.models import Event
from tests.director.core.files.backups.older import forget_later_fields
from tests.factories import make_night

STOPPED = "9999-01-01T00:00:00Z"
BEFORE = "0111_presence"


def older_records():
    """Yield the records as the version before wrote them."""
    for record in serialize_records(BACKUP_MODELS):
        fields = record["fields"]
        if record["model"] == "director.event" and fields["is_period_stopped"]:
            fields["corrections_until"] = STOPPED
        forget_later_fields(record, BEFORE)
        yield record


@pytest.mark.django_db
def test_older_backup_of_an_unpublished_night_is_restored(tmp_path, director):
    event = make_night(pairs=4).session.event
    publish_results(event=event, hours=24, user=director)
    unpublish_results(event=event, user=director)
    path = tmp_path / "club.backup"
    records = list(older_records())
    assert STOPPED in str(records)
    write_backup(path, schema=BEFORE, records=records, check_records=list, last_keys_by_model={})
    restore_backup(path=path, safety_path=None)
    restored = Event.objects.get()
    assert restored.corrections_until is None
    assert restored.is_period_stopped is True
    assert restored.has_been_published
    assert not restored.is_final
