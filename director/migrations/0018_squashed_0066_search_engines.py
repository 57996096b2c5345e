"""From release 0.2.0 to 0.3.0."""

import re
from collections.abc import Iterator
from typing import Any

from django.contrib.messages.storage.cookie import MessageDecoder, MessageEncoder
from django.core.validators import RegexValidator
from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware, now

from director.migrations._fields import (
    NULL,
    add,
    check,
    count,
    create,
    data,
    flag,
    index,
    kept,
    moment,
    once,
    part_of,
    remove,
    settle,
    small,
    somebody,
    steps,
    text,
)

GIVEN = re.compile(
    r"A[\d.].*|NP(?:: .*)?|LATER|N-S .+ / E-W .+|.*%.*|.* MOVED .*|CARDS .*", re.DOTALL
)
"""What stood on a line without having been made there."""
LEAD = r"^[SHDC](10|[2-9JQKA])\Z"
FAULTS = [("none", "not at fault"), ("partly", "partly at fault"), ("full", "at fault")]
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
    dependencies = steps("0012_squashed_0017_journal_of_every_event")
    replaces = steps(
        "0018_acts_of_events",
        "0019_acts_without_parties",
        "0020_sections_and_sessions",
        "0021_acts_of_sections",
        "0022_movements_in_sequence",
        "0023_room_standings",
        "0024_breaks",
        "0025_messages_and_calls",
        "0026_memory_of_seats",
        "0027_awards",
        "0028_tables_as_played",
        "0029_roles_of_accounts",
        "0030_private_addresses",
        "0031_wifi_of_clubs",
        "0032_acts_of_desk",
        "0033_leads",
        "0034_extras_in_force",
        "0035_cards_in_force",
        "0036_seeds_in_force",
        "0037_players_and_teams",
        "0038_named_teams",
        "0039_line_ups",
        "0040_players_of_teams",
        "0041_knockout_decisions",
        "0042_order_without_joins",
        "0043_deals",
        "0044_half_matches",
        "0045_entries_moved",
        "0046_numbers_of_people",
        "0047_turned_words",
        "0048_looks_of_tables",
        "0049_party_presets",
        "0050_cards_handed_in",
        "0051_deals_by_cards",
        "0052_lists_of_people",
        "0053_money_of_parties",
        "0054_seasons_of_parties",
        "0055_party_series",
        "0056_party_ways",
        "0057_phones_of_tables",
        "0058_who_goes_out",
        "0059_hands_of_tables",
        "0060_pairs_of_parties",
        "0061_games_on_cards",
        "0062_leads_are_cards",
        "0063_browsers_of_sign_ins",
        "0064_submissions",
        "0065_boards_shown",
        "0066_search_engines",
    )

    operations = [
        create(
            "Message",
            ordered=("session_id", "made_at", "pk"),
            text=text(200),
            until=moment(**NULL),
            made_at=moment(),
            taken_at=moment(**NULL),
            made_by=somebody(blank=True),
            session=part_of("session", "messages"),
            taken_by=somebody(blank=True),
        ),
        create(
            "Call",
            once("table_waits_once", "section", "table_no", condition=Q(done_at__isnull=True)),
            check("calling_tables_from_1", Q(table_no__gte=1)),
            ordered=("section_id", "made_at", "pk"),
            table_no=small(),
            made_at=moment(),
            done_at=moment(**NULL),
            done_by=somebody(blank=True),
            made_by=somebody(blank=True),
            section=part_of("section", "calls"),
            reason=text(100, blank=True),
        ),
        create(
            "Award",
            once("award_once_in_force_on_line", "result", condition=Q(in_force=True)),
            check("award_says_what_counts", ~Q(text="")),
            ordered=("result_id", "pk"),
            kind=text(
                10,
                default="award",
                choices=[
                    ("award", "award"),
                    ("not played", "not played"),
                    ("void", "void"),
                    ("later", "to be played later"),
                ],
            ),
            text=text(200),
            ns_score=models.IntegerField(**NULL),
            reading=models.TextField(blank=True, default=""),
            ns_fault=text(6, blank=True, choices=FAULTS),
            ew_fault=text(6, blank=True, choices=FAULTS),
            ns_law=text(60, blank=True),
            ew_law=text(60, blank=True),
            ns_words=text(300, blank=True),
            ew_words=text(300, blank=True),
            version=count(),
            given_at=moment(),
            in_force=flag(True),
            given_by=somebody(blank=True),
            over=models.ForeignKey("director.award", models.SET_NULL, related_name="+", **NULL),
            result=part_of("result", "awards"),
        ),
        create(
            "PlayedRow",
            once("table_played_once_in_round", "section", "round_no", "table_no"),
            check("pair_did_not_meet_itself", ~Q(ns=F("ew"))),
            ordered=("section_id", "round_no", "table_no"),
            round_no=small(),
            table_no=small(),
            ns=small(),
            ew=small(),
            boards=models.JSONField(),
            section=part_of("section", "played_rows"),
        ),
        create(
            "Access",
            check("access_of_table_or_pair", Q(table_no__isnull=False) ^ Q(entry__isnull=False)),
            once(
                "table_has_one_access",
                "session",
                "section",
                "table_no",
                condition=Q(revoked_at__isnull=True, table_no__isnull=False),
            ),
            once("pair_has_one_access", "entry", condition=Q(revoked_at__isnull=True)),
            ordered=("pk",),
            plural="accesses",
            token=text(43, unique=True),
            table_no=small(**NULL),
            made_at=moment(),
            expires_at=moment(),
            revoked_at=moment(**NULL),
            entry=part_of("entry", "accesses", **NULL),
            section=part_of("section", "accesses", **NULL),
            session=part_of("session", "accesses"),
            phones=data(dict),
        ),
        create(
            "TableWord",
            once("word_once_by_access", "access", "key"),
            index("words_of_board", "access", "board_no"),
            ordered=("pk",),
            key=text(64),
            kind=text(
                7,
                choices=[
                    ("result", "a result"),
                    ("confirm", "the word of the opponents"),
                    ("call", "a call for the director"),
                    ("name", "who sits in a seat"),
                    ("turned", "that a table sat the other way round"),
                    ("look", "the director, who asks the table to look again"),
                    ("shown", "a board whose other results the table was shown"),
                ],
            ),
            board_no=small(**NULL),
            round_no=small(**NULL),
            ns=small(**NULL),
            ew=small(**NULL),
            text=text(200, blank=True),
            ns_score=models.IntegerField(**NULL),
            lead=text(3, blank=True),
            version=count(**NULL),
            is_dispute=flag(False),
            waits=flag(False),
            agreed_at=moment(**NULL),
            agreed_device=text(32, blank=True),
            dropped_at=moment(**NULL),
            device=text(32, blank=True),
            side=text(2, blank=True),
            said_at=moment(**NULL),
            heard_at=moment(),
            status=small(),
            answer=models.JSONField(default=dict),
            access=part_of("access", "words"),
            from_board=small(**NULL),
        ),
        create(
            "LineUpSeat",
            once("one_person_a_seat_of_line_up", "entry", "round_no", "seat"),
            once("one_seat_a_person_in_line_up", "entry", "round_no", "person"),
            check("seat_of_line_up", Q(seat__in=("N", "E", "S", "W"))),
            ordered=("entry", "round_no", "pk"),
            round_no=small(),
            seat=text(1),
            entry=part_of("entry", "line_up_seats"),
            person=kept("person"),
            section=part_of("section", "line_up_seats"),
        ),
        create(
            "Deal",
            once("deal_once_on_board", "section", "board_no"),
            check("deals_from_board_1", Q(board_no__gte=1)),
            index("deals_by_cards", "cards"),
            ordered=("section_id", "board_no"),
            board_no=small(),
            cards=text(80),
            makeable=text(20, blank=True),
            seed=text(64, blank=True),
            source=text(200, blank=True),
            section=part_of("section", "deals"),
        ),
        create(
            "PersonMerge",
            ordered=("-pk",),
            was=models.JSONField(),
            moved=models.JSONField(default=dict),
            gained=models.JSONField(default=dict),
            made_at=moment(auto_now_add=True),
            into=part_of("person", "merges"),
        ),
        create(
            "PersonNumber",
            models.UniqueConstraint(F("person"), Lower("body"), name="one_number_a_body"),
            ordered=("person", "body"),
            body=text(40),
            number=text(20),
            person=part_of("person", "numbers"),
        ),
        create(
            "PartyCard",
            once("card_once_in_party", "party", "part", "player"),
            ordered=("party", "part", "player"),
            part=small(default=0),
            player=small(),
            total=models.IntegerField(),
            half=models.IntegerField(**NULL),
            second=models.IntegerField(**NULL),
            lone=small(default=0),
            first_round=small(**NULL),
            last_round=small(**NULL),
            version=count(),
            entered_at=moment(),
            entered_by=somebody(),
            party=part_of("party", "cards"),
            games=data(list),
        ),
        create(
            "PeopleList",
            ordered=("-pk",),
            source=text(200, blank=True),
            added=models.JSONField(default=dict),
            changed=models.JSONField(default=dict),
            made_at=moment(auto_now_add=True),
            club=part_of("club", "lists"),
            made_by=somebody(),
        ),
        create(
            "PartySeason",
            once("season_once_in_club", "club", "name"),
            ordered=("club", "-pk"),
            name=text(60),
            figures=text(10, default="totals"),
            best=small(default=0),
            attendance=small(default=0),
            by_group=flag(False),
            club=part_of("club", "party_seasons"),
        ),
        create(
            "PartyWay",
            once("party_way_once_in_club", "club", "name", condition=Q(put_away_at__isnull=True)),
            ordered=("put_away_at", "name", "pk"),
            name=text(60),
            key=text(40),
            put_away_at=moment(**NULL),
            club=part_of("club", "party_ways"),
        ),
        create(
            "Submission",
            key=text(64, unique=True),
            made_at=moment(db_index=True),
            status=small(null=True),
            headers=models.JSONField(default=dict),
            content=models.BinaryField(default=b""),
            messages=models.JSONField(default=list, encoder=MessageEncoder, decoder=MessageDecoder),
        ),
        *add(
            "act",
            index("acts_undone_last", "event", "undone_at"),
            index("acts_of_desk", "event", "number", condition=Q(made_by__isnull=False)),
            section=part_of("section", "acts", **NULL),
        ),
        *remove("act", "press", rule="press_done_once_in_event"),
        *add(
            "club",
            memory_weeks=small(default=12),
            wifi_name=text(32, blank=True),
            wifi_code=text(63, blank=True),
            number_body=text(40, blank=True),
            sent_body=text(40, blank=True),
            is_indexed=flag(True),
        ),
        *add(
            "entry",
            once("team_name_once_in_section", "section", "name", condition=~Q(name="")),
            continues=models.ForeignKey(
                "director.entry", models.SET_NULL, related_name="continued_by", **NULL
            ),
            name=text(80, blank=True, default=""),
        ),
        *add(
            "entryplayer",
            once("one_captain_of_a_team", "entry", condition=Q(is_captain=True)),
            is_captain=flag(False),
        ),
        *add(
            "event",
            places=text(
                7,
                default="field",
                choices=[("field", "All sections together"), ("section", "Each section by itself")],
            ),
        ),
        *add(
            "party",
            preset=text(40, blank=True),
            entry=text(10, default="winner"),
            goal=small(default=0),
            hands=small(default=0),
            pause_after=small(default=0),
            pause_minutes=small(default=0),
            trumps=data(list),
            card_boxes=text(
                6,
                blank=True,
                choices=[
                    ("total", "the total"),
                    ("half", "the first half and the total"),
                    ("halves", "both halves and the total"),
                ],
            ),
            card_from=small(default=1),
            card_lone=flag(False),
            money=data(dict),
            season=text(60, blank=True),
            system_name=text(60, blank=True),
            by_pair=flag(True),
        ),
        *add("partyplayer", tandem=text(60, blank=True), team=text(60, blank=True)),
        *add(
            "partyresult",
            deals=data(list),
            passed=small(default=0),
            out=data(list),
            hands=small(**NULL),
        ),
        *add(
            "person",
            sits_still=flag(False),
            email=models.EmailField(max_length=254, blank=True),
            is_visitor=flag(False),
        ),
        migrations.AlterModelOptions("plan", {"ordering": ("section_id", "number")}),
        migrations.AlterField("plan", "chosen_at", moment(default=now)),
        migrations.AlterField("plan", "section", part_of("section", "plans")),
        *add(
            "plan",
            number=small(default=1),
            in_force=flag(True),
            from_round=small(default=1),
            why=text(200, blank=True),
            contest=text(12, default="pairs"),
        ),
        *add(
            "plan",
            once("plan_once_in_section", "section", "number"),
            once("one_plan_in_force_in_section", "section", condition=Q(in_force=True)),
        ),
        migrations.AlterModelOptions(
            "planrow", {"ordering": ("plan_id", "round_no", "table_no", "half")}
        ),
        *remove("planrow", rule="table_once_in_round"),
        *add(
            "planrow",
            once("table_once_in_round", "plan", "round_no", "table_no", "half"),
            players=models.JSONField(**NULL),
            half=small(default=0),
        ),
        *add("result", lead=text(3, blank=True, default="", validators=[RegexValidator(LEAD)])),
        *remove("result", "undoes"),
        *remove("resultversion", "undoes"),
        *add(
            "ruling",
            award=models.OneToOneField(
                "director.award", models.SET_NULL, related_name="ruling", **NULL
            ),
        ),
        migrations.AlterField("section", "extras", data(dict)),
        migrations.AlterField("section", "fouled", data(dict)),
        *add(
            "section",
            printed_fingerprint=text(8, blank=True),
            at_tables=data(dict),
            partners=data(dict),
            team_size=small(default=0),
            decided=data(dict),
        ),
        *add(
            "session",
            room_standings=flag(False),
            warning_minutes=small(default=5),
            breaks=data(list),
            break_ends_at=moment(**NULL),
            round_ends=data(list),
        ),
        *add(
            "signinattempt",
            door=text(
                8,
                default="sign-in",
                choices=[
                    ("sign-in", "sign-in"),
                    ("link", "one-time link"),
                    ("password", "own password"),
                ],
            ),
            browser=text(32, blank=True, default=""),
        ),
        migrations.RunPython(carry_over),
        *remove(
            "ruling",
            "adjusted",
            "base",
            "change",
            "former",
            "result",
            rule="adjusted_result_has_line",
        ),
        *add(
            "ruling",
            check(
                "award_of_ruling_has_line",
                Q(award__isnull=True)
                | Q(board_no__isnull=False, ew__isnull=False, ns__isnull=False),
            ),
        ),
    ]
