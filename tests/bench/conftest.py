"""What every benchmark of pages needs."""

import pytest
from django.template.base import Template
from django.test.utils import _TestState

from director.core.base.versions import LruCache
from tests.director.conftest import json_is_known
from tests.factories import make_director, sign_in

__all__ = ["json_is_known"]  # the fixture, for the queries that are counted here


@pytest.fixture(autouse=True)
def templates_as_served(monkeypatch):
    """Render as the program does when it is served: tests otherwise copy all that each template sees."""
    monkeypatch.setattr(Template, "_render", _TestState.saved_data.template_render)


@pytest.fixture(autouse=True)
def nothing_is_held():
    """Begin without what was read of an event of the same number, whose database is gone."""
    LruCache.clear_all()


@pytest.fixture
def desk():
    """A browser with the director signed in."""
    return sign_in(make_director())
