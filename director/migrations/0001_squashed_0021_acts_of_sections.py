"""All steps so far at once, for a new database; one that has taken some goes on step by step."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import director.party.models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("director", "0001_club_night"),
        ("director", "0002_section_draws"),
        ("director", "0003_plan_notes"),
        ("director", "0004_section_late_ns"),
        ("director", "0005_rulings"),
        ("director", "0006_corrections"),
        ("director", "0007_event_source_fingerprint"),
        ("director", "0008_plan_options_in_order"),
        ("director", "0009_parties"),
        ("director", "0010_lines_that_differ"),
        ("director", "0011_skat_sheets"),
        ("director", "0012_sign_in_attempts"),
        ("director", "0013_readings"),
        ("director", "0014_official_figures"),
        ("director", "0015_named_presses"),
        ("director", "0016_undone_results"),
        ("director", "0017_journal_of_every_event"),
        ("director", "0018_acts_of_events"),
        ("director", "0019_acts_without_parties"),
        ("director", "0020_sections_and_sessions"),
        ("director", "0021_acts_of_sections"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, unique=True)),
                (
                    "paper",
                    models.CharField(choices=[("a4", "A4"), ("letter", "US Letter")], default="a4", max_length=6),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("round_no", models.PositiveSmallIntegerField(default=1)),
                ("round_minutes", models.PositiveSmallIntegerField(default=20)),
                (
                    "clock",
                    models.CharField(
                        choices=[
                            ("waiting", "not started"),
                            ("running", "running"),
                            ("paused", "paused"),
                            ("over", "play is over"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("round_ends_at", models.DateTimeField(blank=True, null=True)),
                ("seconds_left", models.PositiveIntegerField(blank=True, null=True)),
                ("printed_fingerprint", models.CharField(blank=True, max_length=8)),
            ],
            options={
                "ordering": ("event", "number"),
            },
        ),
        migrations.CreateModel(
            name="PartyRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_no", models.PositiveSmallIntegerField()),
                ("seating", models.JSONField()),
            ],
            options={
                "ordering": ("party", "round_no"),
            },
        ),
        migrations.CreateModel(
            name="Plan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=120)),
                ("source", models.CharField(blank=True, max_length=300)),
                ("options", models.JSONField(blank=True, default=list)),
                ("contestants", models.PositiveSmallIntegerField()),
                ("tables", models.PositiveSmallIntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("board_sets", models.PositiveSmallIntegerField()),
                ("boards_per_set", models.PositiveSmallIntegerField()),
                ("sit_outs", models.JSONField(blank=True, default=list)),
                ("bye_stands", models.JSONField(blank=True, default=list)),
                ("guarantees", models.JSONField(blank=True, default=list)),
                ("notes", models.JSONField(blank=True, default=list)),
                ("copies", models.PositiveSmallIntegerField(default=1)),
                ("fingerprint", models.CharField(max_length=8)),
                ("chosen_at", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pair_no", models.PositiveSmallIntegerField()),
                (
                    "continues",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="continued_by",
                        to="director.entry",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ("section", "pair_no"),
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("date", models.DateField()),
                (
                    "contest",
                    models.CharField(
                        choices=[
                            ("pairs", "Duplicate pairs"),
                            ("progressive", "Progressive party (whist drive, euchre night)"),
                        ],
                        default="pairs",
                        max_length=12,
                    ),
                ),
                (
                    "game",
                    models.CharField(
                        blank=True,
                        choices=[("bridge", "Duplicate bridge"), ("whist", "Duplicate whist")],
                        default="bridge",
                        max_length=8,
                    ),
                ),
                ("scoring", models.CharField(blank=True, default="matchpoints", max_length=30)),
                ("scoring_options", models.JSONField(blank=True, default=dict)),
                (
                    "places",
                    models.CharField(
                        choices=[("field", "All sections together"), ("section", "Each section by itself")],
                        default="field",
                        max_length=7,
                    ),
                ),
                ("source", models.CharField(blank=True, max_length=200)),
                ("source_fingerprint", models.CharField(blank=True, max_length=64)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("correction_hours", models.PositiveSmallIntegerField(default=24)),
                ("corrections_until", models.DateTimeField(blank=True, null=True)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="director.club"
                    ),
                ),
            ],
            options={
                "ordering": ("-date", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="Party",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="party",
                        serialize=False,
                        to="director.session",
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=20)),
                ("system", models.CharField(blank=True, max_length=40)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("method", models.CharField(blank=True, max_length=30)),
                ("method_options", models.JSONField(blank=True, default=dict)),
                ("prizes", models.JSONField(blank=True, default=dict)),
                ("answers", models.JSONField(blank=True, default=dict)),
                (
                    "group_words",
                    models.CharField(
                        choices=[
                            ("letters", "A and B"),
                            ("colours", "Green and white"),
                            ("ladies", "Ladies and gentlemen"),
                        ],
                        default="letters",
                        max_length=8,
                    ),
                ),
                ("rounds", models.PositiveSmallIntegerField(default=12)),
                ("starts_at", models.TimeField(blank=True, null=True)),
                ("seed", models.PositiveIntegerField(blank=True, null=True)),
                ("is_over", models.BooleanField(default=False)),
                ("printed", models.CharField(blank=True, max_length=40)),
            ],
            options={
                "verbose_name_plural": "parties",
            },
        ),
        migrations.AddField(
            model_name="session",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="sessions", to="director.event"
            ),
        ),
        migrations.CreateModel(
            name="PartyResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table_no", models.PositiveSmallIntegerField()),
                ("winner", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("points", models.JSONField(blank=True, default=list)),
                ("tie", models.CharField(blank=True, max_length=30)),
                ("shares", models.JSONField(blank=True, default=list)),
                ("cut", models.JSONField(blank=True, default=list)),
                ("beside", models.JSONField(blank=True, default=list)),
                ("lone", models.JSONField(blank=True, default=dict)),
                ("version", models.PositiveIntegerField()),
                ("entered_at", models.DateTimeField()),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="results", to="director.partyround"
                    ),
                ),
            ],
            options={
                "ordering": ("round", "table_no"),
            },
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("number", models.CharField(blank=True, max_length=20)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="people", to="director.club"
                    ),
                ),
            ],
            options={
                "ordering": ("name", "number"),
            },
        ),
        migrations.CreateModel(
            name="EntryPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("order", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entry_players", to="director.entry"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="director.person"
                    ),
                ),
            ],
            options={
                "ordering": ("entry", "order"),
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="players",
            field=models.ManyToManyField(related_name="entries", through="director.EntryPlayer", to="director.person"),
        ),
        migrations.CreateModel(
            name="PlanRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_no", models.PositiveSmallIntegerField()),
                ("table_no", models.PositiveSmallIntegerField()),
                ("ns", models.PositiveSmallIntegerField()),
                ("ew", models.PositiveSmallIntegerField()),
                ("board_set", models.PositiveSmallIntegerField()),
                ("boards", models.JSONField()),
                ("shared", models.BooleanField(default=False)),
                ("arrow_switched", models.BooleanField(default=False)),
                ("copy_no", models.PositiveSmallIntegerField(default=1)),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rows", to="director.plan"
                    ),
                ),
            ],
            options={
                "ordering": ("plan", "round_no", "table_no"),
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("board_no", models.PositiveSmallIntegerField()),
                ("ns", models.PositiveSmallIntegerField()),
                ("ew", models.PositiveSmallIntegerField()),
                ("round_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("table_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("ns_score", models.IntegerField(blank=True, null=True)),
                ("reading", models.TextField(blank=True, default="")),
                ("version", models.PositiveIntegerField(default=1)),
                ("entered_at", models.DateTimeField()),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("section", "board_no", "ns", "ew"),
            },
        ),
        migrations.CreateModel(
            name="ResultVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("text", models.CharField(blank=True, max_length=200)),
                ("ns_score", models.IntegerField(blank=True, null=True)),
                ("entered_at", models.DateTimeField()),
                ("replaced_at", models.DateTimeField()),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "replaced_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="director.result"
                    ),
                ),
            ],
            options={
                "ordering": ("result", "-version"),
            },
        ),
        migrations.CreateModel(
            name="Section",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("letter", models.CharField(default="A", max_length=2)),
                ("winners", models.PositiveSmallIntegerField(default=1)),
                ("ew_offset", models.PositiveSmallIntegerField(default=0)),
                ("late_ns", models.JSONField(blank=True, default=list)),
                ("draws", models.JSONField(blank=True, default=list)),
                ("fouled", models.JSONField(blank=True, default=list)),
                ("extras", models.JSONField(blank=True, default=list)),
                ("printed_fingerprint", models.CharField(blank=True, max_length=8)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sections", to="director.session"
                    ),
                ),
            ],
            options={
                "ordering": ("session", django.db.models.functions.text.Length("letter"), "letter"),
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("table_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("board_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("ns", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("ew", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("facts", models.TextField(max_length=2000)),
                ("law", models.CharField(blank=True, max_length=60)),
                ("decision", models.TextField(max_length=2000)),
                ("adjusted", models.CharField(blank=True, max_length=200)),
                ("former", models.CharField(blank=True, max_length=200)),
                ("change", models.PositiveIntegerField(blank=True, null=True)),
                ("base", models.PositiveIntegerField(blank=True, null=True)),
                ("penalty", models.DecimalField(blank=True, decimal_places=3, max_digits=7, null=True)),
                (
                    "penalty_unit",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("mp", "matchpoints"),
                            ("top", "% of the board's top"),
                            ("%", "% of the total"),
                            ("imp", "IMPs"),
                            ("vp", "VPs"),
                            ("points", "points"),
                        ],
                        max_length=6,
                    ),
                ),
                ("penalty_to", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("appeal", models.TextField(blank=True, max_length=2000)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("pending", "not decided yet"),
                            ("stands", "the ruling stands"),
                            ("changed", "the ruling is changed"),
                            ("dropped", "the appeal is withdrawn"),
                        ],
                        max_length=8,
                    ),
                ),
                ("given_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_why", models.CharField(blank=True, max_length=200)),
                (
                    "given_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rulings",
                        to="director.result",
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="director.section"
                    ),
                ),
            ],
            options={
                "ordering": ("section", "number"),
            },
        ),
        migrations.AddField(
            model_name="result",
            name="section",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="results", to="director.section"
            ),
        ),
        migrations.AddField(
            model_name="plan",
            name="section",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="plan", to="director.section"
            ),
        ),
        migrations.CreateModel(
            name="OfficialTotal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pair_no", models.PositiveSmallIntegerField()),
                ("total", models.CharField(blank=True, max_length=20)),
                ("percent", models.CharField(blank=True, max_length=20)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="official_totals",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section", "pair_no"),
            },
        ),
        migrations.CreateModel(
            name="OfficialLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("board_no", models.PositiveSmallIntegerField()),
                ("ns", models.PositiveSmallIntegerField()),
                ("ew", models.PositiveSmallIntegerField()),
                ("ns_points", models.CharField(blank=True, max_length=20)),
                ("ew_points", models.CharField(blank=True, max_length=20)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="official_lines",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section", "board_no", "ns", "ew"),
            },
        ),
        migrations.AddField(
            model_name="entryplayer",
            name="section",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="director.section"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="section",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="director.section"
            ),
        ),
        migrations.CreateModel(
            name="Act",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("words", models.CharField(max_length=300)),
                ("press", models.CharField(blank=True, max_length=24)),
                ("changes", models.JSONField(default=list)),
                ("made_at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "again_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="agains",
                        to="director.act",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="acts", to="director.event"
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="acts",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("event", "-number"),
            },
        ),
        migrations.CreateModel(
            name="SignInAttempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=150)),
                ("address", models.CharField(max_length=45)),
                ("succeeded", models.BooleanField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["name", "at"], name="attempts_by_name"),
                    models.Index(fields=["address", "at"], name="attempts_by_address"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SkatSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.PositiveSmallIntegerField()),
                ("won", models.PositiveSmallIntegerField()),
                ("lost", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField()),
                ("highest", models.PositiveSmallIntegerField(default=0)),
                ("solo", models.JSONField(blank=True, default=list)),
                ("tournee", models.JSONField(blank=True, default=list)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sheets", to="director.partyround"
                    ),
                ),
            ],
            options={
                "ordering": ("round", "player"),
            },
        ),
        migrations.CreateModel(
            name="StandingsVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("published", "published"),
                            ("corrected", "corrected"),
                            ("final", "made final"),
                            ("opened", "opened again"),
                            ("closed", "closed to visitors"),
                        ],
                        max_length=9,
                    ),
                ),
                ("changes", models.JSONField(blank=True, default=list)),
                ("standings", models.JSONField(blank=True, default=list)),
                ("made_at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="director.event"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("event", "-number"),
            },
        ),
        migrations.AddField(
            model_name="partyround",
            name="party",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="played_rounds", to="director.party"
            ),
        ),
        migrations.CreateModel(
            name="PartyPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("group", models.CharField(blank=True, max_length=1)),
                ("token", models.CharField(default=director.party.models.new_token, max_length=24, unique=True)),
                ("joined_round", models.PositiveSmallIntegerField(default=1)),
                ("left_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="party_players",
                        to="director.person",
                    ),
                ),
                (
                    "party",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="players", to="director.party"
                    ),
                ),
            ],
            options={
                "ordering": ("party", "number"),
            },
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="session_once_in_event"),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("clock", "running"), _negated=True), ("round_ends_at__isnull", False), _connector="OR"
                ),
                name="running_clock_has_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="partyresult",
            constraint=models.UniqueConstraint(fields=("round", "table_no"), name="party_table_once_in_round"),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                models.F("club"),
                django.db.models.functions.text.Lower("name"),
                models.F("number"),
                name="person_once_in_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="planrow",
            constraint=models.UniqueConstraint(fields=("plan", "round_no", "table_no"), name="table_once_in_round"),
        ),
        migrations.AddConstraint(
            model_name="planrow",
            constraint=models.CheckConstraint(
                condition=models.Q(("ns", models.F("ew")), _negated=True), name="pair_does_not_meet_itself"
            ),
        ),
        migrations.AddConstraint(
            model_name="resultversion",
            constraint=models.UniqueConstraint(fields=("result", "version"), name="version_once"),
        ),
        migrations.AddConstraint(
            model_name="section",
            constraint=models.UniqueConstraint(fields=("session", "letter"), name="section_once_in_session"),
        ),
        migrations.AddConstraint(
            model_name="section",
            constraint=models.CheckConstraint(condition=models.Q(("winners__in", (1, 2))), name="one_or_two_winners"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(fields=("section", "number"), name="ruling_once_in_section"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("penalty__isnull", True), ("penalty_to__isnull", True), ("penalty_unit", "")),
                    models.Q(
                        ("penalty__gt", 0), ("penalty_to__isnull", False), models.Q(("penalty_unit", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="penalty_has_amount_unit_and_pair",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("adjusted", ""),
                    models.Q(("board_no__isnull", False), ("ew__isnull", False), ("ns__isnull", False)),
                    _connector="OR",
                ),
                name="adjusted_result_has_line",
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.UniqueConstraint(fields=("section", "board_no", "ns", "ew"), name="line_once_on_board"),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(condition=models.Q(("board_no__gte", 1)), name="board_numbers_from_1"),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(
                condition=models.Q(("ns", models.F("ew")), _negated=True), name="line_has_two_pairs"
            ),
        ),
        migrations.AddConstraint(
            model_name="officialtotal",
            constraint=models.UniqueConstraint(fields=("section", "pair_no"), name="official_total_once"),
        ),
        migrations.AddConstraint(
            model_name="officialline",
            constraint=models.UniqueConstraint(
                fields=("section", "board_no", "ns", "ew"), name="official_line_once_on_board"
            ),
        ),
        migrations.AddConstraint(
            model_name="entryplayer",
            constraint=models.UniqueConstraint(fields=("section", "person"), name="person_in_one_pair"),
        ),
        migrations.AddConstraint(
            model_name="entryplayer",
            constraint=models.UniqueConstraint(fields=("entry", "order"), name="one_player_a_seat"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("section", "pair_no"), name="pair_number_once_in_section"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(condition=models.Q(("pair_no__gte", 1)), name="pair_numbers_from_1"),
        ),
        migrations.AddConstraint(
            model_name="act",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="act_once_in_event"),
        ),
        migrations.AddConstraint(
            model_name="act",
            constraint=models.UniqueConstraint(
                condition=models.Q(("press", ""), _negated=True),
                fields=("event", "press", "kind"),
                name="press_done_once_in_event",
            ),
        ),
        migrations.AddConstraint(
            model_name="skatsheet",
            constraint=models.UniqueConstraint(fields=("round", "player"), name="skat_sheet_once_in_session"),
        ),
        migrations.AddConstraint(
            model_name="standingsversion",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="version_once_in_event"),
        ),
        migrations.AddConstraint(
            model_name="partyround",
            constraint=models.UniqueConstraint(fields=("party", "round_no"), name="round_once_in_party"),
        ),
        migrations.AddConstraint(
            model_name="partyplayer",
            constraint=models.UniqueConstraint(fields=("party", "number"), name="player_number_once_in_party"),
        ),
        migrations.AddConstraint(
            model_name="partyplayer",
            constraint=models.UniqueConstraint(fields=("party", "person"), name="person_once_in_party"),
        ),
        migrations.AddConstraint(
            model_name="partyplayer",
            constraint=models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="player_numbers_from_1"),
        ),
        migrations.AddConstraint(
            model_name="partyplayer",
            constraint=models.CheckConstraint(
                condition=models.Q(("group__in", ("", "A", "B"))), name="two_seat_groups"
            ),
        ),
    ]
