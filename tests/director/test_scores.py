"""Step 5: entering by traveller and by table, correcting, undoing, and two directors at one line."""

import re

import pytest
from django.test import Client

from director.models import Result, ResultVersion
from director.selectors.lines import section_lines
from director.selectors.sections import section_of_event
from director.services.importing import file_import
from director.services.plan import plan_choose
from director.services.result import result_enter
from movements import make_plan
from tests.director.pages import elements, errors_shown, queries, texts
from tests.director.usebio_files import fixture
from tests.factories import enter_all, make_director, make_night, make_section

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}
PLAIN = {}
BOTH_WAYS = [pytest.param(PLAIN, id="plain"), pytest.param(HTMX, id="htmx")]


def address(section, tail: str = "") -> str:
    return f"/sessions/{section.session_id}/scores/{tail}"


def typed(key: str, text: str, *, shown: str = "", version: int = 0, **more) -> dict[str, object]:
    """Return one line as the page posts it."""
    return {f"text-{key}": text, f"shown-{key}": shown, f"version-{key}": version} | more


def masked(sentence: str) -> str:
    """Return *sentence* with the time of day, which no test can know, as ``00:00``."""
    return re.sub(r"\b\d\d:\d\d\b", "00:00", sentence)


def box(response, key: str):
    """Return what stands in the box of a line, and the version it was made from."""
    values = {one.get("name"): one.get("value") for one in elements(response, f"#line-{key} input")}
    return values[f"text-{key}"], int(values[f"version-{key}"])


def stored() -> list[tuple[int, int, int, str]]:
    return [(one.board_no, one.ns, one.ew, one.text) for one in Result.objects.order_by("board_no", "ns")]


@pytest.fixture
def section(db):
    """A Mitchell of five tables, two boards a round; board 1: 1-6, 2-8, 3-10, 4-7, 5-9."""
    return make_night(pairs=10, boards_per_set=2)


class TestThePage:
    def test_opens_at_the_first_board_with_something_missing(self, desk, section):
        enter_all(section)
        line = section_lines(section).on_board(4)[2]
        result_enter(section=section, board_no=4, ns=line.ns, ew=line.ew, text="", user=None)
        response = desk.get(address(section))
        assert (response.status_code, response.url) == (302, address(section, "boards/4/"))
        response = desk.get(address(section), {"by": "table"})
        assert response.url == address(section, f"rounds/{line.round_no}/tables/{line.table_no}/")

    def test_opens_at_the_first_board_when_all_is_in(self, desk, section):
        enter_all(section)
        assert desk.get(address(section)).url == address(section, "boards/1/")

    def test_before_a_movement_is_chosen_it_says_where_to_choose(self, desk):
        response = desk.get(address(make_section()))
        assert response.status_code == 200
        assert texts(response, "main .say") == ["No movement is chosen yet. Choose one in step 1, Field."]

    def test_traveller_has_a_line_for_each_table_in_order_of_ns(self, desk, section):
        response = desk.get(address(section, "boards/1/"))
        assert texts(response, "caption")[0] == "Board 1 North deals, nobody vulnerable"
        assert [one.get("id") for one in elements(response, ".line")] == [
            "line-1-1-6",
            "line-1-2-8",
            "line-1-3-10",
            "line-1-4-7",
            "line-1-5-9",
        ]
        assert texts(response, "#line-1-1-6 tr")[0].startswith("1 N-S Ada Ash Ash & Fred Dunn 0 1 E-W ")
        assert [one.get("id") for one in elements(response, "input") if "autofocus" in one.attrib] == ["text-1-1-6"]

    def test_table_has_a_line_for_each_board_of_the_round(self, desk, section):
        response = desk.get(address(section, "rounds/2/tables/5/"))
        assert texts(response, ".lines caption")[0].startswith("Round 2, table 5 5 N-S ")
        assert texts(response, ".lines caption")[0].endswith(", boards 1–2")
        assert [one.get("id") for one in elements(response, ".line")] == ["line-1-5-9", "line-2-5-9"]

    def test_saved_line_shows_what_it_means_and_earns(self, desk, section):
        for key, text in ((6, "4SXE-2"), (8, "420")):
            ns = {6: 1, 8: 2}[key]
            result_enter(section=section, board_no=1, ns=ns, ew=key, text=text, user=None)
        response = desk.get(address(section, "boards/1/"))
        cells = [texts(response, f"#line-1-{key} td")[2:7] for key in ("1-6", "2-8", "3-10")]
        assert cells == [["4♠×", "E", "8", "300", "0"], ["", "", "", "420", "2"], ["not in yet", "", ""]]
        assert [one.get("aria-label") for one in elements(response, "#line-1-1-6 span") if one.get("role")] == [
            "spades",
            "doubled",
        ]

    def test_standings_and_grid_stand_beside(self, desk, section):
        result_enter(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=None)
        result_enter(section=section, board_no=1, ns=2, ew=8, text="3NTN-1", user=None)
        response = desk.get(address(section, "boards/1/"))
        assert texts(response, "#in-words .muted") == ["2 of 50 results in."]
        assert texts(response, "#leaders caption") == ["North-South", "East-West"]
        assert texts(response, "#leaders tr")[0] == "1 Ada Ash Ash & Fred Dunn 0 100.0"
        assert [one.get("class") for one in elements(response, "#grid a")].count("square in") == 2

    def test_pages_lead_to_each_other(self, desk, section):
        enter_all(section)
        first = desk.get(address(section, "boards/1/"))
        assert elements(first, "#previous-page") == []
        assert elements(first, "#next-page")[0].get("href") == address(section, "boards/2/")
        assert texts(first, "#stops a")[0] == "1✓, all in"
        assert elements(first, "#lines")[0].get("data-next") == ""
        table = desk.get(address(section, "rounds/2/tables/1/"))
        assert elements(table, "#previous-page")[0].get("href") == address(section, "rounds/1/tables/5/")
        assert [one.get("href") for one in elements(table, "#stops a")][:2] == [
            address(section, "rounds/1/tables/1/"),
            address(section, "rounds/2/tables/1/"),
        ]

    def test_next_page_with_something_missing_comes_round_again(self, desk, section):
        enter_all(section)
        line = section_lines(section).on_board(3)[0]
        result_enter(section=section, board_no=3, ns=line.ns, ew=line.ew, text="", user=None)
        response = desk.get(address(section, "boards/9/"))
        assert elements(response, "#lines")[0].get("data-next") == address(section, "boards/3/")

    @pytest.mark.parametrize("tail", ["boards/11/", "boards/0/", "rounds/2/tables/6/", "rounds/9/tables/1/"])
    def test_page_outside_the_plan_is_not_found(self, desk, section, tail):
        assert desk.get(address(section, tail)).status_code == 404

    def test_signed_out_goes_to_sign_in_and_stores_nothing(self, client: Client, section):
        url = address(section, "boards/1/")
        response = client.get(url)
        assert (response.status_code, response.url) == (302, f"/sign-in/?next={url}")
        for extra in (PLAIN, HTMX):
            assert client.post(url, typed("1-1-6", "4SS="), **extra).status_code == 403
        assert client.post(address(section, "undo/"), {"change": "1-1"}).status_code == 403
        assert stored() == []

    @pytest.mark.parametrize("tail", ["boards/1/", "rounds/1/tables/1/"])
    def test_same_number_of_queries_for_a_small_and_a_large_night(self, desk, tail):
        small, large = make_night(pairs=6, boards_per_set=1), make_night(pairs=40, boards_per_set=1)
        enter_all(small, leave=2)
        enter_all(large, leave=20)
        assert queries(desk, address(small, tail)) == queries(desk, address(large, tail)) == 14


class TestEntering:
    def test_plain_form_stores_every_changed_line_and_comes_back(self, desk, section, director):
        data = typed("1-1-6", "4ss=") | typed("1-2-8", "") | typed("1-3-10", "pass")
        response = desk.post(address(section, "boards/1/"), data, follow=True)
        assert response.redirect_chain == [(address(section, "boards/1/"), 302)]
        assert texts(response, "#messages p") == ["2 results are stored."]
        assert stored() == [(1, 1, 6, "4SS="), (1, 3, 10, "PASS")]
        assert {one.entered_by for one in Result.objects.all()} == {director}
        assert [box(response, key) for key in ("1-1-6", "1-2-8", "1-3-10")] == [("4SS=", 1), ("", 0), ("PASS", 1)]

    def test_htmx_stores_the_line_and_gets_it_back(self, desk, section):
        response = desk.post(address(section, "boards/1/"), typed("1-1-6", "3 n x e -2"), **HTMX)
        assert response.status_code == 200
        assert response.templates[0].name == "director/partials/_lines_saved.html"
        assert [one.get("id") for one in elements(response, "tbody") if one.get("id")] == ["line-1-1-6"]
        assert box(response, "1-1-6") == ("3NTXE-2", 1)
        assert stored() == [(1, 1, 6, "3NTXE-2")]
        assert "HX-Request" in response.headers["Vary"]

    def test_htmx_answer_brings_what_the_result_changes_elsewhere(self, desk, section):
        result_enter(section=section, board_no=1, ns=2, ew=8, text="4SS-1", user=None)
        response = desk.post(address(section, "boards/1/"), typed("1-1-6", "4SS="), **HTMX)
        assert texts(response, "#points-1-1-6") == ["2"]
        assert texts(response, "#points-1-2-8") == ["0"]
        assert texts(response, "#in-words .muted") == ["2 of 50 results in."]
        assert texts(response, "#leaders tr")[0] == "1 Ada Ash Ash & Fred Dunn 0 100.0"
        assert texts(response, "#undo button") == ["Undo 4SS="]
        swapped = re.findall(r'id="([\w-]+)"[^>]* hx-swap-oob=', response.content.decode())
        assert set(swapped) == {
            *("stops", "odd", "undo", "in-words", "leaders", "said"),
            *(f"points-1-{pairs}" for pairs in ("2-8", "3-10", "4-7", "5-9")),
            *(f"square-1-{pairs}" for pairs in ("1-6", "2-8", "3-10", "4-7", "5-9")),
            *(f"row-{table_no}" for table_no in range(1, 6)),
        }

    def test_table_page_stores_its_boards(self, desk, section):
        url = address(section, "rounds/2/tables/5/")
        response = desk.post(url, typed("1-5-9", "1CE+1") | typed("2-5-9", "A6040"))
        assert (response.status_code, response.url) == (302, url)
        assert stored() == [(1, 5, 9, "1CE+1"), (2, 5, 9, "A6040")]

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_correction_keeps_what_it_was(self, desk, section, extra):
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        desk.post(url, typed("1-1-6", "4SS-1", shown="4SS=", version=1), **extra)
        response = desk.get(url)
        assert box(response, "1-1-6") == ("4SS-1", 2)
        assert texts(response, "#line-1-1-6 a") == ["1× changed, see what it was"]
        history = desk.get(elements(response, "#line-1-1-6 a")[0].get("href"))
        assert texts(history, "caption") == ["Board 1, 1 N-S against 1 E-W what it is and what it was"]
        rows = [texts_of.split(" 2")[0] for texts_of in texts(history, "tbody tr")]
        assert [row.split(" dora")[0] for row in rows] == ["4♠ S −1 −50", "4♠ S = 420"]

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_emptied_line_is_taken_out(self, desk, section, extra):
        result_enter(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=None)
        desk.post(address(section, "boards/1/"), typed("1-1-6", " ", shown="4SS=", version=1), **extra)
        assert stored() == [(1, 1, 6, "")]
        response = desk.get(address(section, "boards/1/"))
        assert box(response, "1-1-6") == ("", 2)
        assert "not in yet" in texts(response, "#line-1-1-6 td")

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_line_nobody_touched_shows_what_somebody_else_entered(self, desk, section, extra):
        result_enter(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=None)
        result_enter(section=section, board_no=1, ns=1, ew=6, text="4SS-1", user=None)
        url = address(section, "boards/1/")
        response = desk.post(url, typed("1-1-6", "4SS=", shown="4SS=", version=1), **extra, follow=True)
        assert box(response, "1-1-6") == ("4SS-1", 2)

    def test_markup_is_shown_and_not_obeyed(self, desk, section):
        response = desk.post(address(section, "boards/1/"), typed("1-1-6", '"><script>'))
        assert box(response, "1-1-6") == ('"><script>', 0)
        assert b'"><script>' not in response.content


class TestRefusing:
    @pytest.mark.parametrize("extra", BOTH_WAYS)
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            pytest.param("8S", '"8S": there is no bid of 8; bids start at 1 and stop at 7.', id="8S"),
            pytest.param("4Z", '"4Z": there is no denomination Z; use C, D, H, S or NT.', id="4Z"),
            pytest.param("3NTXXX", '"3NTXXX": a contract is doubled at most twice; use X or XX.', id="3NTXXX"),
            pytest.param("4SS+4", '"4SS+4": 4S with 4 more makes 14 tricks; a deal has 13.', id="14 tricks"),
            pytest.param(
                "hello",
                '"hello" is not a result; type it like 4SS=, 3NTXE-2, PASS, +620, A6040 or NP.',
                id="not a result",
            ),
        ],
    )
    def test_text_that_cannot_be_comes_back_with_its_sentence(self, desk, section, text, sentence, extra):
        response = desk.post(address(section, "boards/1/"), typed("1-1-6", text), **extra)
        assert response.status_code == 422
        assert texts(response, "#line-1-1-6 .bad") == [sentence]
        assert box(response, "1-1-6") == (text, 0)
        assert stored() == []

    def test_good_lines_are_stored_and_bad_ones_come_back(self, desk, section):
        data = typed("1-1-6", "4SS=") | typed("1-2-8", "4Z=") | typed("1-3-10", "NP")
        response = desk.post(address(section, "boards/1/"), data)
        assert response.status_code == 422
        assert stored() == [(1, 1, 6, "4SS="), (1, 3, 10, "NP")]
        assert texts(response, "#messages p") == ["2 results are stored."]
        assert errors_shown(response) == ['"4Z=": there is no denomination Z; use C, D, H, S or NT.']
        assert [box(response, key) for key in ("1-1-6", "1-2-8", "1-3-10")] == [("4SS=", 1), ("4Z=", 0), ("NP", 1)]
        assert [one.get("id") for one in elements(response, "input") if "autofocus" in one.attrib] == ["text-1-2-8"]

    def test_14_tricks_at_whist(self, desk):
        section = make_section(game="whist")
        plan_choose(section=section, movement=make_plan("mitchell", pairs=10, boards_per_set=2))
        response = desk.post(address(section, "boards/1/"), typed("1-1-6", "7-7"))
        assert errors_shown(response) == ["N-S 7 tricks and E-W 7 tricks make 14; a deal has 13."]

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_board_outside_the_plan(self, desk, section, extra):
        response = desk.post(address(section, "boards/11/"), typed("11-1-6", "4SS="), **extra)
        assert response.status_code == 422
        assert errors_shown(response) == ["Board 11 is not in play here. The boards are 1 to 10."]
        assert box(response, "11-1-6") == ("4SS=", 0)
        assert stored() == []

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    @pytest.mark.parametrize(
        ("tail", "key", "sentence"),
        [
            pytest.param(
                "boards/1/",
                "1-1-7",
                "Board 1: 1 N-S and 2 E-W do not meet. On this board 1 N-S meets 1 E-W.",
                id="other-opponents",
            ),
            pytest.param(
                "rounds/2/tables/5/",
                "1-1-6",
                "Board 1 in round 2 at table 5: 1 N-S and 1 E-W do not meet. They play it in round 1 at table 1.",
                id="other-round",
            ),
            pytest.param(
                "rounds/2/tables/6/",
                "1-1-6",
                "Board 1 in round 2 at table 6: 1 N-S and 1 E-W do not meet. Table 6 does not play in round 2.",
                id="empty-table",
            ),
        ],
    )
    def test_pairs_that_do_not_meet(self, desk, section, tail, key, sentence, extra):
        response = desk.post(address(section, tail), typed(key, "4SS="), **extra)
        assert response.status_code == 422
        assert errors_shown(response) == [sentence]
        assert box(response, key) == ("4SS=", 0)
        assert stored() == []

    def test_nothing_at_all_is_stored_from_an_empty_form(self, desk, section):
        assert desk.post(address(section, "boards/1/"), {}).status_code == 302
        assert stored() == []

    def test_standings_that_cannot_be_made_do_not_keep_the_line_from_being_corrected(self, desk):
        section = make_section(game="whist")
        plan_choose(section=section, movement=make_plan("mitchell", pairs=10, boards_per_set=2))
        section.session.event.scoring = "matchpoints"
        result_enter(section=section, board_no=1, ns=1, ew=6, text="A6040", user=None)
        response = desk.get(address(section, "boards/1/"))
        assert texts(response, "#leaders .bad") == [
            "Board 1: A6040 has no meaning where scores are compared with their average; "
            "give A50, the average, or no result."
        ]
        assert box(response, "1-1-6") == ("A6040", 1)


class TestTwoDirectors:
    """Dora and Cleo both have board 1 open; Cleo is quicker."""

    @pytest.fixture
    def cleo(self, db) -> Client:
        client = Client()
        client.force_login(make_director("cleo"))
        return client

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_second_is_told_and_nothing_of_hers_is_stored(self, desk, cleo, section, extra):
        url = address(section, "boards/1/")
        cleo.post(url, typed("1-1-6", "4SS="))
        response = desk.post(url, typed("1-1-6", "4SS+1"), **extra)
        assert response.status_code == 422
        assert masked(texts(response, "#error-1-1-6 p")[0]) == (
            "Board 1, 1 N-S against 1 E-W: cleo entered 4SS= at 00:00; you typed 4SS+1. "
            "Nothing of yours is stored yet. Choose which one stands."
        )
        assert texts(response, "#error-1-1-6 button") == ["Keep theirs: 4♠ S =", "Put mine: 4SS+1"]
        assert box(response, "1-1-6") == ("4SS+1", 0)
        assert stored() == [(1, 1, 6, "4SS=")]

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_keep_theirs(self, desk, cleo, section, extra):
        url = address(section, "boards/1/")
        cleo.post(url, typed("1-1-6", "4SS="))
        desk.post(url, typed("1-1-6", "4SS+1"))
        data = typed("1-1-6", "4SS+1", keep="1-1-6") | {"theirs-1-1-6": 1}
        response = desk.post(url, data, **extra, follow=True)
        assert box(response, "1-1-6") == ("4SS=", 1)
        assert stored() == [(1, 1, 6, "4SS=")]
        assert not ResultVersion.objects.exists()

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_put_mine(self, desk, cleo, section, extra):
        url = address(section, "boards/1/")
        cleo.post(url, typed("1-1-6", "4SS="))
        refused = desk.post(url, typed("1-1-6", "4SS+1"), **extra)
        data = {one.get("name"): one.get("value") for one in elements(refused, "#line-1-1-6 input")}
        response = desk.post(url, data | {"put": "1-1-6"}, **extra, follow=True)
        assert box(response, "1-1-6") == ("4SS+1", 2)
        assert [(old.text, str(old.entered_by), str(old.replaced_by)) for old in ResultVersion.objects.all()] == [
            ("4SS=", "cleo", "dora")
        ]

    def test_put_mine_after_a_third_change_asks_again(self, desk, cleo, section):
        url = address(section, "boards/1/")
        cleo.post(url, typed("1-1-6", "4SS="))
        refused = desk.post(url, typed("1-1-6", "4SS+1"))
        cleo.post(url, typed("1-1-6", "4SS-1", shown="4SS=", version=1))
        data = {one.get("name"): one.get("value") for one in elements(refused, "#line-1-1-6 input")}
        response = desk.post(url, data | {"put": "1-1-6"})
        assert response.status_code == 422
        assert texts(response, "#error-1-1-6 button")[0] == "Keep theirs: 4♠ S −1"
        assert stored() == [(1, 1, 6, "4SS-1")]

    def test_both_say_the_same(self, desk, cleo, section):
        url = address(section, "boards/1/")
        cleo.post(url, typed("1-1-6", "4SS="))
        assert desk.post(url, typed("1-1-6", "4 s s =")).status_code == 302
        assert [(str(one.entered_by), one.version) for one in Result.objects.all()] == [("cleo", 1)]


class TestUndo:
    def undo(self, desk, section, page=None, **extra):
        button = elements(page or desk.get(address(section, "boards/1/")), "#undo button")[0]
        return desk.post(address(section, "undo/"), {"change": button.get("value")}, **extra)

    def test_takes_the_latest_entry_out_and_goes_to_its_line(self, desk, section):
        desk.post(address(section, "boards/1/"), typed("1-1-6", "4SS="))
        desk.post(address(section, "boards/2/"), typed("2-1-6", "4SS-1"))
        response = self.undo(desk, section)
        assert response.url == address(section, "boards/2/#line-2-1-6")
        page = desk.get(response.url)
        assert texts(page, "#messages p") == ["Undone: board 2, 1 N-S against 1 E-W is not in again."]
        assert stored() == [(1, 1, 6, "4SS="), (2, 1, 6, "")]
        assert texts(page, "#undo button") == ["Undo 4SS="]

    def test_step_by_step_to_the_beginning(self, desk, section):
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        desk.post(url, typed("1-2-8", "PASS"))
        desk.post(url, typed("1-1-6", "4SS-1", shown="4SS=", version=1))
        seen = []
        while elements(desk.get(url), "#undo button"):
            self.undo(desk, section)
            seen.append([text for *_line, text in stored()])
        assert seen == [["4SS=", "PASS"], ["4SS=", ""], ["", ""]]

    def test_result_taken_out_comes_back(self, desk, section):
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        desk.post(url, typed("1-1-6", "", shown="4SS=", version=1))
        assert texts(desk.get(url), "#undo button") == ["Undo taking it out"]
        page = desk.get(self.undo(desk, section).url)
        assert texts(page, "#messages p") == ["Undone: board 1, 1 N-S against 1 E-W is 4SS= again."]
        assert stored() == [(1, 1, 6, "4SS=")]

    def test_pressed_twice_undoes_once(self, desk, section):
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        desk.post(url, typed("1-2-8", "PASS"))
        page = desk.get(url)
        self.undo(desk, section, page)
        response = self.undo(desk, section, page, follow=True)
        assert texts(response, "#messages p")[-1] == "That is undone already."
        assert stored() == [(1, 1, 6, "4SS="), (1, 2, 8, "")]

    def test_change_by_somebody_else_in_between_is_not_lost(self, desk, section):
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "4SS="))
        page = desk.get(url)
        result_enter(section=section, board_no=1, ns=1, ew=6, text="3NTN=", user=make_director("cleo"))
        response = self.undo(desk, section, page)
        assert response.status_code == 422
        assert [masked(sentence) for sentence in errors_shown(response)] == [
            "Board 1, 1 N-S against 1 E-W: cleo entered 3NTN= at 00:00, after the change you want to undo. "
            "Nothing is changed; type over it if you are sure."
        ]
        assert stored() == [(1, 1, 6, "3NTN=")]
        assert elements(response, "#undo button") == []

    def test_entry_of_another_director_is_not_offered(self, desk, section):
        result_enter(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=make_director("cleo"))
        assert elements(desk.get(address(section, "boards/1/")), "#undo button") == []
        response = desk.post(address(section, "undo/"), {"change": f"{Result.objects.get().pk}-1"}, follow=True)
        assert texts(response, "#messages p") == ["That is undone already."]
        assert stored() == [(1, 1, 6, "4SS=")]


class TestOddResults:
    def test_odd_result_is_kept_and_flagged(self, desk, section):
        for line, text in zip(section_lines(section).on_board(1), ("4SS=", "4SS=", "4SSXX-4", "4SS+1"), strict=False):
            result_enter(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)
        response = desk.get(address(section, "boards/1/"))
        assert texts(response, "#odd .warn") == [
            "Board 1, 3 N-S against 5 E-W: −1600 is far from the other tables. Kept; ask at table 3 if in doubt."
        ]
        assert texts(response, "#points-1-3-10") == ["odd 0"]
        assert texts(response, "#in-words .muted") == ["4 of 50 results in. 1 result looks odd."]


class TestOtherNights:
    def test_whist_is_entered_in_tricks(self, desk):
        section = make_section(game="whist")
        plan_choose(section=section, movement=make_plan("mitchell", pairs=10, boards_per_set=2))
        url = address(section, "boards/1/")
        desk.post(url, typed("1-1-6", "8") | typed("1-2-8", "6-7"))
        response = desk.get(url)
        assert texts(response, ".lines thead th") == ["N-S", "E-W", "Result", "N-S tricks", "+/-", "Changes"]
        assert [texts(response, f"#line-1-{pairs} td")[2:4] for pairs in ("1-6", "2-8")] == [["8", "1"], ["6", "−1"]]

    def test_night_played_elsewhere_is_corrected_by_board(self, desk):
        section = section_of_event(file_import(data=fixture("club-mitchell-13-pairs"), file_name="night.xml").event.pk)
        result = section.results.filter(board_no=3).order_by("ns").first()
        key = f"3-{result.ns}-{result.ew}"
        response = desk.get(address(section, "boards/3/"))
        assert elements(response, ".tabs") == []
        assert box(response, key) == (result.text, 1)
        desk.post(address(section, "boards/3/"), typed(key, "PASS", shown=result.text, version=1))
        result.refresh_from_db()
        assert (result.text, result.ns_score, result.version) == ("PASS", 0, 2)
        assert result.versions.get().version == 1
        assert desk.get(address(section), {"by": "table"}).url == address(section, "boards/1/")
        assert desk.get(address(section, "rounds/1/tables/1/")).status_code == 404

    def test_result_of_another_night_has_no_history_here(self, desk, section):
        other = make_night(pairs=10, boards_per_set=2, named=False)
        result = result_enter(section=other, board_no=1, ns=1, ew=6, text="4SS=", user=None)
        assert desk.get(address(section, f"history/{result.pk}/")).status_code == 404
        assert desk.get(address(other, f"history/{result.pk}/")).status_code == 200

    def test_howell_with_one_winner_calls_pairs_by_their_number(self, desk):
        section = make_night(key="howell", pairs=8, boards_per_set=2)
        line = section_lines(section).on_board(1)[0]
        response = desk.get(address(section, "boards/1/"))
        label = elements(response, f"#text-1-{line.ns}-{line.ew}")[0].get("aria-label")
        assert label == f"Result, board 1, {line.ns} against {line.ew}"
