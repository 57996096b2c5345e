"""The moves of today's drives: by chairs and colours, in forts, one against one, the best on and the worst back."""
