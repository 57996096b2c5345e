"""Rulings in the JSON of a field: what they become, and the sentence for each that is wrong."""

from fractions import Fraction

import pytest

from scoring.bridge.rulings import Adjustment, AssignedScore, LineState, WeightedScore
from scoring.errors import FieldError
from scoring.field_json import make_ranking_json, read_field_json
from scoring.model import Board, Field, Line, without_handicaps
from scoring.registry import rank_field

LINE = {"ns": 1, "ew": 2, "score": 620}
CREDIT = {"contestant": 1, "kind": "handicap", "amount": 4, "unit": "%"}
WEIGHTED = [{"score": 620, "weight": "0.6"}, {"score": -100, "weight": 0.4}]


def file_of(line, **heading):
    return {"winners": 1, "boards": [{"board": 7, "lines": [line]}]} | heading


def line_of(data):
    return read_field_json(data).boards[0].lines[0]


SHARES = (WeightedScore(620, Fraction(3, 5)), WeightedScore(-100, Fraction(2, 5)))


@pytest.mark.parametrize(
    ("assigned", "expected"),
    [
        (WEIGHTED, AssignedScore(SHARES, SHARES)),
        ({"ns": WEIGHTED, "ew": [{"score": 620}]}, AssignedScore(SHARES, (WeightedScore(620),))),
        ([{"score": 620, "weight": "1/3"}, {"score": -100, "weight": "2/3"}], None),
    ],
    ids=["weighted", "split", "thirds"],
)
def test_assigned_scores_are_read(assigned, expected):
    thirds = (WeightedScore(620, Fraction(1, 3)), WeightedScore(-100, Fraction(2, 3)))
    line = line_of(file_of({"ns": 1, "ew": 2, "assigned": assigned}))
    assert line == Line(1, 2, assigned=expected or AssignedScore(thirds, thirds))


def test_adjustments_and_states_are_read():
    penalty = {"side": "ew", "amount": "-2.5", "unit": "imp", "reason": "late"}
    assert line_of(file_of(LINE | {"adjustments": [penalty], "state": "played"})) == Line(
        1,
        2,
        620,
        adjustments=(Adjustment("ew", Fraction(-5, 2), "imp", "late"),),
        state=LineState.PLAYED,
    )


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"state": "to-be-played"}, Line(1, 2, state=LineState.TO_BE_PLAYED)),
        (
            {"state": "not-played", "reason": "no time"},
            Line(1, 2, state=LineState.NOT_PLAYED, reason="no time"),
        ),
        ({"score": 0, "state": "passed-out"}, Line(1, 2, 0, state=LineState.PASSED_OUT)),
        ({"contract": "pass", "state": "passed-out"}, Line(1, 2, 0, state=LineState.PASSED_OUT)),
    ],
    ids=["to-be-played", "not-played", "passed-out", "contract"],
)
def test_states_of_a_line_are_read(parts, expected):
    assert line_of(file_of({"ns": 1, "ew": 2} | parts)) == expected


def test_a_contest_of_teams_is_read_ranked_and_written():
    lines = [{"ns": 1, "ew": 2, "score": 620}, {"ns": 2, "ew": 1, "score": 170}]
    data = {"contest": "teams", "boards": [{"board": 7, "round": 3, "lines": lines}]}
    field = read_field_json(data)
    assert field == Field(1, (Board(7, (Line(1, 2, 620), Line(2, 1, 170)), 3),), contest="teams")
    assert make_ranking_json(rank_field("team-imps", field))["matches"] == [
        {
            "round": 3,
            "home": 1,
            "away": 2,
            "boards": 1,
            "home_points": "10",
            "away_points": "-10",
            "home_score": "18.09",
            "away_score": "1.91",
        }
    ]


PENALTY = {"side": "ns", "amount": -10, "unit": "%"}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            {
                "ns": 1,
                "ew": 2,
                "assigned": [{"score": 620, "weight": "0.6"}, {"score": 100, "weight": "0.5"}],
            },
            "The weights of N-S's assigned score, 3/5 + 1/2, add up to 11/10. They must be above 0 and add up to 1.",
        ),
        (
            {"ns": 1, "ew": 2, "assigned": {"ns": [{"score": 620}], "ew": []}},
            "The weights of E-W's assigned score, nothing, add up to 0. They must be above 0 and add up to 1.",
        ),
        (
            {
                "ns": 1,
                "ew": 2,
                "assigned": [{"score": 620, "weight": "3/2"}, {"score": 100, "weight": "-1/2"}],
            },
            "The weights of N-S's assigned score, 3/2 + -1/2, add up to 1. They must be above 0 and add up to 1.",
        ),
        (
            {"ns": 1, "ew": 2, "assigned": [{"score": 620}, {"score": 100}]},
            'weight is missing; it must be a number such as -2.5 or "1/3".',
        ),
        (
            {"ns": 1, "ew": 2, "assigned": [{"score": 620, "percent": 60}]},
            "unknown part “percent”; use score, weight in a share.",
        ),
        ({"ns": 1, "ew": 2, "assigned": 620}, "assigned must be an object in braces, not 620."),
        (
            LINE | {"adjustments": [{"side": "ns", "amount": -10}]},
            "unit is missing; it must be one of mp, %, imp, vp, points.",
        ),
        (
            LINE | {"adjustments": [PENALTY | {"unit": "points per cent"}]},
            "Unknown unit “points per cent”. Enter the adjustment in one of mp, %, imp, vp, points.",
        ),
        (
            LINE | {"adjustments": [PENALTY | {"amount": "ten"}]},
            "amount must be a number such as -2.5 or \"1/3\", not 'ten'.",
        ),
        (
            LINE | {"adjustments": [PENALTY | {"amount": True}]},
            'amount must be a number such as -2.5 or "1/3", not True.',
        ),
        (
            LINE | {"adjustments": [PENALTY | {"amount": "-1e999999"}]},
            "amount must be a number such as -2.5 or \"1/3\", not '-1e999999'.",
        ),
        (LINE | {"adjustments": [PENALTY | {"side": "N"}]}, "side must be one of ns, ew, not 'N'."),
        (LINE | {"adjustments": {}}, "adjustments must be a list, not {}."),
        (
            LINE | {"state": "lost"},
            "state must be one of passed-out, played, not-played, artificial, to-be-played, not 'lost'.",
        ),
        (
            {"ns": 1, "ew": 2, "artificial": "A40+/60"},
            "“40+”: use + only with a share above 50 (60+) and - only with one below 50 (40-).",
        ),
    ],
    ids=[
        "weights-of-11/10",
        "no-weights",
        "negative-weight",
        "weight-missing",
        "share-part",
        "assigned-number",
        "no-unit",
        "unknown-unit",
        "amount-text",
        "amount-true",
        "amount-beyond-all",
        "side",
        "no-list",
        "state",
        "own-average",
    ],
)
def test_a_ruling_that_is_wrong_is_named(line, reason):
    with pytest.raises(FieldError) as refusal:
        read_field_json(file_of(line))
    assert str(refusal.value) == f"Board 7, line 1: {reason}"


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        (
            {"credits": [{"contestant": 1, "kind": "gift", "amount": 1, "unit": "%"}]},
            "Credit no. 1 in the file: kind must be one of carry-over, handicap, penalty, award, bye, provisional, not 'gift'.",
        ),
        (
            {
                "credits": [
                    {
                        "contestant": 1,
                        "direction": "NS",
                        "kind": "penalty",
                        "amount": 1,
                        "unit": "%",
                    }
                ]
            },
            "Credit no. 1 in the file: unknown part “direction”; use contestant, kind, amount, unit, reason, out_of in "
            "a credit.",
        ),
        (
            {
                "winners": 2,
                "credits": [{"contestant": 1, "kind": "penalty", "amount": 1, "unit": "%"}],
            },
            "Credit no. 1 in the file: direction is missing; it must be one of NS, EW.",
        ),
        (
            {"credits": [CREDIT, {"contestant": 2, "kind": "carry-over", "amount": 3}]},
            "Credit no. 2 in the file: unit is missing; it must be one of mp, %, imp, vp, points.",
        ),
        (
            {"credits": [CREDIT | {"unit": "stars"}]},
            "Credit no. 1 in the file: Unknown unit “stars”. Enter the adjustment in one of mp, %, imp, vp, points.",
        ),
        (
            {"credits": [CREDIT, CREDIT | {"kind": "penalty", "amount": "2.5"}]},
            "Credit no. 2 in the file: The penalty for Pair 1, 2.5 %, would raise its score. Enter a negative "
            "amount: -2.5 %.",
        ),
        (
            {
                "contest": "teams",
                "credits": [CREDIT | {"kind": "penalty", "amount": 3, "unit": "vp"}],
            },
            "Credit no. 1 in the file: The penalty for Team 1, 3 vp, would raise its score. Enter a negative amount: "
            "-3 vp.",
        ),
        ({"contest": "teams", "winners": 2}, "The file: winners must be 1, not 2."),
        (
            {"game": "chess"},
            "The file: game must be one of bridge, whist, auction, auction-1914, not 'chess'.",
        ),
    ],
    ids=[
        "kind",
        "direction-too-many",
        "direction-missing",
        "no-unit",
        "unknown-unit",
        "penalty-that-adds",
        "penalty-of-a-team",
        "teams-of-two-winners",
        "game",
    ],
)
def test_a_heading_that_is_wrong_is_named(heading, sentence):
    with pytest.raises(FieldError) as refusal:
        read_field_json(file_of(LINE, **heading))
    assert str(refusal.value) == sentence


def test_every_credit_that_is_wrong_is_named_at_once():
    with pytest.raises(FieldError) as refusal:
        read_field_json(file_of(LINE, credits=[7, CREDIT, CREDIT | {"amount": None}]))
    assert [str(fault) for fault in refusal.value.problems] == [
        "Credit no. 1 in the file: a credit must be an object in braces, not 7.",
        'Credit no. 3 in the file: amount is missing; it must be a number such as -2.5 or "1/3".',
    ]


STRATUM = {"stratum": "B", "contestants": [1]}


def test_strata_and_handicaps_have_standings_of_their_own():
    lines = [
        {"ns": ns, "ew": ns + 1, "score": score} for ns, score in ((1, 620), (3, 170), (5, 100))
    ]
    data = {
        "winners": 1,
        "boards": [{"board": 7, "lines": lines}],
        "credits": [CREDIT | {"contestant": 3, "amount": 60}],
        "strata": [STRATUM | {"contestants": [2, 3, 6]}, {"stratum": "C", "contestants": [2]}],
    }
    field = read_field_json(data)
    bare = rank_field("matchpoints", without_handicaps(field))
    written = make_ranking_json(rank_field("matchpoints", field), field=field, gross_ranking=bare)
    listed = {
        key: [
            (standing["contestant"], standing["percent"], standing["place"])
            for standing in standings
        ]
        for key, standings in (
            *((part["stratum"], part["standings"]) for part in written["strata"]),
            ("without", written["without_handicaps"][:3]),
        )
    }
    assert listed == {
        "B": [(3, "110.00", "1"), (6, "100.00", "2"), (2, "0.00", "3")],
        "C": [(2, "0.00", "1")],
        "without": [(1, "100.00", "1="), (6, "100.00", "1="), (3, "50.00", "3=")],
    }


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ({"strata": {}}, "The file: strata must be a list, not {}."),
        (
            {"strata": [7]},
            "Stratum no. 1 in the file: a stratum must be an object in braces, not 7.",
        ),
        (
            {"strata": [{"contestants": [1]}]},
            "Stratum no. 1 in the file: stratum is missing; it must be text.",
        ),
        (
            {"strata": [STRATUM | {"stratum": " "}]},
            "Stratum no. 1 in the file: stratum must be a name, not blank.",
        ),
        (
            {"strata": [STRATUM | {"pairs": [1]}]},
            "Stratum no. 1 in the file: unknown part “pairs”; use stratum, contestants in a stratum.",
        ),
        (
            {"strata": [STRATUM, STRATUM | {"stratum": "C", "contestants": ["1"]}]},
            "Stratum no. 2 in the file: a contestant of a stratum must be a whole number from 1 up, not '1'.",
        ),
        (
            {"winners": 2, "strata": [STRATUM | {"contestants": [{"contestant": 1}]}]},
            "Stratum no. 1 in the file: direction is missing; it must be one of NS, EW.",
        ),
        ({"strata": [STRATUM, STRATUM]}, "Stratum B is listed twice. List its contestants once."),
        (
            {"strata": [STRATUM | {"contestants": []}]},
            "Stratum B has no contestants. Add them, or remove the stratum.",
        ),
        (
            {"strata": [STRATUM | {"contestants": [1, 9]}]},
            "Pair 9 is in stratum B but has no line. Correct the number.",
        ),
        (
            {
                "winners": 2,
                "strata": [STRATUM | {"contestants": [{"contestant": 1, "direction": "EW"}]}],
            },
            "1 E-W is in stratum B but has no line. Correct the number.",
        ),
        (
            {"strata": [STRATUM | {"contestants": [1, 2, 1]}]},
            "Pair 1 is in stratum B twice. List each contestant once.",
        ),
        (
            {"credits": [CREDIT, CREDIT]},
            "Pair 1 has more than one handicap. Combine them into one.",
        ),
        (
            {
                "credits": [
                    CREDIT | {"kind": "carry-over"},
                    CREDIT,
                    CREDIT | {"kind": "carry-over", "unit": "mp"},
                ]
            },
            "Pair 1 has more than one carry-over. Combine them into one.",
        ),
        (
            {"credits": [CREDIT | {"unit": "vp"}]},
            "Pair 1: Matchpoints doesn’t use vp. Enter the adjustment in mp, %.",
        ),
    ],
    ids=[
        "strata-no-list",
        "no-object",
        "no-name",
        "blank-name",
        "unknown-part",
        "number-as-text",
        "no-direction",
        "listed-twice",
        "nobody",
        "stranger",
        "stranger-in-direction",
        "member-twice",
        "two-handicaps",
        "two-carry-overs",
        "unit-of-another-method",
    ],
)
def test_strata_and_credits_that_make_no_sense_are_refused(heading, sentence):
    with pytest.raises(FieldError) as refusal:
        rank_field("matchpoints", read_field_json(file_of(LINE, **heading)))
    assert str(refusal.value) == sentence


def test_penalties_of_a_team_are_noted_as_those_of_a_team():
    lines = [{"ns": 1, "ew": 2, "score": 620}, {"ns": 2, "ew": 1, "score": 170}]
    penalty = {"contestant": 2, "kind": "penalty", "amount": -1, "unit": "vp", "reason": "late"}
    field = read_field_json(
        {"contest": "teams", "boards": [{"board": 7, "lines": lines}], "credits": [penalty]}
    )
    assert rank_field("team-imps", field).notes == ("Team 2: penalty -1 vp (late).",)


@pytest.mark.parametrize("reason", ["", "  "], ids=["none", "blanks"])
def test_a_board_not_played_needs_a_reason_that_says_something(reason):
    field = read_field_json(file_of({"ns": 1, "ew": 2, "state": "not-played", "reason": reason}))
    with pytest.raises(FieldError) as refusal:
        rank_field("matchpoints", field)
    assert str(refusal.value) == (
        "Board 7, 1 N-S against 2 E-W wasn’t played, but has no reason. Add one, or mark it as still to be played."
    )
