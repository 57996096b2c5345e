"""What a table reports, and who comes or leaves."""
