"""The club: its name, its paper, its directors."""
