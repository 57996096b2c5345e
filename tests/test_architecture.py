"""Who may import whom: the packages of the house style, read from the source."""

import re
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from posixpath import normpath

import pytest

from director.additions.phones.page import SCRIPT_PARTS, WORKER
from tests.additions import ADDITIONS
from tests.core_size import list_modules
from tests.imported_modules import list_imported_modules
from tests.page_files import (
    find_static_file,
    find_template,
    get_page_name,
    list_static_files,
    list_templates,
)

ROOT = Path(__file__).parent.parent
KINDS = ("pairs", "individuals", "contests", "party")
"""What only one kind of event has: folders of the core and of additions."""
STANDARD = sys.stdlib_module_names

# what every room may use beside what is in the storeys below it
BELOW_DESK = {
    "director.addition_config", "director.errors", "director.formats", "director.event_kinds", "director.hooks",
    "director.models", "director.names",
    "director.pdf", "director.sheets", "django", "django_htmx", "django_tables2", "markdown", "movements", "reportlab",
    "scoring", "segno",
}  # fmt: skip
# folder or file -> packages it may import beside the standard library
MAY_IMPORT = {
    "movements": {"movements", "networkx"},
    "scoring": {"scoring"},
    "director/sheets.py": set(),
    "director/errors.py": set(),
    "director/names.py": set(),
    "director/hooks.py": set(),
    "director/models": {"django", "director.models", "director.names"},
    # What a released migration does stays as it was, so it imports nothing that is still changed.
    "director/migrations": {"django", "director.migrations"},
    "director/addition_config.py": {"django", "director.hooks"},
    "director/event_kinds.py": {"django", "director.hooks", "director.models"},
    "director/management": {
        "django", "waitress", "segno", "director.core", "director.errors", "director.formats", "director.event_kinds",
        "director.management", "director.models", "director.pdf", "director.wsgi", "scoring", "director.boards",
    },
    "director/hosting.py": {"django", "director.core", "director.management", "director.wsgi"},
    "director/pdf": {
        "director.errors",
        "director.pdf",
        "director.names",
        "director.sheets",
        "reportlab",
        "scoring",
    },
    "director/formats": {
        "director.errors",
        "director.formats",
        "director.names",
        "director.sheets",
        "movements.option",  # how counts are worded
        "openpyxl",
        "scoring",
    },
    "director/core": {*BELOW_DESK, "director.core", "psycopg", "redis"},  # the extra "hosting"
    "director/boards": {*BELOW_DESK, "director.core", "director.boards"},
    "director/party": {*BELOW_DESK, "director.core", "director.boards", "director.party"},
    "director/additions/shared": {"director.additions.shared", "director.names", "director.pdf", "director.sheets"},
}  # fmt: skip


def source_files(place: str) -> list[Path]:
    """Return the Python files of a folder or the one file *place*."""
    path = ROOT / place
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


NAMES_ROOMS_ABOVE = {
    "director/boards/movement/formats.py", "director/boards/scoring/hooks.py", "director/event_kinds.py",
}  # fmt: skip
"""Modules that name records of the rooms above in annotations: what these ask of a plan, a field or an event."""


def list_run_imports(path: Path) -> set[str]:
    """Return the modules that the file at *path* imports when it runs, if it is one of those."""
    has_annotations = path.relative_to(ROOT).as_posix() not in NAMES_ROOMS_ABOVE
    return list_imported_modules(path, has_annotations=has_annotations)


def test_a_module_imported_by_its_name_is_an_import(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(
        'import importlib\nimportlib.import_module("director.boards.kind").PAIRS_KIND\n'
    )
    assert list_imported_modules(path) == {"importlib", "director.boards.kind"}


@pytest.mark.parametrize("place", MAY_IMPORT)
def test_imports_only_what_its_place_allows(place):
    allowed = MAY_IMPORT[place]
    breaches = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in source_files(place)
        for name in list_run_imports(path)
        if name.split(".")[0] not in STANDARD
        and not any(name == one or name.startswith(one + ".") for one in allowed)
        and name != "director"
    ]
    assert breaches == []


@pytest.mark.parametrize("package", ADDITIONS.values())
def test_an_addition_imports_no_room_above_it(package):
    shared = "director.additions.shared"
    allowed = {
        *BELOW_DESK,
        "director.core",
        "director.boards",
        "director.management",
        shared,
        package,
    }
    breaches = [
        f"{shown(path)} imports {name}"
        for path in source_files(package.replace(".", "/"))
        for name in list_imported_modules(path)
        if within(name, {"director"}) and not within(name, allowed) and name != "director"
    ]
    assert breaches == []


def test_only_additions_import_what_they_share():
    breaches = [
        f"{shown(path)} imports {used}"
        for path in source_files("director")
        if not path.is_relative_to(ROOT / "director/additions")
        for used in list_imported_modules(path)
        if within(used, {"director.additions.shared"})
    ]
    assert breaches == []


@pytest.mark.parametrize("package", ADDITIONS.values())
def test_only_an_addition_imports_itself(package):
    addition = ROOT / package.replace(".", "/")
    breaches = [
        f"{path.relative_to(ROOT)} imports {used}"
        for path in source_files("director")
        if not path.is_relative_to(addition) and "migrations" not in path.parts
        for used in list_imported_modules(path)
        if within(used, {package})
    ]
    assert breaches == []


@pytest.mark.parametrize("package", ["movements", "scoring"])
def test_no_folder_of_the_pure_packages_hands_on_names_of_others(package):
    breaches = [
        f"{shown(path)} imports {name}"
        for path in (ROOT / package).rglob("__init__.py")
        for name in list_imported_modules(path)
        if name not in STANDARD
        and not within(name, {".".join(path.parent.relative_to(ROOT).parts)})
    ]
    assert breaches == []
    # The names at the top are found when they are asked for.
    assert list_imported_modules(ROOT / package / "__init__.py") <= STANDARD


# package -> its floors from below to above: a folder or module imports only what lies below its floor.
# Modules (not folders) of one floor may use each other.
FLOORS = {
    "movements": [
        {"errors", "layout", "model", "option", "outputs", "partnerships", "refusals"},
        {"balance", "moves"},
        {"check"},
        {"families"},
        {"registry"},
        {"individual", "teams"},
        {"classic"},
        {"advice", "files", "partners", "party", "swiss"},
        {"replan"},
        {"__init__", "__main__"},
    ],
    "scoring": [
        {"display", "errors", "option", "outputs", "refusals"},
        {"bridge"},
        {"elimination", "hands", "method", "model", "working"},
        {"deals", "presets", "totals"},
        {"methods", "party"},
        {"exchange", "laws", "masterpoints", "registry", "score_form", "season", "units"},
        {"explain", "field_json", "line_json"},
        {"classic", "teams"},
        {"__init__", "__main__"},
    ],
}

COMMANDS = {"movements.__main__", "scoring.__main__"}
"""The command lines with their JSON: nothing of the program imports them."""


def test_the_program_imports_no_command_line():
    breaches = [
        f"{shown(path)} imports {name}"
        for package in ("director", *FLOORS)
        for path in (ROOT / package).rglob("*.py")
        if path.name != "__main__.py"
        for name in list_imported_modules(path)
        if within(name, COMMANDS)
    ]
    assert breaches == []


ORACLE_DOORS = {"books", "checking", "events"}
"""Modules that compare the second calculation with the first, and what books print beside the methods."""
USED_BY_THE_SECOND_CALCULATION = {
    "scoring.bridge.contracts", "scoring.bridge.rulings", "scoring.display", "scoring.elimination",
    "scoring.model", "scoring.party", "tests.oracle",
}  # fmt: skip
"""It works nothing out by the first: no methods, totals, deals or registry."""


@cache
def modules_used(path: Path) -> set[str]:
    """Return the modules of its own package that the file at *path* imports, without the name of the package."""
    package = path.relative_to(ROOT).parts[0]
    return {
        name.partition(".")[2] for name in list_run_imports(path) if name.split(".")[0] == package
    }


def within(name: str, allowed: set[str]) -> bool:
    return any(name == place or name.startswith(place + ".") for place in allowed)


def folders(*places: str) -> list[Path]:
    """Return the folders with code below each of *places*, itself included."""
    return sorted({path.parent for place in places for path in (ROOT / place).rglob("*.py")})


def shown(folder: Path) -> str:
    return folder.relative_to(ROOT).as_posix()


def place_on_top(path: Path) -> str:
    """Return the folder or module on top of its package that the file at *path* is, or lies in."""
    return path.relative_to(ROOT).with_suffix("").parts[1]


def floor(package: str, place: str) -> int:
    return next(number for number, floor in enumerate(FLOORS[package]) if place in floor)


@pytest.mark.parametrize("package", FLOORS)
def test_every_folder_and_module_of_a_pure_package_has_a_floor(package):
    on_top = {place_on_top(path) for path in (ROOT / package).rglob("*.py")}
    assert on_top == set().union(*FLOORS[package])


@pytest.mark.parametrize("package", FLOORS)
def test_modules_of_a_pure_package_import_only_lower_floors(package):
    breaches = []
    for path in (ROOT / package).rglob("*.py"):
        own = place_on_top(path)
        for used in {name.split(".")[0] for name in modules_used(path) if name} - {own}:
            floors_up = floor(package, used) - floor(package, own)
            both_modules = (
                not (ROOT / package / own).is_dir() and not (ROOT / package / used).is_dir()
            )
            if floors_up > 0 or (floors_up == 0 and not both_modules):
                breaches.append(f"{shown(path)} imports {used}")
    assert breaches == []


@pytest.mark.parametrize("package", FLOORS)
def test_folders_of_a_pure_package_never_import_each_other_in_a_circle(package):
    used: dict[str, set[str]] = {}
    for path in (ROOT / package).rglob("*.py"):
        own = ".".join(path.relative_to(ROOT / package).parts[:-1])
        for name in modules_used(path):
            module = ROOT / package / Path(*name.split("."))
            other = name if module.is_dir() else name.rpartition(".")[0]
            # A folder and one in it are one place.
            if own and other and not within(own, {other}) and not within(other, {own}):
                used.setdefault(own, set()).add(other)
    for folder in list(used):
        floors(used, folder)


def test_the_second_calculation_works_nothing_out_by_the_first():
    breaches = [
        f"{path.name} imports {name}"
        for path in (ROOT / "tests/oracle").glob("*.py")
        if path.stem not in ORACLE_DOORS and not path.stem.startswith("test_")
        for name in list_imported_modules(path)
        if name.split(".")[0] not in STANDARD
        and name != "scoring"
        and not within(name, USED_BY_THE_SECOND_CALCULATION)
    ]
    assert breaches == []


# package -> its rooms from below to above: each imports only those before it
ROOMS = {
    "boards": ["movement", "scoring", "play", "tables", "paper", "pages"],
    "party": ["movement", "scoring", "play", "paper", "pages"],
    "core": ["base", "night", "club", "files", "pages"],
}
# package -> what lies below all its rooms, on top of it; the doors lie above them
GROUND: dict[str, set[str]] = {
    "boards": {"contests", "refusals"},
    "party": {"models", "presets", "sheets", "trumps"},
    "core": set(),
}
DOORS_OF_ROOMS = {"__init__", "apps", "demo", "kind", "records", "urls"}
MOST_FLOORS = 8
SHELLS = {"history", "hooks", "progress", "shell", "steps", "tags"}
"""Modules of pages that every page of their package uses."""

Arrow = tuple[tuple[str, ...], tuple[str, ...]]
"""A module and one that it imports, each as its path below the package."""


@cache
def arrows(package: str) -> frozenset[Arrow]:
    """Return which modules of ``director/PACKAGE`` import which of the same package."""
    found = set()
    for path in source_files(f"director/{package}"):
        own = path.relative_to(ROOT / "director" / package).with_suffix("").parts
        for name in modules_used(path):
            used, *inner = name.split(".")
            if used == package and inner:
                found.add((own, tuple(inner)))
    return frozenset(found)


def level(package: str, module: tuple[str, ...]) -> int:
    """Return how high *module* lies: 0 below all rooms, then room by room, the doors on top."""
    first = module[0]
    if first in GROUND[package]:
        return 0
    return len(ROOMS[package]) + 1 if first in DOORS_OF_ROOMS else ROOMS[package].index(first) + 1


def written(arrows: set[Arrow]) -> list[str]:
    return sorted(f"{'.'.join(own)} imports {'.'.join(other)}" for own, other in arrows)


@pytest.mark.parametrize("package", ROOMS)
def test_every_module_lies_in_a_room(package):
    places = {
        path.stem for path in (ROOT / "director" / package).iterdir() if path.name != "__pycache__"
    }
    doors = {
        name for name in DOORS_OF_ROOMS if (ROOT / "director" / package / f"{name}.py").exists()
    }
    assert places == {*ROOMS[package], *GROUND[package], *doors}


@pytest.mark.parametrize("package", ROOMS)
def test_a_room_imports_only_rooms_below_it(package):
    upwards = {
        (own, other)
        for own, other in arrows(package)
        if level(package, own) < level(package, other)
    }
    assert written(upwards) == []


def topics_used(package: str, room: str) -> dict[str, set[str]]:
    """Return which topics of *room*, folders or modules, each of its topics imports."""
    used: dict[str, set[str]] = {}
    for own, other in arrows(package):
        if own[0] == room and len(own) > 1:
            topics = used.setdefault(own[1], set())
            if other[0] == room and len(other) > 1 and other[1] != own[1]:
                topics.add(other[1])
    return used


def floors(used: dict[str, set[str]], topic: str, below: tuple[str, ...] = ()) -> int:
    """Return how many floors there are up to *topic*.

    :raises AssertionError: with the topics that import each other in a circle
    """
    assert topic not in below, " imports ".join((*below, topic))
    return 1 + max(
        (floors(used, other, (*below, topic)) for other in used.get(topic, ())), default=0
    )


@pytest.mark.parametrize(
    ("package", "room"), [(package, room) for package in ROOMS for room in ROOMS[package]]
)
def test_topics_of_a_room_stand_on_each_other_in_few_floors(package, room):
    used = topics_used(package, room)
    assert max(floors(used, topic) for topic in used) <= MOST_FLOORS


def is_page(module: tuple[str, ...]) -> bool:
    if module[0] != "pages" or module[1] in SHELLS:
        return False
    return len(module) == 2 or not {"forms", "views"}.isdisjoint(module)


@pytest.mark.parametrize("package", ["boards", "party"])
def test_no_page_imports_another(package):
    pages = {
        (own, other)
        for own, other in arrows(package)
        if is_page(other) and own[0] not in DOORS_OF_ROOMS
    }
    assert written({(own, other) for own, other in pages if own[:2] != other[:2]}) == []


@pytest.mark.parametrize("package", ["movements", "scoring", "director"])
def test_tests_of_a_package_lie_in_the_folders_of_what_they_test(package):
    # A module of one topic may have several modules of tests, in a folder of its name.
    modules = {shown(path.with_suffix("")) for path in source_files(package)}
    tested = {shown(folder) for folder in folders(package)} | modules
    tests = {shown(folder).removeprefix("tests/") for folder in folders(f"tests/{package}")}
    assert tests - tested <= {"scoring/printed", "director/doors", "director/mutated"}, (
        "what is printed in sources, the doors of a night and the damaged files of all readers have folders of their own"
    )


PAGES_ON_TOP = [f"additions/{name}" for name in ADDITIONS if list_templates(f"additions/{name}")]
"""The rooms of additions with pages."""
KINDS_BESIDE = [kind for kind in KINDS if (ROOT / "director" / kind).is_dir()]
"""The kinds of events in folders beside ``boards``."""
# room of the templates -> rooms whose templates it may include or extend
TEMPLATE_ROOMS = {
    "components": {"components"},
    "core": {"components", "core"},
    "boards": {"components", "core", "boards"},
    **{kind: {"components", "core", "boards", kind} for kind in KINDS_BESIDE},
    **{name: {"components", "core", "boards", name} for name in PAGES_ON_TOP},
}


def find_room(name: str) -> str:
    """Return the room of a template or static file: its first folder, or two for an addition."""
    folders = name.split("/")
    return "/".join(folders[:2]) if folders[0] == "additions" else folders[0]


TEMPLATES = ROOT / "templates"


def test_templates_lie_in_rooms_and_only_errors_and_the_base_on_top():
    rooms = {folder.name for folder in TEMPLATES.iterdir() if folder.is_dir()}
    assert rooms | set(KINDS_BESIDE) == set(TEMPLATE_ROOMS) - set(PAGES_ON_TOP), (
        "a kind may have no pages but those of boards"
    )
    assert {path.stem for path in TEMPLATES.glob("*.html")} - {"base"} == {
        "400",
        "403",
        "404",
        "405",
        "500",
    }


@pytest.mark.parametrize("room", TEMPLATE_ROOMS)
def test_templates_include_only_what_lies_in_their_room_or_below(room):
    breaches = [
        f"{shown(path)} names {name}"
        for path in list_templates(room)
        for name in re.findall(
            r'{% (?:include|extends|part) "([^"]+)"', path.read_text(encoding="utf-8")
        )
        if "/" in name and find_room(name) not in TEMPLATE_ROOMS[room]
    ]
    assert breaches == []


def test_files_of_pages_lie_in_rooms():
    rooms = {find_room(get_page_name(path)) for path in list_static_files("*.*")}
    assert rooms <= {"core", "boards", "pdf", *KINDS_BESIDE, *PAGES_ON_TOP}
    for name in PAGES_ON_TOP:
        folder = ROOT / "director" / name
        for kind in ("templates", "static"):
            strays = [
                path
                for path in (folder / kind).rglob("*.*")
                if not get_page_name(path).startswith(name)
            ]
            assert strays == [], "an addition names its files by its own folder"


@pytest.mark.parametrize("room", ["core", "boards", *KINDS_BESIDE, *PAGES_ON_TOP])
def test_pages_load_only_static_files_of_their_room_or_below(room):
    breaches = [
        f"{shown(path)} loads {name}"
        for path in list_templates(room)
        for name in re.findall(
            r"{% static '([^']+)' %}|style.html\" with name=\"([^\"]+)\"",
            path.read_text(encoding="utf-8"),
        )
        if find_room("".join(name)) not in TEMPLATE_ROOMS[room]
    ]
    assert breaches == []


@pytest.mark.parametrize("room", ["core", "boards", *KINDS_BESIDE, *PAGES_ON_TOP])
def test_views_render_only_templates_of_their_room(room):
    breaches = [
        f"{shown(path)} names {name}"
        for path in source_files(f"director/{room}")
        for name in re.findall(r'"([\w/]+)\.html"', path.read_text(encoding="utf-8"))
        if "/" in name and find_room(name) not in {room, "components"}
    ]
    assert breaches == []


def test_top_level_holds_only_the_fixed_names():
    fixed = {
        "manage.py",
        "director",
        "movements",
        "scoring",
        "templates",
        "tests",
        "requirements.txt",
    }
    beside = {"README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "docs"}
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith((".", "__pycache__"))}
    made = {"venv", "kalamazoo-data", "build", "kalamazoo.egg-info"}
    assert found - beside - made == fixed


def test_every_form_is_made_from_the_form_of_pages():
    own = {
        path
        for path in (ROOT / "director").rglob("*.py")
        if "(forms.Form)" in path.read_text(encoding="utf-8")
    }
    assert own == {ROOT / "director" / "core" / "base" / "forms.py"}


def styles_of(page):
    """Return the names of the stylesheets that the template *page* loads, those of the template it extends included."""
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"'([\w/]+)\.css'", text) + re.findall(
        r'components/style.html" with name="([\w/]+)"', text
    )
    extended = re.match(r'\{% extends "([^"]+)" %\}', text)
    return set(named) | (styles_of(find_template(extended[1])) if extended else set())


def test_no_page_loads_thirty_kilobytes_of_style():
    pages = [path for path in list_templates() if styles_of(path) and path.name != "style.html"]
    sizes = {
        get_page_name(path).removesuffix(".css"): path.stat().st_size
        for path in list_static_files("*.css")
    }
    weights = {str(page): sum(sizes[name] for name in styles_of(page)) for page in pages}
    assert len(weights) > 50
    assert {page: weight for page, weight in weights.items() if weight >= 30_000} == {}
    named_in_code = set()
    for path in (ROOT / "director").rglob("pages/**/*.py"):
        named_in_code.update(re.findall(r'"(\w+(?:/\w+)+)"', path.read_text(encoding="utf-8")))
    loaded = named_in_code.union(*(styles_of(page) for page in pages))
    assert set(sizes) <= loaded, "a stylesheet that no page loads"


# script -> what it works on, in the templates; those of core/desk are of every page that can ask
# for something
WORKS_ON = {
    "core/clock": "data-ends=",
    "core/connection": 'hx-trigger="every',
    "core/folds": 'id="fold-',
    "core/looking": " data-(look|then)",
    "core/names": "data-enter=",
    "core/seat_dragging": "data-seat=",
    "core/start": "data-names=",
    "boards/scores": 'class="entry-box"',
    "additions/library/grid_editor": 'id="editor"',
    "additions/contests/match_rows": 'class="match-rows',
    "core/printing": "data-ticks=",
    "core/screens": "data-rows=",
    "core/bell": "data-(bell|sound)",
    "party/prizes": "data-forward",
    "party/party": '"party-(status|poll)"',
    "party/cards": 'id="card-typing"',
    "additions/phones/player_page": 'id="heard"',
    "party/table": 'id="party"',
}


FILLED_BY = {"templates/core/seats.html": ["boards/seats/_row.html"]}
"""Pages that a view fills with one of several parts."""


def whole_text(page):
    """Return the text of the template *page* and of all that it extends and includes."""
    text = page.read_text(encoding="utf-8")
    parts = re.findall(r'{% (?:include|extends|part) "([^"]+)"', text) + FILLED_BY.get(
        shown(page), []
    )
    return text + "".join(whole_text(find_template(part)) for part in parts)


def test_pages_load_the_scripts_that_they_need_and_no_others():
    texts = {shown(path): whole_text(path) for path in list_templates()}
    pages = {
        page: text
        for page, text in texts.items()
        if "<html" in text and not page.endswith("/base.html")
    }
    loaded = {page: set(re.findall(r"static '([\w/]+)\.js'", text)) for page, text in pages.items()}
    needed = {
        page: {name for name, hook in WORKS_ON.items() if re.search(hook, text)}
        for page, text in pages.items()
    }
    scripts = [get_page_name(path).removesuffix(".js") for path in list_static_files("*.js")]
    desk = {name for name in scripts if name.startswith("core/desk/")}
    assert len(pages) > 40
    assert {page: names - desk for page, names in loaded.items()} == {
        page: names.union(*map(list_imports, names)) - desk for page, names in needed.items()
    }
    assert set().union(*loaded.values()) >= {
        name for name in scripts if not name.startswith("core/phones/")
    }
    # The browser asks for all of them at once, and not for one after it has read another.
    assert {
        page: names.union(*map(list_imports, names)) for page, names in loaded.items()
    } == loaded


def list_imports(script):
    """Return the scripts that *script* imports, directly or through others."""
    text = find_static_file(f"{script}.js").read_text(encoding="utf-8")
    imported = re.findall(r'(?:from|import) "(\..+)\.js";', text)
    names = {normpath(f"{script}/../{name}") for name in imported}
    return names.union(*map(list_imports, names))


def test_script_of_the_tables_page_is_of_all_its_parts():
    folder = find_static_file(f"core/phones/{WORKER}.js").parent
    assert {path.stem for path in folder.glob("*.js")} == {*SCRIPT_PARTS, WORKER}


def test_pages_load_nothing_from_the_internet():
    """No page names a host in ``src``, ``href`` of a style, or ``url()``: the program works without a network."""
    paths = list_templates() + list_static_files("*.*s*")
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    outside = [
        str(path)
        for path, text in texts.items()
        if "://" in text.replace("http://www.w3.org/2000/svg", "")
    ]
    assert outside == []


IN_ANNOTATIONS = {
    ("director.models.event", "director.models.plan"),
    ("scoring.elimination", "scoring.model"),
}


@pytest.mark.slow
def test_modules_never_import_each_other_in_a_circle():
    modules = list_modules()
    imported = {
        module: [
            used
            for used in list_imported_modules(path, has_annotations=False)
            if used in modules and used != module and (module, used) not in IN_ANNOTATIONS
        ]
        for module, path in modules.items()
    }
    TopologicalSorter(imported).prepare()
