"""What a system makes of so many players, in words."""
