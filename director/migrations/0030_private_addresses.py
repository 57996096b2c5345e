"""Private addresses of tables and pairs, what was said by way of them, and what the club sets for the tables."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0029_roles_of_accounts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Access",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(max_length=43, unique=True)),
                ("table_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "accesses",
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="TableWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("result", "a result"),
                            ("confirm", "the word of the opponents"),
                            ("call", "a call for the director"),
                            ("name", "who sits in a seat"),
                        ],
                        max_length=7,
                    ),
                ),
                ("board_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("round_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("ns", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("ew", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("ns_score", models.IntegerField(blank=True, null=True)),
                ("lead", models.CharField(blank=True, max_length=3)),
                ("version", models.PositiveIntegerField(blank=True, null=True)),
                ("is_dispute", models.BooleanField(default=False)),
                ("waits", models.BooleanField(default=False)),
                ("agreed_at", models.DateTimeField(blank=True, null=True)),
                ("agreed_device", models.CharField(blank=True, max_length=32)),
                ("dropped_at", models.DateTimeField(blank=True, null=True)),
                ("device", models.CharField(blank=True, max_length=32)),
                ("side", models.CharField(blank=True, max_length=2)),
                ("said_at", models.DateTimeField(blank=True, null=True)),
                ("heard_at", models.DateTimeField()),
                ("status", models.PositiveSmallIntegerField()),
                ("answer", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.AddField(
            model_name="call",
            name="reason",
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name="section",
            name="at_tables",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddIndex(
            model_name="act",
            index=models.Index(fields=["event", "undone_at"], name="acts_undone_last"),
        ),
        migrations.AddField(
            model_name="access",
            name="entry",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="accesses",
                to="director.entry",
            ),
        ),
        migrations.AddField(
            model_name="access",
            name="section",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="accesses",
                to="director.section",
            ),
        ),
        migrations.AddField(
            model_name="access",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="accesses", to="director.session"
            ),
        ),
        migrations.AddField(
            model_name="tableword",
            name="access",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="words", to="director.access"
            ),
        ),
        migrations.AddConstraint(
            model_name="access",
            constraint=models.CheckConstraint(
                condition=models.Q(("table_no__isnull", False), ("entry__isnull", False), _connector="XOR"),
                name="access_of_table_or_pair",
            ),
        ),
        migrations.AddConstraint(
            model_name="access",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at__isnull", True), ("table_no__isnull", False)),
                fields=("session", "section", "table_no"),
                name="table_has_one_access",
            ),
        ),
        migrations.AddConstraint(
            model_name="access",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at__isnull", True)), fields=("entry",), name="pair_has_one_access"
            ),
        ),
        migrations.AddIndex(
            model_name="tableword",
            index=models.Index(fields=["access", "board_no"], name="words_of_board"),
        ),
        migrations.AddConstraint(
            model_name="tableword",
            constraint=models.UniqueConstraint(fields=("access", "key"), name="word_once_by_access"),
        ),
    ]
