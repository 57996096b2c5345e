"""What a table's phone is shown, as JSON."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.utils import timezone

from director.boards.contests import INDIVIDUAL, contest_of
from director.boards.movement.rounds import (
    is_drawn,
    rounds_expected,
    rounds_to_draw,
    unplayed_matches,
    withdrawn,
)
from director.boards.movement.scoring_field import Key
from director.boards.movement.sections import section_of_session
from director.boards.movement.words import trump_on
from director.boards.play.phones.comparing import entered_line, line_state, may_ask_others
from director.boards.play.phones.read import SIDE_WORDS, TablePlay, players_seated
from director.boards.play.phones.schedule import AtRound, table_schedule
from director.boards.sentences import BoardSentences
from director.core.base.gone import GoneError
from director.core.night.clock.read import clock_payload
from director.core.night.phones.read import cached_schedule
from director.core.night.phones.told import phone_label
from director.core.night.screens.read import call_waiting, messages_shown
from director.kinds import Json, TableState
from director.models import Access, Section, TableWord
from director.models.event import SectionPlace
from scoring import dealer, vulnerability


def table_payload(access: Access) -> TableState:
    """Return what the table of *access* shows. At most a dozen queries.

    Half of them only where something was done but by words of this table.
    """
    night = _cached_night(access)
    section, row, left = night.section, night.rounds.get(night.round_no), night.left
    shown = [shown_row for shown_row in (row, left) if shown_row]
    round_read = "around" + "".join(
        f"-{round_no}.{half}" for round_no, half in (shown_row.turn for shown_row in shown)
    )
    seats, places = cached_schedule(
        access.pk,
        access.laid,
        round_read,
        lambda: (players_seated(section, row), night.places_after(shown) if night.plan else {}),
    )
    messages = messages_shown(section.session)
    event = section.session.event
    state: Json = {
        "kind": "boards",
        "event": event.name,
        "club": event.club.name,
        "game": event.game,
        "table": night.table_no,
        "section": section.letter,
        "round": night.round_no,
        "rounds": rounds_expected(night.plan) if night.plan else 0,
        "seats": seats,
        "called": INDIVIDUAL.called if section.names_players else contest_of(section).called,
        "players": _players(row),
        "ns": row.ns if row else None,
        "ew": row.ew if row else None,
        "labels": _labels(section, row),
        "switched": bool(row and row.is_switched),
        "boards": _boards(night, row),
        **_next(places, row),
        "left": _moves_after_leaving(night, left, places),
        "later": _later(night, left),
        "outside": [_outside(night, line, words[-1]) for line, words in night.outside.items()],
        "turned": _open_turn_report(night, row, left),
        "sit_out": "" if row else _sit_out_words(night),
        "clock": clock_payload(section.session, shows_time=night.settings.clock),
        "say": [
            *(message.text for message in messages),
            *filter(None, [row and _withdrawn_words(night)]),
        ],
        "call": _call(section, night.table_no),
        "settings": _settings(night, seats),
        "to_draw": night.last_round + 1
        if night.plan and night.is_over and rounds_to_draw(night.plan)
        else 0,
        "over": night.is_over or not event.takes_entries,
        "closed": not night.is_over and not event.takes_entries,
        "unused": bool(night.plan and not night.rounds),
        "standings": event.get_absolute_url()
        if night.settings.ranking and event.is_published
        else "",
    }
    return TableState(
        state, min((message.until for message in messages if message.until), default=None)
    )


def night_of(access: Access) -> TablePlay:
    """Return the session as the table of *access* sees it. One query.

    :raises GoneError: if the section was removed
    """
    letter = access.section.letter if access.section else ""
    section = section_of_session(SectionPlace(access.session_id, letter))
    return TablePlay(section, access.table_no or 0)


def _cached_night(access: Access) -> TablePlay:
    """Return the session as the table of *access* sees it, from the cache if possible."""
    section = cached_schedule(access.pk, access.laid, "section", lambda: night_of(access).section)
    table_no = access.table_no or 0
    return TablePlay(
        section, table_no, table_schedule(section, table_no, access_id=access.pk, mark=access.laid)
    )


def section_at_table(access: Access) -> Section:
    """Return the section of *access*, read together with it.

    :raises GoneError: if the address is of no section
    """
    if access.section is None:
        raise GoneError(BoardSentences.SESSION_GONE)
    return access.section


def board_payload(night: TablePlay, line: Key) -> Json:
    """Return one board as the phone shows it."""
    board_no, game = line[0], night.section.session.event.game
    standing, word, asked = night.standing.get(line), night.entry_of_result(line), night.asked(line)
    is_in = standing is not None and standing.is_in and not night.is_later(line)
    is_agreed = word is None or not word.waits or word.agreed_at is not None
    return {
        "board": board_no,
        "state": line_state(standing, word, game),
        "result": standing.text if standing else "",
        "entered": f"{timezone.localtime(standing.entered_at):%H:%M}" if standing and is_in else "",
        "confirmed": is_in and is_agreed,
        "score": standing.score if standing else None,
        "lead": word.lead if word else "",
        "dealer": dealer(board_no),
        "vulnerable": vulnerability(board_no).value,
        "trump": trump_on(night.section, board_no),
        "fixed": bool(standing and is_in and standing.by_director),
        "phone": _phone_of(word) if word else "",
        "side": word.side if word else "",
        "asked": dispute_payload(asked) if asked else None,
        "others": may_ask_others(entered_line(night, line), night.settings, game),
        "shown": line in night.shown,
        "later": night.is_later(line),
        "look": _look(night, line),
    }


def dispute_payload(word: TableWord) -> Json:
    """Return the disputed entry."""
    return {
        "result": word.text,
        "score": word.ns_score,
        "lead": word.lead,
        "phone": _phone_of(word),
        "side": word.side,
        "dispute": word.is_dispute,
        "from": word.from_board,
    }


def _phone_of(word: TableWord) -> str:
    return phone_label(word.access_id, word.device)


def _boards(night: TablePlay, row: AtRound | None) -> list[Json]:
    if row:
        return [board_payload(night, line) for line in row.keys]
    return []


def _labels(section: Section, row: AtRound | None) -> dict[str, str]:
    if row:
        return {"ns": section.label(row.ns), "ew": section.label(row.ew)}
    return {"ns": "", "ew": ""}


def _players(row: AtRound | None) -> dict[str, int] | None:
    """Return the numbers of single players by seat, ``None`` where pairs or teams sit."""
    if row and row.players:
        return dict(zip("NESW", row.players, strict=False))
    return None


def _next(places: Mapping[tuple[int, int], dict[str, str]], row: AtRound | None) -> Json:
    """Return where the players of *row* go next, by side, or by seat for single players."""
    nowhere = {"ns": "", "ew": ""}
    if row is None:
        return {"next": nowhere, "places": None}
    if row.players:
        return {"next": nowhere, "places": places[row.turn]}
    return {"next": places[row.turn], "places": None}


def _moves_after_leaving(
    night: TablePlay, left: AtRound | None, places: Mapping[tuple[int, int], dict[str, str]]
) -> Json | None:
    if left is None:
        return None
    return {
        "round": left.round_no,
        "ns": left.ns,
        "ew": left.ew,
        "labels": _labels(night.section, left),
        "seats": players_seated(night.section, left),
        "players": _players(left),
        "boards": _boards(night, left),
        **_next(places, left),
    }


def _later(night: TablePlay, left: AtRound | None) -> list[Json]:
    """Return the boards of earlier rounds that still need something, round by round."""
    before = min(
        (shown.round_no for shown in (left, night.rounds.get(night.round_no)) if shown), default=0
    )
    rounds = []
    for row in night.turns:
        lines = [line for line in row.keys if row.round_no < before and night.is_open(line)]
        if lines:
            told = {
                "round": row.round_no,
                "ns": row.ns,
                "ew": row.ew,
                "labels": _labels(night.section, row),
            }
            rounds.append(told | {"boards": [board_payload(night, line) for line in lines]})
    return rounds


def _outside(night: TablePlay, line: Key, word: TableWord) -> Json:
    """Return a board played outside the movement that waits for the director."""
    pairs = {"round": word.round_no, "ns": line[1], "ew": line[2]}
    return (
        board_payload(night, line) | pairs | {"outside": True, "agreed": word.agreed_at is not None}
    )


def _look(night: TablePlay, line: Key) -> Json | None:
    """Return when the director asked the table to check *line*, or None."""
    words = night.looks.get(line)
    if words:
        return {"since": f"{timezone.localtime(words[0].heard_at):%H:%M}"}
    return None


def _open_turn_report(night: TablePlay, *rows: AtRound | None) -> Json | None:
    """Return the rows that one side says were played turned, while the other is asked."""
    for row in rows:
        word = night.turning(row) if row else None
        if word:
            return {"round": word.round_no, "phone": _phone_of(word), "side": word.side}
    return None


def _call(section: Section, table_no: int) -> Json | None:
    call = call_waiting(section, table_no)
    if call:
        return {"since": f"{timezone.localtime(call.made_at):%H:%M}", "what": call.reason}
    return None


def asks_names(night: TablePlay, seats: Mapping[str, str]) -> bool:
    """Return whether the table is asked for names: in its first round, until *seats* are known."""
    settings, event = night.settings, night.section.session.event
    if not contest_of(night.section).is_side:  # who sits here is settled at Seats
        return False
    is_first = night.round_no == min(night.rounds, default=0)
    is_asked = settings.names and settings.entry != "paper" and event.takes_entries
    return is_asked and is_first and not all(seats.values())


def _settings(night: TablePlay, seats: Mapping[str, str]) -> dict[str, Any]:
    settings = night.settings
    return {
        "lead": "asked" if settings.lead and night.section.session.event.game == "bridge" else "no",
        "confirm": settings.confirm,
        "result": settings.result,
        "order": settings.order,
        "others": settings.others,
        "names": asks_names(night, seats),
        "ranking": settings.ranking,
        "entry": settings.entry,
    }


def _sit_out_words(night: TablePlay) -> str:
    """Return who sits out at the table this round and where they go next, or ""."""
    for at_round, contestant, at_table, *_rest in night.plan.sit_outs if night.plan else ():
        if at_round == night.round_no and at_table == night.table_no:
            who = (
                f"{contest_of(night.section).called.capitalize()} {night.section.label(contestant)}"
            )
            if not contest_of(night.section).is_side:
                return f"{who} sits out this round."
            return f"{who} sits out this round{_after_sitting_out(night, contestant)}."
    return _withdrawn_words(night)


def _withdrawn_words(night: TablePlay) -> str:
    """Return the rounds in which nobody plays here because a team withdrew, or ""."""
    if night.plan is None or not night.rounds or not (left := withdrawn(night.plan)):
        return ""
    idle = {
        round_no: teams
        for round_no, table_no, *teams in unplayed_matches(night.plan)
        if table_no == night.table_no
    }
    if is_drawn(night.plan.key):
        idle = {night.last_round: [*left]}
    idle = {
        at: teams for at, teams in idle.items() if at >= night.round_no and at not in night.rounds
    }
    gone = sorted({team for teams in idle.values() for team in teams if team in left})
    if not gone:
        return ""
    called, labels = contest_of(night.section).called, map(night.section.label, gone)
    plural = len(gone) > 1
    who = f"{called.capitalize()}{'s' * plural} {' and '.join(labels)} {'have' if plural else 'has'} withdrawn"
    rounds = f"round{'s' * (len(idle) > 1)} {', '.join(map(str, sorted(idle)))}"
    return f"{who}, so nobody plays at this table in {rounds}."


def _after_sitting_out(night: TablePlay, contestant: int) -> str:
    if night.round_no >= night.last_round:
        return ""
    rows = night.plan.rows.filter(Q(ns=contestant) | Q(ew=contestant), round_no=night.round_no + 1)
    for row in rows:
        side = SIDE_WORDS["ns" if row.ns == contestant else "ew"]
        where = "stays here" if row.table_no == night.table_no else f"goes to table {row.table_no}"
        return f", then {where}, {side}"
    return ", and the next one too"
