"""One door: each file is recognised by what is in it, and sent to the page that takes it."""

from pathlib import Path

import pytest

from director.additions.imports.formats.door import read_source
from director.core.base.uploads import read_hands, recognise_file
from director.core.club.club import get_or_create_named_club
from director.core.club.people_lists.file import read_people
from director.errors import DeskError
from director.formats.door import FileUse
from director.formats.errors import ImportFileError
from tests.director.additions.imports.formats.usebio.factories import (
    write_board,
    write_line,
    write_usebio,
)

DEAL = "N:K843.T542.J6.863 AQJ7.K.Q75.AT942 962.AJ7.KT82.J75 T5.Q9863.A943.KQ"
CARDS = "md|1S765H9876D9876C87,S43H542D532C65432,SAKQ2HAK3DAK4CAKQ,|"
ROW = "Board,NS,EW,Contract,By,Tricks,Score"
TABLE = f'{ROW},Movie\n1,1,2,4S,N,10,420,"{CARDS}"\n1,3,4,3NT,S,9,400,\n'.encode()
PLAIN_TABLE = f"{ROW}\n1,1,2,4S,N,10,420\n1,3,4,3NT,S,9,400\n".encode()
HANDS = f'% made by a dealer\n[Board "1"]\n[Deal "{DEAL}"]\n'.encode()
RESULTS = HANDS + b'[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n'
USEBIO = write_usebio(boards=[write_board(write_line(LIN_DATA=CARDS))])
PEOPLE = b"Name,Number\nAda Ash,1234567\n"
MOVEMENT = Path("tests/fixtures/movement_texts/movement-mitchell-like.txt").read_bytes()
FILES = {
    "table": (TABLE, [FileUse.RESULTS]),
    "pbn-hands": (HANDS, [FileUse.HANDS]),
    "pbn-results": (RESULTS, [FileUse.RESULTS, FileUse.HANDS]),
    "usebio": (USEBIO, [FileUse.RESULTS]),
    "lin": (f"pn|a,b,c,d|{CARDS}ah|Board 1|".encode(), [FileUse.HANDS]),
    "page": (b"<html><table><tr><td>Board<td>NS<td>EW<td>Score</table></html>", [FileUse.RESULTS]),
    "people": (PEOPLE, [FileUse.PEOPLE]),
    "names": (b"Ada Ash & Bert Birch", [FileUse.PEOPLE]),
    "names with numbers": (b"SMITH, John (1234567)\nO'BRIEN, Siobhan (7654321)", [FileUse.PEOPLE]),
    "movement text": (MOVEMENT, [FileUse.MOVEMENTS]),
    "text": (b"The club plays on Tuesdays.\nDoors open at 19:00.", []),
    "pdf": (b"%PDF-1.7", []),
}


@pytest.mark.parametrize("name", FILES)
def test_file_is_recognised_by_what_is_in_it(name):
    data, uses = FILES[name]
    assert [bid.use for bid in recognise_file(data)] == uses


@pytest.mark.parametrize("name", ["table", "pbn-hands", "pbn-results", "usebio", "lin"])
def test_hands_are_read_from_every_file_that_has_some(name):
    assert [deal.board_no for deal in read_hands(FILES[name][0])] == [1]


def test_file_without_hands_is_named_at_hands():
    for data, sentence in {
        PEOPLE: "The file looks like a list of people. Choose a PBN, DUP, DLM, BRI, DGE, LIN or RBN file.",
        b"<html><title>RealBridge</title><p>Board 1</html>": (
            "This is a page saved from RealBridge. It holds a part of the results. In RealBridge, download the "
            "session’s results as PBN or CSV and choose that file."
        ),
        f'{ROW},Movie\n1,1,2,4S,N,10,420,"md|1S765H9876D9876C87|"\n'.encode(): (
            "The file has results, but cards that can’t be read. Board 1: “1S765H9876D9876C87” isn’t a deal. It must "
            "start with the dealer and have three or four hands. These cards were left out."
        ),
    }.items():
        with pytest.raises(ImportFileError) as refusal:
            read_hands(data)
        assert str(refusal.value) == sentence


def test_results_without_cards_are_sent_to_their_page():
    with pytest.raises(ImportFileError) as refusal:
        read_hands(PLAIN_TABLE)
    assert (
        str(refusal.value)
        == "The file has results but no cards. Import it under Nights → Import results."
    )


def test_people_are_sent_to_their_page():
    with pytest.raises(ImportFileError) as refusal:
        read_source(PEOPLE)
    assert (
        str(refusal.value)
        == "This is a list of people, not of results. Import it under People → Import list."
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "table",
            "This is a table with results, not a list of people. Import it under Nights → Import results.",
        ),
        (
            "pbn-hands",
            "This is PBN with hands, not a list of people. Import it under Hands in the session that plays them.",
        ),
    ],
)
def test_other_files_are_no_list_of_people(name, sentence):
    with pytest.raises(DeskError) as refusal:
        read_people(FILES[name][0], get_or_create_named_club(""))
    assert str(refusal.value) == sentence


def test_best_bid_understood_most():
    names = b"Ada Ash\nBert Birch\nCleo Cedar\nDan Dogwood\n= = =\n"
    (bid,) = recognise_file(names)
    assert bid.use == FileUse.PEOPLE
    assert bid.understood_count == 4
    assert bid.unclear_count == 1
    assert bid.is_sure is False


@pytest.mark.parametrize(
    "text",
    [
        "*/5 * * * * root run the job",
        "login as the user\nopen the page\nset the field to nothing",
        "https://example.org/a.html\nhttps://example.org/b.html",
    ],
)
def test_lines_of_other_text_are_no_people(text):
    assert recognise_file(text.encode()) == []
