"""The club's database: who plays, what is played, by which plan, with which results."""

from director.models.access import Access, TablePhone, TableWord
from director.models.act import Act, Submission
from director.models.award import Award, Result, ResultVersion
from director.models.club import Club, PeopleList, Person, PersonMerge, PersonNumber
from director.models.deal import Deal
from director.models.entry import Entry, EntryPlayer, LineUpSeat
from director.models.event import Event, Section, Session, Stage
from director.models.money import NightMoney, Payment
from director.models.plan import (
    FouledLine,
    Match,
    MatchVersion,
    Plan,
    PlanRow,
    PlayedRow,
    RoundDate,
)
from director.models.room import Call, Message
from director.models.ruling import Ruling
from director.models.saved_movement import FormerMovement, SavedMovement
from director.models.season import NextNight, Season, SeasonEvent
from director.models.sign_in import SignInAttempt, SignInPlace
from director.models.version import OfficialLine, OfficialTotal, StandingsVersion

__all__ = [
    "Access",
    "Act",
    "Award",
    "Call",
    "Club",
    "Deal",
    "Entry",
    "EntryPlayer",
    "Event",
    "FormerMovement",
    "FouledLine",
    "LineUpSeat",
    "Match",
    "MatchVersion",
    "Message",
    "NextNight",
    "NightMoney",
    "OfficialLine",
    "OfficialTotal",
    "Payment",
    "PeopleList",
    "Person",
    "PersonMerge",
    "PersonNumber",
    "Plan",
    "PlanRow",
    "PlayedRow",
    "Result",
    "ResultVersion",
    "RoundDate",
    "Ruling",
    "SavedMovement",
    "Season",
    "SeasonEvent",
    "Section",
    "Session",
    "SignInAttempt",
    "SignInPlace",
    "Stage",
    "StandingsVersion",
    "Submission",
    "TablePhone",
    "TableWord",
]
