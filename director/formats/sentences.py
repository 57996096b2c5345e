"""Sentences about files: in general, of results in columns, of deals and of lists of names."""

from director.errors import Phrase, Sentence


class FileSentences:
    """Sentences about files in general, PBN, and table units."""

    # any file
    SEVERAL_FAULTS = Phrase("Nothing was imported. Correct {count} faults:")
    FILE_EMPTY = Sentence("The file is empty. Export it again and choose that file.")
    FILE_TOO_LARGE = Sentence("The file is larger than {limit}. Choose another file.")
    FILE_OTHER_FORMAT = Sentence("The file looks like {looks_like}, not {wanted}; {advice}.")

    # archives
    ARCHIVE_SEVERAL = Sentence(
        "The archive has {count} files ({names}). Unpack it and choose one of them.",
    )
    ARCHIVE_EMPTY = Sentence("The archive has no files. Choose the file itself.")
    ARCHIVE_LOCKED = Sentence("The archive has a password. Unpack it and choose the file in it.")
    ARCHIVE_BROKEN = Sentence(
        "The archive can’t be unpacked here. Unpack it and choose the file in it."
    )

    DOUBT_LEFT_OUT = Sentence("{what} left out: {names}.")

    # XML
    XML_OTHER_ROOT = Sentence(
        "The file is XML but starts with <{root}> instead of <USEBIO>. Export the event as USEBIO.",
    )
    XML_CUT_SHORT = Sentence("The file is incomplete: it ends near line {line}. Export it again.")
    XML_BROKEN = Sentence(
        "Line {line}, column {column} isn’t valid XML ({reason}). Correct it or export the event again.",
    )
    XML_STRAY_CHARACTER = Sentence(
        "Line {line}, column {column} has a character that XML doesn’t allow. Use &amp; for & and &lt; for <, or export "
        "the event again.",
    )
    XML_ENCODING = Sentence(
        'The file isn’t in the encoding it names, "{encoding}". Save it as UTF-8.'
    )
    XML_ENTITY = Sentence(
        'The file has an XML entity "{name}", which can be unsafe. Delete the <!ENTITY …> lines or export the event again.',
    )
    XML_FETCHED_ENTITY = Sentence(
        'The file asks to fetch "{address}" as its entity "{name}", which isn’t allowed. Delete the <!ENTITY …> '
        "lines or export the event again.",
    )
    XML_UNKNOWN_ENTITY = Sentence(
        "Line {line}, column {column} has an unknown XML name between & and ;. Type the letter itself.",
    )
    XML_OVERGROWN = Sentence("The file has {what}, too many for a session. Choose another file.")

    # PBN
    PBN_NO_GAMES = Sentence(
        "The PBN file has no boards. Export the event again and choose that file."
    )

    PBN_OVERGROWN = Sentence(
        "The PBN file has more than {limit} {what}. Choose a file with one session."
    )

    # table units
    BWS_NO_READER = Sentence(
        "Bridgemate files (.bws) need one more package. Type pip install .[bws] in the program’s folder, restart the "
        "program and choose the file again.",
    )
    BWS_TOO_LARGE = Sentence(
        "The database has {what}, too many for one session. Choose a file with one session.",
    )
    BWS_BROKEN = Sentence(
        "The database can’t be read here. Close the Bridgemate program and copy the file again, or export the results as "
        "USEBIO, PBN or CSV.",
    )
    BWS_SLOW = Sentence(
        "Reading the database takes longer than {seconds} seconds. Choose a file with one session.",
    )
    BWS_NO_TABLES = Sentence(
        "The database has no {table}, so it isn’t from a Bridgemate. Choose the session’s .bws file.",
    )
    BWS_MIXED = Sentence(
        "Section {singles} is an individual contest, but section {pairs} isn’t. Import a file with one of them only.",
    )
    DOUBT_UNKNOWN_PLAYERS = Sentence(
        "{where}: the file doesn’t say which four players sat there. The result was left out; enter it in Scores.",
    )
    DOUBT_BWS_TABLES = Sentence(
        "The database’s part {tables} can’t be read, so it was left out. The results are complete.",
    )
    DOUBT_TURNED = Sentence(
        "{where}: the pairs sat in the other direction. The result was left out; enter it in Scores.",
    )
    DOUBT_REMARK = Sentence(
        '{where}: the Bridgemate noted "{given}", imported as average. Check the result.',
    )

    # a file that cannot be made
    EXPORT_FORMAT = Sentence('Unknown export format "{form}". Choose one of {known}.')
    EXPORT_EVERY_TABLE = Sentence("{form} files contain all tables. Use csv for a single table.")
    EXPORT_SEPARATOR = Sentence('Unknown separator "{separator}". Choose one of {known}.')
    EXPORT_SESSION = Sentence(
        "The event has no session {session_no} in this format. Choose another."
    )
    RECEIVER_OF_OTHER = Sentence("{form} files are the same for everybody. Leave the receiver out.")
    EXPORT_TABLE = Sentence('Unknown table "{table}". Choose one of {known}.')


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


class DealSentences:
    """Sentences about files of deals."""

    DEALS_NONE = Sentence("The file has no deals. Choose the file from the dealing program.")
    DEALS_OF_RESULTS = Sentence(
        "The file has results but no cards. Import it under Nights → Import results.",
    )
    DEALS_DIFFER = Sentence(
        "The file has {count} events with different cards: {titles}. Save the one that was played "
        "here as a file of its own."
    )
    DEALS_UNREAD = Sentence("The file has results, but cards that can’t be read. {reason}")
    DEALS_OTHER_FILE = Sentence(
        "The file looks like {looks_like}. Choose a PBN, DUP, DLM, BRI, DGE, LIN or RBN file.",
    )
    DEALS_BOARD = Sentence('{where}: "{given}" isn’t a board number. Use 1 to {most}.')
    DEALS_CARDS = Sentence("Board {board_no}: {reason}")
    DEALS_TWICE = Sentence(
        "Board {board_no} is in the file twice with different cards. Delete one."
    )
    DEALS_CUT = Sentence(
        "The file ends in the middle of board {board_no}. Save it again from the dealing program.",
    )
    DEALS_CARD_CODE = Sentence(
        'Board {board_no}: "{given}" isn’t a card from 01 to 52. Save the file again.',
    )
    DEALS_HAND_SIGNS = Sentence(
        "Board {board_no}: a hand has something other than suits and cards from A to 2. Save the file again.",
    )
    DEALS_HANDS_CODE = Sentence(
        'Board {board_no}: "{given}" isn’t a deal. It must start with the dealer and have three or four hands.',
    )
    DEALS_SEAT_HANDS = Sentence(
        '{where}: "{given}" isn’t a deal. It must start with N, E, S or W and have three or four hands.',
    )
    DEALS_NO_BOARDS_NAMED = Sentence(
        "The file doesn’t say which boards it has. From board and To board must be 1 to {most}. Save it again from the "
        "dealing program.",
    )
    DEALS_LACKING_BOARDS = Sentence(
        "The file should have boards {first} to {last}, but {count} are missing, starting with board {board_no}. Save it "
        "again from the dealing program.",
    )
    DEALS_BOARD_LETTERS = Sentence(
        'Board {board_no}: "{given}" isn’t 26 letters from a to p and a checksum. Save the file again from the dealing '
        "program.",
    )
    DEALS_CHECK_SUM = Sentence(
        "Board {board_no}: the checksum is {given} instead of {expected}, so the file is damaged. Save it again from the "
        "dealing program.",
    )
    DEALS_HAND_CARDS = Sentence(
        'Board {board_no}: "{given}" isn’t a hand with cards from A to 2. Export the file again.',
    )


class NameListSentences:
    """Sentences about lists of names."""

    NAMES_NONE = Sentence(
        'The list has no pairs. Type one pair per line, such as "Ada Ash & Bert Hazel".'
    )
    NAMES_ONE = Sentence(
        'Line {line_no} has only one name ("{given}"). Type both partners with & between them.',
    )
    NAMES_MANY = Sentence(
        "Line {line_no} has {count} names ({given}). Type two, with & between them."
    )
    NAMES_NO_LETTERS = Sentence(
        'Line {line_no}: "{given}" isn’t a name. Type both partners with & between them.',
    )
    NAMES_NO_PAIR_NUMBER = Sentence(
        "Line {line_no}: {given} isn’t a pair number. Use 1 to 999, or leave it out.",
    )
    NAMES_PERSON_TWICE = Sentence(
        "Line {line_no}: {name} is already in line {first_line_no}. Correct one, or use “{name} 2” for another person.",
    )
    NAMES_OWN_PARTNER = Sentence(
        "Line {line_no} has {name} as both partners. Type the other partner’s name.",
    )
    NAMES_NUMBER_TWICE = Sentence(
        "Line {line_no}: pair {pair} is already in line {first_line_no}. Use a different number.",
    )
    NAMES_LONG = Sentence(
        'Line {line_no}: a name with {length} letters ("{given}…") is too long. Shorten it to {limit}.',
    )

    # single players
    PLAYERS_NONE = Sentence(
        'The list has no names. Type one player per line, such as "Ada Ash" or "12 Ada Ash".',
    )
    PLAYERS_TWO_NAMES = Sentence(
        "Line {line_no} has {count} names ({given}). Type one player per line."
    )
    PLAYERS_NO_NAME = Sentence(
        'Line {line_no}: "{given}" isn’t a name. Type the name, after the number if there is one.',
    )
    PLAYERS_NUMBER_TWICE = Sentence(
        "Line {line_no}: number {number} is already in line {first_line_no}. Use a different number.",
    )

    # teams
    TEAMS_NONE = Sentence(
        'The list has no teams. Type one team per line, such as "Red Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn".',
    )
    TEAMS_FEW = Sentence(
        "Line {line_no}: {team} has {players}, but a team needs {least} to {most}. Add players.",
    )
    TEAMS_MANY = Sentence(
        "Line {line_no}: {team} has {players}, but a team needs {least} to {most}. Remove players.",
    )
    TEAMS_MEMBER_AGAIN = Sentence("Line {line_no} has {name} twice. List each player once.")
    TEAMS_NAME_TWICE = Sentence(
        "Line {line_no}: {team} is already the team in line {first_line_no}. Rename one.",
    )
    TEAMS_NUMBER_TWICE = Sentence(
        "Line {line_no}: team {number} is already in line {first_line_no}. Use a different number.",
    )
    TEAMS_CAPTAIN = Sentence(
        "Line {line_no}: the captain {name} isn’t in {team}. Choose one of its players.",
    )
    TEAMS_CAPTAINS = Sentence("Line {line_no}: {team} has {count} captains. Mark one.")
    TEAMS_LONG = Sentence(
        'Line {line_no}: a team name with {length} letters ("{given}…") is too long. Shorten it to {limit}.',
    )
