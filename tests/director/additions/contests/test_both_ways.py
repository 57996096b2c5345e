"""The same tournament by boards and by typed results: the same standings, draws and notices."""

import pytest

from director.additions.contests.matches.reported import report_match
from director.boards.play.results.method import set_scoring
from director.boards.scoring.json import serialize_results
from director.boards.scoring.standings.event import EventResults
from director.models import MatchVersion
from tests.director.additions.contests.both_ways import (
    BOARDS,
    BY_BOARDS,
    BY_RESULTS,
    Tournament,
    play_each_way,
)
from tests.director.additions.contests.draws.test_draws import (
    make_drawn_section,
    make_round_robin,
    reload_drawn_section,
)

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


@pytest.mark.slow
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
