"""What is said of a contract, an entry or a ruling."""

from scoring.sentences import Sentence

# a contract
CONTRACT_UNREADABLE = Sentence(
    "contract-unreadable", '"{text}" is not a contract; write level, denomination and X or XX, as 4S or 3NTX.'
)
CONTRACT_LEVEL = Sentence("contract-level", '"{text}": there is no bid of {level}; bids start at 1 and stop at 7.')
CONTRACT_DENOMINATION = Sentence(
    "contract-denomination", '"{text}": there is no denomination {denomination}; use C, D, H, S or NT.'
)
CONTRACT_DOUBLING = Sentence("contract-doubling", '"{text}": a contract is doubled at most twice; use X or XX.')

# an entry
ENTRY_EMPTY = Sentence("entry-empty", "Nothing was typed; give a result such as 4S=, or NP for a board not played.")
ENTRY_UNREADABLE = Sentence(
    "entry-unreadable", '"{text}" is not a result; type it like 4SS=, 3NTXE-2, PASS, +620, A6040 or NP.'
)
ENTRY_GAME = Sentence("entry-game", 'There are no entries for the game "{game}"; choose bridge or whist.')
ENTRY_FIELDS = Sentence("entry-fields", "An entry of the kind {kind} holds {wanted} and nothing else.")
ENTRY_RESULT_MISSING = Sentence(
    "entry-result-missing",
    '"{text}": the result is missing; add = for just made, +1 for an overtrick, -1 for one down.',
)
ENTRY_RESULT_UNREADABLE = Sentence(
    "entry-result-unreadable",
    '"{text}": "{result}" is no result; end with = for just made, +1 for an overtrick, -1 for one down.',
)
ENTRY_TOO_MANY_TRICKS = Sentence(
    "entry-too-many-tricks", '"{text}": {contract} with {over} more makes {tricks} tricks; a deal has 13.'
)
ENTRY_TOO_MANY_DOWN = Sentence(
    "entry-too-many-down",
    '"{text}": {contract} needs {needed} tricks, so it cannot be {down} down; {needed} is the most.',
)
ENTRY_FEW_TRICKS = Sentence(
    "entry-few-tricks",
    '"{text}" could mean {tricks} ({as_tricks}) or {difference} ({as_difference}); type the one you mean.',
)
ENTRY_TWO_DECLARERS = Sentence(
    "entry-two-declarers",
    '"{text}" names {first} and {second} as declarer; name one, as in 4S{second}= or {second}4S=.',
)
ENTRY_ZERO = Sentence(
    "entry-zero", '"{text}" could mean two things; type PASS for a board passed out or NP for a board not played.'
)
ENTRY_IMPOSSIBLE_SCORE = Sentence(
    "entry-impossible-score", "Board {board_no}: no contract gives N-S {score} with {vulnerable} vulnerable; {nearest}."
)

# an entry at whist
WHIST_ENTRY = Sentence(
    "whist-entry", '"{text}" is not a result at whist; type the tricks N-S made, 0 to 13, or both sides as 7-6.'
)
WHIST_TRICKS_RANGE = Sentence("whist-tricks-range", '"{text}": {tricks} tricks for {side} cannot be; a deal has 13.')
WHIST_TRICKS_SUM = Sentence("whist-tricks-sum", "N-S {ns} tricks and E-W {ew} tricks make {total}; a deal has 13.")

# an artificial score
ENTRY_OWN_AVERAGE = Sentence(
    "entry-own-average",
    '"{text}": the own average replaces a share above 50 where it is higher (60+) and one below 50 where it is '
    "lower (40-); give the share and the sign so.",
)
ENTRY_ARTIFICIAL_NO_SIDE = Sentence(
    "entry-artificial-no-side",
    "An artificial score gives at least one side a share, as A60/NP; a board due for neither side is NP.",
)
ENTRY_ARTIFICIAL_ONE_SIDE = Sentence(
    "entry-artificial-one-side",
    '"{text}": an artificial score gives both sides, N-S first, as A6040 or A60/40 (A60/NP where the board was not '
    "due for one); only A50 stands alone.",
)
ENTRY_ARTIFICIAL_UNREADABLE = Sentence(
    "entry-artificial-unreadable", '"{text}" is no artificial score; write A6040, A50 or A33.3/66.7, N-S first.'
)
ENTRY_PERCENTAGE = Sentence(
    "entry-percentage", "{percent}% cannot be an artificial score; give 0 to 100 with at most two decimals."
)

# a ruling
RULING_ONE_TEAM = Sentence(
    "ruling-one-team",
    "A match of teams has no board that only one of them gets points on; give both teams a share, as A60/40.",
)
RULING_WEIGHTS = Sentence(
    "ruling-weights",
    "The weights of {side}'s assigned score, {weights}, make {total}; give weights above 0 that add to 1.",
)
RULING_UNIT = Sentence("ruling-unit", 'There is no unit "{unit}"; give the adjustment in one of {known}.')
RULING_PENALTY_SIGN = Sentence(
    "ruling-penalty-sign",
    "The penalty of {who} is {amount}, which would raise its score; give an amount below 0, as -{amount}.",
)

# rulings, credits and strata of a field
FIELD_UNIT = Sentence("field-unit", "{where}: scoring by {method} has no {unit}; give the adjustment in {known}.")
FIELD_NOT_SCORED = Sentence("field-not-scored", "{where}: scoring by {method} has no rule for {what}; {instead}.")
FIELD_TWO_SCORES = Sentence("field-two-scores", "{where} has an assigned score beside another one; keep one.")
FIELD_STATE = Sentence("field-state", "{where} is marked as {state} but has {found}; correct one of the two.")
FIELD_REASON = Sentence(
    "field-reason", "{where} was not played and no reason is given; add one, or mark it as still to be played."
)
FIELD_STRANGER = Sentence("field-stranger", "{contestant} gets {credit} but has no line; correct the number.")
FIELD_CREDIT_TWICE = Sentence("field-credit-twice", "{contestant} has more than one {kind}; add them up into one.")
FIELD_STRATUM_TWICE = Sentence(
    "field-stratum-twice", "Stratum {stratum} is listed twice; put its contestants together."
)
FIELD_STRATUM_EMPTY = Sentence(
    "field-stratum-empty", "Stratum {stratum} has no contestants; name them, or take it out."
)
FIELD_STRATUM_STRANGER = Sentence(
    "field-stratum-stranger", "{contestant} is in stratum {stratum} but has no line; correct the number."
)
FIELD_STRATUM_MEMBER_TWICE = Sentence(
    "field-stratum-member-twice", "{contestant} is in stratum {stratum} twice; name each contestant once."
)
FIELD_CONTEST = Sentence(
    "field-contest", "Scoring by {method} is for {wanted}, and these are {given}; choose another method."
)

# an explanation
NOTHING_TO_EXPLAIN = Sentence(
    "nothing-to-explain",
    "{what} has no line in this field, so there is nothing to explain; correct board, number or side.",
)
