"""The error for the file of an event that can't be read."""

from director.core.base.sentences import DeskSentences
from director.errors import BackupError, Phrase


class EventFileError(BackupError):
    """The file isn't a whole event, or its records don't fit. ``str()`` says what to do."""


def make_not_whole_error(phrase: Phrase, /, **params: object) -> EventFileError:
    """Return the error for a file that isn't a whole event, for the reason *phrase*."""
    return EventFileError(DeskSentences.EVENT_FILE_BROKEN, reason=phrase.says(**params))
