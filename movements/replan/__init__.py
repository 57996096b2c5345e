"""Proposals for the rest of an event when something changes after play has begun.

``replanning`` has the entry point. For each kind of change a function yields drafts (``arrivals``,
``departures``, ``lengths``, ``mistakes``). ``state`` joins the rounds played with the proposed rounds,
``answer`` counts their price and compares them. ``routes`` and ``seat_search`` look for seats.
"""
