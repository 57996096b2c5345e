"""Which tests stay where a run asks for fewer."""

import json

import pytest

from tests.measured import write_costs
from tests.selection import (
    keep_cases,
    keep_everyday,
    keep_one_function_in,
    keep_part,
    read_case_costs,
)


class Test:
    """A test of the suite as the selection sees it: its name, and whether it has records."""

    __test__ = False

    def __init__(self, nodeid: str, *, has_records: bool = False):
        self.nodeid = nodeid
        self.has_records = has_records

    def get_closest_marker(self, name: str) -> bool:
        return name == "database" and self.has_records


def names(tests) -> list[str]:
    return [test.nodeid for test in tests]


@pytest.mark.parametrize(
    ("most", "kept"),
    [(1, [0]), (2, [0, 9]), (4, [0, 3, 6, 9]), (10, list(range(10))), (40, list(range(10)))],
)
def test_a_few_cases_are_spread_from_the_first_to_the_last(most, kept):
    tests = [Test(f"tests/scoring/test_a.py::test_cases[{case}]") for case in range(10)]
    alone = Test("tests/scoring/test_a.py::test_alone")
    assert names(keep_cases([*tests, alone], most)) == names(
        [*(tests[case] for case in kept), alone]
    )


def test_one_in_three_functions_of_every_module_stays_with_all_its_cases():
    tests = [
        Test(f"tests/director/test_{module}.py::test_{name}[{case}]")
        for module in "ab"
        for name in range(4)
        for case in range(2)
    ]
    assert names(keep_one_function_in(tests, 3)) == [
        f"tests/director/test_{module}.py::test_{name}[{case}]"
        for module in "ab"
        for name in (0, 3)
        for case in (0, 1)
    ]


def test_a_run_that_asks_for_nothing_has_every_test():
    tests = [Test(f"tests/test_a.py::test_{name}") for name in range(5)]
    assert keep_one_function_in(tests, 1) == tests


def test_the_parts_of_a_run_have_every_test_once():
    tests = [Test(f"tests/test_a.py::test_{name}") for name in range(7)]
    parts = [keep_part(tests, part, 3) for part in (1, 2, 3)]
    assert [len(part) for part in parts] == [3, 2, 2]
    assert sorted(name for part in parts for name in names(part)) == names(tests)
    assert keep_part(tests, 1, 1) == tests


def test_everyday_run_takes_the_costly_cases_that_it_has_time_for():
    slow, slower, long, quick = (
        [Test(f"tests/scoring/test_a.py::test_{name}[{case}]") for case in range(4)]
        for name in ("slow", "slower", "long", "quick")
    )
    kept = keep_everyday(
        [*slow, *slower, *long, *quick],
        case_costs={
            "tests/scoring/test_a.py::test_slow": 0.05,
            "tests/scoring/test_a.py::test_slower": 0.2,
            "tests/scoring/test_a.py::test_long": 3.0,
        },
    )
    assert names(kept) == names([slow[0], slow[-1], slower[0], *quick])


def test_everyday_run_takes_the_quickest_where_every_test_is_long():
    tests = [Test(f"tests/scoring/test_{name}::test_it") for name in ("a.py", "b.py")]
    tests.append(Test("tests/scoring/test_a.py::test_longer"))
    kept = keep_everyday(
        tests,
        case_costs={
            "tests/scoring/test_a.py::test_it": 2.0,
            "tests/scoring/test_a.py::test_longer": 3.0,
            "tests/scoring/test_b.py::test_it": 4.0,
        },
    )
    assert names(kept) == names(tests[:2])


def test_everyday_run_takes_two_cases_of_what_has_records():
    tests = [Test(f"tests/scoring/test_a.py::test_it[{n}]", has_records=True) for n in range(10)]
    kept = keep_everyday(tests, case_costs={})
    assert names(kept) == names([tests[0], tests[-1]])


def test_everyday_run_takes_twelve_of_many_cases_but_all_that_read_every_file():
    tests = [Test(f"tests/scoring/test_a.py::test_it[{case}]") for case in range(34)]
    of_files = [Test(f"tests/test_words.py::test_file[{case}]") for case in range(34)]
    long = Test("tests/test_words.py::test_all_files")
    kept = keep_everyday([*tests, *of_files, long], {"tests/test_words.py::test_all_files": 2.5})
    assert names(kept) == names([*tests[::3], *of_files, long])


def test_what_a_case_costs_is_read_from_the_table(tmp_path):
    table = tmp_path / "costs.csv"
    table.write_text("test,cases,seconds,slowest\ntests/test_a.py::test_slow,4,2.0,0.9\n")
    assert read_case_costs(table) == {"tests/test_a.py::test_slow": 0.5}


def test_what_was_measured_takes_the_place_of_its_modules_in_the_table(tmp_path):
    table = tmp_path / "costs.csv"
    table.write_text(
        "test,cases,seconds,slowest\n"
        "tests/test_a.py::test_gone,4,2.0,0.9\n"
        "tests/test_b.py::test_other,1,0.7,0.7\n"
    )
    measured = {"test_slow[1]": 0.25, "test_slow[2]": 0.5, "test_quick": 0.1}
    for worker, (name, seconds) in enumerate(measured.items()):
        line = json.dumps([f"tests/test_a.py::{name}", seconds])
        (tmp_path / f"gw{worker}.jsonl").write_text(line)
    write_costs(tmp_path, table)
    assert table.read_text() == (
        "test,cases,seconds,slowest\n"
        "tests/test_a.py::test_slow,2,0.75,0.50\n"
        "tests/test_b.py::test_other,1,0.7,0.7\n"
    )
