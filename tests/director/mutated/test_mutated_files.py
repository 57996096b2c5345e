"""Mutated files of every format are read or refused in sentences, each in a few seconds."""

import random
import time
import traceback
from collections.abc import Iterable, Iterator
from itertools import count, takewhile

import pytest

from tests.director.mutated.readers import READERS, STORED, FileReader

pytestmark = pytest.mark.django_db

MAX_SECONDS = 10
"""For one file, by the clock of the thread. The slowest of a hundred thousand takes two."""
MOST_SHOWN = 20
MAX_SENTENCE = 6_000
FEW = 10


@pytest.fixture
def numbers(request) -> Iterator[int]:
    """Yield the numbers of the files that are tried, as long as ``--seconds`` says."""
    end = time.monotonic() + request.config.option.seconds
    return takewhile(lambda _number: time.monotonic() < end, count())


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_a_few_mutated_files_are_read_or_refused(name):
    assert failures(name, READERS[name], range(FEW)) == []


@pytest.mark.slow
@pytest.mark.mutated
@pytest.mark.parametrize("name", READERS)
def test_many_mutated_files_are_read_or_refused(name, numbers):
    assert failures(name, READERS[name], numbers) == []


@pytest.mark.slow
@pytest.mark.mutated
@pytest.mark.parametrize("name", STORED)
def test_mutated_events_are_stored_or_refused(name, numbers):
    assert failures(f"stored {name}", STORED[name], numbers) == []


def failures(name: str, reader: FileReader, numbers: Iterable[int]) -> list[str]:
    """Return what went wrong with the mutated files of these *numbers*, the first of each kind.

    A file depends only on *name* and its number, so it can be made again.
    """
    whole = reader.samples()
    failed: dict[str, str] = {}
    for number in numbers:
        data = reader.mutate(whole, random.Random(f"{name} {number}"))
        began = time.thread_time()
        try:
            sentences = reader.read(data)
        except Exception as error:  # any error but the reader's own is a failure
            place = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__} in {place.filename}, line {place.lineno}"
            failed.setdefault(kind, f"File {number}: {kind}: {error}"[:300])
            continue
        seconds = time.thread_time() - began
        if seconds > MAX_SECONDS:
            failed.setdefault("slow", f"File {number} takes {seconds:.0f} seconds.")
        for sentence in sentences:
            if not sentence.endswith((".", "…", "?", ")")) or len(sentence) > MAX_SENTENCE:
                failed.setdefault(sentence[-30:], f"File {number}: {sentence[:300]}")
        if len(failed) >= MOST_SHOWN:
            break
    return list(failed.values())
