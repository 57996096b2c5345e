"""A night that is laid row by row is the night the services make."""

import json
import os
from contextlib import suppress
from datetime import date

import pytest
from django.apps import apps
from django.core import serializers
from django.db import connection, transaction

from director.models import Club, Section
from tests import cached_rows, factories
from tests.cached_rows import (
    THOROUGH,
    cache_rows,
    compute_digest,
    insert_rows,
    is_empty,
    keep_rows_in,
    read_all_rows,
    replay_rows,
)
from tests.director.additions.rulings.ruled import make_section_to_rule_on
from tests.director.party.parties import make_party, make_seated_party

pytestmark = pytest.mark.django_db
RECORDS = tuple(apps.get_app_config("director").get_models())


class RollBackError(Exception):
    """Undoes all that was stored."""


def everything() -> str:
    return serializers.serialize(
        "json", [record for model in RECORDS for record in model.objects.order_by("pk")]
    )


def results_in(records: str) -> list[dict]:
    return [record for record in json.loads(records) if record["model"] == "director.result"]


def undone(make, *args):
    """Return what *make* gives, all records afterwards and all rows, with nothing left of it."""
    assert is_empty()
    with suppress(RollBackError), transaction.atomic():
        found = [
            make(*args),
            everything(),
            read_all_rows() if connection.vendor == "sqlite" else {},
        ]
        raise RollBackError
    return found


@pytest.mark.parametrize(
    "make",
    [
        factories.make_night,
        factories.make_played_section,
        make_section_to_rule_on,
        make_party,
        make_seated_party,
    ],
    ids=lambda make: make.__name__,
)
def test_replayed_rows_equal_those_first_made(make):
    if connection.vendor != "sqlite":
        assert connection.vendor == "postgresql", "there every night is made anew"
        return
    section, records, rows = undone(make.__wrapped__)
    assert rows["director_planrow"] or rows["director_party"]
    assert undone(insert_rows, rows) == [None, records, rows]
    later, made_later, _ = undone(make.__wrapped__)
    assert later == section
    assert made_later.count('"pk"') == records.count('"pk"')


def test_a_night_is_made_once_for_all_tests_and_given_out_afresh():
    calls = []

    def make(number, name="Riverside Club"):
        calls.append((number, name))
        return Club.objects.create(name=f"{name} {number}")

    kept = cache_rows(make)
    clubs = [undone(kept, *args)[0] for args in ((1,), (1,), (2,), (1, "Hill Club"), (1,))]
    assert [club.name for club in clubs] == [
        "Riverside Club 1", "Riverside Club 1", "Riverside Club 2", "Hill Club 1", "Riverside Club 1"
    ]  # fmt: skip
    made_anew = THOROUGH or connection.vendor != "sqlite"
    assert len(calls) == (5 if made_anew else 3)
    assert len({id(club) for club in clubs}) == 5


def test_a_second_night_is_made_beside_the_first():
    first, second = factories.make_night(pairs=4), factories.make_night(pairs=4)
    assert first.pk != second.pk
    assert Section.objects.count() == 2


def test_rows_written_to_a_night_are_replayed_only_on_the_same_night():
    calls = []

    @replay_rows
    def enter(section, *, leave=0):
        calls.append(leave)
        factories.enter_all_results.__wrapped__(section, leave=leave)

    def everything_after(section, **kwargs):
        with suppress(RollBackError), transaction.atomic():
            enter(section, **kwargs)
            found = everything()
            raise RollBackError
        return found

    section = factories.make_night(key="howell", pairs=4, boards_per_set=1)
    first, again = everything_after(section), everything_after(section)
    fewer = everything_after(section, leave=2)
    Club.objects.update(name="Hill Club")
    of_another_club = everything_after(section)
    made_anew = THOROUGH or connection.vendor != "sqlite"
    assert calls == ([0, 0, 2, 0] if made_anew else [0, 2, 0])
    assert len(results_in(first)) == len(results_in(fewer)) + 2 == 6
    assert "Hill Club" in of_another_club
    if not made_anew:
        assert again == first


_CALLS: list[object] = []
_MADE = ["Riverside Club", "Hill Club"]


def _make_club(name: object) -> None:
    _CALLS.append(name)
    Club.objects.create(name=str(name))


def _rename_clubs(name: str) -> None:
    _CALLS.append(name)
    Club.objects.update(name=name)


def lay_in_another_process(name_before: object = _MADE[0], name_after: str = _MADE[1]) -> str:
    """Return all records after a club was made and renamed, as by a process that has made nothing yet."""

    def make_and_rename() -> None:
        cache_rows(_make_club)(name_before)
        replay_rows(_rename_clubs)(name_after)

    return undone(make_and_rename)[1]


@pytest.fixture
def calls(monkeypatch, tmp_path):
    """The names that were really stored, each time; what they make is kept in an empty folder."""
    monkeypatch.setattr(cached_rows._Shelf, "folder", None)
    keep_rows_in(tmp_path / "rows")
    _CALLS.clear()
    return _CALLS


def list_files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_rows_made_by_one_process_are_replayed_by_the_next(calls):
    first, again = lay_in_another_process(), lay_in_another_process()
    assert '"Hill Club"' in first
    assert '"Valley Club"' in lay_in_another_process(name_after="Valley Club")
    if THOROUGH or connection.vendor != "sqlite":
        assert calls == [*_MADE, *_MADE, "Riverside Club", "Valley Club"]
    else:
        assert calls == [*_MADE, "Valley Club"]
        assert again == first


def test_a_torn_file_is_made_anew(calls, tmp_path):
    lay_in_another_process()
    for path in list_files(tmp_path / "rows"):
        path.write_bytes(path.read_bytes()[:-5])
    assert '"Hill Club"' in lay_in_another_process()
    assert calls == _MADE * 2


def test_rows_that_depend_on_the_process_are_not_stored_in_a_file(calls, tmp_path):
    undone(cache_rows(lambda: _make_club("Riverside Club")))
    undone(cache_rows(_make_club), object())
    assert len(calls) == 2
    assert list_files(tmp_path / "rows") == []


def test_rows_are_made_again_when_a_source_changes(calls, tmp_path, monkeypatch):
    source = tmp_path / "program" / "club.py"
    source.parent.mkdir()
    monkeypatch.setattr(cached_rows, "ROOT", tmp_path)
    monkeypatch.setattr(cached_rows, "SOURCES", ("program",))
    for text in ("NAME = 'Hill Club'", "NAME = 'Valley Club'"):
        source.write_text(text, encoding="utf-8")
        keep_rows_in(tmp_path / "rows")
        lay_in_another_process()
        lay_in_another_process()
    repeats = 2 if THOROUGH or connection.vendor != "sqlite" else 1
    assert calls == _MADE * 2 * repeats


def test_a_changed_test_module_makes_only_rows_of_test_modules_again(calls, tmp_path, monkeypatch):
    test_module = tmp_path / "tests" / "test_club.py"
    test_module.parent.mkdir()
    monkeypatch.setattr(cached_rows, "ROOT", tmp_path)
    monkeypatch.setattr(cached_rows, "SOURCES", ("tests",))
    helpers_paths, tests_paths = set(), set()
    for text in ("NAME = 'Hill Club'", "NAME = 'Valley Club'"):
        test_module.write_text(text, encoding="utf-8")
        cached_rows.compute_digest_of_test_modules.cache_clear()
        keep_rows_in(tmp_path / "rows")
        helpers_paths.add(cached_rows._Shelf(factories.make_club)._find_path("a club"))
        tests_paths.add(cached_rows._Shelf(_make_club)._find_path("a club"))
    cached_rows.compute_digest_of_test_modules.cache_clear()
    assert len(helpers_paths) == 1
    assert len(tests_paths) == 2


def test_rows_of_few_states_of_the_sources_are_kept(calls, tmp_path, monkeypatch):
    monkeypatch.setattr(cached_rows, "ROOT", tmp_path)
    monkeypatch.setattr(cached_rows, "SOURCES", ("program",))
    source = tmp_path / "program" / "club.py"
    source.parent.mkdir()
    for number in range(7):
        source.write_text(f"NUMBER = {number}", encoding="utf-8")
        keep_rows_in(tmp_path / "rows")
        os.utime(cached_rows._Shelf.folder, (number, number))
    folders = [path.name for path in (tmp_path / "rows").iterdir()]
    assert len(folders) == cached_rows.KEPT_FOLDERS
    assert cached_rows._Shelf.folder.name in folders


def test_tonight_is_of_the_day():
    tonight, tomorrow = date(2026, 11, 17), date(2026, 11, 18)
    assert compute_digest(tonight) == compute_digest(tonight) != compute_digest(tomorrow)
