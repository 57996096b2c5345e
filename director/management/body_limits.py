"""How large the body of a request may be, held before anything of it is written to the disk.

The server puts what is larger than half a megabyte into a file until all of it has come, before the
program is asked anything.  Behind gunicorn the web server in front holds the same limits
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

from director.core.base.sentences import DeskSentences
from director.core.pages.phones.views import LARGEST as LARGEST_OF_PHONES
from director.errors import Sentence
from director.management.sentences import CommandSentences

LARGEST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
PHONES_AT = "/t/"
"""How the addresses of the tables begin."""
LARGEST_OUTSIDE = 1_000_000
"""How many bytes somebody may send who is not signed in."""


class TooLarge(RequestEntityTooLarge):  # type: ignore[misc]  # waitress has no types
    """The answer to a body that is too large: its sentence, in the form that was asked for."""

    def __init__(self, sentence: str, headers: dict[str, str]) -> None:
        super().__init__(sentence)
        self._headers = headers

    def to_response(self, _ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body."""
        if self._headers.get("CONTENT_TYPE", "").startswith("application/json"):
            kind, body = "application/json", json.dumps({"error": self.body})
        elif "HX_REQUEST" in self._headers:
            kind, body = "text/plain; charset=utf-8", self.body
        else:
            kind, body = (
                "text/html; charset=utf-8",
                render_to_string("400.html", {"sentence": self.body}),
            )
        return (
            f"{self.code} {self.reason}",
            [("Content-Type", kind), ("Cache-Control", "no-store")],
            body.encode(),
        )


class LimitedParser(HTTPRequestParser):  # type: ignore[misc]
    """What reads a request, and of its body no more than its sender may send."""

    _refusal = ""
    adj: Adjustments
    error: Error | None

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head, and settle how much may follow it."""
        super().parse_header(header_plus)
        if self.body_rcv is not None:
            most, sentence = self._limit()
            self._refusal = sentence.says(most=most, megabytes=most // 1_000_000)
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = most + 1  # waitress refuses what reaches it

    def received(self, data: bytes) -> int:
        """Read *data*, and return how much of it belongs to this request."""
        consumed: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = TooLarge(self._refusal, self.headers)
            self.expect_continue = False  # or the channel would let the sender go on
        return consumed

    def _limit(self) -> tuple[int, Sentence]:
        """Return how many bytes may be sent, and what is said of more."""
        if f"/{self.path.lstrip('/')}".startswith(PHONES_AT):
            return LARGEST_OF_PHONES, DeskSentences.PHONE_SENT_TOO_MUCH
        if (self.chunked or self.content_length > LARGEST_OUTSIDE) and not _is_signed_in(
            self.headers
        ):
            return LARGEST_OUTSIDE, CommandSentences.TOO_LARGE_OUTSIDE
        return LARGEST, CommandSentences.TOO_LARGE


def _is_signed_in(headers: dict[str, str]) -> bool:
    """Return whether the cookie of a request is that of a session, not only called so."""
    key = parse_cookie(headers.get("COOKIE", "")).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return False
    with (
        closing(connection),
        suppress(DatabaseError),
    ):  # the thread of all connections keeps none of its own
        return Session.objects.filter(pk=key, expire_date__gt=timezone.now()).exists()
    return False


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection whose sender gets the refusal of a large body to read.

    Closed while more of the body comes in, it would be broken off, and browsers show an error of
    their own in place of the answer.  What still comes is read and dropped until the sender closes
    or the time for idle connections is over.
    """

    parser_class = LimitedParser
    _refused = _dropping = False

    def service(self) -> None:
        """Answer the next request."""
        self._refused = isinstance(self.requests[0].error, TooLarge)
        super().service()

    def handle_close(self) -> None:
        """Close, but first let the sender of a refused body read the answer."""
        if self._refused and self.connected and not self._dropping:
            self._dropping, self.will_close = True, False
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                return
        super().handle_close()

    def readable(self) -> Any:
        """Return whether more is read."""
        return (self._dropping and not self.will_close) or super().readable()

    def handle_read(self) -> None:
        """Read, and drop what belongs to a refused body."""
        if self._dropping:
            self.recv(self.adj.recv_bytes)
        else:
            super().handle_read()
