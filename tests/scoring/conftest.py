"""Tests of scoring know the old methods too, also where no program has started that registers them."""

from scoring.classic.register import register_classic_methods

register_classic_methods()
