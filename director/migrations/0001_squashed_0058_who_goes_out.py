"""All steps so far at once, for a new database; one that has taken some goes on step by step."""

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import director.party.models.played


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
        ("director", "0022_movements_in_sequence"),
        ("director", "0023_room_standings"),
        ("director", "0024_breaks"),
        ("director", "0025_messages_and_calls"),
        ("director", "0026_memory_of_seats"),
        ("director", "0027_awards"),
        ("director", "0028_tables_as_played"),
        ("director", "0029_roles_of_accounts"),
        ("director", "0030_private_addresses"),
        ("director", "0031_wifi_of_clubs"),
        ("director", "0032_acts_of_desk"),
        ("director", "0033_leads"),
        ("director", "0034_extras_in_force"),
        ("director", "0035_cards_in_force"),
        ("director", "0036_seeds_in_force"),
        ("director", "0037_players_and_teams"),
        ("director", "0038_named_teams"),
        ("director", "0039_line_ups"),
        ("director", "0040_players_of_teams"),
        ("director", "0041_knockout_decisions"),
        ("director", "0042_order_without_joins"),
        ("director", "0043_deals"),
        ("director", "0044_half_matches"),
        ("director", "0045_entries_moved"),
        ("director", "0046_numbers_of_people"),
        ("director", "0047_turned_words"),
        ("director", "0048_looks_of_tables"),
        ("director", "0049_party_presets"),
        ("director", "0050_cards_handed_in"),
        ("director", "0051_deals_by_cards"),
        ("director", "0052_lists_of_people"),
        ("director", "0053_money_of_parties"),
        ("director", "0054_seasons_of_parties"),
        ("director", "0055_party_series"),
        ("director", "0056_party_ways"),
        ("director", "0057_phones_of_tables"),
        ("director", "0058_who_goes_out"),
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
                ("memory_weeks", models.PositiveSmallIntegerField(default=12)),
                ("wifi_name", models.CharField(blank=True, max_length=32)),
                ("wifi_code", models.CharField(blank=True, max_length=63)),
                ("number_body", models.CharField(blank=True, max_length=40)),
                ("sent_body", models.CharField(blank=True, max_length=40)),
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
                ("warning_minutes", models.PositiveSmallIntegerField(default=5)),
                ("breaks", models.JSONField(blank=True, default=list)),
                ("break_ends_at", models.DateTimeField(blank=True, null=True)),
                ("round_ends", models.JSONField(blank=True, default=list)),
                ("printed_fingerprint", models.CharField(blank=True, max_length=8)),
                ("room_standings", models.BooleanField(default=False)),
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
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("in_force", models.BooleanField(default=True)),
                ("from_round", models.PositiveSmallIntegerField(default=1)),
                ("why", models.CharField(blank=True, max_length=200)),
                ("contest", models.CharField(default="pairs", max_length=12)),
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
                ("chosen_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ("section_id", "number"),
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pair_no", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, default="", max_length=80)),
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
                            ("individual", "Duplicate for single players, who change partners"),
                            ("teams", "Duplicate teams"),
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
                ("system_name", models.CharField(blank=True, max_length=60)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("method", models.CharField(blank=True, max_length=30)),
                ("method_options", models.JSONField(blank=True, default=dict)),
                ("prizes", models.JSONField(blank=True, default=dict)),
                ("answers", models.JSONField(blank=True, default=dict)),
                ("money", models.JSONField(blank=True, default=dict)),
                ("season", models.CharField(blank=True, max_length=60)),
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
                ("card_from", models.PositiveSmallIntegerField(default=1)),
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
                ("card_lone", models.BooleanField(default=False)),
                ("starts_at", models.TimeField(blank=True, null=True)),
                ("seed", models.PositiveIntegerField(blank=True, null=True)),
                ("is_over", models.BooleanField(default=False)),
                ("preset", models.CharField(blank=True, max_length=40)),
                ("trumps", models.JSONField(blank=True, default=list)),
                ("hands", models.PositiveSmallIntegerField(default=0)),
                ("goal", models.PositiveSmallIntegerField(default=0)),
                ("pause_after", models.PositiveSmallIntegerField(default=0)),
                ("pause_minutes", models.PositiveSmallIntegerField(default=0)),
                ("entry", models.CharField(default="winner", max_length=10)),
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
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="director.session"
                    ),
                ),
            ],
            options={
                "ordering": ("session_id", "made_at", "pk"),
            },
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
                ("out", models.JSONField(blank=True, default=list)),
                ("beside", models.JSONField(blank=True, default=list)),
                ("lone", models.JSONField(blank=True, default=dict)),
                ("deals", models.JSONField(blank=True, default=list)),
                ("passed", models.PositiveSmallIntegerField(default=0)),
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
            name="PartySeason",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("figures", models.CharField(default="totals", max_length=10)),
                ("best", models.PositiveSmallIntegerField(default=0)),
                ("attendance", models.PositiveSmallIntegerField(default=0)),
                ("by_group", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="party_seasons", to="director.club"
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
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("key", models.CharField(max_length=40)),
                ("put_away_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="party_ways", to="director.club"
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
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("source", models.CharField(blank=True, max_length=200)),
                ("added", models.JSONField(default=dict)),
                ("changed", models.JSONField(default=dict)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lists", to="director.club"
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
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("number", models.CharField(blank=True, max_length=20)),
                ("sits_still", models.BooleanField(default=False)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("is_visitor", models.BooleanField(default=False)),
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
                ("is_captain", models.BooleanField(default=False)),
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
            name="PersonMerge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("was", models.JSONField()),
                ("moved", models.JSONField(default=dict)),
                ("gained", models.JSONField(default=dict)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "into",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="merges", to="director.person"
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
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("body", models.CharField(max_length=40)),
                ("number", models.CharField(max_length=20)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="numbers", to="director.person"
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
                ("players", models.JSONField(blank=True, null=True)),
                ("half", models.PositiveSmallIntegerField(default=0)),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rows", to="director.plan"
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
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("board_no", models.PositiveSmallIntegerField()),
                ("ns", models.PositiveSmallIntegerField()),
                ("ew", models.PositiveSmallIntegerField()),
                ("round_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("table_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("ns_score", models.IntegerField(blank=True, null=True)),
                ("reading", models.TextField(blank=True, default="")),
                ("lead", models.CharField(blank=True, default="", max_length=3)),
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
                "ordering": ("section_id", "board_no", "ns", "ew"),
            },
        ),
        migrations.CreateModel(
            name="Award",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        choices=[("none", "not at fault"), ("partly", "partly at fault"), ("full", "at fault")],
                        max_length=6,
                    ),
                ),
                (
                    "ew_fault",
                    models.CharField(
                        blank=True,
                        choices=[("none", "not at fault"), ("partly", "partly at fault"), ("full", "at fault")],
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="awards", to="director.result"
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
                "ordering": ("result_id", "-version"),
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
                ("partners", models.JSONField(blank=True, default=dict)),
                ("team_size", models.PositiveSmallIntegerField(default=0)),
                ("draws", models.JSONField(blank=True, default=list)),
                ("fouled", models.JSONField(blank=True, default=dict)),
                ("decided", models.JSONField(blank=True, default=dict)),
                ("extras", models.JSONField(blank=True, default=dict)),
                ("printed_fingerprint", models.CharField(blank=True, max_length=8)),
                ("at_tables", models.JSONField(blank=True, default=dict)),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="director.section"
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
                on_delete=django.db.models.deletion.CASCADE, related_name="results", to="director.section"
            ),
        ),
        migrations.CreateModel(
            name="PlayedRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_no", models.PositiveSmallIntegerField()),
                ("table_no", models.PositiveSmallIntegerField()),
                ("ns", models.PositiveSmallIntegerField()),
                ("ew", models.PositiveSmallIntegerField()),
                ("boards", models.JSONField()),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="played_rows", to="director.section"
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
                on_delete=django.db.models.deletion.CASCADE, related_name="plans", to="director.section"
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
        migrations.CreateModel(
            name="LineUpSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_no", models.PositiveSmallIntegerField()),
                ("seat", models.CharField(max_length=1)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="line_up_seats", to="director.entry"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="director.person"
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="line_up_seats", to="director.section"
                    ),
                ),
            ],
            options={
                "ordering": ("entry", "round_no", "pk"),
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
            name="Deal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("board_no", models.PositiveSmallIntegerField()),
                ("cards", models.CharField(max_length=80)),
                ("makeable", models.CharField(blank=True, max_length=20)),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("source", models.CharField(blank=True, max_length=200)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deals", to="director.section"
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
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table_no", models.PositiveSmallIntegerField()),
                ("reason", models.CharField(blank=True, max_length=100)),
                ("made_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(blank=True, null=True)),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="director.section"
                    ),
                ),
            ],
            options={
                "ordering": ("section_id", "made_at", "pk"),
            },
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
                "ordering": ("event_id", "-number"),
            },
        ),
        migrations.CreateModel(
            name="Access",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(max_length=43, unique=True)),
                ("table_no", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("phones", models.JSONField(blank=True, default=dict)),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="accesses", to="director.session"
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
                "verbose_name_plural": "accesses",
                "ordering": ("pk",),
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
                (
                    "door",
                    models.CharField(
                        choices=[("sign-in", "sign-in"), ("link", "one-time link"), ("password", "own password")],
                        default="sign-in",
                        max_length=8,
                    ),
                ),
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
                "ordering": ("event_id", "-number"),
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
                            ("turned", "that a table sat the other way round"),
                            ("look", "the director, who asks the table to look again"),
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
                ("from_board", models.PositiveSmallIntegerField(blank=True, null=True)),
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
                (
                    "access",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="words", to="director.access"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
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
                ("token", models.CharField(default=director.party.models.played.new_token, max_length=24, unique=True)),
                ("joined_round", models.PositiveSmallIntegerField(default=1)),
                ("left_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("team", models.CharField(blank=True, max_length=60)),
                ("tandem", models.CharField(blank=True, max_length=60)),
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
        migrations.CreateModel(
            name="PartyCard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                    "party",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="cards", to="director.party"
                    ),
                ),
            ],
            options={
                "ordering": ("party", "part", "player"),
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
                models.F("club"),
                django.db.models.functions.text.Lower("name"),
                models.F("number"),
                name="person_once_in_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="personnumber",
            constraint=models.UniqueConstraint(
                models.F("person"), django.db.models.functions.text.Lower("body"), name="one_number_a_body"
            ),
        ),
        migrations.AddConstraint(
            model_name="planrow",
            constraint=models.UniqueConstraint(
                fields=("plan", "round_no", "table_no", "half"), name="table_once_in_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="planrow",
            constraint=models.CheckConstraint(
                condition=models.Q(("ns", models.F("ew")), _negated=True), name="pair_does_not_meet_itself"
            ),
        ),
        migrations.AddConstraint(
            model_name="award",
            constraint=models.UniqueConstraint(
                condition=models.Q(("in_force", True)), fields=("result",), name="award_once_in_force_on_line"
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
                    ("award__isnull", True),
                    models.Q(("board_no__isnull", False), ("ew__isnull", False), ("ns__isnull", False)),
                    _connector="OR",
                ),
                name="award_of_ruling_has_line",
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
            model_name="playedrow",
            constraint=models.UniqueConstraint(
                fields=("section", "round_no", "table_no"), name="table_played_once_in_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="playedrow",
            constraint=models.CheckConstraint(
                condition=models.Q(("ns", models.F("ew")), _negated=True), name="pair_did_not_meet_itself"
            ),
        ),
        migrations.AddConstraint(
            model_name="plan",
            constraint=models.UniqueConstraint(fields=("section", "number"), name="plan_once_in_section"),
        ),
        migrations.AddConstraint(
            model_name="plan",
            constraint=models.UniqueConstraint(
                condition=models.Q(("in_force", True)), fields=("section",), name="one_plan_in_force_in_section"
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
            model_name="lineupseat",
            constraint=models.UniqueConstraint(
                fields=("entry", "round_no", "seat"), name="one_person_a_seat_of_line_up"
            ),
        ),
        migrations.AddConstraint(
            model_name="lineupseat",
            constraint=models.UniqueConstraint(
                fields=("entry", "round_no", "person"), name="one_seat_a_person_in_line_up"
            ),
        ),
        migrations.AddConstraint(
            model_name="lineupseat",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat__in", ("N", "E", "S", "W"))), name="seat_of_line_up"
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
            model_name="entryplayer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_captain", True)), fields=("entry",), name="one_captain_of_a_team"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("section", "pair_no"), name="pair_number_once_in_section"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("name", ""), _negated=True),
                fields=("section", "name"),
                name="team_name_once_in_section",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(condition=models.Q(("pair_no__gte", 1)), name="pair_numbers_from_1"),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(fields=["cards"], name="deals_by_cards"),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.UniqueConstraint(fields=("section", "board_no"), name="deal_once_on_board"),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.CheckConstraint(condition=models.Q(("board_no__gte", 1)), name="deals_from_board_1"),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.UniqueConstraint(
                condition=models.Q(("done_at__isnull", True)), fields=("section", "table_no"), name="table_waits_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.CheckConstraint(condition=models.Q(("table_no__gte", 1)), name="calling_tables_from_1"),
        ),
        migrations.AddIndex(
            model_name="act",
            index=models.Index(fields=["event", "undone_at"], name="acts_undone_last"),
        ),
        migrations.AddIndex(
            model_name="act",
            index=models.Index(
                condition=models.Q(("made_by__isnull", False)), fields=["event", "number"], name="acts_of_desk"
            ),
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
        migrations.AddConstraint(
            model_name="skatsheet",
            constraint=models.UniqueConstraint(fields=("round", "player"), name="skat_sheet_once_in_session"),
        ),
        migrations.AddConstraint(
            model_name="standingsversion",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="version_once_in_event"),
        ),
        migrations.AddIndex(
            model_name="tableword",
            index=models.Index(fields=["access", "board_no"], name="words_of_board"),
        ),
        migrations.AddConstraint(
            model_name="tableword",
            constraint=models.UniqueConstraint(fields=("access", "key"), name="word_once_by_access"),
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
        migrations.AddConstraint(
            model_name="partycard",
            constraint=models.UniqueConstraint(fields=("party", "part", "player"), name="card_once_in_party"),
        ),
    ]
