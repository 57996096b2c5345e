"""What a machine that watches the program reads: metrics, and a log in JSON with an id for each request."""

import json
import logging
import os
import re

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from director.core.files.running.log import JsonFormatter, request_id
from director.core.files.running.metrics import RequestFigures, format_metrics
from director.core.files.running.observed import ObservedRequests

MIDDLEWARE = "director.core.files.running.observed.ObservedRequests"


def read_metrics(text: str) -> dict[str, float]:
    return {
        name: float(value)
        for name, value in re.findall(r"^([^#]\S*(?:\{.*\})?) (\S+)$", text, re.M)
    }


@pytest.mark.django_db
def test_metrics_count_requests_for_a_reader_that_is_named(settings):
    settings.MIDDLEWARE = [MIDDLEWARE, *settings.MIDDLEWARE]
    settings.METRICS_READERS = ["127.0.0.1"]
    client = Client()
    client.get("/health/live/")
    client.get("/nowhere/")
    answer = client.get("/metrics")
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    metrics = read_metrics(answer.content.decode())
    assert metrics['kalamazoo_requests_total{status="2xx"}'] == 1
    assert metrics['kalamazoo_request_seconds_bucket{le="+Inf"}'] == 2
    assert metrics["kalamazoo_request_seconds_count"] == 2
    assert metrics["kalamazoo_ready"] == 1
    assert Client(REMOTE_ADDR="192.0.2.7").get("/metrics").status_code in (302, 404)


@pytest.mark.django_db
def test_without_the_setting_there_are_no_metrics():
    assert Client().get("/metrics").status_code in (302, 404)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked on Unix")
@pytest.mark.django_db
def test_forked_processes_are_added_up():
    figures = RequestFigures()
    figures.count(status=200, seconds=0.02)
    child = os.fork()
    if not child:
        figures.count(status=503, seconds=99)
        os._exit(0)
    os.waitpid(child, 0)
    metrics = read_metrics(format_metrics(figures))
    assert metrics['kalamazoo_requests_total{status="2xx"}'] == 1
    assert metrics['kalamazoo_requests_total{status="5xx"}'] == 1
    assert metrics['kalamazoo_request_seconds_bucket{le="10.0"}'] == 1
    assert metrics['kalamazoo_request_seconds_bucket{le="+Inf"}'] == 2
    assert metrics["kalamazoo_request_seconds_sum"] == 99.02


@pytest.mark.parametrize(
    ("given", "is_taken"), [("a1b2c3d4-77", True), ("short", False), ('"},{"', False)]
)
def test_request_has_one_id_in_the_log_and_in_the_answer(given, is_taken, caplog):
    logged_ids = []

    def answer(_request):
        logged_ids.append(request_id.get())
        return HttpResponse("ok")

    caplog.set_level(logging.INFO, "director.request")
    response = ObservedRequests(answer)(
        RequestFactory().get("/t/secret/", headers={"X-Request-ID": given})
    )
    assert logged_ids == [response["X-Request-ID"]]
    assert (response["X-Request-ID"] == given) is is_taken
    assert request_id.get() == ""
    assert "secret" not in caplog.text
    assert "GET - 200" in caplog.text


def test_log_in_json_is_one_line_for_each_record():
    token = request_id.set("a1b2c3d4")
    record = logging.LogRecord(
        "director.backup", logging.WARNING, "", 1, "No\n%s", ("“copy”",), None
    )
    try:
        line = JsonFormatter().format(record)
    finally:
        request_id.reset(token)
    assert "\n" not in line
    content = json.loads(line)
    assert content.pop("time").endswith("+00:00")
    assert content == {
        "level": "warning",
        "logger": "director.backup",
        "message": "No\n“copy”",
        "request_id": "a1b2c3d4",
    }
