"""Swiss contests: who meets whom in the next round, drawn from the standings.

A round is asked for by a ``SwissField`` (``field``) and drawn by ``drawing``; ``matching`` finds
the pairs, ``triangles`` the three who play each other in an odd field; ``command`` reads and writes
JSON.
"""
