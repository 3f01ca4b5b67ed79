"""Is a variant fair (平衡)? Dealer, seats, luck and skill, spread, ruin, length: figures and plain words."""
