"""What is said about table units."""

from director.errors import Phrase, Sentence


class UnitSentences:
    """What is said about table units: their connection, the movement they get, and their results."""

    # the connection

    UNITS_NO_ADDRESS = Sentence(
        "“{address}” isn’t the address of a Data Connector. Try http://192.168.1.50:5079."
    )
    UNITS_NO_LICENCE = Sentence(
        "The Data Connector needs your club’s id and licence key. Set KALAMAZOO_UNITS_CLUB and KALAMAZOO_UNITS_KEY."
    )
    UNITS_SILENT = Sentence(
        "The Data Connector at {address} doesn’t answer ({reason}). Start Bridgemate Control Software and check the network."
    )
    UNITS_REFUSED = Sentence(
        "The Data Connector refused this: {reason}. Check the licence and the settings of Bridgemate Control Software."
    )
    UNITS_UNREADABLE = Sentence(
        "The answer of {address} isn’t from a Data Connector. Check the address and the port."
    )
    UNITS_TOO_MUCH = Phrase("more than {megabytes} MB")
    UNITS_TOO_SLOW = Phrase("more than {seconds} seconds")

    # the movement

    UNITS_SEATED_TEAMS = Sentence(
        "Here each player of a team has a seat, and table units know both pairs only. Use Scores or phones."
    )
    UNITS_HALVES = Sentence(
        "Here three teams play half a match each at a table in one round, and table units play one match. Use Scores "
        "or phones."
    )
    UNITS_DRAWN = Sentence(
        "Table units need all rounds at the start, and this contest is drawn round by round. Use Scores or phones."
    )
    UNITS_BOARDS = Sentence(
        "Table {table_no} plays boards {boards} in round {round_no}. Table units need consecutive boards there."
    )
    UNITS_NO_MOVEMENT = Sentence(
        "There is no movement yet. Choose one in Field, then start the units."
    )
    UNITS_LETTER = Sentence(
        "Section {letter} can’t be used with table units. Their sections are A to Z, then AA, BB and so on."
    )

    # results

    UNIT_ENTRY_BROKEN = Sentence(
        "An entry of a table unit can’t be read ({what}). Enter that board in Scores."
    )
    UNIT_NO_TABLE = Sentence(
        "{where}: this session doesn’t play that board there. Enter it in Scores."
    )
    UNIT_OTHER_PAIRS = Sentence(
        "{where}: the unit has {given}, but {due} play there. Check with the table, then use Scores."
    )
    UNIT_OTHER_SEATS = Sentence(
        "{where}: the pairs sat in the other direction. Check with the table, then use Scores."
    )
    UNIT_ERASED = Sentence(
        "{where}: erased on the unit, but {text} stays here. Change it in Scores."
    )
    UNIT_PLAYER = Phrase("Player {number}")
    UNIT_NO_RECORD = Phrase("it isn’t a record")
    UNIT_NOT_PLAYED = Phrase("NP: entered so on the table unit")
    UNIT_PAIRS = Phrase("{ns} N-S against {ew} E-W")
    UNIT_REFUSED = Sentence("{where}: {reason}")
