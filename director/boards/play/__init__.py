"""Everything that changes an event.

Seats, entries, phones, rulings, draws, the movement and the scoring method.
"""
