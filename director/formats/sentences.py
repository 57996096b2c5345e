"""Sentences about files in general, PBN, and table units."""

from director.errors import Phrase, Sentence

# any file
SEVERAL_FAULTS = Phrase("several-faults", "Nothing was imported. Correct {count} faults:")
FILE_EMPTY = Sentence("file-empty", "The file is empty. Export it again and choose that file.")
FILE_TOO_LARGE = Sentence("file-too-large", "The file is larger than {limit}. Choose another file.")
FILE_OTHER_FORMAT = Sentence(
    "file-other-format", "The file looks like {looks_like}, not {wanted}; {advice}."
)

# XML
XML_OTHER_ROOT = Sentence(
    "xml-other-root",
    "The file is XML but starts with <{root}> instead of <USEBIO>. Export the event as USEBIO.",
)
XML_CUT_SHORT = Sentence(
    "xml-cut-short", "The file is incomplete: it ends near line {line}. Export it again."
)
XML_BROKEN = Sentence(
    "xml-broken",
    "Line {line}, column {column} isn’t valid XML ({reason}). Correct it or export the event again.",
)
XML_STRAY_CHARACTER = Sentence(
    "xml-stray-character",
    "Line {line}, column {column} has a character that XML doesn’t allow. Use &amp; for & and &lt; for <, or export "
    "the event again.",
)
XML_ENCODING = Sentence(
    "xml-encoding", 'The file isn’t in the encoding it names, "{encoding}". Save it as UTF-8.'
)
XML_ENTITY = Sentence(
    "xml-entity",
    'The file has an XML entity "{name}", which can be unsafe. Delete the <!ENTITY …> lines or export the event again.',
)
XML_FETCHED_ENTITY = Sentence(
    "xml-fetched-entity",
    'The file asks to fetch "{address}" as its entity "{name}", which isn’t allowed. Delete the <!ENTITY …> '
    "lines or export the event again.",
)
XML_UNKNOWN_ENTITY = Sentence(
    "xml-unknown-entity",
    "Line {line}, column {column} has an unknown XML name between & and ;. Type the letter itself.",
)
XML_OVERGROWN = Sentence(
    "xml-overgrown", "The file has {what}, too many for a session. Choose another file."
)

# PBN
PBN_NO_GAMES = Sentence(
    "pbn-no-games", "The PBN file has no boards. Export the event again and choose that file."
)

PBN_OVERGROWN = Sentence(
    "pbn-overgrown", "The PBN file has more than {limit} {what}. Choose a file with one session."
)

# table units
BWS_NO_READER = Sentence(
    "bws-no-reader",
    "Bridgemate files (.bws) need one more package. Type pip install .[bws] in the program’s folder, restart the "
    "program and choose the file again.",
)
BWS_TOO_LARGE = Sentence(
    "bws-too-large",
    "The database has {what}, too many for one session. Choose a file with one session.",
)
BWS_BROKEN = Sentence(
    "bws-broken",
    "The database is damaged or incomplete. Copy it again from the Bridgemate computer.",
)
BWS_SLOW = Sentence(
    "bws-slow",
    "Reading the database takes longer than {seconds} seconds. Choose a file with one session.",
)
BWS_NO_TABLES = Sentence(
    "bws-no-tables",
    "The database has no {table}, so it isn’t from a Bridgemate. Choose the session’s .bws file.",
)
BWS_SINGLE_PLAYERS = Sentence(
    "bws-single-players",
    "This is an individual event. Only pairs events can be imported, so choose one.",
)
DOUBT_REMARK = Sentence(
    "doubt-remark",
    '{where}: the Bridgemate noted "{given}", imported as average. Check the result.',
)

# a file that cannot be made
EXPORT_FORMAT = Sentence("export-format", 'Unknown export format "{form}". Choose one of {known}.')
EXPORT_EVERY_TABLE = Sentence(
    "export-every-table", "{form} files contain all tables. Use csv for a single table."
)
EXPORT_SEPARATOR = Sentence(
    "export-separator", 'Unknown separator "{separator}". Choose one of {known}.'
)
EXPORT_TABLE = Sentence("export-table", 'Unknown table "{table}". Choose one of {known}.')
