"""Swiss contests and knock-outs: the pairings of the next round.

``field`` has the records of a draw, and ``drawing`` draws a Swiss round from the standings:
``matching`` finds the pairs, and the three who play each other in an odd field. ``knockout`` has
the bracket, and ``two_losses`` the double elimination. ``plans`` turns drawn
rounds into a movement, ``command`` reads and writes JSON.
"""
