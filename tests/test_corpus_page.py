"""The page on files of others has the counts that are stored, and a reason for each file."""

from pathlib import PurePosixPath

from tests.corpus.page import PAGE, make_table
from tests.corpus.repositories import read_figures, read_names


def test_the_table_has_the_stored_counts():
    assert make_table(read_names(), read_figures()) in PAGE.read_text(encoding="utf-8")


def test_every_file_that_differs_or_is_refused_has_its_reason():
    page = PAGE.read_text(encoding="utf-8")
    missing_names = {
        path
        for (_repository, path), outcome in read_figures().items()
        if outcome in ("differs", "refused") and PurePosixPath(path).name not in page
    }
    assert missing_names == set()


def test_at_least_forty_repositories_are_named_once():
    names = read_names()
    assert len(names) == len(set(names)) >= 40
    assert {repository for repository, _path in read_figures()} <= set(names)
