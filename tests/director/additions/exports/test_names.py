"""Names out in a file and in again: each person comes back under the name that they have."""

import pytest

from director.additions.imports.store.event import import_file
from director.boards.play.seats.entrants import Entrant
from director.boards.play.seats.seating import name_entries
from director.core.files.exports import export_file
from director.models import Event, Person
from tests.director.additions.exports.nights import list_export_tables
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db

LATIN = [
    ("Ann / Bob", "Van der Berg - Hill"),
    ("D'Arcy Smith", "Bert Hazel, Jr."),
    ("Ann and Bo", "Eve + Co"),
    ("Jan van den Berg", "Zoë Ash"),
]
OTHER = [("משה כהן", "Łucja Łoś"), ("Zoë 😀 Ash", "山田 太郎"), *LATIN[:2]]


def names_after(names: list[tuple[str, str]], key: str) -> list[str]:
    """Return the people whom the file of an event with the pairs *names* brings."""
    section = make_night(pairs=8, named=False)
    name_entries(section=section, pairs=[(no, Entrant(pair)) for no, pair in enumerate(names, 1)])
    enter_all_results(section)
    content = export_file(list_export_tables(reload_event(section.session.event)), key).content
    Event.objects.all().delete()
    Person.objects.all().delete()
    import_file(data=content, file_name="night")
    return sorted(Person.objects.values_list("name", flat=True))


@pytest.mark.parametrize("key", ["xlsx", "pbn", "pbn-results", "usebio"])
def test_names_with_signs_come_back(director, key):
    assert names_after(LATIN, key) == sorted(name for pair in LATIN for name in pair)


@pytest.mark.parametrize("key", ["xlsx", "pbn", "pbn-results", "usebio"])
def test_names_of_every_script_come_back(director, key):
    assert names_after(OTHER, key) == sorted(name for pair in OTHER for name in pair)


def test_a_surname_that_is_typed_first_comes_back_last(director):
    assert names_after([("Smith, John", "Zoë Ash")], "xlsx") == ["John Smith", "Zoë Ash"]


@pytest.mark.parametrize("name", ["Ann / Bob", "Van der Berg - Hill"])
@pytest.mark.parametrize("key", ["xlsx", "pbn", "pbn-results", "usebio"])
def test_player_without_partner_comes_back_as_one(director, name, key):
    assert names_after([(name, "")], key) == [name]


@pytest.mark.parametrize("key", ["pbn", "pbn-results"])
def test_letters_of_latin_scripts_have_their_usual_form_in_pbn(director, key):
    names = names_after([("Łucja Łoś", "Đuro Đurić"), ("Işıl Güneş", "Zoë Ash")], key)
    assert names == ["Duro Duric", "Isil Günes", "Lucja Los", "Zoë Ash"]
