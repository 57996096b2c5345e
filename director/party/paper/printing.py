"""Collect what can be printed of a party, and record which cards were printed.

``make_party_job`` reads the whole party, ``make_print_job`` narrows it to the director's choice.
Drawing is left to ``director.party.paper.pdf``.

In a party with a *fixed* rotation, partners and opponents are known in advance.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from django.db import transaction

from director.core.base.address import make_qr_rows
from director.core.night.hooks import PHONE_DESK
from director.core.night.links.opening import open_table_addresses
from director.core.night.printing import (
    PrintOptions,
    list_unprintable_text_warnings,
    store_printed_cards,
)
from director.models import Event
from director.party.models import Party
from director.party.movement.cards import compute_sit_outs_by_round, describe_sit_out_entry
from director.party.movement.games import (
    PartyRecord,
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
from director.party.movement.parties import fetch_party_by_event
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
from director.party.scoring.giving import list_prizes_in_order, make_prize_row, make_step_key
from director.party.scoring.prizes import ADDED_AMOUNT, describe_prize_amounts
from director.party.scoring.sheets import (
    FetchedPartyResults,
    fetch_cached_results,
    make_round_record,
)
from director.party.scoring.skat import fetch_skat_sessions, get_prize_count
from director.party.sheets import PrizeRow, RoundRecord
from director.party.trumps import DEFAULT_TRUMPS, parse_trump_order
from director.pdf.sheet_kinds import (
    SheetKind,
    depend_on_plan,
    get_needed_links,
    list_kinds_to_offer,
    list_preselected_keys,
)
from director.pdf.table_cards import TableCard
from director.sheets import Heading
from movements.layout import compute_short_hash
from movements.party.rounds import find_possible_rounds, make_next_seating
from movements.party.rules.series import DUTY_SOLO
from scoring.party.awarding import PRIZE_KINDS, Prize
from scoring.party.prize_ties import FINAL_TIES
from scoring.party.prizes import ORDINALS
from scoring.party.skat_prizes import SKAT_PRIZES

TABLE_CARD_TEXT = (
    "Scan the code with a phone, enter who won each game, and see where you play next."
)


def make_party_job(
    party: Party, *, trumps: Sequence[str] = (), spare_count: int = 0, with_names: bool = True
) -> PartyJob:
    """Return the sheets of the whole *party*. The scored part is cached by the party's version.

    Without *trumps*, the party's order of trumps is printed, or the default one.

    :raises ScoringError: if the games can't be counted by the party's method
    """
    results = fetch_cached_results(party)
    record = results.record
    shown_record = record
    if is_redrawn_each_round(party):
        # Each round has new seats, so cards are printed for the latest round only.
        shown_record = replace(record, rounds=record.rounds[-1:])
        results = FetchedPartyResults(shown_record, full_record=record)
    planned_rounds = compute_planned_rounds(record)
    job = PartyJob(
        heading=_make_paper_heading(shown_record, planned_rounds),
        results=results,
        planned_rounds=planned_rounds,
        rules=describe_party_rules(party),
        prize_lines=tuple(_list_prize_lines(record)),
        prize_note=_make_prize_note(record),
        won_prizes=list_prizes_in_order(record),
        slip_numbers=list_numbers_to_draw(record),
        spare_cards=spare_count,
        has_names=with_names,
    )
    return _with_game_settings(_with_card_layout(job, record), record, trumps)


def _with_card_layout(job: PartyJob, record: PartyRecord) -> PartyJob:
    """Return *job* with the titles and boxes of its cards."""
    party = record.party
    sit_outs_by_round: dict[int, tuple[str, ...]] = {}
    # On cards from a later round on, the seats of round 1 don't tell who sits out.
    if record.rounds and party.first_card_round == 1:
        sit_outs_by_round = compute_sit_outs_by_round(party, record.rounds[0].seating, 1)
    hand_points = get_hand_points(party)
    return replace(
        job,
        round_noun=party.round_noun,
        score_titles=list_round_box_titles(party),
        written_title=get_written_title(party),
        trump_title=get_trump_title(party.game),
        hand_boxes=party.hands if hand_points else 0,
        box_text=describe_boxes(hand_points),
        sit_outs_by_round=sit_outs_by_round,
        sit_out_text=describe_sit_out_entry(party),
        has_lone_hands=_has_lone_hands(record),
        has_holes=bool(party.method) and bool(record.method.cap_option),
    )


def _with_game_settings(job: PartyJob, record: PartyRecord, trumps: Sequence[str]) -> PartyJob:
    """Return *job* with what decides its kinds of sheets: system, trumps and series."""
    party = record.party
    preset = find_preset(party.preset)
    return replace(
        job,
        is_ranked=not is_ring(party) and not is_fixed(party),
        is_pivot=is_pivot(party),
        is_skat=is_skat(party),
        trumps=tuple(trumps) or tuple(party.trumps) or DEFAULT_TRUMPS,
        hands=max(party.hands, 1) if party.trumps else 1,
        has_trumps=bool(party.trumps),
        preset_kinds=preset.paper if preset else (),
        has_lists=has_lists(party),
        series_no=record.rounds[-1].round_no if record.rounds else 1,
        series_games=int(party.options.get("games", "0")) or party.hands,
        has_duty_solo=party.options.get(DUTY_SOLO.name) == "one",
        has_game_counts="games" in party.options,
    )


def make_print_job(
    party: Party, print_options: PrintOptions, *, with_codes: bool = True
) -> PartyJob:
    """Return the sheets of *party* that the *print_options* select.

    If the user may give away private addresses and phones can reach the program, the job has cards
    for the tables of the first round. *with_codes* adds a code for each player's page. Drawing the
    card of a table without a private address raises an error.

    :raises PartyError: if the trumps in *print_options* aren't an order of trumps
    :raises PrintingError: if *print_options* selects a table or player that doesn't exist
    :raises ScoringError: if the games can't be counted by the party's method
    """
    job = make_party_job(
        party,
        trumps=parse_trump_order(print_options.trump_order),
        spare_count=print_options.spare_count,
        with_names=print_options.has_names,
    )
    if print_options.selection.is_narrow:
        tables = [table.table_no for table in job.tables]
        players = [card.number for card in job.results.cards]
        print_options.selection.check_numbers({"table": tables, "player": players})
        job = replace(job, selection=print_options.selection)
    if not print_options.can_open_links:
        return replace(job, is_for_reading=True)
    if not print_options.program_url:
        return job
    code_by_player = {}
    if with_codes:
        for card in job.cards:
            # A preview must not show the private address of a player.
            path = "/" if print_options.is_preview else card.path
            code_by_player[card.number] = make_qr_rows(f"{print_options.program_url}{path}")
    table_cards = None
    if PHONE_DESK.answers.has_phones:
        table_cards = _prepare_table_cards(party, job, print_options)
    return replace(job, table_cards=table_cards, codes=code_by_player)


def _prepare_table_cards(
    party: Party, job: PartyJob, print_options: PrintOptions
) -> Callable[[], Sequence[TableCard]]:
    """Return a function that makes the table cards.

    Only a job that prints them reads the tables' private addresses, so they are read when drawn.
    """
    return partial(
        PHONE_DESK.answers.make_table_cards,
        session=party.session,
        tables=[table.table_no for table in job.tables],
        heading=job.heading,
        address=print_options.program_url,
        method_text=TABLE_CARD_TEXT,
        is_preview=print_options.is_preview,
    )


def compute_planned_rounds(record: PartyRecord) -> tuple[RoundRecord, ...]:
    """Return all rounds of *record*, or none if they can't be known in advance."""
    party = record.party
    if not record.rounds or not is_fixed(party) or is_redrawn_each_round(party):
        return ()
    if has_fixed_tables(party) and not is_pivot(party):
        # A chart would repeat one line.
        return ()
    rounds = list(record.rounds)
    player_count = len(record.rounds[0].seat_by_player)
    possible_rounds = find_possible_rounds(party.system, player_count, options=party.options)
    round_count = min(party.rounds, possible_rounds[-1]) if possible_rounds else party.rounds
    # In a fixed rotation each round's seats follow from the round before, whatever the results.
    while len(rounds) < round_count:
        previous_round = rounds[-1]
        seating = make_next_seating(
            party.system,
            previous_round.seating,
            {},
            options=party.options,
            round_no=previous_round.round_no,
        )
        rounds.append(PlayedRound(previous_round.round_no + 1, seating, {}, previous_round.system))
    return tuple(make_round_record(record, played_round) for played_round in rounds)


def compute_fingerprint(record: PartyRecord, planned_rounds: Sequence[RoundRecord]) -> str:
    """Return six characters that identify system, draw and rounds, or an empty text.

    They depend on the first seats, on the options that move people, and on the *planned_rounds*.
    """
    party = record.party
    system = get_party_system(party)
    if system is None:
        return ""
    choices = resolve_options(system, party.options)
    options = [(name, choices[name]) for name in system.movement_options]
    first_seating = record.rounds[0].seating if record.rounds else ()
    first_seats = [(table.table_no, table.row, table.sides) for table in first_seating]
    # The first of the planned rounds has the first seats.
    later_rounds = [_list_player_numbers(round_record) for round_record in planned_rounds[1:]]
    return compute_short_hash((system.key, options, party.rounds, first_seats, later_rounds))


def _list_player_numbers(round_record: RoundRecord) -> list[list[list[int]]]:
    numbers = []
    for table in round_record.tables:
        numbers.append([[seat.number for seat in side] for side in table.sides])
    return numbers


def list_available_kinds(job: PartyJob) -> list[tuple[SheetKind[PartyJob], bool]]:
    """Return the kinds of sheets that suit the party, and whether *job* has any of each."""
    return list_kinds_to_offer(PARTY_KINDS, job)


def list_preselected_kinds(job: PartyJob, when: str = "before") -> list[str]:
    """Return the kinds that are ticked by default, ``"before"`` or ``"after"`` play."""
    printable_kinds = [kind for kind, has_sheets in list_available_kinds(job) if has_sheets]
    if when == "before" and job.preset_kinds:
        return [kind.key for kind in printable_kinds if kind.key in job.preset_kinds]
    return list_preselected_keys(printable_kinds, when)


def _make_paper_heading(record: PartyRecord, planned_rounds: Sequence[RoundRecord]) -> Heading:
    event = record.party.session.event
    system = get_party_system(record.party)
    player_count = len(record.names.facts_by_player)
    movement = f"{system.name}, {player_count} players" if system else ""
    return Heading(
        club=event.club.name,
        event=event.name,
        date=event.date,
        session="",
        section="",
        movement=movement,
        fingerprint=compute_fingerprint(record, planned_rounds),
        game=record.party.game,
    )


def _has_lone_hands(record: PartyRecord) -> bool:
    party = record.party
    system = get_party_system(party)
    if system is None or not party.method or "lone hands" not in record.method.columns:
        return False
    is_played = resolve_options(system, party.options).get("lone_hands", "none") != "none"
    return party.types_lone_hands or (
        is_played and party.method_options.get("lone_hands") != "none"
    )


def _list_prize_lines(record: PartyRecord) -> list[PrizeLine]:
    """Return the prizes with their winners, or without any before the first result."""
    if not record.party.method:
        return []
    if is_skat(record.party):
        return _list_session_prize_lines(record)
    if not record.games:
        return [_make_prize_line(record, prize) for prize in list_blank_prizes(record)]
    amounts = describe_prize_amounts(record)
    lines: list[PrizeLine] = []
    titles_by_tie: dict[str, str] = {}
    titles_by_step: dict[tuple[object, ...], str] = {}
    for index, (prize, amount) in enumerate(zip(record.prizes, amounts, strict=True)):
        line = _make_prize_line(record, prize, amount)
        tie = line.tie
        # Players who share several prizes share their sum, which is named with the first prize.
        step = make_step_key(prize, index)
        if line.winners and step in titles_by_step:
            own_amount = "" if line.amount == ADDED_AMOUNT else line.amount
            shared_text = f"Shared as for {titles_by_step[step]}"
            line = replace(line, winners=(shared_text,), numbers=(), amount=own_amount)
        titles_by_step.setdefault(step, line.title)
        # Players who are tied for several prizes are named with the first one.
        if tie in titles_by_tie:
            line = replace(line, tie=f"Tied as for {titles_by_tie[tie]}")
        elif tie:
            titles_by_tie[tie] = line.title
        lines.append(line)
    return lines


def _list_session_prize_lines(record: PartyRecord) -> list[PrizeLine]:
    """Return the prizes of every session of a Skat congress."""
    lines = []
    for session in fetch_skat_sessions(record):
        for prize in session.prizes:
            lines.append(_make_skat_prize_line(prize))
    if lines:
        return lines
    # Before the first result: the prizes of one session, in the order of the congress.
    for index in range(get_prize_count(record.party)):
        rule = SKAT_PRIZES[index % len(SKAT_PRIZES)].description
        lines.append(PrizeLine(f"Prize {index + 1}", rule[:1].upper() + rule[1:], ()))
    return lines


def _make_skat_prize_line(row: PrizeRow) -> PrizeLine:
    if not row.open_tie:
        return PrizeLine(row.title, "", row.names, numbers=row.numbers)
    tie = row.open_tie
    if row.names:
        tie = f"{', '.join(row.names)}: {tie}"
    return PrizeLine(row.title, "", (), tie=tie)


def _make_prize_line(record: PartyRecord, prize: Prize, amount: str = "") -> PrizeLine:
    row = make_prize_row(record, prize, amount)
    winners = () if prize.tie else row.names
    # The winner of an open tie is written in by hand. The rule says how the tie is broken.
    if not winners:
        rule_texts = (_describe_prize_rule(record, prize), row.amount)
        tie = _format_open_tie(prize, row.names)
        return PrizeLine(row.title, ". ".join(filter(None, rule_texts)), (), tie=tie)
    return PrizeLine(
        row.title,
        _describe_prize_rule(record, prize),
        winners,
        row.amount,
        numbers=row.numbers,
    )


def _format_open_tie(prize: Prize, names: Sequence[str]) -> str:
    if prize.tie is None:
        return ""
    if names:
        return f"{', '.join(names)}: {prize.tie.instructions}"
    return prize.tie.instructions


def _describe_prize_rule(record: PartyRecord, prize: Prize) -> str:
    """Return what a prize is given for, in a few words."""
    unit = get_counted_unit(record.party)
    rule_by_kind = {
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
    if prize.kind in rule_by_kind:
        return rule_by_kind[prize.kind]
    if prize.kind == "first":
        return f"Most {unit}"
    return f"{prize.kind.capitalize()} most {unit}"


def list_blank_prizes(record: PartyRecord) -> list[Prize]:
    """Return the prizes of a party by its rules, without winners."""
    rules = get_prize_rules(record.party)
    if rules.by_group:
        groups = sorted({player.group for player in record.names.facts_by_player.values()})
    else:
        groups = [""]
    prizes: list[Prize] = []
    for group in groups:
        prizes += [Prize(ordinal, (), group=group) for ordinal in ORDINALS[: rules.places]]
    for kind in PRIZE_KINDS.values():
        kind_groups = [""] if kind.is_for_whole_room else groups
        prize_count = int(getattr(rules, kind.rule_name))
        for row, table_no in _select_aisles_and_tables(record, kind.key):
            for group in kind_groups:
                for place_no in range(1, prize_count + 1):
                    prizes.append(
                        Prize(kind.key, (), "", "", group, row, table_no, prize_no=place_no)
                    )
    return prizes


def _select_aisles_and_tables(
    record: PartyRecord, kind: str
) -> Iterable[tuple[int | None, int | None]]:
    """Return the aisles and tables that each have a prize of *kind* for themselves."""
    tables = record.rounds[0].tables if record.rounds else ()
    if kind == "aisle":
        aisles = {table.row for table in tables}
        return [(aisle, None) for aisle in sorted(aisles)]
    if kind == "table":
        return [(table.row, table.table_no) for table in tables]
    return [(None, None)]


def _make_prize_note(record: PartyRecord) -> str:
    """Return sentences on the scoring, ties, the drawn number and who can't win a prize."""
    if not record.party.method:
        return ""
    answers = record.party.answers
    note = f"Scoring: {record.method.rule_text}."
    note += f" Ties for a prize: {FINAL_TIES[get_prize_rules(record.party).final_tie]}"
    if "drawn" in answers:
        note += f" The number {answers['drawn']} was drawn."
    return note + _make_exclusion_note(record)


def _make_exclusion_note(record: PartyRecord) -> str:
    """Return sentences on who can't win a prize because of absence, or an empty text."""
    if not record.is_ranked:
        return ""
    if not any(standing.is_partly_present for standing in record.ranking.standings):
        return ""
    rules = get_prize_rules(record.party)
    note = ""
    if not rules.leavers:
        note += " Players who left before the end get no prize."
    if rules.booby:
        note += " Late arrivals and withdrawals get no booby prize."
    return note


def list_print_warnings(job: PartyJob, *_args: object, **_kwargs: object) -> tuple[str, ...]:
    """Return warnings about the sheets of *job*."""
    names = (job.get_printed_name(card.number, card.name) for card in job.results.cards)
    return list_unprintable_text_warnings([*names, job.heading.event, job.heading.club])


# The record of printed cards, and the private addresses on them.


def record_printed_cards(event: Event, job: PartyJob, keys: Sequence[str]) -> None:
    """Store for which draw the cards among the sheets *keys* were printed."""
    if depend_on_plan(PARTY_KINDS, keys):
        party = fetch_party_by_event(event.pk)
        party.printed = party.system
        with transaction.atomic():
            party.save(update_fields=["printed"])
            store_printed_cards(owner=party.session, fingerprint=job.heading.fingerprint)


def open_addresses(event: Event, job: PartyJob, keys: Sequence[str]) -> None:
    """Make the missing private addresses of the tables of *job* if the sheets *keys* show them."""
    if job.table_cards is not None and "tables" in get_needed_links(PARTY_KINDS, keys):
        session = fetch_party_by_event(event.pk).session
        open_table_addresses(session=session, tables=[table.table_no for table in job.tables])
