"""Passwords that were given: the log of who came in, and what makes guessing them slow."""

from django.db import models


class SignInPlace(models.TextChoices):
    """Where a password, or what stands for one, was given."""

    SIGN_IN = "sign-in", "sign-in"
    LINK = "link", "one-time link"
    PASSWORD = "password", "own password"


class SignInAttempt(models.Model):
    """One attempt to sign in at a *door*, from an address.

    *name* is that of the account, which may not exist.

    ``name`` is as it compares, without capitals.  Where an attempt succeeded the account is known
    from then on. ``browser`` names a browser in which the account had signed in before, and is
    empty in any other.  Old ones go, and there are never more than a few thousand.
    """

    name = models.CharField(max_length=150)
    address = models.CharField(max_length=45)
    browser = models.CharField(max_length=32, blank=True, default="")
    succeeded = models.BooleanField()
    at = models.DateTimeField()
    door = models.CharField(max_length=8, choices=SignInPlace, default=SignInPlace.SIGN_IN)

    class Meta:
        indexes = (
            models.Index(fields=("name", "at"), name="attempts_by_name"),
            models.Index(fields=("address", "at"), name="attempts_by_address"),
        )

    def __str__(self) -> str:
        return f"{self.name} from {self.address}"
