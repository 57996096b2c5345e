"""What is said where only teams play when something is refused."""

from director.errors import Sentence

# line-ups
NO_TEAMS_HERE = Sentence("no-teams-here", "Only teams have line-ups, and {event} is for {called}s.")
SEATED_BY_MOVEMENT = Sentence(
    "seated-by-movement",
    "This movement seats each player in each round, so there are no line-ups. Change names at Seats.",
)
NO_SUCH_ROUND = Sentence(
    "no-such-round", "There is no round {round_no}. Choose from round 1 to {rounds}."
)
SEATED_TWICE = Sentence(
    "seated-twice", "{name} has two seats for team {label}. Change one of them."
)
SEATS_FOR_ANOTHER = Sentence(
    "seats-for-another",
    "{name} plays for team {other}, so can’t play for team {label}. Choose another player.",
)
SEATED_ELSEWHERE = Sentence(
    "seated-elsewhere",
    "{name} plays for team {other} in this round, so can’t play for team {label}. Choose another player.",
)
