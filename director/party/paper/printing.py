"""Collect everything of a party that can be printed, and remember which cards were.

``build_party_job`` reads the whole party, ``build_print_job`` narrows it to what the director
wishes to print. Drawing is left to ``director.party.paper.pdf``.

A party that *draws afresh* has new random seats in every round, one whose rotation is *fixed* has
partners and opponents that are known in advance.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from django.db import transaction

from director.additions import PhoneDesk, find_phone_desk
from director.core.base.address import make_qr_rows
from director.core.night.links import open_tables_to_phones
from director.core.night.printing import list_unprintable_text_warnings, store_printed_cards
from director.event_kinds import PrintWishes
from director.models import Event
from director.party.models import Party
from director.party.movement.cards import compute_sit_outs_by_round, describe_sit_out_entry
from director.party.movement.games import (
    Evening,
    PlayedRound,
    get_prize_rules,
    list_numbers_to_draw,
)
from director.party.movement.options import (
    get_counted_unit,
    get_hand_points,
    get_party_system,
    has_fixed_tables,
    has_lists,
    is_fixed,
    is_pivot,
    is_redrawn_each_round,
    is_ring,
    is_skat,
    resolve_options,
)
from director.party.movement.parties import get_party_by_event
from director.party.movement.words import (
    describe_boxes,
    get_trump_title,
    get_written_title,
    list_round_box_titles,
)
from director.party.paper.pdf.job import PartyJob, PrizeLine
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.paper.rules import describe_party_rules
from director.party.presets import find_preset
from director.party.scoring.prizes import describe_prize_amounts, list_prizes_in_order
from director.party.scoring.sheets import (
    EveningSheets,
    get_cached_sheets,
    make_prize_row,
    make_round_sheet,
)
from director.party.scoring.skat import fetch_skat_sessions, get_prize_count
from director.party.sheets import PartyPrizeRow, PartyRoundSheet
from director.party.trumps import USUAL_TRUMPS, parse_trump_order
from director.pdf.sheet_kinds import (
    SheetKind,
    can_go_old,
    choose_usual_kinds,
    filter_offered_kinds,
    list_opened_addresses,
)
from director.pdf.table_cards import TableCard
from director.sheets import Heading
from movements.layout import short_hash
from movements.party.rounds import next_seating, party_rounds
from scoring.party.awarding import PRIZE_KINDS, Prize
from scoring.party.prizes import ORDINALS
from scoring.party.skat_prizes import SKAT_PRIZES
from scoring.party.ties import FINAL_TIES

METHOD_TEXT = "Scan the code with a phone, enter who won each game, and see where you play next."


def build_party_job(
    party: Party, *, trumps: Sequence[str] = (), spares: int = 0, with_names: bool = True
) -> PartyJob:
    """Return everything of *party* for paper. The scored part is cached by the party's version.

    Without *trumps* those of the party are printed, or the usual ones.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    sheets = get_cached_sheets(party)
    evening = sheets.evening
    shown_evening = evening
    if is_redrawn_each_round(party):
        # Cards are printed for the seats of the latest round only.
        shown_evening = replace(evening, rounds=evening.rounds[-1:])
        sheets = EveningSheets(shown_evening, full_evening=evening)
    planned = compute_planned_rounds(evening)
    job = PartyJob(
        heading=_make_paper_heading(shown_evening, planned),
        sheets=sheets,
        planned=planned,
        rules=describe_party_rules(party),
        prize_lines=tuple(_list_prize_lines(evening)),
        prize_note=_make_prize_note(evening),
        won_prizes=list_prizes_in_order(evening),
        slip_numbers=list_numbers_to_draw(evening),
        spare_cards=spares,
        with_names=with_names,
    )
    return _with_game_settings(_with_card_layout(job, evening), evening, trumps)


def _with_card_layout(job: PartyJob, evening: Evening) -> PartyJob:
    """Return *job* with the titles and boxes of its cards."""
    party = evening.party
    sit_outs_by_round: dict[int, tuple[str, ...]] = {}
    # On cards from a later round on, the seats of round 1 don't tell who sits out.
    if evening.rounds and party.first_card_round == 1:
        sit_outs_by_round = compute_sit_outs_by_round(party, evening.rounds[0].seating, 1)
    hand_points = get_hand_points(party)
    return replace(
        job,
        round_word=party.round_word,
        score_titles=list_round_box_titles(party),
        written_title=get_written_title(party),
        trump_title=get_trump_title(party.game),
        hand_boxes=party.hands if hand_points else 0,
        box_words=describe_boxes(hand_points),
        sit_outs_by_round=sit_outs_by_round,
        sit_out_words=describe_sit_out_entry(party),
        has_lone_hands=_has_lone_hands(evening),
        has_holes=bool(party.method) and bool(evening.method.cap_option),
    )


def _with_game_settings(job: PartyJob, evening: Evening, trumps: Sequence[str]) -> PartyJob:
    """Return *job* with what decides its kinds of sheets: system, trumps and series."""
    party = evening.party
    preset = find_preset(party.preset)
    return replace(
        job,
        is_ranked=not is_ring(party) and not is_fixed(party),
        is_pivot=is_pivot(party),
        is_skat=is_skat(party),
        trumps=tuple(trumps) or tuple(party.trumps) or USUAL_TRUMPS,
        hands=max(party.hands, 1) if party.trumps else 1,
        has_trumps=bool(party.trumps),
        preset_kinds=preset.paper if preset else (),
        has_lists=has_lists(party),
        series_no=evening.rounds[-1].round_no if evening.rounds else 1,
        series_games=int(party.options.get("games", "0")) or party.hands,
        counts_games="games" in party.options,
    )


def build_print_job(party: Party, wishes: PrintWishes, *, with_codes: bool = True) -> PartyJob:
    """Return what the *wishes* select of *party* for paper.

    If the user may give private addresses away and phones can reach the program, the job has table
    cards for the tables of the first round and, with *with_codes*, a code for each player's own
    page. Drawing the card of a table without a private address raises an error.

    :raises PartyError: if *wishes* has trumps that are no order of trumps
    :raises PrintingError: if *wishes* selects a table or player that doesn't exist
    :raises ScoringError: if the games cannot be counted by the party's method
    """
    job = build_party_job(
        party,
        trumps=parse_trump_order(wishes.trumps),
        spares=wishes.spare,
        with_names=wishes.with_names,
    )
    if wishes.selection.is_narrow:
        tables = [table.table_no for table in job.tables]
        players = [card.number for card in job.sheets.cards]
        wishes.selection.check({"table": tables, "player": players})
        job = replace(job, selection=wishes.selection)
    if not wishes.may_open:
        return replace(job, is_for_reading=True)
    if not wishes.address:
        return job
    codes = {}
    if with_codes:
        for card in job.cards:
            # A preview must not show the private address of a player.
            path = "/" if wishes.is_preview else card.path
            codes[card.number] = make_qr_rows(f"{wishes.address}{path}")
    desk = find_phone_desk()
    table_cards = _prepare_table_cards(desk, party, job, wishes) if desk else None
    return replace(job, table_cards=table_cards, codes=codes)


def _prepare_table_cards(
    desk: PhoneDesk, party: Party, job: PartyJob, wishes: PrintWishes
) -> Callable[[], Sequence[TableCard]]:
    """Return a function that makes the table cards.

    Only a job that prints them reads the tables' private addresses, so they are read when drawn.
    """
    return partial(
        desk.make_table_cards,
        session=party.session,
        tables=[table.table_no for table in job.tables],
        heading=job.heading,
        address=wishes.address,
        method_text=METHOD_TEXT,
        is_preview=wishes.is_preview,
    )


def compute_planned_rounds(evening: Evening) -> tuple[PartyRoundSheet, ...]:
    """Return all rounds of *evening*, or none if they can't be known in advance."""
    party = evening.party
    if not evening.rounds or not is_fixed(party) or is_redrawn_each_round(party):
        return ()
    if has_fixed_tables(party) and not is_pivot(party):
        # A chart would repeat one line.
        return ()
    rounds = list(evening.rounds)
    player_count = len(evening.rounds[0].seat_by_player)
    possible_rounds = party_rounds(party.system, player_count, options=party.options)
    number_of_rounds = min(party.rounds, possible_rounds[-1]) if possible_rounds else party.rounds
    # In a fixed rotation results don't matter, so the seats follow from those of the round before.
    while len(rounds) < number_of_rounds:
        previous = rounds[-1]
        seating = next_seating(
            party.system, previous.seating, {}, options=party.options, round_no=previous.round_no
        )
        rounds.append(PlayedRound(previous.round_no + 1, seating, {}, previous.system))
    return tuple(make_round_sheet(evening, played_round) for played_round in rounds)


def compute_fingerprint(evening: Evening, planned: Sequence[PartyRoundSheet]) -> str:
    """Return six characters that identify system, draw and rounds, or an empty text.

    They depend on the first seats, on the options that move people, and on the *planned* rounds.
    """
    party = evening.party
    system = get_party_system(party)
    if system is None:
        return ""
    chosen = resolve_options(system, party.options)
    options = [(name, chosen[name]) for name in system.movement_options]
    first_seats = []
    if evening.rounds:
        for table in evening.rounds[0].seating:
            first_seats.append((table.table_no, table.row, table.sides))
    # The first of the planned rounds has the first seats.
    later_rounds = [_list_player_numbers(round_sheet) for round_sheet in planned[1:]]
    return short_hash((system.key, options, party.rounds, first_seats, later_rounds))


def _list_player_numbers(round_sheet: PartyRoundSheet) -> list[list[list[int]]]:
    numbers = []
    for table in round_sheet.tables:
        numbers.append([[seat.number for seat in side] for side in table.sides])
    return numbers


def list_available_kinds(job: PartyJob) -> list[tuple[SheetKind[PartyJob], bool]]:
    """Return the kinds of sheets that suit the party, and whether *job* has any of each."""
    return filter_offered_kinds(PARTY_KINDS, job)


def list_preselected_kinds(job: PartyJob, when: str = "before") -> list[str]:
    """Return the kinds that are ticked by default, ``"before"`` or ``"after"`` play."""
    printable = [kind for kind, has_sheets in list_available_kinds(job) if has_sheets]
    if when == "before" and job.preset_kinds:
        return [kind.key for kind in printable if kind.key in job.preset_kinds]
    return choose_usual_kinds(printable, when)


def _make_paper_heading(evening: Evening, planned: Sequence[PartyRoundSheet]) -> Heading:
    event = evening.party.session.event
    system = get_party_system(evening.party)
    players = len(evening.names.by_player)
    movement = f"{system.name}, {players} players" if system else ""
    return Heading(
        club=event.club.name,
        event=event.name,
        date=event.date,
        session="",
        section="",
        movement=movement,
        fingerprint=compute_fingerprint(evening, planned),
        game=evening.party.game,
    )


def _has_lone_hands(evening: Evening) -> bool:
    party = evening.party
    system = get_party_system(party)
    if system is None or not party.method or "lone hands" not in evening.method.columns:
        return False
    is_played = resolve_options(system, party.options).get("lone_hands", "none") != "none"
    return party.types_lone_hands or (
        is_played and party.method_options.get("lone_hands") != "none"
    )


def _list_prize_lines(evening: Evening) -> list[PrizeLine]:
    """Return the prizes with their winners, or without any before the first result."""
    if not evening.party.method:
        return []
    if is_skat(evening.party):
        return _list_session_prize_lines(evening)
    if evening.games:
        amounts = describe_prize_amounts(evening)
        return [
            _make_prize_line(evening, prize, amount)
            for prize, amount in zip(evening.prizes, amounts, strict=True)
        ]
    return [_make_prize_line(evening, prize) for prize in list_blank_prizes(evening)]


def _list_session_prize_lines(evening: Evening) -> list[PrizeLine]:
    """Return the prizes of every session of a Skat congress."""
    lines = []
    for session in fetch_skat_sessions(evening):
        for prize in session.prizes:
            lines.append(_make_skat_prize_line(prize))
    if lines:
        return lines
    # Before the first result: the prizes of one session, in the order of the congress.
    for index in range(get_prize_count(evening.party)):
        rule = SKAT_PRIZES[index % len(SKAT_PRIZES)].text
        lines.append(PrizeLine(f"Prize {index + 1}", rule[:1].upper() + rule[1:], ()))
    return lines


def _make_skat_prize_line(row: PartyPrizeRow) -> PrizeLine:
    if not row.open_tie:
        return PrizeLine(row.title, "", _format_winners(row))
    rule = row.open_tie
    if row.names:
        rule = f"{', '.join(row.names)}: {rule}"
    return PrizeLine(row.title, rule, ())


def _make_prize_line(evening: Evening, prize: Prize, amount: str = "") -> PrizeLine:
    row = make_prize_row(evening, prize, amount)
    winners = () if prize.tie else _format_winners(row)
    # The winner of an open tie is written by hand, so what settles it stands with the rule.
    if not winners:
        rules = (
            _describe_prize_rule(evening, prize),
            row.amount,
            _format_open_tie(prize, row.names),
        )
        return PrizeLine(row.title, ". ".join(filter(None, rules)), ())
    return PrizeLine(row.title, _describe_prize_rule(evening, prize), winners, row.amount)


def _format_winners(row: PartyPrizeRow) -> tuple[str, ...]:
    """Return the numbers and names of the winners of a prize."""
    return tuple(f"{number} {name}" for number, name in zip(row.numbers, row.names, strict=True))


def _format_open_tie(prize: Prize, names: Sequence[str]) -> str:
    if prize.tie is None:
        return ""
    if names:
        return f"{', '.join(names)}: {prize.tie.text}"
    return prize.tie.text


def _describe_prize_rule(evening: Evening, prize: Prize) -> str:
    """Return what a prize is given for, in a few words."""
    unit = get_counted_unit(evening.party)
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


def list_blank_prizes(evening: Evening) -> list[Prize]:
    """Return the prizes of a party by its rules, without winners."""
    rules = get_prize_rules(evening.party)
    if rules.by_group:
        groups = sorted({player.group for player in evening.names.by_player.values()})
    else:
        groups = [""]
    prizes: list[Prize] = []
    for group in groups:
        prizes += [Prize(ordinal, (), group=group) for ordinal in ORDINALS[: rules.places]]
    for kind in PRIZE_KINDS.values():
        kind_groups = [""] if kind.is_for_whole_room else groups
        number_of_prizes = int(getattr(rules, kind.rule_name))
        for row, table_no in _list_aisles_and_tables(evening, kind.key):
            for group in kind_groups:
                for place_no in range(1, number_of_prizes + 1):
                    prizes.append(
                        Prize(kind.key, (), "", "", group, row, table_no, place_no=place_no)
                    )
    return prizes


def _list_aisles_and_tables(evening: Evening, kind: str) -> Iterable[tuple[int | None, int | None]]:
    """Return the aisles and tables that each have a prize of *kind* for themselves."""
    tables = evening.rounds[0].tables if evening.rounds else ()
    if kind == "aisle":
        aisles = {table.row for table in tables}
        return [(aisle, None) for aisle in sorted(aisles)]
    if kind == "table":
        return [(table.row, table.table_no) for table in tables]
    return [(None, None)]


def _make_prize_note(evening: Evening) -> str:
    """Return sentences on the scoring, ties, the drawn number and who can't win a prize."""
    if not evening.party.method:
        return ""
    answers = evening.party.answers
    note = f"Scoring: {evening.method.rule_text}."
    note += f" Ties for a prize: {FINAL_TIES[get_prize_rules(evening.party).final_tie]}"
    if "drawn" in answers:
        note += f" The number {answers['drawn']} was drawn."
    return note + _make_exclusion_note(evening)


def _make_exclusion_note(evening: Evening) -> str:
    """Return sentences on who can't win a prize because of absence, or an empty text."""
    if not evening.is_ranked:
        return ""
    if not any(standing.is_partial for standing in evening.ranking.standings):
        return ""
    rules = get_prize_rules(evening.party)
    note = ""
    if not rules.leavers:
        note += " Players who left before the end get no prize."
    if rules.booby:
        note += " Late arrivals and withdrawals get no booby prize."
    return note


def list_print_remarks(job: PartyJob, *_args: object, **_kwargs: object) -> tuple[str, ...]:
    """Return warnings about the sheets of *job*."""
    names = (job.get_printed_name(card.number, card.name) for card in job.sheets.cards)
    return list_unprintable_text_warnings([*names, job.heading.event, job.heading.club])


# Remember which cards of a party were printed, and make the private addresses on them.


def note_printed_cards(event: Event, job: PartyJob, keys: Sequence[str]) -> None:
    """Store for which draw the cards among the sheets *keys* were printed."""
    if can_go_old(PARTY_KINDS, keys):
        party = get_party_by_event(event.pk)
        party.printed = party.system
        with transaction.atomic():
            party.save(update_fields=["printed"])
            store_printed_cards(owner=party.session, fingerprint=job.heading.fingerprint)


def open_addresses(event: Event, job: PartyJob, keys: Sequence[str]) -> None:
    """Make the missing private addresses of the tables of *job* if the sheets *keys* show them."""
    if job.table_cards is not None and "tables" in list_opened_addresses(PARTY_KINDS, keys):
        session = get_party_by_event(event.pk).session
        open_tables_to_phones(session=session, tables=[table.table_no for table in job.tables])
