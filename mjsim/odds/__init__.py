"""Exact answers: how many hands win, how likely a dealt hand is complete, who holds the pair of an honour.

Nothing is sampled (but where a simulation is asked for as a cross-check): hands are counted group by group, with
whole numbers of any size.
"""
