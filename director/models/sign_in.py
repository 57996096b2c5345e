"""Attempts to sign in: a log for the club, and the data that slows down guessing."""

from django.db import models


class SignInPlace(models.TextChoices):
    """Pages on which somebody can sign in."""

    SIGN_IN = "sign-in", "sign-in"
    LINK = "link", "one-time link"
    PASSWORD = "password", "own password"


class SignInAttempt(models.Model):
    """One attempt to sign in at a *door*, from an address.

    ``name`` is the lower-case name of an account, which may not exist. ``browser`` is the id of a
    browser on which the account has signed in before, or empty. Old attempts are deleted, so there
    are never more than a few thousand.
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
