"""Step 5: what cannot be, each answered with its sentence and nothing lost; two directors at one line."""

import pytest
from django.test import Client

from director.boards.play.plan import store_plan
from director.boards.play.scores.result import enter_result
from director.models import Result, ResultVersion
from movements.registry import make_plan
from tests.director.boards.play.scores.entry_pages import (
    BOTH_WAYS,
    list_stored_results,
    make_posted_line,
    mask_time,
    read_box,
    scores_address,
)
from tests.director.pages import find_elements, find_errors, find_texts
from tests.factories import make_director, make_section, sign_in

pytestmark = pytest.mark.django_db


class TestRefusing:
    @pytest.mark.parametrize("extra", BOTH_WAYS)
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            pytest.param("8S", "“8S”: bids go from 1 to 7, not 8.", id="8S"),
            pytest.param("4Z", "“4Z”: unknown denomination Z. Use C, D, H, S or NT.", id="4Z"),
            pytest.param("3NTXXX", "“3NTXXX”: use X for doubled, XX for redoubled.", id="3NTXXX"),
            pytest.param(
                "4SS+4", "“4SS+4”: 4S with 4 more makes 14 tricks. A deal has 13.", id="14 tricks"
            ),
            pytest.param(
                "hello",
                "“hello” isn’t a result. Try 4SS=, 3NTXE-2, PASS, +620, A6040 or NP.",
                id="not a result",
            ),
        ],
    )
    def test_text_that_cannot_be_comes_back_with_its_sentence(
        self, desk, section, text, sentence, extra
    ):
        response = desk.post(
            scores_address(section, "boards/1/"), make_posted_line("1-1-6", text), **extra
        )
        assert response.status_code == 422
        assert find_texts(response, "#line-1-1-6 .bad") == [sentence]
        assert read_box(response, "1-1-6") == (text, 0)
        assert list_stored_results() == []

    def test_good_lines_are_stored_and_bad_ones_come_back(self, desk, section):
        data = (
            make_posted_line("1-1-6", "4SS=")
            | make_posted_line("1-2-8", "4Z=")
            | make_posted_line("1-3-10", "NP: late")
        )
        response = desk.post(scores_address(section, "boards/1/"), data)
        assert response.status_code == 422
        assert list_stored_results() == [(1, 1, 6, "4SS="), (1, 3, 10, "NP: late")]
        assert find_texts(response, "#messages p") == ["2 results saved."]
        assert find_errors(response) == ["“4Z=”: unknown denomination Z. Use C, D, H, S or NT."]
        boxes = [read_box(response, key) for key in ("1-1-6", "1-2-8", "1-3-10")]
        assert boxes == [("4SS=", 1), ("4Z=", 0), ("NP: late", 1)]
        assert [
            element.get("id")
            for element in find_elements(response, "input")
            if "autofocus" in element.attrib
        ] == ["text-1-2-8"]

    def test_14_tricks_at_whist(self, desk):
        section = make_section(game="whist")
        store_plan(section=section, movement=make_plan("mitchell", pairs=10, boards_per_set=2))
        response = desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-6", "7-7"))
        assert find_errors(response) == ["N-S 7 tricks and E-W 7 tricks make 14. A deal has 13."]

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_board_outside_the_plan(self, desk, section, extra):
        response = desk.post(
            scores_address(section, "boards/11/"), make_posted_line("11-1-6", "4SS="), **extra
        )
        assert response.status_code == 422
        assert find_errors(response) == ["Board 11 isn’t in play here. The boards are 1 to 10."]
        assert read_box(response, "11-1-6") == ("4SS=", 0)
        assert list_stored_results() == []

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    @pytest.mark.parametrize(
        ("tail", "key", "sentence"),
        [
            pytest.param(
                "boards/1/",
                "1-1-7",
                "Board 1: 1 N-S and 2 E-W don’t meet. On this board 1 N-S meets 1 E-W.",
                id="other-opponents",
            ),
            pytest.param(
                "rounds/2/tables/5/",
                "1-1-6",
                "Board 1 in round 2 at table 5: 1 N-S and 1 E-W aren’t due there. They play it in round 1 at table 1.",
                id="other-round",
            ),
            pytest.param(
                "rounds/2/tables/6/",
                "1-1-6",
                "Board 1 in round 2 at table 6: 1 N-S and 1 E-W aren’t due there. Table 6 doesn’t play in round 2.",
                id="empty-table",
            ),
        ],
    )
    def test_pairs_that_do_not_meet(self, desk, section, tail, key, sentence, extra):
        response = desk.post(scores_address(section, tail), make_posted_line(key, "4SS="), **extra)
        assert response.status_code == 422
        assert find_errors(response) == [sentence]
        assert read_box(response, key) == ("4SS=", 0)
        assert list_stored_results() == []

    def test_nothing_at_all_is_stored_from_an_empty_form(self, desk, section):
        assert desk.post(scores_address(section, "boards/1/"), {}).status_code == 302
        assert list_stored_results() == []

    def test_standings_that_cannot_be_made_do_not_keep_the_line_from_being_corrected(self, desk):
        section = make_section(game="whist")
        store_plan(section=section, movement=make_plan("mitchell", pairs=10, boards_per_set=2))
        section.session.event.scoring = "matchpoints"
        enter_result(section=section, board_no=1, ns=1, ew=6, text="A6040", user=None)
        response = desk.get(scores_address(section, "boards/1/"))
        assert find_texts(response, "#leaders .bad") == [
            "Board 1: A6040 doesn’t work when scores are compared with their average. Enter A50 or no result."
        ]
        assert read_box(response, "1-1-6") == ("A6040", 1)


class TestTwoDirectors:
    """Dora and Cleo both have board 1 open; Cleo is quicker."""

    @pytest.fixture
    def cleo(self, db) -> Client:
        return sign_in(make_director("cleo"))

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_second_is_told_and_nothing_of_hers_is_stored(self, desk, cleo, section, extra):
        url = scores_address(section, "boards/1/")
        cleo.post(url, make_posted_line("1-1-6", "4SS="))
        response = desk.post(url, make_posted_line("1-1-6", "4SS+1"), **extra)
        assert response.status_code == 422
        assert mask_time(find_texts(response, "#error-1-1-6 p")[0]) == (
            "Board 1, 1 N-S against 1 E-W: cleo entered 4SS= at 00:00; you typed 4SS+1. "
            "Your entry has not been saved. Choose which result to keep."
        )
        assert find_texts(response, "#error-1-1-6 button") == [
            "Keep theirs: 4♠ S =",
            "Use mine: 4SS+1",
        ]
        assert read_box(response, "1-1-6") == ("4SS+1", 0)
        assert list_stored_results() == [(1, 1, 6, "4SS=")]

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_keep_theirs(self, desk, cleo, section, extra):
        url = scores_address(section, "boards/1/")
        cleo.post(url, make_posted_line("1-1-6", "4SS="))
        desk.post(url, make_posted_line("1-1-6", "4SS+1"))
        data = make_posted_line("1-1-6", "4SS+1", keep="1-1-6") | {"theirs-1-1-6": 1}
        response = desk.post(url, data, **extra, follow=True)
        assert read_box(response, "1-1-6") == ("4SS=", 1)
        assert list_stored_results() == [(1, 1, 6, "4SS=")]
        assert not ResultVersion.objects.exists()

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_put_mine(self, desk, cleo, section, extra):
        url = scores_address(section, "boards/1/")
        cleo.post(url, make_posted_line("1-1-6", "4SS="))
        refused = desk.post(url, make_posted_line("1-1-6", "4SS+1"), **extra)
        data = {
            element.get("name"): element.get("value")
            for element in find_elements(refused, "#line-1-1-6 input")
        }
        response = desk.post(url, data | {"put": "1-1-6"}, **extra, follow=True)
        assert read_box(response, "1-1-6") == ("4SS+1", 2)
        assert [
            (old.text, str(old.entered_by), str(old.replaced_by))
            for old in ResultVersion.objects.all()
        ] == [("4SS=", "cleo", "dora")]

    def test_put_mine_after_a_third_change_asks_again(self, desk, cleo, section):
        url = scores_address(section, "boards/1/")
        cleo.post(url, make_posted_line("1-1-6", "4SS="))
        refused = desk.post(url, make_posted_line("1-1-6", "4SS+1"))
        cleo.post(url, make_posted_line("1-1-6", "4SS-1", shown="4SS=", version=1))
        data = {
            element.get("name"): element.get("value")
            for element in find_elements(refused, "#line-1-1-6 input")
        }
        response = desk.post(url, data | {"put": "1-1-6"})
        assert response.status_code == 422
        assert find_texts(response, "#error-1-1-6 button")[0] == "Keep theirs: 4♠ S −1"
        assert list_stored_results() == [(1, 1, 6, "4SS-1")]

    def test_both_say_the_same(self, desk, cleo, section):
        url = scores_address(section, "boards/1/")
        cleo.post(url, make_posted_line("1-1-6", "4SS="))
        assert desk.post(url, make_posted_line("1-1-6", "4 s s =")).status_code == 302
        assert [(str(result.entered_by), result.version) for result in Result.objects.all()] == [
            ("cleo", 1)
        ]
