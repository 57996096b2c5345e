"""What is said where only teams play when something is refused."""

from director.errors import Sentence

# line-ups
NO_TEAMS_HERE = Sentence("no-teams-here", "Line-ups are of teams, and {event} is played by {called}s.")
SEATED_BY_MOVEMENT = Sentence(
    "seated-by-movement",
    "This movement says of every player where to sit in every round, so there are no line-ups. Change names at Seats.",
)
NO_SUCH_ROUND = Sentence("no-such-round", "There is no round {round_no} here. The rounds are 1 to {rounds}.")
SEATED_TWICE = Sentence("seated-twice", "{name} has two seats for team {label}. Give each seat somebody else.")
SEATS_FOR_ANOTHER = Sentence(
    "seats-for-another", "{name} plays for team {other}, and cannot sit for team {label}. Choose somebody else."
)
SEATED_ELSEWHERE = Sentence(
    "seated-elsewhere",
    "{name} sits for team {other} in this round, and cannot sit for team {label} too. Choose somebody else.",
)
