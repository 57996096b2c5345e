"""A page of a known program is read if it has all results in a table, and named with what to do if not."""

import pytest

from director.additions.imports.formats.door import is_of_columns, read_source
from director.formats.errors import ImportFileError

RESULTS = (
    "<table><tr><th>Board<th>NS<th>EW<th>Contract<th>By<th>Tricks<tr><td>1<td>1<td>2<td>4S<td>N<td>10"
    "<tr><td>1<td>3<td>4<td>4S<td>N<td>9</table>"
)
USEBIO = "Export the session as USEBIO (.xml) and choose that file."
TYPED = "Copy all its results into one table with the headings Board, NS, EW, Contract, By, Tricks, Score."
PAGES = {
    "Pianola": ("<title>Pianola - Results</title>", USEBIO),
    "ScoreBridge": ("<p>Results produced by ScoreBridge for Windows</p>", USEBIO),
    "PairsScorer": ("<pre>Scored with PairsScorer 5</pre>", USEBIO),
    "EBUScore": ('<meta name="generator" content="EBUScore Pairs">', USEBIO),
    "Bridge-It": (
        "<title>Bridge-It: Tuesday</title>",
        "Export the session as USEBIO, PBN or CSV and choose that file.",
    ),
    "BridgeComposer": (
        '<div class="bchand">AKQ</div>',
        "In BridgeComposer, save the boards as PBN and choose that file.",
    ),
    "Bridgemate’s program (BCS)": (
        "<h1>Report by Bridgemate Control Software</h1>",
        "Choose the .bws file of the session instead.",
    ),
    "Funbridge": ("<!-- saved from url=(0021)https://funbridge.com/x -->", TYPED),
    "Compscore": ("<META NAME=GENERATOR CONTENT='Compscore3'>", USEBIO),
}


@pytest.mark.parametrize("name", PAGES)
def test_page_with_all_results_is_read_whoever_wrote_it(name):
    data = f"{PAGES[name][0]}<body>{RESULTS}".encode()
    assert len(read_source(data).sections[0].boards[0].lines) == 2
    assert is_of_columns(data)


def test_club_that_only_mentions_a_program_is_not_taken_for_it():
    with pytest.raises(ImportFileError) as refusal:
        read_source(b"<body><p>Results are on Pianola tomorrow. Bridgemate training on Monday.</p>")
    assert str(refusal.value).startswith(
        "This web page has no table with boards, pairs and results."
    )


def test_text_of_a_known_program_leads_to_what_to_press_there():
    with pytest.raises(ImportFileError) as refusal:
        read_source(b"Riverside Pairs\n\nRank  Pair   Score\n\nScored with ACBLscore 7.85\n")
    assert str(refusal.value).startswith(
        "This looks like a text of ACBLscore, without a table of all results. Save the results page"
    )


def test_page_of_an_unknown_program_needs_no_heading_of_the_reader():
    page = "<table><tr><th>Board<th>NS<th>Score</tr><tr><td>1<td>2<td>420</tr><tr><td>2<td>3<td>50</tr></table>"
    with pytest.raises(ImportFileError) as refusal:
        read_source(page.encode())
    assert str(refusal.value) == (
        "This web page has no column for E-W pair. Choose the column that has it, or export the results as USEBIO, "
        "PBN or CSV from the program that made the page."
    )
