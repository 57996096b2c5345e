"""Compiled modules are kept, but not beside the sources of whoever wants none there."""

import os
import subprocess
import sys

import pytest

from tests.compiled import keep_compiled_in


@pytest.fixture
def unkept(monkeypatch):
    """An environment that wants no compiled modules."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", "")


def test_a_program_that_a_test_starts_finds_what_the_first_compiled(unkept, tmp_path):
    keep_compiled_in(tmp_path / "compiled")
    source = tmp_path / "sources" / "club.py"
    source.parent.mkdir()
    source.write_text("NAME = 'Riverside Club'\n", encoding="utf-8")
    subprocess.run([sys.executable, "-c", "import club"], cwd=source.parent, check=True)
    assert list(source.parent.iterdir()) == [source]
    assert [path.name.partition(".")[0] for path in tmp_path.rglob("club.*.pyc")] == ["club"]
    assert not sys.dont_write_bytecode


def test_whoever_keeps_them_elsewhere_keeps_them_there(unkept, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "own"))
    keep_compiled_in(tmp_path / "compiled")
    assert sys.dont_write_bytecode is True
    assert sys.pycache_prefix == str(tmp_path / "own")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    keep_compiled_in(tmp_path / "compiled")
    assert sys.pycache_prefix is None
    assert os.environ["PYTHONDONTWRITEBYTECODE"] == "1"
