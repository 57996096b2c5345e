"""Events played with boards: what pairs, teams and single players have in common."""
