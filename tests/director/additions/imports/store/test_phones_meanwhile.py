"""Phones store results while a file is read and scored: an import locks the database only to store."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from director.additions.imports.store import event as event_import
from director.additions.imports.store.event import import_file
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.errors import DeskError
from director.models import Event, Result
from tests.director.additions.phones.tables import TablePhones
from tests.factories import make_night

pytestmark = pytest.mark.django_db(transaction=True)
DATA = b"Board,NS,EW,Score\n1,1,2,420\n1,3,4,-50\n2,1,4,90\n2,3,2,0\n"


@pytest.fixture
def section(real_database):
    return make_night(pairs=6, boards_per_set=2)


def run_during_scoring(monkeypatch, action):
    """Let a thread with its own connection do *action* while an import finds its method."""
    score = event_import.score_official_event
    answers, waiting_actions = [], [action]

    def run(action):
        try:
            return action()
        finally:
            connection.close()

    def score_meanwhile(*args, **options):
        # The action may be an import too.
        if waiting_actions:
            with ThreadPoolExecutor(1) as pool:
                answers.append(pool.submit(run, waiting_actions.pop()).result(timeout=5))
        return score(*args, **options)

    monkeypatch.setattr(event_import, "score_official_event", score_meanwhile)
    return answers


def test_phone_stores_a_result_while_an_import_is_scored(section, monkeypatch):
    tables = TablePhones(section, tables=3)
    line = fetch_section_lines(section).get_table_lines(1, 1)[0]
    answers = run_during_scoring(monkeypatch, lambda: tables.say(line, "4SN=").status_code)
    imported = import_file(data=DATA, file_name="night.csv")
    assert answers == [201]
    stored = Result.objects.filter(section=section).count()
    assert stored == 1
    assert imported.counts_text == "4 pairs, 2 boards, 4 results"


def test_same_file_imported_meanwhile_is_refused(section, monkeypatch):
    answers = run_during_scoring(
        monkeypatch, lambda: import_file(data=DATA, file_name="first.csv").counts_text
    )
    with pytest.raises(DeskError, match=r"has already been imported from first\.csv"):
        import_file(data=DATA, file_name="second.csv")
    assert answers == ["4 pairs, 2 boards, 4 results"]
    assert Event.objects.count() == 2
