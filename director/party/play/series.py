"""Evenings in series: storing the list of a table, seating the next series, naming teams."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.base.forms import merge_box_value
from director.errors import ChangedMeanwhileError, PartyError
from director.party.models import Party, PartyPlayer, PartyResult, PartyRound
from director.party.movement.games import PartyRecord, fetch_party_record
from director.party.movement.next_round import format_tables_have
from director.party.movement.seating import serialize_seating
from director.party.play.draw import draw_seat_order, interleave, separate_team_members
from director.party.play.history import record_party_act, reset_clock
from director.party.play.play import fetch_round, get_table, refuse_closed_play
from director.party.play.report import is_stored, refuse_other_players
from director.party.scoring.skat_series import (
    has_game_counts,
    has_minus_points,
    list_contradictions,
)
from movements.party.rounds import make_opening_seating
from movements.party.rules.series import is_seated_by_standings
from scoring.deals.skat_list import SkatLine, iter_line_problems

# The typed list of a table in a series, before it is checked and stored.

BOXES = {"points": "points", "won": "won", "lost": "lost"}
POINTS_BOX = "points"
"""The only box of a player if games are not counted."""
_NUMBER = re.compile(r"[-−–+]?[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class TypedList:
    """The typed texts of a table's boxes, by name of the box."""

    boxes: Mapping[str, str]
    is_confirmed: bool = False
    shown_players: str | None = None  # who sat there on the page, None if it doesn't say

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not any(self.boxes.values())


@dataclass(frozen=True, slots=True)
class ListFigures:
    """The figures of a list: lines by seat, games passed in, and the written sum, or None."""

    lines: tuple[SkatLine, ...]
    passed: int = 0
    written_sum: int | None = None  # sum of the points, as the table wrote it
    shown_players: str | None = None  # as of the typed list


def read_typed_list(data: Mapping[str, str], players: Sequence[str]) -> TypedList:
    """Return the list of a table with these *players* from the form's *data*."""
    names = [f"{box}-{player}" for player in players for box in BOXES]
    boxes = {name: " ".join(data.get(name, "").split()) for name in (*names, "passed", "said")}
    return TypedList(boxes, is_confirmed="as-it-is" in data, shown_players=data.get("players"))


def is_list_complete(typed_list: TypedList, players: Sequence[str], *, counts_games: bool) -> bool:
    """Return whether every box of every player is filled in."""
    boxes = tuple(BOXES) if counts_games else (POINTS_BOX,)
    return all(typed_list.boxes[f"{box}-{player}"] for player in players for box in boxes)


def read_list(
    typed_list: TypedList,
    players: Sequence[str],
    name_by_player: Mapping[str, str],
    *,
    counts_games: bool,
    has_minus_points: bool = False,
) -> ListFigures:
    """Return the figures of a typed list. Without *counts_games* it has no games won and lost.

    If it *has_minus_points* only, they are written with or without a minus.

    :raises PartyError: for a box without a number
    """
    lines = []
    for player in players:
        name = name_by_player[player]
        points = _read_list_number(typed_list, f"points-{player}", name, "points")
        if has_minus_points:
            points = abs(points)
        won = lost = 0
        if counts_games:
            won = _read_list_number(typed_list, f"won-{player}", name, "games won")
            lost = _read_list_number(typed_list, f"lost-{player}", name, "games lost")
        lines.append(SkatLine(player=name, points=points, games_won=won, games_lost=lost))
    # Only these two boxes may stay empty.
    passed, written_sum = 0, None
    if typed_list.boxes["passed"]:
        passed = _read_list_number(typed_list, "passed", "The table", "games passed in")
    if typed_list.boxes["said"]:
        written_sum = _read_list_number(typed_list, "said", "The table", "the sum of the results")
    return ListFigures(
        tuple(lines), passed=passed, written_sum=written_sum, shown_players=typed_list.shown_players
    )


def _read_list_number(typed_list: TypedList, box: str, player: str, box_label: str) -> int:
    text = typed_list.boxes[box]
    if not _NUMBER.fullmatch(text):
        problem = f"“{text[:20]}” isn’t a number" if text else "the figure is missing"
        raise PartyError(
            "list-no-number",
            "{player}, {box}: {said}. Type a whole number, with a minus if lost, such as 12 or "
            "-48.",
            player=player,
            box=box_label,
            said=problem,
        )
    # Pasted texts have longer dashes in place of a minus sign.
    digits = int(text.lstrip("-−–+"))
    if text[0] in "-−–":
        return -digits
    return digits


def store_list(
    *,
    party: Party,
    round_no: int,
    table_no: int,
    figures: ListFigures | None,
    version: int | None = None,
    is_confirmed: bool = False,
    user: User | None,
) -> PartyResult | None:
    """Store the *figures* of a table's list, None to delete it. Return the stored result.

    *version* is the version that the page showed. *is_confirmed* stores a signed list that doesn't
    add up.

    :raises PartyError: if the list is impossible, doesn't add up, somebody else changed it since
        *version*, or others sit there than the page showed
    :raises FinalError: if the results are final
    """
    with record_party_act(party=party, kind=ActKind.RESULT, message="", user=user) as act:
        round_row = fetch_round(party, round_no)
        table = get_table(round_row, table_no)  # raises unless the table plays
        refuse_other_players(table, figures.shown_players if figures else None)
        stored_result = round_row.results.filter(table_no=table_no).first()
        values = None
        if figures:
            values = _make_list_values(party, table_no, figures, is_confirmed=is_confirmed)
        if stored_result is not None and values is not None and is_stored(stored_result, values):
            return stored_result
        refuse_closed_play(party)
        stored_version = stored_result.version if stored_result else 0
        if version is not None and version != stored_version:
            stored_text = _describe_list(stored_result) if stored_result else "it was deleted"
            raise PartyError(
                "list-over",
                "Someone else has changed this list: {theirs}. If yours is right, save it again.",
                theirs=stored_text,
                is_overtaken=True,
            )
        if values is None:
            act.delete(round_row.results.filter(table_no=table_no))
            act.message = f"Series {round_no}, table {table_no}: the list was deleted."
            return None
        values |= {
            "version": act.number,
            "entered_by_id": user.pk if user else None,
            "entered_at": timezone.now(),
        }
        if stored_result is None:
            stored_result = PartyResult(round=round_row, table_no=table_no, **values)
            act.create(stored_result)
        else:
            act.change(stored_result, **values)
        act.message = f"Series {round_no}, table {table_no}: {_describe_list(stored_result)}."
    return stored_result


def begin_next_series(*, party: Party, round_no: int, seed: int, user: User | None) -> PartyRound:
    """Seat everybody for the series after *round_no*. Return the new round.

    The option *seats* decides between seats by standing and a draw with *seed*.

    :raises PartyError: if a list of this series is missing
    :raises MovementError: if the system can't seat this number of players
    """
    next_round_no = round_no + 1
    with record_party_act(party=party, kind=ActKind.NEXT, message="", user=user) as act:
        fetch_round(party, round_no)  # raises if it has no seats yet
        # The button may be pressed twice, or by two directors.
        if next_round := party.played_rounds.filter(round_no=next_round_no).first():
            return next_round
        refuse_closed_play(party)
        record = fetch_party_record(party)
        missing_tables = record.rounds[-1].unreported_tables
        if missing_tables:
            raise PartyError(
                "lists-missing",
                "{tables_have} not handed in the list of {noun} {round_no}. Type it before the next "
                "{noun}.",
                tables_have=format_tables_have(missing_tables),
                noun=party.round_noun,
                round_no=round_no,
            )
        players = list(party.players.filter(left_round__isnull=True))
        order = interleave(*draw_seat_order(players, seed))
        seeds = dict(party.answers.get("seeds", {}))
        if is_seated_by_standings(party.options.get("seats", "drawn"), next_round_no, party.rounds):
            order = _sort_by_standing(record, order)
            seating_text = "follow from the standings"
        else:
            seeds[str(next_round_no)] = seed
            seating_text = f"were drawn with the seed {seed}"
        seating = make_opening_seating(
            party.system, separate_team_members(party, order, players), [], options=party.options
        )
        next_round = PartyRound(
            party=party, round_no=next_round_no, seating=serialize_seating(seating)
        )
        act.create(next_round)
        reset_clock(party, act, next_round_no)
        act.message = f"The seats of series {next_round_no} {seating_text}."
        act.change(party, answers={**party.answers, "seeds": seeds})
    return next_round


def _sort_by_standing(record: PartyRecord, order: Sequence[str]) -> list[str]:
    """Return the players of *order* by their places, those without a result last."""
    rank_by_player = {
        standing.player: rank for rank, standing in enumerate(record.ranking.standings)
    }
    # Equal ranks keep the drawn order.
    return sorted(order, key=lambda player: rank_by_player.get(player, len(rank_by_player)))


UNKNOWN_NAMES: tuple[None, None] = (None, None)


def name_teams(
    *,
    party: Party,
    names_by_player: Mapping[int, tuple[str, str]],
    shown_names: Mapping[int, tuple[str | None, str | None]] = MappingProxyType({}),
    user: User | None,
) -> int:
    """Store each player's team and tandem. Return the number of changed players.

    *shown_names* are the team and tandem that a page showed of each player: names that weren't
    touched there stay as another desk has stored them since.

    :raises ChangedMeanwhileError: if another desk has changed a name that was touched
    """
    with record_party_act(party=party, kind=ActKind.TEAMS, message="", user=user) as act:
        for player in party.players.filter(number__in=names_by_player):
            typed_names = names_by_player[player.number]
            shown_pair = shown_names.get(player.number, UNKNOWN_NAMES)
            team, tandem = _merge_names(player, typed_names, shown_pair)
            act.change(player, team=team, tandem=tandem)
        changed_count = len(act.changes)
        player_noun = "player" if changed_count == 1 else "players"
        act.message = f"Teams and tandems of {changed_count} {player_noun} were changed."
    return changed_count


def _merge_names(
    player: PartyPlayer, typed_names: tuple[str, str], shown_names: tuple[str | None, str | None]
) -> tuple[str, str]:
    """Return the team and the tandem to store of *player*."""
    try:
        return (
            merge_box_value(
                typed_value=typed_names[0], shown_value=shown_names[0], stored_value=player.team
            ),
            merge_box_value(
                typed_value=typed_names[1], shown_value=shown_names[1], stored_value=player.tandem
            ),
        )
    except ChangedMeanwhileError as error:
        raise ChangedMeanwhileError(
            "of-player", "Player {number}: {reason}", number=player.number, reason=error
        ) from error


def _make_list_values(
    party: Party, table_no: int, figures: ListFigures, *, is_confirmed: bool
) -> dict[str, Any]:
    """Return the fields to store for a list.

    :raises PartyError: if it is impossible, or doesn't add up and isn't confirmed
    """
    record = fetch_party_record(party)
    impossible_lines = list(iter_line_problems(figures.lines)) if has_game_counts(record) else []
    if impossible_lines:
        raise PartyError(
            "list-impossible",
            "Table {table_no} has not been saved: {faults}",
            table_no=table_no,
            faults=" ".join(map(str, impossible_lines)),
        )
    contradictions = list_contradictions(
        record, figures.lines, passed=figures.passed, written_sum=figures.written_sum
    )
    if contradictions and not is_confirmed:
        raise PartyError(
            "list-has-faults",
            "Table {table_no} has not been saved: {faults} If the list is right, save it anyway.",
            table_no=table_no,
            faults=" ".join(map(str, contradictions)),
            needs_confirmation=True,
        )
    points = [line.points for line in figures.lines]
    deals = []
    if has_game_counts(record):
        deals = [[line.games_won, line.games_lost] for line in figures.lines]
    return {
        "points": points,
        "deals": deals,
        "passed": figures.passed,
        "winner": points.index(min(points) if has_minus_points(record) else max(points)),
    }


def _describe_list(result: PartyResult) -> str:
    """Return a stored list in words."""
    if not result.deals:
        return ", ".join(map(str, result.points))
    lines = zip(result.points, result.deals, strict=True)
    line_texts = [f"{points} ({won} won, {lost} lost)" for points, (won, lost) in lines]
    return f"{', '.join(line_texts)}, {result.passed} passed in"
