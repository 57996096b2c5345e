"""What can be wrong in a list of names, one class for each sentence.

::

    NamesError
    ├── NoNamesError, OneNameError, ManyNamesError, NoLettersError, LongNameError, NoPairNumberError
    └── PersonTwiceError, OwnPartnerError, NumberTwiceError

What is wrong only in a list of single players or of teams lies beside its reader.
"""

from director.files.errors import ImportFileError


class NamesError(ImportFileError):
    """A list of names that cannot be taken as it is."""


class NoNamesError(NamesError):
    """No line with names."""

    code = "names-none"
    template = 'The list holds no pairs; write one pair to a line, as "Ada Ash & Bert Hazel".'


class OneNameError(NamesError):
    """A line with one name."""

    code = "names-one"
    template = 'Line {line_no} has one name only ("{given}"); write both partners with & between them.'


class ManyNamesError(NamesError):
    """A line with three names or more."""

    code = "names-many"
    template = "Line {line_no} reads as {count} names ({given}); write two, with & between them."


class NoLettersError(NamesError):
    """Where a name should be there is no letter."""

    code = "names-no-letters"
    template = 'Line {line_no}: "{given}" is no name; write both partners with & between them.'


class NoPairNumberError(NamesError):
    """A line that begins with a number no pair can have."""

    code = "names-no-pair-number"
    template = "Line {line_no}: {given} is no pair number; give one from 1 to 999, or none."


class PersonTwiceError(NamesError):
    """One person in two places of the list."""

    code = "names-person-twice"
    template = (
        "Line {line_no}: {name} is already in line {first_line_no}; correct one, "
        "or write “{name} 2” for somebody else of that name."
    )


class OwnPartnerError(NamesError):
    """One name for both partners."""

    code = "names-own-partner"
    template = "Line {line_no} has {name} as both partners; write the other partner's name."


class NumberTwiceError(NamesError):
    """One pair number on two lines."""

    code = "names-number-twice"
    template = "Line {line_no}: pair {pair} is already in line {first_line_no}; give each pair a number of its own."


class LongNameError(NamesError):
    """A name longer than any card could show."""

    code = "names-long"
    template = 'Line {line_no}: a name of {length} letters ("{given}…") is too long; shorten it to {limit}.'
