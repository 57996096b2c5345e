"""What is said of who partners whom when something is refused."""

from director.errors import Sentence


class PartnerSentences:
    """What is said of who partners whom when something is refused."""

    PLAYER_NAME_TOO_LONG = Sentence(
        "The name of player {number} has {length} characters. Use at most {most}.",
    )
    PLAYER_NAMED_TWICE = Sentence(
        "{name} is on the list twice, as players {first} and {number}. Delete one, or add a number to tell them apart.",
    )
    NAMES_AND_PLAYERS = Sentence(
        "{names} for {players} players. Type a name for each player, one per line, or none.",
    )
