"""What can be wrong with a file of movements before anything in it is understood, one class for each sentence."""

from movements.errors import UnreadableFileError


class NoTextError(UnreadableFileError):
    """Bytes that are no text."""

    code = "unreadable-text"
    template = "{file} cannot be read: it is not UTF-8 text."


class NoJsonError(UnreadableFileError):
    """Text that begins like JSON and breaks off."""

    code = "unreadable-json"
    template = "{file} cannot be read: it is not JSON from line {line}, column {column} on."


class TooDeepError(UnreadableFileError):
    """JSON that no machine wants to hold."""

    code = "unreadable-depth"
    template = "{file} cannot be read: it is nested too deeply or holds a number too long."


class TooLargeError(UnreadableFileError):
    """Far more than a movement needs."""

    code = "unreadable-size"
    template = "{file} cannot be read: it has more than {most} million bytes."
