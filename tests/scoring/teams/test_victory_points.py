"""Scales of victory points: figures that were published, whole tables by a second route, and what every scale keeps."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.display import format_rounded
from scoring.errors import ScoringError
from scoring.model import Board, DueMatch, Field, Line
from scoring.registry import get_method, rank_field
from scoring.teams.victory_points import (
    PAIRS_SCALE_NAMES,
    SCALE_NAMES,
    SCALES,
    TABLE_SCALES,
    compute_continuous_scale,
    compute_discrete_scale,
    convert_to_victory_points,
    get_scale_points,
    normalize_own_scale,
    read_scale_table,
)
from tests.golden import read_golden_rows
from tests.oracle import matches as plain
from tests.oracle.checking import check_ranking
from tests.oracle.matches import _make_continuous_scale, _make_discrete_scale

DATA = Path(__file__).parents[3] / "scoring" / "data"
PRINTED_SCALES = [scale for scale in SCALES if scale.is_table]


@pytest.mark.parametrize(
    "row",
    read_golden_rows("scoring/team-imps_published-points.csv"),
    ids=lambda row: f"{row['boards']}-{row['margin']}",
)
def test_published_points_come_out(row):
    assert (
        format_rounded(convert_to_victory_points(int(row["margin"]), int(row["boards"]))[0])
        == row["won"]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    read_golden_rows("scoring/team-imps_acbl.csv"),
    ids=lambda row: f"{row['scale']}-{row['won']}",
)
def test_every_printed_range_comes_out(row):
    points = (Fraction(row["won"]), Fraction(row["lost"]))
    for column, numbers in (("six_to_eight", (6, 7, 8)), ("nine_to_eleven", (9, 10, 11))):
        low, high = map(int, row[column].split("-"))
        for boards in numbers:
            won = {
                convert_to_victory_points(margin, boards, row["scale"])
                for margin in range(low, high + 1)
            }
            turned = {
                convert_to_victory_points(-margin, boards, row["scale"])
                for margin in range(low, high + 1)
            }
            assert won == {points}
            assert turned == {points[::-1]}


@pytest.mark.parametrize(
    "row",
    read_golden_rows("scoring/team-imps_wbf-discrete.csv"),
    ids=lambda row: f"{row['boards']}-boards",
)
def test_every_published_whole_scale_comes_out(row):
    assert (0, *compute_discrete_scale(int(row["boards"]))) == tuple(
        int(row[str(won)]) for won in range(10, 21)
    )


@pytest.mark.slow
def test_scales_of_every_length_come_out_by_a_second_route():
    for boards in range(1, 129):
        assert compute_continuous_scale(boards) == tuple(_make_continuous_scale(boards)), boards
        assert compute_discrete_scale(boards) == tuple(_make_discrete_scale(boards)), boards


@pytest.mark.parametrize("scale", PRINTED_SCALES, ids=lambda scale: scale.key)
def test_every_table_says_where_it_comes_from_and_rises(scale):
    text = (DATA / f"{scale.key}.csv").read_text(encoding="utf-8")
    assert text.startswith(f"# source: {scale.source} ")
    table = read_scale_table(scale.key)
    assert f"{table[0].min_boards} to {table[-1].max_boards} boards" in scale.note
    for row in table:
        assert len(row.limits) == len(row.points)
        assert row.limits[0] == 0
        assert row.points[-1] == 2 * row.points[0]
        assert row.points[-1] == scale.points_per_match
        assert list(row.limits) == sorted(set(row.limits))
        assert list(row.points) == sorted(set(row.points))


def test_every_table_has_its_file_and_every_file_its_name():
    assert sorted(path.stem for path in DATA.glob("*.csv")) == sorted(
        (*TABLE_SCALES, "ebu-swiss-pairs-10", "ebu-swiss-pairs-20")
    )


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(lambda scale: convert_to_victory_points(7, 8, scale), id="engine"),
        pytest.param(lambda scale: plain.compute_victory_points(Fraction(7), 8, scale), id="check"),
        pytest.param(lambda scale: get_scale_points({"victory_points": scale}), id="engine-most"),
        pytest.param(plain.compute_match_total, id="check-most"),
    ],
)
@pytest.mark.parametrize("scale", ["sbf", "sbf-25", "acbl-discrete", "wbf"])
def test_a_new_scale_is_refused_until_each_route_counts_it(count, scale):
    with pytest.raises((ValueError, KeyError)):
        count(scale)


def test_both_routes_share_the_same_points_by_every_scale():
    for scale in (*SCALE_NAMES, *PAIRS_SCALE_NAMES, "none"):
        settings = {"victory_points": scale, "own_scale": "0:2-2,1:4-1,20:4-0"}
        assert get_scale_points(settings) == plain.compute_match_total(
            plain.get_chosen_scale(settings)
        )


OWN = "0:15-15, 3:16-14, 7:17-13, 60:25-5, 70:25-4"
"""The end of a scale on which a large win takes points from the loser alone."""


@pytest.mark.parametrize(
    ("margin", "points"),
    [(0, (15, 15)), (2, (15, 15)), (3, (16, 14)), (-59, (13, 17)), (60, (25, 5)), (-99, (4, 25))],
)
def test_a_clubs_own_scale_is_counted_step_by_step(margin, points):
    assert convert_to_victory_points(margin, 24, normalize_own_scale(OWN)) == points


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "“” isn’t a step of a scale."),
        ("0:15-15 3", "“3” isn’t a step of a scale."),
        ("0:15-15, many:16-14", "“many:16-14” isn’t a step of a scale."),
        ("0:15-15,3:1e3-2", "“3:1e3-2” isn’t a step of a scale."),
        ("٠:15-15", None),
        ("3:16-14", "The scale begins with 3:16-14."),
        ("0:16-14", "The scale begins with 0:16-14."),
        ("0:15-15, 3:16-14, 3:17-13", "The scale goes from 3:16-14 to 3:17-13."),
        ("0:15-15, 3:16-14, 5:15-15", "The scale goes from 3:16-14 to 5:15-15."),
        ("0:15-15, 3:16-14, 5:17-14.5", "The scale goes from 3:16-14 to 5:17-14.5."),
    ],
)
def test_a_scale_that_falls_or_cannot_be_read_is_refused_in_one_sentence(text, said):
    with pytest.raises(ScoringError) as refusal:
        get_method("team-imps").complete_settings({"victory_points": "own", "own_scale": text})
    assert str(refusal.value).startswith(said or "“")


@pytest.mark.parametrize("value", [15, None, 1.5])
def test_a_scale_that_is_no_text_is_refused_like_any_other_choice(value):
    with pytest.raises(ScoringError, match="own_scale"):
        get_method("team-imps").complete_settings({"victory_points": "own", "own_scale": value})


@pytest.mark.parametrize("typed", [OWN, OWN.replace(", ", "\n"), OWN.replace("-", " – ")])
def test_a_scale_is_stored_in_one_form(typed):
    settings = get_method("team-imps").complete_settings(
        {"victory_points": "own", "own_scale": typed}
    )
    assert settings["own_scale"] == "0:15-15,3:16-14,7:17-13,60:25-5,70:25-4"


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(0, 300), st.integers(0, 300)), max_size=12),
    st.integers(-130, 130),
)
def test_both_routes_count_any_scale_of_a_club(rises, margin):
    least, won, lost = 0, 4000, 4000
    steps = ["0:40-40"]
    for more, gain, loss in rises:
        least, won, lost = least + more, won + gain, lost - loss
        steps.append(f"{least}:{won / 100:.2f}-{lost / 100:.2f}")
    scale = normalize_own_scale(" ".join(steps))
    home, away = convert_to_victory_points(margin, 8, scale)
    assert home == plain.compute_victory_points(Fraction(margin), 8, scale)
    assert away == plain.compute_victory_points(Fraction(-margin), 8, scale) or margin == 0
    assert (home >= away) == (margin >= 0) or home == away


@pytest.mark.parametrize("boards", [5, 12])
def test_a_match_of_other_length_is_refused_with_what_to_do(boards):
    with pytest.raises(ScoringError) as refusal:
        convert_to_victory_points(3, boards, "acbl-20")
    assert str(refusal.value) == (
        f"The scale ACBL 20 is for matches of 6 to 8 and 9 to 11 boards, not of {boards}. Choose another scale, or "
        "another number of boards."
    )


def teams(*swings, due=()):
    """Return a field of two teams: what team 1 makes on board 1, 2, … more than the other table."""
    boards = (
        Board(no, (Line(1, 2, 100 + swing), Line(2, 1, 100)), 1)
        for no, swing in enumerate(swings, 1)
    )
    return Field(1, tuple(boards), contest="teams", matches=due)


def test_an_unfinished_match_breaks_no_tie():
    lines = (Line(1, 2, 600), Line(2, 1, 100)), (Line(3, 4, 600), Line(4, 3, 100))
    boards = Board(1, (*lines[0], *lines[1]), 1), Board(1, (Line(1, 3, 600), Line(3, 1, 100)), 2)
    field = Field(1, boards, contest="teams", matches=(DueMatch(2, 1, 3, 8, is_over=False),))
    for ties in ("ebu", "cbai", "opponents", "magic"):
        assert check_ranking("team-imps", field, {"ties": ties}) == []
    places = {
        standing.contestant: standing.rank_text
        for standing in rank_field("team-imps", field, {"ties": "opponents"}).standings
    }
    assert places == {1: "1=", 3: "1=", 2: "3=", 4: "3="}


def test_a_table_uses_the_boards_that_were_to_be_played():
    field = teams(500, 0, 0, 0, 0, due=(DueMatch(1, 1, 2, 6),))
    assert [
        standing.total
        for standing in rank_field("team-imps", field, {"victory_points": "acbl-20"}).standings
    ] == [15, 5]
    assert check_ranking("team-imps", field, {"victory_points": "acbl-20"}) == []


def test_an_unfinished_match_of_pairs_counts_later():
    boards = tuple(Board(no, (Line(1, 2, 400), Line(3, 4, 100)), 1) for no in (1, 2))
    field = Field(1, boards, matches=(DueMatch(1, 1, 2, 4, is_over=False), DueMatch(1, 3, 4, 2)))
    totals = {
        standing.contestant: standing.total
        for standing in rank_field("swiss-pairs", field).standings
    }
    assert totals == {1: 0, 2: 0, 3: 0, 4: 20}
    assert check_ranking("swiss-pairs", field) == []


@pytest.mark.parametrize(
    ("method_key", "scale", "boards"), [("team-imps", "acbl-30", 4), ("swiss-pairs", "", 28)]
)
def test_matches_are_refused_of_which_no_table_tells(method_key, scale, boards):
    check_match_boards = get_method(method_key).check_match_boards
    check_match_boards({"victory_points": scale}, 8)
    with pytest.raises(ScoringError, match=f"not of {boards}"):
        check_match_boards({"victory_points": scale}, boards)
