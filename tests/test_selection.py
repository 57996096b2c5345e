"""Which tests stay where a run asks for fewer."""

import pytest

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
    slow, slower, quick = (
        [Test(f"tests/test_a.py::test_{name}[{case}]") for case in range(4)]
        for name in ("slow", "slower", "quick")
    )
    kept = keep_everyday(
        [*slow, *slower, *quick],
        case_costs={
            "tests/test_a.py::test_slow": 0.2,
            "tests/test_a.py::test_slower": 3.0,
        },
    )
    assert names(kept) == names([slow[0], slow[-1], slower[0], *quick])


def test_everyday_run_takes_four_cases_of_what_has_records():
    tests = [Test(f"tests/test_a.py::test_pages[{case}]", has_records=True) for case in range(10)]
    kept = keep_everyday(tests, case_costs={})
    assert names(kept) == names(tests[::3])


def test_what_a_case_costs_is_read_from_the_table(tmp_path):
    table = tmp_path / "costs.csv"
    table.write_text("test,cases,seconds,slowest\ntests/test_a.py::test_slow,4,2.0,0.9\n")
    assert read_case_costs(table) == {"tests/test_a.py::test_slow": 0.5}
