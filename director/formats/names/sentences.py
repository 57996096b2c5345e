"""Sentences about lists of names."""

from director.errors import Sentence


class NameListSentences:
    """Sentences about lists of names."""

    NAMES_NONE = Sentence(
        'The list has no pairs. Type one pair per line, such as "Ada Ash & Bert Hazel".'
    )
    NAMES_ONE = Sentence(
        'Line {line_no} has only one name ("{given}"). Type both partners with & between them.',
    )
    NAMES_MANY = Sentence(
        "Line {line_no} has {count} names ({given}). Type two, with & between them."
    )
    NAMES_NO_LETTERS = Sentence(
        'Line {line_no}: "{given}" isn’t a name. Type both partners with & between them.',
    )
    NAMES_NO_PAIR_NUMBER = Sentence(
        "Line {line_no}: {given} isn’t a pair number. Use 1 to 999, or leave it out.",
    )
    NAMES_PERSON_TWICE = Sentence(
        "Line {line_no}: {name} is already in line {first_line_no}. Correct one, or use “{name} 2” for another person.",
    )
    NAMES_OWN_PARTNER = Sentence(
        "Line {line_no} has {name} as both partners. Type the other partner’s name.",
    )
    NAMES_NUMBER_TWICE = Sentence(
        "Line {line_no}: pair {pair} is already in line {first_line_no}. Use a different number.",
    )
    NAMES_LONG = Sentence(
        'Line {line_no}: a name with {length} letters ("{given}…") is too long. Shorten it to {limit}.',
    )

    # single players
    PLAYERS_NONE = Sentence(
        'The list has no names. Type one player per line, such as "Ada Ash" or "12 Ada Ash".',
    )
    PLAYERS_TWO_NAMES = Sentence(
        "Line {line_no} has {count} names ({given}). Type one player per line."
    )
    PLAYERS_NO_NAME = Sentence(
        'Line {line_no}: "{given}" isn’t a name. Type the name, after the number if there is one.',
    )
    PLAYERS_NUMBER_TWICE = Sentence(
        "Line {line_no}: number {number} is already in line {first_line_no}. Use a different number.",
    )

    # teams
    TEAMS_NONE = Sentence(
        'The list has no teams. Type one team per line, such as "Red Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn".',
    )
    TEAMS_FEW = Sentence(
        "Line {line_no}: {team} has {players}, but a team needs {least} to {most}. Add players.",
    )
    TEAMS_MANY = Sentence(
        "Line {line_no}: {team} has {players}, but a team needs {least} to {most}. Remove players.",
    )
    TEAMS_MEMBER_AGAIN = Sentence("Line {line_no} has {name} twice. List each player once.")
    TEAMS_NAME_TWICE = Sentence(
        "Line {line_no}: {team} is already the team in line {first_line_no}. Rename one.",
    )
    TEAMS_NUMBER_TWICE = Sentence(
        "Line {line_no}: team {number} is already in line {first_line_no}. Use a different number.",
    )
    TEAMS_CAPTAIN = Sentence(
        "Line {line_no}: the captain {name} isn’t in {team}. Choose one of its players.",
    )
    TEAMS_CAPTAINS = Sentence("Line {line_no}: {team} has {count} captains. Mark one.")
    TEAMS_LONG = Sentence(
        'Line {line_no}: a team name with {length} letters ("{given}…") is too long. Shorten it to {limit}.',
    )
