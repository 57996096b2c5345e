"""The money of a session with boards, and who has paid."""

from django.db import models

from director.models.club import Person, make_user_field
from director.models.event import Session

MAX_SIGN_LENGTH = 4
MAX_LINE_TITLE_LENGTH = 40


class PayerClass(models.TextChoices):
    """What somebody pays as."""

    MEMBER = "member", "Member"
    VISITOR = "visitor", "Visitor"
    STUDENT = "student", "Student"
    FREE = "free", "No charge"


class NightMoney(models.Model):
    """The amounts of one session, in whole cents.

    ``fees`` is the table money by class, and ``other_payers`` counts those who paid without a name at
    a seat: ``{"member": 400}``. ``income``, ``prizes`` and ``costs`` list what the director typed,
    each with its title: ``[["Raffle", 1250]]``. The hall costs ``hall`` in all, and ``hall_each``
    for everybody who has paid. ``counted`` is what was found in the tin, 0 until it is counted.
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, primary_key=True, related_name="money"
    )
    sign = models.CharField(max_length=MAX_SIGN_LENGTH, blank=True)  # of the currency
    fees = models.JSONField(default=dict, blank=True)
    other_payers = models.JSONField(default=dict, blank=True)
    hall = models.PositiveIntegerField(default=0)
    hall_each = models.PositiveIntegerField(default=0)
    income = models.JSONField(default=list, blank=True)
    prizes = models.JSONField(default=list, blank=True)
    costs = models.JSONField(default=list, blank=True)
    counted = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "money of nights"

    def __str__(self) -> str:
        return f"money of {self.session}"


class Payment(models.Model):
    """Somebody's table money of a session, once it is paid.

    It belongs to the person and not to a seat, so that a draw or a swap moves no money. Whoever has
    paid stays in People.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="payments")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="payments")
    payer_class = models.CharField(max_length=8, choices=PayerClass, default=PayerClass.MEMBER)
    received_at = models.DateTimeField()
    received_by = make_user_field(blank=True)

    class Meta:
        ordering = ("session", "pk")
        constraints = (
            models.UniqueConstraint(fields=("session", "person"), name="person_pays_once"),
        )

    def __str__(self) -> str:
        return f"{self.person} paid as {self.payer_class}"
