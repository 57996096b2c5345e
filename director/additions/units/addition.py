"""What table units add to the core: they read one more kind of file."""

from director.additions import Addition
from director.additions.units.bws.read import read_bws
from director.formats.source.model import SourceEvent


def _read_database(data: bytes, contest: str, _event_no: int) -> SourceEvent:
    """Return the event of a file of table units, which has one."""
    return read_bws(data, contest)


class TableUnits(Addition):
    """Results of Bridgemates, from their files and their Data Connector."""

    readers = {"a database (.bws, .mdb)": _read_database}


ADDITION = TableUnits()
