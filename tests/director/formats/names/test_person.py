"""One reader of people: spellings of many languages, with names invented."""

import csv
from pathlib import Path

import pytest

from director.formats.names.person import read_person

SPELLINGS = Path(__file__).parents[3] / "fixtures" / "people" / "spellings.csv"


def spellings():
    with SPELLINGS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def test_table_of_spellings_is_large():
    assert len(spellings()) >= 150


@pytest.mark.parametrize("row", spellings(), ids=lambda row: row["spelling"])
def test_person_is_read_however_they_are_written(row):
    person = read_person(row["spelling"])
    assert (person.name, person.number, "yes" if person.is_visitor else "") == (
        row["name"],
        row["number"],
        row["visitor"],
    )


@pytest.mark.parametrize("row", spellings(), ids=lambda row: row["spelling"])
def test_what_was_read_is_read_again_as_it_is(row):
    person = read_person(row["spelling"])
    if person.name and not person.is_visitor:
        again = read_person(person.label)
        assert (again.number, len(again.name.split())) == (
            person.number,
            len(person.name.split()),
        )
