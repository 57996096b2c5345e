"""Who of a team sits where in its matches."""

from django.db import models

from director.models.club import Person
from director.models.entry import Entry, Player
from director.models.event import Section


class LineUpSeat(Player):
    """Somebody in a seat for a team, from a round on until the team is lined up again.

    Whoever is no member of the team is a visitor.  A team that was never lined up sits as its members are ordered.
    """

    SESSION = "section__session"

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="line_up_seats")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="line_up_seats")
    round_no = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=1)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("entry", "round_no", "pk")
        constraints = (
            models.UniqueConstraint(fields=("entry", "round_no", "seat"), name="one_person_a_seat_of_line_up"),
            models.UniqueConstraint(fields=("entry", "round_no", "person"), name="one_seat_a_person_in_line_up"),
            models.CheckConstraint(condition=models.Q(seat__in=("N", "E", "S", "W")), name="seat_of_line_up"),
        )

    def __str__(self) -> str:
        return f"{self.person} sits {self.seat} for {self.entry} from round {self.round_no}"
