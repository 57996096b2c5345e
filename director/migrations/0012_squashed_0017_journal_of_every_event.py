"""From release 0.1.0 to 0.2.0: what is read of results, official figures, and a journal of every event."""

from typing import Any

from django.db import migrations, models
from django.db.models import Q

from director.migrations._fields import (
    NULL,
    add,
    count,
    create,
    index,
    moment,
    once,
    part_of,
    remove,
    settle,
    small,
    steps,
    text,
)

LABELS = {
    "party": "director.party",
    "player": "director.partyplayer",
    "result": "director.partyresult",
    "round": "director.partyround",
    "session": "director.session",
    "sheet": "director.skatsheet",
}


def carry_over(apps: Any, schema_editor: Any) -> None:
    """Give acts the event of their party, and their changes the full names of their models."""
    alias = schema_editor.connection.alias
    acts = apps.get_model("director", "Act").objects.using(alias)
    for act in acts.select_related("party__session").iterator(chunk_size=200):
        act.event_id = act.party.session.event_id
        act.changes = [
            change | {"model": LABELS.get(change["model"], change["model"])}
            for change in act.changes
        ]
        act.save(update_fields=["event", "changes"])
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = steps("0001_squashed_0011_skat_sheets")
    replaces = steps(
        "0012_sign_in_attempts",
        "0013_readings",
        "0014_official_figures",
        "0015_named_presses",
        "0016_undone_results",
        "0017_journal_of_every_event",
    )

    operations = [
        create(
            "SignInAttempt",
            index("attempts_by_name", "name", "at"),
            index("attempts_by_address", "address", "at"),
            name=text(150),
            address=text(45),
            succeeded=models.BooleanField(),
            at=moment(),
        ),
        create(
            "OfficialLine",
            once("official_line_once_on_board", "section", "board_no", "ns", "ew"),
            ordered=("section", "board_no", "ns", "ew"),
            board_no=small(),
            ns=small(),
            ew=small(),
            ns_points=text(20, blank=True),
            ew_points=text(20, blank=True),
            section=part_of("section", "official_lines"),
        ),
        create(
            "OfficialTotal",
            once("official_total_once", "section", "pair_no"),
            ordered=("section", "pair_no"),
            pair_no=small(),
            total=text(20, blank=True),
            percent=text(20, blank=True),
            place=small(**NULL),
            section=part_of("section", "official_totals"),
        ),
        *add("result", reading=models.TextField(blank=True, default=""), undoes=count(**NULL)),
        *add("resultversion", undoes=count(**NULL)),
        *remove("partyact", rule="act_once_in_party"),
        migrations.RenameModel("PartyAct", "Act"),
        migrations.AlterModelOptions("act", {"ordering": ("event_id", "-number")}),
        *add(
            "act",
            press=text(24, blank=True),
            event=part_of("event", "acts", null=True),
            again_of=part_of("act", "agains", **NULL),
        ),
        migrations.RunPython(carry_over),
        *remove("act", "party"),
        migrations.AlterField("act", "event", part_of("event", "acts")),
        *add(
            "act",
            once("act_once_in_event", "event", "number"),
            once("press_done_once_in_event", "event", "press", "kind", condition=~Q(press="")),
        ),
    ]
