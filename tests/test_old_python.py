"""A Python that is too old is told in one sentence, before it reads a module that it can't read."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "manage.py"
RUN_AS_OLD_PYTHON = """
import runpy, sys
sys.version_info, sys.version = (*{version}, 0), "{text} (an old one)"
sys.argv = ["manage.py", "serve"]
runpy.run_path({program!r}, run_name="__main__")
"""


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 9, 2), (3, 10, 13)])
def test_old_python_is_told_in_one_sentence(version):
    text = ".".join(map(str, version))
    code = RUN_AS_OLD_PYTHON.format(version=version, text=text, program=str(PROGRAM))
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr == (
        f"Kalamazoo needs Python 3.11 or newer, and this is Python {text}. Install a newer one from "
        "https://www.python.org/downloads/, then repeat both commands with it.\n"
    )


def test_start_can_be_read_by_an_old_python():
    source = PROGRAM.read_text(encoding="ascii")
    assert ast.parse(source, feature_version=(3, 4))
    assert 'f"' not in source
