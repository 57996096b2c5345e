"""A ruling can give points as well as take them, and can count in a match."""

from django.db import migrations
from django.db.models import Q

from director.migrations._fields import NULL, add, check, small, steps

PENALTY = "penalty_has_amount_unit_and_pair"


class Migration(migrations.Migration):
    dependencies = steps("0089_round_dates")

    operations = [
        migrations.RemoveConstraint("ruling", PENALTY),
        *add("ruling", match_round=small(**NULL), match_against=small(**NULL)),
        migrations.AddConstraint(
            "ruling",
            check(
                PENALTY,
                Q(penalty__isnull=True, penalty_unit="", penalty_to__isnull=True)
                | (Q(penalty_to__isnull=False) & ~Q(penalty=0) & ~Q(penalty_unit="")),
            ),
        ),
        migrations.AddConstraint(
            "ruling",
            check(
                "ruling_of_match_has_amount",
                Q(match_round__isnull=True, match_against__isnull=True)
                | Q(match_round__isnull=False, match_against__isnull=False, penalty__isnull=False),
            ),
        ),
    ]
