"""Taking in that a table sat the other way round in a round: both sides say so, or the director does."""

from director.boards.results.read.acts import TABLES
from director.boards.results.write.acts import section_act
from director.boards.scores.write.tables import table_turn
from director.boards.tables import sentences
from director.boards.tables.laid import AtRound
from director.boards.tables.read import TableNight
from director.boards.tables.saying import CREATED
from director.boards.tables.sent import EW_PAIR, NS_PAIR, ROUND, sent_number
from director.boards.tables.state import section_at_table
from director.desk import sentences as desk_sentences
from director.desk.tables.write import word_before, word_keep, words_drop
from director.errors import DeskError
from director.kinds import Heard, Json, Said
from director.models import Access, TableWord

NO = (False, "", "0")
"""What says that the table sat as it was to sit after all."""


def turned_said(access: Access, said: Said) -> Heard:
    """Take in that the pairs of a round sat the other way round, or that they did not, as one side asks the other.

    What is in for the round goes with them, seen from the seats.  With the word of both sides it is done at once.

    :raises DeskError: if the round is another by now, the director gave something in it, or no pairs sit there
    """
    with section_act(section=section_at_table(access), kind=TABLES, words="", user=None) as act:
        if before := word_before(access, said.key):  # it came twice at once
            return before
        night = TableNight(act.section or section_at_table(access), access.table_no or 0)
        refuse_closed(night)
        row = _row(night, said)
        asked = night.turning(row)
        is_turned = said.data["turned"] not in NO
        agreed = bool(said.data.get("confirm")) or bool(asked and _is_other(asked, said))
        told: Json = {"stored": True, "round": row.round_no, "turned": is_turned, "waits_for": None}
        if is_turned and agreed:
            _refuse_given(night, row)
            table_turn(section=night.section, round_no=row.round_no, table_no=night.table_no, user=None, journal=act)
            act.words = f"Table {night.table_no}: sat the other way round in round {row.round_no}, as both sides say."
        elif is_turned:
            _refuse_given(night, row)
            told["waits_for"] = "opponents"
        if asked:
            words_drop([asked])
        where = {"round_no": row.round_no, "ns": row.ns, "ew": row.ew}
        word = word_keep(access, said, kind=TableWord.Kind.TURNED, heard=Heard(CREATED, told), **where)
        if told["waits_for"] is None:
            words_drop([word])
        return Heard(CREATED, told)


def refuse_closed(night: TableNight) -> None:
    """Refuse anything of a table that enters nothing any more.

    :raises DeskError: if the night is off the lists or published, or the table is on paper
    """
    event = night.section.session.event
    if event.removed_at:
        raise DeskError(desk_sentences.NIGHT_OFF_LISTS)
    if not event.takes_entries:
        raise DeskError(desk_sentences.TABLES_CLOSED)
    if night.settings.entry == "paper":
        raise DeskError(sentences.ON_PAPER, table_no=night.table_no)


def _row(night: TableNight, said: Said) -> AtRound:
    """Return the round that is meant, as the phone knows it.

    :raises DeskError: if somebody else sits there by now, or it is not played yet
    """
    if not night.section.of_pairs:
        raise DeskError(sentences.TURNED_FOR_PAIRS)
    round_no = sent_number(said.data, "round", *ROUND)
    ns, ew = sent_number(said.data, "ns", *NS_PAIR), sent_number(said.data, "ew", *EW_PAIR)
    row = night.rounds.get(round_no)
    if row is None or (row.ns, row.ew) != (ns, ew) or round_no > night.round_no:
        raise DeskError(sentences.TURNED_BY_NOW, round_no=round_no, table_no=night.table_no)
    return row


def _is_other(asked: TableWord, said: Said) -> bool:
    """Return whether the side that was *asked* says the same: by its side, else by its phone."""
    if asked.side and said.side:
        return asked.side != said.side
    return bool(asked.device and said.device and asked.device != said.device)


def _refuse_given(night: TableNight, row: AtRound) -> None:
    for key in row.keys:
        standing = night.standing.get(key)
        if standing and standing.is_in and standing.by_director:
            raise DeskError(sentences.GIVEN_NOT_TURNED, board_no=key[0])
        if key in night.shown:
            raise DeskError(sentences.SHOWN_NOT_TURNED, board_no=key[0])
