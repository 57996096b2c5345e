"""Plans as JSON: written and read back, and everything wrong with a foreign one named at once."""

import json

import pytest
from hypothesis import given

from movements.check.faults import check_plan
from movements.errors import UnreadablePlanError
from movements.files.formats import examine_text, write_plan
from movements.files.plan_json import plan_from_json, plan_to_json
from movements.layout import compute_fingerprint
from movements.partnerships import get_couple_by_partnership
from movements.registry import make_plan
from tests.movements.test_every_plan import plans


@given(plans())
def test_write_then_read_is_identity(plan):
    text = json.dumps(plan_to_json(plan))
    back = plan_from_json(json.loads(text))
    assert back == plan
    assert compute_fingerprint(back) == compute_fingerprint(plan)


def test_players_stand_in_the_place_of_pairs():
    plan = make_plan("individual-howell-8", players=8, boards_per_set=2)
    assert plan_to_json(plan)["rows"][0] == {
        "round": 1, "table": 1, "n": 4, "e": 1, "s": 2, "w": 8, "board_set": 1, "boards": [1, 2], "shared": True,
    }  # fmt: skip
    assert plan_from_json(plan_to_json(plan)) == plan


def test_teams_seated_player_by_player_have_both():
    told = minimal() | {"contest": "teams", "rows": row(n=1, s=2, e=5, w=6)}
    (read,) = plan_from_json(told).rows
    assert read.ns == 1
    assert read.ew == 2
    assert read.players == (1, 5, 2, 6)
    assert plan_to_json(plan_from_json(told))["rows"] == row(n=1, s=2, e=5, w=6)


def test_partnerships_are_numbered_as_they_first_sit_together_in_whatever_order_rows_come():
    shape = plan_to_json(make_plan("individual-whist-12", players=12))
    plan = plan_from_json(shape | {"rows": shape["rows"][::-1]})
    assert plan == make_plan("individual-whist-12", players=12)
    assert [(first.ns, first.ew) for first in plan.rows][:4] == [
        (1001, 1002),
        (1003, 1004),
        (1005, 1006),
        (1007, 1008),
    ]
    assert len(get_couple_by_partnership(plan)) == 66


def test_a_plan_for_another_contest_than_those_wanted_is_refused():
    text = write_plan(make_plan("individual-howell-8", players=8), "json")
    with pytest.raises(UnreadablePlanError) as refused:
        examine_text(text, contests=("pairs",))
    assert refused.value.problems == ('"contest" is "individual", but must be pairs',)


def test_shared_sets_are_marked_in_both_rows():
    rows = plan_to_json(make_plan("howell", pairs=4))["rows"]
    assert [row.get("shared") for row in rows] == [True] * 6


def minimal() -> dict[str, object]:
    """The least that is a plan: one table, one round."""
    return {
        "contestants": 2,
        "winners": 1,
        "tables": 1,
        "rounds": 1,
        "board_sets": 1,
        "boards": 2,
        "rows": [{"round": 1, "table": 1, "ns": 1, "ew": 2, "board_set": 1, "boards": [1, 2]}],
    }


def test_the_least_plan_is_read_and_the_rest_filled_in():
    plan = plan_from_json(minimal() | {"colour": "green", "fairness": {"qf": 0.0}})
    assert plan.key == "own"
    assert plan.name == "Custom movement"
    assert plan.contest == "pairs"
    assert plan.boards_per_set == 2
    assert (plan.options, plan.sit_outs, plan.guarantees) == ((), (), ())


def test_rows_are_read_in_any_order():
    shape = plan_to_json(make_plan("howell", pairs=8))
    assert plan_from_json(shape | {"rows": shape["rows"][::-1]}) == make_plan("howell", pairs=8)


@pytest.mark.parametrize("number", [9999, -9999], ids=["largest", "smallest"])
def test_numbers_up_to_the_limit_are_read(number):
    assert plan_from_json(minimal() | {"rounds": number}).rounds == number


def test_a_plan_without_sets_is_read_and_left_to_the_checks():
    plan = plan_from_json(minimal() | {"board_sets": 0})
    assert (plan.board_sets, plan.boards_per_set) == (0, 0)
    assert "count-too-small" in {fault.code for fault in check_plan(plan)}


def row(**changes: object) -> list[object]:
    return [{"round": 1, "table": 1, "ns": 1, "ew": 2, "board_set": 1, "boards": [1, 2]} | changes]


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        pytest.param(
            {"tables": "five"},
            ['"tables" must be a whole number up to 9999, not "five"'],
            id="word",
        ),
        pytest.param(
            {"tables": True}, ['"tables" must be a whole number up to 9999, not true'], id="true"
        ),
        pytest.param(
            {"tables": 2.5}, ['"tables" must be a whole number up to 9999, not 2.5'], id="fraction"
        ),
        pytest.param(
            {"tables": None},
            ['"tables" must be a whole number up to 9999, not nothing'],
            id="nothing",
        ),
        pytest.param(
            {"rounds": 10_000},
            ['"rounds" must be a whole number up to 9999, not 10000'],
            id="one too many",
        ),
        pytest.param(
            {"rounds": -10_000},
            ['"rounds" must be a whole number up to 9999, not -10000'],
            id="one too few",
        ),
        pytest.param(
            {"rounds": 10**6},
            ['"rounds" must be a whole number up to 9999, not 1000000'],
            id="million",
        ),
        pytest.param(
            {"rounds": 10**5000},
            ['"rounds" must be a whole number up to 9999, not a huge one'],
            id="huge",
        ),
        pytest.param(
            {"contest": "skat"},
            ['"contest" is "skat", but must be pairs or individual or teams'],
            id="another contest",
        ),
        pytest.param(
            {
                "contest": "individual",
                "rows": [
                    {
                        "round": 1,
                        "table": 1,
                        "n": 4,
                        "e": 1,
                        "s": "2",
                        "board_set": 1,
                        "boards": [1, 2],
                    }
                ],
            },
            ['row 1: "s" must be a whole number up to 9999, not "2"', 'row 1: "w" is missing'],
            id="a player missing",
        ),
        pytest.param({"name": 7}, ['"name" must be a text, not 7'], id="name"),
        pytest.param(
            {"options": ["share"]}, ['"options" must be an object of texts'], id="options"
        ),
        pytest.param(
            {"options": {"even": 1}}, ['"options" must be an object of texts'], id="option value"
        ),
        pytest.param({"guarantees": [1]}, ['"guarantees" must hold texts only'], id="guarantees"),
        pytest.param(
            {"guarantees": "all"}, ['"guarantees" must be a list, not "all"'], id="guarantees text"
        ),
        pytest.param(
            {"boards": 3, "board_sets": 2}, ['"boards" is 3, but must be 2 sets'], id="uneven sets"
        ),
        pytest.param(
            {"boards_per_set": 3}, ['"boards" is 2, but must be 1 sets of 3'], id="boards per set"
        ),
        pytest.param({"rows": {}}, ['"rows" must be a list, not an object'], id="rows object"),
        pytest.param(
            {"rows": [[1, 2]]}, ["row 1 is a list, not an object with named fields"], id="row list"
        ),
        pytest.param(
            {"rows": row(shared="yes")},
            ['row 1: "shared" must be true or false, not "yes"'],
            id="shared",
        ),
        pytest.param(
            {"rows": row(boards=7)}, ['row 1: "boards" must be a list, not 7'], id="boards number"
        ),
        pytest.param(
            {"rows": row(boards=[1, "2"])},
            ['row 1: "boards" must contain only whole numbers up to 9999, not "2"'],
            id="boards words",
        ),
        pytest.param(
            {"sit_outs": [{"round": 1}]}, ['sit-out 1: "contestant" is missing'], id="sit-out"
        ),
        pytest.param(
            {"bye_stands": [{"round": 1, "board_set": 1}]},
            ['bye-stand 1: "after_table" is missing'],
            id="bye-stand",
        ),
        pytest.param(
            {
                "source": "a text of any length may be a source",
                "winners": "a text far too long to be repeated",
            },
            ['"winners" must be a whole number up to 9999, not "a text far too lo..."'],
            id="long text",
        ),
    ],
)
def test_each_wrong_field_is_named(changes, problems):
    with pytest.raises(UnreadablePlanError) as refused:
        plan_from_json(minimal() | changes)
    assert list(refused.value.problems) == problems


def test_every_missing_field_is_named_at_once():
    with pytest.raises(UnreadablePlanError) as refused:
        plan_from_json({"rows": [{}]})
    assert list(refused.value.problems) == [
        'row 1: "round" is missing',
        'row 1: "table" is missing',
        'row 1: "ns" is missing',
        'row 1: "ew" is missing',
        'row 1: "board_set" is missing',
        'row 1: "boards" is missing',
        '"board_sets" is missing',
        '"boards" is missing',
        '"contestants" is missing',
        '"winners" is missing',
        '"tables" is missing',
        '"rounds" is missing',
    ]


def test_the_sentence_names_twenty_and_counts_the_rest():
    with pytest.raises(UnreadablePlanError) as refused:
        plan_from_json(minimal() | {"rows": [1] * 25})
    assert len(refused.value.problems) == 25
    assert str(refused.value).endswith(
        "; row 20 is 1, not an object with named fields; and 5 more."
    )


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(
            [], "This isn’t a valid plan: it is a list, not an object with named fields.", id="list"
        ),
        pytest.param(
            "x", 'This isn’t a valid plan: it is "x", not an object with named fields.', id="text"
        ),
        pytest.param(
            None,
            "This isn’t a valid plan: it is nothing, not an object with named fields.",
            id="nothing",
        ),
    ],
)
def test_json_that_is_no_object_is_refused(data, sentence):
    with pytest.raises(UnreadablePlanError) as refused:
        plan_from_json(data)
    assert str(refused.value) == sentence


def test_fingerprint_tells_every_change_of_play():
    marks = [
        compute_fingerprint(make_plan("mitchell", tables=6, rounds=5, boards_per_set=4)),
        compute_fingerprint(make_plan("mitchell", tables=6, rounds=4, boards_per_set=4)),
        compute_fingerprint(make_plan("mitchell", tables=6, rounds=5, boards_per_set=3)),
        compute_fingerprint(
            make_plan("mitchell", tables=6, rounds=5, boards_per_set=4, options={"even": "share"})
        ),
        compute_fingerprint(make_plan("mitchell", pairs=11, rounds=5, boards_per_set=4)),
        compute_fingerprint(
            make_plan(
                "mitchell", pairs=11, rounds=5, boards_per_set=4, options={"half_table": "ns"}
            )
        ),
    ]
    assert len(set(marks)) == 6
    assert {len(mark) for mark in marks} == {6}
    assert set("".join(marks)) & set("01IO") == set()
