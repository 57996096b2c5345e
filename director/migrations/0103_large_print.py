"""From release 0.3.0 to 0.4.0."""

import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, F, OuterRef

from director.migrations._data import rewrite_acts, settle

COLUMNS = ("handicap", "stratum", "carry_over")
UNITS = ("handicap_unit", "carry_over_unit", "strata")
SEATS = ("N", "E", "S", "W")
APART = 1_000_000
"""How far the numbers of events that are here already begin apart, so that sums of several don't coincide."""
BATCH = 500


def units_of(extras: dict[str, Any]) -> dict[str, str]:
    return {name: extras.get(name, "") for name in UNITS}


def pairs_of(extras: dict[str, Any]) -> dict[str, dict[str, str]]:
    return {
        number: dict(zip(COLUMNS, own, strict=True))
        for number, own in extras.get("pairs", {}).items()
    }


def move_extras_to_entries(apps: Any, schema_editor: Any) -> None:
    """Put on every entry what its pair has, and what it had into the acts that changed it."""
    entries = apps.get_model("director", "Entry").objects.using(schema_editor.connection.alias)
    for section in apps.get_model("director", "Section").objects.using(
        schema_editor.connection.alias
    ):
        if section.extras:
            for number, own in pairs_of(section.extras).items():
                entries.filter(section=section, pair_no=int(number)).update(**own)
            for name, value in units_of(section.extras).items():
                setattr(section, name, value)
            section.save(update_fields=UNITS)
    rewrite_acts(apps, schema_editor, "section", "extras", partial(part_extras, entries))
    settle(schema_editor)


def part_extras(entries: Any, change: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield *change* of a section without extras, and the changes of its entries; of a whole section it names none."""
    sides = before, after = change["before"], change["after"]
    was, now = ((side or {}).pop("extras", {}) for side in sides)
    if units_of(was) != units_of(now) and None not in sides:
        before |= units_of(was)
        after |= units_of(now)
    if before != after:
        yield change
    were, are, nothing = pairs_of(was), pairs_of(now), dict.fromkeys(COLUMNS, "")
    for entry in (
        entries.filter(section=change["pk"], pair_no__in={*were, *are}) if None not in sides else ()
    ):
        states = {
            "before": were.get(str(entry.pair_no), nothing),
            "after": are.get(str(entry.pair_no), nothing),
        }
        if states["before"] != states["after"]:
            yield {"model": "director.entry", "pk": entry.pk, **states}


def store_decided_matches(apps: Any, schema_editor: Any) -> None:
    """Store the matches that were decided, and have acts be about them."""
    matches = apps.get_model("director", "Match").objects.using(schema_editor.connection.alias)

    @cache
    def record_of(section: int, key: str) -> dict[str, int]:
        """Return the match that has *key* without who won it, with a number that no other will have."""
        round_no, _, teams = key.partition(":")
        home, away = map(int, teams.split("-"))
        of = {"section_id": section, "round_no": int(round_no), "home": home, "away": away}
        match = matches.filter(**of).first() or matches.create(**of, winner=home)
        if not match.how:  # only acts know it
            matches.filter(pk=match.pk).delete()
        return {"id": match.pk, **of}

    def parted(change: dict[str, Any]) -> Iterator[dict[str, Any]]:
        sides = [change["before"], change["after"]]
        keys = sorted({key for side in sides for key in side or () if key.startswith("decided/")})
        decided = {key: [side.pop(key) for side in sides] for key in keys}
        for side in filter(None, sides):
            side.pop("decided", None)
        if any(sides):
            yield change
        for key, states in decided.items():
            match = record_of(change["pk"], key.removeprefix("decided/"))
            known = match if None in states else {}
            before, after = (
                state and {**known, "winner": state[0], "how": state[1]} for state in states
            )
            yield {"model": "director.match", "pk": match["id"], "before": before, "after": after}

    for section in apps.get_model("director", "Section").objects.using(
        schema_editor.connection.alias
    ):
        for key, (winner, how) in section.decided.items():
            round_no, _, teams = key.partition(":")
            home, away = teams.split("-")
            matches.create(
                section=section, round_no=round_no, home=home, away=away, winner=winner, how=how
            )
    rewrite_acts(apps, schema_editor, "section", "decided", parted)
    settle(schema_editor)


def parts_of(change: dict[str, Any], field: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Take the parts of *field* out of both sides of *change*; return them."""
    parts: list[dict[str, Any]] = []
    for side in (change["before"], change["after"]):
        names = [name for name in side or () if name.startswith(f"{field}/")]
        parts.append({name.partition("/")[2]: side.pop(name) for name in names})
        (side or {}).pop(field, None)
    return parts[0], parts[1]


def store_phones(apps: Any, schema_editor: Any) -> None:
    """Store the phones of every address, and have acts be about them."""
    rows = apps.get_model("director", "TablePhone").objects.using(schema_editor.connection.alias)
    for access in apps.get_model("director", "Access").objects.using(
        schema_editor.connection.alias
    ):
        for device, phone in access.phones.items():
            own = {"since": phone["since"], "side": phone["side"], "standing": phone["is"]}
            rows.create(access=access, device=device, **own)

    def parted(change: dict[str, Any]) -> Iterator[dict[str, Any]]:
        before, after = parts_of(change, "phones")
        if change["before"] or change["after"]:
            yield change
        for phone in rows.filter(access=change["pk"], device__in=before):
            states = {"before": before[phone.device], "after": after[phone.device]}
            sides = {side: {"standing": state["is"]} for side, state in states.items()}
            yield {"model": "director.tablephone", "pk": phone.pk, **sides}

    rewrite_acts(apps, schema_editor, "access", "phones", parted)


def store_fouled_lines(apps: Any, schema_editor: Any) -> None:
    """Store the lines with other cards, and have acts be about them."""
    rows = apps.get_model("director", "FouledLine").objects.using(schema_editor.connection.alias)

    @cache
    def record_of(section: int, board_no: str, pairs: str, letter: str) -> dict[str, Any]:
        """Return a line with these cards, with a number that no other will have."""
        ns, ew = map(int, pairs.split("-"))
        of = {
            "section_id": section,
            "board_no": int(board_no),
            "ns": ns,
            "ew": ew,
            "letter": letter,
        }
        row = rows.create(**of)
        rows.filter(pk=row.pk).delete()
        return {"id": row.pk, **of}

    def parted(change: dict[str, Any]) -> Iterator[dict[str, Any]]:
        parts = parts_of(change, "fouled")
        if change["before"] or change["after"]:
            yield change
        was, now = (
            [
                record_of(change["pk"], board_no, *line)
                for board_no, own in side.items()
                for line in (own or {}).items()
            ]
            for side in parts
        )
        yield from (
            {"model": "director.fouledline", "pk": row["id"], "before": row, "after": None}
            for row in was
        )
        yield from (
            {"model": "director.fouledline", "pk": row["id"], "before": None, "after": row}
            for row in now
        )

    rewrite_acts(apps, schema_editor, "section", "fouled", parted)
    sections = apps.get_model("director", "Section").objects.using(schema_editor.connection.alias)
    for section in sections:
        lines = [
            (board_no, *line) for board_no, own in section.fouled.items() for line in own.items()
        ]
        for line in lines:
            rows.create(**record_of(section.pk, *line))
        sections.filter(pk=section.pk).update(is_fouled=bool(lines))
    settle(schema_editor)


def mark_substitutes(apps: Any, schema_editor: Any) -> None:
    """Say of every line-up who was no member of the team: until now that followed from who was one."""
    seats = apps.get_model("director", "LineUpSeat").objects.using(schema_editor.connection.alias)
    members = apps.get_model("director", "EntryPlayer").objects.filter(
        entry=OuterRef("entry"), person=OuterRef("person")
    )
    seats.filter(~Exists(members)).update(is_substitute=True)
    settle(schema_editor)


def mark_in_acts(apps: Any, schema_editor: Any) -> None:
    """Say the same of line-ups that only acts know, so that an undo brings them back whole."""
    players = apps.get_model("director", "EntryPlayer").objects.using(
        schema_editor.connection.alias
    )
    members = set(players.values_list("entry_id", "person_id"))

    def marked(change: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for side in filter(None, (change["before"], change["after"])):
            if "entry_id" in side and "person_id" in side:
                is_substitute = (side["entry_id"], side["person_id"]) not in members
                side |= {"to_round": None, "is_substitute": is_substitute}
        yield change

    rewrite_acts(apps, schema_editor, "lineupseat", "seat", marked)
    settle(schema_editor)


def keep_published(apps: Any, schema_editor: Any) -> None:
    """Leave the order of standings that visitors have read as it is."""
    events = apps.get_model("director", "Event").objects.using(schema_editor.connection.alias)
    events.exclude(published_at__isnull=True, corrections_until__isnull=True).update(finals="field")
    settle(schema_editor)


def keep_official(apps: Any, schema_editor: Any) -> None:
    """Leave the percentages of imported events as their files have them: points were given beside the boards."""
    sections = apps.get_model("director", "Section").objects.using(schema_editor.connection.alias)
    imported = sections.exclude(session__event__source="").exclude(carry_over_unit="")
    imported.update(carry_over_of="0")
    settle(schema_editor)


def number_undos(apps: Any, schema_editor: Any) -> None:
    """Count the undos of every event, and say of each undo and of each first movement after which act it came."""
    using = schema_editor.connection.alias
    acts = apps.get_model("director", "Act").objects.using(using)
    for event_id in acts.order_by().values_list("event_id", flat=True).distinct():
        of_event = acts.filter(event_id=event_id)
        made = sorted(of_event.values_list("made_at", "number"))
        moments, latest = [moment for moment, _number in made], 0
        latest_by = [latest := max(latest, number) for _moment, number in made]
        undone = of_event.filter(undone_at__isnull=False).order_by("undone_at", "-number")
        for undone_no, (pk, number, moment) in enumerate(
            undone.values_list("pk", "number", "undone_at"), start=1
        ):
            earlier = bisect_right(moments, moment)
            after = max(number, latest_by[earlier - 1] if earlier else 0)
            acts.filter(pk=pk).update(undone_no=undone_no, undone_after=after)
        plans = apps.get_model("director", "Plan").objects.using(using)
        for plan in plans.filter(section__session__event_id=event_id, number=1).only("chosen_at"):
            before = [number for moment, number in made if moment < plan.chosen_at]
            plans.filter(pk=plan.pk).update(acts_before=max(before, default=0))
    settle(schema_editor)


def number_events(apps: Any, schema_editor: Any) -> None:
    """Let the numbers of the events that are here begin apart; those of new ones begin at the clock, far beyond."""
    events = apps.get_model("director", "Event").objects.using(schema_editor.connection.alias)
    events.update(change_no=F("pk") * APART)
    settle(schema_editor)


def folded(name: str) -> str:
    """Return the normalised form of *name*, as the program made it at this step."""
    decomposed = unicodedata.normalize("NFD", name).casefold()
    return " ".join(unicodedata.normalize("NFC", decomposed).split())


def fill_people(apps: Any, schema_editor: Any) -> None:
    """Fill the names. People of one name and number stay, the later ones marked as twins.

    SQLite folded only the capitals of ASCII, so it kept *Émile Zola* and *émile Zola* apart.
    """
    people = apps.get_model("director", "Person").objects.using(schema_editor.connection.alias)
    twins = Counter[tuple[int, str, str]]()
    batch = []
    for person in people.order_by("pk").only("club", "name", "number").iterator(chunk_size=BATCH):
        person.name_key = folded(person.name)
        same = person.club_id, person.name_key, person.number
        person.twin_no = twins[same]
        twins[same] += 1
        batch.append(person)
    people.bulk_update(batch, ["name_key", "twin_no"], batch_size=BATCH)
    settle(schema_editor)


def fill_bodies(apps: Any, schema_editor: Any) -> None:
    """Fill the bodies' names. A second number of one body stays, under the name with a figure."""
    numbers = apps.get_model("director", "PersonNumber").objects.using(
        schema_editor.connection.alias
    )
    bodies: dict[int, set[str]] = {}
    batch = list(numbers.order_by("pk"))
    for number in batch:
        known = bodies.setdefault(number.person_id, set())
        body, figure = number.body, 1
        while folded(number.body) in known:
            figure += 1
            number.body = f"{body[:35]} {figure}"
        number.body_key = folded(number.body)
        known.add(number.body_key)
    numbers.bulk_update(batch, ["body", "body_key"], batch_size=BATCH)
    settle(schema_editor)


def name_programs(apps: Any, schema_editor: Any) -> None:
    """Give programs, which were phones called program-12, records of their tokens."""
    alias = schema_editor.connection.alias
    phones = apps.get_model("director", "TablePhone").objects.using(alias)
    words = apps.get_model("director", "TableWord").objects.using(alias)
    tokens = apps.get_model("director", "ApiToken").objects.using(alias)
    for token_id in tokens.values_list("pk", flat=True):
        old, new = f"program-{token_id}", f"={token_id}"
        phones.filter(device=old).update(device=new, program=token_id)
        words.filter(device=old).update(device=new)
        words.filter(agreed_device=old).update(agreed_device=new)
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0066_search_engines"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="planrow",
            name="pair_does_not_meet_itself",
        ),
        migrations.RemoveConstraint(
            model_name="result",
            name="line_has_two_pairs",
        ),
        migrations.AddField(
            model_name="entry",
            name="handicap",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="entry",
            name="stratum",
            field=models.CharField(blank=True, default="", max_length=1),
        ),
        migrations.AddField(
            model_name="entry",
            name="carry_over",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="section",
            name="handicap_unit",
            field=models.CharField(blank=True, default="", max_length=6),
        ),
        migrations.AddField(
            model_name="section",
            name="carry_over_unit",
            field=models.CharField(blank=True, default="", max_length=6),
        ),
        migrations.AddField(
            model_name="section",
            name="strata",
            field=models.CharField(
                blank=True,
                choices=[
                    ("below", "A stratum counts those below it too"),
                    ("apart", "Each stratum counts by itself"),
                ],
                default="",
                max_length=5,
            ),
        ),
        migrations.RunPython(
            code=move_extras_to_entries,
        ),
        migrations.RemoveField(
            model_name="section",
            name="extras",
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
                ("winner", models.PositiveSmallIntegerField()),
                ("how", models.CharField(max_length=12)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section_id", "round_no", "home", "away"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "round_no", "home", "away"), name="match_once_in_round"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("winner", models.F("home")),
                            ("winner", models.F("away")),
                            _connector="OR",
                        ),
                        name="winner_played_in_match",
                    ),
                ],
            },
        ),
        migrations.RunPython(
            code=store_decided_matches,
        ),
        migrations.RemoveField(
            model_name="section",
            name="decided",
        ),
        migrations.AddField(
            model_name="club",
            name="is_practice",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="club",
            name="print_choices",
            field=models.TextField(blank=True),
        ),
        migrations.AlterField(
            model_name="ruling",
            name="outcome",
            field=models.CharField(
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
        migrations.AlterField(
            model_name="standingsversion",
            name="action",
            field=models.CharField(
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
                (
                    "access",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_phones",
                        to="director.access",
                    ),
                ),
            ],
            options={
                "ordering": ("access_id", "since", "device"),
                "constraints": [
                    models.UniqueConstraint(fields=("access", "device"), name="phone_once_at_table")
                ],
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "board_no", "ns", "ew"), name="line_fouled_once"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="section",
            name="is_fouled",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(
            code=store_phones,
        ),
        migrations.RunPython(
            code=store_fouled_lines,
        ),
        migrations.RemoveField(
            model_name="access",
            name="phones",
        ),
        migrations.RemoveField(
            model_name="section",
            name="fouled",
        ),
        migrations.RemoveConstraint(
            model_name="lineupseat",
            name="one_seat_a_person_in_line_up",
        ),
        migrations.RemoveConstraint(
            model_name="lineupseat",
            name="seat_of_line_up",
        ),
        migrations.AddField(
            model_name="lineupseat",
            name="is_substitute",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="lineupseat",
            name="to_round",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="lineupseat",
            name="seat",
            field=models.CharField(max_length=2),
        ),
        migrations.RunPython(
            code=mark_substitutes,
            reverse_code=migrations.RunPython.noop,
        ),
        migrations.RunPython(
            code=mark_in_acts,
            reverse_code=migrations.RunPython.noop,
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
        migrations.AddField(
            model_name="event",
            name="finals",
            field=models.CharField(
                choices=[
                    ("places", "Finals, if they follow the places before"),
                    ("finals", "Finals: section A above section B"),
                    ("field", "One field"),
                ],
                default="places",
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="section",
            name="carry_over_of",
            field=models.CharField(blank=True, default="", max_length=8),
        ),
        migrations.RunPython(
            code=keep_published,
            reverse_code=migrations.RunPython.noop,
        ),
        migrations.RunPython(
            code=keep_official,
            reverse_code=migrations.RunPython.noop,
        ),
        migrations.AddField(
            model_name="act",
            name="undone_no",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="act",
            name="undone_after",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="plan",
            name="acts_before",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(
            code=number_undos,
        ),
        migrations.RemoveIndex(
            model_name="act",
            name="acts_undone_last",
        ),
        migrations.AddIndex(
            model_name="act",
            index=models.Index(fields=["event", "undone_no"], name="acts_undone_last"),
        ),
        migrations.AlterModelOptions(
            name="message",
            options={"ordering": ("session_id", "pk")},
        ),
        migrations.AlterModelOptions(
            name="call",
            options={"ordering": ("section_id", "pk")},
        ),
        migrations.AddField(
            model_name="club",
            name="change_no",
            field=models.BigIntegerField(default=0, editable=False, serialize=False),
        ),
        migrations.AddField(
            model_name="event",
            name="change_no",
            field=models.BigIntegerField(default=0, editable=False, serialize=False),
        ),
        migrations.AddField(
            model_name="event",
            name="desk_no",
            field=models.BigIntegerField(default=0, editable=False, serialize=False),
        ),
        migrations.RunPython(
            code=number_events,
            reverse_code=migrations.RunPython.noop,
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
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="director.club",
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
            ],
            options={
                "ordering": ("club", "-pk"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "name"), name="club_season_once_in_club"
                    )
                ],
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
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="season_events",
                        to="director.season",
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
            ],
            options={
                "ordering": ("season", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("season", "event"), name="event_once_in_season")
                ],
            },
        ),
        migrations.AddField(
            model_name="club",
            name="has_player_pages",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="is_hidden",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("published_at__isnull", False), ("removed_at__isnull", True)),
                fields=["club", "change_no"],
                name="published_events",
            ),
        ),
        migrations.AddField(
            model_name="section",
            name="trumps",
            field=models.CharField(blank=True, default="", max_length=2000),
        ),
        migrations.AlterField(
            model_name="event",
            name="game",
            field=models.CharField(
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
        migrations.CreateModel(
            name="NextNight",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="next_nights",
                        to="director.club",
                    ),
                ),
                ("date", models.DateField()),
                ("starts_at", models.TimeField(blank=True, null=True)),
                ("kind", models.CharField(max_length=60)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("is_weekly", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ("club", "date", "pk"),
            },
        ),
        migrations.AddField(
            model_name="season",
            name="handicap",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="season",
            name="handicap_events",
            field=models.PositiveSmallIntegerField(default=3),
        ),
        migrations.AddField(
            model_name="standingsversion",
            name="facts",
            field=models.JSONField(blank=True, default=None, null=True),
        ),
        migrations.AddField(
            model_name="standingsversion",
            name="is_due",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="match",
            name="unit",
            field=models.CharField(blank=True, default="", max_length=6),
        ),
        migrations.AddField(
            model_name="match",
            name="home_points",
            field=models.CharField(blank=True, default="", max_length=12),
        ),
        migrations.AddField(
            model_name="match",
            name="away_points",
            field=models.CharField(blank=True, default="", max_length=12),
        ),
        migrations.AddField(
            model_name="match",
            name="date",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="venue",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
        migrations.AddField(
            model_name="match",
            name="is_postponed",
            field=models.BooleanField(default=False),
        ),
        migrations.RemoveConstraint(
            model_name="match",
            name="winner_played_in_match",
        ),
        migrations.AlterField(
            model_name="match",
            name="winner",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="match",
            name="how",
            field=models.CharField(blank=True, max_length=12),
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
        migrations.CreateModel(
            name="Stage",
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
                        related_name="stages",
                        to="director.event",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("scoring", models.CharField(max_length=30)),
                ("scoring_options", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="stage_once_in_event")
                ],
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
        migrations.AddField(
            model_name="session",
            name="date",
            field=models.DateField(blank=True, null=True),
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
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_dates",
                        to="director.session",
                    ),
                ),
                ("from_round", models.PositiveSmallIntegerField()),
                ("date", models.DateField()),
            ],
            options={
                "ordering": ("session_id", "from_round"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "from_round"), name="round_dated_once"
                    )
                ],
            },
        ),
        migrations.RemoveConstraint(
            model_name="ruling",
            name="penalty_has_amount_unit_and_pair",
        ),
        migrations.AddField(
            model_name="ruling",
            name="match_round",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="ruling",
            name="match_against",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
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
        migrations.AddField(
            model_name="stage",
            name="is_plate",
            field=models.BooleanField(default=False),
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
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("made_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="movements",
                        to="director.club",
                    ),
                ),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
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
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("made_at", models.DateTimeField()),
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("movement", "number"), name="movement_version_once"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="club",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="entry",
            name="rating",
            field=models.CharField(blank=True, default="", max_length=8),
        ),
        migrations.AlterField(
            model_name="tableword",
            name="kind",
            field=models.CharField(
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
        migrations.AddField(
            model_name="club",
            name="club_number",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="club",
            name="receiver",
            field=models.CharField(default="general", max_length=12),
        ),
        migrations.AddField(
            model_name="club",
            name="charge_code",
            field=models.CharField(blank=True, default="10", max_length=2),
        ),
        migrations.AddField(
            model_name="club",
            name="point_scale",
            field=models.CharField(blank=True, default="Club", max_length=20),
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
                ("name", models.CharField(max_length=60)),
                (
                    "right",
                    models.CharField(
                        choices=[("read", "Read results"), ("enter", "Enter results")], max_length=5
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.AddField(
            model_name="event",
            name="charge_code",
            field=models.CharField(blank=True, max_length=2),
        ),
        migrations.AddField(
            model_name="event",
            name="point_scale",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="match",
            name="version",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="match",
            name="entered_at",
            field=models.DateTimeField(blank=True, null=True),
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
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="director.match",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("unit", models.CharField(blank=True, default="", max_length=6)),
                ("home_points", models.CharField(blank=True, default="", max_length=12)),
                ("away_points", models.CharField(blank=True, default="", max_length=12)),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
                ("replaced_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("match_id", "-version"),
                "constraints": [
                    models.UniqueConstraint(fields=("match", "version"), name="match_version_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="tableword",
            name="body_hash",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.RemoveConstraint(
            model_name="person",
            name="person_once_in_club",
        ),
        migrations.RemoveConstraint(
            model_name="personnumber",
            name="one_number_a_body",
        ),
        migrations.AddField(
            model_name="person",
            name="name_key",
            field=models.CharField(default="", editable=False, max_length=240, serialize=False),
        ),
        migrations.AddField(
            model_name="person",
            name="twin_no",
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="personnumber",
            name="body_key",
            field=models.CharField(default="", editable=False, max_length=120, serialize=False),
        ),
        migrations.RunPython(
            code=fill_people,
            reverse_code=migrations.RunPython.noop,
        ),
        migrations.RunPython(
            code=fill_bodies,
            reverse_code=migrations.RunPython.noop,
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
        migrations.AddField(
            model_name="tablephone",
            name="owner",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="tablephone",
            name="program",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="table_phones",
                to="director.apitoken",
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
        migrations.RunPython(
            code=name_programs,
            reverse_code=migrations.RunPython.noop,
        ),
        migrations.AddField(
            model_name="club",
            name="embedders",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name="person",
            name="needs_large_print",
            field=models.BooleanField(default=False),
        ),
    ]
