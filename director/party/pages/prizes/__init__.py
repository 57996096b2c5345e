"""Money and prize-giving: fees in and out, the raffle, and the prizes one by one."""
