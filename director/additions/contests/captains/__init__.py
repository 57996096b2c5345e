"""Captains, who send and confirm the results of their matches by private links."""
