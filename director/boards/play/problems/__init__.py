"""What went wrong at a table: how it is found, listed at Play, and settled.

``reports`` and ``phones`` read what tables said and which phones answer. ``suspicious`` finds
entered results that look wrong, ``section`` and ``irregularities`` what the laws say about lines
that were played off schedule. ``read`` lists all of it as problems; ``settle`` and
``settle_irregularities`` store what the director decides.
"""
