"""Others at a place from some round on: earlier rounds keep those who played them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Q

from director.boards.movement.lineups import renew_line_ups
from director.boards.movement.rounds import is_drawn, rounds_expected
from director.boards.movement.sitters import (
    EarlierPlayers,
    Seated,
    SeatedRounds,
    Sitter,
    earlier_players,
    seated_rounds,
)
from director.boards.play.seats.entrants import place_phrase
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal
from director.errors import PersonTwiceError
from director.models import Entry, EntryPlayer, LineUpSeat, Plan, Section
from director.models.event import Clock

ALL_ROUNDS = 0
"""In place of a round: whoever is named played all rounds, because another name was wrong."""


@dataclass(frozen=True, slots=True)
class RoundChoice:
    """The rounds from which a new name at Seats can play.

    One of *rounds*, or all; *usual* is the round in play or the next.
    """

    rounds: range
    usual: int


def round_choice(section: Section, plan: Plan | None) -> RoundChoice | None:
    """Return from which round new names can play, None as long as no result is entered.

    Two queries.

    The round being played is that of the clock, or the one after the last round of which most
    results are entered.
    """
    entered = Counter(section.results.filled().values_list("round_no", flat=True).order_by())
    if plan is None or not entered:
        return None
    due = Counter[int]()
    for round_no, boards in plan.rows.values_list("round_no", "boards").order_by():
        due[round_no] += len(boards)
    played = [round_no for round_no in due if entered[round_no] * 2 > due[round_no]]
    session = section.session
    clock = 0 if session.clock == Clock.WAITING else session.round_no
    usual = max([clock, 1, *(round_no + 1 for round_no in played)])
    last = max(rounds_expected(plan), plan.rounds + is_drawn(plan.key))
    return RoundChoice(range(2, last + 1), usual if 2 <= usual <= last else ALL_ROUNDS)


@dataclass(frozen=True, slots=True)
class SeatChanges:
    """What names that change in one act do to rounds that were played.

    They count *from_round* on.  *now* says who sits at each place before the act, *earlier* who was
    replaced before.
    """

    from_round: int
    now: Mapping[int, Seated]
    earlier: Mapping[int, tuple[EarlierPlayers, ...]]

    def keep(self, entry: Entry, new: Seated, journal: Journal) -> None:
        """Keep who sat at *entry* before that round, where *new* people come.

        With :data:`ALL_ROUNDS` they played all the rounds that those did whose names they take.
        Somebody in a box that was empty has played all rounds for which nobody is known.

        :raises PersonTwiceError: if one of them played elsewhere in one of these rounds
        """
        now, earlier = self.now.get(entry.pair_no, {}), self.earlier.get(entry.pair_no, ())
        spans = [*_changed_spans(now, new, earlier, self.from_round)]
        _refuse_elsewhere(entry, spans)
        kept = _join_spans(spans, new)
        if kept != list(earlier):
            journal.delete(entry.line_up_seats.filter(to_round__isnull=False))
            journal.create_all([record for span in kept for record in _records(entry, span)])
        renew_line_ups(entry, now, new, max(1, self.from_round), journal)


def seat_changes(section: Section, from_round: int | None) -> SeatChanges | None:
    """Return what to do with names that change at Seats of *section*.

    ``None`` before anything is played or lined up.

    *from_round* None, or a round that there is not, is the usual round; six queries at most.
    """
    choice = round_choice(section, section.plan)
    if choice is None and not section.line_up_seats.exists():
        return None
    usual = choice.usual if choice else ALL_ROUNDS
    now: dict[int, dict[int, Sitter]] = {}
    players = EntryPlayer.objects.filter(section=section).order_by("order")
    columns = ("entry__pair_no", "order", "person_id", "person__name")
    for pair_no, order, person_id, name in players.values_list(*columns):
        now.setdefault(pair_no, {})[order] = Sitter(person_id, name)
    earlier = {pair_no: spans for (_section, pair_no), spans in earlier_players([section]).items()}
    is_offered = choice is not None and from_round is not None and from_round < choice.rounds.stop
    wanted = from_round if is_offered and from_round is not None else usual
    return SeatChanges(wanted if wanted > 1 else ALL_ROUNDS, now, earlier)


def _changed_spans(
    now: Seated, new: Seated, earlier: tuple[EarlierPlayers, ...], from_round: int
) -> Iterator[SeatedRounds]:
    """Yield who sits there in all rounds, those of *new* from *from_round* on."""
    for span in seated_rounds(now, earlier):
        starts_before = span.first < from_round
        goes_on = span.last is None or span.last >= from_round
        if starts_before:
            last = from_round - 1 if goes_on else span.last
            yield SeatedRounds(span.first, last, _fill_unknown(span.players, now, new))
        if goes_on:
            first = from_round if starts_before else span.first
            replaced = _correct_players if from_round == ALL_ROUNDS else _replace_players
            yield SeatedRounds(
                first, span.last, new if span.last is None else replaced(span.players, now, new)
            )


def _fill_unknown(players: Seated, now: Seated, new: Seated) -> Seated:
    """Return *players* with those of *new* in boxes of which nobody was known."""
    known = {sitter.person_id for sitter in (*players.values(), *now.values())}
    added = {box: sitter for box, sitter in new.items() if box not in now and box not in players}
    return _by_box(
        players, {box: sitter for box, sitter in added.items() if sitter.person_id not in known}
    )


def _replace_players(players: Seated, now: Seated, new: Seated) -> Seated:
    """Return *players* of a round with what *new* changes of *now*, whoever sat in that box then."""
    changed = {box for box in {*now, *new} if now.get(box) != new.get(box)}
    left = {box: sitter for box, sitter in players.items() if box not in changed}
    taken = {sitter.person_id for sitter in left.values()}
    return _by_box(
        left, {box: new[box] for box in changed & new.keys() if new[box].person_id not in taken}
    )


def _correct_players(players: Seated, now: Seated, new: Seated) -> Seated:
    """Return *players* of a round with those of *new* in place of those of *now* whose names were wrong."""
    if players == now:
        return new
    before, after = ({sitter.person_id for sitter in those.values()} for those in (now, new))
    coming = iter([sitter for sitter in new.values() if sitter.person_id not in before])
    instead = {
        sitter.person_id: next(coming, None)
        for sitter in now.values()
        if sitter.person_id not in after
    }
    sat = {box: instead.get(sitter.person_id, sitter) for box, sitter in players.items()}
    taken: set[int] = set()
    corrected: dict[int, Sitter] = {}
    for box, sitter in sat.items():
        if sitter and sitter.person_id not in taken:
            taken.add(sitter.person_id)
            corrected[box] = sitter
    return _fill_unknown(corrected, now, new)


def _by_box(players: Seated, added: Mapping[int, Sitter]) -> Seated:
    return dict(sorted({**players, **added}.items()))


def _join_spans(spans: list[SeatedRounds], new: Seated) -> list[EarlierPlayers]:
    """Return the rounds in which others than *new* sat there.

    Consecutive rounds of the same people are one.
    """
    kept: list[EarlierPlayers] = []
    for first, last, players in spans:
        if last is None or players == new or not players:
            continue
        if kept and kept[-1].last == first - 1 and kept[-1].players == players:
            kept[-1] = kept[-1]._replace(last=last)
        else:
            kept.append(EarlierPlayers(first, last, players))
    return kept


def _records(entry: Entry, span: EarlierPlayers) -> Iterator[LineUpSeat]:
    for box, sitter in span.players.items():
        yield LineUpSeat(
            entry=entry,
            section_id=entry.section_id,
            round_no=span.first,
            to_round=span.last,
            seat=str(box),
            person_id=sitter.person_id,
        )


def _refuse_elsewhere(entry: Entry, spans: list[SeatedRounds]) -> None:
    """Refuse that somebody plays here in a round in which they played at another place."""
    people = {sitter.person_id for span in spans for sitter in span.players.values()}
    here = Q(section__session=entry.section.session_id, person__in=people, to_round__isnull=False)
    played = (
        LineUpSeat.objects.filter(here)
        .exclude(entry=entry)
        .select_related("entry", "section", "person")
    )
    for seat in played:
        for span in spans:
            sits = seat.person_id in {sitter.person_id for sitter in span.players.values()}
            if (
                sits
                and span.first <= (seat.to_round or 0)
                and (span.last is None or span.last >= seat.round_no)
            ):
                if seat.section_id == entry.section_id:
                    where = ""
                else:
                    where = f" of section {seat.section.letter}"
                label = f"{seat.section.label(seat.entry.pair_no)}{where}"
                raise PersonTwiceError(
                    BoardSentences.PLAYED_ELSEWHERE_THEN,
                    name=seat.person.name,
                    where=place_phrase(entry.section, label),
                    round_no=seat.to_round,
                )
