"""Printed paper of an event: warnings before printing, and choices remembered after it."""
