"""The errors that docstrings name exist."""

import builtins
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("director", "movements", "scoring")
IMPORTED = re.compile(r"^from [\w.]+ import (\([^)]*\)|.*)", flags=re.MULTILINE)
RAISED = re.compile(r":raises (\w+):")


@pytest.mark.slow
def test_every_error_that_a_docstring_raises_is_known_to_its_package():
    sources = {
        path: path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }
    known = set(dir(builtins))
    for source in sources.values():
        known.update(re.findall(r"^ *class (\w+)", source, flags=re.MULTILINE))
        for names in IMPORTED.findall(source):
            known.update(re.findall(r"\w+", names))
    unknown = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, source in sources.items()
        for name in RAISED.findall(source)
        if name not in known
    ]
    del sources  # or a failure would show them
    assert unknown == []
