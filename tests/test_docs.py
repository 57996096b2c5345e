"""The README's promises that a machine can hold it to."""

import re
from pathlib import Path

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


def test_every_setting_of_the_program_is_in_the_readme():
    settings = (ROOT / "director/settings.py").read_text(encoding="utf-8")
    used = set(re.findall(r'environ\.get\("([A-Z_]+)"', settings)) - {"KALAMAZOO_DEBUG"}
    assert used == set(re.findall(r"^\| `([A-Z_]+)` ", README, flags=re.MULTILINE))
