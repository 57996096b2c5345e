"""The kinds of sheets printed for old movements: the cards of Howell and of Safford."""

from collections.abc import Mapping, Sequence

from director.additions.classic.card_paper import draw_howell_cards, draw_safford_cards
from director.additions.classic.cards import (
    HowellCard,
    SaffordCard,
    get_table_letter,
    is_safford,
    make_howell_cards,
    make_safford_cards,
)
from director.boards.paper.section_job import SectionJob
from director.pdf.sheet_kinds import SheetKind
from director.pdf.table_cards import TableSign, draw_table_signs


def list_howell_cards(job: SectionJob) -> tuple[HowellCard, ...]:
    """Return Howell's card of each selected table."""
    cards = make_howell_cards(job.section, job.plan) if job.plan else ()
    return tuple(card for card in cards if job.selection.has_table(card.table_no))


def list_safford_cards(job: SectionJob) -> tuple[SaffordCard, ...]:
    """Return Safford's card of each pair."""
    return make_safford_cards(job.section, job.plan) if job.plan else ()


def list_lettered_safford_cards(job: SectionJob) -> tuple[SaffordCard, ...]:
    """Return Safford's card of each pair, with tables by letters."""
    if job.plan is None:
        return ()
    return make_safford_cards(job.section, job.plan, has_table_letters=True)


def list_table_letters(job: SectionJob) -> tuple[TableSign, ...]:
    """Return the letter of each table of Safford's system."""
    if job.plan is None or not is_safford(job.plan):
        return ()
    return tuple(
        TableSign(card.heading, get_table_letter(card.table_no)) for card in job.guide_cards
    )


SHEET_KINDS: Mapping[str, Sequence[SheetKind[SectionJob]]] = {
    "table-cards": (
        SheetKind(
            "howell-cards",
            "Howell’s movement cards",
            "One per table: every player’s next seat, as in 1900. Who and what starts there is on it too.",
            "choose a Howell first",
            lambda job: bool(list_howell_cards(job)),
            lambda pen, job: draw_howell_cards(pen, list_howell_cards(job)),
            is_special=True,
            is_folded_away=True,
            suitable_contestants=("pair",),
        ),
    ),
    "entry-slips": (
        SheetKind(
            "safford-cards",
            "Safford’s scorecards",
            "One per {pair}: a line for every board set. With a square for every {pair} its total is shared with.",
            "choose Safford’s system first",
            lambda job: bool(list_safford_cards(job)),
            lambda pen, job: draw_safford_cards(pen, list_safford_cards(job)),
            is_special=True,
            is_folded_away=True,
            suitable_contestants=("pair",),
        ),
        SheetKind(
            "safford-cards-letters",
            "Safford’s scorecards, tables by letters",
            "As in the book of 1900: table A is table 1 on the screen. Print the table letters too.",
            "choose Safford’s system first",
            lambda job: bool(list_lettered_safford_cards(job)),
            lambda pen, job: draw_safford_cards(pen, list_lettered_safford_cards(job)),
            is_special=True,
            is_folded_away=True,
            suitable_contestants=("pair",),
        ),
        SheetKind(
            "safford-table-letters",
            "Table letters for Safford",
            "One per table: fold it to stand up. Table A is table 1 on the screen.",
            "choose Safford’s system first",
            lambda job: bool(list_table_letters(job)),
            lambda pen, job: draw_table_signs(pen, list_table_letters(job)),
            is_special=True,
            is_folded_away=True,
            suitable_contestants=("pair",),
        ),
    ),
}
"""Cards of the movements of Howell and Safford, by the key of the kind that they follow in lists."""
