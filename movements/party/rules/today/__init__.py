"""The moves of today's drives.

By chairs and colours, in forts, one against one, or the best on and the worst back.
"""
