"""Somebody who joins a Swiss after its first round."""

import pytest

from director.boards.paper.printing.read import SectionJob
from director.boards.play.draws.read import find_contest
from director.boards.play.seats.read import fetch_section_seats
from director.boards.scoring.standings.event import EventResults
from director.core.night.phones.write import open_entry_addresses
from director.models.event import Contest
from tests.director.boards.play.draws.test_draws import begin, fresh, make_contest, page, play
from tests.director.pages import elements, texts

pytestmark = pytest.mark.django_db


def begun(desk, size=5, contest=Contest.TEAMS, **asked):
    section = make_contest(contest)
    begin(desk, section, size=size, **asked)
    play(fresh(section), 1)
    return fresh(section)


def draw(desk, section, **typed):
    return desk.post(page(section), {"mark": find_contest(section).mark, "action": "draw"} | typed)


def use(desk, section, answer, **typed):
    context = answer.context
    boxes = {"mark": context["contest"].mark, "action": "use", "bye": (context["byes"] or ("",))[0]}
    for row in context["rows"]:
        boxes |= {f"home-{row.match_no}": row.home, f"away-{row.match_no}": row.away}
    return desk.post(page(section), boxes | typed)


def standings(section):
    rows = (
        row for group in EventResults(section.session.event).standings.groups for row in group.rows
    )
    return {row.contestant: row for row in rows}


@pytest.mark.parametrize(
    ("contest", "asked"),
    [(Contest.TEAMS, {}), (Contest.PAIRS, {"key": "swiss-pairs", "boards": 4})],
)
def test_whoever_comes_late_plays_from_the_next_round_on_with_the_next_number(desk, contest, asked):
    section = begun(desk, contest=contest, **asked)
    answer = draw(desk, section, late="1")
    assert answer.context["byes"] == ()
    numbers = {int(text) for row in answer.context["rows"] for text in (row.home, row.away)}
    assert numbers == {1, 2, 3, 4, 5, 6}
    assert fresh(section).entries.count() == 5
    assert use(desk, section, answer, late="1").status_code == 302
    section = fresh(section)
    assert sorted(section.entries.values_list("pair_no", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert [len(drawn.pairings) for drawn in find_contest(section).rounds] == [2, 3]
    before = {number: row.total for number, row in standings(section).items()}
    assert not before[6]
    play(section, 2)
    after = standings(section)
    assert after[6].boards == find_contest(section).plan.boards_per_set
    assert 0 <= after[6].total <= 20
    third = {
        int(text)
        for row in desk.get(page(section)).context["rows"]
        for text in (row.home, row.away)
    }
    assert third == {1, 2, 3, 4, 5, 6}


def test_several_come_late_and_the_page_keeps_how_many_were_typed(desk):
    section = begun(desk, size=6)
    answer = draw(desk, section, late="3")
    assert answer.context["typed"].late == "3"
    assert [number for number, _name in answer.context["everybody"]] == [*range(1, 10)]
    assert len(answer.context["byes"]) == 1
    assert use(desk, section, answer, late="3").status_code == 302
    assert fresh(section).entries.count() == 9


def test_a_late_team_is_taken_back_with_the_draw(desk):
    section = begun(desk, size=6)
    use(desk, section, draw(desk, section, late="2"), late="2")
    assert fresh(section).entries.count() == 8
    act = desk.get(f"/sessions/{section.session_id}/play/").context["changed"].number
    desk.post(f"/sessions/{section.session_id}/changed/undo/", {"act": act})
    section = fresh(section)
    assert (section.entries.count(), len(find_contest(section).rounds)) == (6, 1)


@pytest.mark.parametrize("text", ["many", "-1", "10", "1.5"])
def test_what_is_no_number_of_late_teams_is_refused_in_one_sentence_and_stays(desk, text):
    section = begun(desk, size=6)
    answer = draw(desk, section, late=text)
    assert answer.status_code == 422
    assert answer.context["faults"] == [f"Late teams can’t be “{text}”. Type a number from 0 to 9."]
    assert answer.context["typed"].late == text


def test_nobody_joins_a_knock_out(desk):
    section = make_contest()
    begin(desk, section, key="knock-out", size=4)
    play(fresh(section), 1)
    assert sorted(find_contest(fresh(section), late=2).names) == [1, 2, 3, 4]


@pytest.mark.parametrize("path", ["seats/", "print/", "play/", "scores/", "room/", "results/"])
def test_every_step_of_the_night_takes_a_late_team(desk, path):
    section = begun(desk, size=6)
    use(desk, section, draw(desk, section, late="1"), late="1")
    assert desk.get(f"/sessions/{section.session_id}/{path}", follow=True).status_code == 200


def test_a_late_team_has_the_bye_of_its_round_only_after_everybody_else(desk):
    section = begun(desk, size=4)
    answer = draw(desk, section, late="1")
    (bye,) = answer.context["byes"]
    assert bye in (1, 2, 3, 4)
    use(desk, section, answer, late="1")
    assert find_contest(fresh(section)).rounds[1].byes == (bye,)
    anew = desk.get(f"{page(section)}?anew=1")
    assert 5 not in anew.context["byes"]


def test_a_team_that_is_late_has_not_withdrawn(desk):
    section = make_contest()
    begin(desk, section, size=6)
    section = fresh(section)
    mark = find_contest(section).mark
    boxes = {
        "mark": mark,
        "anew": "1",
        "absent": ["6"],
        "home-1": "1",
        "away-1": "2",
        "home-2": "3",
        "away-2": "4",
    }
    assert desk.post(page(section), boxes | {"bye": "5", "action": "use"}).status_code == 302
    section = fresh(section)
    play(section, 1)
    notes = EventResults(section.session.event).standings.notes
    assert [note for note in notes if note.startswith("Team 6")] == ["Team 6 hasn’t played yet."]
    assert not any("withdrawn" in note for note in notes)
    drawn = texts(desk.get(page(section)), ".drawing p")
    assert "Not here yet: 6" in drawn
    assert not any(text.startswith("Withdrawn") for text in drawn)
    starts = {seat.pair_no: seat.start for seat in fetch_section_seats(section, section.plan).rows}
    assert starts[6] == "not here yet"
    (sheet,) = SectionJob(section).draws
    assert (sheet.withdrawn, sheet.not_arrived) == ((), ("6",))
    assert "Team 6 hasn’t played yet." in texts(
        desk.get(f"/sessions/{section.session_id}/play/"), "p"
    )
    opened = open_entry_addresses(section=section, pairs=[6])
    assert "withdrawn" not in desk.get(f"/my/{opened[6].token}/").content.decode()


def test_a_team_that_withdrew_is_drawn_no_more_until_it_is_unticked(desk):
    section = begun(desk, size=6)
    answer = draw(desk, section, absent=["2"])
    assert use(desk, section, answer, absent=["2"]).status_code == 302
    section = fresh(section)
    assert find_contest(section).withdrawn == {2}
    play(section, 2)
    answer = desk.get(page(section))
    assert "2" not in {text for row in answer.context["rows"] for text in (row.home, row.away)}
    assert 2 not in answer.context["byes"]
    absent = [box.attrib for box in elements(answer, "input") if box.attrib.get("name") == "absent"]
    assert [box["value"] for box in absent if "checked" in box] == ["2"]
    assert "Withdrawn: 2" in texts(answer, ".drawing p")
    assert "Team 2 has withdrawn." in EventResults(section.session.event).standings.notes
    starts = {seat.pair_no: seat.start for seat in fetch_section_seats(section, section.plan).rows}
    assert (starts[1], starts[2]) == ("table 1, N-S", "withdrawn")
    (drawn,) = SectionJob(section).draws
    assert drawn.withdrawn == ("2",)
    assert "Team 2 has withdrawn." in texts(desk.get(f"/sessions/{section.session_id}/play/"), "p")
    opened = open_entry_addresses(section=section, pairs=[1, 2])
    headings = {
        number: texts(desk.get(f"/my/{access.token}/"), "#now") for number, access in opened.items()
    }
    assert headings[2] == ["You have withdrawn"] != headings[1]
    guides = {
        guide.pair_no: guide.to_draw
        for guide in SectionJob(section).guides
        if guide.pair_no in (1, 2)
    }
    assert guides == {1: 3, 2: 0}
    back = draw(desk, section)
    assert "2" in {text for row in back.context["rows"] for text in (row.home, row.away)}
    assert use(desk, section, back).status_code == 302
    assert find_contest(fresh(section)).withdrawn == set()
    assert 2 in find_contest(fresh(section)).rounds[2].playing
