"""The bracket of a knock-out: on the page of the draw, in public and on paper."""

import pytest
from django.test import Client

from director.boards.draws.bracket import section_bracket
from director.boards.draws.read import contest_find
from director.boards.printing.read import print_job
from director.boards.scores.read.lines import section_lines
from director.boards.scores.write.result import result_enter
from director.desk.publish.write import results_publish
from tests.director.boards.draws.test_draws import begin, fresh, make_contest, page, play
from tests.director.pages import queries
from tests.factories import make_director

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(make_director())
    return client


def knock_out(desk, size=5):
    section = make_contest()
    begin(desk, section, key="knock-out", size=size)
    return fresh(section)


def go_on(desk, section, winners):
    boxes = {"mark": contest_find(section).mark, "action": "use", "winner": list(map(str, winners))}
    assert desk.post(page(section), boxes).status_code == 302
    return fresh(section)


def shown(section):
    """Every round of the bracket: both numbers of each match, ``bye`` and ``open`` said."""
    sheet = section_bracket(section)
    return {
        drawn.title: [
            tuple("bye" if match.is_bye and not side else side.label if side else "open" for side in match.sides)
            for match in drawn.matches
        ]
        for drawn in sheet.rounds
    }


def win(section, round_no, home):
    """Enter a slam at the table where *home* sits N-S and a pass elsewhere, on every board of its match."""
    for line in section_lines(section, section.plan).all:
        if line.round_no == round_no and home in (line.ns, line.ew):
            text = "7NTN=" if line.ns == home else "PASS"
            result_enter(section=section, board_no=line.board_no, ns=line.ns, ew=line.ew, text=text, user=None)


def test_places_are_open_until_they_are_drawn(desk):
    section = knock_out(desk)
    assert shown(section) == {
        "Quarter-finals": [("1", "bye"), ("4", "5"), ("2", "bye"), ("3", "bye")],
        "Semi-finals": [("1", "open"), ("2", "3")],
        "Final": [("open", "open")],
    }
    assert section_bracket(section).winner is None


def test_winners_by_score_and_by_hand_go_on_to_the_winner_of_all(desk):
    section = knock_out(desk)
    win(section, 1, 5)
    (_bye, match, *_byes) = section_bracket(section).rounds[0].matches
    assert [(side.label, side.is_winner) for side in match.sides] == [("4", False), ("5", True)]
    assert (match.upper.score, match.lower.score) == ("−36", "+36")
    section = go_on(desk, section, [])
    assert shown(section)["Semi-finals"] == [("1", "5"), ("2", "3")]
    play(section, 2)
    section = go_on(desk, section, [5, 3])
    assert shown(section)["Final"] == [("5", "3")]
    win(section, 3, 3)
    assert section_bracket(section).winner.label == "3"


def test_a_match_with_a_missing_board_has_no_winner_yet(desk):
    section = knock_out(desk)
    lines = [line for line in section_lines(section, section.plan).all if line.round_no == 1]
    for line in lines[:-1]:
        text = "7NTN=" if line.ns == 5 else "PASS"
        result_enter(section=section, board_no=line.board_no, ns=line.ns, ew=line.ew, text=text, user=None)
    match = section_bracket(section).rounds[0].matches[1]
    assert [side.is_winner for side in match.sides] == [False, False]
    assert match.upper.score


def test_it_stands_on_the_pages_and_on_paper(desk):
    section = knock_out(desk)
    win(section, 1, 5)
    assert desk.get(page(section)).context["bracket"] == section_bracket(section)
    assert print_job(section).brackets == (section_bracket(section),)
    assert "Knock-out bracket" in desk.get(f"/sessions/{section.session_id}/print/").content.decode()
    event = section.session.event
    results_publish(event=event)
    answer = Client().get(f"/events/{event.pk}/matches/")
    assert answer.context["brackets"] == (section_bracket(section),)


def test_a_swiss_has_none(desk):
    section = make_contest()
    begin(desk, section)
    section = fresh(section)
    assert section_bracket(section) is None
    assert print_job(section).brackets == ()
    assert "Knock-out bracket" not in desk.get(f"/sessions/{section.session_id}/print/").content.decode()


def test_the_public_page_asks_as_much_for_many_teams_as_for_few(desk):
    counts = []
    for size in (4, 32):
        section = knock_out(desk, size)
        win(section, 1, 1)
        address = f"/events/{section.session.event_id}/matches/"
        counts.append(queries(desk, address))
    assert counts[0] == counts[1]
