"""What the program is called at a terminal, and which version it is."""

import tomllib
from importlib.metadata import version

from django.conf import settings

PROGRAM_NAME = "kalamazoo"


def read_program_call() -> str:
    """Return how a command is typed: ``kalamazoo``, or with ``manage.py`` in a copy of the source."""
    is_source = (settings.BASE_DIR / "manage.py").exists()
    return "python manage.py" if is_source else PROGRAM_NAME


def read_program_version() -> str:
    """Return the version of the program, such as 0.5.0."""
    project_file = settings.BASE_DIR / "pyproject.toml"
    if not project_file.exists():
        return version(PROGRAM_NAME)
    # A copy of the source may lie beside an older program that is installed.
    project = tomllib.loads(project_file.read_text(encoding="utf-8"))["project"]
    number: str = project["version"]
    return number
