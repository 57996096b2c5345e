"""Games scored deal by deal: whist, euchre, five hundred, cinch, auction, rubber, skat."""
