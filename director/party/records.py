"""The records of parties, where a club leaves parties out."""

from django.apps import AppConfig


class PartyRecordsConfig(AppConfig):
    """Records alone: they stay, are in backups, and are deleted with their event."""

    name = "director.party"
