"""The sentences with which a ruling, or what is settled, is refused."""

from director.errors import Sentence


class RulingSentences:
    """The sentences of refusals."""

    # the line
    BOARD_AT_SEVERAL_TABLES = Sentence(
        "Board {board_no} is played at several tables. Choose a pair as well.",
    )
    BOARD_AT_TWO_TABLES = Sentence(
        "Team {team} plays board {board_no} at tables {tables}. Choose one of them.",
    )
    PAIR_NOT_AT_TABLE = Sentence(
        "{called} {pair} doesn’t play board {board_no} at table {table_no}. Correct one of them.",
    )
    PAIR_NOT_ON_BOARD = Sentence("{called} {pair} doesn’t play board {board_no}. Correct one.")

    # rulings
    ADJUSTED_WITHOUT_LINE = Sentence("An adjusted score needs a board and a pair. Choose both.")
    ADJUSTED_AS_BEFORE = Sentence("This line already has {former}. Enter another result, or none.")
    ADJUSTED_AND_IRREGULAR = Sentence("Enter an adjusted score or an irregular deal, not both.")
    FAULT_OF_ONE_SIDE = Sentence(
        "Choose how far each side is at fault. Or choose neither, and enter an adjusted score.",
    )
    NOTHING_IN_ON_LINE = Sentence("This line has no played result. Enter the result first.")
    NO_AVERAGE_BY_LAW = Sentence("With {tables} tables on the board the laws {law}.")
    RULING_WITHDRAWN = Sentence("Ruling {number} is withdrawn already.")
    OUTCOME_WITHOUT_APPEAL = Sentence(
        "Ruling {number} has an outcome but no appeal. Enter the appeal."
    )

    # penalties
    PENALTY_WITHOUT_AMOUNT = Sentence("{what} needs an amount. Type how much, such as 10.")
    PENALTY_WITH_SIGN = Sentence("Type {what} as an amount above 0, without plus or minus.")
    PENALTY_WITHOUT_UNIT = Sentence("{what} needs a unit. Choose one of {units}.")
    PENALTY_WITHOUT_PAIR = Sentence("{what} needs a {called}. Choose the {called} that gets it.")
    RULING_OF_NO_MATCH = Sentence("This match isn’t in the movement any more. Choose another.")
    RULING_OF_OTHER_MATCH = Sentence("Team {team} doesn’t play in this match. Choose {teams}.")
    RULING_UNIT_OF_MATCH = Sentence("This match is scored in {units}. Choose that unit.")
    PENALTY_WITHOUT_BOARD = Sentence(
        "A penalty in % of a top needs a board and a pair. Choose both."
    )
    PENALTY_OF_OTHER_TABLE = Sentence(
        "Pair {pair} doesn’t play board {board_no} at this table. Choose one of the two who do, or another unit.",
    )

    # play off schedule
    HAPPENED_FOR_PAIRS = Sentence(
        "You can report a problem only in a pairs event. Enter an adjusted score or a ruling instead.",
    )
    HAPPENED_SETTLED = Sentence(
        "This was settled, or results have changed since you opened this page. Check what is left.",
    )
    HAPPENED_NO_FAULT = Sentence("Choose for each pair whether it was at fault, then award again.")
    HAPPENED_NO_CHOICE = Sentence("Choose one of the buttons of this problem.")
    ABSENCE_ROUND = Sentence("There is no round {round_no}. Choose one from 1 to {rounds}.")
