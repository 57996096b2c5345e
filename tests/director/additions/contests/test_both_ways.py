"""The same tournament by boards and by typed results: the same standings, draws and notices."""

import pytest
from django.urls import reverse

from director.additions.contests.candidates import fetch_candidates
from director.additions.contests.draws.decisions import decide_match
from director.additions.contests.matches.reported import report_match
from director.additions.contests.stages import start_stage
from director.boards.movement.sections import BOARD_PLAY, fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.results.acts import undo_section
from director.boards.play.results.method import set_scoring
from director.boards.scoring.json import serialize_results
from director.boards.scoring.standings.event import EventResults
from director.models import MatchVersion
from movements.registry import make_plan
from tests.director.additions.contests.both_ways import (
    BOARDS,
    BY_BOARDS,
    BY_RESULTS,
    Tournament,
    play_each_way,
)
from tests.director.additions.contests.draws.test_bracket import print_text
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_draw_form,
    make_drawn_section,
    make_round_robin,
    reload_drawn_section,
)
from tests.director.additions.contests.draws.test_late_entries import (
    post_corrected_draw as use_draw,
)
from tests.director.additions.contests.draws.test_late_entries import post_typed_draw
from tests.director.boards.play.sessions.test_plates import begin_knockout, start_plate
from tests.director.pages import find_errors

pytestmark = pytest.mark.django_db


@pytest.fixture
def each_way(desk):
    """Play a scenario by boards, by results and by both, and return what it yields."""

    def play(scenario, make):
        return play_each_way(scenario, desk, make)

    return play


def make_own_round_robin(teams: int = 4):
    return make_round_robin(teams=teams, boards=BOARDS)


def make_drawn(desk, *, scale: str = "continuous", **asked):
    section = make_drawn_section(desk, boards=BOARDS, **asked)
    set_scoring(
        section=reload_drawn_section(section),
        scoring="team-imps",
        options={"victory_points": scale},
    )
    return reload_drawn_section(section)


def make_round_margins(tournament: Tournament, round_no: int) -> dict[tuple[int, int], int]:
    """Return margins for the drawn matches of a round, about the better for lower numbers."""
    pairings = tournament.pairings[round_no - 1]
    return {
        (home, away): [14, -9, 7, -3, 20, 5, -12][(away * 5 + home * 3 + round_no) % 7]
        for home, away in pairings
    }


def test_a_round_robin_counts_handicaps_carry_over_penalties_and_awards(each_way):
    def scenario(tournament):
        tournament.give_extras(
            carry_over_unit="vp",
            handicap_unit="vp",
            **{"carry_over-4": "30", "carry_over-3": "2.5", "handicap-2": "1.25"},
        )
        tournament.give_ruling("6", "vp", 1)
        tournament.give_ruling("1.5", "vp", 2, is_award=True)
        for round_no in (1, 2, 3):
            pairings = list_pairings(tournament, round_no)
            margins = {(home, away): 4 * away - 3 * home for home, away in pairings}
            tournament.play(round_no, margins)
            if round_no == 1:
                home, away = pairings[0]
                tournament.give_ruling("3", "imp", home, match=f"1-{home}-{away}")
                tournament.give_ruling("0.5", "vp", away, match=f"1-{home}-{away}", is_award=True)
            yield tournament.sums
            yield tournament.standings

    *_before, standings = each_way(scenario, make_own_round_robin)
    # Thirty victory points decide: they are more than the difference of three matches.
    assert standings[0].team == 4
    assert {row.matches for row in standings} == {3}


# 5 s a scale of all boards of a tournament
@pytest.mark.slow
@pytest.mark.parametrize("scale", ["continuous", "discrete", "none"])
def test_a_swiss_of_six_is_drawn_by_totals_with_everything_that_counts(desk, each_way, scale):
    unit = "imp" if scale == "none" else "vp"
    most = "65" if scale == "none" else "25"

    def scenario(tournament):
        tournament.give_extras(carry_over_unit=unit, **{"carry_over-6": most, "carry_over-5": most})
        for round_no in (1, 2, 3):
            if round_no > 1:
                tournament.draw()
            tournament.play(round_no, make_round_margins(tournament, round_no))
            if round_no == 1:
                tournament.give_ruling("12", unit, 1)
            yield tournament.sums
        yield tournament.standings
        yield tournament.pairings

    *_sums, pairings = each_way(scenario, lambda: make_drawn(desk, scale=scale))
    assert (5, 6) in pairings[1]  # the two that carried over most


def test_a_swiss_of_five_gives_byes_in_every_round(desk, each_way):
    def scenario(tournament):
        for round_no in (1, 2, 3):
            if round_no > 1:
                tournament.draw()
            tournament.play(round_no, make_round_margins(tournament, round_no))
            yield tournament.standings
        yield tournament.pairings

    standings = each_way(scenario, lambda: make_drawn(desk, size=5))[0]
    assert len(standings) == 5


def test_a_knockout_with_carry_over_ends_the_same(desk, each_way):
    def scenario(tournament):
        tournament.give_extras(carry_over_unit="imp", **{"carry_over-4": "9.5"})
        tournament.play(1, {(1, 4): 9, (2, 3): -5})
        tournament.give_ruling("4", "imp", 2, match="1-2-3")
        yield tournament.standings
        tournament.draw()
        yield tournament.pairings
        tournament.play(2, {(3, 4): 7})
        yield tournament.standings

    _standings, pairings, standings = each_way(
        scenario, lambda: make_drawn(desk, key="knock-out", size=4, scale="none")
    )
    assert pairings[1] == [(3, 4)]
    assert [(row.place, row.team) for row in standings[:2]] == [("1", 3), ("2", 4)]


def test_a_stage_begins_with_what_was_carried_over(each_way):
    def scenario(tournament):
        for round_no in (1, 2, 3):
            tournament.play(
                round_no, {both: 4 * both[1] for both in list_pairings(tournament, round_no)}
            )
        event = tournament.event
        going_on = [person.entry_id for person in fetch_candidates(event, EventResults(event))]
        session = start_stage(
            event=event,
            name="Final",
            day=None,
            entry_ids_by_letter={"A": going_on},
            is_early=False,
            user=None,
        )
        final = Tournament(tournament.way, tournament.desk, fetch_section(session.pk))
        movement = make_plan("round-robin", teams=4, boards_per_set=BOARDS)
        store_plan(section=final.section, movement=movement)
        final.section = reload_drawn_section(final.section)
        address = reverse("session_results_extras", args=[final.section.ref])
        filled = final.desk.get(address, {"from": "before", "share": "100"}).context
        boxes = {f"carry_over-{row['pair_no']}": row["carry_over"] for row in filled["rows"]}
        final.give_extras(carry_over_unit="vp", **boxes)
        yield boxes
        final.play(1, {both: -3 * both[1] for both in list_pairings(final, 1)})
        yield final.standings

    boxes, standings = each_way(scenario, make_own_round_robin)
    assert all(float(carried) > 0 for carried in boxes.values())
    assert sum(row.total for row in standings) == pytest.approx(
        sum(map(float, boxes.values())) + 40
    )


def test_late_and_withdrawn_teams_of_a_swiss(desk, each_way):
    def scenario(tournament):
        section = tournament.section
        tournament.play(1, make_round_margins(tournament, 1))
        for round_no, typed in ((2, {"late": "1"}), (3, {"absent": "5"})):
            drawn = post_typed_draw(desk, reload_drawn_section(section), **typed)
            assert use_draw(desk, reload_drawn_section(section), drawn, **typed).status_code == 302
            tournament.play(round_no, make_round_margins(tournament, round_no))
            yield tournament.standings
            yield tournament.sums
        yield tournament.pairings

    *_before, pairings = each_way(scenario, lambda: make_drawn(desk))
    playing = [{team for both in pairing for team in both} for pairing in pairings]
    assert {7} - playing[0] == {7} & playing[1]
    assert playing[2] == {1, 2, 3, 4, 6, 7}


def test_a_team_withdraws_from_a_round_robin(desk, each_way):
    def scenario(tournament):
        section = tournament.section
        for round_no in range(1, 6):
            if round_no == from_round:
                withdrawn = desk.post(
                    f"/sessions/{section.session_id}/withdrawals/",
                    {"team": 2, "from_round": from_round},
                )
                assert withdrawn.status_code == 302
                tournament.section = reload_drawn_section(section)
            margins = {
                both: 4 * both[1] - 3 * both[0] for both in list_pairings(tournament, round_no)
            }
            tournament.play(round_no, margins)
            yield tournament.standings
        yield EventResults(tournament.event).standings.notes
        yield states(tournament)

    for from_round in (3, 5):  # fewer than half of its matches, and more
        *_rounds, notes, shown = each_way(scenario, lambda: make_own_round_robin(6))
        assert any("Team 2 withdrew" in note for note in notes)
        assert shown.count("not played") == 6 - from_round


def test_a_walk_over_in_a_knockout_closes_its_match(desk, each_way):
    def scenario(tournament):
        section = tournament.section
        tournament.play(1, {(1, 4): 9})
        decide_match(
            section=reload_drawn_section(section),
            round_no=1,
            contestants=(2, 3),
            winner=3,
            reason="withdrew",
            user=None,
        )
        yield states(tournament)
        tournament.draw()
        yield tournament.pairings
        tournament.play(2, {(1, 3): -8})
        yield tournament.standings
        yield EventResults(tournament.event).is_complete
        yield print_text(section, "bracket")

    shown, pairings, standings, is_complete, bracket = each_way(
        scenario, lambda: make_drawn(desk, key="knock-out", size=4, scale="none")
    )
    assert shown == ["played", "walk-over"]
    assert pairings[1] == [(1, 3)]
    assert [(row.place, row.team) for row in standings[:2]] == [("1", 3), ("2", 1)]
    assert is_complete
    assert "3 goes through as the others withdrew" in bracket


def test_a_plate_and_its_main_draw_end_the_same(desk, each_way):
    def scenario(tournament):
        tournament.play(1, dict.fromkeys(tournament.pairings[0], 12))
        plate = begin_knockout(
            start_plate(desk, reload_drawn_section(tournament.section), "1"), boards=BOARDS
        )
        beside = Tournament(tournament.way, desk, plate)
        tournament.draw()
        tournament.play(2, dict.fromkeys(tournament.pairings[1], 5))
        beside.play(1, dict.fromkeys(beside.pairings[0], -4))
        yield tournament.notices
        yield tournament.pairings
        yield beside.pairings
        tournament.draw()
        tournament.play(3, dict.fromkeys(tournament.pairings[2], -3))
        beside.draw()
        beside.play(2, dict.fromkeys(beside.pairings[1], 6))
        yield [
            (row.place, row.names)
            for row in EventResults(tournament.event).standings.groups[0].rows
        ]

    *_drawn, places = each_way(scenario, lambda: make_knockout_of_names(desk))
    assert [place for place, _names in places] == ["1", "2", "3=", "3=", "5", "6", "7=", "7="]


def make_knockout_of_names(desk):
    section = make_drawn(desk, key="knock-out", size=8, scale="none")
    for entry in section.entries.all():
        entry.name = f"Team {entry.pair_no}"
        entry.save()
    return reload_drawn_section(section)


def test_papers_say_the_same(desk, each_way):
    def scenario(tournament):
        for round_no in (1, 2, 3):
            margins = {
                both: 4 * both[1] - 3 * both[0] for both in list_pairings(tournament, round_no)
            }
            tournament.play(round_no, margins)
        for sheet in ("standings", "fixtures", "cross-table"):
            yield print_text(tournament.section, sheet)
        yield states(tournament)

    *papers, shown = each_way(scenario, make_own_round_robin)
    assert all(papers)
    assert set(shown) == {"played"}


def states(tournament: Tournament) -> list[str]:
    """Return how far each match is, as programs are told."""
    told = serialize_results(EventResults(tournament.event))["matches"]
    return [str(match["state"]) for match in told]


def list_pairings(tournament: Tournament, round_no: int) -> list[tuple[int, int]]:
    """Return the pairings of a round of a round robin, the lower number first."""
    rows = tournament.section.plan.rows.filter(round_no=round_no)
    return sorted({(min(row.ns, row.ew), max(row.ns, row.ew)) for row in rows})


CORRECTED = "The results of round 1 have changed since round 2 was drawn. Redraw it, or play on."
BEGUN = "The results of round 1 have changed since round 2 was drawn. It has begun, so play on."


# 12 s of all boards of a tournament
@pytest.mark.slow
def test_a_correction_after_the_next_draw_is_said_everywhere(desk, each_way):
    def scenario(tournament):
        margins = make_round_margins(tournament, 1)
        tournament.play(1, margins)
        tournament.draw()
        yield tournament.notices
        corrected = dict.fromkeys(margins, -10)
        tournament.play(1, corrected)
        yield tournament.notices
        tournament.play(1, margins)
        yield tournament.notices
        tournament.play(1, corrected)
        tournament.play(2, make_round_margins(tournament, 2))
        yield tournament.notices
        yield tournament.standings

    notices = each_way(scenario, lambda: make_drawn(desk))
    assert notices[:4] == [(), (CORRECTED,), (), (BEGUN,)]


# 5 s of all boards of a tournament
@pytest.mark.slow
def test_a_correction_that_reverses_a_match_of_a_knockout_is_said_everywhere(desk, each_way):
    def scenario(tournament):
        tournament.play(1, {(1, 4): 9, (2, 3): -5})
        tournament.draw()
        yield tournament.notices
        tournament.play(1, {(1, 4): -9, (2, 3): -6})
        yield tournament.notices

    before, after = each_way(scenario, lambda: make_drawn(desk, key="knock-out", size=4))
    assert before == ()
    assert after == (
        "In round 1, team 4 now wins, but round 2 was drawn with team 1. Redraw round 2, or correct the result.",
    )


def test_a_draw_from_before_a_correction_is_not_saved(desk, each_way):
    def scenario(tournament):
        margins = make_round_margins(tournament, 1)
        tournament.play(1, margins)
        post_data = make_draw_form(desk, reload_drawn_section(tournament.section)) | {
            "action": "use"
        }
        tournament.play(1, dict.fromkeys(margins, -10))
        response = desk.post(draw_address(tournament.section), post_data)
        yield response.status_code
        yield "Results have changed since this draw" in " ".join(find_errors(response))

    assert each_way(scenario, lambda: make_drawn(desk)) == [422, True]


def test_a_typed_result_that_was_missing_at_the_draw_is_said_until_the_round_begins(desk):
    section = make_drawn(desk, size=4, rounds=2)
    tournament = Tournament(BY_RESULTS, desk, section)
    first, second = tournament.pairings[0]
    tournament.play(1, {first: 8})
    tournament.draw()
    assert tournament.notices == ()
    tournament.type_result(1, *second, 5)
    assert tournament.notices == (CORRECTED,)
    undo_section(
        section=reload_drawn_section(section),
        number=section.acts.latest("number").number,
        user=None,
        kinds=BOARD_PLAY,
    )
    assert tournament.notices == ()
    tournament.type_result(1, *second, 5)
    tournament.play(2, make_round_margins(tournament, 2))
    assert tournament.notices == ()


def test_a_typed_result_that_is_deleted_or_superseded_after_the_draw_is_reported(desk):
    section = make_drawn(desk, size=4, rounds=2)
    tournament = Tournament(BY_RESULTS, desk, section)
    tournament.play(1, make_round_margins(tournament, 1))
    first, second = tournament.pairings[0]
    tournament.draw()
    report_match(section=reload_drawn_section(section), key=(1, *first), result=None, user=None)
    assert tournament.notices == (CORRECTED,)
    tournament.play(1, {first: make_round_margins(tournament, 1)[first]})
    assert tournament.notices == ()
    # The boards that replace the result of the second match say the same, then another.
    tournament.way = BY_BOARDS
    tournament.play(1, {second: make_round_margins(tournament, 1)[second]})
    assert tournament.notices == ()
    tournament.play(1, {second: 0})
    assert tournament.notices == (CORRECTED,)
    assert [version.version for version in MatchVersion.objects.all()] == [2, 1]
