"""What a form answers where something typed cannot be taken."""

from django.core.exceptions import ValidationError

from director.errors import Sentence


def invalid(sentence: Sentence, /, **params: object) -> ValidationError:
    """Return what refuses a field or a form, saying *sentence* about *params*.

    >>> invalid(Sentence("too-few", "{count} are too few."), count=2).messages
    ['2 are too few.']
    """
    return ValidationError(sentence.says(**params), code=sentence.code)
