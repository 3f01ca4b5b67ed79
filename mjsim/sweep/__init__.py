"""A grid of runs (参数扫描): which cells it has, playing them, and comparing them."""
