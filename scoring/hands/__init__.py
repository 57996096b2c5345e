"""The cards themselves: the four hands of a board, what can be made with them, and making deals by lot."""
