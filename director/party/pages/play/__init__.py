"""Step 4: who won, who goes where next, who comes and leaves."""
