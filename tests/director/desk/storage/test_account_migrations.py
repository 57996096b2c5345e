"""Whoever had an account before there were roles is a director, also in a backup that comes from then."""

import pytest
from django.contrib.auth.models import User

from director.desk.account.links import INVITED_NAME
from director.desk.account.roles import Role, role_of
from tests.director.desk.storage.test_journal_migrations import migrate
from tests.factories import make_account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.settled]

BEFORE = "0028_tables_as_played"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    yield
    migrate()


def test_every_account_of_before_is_a_director_s():
    migrate(BEFORE)
    for name in ("dora", INVITED_NAME + "1"):
        User.objects.create(username=name)
    migrate()
    assert {role_of(user) for user in User.objects.all()} == {Role.DIRECTOR}
    make_account("sam", Role.SCORER)
    migrate()
    assert role_of(User.objects.get(username="sam")) is Role.SCORER
