"""What the director gives in place of a result is a record of its own, and what was made is never overwritten by it.

What stood on a line so far is parted: a result goes on as made, anything else becomes the award in force.  Rulings
point to their awards and hold no copies.  Acts about either cannot be undone any more, since they know one text for
both; what they did stands, and the history of every line is as it was.
"""

import re

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from director.boards.scores.read.line_readings import readings_fill

GIVEN = re.compile(r"A[\d.].*|NP(?:: .*)?|LATER|N-S .+ / E-W .+|.*%.*|.* MOVED .*|CARDS .*", re.DOTALL)
FORMER = "former"
"""The kind of an act that is kept to be read only."""
COPIES = {"adjusted", "former", "result_id", "change", "base"}
FAULTS = [("none", "not at fault"), ("partly", "partly at fault"), ("full", "at fault")]


class _Line:
    """A stored line with all that counted on it, by version."""

    def __init__(self, apps: StateApps, result, rulings, alias: str) -> None:
        self.result, self._awards = result, apps.get_model("director", "Award").objects.using(alias)
        self._values = {old.version: old for old in result.versions.all()} | {result.version: result}
        self._by_ruling = {ruling.change for ruling in rulings}
        self._stored = {}

    def is_award(self, version: int) -> bool:
        value = self._values.get(version)
        given = value is not None and value.text
        return bool(given) and (version in self._by_ruling or GIVEN.fullmatch(value.text) is not None)

    def award(self, version: int, over=None):
        """Return the award that *version* is, stored once."""
        if version not in self._stored:
            value = self._values[version]
            self._stored[version] = self._awards.create(
                result=self.result,
                kind=_kind(value.text),
                text=value.text,
                ns_score=value.ns_score,
                reading=getattr(value, "reading", ""),
                version=version,
                over=over,
                given_by_id=value.entered_by_id,
                given_at=value.entered_at,
                in_force=version == self.result.version,
            )
        return self._stored[version]

    def award_of(self, ruling):
        """Return the award of *ruling*, over the one that it was made from."""
        if ruling.change not in self._values:  # it was undone since, and nobody kept it
            kind, at = _kind(ruling.adjusted), {"given_by_id": ruling.given_by_id, "given_at": ruling.given_at}
            return self._awards.create(
                result=self.result, kind=kind, text=ruling.adjusted, version=1, in_force=False, **at
            )
        base = ruling.change - 1 if ruling.base is None else ruling.base
        return self.award(ruling.change, over=self.award(base) if self.is_award(base) else None)

    def part(self) -> None:
        """Let the line hold what was made, where an award counts."""
        version = self.result.version
        if not self.is_award(version):
            return
        self.award(version)
        while self.is_award(version):
            version -= 1
        made = self._values.get(version)
        self.result.text, self.result.ns_score = (made.text, made.ns_score) if made else ("", None)
        self.result.reading = ""
        self.result.save(update_fields=["text", "ns_score", "reading"])


def _kind(text: str) -> str:
    return "later" if text == "LATER" else "not played" if text.startswith("NP") else "award"


def part(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Part what was made from what was given."""
    alias = schema_editor.connection.alias
    results = apps.get_model("director", "Result").objects.using(alias)
    rulings = apps.get_model("director", "Ruling").objects.using(alias)
    by_line = {}
    for ruling in rulings.exclude(adjusted="").order_by("pk"):
        if ruling.result_id is None:
            where = {name: getattr(ruling, name) for name in ("section_id", "board_no", "ns", "ew")}
            ruling.result_id = results.get_or_create(**where, defaults={"entered_at": ruling.given_at})[0].pk
        by_line.setdefault(ruling.result_id, []).append(ruling)
    texts = results.order_by("pk").values_list("pk", "text")
    parted = sorted({pk for pk, text in texts.iterator() if GIVEN.fullmatch(text)} | by_line.keys())
    for first in range(0, len(parted), 500):
        some = results.filter(pk__in=parted[first : first + 500])
        for result in some.prefetch_related("versions"):
            own = by_line.get(result.pk, [])
            line = _Line(apps, result, own, alias)
            for ruling in own:  # those that were given first are what later ones were made from
                ruling.award = line.award_of(ruling)
                ruling.save(update_fields=["award"])
            line.part()
        readings_fill(some)
    _keep_to_read(apps, alias, COPIES)
    _settle(schema_editor)


def _is_about_awards(change) -> bool:
    """Return whether *change* puts or takes anything that a line gets otherwise than by its cards."""
    sides = [change[side] or {} for side in ("before", "after")]
    if change["model"] == "director.result":
        return any(GIVEN.fullmatch(side.get("text") or "") for side in sides)
    if change["model"] == "director.ruling":
        return any(side.get("adjusted") or side.get("change") or side.get("award_id") for side in sides)
    return change["model"] == "director.award"


def _without(changes, names):
    """Return *changes* without what rulings have no place for."""
    return [
        change
        | {
            side: change[side] and {name: value for name, value in change[side].items() if name not in names}
            for side in ("before", "after")
        }
        if change["model"] == "director.ruling"
        else change
        for change in changes
    ]


def _keep_to_read(apps: StateApps, alias: str, names) -> None:
    """Let acts about awards be read only, and take from the others the *names* that rulings have no longer."""
    for act in apps.get_model("director", "Act").objects.using(alias).filter(kind__in=("result", "ruling")).iterator():
        if any(_is_about_awards(change) for change in act.changes):
            act.kind = FORMER
        act.changes = _without(act.changes, names)
        act.save(update_fields=["kind", "changes"])


def join(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Put on every line what counts there, as an older program knows it."""
    alias = schema_editor.connection.alias
    awards = apps.get_model("director", "Award").objects.using(alias)
    for ruling in apps.get_model("director", "Ruling").objects.using(alias).filter(award__isnull=False):
        award = ruling.award
        former = award.result.versions.filter(version=award.version - 1).first()
        ruling.adjusted, ruling.former, ruling.result_id = award.text, former.text if former else "", award.result_id
        ruling.change = award.result.version if award.in_force else award.version
        ruling.base = award.version - 1
        ruling.save(update_fields=["adjusted", "former", "result", "change", "base"])
    for award in awards.filter(in_force=True).select_related("result").iterator():
        result = award.result
        result.text, result.ns_score, result.reading = award.text, award.ns_score, award.reading
        result.save(update_fields=["text", "ns_score", "reading"])
    _keep_to_read(apps, alias, {"award_id"})
    apps.get_model("director", "Ruling").objects.using(alias).update(award=None)
    awards.all().delete()
    _settle(schema_editor)


def _settle(schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":  # alters no table whose rows wait for their keys to be checked
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def _set_null(to: str, name: str) -> models.ForeignKey:
    null = {"blank": True, "null": True, "on_delete": django.db.models.deletion.SET_NULL}
    return models.ForeignKey(to=to, related_name=name, **null)


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0026_memory_of_seats"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                ("ns_fault", models.CharField(blank=True, choices=FAULTS, max_length=6)),
                ("ew_fault", models.CharField(blank=True, choices=FAULTS, max_length=6)),
                ("ns_law", models.CharField(blank=True, max_length=60)),
                ("ew_law", models.CharField(blank=True, max_length=60)),
                ("ns_words", models.CharField(blank=True, max_length=300)),
                ("ew_words", models.CharField(blank=True, max_length=300)),
                ("version", models.PositiveIntegerField()),
                ("given_at", models.DateTimeField()),
                ("in_force", models.BooleanField(default=True)),
                ("given_by", _set_null(settings.AUTH_USER_MODEL, "+")),
                ("over", _set_null("director.award", "+")),
                (
                    "result",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="awards", to="director.result"
                    ),
                ),
            ],
            options={
                "ordering": ("result", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("in_force", True)), fields=("result",), name="award_once_in_force_on_line"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="award_says_what_counts"
                    ),
                ],
            },
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
        migrations.RunPython(part, join),
        migrations.RemoveConstraint(model_name="ruling", name="adjusted_result_has_line"),
        migrations.RemoveField(model_name="ruling", name="adjusted"),
        migrations.RemoveField(model_name="ruling", name="base"),
        migrations.RemoveField(model_name="ruling", name="change"),
        migrations.RemoveField(model_name="ruling", name="former"),
        migrations.RemoveField(model_name="ruling", name="result"),
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
    ]
