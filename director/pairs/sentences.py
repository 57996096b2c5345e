"""What is said of who partners whom when something is refused."""

from director.errors import Sentence

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
