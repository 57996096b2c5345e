"""Store the trump of a deal of duplicate whist."""

from django.contrib.auth.models import User

from director.boards.movement.acts import TRUMP
from director.boards.movement.lines.read import fetch_section_lines
from director.boards.movement.sections import fetch_session_sections
from director.boards.play.results.acts import record_section_act
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.models import Section
from director.models.event import Game, RankingScope
from scoring.hands.cards import NO_TRUMPS, read_trump, stored_trumps, trump_text, trumps_of


def store_trump(*, section: Section, board_no: int, text: str, user: User | None) -> str:
    """Store the trump of *board_no* as typed, and return it as people read it.

    An empty *text* deletes the trump. Sections that are ranked together play the same cards, so
    each one that plays the board gets the trump.

    :raises DeskError: if the game has no trump per deal, the section doesn't play the board, or the
        board is at no trumps already
    :raises EntryError: if *text* is no trump
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=TRUMP, words="", user=user) as journal:
        event = section.session.event
        if event.game != Game.WHIST:
            raise DeskError(BoardSentences.NO_TRUMP_OF_GAME)
        trump = read_trump(text)
        lines = fetch_section_lines(section)
        if not lines.get_board_lines(board_no):
            raise DeskError(
                BoardSentences.BOARD_OUTSIDE_PLAN, board_no=board_no, boards=lines.format_boards()
            )
        # The journal holds the locked section, whose trumps are the stored ones.
        for sharing_section in _fetch_sections_sharing_cards(
            journal.section or section, event.places
        ):
            trumps = trumps_of(sharing_section.trumps)
            if trumps.get(board_no) == NO_TRUMPS and trump not in ("", NO_TRUMPS):
                raise DeskError(
                    BoardSentences.BOARD_AT_NO_TRUMPS, board_no=board_no, trump=trump_text(trump)
                )
            is_own_section = sharing_section.pk == section.pk
            if is_own_section or fetch_section_lines(sharing_section).get_board_lines(board_no):
                journal.change(sharing_section, trumps=stored_trumps({**trumps, board_no: trump}))
        journal.words = f"Trump of board {board_no}: {trump_text(trump) or 'deleted'}."
    return trump_text(trump)


def _fetch_sections_sharing_cards(section: Section, places: str) -> list[Section]:
    """Return the sections that play the cards of *section*, which comes first."""
    if places == RankingScope.SECTION:
        return [section]
    sections = fetch_session_sections(section.session_id)
    other_sections = [other_section for other_section in sections if other_section.pk != section.pk]
    return [section, *other_sections]
