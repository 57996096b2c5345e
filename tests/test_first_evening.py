"""What the help promises for the first evening needs no addition."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


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
    # Parties are of the core, although the program can leave them out.
    assert played.stdout.splitlines()[-1] == "additions: director.party"
