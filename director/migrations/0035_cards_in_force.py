"""Who played other cards is kept by board as it is in force; what it was before is read from the acts."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from director.desk.storage.acts_kept import FormerAct, acts_change, acts_insert, acts_to_read


def in_force(changes):
    """Return the groups of every board that has any, as they are after *changes*."""
    last = {change["board"]: change["groups"] for change in changes}
    return {str(board_no): last[board_no] for board_no in sorted(last) if last[board_no]}


def parted(before, after):
    """Return what differs between two lists of changes, board by board."""
    was, now = in_force(before), in_force(after)
    boards = [board_no for board_no in was | now if was.get(board_no) != now.get(board_no)]
    return tuple({f"fouled/{board_no}": side.get(board_no) for board_no in boards} for side in (was, now))


def keep_last(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Keep the last groups of every board, and make acts of the changes that came before the journal."""
    alias = schema_editor.connection.alias
    first = acts_change(apps, alias, "fouled", parted)
    sections = apps.get_model("director", "Section").objects.using(alias)
    for section in sections.select_related("session__event"):
        acts_insert(apps, alias, section, former_acts(first.get(section.pk, section.fouled)))
        section.fouled = in_force(section.fouled)
        section.save(update_fields=["fouled"])


def former_acts(changes):
    """Yield the acts that made the *changes* that no act knows of, one after the other."""
    for at, change in enumerate(changes):
        before, after = parted(changes[:at], changes[: at + 1])
        letters = "".join(f", {letter}" for letter in sorted(set(change["groups"].values())))
        words = f"Cards of board {change['board']}: as dealt{letters}."
        if before != after:
            yield FormerAct(before, after, kind="groups", words=words, by=change["by"], at=change["at"])


def keep_list(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Keep what is in force as a list with one change of every board; what acts did about it can only be read then."""
    alias = schema_editor.connection.alias
    acts_to_read(apps, alias, "fouled")
    for section in apps.get_model("director", "Section").objects.using(alias).all():
        section.fouled = [
            {"board": int(board_no), "groups": groups, "by": "", "at": ""}
            for board_no, groups in section.fouled.items()
        ]
        section.save(update_fields=["fouled"])


class Migration(migrations.Migration):
    dependencies = [("director", "0034_extras_in_force")]

    operations = [
        migrations.RunPython(keep_last, keep_list),
        migrations.AlterField("section", "fouled", models.JSONField(blank=True, default=dict)),
    ]
