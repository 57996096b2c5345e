"""A copy of anything registered works under a new key, or what it still lacks is named; nothing is left out silently.

Facts about a movement, a method, a system, a sheet, a format or a kind of event lie in its record.
So a copy of the record lacks only what rightly lies elsewhere: its documentation and its golden
files.
"""

import ast
import re
import sys
from copy import copy
from dataclasses import replace
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest
from django.apps import apps

from director import event_kinds as kinds
from director.boards.movement.offers import MovementPreferences, search_catalogue
from director.boards.pages.printing import PairsPrintForm
from director.boards.paper.sheet_kinds import TABLE_KINDS, list_all_kinds
from director.core.files.exports import export_file, list_format_keys
from director.core.pages import events as events_views
from director.core.pages.events import EventStartForm
from director.formats.formats import SPREADSHEETS, EventTables
from director.party.models import Party
from director.party.movement.options import (
    get_full_table_size,
    has_fixed_tables,
    is_fixed,
    is_ring,
    is_skat,
)
from director.party.pages.field.choices import list_suitable_methods as party_methods_of
from director.party.pages.field.choices import list_suitable_systems, read_party_choice
from director.party.pages.printing import PartyPrintForm
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.pdf.sheet_kinds import list_preselected_keys, render
from movements.party.rounds import PARTY_SYSTEMS, make_opening_seating
from movements.party.uneven import list_uneven_choices
from movements.registry import MOVEMENTS, make_plan
from scoring.explain.figures import explain_line, explain_total
from scoring.explain.party import PartyExplainer
from scoring.model import Board, Field, Line
from scoring.party.methods import PARTY_METHODS
from scoring.party.ranking import rank_party_games
from scoring.registry import MATCH_METHODS, SCORING_METHODS, TEAM_METHODS, rank_field
from tests.additions import ADDITIONS
from tests.cases import leave_to_slow
from tests.golden import GOLDEN
from tests.oracle.checking import check_party_standings, check_ranking
from tests.oracle.figures import PARTY_ROUTES, ROUTES
from tests.scoring.party.evenings import play_random_evening

DOCS = Path(__file__).parent.parent / "docs"
NEW = "a-copy"
LINES = (Line(1, 2, 7), Line(3, 4, 6))
MATCH = (Line(1, 2, 7), Line(2, 1, 6))
"""The same board at both tables of a match between two teams."""


def register(monkeypatch, registry, entry):
    """Put *entry* at the end of *registry* wherever a module or a class names it."""
    longer = (*registry, entry)
    modules = [module for module in sys.modules.values() if isinstance(module, ModuleType)]
    ours = [
        module
        for module in modules
        if module.__name__.split(".")[0] in ("movements", "scoring", "director")
    ]
    for module in ours:
        classes = [value for value in vars(module).values() if isinstance(value, type)]
        for holder in (module, *classes):
            for name in [name for name, value in vars(holder).items() if value is registry]:
                monkeypatch.setattr(holder, name, longer)


def has_row(page, key):
    return (
        re.search(rf"^\| \[?`{key}`", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
        is not None
    )


def lacks(entry, facts, *, rows=(), pages=(), goldens=()):
    """Return the empty ones of the *facts* of *entry*, and the documentation and golden files it does not have."""
    return [
        *(fact for fact in facts if not getattr(entry, fact)),
        *(f"row in {page}" for page in rows if not has_row(page, entry.key)),
        *(page for page in pages if not (DOCS / page).exists()),
        *(f"golden {files}" for files in goldens if not list(GOLDEN.glob(files))),
    ]


def words_lacking(options):
    return [
        f"words of {option.name}"
        for option in options
        if not option.label or not all(option.phrases.values())
    ]


def movement_lacks(spec):
    facts = ("name", "about", "sizes", "legal_sizes", "source", "guarantees")
    goldens = (f"movements/{spec.key}_*.csv",)
    return lacks(spec, facts, rows=["movements.md"], goldens=goldens) + words_lacking(spec.options)


def method_lacks(method):
    facts = ("name", "abbr", "unit", "rule_text", "source", "games")
    lacking = [] if method.key in ROUTES else ["second calculation"]
    pages, goldens = [f"scoring/{method.key}.md"], [f"scoring/{method.key}_*.csv"]
    return [
        *lacking,
        *lacks(method, facts, rows=["scoring/README.md"], pages=pages, goldens=goldens),
    ]


def party_method_lacks(method):
    facts = ("name", "unit", "games", "columns", "rule_text", "source", "compute_gain")
    lacking = [] if method.key in PARTY_ROUTES else ["second calculation"]
    return [
        *lacking,
        *lacks(method, facts, rows=["scoring/parties.md"]),
        *words_lacking(method.options),
    ]


def system_lacks(system):
    facts = ("name", "game", "sizes", "legal_sizes", "table_sizes", "source")
    return lacks(system, facts, rows=["movements.md"]) + words_lacking(system.options)


def sheet_lacks(kind):
    return lacks(kind, ("label", "help", "remedy"))


ENTRIES = [
    *((spec, movement_lacks) for spec in MOVEMENTS),
    *((method, method_lacks) for method in (*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS)),
    *((method, party_method_lacks) for method in PARTY_METHODS),
    *((system, system_lacks) for system in PARTY_SYSTEMS),
    *((kind, sheet_lacks) for kind in (*list_all_kinds(), *PARTY_KINDS)),
]


@pytest.mark.parametrize(
    ("entry", "lacks_of"),
    leave_to_slow(ENTRIES, but=85),
    ids=[f"{lack.__name__}-{one.key}" for one, lack in ENTRIES],
)
def test_nothing_registered_lacks_anything(entry, lacks_of):
    assert lacks_of(entry) == []


@pytest.mark.slow
@pytest.mark.parametrize("spec", MOVEMENTS, ids=lambda spec: spec.key)
def test_a_copy_of_a_movement_works(monkeypatch, spec):
    copy = replace(spec, key=NEW, aliases=(), presets=())
    register(monkeypatch, MOVEMENTS, copy)
    size = spec.legal_sizes[len(spec.legal_sizes) // 2]
    plan = make_plan(NEW, **{spec.unit: size})
    assert plan == replace(make_plan(spec.key, **{spec.unit: size}), key=NEW)
    listed = {entry.key: entry for entry in search_catalogue(MovementPreferences(size))}
    assert (NEW in listed) == (spec.key in listed) == (spec.contest == "pairs")
    if NEW in listed:
        assert replace(listed[NEW], key=spec.key, query="", other_names="") == replace(
            listed[spec.key], query="", other_names=""
        )
    assert movement_lacks(copy) == ["row in movements.md", f"golden movements/{NEW}_*.csv"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "method", [*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS], ids=lambda method: method.key
)
def test_a_copy_of_a_scoring_method_works(monkeypatch, method):
    is_teams = method.contest == "teams"
    copy = replace(method, key=NEW, default_for_games=())
    registry = next(
        each for each in (SCORING_METHODS, TEAM_METHODS, MATCH_METHODS) if method in each
    )
    register(monkeypatch, registry, copy)
    monkeypatch.setitem(ROUTES, NEW, ROUTES[method.key])
    field = Field(
        2 if registry is SCORING_METHODS else 1,
        (Board(1, MATCH if is_teams else LINES),),
        contest=method.contest,
    )
    assert rank_field(NEW, field) == replace(rank_field(method.key, field), method=NEW)
    assert check_ranking(NEW, field) == []
    line = {"board_no": 1, "contestant": 1, "side": "NS"}
    assert explain_line(NEW, field, **line) == explain_line(method.key, field, **line)
    total = {"contestant": 1, "direction": rank_field(NEW, field).standings[0].direction}
    assert explain_total(NEW, field, **total) == explain_total(method.key, field, **total)
    assert method_lacks(copy) == [
        "row in scoring/README.md",
        f"scoring/{NEW}.md",
        f"golden scoring/{NEW}_*.csv",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("method", PARTY_METHODS, ids=lambda method: method.key)
def test_a_copy_of_a_way_to_count_works(monkeypatch, method):
    copy, games = replace(method, key=NEW), play_random_evening(16, 3)
    register(monkeypatch, PARTY_METHODS, copy)
    monkeypatch.setitem(PARTY_ROUTES, NEW, PARTY_ROUTES[method.key])
    assert copy in party_methods_of(method.games[0])
    assert rank_party_games(NEW, games) == replace(rank_party_games(method.key, games), method=NEW)
    assert check_party_standings(NEW, games) == []
    assert PartyExplainer(NEW, games).explain_total("1") == PartyExplainer(
        method.key, games
    ).explain_total("1")
    assert party_method_lacks(copy) == ["row in scoring/parties.md"]


@pytest.mark.parametrize(
    "system", leave_to_slow(PARTY_SYSTEMS, but=4), ids=lambda system: system.key
)
def test_a_copy_of_a_party_system_works(monkeypatch, system):
    copy = replace(system, key=NEW, aliases=())
    register(monkeypatch, PARTY_SYSTEMS, copy)
    assert copy in list_suitable_systems(system.game)
    assert make_opening_seating(NEW, [1, 2, 3, 4], [5, 6, 7, 8]) == make_opening_seating(
        system.key, [1, 2, 3, 4], [5, 6, 7, 8]
    )
    game = "whist" if system.game == "any" else system.game
    former, party = Party(game=game, system=system.key), Party(game=game, system=NEW)
    assert read_party_choice(party, None).system is copy
    assert read_party_choice(party, None).method is read_party_choice(former, None).method
    for question in (is_fixed, is_ring, is_skat, has_fixed_tables, get_full_table_size):
        assert question(party) == question(former)
    assert party.round_noun == former.round_noun
    assert list_uneven_choices(NEW, 5, 4) == list_uneven_choices(system.key, 5, 4)
    assert system_lacks(copy) == ["row in movements.md"]


def test_what_a_copy_does_not_bring_along_is_named():
    bare = replace(SCORING_METHODS[0], key=NEW, rule_text="")
    assert method_lacks(bare)[:2] == ["second calculation", "rule_text"]
    mute = replace(
        MOVEMENTS[0], key=NEW, about="", options=(replace(MOVEMENTS[0].options[0], label=""),)
    )
    assert movement_lacks(mute)[0] == "about"
    assert movement_lacks(mute)[-1] == f"words of {MOVEMENTS[0].options[0].name}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("registry", "kind", "form"),
    [
        *((TABLE_KINDS, kind, PairsPrintForm) for kind in list_all_kinds()),
        *((PARTY_KINDS, kind, PartyPrintForm) for kind in PARTY_KINDS),
    ],
    ids=lambda value: getattr(value, "key", ""),
)
def test_a_copy_of_a_sheet_works(monkeypatch, registry, kind, form):
    drawn = []
    copy = replace(
        kind, key=NEW, has_sheets=lambda _job: True, draw=lambda _pen, job: drawn.append(job)
    )
    register(monkeypatch, registry, copy)
    assert dict(form().fields["kinds"].choices)[NEW] == kind.label
    render(None, [NEW], "a4", available_kinds=form().sheet_kinds, printed_at=datetime(2026, 11, 20))
    assert drawn == [None]
    assert (NEW in list_preselected_keys([copy], kind.preselected_in)) is (
        kind.preselected_in in ("before", "after", "")
    )
    assert sheet_lacks(copy) == []


def test_a_copy_of_a_format_works(monkeypatch):
    keys = list_format_keys()
    made = replace(SPREADSHEETS[0], key=NEW, write_file=lambda event, wishes: event)
    register(monkeypatch, SPREADSHEETS, made)
    assert set(list_format_keys()) == {*keys, NEW}
    tables = EventTables({}, heading=None)
    assert export_file(tables, NEW) is tables


def copy_of_kind(kind):
    """Return *kind* under another name, offering a game of its own."""
    made = copy(kind)
    made.contest = f"{kind.contest}-copy"
    game = (f"{kind.contest}-game", "A game")
    made.game_groups = (kinds.GameGroup("Copies", "Copies of the others.", (game,)),)
    made.game_phrases = (f"a copy of {kind.default_name}",)
    return made


@pytest.mark.django_db
def test_a_copy_of_a_kind_of_event_works(monkeypatch):
    real = kinds.list_event_kinds()
    copies = tuple(map(copy_of_kind, real))
    for module in (kinds, events_views):
        monkeypatch.setattr(module, "list_event_kinds", lambda: (*real, *copies))
    for each in copies:
        assert kinds.find_kind_of_game(each.game_groups[0].games[0][0]) is each
    *asked, last = (name for kind in (*real, *copies) for name in kind.game_phrases)
    sentence = f"Choose a game: {', '.join(asked)} or {last}."
    assert EventStartForm().fields["game"].error_messages["required"] == sentence


def test_records_that_lie_in_the_folder_of_a_kind_are_known_to_the_database():
    stored = {model.__module__ for model in apps.get_app_config("director").get_models()}
    in_folders = [
        spec
        for package in ("director.party", *ADDITIONS.values())
        if (spec := find_spec(f"{package}.models"))
    ]
    folders = {
        spec.name: [*iter_modules(spec.submodule_search_locations or ())] for spec in in_folders
    }
    modules = {f"{name}.{module.name}" for name, parts in folders.items() for module in parts}
    assert modules | {name for name, parts in folders.items() if not parts} <= stored


KNOWN_ELSEWHERE = {
    "director/additions/imports/formats/source/model.py": {
        "cross-imps"
    },  # what files call their scorings
    "director/formats/headings.py": {"cross-imps"},
    "director/additions/imports/formats/pbn.py": {"cross-imps"},
    "director/additions/imports/formats/club_game.py": {"cross-imps"},
    "director/additions/imports/formats/usebio/files.py": {"cross-imps"},
    "director/additions/exports/files/usebio_receivers.py": {"cross-imps"},
    "director/additions/exports/files/pbn.py": {"cross-imps"},
    "director/boards/scoring/units.py": {
        "swiss-pairs",
        "swiss-pairs-imps",
        "team-imps",
    },  # whose boards have another unit than their totals
    "director/additions/imports/units/tables.py": {
        "board-a-match",
        "cross-imps",
        "team-imps",
    },  # what table units show meanwhile
    "director/additions/imports/formats/columns/matches.py": {
        "team-imps"
    },  # what a table without a method is scored by
    "director/boards/contests.py": {"round-robin"},  # the movement of the invented night
    "director/boards/tables/files.py": {
        "pair-cards"
    },  # a table of figures that is called like the sheet
    "director/additions/contests/paper/exports.py": {"cross-table", "swiss-table"},  # the same
    "director/boards/pages/printing.py": {
        "guide-cards",
        "score-slips",
    },  # which settings belong to them
    "director/party/pages/printing.py": {"drive-cards", "tally-cards"},  # the same
    "director/party/demo.py": {"rapid-euchre"},  # what the invented night plays
    "director/party/movement/words.py": {"sixty-three"},  # a game
    "director/party/paper/rules.py": {"freeze-out"},  # there a pair that loses is out
}


def keys_written_in(path, keys):
    text = path.read_text(encoding="utf-8")
    if not any(f'"{key}"' in text for key in keys):
        return set()
    return {
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and node.value in keys
    }


@pytest.mark.slow
def test_no_key_of_a_record_is_written_elsewhere():
    """A key of several words can mean nothing else; those of one word are left out, and presets, made of keys."""
    keys = {entry.key for entry, _lacks in ENTRIES if "-" in entry.key}
    root = Path(__file__).parent.parent
    written = {
        str(path.relative_to(root)): keys_written_in(path, keys)
        for path in sorted((root / "director").rglob("*.py"))
        # Sheets are registered in these modules.
        if not {"addition", "kinds", "sheet_kinds"} & {path.stem, path.parent.name}
        and "presets" not in (path.stem, *path.parts)
        # A migration keeps the keys of its day.
        and path.parent.name != "migrations"
    }
    assert {path: found for path, found in written.items() if found} == KNOWN_ELSEWHERE
