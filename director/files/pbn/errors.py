"""What can be wrong in a PBN file, one class for each sentence.

::

    PbnError                the file cannot be taken as it is
    └── NoGamesError
"""

from director.files.errors import ImportFileError


class PbnError(ImportFileError):
    """A PBN file that cannot be taken as it is."""


class NoGamesError(PbnError):
    """Not a single game."""

    code = "pbn-no-games"
    template = "The file is PBN but holds no board; export the event again and choose that file."
