"""The journal of parties becomes that of every event, first step: an act can belong to its event.

Three migrations, each all or nothing: PostgreSQL changes no table whose rows wait for their foreign keys to be checked
in the same transaction, and a database that was left between two of them goes on with the next.  This one adds all that
the last leaves, so that a backup of the time when the three were one can be read into its form.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0016_undone_results")]

    operations = [
        migrations.RemoveConstraint("partyact", "act_once_in_party"),
        migrations.RemoveConstraint("partyact", "press_done_once_in_party"),
        migrations.RenameModel("PartyAct", "Act"),
        migrations.AddField(
            "act",
            "event",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="acts", to="director.event"
            ),
        ),
        migrations.AddField(
            "act",
            "again_of",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="agains",
                to="director.act",
            ),
        ),
        migrations.AlterField(
            "act",
            "party",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="party_acts", to="director.party"
            ),
        ),
        migrations.AlterModelOptions("act", {"ordering": ("event", "-number")}),
    ]
