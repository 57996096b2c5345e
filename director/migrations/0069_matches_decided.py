"""What was decided by hand in knock-outs becomes a record for each match."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.db import migrations
from django.db.models import F, Q

from director.migrations._fields import (
    acts_rewrite,
    check,
    create,
    once,
    part_of,
    remove,
    settle,
    small,
    steps,
    text,
)


def carry_over(apps: Any, schema_editor: Any) -> None:
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
    acts_rewrite(apps, schema_editor, "section", "decided", parted)
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = steps("0068_extras_of_entries")

    operations = [
        create(
            "Match",
            once("match_once_in_round", "section", "round_no", "home", "away"),
            check("winner_played_in_match", Q(winner=F("home")) | Q(winner=F("away"))),
            ordered=("section_id", "round_no", "home", "away"),
            round_no=small(),
            home=small(),
            away=small(),
            winner=small(),
            how=text(12),
            section=part_of("section", "matches"),
        ),
        migrations.RunPython(carry_over),
        *remove("section", "decided"),
    ]
