"""Who partners whom from session to session.

Responsible for the club tournament of 1900, in which everybody partners everybody, and for ladies
and gentlemen: the plain rotation and the Edgewood schedule, in which couples exchange partners.
Who opposes whom is another movement's business.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from movements.errors import MovementError
from movements.model import Options
from movements.option import Option, plain_key
from movements.registry import refuse_unknown_choices
from movements.sentences import MovementSentences

CONTEST = "partners"


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
    player: int


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
    """A promise about partners: its ``key``, one sentence for people, and the check of a plan.

    >>> PARTNER_GUARANTEES["couples-exchange"].text
    'Two men who swap partners swap them with each other.'
    """

    key: str
    text: str
    holds: Callable[[PartnerPlan], bool]


@dataclass(frozen=True, slots=True)
class PartnerSystem:
    """A registered system of partners: its name, limits and the two functions that make its plans.

    ``most_sessions(players, options)`` is how long it lasts before anything repeats;
    ``arrange(players, session_no, options)`` yields the partners of one session, a player alone as
    a tuple of one.

    >>> find_partner_system("Edgewood").sizes
    'an even number of players, 4 to 80'
    """

    key: str
    name: str
    aliases: tuple[str, ...]
    sizes: str
    legal_sizes: Sequence[int]
    options: tuple[Option, ...]
    guarantees: tuple[str, ...]
    source: str
    most_sessions: Callable[[int, Options], int]
    arrange: Callable[[int, int, Options], Iterator[tuple[int, ...]]]
    contest: str = CONTEST


SPOUSES = Option(
    "spouses",
    "Couples as partners",
    {"sometimes": "once in the series, as in the book", "never": "never"},
    note="An even number of couples can avoid it.",
)


def club_rotation(
    players: int, session_no: int, _options: Options = ()
) -> Iterator[tuple[int, ...]]:
    """Yield the partners of one session of the club tournament, in the order of the book.

    The highest number N, a dummy for an odd number of players, plays with the number of the session
    k, and every k-i with k+i, counted round N-1.

    >>> list(club_rotation(5, 2))
    [(2,), (1, 3), (5, 4)]

    Source: [WDW1900] p. 46 (the book says "pairs" where it needs an odd number of players).
    """
    size = players + players % 2
    yield (size, session_no) if size == players else (session_no,)
    for apart in range(1, size // 2):
        yield tuple((session_no + step - 1) % (size - 1) + 1 for step in (-apart, apart))


def mixed_rotation(
    players: int, session_no: int, _options: Options = ()
) -> Iterator[tuple[int, ...]]:
    """Yield the partners of one session of ladies and gentlemen.

    Each gentleman moves up one lady a session.

    >>> list(mixed_rotation(6, 2))
    [(1, 5), (2, 6), (3, 4)]

    Source: [WDW1900] p. 46.
    """
    couples = players // 2
    for gentleman in range(1, couples + 1):
        yield gentleman, couples + (gentleman + session_no - 2) % couples + 1


def edgewood(players: int, session_no: int, options: Options = ()) -> Iterator[tuple[int, ...]]:
    """Yield the partners of one session: gentleman g and lady l with g + l equal to the session,
    modulo C.

    Without spouses the couples exchange as in the club tournament, so that nobody meets his own
    wife.

    >>> list(edgewood(6, 1))
    [(1, 6), (2, 5), (3, 4)]
    >>> list(edgewood(8, 1, (("spouses", "never"),)))
    [(1, 8), (2, 7), (3, 6), (4, 5)]

    Source: [WDW1900] pp. 46-47; without spouses derived.
    """
    couples = players // 2
    if dict(options).get(SPOUSES.name) == "never":
        exchanges = [*club_rotation(couples, session_no)]
        yield from sorted(
            (man, couples + wife)
            for first, second in exchanges
            for man, wife in ((first, second), (second, first))
        )
        return
    for gentleman in range(1, couples + 1):
        yield gentleman, couples + (session_no - gentleman - 1) % couples + 1


def _everybody_partners_everybody(plan: PartnerPlan) -> bool:
    met = Counter(frozenset(row.players) for row in plan.rows)
    return len(met) == plan.contestants * (plan.contestants - 1) // 2 and set(met.values()) == {1}


def _each_gentleman_each_lady(plan: PartnerPlan) -> bool:
    couples = plan.contestants // 2
    met = Counter(row.players for row in plan.rows)
    return met == Counter(
        (man, lady + couples) for man in range(1, couples + 1) for lady in range(1, couples + 1)
    )


def _couples_exchange(plan: PartnerPlan) -> bool:
    couples = plan.contestants // 2
    together = {(row.session_no, row.players) for row in plan.rows}
    return all(
        (session, (lady - couples, man + couples)) in together for session, (man, lady) in together
    )


def _spouses_apart(plan: PartnerPlan) -> bool:
    couples = plan.contestants // 2
    return all(lady - man != couples for man, lady in (row.players for row in plan.rows))


def _no_partner_twice(plan: PartnerPlan) -> bool:
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
        _each_gentleman_each_lady,
    ),
    PartnerGuarantee(
        "couples-exchange",
        "Two men who swap partners swap them with each other.",
        _couples_exchange,
    ),
    PartnerGuarantee("spouses-apart", "Couples are never partners.", _spouses_apart),
    PartnerGuarantee("no-partner-twice", "Nobody has the same partner twice.", _no_partner_twice),
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
        arrange=club_rotation,
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
        arrange=mixed_rotation,
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
        arrange=edgewood,
    ),
)
"""All systems of partners, in the order of the book."""


def find_partner_system(key: str) -> PartnerSystem | None:
    """Return the system with this key or alias, capitals and spaces not minded, or ``None``.

    >>> find_partner_system("howell") is None
    True
    """
    wanted = plain_key(key)
    return next(
        (system for system in PARTNER_SYSTEMS if wanted in (system.key, *system.aliases)), None
    )


def make_partner_plan(
    key: str,
    *,
    players: int | None,
    sessions: int | None = None,
    options: Mapping[str, str] | None = None,
) -> PartnerPlan:
    """Return the partnerships under system *key* for a number of *players*.

    All sessions, or the first *sessions*.

    >>> plan = make_partner_plan("club-rotation", players=12, sessions=1)
    >>> [row.players for row in plan.rows]
    [(12, 1), (11, 2), (10, 3), (9, 4), (8, 5), (7, 6)]

    :raises MovementError: one of its kinds, for a size, option or length that is not possible.
    :raises KeyError: if there is no such system.
    """
    system = find_partner_system(key)
    if system is None:
        raise KeyError(key)
    if players is None:
        raise MovementError(MovementSentences.PLAYERS_WANTED, movement=system.name)
    if players not in system.legal_sizes:
        near = sorted(sorted(system.legal_sizes, key=lambda size: abs(size - players))[:2])
        nearest = " and ".join(str(size) for size in near)
        raise MovementError(
            MovementSentences.UNSUPPORTED_PLAYERS,
            movement=system.name,
            size=players,
            sizes=system.sizes,
            nearest=nearest,
        )
    settled = _settle_options(system, players, options or {})
    most = system.most_sessions(players, settled)
    length = most if sessions is None else sessions
    if not 1 <= length <= most:
        raise MovementError(
            MovementSentences.SESSIONS_OUT_OF_RANGE,
            movement=system.name,
            size=players,
            most=most,
            sessions=length,
        )
    return _plan(system, players, length, settled)


def _settle_options(system: PartnerSystem, players: int, chosen: Mapping[str, str]) -> Options:
    refuse_unknown_choices(system.name, system.options, chosen)
    if chosen.get(SPOUSES.name) == "never" and players // 2 % 2:
        raise MovementError(
            MovementSentences.CHOICES_CONTRADICT,
            movement=system.name,
            option=SPOUSES.name,
            choice="never",
            other=f"an odd number of couples ({players // 2}), one of which has nobody to swap with",
            instead=f"spouses=sometimes, or {players - 2} or {players + 2} players",
        )
    return tuple((option.name, option.of(chosen)) for option in system.options)


def _plan(system: PartnerSystem, players: int, sessions: int, options: Options) -> PartnerPlan:
    rows: list[Partners] = []
    alone: list[Bystander] = []
    for session_no in range(1, sessions + 1):
        for together in system.arrange(players, session_no, options):
            if len(together) == 1:
                alone.append(Bystander(session_no, together[0]))
            else:
                rows.append(Partners(session_no, (together[0], together[1])))
    whole = PartnerPlan(
        system.key,
        system.name,
        system.source,
        options,
        players,
        sessions,
        tuple(rows),
        tuple(alone),
        (),
    )
    kept = tuple(key for key in system.guarantees if PARTNER_GUARANTEES[key].holds(whole))
    return PartnerPlan(
        system.key,
        system.name,
        system.source,
        options,
        players,
        sessions,
        tuple(rows),
        tuple(alone),
        kept,
    )


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
