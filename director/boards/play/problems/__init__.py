"""What went wrong at a table: how it is found, listed at Play, and settled.

``table_entries`` and ``phones`` read what tables said and which phones answer. ``doubts`` finds entered
results that look wrong. ``found`` lists all of it as problems, and ``settling`` stores what the
director decides. What the laws say about boards played off schedule is an addition.
"""
