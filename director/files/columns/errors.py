"""What can be wrong in a file of columns, one class for each sentence.

::

    ColumnsError            the file cannot be taken as it is
    ├── BrokenWorkbookError, SwollenWorkbookError, SlowWorkbookError, WorkbookEntityError, UncountedError
    └── BrokenRowsError, TooManyCellsError, TooManyRowsError, NoColumnsError, LackingColumnsError
"""

from director.files.errors import ImportFileError


class ColumnsError(ImportFileError):
    """A file of columns that cannot be taken as it is."""


class BrokenWorkbookError(ColumnsError):
    """No whole workbook."""

    code = "columns-broken-workbook"
    template = "The workbook is damaged or cut short; save it again, or save the sheet with the results as CSV."


class SwollenWorkbookError(ColumnsError):
    """A workbook that swells to far more than it seems to be."""

    code = "columns-swollen-workbook"
    template = "The workbook unpacks to more than {limit} MB, far more than one session needs; choose another file."


class WorkbookEntityError(ColumnsError):
    """A workbook with declarations that can be a trap."""

    code = "columns-entity"
    template = "The workbook declares entities, which can be a trap and which no spreadsheet writes; save it again."


class UncountedError(ColumnsError):
    """A workbook with formulas that no spreadsheet has worked out."""

    code = "columns-uncounted"
    template = (
        "The column {title} is empty, and the workbook has formulas that were never worked out; open it in a "
        "spreadsheet, save it there and choose that file."
    )


class BrokenRowsError(ColumnsError):
    """Text that cannot be cut into cells."""

    code = "columns-broken-rows"
    template = "Line {line} cannot be cut into cells ({reason}); save the table again as CSV."


class SlowWorkbookError(ColumnsError):
    """A workbook that takes longer than any real one."""

    code = "columns-slow-workbook"
    template = "Reading the workbook takes longer than {seconds} seconds; choose the file of one session."


class TooManyCellsError(ColumnsError):
    """Far more cells than any session fills."""

    code = "columns-too-many-cells"
    template = "The workbook has more than {limit} cells, far more than one session needs; choose another file."


class TooManyRowsError(ColumnsError):
    """Far more rows than any session has."""

    code = "columns-too-many-rows"
    template = "The file has more than {limit} rows, far more than one session needs; choose another file."


class NoColumnsError(ColumnsError):
    """Text without columns."""

    code = "columns-none"
    template = (
        "The file looks like {looks_like}, but not like a table of results; give it a row of headings such as Board, "
        "NS, EW, Contract, By, Tricks, Score."
    )


class LackingColumnsError(ColumnsError):
    """Columns of which nobody can say what they are."""

    code = "columns-lacking"
    template = "No column of the file is known to hold {lacking}; give it that heading, or say which it is."
