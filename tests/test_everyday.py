"""Which tests the everyday run takes."""

import pytest

from tests.everyday import keep_everyday, spread_evenly


class Item:
    """A test as the choice sees it: its name, and whether it has records."""

    def __init__(self, nodeid: str, *, has_records: bool = False):
        self.nodeid = nodeid
        self.has_records = has_records

    def get_closest_marker(self, name: str) -> bool:
        return name == "database" and self.has_records


def list_names(items) -> list[str]:
    return [item.nodeid for item in items]


@pytest.mark.parametrize(
    ("most", "kept"),
    [(1, [0]), (2, [0, 9]), (4, [0, 3, 6, 9]), (10, list(range(10))), (40, list(range(10)))],
)
def test_a_few_cases_are_spread_from_the_first_to_the_last(most, kept):
    assert spread_evenly(list(range(10)), most) == kept


def test_a_test_that_stands_in_no_list_is_taken_with_few_cases():
    cases = [Item(f"tests/test_a.py::test_new[{case}]") for case in range(7)]
    with_records = [Item(f"tests/test_a.py::test_row[{n}]", has_records=True) for n in range(3)]
    kept = keep_everyday([*cases, *with_records], frozenset())
    assert list_names(kept) == list_names([cases[0], cases[3], cases[6], with_records[0]])


def test_modules_and_functions_of_the_list_are_left_out():
    items = [
        Item("tests/test_a.py::test_it"),
        Item("tests/test_b.py::test_long[1]"),
        Item("tests/test_b.py::test_longer"),
    ]
    kept = keep_everyday(items, frozenset({"tests/test_a.py", "tests/test_b.py::test_long"}))
    assert list_names(kept) == ["tests/test_b.py::test_longer"]
