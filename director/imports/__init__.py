"""What other programs and people wrote, read into frozen records; nothing here touches a database."""

from director.imports.errors import Doubt, FaultyFileError, ImportFileError
from director.imports.files import visible_text
from director.imports.names import NamedPair, read_names
from director.imports.party_names import NamedPlayer, read_players
from director.imports.usebio import read_usebio
from director.imports.usebio_lines import line_entry
from director.imports.usebio_model import SCORINGS, UsebioBoard, UsebioEvent, UsebioLine, UsebioPair, UsebioPlayer

__all__ = [
    "SCORINGS",
    "Doubt",
    "FaultyFileError",
    "ImportFileError",
    "NamedPair",
    "NamedPlayer",
    "UsebioBoard",
    "UsebioEvent",
    "UsebioLine",
    "UsebioPair",
    "UsebioPlayer",
    "line_entry",
    "read_names",
    "read_players",
    "read_usebio",
    "visible_text",
]
