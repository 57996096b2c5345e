"""Print how large the core and each addition are in truth: ``python -m tests.core_size``.

With the name of an addition it lists the modules elsewhere that only this addition uses.

An addition is as large as what goes with its name: its own modules, and those of the core, of
``movements`` and ``scoring`` that nothing else imports.
"""

import sys
from collections.abc import Collection
from pathlib import Path

from tests.additions import ADDITIONS
from tests.imported_modules import list_imported_modules

ROOT = Path(__file__).parent.parent
COMMANDS = ("movements.__main__", "scoring.__main__")
"""What only a terminal reaches."""

SHARED = "director.additions.shared"
"""What two additions share."""


def list_modules() -> dict[str, Path]:
    """Return the files of the program by the names of their modules, without migrations."""
    paths = [
        path
        for package in ("director", "movements", "scoring")
        for path in ROOT.glob(f"{package}/**/*.py")
    ]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in paths
        if "migrations" not in path.parts
    }


def is_within(module: str, packages: Collection[str]) -> bool:
    """Return whether *module* lies in one of *packages*."""
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


def find_reached(modules: dict[str, Path], left_out: Collection[str]) -> set[str]:
    """Return the modules that the program can import without the packages *left_out*."""
    begun = [
        name for name in modules if name.startswith("director") and not is_within(name, left_out)
    ]
    reached: set[str] = set()
    while begun:
        name = begun.pop()
        if name not in reached:
            reached.add(name)
            begun += [
                used
                for used in list_imported_modules(modules[name])
                if used in modules and not is_within(used, left_out)
            ]
    return reached


def list_only_used_by(name: str) -> list[str]:
    """Return the modules outside the addition *name* that nothing else in ``director`` imports."""
    modules, package = list_modules(), ADDITIONS[name]
    used = find_reached(modules, ()) - find_reached(modules, [package])
    return sorted(module for module in used if not is_within(module, [package]))


def main() -> None:
    """Print a row for the core, for each addition and for the command lines."""
    modules = list_modules()
    if sys.argv[1:]:
        sys.stdout.writelines(f"{module}\n" for module in list_only_used_by(sys.argv[1]))
        return
    whole = find_reached(modules, ())
    core = find_reached(modules, [*ADDITIONS.values(), SHARED])
    rows = {"core": core, "shared": find_reached(modules, ADDITIONS.values()) - core}
    rows |= {name: whole - find_reached(modules, [package]) for name, package in ADDITIONS.items()}
    rows["commands"] = {name for name in modules if is_within(name, COMMANDS)}
    for title, names in rows.items():
        lines = sum(modules[name].read_text(encoding="utf-8").count("\n") for name in names)
        sys.stdout.write(f"{title:<12} {len(names):>5} modules {lines:>8,} lines\n")


if __name__ == "__main__":
    main()
