"""The cards of the boards: kept in secret until they are played, shown, printed, weighed and put right."""
