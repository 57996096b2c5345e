"""A night that is laid row by row is the night the services make."""

import json
from contextlib import suppress

import pytest
from django.apps import apps
from django.core import serializers
from django.db import connection, transaction

from director.models import Club, Section
from tests import factories
from tests.cached_rows import (
    THOROUGH,
    cache_rows,
    insert_rows,
    is_empty,
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
def test_what_is_laid_is_what_was_made(make):
    if connection.vendor != "sqlite":
        assert connection.vendor == "postgresql", "there every night is made anew"
        return
    section, records, rows = undone(make.__wrapped__)
    assert rows["director_planrow"] or rows["director_party"]
    assert undone(insert_rows, rows) == [None, records, rows]
    later, made_later, _ = undone(make.__wrapped__)
    assert (later, made_later.count('"pk"')) == (section, records.count('"pk"'))


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


def test_what_was_written_to_a_night_is_replayed_on_the_same_night_alone():
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
