"""The rule for usernames, which forms and commands ask through the model of accounts.

Django's own rule refuses blanks and apostrophes, but directors sign in as *Mary Smith*.
"""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator

from director.core.base.sentences import DeskSentences

MAX_USERNAME_LENGTH = 60


def set_username_validator() -> None:
    """Make Django's user model validate usernames with :func:`validate_username`."""
    field = User._meta.get_field("username")
    column_validators = [
        validator for validator in field.validators if isinstance(validator, MaxLengthValidator)
    ]
    # Only the cached list is replaced. Migrations compare the list of the field's declaration.
    field.__dict__["validators"] = [validate_username, *column_validators]


def validate_username(name: str) -> None:
    """Raise if *name* has invisible characters, spare spaces or too many letters.

    >>> validate_username("Mary O'Brien")

    :raises ValidationError: with a sentence
    """
    if not name.isprintable() or name != " ".join(name.split()):
        sentence = DeskSentences.ACCOUNT_NAME_UNSEEN
    elif len(name) > MAX_USERNAME_LENGTH:
        sentence = DeskSentences.ACCOUNT_NAME_TOO_LONG
    else:
        return
    raise ValidationError(sentence.format(most=MAX_USERNAME_LENGTH), code=sentence.code)


def clean_username(typed_name: str) -> str:
    """Return *typed_name* as an account stores it.

    :raises ValidationError: if no account can have it, or another account has it
    """
    user = User(username=" ".join(typed_name.split()))
    user.full_clean(exclude={"password"}, validate_unique=False)
    if User.objects.filter(username__iexact=user.username).exists():
        sentence = DeskSentences.ACCOUNT_NAME_TAKEN
        raise ValidationError(
            {"username": ValidationError(sentence.format(name=user.username), code=sentence.code)}
        )
    return user.username
