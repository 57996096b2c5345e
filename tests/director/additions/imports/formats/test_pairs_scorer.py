"""Travellers of PairsScorer are read, as a text and as a page; its ranking is named."""

from decimal import Decimal

import pytest

from director.additions.imports.formats.door import is_of_columns, read_source
from director.core.base.uploads import recognise_file
from director.formats.door import FileUse
from director.formats.errors import ImportFileError

RULE = " " + "=" * 60
HEADINGS = " NS  EW  Contract Dec Lead    NS+  NS-      MP      MP  NS                     EW"
TRAVELLERS = f"""Ash Bridge Club   Wednesday Pairs 25/2/2026
Session 1 Section A
Neuberg Top = 2
{RULE}
 BOARD 1
{HEADINGS}
{RULE}
  1   2  5S-1      W           50            2       0  Ann Ash & Bob Birch    Cyd Cole & Dan Dove
  3   4  4S=       E   DA           420      0       2  Eve Elm & Fay Fern     Gus Gale & Hal Hook
{RULE}
 BOARD 2
{HEADINGS}
{RULE}
  1   2  3NT+1     N          630            1,5     0,5  Ann Ash & Bob Birch    Cyd Cole & Dan Dove
  3   4  60/40                              1,2     0,8  Eve Elm & Fay Fern     Gus Gale & Hal Hook
printed 25/2/2026
"""
RANKING = f"""Ash Bridge Club   Wednesday Pairs 25/2/2026
{RULE}
Rank Pair Names [OVERALL RANKS]           Bds    Total   Max %Score
{RULE}
  1    1  Ann Ash & Bob Birch              27   127,00   216  58,80
"""


@pytest.mark.parametrize("beginning", ["", "<html><pre>\n"], ids=["text", "page"])
def test_travellers_are_read_with_the_sign_of_their_column(beginning):
    event = read_source((beginning + TRAVELLERS).encode())
    (section,) = event.sections
    assert [
        (
            board.board_no,
            *line[:2],
            line.result.contract,
            line.result.tricks,
            line.result.score,
            *line[4:6],
        )
        for board in section.boards
        for line in board.lines
    ] == [
        (1, 1, 2, "5S", 10, 50, 2, 0),
        (1, 3, 4, "4S", 10, -420, 0, 2),
        (2, 1, 2, "3NT", 10, 630, Decimal("1.5"), Decimal("0.5")),
        (2, 3, 4, "", None, None, Decimal("1.2"), Decimal("0.8")),
    ]
    assert section.boards[1].lines[1].result.artificial == "A5050"
    names_by_number = {
        pair.number: [player.name for player in pair.players] for pair in section.pairs
    }
    assert names_by_number[1] == ["Ann Ash", "Bob Birch"]
    assert names_by_number[2] == ["Cyd Cole", "Dan Dove"]
    assert event.title == "Ash Bridge Club Wednesday Pairs"
    assert str(event.date) == "2026-02-25"
    assert event.scoring == "matchpoints"


def test_travellers_have_no_columns_to_choose():
    data = TRAVELLERS.encode()
    (candidate,) = recognise_file(data)
    assert candidate.use == FileUse.RESULTS
    assert candidate.format_name == "a text of PairsScorer"
    assert not is_of_columns(data)


def test_ranking_names_the_file_to_choose():
    with pytest.raises(ImportFileError) as refusal:
        read_source(RANKING.encode())
    assert str(refusal.value) == (
        "This is a ranking of PairsScorer, without results of boards. Choose its file of travellers, or export the "
        "session as USEBIO and choose that file."
    )


def test_broken_xml_of_another_program_gets_no_advice_about_its_signs():
    with pytest.raises(ImportFileError) as refusal:
        read_source(b"<results><pair>Tom & Ann</pair><x></results>")
    assert str(refusal.value) == (
        "The file is XML but starts with <results> instead of <USEBIO>. Export the event as USEBIO."
    )
