"""Proposals for the rest of an event when something changes after play has begun.

``replanning`` has the entry point. For each kind of change a function yields drafts (``arrivals``,
``departures``, ``lengths``, ``mistakes``). ``continuation`` joins the rounds played with the
proposed rounds, ``price`` compares drafts, and ``ways`` holds the searches.
"""
