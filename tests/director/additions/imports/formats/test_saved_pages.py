"""Pages that a browser saved: club games of the ACBL and tables are read, others named with what to choose."""

import html
import json

import pytest

from director.additions.imports.formats.door import is_of_columns, read_source
from director.additions.imports.store.event import import_file
from director.formats.errors import ImportFileError
from director.models import Event
from tests.director.additions.imports.read_events import list_read_results
from tests.director.additions.imports.store.test_screen import make_upload
from tests.director.additions.imports.store.usebio_files import read_fixture
from tests.director.pages import find_errors

MITCHELL = "club-mitchell-13-pairs"


def figures(section):
    return sorted((pair.number_text, pair.total, pair.percent, pair.rank) for pair in section.pairs)


def club_game(name=MITCHELL, **changes):
    """Return the evening called *name* as the JSON in a page of ACBL Live for Clubs."""
    evening = read_source(read_fixture(name))
    (section,) = evening.sections
    summaries = [
        {
            "pair_number": str(pair.number),
            "direction": pair.direction or None,
            "score": str(pair.total),
            "percentage": str(pair.percent),
            "strat_place": [
                {"strat_number": 1, "rank": str(pair.rank), "type": "Section"},
                {"strat_number": 1, "rank": "77", "type": "Event"},
            ],
            "players": [
                {"name": f"Family{pair.number}{pair.direction}, {first}", "id_number": "tmp:1-2"}
                for first in ("Ada", "Bert")
            ],
        }
        for pair in section.pairs
    ]
    boards = [
        {
            "board_number": board.board_no,
            "board_results": [result(line) for line in board.lines],
        }
        for board in section.boards
    ]
    game = {
        "name": "Monday Pairs",
        "club_name": "Our Club",
        "type": "PAIRS",
        "start_date": "04/20/2026",
        "board_scoring_method": "MATCH_POINTS",
        "sessions": [
            {
                "hand_records": [],
                "sections": [{"name": "A", "pair_summaries": summaries, "boards": boards}],
            }
        ],
    }
    return {**game, **changes}


def result(line):
    contract = line.result.contract
    if contract not in ("", "PASS"):
        contract = f"{contract[0]} {contract[1:].replace('X', ' x', 1).replace('X', 'x')}"
    return {
        "ns_pair": str(line.ns_no),
        "ew_pair": str(line.ew_no),
        "contract": None if line.result.artificial else contract,
        "declarer": line.result.declarer,
        "tricks_taken": line.result.tricks,
        "ns_score": None if line.result.artificial else line.result.score,
        "ns_match_points": str(line.ns_points),
        "ew_match_points": str(line.ew_points),
    }


def as_attribute(game):
    data = html.escape(json.dumps(game))
    head = (
        '<!DOCTYPE html>\n<html><head><title>Monday | Live for Clubs</title></head><body class="x">'
    )
    return f'{head}<p>4&spades;</p><result-details v-bind:data="{data}"></result-details>'.encode()


def as_script(game):
    return f"<html><script>\nvar data = {json.dumps(game)};\nshow(data);</script></html>".encode()


def as_archive(game):
    head = 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="=="\n\n--==\nContent-Type: text/html\n\n'
    return head.encode() + as_script(game) + b"\n--==--\n"


@pytest.mark.parametrize("page", [as_attribute, as_script, as_archive])
@pytest.mark.parametrize("name", [MITCHELL, "club-howell-12-pairs"])
def test_a_club_game_of_the_acbl_is_the_same_evening(name, page):
    data = page(club_game(name))
    event, evening = read_source(data), read_source(read_fixture(name))
    assert not is_of_columns(data)
    assert event.title == "Monday Pairs"
    assert event.club == "Our Club"
    assert str(event.date) == "2026-04-20"
    (section,), (played,) = event.sections, evening.sections
    assert section.winner_count == played.winner_count
    assert figures(section) == figures(played)
    assert {player.name.split()[0] for pair in section.pairs for player in pair.players} == {
        "Ada",
        "Bert",
    }
    assert not any(player.national_id for pair in section.pairs for player in pair.players)
    assert list_read_results(event) == list_read_results(evening)


@pytest.mark.django_db
def test_the_figures_of_a_club_game_are_found():
    imported = import_file(data=as_attribute(club_game()), file_name="game.html")
    assert imported.difference_texts == ()
    assert imported.event.scoring == "matchpoints"


def test_the_cards_of_a_club_game_come_along():
    suits = {"spades": "A K Q J 10 9 8 7 6 5 4 3 2"}
    record = {"board": 1}
    for seat, suit in zip(
        ("north", "east", "south", "west"), ("spades", "hearts", "diamonds", "clubs"), strict=True
    ):
        for other in ("spades", "hearts", "diamonds", "clubs"):
            record[f"{seat}_{other}"] = suits["spades"] if other == suit else "-----"
    game = club_game()
    game["sessions"][0]["hand_records"] = [record, {"board": 2}, {"board": "x"}, "rubbish"]
    (section,) = read_source(as_script(game)).sections
    assert [deal.board_no for deal in section.hands] == [1]


@pytest.mark.parametrize(
    "game",
    [
        club_game(type="TEAMS"),
        club_game(sessions=[]),
        club_game(sessions=[{"sections": [{"boards": [{"board_number": None}]}]}]),
        club_game(sessions="soon"),
    ],
)
def test_other_games_of_the_acbl_are_refused(game):
    with pytest.raises(ImportFileError):
        read_source(as_attribute(game))


KNOWN = {
    "BBO traveller": (
        '<title>Bridge Base Online - Myhands</title><table class="body"><tr><th>Traveller 1-2 played by x</th></tr>'
        "<tr><th>North</th><th>EW Points</th></tr></table>",
        "This is a page saved from BBO. It holds the results of one board. Choose the CSV or USEBIO file of the whole "
        "tournament instead.",
    ),
    "BBO hands": (
        '<table class="body"><tr class="tourneySummary"><td>#81382</td></tr><tr class="tourney"><td class="handnum">1'
        "</td><td>N</td></tr></table>",
        "This is a page saved from BBO. It holds the boards of one player. Choose the CSV or USEBIO file of the whole "
        "tournament instead.",
    ),
    "BBO ranking": (
        '<table class="bbo_t_l"><tr><td>Title</td><td>Noon</td></tr></table>',
        "This is a page saved from BBO. It holds a ranking, but no results of boards. Choose the CSV or USEBIO file of "
        "the whole tournament instead.",
    ),
    "ACBL Live board": (
        "<!-- saved from url=(0050)https://live.acbl.org/event/1/2/2/board-detail/A --><title>ACBL Live</title>",
        "This is a page saved from ACBL Live. It holds the results of one board. Choose the PBN, USEBIO or .bws file of "
        "the session instead.",
    ),
    "ACBL Live for Clubs, drawn": (
        "<title>Monday Pairs</title><div class='results-main-content'><table><tr><th>Board</th><th>NS</th>"
        "<th>EW</th><th>Score</th></tr></table></div>",
        "This is a page saved from ACBL Live for Clubs. It holds no results that can be read. Save the results page of "
        "the club game again as “Webpage, HTML Only”, or choose its PBN or .bws file.",
    ),
    "RealBridge": (
        "<title>RealBridge results</title>",
        "This is a page saved from RealBridge. It holds a part of the results. In RealBridge, download the session’s "
        "results as PBN or CSV and choose that file.",
    ),
    "JFR": (
        '<table><tr><td class="bdcc2">wynik</td></tr></table>',
        "This is a page saved from JFR Pary or Teamy. It holds a part of the results. Export the session as PBN, or copy "
        "all travellers into one table.",
    ),
    "KoPS": (
        "<title>KoPS: wyniki turnieju</title>",
        "This is a page saved from KoPS. It holds a part of the results. Export the session as PBN, or copy all "
        "travellers into one table.",
    ),
    "another page": (
        "<title>Our club</title><p>We meet on Tuesdays, at 7.</p>",
        "This web page has no table with boards, pairs and results. Export the results as USEBIO, PBN, CSV or XLSX and "
        "choose that file.",
    ),
}


@pytest.mark.parametrize(("body", "sentence"), KNOWN.values(), ids=KNOWN)
def test_a_page_that_is_not_read_is_named_with_what_to_choose(body, sentence):
    for page in (f"<!DOCTYPE html>\n<html><body>{body}", f"<!-- a --><!-- b -->\n<html>{body}"):
        with pytest.raises(ImportFileError) as refused:
            read_source(page.encode())
        assert str(refused.value) == sentence


def test_the_tables_of_another_page_are_columns():
    page = """<html><head><meta charset="iso-8859-2"><title>Wyniki</title><script>"<td>1</td>"</script></head><body>
    <h2>Board 1</h2><table><tr><th>NS<th>EW<th>Contract<th>By<th>Tricks<th>Score</tr>
    <tr><td>1</td><td>3</td><td>4&spades;</td><td>N</td><td>10</td><td>420</td></tr>
    <tr><td>2</td><td>4</td><td>3&nbsp;NT</td><td>S</td><td>9</td><td>400</td></tr></table>
    <h2>Board 2</h2><table><tr><th>NS<th>EW<th>Contract<th>By<th>Tricks<th>Score</tr>
    <tr><td>1</td><td>4</td><td>pass</td><td></td><td></td><td>0</td></tr>
    <tr><td>2</td><td>3</td><td>4&hearts;</td><td>E</td><td>10</td><td>-420</td></tr></table>""".encode(
        "iso-8859-2"
    )
    assert is_of_columns(page)
    assert list_read_results(read_source(page)) == [
        (1, 1, 3, "4SN="),
        (1, 2, 4, "3NTS="),
        (2, 1, 4, "PASS"),
        (2, 2, 3, "4HE="),
    ]


@pytest.mark.django_db
def test_the_page_of_the_desk_names_a_saved_page(desk):
    page = f"<!DOCTYPE html><html>{KNOWN['RealBridge'][0]}".encode()
    response = desk.post("/import/", make_upload(page, name="results.html"))
    assert response.status_code == 422
    assert find_errors(response) == [KNOWN["RealBridge"][1]]
    assert Event.objects.count() == 0


HEADINGS = ("Board", "NS", "EW", "Contract", "By", "Tricks", "Score")
ROWS = (("1", "1", "2", "Pass", "", "", "0"), ("1", "3", "4", "4S", "N", "10", "420"))


def in_grid(row, cell):
    """Return the rows as elements that only the attributes *row* and *cell* make a table."""
    rows = (
        f"<div {row}>{''.join(f'<div {cell}><span>{text}</span></div>' for text in texts)}</div>"
        for texts in (HEADINGS, *ROWS)
    )
    return f"<html><div>{''.join(rows)}</div></html>".encode()


def as_typed():
    lines = ("".join(text.ljust(10) for text in texts) for texts in (HEADINGS, *ROWS))
    return ("<html><pre>Club night\n" + "\n".join(lines) + "</pre></html>").encode()


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(in_grid("class=row", "class=cell"), id="classes"),
        pytest.param(in_grid('class="x ag-row"', 'class="y ag-cell"'), id="classes-of-a-library"),
        pytest.param(in_grid("role=row", "role=gridcell"), id="roles"),
        pytest.param(as_typed(), id="typed"),
    ],
)
def test_table_without_its_tags_keeps_empty_cells_in_their_column(page):
    assert [fact[3] for fact in list_read_results(read_source(page))] == ["PASS", "4SN="]
