"""What Play, step 4, has whatever is played: the clock."""
