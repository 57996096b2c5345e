"""What is the same when boards are played, whoever is ranked."""
