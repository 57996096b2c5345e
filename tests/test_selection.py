"""Which tests stay where a run asks for fewer."""

import pytest

from tests.selection import one_in, spread


class Test:
    """A test of the suite as the selection sees it: its name."""

    __test__ = False

    def __init__(self, nodeid: str):
        self.nodeid = nodeid


def names(tests) -> list[str]:
    return [test.nodeid for test in tests]


@pytest.mark.parametrize(
    ("most", "kept"),
    [(1, [0]), (2, [0, 9]), (4, [0, 3, 6, 9]), (10, list(range(10))), (40, list(range(10)))],
)
def test_a_few_cases_are_spread_from_the_first_to_the_last(most, kept):
    tests = [Test(f"tests/scoring/test_a.py::test_cases[{case}]") for case in range(10)]
    alone = Test("tests/scoring/test_a.py::test_alone")
    assert names(spread([*tests, alone], most)) == names([*(tests[case] for case in kept), alone])


def test_one_in_three_functions_of_every_module_stays_with_all_its_cases():
    tests = [
        Test(f"tests/director/test_{module}.py::test_{name}[{case}]")
        for module in "ab"
        for name in range(4)
        for case in range(2)
    ]
    assert names(one_in(tests, 3)) == [
        f"tests/director/test_{module}.py::test_{name}[{case}]"
        for module in "ab"
        for name in (0, 3)
        for case in (0, 1)
    ]


def test_a_run_that_asks_for_nothing_has_every_test():
    tests = [Test(f"tests/test_a.py::test_{name}") for name in range(5)]
    assert one_in(tests, 1) == tests
