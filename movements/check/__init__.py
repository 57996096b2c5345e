"""What is wrong with a plan from anywhere, and whether it keeps what it promises."""
