"""Post a form to one fixed server, within limits of time and size.

The address is a constant of the program, and a redirect is an error: neither an event nor an answer
can lead a request to a server of the club's own network.
"""

import http.client
import ssl
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlencode

from director.additions.exports.sending.sentences import SendingSentences
from director.core.base.deadline import Deadline
from director.errors import DeskError

_MAX_ANSWER_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class Address:
    """A host and path. The *port* is None for the usual one.

    Only tests use a server without TLS, for which *is_secure* is False.
    """

    host: str
    path: str
    port: int | None = None
    is_secure: bool = True


def post_form(
    address: Address,
    query: Mapping[str, str],
    fields: Mapping[str, str],
    *,
    name: str,
    seconds: float,
    most_seconds: float,
) -> str:
    """Post *fields* to *address* and return the text of the answer.

    *name* is what people call the server. *seconds* is the time for each step: to connect, to send
    and to answer. After *most_seconds* the exchange ends, even if bytes still come.

    :raises DeskError: if the server can't be reached, doesn't answer, or answers with an error or
        a redirect
    """
    connection = _make_connection(address, seconds)
    body = urlencode(fields).encode("ascii")
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/plain, */*"}
    with Deadline(most_seconds) as deadline, closing(connection):
        try:
            connection.connect()
        except (OSError, http.client.HTTPException):
            raise DeskError(SendingSentences.SENDING_OFFLINE, name=name) from None
        # The connection lets go of its socket when the answer begins.
        connected = connection.sock
        deadline.watch(lambda: connected)
        try:
            connection.request("POST", f"{address.path}?{urlencode(query)}", body, headers)
            answer = connection.getresponse()
            content = answer.read(_MAX_ANSWER_BYTES)
        except (OSError, http.client.HTTPException):
            raise DeskError(SendingSentences.SENDING_NO_ANSWER, name=name) from None
    # An answer without a length seems to be complete when its socket is shut.
    if deadline.is_over:
        raise DeskError(SendingSentences.SENDING_NO_ANSWER, name=name)
    if answer.status != http.client.OK:
        raise DeskError(SendingSentences.SENDING_STATUS, name=name, status=answer.status)
    return content.decode("utf-8", errors="replace")


def _make_connection(address: Address, seconds: float) -> http.client.HTTPConnection:
    if address.is_secure:
        return http.client.HTTPSConnection(
            address.host, address.port, timeout=seconds, context=ssl.create_default_context()
        )
    return http.client.HTTPConnection(address.host, address.port, timeout=seconds)
