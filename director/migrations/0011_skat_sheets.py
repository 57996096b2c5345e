"""The tables of release 0.1.0."""

import functools
import secrets

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, unique=True)),
                (
                    "paper",
                    models.CharField(
                        choices=[("a4", "A4"), ("letter", "US Letter")], default="a4", max_length=6
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("date", models.DateField()),
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
                ("source", models.CharField(blank=True, max_length=200)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="director.club",
                    ),
                ),
                ("correction_hours", models.PositiveSmallIntegerField(default=24)),
                ("corrections_until", models.DateTimeField(blank=True, null=True)),
                ("source_fingerprint", models.CharField(blank=True, max_length=64)),
                (
                    "contest",
                    models.CharField(
                        choices=[
                            ("pairs", "Duplicate pairs"),
                            ("individual", "Duplicate for single players, who change partners"),
                            ("teams", "Duplicate teams"),
                            ("progressive", "Progressive party (whist drive, euchre night)"),
                        ],
                        default="pairs",
                        max_length=12,
                    ),
                ),
            ],
            options={
                "ordering": ("-date", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("number", models.CharField(blank=True, max_length=20)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="people",
                        to="director.club",
                    ),
                ),
            ],
            options={
                "ordering": ("name", "number"),
                "constraints": [
                    models.UniqueConstraint(
                        models.F("club"),
                        django.db.models.functions.text.Lower("name"),
                        models.F("number"),
                        name="person_once_in_club",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to="director.event",
                    ),
                ),
            ],
            options={
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "number"), name="session_once_in_event"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("clock", "running"), _negated=True),
                            ("round_ends_at__isnull", False),
                            _connector="OR",
                        ),
                        name="running_clock_has_end",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Section",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("letter", models.CharField(default="A", max_length=2)),
                ("winners", models.PositiveSmallIntegerField(default=1)),
                ("ew_offset", models.PositiveSmallIntegerField(default=0)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sections",
                        to="director.session",
                    ),
                ),
                ("draws", models.JSONField(blank=True, default=list)),
                ("late_ns", models.JSONField(blank=True, default=list)),
                ("extras", models.JSONField(blank=True, default=list)),
                ("fouled", models.JSONField(blank=True, default=list)),
            ],
            options={
                "ordering": ("session", django.db.models.functions.text.Length("letter"), "letter"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "letter"), name="section_once_in_session"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("winners__in", (1, 2))), name="one_or_two_winners"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("pair_no", models.PositiveSmallIntegerField()),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section", "pair_no"),
                "verbose_name_plural": "entries",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "pair_no"), name="pair_number_once_in_section"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("pair_no__gte", 1)), name="pair_numbers_from_1"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Plan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                ("fingerprint", models.CharField(max_length=8)),
                ("chosen_at", models.DateTimeField(auto_now=True)),
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plan",
                        to="director.section",
                    ),
                ),
                ("copies", models.PositiveSmallIntegerField(default=1)),
                ("notes", models.JSONField(blank=True, default=list)),
            ],
        ),
        migrations.CreateModel(
            name="EntryPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entry_players",
                        to="director.entry",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="director.person",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("entry", "order"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "person"), name="person_in_one_pair"
                    ),
                    models.UniqueConstraint(fields=("entry", "order"), name="one_player_a_seat"),
                ],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="players",
            field=models.ManyToManyField(
                related_name="entries", through="director.EntryPlayer", to="director.person"
            ),
        ),
        migrations.CreateModel(
            name="PlanRow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_no", models.PositiveSmallIntegerField()),
                ("table_no", models.PositiveSmallIntegerField()),
                ("ns", models.PositiveSmallIntegerField()),
                ("ew", models.PositiveSmallIntegerField()),
                ("board_set", models.PositiveSmallIntegerField()),
                ("boards", models.JSONField()),
                ("shared", models.BooleanField(default=False)),
                ("arrow_switched", models.BooleanField(default=False)),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows",
                        to="director.plan",
                    ),
                ),
                ("copy_no", models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                "ordering": ("plan", "round_no", "table_no"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("plan", "round_no", "table_no"), name="table_once_in_round"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ns", models.F("ew")), _negated=True),
                        name="pair_does_not_meet_itself",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board_no", models.PositiveSmallIntegerField()),
                ("ns", models.PositiveSmallIntegerField()),
                ("ew", models.PositiveSmallIntegerField()),
                ("round_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("table_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("ns_score", models.IntegerField(blank=True, null=True)),
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
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section_id", "board_no", "ns", "ew"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "board_no", "ns", "ew"), name="line_once_on_board"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("board_no__gte", 1)), name="board_numbers_from_1"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ns", models.F("ew")), _negated=True),
                        name="line_has_two_pairs",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="director.result",
                    ),
                ),
            ],
            options={
                "ordering": ("result_id", "-version"),
                "constraints": [
                    models.UniqueConstraint(fields=("result", "version"), name="version_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                (
                    "penalty",
                    models.DecimalField(blank=True, decimal_places=3, max_digits=7, null=True),
                ),
                (
                    "penalty_unit",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("mp", "matchpoints"),
                            ("top", "% of the board’s top"),
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
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="director.section",
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
                ("base", models.PositiveIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ("section_id", "number"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "number"), name="ruling_once_in_section"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("penalty__isnull", True),
                                ("penalty_to__isnull", True),
                                ("penalty_unit", ""),
                            ),
                            models.Q(
                                ("penalty__gt", 0),
                                ("penalty_to__isnull", False),
                                models.Q(("penalty_unit", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="penalty_has_amount_unit_and_pair",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("adjusted", ""),
                            models.Q(
                                ("board_no__isnull", False),
                                ("ew__isnull", False),
                                ("ns__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="adjusted_result_has_line",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StandingsVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="director.event",
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
                "ordering": ("event_id", "-number"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "number"), name="version_once_in_event"
                    )
                ],
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
                            ("red", "Red and white"),
                            ("blue", "White and blue"),
                            ("black", "Red and black"),
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
        migrations.CreateModel(
            name="PartyRound",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_no", models.PositiveSmallIntegerField()),
                ("seating", models.JSONField()),
                (
                    "party",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="played_rounds",
                        to="director.party",
                    ),
                ),
            ],
            options={
                "ordering": ("party", "round_no"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("party", "round_no"), name="round_once_in_party"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PartyResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="director.partyround",
                    ),
                ),
            ],
            options={
                "ordering": ("round", "table_no"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "table_no"), name="party_table_once_in_round"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PartyAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("words", models.CharField(max_length=300)),
                ("changes", models.JSONField(default=list)),
                ("made_at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
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
                    "party",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="acts",
                        to="director.party",
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
            ],
            options={
                "ordering": ("party", "-number"),
                "constraints": [
                    models.UniqueConstraint(fields=("party", "number"), name="act_once_in_party")
                ],
            },
        ),
        migrations.CreateModel(
            name="PartyPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("group", models.CharField(blank=True, max_length=1)),
                (
                    "token",
                    models.CharField(
                        default=functools.partial(secrets.token_urlsafe, *(9,), **{}),
                        max_length=24,
                        unique=True,
                    ),
                ),
                ("joined_round", models.PositiveSmallIntegerField(default=1)),
                ("left_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "party",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="director.party",
                    ),
                ),
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
            ],
            options={
                "ordering": ("party", "number"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("party", "number"), name="player_number_once_in_party"
                    ),
                    models.UniqueConstraint(
                        fields=("party", "person"), name="person_once_in_party"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="player_numbers_from_1"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("group__in", ("", "A", "B"))), name="two_seat_groups"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SkatSheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sheets",
                        to="director.partyround",
                    ),
                ),
            ],
            options={
                "ordering": ("round", "player"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "player"), name="skat_sheet_once_in_session"
                    )
                ],
            },
        ),
    ]
