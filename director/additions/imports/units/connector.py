"""Talk to the Data Connector of Bridgemate Control Software: JSON over HTTP in the club's network.

Results wait there in a queue until :meth:`Connector.accept_results`, so none is lost if this
program stops in between.

Format: [BMDATA].
"""

import json
import re
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, InvalidURL
from typing import Any
from urllib.parse import urlsplit

from director.additions.shared.deadline import Deadline
from director.errors import DeskError

DEFAULT_PORT = 5079
_PATH = "/dc-scoringprogram"
_SECONDS = 20
_MAX_SECONDS = 60
"""Seconds for a whole exchange; those above are for each of its steps."""
_MAX_BYTES = 20_000_000
"""Bytes of an answer. 100 tables with 30 boards are 1.5 million."""
_START, _UPDATE_MOVEMENT, _NEW_RESULTS, _ALL_RESULTS, _ACCEPT_RESULTS = 5, 6, 19, 23, 27
_OK, _WARNING, _ERROR, _RESULTS = 1, 3, 4, 12
_NO_DATA, _NO_UPDATES = 2, 3
_HARMLESS_ERRORS = {_UPDATE_MOVEMENT: _NO_UPDATES, _NEW_RESULTS: _NO_DATA, _ALL_RESULTS: _NO_DATA}
"""Errors by command: that the units have the movement, or that the queue is empty."""
_MAX_REASON_LENGTH = 200
_USER_IN_ADDRESS = re.compile(r"^([a-z]*://)?.*@", re.DOTALL | re.IGNORECASE)
"""The beginning of an address with a user. A password may have any sign, also in a wrong address."""


@dataclass(frozen=True, slots=True)
class Licence:
    """What the maker gave the club for its own programs. The *key* is secret."""

    club: str
    key: str


@dataclass(frozen=True, slots=True)
class QueuedResults:
    """Results as records, and the number of the last one in the queue."""

    records: tuple[object, ...]
    last_number: int


class Connector:
    """The Data Connector at *address*, such as ``"http://192.168.1.50:5079"``.

    :raises DeskError: if the address or the licence can't be right
    """

    def __init__(self, address: str, licence: Licence) -> None:
        # For sentences alone, which directors copy into e-mails.
        self._address = _strip_user(address)
        try:
            parts = urlsplit(address)
            self._host, self._port = parts.hostname or "", parts.port or DEFAULT_PORT
        except ValueError as error:
            raise _make_units_no_address_error(address=self._address) from error
        if parts.scheme != "http" or not self._host:
            raise _make_units_no_address_error(address=self._address)
        if not licence.club or not licence.key:
            raise DeskError(
                "units-no-licence",
                "The Data Connector needs your club’s id and licence key. Set KALAMAZOO_UNITS_CLUB "
                "and KALAMAZOO_UNITS_KEY.",
            )
        self._licence = licence

    def start(self, data: dict[str, Any]) -> None:
        """Give the units the start data of a session. They forget any session before.

        :raises DeskError: if the Data Connector doesn't answer, or refuses
        """
        self._send(_START, "", json.dumps(data | {"ClubId": self._licence.club}))

    def update_movement(self, data: dict[str, Any]) -> bool:
        """Give the units the changed movement of a section. Return whether they had another one.

        :raises DeskError: if the Data Connector doesn't answer, or refuses
        """
        guid = data["SessionGuid"]
        text = json.dumps(data | {"ClubId": self._licence.club})
        return self._send(_UPDATE_MOVEMENT, guid, text).get("ErrorType") != _NO_UPDATES

    def read_results(self, guid: str, *, is_all: bool = False) -> QueuedResults:
        """Return the results that aren't accepted yet, or all if *is_all*.

        :raises DeskError: if the Data Connector doesn't answer, or refuses
        """
        answer = self._send(_ALL_RESULTS if is_all else _NEW_RESULTS, guid, "")
        text = answer.get("SerializedData") or "[]"
        if answer["DataType"] != _RESULTS:
            return QueuedResults((), 0)
        records = self._parse_json(text)
        last_number = answer.get("LastQueueItemId")
        if not isinstance(records, list) or not isinstance(last_number, int):
            raise _make_units_unreadable_error(address=self._address)
        return QueuedResults(tuple(records), last_number)

    def accept_results(self, guid: str, last_number: int) -> None:
        """Let the queue forget the results up to number *last_number*.

        :raises DeskError: if the Data Connector doesn't answer, or refuses
        """
        self._send(_ACCEPT_RESULTS, guid, json.dumps(last_number))

    def _send(self, command: int, guid: str, data: str) -> dict[str, Any]:
        envelope = {
            "Command": command,
            "ClubId": self._licence.club,
            "LicenceKey": self._licence.key,
            "SessionGuid": guid,
            "SerializedData": data,
        }
        answer = self._parse_json(self._post(json.dumps(envelope).encode()))
        if not isinstance(answer, dict) or not isinstance(answer.get("DataType"), int):
            raise _make_units_unreadable_error(address=self._address)
        is_harmless = (
            command in _HARMLESS_ERRORS and answer.get("ErrorType") == _HARMLESS_ERRORS[command]
        )
        if answer["DataType"] == _ERROR and not is_harmless:
            raise DeskError(
                "units-refused",
                "The Data Connector refused this: {reason}. Check the licence and the settings of "
                "Bridgemate Control Software.",
                reason=_read_reason(answer),
            )
        return answer

    def _post(self, body: bytes) -> bytes:
        # No proxy, since the Data Connector is in the club's own network.
        headers = {"Content-Type": "application/json; charset=utf-8"}
        try:
            connection = HTTPConnection(self._host, self._port, timeout=_SECONDS)
        except InvalidURL as error:
            raise _make_units_no_address_error(address=self._address) from error
        with Deadline(_MAX_SECONDS) as deadline, closing(connection):
            try:
                connection.connect()
                # The connection lets go of its socket when the answer begins.
                open_socket = connection.sock
                deadline.watch(lambda: open_socket)
                connection.request("POST", _PATH, body, headers)
                response = connection.getresponse()
                content = response.read(_MAX_BYTES + 1)
            except UnicodeError as error:
                # A name with an empty or too long part can't be looked up.
                raise _make_units_no_address_error(address=self._address) from error
            except (OSError, HTTPException) as error:
                reason = str(getattr(error, "strerror", "") or error or type(error).__name__)
                raise self._make_silent_error(reason) from error
        # An answer without a length seems to be complete when its socket is shut.
        if deadline.is_over:
            raise self._make_silent_error(
                "more than {seconds} seconds".format(seconds=_MAX_SECONDS)
            )
        if response.status != 200:
            raise self._make_silent_error(f"{response.status} {response.reason}")
        if len(content) > _MAX_BYTES:
            megabytes = _MAX_BYTES // 1_000_000
            raise self._make_silent_error("more than {megabytes} MB".format(megabytes=megabytes))
        return content

    def _make_silent_error(self, reason: str) -> DeskError:
        return DeskError(
            "units-silent",
            "The Data Connector at {address} doesn’t answer ({reason}). Start Bridgemate Control "
            "Software and check the network.",
            address=self._address,
            reason=_clean_text(reason),
        )

    def _parse_json(self, text: str | bytes) -> object:
        try:
            return json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise _make_units_unreadable_error(address=self._address) from error


def _strip_user(address: str) -> str:
    """Return *address* without a name and password.

    >>> _strip_user("http://anna:felt@green@192.168.1.50:5079")
    'http://192.168.1.50:5079'
    """
    return _USER_IN_ADDRESS.sub(r"\1", address)


def _read_reason(answer: dict[str, Any]) -> str:
    """Return why the Data Connector refused, in its own words, which are JSON."""
    text: Any = answer.get("SerializedData")
    # An older version sends the words as they are.
    with suppress(ValueError, TypeError, RecursionError):
        text = json.loads(text)
    return _clean_text(str(text or answer.get("ErrorType"))).rstrip(".")


def _clean_text(text: str) -> str:
    parts = "".join(letter if letter.isprintable() else " " for letter in text).split()
    return " ".join(parts)[:_MAX_REASON_LENGTH]


def _make_units_no_address_error(*, address: object) -> DeskError:
    return DeskError(
        "units-no-address",
        "“{address}” isn’t the address of a Data Connector. Try http://192.168.1.50:5079.",
        address=address,
    )


def _make_units_unreadable_error(*, address: object) -> DeskError:
    return DeskError(
        "units-unreadable",
        "The answer of {address} isn’t from a Data Connector. Check the address and the port.",
        address=address,
    )
