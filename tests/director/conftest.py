"""Fixtures of the tests that need a database."""

import pytest
from django.test import Client

from tests.factories import make_director


@pytest.fixture(autouse=True)
def quick_passwords(settings):
    """Hash passwords quickly: these accounts guard nothing, and the real way takes half a second each."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def files_on_demand(settings):
    """Look for static files when one is asked for, not all of them for every browser a test opens."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture
def director(db):
    """A director's account."""
    return make_director()


@pytest.fixture
def desk(director) -> Client:
    """A browser with the director signed in."""
    client = Client()
    client.force_login(director)
    return client
