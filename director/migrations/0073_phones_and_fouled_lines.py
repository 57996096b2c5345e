"""Phones at tables become records of their addresses, lines with other cards those of their section."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.db import migrations

from director.migrations._fields import (
    acts_rewrite,
    add,
    create,
    flag,
    moment,
    once,
    part_of,
    remove,
    settle,
    small,
    steps,
    text,
)

STANDINGS = [("new", "new"), ("in", "let in"), ("out", "refused"), ("waits", "waits to be let in")]


def parts_of(change: dict[str, Any], field: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Take the parts of *field* out of both sides of *change*; return them."""
    parts: list[dict[str, Any]] = []
    for side in (change["before"], change["after"]):
        names = [name for name in side or () if name.startswith(f"{field}/")]
        parts.append({name.partition("/")[2]: side.pop(name) for name in names})
        (side or {}).pop(field, None)
    return parts[0], parts[1]


def phones(apps: Any, schema_editor: Any) -> None:
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

    acts_rewrite(apps, schema_editor, "access", "phones", parted)


def fouled_lines(apps: Any, schema_editor: Any) -> None:
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

    acts_rewrite(apps, schema_editor, "section", "fouled", parted)
    sections = apps.get_model("director", "Section").objects.using(schema_editor.connection.alias)
    for section in sections:
        lines = [
            (board_no, *line) for board_no, own in section.fouled.items() for line in own.items()
        ]
        for line in lines:
            rows.create(**record_of(section.pk, *line))
        sections.filter(pk=section.pk).update(is_fouled=bool(lines))
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = steps("0072_plain_labels")

    operations = [
        create(
            "TablePhone",
            once("phone_once_at_table", "access", "device"),
            ordered=("access_id", "since", "device"),
            device=text(32),
            since=moment(),
            side=text(4, blank=True),
            standing=text(5, choices=STANDINGS, default="new"),
            access=part_of("access", "table_phones"),
        ),
        create(
            "FouledLine",
            once("line_fouled_once", "section", "board_no", "ns", "ew"),
            ordered=("section_id", "board_no", "ns", "ew"),
            board_no=small(),
            ns=small(),
            ew=small(),
            letter=text(1),
            section=part_of("section", "fouled_lines"),
        ),
        *add("section", is_fouled=flag(False)),
        migrations.RunPython(phones),
        migrations.RunPython(fouled_lines),
        *remove("access", "phones"),
        *remove("section", "fouled"),
    ]
