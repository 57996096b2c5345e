"""Files of this program come back as the event that they are of, or are refused.

``LOST`` says what a format cannot hold of a night.
"""

from pathlib import Path

import pytest

from director.additions.exports.omissions import list_omissions
from director.additions.imports.formats.source.model import find_own_scoring
from director.additions.imports.store.event import import_file
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.paper.exports import make_export_tables
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file, make_event_tables
from director.errors import DeskError
from director.formats.errors import ExportError, ImportFileError
from director.models import Award, Deal, Event, Match, Result
from director.party.play.draw import draw_party
from tests.cases import leave_to_slow
from tests.director.additions.imports.store.test_teams import list_stored_lines
from tests.director.boards.paper.nights_out import NIGHTS
from tests.director.party.parties import SEED, make_party, play_round
from tests.factories import enter_all_results, enter_award, enter_on_line, make_night

pytestmark = pytest.mark.django_db
WHOLE = "json"
MATCHES = "csv of matches"
TABLES_BY_FORM = {"csv": "boards", MATCHES: "matches"}
FORMS = ("csv", "xlsx", MATCHES, "pbn", "pbn-results", "usebio", WHOLE)
OTHERS = tuple(form for form in FORMS if form not in (WHOLE, MATCHES))
"""All but the whole event, which holds everything, and the matches, which have no boards."""
AS_TYPED = {MATCHES: {"results", "matches", "names at tables"}}
AS_TYPED_WITH_RULINGS = {MATCHES: {*AS_TYPED[MATCHES], "rulings"}}
"""What matches that were played board by board lose as typed matches."""
BOARDS_ONLY = {form: {"refused: export-no-boards"} for form in ("pbn", "pbn-results")}
TYPED_ROUND = {form: {"standings", "matches", "told"} for form in ("pbn", "pbn-results")}
SEATED = "refused: seated-teams"
RULINGS_ALONE = {form: {"made"} for form in OTHERS}
LOST: dict[str, dict[str, set[str]]] = {
    # Tables have NP without its reason, other files leave out the line.
    "pairs, not played": {form: {"results", "rulings", "made"} for form in OTHERS},
    # Only the whole event has what the table made where a ruling counts.
    "pairs, ruled": RULINGS_ALONE,
    "pairs, turned tables": RULINGS_ALONE,
    "pairs, penalties": RULINGS_ALONE,
    # Its sessions are added up, where those of the final stand above the others.
    "pairs, final": {form: {"standings"} for form in OTHERS},
    # An import ranks the pair again, and says of files with places that they differ.
    "pairs, without standing": {
        form: {"names", "standings"} if form in ("csv", "xlsx") else {"names", "standings", "told"}
        for form in OTHERS
    },
    # Tables and games name who sat there in each round, these have one list of names for a pair.
    "pairs, substitute": {"usebio": {"names", "names at tables"}},
    # A pair with three names isn't found again in the next session.
    "pairs, substitute for a round": {"usebio": {"names", "names at tables", "standings"}},
    # Tables have no cards.
    "pairs, hands": {"csv": {"hands"}, "xlsx": {"hands"}},
    "pairs, hands of two sections": {"csv": {"hands"}, "xlsx": {"hands"}},
    # USEBIO lists the players of a team, but not who sat where.
    "teams, match": {"usebio": {"names at tables"}} | AS_TYPED,
    "teams, round robin": AS_TYPED_WITH_RULINGS,
    "teams, without names": AS_TYPED_WITH_RULINGS,
    "teams, in IMPs": AS_TYPED_WITH_RULINGS,
    "league, divisions with boards": AS_TYPED_WITH_RULINGS,
    "league, divisions of typed matches": BOARDS_ONLY,
    "teams, penalty": AS_TYPED_WITH_RULINGS,
    "Swiss teams": AS_TYPED,
    "Swiss teams, sit-outs": AS_TYPED,
    "knock-out": AS_TYPED,
    # As for pairs. Without the line its match waits for a result.
    "teams, not played": {
        "csv": {"results", "rulings", "made"},
        "xlsx": {"results", "rulings", "made"},
        "pbn": {"results", "rulings", "made", "standings"},
        "pbn-results": {"results", "rulings", "made", "standings"},
        "usebio": {"results", "rulings", "made", "standings"},
        MATCHES: {*AS_TYPED_WITH_RULINGS[MATCHES], "made", "standings"},
    },
    # Results of a void match are left out, as nothing but the JSON file says that it is void.
    "teams, void match": {form: {"results"} for form in OTHERS} | AS_TYPED_WITH_RULINGS,
    # PBN has boards only.
    "teams, typed matches": BOARDS_ONLY,
    "Swiss teams, typed matches": BOARDS_ONLY,
    "Swiss teams, boards and typed matches": TYPED_ROUND | AS_TYPED,
    # USEBIO and the matches have no match of the first round, so the second is the first there.
    "Swiss teams, second round typed": BOARDS_ONLY
    | {form: {"matches"} for form in ("usebio", MATCHES)},
    "knock-out, typed matches": BOARDS_ONLY,
    # They come in as teams that play matches, with the same standings, and the answer says so.
    "teams seated by the movement": {
        "csv": {SEATED},
        "xlsx": {SEATED},
        "pbn": {"results", "names at tables", "seats"},
        "pbn-results": {"results", "names at tables", "seats"},
        "usebio": {"results", "names at tables", "seats"},
    }
    | {MATCHES: {*AS_TYPED_WITH_RULINGS[MATCHES], "seats"}},
    "teams seated, without names": {
        "csv": {SEATED},
        "xlsx": {SEATED},
        "pbn": {"results", "seats"},
        "pbn-results": {"results", "seats"},
        "usebio": {"results", "seats"},
    }
    | {MATCHES: {*AS_TYPED_WITH_RULINGS[MATCHES], "seats"}},
}
"""What is not carried, by night and format."""


@pytest.mark.parametrize("form", leave_to_slow(OTHERS, but=1))
def test_points_moved_on_another_score_bring_no_false_result_back(form):
    section = make_night(pairs=4, key="howell", boards_per_set=1)
    enter_all_results(section)
    first, second = fetch_section_lines(section).all[:2]
    enter_on_line(section, first, "4HXN+1")
    enter_award(section, first[:3], "4SS= MOVED +1/-1 mp")
    enter_on_line(section, second, "4HXN+1")
    enter_award(section, second[:3], "4HXN+1 MOVED +1/-1 mp")
    event = Event.objects.select_related("club").get(pk=section.session.event_id)
    table = TABLES_BY_FORM.get(form, "")
    data = export_file(make_export_tables(EventResults(event)), form, table=table).content
    again = import_file(data=data, file_name="night", again=True).event
    results = Result.objects.filter(section__session__event=again).order_by("pk")
    texts = {
        key: text
        for *key_columns, text in results.values_list("board_no", "ns", "ew", "text")
        if (key := tuple(key_columns)) in (first[:3], second[:3])
    }
    assert texts[first[:3]] == ""
    assert texts[second[:3]] == "4HXN+1"
    assert sorted(_awards(again)) == sorted(_awards(event))


PAGE = Path(__file__).parents[4] / "docs" / "sending.md"
FORMS_BY_HEADING = {
    "USEBIO": ("usebio",),
    "PBN": ("pbn", "pbn-results"),
    "Excel, CSV of boards": ("csv", "xlsx"),
    "CSV of matches": (MATCHES,),
}
NIGHTS_BY_KIND = {
    "pairs, one winner or two, half table, two sections or sessions": (
        "pairs, Mitchell",
        "pairs, half table",
        "pairs, Howell",
        "pairs, two sections",
        "pairs, two sessions",
    ),
    "pairs with penalties, carry-over": ("pairs, penalty", "pairs, carry-over"),
    "pairs with rulings over results, turned tables": (
        "pairs, ruled",
        "pairs, penalties",
        "pairs, turned tables",
    ),
    "pairs with a board that wasn’t played": ("pairs, not played",),
    "pairs with a final or another stage": ("pairs, final",),
    "pairs without standing": ("pairs, without standing",),
    "pairs with a substitute": ("pairs, substitute",),
    "Swiss pairs, with sit-outs": ("Swiss pairs", "Swiss pairs, sit-outs"),
    "single players": ("players", "players, penalty", "players, carry-over"),
    "teams, round robin or Swiss, with boards": ("teams, round robin", "Swiss teams"),
    "league with divisions, with boards": ("league, divisions with boards",),
    "league with divisions, matches typed without boards": ("league, divisions of typed matches",),
    "teams, one match": ("teams, match",),
    "teams, matches typed without boards": ("teams, typed matches", "Swiss teams, typed matches"),
    "teams, boards and typed matches": ("Swiss teams, boards and typed matches",),
    "teams, a void match": ("teams, void match",),
    "knock-out, out after one loss": ("knock-out",),
    "knock-out, matches typed without boards": ("knock-out, typed matches",),
    "teams whose players sit one by one": ("teams seated by the movement",),
}
NOT_COMPARED = {
    "knock-out with two losses, three-way matches or a match that you decided",
    "sessions that are scored in different ways",
    "party: whist drive, euchre",
}
"""Kinds whose refusals have tests of their own."""


def list_kinds():
    """Return each kind of event in the table of the handbook, with its cells by heading."""
    lines = PAGE.read_text(encoding="utf-8").partition("| kind of event ")[2].splitlines()
    headings = [heading.strip() for heading in lines[0].strip("|").split("|")]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines[2:]
        if line.startswith("|")
    ]
    return {kind: dict(zip(headings, cells, strict=True)) for kind, *cells in rows}


def test_every_kind_of_the_handbook_has_a_night():
    assert set(list_kinds()) == {*NIGHTS_BY_KIND, *NOT_COMPARED}


@pytest.mark.parametrize("kind", NIGHTS_BY_KIND)
def test_the_handbook_says_what_comes_back(kind):
    for heading, cell in list_kinds()[kind].items():
        for night in NIGHTS_BY_KIND[kind]:
            for form in FORMS_BY_HEADING[heading]:
                lost = LOST.get(night, {}).get(form, set())
                is_refused = any(aspect.startswith("refused") for aspect in lost)
                assert is_refused == (cell == "refused"), (night, form)
                # "–" are files that such an event doesn't have.
                assert bool(lost) == (cell not in ("–", "all")), (
                    night,
                    form,
                )


def test_the_handbook_says_that_only_the_whole_event_has_a_party():
    cells = list_kinds()["party: whist drive, euchre"]
    assert [cell for cell in cells.values() if cell != "–"] == ["refused: standings only"]
    assert [form for form, refusal in PARTY_FORMS.items() if not refusal] == [WHOLE]


PARTIES = {
    "whist drive": {"system": "progressive-whist"},
    "whist drive, odd number": {"system": "progressive-whist", "players": 14},
    "euchre night": {"system": "progressive-euchre"},
}
PARTY_FORMS = {"csv": "columns-of-standings", "xlsx": "party-workbook", WHOLE: ""}
"""What refuses each file of a party. Only the whole event has its cards."""


@pytest.mark.slow
@pytest.mark.parametrize("party", PARTIES)
def test_a_party_comes_back_from_the_whole_event_and_other_files_name_it(desk, party):
    event = make_played_party(**PARTIES[party])
    tables = make_event_tables(event, with_member_numbers=True)
    for form, refusal in PARTY_FORMS.items():
        data = export_file(tables, form).content
        if refusal:
            with pytest.raises(ImportFileError, match="JSON") as raised:
                import_file(data=data, file_name="party")
            assert raised.value.code == refusal
            continue
        imported = import_file(data=data, file_name="party", again=True)
        again = Event.objects.select_related("club").get(pk=imported.event.pk)
        imported_tables = make_event_tables(again, with_member_numbers=True)
        for table in ("standings", "evening", "prizes"):
            assert (
                export_file(imported_tables, "csv", table=table).content
                == export_file(tables, "csv", table=table).content
            )


def make_played_party(*, system, players=16):
    """Return the event of a party after two rounds."""
    party = make_party(system=system, players=players, named=True)
    draw_party(party=party, seed=SEED, user=None)
    for _round in range(2):
        play_round(party)
    return Event.objects.select_related("club").get(pk=party.session.event_id)


def lost_in(event, form):
    """Return what of *event* differs after it was written as *form* and read again."""
    try:
        tables = make_export_tables(EventResults(event))
        if form == WHOLE:
            tables = make_event_tables(event, with_member_numbers=True)
        table = TABLES_BY_FORM.get(form, "")
        data = export_file(tables, form.partition(" ")[0], table=table).content
        imported = import_file(data=data, file_name="night", again=True)
    except (DeskError, ExportError, ImportFileError) as error:
        return {f"refused: {error.code}"}
    again = Event.objects.select_related("club").get(pk=imported.event.pk)
    before, after = facts_of_event(event), facts_of_event(again)
    lost = {aspect for aspect in before if before[aspect] != after[aspect]}
    if imported.differences:
        lost.add("told")
    return lost


def facts_of_event(event):
    """Return what people read of *event*, by aspect."""
    results = EventResults(event)
    return {
        "contest": event.contest,
        "date": event.date,
        "method": event.scoring,
        "standings": _rows(results, "label", "boards", "total", "percent", "place"),
        "names": sorted(_rows(results, "label", "names")[0]),
        "results": list_stored_lines(event),
        "matches": sorted(_matches(event)),
        "rulings": sorted(_awards(event)),
        "hands": sorted(_hands(event)),
        "names at tables": sorted(_names_at_tables(results)),
        "seats": sorted(_seats_of_players(results)),
        "made": sorted(_results_below_rulings(results)),
    }


def _rows(results, *attributes):
    """Return *attributes* of the standings of the event and of each of its sessions."""
    lists = [results.standings, *(sheets.standings for sheets in results.sessions)]
    return [
        [tuple(getattr(row, name) for name in attributes) for row in group.rows]
        for standings in lists
        for group in standings.groups
    ]


def _matches(event):
    columns = ("round_no", "home", "away", "unit", "home_points", "away_points")
    return Match.objects.reported().filter(section__session__event=event).values_list(*columns)


def _awards(event):
    awards = Award.objects.filter(result__section__session__event=event, in_force=True)
    return [(award.result.board_no, award.text) for award in awards]


def _hands(event):
    deals = Deal.objects.filter(section__session__event=event)
    columns = ("section__session__number", "section__letter", "board_no", "cards")
    return list(deals.values_list(*columns))


def _seats_of_players(results):
    """Return who sat N, E, S and W on each board, if single players play."""
    for sheets in results.sessions:
        for (board_no, *_sides), seats in sheets.seats_by_line.items():
            yield sheets.scoring_field.session.number, board_no, seats


def _results_below_rulings(results):
    """Return what the tables made where something else counts."""
    for sheets in results.sessions:
        for line in sheets.lines.all:
            if line.covered_result:
                labels = tuple(map(sheets.scoring_field.get_label, (line.ns, line.ew)))
                number = sheets.scoring_field.session.number
                yield number, line.board_no, *labels, line.covered_result


def _names_at_tables(results):
    for sheets in results.sessions:
        for board in sheets.boards:
            for line in board.lines:
                if line.ns.points is None:
                    continue
                number = sheets.scoring_field.session.number
                players = (*line.ns.players, *line.ew.players)
                yield number, board.board_no, line.ns.names, line.ew.names, players


@pytest.mark.parametrize("options", ["losses=2", "uneven=three-way"])
def test_a_bracket_that_matches_alone_do_not_decide_is_refused(options):
    with pytest.raises(ImportFileError, match="JSON") as raised:
        find_own_scoring({f"team-imps played=bracket:{options}"})
    assert raised.value.code == "knock-out-bracket"


@pytest.mark.slow
def test_a_knock_out_decided_by_hand_says_before_that_its_bracket_is_lost(desk):
    event = NIGHTS["knock-out"](desk)
    section = event.sessions.get().sections.get()
    assert not list_omissions(EventResults(event))
    Match.objects.create(section=section, round_no=1, home=1, away=4, winner=1, how="lot")
    (omission,) = list_omissions(EventResults(event))
    assert omission.text == "the bracket, so they can’t be imported again"
    assert lost_in(event, "csv") == {"refused: knock-out-bracket"}
