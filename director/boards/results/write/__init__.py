"""What pairs bring along, and corrections after publishing."""
