"""The pages of step 5."""
