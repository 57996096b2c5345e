"""The program that is installed holds what the source holds, and nothing of its former versions."""

import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NEEDED_FILES = ("pyproject.toml", "requirements.txt", "README.md", "LICENSE")
OLDEST_SETUPTOOLS = 77
"""As in pyproject.toml, because nothing is downloaded here."""


def find_setuptools() -> bool:
    try:
        return int(version("setuptools").partition(".")[0]) >= OLDEST_SETUPTOOLS
    except PackageNotFoundError:
        return False


def install(source: Path, target: Path) -> set[str]:
    """Install the program from *source*, and return its modules."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--disable-pip-version-check", "--upgrade"]
    done = subprocess.run(
        [*command, "--target", str(target), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {path.relative_to(target).as_posix() for path in target.glob("movements/**/*.py")}


@pytest.mark.slow
@pytest.mark.skipif(not find_setuptools(), reason=f"setuptools {OLDEST_SETUPTOOLS} is not here")
def test_removed_module_is_not_installed_again(tmp_path):
    source = tmp_path / "source"
    shutil.copytree(
        ROOT / "movements",
        source / "movements",
        ignore=shutil.ignore_patterns("data", "search", "__pycache__"),
    )
    shutil.copytree(ROOT / ".ci", source / ".ci")
    for name in NEEDED_FILES:
        shutil.copy(ROOT / name, source)
    removed = source / "movements" / "families" / "removed.py"
    removed.write_text('"""A module that the next version lacks."""\n')
    first_modules = install(source, tmp_path / "first")
    assert "movements/families/removed.py" in first_modules
    removed.unlink()
    second_modules = install(source, tmp_path / "second")
    assert second_modules == first_modules - {"movements/families/removed.py"}
