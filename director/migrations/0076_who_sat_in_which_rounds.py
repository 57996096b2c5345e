"""Whoever sat somewhere for some rounds is kept, of pairs and players too; who was a substitute is fixed."""

from collections.abc import Iterator
from typing import Any

from django.db import migrations, models
from django.db.models import Exists, OuterRef

from director.migrations._fields import acts_rewrite

SEATS = ("N", "E", "S", "W")


def mark_substitutes(apps: Any, editor: Any) -> None:
    """Say of every line-up who was no member of the team: until now that followed from who was one."""
    seats = apps.get_model("director", "LineUpSeat").objects.using(editor.connection.alias)
    members = apps.get_model("director", "EntryPlayer").objects.filter(
        entry=OuterRef("entry"), person=OuterRef("person")
    )
    seats.filter(~Exists(members)).update(is_substitute=True)


def mark_in_acts(apps: Any, editor: Any) -> None:
    """Say the same of line-ups that only acts know, so that an undo brings them back whole."""
    players = apps.get_model("director", "EntryPlayer").objects.using(editor.connection.alias)
    members = set(players.values_list("entry_id", "person_id"))

    def marked(change: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for side in filter(None, (change["before"], change["after"])):
            if "entry_id" in side and "person_id" in side:
                is_substitute = (side["entry_id"], side["person_id"]) not in members
                side |= {"to_round": None, "is_substitute": is_substitute}
        yield change

    acts_rewrite(apps, editor, "lineupseat", "seat", marked)


class Migration(migrations.Migration):
    dependencies = [("director", "0073_phones_and_fouled_lines")]

    operations = [
        migrations.RemoveConstraint("lineupseat", "one_seat_a_person_in_line_up"),
        migrations.RemoveConstraint("lineupseat", "seat_of_line_up"),
        migrations.AddField("lineupseat", "is_substitute", models.BooleanField(default=False)),
        migrations.AddField(
            "lineupseat", "to_round", models.PositiveSmallIntegerField(blank=True, null=True)
        ),
        migrations.AlterField("lineupseat", "seat", models.CharField(max_length=2)),
        migrations.RunPython(mark_substitutes, migrations.RunPython.noop),
        migrations.RunPython(mark_in_acts, migrations.RunPython.noop),
        migrations.AddConstraint(
            "lineupseat",
            models.UniqueConstraint(
                condition=models.Q(to_round__isnull=True),
                fields=("entry", "round_no", "person"),
                name="one_seat_a_person_in_line_up",
            ),
        ),
        migrations.AddConstraint(
            "lineupseat",
            models.UniqueConstraint(
                condition=models.Q(to_round__isnull=False),
                fields=("entry", "round_no", "person"),
                name="one_box_a_person_in_a_round",
            ),
        ),
        migrations.AddConstraint(
            "lineupseat",
            models.CheckConstraint(
                condition=models.Q(seat__in=SEATS, to_round__isnull=True)
                | (~models.Q(seat__in=SEATS) & models.Q(to_round__gte=models.F("round_no"))),
                name="seat_of_line_up",
            ),
        ),
    ]
