"""The type check of scripts reads those that a page loads together."""

import json
import re
from collections import Counter
from pathlib import Path

from director.additions.phones.page import PARTS, WORKER, build_phone_script

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "tests" / "javascript" / "types"


def scripts(name: str) -> list[str]:
    """Return the scripts that one type check reads, from ``director/static``."""
    included = json.loads((TYPES / f"{name}.json").read_text(encoding="utf-8"))["include"]
    return [path.partition("director/static/")[2] for path in included if path.endswith(".js")]


def test_phones_are_checked_with_all_their_parts_in_order():
    assert scripts("phones-of-boards") == [f"core/phones/{part}.js" for part in PARTS]


def test_every_script_but_the_service_worker_is_checked():
    static = ROOT / "director" / "static"
    checked = {
        path
        for project in TYPES.glob("*s.json")
        for pattern in scripts(project.stem)
        for path in static.glob(pattern)
    }
    assert {path.stem for path in set(static.rglob("*.js")) - checked} == {WORKER}


def test_script_in_one_piece_has_each_name_once_and_no_words_of_modules():
    script = build_phone_script()
    names = Counter(re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", script, re.M))
    assert len(names) > 200
    assert {name for name, count in names.items() if count > 1} == set()
    assert re.findall(r"^(?:import|export)\b.*", script, re.M) == []
