"""The sheets of one section, each made when it is printed.

Sheets are of three sorts: cards of the movement, sheets of results, and sheets with codes for
phones. Each is a property that returns records without any drawing; ``paper/pdf`` draws them, and
``sections`` combines several sections. A *selection* is the choice of tables, rounds, boards and
pairs that a person made; a sheet without anything selected is left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.urls import reverse

from director.additions import find_hands_desk, find_phone_desk, get_contest_desk
from director.boards.contests import get_contest
from director.boards.movement.cards.cards import (
    explain_unfit_travellers,
    make_score_slips,
    make_travellers,
    make_trump_slips,
)
from director.boards.movement.cards.changes import compare_plans
from director.boards.movement.cards.guides import (
    Badge,
    PersonalGuide,
    Poster,
    TrumpSlip,
    list_pair_notes,
    make_badges,
)
from director.boards.movement.cards.historic import make_howell_cards, make_safford_cards
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.words import (
    fetch_large_print_entries,
    make_heading,
)
from director.boards.paper.pdf.kinds import list_sheet_kinds
from director.boards.paper.pdf.kinds.job import PrintJob
from director.boards.paper.printing.cards import SectionCards, load_section_cards
from director.boards.play.hands import HandRecords, make_hand_records
from director.boards.play.plan_changes import fetch_printed_plan
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.tables.grids import ResultAddresses
from director.core.base.address import make_qr_rows
from director.core.base.versions import fetch_event_version
from director.core.night.links import NO_TOKEN, fetch_pair_addresses
from director.errors import PrintingError
from director.kinds import NO_WISHES, PrintWishes
from director.models import Access, Plan, Section
from director.pdf.kinds import SheetKind, filter_offered_kinds
from director.pdf.selection import EVERYTHING, Selection
from director.pdf.table_cards import TableCard
from director.sheets import (
    BoardSheet,
    GuideCard,
    HowellCard,
    PairCard,
    Recap,
    SaffordCard,
    ScoreSlip,
    Standings,
    Traveller,
)

ENTRY_HINT = "Scan the code with your phone, enter each board after you play it, and let your opponents confirm it."


class SectionJob:
    """The sheets of one section, with the attributes of ``PrintJob``.

    Cards need a movement, sheets of results need a result. *wishes* say what to leave out. Sheets
    of results raise ``ScoringError`` if the results cannot be scored.
    """

    def __init__(self, section: Section, wishes: PrintWishes = NO_WISHES) -> None:
        self.section = section
        self.wishes = wishes
        self.spare_slips = wishes.spare

    @cached_property
    def cards(self) -> SectionCards:
        """What all jobs of the section share."""
        return load_section_cards(self.section, fetch_event_version(self.section.session.event_id))

    @property
    def sheets(self) -> SessionSheets:
        """The scored sheets of the session."""
        return self.cards.sheets

    @property
    def without_selection(self) -> "SectionJob":
        """The job with nothing left out."""
        if not self.wishes.selection.is_narrow:
            return self
        return SectionJob(self.section, replace(self.wishes, selection=EVERYTHING))

    @cached_property
    def selection(self) -> Selection:
        """The selected sheets. If only changed ones are, it has what changed since the last print.

        :raises PrintingError: if only changed sheets are selected and nothing was printed before
        """
        selection = self.wishes.selection
        if not selection.only_changed or self.plan is None:
            return selection
        if not self._printed_fingerprints:
            raise PrintingError(
                "nothing-printed",
                "No cards have been printed for this section yet, so nothing has changed. Print all "
                "of them.",
            )
        printed_plan = self.printed_plan
        if printed_plan is None:
            # The printed plan is not stored any more, so all sheets count as changed.
            return selection
        changes = compare_plans(load_movement(printed_plan), self.cards.movement)
        return replace(selection, changes=changes)

    @cached_property
    def printed_plan(self) -> Plan | None:
        """The plan whose cards were printed before."""
        return fetch_printed_plan(self.section, *self._printed_fingerprints)

    @property
    def _printed_fingerprints(self) -> tuple[str, ...]:
        """The fingerprints of the movements whose cards are on the tables."""
        if self.wishes.selection.since:
            return self.wishes.selection.since
        if self.section.printed_fingerprint:
            return (self.section.printed_fingerprint,)
        return ()

    @cached_property
    def existing_numbers(self) -> Mapping[str, frozenset[int]]:
        """The numbers of all tables, rounds, boards and pairs."""
        if self.plan is None:
            return dict.fromkeys(("table", "round", "board", "pair"), frozenset())
        movement = self.cards.movement
        return {
            "table": frozenset(range(1, movement.tables + 1)),
            "round": frozenset(range(1, movement.rounds + 1)),
            "board": frozenset(board_no for row in movement.rows for board_no in row.boards),
            "pair": frozenset(self.section.number(guide.pair_no) for guide in self.cards.guides),
        }

    def has(self, kind: SheetKind[PrintJob]) -> bool:
        """Return whether there is any sheet of *kind*."""
        # The page asks for all kinds, and making a sheet is slow: most kinds need no sheet to tell.
        if self.wishes.selection.is_narrow:
            return kind.has_sheets(self)
        if kind.made_from == "results":
            return self.has_results
        if self.plan is None:
            return False
        return self._has_planned_sheets(kind)

    def _has_planned_sheets(self, kind: SheetKind[PrintJob]) -> bool:
        """Return whether the plan leads to any sheet of *kind*."""
        if kind.made_from == "plan":
            return True
        if kind.made_from == "boards":
            has_boards = any(row.boards for row in self.cards.movement.rows)
            return has_boards and not kind.explain_unsuitable(self)
        if kind.made_from == "teams":
            return bool(self.cards.movement.team_size)
        if kind.made_from == "names":
            return self.cards.has_player_names
        if kind.made_from == "sit-outs":
            return self.cards.has_sit_outs
        return kind.has_sheets(self)

    @property
    def has_results(self) -> bool:
        """Whether any line has a result, or a match was entered as a result alone."""
        return self.cards.has_results

    @property
    def player_names(self) -> Iterator[str]:
        """The names of all players, as they were typed."""
        return self.cards.player_names

    @property
    def plan(self) -> Plan | None:
        """The stored plan of the section."""
        return self.cards.plan

    @property
    def has_plan(self) -> bool:
        """Whether a movement is chosen."""
        return self.plan is not None

    @property
    def schedule(self) -> tuple[GuideCard, ...]:
        """The guide card of every table, also of tables that aren't selected."""
        return self.cards.guide_cards

    @cached_property
    def guide_cards(self) -> tuple[GuideCard, ...]:
        """A card for every table, with its rounds."""
        selection = self.selection
        cards = []
        for card in self.schedule:
            rows = tuple(row for row in card.rows if row.round_no in selection.rounds)
            if rows and selection.has_table(card.table_no):
                cards.append(replace(card, rows=rows))
        return tuple(cards)

    @cached_property
    def howell_cards(self) -> tuple[HowellCard, ...]:
        """Howell's card of every table, if the movement is his."""
        cards = make_howell_cards(self.section, self.plan) if self.plan else ()
        return tuple(card for card in cards if self.selection.has_table(card.table_no))

    @cached_property
    def safford_cards(self) -> tuple[SaffordCard, ...]:
        """Safford's card of every pair, if the movement is his."""
        if self.plan:
            return make_safford_cards(self.section, self.plan)
        return ()

    @cached_property
    def travellers(self) -> tuple[Traveller, ...]:
        """A traveller for every board."""
        if self.plan is None:
            return ()
        selection = self.selection
        sheets = []
        for sheet in make_travellers(self.section, self.plan):
            rows = tuple(row for row in sheet.rows if row.round_no in selection.rounds)
            if rows and selection.has_board(sheet.board_no):
                sheets.append(replace(sheet, rows=rows))
        return tuple(sheets)

    @cached_property
    def no_travellers(self) -> str:
        """The reason why this movement can have no travellers, or ""."""
        if self.plan:
            return explain_unfit_travellers(self.cards.movement)
        return ""

    @cached_property
    def score_slips(self) -> tuple[ScoreSlip, ...]:
        """A slip for every table in every round."""
        if self.plan is None:
            return ()
        selection = self.selection
        slips = []
        for slip in make_score_slips(self.section, self.plan):
            has_board = any(board.board_no in selection.boards for board in slip.boards)
            if has_board and selection.has_slip(slip.table_no, slip.round_no):
                slips.append(slip)
        if selection.by_table:
            slips.sort(key=lambda slip: slip.table_no)
        return tuple(slips)

    @cached_property
    def trump_slips(self) -> tuple[TrumpSlip, ...]:
        """A slip for every tray of duplicate whist."""
        slips = make_trump_slips(self.section, self.plan) if self.plan else ()
        return tuple(slip for slip in slips if self.selection.has_board(slip.board_no))

    @cached_property
    def guides(self) -> tuple[PersonalGuide, ...]:
        """A personal guide for every pair or player."""
        selection = self.selection
        if not selection.is_narrow:
            return tuple(guide for guide in self.cards.guides if guide.lines)
        guides = []
        for guide in self.cards.guides:
            lines = tuple(line for line in guide.lines if line.round_no in selection.rounds)
            if lines and selection.has_pair(guide.number, guide.pair_no):
                guides.append(replace(guide, lines=lines))
        return tuple(guides)

    @cached_property
    def coded_guides(self) -> tuple[PersonalGuide, ...]:
        """Personal guides with the code of each pair's own page, if phones can open it.

        A viewer, and anybody after results are final, gets the code of the public page.

        :raises PrintingError: if a pair has no address yet
        """
        accesses: Mapping[int, Access] = {}
        # A preview shows nobody's code in place of the private ones.
        if self.has_own_pages and not self.wishes.is_preview:
            pairs = [guide.entry_no for guide in self.guides]
            accesses = fetch_pair_addresses(self.section, pairs)
        guides = []
        for guide in self.guides:
            path = self._get_pair_page(guide.entry_no, accesses)
            guides.append(replace(guide, code=self.make_code(path)))
        return tuple(guides)

    @property
    def has_own_pages(self) -> bool:
        """Whether guides carry the private addresses of pairs."""
        return self._has_phones and not self._is_final

    def _get_pair_page(self, pair_no: int, accesses: Mapping[int, Access]) -> str:
        if self.wishes.is_preview and find_phone_desk():
            return reverse("own_page", args=[NO_TOKEN])
        if pair_no in accesses:
            return reverse("own_page", args=[accesses[pair_no].token])
        return self._addresses.pair(self.sheets.scoring_field.pair(self.section, pair_no))

    @property
    def _is_final(self) -> bool:
        return self.section.session.event.is_final

    @cached_property
    def contest(self) -> Any:
        """The sheets of matches and drawn rounds, of which only the kinds of contests ask."""
        return get_contest_desk().make_match_sheets(self)

    @property
    def badges(self) -> tuple[Badge, ...]:
        """A badge for every single player. Pairs have none."""
        if get_contest(self.section).is_whole_side:
            return ()
        return make_badges(self.guides)

    @cached_property
    def poster(self) -> Poster | None:
        """The poster with the address of the results, or None if phones can't open it."""
        if not self.wishes.address:
            return None
        path = ResultAddresses(self.sheets.scoring_field.event.pk).standings
        # One poster serves all sections, so its heading names none.
        poster_heading = replace(make_heading(self.section, self.plan), section="")
        return Poster(poster_heading, f"{self.wishes.address}{path}", self.make_code(path))

    @cached_property
    def table_cards(self) -> tuple[TableCard, ...]:
        """The address of every table with its code, if phones can open it.

        :raises PrintingError: if a table has no address yet
        """
        desk = find_phone_desk()
        if desk is None:
            return ()
        cards = desk.make_table_cards(
            session=self.section.session,
            section=self.section,
            tables=self.tables,
            heading=make_heading(self.section, self.plan),
            address=self.wishes.address,
            method_text=ENTRY_HINT,
            is_preview=self.wishes.is_preview,
        )
        return tuple(cards)

    @property
    def tables(self) -> list[int]:
        """The tables whose private addresses can be printed."""
        if self.plan is None or not self._has_phones:
            return []
        tables = range(1, self.plan.tables + 1)
        return [table_no for table_no in tables if self.selection.has_table(table_no)]

    @property
    def _has_phones(self) -> bool:
        """Whether private addresses of tables and pairs can be printed."""
        return self.has_addresses and find_phone_desk() is not None

    @property
    def has_addresses(self) -> bool:
        """Whether private addresses can be printed."""
        return bool(self.wishes.address) and self.wishes.may_open

    @property
    def is_for_reading(self) -> bool:
        """Whether the person who prints may not see private addresses."""
        return not self.wishes.may_open

    @property
    def _addresses(self) -> ResultAddresses:
        """The addresses of the public pages."""
        scoring_field = self.sheets.scoring_field
        session_no = scoring_field.session.number if scoring_field.has_other_sessions else 0
        return ResultAddresses(scoring_field.event.pk, session_no)

    def make_code(self, path: str) -> tuple[bytes, ...]:
        """Return the code of the page at *path*, or nothing if phones can't open it."""
        if self.wishes.address:
            return make_qr_rows(f"{self.wishes.address}{path}")
        return ()

    @cached_property
    def standings(self) -> tuple[Standings, ...]:
        """The standings of the session, after those of the event if it has several sessions."""
        if not self.has_results:
            return ()
        scoring_field = self.sheets.scoring_field
        sheets = [self.sheets.standings]
        if scoring_field.has_other_sessions:
            sheets.insert(0, EventResults(scoring_field.event).standings)
        return tuple(replace(standings, is_final=self._is_final) for standings in sheets)

    @property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The scored travellers."""
        boards = self.sheets.boards if self.has_results else ()
        return tuple(board for board in boards if board.board_no in self.selection.boards)

    @cached_property
    def hand_records(self) -> HandRecords | None:
        """The hands of all boards in play, or None before every table has played them all."""
        sheets = self.sheets
        visible_boards = {board_no for _section, board_no in sheets.visible_hands}
        if not visible_boards or not visible_boards.issuperset(sheets.board_numbers):
            return None
        selected_hands = {}
        for (section_pk, board_no), hand in sheets.visible_hands.items():
            if board_no in self.selection.boards:
                selected_hands[section_pk, board_no] = hand
        if not selected_hands:
            return None
        return make_hand_records(sheets, selected_hands)

    @property
    def no_hand_records(self) -> str:
        """The reason why there are no hand records though some hands are known, or ""."""
        sheets = self.sheets
        boards_with_hands = {board_no for _section, board_no in sheets.hands}
        if not boards_with_hands or not find_hands_desk():
            return ""
        boards_without = set(sheets.board_numbers) - boards_with_hands
        if boards_without:
            return f"Board {min(boards_without)} has no hands. Import them at Hands."
        return "Some tables haven’t played all boards. A director can print hand records earlier, at Hands."

    @property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of the pairs of all sections, with remarks on their rounds."""
        if not self.has_results:
            return ()
        scoring_field = self.sheets.scoring_field
        selected_numbers = self.selection.pairs
        notes = self._get_notes_by_pair()
        large_keys = fetch_large_print_entries(scoring_field.sections)
        cards = []
        for card in self.sheets.pairs:
            section, pair_no = scoring_field.place(card.standing.contestant)
            if not selected_numbers or section.number(pair_no) in selected_numbers:
                printed_card = replace(
                    card,
                    notes=notes.get(card.standing.contestant, ()),
                    needs_large_print=(section.pk, pair_no) in large_keys,
                )
                cards.append(printed_card)
        return tuple(cards)

    def _get_notes_by_pair(self) -> dict[int, tuple[str, ...]]:
        """Return the remarks on the rounds of each pair, by its number in the scoring field."""
        scoring_field = self.sheets.scoring_field
        notes = {}
        for section in scoring_field.sections:
            plan = self.sheets.plans.get(section.pk)
            if plan is None:
                continue
            for pair_no, pair_remarks in list_pair_notes(section, load_movement(plan)).items():
                notes[scoring_field.pair(section, pair_no)] = pair_remarks
        return notes

    @property
    def recap(self) -> Recap | None:
        """The recap, or None before a result is entered."""
        if self.has_results:
            return self.sheets.recap
        return None


def list_offered_kinds(job: SectionJob) -> list[tuple[SheetKind[PrintJob], bool]]:
    """Return every kind of sheet for the movement, and whether *job* has it."""
    contestant = "player" if job.section.team_size else ""
    return filter_offered_kinds(list_sheet_kinds(get_contest(job.section), contestant), job)
