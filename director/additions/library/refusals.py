"""Refusals that several modules of the library say."""

from django.core.exceptions import ValidationError

from director.boards.movement.offers import format_problem_count
from director.core.base.forms import make_validation_error


def make_movement_problems_error(problem_count: int) -> ValidationError:
    return make_validation_error(
        "movement-faulty",
        "{things_are} wrong with this movement. It hasn’t been saved.",
        things_are=format_problem_count(problem_count),
    )
