"""The page on parties names every way to count, tie rule and option, and its examples come out."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.party.methods import PARTY_METHODS
from scoring.party.presence import HANDS_COUNTED, SHORT_TABLE
from scoring.party.ranking import rank_party_games
from scoring.party.ties import TIE_RULES
from tests.scoring.party.evenings import read_golden_party
from tests.scoring.test_main import run_and_parse

PAGE = (Path(__file__).parents[3] / "docs" / "scoring" / "parties.md").read_text(encoding="utf-8")


def table_after(heading):
    lines = PAGE[PAGE.index(heading) :].split("| --- |", 1)[1].split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def described(options):
    return {
        match["name"]: tuple(match["choices"].split(", "))
        for match in re.finditer(r"`(?P<name>\w+)` (?P<choices>[^·]*[^· ])", options)
    }


def test_page_has_one_row_for_each_way_to_count():
    assert table_after("## Scoring methods") == [
        [
            f"`{method.key}`",
            method.name,
            ", ".join(method.games),
            method.required_entry,
            method.rule_text,
            " · ".join(
                f"`{option.name}` "
                + ", ".join(
                    (
                        option.default,
                        *(choice for choice in option.choices if choice != option.default),
                    )
                )
                for option in method.options
                if option not in HANDS_COUNTED
            ),
            method.source,
        ]
        for method in PARTY_METHODS
    ]


def test_every_way_to_count_has_the_option_about_sitting_out_that_the_page_tells():
    (option,) = {
        option for method in PARTY_METHODS for option in method.options if option.name == "sit_out"
    }
    assert all(option in method.options for method in PARTY_METHODS)
    matched = re.search(
        r"\(`sit_out`\)\. `(\w+)`.*?`(\w+)`.*?from ([\d.]+) to ([\d.]+) by halves, then ([\d, ]+)\.",
        PAGE,
        re.S,
    )
    assert matched[1] == option.default
    halves = [choice for choice in option.choices if choice[0].isdigit() and Fraction(choice) <= 20]
    assert [Fraction(choice) for choice in halves] == [Fraction(half, 2) for half in range(1, 41)]
    assert (matched[1], matched[2], *halves, *matched[5].split(", ")) == option.choices
    assert (matched[3], matched[4]) == (halves[0], halves[-1])


def test_every_way_to_count_has_the_option_about_short_tables_that_the_page_tells():
    assert all(SHORT_TABLE in method.options for method in PARTY_METHODS)
    matched = re.search(
        r"\(`short_table`\)\. `(\w+)` is usual.*?With `([^.]*)` everyone", PAGE, re.S
    )
    factors = tuple(matched[2].replace("`", "").replace(" or ", ", ").split(", "))
    assert SHORT_TABLE.default == matched[1]
    assert SHORT_TABLE.choices == (matched[1], *factors)


def test_page_has_one_row_for_each_tie_rule():
    assert table_after("## Ties at a table") == [
        [f"`{rule.key}`", rule.description] for rule in TIE_RULES
    ]


@pytest.mark.parametrize(
    "row", table_after("### Worked example"), ids=lambda row: row[0].strip("`")
)
def test_worked_example_comes_out(row):
    totals = {
        standing.player: standing.total
        for standing in rank_party_games(row[0].strip("`"), read_golden_party("whist")).standings
    }
    assert [Fraction(cell.split("= ")[-1].replace("−", "-")) for cell in row[1:]] == [
        totals[player] for player in "1234"
    ]


def test_file_on_the_page_is_ranked(capsys, tmp_path):
    file = tmp_path / "party.json"
    file.write_text(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])
    assert [
        standing["contestant"]
        for standing in run_and_parse(capsys, "rank", "games", file)["standings"]
    ] == ["1", "2"]


def test_every_way_to_count_has_a_key_of_its_own():
    keys = [method.key for method in PARTY_METHODS]
    assert keys == list(dict.fromkeys(keys))
