"""Print how large the core is, and what each addition brings: ``python -m tests.core_size``."""

import sys
from collections.abc import Iterable
from pathlib import Path

from director.settings import ADDITIONS

ROOT = Path(__file__).parent.parent


def measure(paths: Iterable[Path]) -> str:
    """Return how many files *paths* are, and how many lines they have."""
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return f"{len(texts):>4} files {sum(text.count(chr(10)) for text in texts):>7} lines"


def find_addition(path: Path) -> str:
    """Return the addition that the file at *path* belongs to, or ``core``."""
    folders = path.relative_to(ROOT).parts
    folder = folders[2] if folders[1] == "additions" else folders[1]
    return folder if folder in ADDITIONS else "core"


def main() -> None:
    """Print a line each for modules without migrations, and for templates."""
    modules = [path for path in ROOT.glob("director/**/*.py") if "migrations" not in path.parts]
    templates = list(ROOT.glob("templates/**/*.html"))
    for part in ("core", *ADDITIONS):
        code = measure(path for path in modules if find_addition(path) == part)
        pages = measure(path for path in templates if find_addition(path) == part)
        sys.stdout.write(f"{part:<12} code {code}   templates {pages}\n")


if __name__ == "__main__":
    main()
