"""Sentences of the interface for programs."""

from director.errors import Phrase, Sentence


class ApiSentences:
    """What programs are told about requests that can't be answered."""

    API_NOT_FOUND = Sentence(
        "Nothing is at this address, or its results aren’t published. See /api/v1/docs for all addresses.",
        code="not-found",
    )
    API_METHOD = Sentence(
        "This address doesn’t take {method}. Use {allowed}.", code="method-not-allowed"
    )
    API_TOO_MANY = Sentence(
        "Too many requests from this network. Try again in {seconds} seconds.",
        code="too-many-requests",
    )
    WRONG_VALUE = Sentence("“{name}” has a wrong value. It must be {what}.")
    VALUE_MISSING = Sentence("“{name}” is missing. Add it.")

    # tokens
    NO_TOKEN = Sentence(
        "This address needs a token. A director makes one at Club → Programs.", code="no-token"
    )
    WRONG_TOKEN = Sentence(
        "This token {fault}. A director makes one at Club → Programs.", code="wrong-token"
    )
    TOKEN_UNKNOWN = Phrase("is wrong")
    TOKEN_ENDED = Phrase("has been revoked or has expired")
    TOKEN_ONLY_READS = Sentence("This token may only read. Use one that may enter results.")

    # entries
    NO_TABLE = Sentence(
        "Table {table_no} of section “{section}” plays nothing. Use a table that /lines names."
    )
    NO_TABLE_HERE = Sentence(
        "Table {table_no} plays nothing. Use a table that /lines names, with its section if it has one."
    )
    TABLE_LINK_CLOSED = Sentence(
        "The director has closed the link of table {table_no}. Ask the director to create links again."
    )
    OTHERS_HIDDEN = Sentence(
        "This table may not see other results of board {board_no} yet.", code="others-hidden"
    )
    NO_ENTRIES_HERE = Sentence("Programs can’t enter results of this event. Use the desk.")

    WHOLE_NUMBER = Phrase("a whole number")
    AT_LEAST = Phrase("a number from {least} on")
    AT_MOST = Phrase("a number up to {most}")
    TEXT = Phrase("a text of at most {most} characters")
    TRUTH = Phrase("true or false")
    DATE = Phrase("a date such as 2026-11-17")
    ONE_OF = Phrase("one of {choices}")
    NUMBER_OF_TABLE = Phrase("the number of a table")
    NUMBER_OF_BOARD = Phrase("the number of a board")
    SECTION_LETTER = Phrase("the letter of a section, or missing for a party")
    AS_DOCUMENTED = Phrase("as /api/v1/docs describes it")
