"""The club's library of movements and the grid editor.

A saved movement is offered at Field, changed in versions, and exchanged with other clubs in files.
"""
