"""Servers for the tests of this folder; ``tests/live/__init__.py`` tells what each is."""

from contextlib import ExitStack

import pytest

from tests.live.servers import (
    EMBEDDED,
    KINDS,
    ON_POSTGRESQL,
    TWO_WORKERS,
    find_missing_requirement,
    serve_program,
)


def _serve(kind: str, stack: ExitStack, **how):
    if why := find_missing_requirement(kind):
        pytest.skip(why)
    return stack.enter_context(serve_program(kind, **how))


def _fixture(kind: str):
    @pytest.fixture(scope="module", name=kind.replace("-", "_"))
    def server():
        with ExitStack() as stack:
            yield _serve(kind, stack)

    return server


embedded, on_postgresql, two_workers = map(_fixture, (EMBEDDED, ON_POSTGRESQL, TWO_WORKERS))


@pytest.fixture(scope="module", params=KINDS)
def server(request):
    """A server of every kind, one after the other."""
    with ExitStack() as stack:
        yield _serve(request.param, stack)


@pytest.fixture
def serve():
    """A function that starts a server of a kind for this test alone."""
    with ExitStack() as stack:
        yield lambda kind, **how: _serve(kind, stack, **how)
