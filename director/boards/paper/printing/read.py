"""All sheets of a section, each made when it is printed."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from django.urls import reverse

from director.boards.contests import contest_of
from director.boards.movement.cards.cards import (
    guide_cards,
    score_slips,
    travellers,
    travellers_unfit,
    trump_slips,
)
from director.boards.movement.cards.changes import plan_changes
from director.boards.movement.cards.guides import badges, personal_guides
from director.boards.movement.cards.historic import howell_cards, safford_cards
from director.boards.movement.cards.match_cards import match_cards
from director.boards.movement.cards.round_marks import pair_notes
from director.boards.movement.cards.sheets import (
    Badge,
    DrawSheet,
    MatchCard,
    PersonalGuide,
    Poster,
    TrumpSlip,
)
from director.boards.movement.lines.read import plan_movement, section_plan
from director.boards.movement.lineups import line_ups
from director.boards.movement.scoring_field import ScoringField, scoring_field_of
from director.boards.movement.words import heading, names_by_pair, names_by_seat, players_by_pair
from director.boards.paper.pdf.kinds import kinds_for
from director.boards.paper.pdf.kinds.job import PrintJob
from director.boards.paper.tables.grids import ResultAddresses
from director.boards.play.draws.read import draw_sheet, find_contest
from director.boards.play.hands.read import hand_records
from director.boards.play.hands.sheets import HandRecords
from director.boards.play.replanning import printed_plan
from director.boards.scoring.brackets import section_bracket
from director.boards.scoring.match_results import Matches
from director.boards.scoring.matches.bracket import Bracket
from director.boards.scoring.matches.sheets import CrossTable
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.base.address import qr_rows
from director.core.night.phones.cards import NO_TOKEN, pair_addresses, table_cards
from director.errors import PrintingError
from director.kinds import NO_WISHES, PrintWishes
from director.models import Access, Plan, Section
from director.pdf.kinds import SheetKind, kinds_offered
from director.pdf.selection import EVERYTHING, Selection
from director.pdf.sentences import PdfSentences
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

ENTER = "Scan the code with your phone, enter each board after you play it, and let your opponents confirm it."


class SectionJob:
    """The sheets of one section, each made when it is asked for.

    It has the attributes of ``PrintJob``. Cards can be made once a movement is chosen, results once
    one is entered. Sheets that *wishes* leave out are left out.

    What is made from results raises a ``ScoringError`` where they cannot be scored.
    """

    def __init__(self, section: Section, wishes: PrintWishes = NO_WISHES) -> None:
        self.section = section
        self.wishes = wishes
        self.spare_slips = wishes.spare
        self._sheets = SessionSheets(scoring_field_of(section))

    @property
    def whole(self) -> "SectionJob":
        """The same with nothing left out."""
        if not self.wishes.selection.is_narrow:
            return self
        return SectionJob(self.section, replace(self.wishes, selection=EVERYTHING))

    @cached_property
    def selection(self) -> Selection:
        """The wanted sheets. After a replaced movement all have changed.

        :raises PrintingError: where only those that changed are, and nothing was printed
        """
        wanted = self.wishes.selection
        if not wanted.only_changed or self.plan is None:
            return wanted
        if not self._marks:
            raise PrintingError(PdfSentences.NOTHING_PRINTED)
        printed = self.printed_plan
        if printed is None:
            return wanted
        return replace(
            wanted, changes=plan_changes(plan_movement(printed), plan_movement(self.plan))
        )

    @cached_property
    def printed_plan(self) -> Plan | None:
        """The plan whose cards were printed before."""
        return printed_plan(self.section, *self._marks)

    @property
    def _marks(self) -> tuple[str, ...]:
        """The marks of the movements whose cards lie on the tables."""
        return self.wishes.selection.since or tuple(
            filter(None, (self.section.printed_fingerprint,))
        )

    @cached_property
    def known(self) -> Mapping[str, frozenset[int]]:
        """The numbers of all tables, rounds, boards and pairs."""
        if self.plan is None:
            return dict.fromkeys(("table", "round", "board", "pair"), frozenset())
        movement = plan_movement(self.plan)
        return {
            "table": frozenset(range(1, movement.tables + 1)),
            "round": frozenset(range(1, movement.rounds + 1)),
            "board": frozenset(board_no for row in movement.rows for board_no in row.boards),
            "pair": frozenset(self.section.number(guide.pair_no) for guide in self._all_guides),
        }

    def has(self, kind: SheetKind[PrintJob]) -> bool:
        """Return whether there is any sheet of *kind*, as far as possible without making one."""
        if self.wishes.selection.is_narrow:
            return kind.has(self)
        if kind.made_from == "results":
            return self.has_results
        return self.plan is not None and (kind.made_from == "plan" or kind.has(self))

    @cached_property
    def has_results(self) -> bool:
        """Whether any line has a result."""
        return self.section.results.filled().exists()

    @cached_property
    def plan(self) -> Plan | None:
        """The stored plan of the section."""
        return section_plan(self.section)

    @cached_property
    def schedule(self) -> tuple[GuideCard, ...]:
        """The guide card of every table, whatever is left out."""
        if self.plan:
            return guide_cards(self.section, self.plan)
        return ()

    @cached_property
    def guide_cards(self) -> tuple[GuideCard, ...]:
        """A card for every table, with its rounds."""
        wanted = self.selection
        cards = (
            replace(card, rows=tuple(row for row in card.rows if row.round_no in wanted.rounds))
            for card in self.schedule
            if wanted.has_table(card.table_no)
        )
        return tuple(card for card in cards if card.rows)

    @cached_property
    def howell_cards(self) -> tuple[HowellCard, ...]:
        """Howell's card of every table, where the movement is his."""
        cards = howell_cards(self.section, self.plan) if self.plan else ()
        return tuple(card for card in cards if self.selection.has_table(card.table_no))

    @cached_property
    def safford_cards(self) -> tuple[SaffordCard, ...]:
        """Safford's card of every pair, where the movement is his."""
        if self.plan:
            return safford_cards(self.section, self.plan)
        return ()

    @cached_property
    def travellers(self) -> tuple[Traveller, ...]:
        """A traveller for every board."""
        wanted = self.selection
        sheets = (
            replace(sheet, rows=tuple(row for row in sheet.rows if row.round_no in wanted.rounds))
            for sheet in (travellers(self.section, self.plan) if self.plan else ())
            if wanted.has_board(sheet.board_no)
        )
        return tuple(sheet for sheet in sheets if sheet.rows)

    @cached_property
    def no_travellers(self) -> str:
        """Why this movement can have none."""
        if self.plan:
            return travellers_unfit(plan_movement(self.plan))
        return ""

    @cached_property
    def score_slips(self) -> tuple[ScoreSlip, ...]:
        """A slip for every table in every round."""
        wanted = self.selection
        slips = [
            slip
            for slip in (score_slips(self.section, self.plan) if self.plan else ())
            if wanted.has_slip(slip.table_no, slip.round_no)
            and any(each.board_no in wanted.boards for each in slip.boards)
        ]
        return tuple(sorted(slips, key=lambda slip: slip.table_no) if wanted.by_table else slips)

    @cached_property
    def trump_slips(self) -> tuple[TrumpSlip, ...]:
        """A slip for every tray of duplicate whist."""
        slips = trump_slips(self.section, self.plan) if self.plan else ()
        return tuple(slip for slip in slips if self.selection.has_board(slip.board_no))

    @cached_property
    def _all_guides(self) -> tuple[PersonalGuide, ...]:
        if self.plan is None:
            return ()
        head, players = heading(self.section, self.plan), players_by_pair(self.section)
        if self.section.team_size:
            players = {number: [name] for number, name in names_by_seat(self.section).items()}
        return personal_guides(self.section, plan_movement(self.plan), head, players, self._teams)

    @cached_property
    def _teams(self) -> Mapping[int, str]:
        """The names of the teams by number."""
        if contest_of(self.section).has_own_name:
            return names_by_pair(self.section)
        return {}

    @cached_property
    def match_cards(self) -> tuple[MatchCard, ...]:
        """A card for every match of two teams that meet at two tables."""
        if self.plan is None or not contest_of(self.section).has_halves:
            return ()
        movement, head = plan_movement(self.plan), heading(self.section, self.plan)
        cards = match_cards(self.section, movement, head, self._teams, line_ups(self.section))
        return tuple(card for card in cards if card.round_no in self.selection.rounds)

    @property
    def cross_table(self) -> CrossTable | None:
        """All teams against all, once a result is entered."""
        is_known = self.has_results and self._sheets.scoring_field.has_matches
        if is_known:
            return Matches(self._sheets).cross_table
        return None

    @cached_property
    def guides(self) -> tuple[PersonalGuide, ...]:
        """What every pair does."""
        wanted = self.selection
        guides = (
            replace(
                guide,
                lines=tuple(line for line in guide.lines if line.round_no in wanted.rounds),
            )
            for guide in self._all_guides
            if wanted.has_pair(guide.number, guide.pair_no)
        )
        return tuple(guide for guide in guides if guide.lines)

    @cached_property
    def coded_guides(self) -> tuple[PersonalGuide, ...]:
        """The same with the code of each pair’s own page, where phones can open it.

        Whoever may only read, and whoever prints once results are final, gets the code of the
        public page.

        :raises PrintingError: if a pair has no address yet
        """
        pairs = [guide.entry_no for guide in self.guides]
        is_open = self.has_own_pages and not self.wishes.is_preview
        accesses = pair_addresses(self.section, pairs) if is_open else {}
        return tuple(
            replace(guide, code=self._code(self._page(guide.entry_no, accesses)))
            for guide in self.guides
        )

    @property
    def has_own_pages(self) -> bool:
        """Whether guides carry the private addresses of pairs."""
        return self.has_addresses and not self._is_final

    def _page(self, pair_no: int, accesses: Mapping[int, Access]) -> str:
        if pair_no in accesses or self.wishes.is_preview:
            return reverse("own_page", args=[accesses[pair_no].token if accesses else NO_TOKEN])
        return self._at.pair(self._sheets.scoring_field.pair(self.section, pair_no))

    @property
    def _is_final(self) -> bool:
        return self.section.session.event.is_final

    @cached_property
    def draws(self) -> tuple[DrawSheet, ...]:
        """The round that was drawn last, where rounds are drawn one after the other."""
        contest = find_contest(self.section)
        if contest:
            return (draw_sheet(contest, heading(self.section, self.plan)),)
        return ()

    @cached_property
    def brackets(self) -> tuple[Bracket, ...]:
        """The bracket of the section."""
        bracket = section_bracket(self.section)
        if bracket:
            return (bracket,)
        return ()

    @property
    def badges(self) -> tuple[Badge, ...]:
        """Badges, none for pairs."""
        if contest_of(self.section).is_side:
            return ()
        return badges(self.guides)

    @cached_property
    def poster(self) -> Poster | None:
        """What leads to the results, where phones can open them."""
        path = ResultAddresses(self._sheets.scoring_field.event.pk).standings
        if not self.wishes.address:
            return None
        return Poster(
            replace(heading(self.section, self.plan), section=""),
            f"{self.wishes.address}{path}",
            self._code(path),
        )

    @cached_property
    def table_cards(self) -> tuple[TableCard, ...]:
        """The address of every table with its code, where phones can open it.

        :raises PrintingError: if a table has no address yet
        """
        return table_cards(
            session=self.section.session,
            section=self.section,
            tables=self.tables,
            heading=heading(self.section, self.plan),
            address=self.wishes.address,
            how=ENTER,
            is_preview=self.wishes.is_preview,
        )

    @property
    def tables(self) -> list[int]:
        """The tables whose private addresses can be printed."""
        tables = range(1, self.plan.tables + 1) if self.plan and self.has_addresses else ()
        return [table_no for table_no in tables if self.selection.has_table(table_no)]

    @property
    def has_addresses(self) -> bool:
        """Whether private addresses can be printed."""
        return bool(self.wishes.address) and self.wishes.may_open

    @property
    def is_for_reading(self) -> bool:
        """Whether the person who prints may not see private addresses."""
        return not self.wishes.may_open

    @property
    def _at(self) -> ResultAddresses:
        """Whose public pages the codes lead to."""
        scoring_field = self._sheets.scoring_field
        return ResultAddresses(
            scoring_field.event.pk, scoring_field.session.number if scoring_field.of_several else 0
        )

    def _code(self, path: str) -> tuple[bytes, ...]:
        if self.wishes.address:
            return qr_rows(f"{self.wishes.address}{path}")
        return ()

    @cached_property
    def standings(self) -> tuple[Standings, ...]:
        """The standings, of the event and of the session."""
        if not self.has_results:
            return ()
        scoring_field = self._sheets.scoring_field
        after_all = (
            (EventResults(scoring_field.event).standings,) if scoring_field.of_several else ()
        )
        return tuple(
            replace(each, is_final=self._is_final) for each in (*after_all, self._sheets.standings)
        )

    @property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The scored travellers."""
        boards = self._sheets.boards if self.has_results else ()
        return tuple(board for board in boards if board.board_no in self.selection.boards)

    @cached_property
    def hand_records(self) -> HandRecords | None:
        """The hands of all boards in play, once every table has played them all."""
        sheets = self._sheets
        if not sheets.visible_hands or set(sheets.board_numbers) - {
            board_no for _section, board_no in sheets.visible_hands
        }:
            return None
        wanted = {
            place: hand
            for place, hand in sheets.visible_hands.items()
            if place[1] in self.selection.boards
        }
        if wanted:
            return hand_records(sheets, wanted)
        return None

    @property
    def no_hand_records(self) -> str:
        """Why there are none though cards are known."""
        sheets = self._sheets
        known = {board_no for _section, board_no in sheets.hands}
        if not known:
            return ""
        if lacking := set(sheets.board_numbers) - known:
            return f"Board {min(lacking)} has no hands. Import them at Hands."
        return "Some tables haven’t played all boards. A director can print hand records earlier, at Hands."

    @property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of the pairs of all sections, with remarks on their rounds."""
        cards = self._sheets.pairs if self.has_results else ()
        scoring_field, plans, wanted = (
            self._sheets.scoring_field,
            self._sheets.plans,
            self.selection.pairs,
        )
        if wanted:
            cards = tuple(
                card for card in cards if _number(scoring_field, card.standing.contestant) in wanted
            )
        notes = {
            scoring_field.pair(section, pair_no): special
            for section in (scoring_field.sections if cards else ())
            if (plan := plans.get(section.pk))
            for pair_no, special in pair_notes(section, plan_movement(plan)).items()
        }
        return tuple(replace(card, notes=notes.get(card.standing.contestant, ())) for card in cards)

    @property
    def recap(self) -> Recap | None:
        """The whole field, once a result is entered."""
        if self.has_results:
            return self._sheets.recap
        return None


def _number(scoring_field: ScoringField, pair_no: int) -> int:
    """Return the number by which people call a pair of *scoring_field*."""
    section, own = scoring_field.place(pair_no)
    return section.number(own)


def kinds_there(job: SectionJob) -> list[tuple[SheetKind[PrintJob], bool]]:
    """Return every kind of sheet for the movement, and whether *job* has it."""
    return kinds_offered(
        kinds_for(contest_of(job.section), "player" if job.section.team_size else ""), job
    )
