"""Evenings in series: storing the list of a table, seating the next series, and who is in which team."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from director.errors import PartyError
from director.party.models import Party, PartyResult, PartyRound
from director.party.movement.games.read import party_evening
from director.party.movement.next_games import tables_have
from director.party.movement.seating.read import seating_stored
from director.party.play.draw import drawn_order, in_turn, teams_apart
from director.party.play.history import clock_to, party_act
from director.party.play.play import find_round, find_table, refuse_closed
from director.party.play.report import is_same
from director.party.play.skat.series.list_input import ReadList
from director.party.scoring.skat_series import counts_games, faults_of
from director.party.sentences import PartySentences
from movements import first_seating, seats_by_standing
from scoring import line_faults


def store_list(
    *,
    party: Party,
    round_no: int,
    table_no: int,
    read: ReadList | None,
    version: int | None = None,
    as_it_is: bool = False,
    user: User | None,
) -> PartyResult | None:
    """Store the list of a table, ``None`` takes it out, and return what is stored.

    *version* is the one that the page showed.  *as_it_is* stores a list that does not agree with
    itself, as it was signed.  A correction keeps the former value in the journal.

    :raises PartyError: for a list that cannot be, does not agree, or was changed by somebody else
        since *version*
    :raises FinalError: if the results are final
    """
    with party_act(party=party, kind="result", words="", user=user) as act:
        round_row = find_round(party, round_no)
        find_table(round_row, table_no)
        stored = round_row.results.filter(table_no=table_no).first()
        values = _values(party, table_no, read, as_it_is=as_it_is) if read else None
        if stored is not None and values is not None and is_same(stored, values):
            return stored
        refuse_closed(party)
        if version is not None and version != (stored.version if stored else 0):
            theirs = _words(stored) if stored else "it was deleted"
            raise PartyError(PartySentences.LIST_OVER, theirs=theirs, is_overtaken=True)
        if values is None:
            act.delete(round_row.results.filter(table_no=table_no))
            act.words = f"Series {round_no}, table {table_no}: the list was deleted."
            return None
        values |= {
            "version": act.number,
            "entered_by_id": user.pk if user else None,
            "entered_at": timezone.now(),
        }
        if stored is None:
            stored = PartyResult(round=round_row, table_no=table_no, **values)
            act.create(stored)
        else:
            act.change(stored, **values)
        act.words = f"Series {round_no}, table {table_no}: {_words(stored)}."
    return stored


def begin_next_series(*, party: Party, round_no: int, seed: int, user: User | None) -> PartyRound:
    """Seat everybody for the series after *round_no*, and return it.

    By standing, or at random with *seed*.

    It may have its seats already; then they stand.

    :raises PartyError: if a list of this series is missing
    :raises MovementError: if so many cannot be seated
    """
    with party_act(party=party, kind="next", words="", user=user) as act:
        find_round(party, round_no)
        if seated := party.played_rounds.filter(round_no=round_no + 1).first():
            return seated
        refuse_closed(party)
        evening = party_evening(party)
        if evening.rounds[-1].waiting:
            waiting = tables_have(evening.rounds[-1].waiting)
            raise PartyError(
                PartySentences.LISTS_MISSING,
                tables_have=waiting,
                word=party.round_word,
                round_no=round_no,
            )
        players = list(party.players.filter(left_round__isnull=True))
        by_standing = seats_by_standing(
            party.options.get("seats", "drawn"), round_no + 1, party.rounds
        )
        order = in_turn(*drawn_order(players, seed))
        if by_standing:
            place = {standing.player: at for at, standing in enumerate(evening.ranking.standings)}
            order.sort(key=lambda player: place.get(player, len(place)))
        seating = first_seating(
            party.system, teams_apart(party, order, players), [], options=party.options
        )
        new = PartyRound(party=party, round_no=round_no + 1, seating=seating_stored(seating))
        act.create(new)
        clock_to(party, act, round_no + 1)
        how = "follow from the standings" if by_standing else f"were drawn with the seed {seed}"
        act.words = f"The seats of series {round_no + 1} {how}."
        kept = {} if by_standing else {str(round_no + 1): seed}
        act.change(
            party, answers={**party.answers, "seeds": {**party.answers.get("seeds", {}), **kept}}
        )
    return new


def name_teams(*, party: Party, named: Mapping[int, tuple[str, str]], user: User | None) -> int:
    """Store team and tandem of players by number, and return how many changed."""
    with party_act(party=party, kind="teams", words="", user=user) as act:
        for player in party.players.filter(number__in=named):
            team, tandem = named[player.number]
            act.change(player, team=team, tandem=tandem)
        changed = len(act.changes)
        act.words = f"Teams and tandems of {changed} {'player' if changed == 1 else 'players'} were changed."
    return changed


def _values(party: Party, table_no: int, read: ReadList, *, as_it_is: bool) -> dict[str, Any]:
    evening = party_evening(party)
    if counts_games(evening) and (impossible := [str(fault) for fault in line_faults(read.lines)]):
        raise PartyError(
            PartySentences.LIST_IMPOSSIBLE, table_no=table_no, faults=" ".join(impossible)
        )
    faults = faults_of(evening, read.lines, passed=read.passed, said=read.said)
    if faults and not as_it_is:
        words = " ".join(str(fault) for fault in faults)
        raise PartyError(
            PartySentences.LIST_HAS_FAULTS, table_no=table_no, faults=words, is_asked=True
        )
    points = [line.points for line in read.lines]
    return {
        "points": points,
        "deals": [[line.won, line.lost] for line in read.lines] if counts_games(evening) else [],
        "passed": read.passed,
        "winner": points.index(max(points)),
    }


def _words(result: PartyResult) -> str:
    """Return a list in words: points, and games won and lost where they are counted."""
    if not result.deals:
        return ", ".join(str(own) for own in result.points)
    lines = zip(result.points, result.deals, strict=True)
    listed = ", ".join(f"{own} ({won} won, {lost} lost)" for own, (won, lost) in lines)
    return f"{listed}, {result.passed} passed in"
