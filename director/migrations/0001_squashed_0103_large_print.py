"""The tables of release 0.4.0."""

import functools
import secrets

import django.contrib.messages.storage.cookie
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("director", "0011_skat_sheets"),
        ("director", "0017_journal_of_every_event"),
        ("director", "0066_search_engines"),
        ("director", "0103_large_print"),
    ]

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
                ("memory_weeks", models.PositiveSmallIntegerField(default=12)),
                ("wifi_name", models.CharField(blank=True, max_length=32)),
                ("wifi_code", models.CharField(blank=True, max_length=63)),
                ("number_body", models.CharField(blank=True, max_length=40)),
                ("sent_body", models.CharField(blank=True, max_length=40)),
                ("is_indexed", models.BooleanField(default=True)),
                ("is_practice", models.BooleanField(default=False)),
                ("print_choices", models.TextField(blank=True)),
                ("change_no", models.BigIntegerField(default=0, editable=False, serialize=False)),
                ("has_player_pages", models.BooleanField(default=False)),
                ("club_number", models.CharField(blank=True, max_length=20)),
                ("receiver", models.CharField(default="general", max_length=12)),
                ("charge_code", models.CharField(blank=True, default="10", max_length=2)),
                ("point_scale", models.CharField(blank=True, default="Club", max_length=20)),
                ("embedders", models.CharField(blank=True, max_length=300)),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_no", models.PositiveSmallIntegerField()),
                ("home", models.PositiveSmallIntegerField()),
                ("away", models.PositiveSmallIntegerField()),
                ("winner", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("how", models.CharField(blank=True, max_length=12)),
                ("unit", models.CharField(blank=True, default="", max_length=6)),
                ("home_points", models.CharField(blank=True, default="", max_length=12)),
                ("away_points", models.CharField(blank=True, default="", max_length=12)),
                ("date", models.DateField(blank=True, null=True)),
                ("venue", models.CharField(blank=True, default="", max_length=80)),
                ("is_postponed", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ("section_id", "round_no", "home", "away"),
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
                ("room_standings", models.BooleanField(default=False)),
                ("warning_minutes", models.PositiveSmallIntegerField(default=5)),
                ("breaks", models.JSONField(blank=True, default=list)),
                ("break_ends_at", models.DateTimeField(blank=True, null=True)),
                ("round_ends", models.JSONField(blank=True, default=list)),
                ("date", models.DateField(blank=True, null=True)),
            ],
            options={
                "ordering": ("event", "number"),
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
            ],
            options={
                "ordering": ("party", "round_no"),
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
                ("chosen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("copies", models.PositiveSmallIntegerField(default=1)),
                ("notes", models.JSONField(blank=True, default=list)),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("in_force", models.BooleanField(default=True)),
                ("from_round", models.PositiveSmallIntegerField(default=1)),
                ("why", models.CharField(blank=True, max_length=200)),
                ("contest", models.CharField(default="pairs", max_length=12)),
                ("acts_before", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ("section_id", "number"),
            },
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(db_index=True)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("headers", models.JSONField(default=dict)),
                ("content", models.BinaryField(default=b"")),
                (
                    "messages",
                    models.JSONField(
                        decoder=django.contrib.messages.storage.cookie.MessageDecoder,
                        default=list,
                        encoder=django.contrib.messages.storage.cookie.MessageEncoder,
                    ),
                ),
            ],
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
                ("name", models.CharField(blank=True, default="", max_length=80)),
                ("handicap", models.CharField(blank=True, default="", max_length=40)),
                ("stratum", models.CharField(blank=True, default="", max_length=1)),
                ("carry_over", models.CharField(blank=True, default="", max_length=40)),
                ("club", models.CharField(blank=True, default="", max_length=40)),
                ("rating", models.CharField(blank=True, default="", max_length=8)),
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
                "ordering": ("section", "pair_no"),
                "verbose_name_plural": "entries",
            },
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
                        choices=[
                            ("bridge", "Duplicate bridge"),
                            ("whist", "Duplicate whist"),
                            ("auction", "Duplicate auction"),
                            ("auction-1914", "Duplicate auction, scale of 1914"),
                        ],
                        default="bridge",
                        max_length=12,
                    ),
                ),
                ("scoring", models.CharField(blank=True, default="matchpoints", max_length=30)),
                ("scoring_options", models.JSONField(blank=True, default=dict)),
                ("source", models.CharField(blank=True, max_length=200)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
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
                (
                    "places",
                    models.CharField(
                        choices=[
                            ("field", "All sections together"),
                            ("section", "Each section by itself"),
                        ],
                        default="field",
                        max_length=7,
                    ),
                ),
                (
                    "finals",
                    models.CharField(
                        choices=[
                            ("places", "Finals, if they follow the places before"),
                            ("finals", "Finals: section A above section B"),
                            ("field", "One field"),
                        ],
                        default="places",
                        max_length=6,
                    ),
                ),
                ("change_no", models.BigIntegerField(default=0, editable=False, serialize=False)),
                ("desk_no", models.BigIntegerField(default=0, editable=False, serialize=False)),
                ("charge_code", models.CharField(blank=True, max_length=2)),
                ("point_scale", models.CharField(blank=True, max_length=20)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="director.club",
                    ),
                ),
            ],
            options={
                "ordering": ("-date", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="MatchVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("unit", models.CharField(blank=True, default="", max_length=6)),
                ("home_points", models.CharField(blank=True, default="", max_length=12)),
                ("away_points", models.CharField(blank=True, default="", max_length=12)),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
                ("replaced_at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="director.match",
                    ),
                ),
            ],
            options={
                "ordering": ("match_id", "-version"),
            },
        ),
        migrations.CreateModel(
            name="NextNight",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("date", models.DateField()),
                ("starts_at", models.TimeField(blank=True, null=True)),
                ("kind", models.CharField(max_length=60)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("is_weekly", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="next_nights",
                        to="director.club",
                    ),
                ),
            ],
            options={
                "ordering": ("club", "date", "pk"),
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
                ("preset", models.CharField(blank=True, max_length=40)),
                ("entry", models.CharField(default="winner", max_length=10)),
                ("goal", models.PositiveSmallIntegerField(default=0)),
                ("hands", models.PositiveSmallIntegerField(default=0)),
                ("pause_after", models.PositiveSmallIntegerField(default=0)),
                ("pause_minutes", models.PositiveSmallIntegerField(default=0)),
                ("trumps", models.JSONField(blank=True, default=list)),
                (
                    "card_boxes",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("total", "the total"),
                            ("half", "the first half and the total"),
                            ("halves", "both halves and the total"),
                        ],
                        max_length=6,
                    ),
                ),
                ("card_from", models.PositiveSmallIntegerField(default=1)),
                ("card_lone", models.BooleanField(default=False)),
                ("money", models.JSONField(blank=True, default=dict)),
                ("season", models.CharField(blank=True, max_length=60)),
                ("system_name", models.CharField(blank=True, max_length=60)),
                ("by_pair", models.BooleanField(default=True)),
            ],
            options={
                "verbose_name_plural": "parties",
            },
        ),
        migrations.AddField(
            model_name="session",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sessions",
                to="director.event",
            ),
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=200)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("made_at", models.DateTimeField()),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
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
                (
                    "taken_by",
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
                        related_name="messages",
                        to="director.session",
                    ),
                ),
            ],
            options={
                "ordering": ("session_id", "pk"),
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                (
                    "right",
                    models.CharField(
                        choices=[("read", "Read results"), ("enter", "Enter results")], max_length=5
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
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
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to="director.event",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to="director.session",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="PartyCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("part", models.PositiveSmallIntegerField(default=0)),
                ("player", models.PositiveSmallIntegerField()),
                ("total", models.IntegerField()),
                ("half", models.IntegerField(blank=True, null=True)),
                ("second", models.IntegerField(blank=True, null=True)),
                ("lone", models.PositiveSmallIntegerField(default=0)),
                ("first_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("version", models.PositiveIntegerField()),
                ("entered_at", models.DateTimeField()),
                ("games", models.JSONField(blank=True, default=list)),
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
                "ordering": ("party", "part", "player"),
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
                ("deals", models.JSONField(blank=True, default=list)),
                ("passed", models.PositiveSmallIntegerField(default=0)),
                ("out", models.JSONField(blank=True, default=list)),
                ("hands", models.PositiveSmallIntegerField(blank=True, null=True)),
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
            },
        ),
        migrations.CreateModel(
            name="PartySeason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("figures", models.CharField(default="totals", max_length=10)),
                ("best", models.PositiveSmallIntegerField(default=0)),
                ("attendance", models.PositiveSmallIntegerField(default=0)),
                ("by_group", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="party_seasons",
                        to="director.club",
                    ),
                ),
            ],
            options={
                "ordering": ("club", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="PartyWay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("key", models.CharField(max_length=40)),
                ("put_away_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="party_ways",
                        to="director.club",
                    ),
                ),
            ],
            options={
                "ordering": ("put_away_at", "name", "pk"),
            },
        ),
        migrations.CreateModel(
            name="PeopleList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("source", models.CharField(blank=True, max_length=200)),
                ("added", models.JSONField(default=dict)),
                ("changed", models.JSONField(default=dict)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lists",
                        to="director.club",
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
            ],
            options={
                "ordering": ("-pk",),
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
                ("sits_still", models.BooleanField(default=False)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("is_visitor", models.BooleanField(default=False)),
                ("is_hidden", models.BooleanField(default=False)),
                (
                    "name_key",
                    models.CharField(default="", editable=False, max_length=240, serialize=False),
                ),
                ("twin_no", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("needs_large_print", models.BooleanField(default=False)),
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
                ("tandem", models.CharField(blank=True, max_length=60)),
                ("team", models.CharField(blank=True, max_length=60)),
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
            },
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
                ("is_captain", models.BooleanField(default=False)),
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
            ],
            options={
                "ordering": ("entry", "order"),
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
            name="PersonMerge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("was", models.JSONField()),
                ("moved", models.JSONField(default=dict)),
                ("gained", models.JSONField(default=dict)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "into",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="director.person",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="PersonNumber",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("body", models.CharField(max_length=40)),
                ("number", models.CharField(max_length=20)),
                (
                    "body_key",
                    models.CharField(default="", editable=False, max_length=120, serialize=False),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="numbers",
                        to="director.person",
                    ),
                ),
            ],
            options={
                "ordering": ("person", "body"),
            },
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
                ("copy_no", models.PositiveSmallIntegerField(default=1)),
                ("players", models.JSONField(blank=True, null=True)),
                ("half", models.PositiveSmallIntegerField(default=0)),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows",
                        to="director.plan",
                    ),
                ),
            ],
            options={
                "ordering": ("plan_id", "round_no", "table_no", "half"),
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
                ("reading", models.TextField(blank=True, default="")),
                (
                    "lead",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator("^[SHDC](10|[2-9JQKA])\\Z")
                        ],
                    ),
                ),
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
                "ordering": ("section_id", "board_no", "ns", "ew"),
            },
        ),
        migrations.CreateModel(
            name="Award",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("award", "award"),
                            ("not played", "not played"),
                            ("void", "void"),
                            ("later", "to be played later"),
                        ],
                        default="award",
                        max_length=10,
                    ),
                ),
                ("text", models.CharField(max_length=200)),
                ("ns_score", models.IntegerField(blank=True, null=True)),
                ("reading", models.TextField(blank=True, default="")),
                (
                    "ns_fault",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("none", "not at fault"),
                            ("partly", "partly at fault"),
                            ("full", "at fault"),
                        ],
                        max_length=6,
                    ),
                ),
                (
                    "ew_fault",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("none", "not at fault"),
                            ("partly", "partly at fault"),
                            ("full", "at fault"),
                        ],
                        max_length=6,
                    ),
                ),
                ("ns_law", models.CharField(blank=True, max_length=60)),
                ("ew_law", models.CharField(blank=True, max_length=60)),
                ("ns_words", models.CharField(blank=True, max_length=300)),
                ("ew_words", models.CharField(blank=True, max_length=300)),
                ("version", models.PositiveIntegerField()),
                ("given_at", models.DateTimeField()),
                ("in_force", models.BooleanField(default=True)),
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
                    "over",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="director.award",
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="awards",
                        to="director.result",
                    ),
                ),
            ],
            options={
                "ordering": ("result_id", "pk"),
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
            },
        ),
        migrations.CreateModel(
            name="RoundDate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("from_round", models.PositiveSmallIntegerField()),
                ("date", models.DateField()),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_dates",
                        to="director.session",
                    ),
                ),
            ],
            options={
                "ordering": ("session_id", "from_round"),
            },
        ),
        migrations.CreateModel(
            name="SavedMovement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("plan", models.TextField()),
                ("contest", models.CharField(default="pairs", max_length=12)),
                ("contestants", models.PositiveSmallIntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("boards_per_set", models.PositiveSmallIntegerField()),
                ("winners", models.PositiveSmallIntegerField()),
                ("fairness", models.CharField(max_length=8)),
                ("fingerprint", models.CharField(max_length=8)),
                ("number", models.PositiveIntegerField(default=1)),
                ("made_at", models.DateTimeField()),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="movements",
                        to="director.club",
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
            ],
            options={
                "ordering": ("club", "contest", "contestants", "name", "pk"),
            },
        ),
        migrations.CreateModel(
            name="FormerMovement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("plan", models.TextField()),
                ("contest", models.CharField(default="pairs", max_length=12)),
                ("contestants", models.PositiveSmallIntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("boards_per_set", models.PositiveSmallIntegerField()),
                ("winners", models.PositiveSmallIntegerField()),
                ("fairness", models.CharField(max_length=8)),
                ("fingerprint", models.CharField(max_length=8)),
                ("number", models.PositiveIntegerField(default=1)),
                ("made_at", models.DateTimeField()),
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
                    "movement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former",
                        to="director.savedmovement",
                    ),
                ),
            ],
            options={
                "ordering": ("movement", "-number"),
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                (
                    "counting",
                    models.CharField(
                        choices=[
                            ("people", "Players one by one"),
                            ("pairs", "Pairs"),
                            ("teams", "Teams"),
                        ],
                        default="people",
                        max_length=6,
                    ),
                ),
                ("points", models.CharField(default="percent", max_length=10)),
                ("best", models.PositiveSmallIntegerField(default=0)),
                ("minimum", models.PositiveSmallIntegerField(default=0)),
                ("attendance", models.PositiveSmallIntegerField(default=0)),
                ("table", models.TextField(blank=True, default="")),
                ("ties", models.CharField(blank=True, default="", max_length=40)),
                ("handicap", models.PositiveSmallIntegerField(default=0)),
                ("handicap_events", models.PositiveSmallIntegerField(default=3)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="director.club",
                    ),
                ),
            ],
            options={
                "ordering": ("club", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_seasons",
                        to="director.event",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="season_events",
                        to="director.season",
                    ),
                ),
            ],
            options={
                "ordering": ("season", "pk"),
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
                ("draws", models.JSONField(blank=True, default=list)),
                ("late_ns", models.JSONField(blank=True, default=list)),
                ("printed_fingerprint", models.CharField(blank=True, max_length=8)),
                ("at_tables", models.JSONField(blank=True, default=dict)),
                ("partners", models.JSONField(blank=True, default=dict)),
                ("team_size", models.PositiveSmallIntegerField(default=0)),
                ("handicap_unit", models.CharField(blank=True, default="", max_length=6)),
                ("carry_over_unit", models.CharField(blank=True, default="", max_length=6)),
                (
                    "strata",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("below", "A stratum counts those below it too"),
                            ("apart", "Each stratum counts by itself"),
                        ],
                        default="",
                        max_length=5,
                    ),
                ),
                ("is_fouled", models.BooleanField(default=False)),
                ("carry_over_of", models.CharField(blank=True, default="", max_length=8)),
                ("trumps", models.CharField(blank=True, default="", max_length=2000)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sections",
                        to="director.session",
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
                            ("stands", "ruling upheld"),
                            ("changed", "ruling changed"),
                            ("dropped", "appeal withdrawn"),
                        ],
                        max_length=8,
                    ),
                ),
                ("given_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_why", models.CharField(blank=True, max_length=200)),
                ("match_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("match_against", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "award",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="ruling",
                        to="director.award",
                    ),
                ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section_id", "number"),
            },
        ),
        migrations.AddField(
            model_name="result",
            name="section",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="results",
                to="director.section",
            ),
        ),
        migrations.CreateModel(
            name="PlayedRow",
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
                ("boards", models.JSONField()),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="played_rows",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section_id", "round_no", "table_no"),
            },
        ),
        migrations.AddField(
            model_name="plan",
            name="section",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="plans",
                to="director.section",
            ),
        ),
        migrations.CreateModel(
            name="OfficialTotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
            model_name="match",
            name="section",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="matches",
                to="director.section",
            ),
        ),
        migrations.CreateModel(
            name="LineUpSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_no", models.PositiveSmallIntegerField()),
                ("seat", models.CharField(max_length=2)),
                ("is_substitute", models.BooleanField(default=False)),
                ("to_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_up_seats",
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
                        related_name="line_up_seats",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("entry", "round_no", "pk"),
            },
        ),
        migrations.CreateModel(
            name="FouledLine",
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
                ("letter", models.CharField(max_length=1)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fouled_lines",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section_id", "board_no", "ns", "ew"),
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
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="director.section",
            ),
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board_no", models.PositiveSmallIntegerField()),
                ("cards", models.CharField(max_length=80)),
                ("makeable", models.CharField(blank=True, max_length=20)),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("source", models.CharField(blank=True, max_length=200)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deals",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section_id", "board_no"),
            },
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table_no", models.PositiveSmallIntegerField()),
                ("made_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=100)),
                (
                    "done_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section_id", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Act",
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
                ("undone_no", models.PositiveIntegerField(blank=True, null=True)),
                ("undone_after", models.PositiveIntegerField(blank=True, null=True)),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="acts",
                        to="director.event",
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
                "ordering": ("event_id", "-number"),
            },
        ),
        migrations.CreateModel(
            name="Access",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.CharField(max_length=43, unique=True)),
                ("table_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accesses",
                        to="director.entry",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accesses",
                        to="director.session",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accesses",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "verbose_name_plural": "accesses",
            },
        ),
        migrations.CreateModel(
            name="SignInAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=150)),
                ("address", models.CharField(max_length=45)),
                ("succeeded", models.BooleanField()),
                ("at", models.DateTimeField()),
                (
                    "door",
                    models.CharField(
                        choices=[
                            ("sign-in", "sign-in"),
                            ("link", "one-time link"),
                            ("password", "own password"),
                        ],
                        default="sign-in",
                        max_length=8,
                    ),
                ),
                ("browser", models.CharField(blank=True, default="", max_length=32)),
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
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("scoring", models.CharField(max_length=30)),
                ("scoring_options", models.JSONField(blank=True, default=dict)),
                ("is_plate", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="director.event",
                    ),
                ),
            ],
            options={
                "ordering": ("event", "number"),
            },
        ),
        migrations.AddField(
            model_name="session",
            name="stage",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sessions",
                to="director.stage",
            ),
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
                            ("opened", "reopened"),
                            ("closed", "unpublished"),
                        ],
                        max_length=9,
                    ),
                ),
                ("changes", models.JSONField(blank=True, default=list)),
                ("standings", models.JSONField(blank=True, default=list)),
                ("made_at", models.DateTimeField()),
                ("facts", models.JSONField(blank=True, default=None, null=True)),
                ("is_due", models.BooleanField(default=False)),
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
            },
        ),
        migrations.CreateModel(
            name="TablePhone",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("device", models.CharField(max_length=32)),
                ("since", models.DateTimeField()),
                ("side", models.CharField(blank=True, max_length=4)),
                (
                    "standing",
                    models.CharField(
                        choices=[
                            ("new", "new"),
                            ("in", "let in"),
                            ("out", "refused"),
                            ("waits", "waits to be let in"),
                        ],
                        default="new",
                        max_length=5,
                    ),
                ),
                ("owner", models.CharField(blank=True, max_length=60)),
                (
                    "access",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_phones",
                        to="director.access",
                    ),
                ),
                (
                    "program",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_phones",
                        to="director.apitoken",
                    ),
                ),
            ],
            options={
                "ordering": ("access_id", "since", "device"),
            },
        ),
        migrations.CreateModel(
            name="TableWord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("result", "a result"),
                            ("confirm", "the word of the opponents"),
                            ("call", "a call for the director"),
                            ("name", "who sits in a seat"),
                            ("turned", "that a table sat the other way round"),
                            ("look", "the director, who asks the table to look again"),
                            ("shown", "a board whose other results the table was shown"),
                            ("match", "what a team says about the result of its match"),
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
                ("from_board", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("body_hash", models.CharField(blank=True, max_length=64)),
                (
                    "access",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="words",
                        to="director.access",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("published_at__isnull", False), ("removed_at__isnull", True)),
                fields=["club", "change_no"],
                name="published_events",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchversion",
            constraint=models.UniqueConstraint(
                fields=("match", "version"), name="match_version_once"
            ),
        ),
        migrations.AddField(
            model_name="partyround",
            name="party",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="played_rounds",
                to="director.party",
            ),
        ),
        migrations.AddField(
            model_name="partyplayer",
            name="party",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="players",
                to="director.party",
            ),
        ),
        migrations.AddField(
            model_name="partycard",
            name="party",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="cards",
                to="director.party",
            ),
        ),
        migrations.AddConstraint(
            model_name="partyresult",
            constraint=models.UniqueConstraint(
                fields=("round", "table_no"), name="party_table_once_in_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="partyseason",
            constraint=models.UniqueConstraint(fields=("club", "name"), name="season_once_in_club"),
        ),
        migrations.AddConstraint(
            model_name="partyway",
            constraint=models.UniqueConstraint(
                condition=models.Q(("put_away_at__isnull", True)),
                fields=("club", "name"),
                name="party_way_once_in_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                fields=("club", "name_key", "number", "twin_no"), name="person_once_in_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="personnumber",
            constraint=models.UniqueConstraint(
                fields=("person", "body_key"), name="one_number_a_body"
            ),
        ),
        migrations.AddConstraint(
            model_name="planrow",
            constraint=models.UniqueConstraint(
                fields=("plan", "round_no", "table_no", "half"), name="table_once_in_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="award",
            constraint=models.UniqueConstraint(
                condition=models.Q(("in_force", True)),
                fields=("result",),
                name="award_once_in_force_on_line",
            ),
        ),
        migrations.AddConstraint(
            model_name="award",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), _negated=True), name="award_says_what_counts"
            ),
        ),
        migrations.AddConstraint(
            model_name="resultversion",
            constraint=models.UniqueConstraint(fields=("result", "version"), name="version_once"),
        ),
        migrations.AddConstraint(
            model_name="rounddate",
            constraint=models.UniqueConstraint(
                fields=("session", "from_round"), name="round_dated_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="formermovement",
            constraint=models.UniqueConstraint(
                fields=("movement", "number"), name="movement_version_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                fields=("club", "name"), name="club_season_once_in_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonevent",
            constraint=models.UniqueConstraint(
                fields=("season", "event"), name="event_once_in_season"
            ),
        ),
        migrations.AddConstraint(
            model_name="section",
            constraint=models.UniqueConstraint(
                fields=("session", "letter"), name="section_once_in_session"
            ),
        ),
        migrations.AddConstraint(
            model_name="section",
            constraint=models.CheckConstraint(
                condition=models.Q(("winners__in", (1, 2))), name="one_or_two_winners"
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(
                fields=("section", "number"), name="ruling_once_in_section"
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("award__isnull", True),
                    models.Q(
                        ("board_no__isnull", False), ("ew__isnull", False), ("ns__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="award_of_ruling_has_line",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("penalty__isnull", True),
                        ("penalty_to__isnull", True),
                        ("penalty_unit", ""),
                    ),
                    models.Q(
                        ("penalty_to__isnull", False),
                        models.Q(("penalty", 0), _negated=True),
                        models.Q(("penalty_unit", ""), _negated=True),
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
                    models.Q(("match_against__isnull", True), ("match_round__isnull", True)),
                    models.Q(
                        ("match_against__isnull", False),
                        ("match_round__isnull", False),
                        ("penalty__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="ruling_of_match_has_amount",
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.UniqueConstraint(
                fields=("section", "board_no", "ns", "ew"), name="line_once_on_board"
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(
                condition=models.Q(("board_no__gte", 1)), name="board_numbers_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="playedrow",
            constraint=models.UniqueConstraint(
                fields=("section", "round_no", "table_no"), name="table_played_once_in_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="playedrow",
            constraint=models.CheckConstraint(
                condition=models.Q(("ns", models.F("ew")), _negated=True),
                name="pair_did_not_meet_itself",
            ),
        ),
        migrations.AddConstraint(
            model_name="plan",
            constraint=models.UniqueConstraint(
                fields=("section", "number"), name="plan_once_in_section"
            ),
        ),
        migrations.AddConstraint(
            model_name="plan",
            constraint=models.UniqueConstraint(
                condition=models.Q(("in_force", True)),
                fields=("section",),
                name="one_plan_in_force_in_section",
            ),
        ),
        migrations.AddConstraint(
            model_name="officialtotal",
            constraint=models.UniqueConstraint(
                fields=("section", "pair_no"), name="official_total_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="officialline",
            constraint=models.UniqueConstraint(
                fields=("section", "board_no", "ns", "ew"), name="official_line_once_on_board"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("section", "round_no", "home", "away"), name="match_once_in_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("winner", models.F("home")),
                    ("winner", models.F("away")),
                    ("winner__isnull", True),
                    _connector="OR",
                ),
                name="winner_played_in_match",
            ),
        ),
        migrations.AddConstraint(
            model_name="lineupseat",
            constraint=models.UniqueConstraint(
                fields=("entry", "round_no", "seat"), name="one_person_a_seat_of_line_up"
            ),
        ),
        migrations.AddConstraint(
            model_name="lineupseat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("to_round__isnull", True)),
                fields=("entry", "round_no", "person"),
                name="one_seat_a_person_in_line_up",
            ),
        ),
        migrations.AddConstraint(
            model_name="lineupseat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("to_round__isnull", False)),
                fields=("entry", "round_no", "person"),
                name="one_box_a_person_in_a_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="lineupseat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("seat__in", ("N", "E", "S", "W")), ("to_round__isnull", True)),
                    models.Q(
                        models.Q(("seat__in", ("N", "E", "S", "W")), _negated=True),
                        ("to_round__gte", models.F("round_no")),
                    ),
                    _connector="OR",
                ),
                name="seat_of_line_up",
            ),
        ),
        migrations.AddConstraint(
            model_name="fouledline",
            constraint=models.UniqueConstraint(
                fields=("section", "board_no", "ns", "ew"), name="line_fouled_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="entryplayer",
            constraint=models.UniqueConstraint(
                fields=("section", "person"), name="person_in_one_pair"
            ),
        ),
        migrations.AddConstraint(
            model_name="entryplayer",
            constraint=models.UniqueConstraint(fields=("entry", "order"), name="one_player_a_seat"),
        ),
        migrations.AddConstraint(
            model_name="entryplayer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_captain", True)),
                fields=("entry",),
                name="one_captain_of_a_team",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("section", "pair_no"), name="pair_number_once_in_section"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("pair_no__gte", 1)), name="pair_numbers_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("name", ""), _negated=True),
                fields=("section", "name"),
                name="team_name_once_in_section",
            ),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(fields=["cards"], name="deals_by_cards"),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.UniqueConstraint(
                fields=("section", "board_no"), name="deal_once_on_board"
            ),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.CheckConstraint(
                condition=models.Q(("board_no__gte", 1)), name="deals_from_board_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.UniqueConstraint(
                condition=models.Q(("done_at__isnull", True)),
                fields=("section", "table_no"),
                name="table_waits_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.CheckConstraint(
                condition=models.Q(("table_no__gte", 1)), name="calling_tables_from_1"
            ),
        ),
        migrations.AddIndex(
            model_name="act",
            index=models.Index(
                condition=models.Q(("made_by__isnull", False)),
                fields=["event", "number"],
                name="acts_of_desk",
            ),
        ),
        migrations.AddIndex(
            model_name="act",
            index=models.Index(fields=["event", "undone_no"], name="acts_undone_last"),
        ),
        migrations.AddConstraint(
            model_name="act",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="act_once_in_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="access",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("table_no__isnull", False), ("entry__isnull", False), _connector="XOR"
                ),
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
                condition=models.Q(("revoked_at__isnull", True)),
                fields=("entry",),
                name="pair_has_one_access",
            ),
        ),
        migrations.AddConstraint(
            model_name="skatsheet",
            constraint=models.UniqueConstraint(
                fields=("round", "player"), name="skat_sheet_once_in_session"
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="stage_once_in_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="session_once_in_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("clock", "running"), _negated=True),
                    ("round_ends_at__isnull", False),
                    _connector="OR",
                ),
                name="running_clock_has_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="standingsversion",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="version_once_in_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="tablephone",
            constraint=models.UniqueConstraint(
                fields=("access", "device"), name="phone_once_at_table"
            ),
        ),
        migrations.AddConstraint(
            model_name="tablephone",
            constraint=models.UniqueConstraint(
                condition=models.Q(("program__isnull", False)),
                fields=("access", "program"),
                name="program_once_at_table",
            ),
        ),
        migrations.AddIndex(
            model_name="tableword",
            index=models.Index(fields=["access", "board_no"], name="words_of_board"),
        ),
        migrations.AddConstraint(
            model_name="tableword",
            constraint=models.UniqueConstraint(
                fields=("access", "key"), name="word_once_by_access"
            ),
        ),
        migrations.AddConstraint(
            model_name="partyround",
            constraint=models.UniqueConstraint(
                fields=("party", "round_no"), name="round_once_in_party"
            ),
        ),
        migrations.AddConstraint(
            model_name="partyplayer",
            constraint=models.UniqueConstraint(
                fields=("party", "number"), name="player_number_once_in_party"
            ),
        ),
        migrations.AddConstraint(
            model_name="partyplayer",
            constraint=models.UniqueConstraint(
                fields=("party", "person"), name="person_once_in_party"
            ),
        ),
        migrations.AddConstraint(
            model_name="partyplayer",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="player_numbers_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="partyplayer",
            constraint=models.CheckConstraint(
                condition=models.Q(("group__in", ("", "A", "B"))), name="two_seat_groups"
            ),
        ),
        migrations.AddConstraint(
            model_name="partycard",
            constraint=models.UniqueConstraint(
                fields=("party", "part", "player"), name="card_once_in_party"
            ),
        ),
    ]
