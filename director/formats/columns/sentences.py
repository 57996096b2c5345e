"""What is said of a file of columns."""

from director.errors import Sentence

COLUMNS_BROKEN_WORKBOOK = Sentence(
    "columns-broken-workbook",
    "The workbook is damaged or cut short; save it again, or save the sheet with the results as CSV.",
)
COLUMNS_SWOLLEN_WORKBOOK = Sentence(
    "columns-swollen-workbook",
    "The workbook unpacks to more than {limit} MB, far more than one session needs; choose another file.",
)
COLUMNS_ENTITY = Sentence(
    "columns-entity",
    "The workbook declares entities, which can be a trap and which no spreadsheet writes; save it again.",
)
COLUMNS_UNCOUNTED = Sentence(
    "columns-uncounted",
    "The column {title} is empty, and the workbook has formulas that were never worked out; open it in a "
    "spreadsheet, save it there and choose that file.",
)
COLUMNS_BROKEN_ROWS = Sentence(
    "columns-broken-rows", "Line {line} cannot be cut into cells ({reason}); save the table again as CSV."
)
COLUMNS_SLOW_WORKBOOK = Sentence(
    "columns-slow-workbook", "Reading the workbook takes longer than {seconds} seconds; choose the file of one session."
)
COLUMNS_TOO_MANY_CELLS = Sentence(
    "columns-too-many-cells",
    "The workbook has more than {limit} cells, far more than one session needs; choose another file.",
)
COLUMNS_TOO_MANY_ROWS = Sentence(
    "columns-too-many-rows",
    "The file has more than {limit} rows, far more than one session needs; choose another file.",
)
COLUMNS_NONE = Sentence(
    "columns-none",
    "The file looks like {looks_like}, but not like a table of results; give it a row of headings such as Board, "
    "NS, EW, Contract, By, Tricks, Score.",
)
COLUMNS_LACKING = Sentence(
    "columns-lacking", "No column of the file is known to hold {lacking}; give it that heading, or say which it is."
)
