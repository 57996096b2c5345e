"""Limits for the body of a request, checked before any of it is written to the disk.

waitress collects a body of more than half a megabyte in a file before it calls the program, so the
program itself would refuse it too late. The limit depends on the sender: phones at tables, people
who aren't signed in, and all others. Behind gunicorn the web server in front has the same limits
(docs/hosting.md).
"""

import json
import socket
from contextlib import closing, suppress
from copy import copy
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.http.cookie import parse_cookie
from django.template.loader import render_to_string
from django.utils import timezone
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.utilities import Error, RequestEntityTooLarge

from director.core.base.refusals import PHONE_SENT_TOO_MUCH_ERROR
from director.core.base.requests import PHONE_PATH
from director.core.night.phone_entries import MAX_BODY_BYTES as MAX_BYTES_OF_PHONES

MAX_BODY_BYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
MAX_BYTES_SIGNED_OUT = 1_000_000
"""Bytes that somebody who isn't signed in may send."""


class BodyTooLargeError(RequestEntityTooLarge):  # type: ignore[misc]  # waitress has no types
    """The answer to a body that is too large: a sentence as JSON, plain text or a page."""

    def __init__(self, sentence: str, headers: dict[str, str]) -> None:
        super().__init__(sentence)
        self._headers = headers

    def to_response(self, _ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body."""
        if self._headers.get("CONTENT_TYPE", "").startswith("application/json"):
            content_type, body = "application/json", json.dumps({"error": self.body})
        elif "HX_REQUEST" in self._headers:
            content_type, body = "text/plain; charset=utf-8", self.body
        else:
            content_type = "text/html; charset=utf-8"
            body = render_to_string("400.html", {"message": self.body})
        return (
            f"{self.code} {self.reason}",
            [("Content-Type", content_type), ("Cache-Control", "no-store")],
            body.encode(),
        )


class LimitedParser(HTTPRequestParser):  # type: ignore[misc]
    """A parser that limits the body by its sender."""

    _refusal_message = ""
    adj: Adjustments
    error: Error | None

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the header and set the limit for the body."""
        super().parse_header(header_plus)
        if self.body_rcv is not None:
            max_bytes, text = self._get_limit()
            self._refusal_message = text.format(most=max_bytes, megabytes=max_bytes // 1_000_000)
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = max_bytes + 1  # waitress refuses this size itself

    def received(self, data: bytes) -> int:
        """Parse *data*, and return how many bytes belong to this request."""
        consumed: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = BodyTooLargeError(self._refusal_message, self.headers)
            self.expect_continue = False  # else the channel would tell the sender to continue
        return consumed

    def _get_limit(self) -> tuple[int, str]:
        """Return the limit in bytes, and what is said of a larger body."""
        path = f"/{self.path.lstrip('/')}"
        if path.startswith(PHONE_PATH):
            return MAX_BYTES_OF_PHONES, PHONE_SENT_TOO_MUCH_ERROR[1]
        # The length of a chunked body isn't known. The session is looked up for large bodies only.
        may_be_large = self.chunked or self.content_length > MAX_BYTES_SIGNED_OUT
        if may_be_large and not _is_signed_in(self.headers):
            return MAX_BYTES_SIGNED_OUT, (
                "You’re signed out, and this is larger than {megabytes} MB, so nothing was saved. "
                "Sign in, then send it again."
            )
        return MAX_BODY_BYTES, (
            "This is larger than {megabytes} MB, so nothing was saved. Larger files need a "
            "command: import_results or restore."
        )


def _is_signed_in(headers: dict[str, str]) -> bool:
    """Return whether the cookie of a request belongs to a stored session that is still valid."""
    key = parse_cookie(headers.get("COOKIE", "")).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return False
    # This thread serves all sockets, so it keeps no database connection open.
    with closing(connection), suppress(DatabaseError):
        return Session.objects.filter(pk=key, expire_date__gt=timezone.now()).exists()
    return False


class RefusalChannel(HTTPChannel):  # type: ignore[misc]
    """A connection whose sender can read the refusal of a large body.

    If it were closed while more of the body arrives, browsers would show an error of their own
    instead of the answer. So the rest is read and dropped until the sender closes the connection,
    or until the time for idle connections is over.
    """

    parser_class = LimitedParser
    _is_refused = False  # the answer to the current request refuses its body
    _is_dropping = False  # the rest of a refused body is read and dropped

    def service(self) -> None:
        """Answer the next request."""
        self._is_refused = isinstance(self.requests[0].error, BodyTooLargeError)
        super().service()

    def handle_close(self) -> None:
        """Close the connection, after the sender of a refused body has read the answer."""
        if self._is_refused and self.connected and not self._is_dropping:
            self._is_dropping = True
            self.will_close = False
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                return
        super().handle_close()

    def readable(self) -> Any:
        """Return whether the server still reads from the connection."""
        return (self._is_dropping and not self.will_close) or super().readable()

    def handle_read(self) -> None:
        """Read from the connection, and drop the rest of a refused body."""
        if self._is_dropping:
            self.recv(self.adj.recv_bytes)
        else:
            super().handle_read()
