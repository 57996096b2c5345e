"""Django's way to send e-mail, with a deadline for the whole exchange with the mail server."""

import smtplib
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.mail.backends import smtp

from director.additions.shared.deadline import Deadline


class EmailBackend(smtp.EmailBackend):
    """The backend of Django with a *deadline*, which its caller starts and ends."""

    def __init__(self, *args: Any, deadline: Deadline, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline = deadline

    @property
    def connection_class(self) -> Callable[..., smtplib.SMTP]:  # type: ignore[override]
        """What opens a connection, watched from the greeting on."""
        if self.use_ssl:
            return partial(_WatchedSecureConnection, self._deadline)
        return partial(_WatchedConnection, self._deadline)


class _WatchedConnection(smtplib.SMTP):
    def __init__(self, deadline: Deadline, *args: Any, **kwargs: Any) -> None:
        # The socket is another one after STARTTLS.
        deadline.watch(lambda: self.sock)
        super().__init__(*args, **kwargs)


class _WatchedSecureConnection(smtplib.SMTP_SSL):
    def __init__(self, deadline: Deadline, *args: Any, **kwargs: Any) -> None:
        deadline.watch(lambda: self.sock)
        super().__init__(*args, **kwargs)
