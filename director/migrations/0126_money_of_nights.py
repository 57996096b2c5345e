"""The money of nights with boards, and who has paid."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0125_entries_without_standing"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="NightMoney",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="money",
                        serialize=False,
                        to="director.session",
                    ),
                ),
                ("sign", models.CharField(blank=True, max_length=4)),
                ("fees", models.JSONField(blank=True, default=dict)),
                ("other_payers", models.JSONField(blank=True, default=dict)),
                ("hall", models.PositiveIntegerField(default=0)),
                ("hall_each", models.PositiveIntegerField(default=0)),
                ("income", models.JSONField(blank=True, default=list)),
                ("prizes", models.JSONField(blank=True, default=list)),
                ("costs", models.JSONField(blank=True, default=list)),
            ],
            options={
                "verbose_name_plural": "money of nights",
            },
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "payer_class",
                    models.CharField(
                        choices=[
                            ("member", "Member"),
                            ("visitor", "Visitor"),
                            ("student", "Student"),
                            ("free", "No charge"),
                        ],
                        default="member",
                        max_length=8,
                    ),
                ),
                ("received_at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="director.person",
                    ),
                ),
                (
                    "received_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payments",
                        to="director.session",
                    ),
                ),
            ],
            options={
                "ordering": ("session", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("session", "person"), name="person_pays_once")
                ],
            },
        ),
    ]
