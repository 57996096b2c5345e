"""Small nights of every contest, one for each thing that a file can lose."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal

from director.additions.contests.candidates import fetch_candidates
from director.additions.contests.matches.reported import report_match, set_match_void
from director.additions.contests.stages import start_stage
from director.additions.rulings.rulings import Penalty
from director.boards.contests import Entrant
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import PairExtras
from director.boards.play.hands import store_deals
from director.boards.play.plan import store_plan
from director.boards.play.results.extras import store_extras
from director.boards.play.scores.off_schedule import turn_table
from director.boards.play.scores.result import import_result
from director.boards.play.seats.seating import name_entries, name_entry, set_unranked
from director.boards.scoring.extras import SectionExtras
from director.boards.scoring.standings.event import EventResults
from director.formats.deals import read_deals
from director.models import Event, Section
from director.models.event import Contest, RankingScope
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    post_draw,
    reload_drawn_section,
)
from tests.director.additions.hands.nights import make_dealt_section
from tests.director.boards.others import make_contest_section
from tests.factories import (
    add_ruling,
    enter_all_results,
    make_night,
    make_pair_names,
    make_sections,
)
from tests.scoring.hands.cards import FILE

RULED = (
    "4SS= MOVED +1/-1 mp",
    "A5050",
    "60% 4SS=, 40% 4SS-1",
    "N-S 4SS= / E-W 4SS-1",
    "60% 4SS=, 40% 4SS-1 MOVED +1/-1 mp",
    "A60+/40-",
    "A6040 MOVED +0.5/+0.5 mp",
)


def _event(section: Section) -> Event:
    return Event.objects.select_related("club").get(pk=section.session.event_id)


def _pairs(**how) -> Event:
    return _event(make_sections(**({"letters": "A", "key": "mitchell"} | how))[0])


def _pairs_without_names() -> Event:
    section = make_night(key="howell", pairs=4, boards_per_set=2, named=False)
    enter_all_results(section)
    return _event(section)


def _pairs_after_a_round() -> Event:
    section = make_night(key="howell", pairs=6, boards_per_set=2)
    for index, line in enumerate(fetch_section_lines(section).all):
        if line.round_no == 1:
            import_result(section=section, line=line, text=("4SS=", "2HE-1")[index % 2], user=None)
    return _event(section)


def _ranked_apart() -> Event:
    event = _pairs(letters="AB")
    event.places = RankingScope.SECTION
    event.save()
    return event


def _ruled() -> Event:
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    lines = fetch_section_lines(section).all
    for text, line in zip(RULED, lines[::7], strict=False):
        import_result(section=section, line=line, text=text, user=None)
    return _event(section)


def _turned() -> Event:
    """Return a night with two winners whose pairs sat the other way round at a table in each round."""
    section = make_sections(letters="A", key="mitchell", pairs=14, boards_per_set=3)[0]
    for round_no in range(1, 8):
        turn_table(section=section, round_no=round_no, table_no=2, user=None)
    lines = fetch_section_lines(section).all
    turned = [line for line in lines if (line.table_no, line.board_no % 3) == (2, 1)]
    for text, line in zip(RULED, turned, strict=True):
        import_result(section=section, line=line, text=text, user=None)
    fine = Penalty(pair_no=2, amount=Decimal("1.5"), unit="mp")
    add_ruling(section=section, user=None, facts="Late.", decision="Fined.", penalty=fine)
    return _event(section)


def _mnemonic() -> Event:
    """Return a night whose pairs play every board twice, some with the same result."""
    section = make_night(
        key="mnemonic-pairs", pairs=4, boards_per_set=1, options={"movement": "howell"}
    )
    texts = ("4SS=", "PASS", "3NTW+1", "-100", "2HE=")
    for index, line in enumerate(fetch_section_lines(section).all):
        import_result(section=section, line=line, text=texts[index % len(texts)], user=None)
    return _event(section)


def _not_played() -> Event:
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    line = fetch_section_lines(section).all[5]
    import_result(section=section, line=line, text="NP: no time", user=None)
    return _event(section)


def _penalised() -> Event:
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    fine = Penalty(pair_no=2, amount=Decimal("1.5"), unit="mp")
    add_ruling(section=section, user=None, facts="Late.", decision="Fined.", penalty=fine)
    return _event(section)


def _with_penalties() -> Event:
    """Return a night of several penalties, one for a pair that had the fewest boards."""
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    line = fetch_section_lines(section).all[5]
    import_result(section=section, line=line, text="A60/NP", user=None)
    for pair_no, amount in ((line.ew, "1.5"), (line.ns, "0.25"), (5, "2")):
        fine = Penalty(pair_no=pair_no, amount=Decimal(amount), unit="mp")
        add_ruling(section=section, user=None, facts="Late.", decision="Fined.", penalty=fine)
    return _event(section)


def _with_carry_over() -> Event:
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    given = SectionExtras({1: PairExtras(carry_over="2.5")}, carry_over_unit="mp")
    store_extras(section=section, extras=given, user=None)
    return _event(section)


def _with_a_final() -> Event:
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    event = section.session.event
    finalists = [person.entry_id for person in fetch_candidates(event, EventResults(event))[:4]]
    session = start_stage(
        event=event,
        name="Final",
        day=date(2026, 12, 5),
        entry_ids_by_letter={"A": finalists},
        is_early=True,
        user=None,
    )
    final = fetch_section(session.pk)
    store_plan(section=final, movement=make_plan("howell", pairs=4, boards_per_set=2))
    enter_all_results(fetch_section(session.pk))
    return _event(section)


def _with_a_pair_without_standing() -> Event:
    section = make_sections(letters="A", key="howell", pairs=6)[0]
    leader = EventResults(section.session.event).standings.groups[0].rows[0]
    set_unranked(section=section, pair_no=leader.contestant, is_unranked=True)
    return _event(section)


def _with_a_substitute() -> Event:
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    enter_all_results(section)
    names = Entrant(("Sub Stitute", make_pair_names(0)[1]))
    name_entry(section=section, pair_no=1, names=names, from_round=2)
    return _event(section)


def _with_a_substitute_for_a_round() -> Event:
    """Return a night whose second session is without the substitute of the first."""
    section = make_sections(letters="A", sessions=2, key="howell", pairs=4)[0]
    enter_all_results(section)
    starters = section.entries.get(pair_no=1).entry_players.order_by("order")
    names = tuple(player.person.name for player in starters)
    substitute = Entrant((names[0], "Sub Stitute"))
    name_entry(section=section, pair_no=1, names=substitute, from_round=2)
    name_entry(section=section, pair_no=1, names=Entrant(names), from_round=3)
    return _event(section)


def _with_hands() -> Event:
    return _event(make_dealt_section())


def _with_hands_of_two_sections() -> Event:
    """Return a night whose sections play other cards on the same boards."""
    first, second = make_sections(letters="AB", key="howell", pairs=4)
    deals = read_deals(FILE.read_bytes())
    boards = len({line.board_no for line in fetch_section_lines(first).all})
    others = [
        replace(deal, board_no=deal.board_no - boards) for deal in deals if deal.board_no > boards
    ]
    for section, cards in ((first, deals[:boards]), (second, others[:boards])):
        store_deals(section=section, deals=cards, source="", user=None, is_for_all_sections=False)
    return _event(first)


def _other(contest: str, **how) -> Event:
    section = make_contest_section(contest, **how)
    enter_all_results(section)
    return _event(section)


def _penalised_player() -> Event:
    event = _other(Contest.INDIVIDUAL)
    section = fetch_section(event.sessions.get().pk)
    fine = Penalty(pair_no=2, amount=Decimal("1.5"), unit="mp")
    add_ruling(section=section, user=None, facts="Late.", decision="Fined.", penalty=fine)
    return event


def _player_with_carry_over() -> Event:
    event = _other(Contest.INDIVIDUAL)
    section = fetch_section(event.sessions.get().pk)
    given = SectionExtras({1: PairExtras(carry_over="-7.5")}, carry_over_unit="mp")
    store_extras(section=section, extras=given, user=None)
    return event


def _penalised_team() -> Event:
    event = _other(Contest.TEAMS)
    section = fetch_section(event.sessions.get().pk)
    fine = Penalty(pair_no=2, amount=Decimal("1.5"), unit="vp")
    add_ruling(section=section, user=None, facts="Late.", decision="Fined.", penalty=fine)
    return event


def _teams_in_imps() -> Event:
    event = _other(Contest.TEAMS, size=3, boards_per_set=2)
    event.scoring_options = {"victory_points": "none"}
    event.save()
    return event


def _teams_with_a_board_not_played() -> Event:
    event = _other(Contest.TEAMS)
    section = fetch_section(event.sessions.get().pk)
    line = fetch_section_lines(section).all[5]
    import_result(section=section, line=line, text="NP: no time", user=None)
    return event


def _with_a_void_match() -> Event:
    event = _other(Contest.TEAMS)
    section = fetch_section(event.sessions.get().pk)
    set_match_void(section=section, key=(1, 1, 4), is_void=True, user=None)
    return event


def _type_matches(section: Section, round_no: int) -> None:
    """Enter a result without boards for every match of a round."""
    matches = {
        (line.round_no, *sorted((line.ns, line.ew)))
        for line in fetch_section_lines(section).all
        if line.round_no == round_no
    }
    for index, key in enumerate(sorted(matches)):
        result = MatchResult("imp", 30 - 7 * index, 4 + index)
        report_match(section=section, key=key, result=result, user=None)


def _name_teams(section: Section, size: int) -> None:
    """Name four players of each of *size* teams."""
    people = [make_pair_names(number) for number in range(2 * size)]
    named = [(None, (*people[index], *people[index + size])) for index in range(size)]
    name_entries(section=fetch_section(section.session_id), pairs=named)


def _typed_round_robin() -> Event:
    section = make_contest_section(Contest.TEAMS)
    for round_no in (1, 2, 3):
        _type_matches(section, round_no)
    return _event(section)


def _divisions(*, typed: bool) -> Event:
    """Return a league of two divisions, each a round robin, *typed* match by match or with boards."""
    first = make_contest_section(Contest.TEAMS)
    second = first.session.sections.create(letter="B")
    second.session.event = first.session.event
    store_plan(section=second, movement=make_plan("round-robin", teams=4, boards_per_set=4))
    names = [(None, [f"Ursa {team}{seat}" for seat in "NESW"]) for team in range(1, 5)]
    name_entries(section=second, pairs=names)
    for section in (fetch_section(first.ref), fetch_section(second.ref)):
        if typed:
            for round_no in (1, 2, 3):
                _type_matches(section, round_no)
        else:
            enter_all_results(section)
    return _event(first)


def _typed_draw(desk, key: str, *, is_whole: bool = True) -> Event:
    """Return a contest of two drawn rounds, typed match by match, the first only if it *is_whole*."""
    section = make_drawn_section(desk, key=key, size=4, rounds=2)
    _name_teams(section, 4)
    if is_whole:
        _type_matches(reload_drawn_section(section), 1)
    else:
        enter_round(reload_drawn_section(section), 1)
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    _type_matches(reload_drawn_section(section), 2)
    return _event(section)


def _typed_second_round(desk) -> Event:
    """Return a Swiss whose first round has no results yet."""
    section = make_drawn_section(desk, key="swiss-teams", size=4, rounds=2)
    _name_teams(section, 4)
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    _type_matches(reload_drawn_section(section), 2)
    return _event(section)


def _drawn(desk, contest: str, key: str, size: int) -> Event:
    """Return a contest of two drawn rounds."""
    section = make_drawn_section(desk, contest=contest, key=key, size=size, rounds=2)
    if contest == Contest.TEAMS:
        _name_teams(section, size)
    else:
        named = [(None, make_pair_names(number)) for number in range(size)]
        name_entries(section=fetch_section(section.session_id), pairs=named)
    enter_round(reload_drawn_section(section), 1)
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    enter_round(reload_drawn_section(section), 2)
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
    "pairs, turned tables": lambda _desk: _turned(),
    "pairs, mnemonic": lambda _desk: _mnemonic(),
    "pairs, not played": lambda _desk: _not_played(),
    "pairs, penalty": lambda _desk: _penalised(),
    "pairs, penalties": lambda _desk: _with_penalties(),
    "pairs, carry-over": lambda _desk: _with_carry_over(),
    "pairs, final": lambda _desk: _with_a_final(),
    "pairs, without standing": lambda _desk: _with_a_pair_without_standing(),
    "pairs, substitute": lambda _desk: _with_a_substitute(),
    "pairs, substitute for a round": lambda _desk: _with_a_substitute_for_a_round(),
    "pairs, hands": lambda _desk: _with_hands(),
    "pairs, hands of two sections": lambda _desk: _with_hands_of_two_sections(),
    "Swiss pairs": lambda desk: _drawn(desk, Contest.PAIRS, "swiss-pairs", 6),
    "Swiss pairs, sit-outs": lambda desk: _drawn(desk, Contest.PAIRS, "swiss-pairs", 5),
    "players": lambda _desk: _other(Contest.INDIVIDUAL),
    "players, without names": lambda _desk: _other(Contest.INDIVIDUAL, named=False),
    "players, penalty": lambda _desk: _penalised_player(),
    "players, carry-over": lambda _desk: _player_with_carry_over(),
    "teams, round robin": lambda _desk: _other(Contest.TEAMS),
    "teams, without names": lambda _desk: _other(Contest.TEAMS, named=False),
    "league, divisions with boards": lambda _desk: _divisions(typed=False),
    "league, divisions of typed matches": lambda _desk: _divisions(typed=True),
    "teams, match": lambda _desk: _other(Contest.TEAMS, key="team-match", size=2, boards_per_set=6),
    "teams, in IMPs": lambda _desk: _teams_in_imps(),
    "teams, penalty": lambda _desk: _penalised_team(),
    "teams, not played": lambda _desk: _teams_with_a_board_not_played(),
    "teams, void match": lambda _desk: _with_a_void_match(),
    "Swiss teams": lambda desk: _drawn(desk, Contest.TEAMS, "swiss-teams", 4),
    "Swiss teams, sit-outs": lambda desk: _drawn(desk, Contest.TEAMS, "swiss-teams", 5),
    "teams, typed matches": lambda _desk: _typed_round_robin(),
    "Swiss teams, typed matches": lambda desk: _typed_draw(desk, "swiss-teams"),
    "Swiss teams, boards and typed matches": lambda desk: _typed_draw(
        desk, "swiss-teams", is_whole=False
    ),
    "Swiss teams, second round typed": _typed_second_round,
    "knock-out, typed matches": lambda desk: _typed_draw(desk, "knock-out"),
    "knock-out": lambda desk: _drawn(desk, Contest.TEAMS, "knock-out", 4),
    "teams seated by the movement": lambda _desk: _other(
        Contest.TEAMS, key="awl-24", size=2, rounds=6, boards_per_set=1
    ),
    "teams seated, without names": lambda _desk: _other(
        Contest.TEAMS, key="awl-24", size=2, rounds=6, boards_per_set=1, named=False
    ),
}
"""The nights by name. Each function takes the client of a director, by which contests are drawn."""
