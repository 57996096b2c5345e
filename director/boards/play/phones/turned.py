"""Take in that a table sat the other way round, once both sides or the director say so."""

from director.boards.contests import contest_of
from director.boards.movement.acts import TABLES
from director.boards.play.phones.entry import CREATED
from director.boards.play.phones.payload import (
    EW_PAIR,
    NS_PAIR,
    ROUND,
    sent_number,
)
from director.boards.play.phones.read import TablePlay
from director.boards.play.phones.schedule import AtRound
from director.boards.play.phones.sentences import PhoneSentences
from director.boards.play.phones.state import section_at_table
from director.boards.play.results.acts import section_act
from director.boards.play.scores.tables import turn_table
from director.core.base.sentences import DeskSentences
from director.core.night.phones.write import (
    dismiss_phone_entries,
    earlier_answer,
    store_phone_entry,
)
from director.errors import DeskError
from director.kinds import Json, PhoneAnswer, PhoneEntry
from director.models import Access, TableWord

NO = (False, "", "0")
"""What says that the table sat as it was to sit after all."""


def receive_turned(access: Access, said: PhoneEntry) -> PhoneAnswer:
    """Take in one side's word that a round was, or wasn't, played the other way round.

    What is in for the round goes with them, seen from the seats.  With the word of both sides it is
    done at once.

    :raises DeskError: if the round is another by now, the director gave something in it, or no
        pairs sit there
    """
    with section_act(section=section_at_table(access), kind=TABLES, words="", user=None) as act:
        if before := earlier_answer(access, said.key):  # it came twice at once
            return before
        night = TablePlay(act.section or section_at_table(access), access.table_no or 0)
        refuse_closed(night)
        row = _row(night, said)
        asked = night.turning(row)
        is_turned = said.data["turned"] not in NO
        agreed = bool(said.data.get("confirm")) or bool(asked and _is_other(asked, said))
        told: Json = {"stored": True, "round": row.round_no, "turned": is_turned, "waits_for": None}
        if is_turned and agreed:
            _refuse_given(night, row)
            turn_table(
                section=night.section,
                round_no=row.round_no,
                table_no=night.table_no,
                user=None,
                journal=act,
            )
            act.words = f"Table {night.table_no}: wrong direction in round {row.round_no}, confirmed by both."
        elif is_turned:
            _refuse_given(night, row)
            told["waits_for"] = "opponents"
        if asked:
            dismiss_phone_entries([asked])
        where = {"round_no": row.round_no, "ns": row.ns, "ew": row.ew}
        word = store_phone_entry(
            access, said, kind=TableWord.Kind.TURNED, heard=PhoneAnswer(CREATED, told), **where
        )
        if told["waits_for"] is None:
            dismiss_phone_entries([word])
        return PhoneAnswer(CREATED, told)


def refuse_closed(night: TablePlay) -> None:
    """Refuse anything of a table that enters nothing any more.

    :raises DeskError: if the night is off the lists or published, or the table is on paper
    """
    event = night.section.session.event
    if event.removed_at:
        raise DeskError(DeskSentences.NIGHT_OFF_LISTS)
    if not event.takes_entries:
        raise DeskError(DeskSentences.TABLES_CLOSED)
    if night.settings.entry == "paper":
        raise DeskError(PhoneSentences.ON_PAPER, table_no=night.table_no)


def _row(night: TablePlay, said: PhoneEntry) -> AtRound:
    """Return the round that is meant, as the phone knows it.

    :raises DeskError: if somebody else sits there by now, or it is not played yet
    """
    if not contest_of(night.section).is_side:
        raise DeskError(PhoneSentences.TURNED_FOR_PAIRS)
    round_no = sent_number(said.data, "round", *ROUND)
    ns, ew = sent_number(said.data, "ns", *NS_PAIR), sent_number(said.data, "ew", *EW_PAIR)
    row = night.rounds.get(round_no)
    if row is None or (row.ns, row.ew) != (ns, ew) or round_no > night.round_no:
        raise DeskError(PhoneSentences.TURNED_BY_NOW, round_no=round_no, table_no=night.table_no)
    return row


def _is_other(asked: TableWord, said: PhoneEntry) -> bool:
    """Return whether the side that was *asked* says the same: by its side, else by its phone."""
    if asked.side and said.side:
        return asked.side != said.side
    return bool(asked.device and said.device and asked.device != said.device)


def _refuse_given(night: TablePlay, row: AtRound) -> None:
    for key in row.keys:
        standing = night.standing.get(key)
        if standing and standing.is_in and standing.by_director:
            raise DeskError(PhoneSentences.GIVEN_NOT_TURNED, board_no=key[0])
        if key in night.shown:
            raise DeskError(PhoneSentences.SHOWN_NOT_TURNED, board_no=key[0])
