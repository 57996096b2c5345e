"""Receivers of an event's files: BridgeWebs and people with an e-mail address.

A receiver takes a file and returns its answer. It knows nothing of events and the history.
"""

import http.client
import smtplib
import ssl
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from html import escape
from typing import Protocol
from urllib.parse import quote, quote_plus, urlencode

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from director.additions.exports.sending.credentials import (
    BridgeWebsAccount,
    MailAccount,
    get_accounts_file,
)
from director.additions.exports.sending.mail_backend import EmailBackend
from director.additions.shared.deadline import Deadline
from director.errors import DeskError
from director.formats.errors import format_for_sentence
from director.formats.formats import ExportFile

# Post a form to one fixed server, within limits of time and size.
#
# The address is a constant of the program, and a redirect is an error: neither an event nor an answer
# can lead a request to a server of the club's own network.

_MAX_ANSWER_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A server, and the path that takes a form there."""

    host: str
    path: str
    port: int | None = None  # None for the default one
    is_secure: bool = True  # only tests use a server without TLS


def post_form(
    address: ServerAddress,
    query: Mapping[str, str],
    fields: Mapping[str, str],
    *,
    name: str,
    step_seconds: float,
    total_seconds: float,
) -> str:
    """Post *fields* to *address* and return the text of the answer.

    *name* is what people call the server. *step_seconds* is the time for each step: to connect, to send
    and to answer. After *total_seconds* the exchange ends, even if bytes still come.

    :raises DeskError: if the server can't be reached, doesn't answer, or answers with an error or
        a redirect
    """
    connection = _make_connection(address, step_seconds)
    body = urlencode(fields).encode("ascii")
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/plain, */*"}
    with Deadline(total_seconds) as deadline, closing(connection):
        try:
            connection.connect()
        except (OSError, http.client.HTTPException):
            raise _make_sending_offline_error(name=name) from None
        # The connection drops its reference to the socket when the answer begins.
        connected_socket = connection.sock
        deadline.watch(lambda: connected_socket)
        try:
            connection.request("POST", f"{address.path}?{urlencode(query)}", body, headers)
            answer = connection.getresponse()
            content = answer.read(_MAX_ANSWER_BYTES)
        except (OSError, http.client.HTTPException):
            raise _make_sending_no_answer_error(name=name) from None
    # An answer without a length seems to be complete when its socket is shut.
    if deadline.is_over:
        raise _make_sending_no_answer_error(name=name)
    if answer.status != http.client.OK:
        raise _make_sending_status_error(name=name, status=answer.status)
    return content.decode("utf-8", errors="replace")


def _make_connection(address: ServerAddress, seconds: float) -> http.client.HTTPConnection:
    if address.is_secure:
        return http.client.HTTPSConnection(
            address.host, address.port, timeout=seconds, context=ssl.create_default_context()
        )
    return http.client.HTTPConnection(address.host, address.port, timeout=seconds)


BRIDGEWEBS_ADDRESS = ServerAddress(host="www.bridgewebs.com", path="/cgi-bin/bwx/api.cgi")
"""The one address that results are posted to. Source: docs/decisions/sending.md."""
BRIDGEWEBS_FORMATS = ("bridgewebs",)
STEP_SECONDS = 10
"""How long a server may take for each step, so that a page without internet doesn't hang."""
TOTAL_SECONDS = 60
"""How long a server may take for all steps. A large file needs some time on a slow line."""
_MAX_ANSWER_LENGTH = 160


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file with its name, and how an e-mail describes it."""

    name: str
    file: ExportFile
    title: str = ""  # of the event
    club: str = ""


class FileReceiver(Protocol):
    """Somebody who takes a file."""

    @property
    def name(self) -> str: ...  # for people

    @property
    def formats(self) -> tuple[str, ...] | None: ...  # keys of those that it takes, None for all

    def send(self, file: NamedFile) -> str:
        """Send *file* and return the answer as a sentence.

        :raises DeskError: if it wasn't taken, or nobody knows whether it was
        """


@dataclass(frozen=True, slots=True)
class BridgeWebsReceiver:
    """The web site of the club at BridgeWebs, which takes the CSV of one session.

    The answer has a line ``message = Upload Successful``, or another message if the file or the
    password is wrong.
    """

    account: BridgeWebsAccount
    address: ServerAddress
    name: str = "BridgeWebs"
    formats: tuple[str, ...] = BRIDGEWEBS_FORMATS

    def send(self, file: NamedFile) -> str:
        """Send *file* and return the answer as a sentence.

        :raises DeskError: if it wasn't taken, or nobody knows whether it was
        """
        fields = {
            "club": self.account.club,
            "password": self.account.password,
            "type": "upload",
            "filename": file.name,
            "data": file.file.content.decode("utf-8-sig"),
        }
        answer = post_form(
            self.address,
            {"club": self.account.club},
            fields,
            name=self.name,
            step_seconds=STEP_SECONDS,
            total_seconds=TOTAL_SECONDS,
        )
        message = _hide_password(_parse_message(answer), self.account.password)
        if "successful" not in message.lower():
            reason = message or "no reason was given."
            raise DeskError(
                "sending-refused",
                "{name} refused the file: {reason} Correct this, or download the file and upload it "
                "there.",
                name=self.name,
                reason=_add_full_stop(reason),
            )
        return _add_full_stop(message)


@dataclass(frozen=True, slots=True)
class MailReceiver:
    """A person with the *address*, who gets a file as an attachment. Only the *name* is shown."""

    account: MailAccount
    name: str
    address: str
    formats: None = None

    def send(self, file: NamedFile) -> str:
        """Send *file* and return the answer as a sentence.

        :raises DeskError: if it wasn't taken, or nobody knows whether it was
        """
        with Deadline(TOTAL_SECONDS) as deadline:
            connection = self._make_connection(deadline)
            try:
                self._deliver(self._make_message(file, connection), connection)
            finally:
                # Also after a refused password, when Django leaves the connection open.
                with suppress(OSError, smtplib.SMTPException):
                    connection.close()
        return "Taken by the mail server."

    def _make_connection(self, deadline: Deadline) -> BaseEmailBackend:
        account = self.account
        return EmailBackend(
            host=account.host,
            port=account.port,
            username=account.user,
            password=account.password,
            use_tls=account.security == "starttls",
            use_ssl=account.security == "tls",
            timeout=STEP_SECONDS,
            deadline=deadline,
        )

    def _make_message(self, file: NamedFile, connection: BaseEmailBackend) -> EmailMessage:
        message = EmailMessage(
            # A line break in the name of an event would be a header of its own.
            subject=f"{format_for_sentence(file.title)}: results",
            body=f"The results of {file.title} from {file.club} are attached: {file.name}\n",
            from_email=self.account.sender,
            to=[self.address],
            connection=connection,
        )
        message.attach(file.name, file.file.content, file.file.content_type.partition(";")[0])
        return message

    def _deliver(self, message: EmailMessage, connection: BaseEmailBackend) -> None:
        file_name = get_accounts_file().name
        try:
            connection.open()
        except smtplib.SMTPAuthenticationError:
            raise DeskError(
                "sending-sign-in",
                "The mail server refused the user or password. Correct both below [email] in {file}.",
                file=file_name,
            ) from None
        except UnicodeError:
            # A host with an empty part, or a user or password that isn't ASCII.
            raise DeskError(
                "sending-not-ascii",
                "The mail server can’t take the host, user or password below [email] in {file}. Use "
                "letters without accents.",
                file=file_name,
            ) from None
        except (OSError, smtplib.SMTPException):
            raise _make_sending_offline_error(name=_MAIL_SERVER) from None
        try:
            message.send()
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused):
            raise DeskError(
                "sending-address-refused",
                "The mail server refused the address of {name}. Correct it below [addresses] in "
                "{file}.",
                name=self.name,
                file=file_name,
            ) from None
        except smtplib.SMTPResponseException as error:
            raise _make_sending_status_error(name=_MAIL_SERVER, status=error.smtp_code) from None
        except (OSError, smtplib.SMTPException):
            raise _make_sending_no_answer_error(name=_MAIL_SERVER) from None


_MAIL_SERVER = "The mail server"


def _hide_password(message: str, password: str) -> str:
    """Return *message* for the history, without the password, which a server may repeat.

    >>> _hide_password("felt+%26+green or felt &amp; green is wrong", "felt & green")
    '*** or *** is wrong'
    """
    for spelling in (password, quote_plus(password), quote(password, safe=""), escape(password)):
        message = message.replace(spelling, "***")
    return format_for_sentence(message)[:_MAX_ANSWER_LENGTH]


def _parse_message(answer: str) -> str:
    """Return the message in an answer of BridgeWebs, or "".

    >>> _parse_message("Content\\n message = Upload Successful \\n")
    'Upload Successful'
    """
    for line in answer.splitlines():
        key, separator, value = line.partition("=")
        if separator and key.strip() == "message":
            return value.strip()
    return ""


def _add_full_stop(text: str) -> str:
    if text.endswith((".", "!", "?")):
        return text
    return f"{text}."


def make_receivers_by_key(
    bridgewebs: BridgeWebsAccount | None,
    mail: MailAccount | None,
    addresses_by_name: Mapping[str, str],
) -> dict[str, FileReceiver]:
    """Return the receivers by the keys that forms send.

    >>> list(make_receivers_by_key(BridgeWebsAccount("riverside", "secret"), None, {"County": "c@example.org"}))
    ['bridgewebs']
    """
    receivers_by_key: dict[str, FileReceiver] = {}
    if bridgewebs:
        receivers_by_key["bridgewebs"] = BridgeWebsReceiver(bridgewebs, BRIDGEWEBS_ADDRESS)
    if mail:
        for number, (name, address) in enumerate(addresses_by_name.items(), start=1):
            receivers_by_key[f"email-{number}"] = MailReceiver(mail, name, address)
    return receivers_by_key


def _make_sending_no_answer_error(*, name: object) -> DeskError:
    return DeskError(
        "sending-no-answer",
        "{name} took the file but didn’t answer. Look there for the results before you send again.",
        name=name,
    )


def _make_sending_offline_error(*, name: object) -> DeskError:
    return DeskError(
        "sending-offline",
        "{name} can’t be reached, and nothing was sent. Check the internet connection, then "
        "send again.",
        name=name,
    )


def _make_sending_status_error(*, name: object, status: object) -> DeskError:
    return DeskError(
        "sending-status",
        "{name} answered with error {status}. Try later, or download the file and upload it there.",
        name=name,
        status=status,
    )
