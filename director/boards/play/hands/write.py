"""Store the hands of a file, as one act of the history, which keeps replaced hands.

Reading files of deals is left to ``director.formats.deals``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from director.boards.movement.acts import HANDS
from director.boards.movement.lines.read import fetch_section_lines
from director.boards.movement.sections import fetch_session_sections
from director.boards.movement.words import format_boards, format_runs
from director.boards.play.results.acts import record_section_act
from director.boards.sentences import BoardSentences
from director.core.night.history import Journal
from director.errors import DeskError
from director.formats.deals import FiledDeal
from director.models import Deal, Section


@dataclass(frozen=True, slots=True)
class ImportedDeals:
    """The boards that an import stored, also over earlier cards, or left out."""

    boards: tuple[int, ...]
    left_out_boards: tuple[int, ...] = ()  # not in play
    replaced_boards: tuple[int, ...] = ()


def store_deals(
    *,
    section: Section,
    deals: Sequence[FiledDeal],
    source: str,
    user: User | None,
    all_sections: bool = True,
) -> ImportedDeals:
    """Store the *deals* of the file *source* for the boards of *section*.

    With *all_sections*, they are stored for all sections of the session, which share their cards.
    Deals that were stored before are replaced. Boards that aren't in play are left out.

    :raises DeskError: if none of the boards is in play
    :raises FinalError: if the results are final
    """
    deals_by_board = {deal.board_no: deal for deal in deals}
    with record_section_act(section=section, kind=HANDS, words="", user=user) as journal:
        imported = preview_deals(section=section, deals=deals, all_sections=all_sections)
        for sharing_section in _get_sections(section, all_sections):
            boards = set(fetch_section_lines(sharing_section).boards) & deals_by_board.keys()
            fields = {
                board_no: _make_imported_fields(deals_by_board[board_no], source)
                for board_no in boards
            }
            store_section_deals(sharing_section, fields, journal)
        # The name of a file can be longer than the words of an act may be.
        journal.words = f"Hands of {format_runs(imported.boards)} imported from {source}."[:300]
    return imported


def preview_deals(
    *, section: Section, deals: Sequence[FiledDeal], all_sections: bool = True
) -> ImportedDeals:
    """Return what :func:`store_deals` would store with the same arguments.

    :raises DeskError: if none of the *deals* is in play
    """
    sections = _get_sections(section, all_sections)
    file_boards = {deal.board_no for deal in deals}
    boards_in_play: set[int] = set()
    for sharing_section in sections:
        boards_in_play.update(fetch_section_lines(sharing_section).boards)
    boards = boards_in_play & file_boards
    if not boards:
        raise DeskError(
            BoardSentences.NO_BOARD_OF_FILE,
            given=format_boards(sorted(file_boards)),
            boards=fetch_section_lines(section).format_boards(),
        )
    replaced = Deal.objects.filter(section__in=sections, board_no__in=boards).values_list(
        "board_no", flat=True
    )
    return ImportedDeals(
        boards=tuple(sorted(boards)),
        left_out_boards=tuple(sorted(file_boards - boards)),
        replaced_boards=tuple(sorted(set(replaced))),
    )


def _get_sections(section: Section, all_sections: bool) -> Iterable[Section]:
    if all_sections:
        return fetch_session_sections(section.session_id)
    return [section]


def _make_imported_fields(deal: FiledDeal, source: str) -> dict[str, Any]:
    return {
        "cards": str(deal.cards),
        "makeable": str(deal.makeable or ""),
        "seed": "",
        "source": source[:200],
    }


def store_section_deals(
    section: Section, fields_by_board: Mapping[int, dict[str, Any]], journal: Journal
) -> None:
    """Create or replace the deals of *section* by the given fields."""
    stored_deals = {
        deal.board_no: deal for deal in section.deals.filter(board_no__in=fields_by_board)
    }
    new_deals = []
    for board_no, fields in sorted(fields_by_board.items()):
        if board_no not in stored_deals:
            new_deals.append(Deal(section=section, board_no=board_no, **fields))
    for board_no, deal in stored_deals.items():
        journal.change(deal, **fields_by_board[board_no])
    journal.create_all(new_deals)
