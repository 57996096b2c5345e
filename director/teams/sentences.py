"""What is said where only teams play when something is refused."""

from director.errors import Sentence


class TeamSentences:
    """What is said where only teams play when something is refused."""

    # line-ups
    NO_TEAMS_HERE = Sentence("Only teams have line-ups, and {event} is for {called}s.")
    SEATED_BY_MOVEMENT = Sentence(
        "This movement seats each player in each round, so there are no line-ups. Change names at Seats.",
    )
    NO_SUCH_ROUND = Sentence("There is no round {round_no}. Choose from round 1 to {rounds}.")
    SEATED_TWICE = Sentence("{name} has two seats for team {label}. Change one of them.")
    SEATS_FOR_ANOTHER = Sentence(
        "{name} plays for team {other}, so can’t play for team {label}. Choose another player.",
    )
    SEATED_ELSEWHERE = Sentence(
        "{name} plays for team {other} in this round, so can’t play for team {label}. Choose another player.",
    )
