"""``KALAMAZOO_APPS`` leaves additions out of the program, and refuses a name that it doesn't have."""

import os
import subprocess
import sys

import pytest

LISTED = "from director.settings import INSTALLED_APPS; print(*INSTALLED_APPS)"


def read_settings(tmp_path, wanted: str) -> subprocess.CompletedProcess[str]:
    """Read the settings in a program of its own, with *wanted* additions."""
    environment = {**os.environ, "KALAMAZOO_DATA": str(tmp_path), "KALAMAZOO_APPS": wanted}
    return subprocess.run(
        [sys.executable, "-c", LISTED], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("wanted", "applications"),
    [
        ("", []),
        ("phones, party", ["director.party", "director.additions.phones"]),
    ],
)
def test_only_wanted_additions_are_applications(tmp_path, wanted, applications):
    listed = read_settings(tmp_path, wanted).stdout.split()
    assert listed[listed.index("director.boards") + 1 :] == applications


def test_an_unknown_addition_is_refused_with_those_that_there_are(tmp_path):
    refused = read_settings(tmp_path, "phones,pony")
    assert refused.returncode == 2
    assert "names pony, which the program doesn’t have. Choose from individuals," in refused.stderr
