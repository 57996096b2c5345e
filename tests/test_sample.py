"""What runs every day and what it leaves out are the whole suite together, and nothing is in both."""

from collections import Counter

import pytest

from tests.sample import APART, CASES, EVERY, part_of, sample, spread


class Test:
    """A test of the suite as the sample sees it: its name and its marks."""

    __test__ = False

    def __init__(self, nodeid: str, *marks: str):
        self.nodeid, self.marks = nodeid, marks

    def get_closest_marker(self, mark: str) -> str | None:
        return mark if mark in self.marks else None


def suite() -> list[Test]:
    """Return a module of pure tests, two with records, one beside the folders, and one test of each kind apart."""
    return [
        *(Test(f"tests/scoring/test_a.py::test_cases[{case}]") for case in range(10)),
        Test("tests/scoring/test_a.py::test_alone"),
        *(
            Test(f"tests/director/test_{module}.py::test_{name}[{case}]", "database")
            for module in "bc"
            for name in range(2 * EVERY)
            for case in range(7)
        ),
        *(Test(f"tests/test_d.py::test_cases[{case}]") for case in range(9)),
        *(Test(f"tests/director/test_e.py::test_{mark}", mark, "database") for mark in APART),
    ]


def names(tests) -> list[str]:
    return [test.nodeid for test in tests]


def test_both_parts_are_the_whole_suite_and_nothing_is_in_both():
    tests = [test for test in suite() if not set(test.marks) & set(APART)]
    daily, rest = part_of(tests, "sample"), part_of(tests, "rest")
    assert sorted(names([*daily[0], *rest[0]])) == sorted(names(tests))
    assert (names(daily[1]), names(rest[1])) == (names(rest[0]), names(daily[0]))


@pytest.mark.parametrize(
    ("most", "kept"), [(1, [0]), (2, [0, 9]), (4, [0, 3, 6, 9]), (10, list(range(10))), (40, list(range(10)))]
)
def test_a_few_cases_are_spread_from_the_first_to_the_last(most, kept):
    tests = [Test(f"tests/scoring/test_a.py::test_cases[{case}]") for case in range(10)]
    alone = Test("tests/scoring/test_a.py::test_alone")
    assert names(spread([*tests, alone], most)) == names([*(tests[case] for case in kept), alone])


def test_everything_is_all_and_leaves_nothing_out():
    tests = suite()
    assert part_of(tests, "all") == (tests, [])


@pytest.mark.parametrize("part", ["sample", "rest"])
def test_what_has_a_stage_of_its_own_is_left_out_of_no_part(part):
    apart = [f"tests/director/test_e.py::test_{mark}" for mark in APART]
    assert names(part_of(suite(), part)[0])[-len(apart) :] == apart


def test_of_many_cases_there_are_few_and_the_first_among_them():
    cases = names(test for test in sample(suite()) if "scoring" in test.nodeid)
    assert len(cases) == CASES["scoring"] + 1
    assert cases[0] == "tests/scoring/test_a.py::test_cases[0]"
    assert cases[-1] == "tests/scoring/test_a.py::test_alone"


def test_every_module_with_records_is_there_with_one_in_so_many_of_its_functions():
    functions = {test.nodeid.split("[")[0] for test in sample(suite()) if test.marks == ("database",)}
    assert Counter(name.split("::")[0] for name in functions) == {
        "tests/director/test_b.py": 2,
        "tests/director/test_c.py": 2,
    }


def test_checks_of_the_code_as_a_whole_are_there_with_all_cases():
    assert len([test for test in sample(suite()) if "test_d" in test.nodeid]) == 9
