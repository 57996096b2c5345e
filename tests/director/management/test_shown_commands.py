"""Every command that the page of commands shows at a terminal runs as it stands there, with the files it names."""

import json
import re
import shlex
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from director.models import Event
from movements.__main__ import main as movements_main
from scoring.__main__ import main as scoring_main
from tests.scoring.printed.usebio import FIXTURES

ROOT = Path(__file__).parents[3]
HELD_ELSEWHERE = {"backup", "restore", "table_units"}
"""test_backup.py takes a whole database away and back, and test_units.py has a server."""

SHOWN = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^python (.+)$", SHOWN, flags=re.MULTILINE)

ROUND = {
    "contestants": [
        {"contestant": number, "score": score, "met": met, "byes": 0}
        for number, score, met in (
            (1, "14.00", [2]),
            (2, "6.00", [1]),
            (3, "11.50", [4]),
            (4, "8.50", [3]),
        )
    ],
    "round": 2,
}
SEATS = {
    "tables": [
        {"table": number, "sides": [[f"A{number}", f"B{number}"], [f"C{number}", f"D{number}"]]}
        for number in (1, 2)
    ],
    "winners": {"1": 0, "2": 1},
}
RESULTS = {
    "contest": "pairs",
    "winners": 1,
    "boards": [
        {"board": 1, "lines": [{"ns": 1, "ew": 2, "score": 420}, {"ns": 3, "ew": 4, "score": -50}]}
    ],
}


@pytest.fixture
def files(tmp_path, monkeypatch, capsys):
    """The files that the page names, in the folder the commands run in."""
    monkeypatch.chdir(tmp_path)
    assert movements_main(["show", "mitchell", "--tables", "3", "--json"]) == 0
    plan = capsys.readouterr().out
    Path("plan.json").write_text(plan, encoding="utf-8")
    night = {
        "plan": json.loads(plan),
        "from_round": 2,
        "change": {"kind": "pair-leaves", "pair": 2},
    }
    Path("night.json").write_text(json.dumps(night), encoding="utf-8")
    Path("seats.json").write_text(json.dumps(SEATS), encoding="utf-8")
    Path("round.json").write_text(json.dumps(ROUND), encoding="utf-8")
    Path("results.json").write_text(json.dumps(RESULTS), encoding="utf-8")
    Path("night.xml").write_bytes((FIXTURES / "club-mitchell-13-pairs.xml").read_bytes())
    return tmp_path


@pytest.mark.slow
def test_every_command_of_the_page_runs(db, files):
    call_command("demo", stdout=StringIO(), stderr=StringIO())
    numbers = dict(
        zip(
            "1234", map(str, Event.objects.order_by("pk").values_list("pk", flat=True)), strict=True
        )
    )
    failed, left_out = [], set()
    for command in COMMANDS:
        words = shlex.split(command)
        if words[:2] == ["-m", "movements"]:
            status = movements_main(words[2:])
        elif words[:2] == ["-m", "scoring"]:
            status = scoring_main(words[2:])
        elif words[1] in HELD_ELSEWHERE:
            left_out.add(words[1])
            continue
        else:
            name, event, *rest = words[1:]
            call_command(name, numbers.get(event, event), *rest)
            status = 0
        if status:
            failed.append(command)
    assert failed == []
    assert left_out == HELD_ELSEWHERE
    assert {path.name for path in files.iterdir()} >= {"cards.pdf", "party.pdf", "night.xlsx"}
