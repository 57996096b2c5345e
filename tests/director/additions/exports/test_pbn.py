"""PBN out: by the rules of its export format, and read back every line, name and figure."""

import pytest

from director.core.files.exports import export_file
from director.models import Person
from tests.director.additions.exports.nights import (
    list_export_tables,
)
from tests.director.additions.exports.pbn_read import read_pbn_games, reorder_name
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db


def read(event, form):
    return read_pbn_games(export_file(list_export_tables(event), form).content)


def test_names_of_any_alphabet_and_with_quotes_keep_the_file_whole():
    section = make_night(pairs=4, key="howell", boards_per_set=1)
    enter_all_results(section)
    names = ['Łucja "Lu" Łoś', "Zoë van den Berg", "王小明", "A;B\\C", "Ada", "#Ada"]
    for person, name in zip(Person.objects.order_by("pk"), names, strict=False):
        Person.objects.filter(pk=person.pk).update(name=name)
    found = read(section.session.event, "pbn-results")
    seen = {
        reorder_name(game[seat]) for game in found for seat in ("North", "East", "South", "West")
    }
    assert {'Łucja "Lu" Łoś', "Zoë van den Berg", "王小明", "A,B\\C", "Ada", " #Ada"} <= seen
