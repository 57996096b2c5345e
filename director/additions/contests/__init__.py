"""Teams, and every contest of matches: drawn rounds, knock-outs, stages."""
