"""The README's promises that a machine can hold it to."""

import os
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from director.migrations import LAST_MIGRATION_BY_RELEASE
from tests.additions import ADDITIONS
from tests.core_size import list_only_used_by
from tests.style.references import list_dead_names

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / ".changes").glob("*.md")),
]


def test_readme_shows_exactly_the_two_commands():
    commands = re.findall(r"^python -m pip install .*$", README, flags=re.MULTILINE)
    assert commands == [
        "python -m pip install -r requirements.txt && python manage.py serve",
        "python -m pip install -r tests/requirements.txt && pytest",
    ]


def test_ci_runs_the_readme_test_command():
    assert "grep -m1 -E '^python -m pip install .*&& pytest$' README.md" in (
        ROOT / ".ci/run"
    ).read_text(encoding="utf-8")


def test_a_workflow_runs_each_of_the_two_lists_of_checks_whole():
    workflows = [
        path.read_text(encoding="utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")
    ]
    for command in ("bash .ci/run", "bash .ci/nightly"):
        assert sum(f"run: {command}\n" in workflow for workflow in workflows) == 1
    assert "PART" not in "".join(workflows)


def test_released_migrations_and_the_number_of_the_release_have_one_home():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pages = [*DOCUMENTS, ROOT / ".github" / "RELEASING.md"]
    last_migrations = [name[:4] for name in LAST_MIGRATION_BY_RELEASE.values()]
    assert project["version"] in LAST_MIGRATION_BY_RELEASE
    for page in (page for page in pages if page.name in ("migrations.md", "RELEASING.md")):
        text = page.read_text(encoding="utf-8")
        assert f"v{project['version']}" not in text
        assert f"`{last_migrations[-1]}`" not in text
    named = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "director").rglob("*.py"))
        if f'"{project["version"]}"' in path.read_text(encoding="utf-8")
    ]
    assert named == ["director/migrations/__init__.py"]


def test_names_that_documents_for_maintainers_have_are_there():
    pages = [
        page for folder in ("adding", "decisions") for page in (ROOT / "docs" / folder).glob("*.md")
    ]
    assert [(page.name, name) for page in pages for name in list_dead_names(page)] == []


def test_every_folder_of_tests_that_ci_names_exists():
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    named = re.findall(r"tests/[\w./-]*(?:{[\w,]+})?[\w./-]*", script)
    paths = []
    for pattern in named:
        start, brace, rest = pattern.partition("{")
        names, _end, tail = rest.partition("}")
        paths += [f"{start}{name}{tail}" for name in names.split(",")] if brace else [pattern]
    # A pattern such as types/*s.json leaves the folder before the star.
    assert len(paths) > 8
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_local_link_of_the_documents_leads_somewhere():
    missing = []
    for page in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            if not (page.parent / target).exists():
                missing.append(f"{page.relative_to(ROOT)}: {target}")
    assert missing == []


CODE = (".py", ".html", ".css", ".js", ".md", ".toml", ".txt", ".csv", ".sql", ".lock", ".ini")
ROOMS = ("", "director/", "director/static/", "movements/", "scoring/", "templates/", "tests/")
"""Where the documents name paths from: the repository, a package, or the folders of one kind of file."""


def project_paths() -> set[str]:
    """Return every file and folder of the repository, without what is made by running it."""
    known = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [
            name for name in folders if name not in (".git", "__pycache__", ".venv", "build")
        ]
        known |= {Path(folder, name).relative_to(ROOT).as_posix() for name in (*folders, *files)}
    return known


def paths_named(text: str) -> set[str]:
    """Return the words in the code of a document that may be paths of the project, without a closing slash.

    Those are files of code, and names with a slash that begin with a folder or file of one of the
    rooms.
    """
    blocks = re.findall(
        r"^```\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL
    )  # pictures of folders
    folders = {word for block in blocks for word in re.findall(r"(?<![\w/.])[a-z_]+/(?=\s)", block)}
    words = {
        word.strip(",;:()") for code in re.findall(r"`([^`\n]+)`", text) for word in code.split()
    }
    plain = {word for word in words if re.fullmatch(r"[.\w-]+(/[.\w-]+)*/?", word)}
    begun = {
        "director",
        "movements",
        "scoring",
        "templates",
        "tests",
        "docs",
        "core",
        "boards",
        "party",
        "pairs",
    }
    return {
        word.rstrip("/")
        for word in folders | plain
        if word.endswith(CODE)
        or word in folders
        or ("/" in word and word.partition("/")[0] in begun)
    }


def is_in_project(word: str, known: set[str]) -> bool:
    """Tell whether *word* is a path from one of the rooms, a module of it, or the name of a file or folder."""
    if any(f"{room}{word}{end}" in known for room in ROOMS for end in ("", ".py")):
        return True
    return "/" not in word and any(path.endswith(f"/{word}") for path in known)


@pytest.mark.slow
def test_every_path_that_the_documents_name_exists():
    known, missing = project_paths(), []
    for page in DOCUMENTS:
        named = paths_named(page.read_text(encoding="utf-8"))
        missing += [
            f"{page.relative_to(ROOT)}: {word}"
            for word in sorted(named)
            if not is_in_project(word, known)
        ]
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
    hosting = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    asked = [
        Requirement(line)
        for line in [*lines, *hosting["hosting"]]
        if line and not line.startswith("#")
    ]
    lock = (ROOT / ".ci/requirements.lock").read_text(encoding="utf-8")
    locked = dict(
        re.findall(
            r"^([a-z0-9-]+)==([0-9.]+) .*\\\n +--hash=sha256:[0-9a-f]{64}", lock, flags=re.MULTILINE
        )
    )
    assert [
        str(each) for each in asked if locked.get(each.name.lower(), "0") not in each.specifier
    ] == []


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


def test_every_setting_of_the_program_is_documented():
    settings = (ROOT / "director/settings.py").read_text(encoding="utf-8")
    documented = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    used = set(re.findall(r'environ\.get\(\s*"([A-Z_]+)"', settings)) - {"KALAMAZOO_DEBUG"}
    assert used == set(re.findall(r"^\| `([A-Z_]+)` ", documented, flags=re.MULTILINE))


@pytest.mark.parametrize("page", ["docs/owning.md", "docs/decisions/scope.md"])
def test_whoever_owns_the_program_reads_of_exactly_the_additions_that_exist(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    (table,) = re.findall(r"^\| addition .*\n\| ---.*\n((?:\|.*\n)+)", text, flags=re.MULTILINE)
    named = re.findall(r"^\| `(\w+)` \|", table, flags=re.MULTILINE)
    assert sorted(named) == sorted(ADDITIONS)


@pytest.mark.slow
def test_modules_that_only_an_addition_uses_are_listed():
    listed = list_only_used_by("individuals")
    assert listed
    assert all(module.startswith("movements.individual.") for module in listed)
