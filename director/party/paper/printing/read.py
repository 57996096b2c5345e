"""Everything of a party that can go on paper, as far as it is known."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from director.core.base.address import qr_rows
from director.core.night.phones.cards import table_cards
from director.core.night.printing.read import unprintable_text_warnings
from director.kinds import PrintWishes
from director.party.models import Party
from director.party.movement.games.read import Evening, PlayedRound, drawn_numbers, prize_rules
from director.party.movement.games.sit_outs import resting_turns, sit_out_worth
from director.party.movement.options import (
    counted_unit,
    draws_afresh,
    hand_points,
    has_lists,
    is_fixed,
    is_pivot,
    is_ring,
    is_skat,
    party_system,
    seats_stay,
    settled_options,
)
from director.party.movement.words import box_words, made_titles, trump_title, written_title
from director.party.paper.pdf.job import PartyJob, PrizeLine
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.paper.printing.rules import party_rules
from director.party.presets.registry import find_preset
from director.party.scoring.prize_giving import prizes_in_order
from director.party.scoring.prizes import prize_amounts
from director.party.scoring.sheets import EveningSheets, cached_sheets, prize_row, round_sheet
from director.party.scoring.skat import prize_count, skat_sessions
from director.party.sheets import PartyPrizeRow, PartyRoundSheet
from director.party.trumps import USUAL_TRUMPS, trumps_of
from director.pdf.kinds import SheetKind, kinds_offered, usual_kinds
from director.pdf.table_cards import TableCard
from director.pdf.words import join_with_dots
from director.sheets import Heading
from movements import next_seating, party_rounds, short_hash
from scoring import FINAL_TIES, ORDINALS, PRIZE_KINDS, SKAT_PRIZES, Prize

TELL = "Scan the code with a phone, enter who won each game, and see where you play next."


def party_job(
    party: Party, *, trumps: Sequence[str] = (), spares: int = 0, with_names: bool = True
) -> PartyJob:
    """Return everything of *party* for paper, cached by its version.

    *trumps* are those of the party, or the usual ones, where they are empty.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    sheets, preset = cached_sheets(party), find_preset(party.preset)
    evening = sheets.evening
    now = (
        replace(evening, rounds=evening.rounds[-1:]) if draws_afresh(party) else evening
    )  # own seats each time
    planned = planned_rounds(evening)
    boxes = party.hands if hand_points(party) else 0
    if evening.rounds and party.first_on_card == 1:
        turns = resting_turns(party, evening.rounds[0].seating, 1)
    else:
        turns = {}
    hands = max(party.hands, 1) if party.trumps else 1
    usual = preset.paper if preset else ()
    series_no = evening.rounds[-1].round_no if evening.rounds else 1
    return PartyJob(
        heading=_heading(now, planned),
        sheets=sheets if now is evening else EveningSheets(now, evening),
        planned=planned,
        rules=party_rules(party),
        prizes=tuple(_prizes(evening)),
        prize_note=_note_on_prize(evening),
        given=prizes_in_order(evening),
        numbers=drawn_numbers(party),
        round_word=party.round_word,
        made=made_titles(party),
        written=written_title(party),
        trump_title=trump_title(party.game),
        boxes=boxes,
        box_words=box_words(hand_points(party)),
        turns=turns,
        sit_out=sit_out_worth(party),
        has_lone=_has_lone(evening),
        has_holes=bool(party.method) and bool(evening.method.cap),
        is_ranked=not is_ring(party) and not is_fixed(party),
        is_pivot=is_pivot(party),
        is_skat=is_skat(party),
        trumps=tuple(trumps) or tuple(party.trumps) or USUAL_TRUMPS,
        hands=hands,
        has_trumps=bool(party.trumps),
        usual=usual,
        has_lists=has_lists(party),
        series_no=series_no,
        series_games=int(party.options.get("games", "0")) or party.hands,
        counts_games="games" in party.options,
        spares=spares,
        with_names=with_names,
    )


def party_paper(party: Party, wishes: PrintWishes, *, with_codes: bool = True) -> PartyJob:
    """Return everything of *party* for paper, as *wishes* say.

    There are cards for the tables that play in the first round, and *with_codes* one on each card
    for its player's own page, where phones find it and whoever asks may give private addresses
    away.  A card of a table without a private address is refused as it is drawn.

    :raises PartyError: if the trumps are no order of trumps
    :raises PrintingError: if a table or player is wanted that there is not
    :raises ScoringError: if the games cannot be counted by the party's method
    """
    job = party_job(
        party, trumps=trumps_of(wishes.trumps), spares=wishes.spare, with_names=wishes.with_names
    )
    if (wanted := wishes.selection).is_narrow:
        tables, players = (
            [table.table_no for table in job.tables],
            [card.number for card in job.sheets.cards],
        )
        wanted.check({"table": tables, "player": players})
        job = replace(job, selection=wanted)
    if not wishes.may_open:
        return replace(job, is_for_reading=True)
    if not (base := wishes.address):
        return job
    tables = [table.table_no for table in job.tables]

    def cards() -> tuple[TableCard, ...]:
        is_preview = wishes.is_preview
        return table_cards(
            session=party.session,
            tables=tables,
            heading=job.heading,
            address=base,
            how=TELL,
            is_preview=is_preview,
        )

    cards_coded = job.cards if with_codes else ()
    codes = {
        card.number: qr_rows(f"{base}{'/' if wishes.is_preview else card.path}")
        for card in cards_coded
    }
    return replace(job, table_cards=cards, codes=codes)


def planned_rounds(evening: Evening) -> tuple[PartyRoundSheet, ...]:
    """Return all rounds of a planned evening."""
    party = evening.party
    if not evening.rounds or not is_fixed(party) or draws_afresh(party):
        return ()
    if seats_stay(party) and not is_pivot(party):  # nothing to chart
        return ()
    rounds = list(evening.rounds)
    legal = party_rounds(party.system, len(evening.rounds[0].places), options=party.options)
    last = min(party.rounds, legal[-1]) if legal else party.rounds
    while len(rounds) < last:
        now = rounds[-1]
        seating = next_seating(
            party.system, now.seating, {}, options=party.options, round_no=now.round_no
        )
        rounds.append(PlayedRound(now.round_no + 1, seating, {}, now.system))
    return tuple(round_sheet(evening, played_round) for played_round in rounds)


def party_fingerprint(evening: Evening, planned: Sequence[PartyRoundSheet]) -> str:
    """Return six characters that identify system, draw and rounds, or "".

    Only where people sit first and what moves them counts, and all rounds of an evening known
    beforehand.
    """
    party, system = evening.party, party_system(evening.party)
    if system is None:
        return ""
    chosen = settled_options(system, party.options)
    options = [(name, chosen[name]) for name in system.movement_options]
    if evening.rounds:
        first = [(table.table_no, table.row, table.sides) for table in evening.rounds[0].seating]
    else:
        first = []
    later = [_numbers(round_sheet) for round_sheet in planned[1:]]
    return short_hash((system.key, options, party.rounds, first, later))


def _numbers(round_sheet: PartyRoundSheet) -> list[list[list[int]]]:
    return [
        [[seat.number for seat in side] for side in table.sides] for table in round_sheet.tables
    ]


def kinds_there(job: PartyJob) -> list[tuple[SheetKind[PartyJob], bool]]:
    """Return every kind of sheet that may concern the party, with whether *job* has any of it."""
    return kinds_offered(PARTY_KINDS, job)


def kinds_usual(job: PartyJob, when: str = "before") -> list[str]:
    """Return the kinds that are ticked at first, ``"before"`` or ``"after"`` play."""
    printable = [kind for kind, is_there in kinds_there(job) if is_there]
    if when == "before" and job.usual:
        return [kind.key for kind in printable if kind.key in job.usual]
    return usual_kinds(printable, when)


def _heading(evening: Evening, planned: Sequence[PartyRoundSheet]) -> Heading:
    event, system, players = (
        evening.party.session.event,
        party_system(evening.party),
        len(evening.names.by_player),
    )
    movement = f"{system.name}, {players} players" if system else ""
    return Heading(
        club=event.club.name,
        event=event.name,
        date=event.date,
        session="",
        section="",
        movement=movement,
        fingerprint=party_fingerprint(evening, planned),
        game=evening.party.game,
    )


def _has_lone(evening: Evening) -> bool:
    party, system = evening.party, party_system(evening.party)
    if system is None or not party.method or "lone hands" not in evening.method.columns:
        return False
    is_played = settled_options(system, party.options).get("lone_hands", "none") != "none"
    return party.lone_on_cards or (is_played and party.method_options.get("lone_hands") != "none")


def _prizes(evening: Evening) -> list[PrizeLine]:
    """Return the prizes with winners, or those to come."""
    if not evening.party.method:
        return []
    if is_skat(evening.party):
        return _skat_prizes(evening)
    if evening.games:
        amounts = prize_amounts(evening)
        return [
            _line(evening, prize, amount)
            for prize, amount in zip(evening.prizes, amounts, strict=True)
        ]
    return [_line(evening, prize) for prize in blank_prizes(evening)]


def _skat_prizes(evening: Evening) -> list[PrizeLine]:
    """Return the prizes of every session of a Skat congress."""
    won = []
    for session in skat_sessions(evening):
        for prize in session.prizes:
            won.append(_skat_line(prize))
    scale = (SKAT_PRIZES[at % len(SKAT_PRIZES)].text for at in range(prize_count(evening.party)))
    return won or [
        PrizeLine(f"Prize {at}", text[:1].upper() + text[1:], (), "")
        for at, text in enumerate(scale, 1)
    ]


def _skat_line(row: PartyPrizeRow) -> PrizeLine:
    if row.open_tie:
        return PrizeLine(
            row.title,
            "",
            (),
            f"{', '.join(row.names)}: {row.open_tie}" if row.names else row.open_tie,
        )
    return PrizeLine(row.title, "", _winners(row), "")


def _line(evening: Evening, prize: Prize, amount: str = "") -> PrizeLine:
    row = prize_row(evening, prize, amount)
    winners = () if prize.tie else _winners(row)
    return PrizeLine(
        row.title,
        _rule(evening, prize),
        winners,
        join_with_dots((row.amount, _open(prize, row.names))),
    )


def _winners(row: PartyPrizeRow) -> tuple[str, ...]:
    """Return who takes a prize, each with the number."""
    return tuple(f"{number} {name}" for number, name in zip(row.numbers, row.names, strict=True))


def _open(prize: Prize, names: Sequence[str]) -> str:
    if prize.tie is None:
        return ""
    if names:
        return f"{', '.join(names)}: {prize.tie.text}"
    return prize.tie.text


def _rule(evening: Evening, prize: Prize) -> str:
    """Return what a prize is for, in a few words."""
    unit = counted_unit(evening.party)
    rules = {
        "booby": f"Fewest {unit}",
        "lone-hands": "Most lone hands",
        "aisle": f"Most {unit} among those who finish in the aisle",
        "table": f"Most {unit} among those who finish at the table",
        "table-winner": f"Most {unit} among the winners of tables",
        "drawn-number": "Total nearest to the drawn number",
        "half-time": f"Most {unit} at half-time",
        "high-game": "Most in one game",
        "ten-tricks": "Most hands of ten tricks or more",
        "raffle": "Drawn number",
    }
    if prize.kind in rules:
        return rules[prize.kind]
    if prize.kind == "first":
        return f"Most {unit}"
    return f"{prize.kind.capitalize()} most {unit}"


def blank_prizes(evening: Evening) -> list[Prize]:
    """Return the prizes that the rules of a party give, before anybody has won one."""
    rules = prize_rules(evening.party)
    if rules.by_group:
        groups = sorted({player.group for player in evening.names.by_player.values()})
    else:
        groups = [""]
    prizes = [Prize(kind, (), group=group) for group in groups for kind in ORDINALS[: rules.places]]
    for kind in PRIZE_KINDS.values():
        prizes += (
            Prize(kind.key, (), "", "", group, row, table_no, place_no=at)
            for row, table_no in _places(evening, kind.key)
            for group in ([""] if kind.of_room else groups)
            for at in range(1, int(getattr(rules, kind.rule)) + 1)
        )
    return prizes


def _places(evening: Evening, kind: str) -> Iterable[tuple[int | None, int | None]]:
    """Return aisle and table of each first place with a prize of *kind*."""
    tables = evening.rounds[0].tables if evening.rounds else ()
    if kind == "aisle":
        return [(row, None) for row in sorted({table.row for table in tables})]
    if kind == "table":
        return [(table.row, table.table_no) for table in tables]
    return [(None, None)]


def _note_on_prize(evening: Evening) -> str:
    """Return how ties are settled, and the number drawn."""
    if not evening.party.method:
        return ""
    answers = evening.party.answers
    drawn = f" The number {answers['drawn']} was drawn." if "drawn" in answers else ""
    tie = FINAL_TIES[prize_rules(evening.party).final_tie]
    return f"Scoring: {evening.method.rule}. Ties for a prize: {tie}{drawn}{_who_may_win(evening)}"


def _who_may_win(evening: Evening) -> str:
    """Return who can't win a prize because of absence, in words, or ""."""
    if not evening.is_ranked or not any(
        standing.is_partial for standing in evening.ranking.standings
    ):
        return ""
    rules = prize_rules(evening.party)
    leavers = "" if rules.leavers else " Players who left before the end get no prize."
    return leavers + (" Late arrivals and withdrawals get no booby prize." if rules.booby else "")


def party_remarks(job: PartyJob, *_asked: object, **_look: object) -> tuple[str, ...]:
    """Return remarks on the sheets of *job* in sentences."""
    names = (job.called(card.number, card.name) for card in job.sheets.cards)
    return unprintable_text_warnings([*names, job.heading.event, job.heading.club])
