"""Sentences about files in general, PBN, and table units."""

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
