"""What is said of a list of names: pairs, players or teams."""

from director.errors import Sentence

NAMES_NONE = Sentence("names-none", 'The list holds no pairs; write one pair to a line, as "Ada Ash & Bert Hazel".')
NAMES_ONE = Sentence(
    "names-one", 'Line {line_no} has one name only ("{given}"); write both partners with & between them.'
)
NAMES_MANY = Sentence("names-many", "Line {line_no} reads as {count} names ({given}); write two, with & between them.")
NAMES_NO_LETTERS = Sentence(
    "names-no-letters", 'Line {line_no}: "{given}" is no name; write both partners with & between them.'
)
NAMES_NO_PAIR_NUMBER = Sentence(
    "names-no-pair-number", "Line {line_no}: {given} is no pair number; give one from 1 to 999, or none."
)
NAMES_PERSON_TWICE = Sentence(
    "names-person-twice",
    "Line {line_no}: {name} is already in line {first_line_no}; correct one, "
    "or write “{name} 2” for somebody else of that name.",
)
NAMES_OWN_PARTNER = Sentence(
    "names-own-partner", "Line {line_no} has {name} as both partners; write the other partner's name."
)
NAMES_NUMBER_TWICE = Sentence(
    "names-number-twice",
    "Line {line_no}: pair {pair} is already in line {first_line_no}; give each pair a number of its own.",
)
NAMES_LONG = Sentence(
    "names-long", 'Line {line_no}: a name of {length} letters ("{given}…") is too long; shorten it to {limit}.'
)

# single players
PLAYERS_NONE = Sentence(
    "players-none", 'The list holds no names; write one player to a line, as "Ada Ash", or "12 Ada Ash".'
)
PLAYERS_TWO_NAMES = Sentence(
    "players-two-names", "Line {line_no} reads as {count} names ({given}); everybody plays alone, so give each a line."
)
PLAYERS_NO_NAME = Sentence(
    "players-no-name",
    'Line {line_no}: "{given}" is no name; write the name, with the number before it if there is one.',
)
PLAYERS_NUMBER_TWICE = Sentence(
    "players-number-twice",
    "Line {line_no}: number {number} is already in line {first_line_no}; give each player another number.",
)

# teams
TEAMS_NONE = Sentence(
    "teams-none",
    'The list holds no teams; write one team to a line, as "Red Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn".',
)
TEAMS_FEW = Sentence(
    "teams-few", "Line {line_no}: {team} has {players}; a team has {least} to {most}, so add those who are missing."
)
TEAMS_MANY = Sentence(
    "teams-many", "Line {line_no}: {team} has {players}; a team has {least} to {most}, so take out those beyond."
)
TEAMS_MEMBER_AGAIN = Sentence(
    "teams-member-again", "Line {line_no} has {name} twice; name every player of the team once."
)
TEAMS_NAME_TWICE = Sentence(
    "teams-name-twice",
    "Line {line_no}: a team is called {team} already, in line {first_line_no}; give one another name.",
)
TEAMS_NUMBER_TWICE = Sentence(
    "teams-number-twice",
    "Line {line_no}: team {number} is already in line {first_line_no}; give each team a number of its own.",
)
TEAMS_CAPTAIN = Sentence(
    "teams-captain", "Line {line_no}: the captain {name} is no player of {team}; name one of its players."
)
TEAMS_CAPTAINS = Sentence("teams-captains", "Line {line_no}: {team} has {count} captains; mark one.")
TEAMS_LONG = Sentence(
    "teams-long", 'Line {line_no}: a team’s name of {length} letters ("{given}…") is too long; shorten it to {limit}.'
)
