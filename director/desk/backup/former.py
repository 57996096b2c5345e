"""Whether a database has taken 0017 while that was one migration, which did all that 0017 to 0019 do now."""

from collections.abc import Collection

from django.db.backends.base.base import BaseDatabaseWrapper

Node = tuple[str, str]

FIRST = ("director", "0017_journal_of_every_event")
OTHERS = (("director", "0018_acts_of_events"), ("director", "0019_acts_without_parties"))


def acts_have_parties(connection: BaseDatabaseWrapper) -> bool:
    """Whether acts still name their party in the real table, so that 0018 and 0019 have something to do."""
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, "director_act")
    return "party_id" in {column.name for column in columns}


def form_of(connection: BaseDatabaseWrapper, applied: Collection[Node]) -> list[Node]:
    """Return the migrations whose form the tables have, given those that are noted as *applied*.

    After the former 0017 that is the form of 0019, although nobody noted it.
    """
    if FIRST not in applied or set(OTHERS) <= set(applied) or acts_have_parties(connection):
        return list(applied)
    return [*applied, *(node for node in OTHERS if node not in applied)]
