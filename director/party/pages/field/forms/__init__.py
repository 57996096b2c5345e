"""What is typed in step 1."""
