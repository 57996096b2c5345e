"""Sentences about contracts, entries and rulings."""

from scoring.sentences import Sentence


class BridgeSentences:
    """Sentences about contracts, entries and rulings."""

    # a contract
    CONTRACT_UNREADABLE = Sentence(
        '"{text}" isn\'t a contract. Type level, denomination and X or XX, such as 4S or 3NTX.',
    )
    CONTRACT_LEVEL = Sentence('"{text}": bids go from 1 to 7, not {level}.')
    CONTRACT_DENOMINATION = Sentence(
        '"{text}": unknown denomination {denomination}. Use C, D, H, S or NT.'
    )
    CONTRACT_DOUBLING = Sentence('"{text}": use X for doubled, XX for redoubled.')

    # an entry
    ENTRY_EMPTY = Sentence(
        "The result is empty. Type one such as 4S=, or NP for a board not played."
    )
    ENTRY_UNREADABLE = Sentence(
        '"{text}" isn\'t a result. Try 4SS=, 3NTXE-2, PASS, +620, A6040 or NP.'
    )
    ENTRY_GAME = Sentence('Unknown game "{game}". Choose {known}.')
    ENTRY_FIELDS = Sentence("A {kind} entry needs {wanted} and nothing else.")
    ENTRY_RESULT_MISSING = Sentence(
        '"{text}": the result is missing. Type {form}= for just made, {form}+1 for an overtrick, {form}-1 for one down.',
    )
    ENTRY_RESULT_UNREADABLE = Sentence(
        '"{text}": "{result}" isn\'t a result. '
        "Type {form}= for just made, {form}+1 for an overtrick, {form}-1 for one down.",
    )
    ENTRY_TOO_MANY_TRICKS = Sentence(
        '"{text}": {contract} with {over} more makes {tricks} tricks. A deal has 13.',
    )
    ENTRY_TOO_MANY_DOWN = Sentence(
        '"{text}": {contract} can\'t be {down} down. It needs {needed} tricks, so {needed} down is the most.',
    )
    ENTRY_FEW_TRICKS = Sentence(
        '"{text}" could mean {tricks} ({as_tricks}) or {difference} ({as_difference}). Type the one you mean.',
    )
    ENTRY_TWO_DECLARERS = Sentence(
        '"{text}" has two declarers, {first} and {second}. Type one, such as 4S{second}= or {second}4S=.',
    )
    ENTRY_ZERO = Sentence(
        '"{text}" could mean two things. Type PASS for passed out or NP for not played.'
    )
    ENTRY_IMPOSSIBLE_SCORE = Sentence(
        "Board {board_no}: no contract scores N-S {score} with {vulnerable} vulnerable; {nearest}.",
    )

    # an entry at auction
    ENTRY_AUCTION = Sentence(
        '"{text}" isn\'t a result. Try 3HS+1, 3HS+1 NS30 with honours, +221, PASS, A50 or NP.',
    )
    ENTRY_HONOURS = Sentence('"{text}": honours{at} can\'t be {honours}. Type {known}.')
    ENTRY_HONOURS_SCALE = Sentence(
        '"{text}": honours of {honours}{at} belong to the scale of {other}. By that of {schedule} type {known}.'
    )
    ENTRY_TWO_HONOURS = Sentence(
        '"{text}": only one side can score honours on a deal. Type those of one side.'
    )
    ENTRY_POINTS = Sentence(
        '"{text}": a deal of auction gives at most {most} points. Correct the score.'
    )

    # an entry at whist
    WHIST_ENTRY = Sentence(
        '"{text}" isn\'t a whist result. Type the N-S tricks, 0 to 13, or both sides, such as 7-6.',
    )
    WHIST_TRICKS_RANGE = Sentence('"{text}": {side} can\'t have {tricks} tricks. A deal has 13.')
    WHIST_TRICKS_SUM = Sentence("N-S {ns} tricks and E-W {ew} tricks make {total}. A deal has 13.")

    # an artificial score
    ENTRY_OWN_AVERAGE = Sentence(
        '"{text}": use + only with a share above 50 (60+) and - only with one below 50 (40-).',
    )
    ENTRY_ARTIFICIAL_NO_SIDE = Sentence(
        "An artificial score needs a share for at least one side, such as A60/NP. For neither side, use NP.",
    )
    ENTRY_ARTIFICIAL_ONE_SIDE = Sentence(
        '"{text}": type both shares, N-S first, such as A6040, A60/40 or A60/NP. Only A50 needs one.',
    )
    ENTRY_ARTIFICIAL_UNREADABLE = Sentence(
        '"{text}" isn\'t an artificial score. Try A6040, A50 or A33.3/66.7, N-S first.',
    )
    ENTRY_PERCENTAGE = Sentence(
        "{percent}% isn't an artificial score. Enter 0 to 100 with at most two decimals.",
    )

    # a ruling
    RULING_ONE_TEAM = Sentence(
        "In a team match both teams get points. Give both a share, such as A60/40.",
    )
    RULING_WEIGHTS = Sentence(
        "The weights of {side}'s assigned score, {weights}, add up to {total}. They must be above 0 and add up to 1.",
    )
    RULING_UNIT = Sentence('Unknown unit "{unit}". Enter the adjustment in one of {known}.')
    RULING_PENALTY_SIGN = Sentence(
        "The penalty for {who}, {amount}, would raise its score. Enter a negative amount: -{amount}.",
    )

    # rulings, credits and strata of a field
    FIELD_UNIT = Sentence("{where}: {method} doesn't use {unit}. Enter the adjustment in {known}.")
    FIELD_NOT_SCORED = Sentence("{where}: {method} has no rule for {what}; {instead}.")
    FIELD_TWO_SCORES = Sentence("{where} has an assigned score and another score. Delete one.")
    FIELD_STATE = Sentence("{where} is marked as {state} but has {found}. Correct one.")
    FIELD_REASON = Sentence(
        "{where} wasn't played, but has no reason. Add one, or mark it as still to be played.",
    )
    FIELD_STRANGER = Sentence("{contestant} gets {credit} but has no line. Correct the number.")
    RULING_OUT_OF = Sentence(
        "{who} can’t carry over points out of {amount}. Enter a number above 0."
    )
    FIELD_CREDIT_TWICE = Sentence("{contestant} has more than one {kind}. Combine them into one.")
    FIELD_STRATUM_TWICE = Sentence("Stratum {stratum} is listed twice. List its contestants once.")
    FIELD_STRATUM_EMPTY = Sentence(
        "Stratum {stratum} has no contestants. Add them, or remove the stratum."
    )
    FIELD_STRATUM_STRANGER = Sentence(
        "{contestant} is in stratum {stratum} but has no line. Correct the number.",
    )
    FIELD_STRATUM_MEMBER_TWICE = Sentence(
        "{contestant} is in stratum {stratum} twice. List each contestant once.",
    )
    FIELD_CONTEST = Sentence(
        "{method} is for {wanted}, but these are {given}. Choose another method."
    )

    # an explanation
    NOTHING_TO_EXPLAIN = Sentence(
        "{what} has no result to explain. Correct the board, number or side.",
    )
