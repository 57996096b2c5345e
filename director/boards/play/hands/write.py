"""Store hands, deal them at random, analyse them, and correct those at the wrong board."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from django.contrib.auth.models import User

from director.boards.movement.acts import HANDS
from director.boards.movement.lines.read import section_lines
from director.boards.movement.sections import sections_of_session
from director.boards.movement.words import boards_text, runs_text
from director.boards.play.results.acts import section_act
from director.boards.scoring.deals.double_dummy import solve_deals
from director.boards.scoring.deals.mending import section_mending
from director.boards.scoring.deals.read import Hand, hand_of
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal
from director.errors import DeskError
from director.formats.deals.model import FiledDeal
from director.models import Deal, Section
from scoring import Hands, deal_dealt, read_deal

LONGEST_SEED = 64
SEED_BYTES = 16
"""How much chance a seed holds: 128 bits, more than a deal needs."""


@dataclass(frozen=True, slots=True)
class ImportedDeals:
    """What an import of deals stored.

    The boards, those of the file that aren't in play, and those whose cards were *replaced*.
    """

    boards: tuple[int, ...]
    others: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()


def store_deals(
    *,
    section: Section,
    deals: Sequence[FiledDeal],
    source: str,
    user: User | None,
    all_sections: bool = True,
) -> ImportedDeals:
    """Store the *deals* of the file *source* for the boards of *section*.

    If sections share cards, it is for all sections of its session.

    What was stored before for a board is replaced, and stays in the acts.  Boards that are not in
    play are left out.

    :raises DeskError: if none of them is in play
    :raises FinalError: if the results are final
    """
    new = {deal.board_no: deal for deal in deals}
    with section_act(section=section, kind=HANDS, words="", user=user) as journal:
        taken = deals_planned(section=section, deals=deals, all_sections=all_sections)
        for each in _sections(section, all_sections):
            due = set(section_lines(each).boards) & new.keys()
            _store(each, {no: _row(new[no], source) for no in due}, journal)
        journal.words = f"Hands of {runs_text(taken.boards)} imported from {source}."[:300]
    return taken


def deals_planned(
    *, section: Section, deals: Sequence[FiledDeal], all_sections: bool = True
) -> ImportedDeals:
    """Return what :func:`store_deals` of the same would store.

    :raises DeskError: if none of the *deals* is in play
    """
    sections, given = _sections(section, all_sections), {deal.board_no for deal in deals}
    boards = {board_no for each in sections for board_no in section_lines(each).boards} & given
    if not boards:
        in_play = section_lines(section).boards_text()
        raise DeskError(
            BoardSentences.NO_BOARD_OF_FILE, given=boards_text(sorted(given)), boards=in_play
        )
    known = Deal.objects.filter(section__in=sections, board_no__in=boards).values_list(
        "board_no", flat=True
    )
    return ImportedDeals(
        *(tuple(sorted(numbers)) for numbers in (boards, given - boards, set(known)))
    )


def deal_hands(*, section: Section, user: User | None, seed: str = "") -> ImportedDeals:
    """Deal the boards of all sections of the session by lot, from *seed* or from a new one.

    A board that has been played keeps its cards, known or not.

    :raises DeskError: if no boards are in play, or all of them were played
    :raises FinalError: if the results are final
    """
    seed = seed or token_hex(SEED_BYTES)
    seed_checked(seed)
    with section_act(section=section, kind=HANDS, words="", user=user) as journal:
        lines = {each: section_lines(each) for each in _sections(section, True)}
        played = {line.board_no for own in lines.values() for line in own.all if line.is_in}
        due = {each: [no for no in own.boards if no not in played] for each, own in lines.items()}
        dealt = {
            no: str(deal_dealt(seed, no))
            for no in sorted({no for boards in due.values() for no in boards})
        }
        if not dealt and played:
            raise DeskError(BoardSentences.HANDS_PLAYED, board_no=min(played))
        if not dealt:
            raise DeskError(BoardSentences.NO_BOARDS)
        for each, boards in due.items():
            _store(each, {no: _lot(dealt[no], seed) for no in boards}, journal)
        journal.words = f"Hands of {runs_text(dealt)} dealt."
    return ImportedDeals(tuple(dealt), tuple(sorted(played)))


def seed_checked(seed: str) -> None:
    """Refuse what is no seed.

    :raises DeskError: unless it is 1 to 64 letters and figures
    """
    if not (seed.isascii() and seed.isalnum() and len(seed) <= LONGEST_SEED):
        raise DeskError(BoardSentences.SEED, seed=seed[:80])


def analyse_deals(*, section: Section, user: User | None) -> int:
    """Analyse every board that has no analysis yet, and return how many those were.

    :raises DeskError: if there is nothing to work out, or nothing to do it with
    :raises FinalError: if the results are final
    """
    unknown = Deal.objects.filter(section__session=section.session_id, makeable="")
    cards = sorted(set(unknown.values_list("cards", flat=True)))
    if not cards:
        raise DeskError(BoardSentences.NO_HANDS)
    makeable = dict(
        zip(cards, map(str, solve_deals([read_deal(text) for text in cards])), strict=True)
    )
    with section_act(section=section, kind=HANDS, words="", user=user) as journal:
        weighed = set()
        for stored in unknown.all():
            if stored.cards in makeable:  # changed meanwhile, it is worked out the next time
                journal.change(stored, makeable=makeable[stored.cards])
                weighed.add(stored.board_no)
        journal.words = f"Makeable tricks of {runs_text(weighed)} worked out."
    return len(weighed)


def remove_deals(*, section: Section, user: User | None) -> None:
    """Remove the cards of all boards of the session.

    The history keeps them.

    :raises DeskError: if there are none
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=HANDS, words="", user=user) as journal:
        stored = Deal.objects.filter(section__session=section.session_id)
        boards = set(stored.values_list("board_no", flat=True))
        if not boards:
            raise DeskError(BoardSentences.NO_HANDS)
        journal.delete(stored)
        journal.words = f"Hands of {runs_text(boards)} removed."


def turn_deal(*, section: Section, board_no: int, quarters: int, user: User | None) -> None:
    """Turn the cards of a board by so many *quarters* clockwise, as they lay when it was played.

    :raises DeskError: if its cards are not known, or that is no turn
    :raises FinalError: if the results are final
    """
    if quarters not in (1, 2, 3):
        raise DeskError(BoardSentences.TURNS)
    with section_act(section=section, kind=HANDS, words="", user=user) as journal:
        stored = _of_session(section)
        if not any(each.board_no == board_no for each in stored):
            raise DeskError(BoardSentences.NO_HAND, board_no=board_no)
        _rearrange(stored, {board_no: (board_no, quarters)}, journal)
        journal.words = f"Hands of board {board_no} turned by {90 * quarters}°."


def correct_deals(
    *, section: Section, moves: Mapping[int, tuple[int, int]], user: User | None
) -> None:
    """Move cards to the boards at which they were played.

    For each board, the board whose cards it has and how far they are rotated.

    They must be those that the results tell now.

    :raises DeskError: if the results tell something else by now
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=HANDS, words="", user=user) as journal:
        mending = section_mending(section)
        if mending:
            told = {each.board_no: (each.cards_of, each.quarters) for each in mending.moves}
        else:
            told = {}
        if not told or told != dict(moves):
            raise DeskError(BoardSentences.HANDS_CHANGED)
        _rearrange(_of_session(section), told, journal)
        journal.words = f"Hands of {runs_text(told)} moved to the boards they were played on."


def _sections(section: Section, all_sections: bool) -> Iterable[Section]:
    if all_sections:
        return sections_of_session(section.session_id)
    return [section]


def _of_session(section: Section) -> list[Deal]:
    return list(Deal.objects.filter(section__session=section.session_id))


def _row(deal: FiledDeal, source: str) -> dict[str, Any]:
    return {
        "cards": str(deal.cards),
        "makeable": str(deal.makeable or ""),
        "seed": "",
        "source": source[:200],
    }


def _lot(cards: str, seed: str) -> dict[str, Any]:
    return {"cards": cards, "makeable": "", "seed": seed, "source": ""}


def _store(section: Section, rows: Mapping[int, dict[str, Any]], journal: Journal) -> None:
    """Store *rows* by board as the deals of *section*, in place of those it has."""
    stored = {each.board_no: each for each in section.deals.filter(board_no__in=rows)}
    for board_no, kept in stored.items():
        journal.change(kept, **rows[board_no])
    new = [
        Deal(section=section, board_no=no, **fields)
        for no, fields in sorted(rows.items())
        if no not in stored
    ]
    journal.create_all(new)


def _rearrange(
    stored: Iterable[Deal], moves: Mapping[int, tuple[int, int]], journal: Journal
) -> None:
    """Give each board of *moves* the cards of the board it names, turned, section by section."""
    by_section: dict[int, dict[int, Deal]] = {}
    for each in stored:
        by_section.setdefault(each.section_id, {})[each.board_no] = each
    for own in by_section.values():
        before = {no: (hand_of(each), each.seed, each.source) for no, each in own.items()}
        for board_no, (cards_of, quarters) in moves.items():
            if board_no in own and cards_of in before:
                hand, seed, source = before[cards_of]
                journal.change(
                    own[board_no], **_turned_hand(hand, quarters), seed=seed, source=source
                )


def _turned_hand(hand: Hand, quarters: int) -> dict[str, Any]:
    cards: Hands = hand.cards.turned(quarters)
    return {
        "cards": str(cards),
        "makeable": str(hand.makeable.turned(quarters)) if hand.makeable else "",
    }
