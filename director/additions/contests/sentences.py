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
    NO_MATCH_IN_ROUND = Sentence(
        "Your team has no match in round {round_no}. Choose one from the list."
    )
    MATCH_IS_OVER = Sentence(
        "This match has its result or isn’t played. Ask the director to change who sat where."
    )
    LINE_UPS_ARE_IN = Sentence("The line-ups are in. Ask the director to change yours.")
    NO_MEMBER = Sentence(
        "{name} is no member of your team. Ask the director, who can seat a substitute."
    )
    SEATED_TWICE = Sentence("{name} has two seats for team {label}. Change one of them.")
    SEATS_FOR_ANOTHER = Sentence(
        "{name} plays for team {other}, so can’t play for team {label}. Choose another player.",
    )
    SEATED_ELSEWHERE = Sentence(
        "{name} plays for team {other} in this round, so can’t play for team {label}. Choose another player.",
    )
