"""The type check of scripts reads those that a page loads together."""

import json
import re
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

from director.additions.phones.page import SCRIPT_PARTS, WORKER, make_phone_script
from tests.page_files import STATIC_FOLDERS, find_static_file, list_static_files

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "tests" / "javascript" / "types"


def list_checked_scripts(name: str) -> list[str]:
    """Return the names or patterns of the scripts that one type check reads."""
    included = json.loads((TYPES / f"{name}.json").read_text(encoding="utf-8"))["include"]
    return [path.partition("/static/")[2] for path in included if path.endswith(".js")]


def test_the_phones_type_check_reads_all_parts_in_order():
    assert list_checked_scripts("phones-of-boards") == [
        f"core/phones/{part}.js" for part in SCRIPT_PARTS
    ]


def read_part(part: str) -> str:
    """Return the text of a file of the phones' script."""
    return find_static_file(f"core/phones/{part}.js").read_text("utf-8")


def list_imported_parts(part: str) -> list[str]:
    """Return the files of the phones' script from which *part* imports."""
    script = read_part(part)
    # Bundling removes lines of this form and nothing else, so every import must have it.
    names = re.findall(r"^import \{[^}]*\} from \"\./(\w+)\.js\";$", script, re.M)
    assert len(names) == len(re.findall(r"^import\b", script, re.M)), part
    return names


def test_imports_of_the_phones_script_make_no_circle():
    imports = {part: list_imported_parts(part) for part in SCRIPT_PARTS}
    assert set(TopologicalSorter(imports).static_order()) == set(SCRIPT_PARTS)


def test_each_part_imports_only_from_parts_before_it():
    for number, part in enumerate(SCRIPT_PARTS):
        assert set(list_imported_parts(part)) <= set(SCRIPT_PARTS[:number]), part


def test_each_part_uses_every_name_that_it_imports():
    for part in SCRIPT_PARTS:
        script = read_part(part)
        imports = re.findall(r"^import \{([^}]*)\}", script, re.M)
        names = re.findall(r"\w+", " ".join(imports))
        unused_names = {name for name in names if len(re.findall(rf"\b{name}\b", script)) < 2}
        assert unused_names == set(), part


def test_every_script_but_the_service_worker_is_checked():
    checked = {
        path
        for project in TYPES.glob("*-of-*.json")  # without the base that they extend
        for pattern in list_checked_scripts(project.stem)
        for folder in STATIC_FOLDERS
        for path in folder.glob(pattern)
    }
    assert {path.stem for path in set(list_static_files("*.js")) - checked} == {WORKER}


def test_the_bundled_script_has_each_name_once_and_no_import_or_export():
    script = make_phone_script()
    names = Counter(re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", script, re.M))
    assert len(names) > 200
    assert {name for name, count in names.items() if count > 1} == set()
    assert re.findall(r"^(?:import|export)\b.*", script, re.M) == []
