"""One in, one out: what a reader must hold in mind grows only with a reason."""

from dataclasses import fields

import pytest

from tests.budget import PACKAGES, Budget, are_mirrored, measure, read_allowed


@pytest.mark.parametrize("package", PACKAGES)
def test_no_figure_is_above_its_budget(package):
    allowed, measured = read_allowed()[package], measure(package)
    above = {
        field.name: getattr(measured, field.name)
        for field in fields(Budget)
        if getattr(measured, field.name) > getattr(allowed, field.name)
    }
    assert above == {}, "take something away, or raise it in tests/budget.toml with the reason"


def test_records_with_few_fields_in_common_are_no_mirrors():
    assert not are_mirrored({"a", "b", "c", "d", "e"}, {"a", "b", "x", "y", "z"})
