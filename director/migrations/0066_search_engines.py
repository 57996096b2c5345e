"""From release 0.2.0 to 0.3.0."""

import re
from collections.abc import Iterator
from typing import Any

import django.contrib.messages.storage.cookie
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

from director.migrations._data import settle

GIVEN = re.compile(
    r"A[\d.].*|NP(?:: .*)?|LATER|N-S .+ / E-W .+|.*%.*|.* MOVED .*|CARDS .*", re.DOTALL
)
"""What stood on a line without having been made there."""
EXTRAS = "Handicaps, strata and carry-over: changed."


def carry_over(apps: Any, schema_editor: Any) -> None:
    """Give what there is the form of today."""

    def stored(model: str, app: str = "director") -> Any:
        return apps.get_model(app, model).objects.using(schema_editor.connection.alias)

    stored("User", "auth").update(
        is_staff=True, is_superuser=True
    )  # everybody who could sign in was a director
    # Parties that have begun go on ranking each of two partners: their figures and prizes stay as they are.
    stored("Party").filter(pk__in=stored("PartyRound").values("party")).update(by_pair=False)
    part_awards(stored)
    keep_in_force(stored)
    settle(schema_editor)


def part_awards(stored: Any) -> None:
    """Part what was made from what was given: a result goes on as made, anything else becomes the award in force.

    Rulings point to their awards and hold no copies; the history of every line is as it was.
    """
    results, by_line = stored("Result"), {}
    for ruling in stored("Ruling").exclude(adjusted="").order_by("pk"):
        if ruling.result_id is None:
            where = {name: getattr(ruling, name) for name in ("section_id", "board_no", "ns", "ew")}
            ruling.result_id = results.get_or_create(
                **where, defaults={"entered_at": ruling.given_at}
            )[0].pk
        by_line.setdefault(ruling.result_id, []).append(ruling)
    texts = results.order_by("pk").values_list("pk", "text")
    parted = sorted({pk for pk, line in texts.iterator() if GIVEN.fullmatch(line)} | by_line.keys())
    for first in range(0, len(parted), 500):
        some = results.filter(pk__in=parted[first : first + 500])
        for result in some.prefetch_related("versions"):
            part_line(result, by_line.get(result.pk, []), stored("Award"))


def part_line(result: Any, rulings: list[Any], awards: Any) -> None:
    """Store the *awards* that counted on a line, and let it hold what was made where one counts now."""
    values = {old.version: old for old in result.versions.all()} | {result.version: result}
    by_ruling, given = {ruling.change for ruling in rulings}, {}

    def is_award(version: int) -> bool:
        line = values[version].text if version in values else ""
        return bool(line) and (version in by_ruling or GIVEN.fullmatch(line) is not None)

    def store(line: str, by: int | None, at: Any, **more: Any) -> Any:
        kind = "later" if line == "LATER" else "not played" if line.startswith("NP") else "award"
        return awards.create(
            result=result, kind=kind, text=line, given_by_id=by, given_at=at, **more
        )

    def award(version: int, over: Any = None) -> Any:
        if version not in given:
            was = values[version]
            more = {
                "ns_score": was.ns_score,
                "reading": getattr(was, "reading", ""),
                "version": version,
                "over": over,
            }
            in_force = version == result.version
            given[version] = store(
                was.text, was.entered_by_id, was.entered_at, in_force=in_force, **more
            )
        return given[version]

    for ruling in rulings:  # those that were given first are what later ones were made from
        if ruling.change in values:
            base = ruling.change - 1 if ruling.base is None else ruling.base
            ruling.award = award(ruling.change, over=award(base) if is_award(base) else None)
        else:  # it was undone since, and nobody kept it
            ruling.award = store(
                ruling.adjusted, ruling.given_by_id, ruling.given_at, version=1, in_force=False
            )
        ruling.save(update_fields=["award"])
    version = result.version
    if is_award(version):
        award(version)
        while is_award(version):
            version -= 1
        made = values.get(version)
        result.text, result.ns_score = (made.text, made.ns_score) if made else ("", None)
        result.reading = ""
        result.save(update_fields=["text", "ns_score", "reading"])


def keep_in_force(stored: Any) -> None:
    """Keep of sections what is in force, their printed cards too; what was before becomes acts, in order of time."""
    events, users = {}, dict(stored("User", "auth").values_list("username", "pk"))
    sections = list(stored("Section").select_related("session"))
    for field, former in (("extras", former_extras), ("fouled", former_groups)):
        for section in sections:
            for kind, words, state, before, after in former(getattr(section, field)):
                made_at = parse_datetime(state.get("at", ""))
                if made_at is not None and is_aware(made_at):  # else there is no place for it
                    change = {
                        "model": "director.section",
                        "pk": section.pk,
                        "before": before,
                        "after": after,
                    }
                    act = {
                        "event_id": section.session.event_id,
                        "section": section,
                        "kind": kind,
                        "words": words,
                    }
                    act |= {
                        "changes": [change],
                        "made_at": made_at,
                        "made_by_id": users.get(state.get("by", "")),
                    }
                    events.setdefault(section.session.event_id, []).append(act)
    for acts in events.values():
        for number, act in enumerate(sorted(acts, key=lambda act: act["made_at"]), 1):
            stored("Act").create(number=number, **act)
    for section in sections:
        section.printed_fingerprint = section.session.printed_fingerprint
        section.extras, section.fouled = extras_of(section.extras), groups_of(section.fouled)
        section.save(update_fields=["printed_fingerprint", "extras", "fouled"])


def extras_of(states: list[Any]) -> dict[str, Any]:
    """Return what pairs have besides their points after *states*."""
    return (
        {name: value for name, value in states[-1].items() if name not in ("by", "at")}
        if states
        else {}
    )


def former_extras(states: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield what each of the *states* changed."""
    for at, state in enumerate(states):
        yield (
            "extras",
            EXTRAS,
            state,
            {"extras": extras_of(states[:at])},
            {"extras": extras_of(states[: at + 1])},
        )


def groups_of(changes: list[Any]) -> dict[str, Any]:
    """Return the groups of every board of which others played other cards, as they are after *changes*."""
    last = {change["board"]: change["groups"] for change in changes}
    return {str(board_no): last[board_no] for board_no in sorted(last) if last[board_no]}


def former_groups(changes: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield what each of the *changes* changed, where it did."""
    for at, change in enumerate(changes):
        board_no, was, now = (
            str(change["board"]),
            groups_of(changes[:at]),
            groups_of(changes[: at + 1]),
        )
        if was.get(board_no) != now.get(board_no):
            letters = "".join(f", {letter}" for letter in sorted(set(change["groups"].values())))
            before, after = ({f"fouled/{board_no}": side.get(board_no)} for side in (was, now))
            yield "groups", f"Cards of board {board_no}: as dealt{letters}.", change, before, after


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0017_journal_of_every_event"),
    ]

    operations = [
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
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="director.session",
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
            ],
            options={
                "ordering": ("session_id", "made_at", "pk"),
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
                ("reason", models.CharField(blank=True, max_length=100)),
            ],
            options={
                "ordering": ("section_id", "made_at", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("done_at__isnull", True)),
                        fields=("section", "table_no"),
                        name="table_waits_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table_no__gte", 1)), name="calling_tables_from_1"
                    ),
                ],
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
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("in_force", True)),
                        fields=("result",),
                        name="award_once_in_force_on_line",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True),
                        name="award_says_what_counts",
                    ),
                ],
            },
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "round_no", "table_no"),
                        name="table_played_once_in_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ns", models.F("ew")), _negated=True),
                        name="pair_did_not_meet_itself",
                    ),
                ],
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
                    "section",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accesses",
                        to="director.section",
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
                ("phones", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "ordering": ("pk",),
                "verbose_name_plural": "accesses",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("table_no__isnull", False), ("entry__isnull", False), _connector="XOR"
                        ),
                        name="access_of_table_or_pair",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("revoked_at__isnull", True), ("table_no__isnull", False)
                        ),
                        fields=("session", "section", "table_no"),
                        name="table_has_one_access",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("entry",),
                        name="pair_has_one_access",
                    ),
                ],
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
                (
                    "access",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="words",
                        to="director.access",
                    ),
                ),
                ("from_board", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(fields=("access", "key"), name="word_once_by_access")
                ],
                "indexes": [models.Index(fields=["access", "board_no"], name="words_of_board")],
            },
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
                ("seat", models.CharField(max_length=1)),
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("entry", "round_no", "seat"), name="one_person_a_seat_of_line_up"
                    ),
                    models.UniqueConstraint(
                        fields=("entry", "round_no", "person"), name="one_seat_a_person_in_line_up"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seat__in", ("N", "E", "S", "W"))),
                        name="seat_of_line_up",
                    ),
                ],
            },
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "board_no"), name="deal_once_on_board"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("board_no__gte", 1)), name="deals_from_board_1"
                    ),
                ],
                "indexes": [models.Index(fields=["cards"], name="deals_by_cards")],
            },
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
                "constraints": [
                    models.UniqueConstraint(
                        models.F("person"),
                        django.db.models.functions.text.Lower("body"),
                        name="one_number_a_body",
                    )
                ],
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cards",
                        to="director.party",
                    ),
                ),
                ("games", models.JSONField(blank=True, default=list)),
            ],
            options={
                "ordering": ("party", "part", "player"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("party", "part", "player"), name="card_once_in_party"
                    )
                ],
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
                "constraints": [
                    models.UniqueConstraint(fields=("club", "name"), name="season_once_in_club")
                ],
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
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("put_away_at__isnull", True)),
                        fields=("club", "name"),
                        name="party_way_once_in_club",
                    )
                ],
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
        migrations.AddField(
            model_name="act",
            name="section",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="acts",
                to="director.section",
            ),
        ),
        migrations.AddIndex(
            model_name="act",
            index=models.Index(fields=["event", "undone_at"], name="acts_undone_last"),
        ),
        migrations.AddIndex(
            model_name="act",
            index=models.Index(
                condition=models.Q(("made_by__isnull", False)),
                fields=["event", "number"],
                name="acts_of_desk",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="act",
            name="press_done_once_in_event",
        ),
        migrations.RemoveField(
            model_name="act",
            name="press",
        ),
        migrations.AddField(
            model_name="club",
            name="memory_weeks",
            field=models.PositiveSmallIntegerField(default=12),
        ),
        migrations.AddField(
            model_name="club",
            name="wifi_name",
            field=models.CharField(blank=True, max_length=32),
        ),
        migrations.AddField(
            model_name="club",
            name="wifi_code",
            field=models.CharField(blank=True, max_length=63),
        ),
        migrations.AddField(
            model_name="club",
            name="number_body",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="club",
            name="sent_body",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="club",
            name="is_indexed",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="continues",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="continued_by",
                to="director.entry",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="name",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("name", ""), _negated=True),
                fields=("section", "name"),
                name="team_name_once_in_section",
            ),
        ),
        migrations.AddField(
            model_name="entryplayer",
            name="is_captain",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="entryplayer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_captain", True)),
                fields=("entry",),
                name="one_captain_of_a_team",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="places",
            field=models.CharField(
                choices=[("field", "All sections together"), ("section", "Each section by itself")],
                default="field",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="party",
            name="preset",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="party",
            name="entry",
            field=models.CharField(default="winner", max_length=10),
        ),
        migrations.AddField(
            model_name="party",
            name="goal",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="party",
            name="hands",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="party",
            name="pause_after",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="party",
            name="pause_minutes",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="party",
            name="trumps",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="party",
            name="card_boxes",
            field=models.CharField(
                blank=True,
                choices=[
                    ("total", "the total"),
                    ("half", "the first half and the total"),
                    ("halves", "both halves and the total"),
                ],
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="party",
            name="card_from",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="party",
            name="card_lone",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="party",
            name="money",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="party",
            name="season",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="party",
            name="system_name",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="party",
            name="by_pair",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="partyplayer",
            name="tandem",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="partyplayer",
            name="team",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="partyresult",
            name="deals",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="partyresult",
            name="passed",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="partyresult",
            name="out",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="partyresult",
            name="hands",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="person",
            name="sits_still",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="email",
            field=models.EmailField(blank=True, max_length=254),
        ),
        migrations.AddField(
            model_name="person",
            name="is_visitor",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterModelOptions(
            name="plan",
            options={"ordering": ("section_id", "number")},
        ),
        migrations.AlterField(
            model_name="plan",
            name="chosen_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name="plan",
            name="section",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="plans",
                to="director.section",
            ),
        ),
        migrations.AddField(
            model_name="plan",
            name="number",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="plan",
            name="in_force",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="plan",
            name="from_round",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="plan",
            name="why",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name="plan",
            name="contest",
            field=models.CharField(default="pairs", max_length=12),
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
        migrations.AlterModelOptions(
            name="planrow",
            options={"ordering": ("plan_id", "round_no", "table_no", "half")},
        ),
        migrations.RemoveConstraint(
            model_name="planrow",
            name="table_once_in_round",
        ),
        migrations.AddField(
            model_name="planrow",
            name="players",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="planrow",
            name="half",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="planrow",
            constraint=models.UniqueConstraint(
                fields=("plan", "round_no", "table_no", "half"), name="table_once_in_round"
            ),
        ),
        migrations.AddField(
            model_name="result",
            name="lead",
            field=models.CharField(
                blank=True,
                default="",
                max_length=3,
                validators=[django.core.validators.RegexValidator("^[SHDC](10|[2-9JQKA])\\Z")],
            ),
        ),
        migrations.RemoveField(
            model_name="result",
            name="undoes",
        ),
        migrations.RemoveField(
            model_name="resultversion",
            name="undoes",
        ),
        migrations.AddField(
            model_name="ruling",
            name="award",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="ruling",
                to="director.award",
            ),
        ),
        migrations.AlterField(
            model_name="section",
            name="extras",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AlterField(
            model_name="section",
            name="fouled",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="section",
            name="printed_fingerprint",
            field=models.CharField(blank=True, max_length=8),
        ),
        migrations.AddField(
            model_name="section",
            name="at_tables",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="section",
            name="partners",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="section",
            name="team_size",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="section",
            name="decided",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="session",
            name="room_standings",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="session",
            name="warning_minutes",
            field=models.PositiveSmallIntegerField(default=5),
        ),
        migrations.AddField(
            model_name="session",
            name="breaks",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="session",
            name="break_ends_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="session",
            name="round_ends",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="signinattempt",
            name="door",
            field=models.CharField(
                choices=[
                    ("sign-in", "sign-in"),
                    ("link", "one-time link"),
                    ("password", "own password"),
                ],
                default="sign-in",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="signinattempt",
            name="browser",
            field=models.CharField(blank=True, default="", max_length=32),
        ),
        migrations.RunPython(
            code=carry_over,
        ),
        migrations.RemoveConstraint(
            model_name="ruling",
            name="adjusted_result_has_line",
        ),
        migrations.RemoveField(
            model_name="ruling",
            name="adjusted",
        ),
        migrations.RemoveField(
            model_name="ruling",
            name="base",
        ),
        migrations.RemoveField(
            model_name="ruling",
            name="change",
        ),
        migrations.RemoveField(
            model_name="ruling",
            name="former",
        ),
        migrations.RemoveField(
            model_name="ruling",
            name="result",
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
    ]
