"""Running the program as if it had been set up without some kinds of events, or without an addition."""

import pytest
from django.apps import apps
from django.conf import settings

from director import event_kinds


def leave_kinds_out(monkeypatch: pytest.MonkeyPatch, *contests: str) -> None:
    """Take the kinds of events of these *contests* out of the program."""
    kept = {key: kind for key, kind in event_kinds.EVENT_KINDS.items() if key not in contests}
    monkeypatch.setattr(event_kinds, "EVENT_KINDS", kept)
    monkeypatch.setattr(settings, "HAS_ALL_ADDITIONS", False)


def leave_addition_out(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Take the addition with this *name* from the pages that ask all of them."""
    kept = {key: config for key, config in apps.app_configs.items() if key != name}
    monkeypatch.setattr(apps, "app_configs", kept)
