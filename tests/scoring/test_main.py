"""The command line: JSON alone on standard output, or one sentence on standard error and status 2."""

import json

import pytest

from scoring.__main__ import main
from scoring.registry import MATCH_METHODS, SCORING_METHODS, TEAM_METHODS, list_methods_for_game

METHODS = (*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS)
KEYS = ", ".join(method.key for method in METHODS)
FIELD = {
    "contest": "pairs",
    "winners": 1,
    "boards": [
        {"board": 1, "lines": [{"ns": 1, "ew": 2, "score": 420}, {"ns": 3, "ew": 4, "score": 450}]}
    ],
}


@pytest.fixture
def field_file(tmp_path):
    file = tmp_path / "field.json"
    file.write_text(json.dumps(FIELD), encoding="utf-8")
    return file


def run_and_parse(capsys, *arguments):
    status = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    assert status == 0
    assert err == ""
    return json.loads(out)


def run_refused(capsys, *arguments):
    status = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    return err.rstrip("\n")


@pytest.mark.parametrize(
    "arguments", [["list"], ["list", "--json"]], ids=["for-people", "for-programs"]
)
def test_list_names_every_method_and_option(capsys, arguments):
    listed = [
        method for method in run_and_parse(capsys, *arguments) if method["contest"] != "progressive"
    ]
    assert listed == [
        {
            "key": method.key,
            "name": method.name,
            "abbr": method.abbr,
            "contest": method.contest,
            "games": list(method.games),
            "unit": method.unit,
            "decimals": method.decimals,
            "options": [
                {
                    "name": option.name,
                    "choices": list(option.choices),
                    "default": option.default,
                    "help": option.help,
                }
                for option in method.options
            ],
            "source": method.source,
        }
        for method in METHODS
    ]


def test_rank_by_average_prints_plus_and_minus(capsys, field_file):
    standings = run_and_parse(capsys, "rank", "average", field_file, "--option", "rounding=exact")[
        "standings"
    ]
    assert [
        (standing["contestant"], standing["total"], standing["percent"], standing["place"])
        for standing in standings
    ] == [
        (2, "15.00", None, "1="),
        (3, "15.00", None, "1="),
        (1, "-15.00", None, "3="),
        (4, "-15.00", None, "3="),
    ]


def test_rank_lists_sections_strata_and_places_without_handicaps(capsys, tmp_path):
    lines = [
        {"ns": 1, "ew": 2, "score": 420, "section": "A"},
        {"ns": 3, "ew": 4, "score": 450, "section": "B"},
    ]
    field = FIELD | {
        "boards": [{"board": 1, "lines": lines}],
        "credits": [{"contestant": 1, "kind": "handicap", "amount": 5, "unit": "%"}],
        "strata": [{"stratum": "B", "contestants": [1, 4]}],
    }
    file = tmp_path / "field.json"
    file.write_text(json.dumps(field), encoding="utf-8")
    ranked = run_and_parse(capsys, "rank", "matchpoints", file)
    assert [
        (part["section"], [standing["contestant"] for standing in part["standings"]])
        for part in ranked["sections"]
    ] == [
        ("A", [2, 1]),
        ("B", [3, 4]),
    ]
    assert [
        (standing["contestant"], standing["percent"])
        for standing in ranked["strata"][0]["standings"]
    ] == [
        (1, "5.00"),
        (4, "0.00"),
    ]
    assert [seen["percent"] for seen in ranked["without_handicaps"]] == [
        "100.00",
        "100.00",
        "0.00",
        "0.00",
    ]


@pytest.mark.parametrize(
    ("contest", "points"),
    [("pairs", ("2", "1.2")), ("individual", ("1.2", "1.2"))],
    ids=["own average", "flat"],
)
def test_rank_reads_average_plus_as_the_desk_does(capsys, tmp_path, contest, points):
    """Pair 1 has both tops on the other boards and pair 2 half of them; single players have no pair's average."""

    def line(ns, ew, **result):
        seats = (
            {"n": ns, "s": ns + 4, "e": ew, "w": ew + 4}
            if contest == "individual"
            else {"ns": ns, "ew": ew}
        )
        return seats | result

    boards = [[line(1, ew, score=140), line(3, 6 - ew, score=-100)] for ew in (2, 4)]
    boards.append([line(1, 2, artificial="AVE+"), line(3, 4, score=140)])
    played = [{"board": board_no, "lines": lines} for board_no, lines in enumerate(boards, start=1)]
    file = tmp_path / "averages.json"
    file.write_text(
        json.dumps({"contest": contest, "winners": 1, "boards": played}), encoding="utf-8"
    )
    given = run_and_parse(capsys, "rank", "matchpoints", file)["boards"][2]["lines"][0]
    assert (given["ns_points"], given["ew_points"]) == points


def test_rank_follows_its_options(capsys, field_file):
    assert (
        run_and_parse(capsys, "rank", "matchpoints", field_file, "--option", "per_beaten=1")[
            "boards"
        ][0]["top"]
        == "1"
    )


@pytest.mark.parametrize(
    ("arguments", "score"),
    [
        (["4SX", "--declarer", "S", "--vulnerable", "none", "--tricks", "9"], -100),
        (["4SX", "--declarer", "S", "--vulnerable", "ns", "--tricks", "9"], -200),
        (["3nt", "--declarer", "w", "--vulnerable", "all", "--tricks", "9"], -600),
        (["1NT", "--declarer", "EW", "--vulnerable", "ew", "--tricks", "0"], 700),
    ],
    ids=["none", "ns", "small-letters", "side-only"],
)
def test_contract_prints_the_ns_score(capsys, arguments, score):
    assert run_and_parse(capsys, "contract", *arguments) == score


CONTRACT = ["contract", "4S", "--declarer", "S", "--vulnerable", "none", "--tricks", "10"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            [],
            "The following arguments are required: list|rank|contract; "
            "see python -m scoring --help.",
        ),
        (["rank", "no-such", "FIELD"], f"Unknown scoring method “no-such”. Choose one of {KEYS}."),
        (
            ["rank", "average", "FIELD", "--option", "rounding"],
            "--option “rounding” needs a value. Use NAME=VALUE.",
        ),
        (
            ["rank", "average", "FIELD", "--option", "top=6"],
            "Unknown option “top” for average. Choose from rounding, compare.",
        ),
        (
            ["rank", "average", "FIELD", "--option", "rounding=up"],
            "Option rounding of average can’t be “up”. Choose one of session, board, exact.",
        ),
        ([*CONTRACT[:-1], "14"], "14 tricks isn’t possible. Enter 0 to 13."),
        (["contract", "8S", *CONTRACT[2:]], "“8S”: bids go from 1 to 7, not 8."),
        (
            [*CONTRACT[:-1], "ten"],
            "Argument --tricks: invalid int value: 'ten'; see python -m scoring --help.",
        ),
    ],
    ids=[
        "nothing",
        "method",
        "option-form",
        "option",
        "choice",
        "tricks",
        "contract",
        "number",
    ],
)
def test_command_is_refused_with_one_sentence(capsys, field_file, arguments, sentence):
    arguments = [field_file if argument == "FIELD" else argument for argument in arguments]
    assert run_refused(capsys, *arguments) == sentence


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"winners": 1', "Expecting ',' delimiter: line 1 column 14 (char 13)"),
        (b"", "Expecting value: line 1 column 1 (char 0)"),
        (b'"\xff"', "'utf-8' codec can't decode byte 0xff in position 1: invalid start byte"),
    ],
    ids=["cut-short", "empty", "not-utf-8"],
)
def test_file_that_is_not_json_is_refused(capsys, tmp_path, content, reason):
    file = tmp_path / "field.json"
    file.write_bytes(content)
    assert run_refused(capsys, "rank", "matchpoints", file) == f"{file} isn’t JSON: {reason}."


def test_file_nested_beyond_reason_is_refused(capsys, tmp_path):
    file = tmp_path / "field.json"
    file.write_bytes(b"[" * 100_000)
    assert run_refused(capsys, "rank", "matchpoints", file).startswith(f"{file} isn’t JSON: ")


def test_file_that_is_not_there_is_refused(capsys, tmp_path):
    file = tmp_path / "nowhere.json"
    assert (
        run_refused(capsys, "rank", "matchpoints", file)
        == f"{file} can’t be read: No such file or directory."
    )


def test_faults_of_a_file_are_refused_on_one_line(capsys, tmp_path):
    file = tmp_path / "field.json"
    lines = [{"ns": 1, "ew": 2, "score": 14.5}, {"ns": 1, "ew": 2, "tricks_ns": 14}]
    file.write_text(
        json.dumps({"winners": 1, "boards": [{"board": 7, "lines": lines}]}), encoding="utf-8"
    )
    assert run_refused(capsys, "rank", "matchpoints", file) == (
        "2 faults. Board 7, line 1: score must be a whole number, not 14.5. Board 7, line 2: 14 tricks isn’t "
        "possible. Enter 0 to 13."
    )


def test_tricks_are_refused_by_methods_made_for_points(capsys, tmp_path):
    file = tmp_path / "whist.json"
    lines = [{"ns": 1, "ew": 2, "tricks_ns": 8}, {"ns": 3, "ew": 4, "tricks_ns": 6}]
    file.write_text(json.dumps({"winners": 1, "boards": [{"board": 1, "lines": lines}]}))
    names = ", ".join(method.name for method in list_methods_for_game("whist"))
    assert run_refused(capsys, "rank", "cross-imps", file) == (
        f"Cross-IMPs scores bridge, not whist. Choose one of {names}."
    )
    assert run_and_parse(capsys, "rank", "howell-losses", file)["method"] == "howell-losses"


def test_rank_names_the_parts_of_a_file_that_it_does_not_read(capsys, tmp_path):
    boards = [
        {"board": at, "hands": "", "lines": [{"ns": 1, "ew": 2, "score": 50}]} for at in (1, 2)
    ]
    file = tmp_path / "parts.json"
    file.write_text(json.dumps({"winners": 1, "credit": [], "boards": boards}))
    assert run_and_parse(capsys, "rank", "aggregate", file)["notes"] == [
        "The file has an unknown part “credit”. Use contest, winners, game, boards, credits, strata, withdrawn in "
        "a file.",
        "A board has an unknown part “hands”. Use board, round, half, lines in a board.",
    ]
