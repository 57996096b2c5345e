"""What the help promises for the first evening needs no addition, and loads none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core_size import is_within

ROOT = Path(__file__).parent.parent
NEVER_LOADED = (
    "movements.classic", "movements.replan", "movements.swiss", "movements.teams",
    "scoring.classic", "scoring.teams",
)  # fmt: skip
"""Parts of the pure packages for which the core has no use."""


@pytest.mark.slow
def test_the_first_evening_of_the_help_needs_no_addition(tmp_path):
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.core_settings",
        "KALAMAZOO_DATA": str(tmp_path),
    }
    environment.pop("DATABASE_URL", None)
    played = subprocess.run(
        [sys.executable, "-m", "tests.first_evening"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr[-2000:]
    loaded = played.stdout.splitlines()[-1].split()
    assert "director.party.kind" in loaded
    assert [name for name in loaded if is_within(name, NEVER_LOADED)] == []
    assert [name for name in loaded if name.startswith("director.additions.")] == []
