"""The error for the file of an event that can't be read."""

from director.core.base.sentences import DeskSentences
from director.errors import BackupError, Phrase


def make_not_whole_error(phrase: Phrase, /, **params: object) -> BackupError:
    """Return the error for a file that isn't a whole event, for the reason *phrase*."""
    return BackupError(DeskSentences.EVENT_FILE_BROKEN, reason=phrase.format(**params))
