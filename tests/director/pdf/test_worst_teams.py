"""Every kind of sheet of teams with the worst there can be: up to 40, names of sixty characters, six boards."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from director.additions.contests.paper.records import NamesBySeat, make_match_cards
from director.additions.contests.scoring.brackets import (
    Bracket,
    BracketMatch,
    BracketRound,
    BracketSide,
)
from director.additions.contests.scoring.fixtures import Fixture, FixtureList
from director.additions.contests.scoring.sheets import (
    CrossCell,
    CrossRow,
    CrossTable,
    MatchBoard,
    ScoredMatch,
)
from director.boards.contests import CONTESTS, TEAMS
from director.boards.movement.cards.cards import Badge, make_movement_cards
from director.boards.movement.cards.guides import make_personal_guides
from director.boards.movement.lines.matches import SectionMatch
from director.boards.movement.numbering import make_planned_section
from director.boards.paper.sheet_kinds import list_sheet_kinds
from director.models import Match
from movements.registry import make_plan
from movements.swiss.knockout import make_knockout_tree
from tests.director.pdf.factories import (
    PrintJob,
    make_board_line,
    make_drawn_round,
    make_heading,
    make_standing_row,
    make_swiss_table,
    print_sheets,
    replace_sides,
)
from tests.director.pdf.reading import read_pages
from tests.director.pdf.test_worst_data import HYPHENED, SOLID, check_pages, make_worst_job

SIZES = {"6 teams, six boards": (6, 6), "32 teams, one board": (32, 1)}
KEYS = [
    kind.key for kind in list_sheet_kinds(TEAMS) if kind.key not in ("sit-out-slips", "team-lists")
]


def of_teams(sheet):
    return replace(sheet, heading=replace(sheet.heading, contestant_noun="team"))


def with_matches(standings):
    groups = (
        replace(group, rows=tuple(replace(row, matches=39, imps=-1048) for row in group.rows))
        for group in standings.groups
    )
    return replace(of_teams(standings), groups=tuple(groups))


def make_bracket(
    size, played, name=lambda number: (SOLID, HYPHENED)[number % 2], *, has_decisions=False
):
    """A knock-out of *size* teams in which the lower number has won in the rounds that are *played*."""
    won = [range(1, size // 2**round_no + size % 2 + 1) for round_no in range(1, played + 1)]
    tree = make_knockout_tree(range(1, size + 1), won)

    def side(team, match):
        score = (
            ""
            if match.winner is None or match.is_bye
            else "+123"
            if team == match.winner
            else "−123"
        )
        return (
            None
            if team is None
            else BracketSide(f"{team}", name(team), score, team == match.winner)
        )

    def decided(at, match):
        return (
            f"{match.winner} goes through under the regulations"
            if has_decisions and match.winner and at % 4 == 1
            else ""
        )

    rounds = tuple(
        BracketRound(
            "Quarter-finals",
            "QF",
            tuple(
                BracketMatch(
                    side(match.upper, match),
                    side(match.lower, match),
                    match.is_bye,
                    decided(index, match),
                )
                for index, match in enumerate(matches)
            ),
        )
        for matches in tree
    )
    last = tree[-1][0]
    return Bracket(
        make_heading(size, contestant_noun="team", section="ZZ"),
        rounds,
        side(last.winner, last) if last.winner else None,
    )


def fixtures(
    teams,
    name=lambda number: f"{(SOLID, HYPHENED)[number % 2]} of Warrington",
    remark=SOLID,
):
    """The list of fixtures of a league of *teams* who play each other twice."""
    plan = make_plan("round-robin", teams=teams, boards_per_set=8)
    meetings = sorted({(row.round_no, *sorted((row.ns, row.ew))) for row in plan.rows})
    lines = []
    for turn in range(2):
        for index, (round_no, *sides) in enumerate(meetings):
            home, away = sides[::-1] if turn else sides
            key = (round_no + turn * plan.rounds, *sides)
            stored = Match(
                remark=(remark, "")[index % 2],
                is_postponed=index % 4 == 1,
            )
            is_played = index % 4 == 0
            lines.append(
                Fixture(
                    section_id=1,
                    key=key,
                    home_no=home,
                    away_no=away,
                    home_name=name(home),
                    away_name=name(away),
                    tables=(1, 2),
                    score=(Fraction(40, 3), Fraction(20, 3)) if is_played else (None, None),
                    decimals=2,
                    match=SectionMatch(key, (), stored, is_cancelled=index % 4 == 3),
                )
            )
    return FixtureList(make_heading(teams, contestant_noun="team", section="ZZ"), tuple(lines))


def match_sheet(
    boards, *, round_no=3, name=(SOLID, HYPHENED), players=(SOLID, HYPHENED), is_reported=False
):
    """A match of as many *boards*, with every word that a result can have."""
    contracts = ("4SX", "7NTXX", "A6040", "CARDS BOTH", "4S SHIFTED", "PASS", "")
    lines = [
        MatchBoard(
            round_no=round_no,
            board_no=number,
            open_room=None if number % 9 == 8 else result(number, contracts[number % 7], players),
            closed_room=result(number + 3, contracts[number % 6], players),
            home_points=None if is_reported else number % 3 * 11,
            away_points=None if is_reported else number % 2 * 12,
            running_totals=(number * 11, number * 12),
        )
        for number in range(1, boards + 1)
    ]
    sides = (
        make_standing_row(1, 1, label="ZZ1", name=name[0]),
        make_standing_row(16, 2, label="ZZ16", name=name[1]),
    )
    return ScoredMatch(
        make_heading(16, contestant_noun="team", section="ZZ"),
        *sides,
        tuple(lines),
        points=(None, None) if is_reported else (28, -28),
        score=(Fraction(1642, 100), Fraction(358, 100)),
        result=(Fraction(1642, 100), Fraction(358, 100)),
        score_explanation="28 IMPs on 32 boards gave 16.42 : 3.58 victory points",
        tables=(31, 32),
        rounds=(round_no,),
        round_no=round_no,
        total_adjustments=("Team ZZ1: carry-over 12.5", "Team ZZ16: penalty −3 VPs, ruling 12"),
    )


def result(number, contract, players):
    line = make_board_line(number, 1, 16)
    ns, ew = {"players": players}, {"players": players[::-1]}
    return replace_sides(line, contract=contract, due="round 12", ns=ns, ew=ew)


@cache
def make_worst_teams_job(teams, per_set):
    plan = make_plan("round-robin", teams=teams, boards_per_set=per_set)
    section, head = (
        make_planned_section(None, plan),
        make_heading(teams, contestant_noun="team", section="ZZ"),
    )
    names = {number: (SOLID, HYPHENED)[number % 2] for number in range(1, teams + 1)}
    players = dict.fromkeys(names, (SOLID, HYPHENED, SOLID, HYPHENED))
    of_pairs = make_worst_job(5, 5, 6) if teams < 10 else make_worst_job(40, 13, 1)
    few = slice(None, None, max(1, teams // 6))
    standings = tuple(with_matches(sheet) for sheet in of_pairs.standings)
    rows = tuple(
        replace(row, label=f"ZZ{row.contestant}")
        for group in standings[0].groups
        for row in group.rows
    )[:teams]
    return replace(
        of_pairs,
        guide_cards=make_movement_cards(section, plan, head),
        guides=make_personal_guides(section, plan, head, players, names)[few],
        howell_cards=(),
        safford_cards=(),
        table_letters=(),
        travellers=(),
        match_cards=tuple(
            replace(
                card,
                home_players=NamesBySeat(SOLID, HYPHENED, HYPHENED, SOLID),
                away_players=NamesBySeat(HYPHENED, "", SOLID),
            )
            for card in make_match_cards(section, plan, head, names)[few][:40]
        ),
        score_slips=tuple(of_teams(slip) for slip in of_pairs.score_slips),
        standings=standings,
        boards=tuple(of_teams(board) for board in of_pairs.boards),
        pairs=tuple(of_teams(card) for card in of_pairs.pairs),
        recap=of_teams(of_pairs.recap),
        fixtures=fixtures(min(teams, 16)),
        matches=(
            *(match_sheet(per_set * 6) for _match in range(3)),
            match_sheet(6, is_reported=True),
        ),
        brackets=(make_bracket(2 * teams + 1, 2, has_decisions=True),),
        badges=tuple(
            Badge(
                head,
                "ZZ32",
                (SOLID, HYPHENED, "")[index % 3],
                (HYPHENED, SOLID)[index % 2],
                ("", "16")[index % 2],
            )
            for index in range(12)
        ),
        swiss_table=make_swiss_table(teams, per_set, name=SOLID, top=head),
        cross_tables=(
            CrossTable(
                heading=head,
                unit="victory points",
                teams=rows,
                rows=tuple(
                    CrossRow(
                        row,
                        tuple(
                            None if row is other else CrossCell(other.contestant, other.total, 6)
                            for other in rows
                        ),
                    )
                    for row in rows
                ),
            ),
        ),
    )


def test_a_match_card_has_both_teams_rooms_and_boards():
    job = make_worst_teams_job(6, 6)
    page = read_pages(print_sheets(job, "match-cards"))[0]
    card = job.match_cards[0]
    assert {card.home_label, card.away_label, card.open_room_table, card.closed_room_table} <= set(
        page.texts
    )
    assert {str(board.board_no) for board in card.boards} <= set(page.texts)
    assert {f"Signed for {card.home_label}", f"Signed for {card.away_label}"} <= {
        text.strip() for text in page.texts
    }


def test_scores_with_their_imps_leave_names_of_fixtures_their_width():
    listed = fixtures(
        4,
        name=lambda number: ("Elm Park", "Hammersmith and Chiswick Wanderers")[number % 2],
        remark="28 Sep 2026",
    )
    lines = [
        replace(
            line,
            imps=None if line.score[0] is None else (83, 39),
            provisional_text="9 : 9 until it is played" if line.score[0] is None else "",
        )
        for line in listed.lines
    ]
    job = PrintJob(fixtures=replace(listed, lines=tuple(lines)))
    (page,) = read_pages(print_sheets(job, "fixtures"))
    assert "3 Hammersmith" in page.texts
    assert {"13.33 : 6.67", "83 : 39", "9 : 9 until", "it is played"} <= set(page.texts)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("boards", "pages"), [(8, 2), (32, 4), (64, 8)])
def test_scored_match_cards_are_two_to_a_page_or_go_on_over_pages(boards, pages, paper):
    names = ("Riverside Friends of Duplicate Bridge " * 2, "Elm Park")
    players = ("Ada Featherstonehaugh", "Bert Fotheringay")
    matches = [match_sheet(boards, name=names, players=players) for _match in range(4)]
    drawn = read_pages(
        print_sheets(PrintJob(matches=tuple(matches)), "scored-matches", paper=paper)
    )
    check_pages(drawn)
    assert len(drawn) == pages
    texts = [text for page in drawn for text in page.texts]
    assert {"7NT××", "11 : 12", f"{11 * boards} : {12 * boards}", "16.42"} <= {*texts}
    assert "Open room: N-S Ada Featherstonehaugh & Bert Fotheringay" in drawn[0].plain


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_three_short_matches_fill_a_page(paper):
    names, players = ("Elm Park", "Oak Hill"), ("Ada Ash", "Bert Birch")
    matches = [match_sheet(3, name=names, players=players) for _match in range(3)]
    drawn = read_pages(
        print_sheets(PrintJob(matches=tuple(matches)), "scored-matches", paper=paper)
    )
    check_pages(drawn)
    assert len(drawn) == 1


def test_a_line_up_slip_is_blank_for_each_team_of_a_match():
    job = make_worst_teams_job(6, 6)
    card = job.match_cards[0]
    page = read_pages(print_sheets(PrintJob(match_cards=(card,)), "line-up-slips"))[0]
    texts = [text.strip() for text in page.texts]
    assert texts.count("Captain’s signature") == texts.count("Line-up of team") == 2
    # Each team sits N-S in its own room.
    assert texts.count(f"North, table {card.open_room_table}") == 1
    assert texts.count(f"East, table {card.open_room_table}") == 1
    assert texts.count(f"South, table {card.closed_room_table}") == 1
    assert texts[texts.index("Line-up of team") + 1] == card.home_label


def test_matches_entered_as_a_result_are_listed_as_such():
    job = PrintJob(matches=(match_sheet(8, is_reported=True),))
    (page,) = read_pages(print_sheets(job, "scored-matches"))
    assert "Results without boards" in page.plain
    assert "16.42 : 3.58" in page.texts
    assert "4S×" not in page.plain


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_bracket_of_64_teams_with_long_names_is_one_sheet_that_names_everybody(paper):
    pages = read_pages(
        print_sheets(PrintJob(brackets=(make_bracket(64, 6),)), "bracket", paper=paper)
    )
    assert len(pages) == 1
    check_pages(pages)
    first = {text for text in pages[0].texts if len(text) > 10}
    assert {f"{team} {(SOLID, HYPHENED)[team % 2]}" for team in range(1, 65)} <= first


@pytest.mark.parametrize("size", [2, 5, 24, 33, 64, 100, 128])
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
def test_every_team_stands_in_full_on_the_bracket_in_as_many_parts_as_it_takes(size, large):
    names = [
        f"Team of {'Featherstonehaugh ' * (number % 3)}Nr{number}" for number in range(size + 1)
    ]
    sheet = make_bracket(size, 1, name=lambda number: names[number])
    pages = read_pages(print_sheets(PrintJob(brackets=(sheet,)), "bracket", large_print=large))
    check_pages(pages)
    words = {word for page in pages for word in page.plain.split()}
    assert {f"Nr{number}" for number in range(1, size + 1)} <= words
    byes = sum(page.texts.count("sits out") for page in pages[: max(1, len(pages) - 1)])
    assert byes == sum(match.is_bye for match in sheet.rounds[0].matches)


def test_both_teams_of_every_match_meet_on_one_card():
    plan = make_plan("round-robin", teams=6, boards_per_set=4)
    cards = make_match_cards(
        make_planned_section(None, plan),
        plan,
        make_heading(6, contestant_noun="team", section=""),
        {},
    )
    assert sorted((card.home_label, card.away_label) for card in cards) == sorted(
        (str(home), str(away)) for home in range(1, 7) for away in range(home + 1, 7)
    )
    at = {(row.round_no, str(row.table_no)): (str(row.ns), str(row.ew)) for row in plan.rows}
    for card in cards:
        assert at[card.round_no, card.open_room_table] == (card.home_label, card.away_label)
        assert at[card.round_no, card.closed_room_table] == (card.away_label, card.home_label)
        assert len(card.boards) == 4


@pytest.mark.parametrize("key", ["fours-mitchell", "fours-howell"])
def test_halves_that_meet_different_teams_have_no_match_card(key):
    plan = next(
        make_plan(key, teams=teams, boards_per_set=2)
        for teams in (5, 4, 6, 7)
        if _is_possible(key, teams)
    )
    apart = [
        row
        for row in plan.rows
        if not any((other.ns, other.ew) == (row.ew, row.ns) for other in plan.rows)
    ]
    cards = make_match_cards(
        make_planned_section(None, plan),
        plan,
        make_heading(5, contestant_noun="team", section=""),
        {},
    )
    assert {(card.round_no, card.home_label, card.away_label) for card in cards}.isdisjoint(
        (row.round_no, *map(str, sorted((row.ns, row.ew)))) for row in apart
    )


def _is_possible(key, teams):
    try:
        make_plan(key, teams=teams, boards_per_set=2)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("contest", CONTESTS.values(), ids=list(CONTESTS))
def test_sheets_are_offered_where_they_make_sense(contest):
    called, kinds = contest.contestant_noun, {kind.key: kind for kind in list_sheet_kinds(contest)}
    assert ("match-cards" in kinds) == (called == "team")
    assert ("travellers" in kinds) == (called != "team")
    assert ("howell-cards" in kinds) is (called == "pair")
    others = {"pair", "player", "team"} - {called}
    words = " ".join(f"{kind.label} {kind.help} {kind.remedy}" for kind in kinds.values()).lower()
    assert f"one per {called}" in words
    assert not [other for other in others if f"one per {other}" in words]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("matches", "name", "has_standings"),
    [
        (8, "Riverside Friends of Duplicate Bridge " * 2, True),
        (20, "Elm", True),
        (40, SOLID, False),
    ],
)
def test_the_draw_has_the_standings_below_if_they_fit(matches, name, has_standings, paper):
    sheet = make_drawn_round(
        matches, make_heading(2 * matches, contestant_noun="team"), name.strip()
    )
    pages = read_pages(print_sheets(PrintJob(draws=(sheet,)), "draw", paper=paper))
    check_pages(pages)
    texts = [text for page in pages for text in page.texts]
    assert ("Standings after round 3, in victory points" in texts) is has_standings
    assert (len(pages) == 1) is has_standings
    assert ("69.63" in texts) is has_standings
