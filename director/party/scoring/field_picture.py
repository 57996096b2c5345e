"""The headline of a party's standings with its picture of the field."""

from director.core.base.headlines import (
    FieldPicture,
    FieldRanking,
    RankedFigure,
    make_field_picture,
)
from director.core.base.tags.cards import party_figure
from director.core.club.home import format_total
from director.party.movement.games import PartyRecord, is_play_over
from director.party.scoring.standings import ALL, divide_standings
from scoring.party.methods import get_party_method
from scoring.party.model import PartyStanding


def make_party_picture(record: PartyRecord, division: str) -> FieldPicture | None:
    """Return the headline and picture of the standings in the lists of a *division*.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    unit = get_party_method(record.party.method).unit
    rankings = [
        FieldRanking(
            "" if division == ALL else caption,
            tuple(_make_ranked_figure(record, standing, unit) for standing in standings),
        )
        for caption, standings in divide_standings(record, division)
    ]
    return make_field_picture(rankings, is_complete=is_play_over(record))


def _make_ranked_figure(record: PartyRecord, standing: PartyStanding, unit: str) -> RankedFigure:
    has_figure = bool(standing.games_played) or is_play_over(record)
    return RankedFigure(
        place=standing.rank_text,
        name=record.contestants[standing.player],
        # Who hasn't played yet has no dot at zero.
        figure=standing.total if has_figure else None,
        figure_text=format_total(party_figure(standing.total), unit),
    )
