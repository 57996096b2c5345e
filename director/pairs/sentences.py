"""What is said of movements, pairs and their places when something is refused."""

from director.errors import Sentence

# the movement
NOBODY_TO_PLAY = Sentence("nobody-to-play", "{pairs_have} nobody to play against. A movement takes 3 to 80 pairs.")

# a movement of one’s own
MOVEMENT_MISSING = Sentence("movement-missing", "Choose a file or paste a movement first.")
MOVEMENT_FILE_TOO_LARGE = Sentence(
    "movement-file-too-large", "{file} has more than a million bytes, which no movement needs."
)
MOVEMENT_NO_TEXT = Sentence("movement-no-text", "{file} is not text in UTF-8. Save it as such, or paste it.")
NO_FORM_OF_MOVEMENT = Sentence(
    "no-form-of-movement",
    "This is none of the three forms a movement can have: JSON, a CSV grid that begins with a line of column names, "
    "or movement text whose first line has a code in brackets.",
)
SEVERAL_MOVEMENTS = Sentence("several-movements", "The file holds {count} movements. Choose one of them.")
MOVEMENT_FAULTY = Sentence("movement-faulty", "{things_are} wrong with this movement. Nothing is stored.")
MOVEMENT_TOO_LARGE = Sentence(
    "movement-too-large", "The movement has {count} {what}; a section can have {most} at most."
)
MOVEMENT_WORDS_TOO_LONG = Sentence(
    "movement-words-too-long", "The {what} of the movement is longer than {most} characters; shorten it."
)

# who partners whom
PLAYER_NAME_TOO_LONG = Sentence(
    "player-name-too-long", "The name of player {number} has {length} characters; {most} are the most. Shorten it."
)
PLAYER_NAMED_TWICE = Sentence(
    "player-named-twice",
    "{name} is on the list twice, as players {first} and {number}. Take one out, or add what tells them apart.",
)
NAMES_AND_PLAYERS = Sentence(
    "names-and-players", "{names} for {players} players. Type one name a line for every player, or none at all."
)

# names
PERSON_TWICE = Sentence(
    "person-twice", "{name} already plays in pair {pair}. Take the name out there first, or correct this one."
)

# sessions and sections
NO_SESSION = Sentence("no-session", "{name} has no session {number}. Give the number of one that it has.")
NO_SECTION = Sentence(
    "no-section", "{name} has no section {letter} in session {number}. Give the letter of one that it has."
)

# paper
CODES_LEAD_HERE = Sentence(
    "codes-lead-here",
    "This desk is open by an address that works on this machine only, and the codes on paper lead there. Open it by "
    "the network address that the terminal shows, and print from there.",
)

LETTERS_LACKING = Sentence(
    "letters-lacking",
    "{names_have} letters that the typeface of the program lacks; they are printed as □. Add the name in Latin letters "
    "to be read by everybody.",
)

# a list of names
LIST_TOO_LONG = Sentence("list-too-long", "The list has {pairs} pairs, but this movement seats {places}.")
PAIR_LISTED_OFTEN = Sentence(
    "pair-listed-often", "Pair {pair} is in the list {times} times. Give every pair a number of its own."
)
TOO_FEW_EMPTY_PLACES = Sentence(
    "too-few-empty-places",
    "The list has more pairs without a number than there are {side}empty places. Give the pairs their numbers, or "
    "tick that everybody is seated afresh.",
)

# places
SWAP_WITH_ITSELF = Sentence("swap-with-itself", "Choose two different pairs to swap.")
NOBODY_TO_MOVE = Sentence("nobody-to-move", "Choose a pair with names, and the section it goes to.")
MOVE_AFTER_RESULTS = Sentence(
    "move-after-results",
    "Results of pair {pair} are in, so it stays in section {letter}. Type the names where they sit now instead.",
)
NO_PLACE_THERE = Sentence(
    "no-place-there", "Section {letter} has no empty place. Make one there first, or choose a larger movement."
)
DRAW_AFTER_RESULTS = Sentence(
    "draw-after-results", "Results are in, so places cannot be drawn any more. Swap two pairs instead."
)
UNDRAW_AFTER_RESULTS = Sentence(
    "undraw-after-results", "Results are in, so the draw cannot be undone any more. Swap two pairs instead."
)
NO_DRAW_TO_UNDO = Sentence("no-draw-to-undo", "Nothing was drawn by lot here, so there is no draw to undo.")
