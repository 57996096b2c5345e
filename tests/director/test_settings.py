"""``KALAMAZOO_APPS`` leaves additions out of the program, and refuses a name that it doesn't have."""

import os
import subprocess
import sys

import pytest
from django.apps import apps

LISTED = "from director.settings import INSTALLED_APPS; print(*INSTALLED_APPS)"
MODELS = """
import django
from django.apps import apps
django.setup()
print(*sorted(model.__name__ for model in apps.get_app_config("director").get_models()))
"""


def read_settings(tmp_path, wanted: str, program: str = LISTED) -> subprocess.CompletedProcess[str]:
    """Run *program* with *wanted* additions."""
    environment = {**os.environ, "KALAMAZOO_DATA": str(tmp_path), "KALAMAZOO_APPS": wanted}
    environment["DJANGO_SETTINGS_MODULE"] = "director.settings"
    return subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("wanted", "applications"),
    [
        ("", []),
        ("phones, party", ["director.party", "director.additions.phones"]),
        # Additions that an earlier version had.
        ("api, phones, proof", ["director.additions.phones"]),
    ],
)
def test_only_wanted_additions_are_applications(tmp_path, wanted, applications):
    listed = read_settings(tmp_path, wanted).stdout.split()
    assert [
        name for name in listed[listed.index("director.boards") + 1 :] if "records" not in name
    ] == applications


def test_an_unknown_addition_is_refused_with_those_that_there_are(tmp_path):
    refused = read_settings(tmp_path, "phones,pony")
    assert refused.returncode == 2
    assert "names pony, which the program doesn’t have. Choose from individuals," in refused.stderr


def test_every_program_has_all_records(tmp_path):
    names = {model.__name__ for model in apps.get_app_config("director").get_models()}
    assert set(read_settings(tmp_path, "", MODELS).stdout.split()) == names
