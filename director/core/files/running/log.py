"""Log records of failed requests: one line each, with a traceback for bugs only.

With ``KALAMAZOO_LOG=json`` each record is an object in JSON, with the id of its request.
"""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from http import HTTPStatus


class OneLineFilter(logging.Filter):
    """Removes the traceback of bad requests and of disk or database errors.

    Anybody can send bad requests, as often as they like, and every request fails while the database
    is away. A traceback says nothing about either, but would fill the log.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let *record* through, without a traceback if its message is enough."""
        error = record.exc_info[1] if record.exc_info else None
        status = getattr(record, "status_code", None)
        if error is None or status is None:
            return True  # not about a request
        if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            record.exc_info = record.exc_text = None
        elif reason := _get_storage_reason(error):
            record.msg, record.args = "%s: %s", (record.getMessage(), reason)
            record.exc_info = record.exc_text = None
        return True


request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that this thread answers (``observed.py``)."""


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return *record* as an object with its time, level, logger and message."""
        content: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if number := request_id.get():
            content["request_id"] = number
        if (milliseconds := getattr(record, "milliseconds", None)) is not None:
            content["milliseconds"] = milliseconds
        if record.exc_info:
            content["traceback"] = self.formatException(record.exc_info)
        return json.dumps(content, ensure_ascii=False)


def _get_storage_reason(error: BaseException) -> str:
    """Return the disk or database error in one line, or ""."""
    # Imported late, because Django sets up the log before it can import models.
    from director.core.files.backups.storage_errors import find_storage_problem

    problem = find_storage_problem(error)
    if problem:
        return f"{problem.description} ({' '.join(str(error).split())})"
    return ""
