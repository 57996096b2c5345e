"""The canonical text of an entry says what was typed, and is parsed once."""

from pathlib import Path

import pytest

from director.boards.movement.lines.entries import parse_line_entry
from director.models import Result
from scoring.bridge.contracts import Vulnerability, list_possible_scores
from scoring.bridge.entries import parse_entry
from scoring.bridge.entry_codes import ENTRY_CODES
from tests.cases import leave_to_slow
from tests.director.boards.scored import fetch_session_sheets
from tests.director.call_counts import count_calls
from tests.factories import make_played_section

CONTRACTS = [
    f"{level}{suit}{x}{by}="
    for level in (1, 7)
    for suit in "CDHSN"
    for x in ("", "X", "XX")
    for by in "NESW"
]
BRIDGE = [
    *CONTRACTS,
    *(f"{score:+d}" for score in list_possible_scores(Vulnerability.ALL)[::20]),
    "4S=",
    "4SEW-1",
    "PASS",
    "NP",
    "NP: ran out of time",
    "LATER",
    "A50",
    "A6040",
    "A33.3/66.7",
    "A60+/40-",
    "60% 4SS=, 40% 4SS-1",
    "N-S 4SS= / E-W 33.3% 4SS-1 66.7% PASS",
    "4SS= SHIFTED",
    "4SS= MOVED +2/-2 MP",
    "A6040 MOVED +0.5/-0.5 IMP",
    "CARDS BOTH",
]
WHIST = [
    "7",
    "0",
    "7-6",
    "A6040",
    "NP: no time",
    "LATER",
    "9-R",
    "9+2R AFTER 3",
    "7 SHIFTED",
    "CARDS EW",
]


@pytest.mark.parametrize(
    ("text", "game"),
    leave_to_slow(
        [(text, "bridge") for text in BRIDGE] + [(text, "whist") for text in WHIST], but=51
    ),
    ids=str,
)
def test_the_canonical_text_says_what_was_typed(text, game):
    entered = parse_line_entry(text, game=game)
    assert entered == parse_line_entry(entered.text, game=game)


@pytest.mark.django_db
def test_a_text_is_parsed_once():
    section = make_played_section()
    fetch_session_sheets(section)
    Result.objects.update(version=2)  # the lines are read again
    with count_calls(parse_entry) as counted:
        fetch_session_sheets(section)
    assert counted["parse_entry"] == 0


@pytest.mark.parametrize("code", ENTRY_CODES, ids=lambda code: code.example)
def test_every_code_is_parsed_and_is_in_the_table_of_the_first_evening(code):
    assert code.pattern.fullmatch(code.example)
    assert parse_line_entry(code.example).text
    first_evening = Path("docs/first-evening.md").read_text(encoding="utf-8")
    assert f"| `{code.example}` | {code.meaning} |\n" in first_evening
