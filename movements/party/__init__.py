"""Progressive parties: whist drives, euchre nights and the like, from one seating to the next."""
