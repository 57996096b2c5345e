"""Refusals that don't end as a sentence does."""

from tests.test_refusals import ENDS, PACKAGES, find_refusals


def list_advice() -> list[str]:
    """Return the refusals without a full stop."""
    return [
        f"{refusal.place}: no full stop: {refusal.text}"
        for package in PACKAGES
        for refusal in find_refusals(package)
        if refusal.text[-1] not in ENDS
    ]
