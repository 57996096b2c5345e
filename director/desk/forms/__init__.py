"""What people type, read once for every form."""
