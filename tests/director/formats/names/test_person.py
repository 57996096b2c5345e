"""One reader of people: spellings of many languages, with names invented."""

import csv
from pathlib import Path

import pytest

from director.formats.names.person import parse_person, split_people
from tests.cases import leave_to_slow

SPELLINGS = Path(__file__).parents[3] / "fixtures" / "people" / "spellings.csv"


def spellings():
    with SPELLINGS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def test_table_of_spellings_is_large():
    assert len(spellings()) >= 150


@pytest.mark.parametrize("row", leave_to_slow(spellings(), but=77), ids=lambda row: row["spelling"])
def test_person_is_read_however_they_are_written(row):
    person = parse_person(row["spelling"])
    assert person.name == row["name"]
    assert person.number == row["number"]
    assert ("yes" if person.is_visitor else "") == row["visitor"]


@pytest.mark.parametrize("row", leave_to_slow(spellings(), but=76), ids=lambda row: row["spelling"])
def test_a_parsed_name_is_parsed_again_the_same(row):
    person = parse_person(row["spelling"])
    if person.name and not person.is_visitor:
        again = parse_person(person.label)
        assert again.number == person.number
        assert len(again.name.split()) == len(person.name.split())


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("J. & M. Smith", ["J. Smith", "M. Smith"]),
        ("J & M Smith", ["J Smith", "M Smith"]),
        ("Smith J & M", ["J Smith", "M Smith"]),
        ("Smith-Jones J & M", ["J Smith-Jones", "M Smith-Jones"]),
        ("SMITH J & M", ["J SMITH", "M SMITH"]),
        ("Mr and Mrs Smith", ["Mr Smith", "Mrs Smith"]),
        ("Mr & Mrs J Smith", ["Mr Smith", "J Smith"]),
        ("Herr und Frau Maier", ["Herr Maier", "Frau Maier"]),
        ("Ash & Bert Birch", ["Ash", "Bert Birch"]),
        ("SMITH, John & JONES, Mary", ["John SMITH", "Mary JONES"]),
    ],
)
def test_couple_shares_its_surname(text, people):
    assert [parse_person(part).name for part in split_people(text)] == people
