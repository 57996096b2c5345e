"""The steps of the database. A released one is never edited: backups are restored through it."""

LAST_MIGRATION_BY_RELEASE = {
    "0.1.0": "0011_skat_sheets",
    "0.2.0": "0017_journal_of_every_event",
    "0.3.0": "0066_search_engines",
    "0.4.0": "0103_large_print",
    "0.5.0": "0124_first_round_of_links",
}
"""The last migration of each release. Those after the last one named here aren't released yet."""
