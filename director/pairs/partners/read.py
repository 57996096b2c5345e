"""Who partners whom from session to session, in words for screen and paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from director.sheets import Heading
from movements.partners import PARTNER_GUARANTEES, PartnerPlan, find_partner_system


@dataclass(frozen=True, slots=True)
class Partnership:
    """Two players who play together in one session, or one who has no partner."""

    numbers: str  # "12–1", "3"
    names: str  # "Ada Ash & Bert Birch", or "" if nobody is named


@dataclass(frozen=True, slots=True)
class PartnerSession:
    """Who partners whom in one session."""

    number: int
    pairs: tuple[Partnership, ...]
    alone: Partnership | None  # who sits out


@dataclass(frozen=True, slots=True)
class PartnerSheet:
    """Who partners whom from session to session."""

    heading: Heading
    size: str  # "12 players, 11 sessions"
    sessions: tuple[PartnerSession, ...]
    numbering: str  # a sentence on who has which numbers, or "" if any player may have any
    promises: tuple[str, ...]  # whole sentences
    source: str
    has_names: bool


OF_COUPLES = "each-gentleman-each-lady"
"""The guarantee that only systems of ladies and gentlemen have."""


def make_partner_sheet(
    plan: PartnerPlan, names: Sequence[str], *, club: str, on: date
) -> PartnerSheet:
    """Return the sheet of *plan*. *names* are those of all players by number, or empty."""
    sessions = "1 session" if plan.sessions == 1 else f"{plan.sessions} sessions"
    options_text = ", ".join(f"{name}: {choice}" for name, choice in plan.options)
    return PartnerSheet(
        heading=Heading(
            club=club,
            event=plan.name,
            date=on,
            session="",
            section="",
            movement=options_text,
            fingerprint="",
        ),
        size=f"{plan.contestants} players, {sessions}",
        sessions=_make_sessions(plan, names),
        numbering=_describe_numbering(plan),
        promises=tuple(PARTNER_GUARANTEES[key].text for key in plan.guarantees),
        source=plan.source,
        has_names=bool(names),
    )


def _make_sessions(plan: PartnerPlan, names: Sequence[str]) -> tuple[PartnerSession, ...]:
    pairs: dict[int, list[Partnership]] = {number: [] for number in range(1, plan.sessions + 1)}
    for row in plan.rows:
        pairs[row.session_no].append(_make_partnership(row.players, names))
    sitting_out = {
        sit_out.session_no: _make_partnership((sit_out.player,), names) for sit_out in plan.sit_outs
    }
    return tuple(
        PartnerSession(number, tuple(session_pairs), sitting_out.get(number))
        for number, session_pairs in pairs.items()
    )


def _make_partnership(players: Sequence[int], names: Sequence[str]) -> Partnership:
    numbers = "–".join(map(str, players))
    if not names:
        return Partnership(numbers, "")
    return Partnership(numbers, " & ".join(names[player - 1] for player in players))


def _describe_numbering(plan: PartnerPlan) -> str:
    system, couples = find_partner_system(plan.key), plan.contestants // 2
    if system is None or OF_COUPLES not in system.guarantees:
        return ""
    return (
        f"Gentlemen are 1 to {couples}, ladies {couples + 1} to {2 * couples}; "
        f"1 and {couples + 1} are a couple, and so on to {couples} and {2 * couples}."
    )
