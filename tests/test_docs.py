"""The README's promises that a machine can hold it to."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_shows_exactly_the_two_commands():
    commands = re.findall(r"^python -m pip install .*$", README, flags=re.MULTILINE)
    assert commands == [
        "python -m pip install -r requirements.txt && python manage.py serve",
        "python -m pip install -r tests/requirements.txt && pytest",
    ]


def test_ci_runs_the_readme_test_command():
    assert "grep -m1 -E '^python -m pip install .*&& pytest$' README.md" in (ROOT / ".ci/run").read_text(
        encoding="utf-8"
    )


def test_every_local_link_of_the_documents_leads_somewhere():
    missing = []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            if not (page.parent / target).exists():
                missing.append(f"{page.relative_to(ROOT)}: {target}")
    assert missing == []


def test_every_package_has_its_reason():
    reasons = (ROOT / "docs/decisions/packages.md").read_text(encoding="utf-8").lower()
    names = {
        re.split(r"[\[>=<]", line)[0].strip().lower()
        for file in ("requirements.txt", "tests/requirements.txt")
        for line in (ROOT / file).read_text(encoding="utf-8").splitlines()
        if line and not line.startswith(("#", "-"))
    }
    assert {name for name in names if name not in reasons} == set()


def test_lock_has_a_version_of_every_package_that_the_program_accepts():
    hosting = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    asked = [Requirement(line) for line in [*lines, *hosting["hosting"]] if line and not line.startswith("#")]
    lock = (ROOT / ".ci/requirements.lock").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([a-z0-9-]+)==([0-9.]+) .*\\\n +--hash=sha256:[0-9a-f]{64}", lock, flags=re.MULTILINE))
    assert [str(each) for each in asked if locked.get(each.name.lower(), "0") not in each.specifier] == []


@pytest.mark.parametrize(
    ("package", "hole"),
    [
        pytest.param("django", "5.2.15", id="Django"),
        pytest.param("waitress", "3.0.0", id="waitress"),
        pytest.param("pypdf", "6.15.0", id="pypdf"),
        pytest.param("pytest", "9.0.2", id="pytest"),
    ],
)
def test_versions_with_known_holes_are_refused(package, hole):
    files = [ROOT / "requirements.txt", ROOT / "tests/requirements.txt"]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    (asked,) = [Requirement(line) for line in lines if re.match(rf"{package}[>=\[]", line)]
    assert hole not in asked.specifier


def test_every_setting_of_the_program_is_in_the_readme():
    settings = (ROOT / "director/settings.py").read_text(encoding="utf-8")
    used = set(re.findall(r'environ\.get\("([A-Z_]+)"', settings)) - {"KALAMAZOO_DEBUG"}
    assert used == set(re.findall(r"^\| `([A-Z_]+)` ", README, flags=re.MULTILINE))
