"""The hands of the boards.

They stay secret until they are played, and are shown, printed, analysed and corrected here.
"""
