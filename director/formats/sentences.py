"""What is said of a file of whatever format, of PBN, of table units (BWS), and of a file that cannot be made."""

from director.errors import Phrase, Sentence

# any file
SEVERAL_FAULTS = Phrase("several-faults", "There are {count} faults, so nothing was taken over:")
FILE_EMPTY = Sentence("file-empty", "The file is empty; export it again and choose that file.")
FILE_TOO_LARGE = Sentence(
    "file-too-large", "The file is larger than {limit}, far more than one session needs; choose another file."
)
FILE_OTHER_FORMAT = Sentence("file-other-format", "The file looks like {looks_like}, not like {wanted}; {advice}.")

# XML
XML_OTHER_ROOT = Sentence(
    "xml-other-root", "The file is XML but begins with <{root}>, not with <USEBIO>; export the event as USEBIO."
)
XML_CUT_SHORT = Sentence(
    "xml-cut-short", "The file stops in the middle, near line {line}; it was cut short on its way, so export it again."
)
XML_BROKEN = Sentence(
    "xml-broken", "Line {line}, column {column} is not XML ({reason}); correct that line or export the event again."
)
XML_STRAY_CHARACTER = Sentence(
    "xml-stray-character",
    "Line {line}, column {column} holds a character that XML does not allow there; write & as &amp; and < as &lt;, "
    "or export the event again.",
)
XML_ENCODING = Sentence(
    "xml-encoding", 'The first line says that the file is written in "{encoding}", which it is not; save it as UTF-8.'
)
XML_ENTITY = Sentence(
    "xml-entity",
    'The file declares an entity "{name}", which can be a trap and which USEBIO never needs; '
    "take the <!ENTITY …> lines out or export the event again.",
)
XML_FETCHED_ENTITY = Sentence(
    "xml-fetched-entity",
    'The file wants "{address}" fetched as its entity "{name}"; nothing was fetched, '
    "so take the <!ENTITY …> lines out or export the event again.",
)
XML_UNKNOWN_ENTITY = Sentence(
    "xml-unknown-entity",
    "Line {line}, column {column} has a name between & and ; that XML does not know; write the letter itself.",
)
XML_OVERGROWN = Sentence("xml-overgrown", "The file has {what}, which no session has; choose another file.")

# PBN
PBN_NO_GAMES = Sentence(
    "pbn-no-games", "The file is PBN but holds no board; export the event again and choose that file."
)

# table units
BWS_NO_READER = Sentence(
    "bws-no-reader",
    "Reading Bridgemate files (.bws) needs one more package: type pip install .[bws] in the folder of the program, "
    "start the program again, and choose the file again.",
)
BWS_TOO_LARGE = Sentence(
    "bws-too-large", "The database holds {what}, far more than one evening needs; choose the file of one evening."
)
BWS_BROKEN = Sentence(
    "bws-broken", "The database is damaged or cut short; copy it again from the computer of the table units."
)
BWS_SLOW = Sentence(
    "bws-slow", "Reading the database takes longer than {seconds} seconds; choose the file of one evening."
)
BWS_NO_TABLES = Sentence(
    "bws-no-tables", "The database holds no {table}, so no table unit wrote it; choose the .bws file of the evening."
)
BWS_SINGLE_PLAYERS = Sentence(
    "bws-single-players",
    "In the file single players change partners; only pairs events can be read, so choose one of those.",
)
DOUBT_REMARK = Sentence(
    "doubt-remark", '{where}: the table unit noted "{given}"; average was taken, so look at the line.'
)

# a file that cannot be made
EXPORT_FORMAT = Sentence("export-format", 'There is no export format "{form}" here; choose one of {known}.')
EXPORT_EVERY_TABLE = Sentence(
    "export-every-table", "A file of the format {form} holds every table; a single table is a csv file."
)
EXPORT_SEPARATOR = Sentence("export-separator", 'There is no separator "{separator}" here; choose one of {known}.')
EXPORT_TABLE = Sentence("export-table", 'There is no table "{table}"; choose one of {known}.')
