"""Messages to the room, and tables that call the director."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def somebody() -> models.ForeignKey:
    """Return a field that names who did something."""
    return models.ForeignKey(
        blank=True,
        null=True,
        on_delete=django.db.models.deletion.SET_NULL,
        related_name="+",
        to=settings.AUTH_USER_MODEL,
    )


def part_of(model: str, name: str) -> models.ForeignKey:
    """Return a field that names the *model* that a record belongs to."""
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name=name, to=model)


def key() -> models.BigAutoField:
    """Return the field of the key."""
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0024_breaks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            "Message",
            fields=[
                ("id", key()),
                ("text", models.CharField(max_length=200)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("made_at", models.DateTimeField()),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                ("made_by", somebody()),
                ("session", part_of("director.session", "messages")),
                ("taken_by", somebody()),
            ],
            options={"ordering": ("session", "made_at", "pk")},
        ),
        migrations.CreateModel(
            "Call",
            fields=[
                ("id", key()),
                ("table_no", models.PositiveSmallIntegerField()),
                ("made_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("done_by", somebody()),
                ("made_by", somebody()),
                ("section", part_of("director.section", "calls")),
            ],
            options={
                "ordering": ("section", "made_at", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("done_at__isnull", True)),
                        fields=("section", "table_no"),
                        name="table_waits_once",
                    ),
                    models.CheckConstraint(condition=models.Q(("table_no__gte", 1)), name="calling_tables_from_1"),
                ],
            },
        ),
    ]
