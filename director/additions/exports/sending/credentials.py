"""Names and passwords for sending, which are kept in a file and never in the database.

The file is ``sending.conf`` in the data folder, or the file that ``KALAMAZOO_SENDING`` names::

    [bridgewebs]
    club = riverside
    password = …

    [email]
    host = smtp.example.org
    user = club@example.org
    password = …
    from = club@example.org

    [addresses]
    County secretary = results@county.example

Backups and event files are made of the database alone, so that a password can't get into them.
Pages and the history name a receiver, never its address or password.
"""

import os
import re
import stat
from collections.abc import Mapping
from configparser import ConfigParser, Error, SectionProxy
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from director.errors import DeskError
from director.formats.errors import format_for_sentence

_OTHER_ACCOUNTS_MODE = stat.S_IRWXG | stat.S_IRWXO
_CLUB_CODE = re.compile(r"[A-Za-z0-9_-]{1,40}")
_DEFAULT_PORTS = {"starttls": 587, "tls": 465, "none": 25}
"""The usual port of a mail server by the security of the connection."""


@dataclass(frozen=True, slots=True)
class BridgeWebsAccount:
    """A club's account at BridgeWebsReceiver. Its ``repr`` has no password."""

    club: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class MailAccount:
    """A mail server and the account that sends. Its ``repr`` has no password.

    *security* is ``"starttls"``, ``"tls"`` or ``"none"``.
    """

    host: str
    port: int
    security: str
    user: str
    password: str = field(repr=False)
    sender: str


@dataclass(frozen=True, slots=True)
class SendingAccounts:
    """What the file names: accounts, None if it has none, and e-mail *addresses_by_name* by name."""

    bridgewebs: BridgeWebsAccount | None = None
    mail: MailAccount | None = None
    addresses_by_name: Mapping[str, str] = field(default_factory=dict, repr=False)


def get_accounts_file() -> Path:
    """Return the path of the file, which may not exist."""
    path: Path = settings.SENDING_FILE
    return path


def read_accounts() -> SendingAccounts:
    """Return the accounts in the file. Without a file there are none.

    :raises DeskError: if other accounts of the machine can read the file, or it has a fault
    """
    path = get_accounts_file()
    parser = ConfigParser(interpolation=None)
    # Names of receivers keep their capitals.
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        with path.open(encoding="utf-8-sig") as file:
            # Windows has no such bits; there the folder of a user is closed to others.
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & _OTHER_ACCOUNTS_MODE:
                raise DeskError(
                    "sending-file-open",
                    "Other accounts of this machine can read {file}. Let only its owner read it (chmod "
                    "600).",
                    file=path.name,
                )
            parser.read_file(file)
    except FileNotFoundError:
        return SendingAccounts()
    except OSError as error:
        raise DeskError(
            "sending-file-unreadable",
            "{file} can’t be read: {reason}. Let this account read it.",
            file=path.name,
            reason=error.strerror,
        ) from None
    except (UnicodeDecodeError, Error):
        # The text of these errors has lines of the file, so it may have a password.
        raise DeskError(
            "sending-file-no-parts",
            "{file} has a line that isn’t a [part] or a key = value, or one that is there twice. "
            "Correct it.",
            file=path.name,
        ) from None
    bridgewebs = mail = None
    addresses_by_name: dict[str, str] = {}
    if "bridgewebs" in parser:
        bridgewebs = _read_bridgewebs(parser["bridgewebs"])
    if "email" in parser:
        mail = _read_mail(parser["email"])
    if "addresses" in parser:
        addresses_by_name = _read_addresses(parser["addresses"])
    return SendingAccounts(bridgewebs, mail, addresses_by_name)


def _read_bridgewebs(part: SectionProxy) -> BridgeWebsAccount:
    club = _read_value(part, "club")
    if not _CLUB_CODE.fullmatch(club):
        raise _make_wrong_value_error(part, "club", "a club code of letters and digits")
    return BridgeWebsAccount(club, _read_value(part, "password"))


def _read_mail(part: SectionProxy) -> MailAccount:
    security = part.get("security", "starttls").lower()
    if security not in _DEFAULT_PORTS:
        raise _make_wrong_value_error(part, "security", "starttls, tls or none")
    port = part.get("port", str(_DEFAULT_PORTS[security]))
    if not re.fullmatch("[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
        raise _make_wrong_value_error(part, "port", "a number from 1 to 65535")
    sender = _read_value(part, "from")
    _check_address(part, "from", sender)
    return MailAccount(
        host=_read_value(part, "host"),
        port=int(port),
        security=security,
        user=part.get("user", ""),
        password=part.get("password", ""),
        sender=sender,
    )


def _read_addresses(part: SectionProxy) -> dict[str, str]:
    addresses = {}
    for name, address in part.items():
        _check_address(part, name, address)
        addresses[format_for_sentence(name)[:60]] = address
    return addresses


def _check_address(part: SectionProxy, key: str, address: str) -> None:
    try:
        validate_email(address)
    except ValidationError:
        raise _make_wrong_value_error(part, key, "an e-mail address") from None


def _read_value(part: SectionProxy, key: str) -> str:
    value = part.get(key, "")
    if not value:
        raise DeskError(
            "sending-file-lacks",
            "{file} has no {key} below [{part}]. Add it.",
            file=get_accounts_file().name,
            key=key,
            part=part.name,
        )
    return value


def _make_wrong_value_error(part: SectionProxy, key: str, valid_value: str) -> DeskError:
    return DeskError(
        "sending-file-wrong",
        "{key} below [{part}] in {file} isn’t {wanted}. Correct it.",
        file=get_accounts_file().name,
        key=format_for_sentence(key),
        part=part.name,
        wanted=valid_value.format(),
    )
