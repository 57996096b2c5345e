"""Sentences about files of columns."""

from director.errors import Sentence


class ColumnSentences:
    """Sentences about files of columns."""

    COLUMNS_BROKEN_WORKBOOK = Sentence(
        "The workbook can’t be read here. Open it in a spreadsheet and save the sheet with the results as CSV.",
    )
    COLUMNS_SWOLLEN_WORKBOOK = Sentence(
        "The workbook is larger than {limit} MB when unpacked. Choose another file.",
    )
    COLUMNS_ENTITY = Sentence(
        "The workbook contains XML entities, which can be unsafe. Save it again from a spreadsheet.",
    )
    COLUMNS_UNCOUNTED = Sentence(
        "The column {title} is empty because its formulas haven’t been calculated. Open and save the file in a "
        "spreadsheet, then choose it again.",
    )
    COLUMNS_BROKEN_ROWS = Sentence(
        "Line {line} isn’t valid CSV ({reason}). Save the table again as CSV."
    )
    COLUMNS_OPEN_QUOTE = Sentence(
        "A quotation mark isn’t closed, so the rows up to line {line} run together. Delete the mark, or save the table "
        "again as CSV.",
    )
    COLUMNS_SLOW_WORKBOOK = Sentence(
        "Reading the workbook takes longer than {seconds} seconds. Choose a file with one session.",
    )
    COLUMNS_TOO_MANY_CELLS = Sentence(
        "The workbook has more than {limit} cells. Choose a file with one session, or save its sheet as CSV.",
    )
    COLUMNS_OVERGROWN = Sentence(
        "The workbook has too many sheets, texts or formats. Save the sheet with the results as CSV.",
    )
    COLUMNS_TOO_MANY_ROWS = Sentence(
        "The file has more than {limit} rows. Choose a file with one session.",
    )
    COLUMNS_NONE = Sentence(
        "The file looks like {looks_like}, not a table of results. Add a row of headings such as Board, NS, EW, "
        "Contract, By, Tricks, Score.",
    )
    COLUMNS_LACKING = Sentence(
        "The file has no column for {lacking}. Add that heading, or choose the column.",
    )
    COLUMNS_OF_PEOPLE = Sentence(
        "This is a list of people, not of results. Import it under People → Import list.",
    )
    DOUBT_COLUMNS = Sentence(
        "Columns left out: {names}. If one of them matters, say under Columns what it holds.",
    )
    DOUBT_NO_CONTRACTS = Sentence(
        "{question} Without it, only scores are imported. Columns left out: {names}. Say under Columns what they hold.",
    )
