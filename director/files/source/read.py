"""Reading results from elsewhere, told apart by what is in the file and not by its name."""

from typing import BinaryIO

from director.files.bws.read import read_bws
from director.files.errors import OtherFormatError
from director.files.pbn.read import read_pbn
from director.files.reading import LARGEST, looks_like, read_limited
from director.files.source.model import SourceEvent
from director.files.usebio.read import read_usebio

_READERS = {"XML": read_usebio, "a PBN file": read_pbn, "a database (.bws, .mdb)": read_bws}


def read_source(data: bytes | BinaryIO) -> SourceEvent:
    """Return the event whose results stand in *data*, whatever of the known formats it is.

    >>> read_source(b"%PDF-1.7")
    Traceback (most recent call last):
    director.files.errors.OtherFormatError: The file looks like a PDF, not like results; export them as USEBIO or PBN \
and choose that file.

    :raises ImportFileError: with every fault of the file in ``faults``, each one sentence.
    """
    raw = read_limited(data, LARGEST)
    kind = looks_like(raw)
    if kind not in _READERS:
        advice = "export them as USEBIO or PBN and choose that file"
        raise OtherFormatError(looks_like=kind, wanted="results", advice=advice)
    return _READERS[kind](raw)
