"""What can be wrong in a file of table units, one class for each sentence.

::

    BwsError                the file cannot be taken as it is
    └── NoReaderError, TooLargeDatabaseError, BrokenDatabaseError, SlowDatabaseError, NoTablesError, SinglePlayersError
    Doubt                   the file is read all the same
    └── RemarkDoubt
"""

from director.files.errors import Doubt, ImportFileError


class BwsError(ImportFileError):
    """A file of table units that cannot be taken as it is."""


class NoReaderError(BwsError):
    """The optional package that reads such databases is not installed."""

    code = "bws-no-reader"
    template = (
        "Reading Bridgemate files (.bws) needs one more package: type pip install .[bws] in the folder of the program, "
        "start the program again, and choose the file again."
    )


class TooLargeDatabaseError(BwsError):
    """Far more than an evening writes."""

    code = "bws-too-large"
    template = "The database holds {what}, far more than one evening needs; choose the file of one evening."


class BrokenDatabaseError(BwsError):
    """Not a whole database of Microsoft Access."""

    code = "bws-broken"
    template = "The database is damaged or cut short; copy it again from the computer of the table units."


class SlowDatabaseError(BwsError):
    """A database that takes longer than any real one."""

    code = "bws-slow"
    template = "Reading the database takes longer than {seconds} seconds; choose the file of one evening."


class NoTablesError(BwsError):
    """A database of something else."""

    code = "bws-no-tables"
    template = "The database holds no {table}, so no table unit wrote it; choose the .bws file of the evening."


class SinglePlayersError(BwsError):
    """An individual contest."""

    code = "bws-single-players"
    template = "In the file single players change partners; only pairs events can be read, so choose one of those."


class RemarkDoubt(Doubt):
    """Something a table unit noted in place of a contract, which does not say what counts."""

    code = "doubt-remark"
    template = '{where}: the table unit noted "{given}"; average was taken, so look at the line.'
