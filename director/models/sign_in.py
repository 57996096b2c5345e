"""Attempts to sign in, so that guessing passwords is slow."""

from django.db import models


class SignInAttempt(models.Model):
    """One attempt to give a password: for the account called *name* (there may be none) from an address.

    ``name`` is as it compares, without capitals.  A success stands once for each name and address, with its latest
    time: from there the account is known.  Failures older than a day are of no use and go.
    """

    name = models.CharField(max_length=150)
    address = models.CharField(max_length=45)
    succeeded = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=("name", "at"), name="attempts_by_name"),
            models.Index(fields=("address", "at"), name="attempts_by_address"),
        )

    def __str__(self) -> str:
        return f"{self.name} from {self.address}"
