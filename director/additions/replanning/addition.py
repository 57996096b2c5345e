"""What re-planning adds to Field, Seats and Play."""

from director.additions import Addition


class Replanning(Addition):
    """Ways to continue with another movement once play has begun."""

    plan_change_url = "session_changed"


ADDITION = Replanning()
