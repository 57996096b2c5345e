"""Tests of movements know the old ones too, also where no program has started that registers them."""

from movements.classic.register import register_classic_movements

register_classic_movements()
