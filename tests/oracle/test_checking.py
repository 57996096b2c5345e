"""Both routes agree on random sessions with gaps, artificial and assigned scores, groups, penalties and credits."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import registry
from scoring.errors import ScoringError
from scoring.model import Board, Field, Line
from scoring.registry import SCORING_METHODS, get_method, rank_field
from scoring.teams.victory_points import TABLE_SCALES
from tests.oracle.checking import check_ranking, list_ranking_differences, rank_plainly
from tests.scoring.printed import usebio
from tests.scoring.strategies import (
    AVERAGES,
    deserted_fields,
    method_settings,
    ruled_fields,
    team_fields,
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "method_key", ["matchpoints", "ascherman", "cross-imps", "total-imps", "butler"]
)
@given(st.data())
def test_both_routes_agree(method_key, data):
    accepts = get_method(method_key).accepted_rulings
    units = [unit for unit in ("mp", "%", "imp") if unit in accepts]
    field = data.draw(ruled_fields(units, moved=units[0]))
    assert check_ranking(method_key, field, data.draw(method_settings(method_key))) == []


@given(st.data())
def test_both_routes_agree_on_the_aggregate(data):
    field = data.draw(ruled_fields(["points"], artificials=st.nothing(), moved="points"))
    assert check_ranking("aggregate", field, data.draw(method_settings("aggregate"))) == []


@given(st.data())
def test_both_routes_agree_on_averages(data):
    field = data.draw(ruled_fields(artificials=AVERAGES, is_assigned=False))
    assert check_ranking("average", field, data.draw(method_settings("average"))) == []


# Excess scoring must know who declared, which the files do not say beside the score; four pairs are
# no more than four.
@pytest.mark.parametrize(
    "method_key",
    [method.key for method in SCORING_METHODS if method.key not in ("excess", "four-pairs")],
)
@pytest.mark.parametrize("session", ["club-mitchell-13-pairs", "club-cross-imp-9-pairs"])
def test_both_routes_agree_on_real_sessions(method_key, session):
    assert check_ranking(method_key, usebio.read_field(session)) == []


@pytest.mark.parametrize("method_key", ["team-imps", "board-a-match", "patton"])
@given(st.data())
def test_both_routes_agree_on_teams(method_key, data):
    accepts = get_method(method_key).accepted_rulings
    field = data.draw(team_fields([unit for unit in ("mp", "imp", "vp") if unit in accepts]))
    settings = data.draw(method_settings(method_key))
    # Printed scales need matches of a length; test_victory_points has them.
    if settings.get("victory_points") in TABLE_SCALES:
        settings["victory_points"] = "none"
    assert check_ranking(method_key, field, settings) == []


@pytest.mark.slow
@pytest.mark.parametrize("method_key", ["team-imps", "board-a-match", "patton"])
@given(st.data())
def test_both_routes_agree_on_teams_that_withdrew(method_key, data):
    accepts = get_method(method_key).accepted_rulings
    field = data.draw(deserted_fields([unit for unit in ("mp", "imp", "vp") if unit in accepts]))
    settings = data.draw(method_settings(method_key))
    # Printed scales need matches of a length; test_victory_points has them.
    if settings.get("victory_points") in TABLE_SCALES:
        settings["victory_points"] = data.draw(st.sampled_from(["none", "discrete"]))
    assert check_ranking(method_key, field, settings) == []


FIELD = Field(1, (Board(7, (Line(1, 2, 420), Line(3, 4, 170))),))


def test_every_difference_between_the_routes_is_reported():
    other = rank_plainly(
        "cross-imps", FIELD, get_method("cross-imps").complete_settings({"divisor": "results"})
    )
    assert list_ranking_differences(rank_field("cross-imps", FIELD), other) == [
        "Board 7, 1 N-S against 2 E-W: 6 and -6 by one calculation, 3 and -3 by the other.",
        "Board 7, 3 N-S against 4 E-W: -6 and 6 by one calculation, -3 and 3 by the other.",
        "Pair 1: 6, place 1= by one calculation, 3, place 1= by the other.",
        "Pair 4: 6, place 1= by one calculation, 3, place 1= by the other.",
        "Pair 2: -6, place 3= by one calculation, -3, place 3= by the other.",
        "Pair 3: -6, place 3= by one calculation, -3, place 3= by the other.",
    ]


def test_a_difference_in_matchpoints_names_percentages():
    lines = (Line(1, 2, 420), Line(3, 4, 170), Line(5, 6))
    field = Field(2, (Board(7, lines),))
    settings = get_method("matchpoints").complete_settings({})
    differences = list_ranking_differences(
        rank_field("matchpoints", field), rank_plainly("ascherman", field, settings)
    )
    assert [differences[0], *differences[2:5]] == [
        "Board 7, 1 N-S against 2 E-W: 2 and 0 by one calculation, 3 and 1 by the other.",
        "1 N-S: 2 (100 %), place 1 by one calculation, 3 (75 %), place 1 by the other.",
        "3 N-S: 0 (0 %), place 2 by one calculation, 1 (25 %), place 2 by the other.",
        "4 E-W: 2 (100 %), place 1 by one calculation, 3 (75 %), place 1 by the other.",
    ]


def test_a_line_without_points_can_differ_too():
    scored, missing = (
        Field(1, (Board(7, (Line(1, 2, 420),)),)),
        Field(1, (Board(7, (Line(1, 2),)),)),
    )
    settings = get_method("butler").complete_settings({})
    assert list_ranking_differences(
        rank_field("butler", scored), rank_plainly("butler", missing, settings)
    ) == ["Board 7, 1 N-S against 2 E-W: 0 and 0 by one calculation, nothing by the other."]


@given(st.data())
def test_both_routes_agree_on_fours(data):
    field = data.draw(team_fields([], is_ruled=False))
    assert check_ranking("fours", field, data.draw(method_settings("fours"))) == []


def test_a_method_without_a_second_route_is_not_checked(monkeypatch):
    lone = replace(get_method("butler"), key="lone")
    monkeypatch.setattr(registry, "SCORING_METHODS", (*SCORING_METHODS, lone))
    with pytest.raises(ScoringError) as refusal:
        check_ranking("lone", FIELD)
    assert str(refusal.value) == (
        "Butler IMPs has no second calculation, so its figures can’t be checked. Add one to the registry."
    )
