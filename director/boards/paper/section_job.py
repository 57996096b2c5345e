"""The sheets of one section, each made when it is printed.

There are cards of the movement, sheets of results, and sheets with codes for phones. Each is a
property that returns records without drawing them. ``sheet_kinds`` draws them, and ``session_job``
combines several sections. A *selection* is a person's choice of tables, rounds, boards and pairs. A
sheet with nothing selected is left out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from director.boards.contests import get_contest_record
from director.boards.movement.cards.cards import (
    Badge,
    PersonalGuide,
    Poster,
    TrumpSlip,
    explain_unfit_travellers,
    fetch_required_plan,
    make_guide_cards,
    make_notes_by_pair,
    make_score_slips,
    make_travellers,
    make_trump_slips,
)
from director.boards.movement.cards.changes import compare_plans
from director.boards.movement.cards.guides import make_badges, make_personal_guides
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.sections import fetch_scoring_field
from director.boards.movement.words import (
    EntryNames,
    fetch_large_print_entries,
    fetch_name_by_seat,
    make_heading,
)
from director.boards.play.hands import HandRecords, make_hand_records
from director.boards.play.plan import list_contestants
from director.boards.play.plan_changes import fetch_printed_plan
from director.boards.scoring.standings.event import EventResults, load_session_sheets
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.addresses import ResultAddresses
from director.core.base.address import find_url, make_qr_rows
from director.core.base.versions import fetch_event_version
from director.core.night.hooks import PHONE_DESK
from director.core.night.links.finding import PREVIEW_TOKEN, fetch_required_accesses_by_pair
from director.core.night.printing import DEFAULT_PRINT_OPTIONS, PrintOptions
from director.errors import PrintingError
from director.models import Access, Plan, Section
from director.pdf.selection import ALL_SHEETS, Selection
from director.pdf.sheet_kinds import SheetKind
from director.pdf.table_cards import TableCard
from director.sheets import BoardSheet, GuideCard, PairCard, Recap, ScoreSlip, Standings, Traveller
from movements.model import Movement

ENTRY_HINT = "Scan the code with your phone, enter each board after you play it, and let your opponents confirm it."


class HasSharedValues(Protocol):
    """What has shared properties."""

    @property
    def shared_values(self) -> dict[str, Any]:
        """Their values by name, cached with the results."""


T = TypeVar("T")
Owner = TypeVar("Owner", bound=HasSharedValues)


class shared_property(Generic[Owner, T]):  # noqa: N801  used like ``cached_property``
    """A property of a section, computed once for each version of its event.

    A Print page needs the same cards three times: to know whether there are any, for the preview, and
    for the PDF. The value must not depend on a person's selection.
    """

    def __init__(self, make: Callable[[Owner], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, owner: Owner, _class: type) -> T:
        if self._name not in owner.shared_values:
            owner.shared_values[self._name] = self._make(owner)
        value: T = owner.shared_values[self._name]
        return value


class SectionJob:
    """The sheets of one section.

    Cards are empty without a movement, and sheets of results without a result. The latter raise
    ``ScoringError`` if the results can't be scored. *options* hold the selection.
    """

    def __init__(self, section: Section, options: PrintOptions = DEFAULT_PRINT_OPTIONS) -> None:
        self.section = section
        self.options = options
        self.spare_slips = options.spare_count
        self._added_sheets: dict[object, Any] = {}

    def get_added_sheets(self, make: Callable[["SectionJob"], T]) -> T:
        """Return the sheets that the function *make* of an application makes, once per job."""
        if make not in self._added_sheets:
            self._added_sheets[make] = make(self)
        sheets: T = self._added_sheets[make]
        return sheets

    @cached_property
    def session_results(self) -> SessionResults:
        """The results of the session, shared by all jobs at the same version of its event."""
        if fetch_event_version(self.section.session.event_id) is None:
            return SessionResults(fetch_scoring_field(self.section))
        return load_session_sheets(self.section)

    @cached_property
    def shared_values(self) -> dict[str, Any]:
        """The values of shared properties by name, cached with the results."""
        return self.session_results.compute_once(("cards", self.section.pk), dict)

    @cached_property
    def shared_section(self) -> Section:
        """The section as it was read with the results, for shared properties.

        The job's own *section* may have been read before the current version of the event.
        """
        for stored_section in self.session_results.scoring_field.sections:
            if stored_section.pk == self.section.pk:
                return stored_section
        return self.section  # it was removed after the job was made

    @property
    def without_selection(self) -> "SectionJob":
        """The same job with all sheets selected."""
        if not self.options.selection.is_narrow:
            return self
        return SectionJob(self.section, replace(self.options, selection=ALL_SHEETS))

    @cached_property
    def selection(self) -> Selection:
        """The selected sheets, with the changes since the last print if only those are selected.

        :raises PrintingError: if only changed sheets are selected and nothing was printed before
        """
        selection = self.options.selection
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
        changes = compare_plans(load_movement(printed_plan), self.movement)
        return replace(selection, changed_sheets=changes)

    @cached_property
    def printed_plan(self) -> Plan | None:
        """The plan whose cards were printed before."""
        return fetch_printed_plan(self.section, *self._printed_fingerprints)

    @property
    def _printed_fingerprints(self) -> tuple[str, ...]:
        """The fingerprints of the movements whose cards are on the tables."""
        if self.options.selection.previous_fingerprints:
            return self.options.selection.previous_fingerprints
        if self.section.printed_fingerprint:
            return (self.section.printed_fingerprint,)
        return ()

    @cached_property
    def existing_numbers(self) -> Mapping[str, frozenset[int]]:
        """The numbers of all tables, rounds, boards and pairs."""
        if self.plan is None:
            return dict.fromkeys(("table", "round", "board", "pair"), frozenset())
        movement = self.movement
        return {
            "table": frozenset(range(1, movement.tables + 1)),
            "round": frozenset(range(1, movement.rounds + 1)),
            "board": frozenset(board_no for row in movement.rows for board_no in row.boards),
            "pair": frozenset(
                self.section.get_printed_number(guide.pair_no) for guide in self._all_guides
            ),
        }

    def has(self, kind: "SheetKind[SectionJob]") -> bool:
        """Return whether there is any sheet of *kind*."""
        # The page asks this of all kinds, and making a sheet is slow, so most kinds are answered
        # from the plan.
        if self.options.selection.is_narrow:
            return kind.has_sheets(self)
        if kind.made_from == "results":
            return self.has_results and kind.is_suitable(self)
        if self.plan is None:
            return False
        return self._has_planned_sheets(kind)

    def _has_planned_sheets(self, kind: "SheetKind[SectionJob]") -> bool:
        """Return whether the plan leads to any sheet of *kind*."""
        if kind.made_from == "plan":
            return True
        if kind.made_from == "boards":
            has_boards = any(row.boards for row in self.movement.rows)
            return has_boards and not kind.explain_unsuitable(self)
        if kind.made_from == "teams":
            return bool(self.movement.team_size)
        if kind.made_from == "names":
            return self.has_player_names
        if kind.made_from == "sit-outs":
            return self.has_sit_outs
        return kind.has_sheets(self)

    @shared_property
    def has_results(self) -> bool:
        """Whether any line has a result, or a match was entered without its boards."""
        if self.shared_section.results.filled().exists():
            return True
        return self.shared_section.matches.reported().exists()

    @property
    def player_names(self) -> Iterator[str]:
        """The typed name of each player."""
        for entry_names in self._names_by_number.values():
            yield from entry_names.players

    @property
    def plan(self) -> Plan | None:
        """The stored plan of the section."""
        return self.session_results.plan_by_section.get(self.section.pk)

    @shared_property
    def movement(self) -> Movement:
        """The movement of the stored plan.

        :raises NoPlanError: if no movement is chosen yet
        """
        return load_movement(self.plan or fetch_required_plan(self.shared_section))

    @property
    def has_plan(self) -> bool:
        """Whether a movement is chosen."""
        return self.plan is not None

    @shared_property
    def all_guide_cards(self) -> tuple[GuideCard, ...]:
        """The guide card of every table, selected or not."""
        if self.plan:
            return make_guide_cards(self.shared_section, self.plan)
        return ()

    @cached_property
    def guide_cards(self) -> tuple[GuideCard, ...]:
        """A card for every table, with its rounds."""
        selection = self.selection
        cards = []
        for card in self.all_guide_cards:
            rows = tuple(row for row in card.rows if row.round_no in selection.rounds)
            if rows and selection.has_table(card.table_no):
                cards.append(replace(card, rows=rows))
        return tuple(cards)

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
    def no_travellers_reason(self) -> str:
        """The reason why this movement can have no travellers, or ""."""
        if self.plan:
            return explain_unfit_travellers(self.movement)
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

    @shared_property
    def _all_guides(self) -> tuple[PersonalGuide, ...]:
        """The guide of every pair or player, selected or not."""
        if self.plan is None:
            return ()
        section = self.shared_section
        guides = make_personal_guides(
            section,
            self.movement,
            make_heading(section, self.plan),
            self._players_by_number,
            self.team_name_by_number,
            self._first_round_by_number,
        )
        large_keys = fetch_large_print_entries([section])
        return tuple(
            replace(guide, needs_large_print=(section.pk, guide.entry_no) in large_keys)
            for guide in guides
        )

    @shared_property
    def _players_by_number(self) -> Mapping[int, list[str]]:
        """The names of the players by the number of their pair or team, or by their own."""
        if self.shared_section.team_size:
            # The movement seats each player of a team by a number of their own.
            names = fetch_name_by_seat(self.shared_section)
            return {number: [name] for number, name in names.items()}
        return {
            number: entry_names.players for number, entry_names in self._names_by_number.items()
        }

    @shared_property
    def _names_by_number(self) -> Mapping[int, EntryNames]:
        """The names of every entry, by number."""
        return self.session_results.get_entry_names_by_number(self.shared_section)

    @shared_property
    def team_name_by_number(self) -> Mapping[int, str]:
        """The names of the teams by number."""
        if get_contest_record(self.shared_section).has_own_name:
            return {
                number: entry_names.text for number, entry_names in self._names_by_number.items()
            }
        return {}

    @shared_property
    def _first_round_by_number(self) -> Mapping[int, int]:
        """The first round of each contestant that joined late, by number."""
        if self.plan is None or self.plan.from_round == 1:
            return {}
        first_round_by_number: dict[int, int] = {}
        previous_numbers: set[int] = set()
        previous_plans = self.shared_section.plans.filter(number__lt=self.plan.number).order_by(
            "number"
        )
        for plan in (*previous_plans, self.plan):
            movement = self.movement if plan is self.plan else load_movement(plan)
            numbers = set(list_contestants(movement))
            # Contestants of the first plan were there at the start.
            if previous_numbers:
                first_round_by_number |= dict.fromkeys(numbers - previous_numbers, plan.from_round)
            previous_numbers |= numbers
        return first_round_by_number

    @shared_property
    def has_player_names(self) -> bool:
        """Whether any guide would name its players, found without making guides."""
        movement = self.movement
        numbers = {sit_out.contestant for sit_out in movement.sit_outs}
        for row in movement.rows:
            numbers.update(movement.get_seated_numbers(row))
        return any(self._players_by_number.get(number) for number in numbers)

    @shared_property
    def has_sit_outs(self) -> bool:
        """Whether any contestant sits out after it joined, if possible without making guides."""
        movement = self.movement
        # A row without boards is a sit-out or a knock-out, and only guides tell which.
        if not all(row.boards for row in movement.rows):
            return any(line.sits_out for guide in self._all_guides for line in guide.lines)
        return any(
            sit_out.round_no >= self._first_round_by_number.get(sit_out.contestant, 1)
            for sit_out in movement.sit_outs
        )

    @cached_property
    def guides(self) -> tuple[PersonalGuide, ...]:
        """A personal guide for every pair or player."""
        selection = self.selection
        if not selection.is_narrow:
            return tuple(guide for guide in self._all_guides if guide.lines)
        guides = []
        for guide in self._all_guides:
            lines = tuple(line for line in guide.lines if line.round_no in selection.rounds)
            if lines and selection.has_pair(guide.number, guide.pair_no):
                guides.append(replace(guide, lines=lines))
        return tuple(guides)

    @cached_property
    def guides_with_codes(self) -> tuple[PersonalGuide, ...]:
        """Personal guides with the code of each pair's own page, if phones can open it.

        A viewer gets the code of the public page, and so does everybody once results are final.

        :raises PrintingError: if a pair has no address yet
        """
        accesses: Mapping[int, Access] = {}
        # A preview shows a code that leads nowhere in place of the private ones.
        if self.has_pair_pages and not self.options.is_preview:
            pairs = [guide.entry_no for guide in self.guides]
            accesses = fetch_required_accesses_by_pair(self.section, pairs)
        guides = []
        for guide in self.guides:
            path = self._get_pair_page_path(guide.entry_no, accesses)
            guides.append(replace(guide, qr_rows=self.make_qr_rows(path)))
        return tuple(guides)

    @property
    def has_pair_pages(self) -> bool:
        """Whether guides have the private addresses of pairs."""
        return self._has_phones and not self._is_final

    def _get_pair_page_path(self, pair_no: int, accesses: Mapping[int, Access]) -> str:
        phones = PHONE_DESK.answers
        if self.options.is_preview and phones.has_phones:
            return find_url("own_page", PREVIEW_TOKEN)
        if pair_no in accesses:
            return find_url("own_page", accesses[pair_no].token)
        return self._addresses.get_pair_address(
            self.session_results.scoring_field.get_field_number(self.section, pair_no)
        )

    @property
    def _is_final(self) -> bool:
        return self.section.session.event.is_final

    @property
    def badges(self) -> tuple[Badge, ...]:
        """A badge for every single player. Pairs have none."""
        if get_contest_record(self.section).is_whole_side:
            return ()
        return make_badges(self.guides)

    @cached_property
    def poster(self) -> Poster | None:
        """The poster with the address of the results, or None if phones can't open it."""
        if not self.options.program_url:
            return None
        path = ResultAddresses(self.session_results.scoring_field.event.pk).standings_address
        # One poster serves all sections, so its heading names none.
        poster_heading = replace(make_heading(self.section, self.plan), section="")
        return Poster(poster_heading, f"{self.options.program_url}{path}", self.make_qr_rows(path))

    @cached_property
    def table_cards(self) -> tuple[TableCard, ...]:
        """A card with the address and the code of every table, if phones can open the program.

        :raises PrintingError: if a table has no address yet
        """
        cards = PHONE_DESK.answers.make_table_cards(
            session=self.section.session,
            section=self.section,
            tables=self.tables,
            heading=make_heading(self.section, self.plan),
            address=self.options.program_url,
            method_text=ENTRY_HINT,
            is_preview=self.options.is_preview,
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
        return self.has_addresses and PHONE_DESK.answers.has_phones

    @property
    def has_addresses(self) -> bool:
        """Whether private addresses can be printed."""
        return bool(self.options.program_url) and self.options.can_open_links

    @property
    def is_for_reading(self) -> bool:
        """Whether the person who prints may not see private addresses."""
        return not self.options.can_open_links

    @property
    def _addresses(self) -> ResultAddresses:
        """The addresses of the public pages."""
        scoring_field = self.session_results.scoring_field
        session_no = scoring_field.session.number if scoring_field.has_other_sessions else 0
        return ResultAddresses(scoring_field.event.pk, session_no)

    def make_qr_rows(self, path: str) -> tuple[bytes, ...]:
        """Return the QR code of the page at *path*, or () if phones can't open the program."""
        if self.options.program_url:
            return make_qr_rows(f"{self.options.program_url}{path}")
        return ()

    @cached_property
    def standings(self) -> tuple[Standings, ...]:
        """The standings of the session, after those of an event of several sessions."""
        if not self.has_results:
            return ()
        scoring_field = self.session_results.scoring_field
        sheets = [self.session_results.standings]
        if scoring_field.has_other_sessions:
            sheets.insert(0, EventResults(scoring_field.event).standings)
        return tuple(replace(standings, is_final=self._is_final) for standings in sheets)

    @property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The scored travellers."""
        boards = self.session_results.boards if self.has_results else ()
        return tuple(board for board in boards if board.board_no in self.selection.boards)

    @cached_property
    def hand_records(self) -> HandRecords | None:
        """The hands of the selected boards, or None until every table has played all boards."""
        session_results = self.session_results
        visible_boards = {board_no for _section, board_no in session_results.visible_hands_by_key}
        if not visible_boards or not visible_boards.issuperset(session_results.board_numbers):
            return None
        selected_hands = {}
        for (section_pk, board_no), hand in session_results.visible_hands_by_key.items():
            if board_no in self.selection.boards:
                selected_hands[section_pk, board_no] = hand
        if not selected_hands:
            return None
        return make_hand_records(session_results, selected_hands)

    @property
    def no_hand_records_reason(self) -> str:
        """The reason why hand records can't be printed although some hands are known, or ""."""
        session_results = self.session_results
        boards_with_hands = {board_no for _section, board_no in session_results.hands_by_key}
        if not boards_with_hands or not find_url("session_hands", self.section.ref):
            return ""
        boards_without = set(session_results.board_numbers) - boards_with_hands
        if boards_without:
            return f"Board {min(boards_without)} has no hands. Import them at Hands."
        return "Some tables haven’t played all boards. A director can print hand records earlier, at Hands."

    @property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of the pairs of all sections, with notes on their rounds."""
        if not self.has_results:
            return ()
        scoring_field = self.session_results.scoring_field
        selected_numbers = self.selection.pairs
        notes = self._get_notes_by_pair()
        large_keys = fetch_large_print_entries(scoring_field.sections)
        cards = []
        for card in self.session_results.pairs:
            section, pair_no = scoring_field.get_section_and_number(card.standing.contestant)
            if not selected_numbers or section.get_printed_number(pair_no) in selected_numbers:
                printed_card = replace(
                    card,
                    notes=notes.get(card.standing.contestant, ()),
                    needs_large_print=(section.pk, pair_no) in large_keys,
                )
                cards.append(printed_card)
        return tuple(cards)

    def _get_notes_by_pair(self) -> dict[int, tuple[str, ...]]:
        """Return the notes on the rounds of each pair, by number in the scoring field."""
        scoring_field = self.session_results.scoring_field
        notes = {}
        for section in scoring_field.sections:
            plan = self.session_results.plan_by_section.get(section.pk)
            if plan is None:
                continue
            for pair_no, pair_notes in make_notes_by_pair(section, load_movement(plan)).items():
                notes[scoring_field.get_field_number(section, pair_no)] = pair_notes
        return notes

    @property
    def recap(self) -> Recap | None:
        """The recap, or None before a result is entered."""
        if self.has_results:
            return self.session_results.recap
        return None
