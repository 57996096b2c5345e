"""What re-planning adds to Field, Seats and Play."""

from director.addition_config import AdditionConfig


class ReplanningConfig(AdditionConfig):
    """Ways to continue with another movement once play has begun."""

    name = "director.additions.replanning"
