"""A night of whist: its own words, tricks from either side, and only scoring that is made for it."""

import json
from io import BytesIO

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result, import_result
from director.core.night.publishing import publish_results
from movements.registry import make_plan
from scoring.__main__ import main as ranked_file
from scoring.display import format_rounded
from scoring.errors import ScoringError
from scoring.registry import list_methods_for_game
from tests.cases import leave_to_slow
from tests.director.additions.rulings.ruled import read_former_result
from tests.director.boards.scored import fetch_session_sheets, find_session_differences
from tests.director.pages import find_errors, find_texts
from tests.factories import add_ruling, make_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def whist():
    """A published Howell of four pairs, one board a round: N-S make 9 tricks on board 1 and 5 on all others."""
    section = make_section(game="whist", name="Whist drive")
    store_plan(section=section, movement=make_plan("howell", pairs=4))
    lines = fetch_section_lines(section)
    for line in lines.all:
        text = "9" if line.board_no == 1 else "5"
        import_result(section=section, line=line, text=text, user=None)
    publish_results(event=section.session.event)
    return section


def card_of(section, pair_no):
    return next(
        card for card in fetch_session_sheets(section).pairs if card.standing.contestant == pair_no
    )


def test_screen_workbook_and_paper_show_the_pair_its_own_tricks(whist, client, desk):
    card = card_of(whist, 1)
    own = [str(line.tricks) for line in card.lines]
    assert len(set(own)) > 1
    page = client.get(f"/events/{whist.session.event_id}/pairs/1/")
    assert find_texts(page, "tbody .c-tricks") == own
    book = load_workbook(
        BytesIO(desk.get(f"/events/{whist.session.event_id}/export/xlsx/").content)
    )
    title, *rows = book["Pair cards"].iter_rows(values_only=True)
    assert [str(row[title.index("Tricks")]) for row in rows if row[title.index("Pair")] == 1] == own
    paper = desk.get(
        f"/sessions/{whist.session_id}/print/sheets.pdf?kinds=pair-cards&paper=a4&spare=0"
    )
    words = PdfReader(BytesIO(paper.content)).pages[0].extract_text().split()
    # Round and opponents stand on the first board of a round only; the points of a board come last.
    cells = iter(words[words.index("Points") + 1 :])
    made = []
    round_no = 0
    for line in card.lines:
        count = 4 if line.round_no == round_no else 6
        round_no = line.round_no
        made.append([next(cells) for _cell in range(count)][-2])
    assert made == own


def test_why_speaks_of_the_tricks_that_each_side_made(whist, client):
    answer = client.get(f"/events/{whist.session.event_id}/results.json?explain").json()
    line = answer["boards"][0]["lines"][0]
    assert line["ns_why"]["score"] == "9"
    assert line["ew_why"]["score"] == "4"


def test_travellers_and_slips_say_nothing_of_vulnerability(whist, desk):
    kinds = "kinds=travellers&kinds=score-slips&kinds=board-sheets"
    paper = desk.get(f"/sessions/{whist.session_id}/print/sheets.pdf?{kinds}&paper=a4&spare=0")
    words = "\n".join(page.extract_text() for page in PdfReader(BytesIO(paper.content)).pages)
    assert "Dealer North" in words
    assert "Vul" not in words


FOR_WHIST = [
    "Matchpoints",
    "Matchpoints by Ascherman",
    "Aggregate",
    "Average plus and minus",
    "Howell’s losses from the top",
    "Exponent system (equated gains)",
    "Match system",
    "Safford’s shared totals",
    "Four-pair match",
]


def test_only_scoring_made_for_whist_is_offered(whist, desk):
    page = desk.get(f"/sessions/{whist.session_id}/results/?tab=scoring")
    assert find_texts(page, "#id_scoring option") == FOR_WHIST
    assert find_texts(page, "#id_scoring_helptext") == [
        "Tricks have no limit, so whist has no column for excess. The plus of Average plus and minus is its excess."
    ]


def test_scoring_made_for_bridge_is_refused(whist):
    with pytest.raises(ScoringError) as refused:
        set_scoring(section=whist, scoring="cross-imps", options={})
    assert str(refused.value) == (
        f"Cross-IMPs scores bridge, not whist. Choose one of {', '.join(FOR_WHIST)}."
    )
    whist.session.event.refresh_from_db()
    assert whist.session.event.scoring == "average"


@pytest.mark.parametrize(
    "method", leave_to_slow(list_methods_for_game("whist"), but=1), ids=lambda method: method.key
)
def test_scoring_made_for_whist_is_taken(whist, method):
    set_scoring(section=whist, scoring=method.key, options={})
    assert fetch_session_sheets(whist).standings.method == method.name


@pytest.mark.slow
@pytest.mark.parametrize("method", list_methods_for_game("whist"), ids=lambda method: method.key)
def test_the_desk_a_file_and_the_second_calculation_agree(whist, method, tmp_path, capsys):
    set_scoring(section=whist, scoring=method.key, options={})
    section = fetch_section(whist.session_id)
    assert find_session_differences(section) == []
    boards = {}
    for line in fetch_section_lines(section).all:
        row = {"ns": line.ns, "ew": line.ew, "tricks_ns": int(line.text)}
        boards.setdefault(line.board_no, []).append(row)
    file = tmp_path / "whist.json"
    rows = [{"board": board_no, "lines": lines} for board_no, lines in boards.items()]
    file.write_text(json.dumps({"winners": 1, "boards": rows}))
    assert ranked_file(["rank", method.key, str(file)]) == 0
    ranked = {
        standing["contestant"]: standing["total"]
        for standing in json.loads(capsys.readouterr().out)["standings"]
    }
    shown = [row for group in fetch_session_sheets(section).standings.groups for row in group.rows]
    assert {row.contestant: format_rounded(row.total, method.decimals) for row in shown} == ranked


@pytest.mark.parametrize(
    ("irregular", "result"),
    leave_to_slow(
        [
            pytest.param("faced-card", "A5050", id="faced-card"),
            pytest.param("wrong-trump", "A5050", id="wrong-trump"),
            pytest.param("wrong-trump-recorded", "A5050", id="recorded"),
            pytest.param("trump-card-missing", "A5050", id="trump-card"),
            pytest.param("CARDS EW", "CARDS EW", id="wrong-cards"),
            pytest.param("SHIFTED", "9 SHIFTED", id="exchanged"),
        ],
        but=2,
    ),
)
def test_the_laws_of_whist_have_a_remedy_for_irregular_deals(director, irregular, result):
    section = make_section(game="whist")
    store_plan(section=section, movement=make_plan("mitchell", pairs=10))
    line = fetch_section_lines(section).get_board_lines(1)[0]
    enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text="9", user=None)
    given = {
        "facts": "OpenAddress in play.",
        "decision": "By the laws.",
        "board_no": 1,
        "pair_no": line.ns,
    }
    ruling = add_ruling(section=section, user=director, **given, irregular=irregular)
    assert read_former_result(ruling) == "9"
    assert ruling.award.text == result


@pytest.mark.parametrize(
    ("irregular", "sentence"),
    leave_to_slow(
        [
            pytest.param(
                "faced-card",
                "With 2 tables on the board the laws redeal: enter the result of the new deal.",
                id="too-few-tables",
            ),
            pytest.param(
                "cards-left-in-tray",
                "With 2 tables on the board the laws continue the deal: enter its result.",
                id="played-on",
            ),
        ],
        but=1,
    ),
)
def test_a_remedy_that_is_no_score_is_said_and_nothing_is_stored(whist, desk, irregular, sentence):
    ruled = {
        "board_no": "1",
        "pair_no": "1",
        "facts": "Seen.",
        "decision": "By the laws.",
        "irregular": irregular,
    }
    response = desk.post(f"/sessions/{whist.session_id}/rulings/", ruled)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert whist.rulings.count() == 0
