"""What every page asks applications: files that they read, and parts that they show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.formats.deals import DealInFile
from director.formats.door import FileUse, FormatCandidate
from director.hooks import SharedHook


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a page: its *template*, which alone reads the *content*."""

    template: str
    content: object


class FileReader:
    """Files that an application reads, beside those of the core."""

    pages: Mapping[FileUse, tuple[str, str]] = {}
    """The names of the URLs of its pages that take files, each with the label of its button."""

    def recognise(self, data: bytes, kind: str) -> Sequence[FormatCandidate]:
        """Return what *data* can be used for, beside what the core reads.

        The file is unpacked, and of *kind* (``describe_file_kind``).
        """
        return ()

    def read_hands(self, data: bytes, kind: str) -> tuple[DealInFile, ...] | None:
        """Return the deals in *data*, an unpacked file of *kind*, or None if it has no results.

        :raises ImportFileError: with the faults of a file of results, or if it has no cards
        """
        return None


FILE_READERS: SharedHook[FileReader] = SharedHook()
