"""Telephone numbers, chats, joining words and federations in lists of people."""

import pytest

from director.formats.kinds import describe_file_kind
from director.formats.names.pairs import read_pairs
from director.formats.names.person import parse_person, split_people
from director.formats.names.row_people import read_row_people
from director.formats.names.tables.reading import read_list_table
from director.formats.names.tables.table import PEOPLE


@pytest.mark.parametrize(
    "text",
    [
        "Ann Ash 01865 000001",
        "Ann Ash, 0170/1234567",
        "Ann Ash tel: +44 1865 000001",
        "01865-000001 Ann Ash",
        "Ann Ash (01865 000001)",
        "Ann Ash (LM)",
        "07700900001 Ann Ash",
        "Ann Ash +447700900001",
        "+44 (0)7700 900001 Ann Ash",
        "00447700900001; Ann Ash",
        "(555) 123-4567 Ann Ash",
        "Ann Ash, 555-123-4567",
        "Ann Ash tel. 900001",
        "Ann Ash m: 07700 900001",
    ],
)
def test_a_telephone_number_or_a_rank_is_no_membership_number(text):
    assert parse_person(text).label == "Ann Ash"


@pytest.mark.parametrize("number", ["1234567", "00123456", "12-34 56", "0123456", "0000001234"])
def test_a_membership_number_stays_beside_a_telephone_number(number):
    person = parse_person(f"Ann Ash {number} 01865 000001")
    assert person.name == "Ann Ash"
    assert person.number == number


@pytest.mark.parametrize(
    "line",
    [
        "Ana Gil y Eva Paz",
        "Ana Gil e Eva Paz",
        "Ana Gil i Eva Paz",
        "Ana Gil a Eva Paz",
        "Ana Gil ve Eva Paz",
        "Ana Gil и Eva Paz",
        "Ana Gil og Eva Paz",
    ],
)
def test_joining_words_divide_two_full_names(line):
    assert split_people(line) == ["Ana Gil", "Eva Paz"]


@pytest.mark.parametrize("name", ["José Ortega y Gasset", "Maria Silva e Costa", "Ewa i"])
def test_joining_words_stay_in_one_name(name):
    assert split_people(name) == [name]


@pytest.mark.parametrize(
    "stamp",
    ["[09/09/2026, 18:03:11] Ann Ash: ", "09.09.26, 18:03 - Ann Ash: ", "[9/9/26, 6:03 PM] Ann: "],
)
def test_a_chat_is_a_list(stamp):
    text = f"{stamp}Bob Birch & Cyd Cole\n{stamp}Dan Dove & Eve Elm"
    players = [pair.players for pair in read_pairs(text)]
    assert players == [("Bob Birch", "Cyd Cole"), ("Dan Dove", "Eve Elm")]
    assert describe_file_kind(text.encode()) == "plain text"


@pytest.mark.parametrize("heading", ["EBU", "№", "N°", "ID", "FFB"])
def test_a_column_of_high_numbers_is_of_members(heading):
    text = f"{heading};Name\n1234567;Ann Ash\n1234568;Bob Birch"
    table = read_list_table(text, PEOPLE)
    row = read_row_people(table, table.rows[0])
    numbers = {person.number for person in row.values()} | {*table.rows[0]}
    assert "1234567" in numbers
    pairs = f"Pair;Name;{heading};Name;{heading}\n1;Ann Ash;1234567;Bob Birch;1234568"
    assert read_pairs(pairs)[0].players == ("Ann Ash (1234567)", "Bob Birch (1234568)")


def test_a_column_that_counts_lines_has_no_numbers_of_members():
    assert read_pairs("№;Name;Name\n1;Ann Ash;Bob Birch")[0].players == ("Ann Ash", "Bob Birch")
