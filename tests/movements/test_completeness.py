"""Registry, documentation and golden files say the same, in both directions."""

import re
from pathlib import Path

import pytest

import movements
from movements.check.guarantees import GUARANTEES, NUMBERS_WITH_GAPS
from movements.model import Movement
from movements.partners import PARTNER_SYSTEMS
from movements.party.rounds import PARTY_SYSTEMS, list_party_names
from movements.party.state_json import PARTY_GUARANTEES
from movements.registry import MOVEMENTS, get_movement, make_plan
from movements.swiss.systems import SWISS_SYSTEMS
from tests.cases import leave_to_slow
from tests.golden import GOLDEN, assert_golden, assert_rows
from tests.movements.forms import get_size_argument, iterate_longest_plans
from tests.movements.grids import format_grid

PAGE_PATH = Path(__file__).parents[2] / "docs" / "movements.md"
PAGE = PAGE_PATH.read_text(encoding="utf-8")
KEYS = [spec.key for spec in MOVEMENTS]
PARTNER_KEYS = [system.key for system in PARTNER_SYSTEMS]


def read_page_table(heading: str) -> list[list[str]]:
    """Return the cells of the table of the page whose first column is called *heading*."""
    lines = PAGE.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows


def test_every_movement_has_one_row_and_every_row_a_movement():
    assert [row[0] for row in read_page_table("Key")] == [f"`{key}`" for key in KEYS]


@pytest.mark.parametrize("spec", MOVEMENTS, ids=lambda spec: spec.key)
def test_row_says_what_the_registry_says(spec):
    row = next(row for row in read_page_table("Key") if row[0] == f"`{spec.key}`")
    _, name, sizes, rounds, options, strengths, against, promises, source = (
        cell.strip() for cell in row
    )
    described = "; ".join(
        f"`{option.name}` = " + ", ".join(f"`{choice}`" for choice in option.choices)
        for option in spec.options
    )
    assert name == spec.name
    assert sizes == spec.sizes
    assert source == spec.source
    assert options == (described or "none")
    assert promises == ", ".join(f"`{key}`" for key in spec.guarantees)
    assert all((rounds, strengths, against))


def test_movements_that_need_no_size_are_listed_by_the_size_they_take():
    sizes: dict[tuple[str, int], list[str]] = {}
    for spec in (spec for spec in MOVEMENTS if len(spec.legal_counts) == 1):
        of_players, usual = spec.team_and_player_counts
        unit, size = ("players", usual) if of_players else (spec.unit, spec.legal_counts[0])
        sizes.setdefault((unit, size), []).append(f"`{spec.key}`")
        plan = make_plan(spec.key)
        seated = plan.contestants * plan.team_size if of_players else plan.contestants
        assert size == seated, spec.key
    assert_rows(
        PAGE_PATH,
        "Without a size",
        [[f"{size} {unit}", ", ".join(keys)] for (unit, size), keys in sorted(sizes.items())],
    )


def test_every_party_has_one_row_that_says_what_the_registry_says():
    rows = {row[0]: row for row in read_page_table("Party")}
    assert list(rows) == [f"`{system.key}`" for system in PARTY_SYSTEMS]
    for system in PARTY_SYSTEMS:
        _, name, sizes, moving, further, happens, against, promises, source = rows[
            f"`{system.key}`"
        ]
        described = [option for option in system.options if option.name in system.movement_options]
        assert name == system.name
        assert sizes == system.sizes
        assert source == system.source
        assert moving == (
            "; ".join(
                f"`{option.name}` = " + ", ".join(f"`{choice}`" for choice in option.choices)
                for option in described
            )
            or "none"
        )
        assert further == ", ".join(
            f"`{option.name}`" for option in system.options if option not in described
        )
        assert promises == (", ".join(f"`{key}`" for key in system.guarantees) or "none")
        assert all((happens, against))


def test_every_promise_of_a_party_is_explained_and_made():
    assert read_page_table("Promise of a party") == [
        [f"`{key}`", text] for key, text in PARTY_GUARANTEES.items()
    ]
    assert {key for system in PARTY_SYSTEMS for key in system.guarantees} == set(PARTY_GUARANTEES)


def test_every_guarantee_is_explained_in_the_words_of_the_program():
    assert read_page_table("Promise") == [
        [f"`{guarantee.key}`", guarantee.text] for guarantee in GUARANTEES.values()
    ]


def test_every_guarantee_is_promised_by_a_movement_and_every_promise_is_a_guarantee():
    promised = {key for spec in MOVEMENTS for key in spec.guarantees}
    assert promised == set(GUARANTEES) - {NUMBERS_WITH_GAPS}  # which only lists promise


@pytest.mark.slow
def test_every_promise_of_a_movement_is_kept_by_one_of_its_plans():
    declared = {(plan.key, key) for plan in iterate_longest_plans() for key in plan.guarantees}
    assert declared == {(spec.key, key) for spec in MOVEMENTS for key in spec.guarantees}


def origins() -> dict[str, str]:
    """Return the origin of every golden file of this package by its name."""
    origin_of = {}
    for path in sorted((GOLDEN / "movements").glob("*.csv")):
        header = "".join(
            line
            for line in path.read_text(encoding="utf-8").splitlines(True)
            if line.startswith("#")
        )
        assert header.startswith("# source: "), path.name
        origin_of[path.name] = re.search(r"^# origin: (published|derived)$", header, re.MULTILINE)[
            1
        ]
    return origin_of


def test_every_golden_file_belongs_to_a_movement():
    assert [
        name for name in origins() if name.split("_")[0] not in (*KEYS, *PARTNER_KEYS, "party")
    ] == []


@pytest.mark.parametrize("spec", leave_to_slow(MOVEMENTS, but=23), ids=lambda spec: spec.key)
def test_every_movement_has_a_golden_file(spec):
    if not any(name.split("_")[0] == spec.key for name in origins()):
        size = get_size_argument(spec.key, spec.legal_sizes[len(spec.legal_sizes) // 2])
        ((unit, number),) = size.items()
        text = format_grid(make_plan(spec.key, **size))
        assert_golden(f"movements/{spec.key}_{number}_{unit}.csv", text, source=spec.source)


def test_every_swiss_contest_has_one_row_that_says_what_it_is():
    assert read_page_table("Contest") == [
        [
            f"`{system.key}`",
            system.name,
            "; ".join(
                f"`{option.name}` = " + ", ".join(f"`{choice}`" for choice in option.choices)
                for option in system.options
            ),
        ]
        for system in SWISS_SYSTEMS
    ]


def list_golden_files_of_plans() -> list[str]:
    """Return the golden files that no test names."""
    tests = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_*.py")
    )
    return [name for name in origins() if name.removesuffix(".csv") not in tests]


@pytest.mark.parametrize("name", leave_to_slow(list_golden_files_of_plans(), but=36))
def test_a_golden_file_that_no_test_names_is_the_plan_of_its_name(name):
    assert_golden(f"movements/{name}", format_grid(make_plan_of_name(name.removesuffix(".csv"))))


def make_plan_of_name(name: str) -> Movement:
    """Return the plan of a movement, its size and its choices: ``KEY_12_pairs``, ``KEY_4_tables_share_6_rounds``.

    A choice that is a number has its option beside it: ``form_4``, ``3_stationary``.
    """
    key, size, unit, *words = name.split("_")
    options = {option.name: option for option in get_movement(key).options}
    chosen: dict[str, str] = {}
    rounds = None
    numbers = [word for word in words if word.isdecimal()]
    for word in words:
        if word == "rounds":
            rounds = int(numbers.pop())
        elif word in options:
            chosen[word] = numbers.pop()
        elif not word.isdecimal():
            (option,) = (option for option in options.values() if word in option.choices)
            chosen[option.name] = word
    return make_plan(key, **{unit: int(size)}, rounds=rounds, options=chosen)


def test_every_source_named_in_the_code_is_in_the_list_of_sources():
    code = "".join(
        path.read_text(encoding="utf-8") for path in Path(movements.__file__).parent.rglob("*.py")
    )
    listed = (Path(__file__).parents[2] / "docs" / "sources.md").read_text(encoding="utf-8")
    keys = r"\[([A-Z]+[0-9]*)\](?= pp?\.|[.,;])"
    assert (
        set(re.findall(keys, code)) - set(re.findall(r"^\| \[([A-Z0-9]+)\] ", listed, re.MULTILINE))
        == set()
    )


def test_no_two_movements_answer_to_one_name():
    names = [
        name for spec in (*MOVEMENTS, *PARTNER_SYSTEMS) for name in (spec.key, *spec.aliases)
    ] + list_party_names()
    assert len(names) == len(set(names))
