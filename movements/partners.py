"""Who partners whom from session to session.

Has three systems of 1900: the club tournament, in which everybody partners everybody, and two for
ladies and gentlemen, the plain rotation and the Edgewood schedule, in which couples exchange
partners.  Opponents are not part of these plans; each session has its own movement.

A *system* is registered in ``PARTNER_SYSTEMS``; its plan lists the partners of every session.  A
*bystander* has no partner in a session.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from movements.errors import MovementError
from movements.model import (
    Options,
    PlayerNo,
    System,
)
from movements.option import Option, simplify_key
from movements.refusals import make_choices_contradict_error, make_players_wanted_error
from movements.registry import refuse_unknown_choices

CONTEST = "partners"

SPOUSES = Option(
    "spouses",
    "Couples as partners",
    {"sometimes": "once in the series, as in the book", "never": "never"},
    note="An even number of couples can avoid it.",
)


@dataclass(frozen=True, slots=True)
class Partners:
    """Two players who play together in one session.

    >>> Partners(session_no=1, players=(12, 1)).players
    (12, 1)
    """

    session_no: int
    players: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Bystander:
    """A player without a partner in one session.

    >>> Bystander(session_no=2, player=2).player
    2
    """

    session_no: int
    player: PlayerNo


@dataclass(frozen=True, slots=True)
class PartnerPlan:
    """A whole series: who partners whom in every session, and who has no partner.

    With ladies and gentlemen the gentlemen are 1 to C and the ladies C+1 to 2C; gentleman g and
    lady C+g are married.

    >>> make_partner_plan("edgewood", players=20).sessions
    10
    """

    key: str
    name: str
    source: str
    options: Options
    contestants: int
    sessions: int
    rows: tuple[Partners, ...]
    sit_outs: tuple[Bystander, ...]
    guarantees: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartnerGuarantee:
    """A promise about partners, with its check.

    >>> PARTNER_GUARANTEES["couples-exchange"].text
    'Two men who swap partners swap them with each other.'
    """

    key: str
    text: str  # one sentence for people
    is_kept: Callable[[PartnerPlan], bool]  # whether a plan keeps the promise


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerSystem(System):
    """A registered system of partners: its name, limits and the two functions that make its plans.

    ``most_sessions(players, options)`` returns the number of sessions before partners repeat.
    ``arrange(players, session_no, options)`` yields the partners of one session, and a player
    without a partner as a tuple of one.

    >>> find_partner_system("Edgewood").sizes
    'an even number of players, 4 to 80'
    """

    most_sessions: Callable[[int, Options], int]
    arrange: Callable[[int, int, Options], Iterator[tuple[int, ...]]]
    contest: str = CONTEST


def arrange_club_rotation(
    players: int, session_no: int, _options: Options = ()
) -> Iterator[tuple[int, ...]]:
    """Yield the partners of one session of the club tournament, in the order of the book.

    In session k the highest number N plays with number k, and each k-i plays with k+i, modulo N-1.
    If the number of players is odd, N is a dummy.

    >>> list(arrange_club_rotation(5, 2))
    [(2,), (1, 3), (5, 4)]

    Source: [WDW1900] p. 46 (the book says "pairs" where it needs an odd number of players).
    """
    size = players + players % 2
    if size == players:
        yield size, session_no
    else:
        yield (session_no,)
    for distance in range(1, size // 2):
        lower = (session_no - distance - 1) % (size - 1) + 1
        higher = (session_no + distance - 1) % (size - 1) + 1
        yield lower, higher


def arrange_mixed_rotation(
    players: int, session_no: int, _options: Options = ()
) -> Iterator[tuple[int, ...]]:
    """Yield the partners of one session of ladies and gentlemen.

    In each session a gentleman has the next lady.

    >>> list(arrange_mixed_rotation(6, 2))
    [(1, 5), (2, 6), (3, 4)]

    Source: [WDW1900] p. 46.
    """
    couples = players // 2
    for gentleman in range(1, couples + 1):
        yield gentleman, couples + (gentleman + session_no - 2) % couples + 1


def arrange_edgewood(
    players: int, session_no: int, options: Options = ()
) -> Iterator[tuple[int, ...]]:
    """Yield the partners of one session of the Edgewood schedule.

    Gentleman g partners lady l if g + l equals the number of the session, modulo the number of
    couples.  If spouses are never to be partners, two couples exchange partners when they would be
    partners in the club tournament.

    >>> list(arrange_edgewood(6, 1))
    [(1, 6), (2, 5), (3, 4)]
    >>> list(arrange_edgewood(8, 1, (("spouses", "never"),)))
    [(1, 8), (2, 7), (3, 6), (4, 5)]

    Source: [WDW1900] pp. 46-47; without spouses derived.
    """
    couples = players // 2
    if dict(options).get(SPOUSES.name) == "never":
        partners = []
        for first, second in arrange_club_rotation(couples, session_no):
            partners += [(first, couples + second), (second, couples + first)]
        yield from sorted(partners)
        return
    for gentleman in range(1, couples + 1):
        yield gentleman, couples + (session_no - gentleman - 1) % couples + 1


def _everybody_partners_everybody(plan: PartnerPlan) -> bool:
    sessions_together = Counter(frozenset(row.players) for row in plan.rows)
    possible_couples = plan.contestants * (plan.contestants - 1) // 2
    is_complete = len(sessions_together) == possible_couples
    return is_complete and set(sessions_together.values()) == {1}


def _each_gentleman_partners_each_lady(plan: PartnerPlan) -> bool:
    couples = plan.contestants // 2
    sessions_together = Counter(row.players for row in plan.rows)
    gentlemen = range(1, couples + 1)
    ladies = range(couples + 1, 2 * couples + 1)
    return sessions_together == Counter(product(gentlemen, ladies))


def _couples_exchange_partners(plan: PartnerPlan) -> bool:
    couples = plan.contestants // 2
    rows = {(row.session_no, row.players) for row in plan.rows}
    return all(
        (session_no, (lady - couples, gentleman + couples)) in rows
        for session_no, (gentleman, lady) in rows
    )


def _are_spouses_apart(plan: PartnerPlan) -> bool:
    couples = plan.contestants // 2
    rows = [row.players for row in plan.rows]
    return all(lady - gentleman != couples for gentleman, lady in rows)


def _has_no_partner_twice(plan: PartnerPlan) -> bool:
    return len({frozenset(row.players) for row in plan.rows}) == len(plan.rows)


_GUARANTEES = (
    PartnerGuarantee(
        "everybody-partners-everybody",
        "All players partner each other exactly once.",
        _everybody_partners_everybody,
    ),
    PartnerGuarantee(
        "each-gentleman-each-lady",
        "Every man partners every lady exactly once.",
        _each_gentleman_partners_each_lady,
    ),
    PartnerGuarantee(
        "couples-exchange",
        "Two men who swap partners swap them with each other.",
        _couples_exchange_partners,
    ),
    PartnerGuarantee("spouses-apart", "Couples are never partners.", _are_spouses_apart),
    PartnerGuarantee(
        "no-partner-twice", "Nobody has the same partner twice.", _has_no_partner_twice
    ),
)

PARTNER_GUARANTEES = {guarantee.key: guarantee for guarantee in _GUARANTEES}
"""Every promise about partners by key."""

PARTNER_SYSTEMS = (
    PartnerSystem(
        key="club-rotation",
        name="Club rotation of partners",
        aliases=("club-tournament",),
        sizes="3 to 80 players",
        legal_sizes=range(3, 81),
        options=(),
        guarantees=("everybody-partners-everybody", "no-partner-twice"),
        source="Whist and Duplicate Whist, 11th edition 1900, page 46",
        most_sessions=lambda players, _options: players - 1 + players % 2,
        arrange=arrange_club_rotation,
    ),
    PartnerSystem(
        key="mixed-rotation",
        name="Rotation of ladies and gentlemen",
        aliases=(),
        sizes="an even number of players, 4 to 80",
        legal_sizes=range(4, 81, 2),
        options=(),
        guarantees=("each-gentleman-each-lady", "no-partner-twice"),
        source="Whist and Duplicate Whist, 11th edition 1900, page 46",
        most_sessions=lambda players, _options: players // 2,
        arrange=arrange_mixed_rotation,
    ),
    PartnerSystem(
        key="edgewood",
        name="Edgewood schedule",
        aliases=("couples",),
        sizes="an even number of players, 4 to 80",
        legal_sizes=range(4, 81, 2),
        options=(SPOUSES,),
        guarantees=(
            "each-gentleman-each-lady",
            "couples-exchange",
            "spouses-apart",
            "no-partner-twice",
        ),
        source="Whist and Duplicate Whist, 11th edition 1900, pages 46-47 (spouses=never: derived)",
        most_sessions=lambda players, options: (
            players // 2 - (1 if ("spouses", "never") in options else 0)
        ),
        arrange=arrange_edgewood,
    ),
)
"""All systems of partners, in the order of the book."""


def find_partner_system(key: str) -> PartnerSystem | None:
    """Return the system with this key or alias, or None. Case and spaces are ignored.

    >>> find_partner_system("howell") is None
    True
    """
    system_key = simplify_key(key)
    for system in PARTNER_SYSTEMS:
        if system_key in (system.key, *system.aliases):
            return system
    return None


def make_partner_plan(
    key: str,
    *,
    players: int | None,
    sessions: int | None = None,
    options: Mapping[str, str] | None = None,
) -> PartnerPlan:
    """Return the partner plan of system *key* for a number of *players*.

    Without *sessions* it is of full length.

    >>> plan = make_partner_plan("club-rotation", players=12, sessions=1)
    >>> [row.players for row in plan.rows]
    [(12, 1), (11, 2), (10, 3), (9, 4), (8, 5), (7, 6)]

    :raises MovementError: for an impossible size, option or length.
    :raises KeyError: if there is no such system.
    """
    system = find_partner_system(key)
    if system is None:
        raise KeyError(key)
    if players is None:
        raise make_players_wanted_error(movement=system.name)
    if players not in system.legal_sizes:
        by_distance = sorted(system.legal_sizes, key=lambda size: abs(size - players))
        nearest = " and ".join(map(str, sorted(by_distance[:2])))
        raise MovementError(
            "unsupported-players",
            "{movement} doesn’t work for {size} players. It takes {sizes}; the nearest numbers "
            "that work are {nearest}.",
            movement=system.name,
            size=players,
            sizes=system.sizes,
            nearest=nearest,
        )
    resolved = _resolve_options(system, players, options or {})
    most_sessions = system.most_sessions(players, resolved)
    if sessions is None:
        sessions = most_sessions
    if not 1 <= sessions <= most_sessions:
        raise MovementError(
            "sessions-out-of-range",
            "{movement} for {size} players lasts 1 to {most} sessions, not {sessions}.",
            movement=system.name,
            size=players,
            most=most_sessions,
            sessions=sessions,
        )
    return _make_system_plan(system, players, sessions, resolved)


def _resolve_options(system: PartnerSystem, players: int, chosen: Mapping[str, str]) -> Options:
    refuse_unknown_choices(system.name, system.options, chosen)
    couples = players // 2
    if chosen.get(SPOUSES.name) == "never" and couples % 2:
        raise make_choices_contradict_error(
            movement=system.name,
            option=SPOUSES.name,
            choice="never",
            contradiction=f"an odd number of couples ({couples}), one of which has nobody to swap with",
            alternative=f"spouses=sometimes, or {players - 2} or {players + 2} players",
        )
    return tuple((option.name, option.get_choice(chosen)) for option in system.options)


def _make_system_plan(
    system: PartnerSystem, players: int, sessions: int, options: Options
) -> PartnerPlan:
    rows: list[Partners] = []
    sit_outs: list[Bystander] = []
    for session_no in range(1, sessions + 1):
        for partners in system.arrange(players, session_no, options):
            if len(partners) == 1:
                sit_outs.append(Bystander(session_no, partners[0]))
            else:
                rows.append(Partners(session_no, (partners[0], partners[1])))
    plan = PartnerPlan(
        key=system.key,
        name=system.name,
        source=system.source,
        options=options,
        contestants=players,
        sessions=sessions,
        rows=tuple(rows),
        sit_outs=tuple(sit_outs),
        guarantees=(),
    )
    # Which guarantees hold is found by checking the finished plan.
    guarantees = [key for key in system.guarantees if PARTNER_GUARANTEES[key].is_kept(plan)]
    return replace(plan, guarantees=tuple(guarantees))


def partner_plan_to_json(plan: PartnerPlan) -> dict[str, Any]:
    """Return *plan* as a JSON object.

    >>> partner_plan_to_json(make_partner_plan("club-rotation", players=3))["sit_outs"][0]
    {'session': 1, 'contestant': 1}
    """
    return {
        "key": plan.key,
        "name": plan.name,
        "contest": CONTEST,
        "source": plan.source,
        "options": dict(plan.options),
        "contestants": plan.contestants,
        "sessions": plan.sessions,
        "rows": [{"session": row.session_no, "players": list(row.players)} for row in plan.rows],
        "sit_outs": [
            {"session": sit_out.session_no, "contestant": sit_out.player}
            for sit_out in plan.sit_outs
        ],
        "guarantees": list(plan.guarantees),
    }
