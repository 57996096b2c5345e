"""The setting of what an unplayed match counts: the form at Fixtures, and the act that stores it."""

from fractions import Fraction
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from director.additions.contests.scoring.provisional import get_victory_points
from director.boards.movement.formats import get_format
from director.boards.play.results.acts import lock_section, record_section_act
from director.core.base.act_kinds import ActKind
from director.core.base.forms import DecimalField, PageForm
from director.models import Section
from scoring.display import format_exact


def set_unplayed_points(*, section: Section, points: Fraction, user: User | None) -> None:
    """Store that both sides of an unplayed match have *points* until it is played, 0 for nothing.

    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=ActKind.METHOD, message="", user=user) as journal:
        event = lock_section(section).session.event
        text = format_exact(points) if points else ""
        if text != event.unplayed_points:
            journal.change(event, unplayed_points=text)
            journal.message = (
                f"An unplayed match counts {text} : {text}."
                if text
                else "An unplayed match counts nothing."
            )


class UnplayedForm(PageForm):
    """The victory points that both sides of a match have until it is played."""

    points = DecimalField(
        label="VPs for each side", example="9", required=False, max_digits=5, decimal_places=2
    )

    def __init__(self, data: Any, section: Section, points_per_match: int) -> None:
        super().__init__(data, initial={"points": section.session.event.unplayed_points})
        self._points_per_match = points_per_match
        self.add_shown_values()

    def clean_points(self) -> Fraction:
        """Return the points, 0 for an empty box.

        :raises ValidationError: if they are below 0 or more than a match gives
        """
        points = Fraction(self.cleaned_data["points"] or 0)
        if not 0 <= points <= self._points_per_match:
            raise ValidationError(
                "A match has %(most)s VPs. Type a number from 0 to %(most)s, such as 9.",
                code="unplayed-points",
                params={"most": self._points_per_match},
            )
        return points


def make_unplayed_form(data: Any, section: Section) -> UnplayedForm | None:
    """Return the form of *section*, or None unless its matches give victory points in a table."""
    plan = section.plan
    if plan is None or get_format(plan).is_knockout:
        return None
    points_per_match = get_victory_points(section.session.scoring_record, plan.boards_per_set)
    if not points_per_match:
        return None
    return UnplayedForm(data, section, points_per_match)
