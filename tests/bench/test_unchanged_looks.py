"""What an unchanged look of a phone or a visitor costs, from the WSGI server on: most requests of a night.

``pytest -n 0 -m bench tests/bench/test_unchanged_looks.py`` measures processor time.
"""

from time import process_time
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.handlers.wsgi import WSGIHandler

from director.core.night.links.opening import open_table_addresses
from director.core.night.publishing import publish_results
from tests.bench.club import make_seven_tables

pytestmark = [
    pytest.mark.bench,
    pytest.mark.django_db(transaction=True),
    pytest.mark.benchmark(timer=process_time, min_rounds=200),
]


def ask(program, path, **headers):
    """Return the status and the headers of the response."""
    environ = {"PATH_INFO": path, "HTTP_HOST": "localhost", **headers}
    setup_testing_defaults(environ)
    answers = []
    response = program(environ, lambda status, headers: answers.append((status, dict(headers))))
    list(response)
    response.close()
    return answers[0]


@pytest.mark.parametrize("page", ["state of a table", "a published night", "list of results"])
def test_an_unchanged_look(benchmark, page):
    section = make_seven_tables()
    event = publish_results(event=section.session.event)
    table = open_table_addresses(session=section.session, section=section, tables=[1])[1]
    path = {
        "state of a table": f"/t/{table.token}/state.json",
        "a published night": event.get_absolute_url(),
        "list of results": "/results/",
    }[page]
    program = WSGIHandler()
    ask(program, path)
    _status, headers = ask(program, path)
    status, _headers = benchmark(ask, program, path, HTTP_IF_NONE_MATCH=headers["ETag"])
    assert status.startswith("304")
