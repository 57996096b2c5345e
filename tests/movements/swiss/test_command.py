"""Swiss rounds as JSON: the promised shape, what may be left out, and everything that cannot be read."""

import pytest

from movements.errors import MovementError
from movements.swiss.draw_json import draw_next_round


def question_for(size, **further):
    entrants = [
        {"contestant": number, "score": f"{40 - number}.50"} for number in range(1, size + 1)
    ]
    return {"contestants": entrants, "round": 3, **further}


def test_a_round_of_teams_has_the_promised_shape():
    told = {
        "contestants": [
            {"contestant": 1, "score": "34.50", "met": [2, 5], "byes": 0},
            {"contestant": 2, "score": "29/2", "met": [1, 4], "byes": 0},
            {"contestant": 4, "score": 14, "met": [2], "byes": 1},
            {"contestant": 5, "score": 3.25, "met": [1], "byes": 1},
            {"contestant": 7, "score": "0", "met": [], "byes": 0},
        ],
        "round": 3,
    }
    assert draw_next_round("swiss-teams", told, {}) == {
        "key": "swiss-teams",
        "round": 3,
        "options": {
            "meetings": "once",
            "odd": "bye",
            "first_round": "halves",
            "tables": "standings",
        },
        "pairings": [[1, 4], [2, 5]],
        "bye": 7,
        "repeated": [],
        "rows": [
            {"round": 3, "table": 1, "ns": 1, "ew": 4},
            {"round": 3, "table": 2, "ns": 4, "ew": 1},
            {"round": 3, "table": 3, "ns": 2, "ew": 5},
            {"round": 3, "table": 4, "ns": 5, "ew": 2},
        ],
        "notes": [],
    }


def test_a_triangle_has_its_tables_in_both_halves():
    answer = draw_next_round("swiss-teams", question_for(5), {"odd": "triangle"})
    assert answer["pairings"] == [[1, 2]]
    assert answer["triangle"] == [3, 4, 5]
    assert answer["bye"] is None
    assert [
        (row["half"], row["table"], row["ns"], row["ew"], row["board_set"])
        for row in answer["triangle_rows"]
    ] == [
        (1, 3, 3, 4, 1),
        (1, 4, 4, 5, 2),
        (1, 5, 5, 3, 3),
        (2, 3, 3, 5, 3),
        (2, 4, 4, 3, 1),
        (2, 5, 5, 4, 2),
    ]


def test_pairs_sit_at_one_table_and_turn_the_boards_at_even_tables_in_odd_rounds():
    turned = draw_next_round("swiss-pairs", question_for(6), {})["rows"]
    plain = draw_next_round("swiss-pairs", question_for(6, options={"turned": "none"}), {})["rows"]
    even = draw_next_round("swiss-pairs", {**question_for(6), "round": 4}, {})["rows"]
    assert [row.get("arrow_switched", False) for row in turned] == [False, True, False]
    assert not any("arrow_switched" in row for row in [*plain, *even])
    assert [(row["ns"], row["ew"]) for row in turned] == [(1, 2), (3, 4), (5, 6)]


def test_a_draw_by_lot_tells_its_seed_and_can_be_drawn_again():
    first = draw_next_round("swiss-teams", {**question_for(8), "round": 1}, {"first_round": "lot"})
    again = draw_next_round(
        "swiss-teams", {**question_for(8, seed=first["seed"]), "round": 1}, {"first_round": "lot"}
    )
    assert first == again


def test_equal_scores_stand_by_place_and_then_by_number():
    told = question_for(4)
    for entry, place in zip(told["contestants"], (4, 3, 2, 1), strict=True):
        entry |= {"score": "20", "place": place}
    assert draw_next_round("swiss-teams", told, {})["pairings"] == [[4, 3], [2, 1]]


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        pytest.param([], 'it isn’t an object with "contestants" and "round"', id="a list"),
        pytest.param({"round": 1}, '"contestants" must be a list', id="nobody"),
        pytest.param(
            {**question_for(4), "round": "two"},
            '"round" must be a whole number from 1',
            id="round in words",
        ),
        pytest.param(
            {**question_for(4), "options": []},
            '"options" must be an object of texts',
            id="options as a list",
        ),
        pytest.param(
            question_for(4, fixed=[[1, 1]]),
            '"fixed" must hold lists of two different',
            id="against itself",
        ),
        pytest.param(
            question_for(4, triangle=[1, 2]), '"triangle" must name three', id="a triangle of two"
        ),
        pytest.param(
            {"contestants": [{"contestant": 1, "met": [1]}, {"contestant": 1}], "round": 1},
            "contestant 1 can’t have met itself; contestant 1 is listed 2 times",
            id="twice, and met itself",
        ),
        pytest.param(
            {"contestants": [{"contestant": 1, "score": "lots"}, 7], "round": 1},
            'contestant 1: "score" must be a number such as "34.50"; contestant entry 2 isn’t an object',
            id="a score in words, and no object",
        ),
        pytest.param(
            {"contestants": [{"contestant": 1, "score": "1e999999"}], "round": 1},
            '"score" must be',
            id="without end",
        ),
        pytest.param(
            {"contestants": [{"contestant": 1, "score": "1/0"}], "round": 1},
            '"score" must be',
            id="no sum",
        ),
    ],
)
def test_what_cannot_be_read_is_named(told, problem):
    with pytest.raises(MovementError) as refused:
        draw_next_round("swiss-teams", told, {})
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("key", "options", "code"),
    [
        pytest.param("swiss-players", {}, "no-swiss", id="no such contest"),
        pytest.param(
            "swiss-pairs", {"odd": "triangle"}, "unknown-option", id="pairs play no triangle"
        ),
        pytest.param("swiss-teams", {"odd": "cry"}, "unknown-choice", id="no such choice"),
        pytest.param("swiss-teams", {"odd": "cry", "even": "no"}, "several-faults", id="both"),
    ],
)
def test_what_cannot_be_chosen_is_refused(key, options, code):
    with pytest.raises(MovementError) as refused:
        draw_next_round(key, question_for(4), options)
    assert refused.value.code == code
