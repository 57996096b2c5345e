"""A data folder of its own for the tests of backups."""

from pathlib import Path

import pytest


@pytest.fixture
def own_folder(tmp_path, settings) -> Path:
    """The data folder of this test, with the key beside the database."""
    settings.DATA_DIR, settings.SECRET_KEY_FILE = (
        tmp_path / "data",
        tmp_path / "data" / "secret.key",
    )
    settings.DATA_DIR.mkdir()
    return settings.DATA_DIR
