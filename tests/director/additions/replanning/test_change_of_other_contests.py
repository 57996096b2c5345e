"""Evenings of single players and of teams in which the movement changes: results stay, and every page follows."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.boards.movement.rounds import (
    get_withdrawals_by_contestant,
    list_cancelled_matches_at_tables,
)
from director.boards.movement.words import fetch_name_by_pair
from director.boards.play.plan_changes import find_change_to_undo
from director.boards.play.scores.result import import_result
from director.boards.scoring.scored import score_section
from director.core.night.links.opening import open_table_addresses
from director.core.night.publishing import publish_results
from director.models.event import Contest
from movements.check.faults import check_plan
from movements.partnerships import count_opponent_rounds_by_couple, count_partner_rounds_by_couple
from tests.director.additions.contests.draws.test_triangles import start_swiss
from tests.director.additions.phones.boards.test_api import Phone
from tests.director.boards.others import make_contest_section
from tests.director.pages import count_queries, fetch_print_preview, find_elements, find_texts
from tests.factories import RESULT_TEXTS, change_address, reload_section
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db

PAGES = (
    "field",
    "seats",
    "print",
    "play",
    "scores",
    "tables",
    "results",
    "changed",
    "acts",
    "room",
    "results/official",
)


def movement_of(section):
    plan = reload_section(section).plan
    plan.section = section
    return load_movement(plan)


def play(section, rounds: int) -> None:
    """Enter a varied result for every open line of the first *rounds* rounds."""
    for number, line in enumerate(fetch_section_lines(reload_section(section)).all):
        if line.round_no and line.round_no <= rounds and line.is_open:
            text = RESULT_TEXTS[(number * 7 + line.board_no) % 6]
            import_result(section=section, line=line, text=text, user=None)


def asked(desk, section, **typed):
    return desk.get(change_address(section), {"kind": "pair-arrives", "pairs": "1"} | typed)


def options(page) -> list[str]:
    return find_texts(page, ".proposal h3")


def press(desk, page, title: str, **names):
    """Press *Apply* of the option with this *title*, with the *names* typed."""
    form = find_elements(page, ".proposal form")[options(page).index(title)]
    boxes = {
        box.get("name"): box.get("value")
        for box in form.iter("input")
        if box.get("name") != "csrfmiddlewaretoken"
    }
    button = next(form.iter("button"))
    assert not find_texts(page, ".say.bad")
    sent = boxes | {button.get("name"): button.get("value")} | names
    response = desk.post(form.get("action"), sent, follow=True)
    assert not find_texts(response, ".say.bad")
    return response


def results_of(section) -> dict:
    return {
        (result.board_no, result.ns, result.ew): result.text for result in section.results.filled()
    }


def undo(desk, section):
    section = reload_section(section)
    act = find_change_to_undo(section, section.plan)
    return desk.post(
        f"{change_address(section)}undo/", {"act": act.number, "sure": act.number}, follow=True
    )


def open_everything(desk, section) -> None:
    """Open every page, sheet and phone of *section*."""
    plan = movement_of(section)
    publish_results(event=section.session.event)
    session, event = f"/sessions/{section.session_id}/", f"/events/{section.session.event_id}/"
    row = plan.rows[-1]
    last = max(number for row in plan.rows for number in plan.get_row_contestants(row))
    pages = [f"{session}{page}/" for page in PAGES]
    pages += [
        f"{session}scores/rounds/{row.round_no}/tables/{row.table_no}/",
        f"{session}scores/boards/{row.boards[0]}/",
        f"{session}room/?show=seats",
        event,
        f"{event}pairs/{last}/",
        f"{event}boards/1/",
        f"{event}results.json",
    ]
    for page in pages:
        assert desk.get(page).status_code in (200, 302), page
    opened = open_table_addresses(
        session=section.session, section=reload_section(section), tables=range(1, plan.tables + 1)
    )
    for access in opened.values():
        state = Phone(desk, access).shown()
        assert state["rounds"] == plan.rounds
    boxes = find_elements(desk.get(f"{session}print/?set=before"), "input")
    boxes += find_elements(desk.get(f"{session}print/?set=after"), "input")
    kinds = list(
        dict.fromkeys(
            box.get("value")
            for box in boxes
            if box.get("name") == "kinds" and box.get("disabled") is None
        )
    )
    pdf = fetch_print_preview(desk, f"{session}print/", {"kinds": kinds, "paper": "a4"})
    assert pdf.status_code == 200
    assert pdf.content[:5] == b"%PDF-"


@pytest.mark.slow
def test_twelve_players_a_thirteenth_and_one_goes_home(desk):
    section = make_contest_section(Contest.INDIVIDUAL, key="individual", size=12, boards_per_set=2)
    play(section, 2)
    first_rounds = results_of(section)
    page = asked(desk, section)
    assert options(page) == ["Take a seat in turn", "Leave the late player out"]
    assert "18 boards for late players" in " ".join(find_texts(page, ".price"))
    answer = press(desk, page, "Take a seat in turn", **{"name-13-1": "Late Larry"})
    assert find_texts(answer, "#change b")[0].startswith("Player 13 plays from round 3, table ")
    assert fetch_name_by_pair(reload_section(section))[13] == "Late Larry"
    plan = movement_of(section)
    assert plan.contestants == 13
    assert results_of(section) == first_rounds
    play(section, 4)
    page = asked(desk, section, kind="pair-leaves", pair="5")
    assert options(page)[0] in ("Fill the empty seats", "New seats for everyone")
    press(desk, page, "Fill the empty seats")
    play(section, 11)
    plan = movement_of(section)
    assert [fault for fault in check_plan(plan) if fault.code != "partner-twice"] == []
    assert 5 not in {p for row in plan.rows if row.round_no > 4 for p in row.players}
    open_everything(desk, section)
    assert first_rounds.items() <= results_of(section).items()
    assert len(score_section(reload_section(section)).ranking.standings) == 13


@pytest.mark.slow
def test_a_change_of_players_is_undone_and_done_again(desk):
    section = make_contest_section(Contest.INDIVIDUAL, key="individual", size=12, boards_per_set=2)
    play(section, 2)
    before = movement_of(section)
    press(desk, asked(desk, section), "Take a seat in turn", **{"name-13-1": "Late Larry"})
    assert movement_of(section) != before
    undo(desk, section)
    assert movement_of(section) == before
    assert 13 not in fetch_name_by_pair(reload_section(section))
    assert reload_section(section).partners.keys() == {
        str(number) for row in before.rows for number in (row.ns, row.ew)
    }
    open_everything(desk, section)


# 4 s: a whole evening of single players and every page of it
@pytest.mark.slow
def test_seventeen_players_one_goes_home_and_time_runs_out(desk):
    section = make_contest_section(Contest.INDIVIDUAL, key="individual", size=17, boards_per_set=2)
    play(section, 3)
    page = asked(desk, section, kind="pair-leaves", pair="4")
    assert options(page) == ["Fill the empty seats"]
    assert "partnerships again" in " ".join(find_texts(page, ".price"))
    press(desk, page, "Fill the empty seats")
    press(desk, asked(desk, section, kind="rounds", rounds="7"), "Drop the last rounds")
    press(desk, asked(desk, section, kind="boards-per-set", boards="3"), "3 boards per round")
    plan = movement_of(section)
    assert (plan.rounds, plan.boards_per_set) == (7, 3)
    page = asked(desk, section, kind="boards-per-set", boards="1")
    assert find_texts(page, "#ways") == ["What happens with 1 board per round"]
    boards = [sorted(row.boards) for row in plan.rows if row.round_no in (3, 4)]
    assert [5, 6] in boards
    assert [7, 8, 9] in boards
    play(section, 7)
    open_everything(desk, section)
    assert max(count_partner_rounds_by_couple(plan).values()) <= 2
    assert max(count_opponent_rounds_by_couple(plan).values()) <= 4


# 5 s: a whole evening of teams and every page of it
@pytest.mark.slow
def test_a_round_robin_of_six_a_late_seventh_and_one_gone(desk):
    section = make_contest_section(Contest.TEAMS, key="round-robin", size=6, boards_per_set=4)
    play(section, 2)
    first_rounds = results_of(section)
    page = asked(desk, section)
    assert options(page) == [
        "New matches for everyone",
        "All teams meet",
        "Leave the late team out",
    ]
    answer = press(desk, page, "All teams meet", **{"name-7-1": "Late Lions"})
    assert find_texts(answer, "#change b")[0].startswith("Team 7 plays from round 3, table ")
    assert fetch_name_by_pair(reload_section(section))[7] == "Late Lions"
    play(section, 3)
    page = asked(desk, section, kind="pair-leaves", pair="2")
    assert options(page) == ["Opponents sit out"]
    press(desk, page, "Opponents sit out")
    plan = movement_of(section)
    assert get_withdrawals_by_contestant(plan) == {2: 4}
    assert plan.rounds == 8
    assert {ns for _round, _table, ns, _ew in list_cancelled_matches_at_tables(plan)} >= {2}
    play(section, 8)
    open_everything(desk, section)
    assert first_rounds.items() <= results_of(section).items()
    # Team 2 has played fewer than half of its matches, so none of them count.
    ranked = {line.contestant for line in score_section(reload_section(section)).ranking.standings}
    assert ranked == {1, 3, 4, 5, 6, 7}
    # The withdrawal costs no result when it is undone, the change before it would.
    undo(desk, section)
    assert get_withdrawals_by_contestant(movement_of(section)) == {}
    refused = undo(desk, section)
    assert find_texts(refused, "#messages p")[0].startswith("Board ")
    assert first_rounds.items() <= results_of(section).items()


@pytest.mark.slow
def test_the_opponents_of_a_team_that_leaves_a_round_robin_sit_out(desk):
    section = make_contest_section(Contest.TEAMS, key="round-robin", size=7, boards_per_set=4)
    play(section, 2)
    page = asked(desk, section, kind="pair-leaves", pair="7")
    assert options(page) == ["Opponents sit out"]
    rule = "Team 7 has played 2 of 6 matches. That is less than half, so none of them counts."
    assert [rule in text for text in find_texts(page, ".proposal p")].count(True) == 1
    press(desk, page, "Opponents sit out")
    plan = movement_of(section)
    assert plan.rounds == 7
    assert get_withdrawals_by_contestant(plan) == {7: 3}
    play(section, 7)
    scored = score_section(reload_section(section))
    assert {line.contestant for line in scored.ranking.standings} == {1, 2, 3, 4, 5, 6}
    assert compute_field_differences(scored.scoring_field) == []


@pytest.mark.slow
def test_a_late_team_takes_the_place_of_one_that_withdrew(desk):
    section = make_contest_section(Contest.TEAMS, key="round-robin", size=6, boards_per_set=4)
    play(section, 2)
    press(desk, asked(desk, section, kind="pair-leaves", pair="2"), "Opponents sit out")
    page = asked(desk, section)
    assert options(page)[0] == "Play those who sit out"
    press(desk, page, "Play those who sit out")
    plan = movement_of(section)
    assert get_withdrawals_by_contestant(plan) == {2: 3}
    assert list_cancelled_matches_at_tables(plan) == []
    play(section, 3)
    # another one withdraws, and the first can't come back to matches that others play now
    press(desk, asked(desk, section, kind="pair-leaves", pair="3"), "Opponents sit out")
    plan = movement_of(section)
    assert get_withdrawals_by_contestant(plan) == {2: 3, 3: 4}
    assert all(3 in match[2:] for match in list_cancelled_matches_at_tables(plan))
    response = desk.post(f"/sessions/{section.session_id}/withdrawals/", {"back": "2"})
    assert (
        "The movement was changed after team {team} withdrew. Undo that change first, or add "
        "a late team."
    ).format(team="2") in find_texts(response, ".say.bad") + find_texts(response, "#messages p")
    desk.post(f"/sessions/{section.session_id}/withdrawals/", {"back": "3"})
    assert get_withdrawals_by_contestant(movement_of(section)) == {2: 3}
    play(section, 5)
    open_everything(desk, section)


# 4 s a movement: a whole evening of teams and every page of it
@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "size", "from_round"),
    [("triple", 3, 2), ("team-match", 2, 2), ("american-whist", 7, 3), ("fours-howell", 6, 3)],
)
@pytest.mark.parametrize("kind", ["pair-arrives", "pair-leaves", "rounds", "boards-per-set"])
def test_every_other_movement_of_teams_can_change(desk, key, size, from_round, kind):
    section = make_contest_section(Contest.TEAMS, key=key, size=size, boards_per_set=4)
    play(section, from_round - 1)
    rounds = str(movement_of(section).rounds + 1)
    page = asked(desk, section, kind=kind, pair="1", rounds=rounds, boards="5")
    if (key, kind) == ("team-match", "pair-leaves"):
        assert find_texts(page, ".say.warn") == ["Too few teams are left to play on."]
        return
    before = results_of(section)
    press(desk, page, options(page)[0])
    play(section, movement_of(section).rounds)
    open_everything(desk, section)
    assert before.items() <= results_of(section).items()


def test_a_contest_that_is_drawn_says_where_to_change_it(desk):
    section = start_swiss(desk)
    page = desk.get(change_address(section))
    assert page.status_code == 200
    assert find_texts(page, ".say")[0].startswith(
        "Each round is drawn, so late entries, withdrawals and the number of rounds are at Draw."
    )
    (link,) = (link for link in find_elements(page, ".say a") if link.text == "Draw")
    assert link.get("href") == f"/sessions/{section.session_id}/draw/"
    assert not find_elements(page, ".reason")


@pytest.mark.slow
def test_queries_are_as_many_at_any_size(desk):
    small = make_contest_section(Contest.TEAMS, key="round-robin", size=6, boards_per_set=2)
    large = make_contest_section(Contest.TEAMS, key="round-robin", size=12, boards_per_set=2)
    for section in (small, large):
        play(section, 1)
    typed = "?kind=pair-arrives&pairs=1&from_round=2"
    assert count_queries(desk, f"{change_address(small)}{typed}") == count_queries(
        desk, f"{change_address(large)}{typed}"
    )
