"""Small nights of every contest, one for each thing that a file can lose."""

from collections.abc import Callable
from decimal import Decimal

from director.boards.contests import Entrant
from director.boards.movement.lines.read import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import PairExtras
from director.boards.play.results.extras import store_extras
from director.boards.play.rulings.read import Penalty
from director.boards.play.scores.result import import_result
from director.boards.play.seats.write import name_entries, name_entry
from director.boards.scoring.extras import Extras
from director.models import Event, Section
from director.models.event import Contest, Places
from tests.director.boards.others import make_others
from tests.director.boards.play.draws.test_draws import begin, fresh, make_contest, play, use
from tests.director.boards.play.hands.nights import make_dealt
from tests.factories import (
    add_ruling,
    enter_all,
    make_night,
    make_sections,
    player_names,
)

RULED = ("4SS= MOVED +1/-1 mp", "A5050", "60% 4SS=, 40% 4SS-1", "N-S 4SS= / E-W 4SS-1")


def _event(section: Section) -> Event:
    return Event.objects.select_related("club").get(pk=section.session.event_id)


def _pairs(**how) -> Event:
    return _event(make_sections(**({"letters": "A", "key": "mitchell"} | how))[0])


def _pairs_without_names() -> Event:
    section = make_night(key="howell", pairs=4, boards_per_set=2, named=False)
    enter_all(section)
    return _event(section)


def _pairs_after_a_round() -> Event:
    section = make_night(key="howell", pairs=6, boards_per_set=2)
    for at, line in enumerate(fetch_section_lines(section).all):
        if line.round_no == 1:
            import_result(section=section, line=line, text=("4SS=", "2HE-1")[at % 2], user=None)
    return _event(section)


def _ranked_apart() -> Event:
    event = _pairs(letters="AB")
    event.places = Places.SECTION
    event.save()
    return event


def _ruled() -> Event:
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    lines = fetch_section_lines(section).all
    for text, line in zip(RULED, lines[::7], strict=False):
        import_result(section=section, line=line, text=text, user=None)
    return _event(section)


def _not_played() -> Event:
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    line = fetch_section_lines(section).all[5]
    import_result(section=section, line=line, text="NP: no time", user=None)
    return _event(section)


def _penalised() -> Event:
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    fine = Penalty(to=2, amount=Decimal("1.5"), unit="mp")
    add_ruling(section=section, user=None, facts="Late.", decision="Fined.", penalty=fine)
    return _event(section)


def _with_carry_over() -> Event:
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    given = Extras({1: PairExtras(carry_over="2.5")}, carry_over_unit="mp")
    store_extras(section=section, extras=given, user=None)
    return _event(section)


def _with_a_substitute() -> Event:
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    enter_all(section)
    names = Entrant(("Sub Stitute", player_names(0)[1]))
    name_entry(section=section, pair_no=1, names=names, from_round=2)
    return _event(section)


def _with_a_substitute_for_a_round() -> Event:
    """Return a night whose second session is without the substitute of the first."""
    section = make_sections(letters="A", sessions=2, key="howell", pairs=4)[0]
    enter_all(section)
    starters = section.entries.get(pair_no=1).entry_players.order_by("order")
    names = tuple(player.person.name for player in starters)
    substitute = Entrant((names[0], "Sub Stitute"))
    name_entry(section=section, pair_no=1, names=substitute, from_round=2)
    name_entry(section=section, pair_no=1, names=Entrant(names), from_round=3)
    return _event(section)


def _with_hands() -> Event:
    return _event(make_dealt())


def _other(contest: str, **how) -> Event:
    section = make_others(contest, **how)
    enter_all(section)
    return _event(section)


def _penalised_player() -> Event:
    event = _other(Contest.INDIVIDUAL)
    section = fetch_section(event.sessions.get().pk)
    fine = Penalty(to=2, amount=Decimal("1.5"), unit="mp")
    add_ruling(section=section, user=None, facts="Late.", decision="Fined.", penalty=fine)
    return event


def _player_with_carry_over() -> Event:
    event = _other(Contest.INDIVIDUAL)
    section = fetch_section(event.sessions.get().pk)
    given = Extras({1: PairExtras(carry_over="-7.5")}, carry_over_unit="mp")
    store_extras(section=section, extras=given, user=None)
    return event


def _penalised_team() -> Event:
    event = _other(Contest.TEAMS)
    section = fetch_section(event.sessions.get().pk)
    fine = Penalty(to=2, amount=Decimal("1.5"), unit="vp")
    add_ruling(section=section, user=None, facts="Late.", decision="Fined.", penalty=fine)
    return event


def _teams_in_imps() -> Event:
    event = _other(Contest.TEAMS, size=3, boards_per_set=2)
    event.scoring_options = {"victory_points": "none"}
    event.save()
    return event


def _drawn(desk, contest: str, key: str, size: int) -> Event:
    """Return a contest of two drawn rounds."""
    section = make_contest(contest)
    assert begin(desk, section, key=key, size=size, rounds=2).status_code == 302
    people = [player_names(number) for number in range(2 * size)]
    if contest == Contest.TEAMS:
        named = [(None, (*people[at], *people[at + size])) for at in range(size)]
    else:
        named = [(None, people[at]) for at in range(size)]
    name_entries(section=fetch_section(section.session_id), pairs=named)
    play(fresh(section), 1)
    assert use(desk, fresh(section)).status_code == 302
    play(fresh(section), 2)
    return _event(section)


NIGHTS: dict[str, Callable[..., Event]] = {
    "pairs, Mitchell": lambda _desk: _pairs(),
    "pairs, half table": lambda _desk: _pairs(pairs=7),
    "pairs, Howell": lambda _desk: _pairs(key="howell", pairs=4),
    "pairs, two sections": lambda _desk: _pairs(letters="AB"),
    "pairs, sections ranked apart": lambda _desk: _ranked_apart(),
    "pairs, two sessions": lambda _desk: _pairs(sessions=2, key="howell", pairs=4),
    "pairs, sections and sessions": lambda _desk: _pairs(letters="AB", sessions=2),
    "pairs, without names": lambda _desk: _pairs_without_names(),
    "pairs, after a round": lambda _desk: _pairs_after_a_round(),
    "pairs, ruled": lambda _desk: _ruled(),
    "pairs, not played": lambda _desk: _not_played(),
    "pairs, penalty": lambda _desk: _penalised(),
    "pairs, carry-over": lambda _desk: _with_carry_over(),
    "pairs, substitute": lambda _desk: _with_a_substitute(),
    "pairs, substitute for a round": lambda _desk: _with_a_substitute_for_a_round(),
    "pairs, hands": lambda _desk: _with_hands(),
    "Swiss pairs": lambda desk: _drawn(desk, Contest.PAIRS, "swiss-pairs", 6),
    "Swiss pairs, sit-outs": lambda desk: _drawn(desk, Contest.PAIRS, "swiss-pairs", 5),
    "players": lambda _desk: _other(Contest.INDIVIDUAL),
    "players, without names": lambda _desk: _other(Contest.INDIVIDUAL, named=False),
    "players, penalty": lambda _desk: _penalised_player(),
    "players, carry-over": lambda _desk: _player_with_carry_over(),
    "teams, round robin": lambda _desk: _other(Contest.TEAMS),
    "teams, without names": lambda _desk: _other(Contest.TEAMS, named=False),
    "teams, match": lambda _desk: _other(Contest.TEAMS, key="team-match", size=2, boards_per_set=6),
    "teams, in IMPs": lambda _desk: _teams_in_imps(),
    "teams, penalty": lambda _desk: _penalised_team(),
    "Swiss teams": lambda desk: _drawn(desk, Contest.TEAMS, "swiss-teams", 4),
    "Swiss teams, sit-outs": lambda desk: _drawn(desk, Contest.TEAMS, "swiss-teams", 5),
    "knock-out": lambda desk: _drawn(desk, Contest.TEAMS, "knock-out", 4),
    "teams seated by the movement": lambda _desk: _other(
        Contest.TEAMS, key="awl-24", size=2, rounds=6, boards_per_set=1
    ),
    "teams seated, without names": lambda _desk: _other(
        Contest.TEAMS, key="awl-24", size=2, rounds=6, boards_per_set=1, named=False
    ),
}
"""The nights by name. Each function takes the client of a director, by which contests are drawn."""
