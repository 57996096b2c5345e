"""Files of results that imports read."""

from director.additions.imports.formats.door import read_hands_of_results, recognise_results
from director.core.base.hooks import FileReader
from director.formats.deals import DealInFile
from director.formats.door import FileUse, FormatCandidate

_PAGE = ("results_import", "Open in Import results")


class ResultsReader(FileReader):
    """Files of results of other programs."""

    # The page of results offers the sessions that may play the hands.
    pages = {FileUse.RESULTS: _PAGE, FileUse.HANDS: _PAGE}

    def recognise(self, data: bytes, kind: str) -> list[FormatCandidate]:
        """Return what *data* is, if it is a file of results."""
        return recognise_results(data, kind)

    def read_hands(self, data: bytes, kind: str) -> tuple[DealInFile, ...] | None:
        """Return the deals in a file of results, or None for other files."""
        return read_hands_of_results(data, kind)
