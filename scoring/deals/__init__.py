"""Games whose deals are scored by themselves: whist, euchre, five hundred, cinch, auction, rubber, skat."""
