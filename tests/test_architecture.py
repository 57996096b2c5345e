"""Who may import whom: the packages of the house style, read from the source."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STANDARD = sys.stdlib_module_names

# folder or file -> packages it may import beside the standard library
MAY_IMPORT = {
    "movements": {"movements"},
    "scoring": {"scoring"},
    "director/sheets.py": set(),
    "director/party_sheets.py": set(),
    "director/errors.py": set(),
    "director/names.py": set(),
    "director/models": {"django", "director.models"},
    "director/printing": {
        "director.printing",
        "director.names",
        "director.sheets",
        "director.party_sheets",
        "reportlab",
        "scoring",
    },
    "director/exports": {"director.exports", "director.sheets", "director.party_sheets", "openpyxl", "scoring"},
    "director/imports": {"director.imports", "director.sheets", "defusedxml", "scoring"},
    "director/selectors": {
        "django",
        "director.errors",
        "director.names",
        "director.models",
        "director.selectors",
        "director.sheets",
        "director.party_sheets",
        "director.exports",
        "director.printing",
        "movements",
        "scoring",
    },
    "director/services": {
        "django",
        "director.errors",
        "director.names",
        "director.models",
        "director.selectors",
        "director.services",
        "director.desk",
        "director.sheets",
        "director.party_sheets",
        "director.imports",
        "movements",
        "scoring",
    },
}


def imports_of(path: Path) -> set[str]:
    """Return the dotted names that the file at *path* imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            names.add(node.module or "")
    return names


def source_files(place: str) -> list[Path]:
    """Return the Python files of a folder or the one file *place*."""
    path = ROOT / place
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


@pytest.mark.parametrize("place", MAY_IMPORT)
def test_imports_only_what_its_place_allows(place):
    allowed = MAY_IMPORT[place]
    breaches = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in source_files(place)
        for name in imports_of(path)
        if name.split(".")[0] not in STANDARD
        and not any(name == one or name.startswith(one + ".") for one in allowed)
        and name != "director"
    ]
    assert breaches == []


@pytest.mark.parametrize("package", ["movements", "scoring"])
def test_director_uses_only_public_names_of_the_pure_packages(package):
    breaches = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in source_files("director")
        for name in imports_of(path)
        if name.startswith(package + ".")
    ]
    assert breaches == []


def test_top_level_holds_only_the_fixed_names():
    fixed = {"manage.py", "director", "movements", "scoring", "templates", "tests", "requirements.txt"}
    beside = {"README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "docs"}
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith((".", "__pycache__"))}
    assert found - beside - {"venv", "kalamazoo-data"} == fixed


def styles_of(page):
    """Return the names of the stylesheets that the template *page* loads, those of the template it extends included."""
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"director/(\w+)\.css", text) + re.findall(r'components/style.html" with name="(\w+)"', text)
    extended = re.match(r'\{% extends "([^"]+)" %\}', text)
    return set(named) | (styles_of(ROOT / "templates" / extended[1]) if extended else set())


def test_no_page_loads_thirty_kilobytes_of_style():
    pages = [path for path in (ROOT / "templates").rglob("*.html") if styles_of(path) and path.name != "style.html"]
    sizes = {path.stem: path.stat().st_size for path in (ROOT / "director/static/director").glob("*.css")}
    weights = {str(page): sum(sizes[name] for name in styles_of(page)) for page in pages}
    assert len(weights) > 50
    assert {page: weight for page, weight in weights.items() if weight >= 30_000} == {}
    assert set(sizes) == set().union(*(styles_of(page) for page in pages)), "a stylesheet that no page loads"


def test_pages_load_nothing_from_the_internet():
    """No page names a host in ``src``, ``href`` of a style, or ``url()``: the program works without a network."""
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")}
    texts |= {path: path.read_text(encoding="utf-8") for path in (ROOT / "director/static/director").glob("*.*s*")}
    outside = [str(path) for path, text in texts.items() if "://" in text.replace("http://www.w3.org/2000/svg", "")]
    assert outside == []
