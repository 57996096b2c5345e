"""The ways to count at a party: what a player gains by one game.

A new one needs a function and a record in the module of its game, an entry in
``scoring.party.registry``, a second calculation in ``scoring.plain.routes``, and a row in the
documentation of parties.
"""
