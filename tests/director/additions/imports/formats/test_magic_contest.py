"""Pages saved from Magic Contest, in whatever language, are read to the last figure."""

from decimal import Decimal

import pytest

from director.additions.imports.formats.door import is_of_columns, read_source, recognise_results
from director.additions.imports.store.event import import_file
from director.formats.door import FileUse
from director.formats.errors import ImportFileError
from director.formats.kinds import WEB_PAGE
from director.formats.result import format_result

RANKING = """
2 tables, 4 pairs. Number of boards: 3. Maximum on board: 2.

Rank  Pair  Score     %    Name                                M-ID

   1     1      5  83,3    Ann Ash - Bob Birch                1001  1002
   2     2      3  50,0    Eve Elm - Fay Fern
   2     4      3  50,0    Gus Gale - Hal Hook
   4     3      1  16,7    Cyd Cole - Dan Dove                 +31  +32
"""
TABLES = """
<a name='scoretables'>
-----------------------------------------------------------------------------------------

Board:  1                                    Board:  2
Pair  Contr    Ld    Result   Score          Pair  Contr    Ld    Result   Score
1 2   3N  N +1 D3   430        2   0         1 2   4Sx W -1 S7   100        1   1
3 4   3N  N  = H5   400        0   2         3 4   4Sx W -1 D2   100        1   1

-----------------------------------------------------------------------------------------

Board:  3
Pair  Contr    Ld    Result   Score
1 4   Pass             0        2   0
3 2   2H  E  = C2      -110    0   2
"""
FINNISH = """
Sij   Pari  Tulos    %    Nimi                                 J-ID
   1     1      2  100,0  Ann Ash - Bob Birch                  1001  1002
   2     2      0    0,0  Eve Elm - Fay Fern                   1003  1004
   1     3      2  100,0  Cyd Cole - Dan Dove
---------------------------------------------------------------------------
 1            AK4                    2            T9
P             Q765                   I            -
Ei            T97                    PE           KJ987
P 400
Pari  Sit      Ulos  Tulos   Pist    Pari  Sit      Ulos  Tulos   Pist
1 2   3N  P +1 Ru3  430      2  0    1 2   4Pax L -1 -    100     1  1
3 -   Vapaa                          3 4   4Pa  L -1 Pa2   50     1  1
3 4   3N  P  = He5  400      0  2
"""


def page(text, method="MatchPoints;MP1", **meta):
    tags = {
        "Generator": "Magic Contest",
        "Version": "4.9",
        "Arranger": "Ash Club",
        "ContestDate": "2026-05-05",
        "ContestName": "Club pairs",
        "ScoringType": method,
    } | meta
    head = "".join(f'<META  name={name}   content="{value}">\n' for name, value in tags.items())
    script = "<SCRIPT>if (yDoc < yDocMax) scroll(1)</SCRIPT>"
    text = text.replace("&", "&amp;")
    return f"{script}\n<HTML><HEAD><TITLE>5 May</TITLE>{head}</HEAD><BODY><PRE>{text}</PRE></HTML>".encode()


def list_lines(event):
    return [
        (
            board.board_no,
            line.ns_no,
            line.ew_no,
            format_result(line.result, board.board_no),
            line.lead,
            line.ns_points,
            line.ew_points,
        )
        for board in event.sections[0].boards
        for line in board.lines
    ]


def test_language_diagrams_and_sit_outs_make_no_difference():
    event = read_source(page(FINNISH))
    assert list_lines(event) == [
        (1, 1, 2, "3NTN+1", "D3", 2, 0),
        (1, 3, 4, "3NTN=", "H5", 0, 2),
        (2, 1, 2, "4SXW-1", "", 1, 1),
        (2, 3, 4, "4SW-1", "S2", 1, 1),
    ]


def test_imps_have_signs_and_decimals():
    text = RANKING + TABLES.replace("2   0  ", "3,5 -3,5").replace("0   2  ", "-3,5 3,5")
    event = read_source(page(text, method="Butler"))
    assert event.scoring == "butler"
    assert list_lines(event)[0][-2:] == (Decimal("3.5"), Decimal("-3.5"))


def test_adjusted_score_has_the_points_as_its_award():
    text = TABLES.replace("4Sx W -1 S7   100        1   1", "A+ A-             1,2  0,8")
    lines = list_lines(read_source(page(text)))
    assert lines[2][3:] == ("A6040", "", Decimal("1.2"), Decimal("0.8"))


def test_the_datum_behind_the_first_result_is_no_points():
    text = """
Board:  1
Pair  Contr    Ld    Result   Score   Datum
1 2   3N  N +1 D3   430       1  -1     400
3 4   3N  N  = H5   400       0   0
"""
    lines = list_lines(read_source(page(text, method="IMP;Butler-2;Mean")))
    assert lines[0][3:] == ("3NTN+1", "D3", 1, -1)
    assert lines[1][3:] == ("3NTN=", "H5", 0, 0)


def test_numbers_of_two_digits_may_start_before_their_heading():
    tables = """
Board:  1                             Board:  2
 Pair  Contr    Ld   Result  Score     Pair  Contr    Ld   Result  Score
10  1  3N  N +1 D3   430       2 0    10  2  4S  W -1 S7   50        1 1
 3  4  3N  N  = H5   400       0 2     3  4  4S  W -1 D2   50        1 1
"""
    lines = list_lines(read_source(page(tables)))
    assert [line[:3] for line in lines] == [(1, 10, 1), (1, 3, 4), (2, 10, 2), (2, 3, 4)]


def test_averages_are_named_and_may_be_the_own_ones():
    text = TABLES.replace("4Sx W -1 S7   100        1   1", "A-/A+             0,8  1,2")
    lines = list_lines(read_source(page(text)))
    assert lines[2][3:] == ("A4060", "", Decimal("0.8"), Decimal("1.2"))


BYES = """
3 tables, 5 pairs, 1 phantom pair. {method}. Bye (*) awards recorded average.

Rank  Pair  Score    Name

{ranking}

-----------------------------------------------------------------------------------------
{tables}
"""
BYE_RESULTS = [(1, 2, 3, 4, 5), (2, 4, 1, 5, 3), (3, 5, 2, 1, 4), (4, 1, 5, 3, 2), (5, 3, 4, 2, 1)]
"""Of each board both pairs at two tables, then the pair that sits out."""


def make_page_with_byes() -> bytes:
    """Return five rounds of two tables, in which each pair sits out once and gets its own average."""
    totals = dict.fromkeys(range(1, 6), 0)
    tables = []
    for board_no, (first, second, third, fourth, free) in enumerate(BYE_RESULTS, start=1):
        # Three down cost 150, and 300 on the boards on which N-S are vulnerable.
        imps, penalty, datum = (4, 150, -20) if board_no in (1, 3) else (5, 300, -100)
        totals[first] += imps
        totals[second] -= imps
        totals[third] -= imps
        totals[fourth] += imps
        tables.append(
            f"Board:  {board_no}\nPair  Contr    Ld    Result   Score   Datum\n"
            f"{first} {second}   1H  N +1 D3   110       {imps},0  -{imps},0   {datum}\n"
            f"{third} {fourth}   1H  N -3 D3      -{penalty} -{imps},0   {imps},0\n"
            f"-- {free}                    Bye      -1,0\n\n"
        )
    ranked = sorted(totals, key=lambda pair: -totals[pair])
    ranking = "\n".join(
        f"   {1 + sum(other > totals[pair] for other in totals.values())}     {pair}  "
        f"{totals[pair] * 5 / 4:.1f} *  Ash {pair} - Birch {pair}".replace(".", ",")
        for pair in ranked
    )
    text = BYES.format(method="Butler IMPs", ranking=ranking, tables="".join(tables))
    return page(text, method="IMP;Butler;Mean", BoardCount="5")


@pytest.mark.django_db
def test_a_bye_with_the_pairs_own_average_is_found_out():
    imported = import_file(data=make_page_with_byes(), file_name="page.htm")
    assert imported.differences == ()
    assert imported.event.scoring_options["sit_outs"] == "scaled-to-session"


def test_page_that_lacks_boards_of_its_contest_says_so():
    data = page(RANKING + TABLES, BoardCount="4")
    assert [str(doubt) for doubt in read_source(data).warnings] == [
        "The page says 4 boards, but has results of 3. Save it again from Magic Contest if some are missing."
    ]
    assert read_source(page(RANKING + TABLES, BoardCount="3")).warnings == ()


def test_two_rankings_are_two_winners():
    heading = "Rank  Pair  Score     %    Name\n"
    text = (
        f"North-South\n{heading}   1  1   3   75,0  Ann Ash - Bob Birch\n   2  3   1   25,0  Cyd Cole - Dan Dove\n"
        f"East-West\n{heading}   1  4   3   75,0  Gus Gale - Hal Hook\n   2  2   1   25,0  Eve Elm - Fay Fern\n"
    )
    text += TABLES.replace("1 4   Pass", "1 2   Pass").replace("3 2   2H", "3 4   2H")
    section = read_source(page(text)).sections[0]
    assert section.winner_count == 2
    assert {pair.number: (pair.direction, pair.rank) for pair in section.pairs} == {
        1: ("NS", 1),
        2: ("EW", 2),
        3: ("NS", 2),
        4: ("EW", 1),
    }


@pytest.mark.parametrize(
    ("data", "contents", "advice"),
    [
        (
            page(RANKING),
            "a ranking, but no results of boards",
            "In Magic Contest, save the page of the ranking with the score tables of all boards, or save the contest "
            "as PBN.",
        ),
        (
            page(
                "12 teams.\n\nRank   Score  Name    Roster\n\n   1  163.78  Ravens  Ann Ash - Bob Birch\n",
                "Teams",
            ),
            "the ranking or the matches of teams, but no results of boards",
            "In Magic Contest, save the contest as PBN and choose that file.",
        ),
    ],
)
def test_page_without_boards_is_named_with_what_to_save(data, contents, advice):
    with pytest.raises(ImportFileError) as refusal:
        read_source(data)
    assert str(refusal.value) == (
        f"This is a page saved from Magic Contest. It holds {contents}. {advice}"
    )


def test_page_is_recognised_as_results_without_columns_to_choose():
    data = page(RANKING + TABLES)
    (candidate,) = recognise_results(data, WEB_PAGE)
    assert candidate.use == FileUse.RESULTS
    assert candidate.format_name == "a page of Magic Contest"
    assert not is_of_columns(data)
